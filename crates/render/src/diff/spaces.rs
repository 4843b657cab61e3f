//! A patch without changes of white space.
//!
//! Invariant: the work is bounded. In a change too large to align, only equal lines at its two ends are dropped.

use super::{Patch, PatchRow, words};
use crate::LineKind;

/// The largest table used to align the two sides of a change, in cells.
const CELLS: usize = 250_000;

impl Patch {
    /// Lines that differ in white space only are shown once, in their new form. A hunk without other changes is dropped.
    pub fn without_spaces(&self) -> Self {
        let mut rows: Vec<PatchRow> = Vec::with_capacity(self.rows.len());
        let mut hunk: Option<usize> = None;
        let mut at = 0;
        while at < self.rows.len() {
            let row = self.rows[at];
            if row.kind == LineKind::Hunk {
                drop_quiet(&mut rows, hunk);
                hunk = Some(rows.len());
            }
            let run = |from: usize, kind: LineKind| self.rows[from..].iter().take_while(|row| row.kind == kind).count();
            let removed = run(at, LineKind::Remove);
            let gap = if removed > 0 { run(at + removed, LineKind::Note) } else { 0 };
            let added = if removed > 0 { run(at + removed + gap, LineKind::Add) } else { 0 };
            if added == 0 {
                rows.push(PatchRow { pair: 0, ..row });
                at += 1;
                continue;
            }
            let (old, rest) = self.rows[at..].split_at(removed);
            self.align(old, &rest[gap..gap + added], &mut rows);
            at += removed + gap + added;
        }
        drop_quiet(&mut rows, hunk);
        let count = |kind: LineKind| rows.iter().filter(|row| row.kind == kind).count() as u32;
        let (added, removed) = (count(LineKind::Add), count(LineKind::Remove));
        let mut quiet = Self { rows, added, removed, checkpoints: Default::default(), ..self.clone() };
        words::pair(&mut quiet);
        quiet
    }

    fn align(&self, old: &[PatchRow], new: &[PatchRow], out: &mut Vec<PatchRow>) {
        let bare = |rows: &[PatchRow]| -> Vec<String> {
            rows.iter().map(|row| self.text(row).chars().filter(|c| !c.is_whitespace()).collect()).collect()
        };
        let (mut i, mut j) = (0, 0);
        let plain = |row: &PatchRow| PatchRow { pair: 0, ..*row };
        for (to_i, to_j) in alike(&bare(old), &bare(new)).into_iter().chain([(old.len(), new.len())]) {
            out.extend(old[i..to_i].iter().map(plain));
            out.extend(new[j..to_j].iter().map(plain));
            if let (Some(was), Some(is)) = (old.get(to_i), new.get(to_j)) {
                out.push(PatchRow { kind: LineKind::Same, old: was.old, pair: 0, ..*is });
            }
            (i, j) = (to_i + 1, to_j + 1);
        }
    }
}

/// The positions of lines that are on both sides, in order.
pub(super) fn alike<T: PartialEq>(a: &[T], b: &[T]) -> Vec<(usize, usize)> {
    let start = a.iter().zip(b).take_while(|(old, new)| old == new).count();
    let end = a[start..].iter().rev().zip(b[start..].iter().rev()).take_while(|(old, new)| old == new).count();
    let (mid_a, mid_b) = (&a[start..a.len() - end], &b[start..b.len() - end]);
    let mut same: Vec<(usize, usize)> = (0..start).map(|n| (n, n)).collect();
    if mid_a.len().saturating_mul(mid_b.len()) <= CELLS {
        same.extend(common(mid_a, mid_b).into_iter().map(|(i, j)| (i + start, j + start)));
    }
    same.extend((0..end).map(|n| (a.len() - end + n, b.len() - end + n)));
    same
}

/// A longest common subsequence, as positions in both.
fn common<T: PartialEq>(a: &[T], b: &[T]) -> Vec<(usize, usize)> {
    let width = b.len() + 1;
    let mut best = vec![0_u32; (a.len() + 1) * width];
    for i in (0..a.len()).rev() {
        for j in (0..b.len()).rev() {
            best[i * width + j] = if a[i] == b[j] {
                best[(i + 1) * width + j + 1] + 1
            } else {
                best[(i + 1) * width + j].max(best[i * width + j + 1])
            };
        }
    }
    let (mut i, mut j, mut found) = (0, 0, Vec::new());
    while i < a.len() && j < b.len() {
        if a[i] == b[j] {
            found.push((i, j));
            (i, j) = (i + 1, j + 1);
        } else if best[(i + 1) * width + j] >= best[i * width + j + 1] {
            i += 1;
        } else {
            j += 1;
        }
    }
    found
}

/// Drops a hunk that has no changes left.
fn drop_quiet(rows: &mut Vec<PatchRow>, hunk: Option<usize>) {
    let Some(from) = hunk else { return };
    if !rows[from..].iter().any(|row| matches!(row.kind, LineKind::Add | LineKind::Remove)) {
        rows.truncate(from);
    }
}

#[cfg(test)]
mod tests {
    use super::super::parse;

    fn quiet(body: &str) -> (String, u32, u32) {
        let patch = parse(&format!("--- a/x.py\n+++ b/x.py\n{body}"), "").remove(0).without_spaces();
        (patch.marks(), patch.added, patch.removed)
    }

    #[test]
    fn only_white_space_is_left_out() {
        assert_eq!(quiet("@@ -1,2 +1,2 @@\n-if a :\n-  b\n+if a:\n+    c\n"), ("@ -+".into(), 1, 1));
        assert_eq!(quiet("@@ -1,2 +1,2 @@\n a\n-\tb\n+  b\n"), (String::new(), 0, 0));
        assert_eq!(quiet("@@ -1,1 +1,1 @@\n-\tb\n+  b\n@@ -9,1 +9,1 @@\n-x\n+y\n"), ("@-+".into(), 1, 1));
    }

    #[test]
    fn lines_that_moved_inside_a_change_are_found() {
        let body = "@@ -1,3 +1,4 @@\n-a b\n-c\n-d\n+new\n+ab\n+other\n+d\n";
        assert_eq!(quiet(body), ("@+ -+ ".into(), 2, 1));
    }

    #[test]
    fn a_line_with_new_white_space_is_shown_in_its_new_form() {
        let patch = parse("--- a/x\n+++ b/x\n@@ -5,2 +7,2 @@\n-\ta\n-x\n+  a\n+y\n", "").remove(0).without_spaces();
        let line = &patch.lines(1..2)[0];
        assert_eq!((line.html.as_str(), line.old, line.new), ("  a", Some(5), Some(7)));
    }

    #[test]
    fn a_change_too_large_to_align_stays_whole() {
        let side = |mark: char, n: usize| (0..n).map(|i| format!("{mark}{mark}{i}\n")).collect::<String>();
        let body = format!("@@ -1,2000 +1,2000 @@\n{}{}", side('-', 2_000), side('+', 2_000));
        let (marks, added, removed) = quiet(&body);
        assert_eq!((marks.len(), added, removed), (4_001, 2_000, 2_000));
    }
}
