//! Knows which folders Codex trusts, and tells windows about those that another Codex has trusted.

use super::Core;
use crate::change::Banner;
use crate::id::{BannerId, ThreadId};
use crate::row::Level;
use model::state::LocalEvent;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::{Mutex, PoisonError};

impl Core {
    /// Shows a banner in each open thread of the folder. Other threads are not affected.
    pub fn announce_trusted(&mut self, folder: &str) {
        let open: BTreeSet<ThreadId> = self.windows.values().flat_map(|window| window.open.clone()).collect();
        for thread in open {
            if self.state.cwd(&thread).is_some_and(|cwd| Path::new(&cwd).starts_with(folder)) {
                self.apply_local(LocalEvent::Banner(Banner {
                    id: BannerId(format!("trust:{folder}:{thread}")),
                    level: Level::Info,
                    title: format!("Another Codex now trusts {}.", render::visible(folder)),
                    detail: Some("Its own config, hooks, rules and MCP servers are used.".into()),
                    thread: Some(thread),
                    undo_trust: Some(folder.to_owned()),
                }));
            }
        }
    }
}

/// The folders that were trusted at the last check, so that a newly trusted one can be reported.
#[derive(Default)]
pub struct Trusted(Mutex<Option<BTreeMap<String, bool>>>);

impl Trusted {
    pub fn know(&self, folder: &str, trusted: bool) {
        let mut held = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        held.get_or_insert_default().insert(folder.to_owned(), trusted);
    }

    /// Reads the file again and returns the folders that became trusted since the last time. The first time there is
    /// nothing to compare with.
    pub fn newly(&self, config: &Path) -> Vec<String> {
        let Some(now) = read(config) else { return Vec::new() };
        let mut held = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let before = held.replace(now.clone());
        let Some(before) = before else { return Vec::new() };
        let newly = now.into_iter().filter(|(path, trusted)| *trusted && before.get(path) != Some(&true));
        newly.map(|(path, _)| path).collect()
    }
}

/// `None` if the file cannot be read at the moment.
fn read(config: &Path) -> Option<BTreeMap<String, bool>> {
    let text = match std::fs::read_to_string(config) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => String::new(),
        Err(_) => return None,
    };
    let table: toml::Table = text.parse().ok()?;
    let projects = table.get("projects").and_then(toml::Value::as_table).cloned().unwrap_or_default();
    let trusted = |entry: &toml::Value| entry.get("trust_level").and_then(toml::Value::as_str) == Some("trusted");
    Some(projects.iter().map(|(path, entry)| (path.clone(), trusted(entry))).collect())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn a_folder_that_codex_trusts_from_now_on_is_told_once() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("config.toml");
        let trusted = Trusted::default();
        std::fs::write(&file, "[projects.\"/a\"]\ntrust_level = \"trusted\"").unwrap();
        assert!(trusted.newly(&file).is_empty());
        std::fs::write(
            &file,
            "[projects.\"/a\"]\ntrust_level = \"trusted\"\n[projects.\"/b\"]\ntrust_level = \"trusted\"",
        )
        .unwrap();
        assert_eq!(trusted.newly(&file), ["/b"]);
        assert!(trusted.newly(&file).is_empty());
        trusted.know("/c", true);
        std::fs::write(&file, "[projects.\"/c\"]\ntrust_level = \"trusted\"").unwrap();
        assert!(trusted.newly(&file).is_empty(), "we wrote that one ourselves");
        std::fs::write(&file, "half a [line").unwrap();
        assert!(trusted.newly(&file).is_empty());
    }
}
