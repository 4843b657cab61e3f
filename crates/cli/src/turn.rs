//! `threadloft run` and `threadloft review`.

use crate::args::{Approve, TurnCommand, Work};
use crate::print::Progress;
use crate::{ExitStatus, open, outcome, print, refused};
use session::{
    AskPolicy, Code, Event, Options, Place, Ran, RunError, Session, SessionOptions, ThreadId, TurnChoices, TurnRequest,
};
use std::io::{IsTerminal, Read};
use std::path::Path;
use std::sync::Arc;
use tokio::sync::watch;

/// More than the server takes in one message.
const LONGEST: u64 = 16 * 1024 * 1024;

/// The thread that the turn runs in, once it has started.
type Running = Arc<watch::Sender<Option<ThreadId>>>;

pub async fn run(options: Options, command: TurnCommand) -> ExitStatus {
    let (place, turn) = match prepare(&command) {
        Ok(prepared) => prepared,
        Err(why) => {
            eprintln!("{}", print::shown(&why));
            return ExitStatus::Usage;
        }
    };
    let asks = match command.approve {
        Approve::Nothing => AskPolicy::decline(),
        Approve::Edits => AskPolicy::accept_edits(),
    };
    // `--trust` is the person's own yes, given before the start.
    let confirms = command.trust == Some(true);
    let opened = tokio::select! {
        opened = open(SessionOptions { asks, confirms, ..SessionOptions::new(options) }) => opened,
        _ = tokio::signal::ctrl_c() => return ExitStatus::Interrupted,
    };
    let session = match opened {
        Ok(session) => session,
        Err(outcome) => return outcome,
    };
    let done = in_session(&session, place, turn, &command).await;
    session.close().await;
    done
}

async fn in_session(session: &Session, place: Place, turn: TurnRequest, command: &TurnCommand) -> ExitStatus {
    if let (Place::Folder(folder), Some(trusted)) = (&place, command.trust)
        && let Err(failure) = session.trust(folder.clone(), trusted).await
    {
        return refused(&failure);
    }
    let progress = Progress { json: command.json };
    let running = Running::default();
    let named = running.clone();
    let turn = turn.on_event(move |event| {
        progress.event(event);
        if let Event::TurnStarted(of) = event {
            named.send_replace(Some(ThreadId::from(of.thread_id.as_str())));
        }
    });
    let work = async {
        match command.work.clone() {
            Work::Prompt(_) => session.run_turn(place, turn).await,
            Work::Review(target) => session.run_review(place, target, turn).await,
        }
    };
    let Some(done) = interruptible(session, &running, work).await else { return ExitStatus::Interrupted };
    progress.end(&done);
    match done {
        Ok(_) => ExitStatus::Done,
        Err(error) => {
            if matches!(&error, RunError::Refused(failure) if failure.code == Code::AskTrust) {
                eprintln!("Run it again with --trust or --no-trust. Codex keeps the answer for this folder.");
            }
            outcome(&error)
        }
    }
}

/// The first Ctrl-C stops the turn, so that what it did is still reported; the second one waits for nothing.
async fn interruptible(
    session: &Session,
    running: &Running,
    work: impl Future<Output = Result<Ran, RunError>>,
) -> Option<Result<Ran, RunError>> {
    tokio::pin!(work);
    tokio::select! {
        done = &mut work => return Some(done),
        _ = tokio::signal::ctrl_c() => {}
    }
    // A turn can be stopped only once it runs.
    let stop = async {
        let mut running = running.subscribe();
        let thread = running.wait_for(Option::is_some).await.ok().and_then(|thread| thread.clone());
        if let Some(thread) = thread {
            session.interrupt(thread).await.ok();
        }
        std::future::pending().await
    };
    tokio::select! {
        done = &mut work => Some(done),
        () = stop => None,
        _ = tokio::signal::ctrl_c() => None,
    }
}

fn prepare(command: &TurnCommand) -> Result<(Place, TurnRequest), String> {
    let prompt = match &command.work {
        Work::Prompt(Some(prompt)) => prompt.clone(),
        Work::Prompt(None) => from_stdin()?,
        Work::Review(_) => String::new(),
    };
    let mut turn = TurnRequest::new(prompt);
    turn.choices = TurnChoices {
        permissions: command.permissions.clone(),
        model: command.model.clone(),
        effort: command.effort.clone(),
    };
    turn.options.timeout = command.timeout;
    if let Some(file) = &command.output_schema {
        turn.options.output_schema = Some(schema(file)?);
    }
    Ok((command.place()?, turn))
}

fn from_stdin() -> Result<String, String> {
    let stdin = std::io::stdin();
    if stdin.is_terminal() {
        return Err("Give a prompt, or send it to standard input.".to_owned());
    }
    let mut prompt = String::new();
    let read = stdin.lock().take(LONGEST).read_to_string(&mut prompt);
    read.map_err(|why| format!("The prompt cannot be read from standard input: {why}"))?;
    if prompt.trim().is_empty() { Err("The prompt on standard input is empty.".to_owned()) } else { Ok(prompt) }
}

fn schema(file: &Path) -> Result<serde_json::Value, String> {
    let text = std::fs::read(file).map_err(|why| format!("{}: {why}", file.display()))?;
    let schema: serde_json::Value =
        serde_json::from_slice(&text).map_err(|why| format!("{} is not JSON: {why}", file.display()))?;
    if schema.is_object() { Ok(schema) } else { Err(format!("{} is no JSON Schema.", file.display())) }
}
