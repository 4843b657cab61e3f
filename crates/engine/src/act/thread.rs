//! What happens to whole threads, and to their turns.

use super::{branch, goal, keep, pin, remove, unread};
use crate::engine::Engine;
use crate::failure::Failure;
use crate::intent::{Receipt, ThreadIntent};

pub(super) async fn act(engine: &Engine, intent: ThreadIntent) -> Result<Receipt, Failure> {
    let nothing = Receipt::default();
    match intent {
        ThreadIntent::Rename { thread, name } => keep::rename(engine, thread, name).await.map(|()| nothing),
        ThreadIntent::Archive { threads } => keep::archive(engine, threads).await.map(|()| nothing),
        ThreadIntent::Unarchive { threads } => keep::unarchive(engine, threads).await.map(|()| nothing),
        ThreadIntent::Pin { threads, pinned } => pin::pin(engine, threads, pinned).await.map(|()| nothing),
        ThreadIntent::MarkUnread { threads, unread } => unread::mark(engine, threads, unread).await.map(|()| nothing),
        ThreadIntent::Delete { threads } => remove::delete(engine, threads).await.map(|()| nothing),
        ThreadIntent::KeepThreads { threads } => remove::keep(engine, threads).await.map(|()| nothing),
        ThreadIntent::Fork { thread, turn } => branch::fork(engine, thread, turn).await,
        ThreadIntent::ForkBefore { thread, turn } => branch::fork_before(engine, thread, turn).await,
        ThreadIntent::GoBack { thread, turn } => branch::go_back(engine, thread, turn).await.map(|()| nothing),
        ThreadIntent::Compact { thread } => branch::compact(engine, thread).await.map(|()| nothing),
        ThreadIntent::SetGoal { thread, objective, active, choices } => {
            goal::set(engine, thread, objective, active, choices).await.map(|()| nothing)
        }
        ThreadIntent::RefreshThreads => engine.refresh(crate::engine::Depth::Whole).await.map(|()| nothing),
    }
}
