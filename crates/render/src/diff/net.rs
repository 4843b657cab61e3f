//! The net change of several edits to one file.
//!
//! Invariant: nothing is guessed. An edit that does not fit the result of the edits before it means that somebody else
//! changed the file in between; then there is no net change to show.
//! Invariant: the work is bounded.

use super::{Patch, PatchRow, spaces, words};
use crate::{FileKind, LineKind};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Unchanged lines shown around a change, if an edit contained them.
const AROUND: usize = 3;
/// The most steps of work per file.
const WORK: usize = 20_000_000;
/// The assumed length of the file before its first edit, because no edit says how long it is.
const UNKNOWN: u32 = u32::MAX / 2;

/// The net change of a file's edits.
#[derive(Debug)]
pub enum Net {
    One(Patch),
    /// The edits cancel each other out.
    Nothing,
    /// The edits do not fit together.
    Unclear,
}

impl Patch {
    /// Combines the patches of one file, in order. The file may have been renamed.
    pub fn net(parts: &[Self]) -> Net {
        match parts {
            [] => Net::Nothing,
            [one] => Net::One(one.clone()),
            _ => follow(parts).unwrap_or(Net::Unclear),
        }
    }
}

/// Returns `None` if the edits do not fit together.
fn follow(parts: &[Patch]) -> Option<Net> {
    let told = |part: &Patch| part.note.is_none() && part.kind != FileKind::Copied;
    let (first, last) = (parts.first()?, parts.last()?);
    if !parts.iter().all(told) {
        return None;
    }
    let mut file = EditedFile::new(parts, first.kind != FileKind::Added)?;
    for (part, patch) in parts.iter().enumerate() {
        file.apply(part, patch)?;
    }
    let before = first.from.as_ref().unwrap_or(&first.path);
    let kind = match (first.kind != FileKind::Added, file.is_there) {
        (false, false) => return Some(Net::Nothing),
        (false, true) => FileKind::Added,
        (true, false) => FileKind::Deleted,
        (true, true) if *before != last.path => FileKind::Renamed,
        (true, true) => FileKind::Modified,
    };
    let lines = file.lines()?;
    let rows = rows(&lines, &file.starts, matches!(kind, FileKind::Added | FileKind::Deleted));
    if rows.is_empty() && kind == FileKind::Modified {
        return Some(Net::Nothing);
    }
    let count = |kind: LineKind| rows.iter().filter(|row| row.kind == kind).count() as u32;
    let mut patch = Patch {
        path: last.path.clone(),
        from: (kind == FileKind::Renamed).then(|| before.clone()),
        kind,
        added: count(LineKind::Add),
        removed: count(LineKind::Remove),
        note: None,
        source: Arc::from(parts.iter().map(|part| &*part.source).collect::<String>()),
        rows,
        crlf: parts.iter().filter(|part| !part.is_empty()).all(|part| part.crlf),
        checkpoints: Default::default(),
    };
    words::pair(&mut patch);
    Some(Net::One(patch))
}

/// The text of a line: the patch it comes from and its position in that source.
#[derive(Debug, Clone, Copy)]
struct LineText {
    part: usize,
    start: u32,
    end: u32,
    /// The file's last line, which has no line end.
    bare: bool,
}

/// A part of the current file, described by the file before all edits.
#[derive(Debug, Clone, Copy)]
enum Segment {
    /// Lines of the original file.
    Kept {
        old: u32,
        count: u32,
    },
    Added(LineText),
}

struct EditedFile<'a> {
    parts: &'a [Patch],
    /// The offset of each patch's source in the concatenation of all of them.
    starts: Vec<u32>,
    runs: Vec<Segment>,
    /// The known lines of the original file, by number.
    known: BTreeMap<u32, LineText>,
    is_there: bool,
    work: usize,
}

/// A line of the net change.
#[derive(Debug, Clone, Copy)]
struct NetLine {
    kind: LineKind,
    old: u32,
    new: u32,
    text: LineText,
}

impl<'a> EditedFile<'a> {
    fn new(parts: &'a [Patch], is_there: bool) -> Option<Self> {
        let mut starts = Vec::with_capacity(parts.len());
        let mut end = 0_u32;
        for part in parts {
            starts.push(end);
            end = end.checked_add(u32::try_from(part.source.len()).ok()?)?;
        }
        let runs = if is_there { vec![Segment::Kept { old: 1, count: UNKNOWN }] } else { Vec::new() };
        Some(Self { parts, starts, runs, known: BTreeMap::new(), is_there, work: 0 })
    }

    fn read(&self, text: LineText) -> &'a str {
        &self.parts[text.part].source[text.start as usize..text.end as usize]
    }

    fn is_same(&self, one: LineText, other: LineText) -> bool {
        self.read(one) == self.read(other)
    }

    fn apply(&mut self, part: usize, patch: &Patch) -> Option<()> {
        if (patch.kind == FileKind::Added) == self.is_there {
            return None;
        }
        self.work += self.runs.len() + patch.rows.len();
        if self.work > WORK {
            return None;
        }
        let mut walk =
            Walk { left: std::mem::take(&mut self.runs).into_iter(), head: None, taken: 0, put: 0, out: Vec::new() };
        for (at, row) in patch.rows.iter().enumerate() {
            let bare = patch.rows.get(at + 1).is_some_and(|next| next.kind == LineKind::Note);
            let text = LineText { part, start: row.start, end: row.end, bare };
            match row.kind {
                LineKind::Hunk | LineKind::Note => {}
                LineKind::Add => {
                    walk.pass(row.new.checked_sub(walk.put + 1)?)?;
                    walk.push(Segment::Added(text));
                }
                LineKind::Same | LineKind::Remove => {
                    walk.pass(row.old.checked_sub(walk.taken + 1)?)?;
                    let line = walk.take(1)?;
                    let fits = match line {
                        Segment::Added(had) => self.is_same(had, text),
                        Segment::Kept { old, .. } => {
                            let had = *self.known.entry(old).or_insert(text);
                            self.is_same(had, text)
                        }
                    };
                    let stays = row.kind == LineKind::Same;
                    if !fits || stays && walk.put + 1 != row.new {
                        return None;
                    }
                    if stays {
                        walk.push(line);
                    }
                }
            }
        }
        self.runs = if patch.kind == FileKind::Deleted { Vec::new() } else { walk.rest() };
        self.is_there = patch.kind != FileKind::Deleted;
        Some(())
    }

    /// All known lines, changed or not, in order.
    fn lines(&self) -> Option<Vec<NetLine>> {
        let mut lines = Vec::new();
        let (mut old, mut new) = (1, 1);
        let mut added = Vec::new();
        for run in &self.runs {
            match *run {
                Segment::Added(text) => added.push(text),
                Segment::Kept { old: from, count } => {
                    self.change(old..from, &mut new, &added, &mut lines)?;
                    added.clear();
                    let known = self.known.range(from..from + count);
                    lines.extend(known.map(|(&at, &text)| NetLine {
                        kind: LineKind::Same,
                        old: at,
                        new: new + (at - from),
                        text,
                    }));
                    old = from + count;
                    new += count;
                }
            }
        }
        let end = self.known.last_key_value().map_or(old, |(&last, _)| last + 1).max(old);
        self.change(old..end, &mut new, &added, &mut lines)?;
        Some(lines)
    }

    /// Emits one change. Lines that were removed and added again count as unchanged.
    fn change(
        &self,
        gone: std::ops::Range<u32>,
        new: &mut u32,
        added: &[LineText],
        lines: &mut Vec<NetLine>,
    ) -> Option<()> {
        let removed: Vec<LineText> = gone.clone().map(|old| self.known.get(&old).copied()).collect::<Option<_>>()?;
        let plain = |texts: &[LineText]| -> Vec<(&str, bool)> {
            texts.iter().map(|&text| (self.read(text), text.bare)).collect()
        };
        let (mut i, mut j) = (0, 0);
        let stays = spaces::alike(&plain(&removed), &plain(added));
        for (to_i, to_j) in stays.into_iter().chain([(removed.len(), added.len())]) {
            let old = |i: usize| gone.start + i as u32;
            lines.extend((i..to_i).map(|i| NetLine { kind: LineKind::Remove, old: old(i), new: 0, text: removed[i] }));
            lines.extend((j..to_j).map(|j| NetLine {
                kind: LineKind::Add,
                old: 0,
                new: *new + j as u32,
                text: added[j],
            }));
            if let Some(&text) = added.get(to_j) {
                lines.push(NetLine { kind: LineKind::Same, old: old(to_i), new: *new + to_j as u32, text });
            }
            (i, j) = (to_i + 1, to_j + 1);
        }
        *new += added.len() as u32;
        Some(())
    }
}

/// Walks once through the segments of a file and builds those of its next version.
struct Walk {
    left: std::vec::IntoIter<Segment>,
    head: Option<Segment>,
    /// Lines consumed from the version before, and lines written to the version after.
    taken: u32,
    put: u32,
    out: Vec<Segment>,
}

impl Walk {
    /// Copies this many lines. Returns `None` if fewer are left.
    fn pass(&mut self, mut count: u32) -> Option<()> {
        while count > 0 {
            let line = self.take(count)?;
            count -= line.len();
            self.push(line);
        }
        Some(())
    }

    /// Takes at most this many of the next lines.
    fn take(&mut self, most: u32) -> Option<Segment> {
        let mut run = self.head.take().or_else(|| self.left.next())?;
        if let Segment::Kept { old, count } = run
            && count > most
        {
            self.head = Some(Segment::Kept { old: old + most, count: count - most });
            run = Segment::Kept { old, count: most };
        }
        self.taken += run.len();
        Some(run)
    }

    fn push(&mut self, run: Segment) {
        self.put += run.len();
        match (self.out.last_mut(), run) {
            (Some(Segment::Kept { old, count }), Segment::Kept { old: from, count: more }) if *old + *count == from => {
                *count += more
            }
            _ => self.out.push(run),
        }
    }

    fn rest(mut self) -> Vec<Segment> {
        if let Some(head) = self.head.take() {
            self.push(head);
        }
        while let Some(run) = self.left.next() {
            self.push(run);
        }
        self.out
    }
}

impl Segment {
    fn len(&self) -> u32 {
        match self {
            Self::Kept { count, .. } => *count,
            Self::Added(_) => 1,
        }
    }
}

/// Changes with a few lines around them, and a hunk header wherever lines are omitted.
fn rows(lines: &[NetLine], starts: &[u32], whole: bool) -> Vec<PatchRow> {
    let joined = joins(lines);
    let near = near(lines, &joined);
    let mut rows = Vec::new();
    let blank = |kind: LineKind| PatchRow { kind, start: 0, end: 0, old: 0, new: 0, pair: 0 };
    let mut before = None;
    for (at, line) in lines.iter().enumerate().filter(|&(at, _)| near[at]) {
        let goes_on = joined[at] && before.is_some_and(|before: usize| before + 1 == at);
        let begins_whole = whole && before.is_none();
        if !goes_on && !begins_whole {
            rows.push(blank(LineKind::Hunk));
        }
        before = Some(at);
        let start = starts[line.text.part];
        let (start, end) = (start + line.text.start, start + line.text.end);
        rows.push(PatchRow { kind: line.kind, start, end, old: line.old, new: line.new, pair: 0 });
        if line.text.bare {
            rows.push(blank(LineKind::Note));
        }
    }
    rows
}

/// For each line, whether it directly follows the one before.
fn joins(lines: &[NetLine]) -> Vec<bool> {
    let (mut old, mut new) = (1, 1);
    let mut joined = Vec::with_capacity(lines.len());
    for line in lines {
        let skipped = if line.kind == LineKind::Add { line.new - new } else { line.old - old };
        joined.push(skipped == 0);
        old += skipped + u32::from(line.kind != LineKind::Add);
        new += skipped + u32::from(line.kind != LineKind::Remove);
    }
    joined
}

/// For each line, whether it is a change or close to one.
fn near(lines: &[NetLine], joined: &[bool]) -> Vec<bool> {
    let mut near = vec![false; lines.len()];
    let mut far = usize::MAX;
    let mut see = |at: usize, far: &mut usize| {
        *far = if lines[at].kind == LineKind::Same { far.saturating_add(1) } else { 0 };
        near[at] |= *far <= AROUND;
    };
    for (at, &joined) in joined.iter().enumerate() {
        far = if joined { far } else { usize::MAX };
        see(at, &mut far);
    }
    far = usize::MAX;
    for (at, &joined) in joined.iter().enumerate().rev() {
        see(at, &mut far);
        far = if joined { far } else { usize::MAX };
    }
    near
}

#[cfg(test)]
mod tests;
