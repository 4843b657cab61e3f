#![allow(clippy::unwrap_used, clippy::expect_used)]
use super::*;
use std::fs;

/// A real repository, made with the real git as a person would.
pub(super) fn repository() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    git(folder.path(), &["init", "-q", "-b", "main"]);
    fs::write(folder.path().join("a.txt"), "one\n").unwrap();
    commit(folder.path(), "first");
    folder
}

pub(super) fn commit(folder: &Path, name: &str) {
    git(folder, &["add", "-A"]);
    git(folder, &["-c", "user.name=A", "-c", "user.email=a@example.org", "commit", "-q", "-m", name]);
}

pub(super) fn git(folder: &Path, args: &[&str]) {
    let done = std::process::Command::new("git").args(args).current_dir(folder).output().unwrap();
    assert!(done.status.success(), "git {args:?}: {}", String::from_utf8_lossy(&done.stderr));
}

pub(super) async fn open(folder: &Path) -> Repository {
    Repository::of(folder).await.unwrap().expect("a repository")
}

#[tokio::test]
async fn a_folder_without_a_repository_has_none() {
    let folder = tempfile::tempdir().unwrap();
    assert!(Repository::of(folder.path()).await.unwrap().is_none());
}

#[tokio::test]
async fn what_a_folder_ignores_is_told_by_its_own_paths() {
    let folder = repository();
    fs::create_dir_all(folder.path().join("sub/out")).unwrap();
    fs::write(folder.path().join(".gitignore"), "out/\n*.log\n").unwrap();
    for file in ["sub/out/a.js", "sub/b.log", "sub/é.txt", "sub/é.log"] {
        fs::write(folder.path().join(file), "").unwrap();
    }
    #[cfg(unix)]
    std::os::unix::fs::symlink("/", folder.path().join("sub/root")).unwrap();
    let paths = ["out", "out/a.js", "outer", "b.log", "é.txt", "é.log", "root/etc/passwd"];
    let found = ignored(&folder.path().join("sub"), paths.into_iter()).await;
    assert_eq!(found.into_iter().collect::<Vec<_>>(), ["b.log", "out", "out/a.js", "é.log"]);
    let bare = tempfile::tempdir().unwrap();
    assert!(ignored(bare.path(), paths.into_iter()).await.is_empty());
}

#[tokio::test]
async fn changes_since_a_commit_include_new_files() {
    let folder = repository();
    fs::create_dir(folder.path().join("sub")).unwrap();
    fs::write(folder.path().join("a.txt"), "two\n").unwrap();
    fs::write(folder.path().join("sub/new.txt"), "new\n").unwrap();
    let seen = open(&folder.path().join("sub")).await;
    assert_eq!(seen.prefix, "sub/");
    let head = seen.commit("HEAD").await.unwrap().unwrap();
    let said = seen.diff(&head).await.unwrap();
    assert!(said.text.contains("-one\n+two\n") && !said.cut, "{}", said.text);
    assert_eq!(seen.untracked().await.unwrap(), ["sub/new.txt"]);
}

#[tokio::test]
async fn a_branch_name_is_never_read_as_an_option() {
    let folder = repository();
    git(folder.path(), &["branch", "other"]);
    let seen = open(folder.path()).await;
    let branches = seen.branches().await.unwrap();
    assert_eq!(branches.current.as_deref(), Some("main"));
    assert_eq!(branches.names.len(), 2);
    for bad in ["--output=x", "-h", "none", ""] {
        assert_eq!(seen.commit(bad).await.unwrap(), None, "{bad}");
    }
    assert!(!folder.path().join("x").exists());
}

#[tokio::test]
async fn a_repository_without_a_commit_is_compared_with_nothing() {
    let folder = tempfile::tempdir().unwrap();
    git(folder.path(), &["init", "-q"]);
    fs::write(folder.path().join("a.txt"), "one\n").unwrap();
    git(folder.path(), &["add", "a.txt"]);
    let seen = open(folder.path()).await;
    assert_eq!(seen.commit("HEAD").await.unwrap(), None);
    let nothing = seen.nothing().await.unwrap();
    assert!(seen.diff(&nothing).await.unwrap().text.contains("+one\n"));
}

#[tokio::test]
async fn a_review_offers_branches_and_commits() {
    let folder = repository();
    git(folder.path(), &["branch", "other"]);
    let seen = summary(&folder.path().display().to_string()).await.unwrap();
    assert_eq!((seen.is_repository, seen.branch.as_deref(), seen.branches), (true, Some("main"), vec!["other".into()]));
    assert_eq!(seen.commits.iter().map(|commit| commit.title.as_str()).collect::<Vec<_>>(), ["first"]);
    let bare = tempfile::tempdir().unwrap();
    assert!(!summary(&bare.path().display().to_string()).await.unwrap().is_repository);
    git(bare.path(), &["init", "-q"]);
    let seen = summary(&bare.path().display().to_string()).await.unwrap();
    assert!(seen.is_repository && seen.commits.is_empty());
}

#[tokio::test]
async fn work_trees_and_submodules_are_read() {
    let folder = repository();
    let (tree, part) = (folder.path().join("tree"), folder.path().join("part"));
    git(folder.path(), &["worktree", "add", "-q", &tree.display().to_string()]);
    let url = folder.path().display().to_string();
    git(folder.path(), &["-c", "protocol.file.allow=always", "submodule", "--quiet", "add", &url, "part"]);
    for place in [tree, part] {
        fs::write(place.join("a.txt"), "two\n").unwrap();
        let seen = open(&place).await;
        let head = seen.commit("HEAD").await.unwrap().unwrap();
        assert!(seen.diff(&head).await.unwrap().text.contains("+two\n"), "{}", place.display());
    }
}
