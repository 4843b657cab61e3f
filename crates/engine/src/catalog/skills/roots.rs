//! Watches the folders that hold skills. The server reports changes only while a thread is loaded, and never those of
//! a repository.
//!
//! Invariant: a watch only marks lists stale, and only the folders that were listed last are watched.

use super::stale;
use crate::engine::Engine;
use crate::watch::Kind;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

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
        let cache = &again.shared().skills;
        if cache.is_watched(&place, &folders) {
            return;
        }
        let told = again.clone();
        let watch = crate::watch::folders(&folders, move || stale(&told));
        cache.watch(place, folders, watch);
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
