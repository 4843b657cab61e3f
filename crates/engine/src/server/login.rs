//! Finds the `PATH` that a login shell sets. An app that was started from a dock or menu does not have it, and would
//! find neither codex nor the tools that it runs (git, npx, compilers).
//!
//! Invariant: the shell is asked once, and no start waits longer than `START` for it. The answer of a slower shell is
//! saved in our data folder for the next start.

use crate::query::ToolPath;
use std::ffi::{OsStr, OsString};
use std::future::Future;
use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::{LazyLock, Mutex, PoisonError};
use std::time::Duration;
use tokio::sync::watch;

/// The longest that a start waits.
const START: Duration = Duration::from_secs(2);
/// A shell that has not answered by then never will.
const LATEST: Duration = Duration::from_secs(10);

/// The person's shell, if the system has such a setting.
pub fn shell() -> Option<PathBuf> {
    std::env::var_os("SHELL").filter(|shell| cfg!(unix) && !shell.is_empty()).map(PathBuf::from)
}

/// The `PATH` to start programs with and its source. Without a path, our own is used.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Recovered {
    pub path: Option<String>,
    pub from: ToolPath,
}

/// The `PATH` for the server: the login shell's with ours after it. `kept` is the file that remembers it.
pub async fn for_server(kept: PathBuf) -> Recovered {
    let Some(told) = asked() else { return Recovered::default() };
    let recovered = settle(answer(told), START, kept).await;
    *IN_USE.lock().unwrap_or_else(PoisonError::into_inner) = recovered.path.clone();
    recovered
}

/// The `PATH` for other programs: the shell's answer if it comes in time, otherwise the one the server was started
/// with.
pub async fn recovered() -> Option<String> {
    within(START).await
}

/// The same `PATH`, for a person who pressed a button and would rather wait than read that nothing was found.
pub async fn patiently() -> Option<String> {
    within(LATEST).await
}

/// The answer that an earlier run saved.
pub fn remembered(kept: &Path) -> Option<OsString> {
    std::fs::read_to_string(kept).ok().filter(|path| path.contains('/')).map(OsString::from)
}

/// The shell's answer, if it comes in time.
pub async fn path(shell: &Path) -> Option<OsString> {
    ask(shell, START).await
}

/// The `PATH` of the last server.
static IN_USE: Mutex<Option<String>> = Mutex::new(None);

/// `None` until the shell has answered. The inner `None` is an answer without a path.
type Told = watch::Receiver<Option<Option<String>>>;

/// Runs on its own thread, because the answer may be awaited for as long as the app lives.
fn asked() -> Option<Told> {
    static TOLD: LazyLock<Option<Told>> = LazyLock::new(|| {
        let shell = shell().filter(|_| !from_terminal())?;
        let (tell, told) = watch::channel(None);
        let asking = move || {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
            let theirs = runtime.ok().and_then(|runtime| runtime.block_on(ask(&shell, LATEST)));
            tell.send_replace(Some(theirs.and_then(|theirs| with_ours(&theirs))));
        };
        std::thread::Builder::new().name("login-shell".into()).spawn(asking).ok()?;
        Some(told)
    });
    TOLD.clone()
}

async fn answer(mut told: Told) -> Option<String> {
    told.wait_for(Option::is_some).await.ok().and_then(|said| said.clone().flatten())
}

async fn within(patience: Duration) -> Option<String> {
    let said = tokio::time::timeout(patience, answer(asked()?)).await.ok().flatten();
    said.or_else(|| IN_USE.lock().unwrap_or_else(PoisonError::into_inner).clone())
}

/// The shell's answer if it comes in time, else the saved one. A late answer is saved for the next time.
async fn settle(
    answer: impl Future<Output = Option<String>> + Send + 'static,
    patience: Duration,
    kept: PathBuf,
) -> Recovered {
    let mut answer = Box::pin(answer);
    if let Ok(said) = tokio::time::timeout(patience, &mut answer).await {
        if let Some(path) = said {
            keep(&kept, &path);
            return Recovered { path: Some(path), from: ToolPath::Shell };
        }
    } else {
        let kept = kept.clone();
        tokio::spawn(async move {
            if let Some(path) = answer.await {
                keep(&kept, &path);
            }
        });
    }
    match remembered(&kept).and_then(|theirs| with_ours(&theirs)) {
        Some(path) => Recovered { path: Some(path), from: ToolPath::Remembered },
        None => Recovered { path: None, from: ToolPath::Unanswered },
    }
}

fn keep(kept: &Path, path: &str) {
    if remembered(kept).is_none_or(|held| held != *path)
        && let Err(error) = crate::private::write(kept, path.as_bytes())
    {
        tracing::debug!(%error, "the login shell's PATH is not kept");
    }
}

/// The shell is interactive too, because many profiles set `PATH` only for interactive shells.
async fn ask(shell: &Path, patience: Duration) -> Option<OsString> {
    let mut command = tokio::process::Command::from(crate::program::quiet(shell));
    command.args(["-l", "-i", "-c", "printf '\\n%s' \"$PATH\""]);
    command.stdin(Stdio::null()).stderr(Stdio::null()).kill_on_drop(true);
    let output = tokio::time::timeout(patience, command.output()).await.ok()?.ok()?;
    // A profile may print text; the last line is ours.
    let text = String::from_utf8(output.stdout).ok()?;
    text.lines().last().filter(|line| line.contains('/')).map(OsString::from)
}

/// The app was started from a terminal, so its environment is the one the person works in.
fn from_terminal() -> bool {
    std::io::stdin().is_terminal() || std::io::stdout().is_terminal() || std::io::stderr().is_terminal()
}

fn with_ours(theirs: &OsStr) -> Option<String> {
    joined(theirs, &std::env::var_os("PATH").unwrap_or_default())
}

/// Their folders first, then those that only we have, each once.
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
    fn the_login_shells_folders_come_first() {
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
        assert_eq!(ask(&script(&folder, "exec sleep 1000"), Duration::ZERO).await, None);
    }

    #[tokio::test]
    async fn a_slow_shell_delays_no_start() {
        let folder = tempfile::tempdir().unwrap();
        let kept = folder.path().join("path");
        let (tell, told) = tokio::sync::oneshot::channel::<String>();
        let slow = async { told.await.ok() };
        let first = settle(slow, Duration::ZERO, kept.clone()).await;
        assert_eq!(first, Recovered { path: None, from: ToolPath::Unanswered });
        tell.send("/opt/tools".into()).unwrap();
        while remembered(&kept).is_none() {
            tokio::task::yield_now().await;
        }
        let second = settle(std::future::pending(), Duration::ZERO, kept.clone()).await;
        assert_eq!(second.from, ToolPath::Remembered);
        assert!(second.path.is_some_and(|path| path == "/opt/tools" || path.starts_with("/opt/tools:")));
        let third = settle(async { Some("/opt/newer".into()) }, START, kept.clone()).await;
        assert_eq!(third, Recovered { path: Some("/opt/newer".into()), from: ToolPath::Shell });
        assert_eq!(remembered(&kept), Some("/opt/newer".into()));
    }

    #[tokio::test]
    async fn a_shell_that_broke_does_not_take_away_what_it_once_said() {
        let folder = tempfile::tempdir().unwrap();
        let kept = folder.path().join("path");
        keep(&kept, "/opt/tools");
        let broken = settle(async { None }, START, kept).await;
        assert_eq!(broken.from, ToolPath::Remembered);
    }
}
