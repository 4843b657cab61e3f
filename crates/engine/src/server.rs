//! One run of the app-server: starts it, watches it, ends it. The peer handles its output.
//!
//! Invariant: dropping a `Server` kills the process and everything it started.

mod find;
mod group;
mod launch;
mod login;
mod nursery;
mod stderr;

pub use self::find::{Found, Missing, Places, find};
pub use self::launch::Spec;
pub use self::login::{Recovered, remembered as remembered_path};
pub use self::login::{for_server as path_for_server, patiently as tool_path, recovered as recovered_path};
pub use self::stderr::Tail;

use self::group::Group;
use std::fmt;
use std::path::PathBuf;
use std::process::{ExitStatus, Stdio};
use std::time::Duration;
use tokio::process::{Child, ChildStdin, ChildStdout};
use tokio::sync::{mpsc, watch};

/// How long a server may take to exit after its stdin was closed. The real one needs 20 to 70 ms.
const POLITE: Duration = Duration::from_secs(2);

/// What a server is started with.
#[derive(Debug, Clone)]
pub(crate) struct Setup {
    pub home: PathBuf,
    pub set_home: bool,
    pub config: Vec<(String, String)>,
    pub env: Vec<(String, String)>,
    pub demo: Option<crate::change::Demo>,
}

pub struct Server {
    pub pid: Option<u32>,
    pub tail: Tail,
    ended: watch::Receiver<Option<Exit>>,
    end: mpsc::Sender<()>,
}

/// How a server ended, in words: "exit 101", "signal 9".
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Exit(String);

impl fmt::Display for Exit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

pub struct Pipes {
    pub stdin: ChildStdin,
    pub stdout: ChildStdout,
}

impl Server {
    pub async fn start(spec: &Spec) -> std::io::Result<(Self, Pipes)> {
        let mut command = spec.command();
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).kill_on_drop(true);
        Group::prepare(&mut command);
        let started = nursery::start(move || command.spawn()).await;
        let mut child = started.unwrap_or_else(|| Err(std::io::Error::other("no thread could be started")))?;
        let group = Group::adopt(&child);
        let (Some(stdin), Some(stdout), Some(stderr)) = (child.stdin.take(), child.stdout.take(), child.stderr.take())
        else {
            return Err(std::io::Error::other("the server has no pipes"));
        };
        let tail = Tail::default();
        let reading = tokio::spawn(tail.clone().follow(stderr));
        let (tell, ended) = watch::channel(None);
        let (end, asked) = mpsc::channel(1);
        let pid = child.id();
        tokio::spawn(async move {
            let exit = keep(child, group, asked).await;
            // The last lines of stderr are worth a short wait, but a grandchild may hold the pipe open.
            tokio::time::timeout(Duration::from_millis(200), reading).await.ok();
            tell.send(Some(exit)).ok();
        });
        Ok((Self { pid, tail, ended, end }, Pipes { stdin, stdout }))
    }

    /// Waits for the end.
    pub async fn ended(&self) -> Exit {
        let mut ended = self.ended.clone();
        let exit = ended.wait_for(Option::is_some).await.ok().and_then(|exit| exit.clone());
        exit.unwrap_or_else(|| Exit("end unseen".into()))
    }

    /// Waits for the server to exit by itself after its stdin was closed, then kills it. Returns when it is gone.
    pub async fn stop(&self) -> Exit {
        if let Ok(exit) = tokio::time::timeout(POLITE, self.ended()).await {
            return exit;
        }
        self.end.try_send(()).ok();
        self.ended().await
    }
}

/// Owns the process: notices its end at once, or kills it when asked.
async fn keep(mut child: Child, group: Group, mut asked: mpsc::Receiver<()>) -> Exit {
    let status = tokio::select! {
        status = child.wait() => status,
        // A request to end, or the `Server` was dropped.
        _ = asked.recv() => {
            group.kill();
            child.start_kill().ok();
            child.wait().await
        }
    };
    group.kill();
    match status {
        Ok(status) => Exit(words(status)),
        Err(error) => Exit(error.to_string()),
    }
}

fn words(status: ExitStatus) -> String {
    #[cfg(unix)]
    if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status) {
        return format!("signal {signal}");
    }
    status.code().map_or_else(|| status.to_string(), |code| format!("exit {code}"))
}

#[cfg(all(test, unix))]
#[path = "server/tests.rs"]
mod tests;
