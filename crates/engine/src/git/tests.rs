#![allow(clippy::unwrap_used, clippy::expect_used)]
use super::*;
use std::fs;

/// A real repository, made by the real git, as a person's would be.
fn repository() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    git(folder.path(), &["init", "-q", "-b", "main"]);
    fs::write(folder.path().join("a.txt"), "one\n").unwrap();
    commit(folder.path(), "first");
    folder
}

fn commit(folder: &Path, name: &str) {
    git(folder, &["add", "-A"]);
    git(folder, &["-c", "user.name=A", "-c", "user.email=a@example.org", "commit", "-q", "-m", name]);
}

fn git(folder: &Path, args: &[&str]) {
    let done = std::process::Command::new("git").args(args).current_dir(folder).output().unwrap();
    assert!(done.status.success(), "git {args:?}: {}", String::from_utf8_lossy(&done.stderr));
}

async fn open(folder: &Path) -> Repository {
    Repository::of(folder).await.unwrap().expect("a repository")
}

#[tokio::test]
async fn a_folder_without_a_repository_has_none() {
    let folder = tempfile::tempdir().unwrap();
    assert!(Repository::of(folder.path()).await.unwrap().is_none());
}

#[tokio::test]
async fn what_changed_since_a_commit_is_told_and_new_files_are_listed() {
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
async fn branches_are_told_and_a_name_that_is_an_option_is_no_branch() {
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

/// Everything a repository's own settings could run, set to leave a trace.
#[cfg(unix)]
#[tokio::test]
async fn nothing_that_the_repository_names_is_run() {
    let folder = repository();
    let at = folder.path();
    let trace = at.join(".git/trace");
    let run = format!("sh -c 'touch {}; cat' --", trace.display());
    fs::write(at.join(".gitattributes"), "*.txt filter=evil diff=evil\n").unwrap();
    for name in [
        "core.fsmonitor",
        "diff.external",
        "diff.evil.command",
        "diff.evil.textconv",
        "filter.evil.clean",
        "core.pager",
    ] {
        git(at, &["config", name, &run]);
    }
    git(at, &["config", "filter.evil.required", "true"]);
    let included = at.join(".git/more");
    fs::write(&included, format!("[filter \"evil\"]\n\tprocess = {run}\n")).unwrap();
    git(at, &["config", "include.path", &included.display().to_string()]);
    let hook = at.join(".git/hooks/post-index-change");
    fs::create_dir_all(hook.parent().unwrap()).unwrap();
    fs::write(&hook, format!("#!/bin/sh\ntouch {}\n", trace.display())).unwrap();
    std::process::Command::new("chmod").arg("+x").arg(&hook).status().unwrap();
    fs::write(at.join("a.txt"), "two\n").unwrap();
    let index = fs::metadata(at.join(".git/index")).unwrap().modified().unwrap();

    let seen = open(at).await;
    let head = seen.commit("HEAD").await.unwrap().unwrap();
    assert!(seen.diff(&head).await.unwrap().text.contains("+two\n"));
    seen.untracked().await.unwrap();
    seen.branches().await.unwrap();
    assert!(!trace.exists(), "something of the repository's was run");
    assert_eq!(fs::metadata(at.join(".git/index")).unwrap().modified().unwrap(), index, "the index was written");
}

#[test]
fn only_the_repositorys_own_filters_are_tamed() {
    let listed = "global\0filter.lfs.clean\0local\0filter.evil.clean\0local\0core.bare\0worktree\0filter.b.c.process\0\
                  command\0filter.evil.smudge\0";
    assert_eq!(own_filters(listed), ["evil", "b.c"]);
}
