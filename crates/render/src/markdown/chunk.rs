//! Cuts growing markdown into chunks that can be drawn by themselves.
//!
//! Only whole lines decide, each is looked at once, and a cut is never taken back. Where the rules of markdown would
//! need to look further than that, the chunk simply stays open longer: a missed cut costs time, never meaning. Only
//! `MAX` overrules: a chunk that would outgrow it is cut even in the middle of a line.

use super::fence::Fence;

/// No open chunk is longer, so that drawing it again has a fixed cost.
pub const MAX: usize = 32 * 1024;
/// A list longer than this is cut at its next item.
const LONG_LIST: usize = 2 * 1024;

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Chunk {
    /// Markdown other than a top-level fence. `number` is the list's number if it continues a cut one.
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
    /// From the start of the open chunk on; shortened at the end of each push.
    text: String,
    start: usize,
    /// Where the first line begins that was not looked at.
    at: usize,
    /// Up to here it has no end, so that a long line is not searched again with every push.
    searched: usize,
    mode: Mode,
    number: Option<u64>,
    /// The head of the table that the open chunk continues.
    table: Option<String>,
    ready: Vec<Chunk>,
}

#[derive(Debug, Default)]
enum Mode {
    #[default]
    Between,
    /// Ends at a blank line.
    Flow,
    List {
        number: Option<u64>,
        items: u64,
        after_blank: bool,
        fence: Option<Fence>,
    },
    Indented,
    /// Raw HTML that goes on over blank lines until this appears.
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

    /// Chunks that were finished since the last call.
    pub fn take(&mut self) -> Vec<Chunk> {
        std::mem::take(&mut self.ready)
    }

    /// The fence that is open now, and the line in it that is still being written.
    pub fn fence(&mut self) -> Option<(&mut Fence, &str)> {
        if let Mode::Fence(fence) = &mut self.mode { Some((fence, &self.text[self.start..])) } else { None }
    }

    /// The chunk that is still growing, if it is not a fence.
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

    /// Looks at the line from `self.at` to `end`; the next one begins at `next`.
    fn line(&mut self, end: usize, next: usize) {
        // The line is moved out and back so that it can be read while the splitter changes.
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

    /// Ends the open chunk for its length alone. A table goes on under its own head.
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
                        // Only a list that was cut for its length is followed by a marker at once.
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
    /// The line belongs to the open chunk.
    Goes,
    /// It is the last of it.
    EndsHere,
    /// It is the first of the next.
    EndedBefore,
    /// It begins a chunk where none was open.
    Begins,
    /// It was read into the fence, or is a blank line between chunks.
    Taken,
    /// It closes the fence.
    Closed,
}

struct Marker {
    number: Option<u64>,
    empty: bool,
}

impl Marker {
    /// Whether it may begin a list in the middle of a paragraph.
    fn interrupts(&self) -> bool {
        !self.empty && self.number.is_none_or(|n| n == 1)
    }
}

/// A list item's bullet or number at the start of the line.
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

/// Follows fences that lie inside a list item, so that what looks like an item in code is not one.
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

/// How raw HTML that may hold blank lines ends, if the line begins such.
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

/// The first two lines, if they head a table.
fn table_head(source: &str) -> Option<String> {
    let mut lines = source.split_inclusive('\n');
    let (head, rule) = (lines.next()?, lines.next()?);
    let ruled = rule.contains('-') && rule.trim().bytes().all(|b| matches!(b, b'|' | b'-' | b':' | b' ' | b'\t'));
    (ruled && head.contains('|') && head.len() + rule.len() < MAX / 8).then(|| head.to_owned() + rule)
}
