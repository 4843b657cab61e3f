//! Sends read and unread marks to a server that stores them, so that every client knows.

use crate::engine::Engine;
use crate::failure::Failure;
use crate::id::ThreadId;
use crate::peer::{CallError, Peer, Quiet};
use model::state::LocalEvent;
use protocol::method::{ReadOperation, ReadStateParams, ThreadRead, ThreadReadParams, ThreadReadStateUpdate};

pub(super) async fn mark(engine: &Engine, threads: Vec<ThreadId>, unread: bool) -> Result<(), Failure> {
    let peer = engine.peer().await?;
    let served = engine.connection().methods.knows::<ThreadReadStateUpdate>();
    for thread in threads {
        if served {
            let operation = if unread { ReadOperation::Unread } else { ReadOperation::Read };
            update(engine, &peer, &thread, operation).await?;
        }
        engine
            .with(move |core| {
                if !served {
                    core.apply_local(LocalEvent::OwnUnread { thread: thread.clone(), unread });
                }
                core.apply_local(LocalEvent::Unread { thread, unread });
            })
            .await?;
    }
    Ok(())
}

/// Tells the server that a window has shown the newest content. A failure is ignored, because the mark is only a
/// convenience.
pub(crate) fn tell_read(engine: &Engine, thread: ThreadId, revision: String) {
    let Some(peer) = engine.connection().peer else { return };
    if !engine.connection().methods.knows::<ThreadReadStateUpdate>() {
        return;
    }
    tokio::spawn(async move { change(&peer, &thread, revision, ReadOperation::Read).await });
}

async fn update(engine: &Engine, peer: &Peer, thread: &ThreadId, operation: ReadOperation) -> Result<(), Failure> {
    let asked = thread.clone();
    let known = engine.with(move |core| core.state.revision(&asked)).await?;
    if let Some(revision) = known
        && change(peer, thread, revision, operation).await.is_ok()
    {
        return Ok(());
    }
    // Another client changed it in the meantime, or we never had a revision.
    let params = ThreadReadParams { thread_id: thread.0.clone(), include_turns: None };
    let state = peer.call::<Quiet<ThreadRead>>(params).await?.read_state;
    match state {
        Some(state) => Ok(change(peer, thread, state.revision, operation).await?),
        None => Ok(()),
    }
}

async fn change(
    peer: &Peer,
    thread: &ThreadId,
    expected_revision: String,
    operation: ReadOperation,
) -> Result<(), CallError> {
    let params = ReadStateParams { thread_id: thread.0.clone(), expected_revision, operation };
    peer.call::<ThreadReadStateUpdate>(params).await.map(drop)
}
