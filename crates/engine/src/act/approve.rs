//! Approvals: declining while nobody is there, overruling a denial, and the record of all of them.

use super::send;
use crate::engine::Engine;
use crate::export::Sheet;
use crate::failure::{Code, Failure};
use crate::id::{RowId, ThreadId};
use crate::intent::{ApprovalIntent, Receipt};
use crate::platform::Pick;
use crate::record::Record;
use model::state::LocalEvent;
use protocol::method::{ApproveDeniedParams, ThreadApproveDenied};

/// One day. A longer wait would keep the agent idle rather than cover a short absence.
const LONGEST_S: u32 = 24 * 60 * 60;

pub(super) async fn act(engine: &Engine, intent: ApprovalIntent) -> Result<Receipt, Failure> {
    let nothing = Receipt::default();
    match intent {
        ApprovalIntent::Answer { ask, answer } => send::answer(engine, ask, answer).await.map(|()| nothing),
        ApprovalIntent::DeclineAfter { thread, seconds } => {
            decline_after(engine, thread, seconds).await.map(|()| nothing)
        }
        ApprovalIntent::Overrule { thread, row } => overrule(engine, thread, row).await.map(|()| nothing),
        ApprovalIntent::ExportApprovals { thread } => export(engine, thread).await,
    }
}

pub(super) async fn decline_after(engine: &Engine, thread: ThreadId, seconds: Option<u32>) -> Result<(), Failure> {
    if seconds.is_some_and(|seconds| seconds == 0 || seconds > LONGEST_S) {
        return Err(Failure::bad_input("Choose a time between one second and a day."));
    }
    engine.with(move |core| core.put_unattended(thread, seconds)).await
}

pub(super) async fn overrule(engine: &Engine, thread: ThreadId, row: RowId) -> Result<(), Failure> {
    let (of, at) = (thread.clone(), row.clone());
    let Some(event) = engine.with(move |core| core.state.denied(&of, &at)).await? else {
        return Err(Failure::new(Code::Refused, "This denial can no longer be overruled."));
    };
    let peer = engine.peer().await?;
    peer.call::<ThreadApproveDenied>(ApproveDeniedParams { thread_id: thread.0.clone(), event }).await?;
    engine.with(move |core| core.apply_local(LocalEvent::Overruled { thread, row })).await
}

pub(crate) async fn records(engine: &Engine, thread: ThreadId) -> Result<Vec<Record>, Failure> {
    let coming = engine.with(move |core| core.records(thread)).await?;
    coming.await.map_err(|_| Failure::new(Code::Refused, "The approvals could not be read."))
}

pub(super) async fn export(engine: &Engine, thread: ThreadId) -> Result<Receipt, Failure> {
    let refused = |message: String| Failure::new(Code::Refused, message);
    let Some(folder) = engine.shared().platform.pick(Pick::Folder).await.map_err(refused)? else {
        return Ok(Receipt::default());
    };
    let records = records(engine, thread.clone()).await?;
    let mut value = serde_json::to_value(&records).map_err(|why| refused(why.to_string()))?;
    let name = format!("approvals-{}", thread.as_str().replace(|c: char| !c.is_ascii_alphanumeric() && c != '-', ""));
    let write = move || {
        crate::mask::in_value(&mut value);
        let mut sheet = Sheet::new(&folder, &name, "json")?;
        sheet.write(&format!("{value:#}\n"))?;
        sheet.finish()
    };
    let written = tokio::task::spawn_blocking(write).await;
    let file = written.map_err(|_| refused("The record could not be written.".into()))??;
    Ok(Receipt { path: Some(file.display().to_string()), ..Receipt::default() })
}
