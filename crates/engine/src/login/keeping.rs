//! Where a sign-in is stored: in the keychain, or in the server's memory until Threadloft is closed. Never in a file.

use super::{edit_access, look_around};
use crate::account::{Access, Keeping, Keychain, Login, Verdict};
use crate::engine::{Engine, SupervisorCommand};
use crate::failure::{Code, Failure};
use crate::server::Setup;
use crate::vault::Place;
use model::state::LocalEvent;
use protocol::method::{AccountRead, AccountReadParams};
use std::future::Future;
use std::sync::atomic::Ordering;
use std::time::Duration;

/// A restart may take long, because a first start reads every thread before it answers.
const RESTART: Duration = Duration::from_secs(200);

const STORE: &str = "cli_auth_credentials_store";

/// The server's options, including where it stores the sign-in. The demo has no account.
///
/// A codex whose sign-in is in a locked keychain answers nothing until somebody types a password. History must not
/// wait for that, so codex is started without the sign-in, and the person is told.
pub(crate) async fn prepare(engine: &Engine, setup: &Setup) -> Vec<(String, String)> {
    let mut config = setup.config.clone();
    if setup.demo.is_some() || config.iter().any(|(key, _)| key == STORE) {
        return config;
    }
    super::moving::settle(engine).await;
    let session = engine.shared().sign_in.session.load(Ordering::Relaxed);
    let shut = !session && engine.shared().sign_in.vault.is_shut(Place::Codex(setup.home.clone())).await;
    engine.shared().sign_in.shut.store(shut, Ordering::Relaxed);
    if session || shut {
        config.push((STORE.into(), "\"ephemeral\"".into()));
    }
    let keeping = if session || shut { Keeping::Session } else { Keeping::Keychain };
    let edit = move |access: &mut Access| {
        (access.keeping, access.shut) = (keeping, shut);
        if shut {
            access.keychain = Some(Keychain::new(Verdict::Locked));
        }
    };
    edit_access(engine, edit).await.ok();
    config
}

/// Switches between a sign-in for this session only and one in the keychain. Either way nobody is signed in right
/// after it.
pub(crate) async fn keep_for_session(engine: &Engine, on: bool) -> Result<(), Failure> {
    let sign_in = &engine.shared().sign_in;
    let shut = sign_in.shut.load(Ordering::Relaxed);
    if sign_in.session.load(Ordering::Relaxed) == on && !shut {
        return Ok(());
    }
    if shut && on {
        // Nothing is stored already because the keychain is locked; now this is the person's choice.
        sign_in.session.store(true, Ordering::Relaxed);
        sign_in.shut.store(false, Ordering::Relaxed);
        return edit_access(engine, |access| access.shut = false).await;
    }
    engine.peer().await?;
    idle(engine)?;
    if shut {
        if let Err(keychain) = sign_in.vault.unlock().await {
            return Err(refused(engine, "You are not signed in yet.", keychain).await);
        }
        edit_access(engine, |access| access.keychain = Some(Keychain::new(Verdict::Works))).await?;
    }
    let before = sign_in.session.swap(on, Ordering::Relaxed);
    if let Err(failure) = restart(engine, async {}).await {
        sign_in.session.store(before, Ordering::Relaxed);
        return Err(failure);
    }
    engine.with(|core| core.apply_local(LocalEvent::Login(Login::None))).await?;
    engine.peer().await?.call::<AccountRead>(AccountReadParams::default()).await?;
    look_around(engine).await;
    Ok(())
}

/// Checks whether the keychain works. It asks for a password only if the person started the check.
pub(crate) async fn check_keychain(engine: &Engine, may_prompt: bool) -> Result<(), Failure> {
    let vault = &engine.shared().sign_in.vault;
    let keychain = if may_prompt { vault.probe().await } else { vault.glance().await };
    edit_access(engine, move |access| access.keychain = Some(keychain)).await
}

/// Records why the keychain refused, for the account page, and returns it as a failure.
pub(super) async fn refused(engine: &Engine, what: &str, keychain: Keychain) -> Failure {
    let message = format!("{what} {}", keychain.message);
    edit_access(engine, move |access| access.keychain = Some(keychain)).await.ok();
    Failure::new(Code::Refused, message)
}

/// Whether the sign-in is in the server's memory only, by choice or because the keychain is locked.
pub(super) fn is_session(engine: &Engine) -> bool {
    let sign_in = &engine.shared().sign_in;
    sign_in.session.load(Ordering::Relaxed) || sign_in.shut.load(Ordering::Relaxed)
}

/// Fails while a turn is running, because a restart would end it and that is for the person to decide.
pub(super) fn idle(engine: &Engine) -> Result<(), Failure> {
    if engine.busy().running > 0 {
        let message = "This restarts Codex, and a turn is running. Stop the turn or wait for it, then try again.";
        return Err(Failure::bad_input(message));
    }
    Ok(())
}

/// Ends the server, runs `work` while nobody uses the keychain item, and starts the server again.
pub(super) async fn restart(engine: &Engine, work: impl Future<Output = ()> + Send + 'static) -> Result<(), Failure> {
    let mut line = engine.connections();
    let before = line.borrow().starts;
    engine.supervise(SupervisorCommand::Between(Box::pin(work)));
    let again = line.wait_for(|line| line.starts > before && (line.peer.is_some() || line.stopped));
    let gone = || Failure::new(Code::ServerGone, "Codex did not restart. Restart it, then try again.");
    match tokio::time::timeout(RESTART, again).await {
        Ok(Ok(line)) if line.peer.is_some() => Ok(()),
        _ => Err(gone()),
    }
}
