//! Syntax highlighting.
//!
//! One small lexer reads every language, driven by tables of keywords and marks. A grammar per language would colour a
//! little more, but costs 0.3 to 5 MB each and a C build. This lexer costs some kilobytes, reads each byte a bounded
//! number of times, works line by line (a diff has lines of two files and no whole one) and copes with half a file.
//! Anything it is not sure about stays plain.
//!
//! Invariant: the output has class attributes only, and the text between the tags equals the input.

mod formats;
mod language;
mod lex;
mod markup;
mod tables;
mod tables_more;
mod word;

use crate::escape::push_visible;
use language::{Flavour, Language};

/// Longer code is not highlighted.
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

/// A part of a line up to `end`, all of one class. The spans of a line have no gaps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Span {
    pub end: usize,
    pub class: Class,
}

/// The construct that is still open at the end of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum LexerState {
    #[default]
    Normal,
    /// Inside a comment: its index in the language's table, and the nesting depth.
    Comment(u8, u8),
    /// Inside a string: its index in the language's table.
    Quote(u8),
    /// Inside a raw string with this many hashes.
    Raw(u8),
    /// Inside a markup tag.
    Tag,
    /// Inside a markup element that contains another language.
    Script,
    Style,
    /// Inside a markdown fence, or a declaration block of a style sheet.
    Block,
}

/// Lexes the lines of one text in order.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Lexer {
    language: &'static Language,
    pub state: LexerState,
}

impl Lexer {
    /// A lexer for the language named after a fence.
    pub fn named(name: &str) -> Option<Self> {
        Some(Self { language: language::named(name)?, state: LexerState::Normal })
    }

    /// A lexer for a file's extension.
    pub fn for_path(path: &str) -> Option<Self> {
        Some(Self { language: language::for_path(path)?, state: LexerState::Normal })
    }

    /// Lexes the next line, given without its line end. `spans` is cleared first.
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

/// Appends a span, or extends the previous one if it has the same class.
pub(crate) fn put(spans: &mut Vec<Span>, end: usize, class: Class) {
    match spans.last_mut() {
        Some(last) if last.end >= end => {}
        Some(last) if last.class == class => last.end = end,
        _ => spans.push(Span { end, class }),
    }
}

/// One name of every known language.
pub fn names() -> impl Iterator<Item = &'static str> {
    language::all().filter_map(|language| language.names.first().copied())
}

/// Code as escaped HTML with classes; without classes if the language is unknown.
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

/// Appends a highlighted line.
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
