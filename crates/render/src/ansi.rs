//! What a terminal would show, as escaped and coloured lines.

use crate::{Output, escape};

/// A command's output as it grows. Keeps the last lines for the window and the plain text for copying.
#[derive(Debug)]
pub struct Screen {
    max_lines: usize,
    text: String,
}

impl Screen {
    /// `max_lines` is how many lines `output` holds at most.
    pub fn new(max_lines: usize) -> Self {
        Self { max_lines: max_lines.max(1), text: String::new() }
    }

    pub fn push(&mut self, text: &str) {
        self.text.push_str(text);
    }

    /// The last lines, and how many came before them.
    pub fn output(&self) -> Output {
        let lines: Vec<&str> = self.text.lines().collect();
        let from = lines.len().saturating_sub(self.max_lines);
        Output { html: escape(&lines[from..].join("\n")), earlier: u32::try_from(from).unwrap_or(u32::MAX) }
    }

    /// Everything that is still known, without colours.
    pub fn plain(&self) -> String {
        self.text.clone()
    }
}
