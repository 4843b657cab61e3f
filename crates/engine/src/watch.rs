//! Watches what other clients of Codex change on disk, so that a thread made or deleted by the CLI shows without a
//! refresh.
//!
//! Invariant: a watch only reports what to look at again. The facts come from the server.

mod names;

pub(crate) use names::thread_of as index_thread;

use crate::id::ThreadId;
use names::Names;
use notify::event::CreateKind;
use notify::{EventKind, RecursiveMode, Watcher};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;
use tokio::sync::mpsc;

/// Changes are reported after this much quiet, because a turn of the CLI writes many lines.
const QUIET: Duration = Duration::from_millis(400);
/// The longest that changes are held back.
const LONGEST: Duration = Duration::from_millis(1_500);

/// Watching stops when this is dropped.
pub struct Watch {
    _watcher: notify::RecommendedWatcher,
}

/// The most things to report at once. Beyond that, everything must be looked at.
const MOST: usize = 200;

/// What must be looked at again.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct SeenFiles {
    /// Threads whose files appeared, disappeared or grew.
    pub threads: BTreeSet<ThreadId>,
    /// Threads that may have a new name.
    pub renamed: BTreeSet<ThreadId>,
    /// A new thread appeared whose id is unknown.
    pub newest: bool,
    /// The OS lost events, so anything may have changed.
    pub everything: bool,
}

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Thing {
    Thread(ThreadId),
    Names,
    /// A new folder. A file created together with it is not reported.
    Folder,
    Lost,
}

/// Calls `changed` after other clients changed the threads under `home`. `None` if this OS cannot watch there.
pub fn sessions(home: &Path, changed: impl Fn(SeenFiles) + Send + 'static) -> Option<Watch> {
    let folders = ["sessions", "archived_sessions"].map(|name| home.join(name));
    for folder in &folders {
        std::fs::create_dir_all(folder).ok()?;
    }
    let names = Names::from_now_on(home);
    let mut places: Vec<_> = folders.iter().map(|folder| (folder.as_path(), RecursiveMode::Recursive)).collect();
    // The folder is watched, because the file may not exist yet.
    places.push((home, RecursiveMode::NonRecursive));
    let within = folders.clone();
    let of = move |path: &Path, kind: &EventKind| {
        let is_folder = *kind == EventKind::Create(CreateKind::Folder);
        match thread_of(path) {
            Some(thread) => Some(Thing::Thread(thread)),
            None if names::is_index(path) => Some(Thing::Names),
            None => (is_folder && within.iter().any(|folder| path.starts_with(folder))).then_some(Thing::Folder),
        }
    };
    gather(&places, of, vec![Thing::Lost, Thing::Names], move |things| {
        let mut seen = SeenFiles::default();
        for thing in things {
            match thing {
                Thing::Thread(thread) => drop(seen.threads.insert(thread)),
                Thing::Names => seen.renamed = names.fresh(),
                Thing::Folder => seen.newest = true,
                Thing::Lost => seen.everything = true,
            }
        }
        if seen != SeenFiles::default() {
            changed(seen);
        }
    })
}

/// How much of a folder is watched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Everything in it.
    Whole,
    /// Only whether one of the folders that hold skills appears in it.
    Itself,
}

/// Folders that contain skills, or could.
const HOLDS_SKILLS: &[&str] = &["skills", ".agents", ".codex"];

/// Calls `changed` when files in these folders changed. `None` if this OS cannot watch there.
pub fn folders(folders: &[(PathBuf, Kind)], changed: impl Fn() + Send + 'static) -> Option<Watch> {
    let whole: Vec<PathBuf> =
        folders.iter().filter(|(_, kind)| *kind == Kind::Whole).map(|(at, _)| at.clone()).collect();
    let concerns = move |path: &Path, _: &EventKind| {
        let named = path.file_name().and_then(|name| name.to_str()).is_some_and(|name| HOLDS_SKILLS.contains(&name));
        (named || whole.iter().any(|folder| path.starts_with(folder))).then_some(())
    };
    let mode = |kind| if kind == Kind::Whole { RecursiveMode::Recursive } else { RecursiveMode::NonRecursive };
    let places: Vec<_> = folders.iter().map(|(folder, kind)| (folder.as_path(), mode(*kind))).collect();
    gather(&places, concerns, vec![()], move |_| changed())
}

/// A file of the home that is watched.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum HomeFile {
    Config,
    Rules,
}

/// Calls `changed` when config.toml or a rules file changed. `None` if this OS cannot watch there.
pub fn home(home: &Path, changed: impl Fn(BTreeSet<HomeFile>) + Send + 'static) -> Option<Watch> {
    let rules = home.join("rules");
    std::fs::create_dir_all(&rules).ok()?;
    // The folders are watched instead of the files, because many programs replace a file when they write it.
    let places = [(home, RecursiveMode::NonRecursive), (rules.as_path(), RecursiveMode::NonRecursive)];
    gather(&places, |path, _| file_of(path), vec![HomeFile::Config, HomeFile::Rules], changed)
}

/// Calls `changed` with what `of` made of all changed paths, once it is quiet again, or with `lost` if the OS lost
/// events. A place that cannot be watched, because it was just removed, is skipped.
fn gather<T: Ord + Clone + Send + 'static>(
    places: &[(&Path, RecursiveMode)],
    of: impl Fn(&Path, &EventKind) -> Option<T> + Send + 'static,
    lost: Vec<T>,
    changed: impl Fn(BTreeSet<T>) + Send + 'static,
) -> Option<Watch> {
    let (tell, mut told) = mpsc::channel::<Vec<T>>(MOST);
    let overflown = Arc::new(AtomicBool::new(false));
    let (full, all) = (Arc::clone(&overflown), lost.clone());
    let mut watcher = notify::recommended_watcher(move |event: notify::Result<notify::Event>| {
        let seen = things(event, &of, &lost);
        if !seen.is_empty() && tell.try_send(seen).is_err() {
            full.store(true, Relaxed);
        }
    })
    .ok()?;
    let watched = places.iter().filter(|(place, mode)| watcher.watch(place, *mode).is_ok()).count();
    if watched == 0 {
        return None;
    }
    tokio::spawn(async move {
        while let Some(first) = told.recv().await {
            let mut seen = BTreeSet::from_iter(first);
            let calm = async {
                while let Ok(Some(next)) = tokio::time::timeout(QUIET, told.recv()).await {
                    seen.extend(next);
                }
            };
            tokio::time::timeout(LONGEST, calm).await.ok();
            if overflown.swap(false, Relaxed) {
                seen.extend(all.iter().cloned());
            }
            changed(seen);
        }
    });
    Some(Watch { _watcher: watcher })
}

fn things<T: Clone>(
    event: notify::Result<notify::Event>,
    of: &impl Fn(&Path, &EventKind) -> Option<T>,
    lost: &[T],
) -> Vec<T> {
    match event {
        Ok(event) if event.need_rescan() => lost.to_vec(),
        Ok(event) if event.kind.is_create() || event.kind.is_remove() || event.kind.is_modify() => {
            event.paths.iter().filter_map(|path| of(path, &event.kind)).collect()
        }
        Ok(_) => Vec::new(),
        Err(_) => lost.to_vec(),
    }
}

fn file_of(path: &Path) -> Option<HomeFile> {
    match path.file_name()?.to_str()? {
        "config.toml" => Some(HomeFile::Config),
        _ if path.extension().is_some_and(|end| end == "rules") => Some(HomeFile::Rules),
        _ => None,
    }
}

/// The id in `rollout-2026-11-16T05-20-31-<thread>.jsonl`. After going back in a thread its file name is longer.
pub(crate) fn thread_of(path: &Path) -> Option<ThreadId> {
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
        // A new folder is watched a moment later, so the file is written until its name is seen.
        let mut folder = false;
        let seen = loop {
            std::fs::write(day.join(format!("rollout-2026-11-16T05-20-31-{id}.jsonl")), "{}").unwrap();
            match tokio::time::timeout(Duration::from_secs(2), told.recv()).await {
                Ok(Some(seen)) if seen.threads.is_empty() => folder |= seen.newest,
                Ok(seen) => break seen.unwrap(),
                Err(_) => {}
            }
        };
        assert_eq!(seen.threads, BTreeSet::from([ThreadId::from(id)]));
        assert!(folder || seen.newest, "before that, something new is known to be there");
    }

    #[test]
    fn what_the_os_lost_count_of_is_looked_at_again() {
        let of = |_: &Path, _: &EventKind| Some("seen");
        let rescan = notify::Event::new(EventKind::Other).set_flag(notify::event::Flag::Rescan);
        assert_eq!(things(Ok(rescan), &of, &["lost"]), ["lost"]);
        assert_eq!(things(Err(notify::Error::generic("full")), &of, &["lost"]), ["lost"]);
        let made = notify::Event::new(EventKind::Create(CreateKind::File)).add_path("/a".into());
        assert_eq!(things(Ok(made), &of, &["lost"]), ["seen"]);
    }
}
