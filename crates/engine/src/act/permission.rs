//! The permissions that go with a call, and the store's memory of what the server was sent.
//!
//! Invariant: the store records that something is sent before it is sent. After a crash, resetting the choice
//! therefore still sends the config's values once more.

use crate::catalog::permissions::configured;
use crate::engine::Engine;
use crate::failure::{Code, Failure};
use crate::id::ThreadId;
use crate::intent::Choices;
use crate::peer::{CallError, Peer};
use crate::permissions::Permissions;
use model::permissions::{self, Circumstances, Overrides};
use protocol::method::{PermissionProfileList, SettingsUpdateParams, ThreadSettingsUpdate};

/// The overrides to send. Empty if nothing was chosen and the server was never sent anything for this thread.
pub(super) async fn overrides(engine: &Engine, thread: &ThreadId, choices: &Choices) -> Result<Overrides, Failure> {
    let asked = thread.clone();
    let (now, cwd) = engine
        .with(move |core| {
            let (state, server) = (&core.state, core.state.server());
            let told = state.chosen(&asked).is_some_and(|chosen| chosen.told);
            let (sandbox_works, demo) = (server.sandbox_works, server.demo.is_some());
            (Circumstances { sandbox_works, demo, told }, state.cwd(&asked))
        })
        .await?;
    overrides_in(engine, cwd, choices, now).await
}

/// The overrides for a thread that does not exist yet.
pub(super) async fn overrides_for_new(engine: &Engine, cwd: String, choices: &Choices) -> Result<Overrides, Failure> {
    let server = engine.with(|core| (core.state.server().sandbox_works, core.state.server().demo.is_some())).await?;
    overrides_in(engine, Some(cwd), choices, Circumstances { sandbox_works: server.0, demo: server.1, told: false })
        .await
}

async fn overrides_in(
    engine: &Engine,
    cwd: Option<String>,
    choices: &Choices,
    now: Circumstances,
) -> Result<Overrides, Failure> {
    let Choices { permissions: chosen, extras, .. } = choices;
    let shows = now.demo && now.sandbox_works == Some(false);
    if is_as_configured(choices) && !now.told && !shows {
        return Ok(Overrides::default());
    }
    if matches!(chosen, Permissions::Profile { .. }) && !engine.connection().methods.knows::<PermissionProfileList>() {
        let message =
            "This version of Codex has no permission profiles. Choose other permissions, or install a newer one.";
        return Err(Failure::new(Code::NeedsNewerCodex, message));
    }
    Ok(permissions::overrides(chosen, extras, &configured(engine, cwd).await?, now))
}

fn is_as_configured(choices: &Choices) -> bool {
    choices.permissions == Permissions::AsConfigured && choices.extras.is_plain()
}

/// Must run before every call that carries overrides, because the server keeps them, also those of a resume or fork.
pub(super) async fn remember_sent(engine: &Engine, thread: &ThreadId, overrides: &Overrides) {
    if !overrides.is_empty() {
        let of = thread.clone();
        engine.with(move |core| core.set_permissions_sent(&of, true)).await.ok();
    }
}

/// The same before a call that takes a profile or a sandbox, but not both: it sends the profile on its own then.
pub(super) async fn prepare(
    engine: &Engine,
    peer: &Peer,
    thread: &ThreadId,
    overrides: &Overrides,
) -> Result<(), CallError> {
    remember_sent(engine, thread, overrides).await;
    if let Some(profile) = overrides.profile_before() {
        let (thread_id, permissions) = (thread.0.clone(), Some(profile.to_owned()));
        let params = SettingsUpdateParams { thread_id, permissions, ..SettingsUpdateParams::default() };
        peer.call::<ThreadSettingsUpdate>(params).await?;
    }
    Ok(())
}

/// Must run after the server accepted the overrides. If they were the config's own values, the server no longer holds
/// a choice of ours.
pub(super) fn confirm(engine: &Engine, thread: &ThreadId, choices: &Choices, overrides: &Overrides) {
    if !overrides.is_empty() && is_as_configured(choices) {
        let of = thread.clone();
        engine.post(move |core| core.set_permissions_sent(&of, false));
    }
}
