//! `PATH` as a login shell sets it: an app started from a dock or menu has not been through one, and then neither codex
//! nor the tools it runs (git, npx, a language's own) would be found where the person's terminal finds them.
//!
//! Bounded, asked once, and waited for by nobody but the server that needs it.

use std::ffi::{OsStr, OsString};
use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;
use tokio::sync::OnceCell;

/// A login shell that has not answered by then is not waited for.
const SHELL: Duration = Duration::from_secs(2);

/// The person's shell, where there is such a thing.
pub fn shell() -> Option<PathBuf> {
    std::env::var_os("SHELL").filter(|shell| cfg!(unix) && !shell.is_empty()).map(PathBuf::from)
}

/// For the server: the login shell's `PATH` with ours after it. `None`: ours is as good as it gets.
pub async fn recovered() -> Option<String> {
    static ONCE: OnceCell<Option<String>> = OnceCell::const_new();
    ONCE.get_or_init(|| async {
        if from_terminal() {
            return None;
        }
        let theirs = path(&shell()?).await?;
        joined(&theirs, &std::env::var_os("PATH").unwrap_or_default())
    })
    .await
    .clone()
}

/// What this shell says. Interactive too, because many set `PATH` only in what such a shell reads.
pub async fn path(shell: &Path) -> Option<OsString> {
    let mut command = tokio::process::Command::from(crate::program::quiet(shell));
    command.args(["-l", "-i", "-c", "printf '\\n%s' \"$PATH\""]);
    command.stdin(Stdio::null()).stderr(Stdio::null()).kill_on_drop(true);
    let output = tokio::time::timeout(SHELL, command.output()).await.ok()?.ok()?;
    // A profile may print; the last line is ours.
    let text = String::from_utf8(output.stdout).ok()?;
    text.lines().last().filter(|line| line.contains('/')).map(OsString::from)
}

/// Someone typed our name: the environment is the one they work in.
fn from_terminal() -> bool {
    std::io::stdin().is_terminal() || std::io::stdout().is_terminal() || std::io::stderr().is_terminal()
}

/// Theirs first, then what only we have, each folder once.
fn joined(theirs: &OsStr, ours: &OsStr) -> Option<String> {
    let mut folders: Vec<PathBuf> = Vec::new();
    for folder in std::env::split_paths(theirs).chain(std::env::split_paths(ours)) {
        if folder.is_absolute() && !folders.contains(&folder) {
            folders.push(folder);
        }
    }
    std::env::join_paths(folders).ok()?.into_string().ok()
}

#[cfg(all(test, unix))]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use std::os::unix::fs::PermissionsExt;

    fn script(folder: &tempfile::TempDir, text: &str) -> PathBuf {
        let file = folder.path().join("shell");
        std::fs::write(&file, format!("#!/bin/sh\n{text}\n")).unwrap();
        std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o755)).unwrap();
        file
    }

    #[test]
    fn the_shells_folders_come_first_and_ours_are_kept() {
        let both = joined("/a:/b:relative".as_ref(), "/b:/c".as_ref());
        assert_eq!(both.as_deref(), Some("/a:/b:/c"));
    }

    #[tokio::test]
    async fn a_talkative_profile_does_not_get_into_the_path() {
        let folder = tempfile::tempdir().unwrap();
        let shell = script(&folder, "echo hello; echo 'and more'; PATH=/opt/tools:/usr/bin; shift 3; eval \"$1\"");
        assert_eq!(path(&shell).await, Some("/opt/tools:/usr/bin".into()));
    }

    #[tokio::test]
    async fn a_shell_that_says_nothing_or_is_not_there_changes_nothing() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(path(&script(&folder, "echo 'no such option' >&2; exit 1")).await, None);
        assert_eq!(path(Path::new("/nowhere/shell")).await, None);
    }

    #[tokio::test]
    async fn a_shell_that_never_answers_is_not_waited_for() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(path(&script(&folder, "exec sleep 1000")).await, None);
    }
}
