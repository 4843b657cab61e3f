//! Where a sign-in is kept: in the keychain, or in the server's memory until Threadloft is closed. Never in a file.

use super::{edit_access, look_around};
use crate::account::{Keeping, Keychain, Login};
use crate::failure::{Code, Failure};
use crate::house::{House, Setup, Wish};
use crate::state::News;
use std::future::Future;
use std::sync::atomic::Ordering;
use std::time::Duration;
use wire::method::{AccountRead, AccountReadParams};

/// How long a restart may take; a first start reads every conversation before it answers.
const RESTART: Duration = Duration::from_secs(200);

/// The server's options, with where it keeps who is signed in. The demo has no account.
pub(crate) fn configure(house: &House, setup: &Setup) -> Vec<(String, String)> {
    let mut config = setup.config.clone();
    if setup.demo.is_none() && house.inner().sign_in.session.load(Ordering::Relaxed) {
        config.push(("cli_auth_credentials_store".into(), "\"ephemeral\"".into()));
    }
    config
}

/// Signed in for this session only, or in the keychain again. Either way nobody is signed in right after it.
pub(crate) async fn keep_for_session(house: &House, on: bool) -> Result<(), Failure> {
    let session = &house.inner().sign_in.session;
    if session.load(Ordering::Relaxed) == on {
        return Ok(());
    }
    house.peer().await?;
    idle(house)?;
    session.store(on, Ordering::Relaxed);
    let restarted = restart(house, async {}).await;
    if restarted.is_err() {
        session.store(!on, Ordering::Relaxed);
    }
    restarted?;
    let keeping = if on { Keeping::Session } else { Keeping::Keychain };
    edit_access(house, move |access| access.keeping = keeping).await?;
    house.ask(|room| room.note(News::Login(Login::None))).await?;
    house.peer().await?.call::<AccountRead>(AccountReadParams::default()).await?;
    look_around(house).await;
    Ok(())
}

pub(crate) async fn check_keychain(house: &House) -> Result<(), Failure> {
    let keychain = house.inner().sign_in.vault.probe().await;
    edit_access(house, move |access| access.keychain = Some(keychain)).await
}

/// What the keychain said when it was needed, kept for the account page, and as a failure.
pub(super) async fn refused(house: &House, what: &str, keychain: Keychain) -> Failure {
    let message = format!("{what} {}", keychain.message);
    edit_access(house, move |access| access.keychain = Some(keychain)).await.ok();
    Failure::new(Code::Refused, message)
}

pub(super) fn is_session(house: &House) -> bool {
    house.inner().sign_in.session.load(Ordering::Relaxed)
}

/// A restart ends what runs; that is for a person to decide first.
pub(super) fn idle(house: &House) -> Result<(), Failure> {
    if house.busy().running > 0 {
        let message =
            "Codex must be restarted for this, and a turn is running. Stop it or wait for it, then try again.";
        return Err(Failure::bad_input(message));
    }
    Ok(())
}

/// The server ends, `work` is done while nobody uses the keychain item, and the server starts again.
pub(super) async fn restart(house: &House, work: impl Future<Output = ()> + Send + 'static) -> Result<(), Failure> {
    let mut line = house.lines();
    let before = line.borrow().starts;
    house.wish(Wish::Between(Box::pin(work)));
    let again = line.wait_for(|line| line.starts > before && (line.peer.is_some() || line.stopped));
    let gone = || Failure::new(Code::ServerGone, "Codex did not start again. Restart it, then try again.");
    match tokio::time::timeout(RESTART, again).await {
        Ok(Ok(line)) if line.peer.is_some() => Ok(()),
        _ => Err(gone()),
    }
}
