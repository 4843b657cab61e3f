//! Signs in with an API key. The key is checked before it is sent, and saved under a label if the person wants that.

use super::keeping::{is_session, refused};
use super::{confirm, fail, start};
use crate::account::{Login, Way};
use crate::engine::Engine;
use crate::failure::{Code, Failure};
use crate::vault::Place;
use model::state::LocalEvent;
use protocol::Secret;
use protocol::method::{LoginParams, LoginStart};
use zeroize::Zeroizing;

const LONGEST_LABEL: usize = 60;
/// No key of OpenAI is shorter.
const SHORTEST: usize = 20;
const LONGEST: usize = 4_096;

pub(crate) async fn with_key(engine: &Engine, key: Secret, label: Option<String>) -> Result<(), Failure> {
    let key = checked(&key)?;
    let label = label.map(|label| named(&label)).transpose()?;
    let _one = engine.shared().sign_in.one.lock().await;
    let peer = start(engine, Way::Key).await?;
    if let Err(error) = peer.call::<LoginStart>(LoginParams::ApiKey { api_key: key.clone() }).await {
        return Err(fail(engine, Way::Key, &error).await);
    }
    engine.with(|core| core.apply_local(LocalEvent::Login(Login::Confirming { way: Way::Key }))).await?;
    confirm(engine, Way::Key).await?;
    match label {
        Some(label) => save(engine, label, key).await,
        None => Ok(()),
    }
}

pub(crate) async fn with_saved_key(engine: &Engine, label: String) -> Result<(), Failure> {
    let held = engine.shared().sign_in.vault.get(place(&label)).await;
    match held {
        Ok(Some(key)) => with_key(engine, key, None).await,
        Ok(None) => {
            let message = format!("The key “{label}” is no longer in the keychain. Enter it again.");
            forget_key(engine, label).await?;
            Err(Failure::new(Code::Refused, message))
        }
        Err(keychain) => Err(refused(engine, "The key could not be read.", keychain).await),
    }
}

pub(crate) async fn forget_key(engine: &Engine, label: String) -> Result<(), Failure> {
    if let Err(keychain) = engine.shared().sign_in.vault.delete(place(&label)).await {
        return Err(refused(engine, "The key could not be removed.", keychain).await);
    }
    engine
        .with(move |core| {
            let mut settings = core.state.settings().clone();
            settings.accounts.keys.retain(|held| *held != label);
            core.put_settings(settings);
        })
        .await
}

async fn save(engine: &Engine, label: String, key: Secret) -> Result<(), Failure> {
    if is_session(engine) {
        let message = "You are signed in. The key was not saved, because nothing is saved in this session.";
        return Err(Failure::new(Code::Refused, message));
    }
    if let Err(keychain) = engine.shared().sign_in.vault.put(place(&label), key).await {
        return Err(refused(engine, "You are signed in, but the key was not saved.", keychain).await);
    }
    engine
        .with(move |core| {
            let mut settings = core.state.settings().clone();
            settings.accounts.keys.retain(|held| *held != label);
            settings.accounts.keys.push(label);
            settings.accounts.keys.sort();
            core.put_settings(settings);
        })
        .await
}

fn place(label: &str) -> Place {
    Place::Ours(format!("key:{label}"))
}

fn named(label: &str) -> Result<String, Failure> {
    let label: String = label.chars().filter(|c| !c.is_control()).collect();
    let label = label.trim();
    if label.is_empty() || label.chars().count() > LONGEST_LABEL || label.contains('#') {
        let message = format!("Give the key a name of 1 to {LONGEST_LABEL} characters, without “#”.");
        return Err(Failure::bad_input(message));
    }
    Ok(label.to_owned())
}

/// The key without what a paste may add. What cannot be a key is refused before anything is sent.
fn checked(key: &Secret) -> Result<Secret, Failure> {
    let text: String = key.expose_str().chars().filter(|c| !c.is_control() && !is_invisible(*c)).collect();
    let text = Zeroizing::new(text);
    let text = text.trim().trim_matches(['"', '\'', '`']);
    let text = text.strip_prefix("Bearer ").unwrap_or(text).trim();
    let text = text.strip_prefix("OPENAI_API_KEY=").unwrap_or(text).trim_matches(['"', '\'']);
    let wrong = |message: &str| Err(Failure::bad_input(message));
    let starts = |prefixes: &[&str]| prefixes.iter().any(|prefix| text.starts_with(prefix));
    if text.is_empty() {
        return wrong("Enter an API key.");
    }
    if text.contains(['…', '*', '•']) || text.contains("...") {
        return wrong("This is a shortened key, as websites show it. Copy the whole key.");
    }
    if text.contains(char::is_whitespace) {
        return wrong("An API key contains no spaces. Copy only the key.");
    }
    if !text.is_ascii() {
        return wrong("An API key contains only plain letters and digits. Copy it again.");
    }
    if starts(&["http://", "https://"]) {
        return wrong("This is a link, not an API key.");
    }
    if starts(&["sk-ant-"]) {
        return wrong("This is an Anthropic key. Enter an OpenAI key.");
    }
    if starts(&["AIza", "ghp_", "github_pat_", "gsk_", "xai-", "hf_", "AKIA"]) {
        return wrong("This key belongs to another service. Enter an OpenAI key, which begins with “sk-”.");
    }
    if starts(&["eyJ"]) {
        return wrong("This is a sign-in token, not an API key. An API key begins with “sk-”.");
    }
    if text.len() < SHORTEST {
        return wrong("This is too short for an API key. Copy the whole key.");
    }
    if text.len() > LONGEST {
        return wrong("This is too long for an API key. Copy only the key.");
    }
    Ok(Secret::new(text))
}

/// Characters that are invisible on screen and are often copied along.
fn is_invisible(c: char) -> bool {
    matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}' | '\u{ad}')
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn what_a_paste_brings_along_is_removed() {
        let key = "sk-proj-0123456789abcdefXYZ_-";
        for pasted in [
            format!("  {key}\r\n"),
            format!("\u{feff}{key}\u{200b}"),
            format!("\"{key}\""),
            format!("Bearer {key}"),
            format!("OPENAI_API_KEY=\"{key}\""),
            "sk-proj-\u{1b}0123456789abcdefXYZ_-\0".to_owned(),
        ] {
            assert_eq!(checked(&Secret::new(pasted)).unwrap().expose_str(), key);
        }
    }

    #[test]
    fn what_cannot_be_a_key_is_named() {
        let cases = [
            ("", "Enter an API key"),
            (" \n ", "Enter an API key"),
            ("sk-proj-…abcd", "shortened"),
            ("sk-...abcd", "shortened"),
            ("my key is sk-proj-0123456789abcdef", "no spaces"),
            ("sk-ant-api03-0123456789abcdef0123", "Anthropic"),
            ("ghp_0123456789abcdef0123456789abcdef", "another service"),
            ("eyJhbGciOiJub25lIn0.e30.x", "token"),
            ("https://platform.openai.com/api-keys", "link"),
            ("sk-short", "too short"),
            ("sk-прив0123456789abcdef0123", "plain letters"),
        ];
        for (text, word) in cases {
            let message = checked(&Secret::new(text)).unwrap_err().message;
            assert!(message.contains(word), "{text}: {message}");
            assert!(text.len() < 8 || !message.contains(text), "the words never repeat it");
        }
    }

    #[test]
    fn a_label_is_short_plain_text() {
        assert_eq!(named("  work\n").unwrap(), "work");
        assert!(named(" ").is_err() && named(&"x".repeat(61)).is_err() && named("a#1").is_err());
    }
}
