//! Repositories that try to run something when they are inspected. An attack that succeeds leaves a mark.
#![allow(clippy::unwrap_used, clippy::expect_used)]

use super::tests::{commit, git, open, repository};
use super::*;
use std::ffi::OsString;
use std::fs;
use std::os::unix::ffi::OsStringExt;
use std::os::unix::fs::PermissionsExt;

/// A file that exists if an attack succeeded.
struct RanMark(tempfile::TempDir);

impl RanMark {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn file(&self) -> PathBuf {
        self.0.path().join("it-was-run")
    }

    /// The command as the value of a setting. It passes its input on.
    fn command(&self) -> String {
        format!("sh -c 'touch {}; cat' --", self.file().display())
    }

    /// The command as a config file needs it, where an unquoted `;` begins a comment.
    fn quoted(&self) -> String {
        format!("\"{}\"", self.command())
    }

    fn script(&self, at: &Path) {
        fs::create_dir_all(at.parent().unwrap()).unwrap();
        fs::write(at, format!("#!/bin/sh\ntouch {}\ncat\n", self.file().display())).unwrap();
        fs::set_permissions(at, fs::Permissions::from_mode(0o755)).unwrap();
    }

    #[track_caller]
    fn is_absent(&self) {
        assert!(!self.file().exists(), "something of the repository's was run");
    }
}

fn configure(folder: &Path, name: &str, value: &str) {
    git(folder, &["config", name, value]);
}

fn append(file: &Path, bytes: &[u8]) {
    let all = [fs::read(file).unwrap_or_default(), bytes.to_vec()].concat();
    fs::write(file, all).unwrap();
}

/// Everything that the app asks of a repository.
async fn look(folder: &Path) -> Result<(), Failure> {
    summary(&folder.display().to_string()).await?;
    let Some(seen) = Repository::of(folder).await? else { return Ok(()) };
    if let Some(head) = seen.commit("HEAD").await? {
        seen.diff(&head).await?;
        seen.fork_of(&head, &head).await?;
    }
    seen.untracked().await?;
    seen.branches().await?;
    seen.commits().await?;
    Ok(())
}

#[tokio::test]
async fn no_program_that_a_setting_names_is_run() {
    let (folder, mark) = (repository(), RanMark::new());
    let at = folder.path();
    fs::write(at.join(".gitattributes"), "*.txt filter=evil diff=evil\n").unwrap();
    for name in [
        "core.fsmonitor",
        "core.pager",
        "core.editor",
        "core.sshCommand",
        "diff.external",
        "diff.evil.command",
        "diff.evil.textconv",
        "filter.evil.clean",
        "filter.evil.smudge",
        "gpg.program",
        "credential.helper",
    ] {
        configure(at, name, &mark.command());
    }
    configure(at, "filter.evil.required", "true");
    configure(at, "log.showSignature", "true");
    let included = at.join(".git/more");
    fs::write(&included, format!("[filter \"evil\"]\n\tprocess = {}\n", mark.quoted())).unwrap();
    configure(at, "include.path", &included.display().to_string());
    fs::write(at.join("a.txt"), "two\n").unwrap();
    let index = fs::metadata(at.join(".git/index")).unwrap().modified().unwrap();

    look(at).await.unwrap();
    let seen = open(at).await;
    let head = seen.commit("HEAD").await.unwrap().unwrap();
    assert!(seen.diff(&head).await.unwrap().text.contains("+two\n"));
    mark.is_absent();
    assert_eq!(fs::metadata(at.join(".git/index")).unwrap().modified().unwrap(), index, "the index was written");
}

#[tokio::test]
async fn a_filter_with_an_equals_sign_in_its_name_is_not_run() {
    let (folder, mark) = (repository(), RanMark::new());
    fs::write(folder.path().join(".gitattributes"), "*.txt filter=a=b\n").unwrap();
    configure(folder.path(), "filter.a=b.clean", &mark.command());
    fs::write(folder.path().join("a.txt"), "two\n").unwrap();
    look(folder.path()).await.unwrap();
    mark.is_absent();
}

#[tokio::test]
async fn a_filter_whose_name_is_no_text_is_not_run() {
    let (folder, mark) = (repository(), RanMark::new());
    append(&folder.path().join(".gitattributes"), b"*.txt filter=\xff\xfe\n");
    let section = [b"[filter \"\xff\xfe\"]\n\tclean = ", mark.quoted().as_bytes(), b"\n"].concat();
    append(&folder.path().join(".git/config"), &section);
    fs::write(folder.path().join("a.txt"), "two\n").unwrap();
    look(folder.path()).await.unwrap();
    mark.is_absent();
}

#[tokio::test]
async fn no_hook_is_run() {
    let (folder, mark) = (repository(), RanMark::new());
    let hooks = folder.path().join("hooks");
    configure(folder.path(), "core.hooksPath", &hooks.display().to_string());
    for hook in ["post-index-change", "fsmonitor-watchman", "reference-transaction", "post-checkout", "query-watchman"]
    {
        mark.script(&hooks.join(hook));
        mark.script(&folder.path().join(".git/hooks").join(hook));
    }
    configure(folder.path(), "core.fsmonitor", ".git/hooks/fsmonitor-watchman");
    fs::write(folder.path().join("a.txt"), "two\n").unwrap();
    look(folder.path()).await.unwrap();
    mark.is_absent();
}

#[tokio::test]
async fn a_missing_object_is_fetched_from_nowhere() {
    let (folder, mark) = (repository(), RanMark::new());
    let at = folder.path();
    fs::write(at.join("a.txt"), "two\n").unwrap();
    commit(at, "second");
    for (name, value) in [
        ("remote.origin.url", format!("ext::{}", mark.command())),
        ("remote.origin.uploadpack", mark.command()),
        ("remote.origin.promisor", "true".to_owned()),
        ("remote.origin.partialclonefilter", "tree:0".to_owned()),
        ("protocol.ext.allow", "always".to_owned()),
        ("extensions.partialClone", "origin".to_owned()),
        ("core.repositoryFormatVersion", "1".to_owned()),
    ] {
        configure(at, name, &value);
    }
    // The first commit, and the content of the file in the second.
    for name in ["HEAD~1", "HEAD:a.txt"] {
        let told = std::process::Command::new("git").args(["rev-parse", name]).current_dir(at).output().unwrap();
        let id = String::from_utf8(told.stdout).unwrap();
        let id = id.trim();
        fs::remove_file(at.join(".git/objects").join(&id[..2]).join(&id[2..])).unwrap();
    }
    fs::write(at.join("a.txt"), "three\n").unwrap();
    let cwd = at.display().to_string();
    let (summary, all) = (summary(&cwd).await, look(at).await);
    mark.is_absent();
    assert!(summary.is_err() && all.is_err(), "what is missing is said");
}

#[tokio::test]
async fn files_in_another_folder_are_not_read_as_the_repositorys_own() {
    let (folder, other) = (repository(), tempfile::tempdir().unwrap());
    fs::write(other.path().join("private.txt"), "private").unwrap();
    let parent = folder.path().parent().unwrap();
    for place in [other.path(), Path::new("/"), parent] {
        configure(folder.path(), "core.worktree", &place.display().to_string());
        let failed = Repository::of(folder.path()).await;
        // If the folder is outside the work tree, git itself finds none.
        let seen = failed.as_ref().is_ok_and(Option::is_some);
        assert!(!seen, "{}", place.display());
        if place != other.path() {
            assert!(failed.unwrap_err().message.contains("core.worktree"));
        }
    }
}

#[tokio::test]
async fn a_gitdir_file_leads_to_no_program() {
    let (folder, mark) = (repository(), RanMark::new());
    let (at, own) = (folder.path(), folder.path().join("own"));
    fs::rename(at.join(".git"), &own).unwrap();
    fs::write(at.join(".git"), "gitdir: own\n").unwrap();
    fs::write(at.join(".gitattributes"), "*.txt filter=e=vil\n").unwrap();
    let section = format!("[filter \"e=vil\"]\n\tclean = {0}\n[core]\n\tfsmonitor = {0}\n", mark.quoted());
    append(&own.join("config"), section.as_bytes());
    fs::write(at.join("a.txt"), "two\n").unwrap();
    look(at).await.unwrap();
    assert!(open(at).await.top().ends_with(at.file_name().unwrap()));
    mark.is_absent();
}

#[tokio::test]
async fn no_program_of_a_submodule_is_run() {
    let (folder, part, mark) = (repository(), repository(), RanMark::new());
    let at = folder.path();
    let url = part.path().display().to_string();
    git(at, &["-c", "protocol.file.allow=always", "submodule", "--quiet", "add", &url, "part"]);
    commit(at, "with a part");
    let inner = at.join("part");
    fs::write(inner.join(".gitattributes"), "*.txt filter=evil\n").unwrap();
    for name in ["core.fsmonitor", "filter.evil.clean", "diff.external"] {
        configure(&inner, name, &mark.command());
    }
    for name in ["submodule.part.update", "submodule.part.fetchRecurseSubmodules"] {
        configure(at, name, &format!("!{}", mark.command()));
    }
    configure(at, "submodule.recurse", "true");
    configure(at, "submodule.part.ignore", "none");
    configure(at, "diff.submodule", "diff");
    configure(at, "diff.ignoreSubmodules", "none");
    fs::write(inner.join("a.txt"), "two\n").unwrap();
    look(at).await.unwrap();
    mark.is_absent();
}

#[tokio::test]
async fn a_git_in_the_folder_is_not_run_though_the_path_says_here() {
    let (folder, mark) = (repository(), RanMark::new());
    mark.script(&folder.path().join("git"));
    let usual = std::env::var_os("PATH").unwrap();
    for here in ["", ".", "./", "bin/.."] {
        let path: Vec<PathBuf> = std::iter::once(here.into()).chain(std::env::split_paths(&usual)).collect();
        let git = Git::on(&std::env::join_paths(path).unwrap()).unwrap();
        let seen = Repository::with(git, folder.path()).await.unwrap().expect("a repository");
        seen.untracked().await.unwrap();
    }
    mark.is_absent();
}

#[tokio::test]
async fn nothing_is_compared_where_the_settings_are_too_many_to_check() {
    let folder = repository();
    let many: String = (0..200).map(|n| format!("[filter \"f{n}\"]\n\tclean = cat\n")).collect();
    append(&folder.path().join(".git/config"), many.as_bytes());
    let said = Repository::of(folder.path()).await.unwrap_err().message;
    assert!(said.contains("does not compare anything"), "{said}");

    let folder = repository();
    let name = "x".repeat(1_000);
    let huge: String = (0..1_200).map(|n| format!("[{name} \"{n}\"]\n\ta = b\n")).collect();
    append(&folder.path().join(".git/config"), huge.as_bytes());
    let said = Repository::of(folder.path()).await.unwrap_err().message;
    assert!(said.contains("does not compare"), "{said}");
}

#[tokio::test]
async fn settings_that_git_cannot_read_are_said() {
    let folder = repository();
    append(&folder.path().join(".git/config"), b"[filter \"half\n");
    assert!(Repository::of(folder.path()).await.unwrap_err().message.starts_with("Git could not answer"));
}

/// Git's own check of the owner stays active: nothing here adds to `safe.directory`.
#[test]
fn a_repository_of_another_user_is_said_to_be_one() {
    let folder = repository();
    let mut git = std::process::Command::new("git");
    git.args(["rev-parse", "--show-toplevel"]).current_dir(folder.path());
    git.envs([("GIT_TEST_ASSUME_DIFFERENT_OWNER", "1"), ("GIT_CONFIG_GLOBAL", "/dev/null"), ("LC_ALL", "C")]);
    let told = String::from_utf8(git.output().unwrap().stderr).unwrap();
    let why = told.lines().next().unwrap();
    assert!(!is_no_repository(why), "{why}");
    assert!(refused(why).message.contains("belongs to another user"), "{why}");
    assert!(!GitOverrides::fixed().names().contains(&OsString::from_vec(b"safe.directory".to_vec())));
}
