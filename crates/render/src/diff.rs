//! Unified diffs as lines to draw: highlighted on both sides, with changed words marked.
//!
//! A diff is parsed once into a `Patch`, which knows the position of its lines but draws none. `lines` draws a page
//! of them, so the first rows of a diff of 100,000 lines cost as much as those of a short one.

mod draw;
mod layout;
mod net;
mod parse;
mod path;
mod spaces;
mod words;

pub use layout::Gap;
pub use net::Net;

use crate::{DiffLine, FileDiff, FileKind, LineKind};
use std::ops::Range;
use std::sync::Arc;

/// The most lines that `unified` and `change` draw per file; `cut` counts the rest.
pub const LIMIT: usize = 1_000;
/// The most lines that `unified` draws over all files.
pub const TOTAL: usize = 4_000;

/// One file's changes, parsed but not drawn.
#[derive(Debug, Clone)]
pub struct Patch {
    /// Relative to the thread's folder if it is inside; hidden characters are spelled out.
    pub path: String,
    pub from: Option<String>,
    pub kind: FileKind,
    pub added: u32,
    pub removed: u32,
    pub note: Option<String>,
    source: Arc<str>,
    rows: Vec<PatchRow>,
    /// Every line ends with a carriage return, so showing it would tell nothing.
    crlf: bool,
    /// Filled when a page far below the start of its hunk is first drawn.
    checkpoints: draw::Checkpoints,
}

/// A line of a patch: the position of its text in the source, and its line numbers (0 for none).
#[derive(Debug, Clone, Copy)]
struct PatchRow {
    kind: LineKind,
    start: u32,
    end: u32,
    old: u32,
    new: u32,
    /// The index plus one of the row it is compared with word by word; 0 for none.
    pair: u32,
}

/// Draws all files of a unified diff as git writes it. `cwd` is stripped from absolute paths.
pub fn unified(text: &str, cwd: &str) -> Vec<FileDiff> {
    let mut left = TOTAL;
    let draw = |patch: &Patch| {
        let file = patch.file(LIMIT.min(left));
        left -= file.lines.len();
        file
    };
    parse(text, cwd).iter().map(draw).collect()
}

/// Draws one file of a `fileChange` item. `body` is the file's content for `Added` and `Deleted`, else hunks.
pub fn change(path: &str, kind: FileKind, from: Option<&str>, body: &str, cwd: &str) -> FileDiff {
    parse_change(path, kind, from, body, cwd).file(LIMIT)
}

/// Like `unified`, but draws nothing yet.
pub fn parse(text: &str, cwd: &str) -> Vec<Patch> {
    parse::unified(text, cwd)
}

/// Like `change`, but draws nothing yet.
pub fn parse_change(path: &str, kind: FileKind, from: Option<&str>, body: &str, cwd: &str) -> Patch {
    parse::change(path, kind, from, body, cwd)
}

/// Draws the unchanged lines of a gap between hunks, taken from the file's text.
pub fn unchanged(path: &str, text: &str, gap: Gap) -> Vec<DiffLine> {
    draw::unchanged(path, text, gap)
}

impl Patch {
    /// The number of lines.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Draws a page of lines. A range beyond the end is cut.
    pub fn lines(&self, range: Range<usize>) -> Vec<DiffLine> {
        draw::lines(self, range)
    }

    /// The file, with at most `limit` lines drawn.
    pub fn file(&self, limit: usize) -> FileDiff {
        let lines = self.lines(0..limit);
        FileDiff {
            path: self.path.clone(),
            from: self.from.clone(),
            kind: self.kind,
            added: self.added,
            removed: self.removed,
            cut: (self.rows.len() - lines.len()) as u32,
            lines,
            note: self.note.clone(),
        }
    }

    /// The file's counts, with no line drawn.
    pub fn summary(&self) -> FileDiff {
        self.file(0)
    }

    fn text(&self, row: &PatchRow) -> &str {
        let text = &self.source[row.start as usize..row.end as usize];
        if self.crlf { text.strip_suffix('\r').unwrap_or(text) } else { text }
    }
}

#[cfg(test)]
mod tests;
