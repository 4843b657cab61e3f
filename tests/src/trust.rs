//! Folders that are trusted from the start, so that a test about something else is not asked about them.
//!
//! The app asks about repositories and about folders with a `.codex`; a plain folder needs no answer.

use std::path::Path;

/// Adds the answer to a person's config.toml.
pub fn trust(home: &Path, folder: &Path) {
    let file = home.join("config.toml");
    let held = std::fs::read_to_string(&file).unwrap_or_default();
    // At the beginning, because a line after a table's header would belong to that table.
    let line = format!("projects.{:?}.trust_level = \"trusted\"\n", folder.display().to_string());
    std::fs::write(&file, line + &held).unwrap_or_else(|why| panic!("{}: {why}", file.display()));
}
