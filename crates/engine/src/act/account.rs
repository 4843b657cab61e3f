//! Signing in with a key, and out.

use crate::failure::{Code, Failure};
use crate::house::House;
use crate::peer::CallError;
use wire::Secret;
use wire::method::{AccountRead, AccountReadParams, LoginParams, LoginStart, Logout};

/// Asks who is signed in; the answer is an event.
pub(crate) fn read(house: &House) {
    let house = house.clone();
    tokio::spawn(async move {
        if let Ok(peer) = house.peer().await {
            peer.call::<AccountRead>(AccountReadParams::default()).await.ok();
        }
    });
}

pub(super) async fn sign_in_with_key(house: &House, key: Secret) -> Result<(), Failure> {
    let peer = house.peer().await?;
    let login = peer.call::<LoginStart>(LoginParams::ApiKey { api_key: key }).await;
    login.map_err(|error| keychain(error, "The key could not be saved"))?;
    // The login notice alone is not enough: it may be announced and still not work.
    peer.call::<AccountRead>(AccountReadParams::default()).await?;
    house.tell(|room| {
        let mut settings = room.state.settings().clone();
        if !settings.welcomed {
            settings.welcomed = true;
            room.put_settings(settings);
        }
    });
    Ok(())
}

pub(super) async fn sign_out(house: &House) -> Result<(), Failure> {
    let peer = house.peer().await?;
    peer.call::<Logout>(()).await.map_err(|error| keychain(error, "You could not be signed out"))?;
    peer.call::<AccountRead>(AccountReadParams::default()).await?;
    Ok(())
}

/// Codex says it in the words of a library; never falls back to a file, and neither do we.
fn keychain(error: CallError, what: &str) -> Failure {
    match &error {
        CallError::Refused { source, .. }
            if ["keyring", "secret service", "keychain", "credential store"]
                .iter()
                .any(|word| source.message.to_lowercase().contains(word)) =>
        {
            let why = "this computer's keychain does not answer. Unlock or start it, then try again.";
            Failure::new(Code::Refused, format!("{what}: {why}"))
        }
        _ => error.into(),
    }
}
