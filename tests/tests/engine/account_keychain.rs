//! The vault with a real keychain that is unlocked, locked or missing.

use engine::account::Verdict;
use engine::vault::{Place, Vault};
use protocol::Secret;
use std::time::Duration;
use threadloft_tests::keyring::{Keychain, lock, with_keychain};

#[test]
fn what_is_put_in_comes_out_until_it_is_removed() {
    with_keychain(Keychain::Unlocked, |session| async move {
        let vault = Vault::default();
        assert_eq!(vault.probe().await.verdict, Verdict::Works);
        assert_eq!(vault.glance().await.verdict, Verdict::Works);
        let place = || Place::Ours("key:work".into());
        assert!(vault.get(place()).await.unwrap().is_none());
        for text in ["sk-first", "sk-second", &"x".repeat(100_000)] {
            vault.put(place(), Secret::new(text)).await.unwrap();
            assert_eq!(vault.get(place()).await.unwrap().unwrap().expose_str(), text);
        }
        let home = session.folder("codex");
        vault.put(Place::Codex(home.clone()), Secret::new("{\"a\":1}")).await.unwrap();
        assert_eq!(vault.get(Place::Codex(home.clone())).await.unwrap().unwrap().expose_str(), "{\"a\":1}");
        for place in [place(), Place::Codex(home)] {
            vault.delete(place.clone()).await.unwrap();
            vault.delete(place.clone()).await.unwrap();
            assert!(vault.get(place).await.unwrap().is_none());
        }
    });
}

#[test]
fn a_secret_that_leaked_would_be_found() {
    with_keychain(Keychain::NoBus, |session| async move {
        let file = session.folder("codex/deep").join("leak.sqlite");
        std::fs::write(&file, b"\0\xffsk-leaked-0123\0").unwrap();
        assert_eq!(session.holding("sk-leaked-0123"), [file]);
        assert!(session.holding("sk-leaked-9").is_empty());
    });
}

#[test]
fn a_locked_keychain_is_said_within_the_deadline() {
    with_keychain(Keychain::Locked, |_| async move {
        let vault = Vault::with_patience(Duration::from_secs(2), Duration::from_secs(2));
        assert_eq!(vault.glance().await.verdict, Verdict::Locked);
        let put = vault.put(Place::Ours("key:work".into()), Secret::new("sk-1")).await;
        // The keychain cannot show its password prompt without a screen, and counts that as a refusal.
        assert_eq!(put.unwrap_err().verdict, Verdict::Denied);
    });
}

#[test]
fn a_bus_without_a_keychain_is_said() {
    with_keychain(Keychain::Absent, |_| async move {
        let vault = Vault::default();
        assert_eq!(vault.probe().await.verdict, Verdict::NoService);
        assert_eq!(vault.glance().await.verdict, Verdict::NoService);
        assert_eq!(vault.get(Place::Ours("key:work".into())).await.unwrap_err().verdict, Verdict::NoService);
    });
}

#[test]
fn no_bus_at_all_is_said() {
    with_keychain(Keychain::NoBus, |_| async move {
        assert_eq!(Vault::default().probe().await.verdict, Verdict::NoService);
    });
}

#[test]
fn an_item_in_a_locked_keychain_is_known_without_opening_it() {
    with_keychain(Keychain::Unlocked, |session| async move {
        let vault = Vault::default();
        let place = || Place::Codex(session.folder("codex"));
        assert!(!vault.is_shut(place()).await);
        vault.put(place(), Secret::new("{}")).await.unwrap();
        assert!(!vault.is_shut(place()).await);
        lock(std::process::Command::new("dbus-send"));
        assert!(vault.is_shut(place()).await);
        assert!(!vault.is_shut(Place::Codex(session.folder("another"))).await);
        assert_eq!(vault.glance().await.verdict, Verdict::Locked);
    });
}
