//! Parses every common kind of diff into patches. No input is refused; the note says what could not be parsed.
//!
//! Inside a hunk the counts in its header decide what a line is, because a removed line may begin with `-- `.

use super::{Patch, PatchRow, path, words};
use crate::{FileKind, LineKind};
use std::sync::Arc;

/// The most lines kept per diff; further ones are only counted.
const MOST: usize = 1_000_000;

pub fn unified(text: &str, cwd: &str) -> Vec<Patch> {
    let mut reader = Reader::new(text, cwd);
    for (start, end) in lines_of(text) {
        reader.line(start, end);
    }
    reader.close();
    reader.done
}

pub fn change(name: &str, kind: FileKind, from: Option<&str>, body: &str, cwd: &str) -> Patch {
    let mut reader = Reader::new(body, cwd);
    reader.file =
        Some(OpenFile { new: Some(name.to_owned()), old: from.map(str::to_owned), kind, ..OpenFile::default() });
    match kind {
        FileKind::Added | FileKind::Deleted => reader.content(kind),
        _ => {
            for (start, end) in lines_of(body) {
                reader.line_of_change(start, end);
            }
        }
    }
    if let Some(file) = &mut reader.file
        && file.rows.is_empty()
        && file.note.is_none()
        && !body.trim().is_empty()
    {
        file.note = Some("The change could not be read.".to_owned());
    }
    reader.close();
    reader.done.swap_remove(0)
}

/// The start and end of each line, without its line end. An empty text has no lines.
fn lines_of(text: &str) -> impl Iterator<Item = (usize, usize)> {
    let mut start = 0;
    text.split_inclusive('\n').map(move |line| {
        let from = start;
        start += line.len();
        (from, start - usize::from(line.ends_with('\n')))
    })
}

#[derive(Debug)]
struct OpenFile {
    old: Option<String>,
    new: Option<String>,
    kind: FileKind,
    modes: (Option<String>, Option<String>),
    note: Option<String>,
    rows: Vec<PatchRow>,
    added: u32,
    removed: u32,
    /// `---` was seen, so another one begins the next file.
    headed: bool,
}

impl Default for OpenFile {
    fn default() -> Self {
        Self {
            old: None,
            new: None,
            kind: FileKind::Modified,
            modes: (None, None),
            note: None,
            rows: Vec::new(),
            added: 0,
            removed: 0,
            headed: false,
        }
    }
}

/// The remaining lines of a hunk. Without counts it extends to the next header.
#[derive(Debug, Clone, Copy)]
struct Hunk {
    old: u32,
    new: u32,
    left: Option<(u32, u32)>,
    /// Columns of `+` and `-` marks: one, or one per parent in a combined diff.
    marks: usize,
}

struct Reader<'a> {
    text: &'a str,
    source: Arc<str>,
    cwd: &'a str,
    file: Option<OpenFile>,
    hunk: Option<Hunk>,
    rows: usize,
    done: Vec<Patch>,
}

impl<'a> Reader<'a> {
    fn new(text: &'a str, cwd: &'a str) -> Self {
        // Positions are 32 bits. A frame is at most 256 MiB, so this never cuts a diff from the server.
        let text =
            &text[..(0..=text.len().min(u32::MAX as usize)).rev().find(|&i| text.is_char_boundary(i)).unwrap_or(0)];
        Self { text, source: Arc::from(text), cwd, file: None, hunk: None, rows: 0, done: Vec::new() }
    }

    fn line(&mut self, start: usize, end: usize) {
        let text = self.text;
        let line = &text[start..end];
        if self.hunk.is_some() && self.in_hunk(line, start, end) {
            return;
        }
        if let Some(paths) = line.strip_prefix("diff --git ") {
            self.close();
            let (old, new) = path::pair(paths);
            self.file = Some(OpenFile { old: Some(old), new: Some(new), ..OpenFile::default() });
        } else if let Some(name) = line.strip_prefix("diff --cc ").or_else(|| line.strip_prefix("diff --combined ")) {
            self.close();
            let name = path::named(name, false);
            self.file = Some(OpenFile { old: name.clone(), new: name, ..OpenFile::default() });
        } else if line.starts_with("--- ") && self.file.as_ref().is_none_or(|file| file.headed || !file.rows.is_empty())
        {
            let next = text[end..].strip_prefix('\n').unwrap_or_default();
            if next.starts_with("+++ ") {
                self.close();
                self.file = Some(OpenFile::default());
                self.head(line);
            }
        } else if line.starts_with("@@") {
            self.begin_hunk(line, start);
        } else {
            self.head(line);
        }
    }

    /// A line of a `fileChange` body, which belongs to one file whatever it contains.
    fn line_of_change(&mut self, start: usize, end: usize) {
        let line = &self.text[start..end];
        if self.hunk.is_some() && self.in_hunk(line, start, end) {
            return;
        }
        if line.starts_with("@@") {
            self.begin_hunk(line, start);
        }
    }

    /// A line before the first hunk.
    fn head(&mut self, line: &str) {
        let Some(file) = &mut self.file else { return };
        if !file.rows.is_empty() {
            return;
        }
        let line = line.trim_end_matches('\r');
        let after = |prefix: &str| line.strip_prefix(prefix);
        if let Some(name) = after("--- ") {
            file.headed = true;
            match path::named(name, true) {
                Some(name) => file.old = Some(name),
                None => file.kind = FileKind::Added,
            }
        } else if let Some(name) = after("+++ ") {
            match path::named(name, true) {
                Some(name) => file.new = Some(name),
                None => file.kind = FileKind::Deleted,
            }
        } else if let Some(name) = after("rename from ").or_else(|| after("copy from ")) {
            file.kind = if line.starts_with('r') { FileKind::Renamed } else { FileKind::Copied };
            file.old = path::named(name, false);
        } else if let Some(name) = after("rename to ").or_else(|| after("copy to ")) {
            file.new = path::named(name, false);
        } else if after("new file mode ").is_some() {
            file.kind = FileKind::Added;
        } else if after("deleted file mode ").is_some() {
            file.kind = FileKind::Deleted;
        } else if let Some(mode) = after("old mode ") {
            file.modes.0 = Some(mode.to_owned());
        } else if let Some(mode) = after("new mode ") {
            file.modes.1 = Some(mode.to_owned());
        } else if (after("Binary files ").is_some() && line.ends_with(" differ")) || line == "GIT binary patch" {
            file.note = Some("Binary file".to_owned());
        }
    }

    fn begin_hunk(&mut self, line: &str, start: usize) {
        let marks = line.bytes().take_while(|&b| b == b'@').count() - 1;
        let inner = &line[marks + 1..];
        let fence = &line[..marks + 1];
        let (ranges, section) = inner.split_once(fence).unwrap_or((inner, ""));
        let mut numbers = ranges.split_ascii_whitespace().filter_map(range);
        let parents: Vec<_> = numbers.by_ref().take(marks).collect();
        let new = numbers.next();
        self.hunk = Some(match (parents.first(), new) {
            (Some(&(old, olds)), Some((new, news))) => {
                let olds = if marks == 1 { olds } else { u32::MAX };
                Hunk { old, new, left: Some((olds, news)), marks }
            }
            _ => Hunk { old: 0, new: 0, left: None, marks: 1 },
        });
        if self.file.is_none() {
            self.file = Some(OpenFile::default());
        }
        let section = section.trim();
        let from = start + offset(line, section);
        self.put(LineKind::Hunk, from, from + section.len(), 0, 0);
    }

    /// Handles the line if it belongs to the open hunk, and says whether it did.
    fn in_hunk(&mut self, line: &str, start: usize, end: usize) -> bool {
        let Some(mut hunk) = self.hunk else { return false };
        if let Some(remark) = line.strip_prefix('\\') {
            let remark = remark.trim();
            let from = start + offset(line, remark);
            self.put(LineKind::Note, from, from + remark.len(), 0, 0);
            return true;
        }
        let over = match hunk.left {
            Some((0, 0)) => true,
            Some((u32::MAX, 0)) => !line.starts_with(['-', ' ']) || line.starts_with("diff "),
            Some(_) => line.starts_with("diff --git "),
            None => line.starts_with("@@") || line.starts_with("diff --git ") || line.starts_with("*** "),
        };
        if over {
            self.hunk = None;
            return false;
        }
        let marks = line.get(..hunk.marks.min(line.len())).unwrap_or_default();
        let kind = match () {
            () if marks.contains('+') => LineKind::Add,
            () if marks.contains('-') => LineKind::Remove,
            // Some tools strip the blank at the start of an empty line.
            () if marks.trim_matches([' ', '\r']).is_empty() => LineKind::Same,
            () => {
                self.hunk = None;
                return false;
            }
        };
        let combined = hunk.marks > 1;
        let (is_old, is_new) = (kind != LineKind::Add, kind != LineKind::Remove);
        let numbered = hunk.left.is_some();
        let old = if is_old && numbered && !combined { hunk.old } else { 0 };
        let new = if is_new && numbered { hunk.new } else { 0 };
        hunk.old = hunk.old.saturating_add(u32::from(is_old));
        hunk.new = hunk.new.saturating_add(u32::from(is_new));
        if let Some((olds, news)) = &mut hunk.left {
            *olds = olds.saturating_sub(u32::from(is_old && !combined));
            *news = news.saturating_sub(u32::from(is_new));
        }
        self.hunk = Some(hunk);
        self.put(kind, start + marks.len(), end, old, new);
        true
    }

    /// All lines of an added or deleted file.
    fn content(&mut self, kind: FileKind) {
        if self.text.as_bytes().iter().take(8_000).any(|&b| b == 0) {
            if let Some(file) = &mut self.file {
                file.note = Some("Binary file".to_owned());
            }
            return;
        }
        let added = kind == FileKind::Added;
        for (number, (start, end)) in (1_u32..).zip(lines_of(self.text)) {
            let (line, old, new) = if added { (LineKind::Add, 0, number) } else { (LineKind::Remove, number, 0) };
            self.put(line, start, end, old, new);
        }
        if !self.text.is_empty() && !self.text.ends_with('\n') {
            self.put(LineKind::Note, self.text.len(), self.text.len(), 0, 0);
        }
    }

    fn put(&mut self, kind: LineKind, start: usize, end: usize, old: u32, new: u32) {
        let Some(file) = &mut self.file else { return };
        match kind {
            LineKind::Add => file.added += 1,
            LineKind::Remove => file.removed += 1,
            _ => {}
        }
        self.rows += 1;
        if self.rows <= MOST {
            file.rows.push(PatchRow { kind, start: start as u32, end: end as u32, old, new, pair: 0 });
        }
    }

    /// Finishes the open file.
    fn close(&mut self) {
        self.hunk = None;
        let Some(file) = self.file.take() else { return };
        let shown = |path: Option<String>| path.map(|path| path::shown(&path, self.cwd));
        let (old, new) = (shown(file.old), shown(file.new));
        let moved = matches!(file.kind, FileKind::Renamed | FileKind::Copied);
        let path = if file.kind == FileKind::Deleted { old.clone().or(new) } else { new.or(old.clone()) };
        let note = file.note.or(match file.modes {
            (Some(old), Some(new)) => Some(crate::visible(&format!("Mode {old} to {new}"))),
            _ => None,
        });
        let mut patch = Patch {
            path: path.unwrap_or_default(),
            from: old.filter(|_| moved),
            kind: file.kind,
            added: file.added,
            removed: file.removed,
            note,
            source: self.source.clone(),
            crlf: false,
            checkpoints: Default::default(),
            rows: file.rows,
        };
        patch.crlf = ends_with_returns(&patch);
        words::pair(&mut patch);
        self.done.push(patch);
    }
}

/// The offset of a slice within its line.
fn offset(line: &str, part: &str) -> usize {
    if part.is_empty() { 0 } else { part.as_ptr() as usize - line.as_ptr() as usize }
}

/// Parses `-12,3` or `+12`.
fn range(text: &str) -> Option<(u32, u32)> {
    let numbers = text.strip_prefix(['-', '+'])?;
    let (start, count) = numbers.split_once(',').unwrap_or((numbers, "1"));
    Some((start.parse().ok()?, count.parse().ok()?))
}

fn ends_with_returns(patch: &Patch) -> bool {
    let mut lines = patch.rows.iter().filter(|row| !matches!(row.kind, LineKind::Hunk | LineKind::Note)).peekable();
    lines.peek().is_some() && lines.all(|row| patch.source[row.start as usize..row.end as usize].ends_with('\r'))
}
