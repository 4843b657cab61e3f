//! Deleting, which can be undone for ten seconds.
//!
//! Invariant: nothing is deleted before its time is over, and nothing after the person said "undo" or quit.

use crate::failure::{Code, Failure};
use crate::house::{House, now_ms};
use crate::id::ThreadId;
use crate::intent::Prompt;
use crate::peer::CallError;
use crate::row::Level;
use crate::state::News;
use std::time::Duration;
use wire::method::{ThreadDelete, ThreadRef};

pub(crate) const UNDO: Duration = Duration::from_secs(10);

pub(super) async fn delete(house: &House, threads: Vec<ThreadId>) -> Result<(), Failure> {
    house.peer().await?;
    if !house.line().methods.knows::<ThreadDelete>() {
        let message = "This Codex cannot delete threads. Archive them instead; a newer one can delete.";
        return Err(Failure::new(Code::NeedsNewerCodex, message));
    }
    for thread in &threads {
        super::send::interrupt(house, thread.clone()).await.ok();
    }
    let going = threads.clone();
    let until = now_ms() + UNDO.as_millis() as f64;
    house.ask(move |room| room.note(News::Going { threads: going, at_ms: Some(until) })).await?;
    let house = house.clone();
    tokio::spawn(async move {
        tokio::time::sleep(UNDO).await;
        for thread in threads {
            let asked = thread.clone();
            // Still the same wish: it was not undone, not wished again later, and this is the same home.
            let due = house.ask(move |room| room.state.line(&asked).is_some_and(|line| line.going_ms == Some(until)));
            if due.await != Ok(true) || house.is_closing() {
                continue;
            }
            if let Err(failure) = remove(&house, &thread).await {
                house.tell(move |room| {
                    room.note(News::Going { threads: vec![thread.clone()], at_ms: None });
                    let name = format!("delete:{thread}");
                    room.notice(&name, Level::Error, "A thread could not be deleted.", Some(failure.message));
                });
            }
        }
    });
    Ok(())
}

pub(super) async fn keep(house: &House, threads: Vec<ThreadId>) -> Result<(), Failure> {
    house.ask(move |room| room.note(News::Going { threads, at_ms: None })).await
}

async fn remove(house: &House, thread: &ThreadId) -> Result<(), Failure> {
    let peer = house.peer().await?;
    house.inner().held.forget(thread.as_str());
    match peer.call::<ThreadDelete>(ThreadRef::from(thread.as_str())).await {
        Ok(_) => {}
        // Somebody else was faster.
        Err(error @ CallError::Refused { .. }) if error.is_missing_thread() => {}
        Err(error) => return Err(error.into()),
    }
    let gone = thread.clone();
    house
        .ask(move |room| {
            room.forget_unlisted(&gone);
            room.put_draft(Some(gone.clone()), Prompt::default());
            room.forget_chosen(&gone);
            room.note(News::Gone(gone));
        })
        .await
}
