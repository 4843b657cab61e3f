//! Turns without a prompt: a person's own command, and a review.

use super::review::begin_review;
use super::send;
use crate::engine::Engine;
use crate::failure::{Code, Failure};
use crate::id::{ThreadId, WindowId};
use crate::intent::{Choices, Ground, Receipt, Target};
use model::state::LocalEvent;
use protocol::method::{ReviewTarget, ShellCommandParams, ThreadShellCommand};

pub(super) async fn run(
    engine: &Engine,
    window: WindowId,
    at: Ground,
    command: String,
    choices: Choices,
) -> Result<Receipt, Failure> {
    let command = command.trim().to_owned();
    if command.is_empty() {
        return Err(Failure::bad_input("There is no command to run."));
    }
    let (thread, receipt) = thread_for(engine, &window, at, &choices).await?;
    let done = command_in(engine, &thread, command, &choices).await;
    or_abandon(engine, &window, receipt, done).await
}

async fn command_in(engine: &Engine, thread: &ThreadId, command: String, choices: &Choices) -> Result<(), Failure> {
    let peer = engine.peer().await?;
    send::ensure_loaded_with(engine, &peer, thread, choices).await?;
    let params = ShellCommandParams { thread_id: thread.0.clone(), command, timeout_ms: None };
    peer.call::<ThreadShellCommand>(params).await?;
    Ok(())
}

pub(super) async fn review(
    engine: &Engine,
    window: WindowId,
    at: Ground,
    target: Target,
    choices: Choices,
) -> Result<Receipt, Failure> {
    let target = match target {
        Target::Uncommitted => ReviewTarget::UncommittedChanges,
        Target::Branch { branch } => ReviewTarget::BaseBranch { branch },
        Target::Commit { sha, title } => ReviewTarget::Commit { sha, title },
        Target::Custom { instructions } => ReviewTarget::Custom { instructions },
    };
    let (thread, receipt) = thread_for(engine, &window, at, &choices).await?;
    let done = begin_review(engine, &thread, target, choices).await.inspect_err(|failure| {
        if failure.code == Code::Locked {
            engine.post(move |core| core.apply_local(LocalEvent::Locked { thread: thread.clone(), locked: true }));
        }
    });
    or_abandon(engine, &window, receipt, done).await
}

/// Removes a new thread if nothing could be started in it.
async fn or_abandon(
    engine: &Engine,
    window: &WindowId,
    receipt: Receipt,
    done: Result<(), Failure>,
) -> Result<Receipt, Failure> {
    if let (Err(failure), Some(thread)) = (&done, &receipt.thread) {
        engine.abandon(window, thread.clone(), failure).await;
    }
    done.map(|()| receipt)
}

/// The given thread, or a new one, which is opened in the window and named in the receipt.
async fn thread_for(
    engine: &Engine,
    window: &WindowId,
    at: Ground,
    choices: &Choices,
) -> Result<(ThreadId, Receipt), Failure> {
    match at {
        Ground::Thread { thread } => {
            send::has_folder(engine, &thread).await?;
            Ok((thread, Receipt::default()))
        }
        Ground::Folder { cwd } => {
            let (_, thread) = send::start_empty_thread(engine, cwd, choices).await?;
            let (shown, window) = (thread.clone(), window.clone());
            engine.with(move |core| core.open(&window, &shown)).await?;
            Ok((thread.clone(), Receipt { thread: Some(thread), ..Receipt::default() }))
        }
    }
}
