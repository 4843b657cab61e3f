//! Deleting, which can be undone for ten seconds.
//!
//! Invariant: nothing is deleted before its time is over, and nothing after the person said "undo" or quit. Whether it is
//! still wished is judged in the same step in which undoing ends.

use crate::engine::{Core, Engine, now_ms};
use crate::failure::{Code, Failure};
use crate::id::ThreadId;
use crate::intent::Prompt;
use crate::peer::CallError;
use crate::row::Level;
use crate::state::LocalEvent;
use protocol::method::{ThreadDelete, ThreadRef};
use std::time::Duration;

pub(crate) const UNDO: Duration = Duration::from_secs(10);
/// It is on its way to the server, and cannot be had back.
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
    engine.with(move |core| core.note(LocalEvent::Going { threads: going, at_ms: Some(until) })).await?;
    let engine = engine.clone();
    tokio::spawn(async move {
        tokio::time::sleep(UNDO).await;
        for thread in threads {
            if let Err(failure) = remove(&engine, &thread, until).await {
                engine.post(move |core| {
                    if !is_going(core, &thread, until) && !is_going(core, &thread, LEAVING) {
                        return;
                    }
                    core.note(LocalEvent::Going { threads: vec![thread.clone()], at_ms: None });
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
        core.note(LocalEvent::Going { threads: kept, at_ms: None });
        !late.is_empty()
    });
    if late.await? {
        return Err(Failure::new(Code::Refused, "It is too late to undo. The thread is already being deleted."));
    }
    Ok(())
}

/// To be deleted at this moment: the wish is still the same one, and this is the same home.
fn is_going(core: &Core, thread: &ThreadId, at_ms: f64) -> bool {
    core.state.line(thread).is_some_and(|line| line.going_ms == Some(at_ms))
}

async fn remove(engine: &Engine, thread: &ThreadId, until: f64) -> Result<(), Failure> {
    // A server that is just starting is waited for, and the person may think better of it meanwhile.
    let peer = engine.peer().await?;
    let asked = thread.clone();
    let due = engine.with(move |core| {
        let due = is_going(core, &asked, until);
        if due {
            core.note(LocalEvent::Going { threads: vec![asked], at_ms: Some(LEAVING) });
        }
        due
    });
    if engine.is_closing() || !due.await? {
        return Ok(());
    }
    engine.shared().held.forget(thread.as_str());
    match peer.call::<ThreadDelete>(ThreadRef::from(thread.as_str())).await {
        Ok(_) => {}
        // Somebody else was faster.
        Err(error @ CallError::Refused { .. }) if error.is_missing_thread() => {}
        Err(error) => return Err(error.into()),
    }
    let gone = thread.clone();
    engine
        .with(move |core| {
            core.forget_unlisted(&gone);
            core.put_draft(Some(gone.clone()), Prompt::default());
            core.forget_chosen(&gone);
            core.note(LocalEvent::Gone(gone));
        })
        .await
}
