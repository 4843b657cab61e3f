//! A top-level code fence that is being streamed.
//!
//! While the fence is open its text only grows and nothing is drawn twice. So the last, unfinished line is held back as
//! long as it could still become the closing fence.

use crate::escape::push_visible;

#[derive(Debug, Clone)]
pub struct Fence {
    mark: u8,
    len: usize,
    indent: usize,
    language: Option<String>,
    code: String,
    lines: usize,
    /// How many bytes of the code, and of the unfinished line after it, were drawn.
    drawn: usize,
}

impl Fence {
    /// Parses an opening line such as "```rust".
    pub fn open(line: &str) -> Option<Self> {
        let indent = line.bytes().take_while(|&b| b == b' ').count();
        let rest = &line[indent..];
        let mark = *rest.as_bytes().first().filter(|b| matches!(b, b'`' | b'~'))?;
        let len = rest.bytes().take_while(|&b| b == mark).count();
        let info = rest[len..].trim();
        if indent > 3 || len < 3 || (mark == b'`' && info.contains('`')) {
            return None;
        }
        Some(Self { mark, len, indent, language: language(info), code: String::new(), lines: 0, drawn: 0 })
    }

    pub fn language(&self) -> Option<String> {
        self.language.clone()
    }

    pub fn closes(&self, line: &str) -> bool {
        let rest = line.trim_start_matches(' ');
        let marks = rest.bytes().take_while(|&b| b == self.mark).count();
        line.len() - rest.len() <= 3 && marks >= self.len && rest[marks..].trim().is_empty()
    }

    /// Appends a complete line of code, given without its line end.
    pub fn line(&mut self, line: &str) {
        if self.lines > 0 {
            self.code.push('\n');
        }
        self.code.push_str(self.dedent(line));
        self.lines += 1;
    }

    /// Escaped HTML of the text that was not drawn yet; `partial` is the unfinished line.
    pub fn grown(&mut self, partial: &str) -> String {
        let mut html = String::new();
        if self.drawn < self.code.len() {
            push_visible(&mut html, &self.code[self.drawn..]);
            self.drawn = self.code.len();
        }
        // A carriage return may be the first half of a line end.
        let text = self.dedent(partial.strip_suffix('\r').unwrap_or(partial));
        if text.is_empty() || self.may_close(partial) {
            return html;
        }
        let mut skip = self.drawn - self.code.len();
        if self.lines > 0 {
            if skip == 0 {
                html.push('\n');
            }
            skip = skip.saturating_sub(1);
        }
        push_visible(&mut html, &text[skip..]);
        self.drawn = self.code.len() + text.len() + usize::from(self.lines > 0);
        html
    }

    /// Escaped HTML of the whole code so far.
    pub fn all(&mut self, partial: &str) -> String {
        self.drawn = 0;
        self.grown(partial)
    }

    pub fn into_code(self) -> (Option<String>, String) {
        (self.language, self.code)
    }

    /// True if the line has only fence marks and blanks, so it may still become the closing fence.
    fn may_close(&self, partial: &str) -> bool {
        partial.bytes().all(|b| b == self.mark || matches!(b, b' ' | b'\t' | b'\r'))
    }

    /// Removes the fence's own indentation from a line.
    fn dedent<'a>(&self, line: &'a str) -> &'a str {
        &line[line.bytes().take(self.indent).take_while(|&b| b == b' ').count()..]
    }
}

/// The first word of the info string, if it may be a language's name.
pub fn language(info: &str) -> Option<String> {
    let word = info.split([' ', '\t', ',', '{', '}']).find(|word| !word.is_empty())?.trim_start_matches('.');
    let named = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'#' | b'-' | b'_' | b'.');
    (!word.is_empty() && word.len() <= 32 && word.bytes().all(named)).then(|| word.to_ascii_lowercase())
}
