//! Style sheets, markdown and diffs, which have lexers of their own.

use super::{Class, LexerState, Span, put};

/// CSS and its kin. `LexerState::Block` is the inside of `{ .. }`.
pub fn css(state: LexerState, line: &str, spans: &mut Vec<Span>) -> LexerState {
    let bytes = line.as_bytes();
    let mut state = state;
    let mut at = 0;
    // Inside a block, a word before `:` is a property unless the line opens a nested rule.
    let mut value = false;
    while at < bytes.len() {
        if let LexerState::Comment(_, inside) = state {
            let end = line[at..].find("*/").map(|end| at + end + 2);
            put(spans, end.unwrap_or(bytes.len()), Class::Comment);
            at = end.unwrap_or(bytes.len());
            if end.is_some() {
                state = if inside == 2 { LexerState::Block } else { LexerState::Normal };
            }
            continue;
        }
        let rest = &line[at..];
        let (len, class) = match bytes[at] {
            b'/' if rest.starts_with("/*") => {
                state = LexerState::Comment(0, if state == LexerState::Block { 2 } else { 1 });
                (2, Class::Comment)
            }
            b'/' if rest.starts_with("//") => (rest.len(), Class::Comment),
            quote @ (b'"' | b'\'') => (rest[1..].find(quote as char).map_or(rest.len(), |end| end + 2), Class::String),
            b'{' => {
                (state, value) = (LexerState::Block, false);
                (1, Class::Plain)
            }
            b'}' => {
                (state, value) = (LexerState::Normal, false);
                (1, Class::Plain)
            }
            b';' => {
                value = false;
                (1, Class::Plain)
            }
            b':' if state == LexerState::Block => {
                value = true;
                (1, Class::Plain)
            }
            b'@' => (1 + name_len(&rest[1..]), Class::Keyword),
            b'#' if value => (1 + name_len(&rest[1..]), Class::Number),
            b'0'..=b'9' => (
                rest.bytes().take_while(|b| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'%')).count(),
                Class::Number,
            ),
            b'$' => (1 + name_len(&rest[1..]), Class::Constant),
            b'-' if rest.starts_with("--") => (name_len(rest), Class::Constant),
            b'.' | b'#' if !value && name_len(&rest[1..]) > 0 => (1 + name_len(&rest[1..]), Class::Type),
            b if b.is_ascii_alphabetic() || b == b'_' || b == b'-' => {
                let len = name_len(rest).max(1);
                let after = &rest[len..];
                let class = match () {
                    () if after.starts_with('(') => Class::Function,
                    () if value => Class::Plain,
                    () if state == LexerState::Block && after.trim_start().starts_with(':') => Class::Attribute,
                    () => Class::Tag,
                };
                (len, class)
            }
            _ => (rest.chars().next().map_or(1, char::len_utf8), Class::Plain),
        };
        at += len;
        put(spans, at, class);
    }
    state
}

fn name_len(text: &str) -> usize {
    text.bytes().take_while(|&b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_')).count()
}

/// Markdown source. `LexerState::Block` is the inside of a fence.
pub fn markdown(state: LexerState, line: &str, spans: &mut Vec<Span>) -> LexerState {
    let trimmed = line.trim_start();
    if trimmed.starts_with("```") || trimmed.starts_with("~~~") {
        put(spans, line.len(), Class::String);
        return if state == LexerState::Block { LexerState::Normal } else { LexerState::Block };
    }
    if state == LexerState::Block {
        put(spans, line.len(), Class::String);
        return state;
    }
    if trimmed.starts_with('#') {
        put(spans, line.len(), Class::Keyword);
        return state;
    }
    let mut at = line.len() - trimmed.len();
    put(spans, at, Class::Plain);
    if trimmed.starts_with('>') {
        put(spans, line.len(), Class::Comment);
        return state;
    }
    if trimmed.starts_with("- ") || trimmed.starts_with("* ") || trimmed.starts_with("+ ") {
        at += 1;
        put(spans, at, Class::Number);
    }
    while at < line.len() {
        let rest = &line[at..];
        let open = rest.find(['`', '[', '*']).unwrap_or(rest.len());
        put(spans, at + open, Class::Plain);
        at += open;
        let rest = &line[at..];
        let (len, class) = match rest.as_bytes().first() {
            None => break,
            Some(b'`') => closed(rest, 1, "`", Class::String),
            Some(b'[') => match find_near(rest, "](") {
                Some(text) => closed(rest, text, ")", Class::Function),
                None => (1, Class::Plain),
            },
            Some(_) if rest.starts_with("**") => closed(rest, 2, "**", Class::Type),
            Some(_) => (1, Class::Plain),
        };
        at += len;
        put(spans, at, class);
    }
    state
}

/// How far to search for a closing mark. An opening mark without one nearby stays plain.
const NEAR: usize = 400;

fn find_near(text: &str, close: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    bytes[..bytes.len().min(NEAR)].windows(close.len()).position(|w| w == close.as_bytes())
}

fn closed(text: &str, from: usize, close: &str, class: Class) -> (usize, Class) {
    match find_near(&text[from..], close) {
        Some(end) => (from + end + close.len(), class),
        None => (1, Class::Plain),
    }
}

/// A diff inside a message.
pub fn diff(line: &str, spans: &mut Vec<Span>) {
    let class = match line.as_bytes().first() {
        _ if line.starts_with("+++")
            || line.starts_with("---")
            || line.starts_with("diff ")
            || line.starts_with("index ") =>
        {
            Class::Type
        }
        Some(b'+') => Class::String,
        Some(b'-') => Class::Tag,
        Some(b'@') => Class::Function,
        _ => Class::Plain,
    };
    put(spans, line.len(), class);
}
