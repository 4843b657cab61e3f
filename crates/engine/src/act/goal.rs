//! The goal of a thread.

use crate::engine::Engine;
use crate::failure::Failure;
use crate::id::ThreadId;
use crate::intent::Choices;
use protocol::enums::GoalStatus;
use protocol::method::{GoalClearParams, GoalSetParams, ThreadGoalClear, ThreadGoalGet, ThreadGoalSet, ThreadRef};

const LONGEST: usize = 4_000;

pub(super) async fn set(
    engine: &Engine,
    thread: ThreadId,
    objective: Option<String>,
    active: bool,
    choices: Choices,
) -> Result<(), Failure> {
    super::keep::is_restored(engine, &thread).await?;
    let peer = engine.peer().await?;
    let Some(objective) = objective.map(|text| text.trim().to_owned()).filter(|text| !text.is_empty()) else {
        let params = GoalClearParams { thread_id: thread.0, origin: None };
        peer.call::<ThreadGoalClear>(params).await?;
        return Ok(());
    };
    if objective.chars().count() > LONGEST {
        return Err(Failure::bad_input(format!("A goal can have at most {LONGEST} characters.")));
    }
    if active {
        // The agent continues by itself from here, so the thread must be loaded and settled first.
        super::thread_settings::load_with(engine, &peer, &thread, &choices).await?;
    }
    let status = if active { GoalStatus::Active } else { GoalStatus::Paused };
    let params = GoalSetParams {
        thread_id: thread.0,
        objective: Some(objective),
        status: Some(status),
        ..GoalSetParams::default()
    };
    peer.call::<ThreadGoalSet>(params).await?;
    Ok(())
}

/// Reads the goal of a thread that a window just opened. The answer reaches the state as an event.
pub(crate) fn read(engine: &Engine, thread: ThreadId) {
    let line = engine.connection();
    let Some(peer) = line.peer.filter(|_| line.methods.knows::<ThreadGoalGet>()) else { return };
    tokio::spawn(async move { peer.call::<ThreadGoalGet>(ThreadRef::from(thread.as_str())).await });
}
