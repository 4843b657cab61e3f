//! One move of accounts between places in the keychain, and what a crash in the middle of it leaves.
//!
//! Invariant: a file names the move from before the first writing until the list of accounts is on disk again. It holds
//! names and no secret. Whoever finds it settles it first, so that every account is in one place and in the list.

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
    /// Where the account that is signed in goes.
    pub spare: String,
    /// What it is called; `None`: nobody is signed in.
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

    /// `None`: what was to be moved is not there, and nothing was.
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

    /// What was begun and not finished, finished or taken back. `None`: nothing was.
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
            // Nothing but a copy was made.
            Some(_) if same(here.as_ref(), spare.as_ref()) => keys.delete(aside(&planned.spare)).await?,
            // Somebody signed in meanwhile: what was put aside is an account of its own.
            Some(_) => return Ok(Some(Settled { gone: None, parked: planned.done(true).parked })),
            None => {}
        }
        Ok(Some(Settled::default()))
    }

    /// `None`: there is none. Half a one too, because it is whole before anything is moved.
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

/// The list says so from now on, also after a crash; then the move is over.
pub(super) async fn close(engine: &Engine, settled: Settled) -> Result<(), Failure> {
    remember(engine, settled.gone, settled.parked).await?;
    engine.with(|core| core.written()).await?.await.ok();
    Journal::of(engine).close();
    Ok(())
}

/// Before a server starts that could rewrite what is still to be moved. A keychain that does not answer is asked again
/// at the next start; until then the file stays, and no other move is begun that would forget it.
pub(super) async fn settle(engine: &Engine) {
    let journal = Journal::of(engine);
    match journal.read() {
        Ok(Some(_)) => {}
        Ok(None) => return journal.close(),
        // It stays: what it names is still to be settled.
        Err(error) => return tracing::warn!(%error, "the journal of a move cannot be read"),
    }
    let active = Place::Codex(engine.shared().options.home());
    let vault = &engine.shared().sign_in.vault;
    // A locked keychain is not opened for this; `prepare` says that it is locked.
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
