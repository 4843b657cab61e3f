//! Opening and closing a thread in a window.

use crate::engine::Engine;
use crate::failure::Failure;
use crate::found::Spot;
use crate::id::{ThreadId, WindowId};
use crate::intent::{ReadIntent, Receipt};
use model::state::LocalEvent;

pub(super) async fn act(engine: &Engine, window: WindowId, intent: ReadIntent) -> Result<Receipt, Failure> {
    let nothing = Receipt::default();
    match intent {
        ReadIntent::OpenThread { thread } => open(engine, window, thread).await.map(|()| nothing),
        ReadIntent::CloseThread { thread } => close(engine, window, thread).await.map(|()| nothing),
        ReadIntent::AskLock { thread } => engine.ask_lock(&thread).await.map(|()| nothing),
        ReadIntent::LoadOlder { thread } => engine.read_older(&thread).await.map(|()| nothing),
        ReadIntent::LoadNewer { thread } => engine.read_newer(&thread).await.map(|()| nothing),
        ReadIntent::LoadNewest { thread } => engine.read_to_end(&thread).await.map(|()| nothing),
        ReadIntent::OpenAt { thread, spot } => open_at(engine, window, thread, &spot).await,
    }
}

pub(super) async fn open(engine: &Engine, window: WindowId, thread: ThreadId) -> Result<(), Failure> {
    let asked = thread.clone();
    let must_read = engine
        .with(move |core| {
            let must_read = core.open(&window, &asked);
            if must_read {
                // The thread may have been locked by another process last time; opening it again clears the old
                // message.
                core.apply_local(LocalEvent::Locked { thread: asked, locked: false });
            }
            must_read
        })
        .await?;
    if must_read {
        engine.read_queue(thread.clone());
        engine.read_terminals(thread.clone());
        engine.read_thread(&thread).await?;
        super::goal::read(engine, thread);
    }
    Ok(())
}

/// The position is loaded before the rest, because the thread may be long and its end is not what was asked for.
pub(super) async fn open_at(
    engine: &Engine,
    window: WindowId,
    thread: ThreadId,
    spot: &Spot,
) -> Result<Receipt, Failure> {
    open(engine, window, thread.clone()).await?;
    let row = engine.show_spot(&thread, spot).await?;
    Ok(Receipt { thread: Some(thread), row, ..Receipt::default() })
}

pub(super) async fn close(engine: &Engine, window: WindowId, thread: ThreadId) -> Result<(), Failure> {
    let asked = thread.clone();
    if engine.with(move |core| core.close_thread(&window, &asked)).await? {
        engine.release(thread);
    }
    Ok(())
}
