//! The only user of the operating system's keychain.
//!
//! Invariant: a secret goes into the keychain or nowhere. There is no fallback to a file, and nothing here is logged.
//!
//! Invariant: every call ends by its deadline. A locked keychain blocks its caller, so each call runs on a thread
//! that can be left behind, with a fresh store, because one that failed once fails for the life of the process.

mod parts;
mod store;

use crate::account::{Keychain, Verdict};
use protocol::Secret;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// How long a call may take: long enough to find a password and type it into the unlock dialog.
const PATIENCE: Duration = Duration::from_secs(60);
/// How long an automatic check may take.
const GLANCE: Duration = Duration::from_secs(8);
/// How long a start may wait for the keychain.
const AT_START: Duration = Duration::from_millis(1_500);
/// The most threads that may hang in a locked keychain. Beyond that no call is made until one returns.
const MOST_STUCK: usize = 3;

/// A cheap handle. All clones take turns.
#[derive(Clone)]
pub struct Vault(Arc<Inner>);

struct Inner {
    patience: Duration,
    glance: Duration,
    turn: tokio::sync::Mutex<()>,
    stuck: Arc<AtomicUsize>,
}

/// A place in the keychain.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Place {
    /// An item of ours, by its name: "key:work", "parked:3".
    Ours(String),
    /// The item in which the codex of this CODEX_HOME stores the sign-in.
    Codex(PathBuf),
}

impl Default for Vault {
    fn default() -> Self {
        Self::with_patience(PATIENCE, GLANCE)
    }
}

impl Vault {
    pub fn with_patience(patience: Duration, glance: Duration) -> Self {
        Self(Arc::new(Inner { patience, glance, turn: tokio::sync::Mutex::default(), stuck: Arc::default() }))
    }

    /// Tests the keychain by writing, reading and removing an item. A locked keychain asks the person for its
    /// password.
    pub async fn probe(&self) -> Keychain {
        verdict(self.run(self.0.patience, store::try_out).await)
    }

    /// Tests the keychain without any prompt: a locked keychain is only reported.
    pub async fn glance(&self) -> Keychain {
        let look = || store::is_open().and_then(|()| store::try_out());
        verdict(self.run(self.0.glance, look).await)
    }

    /// Whether the item exists but cannot be read until somebody unlocks the keychain. Prompts nobody.
    pub async fn is_shut(&self, place: Place) -> bool {
        self.run(AT_START, move || Ok(store::is_shut(&place))).await.unwrap_or(false)
    }

    /// Asks the person for the password of a locked keychain.
    pub async fn unlock(&self) -> Result<(), Keychain> {
        self.run(self.0.patience, store::unlock).await
    }

    pub async fn put(&self, place: Place, secret: Secret) -> Result<(), Keychain> {
        self.run(self.0.patience, move || store::put(&place, &secret)).await
    }

    /// `None` if there is no such item.
    pub async fn get(&self, place: Place) -> Result<Option<Secret>, Keychain> {
        self.run(self.0.patience, move || store::get(&place)).await
    }

    /// Removing a missing item succeeds.
    pub async fn delete(&self, place: Place) -> Result<(), Keychain> {
        self.run(self.0.patience, move || store::delete(&place)).await
    }

    async fn run<T: Send + 'static>(
        &self,
        deadline: Duration,
        job: impl FnOnce() -> Result<T, Keychain> + Send + 'static,
    ) -> Result<T, Keychain> {
        let locked = || Keychain::new(Verdict::Locked);
        let asking = async {
            let _turn = self.0.turn.lock().await;
            if self.0.stuck.load(Ordering::Relaxed) >= MOST_STUCK {
                return Err(locked());
            }
            let (tell, told) = tokio::sync::oneshot::channel();
            let stuck = self.0.stuck.clone();
            stuck.fetch_add(1, Ordering::Relaxed);
            let thread = std::thread::Builder::new().name("vault".into()).spawn(move || {
                let outcome = job();
                stuck.fetch_sub(1, Ordering::Relaxed);
                tell.send(outcome).ok();
            });
            if let Err(error) = thread {
                self.0.stuck.fetch_sub(1, Ordering::Relaxed);
                return Err(Keychain::broken(&error));
            }
            told.await.unwrap_or_else(|_| Err(Keychain::new(Verdict::Broken)))
        };
        tokio::time::timeout(deadline, asking).await.unwrap_or_else(|_| Err(locked()))
    }
}

fn verdict(outcome: Result<(), Keychain>) -> Keychain {
    outcome.map_or_else(|keychain| keychain, |()| Keychain::new(Verdict::Works))
}

/// The account name codex uses for the sign-in of this home: a hash of its real path.
fn codex_account(home: &Path) -> String {
    use sha2::{Digest, Sha256};
    let real = std::fs::canonicalize(home).unwrap_or_else(|_| home.to_owned());
    let hash = Sha256::digest(real.to_string_lossy().as_bytes());
    let hex: String = hash.iter().take(8).map(|byte| format!("{byte:02x}")).collect();
    format!("cli|{hex}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codex_names_its_item_by_a_hash_of_the_real_path() {
        // The name that the real codex used for this path.
        assert_eq!(codex_account(Path::new("/nowhere/at/all")), format!("cli|{}", HASH));
    }

    /// `printf /nowhere/at/all | sha256sum | cut -c1-16`
    const HASH: &str = "a25a698472e8845f";

    #[tokio::test]
    async fn a_keychain_that_never_answers_counts_as_locked() {
        let vault = Vault::with_patience(Duration::from_millis(20), Duration::from_millis(20));
        let (hold, held) = std::sync::mpsc::channel::<()>();
        let held = Arc::new(std::sync::Mutex::new(held));
        for _ in 0..MOST_STUCK {
            let held = held.clone();
            let never = move || held.lock().map_or(Ok(()), |held| held.recv().map_or(Ok(()), |()| Ok(())));
            assert_eq!(vault.run(vault.0.glance, never).await, Err(Keychain::new(Verdict::Locked)));
        }
        assert_eq!(vault.run(Duration::from_secs(60), || Ok(())).await, Err(Keychain::new(Verdict::Locked)));
        drop(hold);
        while vault.0.stuck.load(Ordering::Relaxed) > 0 {
            tokio::task::yield_now().await;
        }
        assert_eq!(vault.run(Duration::from_secs(60), || Ok(())).await, Ok(()));
    }
}
