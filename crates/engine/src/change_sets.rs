//! A cache of the last few change sets, parsed but not rendered.

use crate::failure::{Code, Failure};
use crate::row::DiffLine;
use contract::changes::{ChangeSet, FileSum};
use render::diff::{Gap, Patch};
use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// Enough for several windows and for switching back. A set may be large.
const KEPT: usize = 6;
/// The most lines to render at once.
const PAGE: u32 = 1_000;
/// The most unchanged lines to show at once between two changes.
const GAP: u32 = 5_000;
/// A larger file is not read again for the lines between its changes.
const LARGEST: u64 = 4 * 1024 * 1024;
/// The most bytes to copy to the clipboard at once.
const COPIED: usize = 16 * 1024 * 1024;

#[derive(Default)]
pub(crate) struct Drawer(Mutex<CachedSets>);

#[derive(Default)]
struct CachedSets {
    named: u64,
    sets: VecDeque<(String, Arc<Set>)>,
}

pub(crate) struct Set {
    pub patches: Vec<Patch>,
    /// Paths are relative to this folder.
    pub folder: PathBuf,
    /// No file outside this folder is read.
    pub within: PathBuf,
    pub cut: bool,
}

impl Drawer {
    pub fn put(&self, set: Set) -> ChangeSet {
        let files = set.patches.iter().map(sum).collect();
        let cut = set.cut;
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.named += 1;
        let stamp = format!("changes-{}", kept.named);
        kept.sets.push_front((stamp.clone(), Arc::new(set)));
        kept.sets.truncate(KEPT);
        ChangeSet { stamp, files, cut }
    }

    fn find(&self, stamp: &str) -> Result<Arc<Set>, Failure> {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let at = kept.sets.iter().position(|(name, _)| name == stamp).ok_or_else(gone)?;
        // The set is moved to the front, so that the one in use is dropped last.
        let found = kept.sets.remove(at).ok_or_else(gone)?;
        let set = found.1.clone();
        kept.sets.push_front(found);
        Ok(set)
    }

    pub async fn lines(&self, stamp: &str, file: u32, from: u32, count: u32) -> Result<Vec<DiffLine>, Failure> {
        let set = self.find(stamp)?;
        let draw = move || {
            let patch = set.patches.get(file as usize)?;
            let to = from.saturating_add(count.min(PAGE));
            Some(patch.lines(from as usize..to as usize))
        };
        aside(draw).await?.ok_or_else(gone)
    }

    /// The unchanged lines between two changes of a file, if the file has not changed since.
    pub async fn unchanged(&self, stamp: &str, file: u32, gap: u32) -> Result<Vec<DiffLine>, Failure> {
        let set = self.find(stamp)?;
        aside(move || set.unchanged(file as usize, gap as usize)).await?
    }

    /// The changes as git writes them. `None` for all files.
    pub async fn text(&self, stamp: &str, file: Option<u32>) -> Result<String, Failure> {
        let set = self.find(stamp)?;
        let write = move || match file {
            Some(file) => set.patches.get(file as usize).map(Patch::plain),
            None => {
                let mut all = String::new();
                for patch in &set.patches {
                    all.push_str(&patch.plain());
                    if all.len() > COPIED {
                        break;
                    }
                }
                Some(all)
            }
        };
        aside(write).await?.ok_or_else(gone)
    }
}

impl Set {
    fn unchanged(&self, file: usize, gap: usize) -> Result<Vec<DiffLine>, Failure> {
        let patch = self.patches.get(file).ok_or_else(gone)?;
        let found = patch.gaps().get(gap).copied().filter(|gap| gap.lines > 0).ok_or_else(gone)?;
        let text = self.read(Path::new(&patch.path)).ok_or_else(unreadable)?;
        let lines: Vec<&str> = text.lines().collect();
        let stands = |&(number, edge): &(u32, &str)| {
            let line = (number as usize).checked_sub(1).and_then(|at| lines.get(at));
            line.is_some_and(|line| *line == edge.trim_end_matches('\r'))
        };
        if !patch.edges(gap).iter().all(stands) {
            return Err(Failure::new(Code::Refused, "This file has changed since, so these lines cannot be shown."));
        }
        Ok(render::diff::unchanged(&patch.path, &text, Gap { lines: found.lines.min(GAP), ..found }))
    }

    fn read(&self, path: &Path) -> Option<String> {
        if crate::paths::is_elsewhere(&path.to_string_lossy()) {
            return None;
        }
        let real = self.folder.join(path).canonicalize().ok()?;
        let facts = real.metadata().ok()?;
        let within = self.within.canonicalize().ok()?;
        if !real.starts_with(within) || !facts.is_file() || facts.len() > LARGEST {
            return None;
        }
        String::from_utf8(std::fs::read(real).ok()?).ok()
    }
}

fn sum(patch: &Patch) -> FileSum {
    FileSum {
        path: patch.path.clone(),
        from: patch.from.clone(),
        kind: patch.kind,
        added: patch.added,
        removed: patch.removed,
        note: patch.note.clone(),
        marks: patch.marks(),
        gaps: patch.gaps().iter().map(|gap| gap.lines).collect(),
    }
}

/// Runs rendering and file access on its own thread, because they would block the engine.
async fn aside<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T, Failure> {
    tokio::task::spawn_blocking(work).await.map_err(|_| unreadable())
}

fn gone() -> Failure {
    Failure::new(Code::Refused, "These changes are out of date. Refresh to see the current ones.")
}

fn unreadable() -> Failure {
    Failure::new(Code::Refused, "This file cannot be read.")
}

/// The repository that the server watches for us, if any.
#[derive(Debug, Default)]
pub(crate) struct Watched(pub Mutex<Option<RepositoryWatch>>);

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct RepositoryWatch {
    pub folder: PathBuf,
    /// The start number of the server. A later server does not know the watch.
    pub run: u32,
}

impl RepositoryWatch {
    pub fn id(&self) -> String {
        format!("threadloft-repository-{}", self.folder.display())
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn set(folder: &Path, diff: &str) -> Set {
        Set { patches: render::diff::parse(diff, ""), folder: folder.into(), within: folder.into(), cut: false }
    }

    const DIFF: &str = "--- a/x.txt\n+++ b/x.txt\n@@ -4,1 +4,1 @@\n-four\n+FOUR\n";

    #[tokio::test]
    async fn lines_are_read_only_from_change_sets_that_are_kept() {
        let drawer = Drawer::default();
        let first = drawer.put(set(Path::new("/"), DIFF));
        assert_eq!(first.files[0].marks, "@-+");
        assert_eq!(drawer.lines(&first.stamp, 0, 1, 1).await.unwrap()[0].html, "four");
        assert_eq!(drawer.lines(&first.stamp, 0, 2, 9_000).await.unwrap().len(), 1);
        assert!(drawer.lines(&first.stamp, 1, 0, 1).await.is_err());
        assert!(drawer.text(&first.stamp, None).await.unwrap().contains("-four\n+FOUR\n"));
        for _ in 0..KEPT {
            drawer.put(set(Path::new("/"), DIFF));
        }
        assert!(drawer.lines(&first.stamp, 0, 0, 1).await.is_err());
    }

    #[tokio::test]
    async fn what_lies_between_is_shown_only_while_the_file_is_as_it_was() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("x.txt");
        std::fs::write(&file, "one\ntwo\nthree\nFOUR\n").unwrap();
        let drawer = Drawer::default();
        let stamp = drawer.put(set(folder.path(), DIFF)).stamp;
        let lines = drawer.unchanged(&stamp, 0, 0).await.unwrap();
        let seen: Vec<_> = lines.iter().map(|line| (line.html.as_str(), line.old, line.new)).collect();
        assert_eq!(seen, [("one", Some(1), Some(1)), ("two", Some(2), Some(2)), ("three", Some(3), Some(3))]);
        std::fs::write(&file, "zero\none\ntwo\nthree\nFOUR\n").unwrap();
        assert!(drawer.unchanged(&stamp, 0, 0).await.is_err());
    }

    #[cfg(unix)]
    #[tokio::test]
    async fn no_file_outside_is_read() {
        let (folder, other) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        std::fs::write(other.path().join("x.txt"), "one\ntwo\nthree\nFOUR\n").unwrap();
        std::os::unix::fs::symlink(other.path().join("x.txt"), folder.path().join("x.txt")).unwrap();
        let drawer = Drawer::default();
        let stamp = drawer.put(set(folder.path(), DIFF)).stamp;
        assert!(drawer.unchanged(&stamp, 0, 0).await.is_err());
    }
}
