//! Unified diffs into lines to draw: highlighted on both sides, changed words marked.
//!
//! A diff is read once into a `Patch`, which knows where its lines lie but draws none; `lines` draws a page of them. So
//! the first rows of a hundred thousand cost what a hundred cost.

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

/// Lines that `unified` and `change` draw per file; the rest is counted in `cut`.
pub const LIMIT: usize = 1_000;
/// Lines that `unified` draws of all files together.
pub const TOTAL: usize = 4_000;

/// One file's changes, read but not drawn.
#[derive(Debug, Clone)]
pub struct Patch {
    /// Relative to the thread's folder where it lies inside; characters that hide are named.
    pub path: String,
    pub from: Option<String>,
    pub kind: FileKind,
    pub added: u32,
    pub removed: u32,
    pub note: Option<String>,
    source: Arc<str>,
    rows: Vec<PatchRow>,
    /// Every line ends with a carriage return, which is then not worth showing.
    crlf: bool,
    /// Found when a page far below the head of its hunk is first drawn.
    checkpoints: draw::Checkpoints,
}

/// A line of a patch: where its text lies in the source, and its numbers (0 for none).
#[derive(Debug, Clone, Copy)]
struct PatchRow {
    kind: LineKind,
    start: u32,
    end: u32,
    old: u32,
    new: u32,
    /// The row it is compared with word by word, plus one; 0 for none.
    pair: u32,
}

/// All files of a unified diff, as git writes it. `cwd` is taken off absolute paths.
pub fn unified(text: &str, cwd: &str) -> Vec<FileDiff> {
    let mut left = TOTAL;
    let draw = |patch: &Patch| {
        let file = patch.file(LIMIT.min(left));
        left -= file.lines.len();
        file
    };
    parse(text, cwd).iter().map(draw).collect()
}

/// One file of a `fileChange` item. `body` is the file's content for `Added` and `Deleted`, hunks otherwise.
pub fn change(path: &str, kind: FileKind, from: Option<&str>, body: &str, cwd: &str) -> FileDiff {
    parse_change(path, kind, from, body, cwd).file(LIMIT)
}

/// Like `unified`, drawn later.
pub fn parse(text: &str, cwd: &str) -> Vec<Patch> {
    parse::unified(text, cwd)
}

/// Like `change`, drawn later.
pub fn parse_change(path: &str, kind: FileKind, from: Option<&str>, body: &str, cwd: &str) -> Patch {
    parse::change(path, kind, from, body, cwd)
}

/// Lines of a file that a patch leaves out, drawn as they stand in it; `old` and `new` number the first.
pub fn unchanged(path: &str, text: &str, gap: Gap) -> Vec<DiffLine> {
    draw::unchanged(path, text, gap)
}

impl Patch {
    /// How many lines there are to draw.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Draws a page of lines; what lies beyond the end is left out.
    pub fn lines(&self, range: Range<usize>) -> Vec<DiffLine> {
        draw::lines(self, range)
    }

    /// The whole file with at most `limit` lines drawn.
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

    /// The whole file is counted, nothing of it is drawn.
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
