//! What other clients of Codex do, seen on disk: a thread made by the CLI appears without a refresh, one deleted goes.
//!
//! Invariant: it only ever says "look again". What is there is the server's to say.

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

/// What is to be looked at again.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Seen {
    /// Their files appeared, went or grew.
    pub threads: BTreeSet<ThreadId>,
    /// They may be called otherwise.
    pub renamed: BTreeSet<ThreadId>,
    /// Something new is there whose name nobody told.
    pub newest: bool,
    /// The OS lost count: anything may have happened.
    pub everything: bool,
}

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Thing {
    Thread(ThreadId),
    Names,
    /// A file that was made together with its folder is not told of.
    Folder,
    Lost,
}

/// Calls `changed` with what other clients did to the conversations under `home`. `None`: this OS cannot watch there.
pub fn sessions(home: &Path, changed: impl Fn(Seen) + Send + 'static) -> Option<Watch> {
    let folders = ["sessions", "archived_sessions"].map(|name| home.join(name));
    for folder in &folders {
        std::fs::create_dir_all(folder).ok()?;
    }
    let names = Names::from_now_on(home);
    let mut places: Vec<_> = folders.iter().map(|folder| (folder.as_path(), RecursiveMode::Recursive)).collect();
    // The folder and not the file, which may not be there yet.
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
        let mut seen = Seen::default();
        for thing in things {
            match thing {
                Thing::Thread(thread) => drop(seen.threads.insert(thread)),
                Thing::Names => seen.renamed = names.fresh(),
                Thing::Folder => seen.newest = true,
                Thing::Lost => seen.everything = true,
            }
        }
        if seen != Seen::default() {
            changed(seen);
        }
    })
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
    let concerns = move |path: &Path, _: &EventKind| {
        let named = path.file_name().and_then(|name| name.to_str()).is_some_and(|name| HOLDS_SKILLS.contains(&name));
        (named || whole.iter().any(|folder| path.starts_with(folder))).then_some(())
    };
    let mode = |kind| if kind == Kind::Whole { RecursiveMode::Recursive } else { RecursiveMode::NonRecursive };
    let places: Vec<_> = folders.iter().map(|(folder, kind)| (folder.as_path(), mode(*kind))).collect();
    gather(&places, concerns, vec![()], move |_| changed())
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
    let places = [(home, RecursiveMode::NonRecursive), (rules.as_path(), RecursiveMode::NonRecursive)];
    gather(&places, |path, _| file_of(path), vec![HomeFile::Config, HomeFile::Rules], changed)
}

/// Tells `changed` what `of` made of the paths that were written, together, once it is calm again; and `lost` where the
/// OS does not know any more what was. A place that cannot be watched (it went meanwhile) costs only itself.
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

/// `rollout-2026-11-16T05-20-31-<thread>.jsonl`; after a step back there is more behind the name.
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
        // A folder made just now is watched a moment later: the file is written until it is seen by its name.
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
