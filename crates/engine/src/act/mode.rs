//! Plan mode, which is one of the server's collaboration modes.

use crate::engine::Engine;
use crate::id::ThreadId;
use crate::intent::Choices;
use crate::peer::{CallError, Peer};
use protocol::enums::ModeKind;
use protocol::method::{CollaborationModeList, ModeListParams};
use protocol::thread::{CollaborationMode, ModeSettings};

/// The collaboration mode to send, or `None` if the thread already has it.
pub(super) async fn to_send(
    engine: &Engine,
    peer: &Peer,
    thread: &ThreadId,
    choices: &Choices,
) -> Result<Option<CollaborationMode>, CallError> {
    let asked = thread.clone();
    let known = engine.with(move |core| {
        let state = &core.state;
        (state.is_planning(&asked), state.model_of(&asked), state.effort_of(&asked))
    });
    let (planning, model, effort) = known.await.unwrap_or_default();
    let kind = match (choices.manner.plan, planning) {
        (true, _) => ModeKind::Plan,
        (false, true) => ModeKind::Default,
        (false, false) => return Ok(None),
    };
    let modes = peer.call::<CollaborationModeList>(ModeListParams {}).await?.data;
    let mask = modes.into_iter().find(|mode| mode.mode.as_ref() == Some(&kind)).unwrap_or_default();
    Ok(Some(CollaborationMode {
        mode: kind,
        settings: ModeSettings {
            // The server requires a model here, and prefers it to the model of the turn.
            model: choices.model.clone().or(mask.model).or(model).unwrap_or_default(),
            reasoning_effort: choices.effort.clone().or(mask.reasoning_effort).or(effort),
            developer_instructions: None,
        },
    }))
}
