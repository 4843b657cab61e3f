//! Continuing from earlier turns: fork a thread, go back to a turn, compact the history.

use super::keep::is_restored;
use super::permission;
use super::send::{choices, ensure_loaded, mark_loaded};
use crate::engine::Engine;
use crate::failure::{Code, Failure};
use crate::id::{ThreadId, TurnId};
use crate::intent::{Prompt, Receipt};
use crate::peer::{CallError, Peer};
use model::refusal::Refusal;
use model::state::LocalEvent;
use protocol::Method;
use protocol::enums::SortDirection;
use protocol::method::{
    RevertParams, RollbackParams, ThreadCompactStart, ThreadFork, ThreadForkParams, ThreadRef, ThreadRevert,
    ThreadRollback,
};

pub(super) async fn fork(engine: &Engine, thread: ThreadId, turn: Option<TurnId>) -> Result<Receipt, Failure> {
    is_restored(engine, &thread).await?;
    let peer = engine.peer().await?;
    let asked = thread.clone();
    let running = engine.with(move |core| core.state.running(&asked)).await?;
    // The running turn is the last one, so forking "at" it is the same as forking the whole thread.
    let turn = turn.filter(|turn| running.as_ref() != Some(turn));
    // Only a server that knows `thread/revert` can fork at a turn. For others the whole thread is forked, and the
    // later turns are rolled back.
    let exact = engine.connection().methods.knows::<ThreadRevert>();
    let after = match &turn {
        Some(turn) if !exact => turns_after(engine, &thread, turn).await?,
        _ => 0,
    };
    let last_turn_id = turn.filter(|_| exact).map(|turn| turn.0);
    let fork =
        fork_at(engine, &peer, &thread, ThreadForkParams { last_turn_id, ..ThreadForkParams::default() }).await?;
    if after > 0 {
        roll_back(&peer, &fork, after).await?;
    }
    add_to_list(engine, &thread, &fork, None).await?;
    Ok(Receipt { thread: Some(fork), ..Receipt::default() })
}

/// For threads that cannot go back: forks the turns before this one, with its prompt as the draft.
pub(super) async fn fork_before(engine: &Engine, thread: ThreadId, turn: TurnId) -> Result<Receipt, Failure> {
    is_restored(engine, &thread).await?;
    let (asked, of) = (thread.clone(), turn.clone());
    let prompt = engine.with(move |core| core.state.prompt_of(&asked, &of)).await?;
    let peer = engine.peer().await?;
    let before = ThreadForkParams { before_turn_id: Some(turn.0), ..ThreadForkParams::default() };
    let fork = fork_at(engine, &peer, &thread, before).await?;
    add_to_list(engine, &thread, &fork, prompt).await?;
    Ok(Receipt { thread: Some(fork), ..Receipt::default() })
}

/// Forks the thread; `at` says where the fork ends.
async fn fork_at(engine: &Engine, peer: &Peer, thread: &ThreadId, at: ThreadForkParams) -> Result<ThreadId, Failure> {
    let overrides = permission::overrides(engine, thread, &choices(engine, thread).await?).await?;
    // The fork copies the choices, and with them the note that the server was sent permissions.
    permission::remember_sent(engine, thread, &overrides).await;
    let params = ThreadForkParams {
        thread_id: thread.0.clone(),
        exclude_turns: Some(true),
        sandbox: overrides.mode(),
        permissions: overrides.profile,
        approval_policy: overrides.approval,
        approvals_reviewer: overrides.reviewer,
        ..at
    };
    let session = peer.call::<ThreadFork>(params).await?;
    Ok(mark_loaded(engine, &session))
}

/// Adds the fork to the list, with the choices of the original thread and with the draft if there is one.
async fn add_to_list(
    engine: &Engine,
    thread: &ThreadId,
    fork: &ThreadId,
    draft: Option<Prompt>,
) -> Result<(), Failure> {
    let (from, made) = (thread.clone(), fork.clone());
    engine
        .with(move |core| {
            core.copy_choices(made.clone(), &from);
            if let Some(draft) = draft {
                core.put_draft(Some(made.clone()), draft);
            }
            core.apply_local(LocalEvent::Unlist(made));
        })
        .await
}

/// Removes the turn and everything after it. Its prompt becomes the draft again.
pub(super) async fn go_back(engine: &Engine, thread: ThreadId, turn: TurnId) -> Result<(), Failure> {
    is_restored(engine, &thread).await?;
    let (asked, of) = (thread.clone(), turn.clone());
    let (at_work, waits, prompt) = engine
        .with(move |core| {
            let waits = !core.state.queue(&asked).is_empty();
            (core.state.is_at_work(&asked), waits, core.state.prompt_of(&asked, &of))
        })
        .await?;
    if at_work {
        return Err(stop_first());
    }
    if waits {
        // Removing the turns would make the server send the queued messages at once.
        let message =
            "Queued messages are waiting in this thread, and going back would send them. Send or remove them first.";
        return Err(Failure::bad_input(message));
    }
    let peer = engine.peer().await?;
    if engine.connection().methods.knows::<ThreadRevert>() {
        ensure_loaded(engine, &peer, &thread).await?;
        let params = RevertParams { thread_id: thread.0.clone(), before_turn_id: turn.0.clone() };
        peer.call::<ThreadRevert>(params).await.map_err(only_forks)?;
    } else {
        let after = turns_after(engine, &thread, &turn).await?;
        ensure_loaded(engine, &peer, &thread).await?;
        roll_back(&peer, &thread, after + 1).await?;
    }
    let asked = thread.clone();
    engine
        .with(move |core| {
            if let Some(prompt) = prompt {
                // The draft is set before the thread is published again, because the page would otherwise insert it
                // twice.
                core.return_to_draft(asked.clone(), prompt);
            }
            core.apply_local(model::state::LocalEvent::WentBack(asked));
        })
        .await
}

/// The server silently ends a running turn to compact, so a running turn must be stopped first.
pub(super) async fn compact(engine: &Engine, thread: ThreadId) -> Result<(), Failure> {
    is_restored(engine, &thread).await?;
    let asked = thread.clone();
    if engine.with(move |core| core.state.is_at_work(&asked)).await? {
        return Err(stop_first());
    }
    let peer = engine.peer().await?;
    ensure_loaded(engine, &peer, &thread).await?;
    peer.call::<ThreadCompactStart>(ThreadRef::from(thread.as_str())).await?;
    Ok(())
}

/// A thread from before paginated history cannot remove turns.
fn only_forks(error: CallError) -> Failure {
    if error.refusal() == Some(Refusal::OnlyForks) {
        let message =
            "This thread was started with an older Codex, so its turns cannot be removed. Continue in a fork.";
        return Failure::new(Code::OnlyForks, message);
    }
    error.into()
}

pub(super) fn stop_first() -> Failure {
    Failure::bad_input("Codex is working in this thread. Stop it first.")
}

async fn roll_back(peer: &Peer, thread: &ThreadId, turns: u32) -> Result<(), Failure> {
    let params = RollbackParams { thread_id: thread.0.clone(), num_turns: turns };
    peer.call::<ThreadRollback>(params).await?;
    Ok(())
}

/// How many turns come after this one.
async fn turns_after(engine: &Engine, thread: &ThreadId, turn: &TurnId) -> Result<u32, Failure> {
    let (_, mut history) = engine.history(thread, SortDirection::Desc).await?;
    let mut after = 0;
    while let Some(leaf) = history.next().await? {
        for found in &leaf.turns {
            if found["id"].as_str() == Some(turn.as_str()) {
                return Ok(after);
            }
            after += 1;
        }
    }
    Err(Failure::new(Code::Refused, format!("This turn is no longer in the thread ({}).", ThreadRollback::NAME)))
}
