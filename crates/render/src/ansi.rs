//! Command output with terminal escape codes, as escaped and coloured lines.
//!
//! Colours become classes, because the page allows no inline styles. Cursor movements are flattened into lines, and
//! a carriage return overwrites the line, so that a progress bar stays one line. Only https links are kept; every
//! other terminal command is dropped.
//!
//! Invariant: memory is bounded by `max_lines` lines of `LONGEST` columns and twice `KEPT` bytes of plain text.
//! Sequences and characters may be split anywhere between pushes.

mod colour;
mod line;
mod parse;

use crate::Output;
pub(crate) use colour::Style;
use line::ScreenLine;
use parse::{Action, Parser};
use std::collections::VecDeque;

/// Columns that the cursor can reach. Text beyond them is kept as plain text only.
const LONGEST: usize = 4 * 1024;
/// The most characters drawn per line.
const DRAWN: usize = 2_000;
/// The most bytes of HTML per output; older lines are only counted.
const DRAWN_BYTES: usize = 256 * 1024;
/// Bytes of plain text kept for lines that left the screen.
const KEPT: usize = 8 * 1024 * 1024;
/// The most distinct links per output.
const LINKS: usize = 200;

/// A growing command output. Keeps the last lines to draw and the plain text to copy.
#[derive(Debug)]
pub struct OutputScreen {
    max_lines: usize,
    parser: Parser,
    lines: VecDeque<ScreenLine>,
    row: usize,
    column: usize,
    saved: (usize, usize),
    style: Style,
    links: Vec<String>,
    /// Plain text of the lines that were dropped from `lines`.
    archive: String,
    /// Bytes dropped from the front of `archive`.
    forgotten: usize,
    earlier: u32,
    /// Bytes kept beyond `LONGEST`, over all lines.
    beyond: usize,
    /// The first bytes of a character that was split between two pushes.
    partial: Vec<u8>,
}

impl OutputScreen {
    /// `max_lines` limits how many lines `output` returns.
    pub fn new(max_lines: usize) -> Self {
        Self {
            max_lines: max_lines.clamp(1, 10_000),
            parser: Parser::default(),
            lines: VecDeque::from([ScreenLine::default()]),
            row: 0,
            column: 0,
            saved: (0, 0),
            style: Style::default(),
            links: Vec::new(),
            archive: String::new(),
            forgotten: 0,
            earlier: 0,
            beyond: 0,
            partial: Vec::new(),
        }
    }

    pub fn push(&mut self, text: &str) {
        let mut parser = std::mem::take(&mut self.parser);
        parser.feed(text, |act| self.act(act));
        self.parser = parser;
    }

    /// Appends raw bytes. Split characters are joined and invalid UTF-8 becomes U+FFFD.
    pub fn push_bytes(&mut self, bytes: &[u8]) {
        let mut bytes = bytes;
        let joined;
        if !self.partial.is_empty() {
            self.partial.extend_from_slice(bytes);
            joined = std::mem::take(&mut self.partial);
            bytes = &joined;
        }
        for chunk in bytes.utf8_chunks() {
            self.push(chunk.valid());
            let broken = chunk.invalid();
            let at_end = !broken.is_empty() && broken.as_ptr_range().end == bytes.as_ptr_range().end;
            if at_end && std::str::from_utf8(broken).is_err_and(|error| error.error_len().is_none()) {
                self.partial = broken.to_vec();
            } else if !broken.is_empty() {
                self.push("\u{fffd}");
            }
        }
    }

    /// A screen that keeps this many lines.
    fn roomy(lines: usize) -> Self {
        Self { max_lines: lines, ..Self::new(1) }
    }

    /// The last lines, and the number of lines before them.
    pub fn output(&self) -> Output {
        let mut end = self.lines.len();
        if end > 1 && self.lines[end - 1].is_empty() {
            end -= 1;
        }
        let mut drawn: Vec<String> = Vec::new();
        let mut bytes = 0;
        let mut from = end;
        while from > 0 && bytes < DRAWN_BYTES {
            from -= 1;
            let mut html = String::new();
            self.lines[from].draw(&mut html, &self.links, DRAWN);
            bytes += html.len();
            drawn.push(html);
        }
        drawn.reverse();
        let earlier = self.earlier.saturating_add(u32::try_from(from).unwrap_or(u32::MAX));
        Output { html: drawn.join("\n"), earlier }
    }

    /// All text that is still kept, without colours.
    pub fn plain(&self) -> String {
        let mut text = String::with_capacity(self.archive.len() + 256);
        if self.forgotten > 0 {
            text.push_str(&format!("… {} bytes more\n", self.forgotten));
        }
        text.push_str(&self.archive);
        for (row, line) in self.lines.iter().enumerate() {
            let last = row + 1 == self.lines.len();
            if !(last && line.is_empty()) {
                line.push_plain(&mut text);
                text.push_str(if last { "" } else { "\n" });
            }
        }
        text
    }

    fn act(&mut self, act: Action<'_>) {
        match act {
            Action::Text(text) => self.write(text),
            Action::Newline => self.newline(),
            Action::Return => self.column = 0,
            Action::Back => self.column = self.column.saturating_sub(1),
            Action::Tab => {
                let to = (self.column / 8 + 1) * 8;
                let blanks = "        ";
                self.write(&blanks[..to - self.column]);
            }
            Action::Csi(final_byte, params) => self.control(final_byte, params),
            Action::Link(address) => self.link(address),
            Action::Save => self.saved = (self.row, self.column),
            Action::Restore => (self.row, self.column) = (self.saved.0.min(self.lines.len() - 1), self.saved.1),
        }
    }

    fn write(&mut self, text: &str) {
        let (now, later) = split_chars(text, LONGEST.saturating_sub(self.column));
        let line = &mut self.lines[self.row];
        if !now.is_empty() {
            self.column += line.write(self.column, now, self.style);
        }
        if !later.is_empty() {
            self.beyond += line.write_beyond(later, KEPT.saturating_sub(self.beyond));
        }
    }

    fn newline(&mut self) {
        self.column = 0;
        self.row += 1;
        if self.row < self.lines.len() {
            return;
        }
        self.lines.push_back(ScreenLine::default());
        if self.lines.len() > self.max_lines + 1
            && let Some(line) = self.lines.pop_front()
        {
            line.push_plain(&mut self.archive);
            self.archive.push('\n');
            self.beyond -= line.beyond();
            self.earlier = self.earlier.saturating_add(1);
            self.row -= 1;
            self.saved.0 = self.saved.0.saturating_sub(1);
            self.forget();
        }
    }

    /// Drops half at a time, so that moving the rest costs little per line.
    fn forget(&mut self) {
        if self.archive.len() > KEPT {
            let half = (KEPT / 2..self.archive.len()).find(|&i| self.archive.is_char_boundary(i)).unwrap_or(0);
            let cut = self.archive[half..].find('\n').map_or(half, |end| half + end + 1);
            self.archive.drain(..cut);
            self.forgotten += cut;
        }
    }

    fn control(&mut self, final_byte: u8, params: &[u16]) {
        let first = params.first().copied().unwrap_or(0);
        let count = usize::from(first.max(1));
        match final_byte {
            b'm' => self.style.apply(params),
            b'A' | b'F' => {
                self.row = self.row.saturating_sub(count);
                if final_byte == b'F' {
                    self.column = 0;
                }
            }
            b'B' | b'E' => {
                self.row = (self.row + count).min(self.lines.len() - 1);
                if final_byte == b'E' {
                    self.column = 0;
                }
            }
            b'C' => self.column = (self.column + count).min(LONGEST - 1),
            b'D' => self.column = self.column.saturating_sub(count),
            b'G' | b'`' => self.column = (count - 1).min(LONGEST - 1),
            // There is no screen with a top here, so the cursor stays on its line.
            b'H' | b'f' => self.column = params.get(1).map_or(0, |&c| usize::from(c.max(1)) - 1).min(LONGEST - 1),
            b'K' => self.beyond -= self.lines[self.row].erase(first, self.column),
            b'J' if first == 0 => {
                self.beyond -= self.lines[self.row].erase(0, self.column);
                let gone: usize = self.lines.drain(self.row + 1..).map(|line| line.beyond()).sum();
                self.beyond -= gone;
            }
            b'P' => self.lines[self.row].delete(self.column, count),
            b'X' => self.lines[self.row].blank(self.column, count),
            b's' => self.act(Action::Save),
            b'u' => self.act(Action::Restore),
            _ => {}
        }
    }

    fn link(&mut self, address: &str) {
        let known = self.links.iter().position(|link| link == address);
        self.style.link = match known {
            _ if !crate::markdown::is_https(address) => 0,
            Some(at) => at as u16 + 1,
            None if self.links.len() < LINKS => {
                self.links.push(address.to_owned());
                self.links.len() as u16
            }
            None => 0,
        };
    }
}

/// A finished command output, drawn page by page.
#[derive(Debug)]
pub struct FullOutput(OutputScreen);

/// The most lines of a `FullOutput`. If there were more, its first line says so.
const FULL_OUTPUT_LINES: usize = 200_000;

impl FullOutput {
    pub fn of(text: &str) -> Self {
        let mut screen = OutputScreen::roomy(FULL_OUTPUT_LINES);
        screen.push(text);
        Self(screen)
    }

    pub fn len(&self) -> usize {
        let lines = &self.0.lines;
        let open = lines.len() > 1 && lines[lines.len() - 1].is_empty();
        lines.len() - usize::from(open) + usize::from(self.0.earlier > 0)
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The lines in `range`, escaped and coloured. A range beyond the end is cut.
    pub fn lines(&self, range: std::ops::Range<usize>) -> Vec<String> {
        let end = range.end.min(self.len());
        let head = usize::from(self.0.earlier > 0);
        let draw = |at: usize| {
            let mut html = String::new();
            match at.checked_sub(head) {
                Some(line) => self.0.lines[line].draw(&mut html, &self.0.links, DRAWN),
                None => html.push_str(&format!("<span class=\"cut\">… {}</span>", self.0.earlier)),
            }
            html
        };
        (range.start.min(end)..end).map(draw).collect()
    }
}

/// Splits after at most `count` characters. For ASCII, which most text is, this is a plain slice.
fn split_chars(text: &str, count: usize) -> (&str, &str) {
    if text.len() <= count {
        return (text, "");
    }
    let end = text.char_indices().nth(count).map_or(text.len(), |(at, _)| at);
    text.split_at(end)
}

#[cfg(test)]
mod tests;
