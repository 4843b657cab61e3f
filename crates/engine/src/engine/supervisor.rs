//! Keeps one server running: finds it, starts it, notices its end, restarts it, and gives up when that does not help.
//!
//! Invariant: a person can act on every phase that is shown, and no restart loop runs without an end.

use super::core::Message;
use super::handshake::{Greeting, Methods, greet};
use super::{Engine, now_ms};
use crate::change::{Codex, ServerPhase, StopReason};
use crate::peer::{CallError, Pace, Peer};
use crate::query::ToolPath;
use crate::server::{Exit, Found, Places, Server, Setup, Spec, Tail, find, path_for_server, remembered_path};
use model::state::LocalEvent;
use protocol::Event;
use protocol::method::{ThreadGoalSet, ThreadReadStateUpdate};
use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::time::Duration;
use tokio::sync::{mpsc, oneshot, watch};
use tokio::time::Instant;

/// The server as the rest of the engine sees it.
#[derive(Clone, Default)]
pub(crate) struct Connection {
    pub peer: Option<Peer>,
    pub methods: Methods,
    pub pid: Option<u32>,
    pub tail: Tail,
    /// Where its `PATH` comes from.
    pub path: ToolPath,
    pub starts: u32,
    /// It will not restart by itself.
    pub stopped: bool,
}

pub(crate) enum SupervisorCommand {
    /// Starts the server again, even after it was given up.
    Restart,
    /// Restarts the server, and runs the future while no server is running.
    Between(crate::platform::BoxFuture<()>),
    /// Switches to another home and model, when the demo begins or ends.
    Use(Box<Setup>, oneshot::Sender<()>),
    End(oneshot::Sender<()>),
}

/// After this many deaths within a minute the server is given up.
const MINUTE: Duration = Duration::from_secs(60);
const DEATHS: usize = 3;
const FIRST_WAIT: Duration = Duration::from_millis(250);
const LONGEST_WAIT: Duration = Duration::from_secs(30);
/// How long lines that were in transit when the server ended are still read.
const LAST_LINES: Duration = Duration::from_millis(500);

enum Outcome {
    Died { why: String, lived: Duration },
    Cannot { why: StopReason, message: String },
    Commanded(Option<SupervisorCommand>),
}

struct Supervisor {
    engine: Engine,
    connection: watch::Sender<Connection>,
    commands: mpsc::UnboundedReceiver<SupervisorCommand>,
    setup: Setup,
}

struct RunningServer {
    server: Server,
    peer: Peer,
    closed: watch::Receiver<bool>,
    since: Instant,
}

pub(super) async fn run(
    engine: Engine,
    commands: mpsc::UnboundedReceiver<SupervisorCommand>,
    connection: watch::Sender<Connection>,
) {
    let mut setup = Setup::normal(&engine);
    if engine.shared().options.demo {
        match crate::demo::Demo::start(&engine.shared().options.data_dir).await {
            Ok(demo) => {
                setup = demo.setup();
                *engine.shared().demo.lock().await = Some(demo);
                let (home, shown) = (setup.home.display().to_string(), setup.demo.clone());
                engine.post(move |core| core.enter(home, shown));
            }
            Err(error) => engine.post(move |core| core.warn("demo", "The demo could not be started.", Some(error))),
        }
    }
    Supervisor { engine, connection, commands, setup }.supervise().await;
}

impl Setup {
    pub fn normal(engine: &Engine) -> Self {
        let options = &engine.shared().options;
        Self {
            home: options.home(),
            set_home: options.codex_home.is_some(),
            config: options.extra_config.clone(),
            env: options.env.clone(),
            demo: None,
        }
    }
}

impl Supervisor {
    async fn supervise(mut self) {
        let mut deaths: VecDeque<Instant> = VecDeque::new();
        let mut attempt = 0;
        loop {
            let command = match self.run().await {
                Outcome::Commanded(command) => command,
                Outcome::Cannot { why, message } => self.wait_for_restart(why, message).await,
                Outcome::Died { why, lived } => {
                    attempt = if lived > MINUTE { 1 } else { attempt + 1 };
                    deaths.retain(|death| death.elapsed() < MINUTE);
                    deaths.push_back(Instant::now());
                    if deaths.len() >= DEATHS {
                        let message = format!("{why} That was the third time in a minute.");
                        self.wait_for_restart(StopReason::Crashing, message).await
                    } else {
                        match self.wait_to_retry(attempt, why).await {
                            Some(command) => Some(command),
                            None => continue,
                        }
                    }
                }
            };
            deaths.clear();
            attempt = 0;
            match command {
                Some(SupervisorCommand::Restart) => {}
                Some(SupervisorCommand::Between(work)) => work.await,
                Some(SupervisorCommand::Use(setup, done)) => {
                    self.setup = *setup;
                    let (home, demo) = (self.setup.home.display().to_string(), self.setup.demo.clone());
                    self.engine.with(move |core| core.enter(home, demo)).await.ok();
                    done.send(()).ok();
                }
                Some(SupervisorCommand::End(done)) => {
                    self.connection.send_modify(|connection| connection.stopped = true);
                    done.send(()).ok();
                    return;
                }
                None => return,
            }
        }
    }

    /// Runs one server from finding it to its end.
    async fn run(&mut self) -> Outcome {
        let (engine, connection, setup) = (&self.engine, &self.connection, &self.setup);
        connection.send_modify(|connection| connection.stopped = false);
        let up = tokio::select! {
            up = start(engine, connection, setup) => match up {
                Ok(up) => up,
                Err(outcome) => return outcome,
            },
            command = self.commands.recv() => {
                // A half-started server is killed when its start is cancelled.
                connection.send_modify(|connection| connection.peer = None);
                return Outcome::Commanded(command);
            }
        };
        let RunningServer { server, peer, mut closed, since } = up;
        engine.yield_to_first_rows().await;
        // Nobody looks at the lists of an engine without windows, so it neither reads nor watches them.
        let _watches = if engine.shared().options.headless {
            None
        } else {
            let watches = watch(engine, setup.home.clone()).await;
            engine.on_ready();
            watches
        };
        let (exit, command) = tokio::select! {
            exit = server.ended() => (exit, None),
            () = read_to_end(&mut closed) => (server.stop().await, None),
            command = self.commands.recv() => {
                peer.hang_up();
                (server.stop().await, Some(command))
            }
        };
        peer.hang_up();
        connection.send_modify(|connection| {
            connection.peer = None;
            connection.pid = None;
        });
        tokio::time::timeout(LAST_LINES, read_to_end(&mut closed)).await.ok();
        engine.shared().loaded.clear();
        engine.shared().files.forget().await;
        let why = if command.is_some() { "Codex was restarted.".to_owned() } else { exit_message(&exit) };
        let reason = why.clone();
        let gone = move |core: &mut super::Core| {
            core.follow(0);
            core.apply_local(LocalEvent::ServerGone { why: reason });
        };
        engine.with(gone).await.ok();
        match command {
            Some(command) => Outcome::Commanded(command),
            None => Outcome::Died { why, lived: since.elapsed() },
        }
    }

    /// Waits before the next attempt. A command ends the wait.
    async fn wait_to_retry(&mut self, attempt: u32, why: String) -> Option<SupervisorCommand> {
        let wait = (FIRST_WAIT * 2u32.saturating_pow(attempt.saturating_sub(1)).min(1024)).min(LONGEST_WAIT);
        let next_ms = now_ms() + wait.as_millis() as f64;
        set_phase(&self.engine, ServerPhase::Restarting { attempt, next_ms, why });
        tokio::select! {
            () = tokio::time::sleep(wait) => None,
            // A closed channel means "end"; the next step handles it.
            command = self.commands.recv() => command,
        }
    }

    /// Waits until a person restarts the server.
    async fn wait_for_restart(&mut self, why: StopReason, message: String) -> Option<SupervisorCommand> {
        self.connection.send_modify(|connection| connection.stopped = true);
        let tail = self.connection.borrow().tail.lines();
        let message = crate::mask::secrets(&message).into_owned();
        set_phase(&self.engine, ServerPhase::Stopped { why, message, tail });
        self.commands.recv().await
    }
}

/// Starting a watch walks through all folders, so it runs on its own thread.
async fn watch(engine: &Engine, home: PathBuf) -> Option<impl Sized + use<>> {
    let again = engine.clone();
    let watching = tokio::task::spawn_blocking(move || {
        let surroundings = again.shared().handlers.watch(&again, &home);
        (crate::watch::sessions(&home, move |seen| again.on_sessions_changed(seen)), surroundings)
    });
    watching.await.ok()
}

async fn start(
    engine: &Engine,
    connection: &watch::Sender<Connection>,
    setup: &Setup,
) -> Result<RunningServer, Outcome> {
    set_phase(engine, ServerPhase::Finding);
    engine.wait_for_window().await;
    let path = tokio::spawn(path_for_server(engine.shared().options.kept_path()));
    connection.send_modify(|connection| connection.tail = Tail::default());
    let (found, config) =
        tokio::join!(find_codex(engine), engine.shared().handlers.prepare(engine.clone(), setup.clone()));
    let found = found?;
    let codex = Codex { path: found.path.display().to_string(), version: None, found: found.origin };
    post_local(engine, LocalEvent::Codex(Some(codex.clone())));
    let home = setup.home.clone();
    let writable = tokio::task::spawn_blocking(move || check_home(&home)).await;
    if let Ok(Err(error)) = writable {
        let message = format!("Codex stores threads in {}, which cannot be written ({error}).", setup.home.display());
        return Err(Outcome::Cannot { why: StopReason::HomeNotWritable, message });
    }
    set_phase(engine, ServerPhase::Starting);
    let since = Instant::now();
    let recovered = path.await.unwrap_or_default();
    let path = recovered.path.map(|path| ("PATH".to_owned(), path));
    let spec = Spec {
        program: found.path.clone(),
        home: setup.home.clone(),
        set_home: setup.set_home,
        config,
        env: path.into_iter().chain(setup.env.clone()).collect(),
    };
    let (server, pipes) = Server::start(&spec).await.map_err(|error| start_failure(&found.path, &error))?;
    let mut run = 0;
    connection.send_modify(|connection| {
        connection.starts += 1;
        connection.pid = server.pid;
        connection.tail = server.tail.clone();
        connection.path = recovered.from;
        run = u64::from(connection.starts);
    });
    engine.post(move |core| core.follow(run));
    let (tell_closed, closed) = watch::channel(false);
    let messages = engine.0.messages.clone();
    let sink = move |event: Event| {
        let closed = matches!(event, Event::Closed);
        messages.send(Message::Event(run, event)).ok();
        if closed {
            tell_closed.send_replace(true);
        }
    };
    let tally = engine.shared().tally.clone();
    let peer = Peer::connect(
        pipes.stdout,
        pipes.stdin,
        tally,
        Pace::default(),
        engine.shared().options.tools.clone(),
        Box::new(sink),
    );
    // The account decides which screen is shown, and the list is what a person reads on it, so these two calls go
    // first.
    let greeted = || {
        engine.shared().handlers.greeted(engine, &peer);
        engine.read_first_lines(&peer);
    };
    let greeting = match greet(&peer, greeted).await {
        Ok(greeting) => greeting,
        Err(error) => return Err(handshake_failed(server, peer, error, since).await),
    };
    if let Some(missing) = greeting.methods.lacks() {
        let message = too_old(&found.path, &format!("{missing} is missing"));
        peer.hang_up();
        server.stop().await;
        return Err(Outcome::Cannot { why: StopReason::TooOld, message });
    }
    set_ready(engine, connection, codex, &peer, greeting).await;
    Ok(RunningServer { server, peer, closed, since })
}

/// Waits until everything the old connection sent was read.
async fn read_to_end(closed: &mut watch::Receiver<bool>) {
    closed.wait_for(|closed| *closed).await.ok();
}

async fn find_codex(engine: &Engine) -> Result<Found, Outcome> {
    let setting = engine.with(|core| core.state.settings().codex.clone()).await.unwrap_or_default();
    let options = &engine.shared().options;
    let places = Places {
        environment: options.codex.clone(),
        setting: setting.map(PathBuf::from),
        bundled: options.bundled.clone(),
        fetched: options.fetched(),
        remembered: remembered_path(&options.kept_path()),
        ..Places::here()
    };
    find(&places).await.map_err(|missing| {
        post_local(engine, LocalEvent::Codex(None));
        Outcome::Cannot { why: missing.reason(), message: missing.to_string() }
    })
}

async fn set_ready(
    engine: &Engine,
    connection: &watch::Sender<Connection>,
    codex: Codex,
    peer: &Peer,
    greeting: Greeting,
) {
    let codex = Codex { version: greeting.version, ..codex };
    let home = greeting.home;
    let goals = greeting.methods.knows::<ThreadGoalSet>();
    let read_state = greeting.methods.knows::<ThreadReadStateUpdate>();
    engine
        .with(move |core| {
            core.apply_local(LocalEvent::Codex(Some(codex)));
            if let Some(home) = home {
                core.apply_local(LocalEvent::Home(home));
            }
            core.apply_local(LocalEvent::Platform { windows: greeting.windows });
            core.apply_local(LocalEvent::Knows { goals, read_state });
            core.apply_local(LocalEvent::Phase(ServerPhase::Ready));
        })
        .await
        .ok();
    connection.send_modify(|connection| {
        connection.peer = Some(peer.clone());
        connection.methods = greeting.methods;
    });
}

/// The handshake failed: the server died, is no app-server, or refused.
async fn handshake_failed(server: Server, peer: Peer, error: CallError, since: Instant) -> Outcome {
    peer.hang_up();
    let exit = server.stop().await;
    judge_failure(error, exit_message(&exit), &server.tail.lines(), since.elapsed())
}

/// `died` describes how the process ended.
fn judge_failure(error: CallError, died: String, tail: &[String], lived: Duration) -> Outcome {
    let cannot = |why, message: String| Outcome::Cannot { why, message };
    match error {
        _ if tail.iter().any(|connection| connection.contains("unrecognized subcommand")) => {
            cannot(StopReason::TooOld, "This version of Codex is too old: it has no app-server.".into())
        }
        CallError::Closed => Outcome::Died { why: died, lived },
        // The deadline is long enough for the longest history, so a retry would not help.
        CallError::TimedOut { .. } => cannot(StopReason::Silent, "Codex started but did not answer.".into()),
        error @ (CallError::Refused { .. } | CallError::Unreadable { .. }) if error.is_unknown_method() => {
            cannot(StopReason::TooOld, "This version of Codex is too old: it has no handshake.".into())
        }
        error => cannot(StopReason::Refused, format!("Codex refused the handshake: {error}.")),
    }
}

fn start_failure(path: &Path, error: &std::io::Error) -> Outcome {
    let why = match error.kind() {
        // The program is being replaced by an update, which passes.
        std::io::ErrorKind::ExecutableFileBusy => {
            return Outcome::Died { why: format!("{} is being replaced.", path.display()), lived: Duration::ZERO };
        }
        std::io::ErrorKind::NotFound => StopReason::NotFound,
        std::io::ErrorKind::PermissionDenied => StopReason::NotExecutable,
        _ => StopReason::Refused,
    };
    Outcome::Cannot { why, message: format!("{} could not be started: {error}.", path.display()) }
}

fn too_old(path: &Path, why: &str) -> String {
    format!("{} is too old for Threadloft: {why}. Install a newer version, or choose another copy.", path.display())
}

fn exit_message(exit: &Exit) -> String {
    format!("Codex stopped ({exit}).")
}

/// Codex would fail later, with an unhelpful message.
fn check_home(home: &Path) -> std::io::Result<()> {
    std::fs::create_dir_all(home)?;
    let probe = home.join(format!(".threadloft-{}", std::process::id()));
    std::fs::write(&probe, b"")?;
    std::fs::remove_file(probe)
}

fn set_phase(engine: &Engine, phase: ServerPhase) {
    post_local(engine, LocalEvent::Phase(phase));
}

fn post_local(engine: &Engine, event: LocalEvent) {
    engine.post(move |core| core.apply_local(event));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_server_that_died_is_started_again() {
        let after = |error, tail: &[&str]| {
            let tail: Vec<String> = tail.iter().map(|connection| (*connection).to_owned()).collect();
            match judge_failure(error, "Codex stopped.".into(), &tail, MINUTE * 10) {
                Outcome::Cannot { why, .. } => Some(why),
                Outcome::Died { .. } | Outcome::Commanded(_) => None,
            }
        };
        assert_eq!(
            after(CallError::TimedOut { method: "initialize", deadline: MINUTE * 10 }, &[]),
            Some(StopReason::Silent)
        );
        assert_eq!(after(CallError::Closed, &[]), None);
        assert_eq!(
            after(CallError::Closed, &["error: unrecognized subcommand 'app-server'"]),
            Some(StopReason::TooOld)
        );
    }
}
