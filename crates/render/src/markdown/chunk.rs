//! Splits growing markdown into chunks that can be drawn independently.
//!
//! The splitter looks at each complete line once and never takes a cut back. If the rules of markdown would need more
//! lookahead, the chunk stays open longer: a missed cut costs time, never meaning. The exception is `MAX`: a chunk
//! that would outgrow it is cut even in the middle of a line.

use super::fence::Fence;

/// The largest open chunk, so that drawing it again has a bounded cost.
pub const MAX: usize = 32 * 1024;
/// A longer list is cut at its next item.
const LONG_LIST: usize = 2 * 1024;

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Chunk {
    /// Markdown other than a top-level fence. `number` is set if it continues a numbered list that was cut.
    Text {
        source: String,
        number: Option<u64>,
    },
    Code {
        language: Option<String>,
        code: String,
    },
}

#[derive(Debug, Default)]
pub struct Splitter {
    /// Text from the start of the open chunk; shortened at the end of each push.
    text: String,
    start: usize,
    /// The start of the first line that was not examined yet.
    at: usize,
    /// No line end exists before this position, so a long line is not searched again with every push.
    searched: usize,
    mode: Mode,
    number: Option<u64>,
    /// The header of the table that the open chunk continues.
    table: Option<String>,
    ready: Vec<Chunk>,
}

#[derive(Debug, Default)]
enum Mode {
    #[default]
    Between,
    /// A block that ends at a blank line.
    Flow,
    List {
        number: Option<u64>,
        items: u64,
        after_blank: bool,
        fence: Option<Fence>,
    },
    Indented,
    /// Raw HTML that continues over blank lines until this text appears.
    Html(&'static str),
    Fence(Box<Fence>),
}

impl Splitter {
    pub fn push(&mut self, text: &str) {
        self.text.push_str(text);
        self.advance(false);
    }

    pub fn finish(&mut self) {
        self.advance(true);
        self.cut(self.text.len());
        self.compact();
    }

    /// Takes the chunks finished since the last call.
    pub fn take(&mut self) -> Vec<Chunk> {
        std::mem::take(&mut self.ready)
    }

    /// The open fence and its unfinished line.
    pub fn fence(&mut self) -> Option<(&mut Fence, &str)> {
        if let Mode::Fence(fence) = &mut self.mode { Some((fence, &self.text[self.start..])) } else { None }
    }

    /// The open chunk, if it is not a fence.
    pub fn open(&self) -> Option<Chunk> {
        let source = self.with_table(&self.text[self.start..]);
        (!source.trim().is_empty()).then_some(Chunk::Text { source, number: self.number })
    }

    fn advance(&mut self, last: bool) {
        loop {
            let in_fence = matches!(self.mode, Mode::Fence(_));
            if !in_fence && self.at - self.start >= MAX / 2 {
                self.cut_anyway(self.at);
            }
            let newline = self.text[self.searched..].find('\n').map(|n| self.searched + n);
            self.searched = self.text.len();
            let end = newline.unwrap_or(self.text.len());
            if !in_fence && end - self.start > MAX {
                let middle = (self.start + MAX - 3..=self.start + MAX).rev().find(|&i| self.text.is_char_boundary(i));
                let middle = middle.unwrap_or(end);
                self.cut_anyway(middle);
                self.at = middle;
                self.searched = middle;
                continue;
            }
            if newline.is_none() && !(last && end > self.at) {
                break;
            }
            let next = newline.map_or(end, |n| n + 1);
            self.line(end, next);
            self.at = next;
            self.searched = next;
        }
        self.compact();
    }

    /// Examines the line from `self.at` to `end`; the next one begins at `next`.
    fn line(&mut self, end: usize, next: usize) {
        // The text is moved out and back, so that it can be borrowed while the splitter changes.
        let text = std::mem::take(&mut self.text);
        let raw = &text[self.at..end];
        let line = raw.strip_suffix('\r').unwrap_or(raw);
        let verdict = self.judge(line);
        self.text = text;
        match verdict {
            LineEffect::Goes => {}
            LineEffect::EndsHere => self.cut(next),
            LineEffect::EndedBefore => {
                self.cut(self.at);
                self.begin(end, next);
            }
            LineEffect::Begins => self.begin(end, next),
            LineEffect::Taken => self.start = next,
            LineEffect::Closed => {
                self.cut(self.at);
                self.start = next;
            }
        }
    }

    fn judge(&mut self, line: &str) -> LineEffect {
        let long = self.at - self.start > LONG_LIST;
        let blank = line.trim().is_empty();
        let indent = indent(line);
        match &mut self.mode {
            Mode::Fence(fence) => {
                if fence.closes(line) {
                    return LineEffect::Closed;
                }
                fence.line(line);
                LineEffect::Taken
            }
            Mode::Between if blank => LineEffect::Taken,
            Mode::Between => LineEffect::Begins,
            Mode::Html(end) => {
                if contains_ignoring_case(line, end) {
                    LineEffect::EndsHere
                } else {
                    LineEffect::Goes
                }
            }
            Mode::Flow if blank => LineEffect::EndsHere,
            Mode::Flow => {
                let interrupts = Fence::open(line).is_some()
                    || is_heading(line)
                    || (indent < 4 && marker(line).is_some_and(|m| m.interrupts()));
                if interrupts { LineEffect::EndedBefore } else { LineEffect::Goes }
            }
            Mode::Indented if blank || indent >= 4 => LineEffect::Goes,
            Mode::Indented => LineEffect::EndedBefore,
            Mode::List { number, items, after_blank, fence } => {
                if indent <= 1 && !blank {
                    *fence = None;
                    let item = marker(line);
                    if Fence::open(line).is_some() || is_heading(line) || (*after_blank && item.is_none()) {
                        return LineEffect::EndedBefore;
                    }
                    if let Some(item) = item {
                        let other = item.number.is_some() != number.is_some();
                        if long || (other && (*after_blank || item.interrupts())) {
                            return LineEffect::EndedBefore;
                        }
                        *items += 1;
                    }
                }
                *after_blank = blank && fence.is_none();
                follow_fence(fence, line);
                LineEffect::Goes
            }
        }
    }

    fn begin(&mut self, end: usize, next: usize) {
        let raw = &self.text[self.at..end];
        let line = raw.strip_suffix('\r').unwrap_or(raw);
        let continued = self.number.take();
        if let Some(fence) = Fence::open(line) {
            self.mode = Mode::Fence(Box::new(fence));
            self.start = next;
        } else if indent(line) >= 4 {
            self.mode = Mode::Indented;
        } else if is_heading(line) {
            self.mode = Mode::Flow;
            self.cut(next);
        } else if let Some(end) = html_end(line) {
            self.mode = if contains_ignoring_case(line, end) { Mode::Flow } else { Mode::Html(end) };
        } else if let Some(item) = marker(line) {
            let mut fence = None;
            follow_fence(&mut fence, line);
            self.number = continued.filter(|_| item.number.is_some());
            let number = self.number.or(item.number);
            self.mode = Mode::List { number, items: 1, after_blank: false, fence };
        } else {
            self.mode = Mode::Flow;
        }
    }

    /// Ends the open chunk because of its length. The rest of a table gets the same header.
    fn cut_anyway(&mut self, end: usize) {
        let head = table_head(&self.with_table(&self.text[self.start..end]));
        self.cut(end);
        self.table = head;
    }

    /// Ends the open chunk at `end`.
    fn cut(&mut self, end: usize) {
        let source = &self.text[self.start..end];
        let table = self.table.take();
        let number = self.number.take();
        match std::mem::take(&mut self.mode) {
            Mode::Fence(fence) => {
                let (language, code) = fence.into_code();
                self.ready.push(Chunk::Code { language, code });
            }
            mode => {
                if !source.trim().is_empty() {
                    let source = table.as_deref().unwrap_or_default().to_owned() + source;
                    if let Mode::List { number: Some(number), items, .. } = mode {
                        // Only after a list that was cut for its length does a marker follow directly.
                        self.number = (source.len() > LONG_LIST).then_some(number + items);
                    }
                    self.ready.push(Chunk::Text { source, number });
                }
            }
        }
        self.start = end;
    }

    fn with_table(&self, source: &str) -> String {
        self.table.as_deref().unwrap_or_default().to_owned() + source
    }

    fn compact(&mut self) {
        self.text.drain(..self.start);
        self.at -= self.start;
        self.searched -= self.start;
        self.start = 0;
    }
}

enum LineEffect {
    /// The line is inside the open chunk.
    Goes,
    /// The line is the last one of the open chunk.
    EndsHere,
    /// The line is the first one of the next chunk.
    EndedBefore,
    /// The line begins a chunk; none was open.
    Begins,
    /// The line was added to the fence, or is a blank line between chunks.
    Taken,
    /// The line closes the fence.
    Closed,
}

struct Marker {
    number: Option<u64>,
    empty: bool,
}

impl Marker {
    /// True if this marker may begin a list in the middle of a paragraph.
    fn interrupts(&self) -> bool {
        !self.empty && self.number.is_none_or(|n| n == 1)
    }
}

/// Parses a list item's bullet or number at the start of the line.
fn marker(line: &str) -> Option<Marker> {
    let line = line.trim_start_matches(' ');
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    let (number, rest) = match (line.as_bytes().get(digits)?, digits) {
        (b'-' | b'*' | b'+', 0) => (None, &line[1..]),
        (b'.' | b')', 1..=9) => (Some(line[..digits].parse().ok()?), &line[digits + 1..]),
        _ => return None,
    };
    let spaced = rest.is_empty() || rest.starts_with([' ', '\t']);
    spaced.then(|| Marker { number, empty: rest.trim().is_empty() })
}

fn is_heading(line: &str) -> bool {
    let line = line.trim_start_matches(' ');
    let marks = line.bytes().take_while(|&b| b == b'#').count();
    (1..=6).contains(&marks) && line[marks..].starts_with([' ', '\t'])
}

fn indent(line: &str) -> usize {
    line.bytes().map_while(|b| if b == b' ' { Some(1) } else { (b == b'\t').then_some(4) }).sum()
}

/// Tracks fences inside a list item, so that code which looks like an item is not taken for one.
fn follow_fence(fence: &mut Option<Fence>, line: &str) {
    let mut inner = line.trim_start();
    if let Some(open) = fence {
        if open.closes(inner) {
            *fence = None;
        }
        return;
    }
    while let Some(rest) = marker(inner).map(|_| inner.trim_start_matches(|c: char| !c.is_whitespace()).trim_start()) {
        inner = rest;
    }
    *fence = Fence::open(inner);
}

/// If the line begins raw HTML that may contain blank lines, the text that ends it.
fn html_end(line: &str) -> Option<&'static str> {
    let line = line.trim_start_matches(' ').as_bytes();
    let kinds = [("<!--", "-->"), ("<script", "</script>"), ("<style", "</style>"), ("<pre", "</pre>")];
    kinds
        .iter()
        .find(|(open, _)| line.len() >= open.len() && line[..open.len()].eq_ignore_ascii_case(open.as_bytes()))
        .map(|k| k.1)
}

fn contains_ignoring_case(line: &str, word: &str) -> bool {
    line.as_bytes().windows(word.len()).any(|w| w.eq_ignore_ascii_case(word.as_bytes()))
}

/// The first two lines, if they are a table's header.
fn table_head(source: &str) -> Option<String> {
    let mut lines = source.split_inclusive('\n');
    let (head, rule) = (lines.next()?, lines.next()?);
    let ruled = rule.contains('-') && rule.trim().bytes().all(|b| matches!(b, b'|' | b'-' | b':' | b' ' | b'\t'));
    (ruled && head.contains('|') && head.len() + rule.len() < MAX / 8).then(|| head.to_owned() + rule)
}
