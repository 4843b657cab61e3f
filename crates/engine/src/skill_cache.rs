//! Which folders' skills were listed, whether that still holds, and what watches their files.

use crate::watch::{Kind, Watch};
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The most folders to watch at once. The one listed longest ago is dropped first.
const PLACES: usize = 8;

#[derive(Default)]
pub(crate) struct SkillCache(Mutex<Listed>);

/// A listed folder, its skill roots, and what watches them.
type WatchedFolder = (String, Vec<(PathBuf, Kind)>, Option<Watch>);

#[derive(Default)]
struct Listed {
    /// Folders that were listed since anything changed.
    fresh: BTreeSet<String>,
    changes: u64,
    /// The listed folders, newest last, with what watches their roots.
    watched: Vec<WatchedFolder>,
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

    pub fn is_watched(&self, place: &str, folders: &[(PathBuf, Kind)]) -> bool {
        self.held().watched.iter().any(|(held, known, _)| held == place && known == folders)
    }

    pub fn watch(&self, place: String, folders: Vec<(PathBuf, Kind)>, watch: Option<Watch>) {
        let mut held = self.held();
        held.watched.retain(|(held, ..)| *held != place);
        held.watched.push((place, folders, watch));
        let surplus = held.watched.len().saturating_sub(PLACES);
        held.watched.drain(..surplus);
    }

    fn held(&self) -> MutexGuard<'_, Listed> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
