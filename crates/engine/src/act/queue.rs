//! Prompts that wait for the running turn to end: kept by the server, or by us if the server has no queue.
//!
//! Invariant: a prompt is in exactly one place: in the queue, on its way, or in the thread.

use super::{permission, send, thread_settings};
use crate::engine::Engine;
use crate::failure::{Code, Failure};
use crate::id::{QueuedId, ThreadId, WindowId};
use crate::intent::{Choices, Prompt, QueueIntent};
use crate::peer::{CallError, Peer};
use model::permissions::Overrides;
use model::state::{Delivery, LocalEvent, NextWaiting, QueueEdit, Waiting};
use protocol::ItemKind;
use protocol::enums::SortDirection;
use protocol::item::UserInput;
use protocol::method::{
    QueueAdd, QueueAddParams, QueueDelete, QueueDeleteParams, QueueList, QueueListParams, QueueReorder,
    QueueReorderParams, QueueStart, QueueStartParams, QueueUpdate, QueueUpdateParams,
};
use protocol::thread::Queued;

/// The most pages of one queue to read. A person queues a handful.
const PAGES: usize = 20;

pub(super) async fn act(engine: &Engine, window: WindowId, intent: QueueIntent) -> Result<(), Failure> {
    match intent {
        QueueIntent::Queue { thread, prompt, choices } => add(engine, window, thread, prompt, choices).await,
        QueueIntent::EditQueued { thread, queued, text } => edit(engine, thread, queued, text).await,
        QueueIntent::RemoveQueued { thread, queued } => remove(engine, thread, queued).await,
        QueueIntent::OrderQueue { thread, order: wanted } => order(engine, thread, wanted).await,
        QueueIntent::SendQueued { thread, queued, choices } => send_now(engine, thread, queued, choices).await,
    }
}

pub(super) async fn add(
    engine: &Engine,
    window: WindowId,
    thread: ThreadId,
    prompt: Prompt,
    choices: Choices,
) -> Result<(), Failure> {
    let input = send::input(&prompt)?;
    let asked = thread.clone();
    let goes_on = engine.with(move |core| core.state.will_go_on(&asked)).await?;
    if !goes_on {
        return send::send(engine, window, thread, prompt, choices).await;
    }
    send::has_folder(engine, &thread).await?;
    let peer = engine.peer().await?;
    let kept = thread.clone();
    let drafts = engine.with(move |core| core.begin_queueing(kept, prompt)).await?;
    if is_kept_by_server(engine) {
        thread_settings::update(engine, &peer, &thread).await?;
        enqueue(&peer, &thread, input).await?;
    } else {
        let queued = new_queued(input);
        let to = thread.clone();
        engine.with(move |core| core.apply_local(queue_here(to, queued, choices))).await?;
    }
    let done = thread.clone();
    engine.with(move |core| core.finish_queueing(done, drafts, &window)).await?;
    // The turn may have ended in the meantime.
    engine.send_waiting(thread);
    Ok(())
}

/// Queues a message that cannot be sent now, behind those that already wait.
pub(super) async fn enqueue_last(
    engine: &Engine,
    thread: &ThreadId,
    message: send::UserMessage,
    choices: Choices,
) -> Result<(), Failure> {
    let send::UserMessage { id, input, .. } = message;
    if is_kept_by_server(engine) {
        let peer = engine.peer().await?;
        thread_settings::update(engine, &peer, thread).await?;
        enqueue_as(&peer, thread, id.clone(), input).await?;
        engine.with(move |core| core.apply_local(LocalEvent::Message(id, Delivery::QueuedThere))).await?;
        return Ok(());
    }
    let queued = Queued { id: id.clone(), client_user_message_id: id, input };
    let to = thread.clone();
    engine.with(move |core| core.apply_local(queue_here(to, queued, choices))).await?;
    // The turn may have ended in the meantime.
    engine.send_waiting(thread.clone());
    Ok(())
}

/// Changes the text; attachments stay.
pub(super) async fn edit(engine: &Engine, thread: ThreadId, queued: QueuedId, text: String) -> Result<(), Failure> {
    let held = find(engine, &thread, &queued).await?;
    let mut input: Vec<UserInput> =
        held.input.into_iter().filter(|part| !matches!(part, UserInput::Text { .. })).collect();
    input.insert(0, send::text(&text, !input.is_empty())?);
    if is_kept_by_server(engine) {
        let params = QueueUpdateParams { thread_id: thread.0, queued_submission_id: queued.0, input };
        return engine.peer().await?.call::<QueueUpdate>(params).await.map(drop).map_err(Failure::from);
    }
    let edited = engine.with(move |core| {
        let waits = core.state.is_waiting(&thread, &queued.0);
        if waits {
            core.apply_local(LocalEvent::QueueEdited { thread, edit: QueueEdit::Input { id: queued.0, input } });
        }
        waits
    });
    if edited.await? { Ok(()) } else { Err(not_queued()) }
}

pub(super) async fn remove(engine: &Engine, thread: ThreadId, queued: QueuedId) -> Result<(), Failure> {
    if is_kept_by_server(engine) {
        let (of, out) = (thread.clone(), queued.clone());
        engine.with(move |core| core.apply_local(LocalEvent::Unqueued { thread: of, queued: out })).await?;
        let params = QueueDeleteParams { thread_id: thread.0, queued_submission_id: queued.0 };
        let answer = engine.peer().await?.call::<QueueDelete>(params).await?;
        return if answer.deleted { Ok(()) } else { Err(not_queued()) };
    }
    let removed = engine.with(move |core| {
        let waits = core.state.is_waiting(&thread, &queued.0);
        if waits {
            core.apply_local(LocalEvent::Message(queued.0, Delivery::Removed));
        }
        waits
    });
    if removed.await? { Ok(()) } else { Err(not_queued()) }
}

pub(super) async fn order(engine: &Engine, thread: ThreadId, order: Vec<QueuedId>) -> Result<(), Failure> {
    let asked = thread.clone();
    let held: Vec<String> =
        engine.with(move |core| core.state.queue(&asked).iter().map(|one| one.id.clone()).collect()).await?;
    // The server wants each id exactly once. Prompts that were added since the person looked keep their places behind
    // these.
    let mut ids: Vec<String> = Vec::new();
    for id in order.into_iter().map(|id| id.0).chain(held.clone()) {
        if held.contains(&id) && !ids.contains(&id) {
            ids.push(id);
        }
    }
    if is_kept_by_server(engine) {
        let params = QueueReorderParams { thread_id: thread.0, queued_submission_ids: ids };
        return engine.peer().await?.call::<QueueReorder>(params).await.map(drop).map_err(Failure::from);
    }
    engine.with(move |core| core.apply_local(LocalEvent::QueueEdited { thread, edit: QueueEdit::Order(ids) })).await
}

/// Sends a queued prompt into the running turn, or as a turn of its own if none is running.
pub(super) async fn send_now(
    engine: &Engine,
    thread: ThreadId,
    queued: QueuedId,
    choices: Choices,
) -> Result<(), Failure> {
    let asked = thread.clone();
    let running = engine.with(move |core| core.state.running(&asked)).await?.map(|turn| turn.0);
    match running {
        None if is_kept_by_server(engine) => start_queued(engine, thread, queued, choices).await,
        Some(turn) if is_kept_by_server(engine) => {
            super::steering::move_into_turn(engine, thread, queued, choices, turn).await
        }
        running => send_own(engine, thread, queued, running).await,
    }
}

/// Sends a prompt of our own queue. It stays in the queue until it has arrived.
async fn send_own(engine: &Engine, thread: ThreadId, queued: QueuedId, running: Option<String>) -> Result<(), Failure> {
    let next = loop {
        let (asked, wanted) = (thread.clone(), queued.0.clone());
        let next = engine.with(move |core| core.take_waiting(&asked, &wanted)).await?.ok_or_else(not_queued)?;
        if !next.unsure {
            break next;
        }
        check_arrived(engine, &thread, &next.waiting.queued.id).await?;
    };
    let Waiting { queued, choices } = next.waiting;
    let id = queued.id.clone();
    let sent = send::deliver(engine, &thread, queued.into(), choices, running).await;
    let delivery = send::outcome(&sent);
    engine.with(move |core| core.apply_local(LocalEvent::Message(id, delivery))).await?;
    sent
}

/// A prompt that was on its way when the app or the server ended may already be in the thread.
async fn check_arrived(engine: &Engine, thread: &ThreadId, id: &str) -> Result<(), Failure> {
    let (_, mut history) = engine.history(thread, SortDirection::Desc).await?;
    let newest = history.next().await?;
    let mut items = newest.iter().flat_map(|page| page.typed()).flat_map(|turn| turn.items);
    let is_there =
        items.any(|item| matches!(&item.kind, ItemKind::UserMessage(said) if said.client_id.as_deref() == Some(id)));
    let delivery = if is_there { Delivery::FoundInThread } else { Delivery::NotFound };
    let id = id.to_owned();
    engine.with(move |core| core.apply_local(LocalEvent::Message(id, delivery))).await
}

/// Without a running turn the server starts this prompt; the rest of the queue follows.
async fn start_queued(engine: &Engine, thread: ThreadId, queued: QueuedId, choices: Choices) -> Result<(), Failure> {
    let peer = engine.peer().await?;
    let overrides = permission::overrides(engine, &thread, &choices).await?;
    let told = thread.clone();
    engine.with(move |core| core.apply_local(LocalEvent::Sending(told))).await?;
    let done = start_on_server(engine, &peer, &thread, &queued, &choices, &overrides).await;
    done.inspect_err(|failure| {
        let message = failure.message.clone();
        let locked = failure.code == Code::Locked;
        engine.post(move |core| {
            core.apply_local(LocalEvent::Locked { thread: thread.clone(), locked });
            core.apply_local(LocalEvent::SendFailed { thread, message });
        });
    })
}

async fn start_on_server(
    engine: &Engine,
    peer: &Peer,
    thread: &ThreadId,
    queued: &QueuedId,
    choices: &Choices,
    overrides: &Overrides,
) -> Result<(), Failure> {
    let held = engine.shared().loaded.has(thread);
    if held {
        thread_settings::send_settings(engine, peer, thread, choices, overrides).await?;
    } else {
        send::resume(engine, peer, thread, choices).await?;
    }
    let params = QueueStartParams { thread_id: thread.0.clone(), queued_submission_id: Some(queued.0.clone()) };
    match peer.call::<QueueStart>(params).await {
        // A thread that is resumed may continue with its queue by itself.
        Err(error) if !held && error.is_not_found() => Ok(()),
        outcome => Ok(outcome.map(drop)?),
    }
}

async fn enqueue(peer: &Peer, thread: &ThreadId, input: Vec<UserInput>) -> Result<String, CallError> {
    enqueue_as(peer, thread, send::message_id(), input).await
}

pub(super) async fn enqueue_as(
    peer: &Peer,
    thread: &ThreadId,
    id: String,
    input: Vec<UserInput>,
) -> Result<String, CallError> {
    let params = QueueAddParams { thread_id: thread.0.clone(), client_user_message_id: id, input };
    peer.call::<QueueAdd>(params).await.map(|answer| answer.queued_submission.id)
}

pub(super) async fn find(engine: &Engine, thread: &ThreadId, queued: &QueuedId) -> Result<Queued, Failure> {
    let (thread, id) = (thread.clone(), queued.0.clone());
    let held = engine.with(move |core| core.state.queue(&thread).iter().find(|one| one.id == id).cloned()).await?;
    held.ok_or_else(not_queued)
}

fn queue_here(thread: ThreadId, queued: Queued, choices: Choices) -> LocalEvent {
    LocalEvent::QueueHere { thread, waiting: Waiting { queued, choices } }
}

fn new_queued(input: Vec<UserInput>) -> Queued {
    let id = send::message_id();
    Queued { id: id.clone(), client_user_message_id: id, input }
}

pub(super) fn not_queued() -> Failure {
    Failure::new(Code::Refused, "This message is no longer queued. It was sent or removed.")
}

fn is_kept_by_server(engine: &Engine) -> bool {
    engine.connection().methods.knows::<QueueAdd>()
}

impl Engine {
    /// Reads the thread's queue from the server. The answer arrives as changes.
    pub(crate) fn read_queue(&self, thread: ThreadId) {
        let line = self.connection();
        let Some(peer) = line.peer.filter(|_| line.methods.knows::<QueueList>()) else { return };
        let engine = self.clone();
        tokio::spawn(async move {
            engine.move_to_server(&peer, &thread).await;
            engine.requeue_stranded(&peer, &thread).await;
            let mut cursor = None;
            for _ in 0..PAGES {
                let params = QueueListParams { thread_id: thread.0.clone(), cursor, limit: None };
                match peer.call::<QueueList>(params).await {
                    Ok(answer) if answer.next_cursor.is_some() => cursor = answer.next_cursor,
                    _ => return,
                }
            }
        });
    }

    /// Moves the prompts of our own queue to a server that has queues. The server before it had none.
    async fn move_to_server(&self, peer: &Peer, thread: &ThreadId) {
        // Every queue notification starts a read, but each prompt must be handed over only once.
        let _alone = self.shared().queueing.lock().await;
        let asked = thread.clone();
        for NextWaiting { waiting: Waiting { queued, .. }, unsure } in
            self.with(move |core| core.state.own_queue(&asked)).await.unwrap_or_default()
        {
            let id = queued.client_user_message_id.clone();
            if unsure {
                let Ok(is_there) = super::steering::has_arrived(peer, thread, &id).await else { return };
                let delivery = if is_there { Delivery::FoundInThread } else { Delivery::NotFound };
                let of = id.clone();
                self.with(move |core| core.apply_local(LocalEvent::Message(of, delivery))).await.ok();
                if is_there {
                    continue;
                }
            }
            if enqueue_as(peer, thread, id.clone(), queued.input).await.is_err() {
                return;
            }
            self.with(move |core| core.apply_local(LocalEvent::Message(id, Delivery::QueuedThere))).await.ok();
        }
    }

    /// Sends the first prompt of our own queue, unless a turn is running. Only one is on its way at a time.
    pub(crate) fn send_waiting(&self, thread: ThreadId) {
        let engine = self.clone();
        tokio::spawn(async move {
            let Waiting { queued, choices } = loop {
                let asked = thread.clone();
                let Ok(Some(next)) = engine.with(move |core| core.next_waiting(&asked)).await else { return };
                if !next.unsure {
                    break next.waiting;
                }
                if let Err(failure) = check_arrived(&engine, &thread, &next.waiting.queued.id).await {
                    let message = failure.message;
                    return engine.post(move |core| core.apply_local(LocalEvent::SendFailed { thread, message }));
                }
            };
            let id = queued.id.clone();
            let sent = send::deliver(&engine, &thread, queued.into(), choices, None).await;
            engine.post(move |core| {
                core.apply_local(LocalEvent::Message(id, send::outcome(&sent)));
                if let Err(failure) = sent {
                    core.apply_local(LocalEvent::SendFailed { thread, message: failure.message });
                }
            });
        });
    }
}
