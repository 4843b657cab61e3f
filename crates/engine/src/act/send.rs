//! Sends messages to the agent, interrupts it, and answers its requests.
//!
//! Invariant: text that did not arrive is not lost. It stays the thread's draft until the server has accepted it.

use super::permission;
use crate::ask::Answer;
use crate::engine::{Engine, first_page, now_ms};
use crate::failure::{Code, Failure};
use crate::id::{AskId, ThreadId, WindowId};
use crate::intent::{Choices, Prompt, Receipt};
use crate::peer::{CallError, Peer};
use crate::prompt::MOST_CHARACTERS;
use model::permissions::Overrides;
use model::state::{Delivery, LocalEvent, Outgoing, SentFrom};
use protocol::enums::{Personality, ReasoningSummary};
use protocol::item::UserInput;
use protocol::method::{
    ThreadResume, ThreadResumeParams, ThreadSettingsUpdate, ThreadStartParams, TurnInterrupt, TurnInterruptParams,
    TurnStart, TurnStartParams, TurnSteer, TurnSteerParams,
};
use protocol::thread::ThreadSession;
use serde_json::Value;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// A message, and the id under which the server returns it. The id distinguishes it from a message of another client.
#[derive(Debug, Clone)]
pub(super) struct UserMessage {
    pub id: String,
    pub input: Vec<UserInput>,
    /// JSON Schema that the turn's last message must follow.
    pub output_schema: Option<Value>,
}

impl UserMessage {
    pub fn new(input: Vec<UserInput>) -> Self {
        Self { id: message_id(), input, output_schema: None }
    }

    /// The message as it is shown until its row arrives.
    fn outgoing(&self, thread: &ThreadId, prompt: Prompt, from: SentFrom) -> Outgoing {
        Outgoing::new(self.id.clone(), thread.clone(), self.input.clone(), prompt, from)
    }
}

impl From<protocol::thread::Queued> for UserMessage {
    fn from(queued: protocol::thread::Queued) -> Self {
        Self { id: queued.client_user_message_id, input: queued.input, output_schema: None }
    }
}

pub(super) async fn start_thread(
    engine: &Engine,
    window: WindowId,
    cwd: String,
    prompt: Prompt,
    choices: Choices,
) -> Result<Receipt, Failure> {
    let input = input(&prompt)?;
    let (peer, thread) = start_empty_thread(engine, cwd, &choices).await?;
    let message = UserMessage::new(input);
    let sent = message.outgoing(&thread, prompt, SentFrom::New).by(window.clone());
    let (shown, by) = (thread.clone(), window.clone());
    engine
        .with(move |core| {
            core.open(&by, &shown);
            core.show_sent(sent);
        })
        .await?;
    let id = message.id.clone();
    match start_first_turn(engine, &peer, &thread, message, &choices).await {
        Ok(()) => {
            engine.with(|core| core.apply_local(LocalEvent::Message(id, Delivery::Confirmed))).await?;
            Ok(Receipt { thread: Some(thread), ..Receipt::default() })
        }
        Err(error) => {
            let failure = error;
            let (failed, message) = (thread.clone(), failure.message.clone());
            engine.post(move |core| {
                core.apply_local(LocalEvent::SendFailed { thread: failed, message });
                // The server forgets a thread without a turn, so the text becomes the draft of a new thread.
                core.apply_local(LocalEvent::Message(id, Delivery::Refused));
            });
            engine.abandon(&window, thread, &failure).await;
            Err(failure)
        }
    }
}

/// Starts a thread in a folder with its first turn, for a caller without a window.
pub(super) async fn start_thread_without_window(
    engine: &Engine,
    cwd: String,
    prompt: &Prompt,
    choices: &Choices,
    output_schema: Option<Value>,
) -> Result<ThreadId, Failure> {
    let message = UserMessage { output_schema, ..UserMessage::new(input(prompt)?) };
    let (peer, thread) = start_empty_thread(engine, cwd, choices).await?;
    start_first_turn(engine, &peer, &thread, message, choices).await?;
    Ok(thread)
}

/// Starts a thread without a turn. This is the only place that does, so every question about a folder belongs here.
///
/// Permissions are sent with the first turn and not here: at this point the server takes a sandbox that may write, even
/// one from the config, as the person's decision to trust the folder. Only a server that accepts permissions at no
/// other time gets them here.
pub(super) async fn start_empty_thread(
    engine: &Engine,
    cwd: String,
    choices: &Choices,
) -> Result<(Peer, ThreadId), Failure> {
    if !Path::new(&cwd).is_absolute() || !Path::new(&cwd).is_dir() {
        return Err(Failure::bad_input(format!("The folder {cwd} does not exist. Choose another one.")));
    }
    let peer = engine.peer().await?;
    let early = if engine.connection().methods.knows::<ThreadSettingsUpdate>() {
        Overrides::default()
    } else {
        permission::overrides_for_new(engine, cwd.clone(), choices).await?
    };
    let told = early.clone();
    let params = ThreadStartParams {
        cwd: Some(cwd),
        model: choices.model.clone(),
        sandbox: early.mode(),
        approval_policy: early.approval,
        approvals_reviewer: early.reviewer,
        dynamic_tools: engine.shared().options.tools.specs(),
        ..ThreadStartParams::default()
    };
    let session = crate::trust::begin(engine, params).await?;
    let thread = mark_loaded(engine, &session);
    let (of, chosen) = (thread.clone(), choices.clone());
    let headless = engine.shared().options.headless;
    engine
        .with(move |core| {
            // Rows are kept only for threads that a window shows, and a request for a file change needs its row.
            if headless {
                core.open(&super::review::program_window(), &of);
            }
            core.choose(of, chosen);
        })
        .await?;
    permission::remember_sent(engine, &thread, &told).await;
    Ok((peer, thread))
}

/// Nothing can run in a folder that is gone. The server would start a turn all the same, and each of its commands would
/// fail.
pub(super) async fn has_folder(engine: &Engine, thread: &ThreadId) -> Result<(), Failure> {
    let asked = thread.clone();
    match engine.with(move |core| core.state.cwd(&asked)).await? {
        Some(cwd) if !cwd.is_empty() && !Path::new(&cwd).is_dir() => Err(Failure::bad_input(format!(
            "This thread’s folder, {cwd}, no longer exists. Restore it, or start a new thread in another folder."
        ))),
        _ => Ok(()),
    }
}

pub(super) async fn send(
    engine: &Engine,
    window: WindowId,
    thread: ThreadId,
    prompt: Prompt,
    choices: Choices,
) -> Result<(), Failure> {
    let prompt = super::attach::as_files(engine, prompt).await?;
    let message = UserMessage::new(input(&prompt)?);
    let asked = thread.clone();
    // A message into a running turn may explain that very problem, so it is let through.
    if engine.with(move |core| core.state.running(&asked).is_none()).await? {
        has_folder(engine, &thread).await?;
    }
    let sent = message.outgoing(&thread, prompt, SentFrom::Composer).by(window);
    let (asked, id) = (thread.clone(), message.id.clone());
    let running = engine
        .with(move |core| {
            let running = core.state.running(&asked);
            core.show_sent(sent);
            running
        })
        .await?;
    let done = match try_send(engine, &thread, message.clone(), &choices, running.map(|turn| turn.0)).await {
        // The message waits until the next turn can start.
        Ok(false) => super::queue::enqueue_last(engine, &thread, message, choices).await.map(|()| false),
        done => done,
    };
    let outcome = done.clone();
    engine.post(move |core| match outcome {
        Ok(taken) => {
            core.apply_local(LocalEvent::Locked { thread, locked: false });
            if taken {
                core.apply_local(LocalEvent::Message(id, Delivery::Confirmed));
            }
        }
        Err(failure) => {
            if failure.code == Code::Locked {
                core.apply_local(LocalEvent::Locked { thread: thread.clone(), locked: true });
            }
            core.apply_local(LocalEvent::SendFailed { thread, message: failure.message });
            core.apply_local(LocalEvent::Message(id, Delivery::Refused));
        }
    });
    done.map(drop)
}

pub(super) async fn deliver(
    engine: &Engine,
    thread: &ThreadId,
    message: UserMessage,
    choices: Choices,
    running: Option<String>,
) -> Result<(), Failure> {
    if try_send(engine, thread, message, &choices, running).await? {
        return Ok(());
    }
    let message = "A review or compaction is running and cannot take messages. Wait until it ends, or stop it.";
    Err(Failure::new(Code::Refused, message))
}

/// What the delivery of a queued message means for it. Without an answer the server may still have accepted it.
pub(super) fn outcome(done: &Result<(), Failure>) -> Delivery {
    match done {
        Ok(()) => Delivery::Confirmed,
        Err(failure) if matches!(failure.code, Code::ServerGone | Code::TimedOut) => Delivery::Unheard,
        Err(_) => Delivery::Refused,
    }
}

/// Sends a message into the running turn, or as a turn of its own. `false` if the running turn accepts no messages.
async fn try_send(
    engine: &Engine,
    thread: &ThreadId,
    message: UserMessage,
    choices: &Choices,
    running: Option<String>,
) -> Result<bool, Failure> {
    let peer = engine.peer().await?;
    if let Some(turn) = running {
        match steer(&peer, thread, &message, turn).await {
            Ok(()) => return Ok(true),
            Err(error) if error.is_closed_turn() => return Ok(false),
            // The turn ended a moment ago, or the server is too old to steer. The message becomes a turn of its own.
            Err(CallError::Refused { .. }) => {}
            Err(error) => return Err(error.into()),
        }
    }
    if !engine.shared().loaded.has(thread) {
        resume(engine, &peer, thread, choices).await?;
    }
    let overrides = permission::overrides(engine, thread, choices).await?;
    let mut done = start_turn(engine, &peer, thread, message.clone(), choices, &overrides).await;
    // The server unloaded the thread in the meantime.
    if done.as_ref().is_err_and(CallError::is_not_found) {
        resume(engine, &peer, thread, choices).await?;
        done = start_turn(engine, &peer, thread, message, choices, &overrides).await;
    }
    match done {
        Err(error) if error.is_closed_turn() => Ok(false),
        done => Ok(done.map(|()| true)?),
    }
}

/// Steers this turn, or the one that the server says is running instead. An older server has two ids for a review.
async fn steer(peer: &Peer, thread: &ThreadId, message: &UserMessage, turn: String) -> Result<(), CallError> {
    let into = |turn: String| TurnSteerParams {
        thread_id: thread.0.clone(),
        expected_turn_id: turn,
        input: message.input.clone(),
        client_user_message_id: Some(message.id.clone()),
    };
    let done = peer.call::<TurnSteer>(into(turn)).await;
    match done.as_ref().err().and_then(CallError::runs_instead) {
        Some(other) => peer.call::<TurnSteer>(into(other.to_owned())).await.map(drop),
        None => done.map(drop),
    }
}

pub(super) async fn resume(engine: &Engine, peer: &Peer, thread: &ThreadId, choices: &Choices) -> Result<(), Failure> {
    let overrides = permission::overrides(engine, thread, choices).await?;
    permission::remember_sent(engine, thread, &overrides).await;
    let params = ThreadResumeParams {
        thread_id: thread.0.clone(),
        exclude_turns: Some(true),
        // Another Codex may have continued the thread a moment ago, so the newest page is read along with it.
        initial_turns_page: Some(first_page()),
        model: choices.model.clone(),
        // The server's queue may continue with this very call, so the permissions must be in it.
        sandbox: overrides.mode(),
        permissions: overrides.profile,
        approval_policy: overrides.approval,
        approvals_reviewer: overrides.reviewer,
        ..ThreadResumeParams::default()
    };
    let session = peer.call::<ThreadResume>(params).await?;
    mark_loaded(engine, &session);
    Ok(())
}

async fn start_first_turn(
    engine: &Engine,
    peer: &Peer,
    thread: &ThreadId,
    message: UserMessage,
    choices: &Choices,
) -> Result<(), Failure> {
    let overrides = permission::overrides(engine, thread, choices).await?;
    Ok(start_turn(engine, peer, thread, message, choices, &overrides).await?)
}

async fn start_turn(
    engine: &Engine,
    peer: &Peer,
    thread: &ThreadId,
    message: UserMessage,
    choices: &Choices,
    overrides: &Overrides,
) -> Result<(), CallError> {
    permission::prepare(engine, peer, thread, overrides).await?;
    let manner = &choices.manner;
    let params = TurnStartParams {
        thread_id: thread.0.clone(),
        input: message.input,
        client_user_message_id: Some(message.id),
        model: choices.model.clone(),
        effort: choices.effort.clone(),
        summary: manner.summary.as_deref().map(ReasoningSummary::from),
        personality: manner.personality.as_deref().map(Personality::from),
        service_tier: manner.tier.clone(),
        collaboration_mode: super::mode::to_send(engine, peer, thread, choices).await?,
        permissions: overrides.profile_in_call(),
        sandbox_policy: overrides.sandbox.clone(),
        approval_policy: overrides.approval.clone(),
        approvals_reviewer: overrides.reviewer.clone(),
        output_schema: message.output_schema,
        ..TurnStartParams::default()
    };
    peer.call::<TurnStart>(params).await?;
    permission::confirm(engine, thread, choices, overrides);
    Ok(())
}

pub(crate) async fn interrupt(engine: &Engine, thread: ThreadId) -> Result<(), Failure> {
    let asked = thread.clone();
    let running = engine.with(move |core| core.state.running(&asked).zip(core.state.interrupt_id(&asked))).await?;
    let Some((turn, name)) = running else { return Ok(()) };
    let peer = engine.peer().await?;
    let params = TurnInterruptParams { thread_id: thread.0.clone(), turn_id: name.0 };
    let Err(error) = peer.call::<TurnInterrupt>(params).await else { return Ok(()) };
    // A second interrupt is never answered, and a late one is refused. What counts is whether the turn is still
    // running.
    let still = engine.with(move |core| core.state.running(&thread)).await?;
    if still == Some(turn) { Err(error.into()) } else { Ok(()) }
}

pub(super) async fn answer(engine: &Engine, ask: AskId, answer: Answer) -> Result<(), Failure> {
    if engine.connection().peer.is_none() {
        return Err(Failure::new(Code::AskGone, "Codex stopped and is no longer waiting for this answer."));
    }
    engine.with(move |core| core.answer(ask, answer)).await?
}

pub(super) fn input(prompt: &Prompt) -> Result<Vec<UserInput>, Failure> {
    let words = text(&prompt.text, !prompt.attached.is_empty())?;
    let mut input = if prompt.text.trim().is_empty() { Vec::new() } else { vec![words] };
    for one in &prompt.attached {
        input.push(super::attach::input_item(one)?);
    }
    Ok(input)
}

/// The choices to resume a thread with if the caller gives none.
pub(super) async fn choices(engine: &Engine, thread: &ThreadId) -> Result<Choices, Failure> {
    let asked = thread.clone();
    engine.with(move |core| core.state.choices(&asked)).await
}

/// Resumes the thread, which takes its writer lock until no window shows it.
pub(super) async fn ensure_loaded(engine: &Engine, peer: &Peer, thread: &ThreadId) -> Result<(), Failure> {
    ensure_loaded_with(engine, peer, thread, &choices(engine, thread).await?).await
}

/// Resumes a thread with these choices, before something that carries none of its own.
pub(super) async fn ensure_loaded_with(
    engine: &Engine,
    peer: &Peer,
    thread: &ThreadId,
    choices: &Choices,
) -> Result<(), Failure> {
    if engine.shared().loaded.has(thread) {
        return Ok(());
    }
    resume(engine, peer, thread, choices).await.inspect_err(|failure| {
        if failure.code == Code::Locked {
            let thread = thread.clone();
            engine.post(move |core| core.apply_local(LocalEvent::Locked { thread, locked: true }));
        }
    })
}

/// The text as an input item, if the server accepts it. Text may be empty only if something is attached.
pub(super) fn text(text: &str, has_attachments: bool) -> Result<UserInput, Failure> {
    let length = text.chars().count();
    if length > MOST_CHARACTERS {
        return Err(Failure::bad_input(format!(
            "This message has {length} characters, and Codex accepts at most {MOST_CHARACTERS}. Shorten it, or put it in a file."
        )));
    }
    if text.trim().is_empty() && !has_attachments {
        return Err(Failure::bad_input("There is nothing to send."));
    }
    Ok(UserInput::text(text))
}

pub(super) fn mark_loaded(engine: &Engine, session: &ThreadSession) -> ThreadId {
    let thread = ThreadId::from(session.thread.id.as_str());
    engine.shared().loaded.put(thread.clone());
    thread
}

pub(super) fn draft_not_saved() -> Failure {
    Failure::new(Code::Refused, "This draft could not be written to disk. It is lost when Threadloft closes.")
}

/// Unique, also across starts of the app.
pub(super) fn message_id() -> String {
    static LAST: AtomicU64 = AtomicU64::new(0);
    format!("threadloft-{}-{}-{}", std::process::id(), now_ms() as u64, LAST.fetch_add(1, Relaxed))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn prompt(text: String) -> Prompt {
        text.into()
    }

    #[test]
    fn a_message_that_is_too_long_is_refused_with_its_count() {
        let failure = input(&prompt("ü".repeat(MOST_CHARACTERS + 1))).unwrap_err();
        assert_eq!(failure.code, Code::BadInput);
        assert!(failure.message.contains("1048577"), "{}", failure.message);
        assert!(input(&prompt("ü".repeat(MOST_CHARACTERS))).is_ok());
    }

    #[test]
    fn nothing_is_not_sent() {
        assert!(input(&prompt(" \n".into())).is_err());
    }

    #[test]
    fn message_ids_differ() {
        assert_ne!(message_id(), message_id());
    }
}
