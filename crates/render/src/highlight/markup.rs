//! HTML and XML. What lies in `<script>` and `<style>` is read by its own language, line by line.

use super::{Class, Span, State, language, lex, put, sheet};

pub fn line(state: State, line: &str, spans: &mut Vec<Span>) -> State {
    let mut state = state;
    let mut at = 0;
    while at < line.len() {
        let rest = &line[at..];
        (at, state) = match state {
            State::Comment(..) => match rest.find("-->") {
                Some(end) => (colour(spans, at + end + 3, Class::Comment), State::Normal),
                None => (colour(spans, line.len(), Class::Comment), state),
            },
            State::Tag => inside_tag(line, at, spans),
            State::Script | State::Style => embedded(state, line, at, spans),
            _ => text(line, at, spans),
        };
    }
    state
}

fn colour(spans: &mut Vec<Span>, end: usize, class: Class) -> usize {
    put(spans, end, class);
    end
}

/// Text up to the next tag, and that tag's name.
fn text(line: &str, at: usize, spans: &mut Vec<Span>) -> (usize, State) {
    let rest = &line[at..];
    let open = rest.find(['<', '&']).unwrap_or(rest.len());
    if open > 0 {
        return (colour(spans, at + open, Class::Plain), State::Normal);
    }
    if rest.starts_with('&') {
        let end = rest.bytes().take(12).position(|b| b == b';');
        let class = if end.is_some() { Class::Constant } else { Class::Plain };
        return (colour(spans, at + end.map_or(1, |end| end + 1), class), State::Normal);
    }
    if rest.starts_with("<!--") {
        return (colour(spans, at + 4, Class::Comment), State::Comment(0, 1));
    }
    let sign = rest[1..].bytes().take_while(|b| matches!(b, b'/' | b'!' | b'?')).count().min(1);
    let name = rest[1 + sign..]
        .bytes()
        .take_while(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b':' | b'_' | b'.'))
        .count();
    put(spans, at + 1 + sign, Class::Plain);
    if name == 0 {
        return (at + 1 + sign, State::Normal);
    }
    (colour(spans, at + 1 + sign + name, Class::Tag), State::Tag)
}

fn inside_tag(line: &str, at: usize, spans: &mut Vec<Span>) -> (usize, State) {
    let rest = &line[at..];
    let first = rest.as_bytes()[0];
    match first {
        b'>' => {
            let end = colour(spans, at + 1, Class::Plain);
            let opened = line[..at].rsplit('<').next().unwrap_or_default();
            let next = match opened.get(..6).unwrap_or(opened).to_ascii_lowercase().as_str() {
                "script" => State::Script,
                word if word.starts_with("style") => State::Style,
                _ => State::Normal,
            };
            (end, if opened.ends_with('/') { State::Normal } else { next })
        }
        b'"' | b'\'' => {
            let end = rest[1..].find(first as char).map_or(line.len(), |end| at + end + 2);
            (colour(spans, end, Class::String), State::Tag)
        }
        b if b.is_ascii_alphabetic() || matches!(b, b'@' | b':' | b'_') => {
            let len =
                rest.bytes().take_while(|b| !matches!(b, b' ' | b'\t' | b'=' | b'>' | b'/' | b'"' | b'\'')).count();
            (colour(spans, at + len, Class::Attribute), State::Tag)
        }
        _ => {
            let len = rest.chars().next().map_or(1, char::len_utf8);
            (colour(spans, at + len, Class::Plain), State::Tag)
        }
    }
}

fn embedded(state: State, line: &str, at: usize, spans: &mut Vec<Span>) -> (usize, State) {
    let close = if state == State::Script { "</script" } else { "</style" };
    let end = line.as_bytes()[at..].windows(close.len()).position(|w| w.eq_ignore_ascii_case(close.as_bytes()));
    let end = end.map_or(line.len(), |end| at + end);
    if end == at {
        return text(line, at, spans);
    }
    let mut inner = Vec::new();
    if state == State::Style {
        sheet::css(State::Block, &line[at..end], &mut inner);
    } else if let Some(script) = language::named("js") {
        lex::line(script, State::Normal, &line[at..end], &mut inner);
    }
    for span in inner {
        put(spans, at + span.end, span.class);
    }
    put(spans, end, Class::Plain);
    (end, if end < line.len() { State::Normal } else { state })
}
