//! Other ways on from the same turns: a fork, a step back, a shorter memory.

use super::keep::is_restored;
use super::send::{choices, fence_now, hold, take_up};
use crate::failure::{Code, Failure};
use crate::house::House;
use crate::id::{ThreadId, TurnId};
use crate::intent::Receipt;
use crate::peer::Peer;
use wire::Method;
use wire::method::{
    RevertParams, RollbackParams, ThreadCompactStart, ThreadFork, ThreadForkParams, ThreadRef, ThreadRevert,
    ThreadRollback,
};
use wire::word::SortDirection;

pub(super) async fn fork(house: &House, thread: ThreadId, turn: Option<TurnId>) -> Result<Receipt, Failure> {
    is_restored(house, &thread).await?;
    let peer = house.peer().await?;
    let fence = fence_now(house, &choices(house, &thread).await?).await?;
    // A server that can go back to a turn can also fork at one; the others fork whole and forget the rest.
    let exact = house.line().methods.knows::<ThreadRevert>();
    let after = match &turn {
        Some(turn) if !exact => turns_after(house, &thread, turn).await?,
        _ => 0,
    };
    let params = ThreadForkParams {
        thread_id: thread.0.clone(),
        last_turn_id: turn.filter(|_| exact).map(|turn| turn.0),
        exclude_turns: Some(true),
        sandbox: Some(fence.sandbox.clone()),
        approval_policy: Some(fence.approval.clone()),
        ..ThreadForkParams::default()
    };
    let session = peer.call::<ThreadFork>(params).await?;
    let fork = hold(house, &session, &fence);
    if after > 0 {
        roll_back(&peer, &fork, after).await?;
    }
    let made = fork.clone();
    house
        .ask(move |room| {
            room.choose_as(made.clone(), &thread);
            room.put_unlisted(made);
        })
        .await?;
    Ok(Receipt { thread: Some(fork), ..Receipt::default() })
}

/// The turn and all after it are taken back; what was said there may be said anew.
pub(super) async fn go_back(house: &House, thread: ThreadId, turn: TurnId) -> Result<(), Failure> {
    is_restored(house, &thread).await?;
    let (asked, of) = (thread.clone(), turn.clone());
    let (at_work, waits, prompt) = house
        .ask(move |room| {
            let waits = !room.state.queue(&asked).is_empty();
            (room.state.is_at_work(&asked), waits, room.state.prompt_of(&asked, &of))
        })
        .await?;
    if at_work {
        return Err(stop_first());
    }
    if waits {
        // The server would send it by itself as soon as the turns before it are gone.
        let message = "Messages wait in this thread, and going back would send them. Send or remove them first.";
        return Err(Failure::bad_input(message));
    }
    let peer = house.peer().await?;
    if house.line().methods.knows::<ThreadRevert>() {
        take_up(house, &peer, &thread).await?;
        let params = RevertParams { thread_id: thread.0.clone(), before_turn_id: turn.0.clone() };
        peer.call::<ThreadRevert>(params).await?;
    } else {
        let after = turns_after(house, &thread, &turn).await?;
        take_up(house, &peer, &thread).await?;
        roll_back(&peer, &thread, after + 1).await?;
    }
    let asked = thread.clone();
    house
        .ask(move |room| {
            if let Some(prompt) = prompt {
                // Before the thread is told anew, with this draft: a page would else put it there twice.
                room.unsay(asked.clone(), prompt);
            }
            room.note(crate::state::News::WentBack(asked));
        })
        .await
}

/// The server would end a running turn for it, and not say so.
pub(super) async fn compact(house: &House, thread: ThreadId) -> Result<(), Failure> {
    is_restored(house, &thread).await?;
    let asked = thread.clone();
    if house.ask(move |room| room.state.is_at_work(&asked)).await? {
        return Err(stop_first());
    }
    let peer = house.peer().await?;
    take_up(house, &peer, &thread).await?;
    peer.call::<ThreadCompactStart>(ThreadRef::from(thread.as_str())).await?;
    Ok(())
}

pub(super) fn stop_first() -> Failure {
    Failure::bad_input("Codex is at work in this thread. Stop it first.")
}

async fn roll_back(peer: &Peer, thread: &ThreadId, turns: u32) -> Result<(), Failure> {
    let params = RollbackParams { thread_id: thread.0.clone(), num_turns: turns };
    peer.call::<ThreadRollback>(params).await?;
    Ok(())
}

/// How many turns follow it.
async fn turns_after(house: &House, thread: &ThreadId, turn: &TurnId) -> Result<u32, Failure> {
    let (_, mut history) = house.history(thread, SortDirection::Desc).await?;
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
