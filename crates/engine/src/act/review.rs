//! Turns for a caller without a window: with a prompt, or a review.

use super::{send, thread_settings};
use crate::engine::Engine;
use crate::failure::Failure;
use crate::id::{ThreadId, WindowId};
use crate::intent::{Choices, Prompt};
use crate::peer::Peer;
use model::state::LocalEvent;
use protocol::method::{ReviewStart, ReviewStartParams, ReviewTarget};
use serde_json::Value;

/// Where a turn runs.
#[derive(Debug, Clone)]
pub enum Place {
    /// A new thread in this folder.
    Folder(String),
    Thread(ThreadId),
}

/// The id under which a program without windows opens threads and acts.
pub fn program_window() -> WindowId {
    WindowId::from("program")
}

pub(crate) async fn begin_turn(
    engine: &Engine,
    place: Place,
    prompt: Prompt,
    choices: Choices,
    output_schema: Option<Value>,
) -> Result<ThreadId, Failure> {
    match place {
        Place::Folder(cwd) => send::start_thread_without_window(engine, cwd, &prompt, &choices, output_schema).await,
        Place::Thread(thread) => {
            let input = send::input(&prompt)?;
            let (asked, chosen) = (thread.clone(), choices.clone());
            let running = engine
                .with(move |core| {
                    core.choose(asked.clone(), chosen);
                    core.state.running(&asked)
                })
                .await?;
            let message = send::UserMessage { output_schema, ..send::UserMessage::new(input) };
            send::deliver(engine, &thread, message, choices, running.map(|turn| turn.0)).await?;
            Ok(thread)
        }
    }
}

/// A thread in a folder, for something that is no prompt.
pub(crate) async fn start_thread(engine: &Engine, cwd: String, choices: &Choices) -> Result<ThreadId, Failure> {
    Ok(send::start_empty_thread(engine, cwd, choices).await?.1)
}

pub(crate) async fn begin_review(
    engine: &Engine,
    thread: &ThreadId,
    target: ReviewTarget,
    choices: Choices,
) -> Result<(), Failure> {
    let named = match &target {
        ReviewTarget::UncommittedChanges => true,
        ReviewTarget::BaseBranch { branch } => !branch.trim().is_empty(),
        ReviewTarget::Commit { sha, .. } => !sha.trim().is_empty(),
        ReviewTarget::Custom { instructions } => !instructions.trim().is_empty(),
    };
    if !named {
        return Err(Failure::bad_input("Describe what to review."));
    }
    let peer = engine.peer().await?;
    let (told, chosen) = (thread.clone(), choices.clone());
    // One step of the core checks and reserves the thread, because a review would end a running turn.
    let free = engine.with(move |core| {
        let free = !core.state.is_at_work(&told);
        if free {
            core.choose(told.clone(), chosen);
            core.apply_local(LocalEvent::Sending(told));
        }
        free
    });
    if !free.await? {
        return Err(super::branch::stop_first());
    }
    start(engine, &peer, thread, target, &choices).await.inspect_err(|failure| {
        let (thread, message) = (thread.clone(), failure.message.clone());
        engine.post(move |core| core.apply_local(LocalEvent::SendFailed { thread, message }));
    })
}

async fn start(
    engine: &Engine,
    peer: &Peer,
    thread: &ThreadId,
    target: ReviewTarget,
    choices: &Choices,
) -> Result<(), Failure> {
    thread_settings::load_with(engine, peer, thread, choices).await?;
    let params = ReviewStartParams { thread_id: thread.0.clone(), target, delivery: None };
    peer.call::<ReviewStart>(params).await?;
    Ok(())
}
