//! Moves accounts between places in the keychain, and repairs a move that a crash interrupted.
//!
//! Invariant: a journal file describes the move from before the first write until the list of accounts is on disk
//! again. It holds names and no secret. Whoever finds it finishes or reverts the move, so that every account is in
//! one place and in the list.

use super::parked::{aside, remember};
use crate::account::{Keychain, Parked};
use crate::engine::Engine;
use crate::failure::Failure;
use crate::vault::{Place, Vault};
use protocol::Secret;
use serde::{Deserialize, Serialize};
use std::future::Future;
use std::path::PathBuf;

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct Move {
    /// The place for the account that is signed in now.
    pub spare: String,
    /// Its name. `None` if nobody is signed in.
    pub name: Option<String>,
    /// The account that takes its place.
    pub wanted: Option<String>,
}

/// How the list of accounts changes.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Settled {
    pub gone: Option<String>,
    pub parked: Option<Parked>,
}

#[derive(Debug)]
pub(super) enum Stuck {
    Keychain(Keychain),
    Journal(std::io::Error),
}

impl From<Keychain> for Stuck {
    fn from(keychain: Keychain) -> Self {
        Self::Keychain(keychain)
    }
}

/// What a move needs of the keychain.
pub(super) trait Keys: Sync {
    fn get(&self, place: Place) -> impl Future<Output = Result<Option<Secret>, Keychain>> + Send;
    fn put(&self, place: Place, secret: Secret) -> impl Future<Output = Result<(), Keychain>> + Send;
    fn delete(&self, place: Place) -> impl Future<Output = Result<(), Keychain>> + Send;
}

impl Keys for Vault {
    async fn get(&self, place: Place) -> Result<Option<Secret>, Keychain> {
        Vault::get(self, place).await
    }

    async fn put(&self, place: Place, secret: Secret) -> Result<(), Keychain> {
        Vault::put(self, place, secret).await
    }

    async fn delete(&self, place: Place) -> Result<(), Keychain> {
        Vault::delete(self, place).await
    }
}

pub(super) struct Journal(PathBuf);

impl Journal {
    pub fn of(engine: &Engine) -> Self {
        Self(engine.shared().options.data_dir.join("moving.json"))
    }

    /// Carries out the move. `None` if the wanted account is missing, in which case nothing was moved.
    pub async fn carry_out(&self, keys: &impl Keys, active: &Place, planned: Move) -> Result<Option<Settled>, Stuck> {
        let held = keys.get(active.clone()).await?;
        let wanted = match &planned.wanted {
            Some(id) => Some(keys.get(aside(id)).await?),
            None => None,
        };
        if matches!(wanted, Some(None)) || (wanted.is_none() && held.is_none()) {
            return Ok(None);
        }
        self.write(&planned).map_err(Stuck::Journal)?;
        let present = held.is_some();
        if let Some(held) = held {
            keys.put(aside(&planned.spare), held).await?;
        }
        match wanted.flatten() {
            Some(wanted) => keys.put(active.clone(), wanted).await?,
            None => keys.delete(active.clone()).await?,
        }
        if let Some(id) = &planned.wanted {
            keys.delete(aside(id)).await?;
        }
        Ok(Some(planned.done(present)))
    }

    /// Finishes or reverts an interrupted move. `None` if there was none.
    pub async fn settle(&self, keys: &impl Keys, active: &Place) -> Result<Option<Settled>, Keychain> {
        let Ok(Some(planned)) = self.read() else { return Ok(None) };
        let here = keys.get(active.clone()).await?;
        let spare = keys.get(aside(&planned.spare)).await?;
        let wanted = match &planned.wanted {
            Some(id) => keys.get(aside(id)).await?,
            None => None,
        };
        let forward = match &planned.wanted {
            Some(_) => wanted.is_none() || same(here.as_ref(), wanted.as_ref()),
            None => here.is_none(),
        };
        if forward {
            if let (Some(id), Some(_)) = (&planned.wanted, &wanted) {
                keys.delete(aside(id)).await?;
            }
            return Ok(Some(planned.done(spare.is_some())));
        }
        match &spare {
            // The crash came after the copy, before anything was overwritten.
            Some(_) if same(here.as_ref(), spare.as_ref()) => keys.delete(aside(&planned.spare)).await?,
            // Somebody signed in meanwhile, so the saved copy is an account of its own.
            Some(_) => return Ok(Some(Settled { gone: None, parked: planned.done(true).parked })),
            None => {}
        }
        Ok(Some(Settled::default()))
    }

    /// `None` if there is no journal, or only half of one: it is complete before anything is moved.
    fn read(&self) -> std::io::Result<Option<Move>> {
        match std::fs::read(&self.0) {
            Ok(bytes) => Ok(serde_json::from_slice(&bytes).ok()),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }

    fn write(&self, planned: &Move) -> std::io::Result<()> {
        crate::private::write(&self.0, serde_json::to_string(planned)?.as_bytes())?.sync_all()
    }

    fn close(&self) {
        if let Err(error) = std::fs::remove_file(&self.0)
            && error.kind() != std::io::ErrorKind::NotFound
        {
            tracing::warn!(%error, "the journal of a move stays");
        }
    }
}

impl Move {
    fn done(&self, present: bool) -> Settled {
        let name = || self.name.clone().unwrap_or_else(|| "Account".to_owned());
        let parked = present.then(|| Parked { id: self.spare.clone(), name: name() });
        Settled { gone: self.wanted.clone(), parked }
    }
}

/// Saves the changed list of accounts, then removes the journal.
pub(super) async fn close(engine: &Engine, settled: Settled) -> Result<(), Failure> {
    remember(engine, settled.gone, settled.parked).await?;
    engine.with(|core| core.written()).await?.await.ok();
    Journal::of(engine).close();
    Ok(())
}

/// Repairs an interrupted move before a server starts that could rewrite its accounts. If the keychain does not
/// answer, the journal stays until the next start, and no other move may begin.
pub(super) async fn settle(engine: &Engine) {
    let journal = Journal::of(engine);
    match journal.read() {
        Ok(Some(_)) => {}
        Ok(None) => return journal.close(),
        // The journal stays, because the accounts in it are not repaired yet.
        Err(error) => return tracing::warn!(%error, "the journal of a move cannot be read"),
    }
    let active = Place::Codex(engine.shared().options.home());
    let vault = &engine.shared().sign_in.vault;
    // A locked keychain is not opened for this. `prepare` reports that it is locked.
    if vault.is_shut(active.clone()).await {
        return;
    }
    match journal.settle(vault, &active).await {
        Ok(Some(settled)) => {
            close(engine, settled).await.ok();
        }
        Ok(None) => {}
        Err(_) => tracing::warn!("a move of accounts is not settled: the keychain does not answer"),
    }
}

fn same(a: Option<&Secret>, b: Option<&Secret>) -> bool {
    matches!((a, b), (Some(a), Some(b)) if a.is(b.expose_str()))
}

#[cfg(test)]
#[path = "moving/tests.rs"]
mod tests;
