//! A queued prompt on its way into the running turn.
//!
//! Invariant: our own store has the prompt from before it leaves the server's queue until it has arrived, so that a
//! crash of the app or the server loses nothing. After a restart the thread is searched for it before it is queued
//! again.

use super::{queue, send};
use crate::engine::Engine;
use crate::failure::Failure;
use crate::id::{QueuedId, ThreadId};
use crate::intent::Choices;
use crate::peer::{CallError, Peer, Quiet};
use model::state::{Delivery, LocalEvent, Waiting};
use protocol::ItemKind;
use protocol::enums::{ItemsView, SortDirection};
use protocol::method::{QueueDelete, QueueDeleteParams, QueueList, QueueListParams, ThreadTurnsList, TurnsListParams};

/// The number of newest turns to search for a prompt that may have arrived.
const TURNS_TO_SEARCH: u32 = 5;

pub(super) async fn move_into_turn(
    engine: &Engine,
    thread: ThreadId,
    queued: QueuedId,
    choices: Choices,
    turn: String,
) -> Result<(), Failure> {
    let held = queue::find(engine, &thread, &queued).await?;
    let peer = engine.peer().await?;
    let id = held.client_user_message_id.clone();
    let (of, out) = (thread.clone(), queued.clone());
    engine.with(move |core| core.apply_local(LocalEvent::Unqueued { thread: of, queued: out })).await?;
    let (of, waiting) = (thread.clone(), Waiting { queued: held.clone(), choices: choices.clone() });
    engine.with(move |core| core.record_leaving(of, waiting)).await?.await.ok();
    let params = QueueDeleteParams { thread_id: thread.0.clone(), queued_submission_id: queued.0 };
    let left = match peer.call::<QueueDelete>(params).await {
        Ok(answer) if answer.deleted => Ok(()),
        // The prompt was sent or removed a moment ago.
        Ok(_) => {
            engine.post(move |core| core.apply_local(LocalEvent::Message(id, Delivery::AlreadyGone)));
            return Err(queue::not_queued());
        }
        Err(error) => Err(Failure::from(error)),
    };
    let sent = match left {
        Ok(()) => {
            let (said, to) = (id.clone(), thread.clone());
            engine
                .with(move |core| {
                    core.apply_local(LocalEvent::Sending(to));
                    core.apply_local(LocalEvent::Message(said, Delivery::Said));
                })
                .await?;
            send::deliver(engine, &thread, held.into(), choices, Some(turn)).await
        }
        failed => failed,
    };
    let delivery = send::outcome(&sent);
    engine.with(move |core| core.apply_local(LocalEvent::Message(id, delivery))).await?;
    if sent.is_err() {
        engine.read_queue(thread);
    }
    sent
}

impl Engine {
    /// Queues a prompt again, in front, that was on its way when the app or the server ended and that did not arrive.
    pub(super) async fn requeue_stranded(&self, peer: &Peer, thread: &ThreadId) {
        let _alone = self.shared().queueing.lock().await;
        let asked = thread.clone();
        for one in self.with(move |core| core.state.stranded(&asked)).await.unwrap_or_default() {
            let id = one.queued.client_user_message_id.clone();
            let Ok(is_there) = has_arrived(peer, thread, &id).await else { return };
            if !is_there && enqueue_first(peer, thread, one).await.is_err() {
                return;
            }
            let delivery = if is_there { Delivery::FoundInThread } else { Delivery::NotFound };
            self.with(move |core| core.apply_local(LocalEvent::Message(id, delivery))).await.ok();
        }
    }
}

/// Whether the prompt is in the queue or in the thread.
pub(super) async fn has_arrived(peer: &Peer, thread: &ThreadId, id: &str) -> Result<bool, CallError> {
    let params = QueueListParams { thread_id: thread.0.clone(), ..QueueListParams::default() };
    let queue = peer.call::<QueueList>(params).await?.data;
    if queue.iter().any(|one| one.client_user_message_id == id) {
        return Ok(true);
    }
    let params = TurnsListParams {
        thread_id: thread.0.clone(),
        cursor: None,
        limit: Some(TURNS_TO_SEARCH),
        sort_direction: Some(SortDirection::Desc),
        items_view: Some(ItemsView::Full),
    };
    let turns = peer.call::<Quiet<ThreadTurnsList>>(params).await?.data;
    let mut items = turns.iter().flat_map(|turn| &turn.items);
    Ok(items.any(|item| matches!(&item.kind, ItemKind::UserMessage(said) if said.client_id.as_deref() == Some(id))))
}

async fn enqueue_first(peer: &Peer, thread: &ThreadId, one: Waiting) -> Result<(), CallError> {
    let params = QueueListParams { thread_id: thread.0.clone(), ..QueueListParams::default() };
    let others = peer.call::<QueueList>(params).await?.data.into_iter().map(|one| one.id);
    let first = queue::enqueue_as(peer, thread, one.queued.client_user_message_id, one.queued.input).await?;
    let order = [first].into_iter().chain(others).collect();
    let params = protocol::method::QueueReorderParams { thread_id: thread.0.clone(), queued_submission_ids: order };
    // Keeping the message matters more than its position, so a failed reorder is ignored.
    peer.call::<protocol::method::QueueReorder>(params).await.ok();
    Ok(())
}
