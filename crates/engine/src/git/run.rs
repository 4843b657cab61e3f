//! Starts git. No other file does (`tests/tests/architecture.rs`).
//!
//! Invariant: programs are searched only in the absolute folders of `PATH`, also by git itself. With `.` in it, a file
//! called `git` in the inspected folder would be run.

use super::overrides::GitOverrides;
use crate::failure::{Code, Failure};
use std::ffi::{OsStr, OsString};
use std::io;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncReadExt};
use tokio::process::Command;

const DEADLINE: Duration = Duration::from_secs(20);
const WORDS: u64 = 4_096;

/// The installed git.
#[derive(Debug, Clone)]
pub(super) struct Git {
    program: PathBuf,
    path: OsString,
}

/// Git's output, and whether it was cut.
pub(super) struct GitOutput {
    pub bytes: Vec<u8>,
    pub cut: bool,
}

impl GitOutput {
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.bytes).into_owned()
    }
}

impl Git {
    pub async fn find() -> Result<Self, Failure> {
        if let Some(found) = Self::on(&std::env::var_os("PATH").unwrap_or_default()) {
            return Ok(found);
        }
        // An app that was started from a desktop does not have the `PATH` of the person's shell.
        let path = crate::server::recovered_path().await.unwrap_or_default();
        Self::on(path.as_ref()).ok_or_else(missing)
    }

    pub(super) fn on(path: &OsStr) -> Option<Self> {
        crate::program::on_path("git", path).map(|(program, path)| Self { program, path })
    }

    /// Reads at most `most` bytes of output. The inner error is git's own message.
    pub async fn run(
        &self,
        folder: &Path,
        overrides: &GitOverrides,
        args: &[&str],
        most: u64,
    ) -> Result<Result<GitOutput, String>, Failure> {
        let answer = tokio::time::timeout(DEADLINE, answer(self.command(folder, overrides, args), most));
        match answer.await {
            Ok(answer) => {
                answer.map_err(|error| Failure::new(Code::Refused, format!("Git could not be run: {error}.")))
            }
            Err(_) => Ok(Err(format!("it took longer than {} s", DEADLINE.as_secs()))),
        }
    }

    fn command(&self, folder: &Path, overrides: &GitOverrides, args: &[&str]) -> Command {
        let mut git = Command::from(crate::program::quiet(&self.program));
        for (name, _) in std::env::vars_os() {
            if name.to_string_lossy().to_ascii_uppercase().starts_with("GIT_") {
                git.env_remove(name);
            }
        }
        overrides.apply(&mut git);
        git.args(["--no-optional-locks", "--no-pager", "--literal-pathspecs"])
            .args(args)
            .env("GIT_OPTIONAL_LOCKS", "0")
            .env("GIT_NO_LAZY_FETCH", "1")
            .env("GIT_ALLOW_PROTOCOL", "none")
            .env("GIT_TERMINAL_PROMPT", "0")
            .env("GIT_PAGER", "cat")
            .env("LC_ALL", "C")
            .env("PATH", &self.path)
            // Without this, Windows would look for a program in the current folder first.
            .env("NoDefaultCurrentDirectoryInExePath", "1")
            .current_dir(folder)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .kill_on_drop(true);
        git
    }
}

async fn answer(mut git: Command, most: u64) -> io::Result<Result<GitOutput, String>> {
    let mut child = git.spawn()?;
    let (stdout, stderr) = (child.stdout.take(), child.stderr.take());
    let (out, err) = tokio::join!(read(stdout, most), read(stderr, WORDS));
    let out = out?;
    if out.cut {
        // The rest of the output is not needed.
        child.start_kill().ok();
    }
    let status = child.wait().await?;
    if status.success() || out.cut {
        return Ok(Ok(out));
    }
    let words = err?.text();
    let fatal = words.lines().find(|line| line.starts_with("fatal: "));
    Ok(Err(fatal.or_else(|| words.lines().next()).unwrap_or_default().to_owned()))
}

async fn read(pipe: Option<impl AsyncRead + Unpin>, most: u64) -> io::Result<GitOutput> {
    let mut bytes = Vec::new();
    let Some(pipe) = pipe else { return Ok(GitOutput { bytes, cut: false }) };
    pipe.take(most + 1).read_to_end(&mut bytes).await?;
    let cut = bytes.len() as u64 > most;
    bytes.truncate(most as usize);
    Ok(GitOutput { bytes, cut })
}

fn missing() -> Failure {
    Failure::new(Code::Refused, "Git is not installed, or Threadloft cannot find it.")
}
