//! One line of output. A line that is only appended to stays text with runs of style; one that is overwritten becomes
//! cells.

use super::colour::Style;
use crate::escape::push_visible;

#[derive(Debug, Clone, Copy)]
struct Cell {
    character: char,
    style: Style,
}

#[derive(Debug, Default)]
pub struct ScreenLine {
    text: String,
    columns: usize,
    /// `(end in bytes, style)`, sorted.
    runs: Vec<(u32, Style)>,
    /// Replaces `text` and `runs` once the line was overwritten.
    cells: Option<Vec<Cell>>,
    /// Text beyond the last column, and its number of characters including those that were not kept.
    tail: String,
    tail_characters: usize,
}

impl ScreenLine {
    pub fn is_empty(&self) -> bool {
        self.columns() == 0
    }

    /// Bytes kept beyond the last column.
    pub fn beyond(&self) -> usize {
        self.tail.len()
    }

    /// Appends at most `most` bytes beyond the last column and returns how many were kept.
    pub fn write_beyond(&mut self, new: &str, most: usize) -> usize {
        let end = (0..=most.min(new.len())).rev().find(|&i| new.is_char_boundary(i)).unwrap_or(0);
        self.tail.push_str(&new[..end]);
        self.tail_characters += new.chars().count();
        end
    }

    /// Writes at a column and returns the number of columns written.
    pub fn write(&mut self, column: usize, new: &str, style: Style) -> usize {
        if self.cells.is_none() && column == self.columns {
            let written = if new.is_ascii() { new.len() } else { new.chars().count() };
            self.text.push_str(new);
            self.columns += written;
            let len = self.text.len() as u32;
            match self.runs.last_mut() {
                Some((end, last)) if *last == style => *end = len,
                _ => self.runs.push((len, style)),
            }
            return written;
        }
        let cells = self.cells();
        let blank = Cell { character: ' ', style: Style::default() };
        if cells.len() < column {
            cells.resize(column, blank);
        }
        let mut at = column;
        for character in new.chars() {
            let cell = Cell { character, style };
            match cells.get_mut(at) {
                Some(old) => *old = cell,
                None => cells.push(cell),
            }
            at += 1;
        }
        at - column
    }

    /// `CSI K`: 0 erases to the end, 1 to the start, 2 all. Returns how many bytes beyond the last column were dropped.
    pub fn erase(&mut self, what: u16, column: usize) -> usize {
        let beyond = self.beyond();
        match what {
            1 => {
                self.blank(0, column + 1);
                return 0;
            }
            0 if self.columns() > column => self.cells().truncate(column),
            0 => {}
            _ => *self = Self::default(),
        }
        self.tail = String::new();
        self.tail_characters = 0;
        beyond
    }

    /// Removes cells; the rest of the line moves left.
    pub fn delete(&mut self, column: usize, count: usize) {
        let cells = self.cells();
        let from = column.min(cells.len());
        let to = column.saturating_add(count).min(cells.len());
        cells.drain(from..to);
    }

    pub fn blank(&mut self, column: usize, count: usize) {
        let cells = self.cells();
        let to = column.saturating_add(count).min(cells.len());
        for cell in cells.get_mut(column..to).unwrap_or_default() {
            *cell = Cell { character: ' ', style: Style::default() };
        }
    }

    fn columns(&self) -> usize {
        self.cells.as_ref().map_or(self.columns, Vec::len)
    }

    fn cells(&mut self) -> &mut Vec<Cell> {
        let (text, runs) = (&mut self.text, &mut self.runs);
        self.cells.get_or_insert_with(|| {
            let mut from = 0;
            let mut cells = Vec::with_capacity(self.columns);
            for (end, style) in std::mem::take(runs) {
                cells.extend(text[from..end as usize].chars().map(|character| Cell { character, style }));
                from = end as usize;
            }
            *text = String::new();
            cells
        })
    }

    pub fn push_plain(&self, out: &mut String) {
        out.push_str(&self.text);
        if let Some(cells) = &self.cells {
            let end = cells.iter().rposition(|cell| cell.character != ' ').map_or(0, |last| last + 1);
            out.extend(cells[..end].iter().map(|cell| cell.character));
        }
        out.push_str(&self.tail);
    }

    /// Appends escaped HTML of at most `most` characters.
    pub fn draw(&self, out: &mut String, links: &[String], most: usize) {
        if let Some(cells) = &self.cells {
            let visible = |cell: &Cell| cell.character != ' ' || cell.style.back > 0;
            let end = cells.iter().rposition(visible).map_or(0, |last| last + 1);
            for run in cells[..end.min(most)].chunk_by(|a, b| a.style == b.style) {
                let text: String = run.iter().map(|cell| cell.character).collect();
                draw_run(out, &text, run[0].style, links);
            }
        }
        let (mut left, mut from) = (most, 0);
        for &(end, style) in &self.runs {
            let (run, _) = super::split_chars(&self.text[from..end as usize], left);
            draw_run(out, run, style, links);
            left -= if run.is_ascii() { run.len() } else { run.chars().count() };
            from = end as usize;
            if left == 0 {
                break;
            }
        }
        let hidden = self.columns().saturating_sub(most) + self.tail_characters;
        if hidden > 0 {
            out.push_str(&format!("<span class=\"cut\">… {hidden}</span>"));
        }
    }
}

fn draw_run(out: &mut String, text: &str, style: Style, links: &[String]) {
    let link = usize::from(style.link).checked_sub(1).and_then(|at| links.get(at));
    if let Some(link) = link {
        out.push_str("<a href=\"");
        crate::escape::push_escaped(out, link);
        out.push_str("\" rel=\"noopener noreferrer\">");
    }
    if style.is_plain() {
        push_visible(out, text);
    } else {
        out.push_str("<span class=\"");
        let from = out.len();
        style.push_classes(out);
        out.remove(from);
        out.push_str("\">");
        push_visible(out, text);
        out.push_str("</span>");
    }
    if link.is_some() {
        out.push_str("</a>");
    }
}
