//! What is said to the server about a thread's permissions, and what it holds of it.
//!
//! Invariant: the store knows that the server was told something before it is told, so that taking the choice back
//! says the config once more, also after a crash.

use crate::catalog::permissions::configured;
use crate::engine::Engine;
use crate::failure::{Code, Failure};
use crate::id::ThreadId;
use crate::intent::Choices;
use crate::peer::{CallError, Peer};
use crate::permissions::{Circumstances, Overrides, Permissions, overrides};
use protocol::method::{PermissionProfileList, SettingsUpdateParams, ThreadSettingsUpdate};

/// Nothing, where nothing was chosen and the thread was never told anything from here.
pub(super) async fn wanted(engine: &Engine, thread: &ThreadId, choices: &Choices) -> Result<Overrides, Failure> {
    let asked = thread.clone();
    let (now, cwd) = engine
        .with(move |core| {
            let (state, server) = (&core.state, core.state.server());
            let told = state.chosen(&asked).is_some_and(|chosen| chosen.told);
            let (sandbox_works, demo) = (server.sandbox_works, server.demo.is_some());
            (Circumstances { sandbox_works, demo, told }, state.cwd(&asked))
        })
        .await?;
    said_in(engine, cwd, choices, now).await
}

/// The same for a thread that does not exist yet.
pub(super) async fn wanted_in(engine: &Engine, cwd: String, choices: &Choices) -> Result<Overrides, Failure> {
    let server = engine.with(|core| (core.state.server().sandbox_works, core.state.server().demo.is_some())).await?;
    said_in(engine, Some(cwd), choices, Circumstances { sandbox_works: server.0, demo: server.1, told: false }).await
}

async fn said_in(
    engine: &Engine,
    cwd: Option<String>,
    choices: &Choices,
    now: Circumstances,
) -> Result<Overrides, Failure> {
    let Choices { permissions, extras, .. } = choices;
    let shows = now.demo && now.sandbox_works == Some(false);
    if is_as_configured(choices) && !now.told && !shows {
        return Ok(Overrides::default());
    }
    if matches!(permissions, Permissions::Profile { .. })
        && !engine.connection().methods.knows::<PermissionProfileList>()
    {
        let message = "This Codex knows no permission profiles. Choose other permissions, or use a newer Codex.";
        return Err(Failure::new(Code::NeedsNewerCodex, message));
    }
    Ok(overrides(permissions, extras, &configured(engine, cwd).await?, now))
}

fn is_as_configured(choices: &Choices) -> bool {
    choices.permissions == Permissions::AsConfigured && choices.extras.is_plain()
}

/// Before a call that says them. What cannot stand in one call with the rest goes ahead.
pub(super) async fn before(
    engine: &Engine,
    peer: &Peer,
    thread: &ThreadId,
    overrides: &Overrides,
) -> Result<(), CallError> {
    if overrides.is_empty() {
        return Ok(());
    }
    let of = thread.clone();
    engine.with(move |core| core.permissions_told(&of, true)).await.ok();
    if let Some(profile) = overrides.first() {
        let (thread_id, permissions) = (thread.0.clone(), Some(profile.to_owned()));
        let params = SettingsUpdateParams { thread_id, permissions, ..SettingsUpdateParams::default() };
        peer.call::<ThreadSettingsUpdate>(params).await?;
    }
    Ok(())
}

/// The server took them: what it holds is the config's again, if that is what was said.
pub(super) fn taken(engine: &Engine, thread: &ThreadId, choices: &Choices, overrides: &Overrides) {
    if !overrides.is_empty() && is_as_configured(choices) {
        let of = thread.clone();
        engine.post(move |core| core.permissions_told(&of, false));
    }
}
