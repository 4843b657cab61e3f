//! Several accounts: one is signed in, the others are saved in the keychain.
//!
//! Invariant: an account is in one place at a time, and is moved only while no server runs that could rewrite it. A
//! move that a crash interrupted is repaired at the next start (`moving`).

use super::keeping::{idle, is_session, refused, restart};
use super::moving::{self, Journal, Move, Stuck};
use super::{confirm, fail, open, start};
use crate::account::{Login, Parked, Way};
use crate::change::Account;
use crate::engine::Engine;
use crate::failure::{Code, Failure};
use crate::vault::Place;
use model::state::LocalEvent;
use protocol::method::{AccountRead, AccountReadParams, AccountSessionSwitch, SessionSwitchParams};
use std::time::{SystemTime, UNIX_EPOCH};
use tokio::sync::oneshot;

/// Saves the current account for later. Nobody is signed in then, and nothing is revoked.
pub(crate) async fn park(engine: &Engine) -> Result<(), Failure> {
    let _one = engine.shared().sign_in.one.lock().await;
    let name = possible(engine).await?.ok_or_else(|| Failure::bad_input("You are not signed in."))?;
    if !carry_out(engine, Move { spare: fresh(), name: Some(name), wanted: None }).await? {
        return Err(missing());
    }
    engine.peer().await?.call::<AccountRead>(AccountReadParams::default()).await?;
    super::look_around(engine).await;
    Ok(())
}

/// Swaps a saved account with the current one.
pub(crate) async fn switch(engine: &Engine, id: String) -> Result<(), Failure> {
    let _one = engine.shared().sign_in.one.lock().await;
    let name = possible(engine).await?;
    start(engine, Way::Switch).await?;
    let moved = carry_out(engine, Move { spare: fresh(), name, wanted: Some(id.clone()) }).await;
    let settled = match moved {
        Ok(true) => Ok(()),
        Ok(false) => {
            remember(engine, Some(id), None).await?;
            Err(missing())
        }
        Err(failure) => Err(failure),
    };
    if let Err(failure) = settled {
        engine.with(|core| core.apply_local(LocalEvent::Login(Login::None))).await?;
        return Err(failure);
    }
    confirm(engine, Way::Switch).await
}

pub(crate) async fn forget(engine: &Engine, id: String) -> Result<(), Failure> {
    if let Err(keychain) = engine.shared().sign_in.vault.delete(aside(&id)).await {
        return Err(refused(engine, "The account could not be removed.", keychain).await);
    }
    remember(engine, Some(id), None).await
}

/// Switches to another workspace of the current account. The server may need a browser for it.
pub(crate) async fn switch_workspace(engine: &Engine, session: String, workspace: String) -> Result<(), Failure> {
    let _one = engine.shared().sign_in.one.lock().await;
    let peer = start(engine, Way::Switch).await?;
    let params = SessionSwitchParams { session_id: session, account_id: workspace, allow_browser_login: Some(true) };
    let answer = match peer.call::<AccountSessionSwitch>(params).await {
        Ok(answer) => answer,
        Err(error) => return Err(fail(engine, Way::Switch, &error).await),
    };
    let (Some(url), Some(login_id)) = (answer.auth_url, answer.login_id) else {
        return confirm(engine, Way::Switch).await;
    };
    // From here on this is like any sign-in by browser.
    let link = url.clone();
    engine.with(move |core| core.apply_local(LocalEvent::LoginLink { id: login_id, url: link })).await?;
    open(engine, &url);
    Ok(())
}

/// The name of the current account. An error if accounts cannot be moved.
async fn possible(engine: &Engine) -> Result<Option<String>, Failure> {
    if cfg!(windows) {
        let message = "On Windows, Codex keeps the account in its own encrypted file, so Threadloft cannot save it for \
                       later. Sign out, then sign in to the other account.";
        return Err(Failure::new(Code::Refused, message));
    }
    if is_session(engine) {
        return Err(Failure::bad_input("No accounts are saved in this session. Switch back to the keychain first."));
    }
    idle(engine)?;
    engine
        .with(|core| match core.state.account() {
            Account::ChatGpt { email, .. } => Ok(Some(email.clone().unwrap_or_else(|| "ChatGPT".into()))),
            Account::ApiKey => Ok(Some("API key".into())),
            Account::Other { name } => Ok(Some(name.clone())),
            Account::SignedOut { .. } => Ok(None),
            Account::Unknown => Err(Failure::bad_input("Codex has not reported the account yet. Try again.")),
        })
        .await?
}

/// Moves secrets while no server runs. Returns `false` if the account to move is missing.
async fn carry_out(engine: &Engine, planned: Move) -> Result<bool, Failure> {
    let (tell, told) = oneshot::channel();
    let (vault, journal) = (engine.shared().sign_in.vault.clone(), Journal::of(engine));
    let active = Place::Codex(engine.shared().options.home());
    restart(engine, async move {
        tell.send(journal.carry_out(&vault, &active, planned).await).ok();
    })
    .await?;
    match told.await {
        Ok(Ok(Some(settled))) => moving::close(engine, settled).await.map(|()| true),
        Ok(Ok(None)) => Ok(false),
        Ok(Err(Stuck::Keychain(keychain))) => Err(refused(engine, "The account was not moved.", keychain).await),
        Ok(Err(Stuck::Journal(error))) => {
            let message = format!("The account was not moved, because Threadloft cannot write its own files: {error}.");
            Err(Failure::new(Code::Refused, message))
        }
        Err(_) => Err(Failure::new(Code::ServerGone, "Threadloft is closing.")),
    }
}

pub(super) async fn remember(engine: &Engine, gone: Option<String>, new: Option<Parked>) -> Result<(), Failure> {
    engine
        .with(move |core| {
            let mut settings = core.state.settings().clone();
            let new_id = new.as_ref().map(|new| &new.id);
            settings.accounts.parked.retain(|held| Some(&held.id) != gone.as_ref() && Some(&held.id) != new_id);
            settings.accounts.parked.extend(new);
            core.put_settings(settings);
        })
        .await
}

pub(super) fn aside(id: &str) -> Place {
    Place::Ours(format!("parked:{id}"))
}

fn missing() -> Failure {
    Failure::new(Code::Refused, "This account is no longer in the keychain. Sign in again.")
}

/// An id that no other saved account has.
fn fresh() -> String {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_micros());
    format!("{now:x}")
}
