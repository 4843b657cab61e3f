//! The layout of a patch, known before any line is drawn: where it changes, and which lines it omits.

use super::{Patch, PatchRow};
use crate::LineKind;
use std::fmt::Write as _;
use std::sync::Arc;

/// The unchanged lines before a hunk, which the diff omits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Gap {
    /// The number of the first omitted line, before and after the change.
    pub old: u32,
    pub new: u32,
    pub lines: u32,
}

impl Patch {
    /// One character per line: a blank, `+`, `-`, `@` for a hunk header, `\` for a note.
    pub fn marks(&self) -> String {
        self.rows.iter().map(|row| mark(row.kind)).collect()
    }

    /// The gap before each hunk, in order.
    pub fn gaps(&self) -> Vec<Gap> {
        let heads = self.rows.iter().enumerate().filter(|(_, row)| row.kind == LineKind::Hunk);
        heads.map(|(at, _)| self.gap(at)).collect()
    }

    fn gap(&self, head: usize) -> Gap {
        let ends = |rows: &[PatchRow], side: fn(&PatchRow) -> u32| rows.iter().rev().map(side).find(|&n| n > 0);
        let (before, after) = self.rows.split_at(head);
        // In a joined patch the line numbers start again; going back means that nothing is omitted.
        let after = &after[1..];
        let after = &after[..after.iter().position(|row| row.kind == LineKind::Hunk).unwrap_or(after.len())];
        let (old_end, new_end) = (ends(before, |row| row.old).unwrap_or(0), ends(before, |row| row.new).unwrap_or(0));
        let starts = |side: fn(&PatchRow) -> u32| after.iter().map(side).find(|&n| n > 0);
        let lines = match (starts(|row| row.old), starts(|row| row.new)) {
            (Some(old), Some(new)) => {
                let (old, new) = (old.saturating_sub(old_end + 1), new.saturating_sub(new_end + 1));
                if old == new || old_end + new_end == 0 { old.min(new) } else { 0 }
            }
            // A hunk without lines on one side gives the number of the line before it there.
            (Some(old), None) => old.saturating_sub(old_end + 1),
            (None, Some(new)) => new.saturating_sub(new_end + 1),
            (None, None) => 0,
        };
        Gap { old: old_end + 1, new: new_end + 1, lines }
    }

    /// The last line before a gap and the first one after it, with their numbers. A caller that reads the file again
    /// compares them to see that it has not changed.
    pub fn edges(&self, gap: usize) -> Vec<(u32, &str)> {
        let mut heads = (0..self.rows.len()).filter(|&at| self.rows[at].kind == LineKind::Hunk);
        let Some(head) = heads.nth(gap) else { return Vec::new() };
        let numbered = |row: &&PatchRow| row.new > 0;
        let before = self.rows[..head].iter().rev().find(numbered);
        let after = self.rows[head..].iter().find(numbered);
        before.into_iter().chain(after).map(|row| (row.new, self.text(row))).collect()
    }

    /// The patch as git would write it, for the clipboard.
    pub fn plain(&self) -> String {
        let mut out = String::new();
        let old = self.from.as_deref().unwrap_or(&self.path);
        let _ = writeln!(out, "--- a/{old}\n+++ b/{}", self.path);
        for (at, row) in self.rows.iter().enumerate() {
            match row.kind {
                LineKind::Hunk => {
                    let inside = self.rows[at + 1..].iter().take_while(|row| row.kind != LineKind::Hunk);
                    let count = |side: fn(&PatchRow) -> u32| inside.clone().filter(|row| side(row) > 0).count();
                    let first = |side: fn(&PatchRow) -> u32| inside.clone().map(side).find(|&n| n > 0).unwrap_or(0);
                    let (old, new) = (|row: &PatchRow| row.old, |row: &PatchRow| row.new);
                    let _ = write!(out, "@@ -{},{} +{},{} @@", first(old), count(old), first(new), count(new));
                    let section = self.text(row);
                    let blank = if section.is_empty() { "" } else { " " };
                    let _ = writeln!(out, "{blank}{section}");
                }
                LineKind::Note => {
                    let said = self.text(row);
                    let _ = writeln!(out, "\\ {}", if said.is_empty() { "No newline at end of file" } else { said });
                }
                kind => {
                    let _ = writeln!(out, "{}{}", mark(kind), self.text(row));
                }
            }
        }
        out
    }

    /// Concatenates patches of one file.
    pub fn joined(mut parts: Vec<Self>) -> Option<Self> {
        if parts.len() < 2 {
            return parts.pop();
        }
        let mut source = String::new();
        let mut rows: Vec<PatchRow> = Vec::new();
        let (mut added, mut removed) = (0, 0);
        for part in &parts {
            let (shift, first) = (source.len() as u32, rows.len() as u32);
            source.push_str(&part.source);
            // An added or deleted file has no hunk header, but two joined changes need one between them.
            if part.rows.first().is_some_and(|row| row.kind != LineKind::Hunk) && !rows.is_empty() {
                rows.push(PatchRow { kind: LineKind::Hunk, start: shift, end: shift, old: 0, new: 0, pair: 0 });
            }
            let first = first.max(rows.len() as u32);
            rows.extend(part.rows.iter().map(|row| PatchRow {
                start: row.start + shift,
                end: row.end + shift,
                pair: if row.pair > 0 { row.pair + first } else { 0 },
                ..*row
            }));
            added += part.added;
            removed += part.removed;
        }
        let crlf = parts.iter().all(|part| part.crlf);
        let last = parts.pop()?;
        let first = parts.swap_remove(0);
        Some(Self {
            kind: if first.kind == crate::FileKind::Added { first.kind } else { last.kind },
            from: first.from.or(last.from),
            note: last.note,
            path: last.path,
            added,
            removed,
            source: Arc::from(source),
            rows,
            crlf,
            checkpoints: Default::default(),
        })
    }
}

fn mark(kind: LineKind) -> char {
    match kind {
        LineKind::Same => ' ',
        LineKind::Add => '+',
        LineKind::Remove => '-',
        LineKind::Hunk => '@',
        LineKind::Note => '\\',
    }
}

#[cfg(test)]
#[allow(clippy::expect_used)]
mod tests {
    use super::super::{parse, parse_change};
    use super::*;
    use crate::FileKind;

    const TWO: &str = "--- a/x.rs\n+++ b/x.rs\n@@ -3,3 +3,3 @@ fn a()\n same\n-old\n+new\n same\n@@ -20,1 +20,2 @@\n \
                       same\n+more\n";

    #[test]
    fn a_patch_says_where_it_changes() {
        let patch = &parse(TWO, "")[0];
        assert_eq!(patch.marks(), "@ -+ @ +");
        let gaps = patch.gaps();
        assert_eq!(gaps, [Gap { old: 1, new: 1, lines: 2 }, Gap { old: 6, new: 6, lines: 14 }]);
        assert_eq!(patch.edges(0), [(3, "same")]);
        assert_eq!(patch.edges(1), [(5, "same"), (20, "same")]);
        assert!(patch.edges(2).is_empty());
    }

    #[test]
    fn a_copied_patch_can_be_parsed_again() {
        let patch = &parse(TWO, "")[0];
        let again = parse(&patch.plain(), "");
        assert_eq!((again[0].marks(), again[0].gaps()), (patch.marks(), patch.gaps()));
        assert_eq!(again[0].plain(), patch.plain());
    }

    #[test]
    fn patches_of_one_file_become_one() {
        let made = parse_change("x.rs", FileKind::Added, None, "one\ntwo ships\n", "");
        let edit = "@@ -1,2 +1,2 @@\n one\n-two ships\n+two boats\n";
        let edited = parse_change("x.rs", FileKind::Modified, None, edit, "");
        let both = Patch::joined(vec![made, edited.clone(), edited]).expect("some");
        assert_eq!((both.kind, both.added, both.removed), (FileKind::Added, 4, 2));
        assert_eq!(both.marks(), "++@ -+@ -+");
        let lines = both.lines(0..usize::MAX);
        assert_eq!(lines[4].html, "two <mark class=\"word\">ships</mark>");
        assert_eq!(lines[5].html, "two <mark class=\"word\">boats</mark>");
        assert_eq!(both.gaps().iter().map(|gap| gap.lines).sum::<u32>(), 0);
        assert!(Patch::joined(Vec::new()).is_none());
    }
}
