//! What other clients of Codex do, seen on disk: a thread made by the CLI appears without a refresh, one deleted goes.
//!
//! Invariant: it only ever says "look again". What is there is the server's to say.

use crate::id::ThreadId;
use notify::{RecursiveMode, Watcher};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::Duration;
use tokio::sync::mpsc;

/// Quiet for this long before anyone looks: a turn of the CLI writes many lines.
const QUIET: Duration = Duration::from_millis(400);
/// But not longer than this in all.
const LONGEST: Duration = Duration::from_millis(1_500);

/// Stops when dropped.
pub struct Watch {
    _watcher: notify::RecommendedWatcher,
}

/// Things seen in one go; more than these, and whoever looks at all of them must do.
const MOST: usize = 200;

/// Calls `changed` with the threads whose files appeared, went or grew under `home`. `None`: this OS cannot watch there.
pub fn sessions(home: &Path, changed: impl Fn(BTreeSet<ThreadId>) + Send + 'static) -> Option<Watch> {
    let folders = ["sessions", "archived_sessions"].map(|name| home.join(name));
    for folder in &folders {
        std::fs::create_dir_all(folder).ok()?;
    }
    let places: Vec<_> = folders.iter().map(|folder| (folder.as_path(), RecursiveMode::Recursive)).collect();
    gather(&places, thread_of, changed)
}

/// How much of a folder is watched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Everything in it.
    Whole,
    /// Whether one of the folders that hold skills appears in it.
    Itself,
}

/// Folders that skills lie in, or would.
const HOLDS_SKILLS: &[&str] = &["skills", ".agents", ".codex"];

/// Calls `changed` when files of these folders did. `None`: this OS cannot watch there.
pub fn folders(folders: &[(PathBuf, Kind)], changed: impl Fn() + Send + 'static) -> Option<Watch> {
    let whole: Vec<PathBuf> =
        folders.iter().filter(|(_, kind)| *kind == Kind::Whole).map(|(at, _)| at.clone()).collect();
    let concerns = move |path: &Path| {
        let named = path.file_name().and_then(|name| name.to_str()).is_some_and(|name| HOLDS_SKILLS.contains(&name));
        (named || whole.iter().any(|folder| path.starts_with(folder))).then_some(())
    };
    let mode = |kind| if kind == Kind::Whole { RecursiveMode::Recursive } else { RecursiveMode::NonRecursive };
    let places: Vec<_> = folders.iter().map(|(folder, kind)| (folder.as_path(), mode(*kind))).collect();
    gather(&places, concerns, move |_| changed())
}

/// A file of the home that is looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum HomeFile {
    Config,
    Rules,
}

/// Calls `changed` when config.toml or a rules file did. `None`: this OS cannot watch there.
pub fn home(home: &Path, changed: impl Fn(BTreeSet<HomeFile>) + Send + 'static) -> Option<Watch> {
    let rules = home.join("rules");
    std::fs::create_dir_all(&rules).ok()?;
    // The folder and not the file: whoever writes it puts another one in its place.
    gather(&[(home, RecursiveMode::NonRecursive), (&rules, RecursiveMode::NonRecursive)], file_of, changed)
}

/// Tells `changed` what `of` made of the paths that were written, together, once it is calm again. A place that cannot be
/// watched (it went meanwhile) costs only itself.
fn gather<T: Ord + Send + 'static>(
    places: &[(&Path, RecursiveMode)],
    of: impl Fn(&Path) -> Option<T> + Send + 'static,
    changed: impl Fn(BTreeSet<T>) + Send + 'static,
) -> Option<Watch> {
    let (tell, mut told) = mpsc::channel::<T>(MOST);
    let mut watcher = notify::recommended_watcher(move |event: notify::Result<notify::Event>| {
        let Ok(event) = event else { return };
        if event.kind.is_create() || event.kind.is_remove() || event.kind.is_modify() {
            for seen in event.paths.iter().filter_map(|path| of(path)) {
                // Full: whoever looks will look soon enough.
                tell.try_send(seen).ok();
            }
        }
    })
    .ok()?;
    let watched = places.iter().filter(|(place, mode)| watcher.watch(place, *mode).is_ok()).count();
    if watched == 0 {
        return None;
    }
    tokio::spawn(async move {
        while let Some(first) = told.recv().await {
            let mut seen = BTreeSet::from([first]);
            let calm = async {
                while let Ok(Some(next)) = tokio::time::timeout(QUIET, told.recv()).await {
                    seen.insert(next);
                }
            };
            tokio::time::timeout(LONGEST, calm).await.ok();
            changed(seen);
        }
    });
    Some(Watch { _watcher: watcher })
}

fn file_of(path: &Path) -> Option<HomeFile> {
    match path.file_name()?.to_str()? {
        "config.toml" => Some(HomeFile::Config),
        _ if path.extension().is_some_and(|end| end == "rules") => Some(HomeFile::Rules),
        _ => None,
    }
}

/// `rollout-2026-11-16T05-20-31-<thread>.jsonl`; after a step back there is more behind the name.
fn thread_of(path: &Path) -> Option<ThreadId> {
    const DATE: usize = "2026-11-16T05-20-31-".len();
    const ID: usize = 36;
    let name = path.file_name()?.to_str()?.strip_prefix("rollout-")?;
    let id = name.get(DATE..DATE + ID)?;
    id.chars().all(|c| c.is_ascii_hexdigit() || c == '-').then(|| ThreadId::from(id))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn a_file_says_whose_it_is() {
        let id = "01a1e2cc-bdce-72b1-8e26-0aaccc9dfb80";
        let of = |name: String| thread_of(Path::new(&name));
        assert_eq!(of(format!("/s/rollout-2026-11-16T05-20-31-{id}.jsonl")), Some(ThreadId::from(id)));
        assert_eq!(of(format!("/s/rollout-2026-11-16T05-20-31-{id}_{id}.jsonl.zst")), Some(ThreadId::from(id)));
        assert_eq!(of("/s/rollout-short.jsonl".into()), None);
        assert_eq!(of("/s/other.txt".into()), None);
    }

    #[tokio::test]
    async fn a_conversation_made_by_someone_else_is_noticed_once() {
        let home = tempfile::tempdir().unwrap();
        let (tell, mut told) = mpsc::unbounded_channel();
        let _watch = sessions(home.path(), move |seen| {
            tell.send(seen).ok();
        })
        .unwrap();
        let day = home.path().join("sessions/2026/11/16");
        std::fs::create_dir_all(&day).unwrap();
        let id = "01a1e2cc-bdce-72b1-8e26-0aaccc9dfb80";
        // A folder made just now is watched a moment later: the file is written until it is seen.
        let seen = loop {
            std::fs::write(day.join(format!("rollout-2026-11-16T05-20-31-{id}.jsonl")), "{}").unwrap();
            if let Ok(seen) = tokio::time::timeout(Duration::from_secs(2), told.recv()).await {
                break seen.unwrap();
            }
        };
        assert_eq!(seen, BTreeSet::from([ThreadId::from(id)]));
    }
}
