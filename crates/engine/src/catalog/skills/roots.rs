//! Watches the folders that hold skills. The server reports changes only while a thread is loaded, and never those of
//! a repository.
//!
//! Invariant: a watch only marks lists stale, and only the folders that were listed last are watched.

use super::stale;
use crate::engine::Engine;
use crate::watch::{Kind, Watch};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The most folders to watch at once. The one listed longest ago is dropped first.
const PLACES: usize = 8;

#[derive(Default)]
pub(crate) struct SkillCache(Mutex<Held>);

/// A listed folder, its skill roots, and what watches them.
type Watched = (String, Vec<(PathBuf, Kind)>, Option<Watch>);

#[derive(Default)]
struct Held {
    /// Folders that were listed since anything changed.
    fresh: BTreeSet<String>,
    changes: u64,
    /// The listed folders, newest last, with what watches their roots.
    watched: Vec<Watched>,
    /// The path of every skill that was ever listed.
    told: BTreeSet<String>,
}

impl SkillCache {
    /// Whether this folder must be listed again, and how many changes there were so far.
    pub fn is_stale(&self, place: &str) -> (bool, u64) {
        let held = self.held();
        (!held.fresh.contains(place), held.changes)
    }

    /// Records a list that was requested after `changes` changes. If there were more meanwhile, it is already stale.
    pub fn know<'a>(&self, place: &str, changes: u64, paths: impl Iterator<Item = &'a String>) {
        let mut held = self.held();
        held.told.extend(paths.cloned());
        if held.changes == changes {
            held.fresh.insert(place.to_owned());
        }
    }

    pub fn knows(&self, path: &str) -> bool {
        self.held().told.contains(path)
    }

    pub fn forget(&self) {
        let mut held = self.held();
        held.fresh.clear();
        held.changes += 1;
    }

    fn held(&self) -> MutexGuard<'_, Held> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Watches the skill roots of this folder, or those that belong to no folder.
pub(super) async fn watch(engine: &Engine, place: &str) {
    let Ok((home, extra)) =
        engine.with(|core| (PathBuf::from(&core.state.server().home), core.state.settings().skill_roots.clone())).await
    else {
        return;
    };
    let place = place.to_owned();
    let again = engine.clone();
    let watching = move || {
        let folders = folders(&home, &place, &extra);
        let shelf = &again.shared().skills;
        let same = shelf.held().watched.iter().any(|(held, known, _)| *held == place && *known == folders);
        if same {
            return;
        }
        let told = again.clone();
        let watch = crate::watch::folders(&folders, move || stale(&told));
        let mut held = shelf.held();
        held.watched.retain(|(held, ..)| *held != place);
        held.watched.push((place, folders, watch));
        let surplus = held.watched.len().saturating_sub(PLACES);
        held.watched.drain(..surplus);
    };
    tokio::task::spawn_blocking(watching).await.ok();
}

/// The existing roots with everything below them. For a missing root, the nearest existing folder in which it would
/// appear.
fn folders(home: &Path, place: &str, extra: &[String]) -> Vec<(PathBuf, Kind)> {
    let mut roots = vec![(home.to_owned(), home.join("skills"))];
    if let Some(user) = crate::paths::user_home() {
        roots.push((user.clone(), user.join(".agents/skills")));
    }
    let place = Path::new(place);
    if place.is_absolute() {
        // A repository's skills may also lie above the folder.
        let repository = place.ancestors().find(|folder| folder.join(".git").exists()).unwrap_or(place);
        for folder in place.ancestors().take_while(|folder| folder.starts_with(repository)) {
            roots.push((folder.to_owned(), folder.join(".agents/skills")));
            roots.push((folder.to_owned(), folder.join(".codex/skills")));
        }
    }
    roots.extend(extra.iter().map(|root| (PathBuf::from(root), PathBuf::from(root))));
    let mut seen = BTreeMap::new();
    for (above, root) in roots {
        if let Some(found) = root.ancestors().take_while(|folder| folder.starts_with(&above)).find(|path| path.is_dir())
        {
            let kind = if found == root { Kind::Whole } else { Kind::Itself };
            let held = seen.entry(found.to_owned()).or_insert(kind);
            if kind == Kind::Whole {
                *held = kind;
            }
        }
    }
    seen.into_iter().collect()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn a_root_that_is_not_there_yet_is_awaited_where_it_would_appear() {
        let root = tempfile::tempdir().unwrap();
        let (home, place) = (root.path().join("home"), root.path().join("repo/part"));
        std::fs::create_dir_all(home.join("skills")).unwrap();
        std::fs::create_dir_all(&place).unwrap();
        std::fs::create_dir_all(root.path().join("repo/.git")).unwrap();
        std::fs::create_dir_all(root.path().join("repo/.agents")).unwrap();
        let found = folders(&home, &place.display().to_string(), &[]);
        for wanted in [
            (home.join("skills"), Kind::Whole),
            (place.clone(), Kind::Itself),
            (root.path().join("repo/.agents"), Kind::Itself),
            (root.path().join("repo"), Kind::Itself),
        ] {
            assert!(found.contains(&wanted), "{wanted:?} in {found:?}");
        }
    }
}
