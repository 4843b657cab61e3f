//! Moves a sign-in that the CLI keeps in a plain file into the keychain, if the person agrees.
//!
//! Invariant: the sign-in is moved, never copied, because two holders of one refresh token lock each other out. It is
//! never lost: the file is removed only after the server has confirmed the sign-in from the keychain and the CLI was
//! configured to look there.

use super::keeping::{idle, is_session, refused, restart};
use super::{confirm, give_up, start};
use crate::account::{Login, Next, Way};
use crate::engine::Engine;
use crate::failure::{Code, Failure};
use crate::vault::Place;
use protocol::Secret;
use protocol::enums::MergeStrategy;
use protocol::method::{ConfigValueWrite, ConfigValueWriteParams};
use serde_json::Value;
use std::path::PathBuf;

/// Larger than any sign-in.
const LARGEST: u64 = 1024 * 1024;

/// The path of the file, if it holds a sign-in.
pub(super) async fn found(engine: &Engine) -> Option<String> {
    let file = file(engine);
    let path = file.display().to_string();
    tokio::task::spawn_blocking(move || read(&file)).await.ok()?.ok().map(|_| path)
}

pub(crate) async fn import(engine: &Engine) -> Result<(), Failure> {
    let _one = engine.shared().sign_in.one.lock().await;
    if cfg!(windows) {
        let message = "On Windows, Codex keeps sign-ins in its own encrypted file, so this one cannot be moved. Sign in \
                       again instead. Your file is not changed.";
        return Err(Failure::new(Code::Refused, message));
    }
    if is_session(engine) {
        return Err(Failure::bad_input("Nothing is saved in this session. Switch back to the keychain first."));
    }
    let signed_out =
        engine.with(|core| matches!(core.state.account(), crate::change::Account::SignedOut { .. })).await?;
    if !signed_out {
        return Err(Failure::bad_input("You are already signed in. Sign out first."));
    }
    idle(engine)?;
    start(engine, Way::Import).await?;
    let (file, vault) = (file(engine), engine.shared().sign_in.vault.clone());
    let read_from = file.clone();
    let secret = match tokio::task::spawn_blocking(move || read(&read_from)).await {
        Ok(Ok(secret)) => secret,
        Ok(Err(why)) => return Err(stop(engine, &format!("{} {why}", file.display())).await),
        Err(_) => return Err(stop(engine, "The file could not be read.").await),
    };
    let place = Place::Codex(engine.shared().options.home());
    if let Err(keychain) = vault.put(place.clone(), secret).await {
        let failure = refused(engine, "The sign-in was not moved. The file is unchanged.", keychain).await;
        return Err(stop(engine, &failure.message).await);
    }
    let done = settle(engine).await;
    if let Err(failure) = done {
        // Restores the old state: the file still exists and becomes the only copy again.
        vault.delete(place).await.ok();
        restart(engine, async {}).await.ok();
        return Err(failure);
    }
    if let Err(error) = tokio::fs::remove_file(&file).await {
        let message = format!("You are signed in. Please remove {} yourself: {error}.", file.display());
        return Err(Failure::new(Code::Refused, message));
    }
    super::look_around(engine).await;
    Ok(())
}

/// Checks that the server finds the sign-in in the keychain, and configures the CLI to look there.
async fn settle(engine: &Engine) -> Result<(), Failure> {
    restart(engine, async {}).await?;
    confirm(engine, Way::Import).await?;
    let written = engine
        .peer()
        .await?
        .call::<ConfigValueWrite>(ConfigValueWriteParams {
            key_path: "cli_auth_credentials_store".into(),
            merge_strategy: MergeStrategy::Replace,
            value: Value::from("keyring"),
            ..Default::default()
        })
        .await;
    match written {
        Ok(_) => Ok(()),
        Err(error) => {
            let why = Failure::from(error).message;
            let message = format!("The sign-in was not moved, because config.toml could not be changed: {why}");
            Err(stop(engine, &message).await)
        }
    }
}

async fn stop(engine: &Engine, message: &str) -> Failure {
    let next = vec![Next::TryAgain, Next::UseBrowser, Next::SessionOnly];
    give_up(engine, Login::Failed { way: Way::Import, message: message.to_owned(), next }).await
}

fn file(engine: &Engine) -> PathBuf {
    engine.shared().options.home().join("auth.json")
}

/// Reads only a file that codex itself would accept. The error text contains nothing of the file.
fn read(file: &std::path::Path) -> Result<Secret, &'static str> {
    let size = file.metadata().map_err(|_| "cannot be read.")?.len();
    if size > LARGEST {
        return Err("is too large for a sign-in.");
    }
    let secret = Secret::new(std::fs::read_to_string(file).map_err(|_| "cannot be read.")?);
    let json: Value = serde_json::from_str(secret.expose_str()).map_err(|_| "contains no sign-in.")?;
    let has = |pointer: &str| json.pointer(pointer).and_then(Value::as_str).is_some_and(|text| !text.is_empty());
    if has("/OPENAI_API_KEY") || has("/tokens/access_token") { Ok(secret) } else { Err("contains no sign-in.") }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn only_a_sign_in_is_taken() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("auth.json");
        let read_after = |text: &str| {
            std::fs::write(&file, text).unwrap();
            read(&file).map(|secret| secret.expose_str().to_owned())
        };
        let key = r#"{"auth_mode":"apikey","OPENAI_API_KEY":"sk-1"}"#;
        assert_eq!(read_after(key).as_deref(), Ok(key));
        assert!(read_after(r#"{"tokens":{"access_token":"eyJ","refresh_token":"rt"}}"#).is_ok());
        assert!(read_after(r#"{"OPENAI_API_KEY":null}"#).is_err());
        assert!(read_after("sk-1").is_err());
        assert!(read_after("").is_err());
    }
}
