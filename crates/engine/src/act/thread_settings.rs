//! Sends a thread's choices before something that carries none of its own: a queued prompt, a goal, a review.
//!
//! A server without `thread/settings/update` accepts choices only when it resumes a thread, so a thread that is already
//! loaded there keeps the choices it has.

use super::{mode, permission, send};
use crate::engine::Engine;
use crate::failure::Failure;
use crate::id::ThreadId;
use crate::intent::Choices;
use crate::peer::{CallError, Peer};
use model::permissions::Overrides;
use protocol::enums::{Personality, ReasoningSummary};
use protocol::method::{SettingsUpdateParams, ThreadSettingsUpdate, TurnSettingsParams, TurnSettingsUpdate};

/// Loads the thread with these choices, so that whatever runs in it next uses them.
pub(super) async fn load_with(
    engine: &Engine,
    peer: &Peer,
    thread: &ThreadId,
    choices: &Choices,
) -> Result<(), Failure> {
    send::ensure_loaded_with(engine, peer, thread, choices).await?;
    update(engine, peer, thread).await
}

/// Sends the current choices of a loaded thread.
pub(super) async fn update(engine: &Engine, peer: &Peer, thread: &ThreadId) -> Result<(), Failure> {
    if !engine.connection().methods.knows::<ThreadSettingsUpdate>() {
        return Ok(());
    }
    let _alone = engine.shared().updating_settings.lock().await;
    let choices = send::choices(engine, thread).await?;
    let overrides = permission::overrides(engine, thread, &choices).await?;
    let (asked, chosen, said) = (thread.clone(), choices.clone(), overrides.clone());
    if engine.with(move |core| core.state.runs_with(&asked, &chosen, &said)).await? {
        permission::confirm(engine, thread, &choices, &overrides);
        return Ok(());
    }
    Ok(send_settings(engine, peer, thread, &choices, &overrides).await?)
}

/// Sends a changed choice to a thread that continues by itself (a queue, a goal); its next turn would otherwise start
/// with the old one.
pub(super) async fn update_running(engine: &Engine, thread: &ThreadId) -> Result<(), Failure> {
    let line = engine.connection();
    let can_update = line.methods.knows::<ThreadSettingsUpdate>() && engine.shared().loaded.has(thread);
    let Some(peer) = line.peer.filter(|_| can_update) else { return Ok(()) };
    let _alone = engine.shared().updating_settings.lock().await;
    let asked = thread.clone();
    // What the server last reported may be older than what it was last sent, so the choice is sent in any case.
    let (goes_on, running) =
        engine.with(move |core| (core.state.goes_on_by_itself(&asked), core.state.interrupt_id(&asked))).await?;
    if !goes_on {
        return Ok(());
    }
    let choices = send::choices(engine, thread).await?;
    let overrides = permission::overrides(engine, thread, &choices).await?;
    send_settings(engine, &peer, thread, &choices, &overrides).await?;
    if let (Some(turn), Some(_)) = (running, &overrides.reviewer) {
        set_running_reviewer(engine, &peer, thread, turn.0, &overrides).await;
    }
    Ok(())
}

/// The reviewer is the only permission that a running turn accepts. If the turn ends meanwhile, the next turn has it.
async fn set_running_reviewer(engine: &Engine, peer: &Peer, thread: &ThreadId, turn_id: String, overrides: &Overrides) {
    if !engine.connection().methods.knows::<TurnSettingsUpdate>() {
        return;
    }
    let approvals_reviewer = overrides.reviewer.clone();
    let params = TurnSettingsParams { thread_id: thread.0.clone(), turn_id, approvals_reviewer };
    if let Err(error) = peer.call::<TurnSettingsUpdate>(params).await {
        tracing::info!(%error, "the running turn keeps its reviewer");
    }
}

pub(super) async fn send_settings(
    engine: &Engine,
    peer: &Peer,
    thread: &ThreadId,
    choices: &Choices,
    overrides: &Overrides,
) -> Result<(), CallError> {
    permission::prepare(engine, peer, thread, overrides).await?;
    let params = SettingsUpdateParams {
        thread_id: thread.0.clone(),
        model: choices.model.clone(),
        effort: choices.effort.clone(),
        summary: choices.manner.summary.as_deref().map(ReasoningSummary::from),
        personality: choices.manner.personality.as_deref().map(Personality::from),
        service_tier: choices.manner.tier.clone(),
        collaboration_mode: mode::to_send(engine, peer, thread, choices).await?,
        permissions: overrides.profile_in_call(),
        sandbox_policy: overrides.sandbox.clone(),
        approval_policy: overrides.approval.clone(),
        approvals_reviewer: overrides.reviewer.clone(),
        ..SettingsUpdateParams::default()
    };
    peer.call::<ThreadSettingsUpdate>(params).await?;
    permission::confirm(engine, thread, choices, overrides);
    Ok(())
}
