//! Deletes threads after ten seconds, during which the person can undo it.
//!
//! Invariant: nothing is deleted before that time is over, or after the person undid it or quit the app. One step of
//! the core checks that the deletion is still wanted and rules out an undo from then on.

use crate::engine::{Core, Engine, now_ms};
use crate::failure::{Code, Failure};
use crate::id::ThreadId;
use crate::intent::Prompt;
use crate::peer::CallError;
use crate::row::Level;
use model::state::LocalEvent;
use protocol::method::{ThreadDelete, ThreadRef};
use std::time::Duration;

pub(crate) const UNDO: Duration = Duration::from_secs(10);
/// Marks a thread whose deletion has been sent to the server and can no longer be undone.
const LEAVING: f64 = 0.0;

pub(super) async fn delete(engine: &Engine, threads: Vec<ThreadId>) -> Result<(), Failure> {
    engine.peer().await?;
    if !engine.connection().methods.knows::<ThreadDelete>() {
        let message = "This version of Codex cannot delete threads. Archive them instead, or install a newer version.";
        return Err(Failure::new(Code::NeedsNewerCodex, message));
    }
    for thread in &threads {
        super::send::interrupt(engine, thread.clone()).await.ok();
    }
    let going = threads.clone();
    let until = now_ms() + UNDO.as_millis() as f64;
    engine.with(move |core| core.apply_local(LocalEvent::Going { threads: going, at_ms: Some(until) })).await?;
    let engine = engine.clone();
    tokio::spawn(async move {
        tokio::time::sleep(UNDO).await;
        for thread in threads {
            if let Err(failure) = remove(&engine, &thread, until).await {
                engine.post(move |core| {
                    if !is_going(core, &thread, until) && !is_going(core, &thread, LEAVING) {
                        return;
                    }
                    core.apply_local(LocalEvent::Going { threads: vec![thread.clone()], at_ms: None });
                    let name = format!("delete:{thread}");
                    let which =
                        core.state.title_of(&thread).map_or("A thread".to_owned(), |title| format!("“{title}”"));
                    let title = format!("{which} could not be deleted.");
                    core.banner(&name, Level::Error, &title, Some(failure.message));
                });
            }
        }
    });
    Ok(())
}

pub(super) async fn keep(engine: &Engine, threads: Vec<ThreadId>) -> Result<(), Failure> {
    let late = engine.with(move |core| {
        let (late, kept): (Vec<_>, Vec<_>) = threads.into_iter().partition(|thread| is_going(core, thread, LEAVING));
        core.apply_local(LocalEvent::Going { threads: kept, at_ms: None });
        !late.is_empty()
    });
    if late.await? {
        return Err(Failure::new(Code::Refused, "It is too late to undo. The thread is already being deleted."));
    }
    Ok(())
}

/// Whether exactly this deletion is still pending. It is not if it was undone, repeated, or the server's home
/// changed.
fn is_going(core: &Core, thread: &ThreadId, at_ms: f64) -> bool {
    core.state.line(thread).is_some_and(|line| line.going_ms == Some(at_ms))
}

async fn remove(engine: &Engine, thread: &ThreadId, until: f64) -> Result<(), Failure> {
    // The server may still be starting; the person can undo during this wait.
    let peer = engine.peer().await?;
    let asked = thread.clone();
    let due = engine.with(move |core| {
        let due = is_going(core, &asked, until);
        if due {
            core.apply_local(LocalEvent::Going { threads: vec![asked], at_ms: Some(LEAVING) });
        }
        due
    });
    if engine.is_closing() || !due.await? {
        return Ok(());
    }
    engine.shared().loaded.forget(thread.as_str());
    match peer.call::<ThreadDelete>(ThreadRef::from(thread.as_str())).await {
        Ok(_) => {}
        // Another client has already deleted it.
        Err(error @ CallError::Refused { .. }) if error.is_missing_thread() => {}
        Err(error) => return Err(error.into()),
    }
    let gone = thread.clone();
    engine
        .with(move |core| {
            core.apply_local(LocalEvent::NowListed(gone.clone()));
            core.put_draft(Some(gone.clone()), Prompt::default());
            core.forget_choices(&gone);
            core.apply_local(LocalEvent::Gone(gone));
        })
        .await
}
