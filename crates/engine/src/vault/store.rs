//! The keychain of this operating system, called on the current thread.

use super::{Place, codex_account, parts};
use crate::account::{Keychain, Verdict};
use keyring_core::{CredentialStore, Entry, Error};
use protocol::Secret;
use std::collections::HashMap;
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};
use zeroize::{Zeroize, Zeroizing};

/// The service name of our items.
const SERVICE: &str = "Threadloft";
const CODEX: &str = "Codex Auth";
/// The most bytes of one item.
const LIMIT: usize = if cfg!(windows) { 2_560 } else { WHOLE };
/// The limit where any secret fits into one item.
const WHOLE: usize = 4 * 1024 * 1024;
/// Only the Secret Service has collections, and item labels that a person sees.
const IS_SECRET_SERVICE: bool = cfg!(all(unix, not(target_os = "macos")));

/// Whether the keychain can be written without a prompt.
#[cfg(all(unix, not(target_os = "macos")))]
pub fn is_open() -> Result<(), Keychain> {
    let service = service()?;
    let open = service.get_default_collection().and_then(|collection| collection.is_locked());
    match open {
        Ok(false) => Ok(()),
        Ok(true) => Err(Keychain::new(Verdict::Locked)),
        Err(error) => Err(said(&error.to_string())),
    }
}

/// Other keychains are unlocked with the session and have no prompt of their own.
#[cfg(not(all(unix, not(target_os = "macos"))))]
pub fn is_open() -> Result<(), Keychain> {
    Ok(())
}

/// Finding an item does not unlock it.
#[cfg(all(unix, not(target_os = "macos")))]
pub fn is_shut(place: &Place) -> bool {
    let (name, account) = match place {
        Place::Codex(home) => (CODEX, codex_account(home)),
        Place::Ours(name) => (SERVICE, name.clone()),
    };
    let Ok(service) = service() else { return false };
    let found = service.search_items(HashMap::from([("service", name), ("username", account.as_str())]));
    found.is_ok_and(|found| found.unlocked.is_empty() && !found.locked.is_empty())
}

#[cfg(not(all(unix, not(target_os = "macos"))))]
pub fn is_shut(_place: &Place) -> bool {
    false
}

#[cfg(all(unix, not(target_os = "macos")))]
pub fn unlock() -> Result<(), Keychain> {
    let service = service()?;
    let unlocked = service.get_default_collection().and_then(|collection| match collection.is_locked()? {
        true => collection.unlock(),
        false => Ok(()),
    });
    unlocked.map_err(|error| said(&error.to_string()))
}

#[cfg(not(all(unix, not(target_os = "macos"))))]
pub fn unlock() -> Result<(), Keychain> {
    try_out()
}

/// A session for looking only. Secrets go through `open`, which encrypts them on the way.
#[cfg(all(unix, not(target_os = "macos")))]
fn service() -> Result<secret_service::blocking::SecretService<'static>, Keychain> {
    use secret_service::blocking::SecretService;
    SecretService::connect(secret_service::EncryptionType::Plain).map_err(|_| Keychain::new(Verdict::NoService))
}

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
                // The attribute that codex itself writes.
                entry.update_attributes(&HashMap::from([("application", "rust-keyring")])).map_err(verdict)?;
            }
            Ok(())
        }
        Place::Ours(name) => {
            let before = count(&*store, name);
            let parts = parts::split(secret, LIMIT, &mark()).map_err(torn)?;
            // The first part is written last. Until it exists, the old secret or none is in effect.
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
        Place::Ours(name) => {
            let parts = match count(&*store, name) {
                // An interrupted write leaves the last parts without the first.
                0 if LIMIT < WHOLE => parts::MOST,
                parts => parts.max(1),
            };
            remove(&*store, name, 0..parts)
        }
    }
}

/// Removes parts from the last to the first, so that after a failure the first still tells how many there are.
fn remove(store: &CredentialStore, name: &str, parts: std::ops::Range<usize>) -> Result<(), Keychain> {
    parts.rev().try_for_each(|n| gone(ours(store, name, n)?.delete_credential()))
}

/// The number of parts of an item of ours. Zero if it is missing or unreadable.
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

/// Maps errors of the stores, which report the same thing in different ways. Some contain the secret itself and are
/// not printed.
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
    let verdict = if says(&["user canceled", "prompt dismissed", "access denied", "auth failed", "authorization"]) {
        Verdict::Denied
    } else if says(&["locked", "interaction is not allowed", "connection closed before prompt"]) {
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

/// A mark that distinguishes one write from another. It need not be secret.
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
            ("SS error: prompt dismissed", Verdict::Denied),
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
