//! What a thread runs with, said before something that carries no choices of its own: a queued prompt, a goal, a review.
//!
//! A server from before `thread/settings/update` cannot be told; there a thread that is taken up anew gets what its
//! taking up carries, and one that is held keeps what it has.

use super::{mode, send};
use crate::failure::Failure;
use crate::house::House;
use crate::id::ThreadId;
use crate::intent::Choices;
use crate::peer::{CallError, Peer};
use crate::permissions::Fence;
use wire::method::{SettingsUpdateParams, ThreadSettingsUpdate};
use wire::word::{Personality, ReasoningSummary};

/// From here on we write in it, and what runs there next runs with these.
pub(super) async fn hold_with(house: &House, peer: &Peer, thread: &ThreadId, choices: &Choices) -> Result<(), Failure> {
    send::hold_for(house, peer, thread, choices).await?;
    run_with(house, peer, thread, choices).await
}

/// The same for a thread that is held.
pub(super) async fn run_with(house: &House, peer: &Peer, thread: &ThreadId, choices: &Choices) -> Result<(), Failure> {
    let (asked, wanted) = (thread.clone(), choices.clone());
    let same = house.ask(move |room| room.state.runs_with(&asked, &wanted)).await?;
    if !same && house.line().methods.knows::<ThreadSettingsUpdate>() {
        let fence = send::fence_now(house, choices).await?;
        settle(house, peer, thread, choices, &fence).await?;
    }
    Ok(())
}

pub(super) async fn settle(
    house: &House,
    peer: &Peer,
    thread: &ThreadId,
    choices: &Choices,
    fence: &Fence,
) -> Result<(), CallError> {
    let params = SettingsUpdateParams {
        thread_id: thread.0.clone(),
        model: choices.model.clone(),
        effort: choices.effort.clone(),
        summary: choices.manner.summary.as_deref().map(ReasoningSummary::from),
        personality: choices.manner.personality.as_deref().map(Personality::from),
        service_tier: choices.manner.tier.clone(),
        collaboration_mode: mode::wanted(house, peer, thread, choices).await?,
        approval_policy: Some(fence.approval.clone()),
        sandbox_policy: Some(send::fenced(house, thread, fence)),
        ..SettingsUpdateParams::default()
    };
    peer.call::<ThreadSettingsUpdate>(params).await.map(drop)
}
