//! Pairs removed lines with added ones and finds the words that changed.
//!
//! Invariant: the work is bounded. Beyond the bounds the marks get coarser, never wrong.

use super::Patch;
use crate::LineKind;
use std::ops::Range;

/// Changes of up to this many lines per side are paired by similarity; larger ones line by line.
const LIKENESS: usize = 12;
/// Longer lines get no marks.
const LONGEST: usize = 2_000;
/// The largest table used to align the words of two lines, in cells.
const CELLS: usize = 4_096;

/// Pairs removed lines with the added lines after them.
pub fn pair(patch: &mut Patch) {
    let mut at = 0;
    while at < patch.rows.len() {
        let run = |from: usize, kind: LineKind| patch.rows[from..].iter().take_while(|row| row.kind == kind).count();
        let removed = run(at, LineKind::Remove);
        if removed == 0 {
            at += 1;
            continue;
        }
        // A note about a missing newline may be between the two sides.
        let gap = run(at + removed, LineKind::Note);
        let first = at + removed + gap;
        let added = run(first, LineKind::Add);
        for (old, new) in matches(patch, at..at + removed, first..first + added) {
            patch.rows[old].pair = new as u32 + 1;
            patch.rows[new].pair = old as u32 + 1;
        }
        at = first + added;
    }
}

fn matches(patch: &Patch, old: Range<usize>, new: Range<usize>) -> Vec<(usize, usize)> {
    if old.len() == new.len() || old.len() > LIKENESS || new.len() > LIKENESS {
        return old.zip(new).collect();
    }
    // Dynamic programming finds the best pairing that keeps the order.
    let text = |row: usize| patch.text(&patch.rows[row]).trim();
    let width = new.len() + 1;
    let mut best = vec![0_u32; (old.len() + 1) * width];
    let score = |i: usize, j: usize| likeness(text(old.start + i), text(new.start + j));
    for i in (0..old.len()).rev() {
        for j in (0..new.len()).rev() {
            let both = best[(i + 1) * width + j + 1] + score(i, j);
            best[i * width + j] = both.max(best[(i + 1) * width + j]).max(best[i * width + j + 1]);
        }
    }
    let (mut i, mut j, mut found) = (0, 0, Vec::new());
    while i < old.len() && j < new.len() {
        let here = best[i * width + j];
        if here == best[(i + 1) * width + j] {
            i += 1;
        } else if here == best[i * width + j + 1] {
            j += 1;
        } else {
            found.push((old.start + i, new.start + j));
            (i, j) = (i + 1, j + 1);
        }
    }
    found
}

/// The percentage that two lines share at their ends; a small one counts as 0.
fn likeness(old: &str, new: &str) -> u32 {
    let (a, b) = (&old.as_bytes()[..old.len().min(LONGEST)], &new.as_bytes()[..new.len().min(LONGEST)]);
    let front = a.iter().zip(b).take_while(|(x, y)| x == y).count();
    let most = a.len().min(b.len()) - front;
    let back = a.iter().rev().zip(b.iter().rev()).take(most).take_while(|(x, y)| x == y).count();
    let share = (front + back) * 200 / (a.len() + b.len()).max(1);
    if share < 30 { 0 } else { share as u32 }
}

/// Byte ranges of a line.
pub type Marks = Vec<Range<usize>>;

/// The parts of each line that the other one lacks; none if the lines have little in common.
pub fn changed(old: &str, new: &str) -> (Marks, Marks) {
    if old.len() > LONGEST || new.len() > LONGEST || old == new {
        return Default::default();
    }
    let (a, b) = (tokens(old), tokens(new));
    let same = |i: usize, j: usize| old.as_bytes()[a[i].clone()] == new.as_bytes()[b[j].clone()];
    let most = a.len().min(b.len());
    let front = (0..most).take_while(|&i| same(i, i)).count();
    let back = (1..=most - front).take_while(|&i| same(a.len() - i, b.len() - i)).count();
    let (a_end, b_end) = (a.len() - back, b.len() - back);
    let common = common(front..a_end, front..b_end, same);
    let (mut a_kept, mut b_kept) = (vec![true; a.len()], vec![true; b.len()]);
    a_kept[front..a_end].fill(false);
    b_kept[front..b_end].fill(false);
    for (i, j) in common {
        a_kept[i] = true;
        b_kept[j] = true;
    }
    let is_word = |token: &Range<usize>| !matches!(old.as_bytes()[token.start], b' ' | b'\t');
    let shared: usize =
        a.iter().zip(&a_kept).filter(|(token, kept)| **kept && is_word(token)).map(|(token, _)| token.len()).sum();
    let size = old.trim().len().max(new.trim().len()).max(1);
    if shared * 100 < size * 25 {
        return Default::default();
    }
    (gather(old, &a, &a_kept), gather(new, &b, &b_kept))
}

/// Joins the tokens that are not kept into as few ranges as read well.
fn gather(text: &str, tokens: &[Range<usize>], kept: &[bool]) -> Marks {
    let mut marks = Marks::new();
    for (token, _) in tokens.iter().zip(kept).filter(|(_, kept)| !**kept) {
        match marks.last_mut() {
            // Two changed words with a blank between them read better as one change.
            Some(last) if text[last.end..token.start].trim().is_empty() => last.end = token.end,
            _ => marks.push(token.clone()),
        }
    }
    marks
}

/// A longest common subsequence, as pairs; empty if the table would be too large.
fn common(a: Range<usize>, b: Range<usize>, same: impl Fn(usize, usize) -> bool) -> Vec<(usize, usize)> {
    let mut pairs = Vec::new();
    if a.is_empty() || b.is_empty() || a.len() * b.len() > CELLS {
        return pairs;
    }
    let width = b.len() + 1;
    let mut best = vec![0_u16; (a.len() + 1) * width];
    let cell = |i: usize, j: usize| (i - a.start) * width + j - b.start;
    for i in a.clone().rev() {
        for j in b.clone().rev() {
            best[cell(i, j)] =
                if same(i, j) { best[cell(i + 1, j + 1)] + 1 } else { best[cell(i + 1, j)].max(best[cell(i, j + 1)]) };
        }
    }
    let (mut i, mut j) = (a.start, b.start);
    while i < a.end && j < b.end {
        if same(i, j) {
            pairs.push((i, j));
            (i, j) = (i + 1, j + 1);
        } else if best[cell(i + 1, j)] >= best[cell(i, j + 1)] {
            i += 1;
        } else {
            j += 1;
        }
    }
    pairs
}

/// Splits into words, runs of blanks and single marks. Non-ASCII bytes belong to words, so that no character is split.
fn tokens(text: &str) -> Vec<Range<usize>> {
    let class = |byte: u8| match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | 0x80.. => 1,
        b' ' | b'\t' => 2,
        _ => 0,
    };
    let bytes = text.as_bytes();
    let mut tokens = Vec::with_capacity(bytes.len() / 3);
    let mut start = 0;
    while start < bytes.len() {
        let kind = class(bytes[start]);
        let mut end = start + 1;
        while kind > 0 && end < bytes.len() && class(bytes[end]) == kind {
            end += 1;
        }
        tokens.push(start..end);
        start = end;
    }
    tokens
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts<'a>(this: &'a str, that: &str) -> Vec<&'a str> {
        let (marks, others) = changed(this, that);
        assert_eq!(changed(that, this), (others, marks.clone()));
        marks.into_iter().map(|range| &this[range]).collect()
    }

    #[test]
    fn only_what_changed_is_marked() {
        assert_eq!(parts("self.jobs.push_back(job);", "self.jobs.push_front(job);"), ["back"]);
        assert_eq!(parts("let a = b;", "let a = c + d;"), ["b"]);
        assert_eq!(parts("let a = c + d;", "let a = b;"), ["c + d"]);
        assert_eq!(parts("f(a, b, c)", "f(a, x, b, y, c)"), Vec::<&str>::new());
        assert_eq!(parts("f(a, x, b, y, c)", "f(a, b, c)"), ["x, ", ", y"]);
        assert_eq!(parts("  a", "    a"), ["  "]);
        assert_eq!(parts("naïve", "naive"), Vec::<&str>::new());
    }

    #[test]
    fn lines_with_nothing_in_common_get_no_marks() {
        assert_eq!(parts("completely different words here", "return Ok(());"), Vec::<&str>::new());
        assert_eq!(parts(&"a ".repeat(5_000), &"b ".repeat(5_000)), Vec::<&str>::new());
    }
}
