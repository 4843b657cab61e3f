//! Reads the file that Codex appends the names of threads to, from where it ended last time.
//!
//! Invariant: it only reports which threads to ask the server about. The names in it are not used.

use crate::id::ThreadId;
use std::collections::BTreeSet;
use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

const INDEX: &str = "session_index.jsonl";
/// Some hundred names, more than anybody adds at once.
const MOST: u64 = 64 * 1024;

pub fn is_index(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name == INDEX)
}

pub struct Names {
    file: PathBuf,
    read: AtomicU64,
}

impl Names {
    pub fn from_now_on(home: &Path) -> Self {
        let file = home.join(INDEX);
        let read = std::fs::metadata(&file).map_or(0, |about| about.len());
        Self { file, read: AtomicU64::new(read) }
    }

    /// The threads that got a name since the last call.
    pub fn fresh(&self) -> BTreeSet<ThreadId> {
        let Ok(mut file) = File::open(&self.file) else { return BTreeSet::new() };
        let end = file.metadata().map_or(0, |about| about.len());
        let before = self.read.swap(end, Relaxed);
        // A shorter file was rewritten.
        let from = if before > end { 0 } else { before }.max(end.saturating_sub(MOST));
        let mut text = Vec::new();
        if file.seek(SeekFrom::Start(from)).is_err() || file.take(MOST).read_to_end(&mut text).is_err() {
            return BTreeSet::new();
        }
        String::from_utf8_lossy(&text).lines().filter_map(thread_of).collect()
    }
}

pub fn thread_of(line: &str) -> Option<ThreadId> {
    let line: serde_json::Value = serde_json::from_str(line).ok()?;
    line["id"].as_str().map(ThreadId::from)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn only_what_is_new_is_read() {
        let home = tempfile::tempdir().unwrap();
        let index = home.path().join(INDEX);
        let line = |id: &str| format!("{{\"id\":\"{id}\",\"thread_name\":\"n\"}}\n");
        std::fs::write(&index, line("a")).unwrap();
        let names = Names::from_now_on(home.path());
        let fresh = || names.fresh().into_iter().map(|id| id.0).collect::<Vec<_>>();
        assert_eq!(fresh(), Vec::<String>::new());
        std::fs::write(&index, line("a") + &line("b") + "half a li").unwrap();
        assert_eq!(fresh(), ["b"]);
        std::fs::write(&index, line("c")).unwrap();
        assert_eq!(fresh(), ["c"], "written anew");
        std::fs::remove_file(&index).unwrap();
        assert_eq!(fresh(), Vec::<String>::new());
    }
}
