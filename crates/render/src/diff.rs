//! Unified diffs into lines to draw.

use crate::{DiffLine, FileDiff, FileKind, LineKind, visible, visible_html};

/// Lines a `FileDiff` holds unless told otherwise; the rest is counted in `cut`.
pub const LIMIT: usize = 2_000;

/// All files of a unified diff, as git writes it. `cwd` is taken off absolute paths.
pub fn unified(text: &str, cwd: &str) -> Vec<FileDiff> {
    let mut files: Vec<FileDiff> = Vec::new();
    for piece in text.split("diff --git ").skip(1) {
        let (head, rest) = piece.split_once('\n').unwrap_or((piece, ""));
        let path = head.rsplit_once(" b/").map_or(head, |(_, path)| path);
        let kind = if rest.starts_with("new file") {
            FileKind::Added
        } else if rest.starts_with("deleted") {
            FileKind::Deleted
        } else {
            FileKind::Modified
        };
        let body = rest.find("@@ ").map_or("", |at| &rest[at..]);
        files.push(FileDiff { kind, ..change(path, FileKind::Modified, None, body, cwd) });
    }
    files
}

/// One file of a `fileChange` item. `body` is the file's content for `Added` and `Deleted`, hunks otherwise.
pub fn change(path: &str, kind: FileKind, from: Option<&str>, body: &str, cwd: &str) -> FileDiff {
    let inside = |path: &str| {
        let short = path.strip_prefix(cwd).and_then(|rest| rest.strip_prefix('/')).unwrap_or(path);
        visible(short)
    };
    let (mut old, mut new) = (1_u32, 1_u32);
    let mut lines = Vec::new();
    for line in body.lines() {
        let (line_kind, text) = match (kind, line.split_at_checked(1)) {
            (FileKind::Added, _) => (LineKind::Add, line),
            (FileKind::Deleted, _) => (LineKind::Remove, line),
            (_, Some(("+", text))) => (LineKind::Add, text),
            (_, Some(("-", text))) => (LineKind::Remove, text),
            (_, Some((" ", text))) => (LineKind::Same, text),
            (_, Some(("@", _))) => (LineKind::Hunk, ""),
            _ => continue,
        };
        let before = (line_kind != LineKind::Add && line_kind != LineKind::Hunk).then_some(old);
        let after = (line_kind != LineKind::Remove && line_kind != LineKind::Hunk).then_some(new);
        old += u32::from(before.is_some());
        new += u32::from(after.is_some());
        lines.push(DiffLine { kind: line_kind, old: before, new: after, html: visible_html(text) });
    }
    let count = |kind| lines.iter().filter(|line| line.kind == kind).count() as u32;
    let (added, removed) = (count(LineKind::Add), count(LineKind::Remove));
    let cut = lines.len().saturating_sub(LIMIT) as u32;
    lines.truncate(LIMIT);
    FileDiff { path: inside(path), from: from.map(inside), kind, added, removed, lines, cut, note: None }
}
