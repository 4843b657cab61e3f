//! `threadloft run`, `review` and `threads`: Codex from a terminal or a script, without a window.
//!
//! Invariant: stdout has the result and nothing else. Progress, questions and errors go to stderr.

mod args;
mod print;
mod threads;
mod turn;

use args::Command;
use session::{Failure, Options, RunError, Session, SessionOptions};
use std::path::PathBuf;
use std::process::ExitCode;

/// What a script can tell from the exit code. `threadloft run --help` lists them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ExitStatus {
    Done = 0,
    /// The turn began and failed.
    Failed = 1,
    /// The arguments make no sense.
    Usage = 2,
    /// Nothing was begun: a folder that is gone, a thread that another Codex writes, no Codex.
    Refused = 3,
    TimedOut = 4,
    Interrupted = 130,
}

impl From<ExitStatus> for ExitCode {
    fn from(outcome: ExitStatus) -> Self {
        Self::from(outcome as u8)
    }
}

/// Runs the command that the arguments name. `None`: they name none, and a window is wanted.
///
/// `bundled` is the codex that came with the app.
pub fn run(args: &[String], bundled: impl FnOnce() -> Result<Option<PathBuf>, String>) -> Option<ExitCode> {
    let command = match args::read(args)? {
        Ok(Command::Help(help)) => {
            print!("{help}");
            return Some(ExitStatus::Done.into());
        }
        Ok(command) => command,
        Err(why) => {
            eprintln!("{why}");
            return Some(ExitStatus::Usage.into());
        }
    };
    let mut options = Options::from_env();
    if options.codex.is_none() {
        // A missing bundle is no failure yet: another codex may be installed.
        options.bundled = bundled().unwrap_or_default();
    }
    let runtime = match tokio::runtime::Builder::new_multi_thread().enable_all().build() {
        Ok(runtime) => runtime,
        Err(why) => {
            eprintln!("Threadloft could not start: {why}");
            return Some(ExitStatus::Refused.into());
        }
    };
    let outcome = runtime.block_on(async {
        match command {
            Command::Turn(command) => turn::run(options, *command).await,
            Command::Threads(command) => threads::run(options, command).await,
            Command::Help(_) => ExitStatus::Done,
        }
    });
    Some(outcome.into())
}

/// Opens a session, or says why not.
async fn open(options: SessionOptions) -> Result<Session, ExitStatus> {
    Session::open(options).await.map_err(|failure| refused(&failure))
}

fn refused(failure: &Failure) -> ExitStatus {
    eprintln!("{}", print::shown(&failure.message));
    ExitStatus::Refused
}

/// The outcome of a turn that did not complete.
fn outcome(error: &RunError) -> ExitStatus {
    match error {
        RunError::Refused(_) => ExitStatus::Refused,
        RunError::Failed { .. } | RunError::ServerGone { .. } => ExitStatus::Failed,
        RunError::Interrupted { .. } => ExitStatus::Interrupted,
        RunError::TimedOut { .. } => ExitStatus::TimedOut,
    }
}
