//! Renaming, archiving and restoring threads.

use crate::engine::Engine;
use crate::failure::Failure;
use crate::id::ThreadId;
use crate::peer::Peer;
use protocol::Method;
use protocol::method::{
    NameSetParams, ThreadArchive, ThreadNameSet, ThreadRef, ThreadResume, ThreadResumeParams, ThreadUnarchive,
    ThreadUnsubscribe,
};

const LONGEST: usize = 200;

pub(super) async fn rename(engine: &Engine, thread: ThreadId, name: String) -> Result<(), Failure> {
    let name = name.trim().to_owned();
    if name.is_empty() {
        return Err(Failure::bad_input("Enter a name."));
    }
    if name.chars().count() > LONGEST {
        return Err(Failure::bad_input(format!("A name can have at most {LONGEST} characters.")));
    }
    is_restored(engine, &thread).await?;
    let peer = engine.peer().await?;
    let params = NameSetParams { thread_id: thread.0.clone(), name };
    match peer.call::<ThreadNameSet>(params.clone()).await {
        // An older server can name only loaded threads, so the thread is loaded for the call.
        Err(error) if error.is_not_found() => {
            let resume =
                ThreadResumeParams { thread_id: thread.0.clone(), exclude_turns: Some(true), ..Default::default() };
            peer.call::<ThreadResume>(resume).await?;
            let named = peer.call::<ThreadNameSet>(params).await;
            if !engine.shared().loaded.has(&thread) {
                peer.call::<ThreadUnsubscribe>(ThreadRef::from(thread.as_str())).await.ok();
            }
            named?;
        }
        outcome => drop(outcome?),
    }
    Ok(())
}

/// Fails if the thread is archived: servers refuse to change archived threads, or do not find them.
pub(super) async fn is_restored(engine: &Engine, thread: &ThreadId) -> Result<(), Failure> {
    if engine.is_archived(thread).await? { Err(Failure::archived()) } else { Ok(()) }
}

pub(super) async fn archive(engine: &Engine, threads: Vec<ThreadId>) -> Result<(), Failure> {
    let peer = engine.peer().await?;
    for thread in &threads {
        engine.shared().loaded.forget(thread.as_str());
    }
    for_each_thread::<ThreadArchive>(&peer, threads).await
}

pub(super) async fn unarchive(engine: &Engine, threads: Vec<ThreadId>) -> Result<(), Failure> {
    for_each_thread::<ThreadUnarchive>(&engine.peer().await?, threads).await
}

/// Applies the call to every thread, then reports the first failure and how many there were.
async fn for_each_thread<M: Method<Params = ThreadRef>>(peer: &Peer, threads: Vec<ThreadId>) -> Result<(), Failure> {
    let count = threads.len();
    let mut failed = Vec::new();
    for thread in threads {
        if let Err(error) = peer.call::<M>(ThreadRef::from(thread.as_str())).await {
            failed.push(Failure::from(error));
        }
    }
    let missed = failed.len();
    match failed.into_iter().next() {
        None => Ok(()),
        Some(first) if count == 1 => Err(first),
        Some(first) => Err(Failure::new(first.code, format!("{missed} of {count} failed. {}", first.message))),
    }
}
