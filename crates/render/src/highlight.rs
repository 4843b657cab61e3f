//! Code in colours.
//!
//! One small lexer of our own reads every language, driven by tables of its words and marks. A grammar per language
//! would colour a little more, but costs 0.3 to 5 MB each and a C build; this costs some kilobytes, reads each byte a
//! bounded number of times, works line by line (a diff has lines of two files and no whole one) and cannot be upset by
//! half a file. What it does not know for sure it leaves plain.
//!
//! Invariant: only classes leave here, and the text between the tags is the text that came in.

mod formats;
mod language;
mod lex;
mod markup;
mod tables;
mod tables_more;
mod word;

use crate::escape::push_visible;
use language::{Flavour, Language};

/// Longer code is shown plain.
const LONGEST: usize = 1024 * 1024;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Class {
    Plain,
    Keyword,
    String,
    Number,
    Comment,
    Function,
    Type,
    Attribute,
    Tag,
    Constant,
}

impl Class {
    fn name(self) -> &'static str {
        match self {
            Class::Plain => "",
            Class::Keyword => "k-k",
            Class::String => "k-s",
            Class::Number => "k-n",
            Class::Comment => "k-c",
            Class::Function => "k-f",
            Class::Type => "k-t",
            Class::Attribute => "k-a",
            Class::Tag => "k-g",
            Class::Constant => "k-o",
        }
    }
}

/// A stretch of a line up to `end`, all of one class. Spans of a line follow one another without a gap.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Span {
    pub end: usize,
    pub class: Class,
}

/// What is still open at the end of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum LexerState {
    #[default]
    Normal,
    /// Inside the comment of that index, that deep.
    Comment(u8, u8),
    /// Inside the string of that index.
    Quote(u8),
    /// Inside a raw string with that many hashes.
    Raw(u8),
    /// Inside a tag of markup.
    Tag,
    /// Inside a markup element that holds another language.
    Script,
    Style,
    /// Inside a fence in markdown, or a declaration block in a sheet.
    Block,
}

/// Reads the lines of one text in order.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Lexer {
    language: &'static Language,
    pub state: LexerState,
}

impl Lexer {
    /// By the name that follows a fence.
    pub fn named(name: &str) -> Option<Self> {
        Some(Self { language: language::named(name)?, state: LexerState::Normal })
    }

    /// By a file's ending.
    pub fn for_path(path: &str) -> Option<Self> {
        Some(Self { language: language::for_path(path)?, state: LexerState::Normal })
    }

    /// Spans of the next line, which has no line end. `spans` is cleared first.
    pub fn line(&mut self, line: &str, spans: &mut Vec<Span>) {
        spans.clear();
        match self.language.flavour {
            Flavour::Code => self.state = lex::line(self.language, self.state, line, spans),
            Flavour::Markup => self.state = markup::line(self.state, line, spans),
            Flavour::Sheet => self.state = formats::css(self.state, line, spans),
            Flavour::Markdown => self.state = formats::markdown(self.state, line, spans),
            Flavour::Diff => formats::diff(line, spans),
        }
    }
}

/// Appends a span, joined with the one before if it is of the same class.
pub(crate) fn put(spans: &mut Vec<Span>, end: usize, class: Class) {
    match spans.last_mut() {
        Some(last) if last.end >= end => {}
        Some(last) if last.class == class => last.end = end,
        _ => spans.push(Span { end, class }),
    }
}

/// One name of every language that is known.
pub fn names() -> impl Iterator<Item = &'static str> {
    language::all().filter_map(|language| language.names.first().copied())
}

/// Code as escaped HTML with classes; plain if the language is unknown.
pub fn html(language: Option<&str>, code: &str) -> String {
    let mut out = String::with_capacity(code.len() * 2);
    let lexer = language.and_then(Lexer::named).filter(|_| code.len() <= LONGEST);
    let Some(mut lexer) = lexer else {
        push_visible(&mut out, code);
        return out;
    };
    let mut spans = Vec::new();
    for line in code.split_inclusive('\n') {
        let text = line.strip_suffix('\n').unwrap_or(line);
        lexer.line(text, &mut spans);
        push_spans(&mut out, text, &spans);
        if text.len() < line.len() {
            out.push('\n');
        }
    }
    out
}

/// Writes a line in its classes.
pub(crate) fn push_spans(out: &mut String, line: &str, spans: &[Span]) {
    let mut at = 0;
    for span in spans {
        push_classed(out, &line[at..span.end], span.class);
        at = span.end;
    }
    push_visible(out, &line[at..]);
}

pub(crate) fn push_classed(out: &mut String, text: &str, class: Class) {
    if class == Class::Plain || text.is_empty() {
        return push_visible(out, text);
    }
    out.push_str("<span class=\"");
    out.push_str(class.name());
    out.push_str("\">");
    push_visible(out, text);
    out.push_str("</span>");
}

#[cfg(test)]
mod tests;
