//! Terminals: open, type, resize, close.

use super::{permission, send, terminals};
use crate::engine::Engine;
use crate::failure::{Code, Failure};
use crate::id::{TerminalId, ThreadId};
use crate::intent::TerminalIntent;
use crate::peer::CallError;
use crate::terminal::{Fenced, TerminalState, Typed};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use model::permissions::{Overrides, RunsUnder};
use model::refusal::Refusal;
use model::state::{LocalEvent, NewTerminal};
use model::terminal::encode;
use protocol::method::{
    CommandExec, CommandExecParams, CommandResize, CommandResizeParams, CommandTerminate, CommandTerminateParams,
    CommandWrite, CommandWriteParams, ProcessKill, ProcessKillParams, ProcessResize, ProcessResizeParams, ProcessSpawn,
    ProcessSpawnParams, ProcessWrite, ProcessWriteParams, TerminalSize,
};
use protocol::thread::SandboxPolicy;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

/// The limit for all threads together.
const MOST: usize = 12;
/// The limit for one paste.
const LONGEST: usize = 1024 * 1024;
/// The prefix of terminals that are processes outside Codex's sandbox.
const PROCESS: &str = "process-";
/// The built-in profile without a sandbox.
const NO_SANDBOX: &str = ":danger-full-access";

/// Never reset, so that a restarted server cannot confuse a new terminal with an old one.
static LAST_TERMINAL: AtomicU64 = AtomicU64::new(0);

pub(super) async fn act(engine: &Engine, intent: TerminalIntent) -> Result<(), Failure> {
    match intent {
        TerminalIntent::OpenTerminal { thread, fenced, columns, rows } => {
            open(engine, thread, fenced, columns, rows).await
        }
        TerminalIntent::TypeTerminal { terminal, typed } => type_into(engine, terminal, typed).await,
        TerminalIntent::ResizeTerminal { terminal, columns, rows } => resize(engine, terminal, columns, rows).await,
        TerminalIntent::CloseTerminal { terminal } => close(engine, terminal).await,
        TerminalIntent::StopTerminal { thread, process } => terminals::stop(engine, thread, process).await,
    }
}

pub(super) async fn open(
    engine: &Engine,
    thread: ThreadId,
    fenced: bool,
    columns: u16,
    rows: u16,
) -> Result<(), Failure> {
    let peer = engine.peer().await?;
    let asked = thread.clone();
    let (cwd, under, works, count) = engine
        .with(move |core| {
            let state = &core.state;
            let under = state.policy_of(&asked).cloned();
            (state.cwd(&asked), under, state.server().sandbox_works, state.count_terminals())
        })
        .await?;
    let cwd = cwd.filter(|cwd| Path::new(cwd).is_dir());
    let cwd = cwd.ok_or_else(|| Failure::new(Code::Refused, "This thread’s folder no longer exists."))?;
    if count >= MOST {
        return Err(Failure::new(Code::Refused, format!("{MOST} terminals are open. Close one first.")));
    }
    if fenced && works == Some(false) {
        let message =
            "The sandbox does not work on this computer. Open a terminal without it, if you trust the folder.";
        return Err(Failure::new(Code::Refused, message));
    }
    let overrides = match fenced {
        true => permission::overrides(engine, &thread, &send::choices(engine, &thread).await?).await?,
        false => Overrides::default(),
    };
    let (fence, profile, policy) = sandbox(fenced, &overrides, under.as_ref(), &cwd);
    let shell = shell();
    let name = Path::new(&shell).file_name().unwrap_or_default().to_string_lossy().into_owned();
    let plain = !fenced && engine.connection().methods.knows::<ProcessSpawn>();
    let kind = if plain { PROCESS } else { "terminal-" };
    let id = TerminalId(format!("{kind}{}-{}", std::process::id(), LAST_TERMINAL.fetch_add(1, Ordering::Relaxed)));
    let begun = NewTerminal {
        id: id.clone(),
        thread,
        shell: name,
        cwd: render::visible(&cwd),
        fenced: fence,
        columns: columns.clamp(2, 500),
        rows: rows.clamp(2, 500),
    };
    let env = Some(BTreeMap::from([("TERM".to_owned(), Some("xterm-256color".to_owned()))]));
    let size = Some(TerminalSize { cols: begun.columns, rows: begun.rows });
    if plain {
        let (handle, tty) = (id.0.clone(), Some(true));
        let params = ProcessSpawnParams {
            command: vec![shell],
            cwd,
            process_handle: handle,
            env,
            tty,
            size,
            ..Default::default()
        };
        engine.with(move |core| core.apply_local(LocalEvent::TerminalBegun(begun))).await?;
        // A notification reports how the process ends; only a failed start is handled here.
        if let Err(error) = peer.call::<ProcessSpawn>(params).await {
            let state = TerminalState::Ended { exit: None, why: Some(Failure::from(error).message) };
            engine.with(move |core| core.apply_local(LocalEvent::TerminalEnded { terminal: id, state })).await?;
        }
        return Ok(());
    }
    let params = CommandExecParams {
        command: command(shell, fence),
        cwd: Some(cwd),
        env,
        disable_timeout: Some(true),
        disable_output_cap: Some(true),
        permission_profile: profile,
        sandbox_policy: policy,
        process_id: Some(id.0.clone()),
        tty: Some(true),
        size,
        ..CommandExecParams::default()
    };
    engine.with(move |core| core.apply_local(LocalEvent::TerminalBegun(begun))).await?;
    let engine = engine.clone();
    tokio::spawn(async move {
        let state = ended(peer.call_until_done::<CommandExec>(params).await);
        engine.post(move |core| core.apply_local(LocalEvent::TerminalEnded { terminal: id, state }));
    });
    Ok(())
}

/// The sandbox to run in, and how the tab labels it. A profile that applies to the thread also applies to its
/// terminals. Full access has no sandbox, so a sandboxed terminal gets the folder instead.
fn sandbox(
    fenced: bool,
    chosen: &Overrides,
    under: Option<&RunsUnder>,
    cwd: &str,
) -> (Fenced, Option<String>, Option<SandboxPolicy>) {
    if !fenced {
        return (Fenced::Not, None, Some(SandboxPolicy::DangerFullAccess));
    }
    let sandbox = chosen.sandbox.as_ref().or(under.map(|under| &under.sandbox));
    let profile = match (&chosen.profile, &chosen.sandbox) {
        (None, None) => under.and_then(|under| under.profile.clone()),
        (profile, _) => profile.clone(),
    };
    let kind = match sandbox {
        Some(SandboxPolicy::ReadOnly { .. }) => Fenced::ReadOnly,
        _ => Fenced::Folder,
    };
    if let Some(profile) = profile.filter(|profile| profile != NO_SANDBOX) {
        return (kind, Some(profile), None);
    }
    let policy = match kind {
        Fenced::ReadOnly => SandboxPolicy::ReadOnly { network_access: false },
        Fenced::Folder | Fenced::Not => SandboxPolicy::WorkspaceWrite {
            writable_roots: vec![cwd.to_owned()],
            network_access: false,
            exclude_tmpdir_env_var: false,
            exclude_slash_tmp: false,
        },
    };
    (kind, None, Some(policy))
}

/// Linux only. Codex's sandbox starts the shell in a session without a terminal, so a typed interrupt would reach the
/// sandbox itself and end it. The shell therefore gets a terminal of its own inside, where `script` can make one. The
/// resize signal does not get through either, so a loop copies the size.
const INNER_TERMINAL: &str = r#"
export SHELL="$0"
if script --version 2>/dev/null | grep -q util-linux && script -qec true /dev/null </dev/null >/dev/null 2>&1; then
  exec 3<&0
  ({
    was=$(stty size <&3)
    while sleep 1 && kill -0 $$; do
      is=$(stty size <&3)
      [ "$was" = "$is" ] || kill -WINCH $$
      was=$is
    done
  } >/dev/null 2>&1 &)
  exec script -qfe /dev/null 3<&-
fi
exec "$0"
"#;

fn command(shell: String, sandbox: Fenced) -> Vec<String> {
    match sandbox {
        Fenced::ReadOnly | Fenced::Folder if cfg!(target_os = "linux") => {
            vec!["/bin/sh".into(), "-c".into(), INNER_TERMINAL.into(), shell]
        }
        _ => vec![shell],
    }
}

/// The person's own shell.
fn shell() -> String {
    let chosen =
        std::env::var("SHELL").ok().filter(|shell| Path::new(shell).is_absolute() && Path::new(shell).is_file());
    let usual = if cfg!(windows) { "powershell.exe" } else { "/bin/sh" };
    chosen.unwrap_or_else(|| usual.to_owned())
}

fn ended(outcome: Result<protocol::method::CommandExecAnswer, CallError>) -> TerminalState {
    match outcome {
        Ok(answer) => TerminalState::Ended { exit: i32::try_from(answer.exit_code).ok(), why: None },
        Err(error) => TerminalState::Ended { exit: None, why: Some(Failure::from(error).message) },
    }
}

/// Sends keystrokes. Their order is kept because a window sends the next batch only after this one returned.
pub(super) async fn type_into(engine: &Engine, terminal: TerminalId, typed: Vec<Typed>) -> Result<(), Failure> {
    let asked = terminal.clone();
    let modes = engine.with(move |core| core.state.terminal_modes(&asked)).await?.ok_or_else(not_running)?;
    let bytes = encode(&typed, modes);
    if bytes.len() > LONGEST {
        return Err(Failure::bad_input("The text is too long to paste at once."));
    }
    write(engine, &terminal, &bytes).await
}

/// Sends raw bytes, including the replies that a program expects from its terminal.
pub(crate) async fn write(engine: &Engine, terminal: &TerminalId, bytes: &[u8]) -> Result<(), Failure> {
    if bytes.is_empty() {
        return Ok(());
    }
    let peer = engine.peer().await?;
    let delta_base64 = Some(STANDARD.encode(bytes));
    if is_process(terminal) {
        let params = ProcessWriteParams { process_handle: terminal.0.clone(), delta_base64, close_stdin: None };
        peer.call::<ProcessWrite>(params).await?;
    } else {
        let params = CommandWriteParams { process_id: terminal.0.clone(), delta_base64, close_stdin: None };
        peer.call::<CommandWrite>(params).await?;
    }
    Ok(())
}

pub(super) async fn resize(engine: &Engine, terminal: TerminalId, columns: u16, rows: u16) -> Result<(), Failure> {
    let (cols, rows) = (columns.clamp(2, 500), rows.clamp(2, 500));
    let asked = terminal.clone();
    let runs = engine
        .with(move |core| {
            core.state.resize_terminal(&asked, cols, rows);
            core.state.terminal_modes(&asked).is_some()
        })
        .await?;
    if runs {
        let (peer, size) = (engine.peer().await?, TerminalSize { cols, rows });
        if is_process(&terminal) {
            peer.call::<ProcessResize>(ProcessResizeParams { process_handle: terminal.0, size }).await?;
        } else {
            peer.call::<CommandResize>(CommandResizeParams { process_id: terminal.0, size }).await?;
        }
    }
    Ok(())
}

/// Ends what runs in the terminal and removes its tab.
pub(super) async fn close(engine: &Engine, terminal: TerminalId) -> Result<(), Failure> {
    let asked = terminal.clone();
    if engine.with(move |core| core.state.terminal_modes(&asked)).await?.is_some() {
        terminate(engine, &terminal).await?;
    }
    engine.with(move |core| core.apply_local(LocalEvent::TerminalGone(terminal))).await
}

pub(crate) async fn terminate(engine: &Engine, terminal: &TerminalId) -> Result<(), Failure> {
    let peer = engine.peer().await?;
    let done = if is_process(terminal) {
        peer.call::<ProcessKill>(ProcessKillParams { process_handle: terminal.0.clone() }).await
    } else {
        peer.call::<CommandTerminate>(CommandTerminateParams { process_id: terminal.0.clone() }).await
    };
    match done {
        // The process ended while the call was on its way.
        Err(error) if error.refusal() == Some(Refusal::ProcessEnded) => Ok(()),
        done => Ok(done.map(|_| ())?),
    }
}

/// A terminal outside the sandbox is a plain process, and no command of Codex's.
fn is_process(terminal: &TerminalId) -> bool {
    terminal.as_str().starts_with(PROCESS)
}

fn not_running() -> Failure {
    Failure::new(Code::Refused, "This terminal has ended.")
}
