//! HTML and XML. The content of `<script>` and `<style>` is lexed as its own language.

use super::{Class, LexerState, Span, formats, language, lex, put};

pub fn line(state: LexerState, line: &str, spans: &mut Vec<Span>) -> LexerState {
    let mut state = state;
    let mut at = 0;
    while at < line.len() {
        let rest = &line[at..];
        (at, state) = match state {
            LexerState::Comment(..) => match rest.find("-->") {
                Some(end) => (colour(spans, at + end + 3, Class::Comment), LexerState::Normal),
                None => (colour(spans, line.len(), Class::Comment), state),
            },
            LexerState::Tag => inside_tag(line, at, spans),
            LexerState::Script | LexerState::Style => embedded(state, line, at, spans),
            _ => text(line, at, spans),
        };
    }
    state
}

fn colour(spans: &mut Vec<Span>, end: usize, class: Class) -> usize {
    put(spans, end, class);
    end
}

/// Lexes text up to and including the next tag's name.
fn text(line: &str, at: usize, spans: &mut Vec<Span>) -> (usize, LexerState) {
    let rest = &line[at..];
    let open = rest.find(['<', '&']).unwrap_or(rest.len());
    if open > 0 {
        return (colour(spans, at + open, Class::Plain), LexerState::Normal);
    }
    if rest.starts_with('&') {
        let end = rest.bytes().take(12).position(|b| b == b';');
        let class = if end.is_some() { Class::Constant } else { Class::Plain };
        return (colour(spans, at + end.map_or(1, |end| end + 1), class), LexerState::Normal);
    }
    if rest.starts_with("<!--") {
        return (colour(spans, at + 4, Class::Comment), LexerState::Comment(0, 1));
    }
    let sign = rest[1..].bytes().take_while(|b| matches!(b, b'/' | b'!' | b'?')).count().min(1);
    let name = rest[1 + sign..]
        .bytes()
        .take_while(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b':' | b'_' | b'.'))
        .count();
    put(spans, at + 1 + sign, Class::Plain);
    if name == 0 {
        return (at + 1 + sign, LexerState::Normal);
    }
    (colour(spans, at + 1 + sign + name, Class::Tag), LexerState::Tag)
}

fn inside_tag(line: &str, at: usize, spans: &mut Vec<Span>) -> (usize, LexerState) {
    let rest = &line[at..];
    let first = rest.as_bytes()[0];
    match first {
        b'>' => {
            let end = colour(spans, at + 1, Class::Plain);
            let opened = line[..at].rsplit('<').next().unwrap_or_default();
            let next = match opened.get(..6).unwrap_or(opened).to_ascii_lowercase().as_str() {
                "script" => LexerState::Script,
                word if word.starts_with("style") => LexerState::Style,
                _ => LexerState::Normal,
            };
            (end, if opened.ends_with('/') { LexerState::Normal } else { next })
        }
        b'"' | b'\'' => {
            let end = rest[1..].find(first as char).map_or(line.len(), |end| at + end + 2);
            (colour(spans, end, Class::String), LexerState::Tag)
        }
        b if b.is_ascii_alphabetic() || matches!(b, b'@' | b':' | b'_') => {
            let len =
                rest.bytes().take_while(|b| !matches!(b, b' ' | b'\t' | b'=' | b'>' | b'/' | b'"' | b'\'')).count();
            (colour(spans, at + len, Class::Attribute), LexerState::Tag)
        }
        _ => {
            let len = rest.chars().next().map_or(1, char::len_utf8);
            (colour(spans, at + len, Class::Plain), LexerState::Tag)
        }
    }
}

fn embedded(state: LexerState, line: &str, at: usize, spans: &mut Vec<Span>) -> (usize, LexerState) {
    let close = if state == LexerState::Script { "</script" } else { "</style" };
    let end = line.as_bytes()[at..].windows(close.len()).position(|w| w.eq_ignore_ascii_case(close.as_bytes()));
    let end = end.map_or(line.len(), |end| at + end);
    if end == at {
        return text(line, at, spans);
    }
    let mut inner = Vec::new();
    if state == LexerState::Style {
        formats::css(LexerState::Block, &line[at..end], &mut inner);
    } else if let Some(script) = language::named("js") {
        lex::line(script, LexerState::Normal, &line[at..end], &mut inner);
    }
    for span in inner {
        put(spans, at + span.end, span.class);
    }
    put(spans, end, Class::Plain);
    (end, if end < line.len() { LexerState::Normal } else { state })
}
