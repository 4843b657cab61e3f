//! Draws the lines of a patch as HTML. Each side of a hunk has its own lexer, which starts at the hunk's first line.

use super::words::{self, Marks};
use super::{Patch, PatchRow};
use crate::escape::push_visible;
use crate::highlight::{Class, Lexer, Span, push_classed};
use crate::{DiffLine, LineKind};
use std::collections::HashMap;
use std::ops::Range;
use std::sync::OnceLock;

/// The most bytes drawn per line.
const LONGEST: usize = 4_000;
/// Lines between two checkpoints.
const CHECKPOINT_EVERY: usize = 1_000;

/// Both lexers' states at every thousandth line, so that a page far down in a hunk is not lexed from its start.
#[derive(Debug, Clone, Default)]
pub struct Checkpoints(OnceLock<Vec<Sides>>);

pub fn lines(patch: &Patch, range: Range<usize>) -> Vec<DiffLine> {
    let end = range.end.min(patch.rows.len());
    let start = range.start.min(end);
    // A comment or string may have been opened since the start of the hunk.
    let head = patch.rows[..start].iter().rposition(|row| row.kind == LineKind::Hunk).unwrap_or(0);
    let (from, mut sides) = match Sides::new(&patch.path) {
        plain if plain.fresh.is_none() => (start, plain),
        _ if start - head > CHECKPOINT_EVERY => {
            (start / CHECKPOINT_EVERY * CHECKPOINT_EVERY, checkpoints(patch)[start / CHECKPOINT_EVERY])
        }
        fresh => (head, fresh),
    };
    let mut spans = Vec::new();
    // Marks of later lines, which were computed together with those of their partner.
    let mut waiting: HashMap<usize, Marks> = HashMap::new();
    let mut drawn = Vec::with_capacity(end - start);
    for (index, row) in patch.rows[..end].iter().enumerate().skip(from) {
        let text = patch.text(row);
        let shown = shown(text);
        sides.read(row.kind, shown, &mut spans);
        if index >= start {
            let marks = match row.pair.checked_sub(1).map(|pair| pair as usize) {
                None => Marks::new(),
                Some(_) if waiting.contains_key(&index) => waiting.remove(&index).unwrap_or_default(),
                Some(pair) => {
                    let (mine, theirs) = words::changed(text, patch.text(&patch.rows[pair]));
                    if pair > index {
                        waiting.insert(pair, theirs);
                    }
                    mine
                }
            };
            drawn.push(draw(row, text, shown, &spans, &marks));
        }
    }
    drawn
}

fn checkpoints(patch: &Patch) -> &[Sides] {
    patch.checkpoints.0.get_or_init(|| {
        let mut sides = Sides::new(&patch.path);
        let mut spans = Vec::new();
        let mut found = Vec::with_capacity(patch.rows.len() / CHECKPOINT_EVERY + 1);
        for (at, row) in patch.rows.iter().enumerate() {
            if at % CHECKPOINT_EVERY == 0 {
                found.push(sides);
            }
            sides.read(row.kind, shown(patch.text(row)), &mut spans);
        }
        found
    })
}

/// The part of a line that is drawn.
fn shown(text: &str) -> &str {
    &text[..(0..=text.len().min(LONGEST)).rev().find(|&i| text.is_char_boundary(i)).unwrap_or(0)]
}

pub fn unchanged(path: &str, text: &str, gap: super::Gap) -> Vec<DiffLine> {
    let mut lexer = Lexer::for_path(path);
    let mut spans = Vec::new();
    let mut drawn = Vec::new();
    // Lexing starts at the top of the file, because a comment or string may have been opened anywhere above.
    for (number, text) in (1_u32..).zip(text.lines()).take((gap.new + gap.lines - 1) as usize) {
        let shown = shown(text);
        spans.clear();
        if let Some(lexer) = &mut lexer {
            lexer.line(shown, &mut spans);
        }
        if number >= gap.new {
            let old = gap.old + (number - gap.new);
            let row = PatchRow { kind: LineKind::Same, start: 0, end: 0, old, new: number, pair: 0 };
            drawn.push(draw(&row, text, shown, &spans, &[]));
        }
    }
    drawn
}

#[derive(Debug, Clone, Copy)]
struct Sides {
    fresh: Option<Lexer>,
    old: Option<Lexer>,
    new: Option<Lexer>,
}

impl Sides {
    fn new(path: &str) -> Self {
        let fresh = Lexer::for_path(path);
        Self { fresh, old: fresh, new: fresh }
    }

    fn read(&mut self, kind: LineKind, text: &str, spans: &mut Vec<Span>) {
        spans.clear();
        let (Some(old), Some(new)) = (&mut self.old, &mut self.new) else { return };
        match kind {
            LineKind::Same if old.state == new.state => {
                new.line(text, spans);
                old.state = new.state;
            }
            LineKind::Same => {
                old.line(text, spans);
                new.line(text, spans);
            }
            LineKind::Add => new.line(text, spans),
            LineKind::Remove => old.line(text, spans),
            LineKind::Hunk => (self.old, self.new) = (self.fresh, self.fresh),
            LineKind::Note => {}
        }
    }
}

fn draw(row: &PatchRow, text: &str, shown: &str, spans: &[Span], marks: &[Range<usize>]) -> DiffLine {
    let mut html = String::with_capacity(shown.len() * 2 + spans.len() * 16);
    push_marked(&mut html, shown, spans, marks);
    if row.kind == LineKind::Note && text.is_empty() {
        html.push_str("No newline at end of file");
    }
    if shown.len() < text.len() {
        html.push_str(&format!("<span class=\"cut\">… {}</span>", text.len() - shown.len()));
    }
    let number = |n: u32| (n > 0).then_some(n);
    DiffLine { kind: row.kind, old: number(row.old), new: number(row.new), html }
}

/// Appends a highlighted line with its changed words in `<mark>`.
fn push_marked(out: &mut String, text: &str, spans: &[Span], marks: &[Range<usize>]) {
    let mut at = 0;
    for mark in marks {
        let (start, end) = (mark.start.min(text.len()), mark.end.min(text.len()));
        push_part(out, text, spans, at..start);
        out.push_str("<mark class=\"word\">");
        push_part(out, text, spans, start..end);
        out.push_str("</mark>");
        at = end;
    }
    push_part(out, text, spans, at..text.len());
}

fn push_part(out: &mut String, text: &str, spans: &[Span], part: Range<usize>) {
    if spans.is_empty() {
        return push_visible(out, &text[part]);
    }
    let first = spans.partition_point(|span| span.end <= part.start);
    let mut at = part.start;
    for span in &spans[first..] {
        if at >= part.end {
            break;
        }
        let end = span.end.min(part.end);
        push_classed(out, &text[at..end], span.class);
        at = end;
    }
    push_classed(out, &text[at.min(part.end)..part.end], Class::Plain);
}
