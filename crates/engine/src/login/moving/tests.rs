#![allow(clippy::unwrap_used)]
use super::*;
use crate::account::Verdict;
use std::collections::BTreeMap;
use std::sync::Mutex;

/// A keychain that fails after a number of writes, like a crash.
struct Short {
    held: Mutex<BTreeMap<String, String>>,
    writes: Mutex<usize>,
}

fn name(place: &Place) -> String {
    match place {
        Place::Ours(name) => name.clone(),
        Place::Codex(_) => "active".into(),
    }
}

impl Short {
    fn new(held: &[(&str, &str)], writes: usize) -> Self {
        let held = held.iter().map(|(place, text)| ((*place).to_owned(), (*text).to_owned())).collect();
        Self { held: Mutex::new(held), writes: Mutex::new(writes) }
    }

    fn spend(&self) -> Result<(), Keychain> {
        let mut left = self.writes.lock().unwrap();
        *left = left.checked_sub(1).ok_or_else(|| Keychain::new(Verdict::Broken))?;
        Ok(())
    }

    fn held(&self) -> Vec<(String, String)> {
        self.held.lock().unwrap().clone().into_iter().collect()
    }
}

impl Keys for Short {
    async fn get(&self, place: Place) -> Result<Option<Secret>, Keychain> {
        Ok(self.held.lock().unwrap().get(&name(&place)).map(Secret::new))
    }

    async fn put(&self, place: Place, secret: Secret) -> Result<(), Keychain> {
        self.spend()?;
        self.held.lock().unwrap().insert(name(&place), secret.expose_str().to_owned());
        Ok(())
    }

    async fn delete(&self, place: Place) -> Result<(), Keychain> {
        self.spend()?;
        self.held.lock().unwrap().remove(&name(&place));
        Ok(())
    }
}

const ENOUGH: usize = 99;

/// Crashes after every possible number of writes, also during the repair, and checks what is left.
async fn after_any_crash(held: &[(&str, &str)], listed: &[&str], planned: Move) {
    let accounts: Vec<&str> = held.iter().map(|(_, text)| *text).collect();
    for first in 0..5 {
        for second in 0..3 {
            let folder = tempfile::tempdir().unwrap();
            let journal = Journal(folder.path().join("moving.json"));
            let active = Place::Codex("/home".into());
            let keys = Short::new(held, first);
            let moved = journal.carry_out(&keys, &active, planned.clone()).await;
            *keys.writes.lock().unwrap() = second;
            let settled = match journal.settle(&keys, &active).await {
                Ok(settled) => settled,
                Err(_) => {
                    *keys.writes.lock().unwrap() = ENOUGH;
                    journal.settle(&keys, &active).await.unwrap()
                }
            };
            let mut list: Vec<String> = listed.iter().map(|id| format!("parked:{id}")).collect();
            if let Some(settled) = settled {
                list.retain(|id| {
                    Some(id.as_str()) != settled.gone.as_ref().map(|id| format!("parked:{id}")).as_deref()
                });
                list.extend(settled.parked.map(|parked| format!("parked:{}", parked.id)));
            }
            list.sort();
            let case = format!("crash after {first}, then {second}: {moved:?}, {:?}, {list:?}", keys.held());
            let mut kept: Vec<String> = keys.held().into_iter().map(|(_, text)| text).collect();
            kept.sort();
            assert_eq!(kept, accounts, "every account once: {case}");
            let aside: Vec<String> =
                keys.held().into_iter().map(|(place, _)| place).filter(|place| place != "active").collect();
            assert_eq!(aside, list, "the list says what is there: {case}");
        }
    }
}

#[tokio::test]
async fn an_account_put_aside_is_in_one_place_after_any_crash() {
    let planned = Move { spare: "new".into(), name: Some("ada".into()), wanted: None };
    after_any_crash(&[("active", "ada")], &[], planned.clone()).await;
    after_any_crash(&[("active", "ada"), ("parked:old", "bob")], &["old"], planned).await;
}

#[tokio::test]
async fn accounts_that_change_places_are_in_one_place_each_after_any_crash() {
    let planned = Move { spare: "new".into(), name: Some("ada".into()), wanted: Some("old".into()) };
    after_any_crash(&[("active", "ada"), ("parked:old", "bob")], &["old"], planned.clone()).await;
    after_any_crash(&[("parked:old", "bob")], &["old"], Move { name: None, ..planned }).await;
}

#[tokio::test]
async fn what_is_not_there_is_not_moved() {
    let folder = tempfile::tempdir().unwrap();
    let journal = Journal(folder.path().join("moving.json"));
    let active = Place::Codex("/home".into());
    let keys = Short::new(&[("active", "ada")], ENOUGH);
    let planned = Move { spare: "new".into(), name: Some("ada".into()), wanted: Some("gone".into()) };
    assert!(journal.carry_out(&keys, &active, planned).await.unwrap().is_none());
    assert_eq!(keys.held(), [("active".to_owned(), "ada".to_owned())]);
    assert!(journal.read().unwrap().is_none());
}

#[tokio::test]
async fn a_sign_in_made_meanwhile_is_not_overwritten() {
    let folder = tempfile::tempdir().unwrap();
    let journal = Journal(folder.path().join("moving.json"));
    let planned = Move { spare: "new".into(), name: Some("ada".into()), wanted: None };
    journal.write(&planned).unwrap();
    let keys = Short::new(&[("active", "eve"), ("parked:new", "ada")], ENOUGH);
    let settled = journal.settle(&keys, &Place::Codex("/home".into())).await.unwrap();
    let parked = Some(Parked { id: "new".into(), name: "ada".into() });
    assert_eq!(settled, Some(Settled { gone: None, parked }));
    assert_eq!(keys.held().len(), 2);
}
