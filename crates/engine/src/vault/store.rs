//! The keychain of this operating system, asked on the calling thread.

use super::{Place, codex_account, parts};
use crate::account::{Keychain, Verdict};
use keyring_core::{CredentialStore, Entry, Error};
use std::collections::HashMap;
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};
use wire::Secret;
use zeroize::{Zeroize, Zeroizing};

/// What our items are filed under.
const SERVICE: &str = "Threadloft";
const CODEX: &str = "Codex Auth";
/// What one item holds.
const LIMIT: usize = if cfg!(windows) { 2_560 } else { 4 * 1024 * 1024 };
/// Items have labels that a person sees, and collections, only in the Secret Service.
const IS_SECRET_SERVICE: bool = cfg!(all(unix, not(target_os = "macos")));

pub fn try_out() -> Result<(), Keychain> {
    let store = open()?;
    let entry = entry(&*store, SERVICE, "probe", "Threadloft: a test of the keychain")?;
    let word = mark();
    entry.set_secret(word.as_bytes()).map_err(verdict)?;
    let held = entry.get_secret().map_err(verdict)?;
    entry.delete_credential().map_err(verdict)?;
    if held == word.as_bytes() { Ok(()) } else { Err(Keychain::new(Verdict::Broken)) }
}

pub fn put(place: &Place, secret: &Secret) -> Result<(), Keychain> {
    let store = open()?;
    match place {
        Place::Codex(home) => {
            let entry = codex(&*store, home)?;
            entry.set_secret(secret.expose_str().as_bytes()).map_err(verdict)?;
            if IS_SECRET_SERVICE {
                // As codex itself writes it.
                entry.update_attributes(&HashMap::from([("application", "rust-keyring")])).map_err(verdict)?;
            }
            Ok(())
        }
        Place::Ours(name) => {
            let before = count(&*store, name);
            let parts = parts::split(secret, LIMIT, &mark()).map_err(torn)?;
            // The first part last: until it is there, the old writing is what counts or nothing is.
            for (n, part) in parts.iter().enumerate().rev() {
                ours(&*store, name, n)?.set_secret(part.as_bytes()).map_err(verdict)?;
            }
            remove(&*store, name, parts.len()..before)
        }
    }
}

pub fn get(place: &Place) -> Result<Option<Secret>, Keychain> {
    let store = open()?;
    match place {
        Place::Codex(home) => {
            let text = read(&codex(&*store, home)?)?;
            Ok(text.map(|mut text| Secret::new(std::mem::take(&mut *text))))
        }
        Place::Ours(name) => {
            let Some(first) = read(&ours(&*store, name, 0)?)? else { return Ok(None) };
            let total = parts::count(&first).map_err(torn)?;
            let mut held = vec![first];
            for n in 1..total {
                held.extend(read(&ours(&*store, name, n)?)?);
            }
            parts::join(&held).map(Some).map_err(torn)
        }
    }
}

pub fn delete(place: &Place) -> Result<(), Keychain> {
    let store = open()?;
    match place {
        Place::Codex(home) => gone(codex(&*store, home)?.delete_credential()),
        Place::Ours(name) => remove(&*store, name, 0..count(&*store, name).max(1)),
    }
}

/// From the last to the first, so that what is left behind by a failure still says how much there is.
fn remove(store: &CredentialStore, name: &str, parts: std::ops::Range<usize>) -> Result<(), Keychain> {
    parts.rev().try_for_each(|n| gone(ours(store, name, n)?.delete_credential()))
}

/// How many parts an item of ours has; none if it is not there or not readable.
fn count(store: &CredentialStore, name: &str) -> usize {
    let first = ours(store, name, 0).and_then(|entry| read(&entry)).ok().flatten();
    first.and_then(|first| parts::count(&first).ok()).unwrap_or(0)
}

fn open() -> Result<Arc<CredentialStore>, Keychain> {
    #[cfg(target_os = "macos")]
    let store = apple_native_keyring_store::keychain::Store::new();
    #[cfg(windows)]
    let store = windows_native_keyring_store::Store::new();
    #[cfg(all(unix, not(target_os = "macos")))]
    let store = zbus_secret_service_keyring_store::Store::new();
    store.map(|store| store as Arc<CredentialStore>).map_err(|_| Keychain::new(Verdict::NoService))
}

fn ours(store: &CredentialStore, name: &str, part: usize) -> Result<Entry, Keychain> {
    let account = if part == 0 { name.to_owned() } else { format!("{name}#{part}") };
    entry(store, SERVICE, &account, &format!("Threadloft: {account}"))
}

fn codex(store: &CredentialStore, home: &std::path::Path) -> Result<Entry, Keychain> {
    let account = codex_account(home);
    if !IS_SECRET_SERVICE {
        return store.build(CODEX, &account, None).map_err(verdict);
    }
    let label = format!("keyring-rs credential for service '{CODEX}', user '{account}'");
    let more = HashMap::from([("target", "default"), ("label", label.as_str())]);
    store.build(CODEX, &account, Some(&more)).map_err(verdict)
}

fn entry(store: &CredentialStore, service: &str, account: &str, label: &str) -> Result<Entry, Keychain> {
    let more = HashMap::from([("label", label)]);
    store.build(service, account, IS_SECRET_SERVICE.then_some(&more)).map_err(verdict)
}

fn read(entry: &Entry) -> Result<Option<Zeroizing<String>>, Keychain> {
    match entry.get_secret() {
        Ok(bytes) => match String::from_utf8(bytes) {
            Ok(text) => Ok(Some(Zeroizing::new(text))),
            Err(error) => {
                error.into_bytes().zeroize();
                Err(Keychain::new(Verdict::Broken))
            }
        },
        Err(Error::NoEntry) => Ok(None),
        Err(error) => Err(verdict(error)),
    }
}

fn gone(outcome: Result<(), Error>) -> Result<(), Keychain> {
    match outcome {
        Ok(()) | Err(Error::NoEntry) => Ok(()),
        Err(error) => Err(verdict(error)),
    }
}

fn torn(torn: parts::Torn) -> Keychain {
    Keychain::broken(&torn)
}

/// The stores say the same thing in different ways; some errors carry the secret itself and are not printed.
fn verdict(error: Error) -> Keychain {
    match error {
        Error::NoStorageAccess(source) | Error::PlatformFailure(source) => said(&source.to_string()),
        Error::BadEncoding(mut bytes) | Error::BadDataFormat(mut bytes, _) => {
            bytes.zeroize();
            Keychain::new(Verdict::Broken)
        }
        Error::NoDefaultStore => Keychain::new(Verdict::NoService),
        Error::Ambiguous(_) => Keychain::broken(&"there are several items of the same name"),
        other => Keychain::broken(&other),
    }
}

fn said(text: &str) -> Keychain {
    let low = text.to_ascii_lowercase();
    let says = |words: &[&str]| words.iter().any(|word| low.contains(word));
    // The Secret Service prompts only to unlock: a prompt that was dismissed leaves it locked.
    let verdict = if says(&["user canceled", "access denied", "auth failed", "authorization"]) {
        Verdict::Denied
    } else if says(&["locked", "prompt dismissed", "interaction is not allowed", "connection closed before prompt"]) {
        Verdict::Locked
    } else if says(&["result not returned", "could not be found", "no such logon session"]) {
        Verdict::Empty
    } else if says(&["no secret service provider", "serviceunknown", "not provided by any"]) {
        Verdict::NoService
    } else {
        return Keychain::broken(&text);
    };
    Keychain::new(verdict)
}

/// Tells one writing from another; it need not be secret.
fn mark() -> String {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_nanos());
    format!("{now:x}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_stores_say_is_understood() {
        let cases = [
            ("SS error: prompt dismissed", Verdict::Locked),
            ("SS Error: object locked", Verdict::Locked),
            ("SS error: result not returned from SS API", Verdict::Empty),
            ("no secret service provider or dbus session found", Verdict::NoService),
            ("The user name or passphrase you entered is not correct. (auth failed)", Verdict::Denied),
            ("User interaction is not allowed.", Verdict::Locked),
            ("something new", Verdict::Broken),
        ];
        for (text, verdict) in cases {
            assert_eq!(said(text).verdict, verdict, "{text}");
        }
    }

    #[test]
    fn an_error_that_carries_the_secret_does_not_print_it() {
        let told = verdict(Error::BadEncoding(b"sk-leaked".to_vec()));
        assert!(!format!("{told:?}").contains("sk-leaked"));
    }
}
