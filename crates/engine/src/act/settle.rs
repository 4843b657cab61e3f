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

/// From here on we write in it, and what runs there next runs with these, which were chosen for it.
pub(super) async fn hold_with(house: &House, peer: &Peer, thread: &ThreadId, choices: &Choices) -> Result<(), Failure> {
    send::hold_for(house, peer, thread, choices).await?;
    run_as_chosen(house, peer, thread).await
}

/// The same for a thread that is held, with what is chosen for it now.
pub(super) async fn run_as_chosen(house: &House, peer: &Peer, thread: &ThreadId) -> Result<(), Failure> {
    if !house.line().methods.knows::<ThreadSettingsUpdate>() {
        return Ok(());
    }
    let _alone = house.inner().settling.lock().await;
    let asked = thread.clone();
    let told = house.ask(move |room| {
        let choices = room.state.choices(&asked);
        (!room.state.runs_with(&asked, &choices)).then_some(choices)
    });
    say(house, peer, thread, told.await?).await
}

/// Another choice counts also for what begins by itself: the server would run it with what it was told before.
pub(super) async fn follow(house: &House, thread: &ThreadId) -> Result<(), Failure> {
    let line = house.line();
    let can = line.methods.knows::<ThreadSettingsUpdate>() && house.inner().held.has(thread);
    let Some(peer) = line.peer.filter(|_| can) else { return Ok(()) };
    let _alone = house.inner().settling.lock().await;
    let asked = thread.clone();
    // What the server last said of it may be older than what it was last told, so it is told in any case.
    let told = house.ask(move |room| room.state.goes_on_by_itself(&asked).then(|| room.state.choices(&asked)));
    say(house, &peer, thread, told.await?).await
}

async fn say(house: &House, peer: &Peer, thread: &ThreadId, choices: Option<Choices>) -> Result<(), Failure> {
    if let Some(choices) = choices {
        let fence = send::fence_now(house, &choices).await?;
        settle(house, peer, thread, &choices, &fence).await?;
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
