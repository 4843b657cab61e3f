//! A terminal emulator for interactive programs: its screen and its scrollback as rows to draw.
//!
//! Colours become classes and every character is escaped, as in `ansi`. A program can move the cursor, draw and set the
//! title, and nothing else: no clipboard, no links, no resizing.
//!
//! Invariant: memory is bounded by the screen and `HISTORY` rows, whatever the program writes.

use crate::ansi::Style;
use crate::escape::{push_visible, visible};
use serde::Serialize;
use std::num::NonZeroU16;
use ts_rs::TS;
use vt100::{Callbacks, Color, Parser, Screen as Grid};

/// Rows kept above the screen.
const HISTORY: usize = 5_000;
const LARGEST: u16 = 500;
const TITLE: usize = 120;

/// The part of a terminal that a window shows.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts", rename = "Screen")]
pub struct TerminalScreen {
    pub columns: u16,
    /// All rows, as HTML.
    pub rows: Vec<String>,
    /// Row and column; `None` while the cursor is hidden.
    pub cursor: Option<(u16, u16)>,
    /// The number of rows in the scrollback.
    pub history: u32,
    /// The title that the program has set.
    pub title: Option<String>,
}

/// The difference between two screens.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub struct ScreenChange {
    pub columns: u16,
    /// The number of rows. Rows that are not in `changed` stay, new ones are empty.
    pub height: u16,
    /// The changed rows, by index.
    pub changed: Vec<(u16, String)>,
    pub cursor: Option<(u16, u16)>,
    pub history: u32,
    pub title: Option<String>,
}

impl TerminalScreen {
    pub fn apply(&mut self, change: ScreenChange) {
        self.columns = change.columns;
        self.rows.resize(usize::from(change.height), String::new());
        for (at, html) in change.changed {
            if let Some(row) = self.rows.get_mut(usize::from(at)) {
                *row = html;
            }
        }
        self.cursor = change.cursor;
        self.history = change.history;
        self.title = change.title;
    }
}

pub struct Emulator {
    parser: Parser<Ears>,
    told: TerminalScreen,
}

impl std::fmt::Debug for Emulator {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Emulator").field("columns", &self.told.columns).finish_non_exhaustive()
    }
}

/// Collects what a program asks of its terminal besides drawing.
#[derive(Default)]
struct Ears {
    title: Option<String>,
    /// Replies to the program's queries, to be written to its input.
    replies: Vec<u8>,
}

impl Callbacks for Ears {
    fn set_window_title(&mut self, _: &mut Grid, title: &[u8]) {
        let text: String = String::from_utf8_lossy(title).chars().take(TITLE).collect();
        self.title = Some(visible(text.trim())).filter(|title| !title.is_empty());
    }

    /// Answers queries for the cursor's position and the terminal's kind, because some shells wait for them.
    fn unhandled_csi(&mut self, grid: &mut Grid, i1: Option<u8>, _: Option<u8>, params: &[&[u16]], c: char) {
        let first = params.first().and_then(|one| one.first()).copied().unwrap_or(0);
        if i1.is_some() || self.replies.len() > 1_000 {
            return;
        }
        match (c, first) {
            ('c', 0) => self.replies.extend_from_slice(b"\x1b[?6c"),
            ('n', 5) => self.replies.extend_from_slice(b"\x1b[0n"),
            ('n', 6) => {
                let (row, column) = grid.cursor_position();
                self.replies.extend_from_slice(format!("\x1b[{};{}R", row + 1, column + 1).as_bytes());
            }
            _ => {}
        }
    }
}

impl Emulator {
    pub fn new(columns: u16, rows: u16) -> Self {
        let parser = Parser::new_with_callbacks(size(rows), size(columns), HISTORY, Ears::default());
        let mut terminal = Self { parser, told: TerminalScreen::default() };
        terminal.change();
        terminal
    }

    /// Feeds the program's output. The returned bytes must be written to its input.
    pub fn push(&mut self, bytes: &[u8]) -> Vec<u8> {
        self.parser.process(bytes);
        std::mem::take(&mut self.parser.callbacks_mut().replies)
    }

    pub fn resize(&mut self, columns: u16, rows: u16) {
        self.parser.set_size(size(rows), size(columns));
    }

    /// The screen as of the last call of `change`.
    pub fn screen(&self) -> &TerminalScreen {
        &self.told
    }

    /// The difference since the last call; `None` if nothing changed.
    pub fn change(&mut self) -> Option<ScreenChange> {
        let grid = self.parser.screen();
        let (height, columns) = grid.size();
        let rows: Vec<String> = (0..height.get()).map(|row| draw(grid, row, columns.get())).collect();
        let none = String::new();
        let changed = rows.iter().enumerate().filter(|(at, row)| self.told.rows.get(*at).unwrap_or(&none) != *row);
        let change = ScreenChange {
            columns: columns.get(),
            height: height.get(),
            changed: changed.map(|(at, row)| (at as u16, row.clone())).collect(),
            cursor: (!grid.hide_cursor()).then(|| grid.cursor_position()),
            history: u32::try_from(grid.scrollback_len()).unwrap_or(u32::MAX),
            title: self.parser.callbacks().title.clone(),
        };
        let now = TerminalScreen {
            columns: change.columns,
            rows,
            cursor: change.cursor,
            history: change.history,
            title: change.title.clone(),
        };
        (std::mem::replace(&mut self.told, now) != self.told).then_some(change)
    }

    /// Rows of the scrollback, oldest first.
    pub fn history(&mut self, from: u32, count: u32) -> Vec<String> {
        let grid = self.parser.screen_mut();
        let (height, columns) = grid.size();
        let all = grid.scrollback_len();
        let to = (from as usize).saturating_add(count as usize).min(all);
        let mut rows = Vec::new();
        let mut at = from as usize;
        while at < to {
            // The view is scrolled until the row is at its top.
            grid.set_scrollback(all - at);
            let here = usize::from(height.get()).min(to - at);
            rows.extend((0..here as u16).map(|row| draw(grid, row, columns.get())));
            at += here;
        }
        grid.set_scrollback(0);
        rows
    }

    /// The program wants arrow keys in application mode.
    pub fn application_cursor(&self) -> bool {
        self.parser.screen().application_cursor()
    }

    /// The program wants pasted text to be bracketed.
    pub fn bracketed_paste(&self) -> bool {
        self.parser.screen().bracketed_paste()
    }
}

fn size(cells: u16) -> NonZeroU16 {
    NonZeroU16::new(cells.clamp(2, LARGEST)).unwrap_or(NonZeroU16::MIN)
}

fn draw(grid: &Grid, row: u16, columns: u16) -> String {
    let mut html = String::new();
    let mut run = String::new();
    let mut style = Style::default();
    // Trailing blanks are not drawn unless they have a colour.
    let mut blanks = 0;
    let end = |html: &mut String, run: &mut String, style: Style| {
        if !run.is_empty() {
            push(html, run, style);
            run.clear();
        }
    };
    for column in 0..columns {
        let Some(cell) = grid.cell(row, column).filter(|cell| !cell.is_wide_continuation()) else { continue };
        let here = style_of(cell);
        if !cell.has_contents() && here.back == 0 && !here.is_inverse() {
            blanks += 1;
            continue;
        }
        if blanks > 0 {
            if !style.is_plain() {
                end(&mut html, &mut run, style);
                style = Style::default();
            }
            run.extend(std::iter::repeat_n(' ', blanks));
            blanks = 0;
        }
        if here != style {
            end(&mut html, &mut run, style);
            style = here;
        }
        run.push_str(if cell.has_contents() { cell.contents() } else { " " });
    }
    end(&mut html, &mut run, style);
    html
}

fn push(html: &mut String, text: &str, style: Style) {
    if style.is_plain() {
        return push_visible(html, text);
    }
    html.push_str("<span class=\"");
    let from = html.len();
    style.push_classes(html);
    html.remove(from);
    html.push_str("\">");
    push_visible(html, text);
    html.push_str("</span>");
}

fn style_of(cell: &vt100::Cell) -> Style {
    let colour = |colour: Color| match colour {
        Color::Default => None,
        Color::Idx(number) => Some([5, u16::from(number)].to_vec()),
        Color::Rgb(r, g, b) => Some([2, u16::from(r), u16::from(g), u16::from(b)].to_vec()),
    };
    let mut style = Style::default();
    for (set, number) in
        [(cell.bold(), 1), (cell.dim(), 2), (cell.italic(), 3), (cell.underline(), 4), (cell.inverse(), 7)]
    {
        if set {
            style.apply(&[number]);
        }
    }
    for (which, found) in [(38, colour(cell.fgcolor())), (48, colour(cell.bgcolor()))] {
        if let Some(numbers) = found {
            style.apply(&[&[which][..], &numbers].concat());
        }
    }
    style
}

#[cfg(test)]
#[allow(clippy::expect_used)]
mod tests {
    use super::*;

    fn after(bytes: &[u8]) -> Emulator {
        let mut terminal = Emulator::new(20, 4);
        terminal.push(bytes);
        terminal
    }

    #[test]
    fn terminal_rows_are_escaped() {
        let mut terminal = after(b"\x1b[31;1m<b>\x1b[0m  x\r\n\x1b[44m \x1b[0m\x1b]2;vi <i>\x07");
        let change = terminal.change().expect("it changed");
        assert_eq!(change.changed[0], (0, "<span class=\"ansi-1 ansi-bold\">&lt;b&gt;</span>  x".into()));
        assert_eq!(change.changed[1], (1, "<span class=\"ansi-bg-4\"> </span>".into()));
        assert_eq!((change.cursor, change.title.as_deref()), (Some((1, 1)), Some("vi <i>")));
        assert_eq!(terminal.change(), None);
    }

    #[test]
    fn only_changed_terminal_rows_are_sent() {
        let mut terminal = after(b"one\r\ntwo\r\n");
        let mut copy = TerminalScreen::default();
        copy.apply(terminal.change().expect("it changed"));
        terminal.push(b"\x1b[1;1HONE");
        let change = terminal.change().expect("it changed");
        assert_eq!(change.changed, [(0, "ONE".to_owned())]);
        copy.apply(change);
        terminal.resize(10, 2);
        copy.apply(terminal.change().expect("it changed"));
        terminal.resize(30, 6);
        copy.apply(terminal.change().expect("it changed"));
        assert_eq!(&copy, terminal.screen());
        assert_eq!((copy.columns, copy.rows.len()), (30, 6));
    }

    #[test]
    fn scrollback_can_be_read() {
        let lines: String = (0..10).map(|n| format!("{n}\r\n")).collect();
        let mut terminal = after(lines.as_bytes());
        assert_eq!(terminal.change().map(|change| change.history), Some(7));
        assert_eq!(terminal.history(0, 99), ["0", "1", "2", "3", "4", "5", "6"]);
        assert_eq!(terminal.history(2, 2), ["2", "3"]);
        assert_eq!(terminal.change(), None, "looking back changes nothing");
    }

    #[test]
    fn a_terminal_answers_only_the_queries_it_knows() {
        let mut terminal = Emulator::new(20, 4);
        assert_eq!(terminal.push(b"ab\x1b[6n\x1b[c\x1b[5n"), b"\x1b[1;3R\x1b[?6c\x1b[0n");
        assert!(terminal.push(&b"\x1b[6n".repeat(100_000)).len() < 2_000);
        assert_eq!(terminal.push(b"\x1b]52;c;aGk=\x07\x1b[8;90;90t\x1b]8;;https://x.example\x07x"), b"");
        terminal.change();
        assert_eq!((terminal.screen().rows.len(), terminal.screen().columns), (4, 20));
        assert!(!terminal.screen().rows.concat().contains("href"));
    }

    #[test]
    fn wide_characters_keep_their_columns() {
        let mut terminal = after("漢a\u{202e}b".as_bytes());
        terminal.change();
        let row = &terminal.screen().rows[0];
        assert!(row.starts_with("漢a") && !row.contains('\u{202e}'), "{row}");
    }
}
