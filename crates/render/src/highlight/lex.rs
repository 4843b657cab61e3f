//! Lexes one line of code into spans, driven by a language's table.
//!
//! Invariant: every step moves forward, so the work is linear in the line. An unfinished string or comment continues
//! on the next line or ends with this one, as the table says.

use super::language::{Language, Traits};
use super::word::{Before, WordContext, bracket_len, is_word, string_prefix, word_len};
use super::{Class, LexerState, Span, put};

pub fn line(language: &'static Language, state: LexerState, line: &str, spans: &mut Vec<Span>) -> LexerState {
    let mut scan = LineLexer { language, text: line, at: 0, spans, before: Before::Start, in_tag: false };
    scan.run(state)
}

struct LineLexer<'a> {
    language: &'static Language,
    text: &'a str,
    at: usize,
    spans: &'a mut Vec<Span>,
    before: Before,
    /// Between `<Name` and `>`, where words are attributes.
    in_tag: bool,
}

impl LineLexer<'_> {
    fn run(&mut self, mut state: LexerState) -> LexerState {
        while self.at < self.text.len() {
            state = match state {
                LexerState::Comment(which, depth) => self.comment(which, depth),
                LexerState::Quote(which) => self.quote(which),
                LexerState::Raw(hashes) => self.raw(hashes),
                _ => self.step(),
            };
        }
        self.carried(state)
    }

    /// The state after the line: a string that may not span lines ends here.
    fn carried(&self, state: LexerState) -> LexerState {
        match state {
            LexerState::Quote(which)
                if !self.language.quotes[usize::from(which)].lines && !self.text.ends_with('\\') =>
            {
                LexerState::Normal
            }
            state => state,
        }
    }

    fn has(&self, traits: Traits) -> bool {
        self.language.traits.has(traits)
    }

    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn take(&mut self, len: usize, class: Class) {
        let mut end = self.at + len;
        while !self.text.is_char_boundary(end) {
            end += 1;
        }
        self.at = end;
        put(self.spans, end, class);
    }

    /// Lexes one token of normal code and returns the state it opened.
    fn step(&mut self) -> LexerState {
        let bytes = self.text.as_bytes();
        let byte = bytes[self.at];
        match byte {
            b' ' | b'\t' => {
                let len = bytes[self.at..].iter().take_while(|b| matches!(b, b' ' | b'\t')).count();
                self.take(len, Class::Plain);
                return LexerState::Normal;
            }
            b'a'..=b'z' | b'A'..=b'Z' | b'_' | 0x80.. if !self.opens_word_quote() => {
                return self.word();
            }
            b'0'..=b'9' => {
                self.number();
                self.before = Before::Value;
                return LexerState::Normal;
            }
            _ => {}
        }
        if let Some(state) = self.opening() {
            return state;
        }
        self.mark(byte);
        LexerState::Normal
    }

    /// `R"(`: a string whose opening delimiter starts like a word.
    fn opens_word_quote(&self) -> bool {
        self.text.as_bytes()[self.at] == b'R'
            && self.language.quotes.iter().any(|q| q.open == "R\"(")
            && self.rest().starts_with("R\"(")
    }

    /// A comment or string that begins here.
    fn opening(&mut self) -> Option<LexerState> {
        let rest = &self.text[self.at..];
        for (which, (open, _)) in self.language.block_comments.iter().enumerate() {
            if rest.starts_with(open) {
                self.take(open.len(), Class::Comment);
                return Some(LexerState::Comment(which as u8, 1));
            }
        }
        if self.language.line_comments.iter().any(|mark| rest.starts_with(mark)) && self.may_comment(rest) {
            self.take(rest.len(), Class::Comment);
            return Some(LexerState::Normal);
        }
        if self.has(Traits::RUST) && rest.starts_with('\'') {
            return Some(self.lifetime_or_char());
        }
        let which = self.language.quotes.iter().position(|quote| rest.starts_with(quote.open))?;
        // An apostrophe inside a word of prose, as in JSX text, opens no string.
        if rest.starts_with('\'')
            && self.has(Traits::TAGS)
            && self.before == Before::Value
            && self.at > 0
            && self.text.as_bytes()[self.at - 1].is_ascii_alphabetic()
        {
            self.take(1, Class::Plain);
            return Some(LexerState::Normal);
        }
        self.take(self.language.quotes[which].open.len(), Class::String);
        self.before = Before::Value;
        Some(LexerState::Quote(which as u8))
    }

    fn may_comment(&self, rest: &str) -> bool {
        let spaced = self.at == 0 || self.text.as_bytes()[self.at - 1].is_ascii_whitespace();
        (spaced || !self.has(Traits::SPACED_COMMENTS))
            && !(rest.starts_with("#[") && self.has(Traits::DOLLARS.with(Traits::RUST)) && !self.has(Traits::COMMANDS))
    }

    fn comment(&mut self, which: u8, mut depth: u8) -> LexerState {
        let Some(&(open, close)) = self.language.block_comments.get(usize::from(which)) else {
            return LexerState::Normal;
        };
        let bytes = self.text.as_bytes();
        let mut at = self.at;
        while at < bytes.len() {
            if bytes[at..].starts_with(close.as_bytes()) {
                at += close.len();
                depth -= 1;
                if depth == 0 {
                    break;
                }
            } else if self.language.nested_comments && bytes[at..].starts_with(open.as_bytes()) {
                at += open.len();
                depth = depth.saturating_add(1);
            } else {
                at += 1;
            }
        }
        self.take(at - self.at, Class::Comment);
        if depth == 0 { LexerState::Normal } else { LexerState::Comment(which, depth) }
    }

    fn quote(&mut self, which: u8) -> LexerState {
        let Some(quote) = self.language.quotes.get(usize::from(which)) else { return LexerState::Normal };
        let bytes = self.text.as_bytes();
        let mut at = self.at;
        let mut open = true;
        while at < bytes.len() {
            if quote.escapes && bytes[at] == b'\\' {
                at = (at + 2).min(bytes.len());
            } else if bytes[at..].starts_with(quote.close.as_bytes()) {
                at += quote.close.len();
                open = false;
                break;
            } else {
                at += 1;
            }
        }
        let key = !open && self.has(Traits::KEYS) && self.text[at..].trim_start().starts_with(':');
        if key && let Some(last) = self.spans.last_mut() {
            last.class = Class::Function;
        }
        self.take(at - self.at, if key { Class::Function } else { Class::String });
        self.before = Before::Value;
        if open { LexerState::Quote(which) } else { LexerState::Normal }
    }

    fn raw(&mut self, hashes: u8) -> LexerState {
        let close = format!("\"{}", "#".repeat(usize::from(hashes)));
        let end = self.rest().find(&close);
        let len = end.map_or(self.rest().len(), |end| end + close.len());
        self.take(len, Class::String);
        self.before = Before::Value;
        if end.is_some() { LexerState::Normal } else { LexerState::Raw(hashes) }
    }

    fn lifetime_or_char(&mut self) -> LexerState {
        let rest = &self.text[self.at + 1..];
        let end = match rest.strip_prefix('\\') {
            Some(escaped) => escaped.bytes().take(12).position(|b| b == b'\'').map(|end| end.max(1) + 2),
            None => rest.chars().next().filter(|c| rest[c.len_utf8()..].starts_with('\'')).map(|c| c.len_utf8() + 1),
        };
        match end {
            Some(end) => self.take(1 + end.min(rest.len()), Class::String),
            None => self.take(1 + word_len(rest), Class::Attribute),
        }
        self.before = Before::Value;
        LexerState::Normal
    }

    fn word(&mut self) -> LexerState {
        let rest = &self.text[self.at..];
        let len = word_len(rest).max(1);
        let mut end = len;
        while !rest.is_char_boundary(end) {
            end += 1;
        }
        let word = &rest[..end];
        let after = &rest[end..];
        if end <= 2
            && self.has(Traits::RUST.with(Traits::DECORATORS))
            && let Some(hashes) = string_prefix(word, after)
        {
            let raw = self.has(Traits::RUST) && word.contains('r');
            self.take(end + if raw { hashes + 1 } else { 0 }, Class::String);
            self.before = Before::Other;
            return if raw { LexerState::Raw(hashes as u8) } else { LexerState::Normal };
        }
        let known = WordContext { language: self.language, before: self.before, in_tag: self.in_tag, word, after };
        if self.has(Traits::KEYS)
            && let Some(more) = known.key_len()
        {
            self.take(end + more, Class::Function);
            self.before = Before::Value;
            return LexerState::Normal;
        }
        let class = known.class();
        let naming = match word {
            "fn" | "def" | "func" | "fun" | "function" => Some(Class::Function),
            "class" | "struct" | "enum" | "trait" | "interface" | "type" => Some(Class::Type),
            _ => None,
        };
        let command = self.has(Traits::COMMANDS)
            && class == Class::Keyword
            && matches!(word, "do" | "then" | "else" | "if" | "while");
        self.take(end, class);
        self.before = match naming {
            Some(thing) if class == Class::Keyword => Before::Naming(thing),
            _ if command => Before::Start,
            _ if class == Class::Keyword && !matches!(word, "self" | "this" | "super") => Before::Other,
            _ => Before::Value,
        };
        LexerState::Normal
    }

    fn number(&mut self) {
        let bytes = &self.text.as_bytes()[self.at..];
        let mut len = 0;
        while len < bytes.len() {
            let next = bytes.get(len + 1);
            len += match bytes[len] {
                b'e' | b'E' if matches!(next, Some(b'+' | b'-')) && !bytes.starts_with(b"0x") => 2,
                b'.' if next.is_some_and(u8::is_ascii_digit) => 1,
                b'0'..=b'9' | b'a'..=b'z' | b'A'..=b'Z' | b'_' => 1,
                _ => break,
            };
        }
        self.take(len.min(bytes.len()), Class::Number);
    }

    /// Lexes anything that is not a word, number, string or comment.
    fn mark(&mut self, byte: u8) {
        let rest = &self.text[self.at..];
        let start = self.before == Before::Start;
        match byte {
            b'#' if self.has(Traits::RUST.with(Traits::DOLLARS))
                && (rest.starts_with("#[") || rest.starts_with("#![")) =>
            {
                return self.take(bracket_len(rest), Class::Attribute);
            }
            b'[' if start && self.has(Traits::BRACKETS) => {
                let class = if self.has(Traits::KEYS) { Class::Type } else { Class::Attribute };
                return self.take(bracket_len(rest), class);
            }
            b'#' if start && self.has(Traits::DIRECTIVES) => {
                let blanks = rest[1..].len() - rest[1..].trim_start().len();
                let len = 1 + blanks + word_len(&rest[1 + blanks..]);
                let include = rest[..len].ends_with("include") || rest[..len].ends_with("import");
                self.take(len, Class::Keyword);
                let path = self.rest().trim_start();
                if include && path.starts_with('<') {
                    self.take(self.rest().len() - path.len(), Class::Plain);
                    self.take(self.rest().find('>').map_or(self.rest().len(), |end| end + 1), Class::String);
                }
                self.before = Before::Other;
                return;
            }
            b'@' if self.has(Traits::DECORATORS.with(Traits::SYMBOLS)) && word_len(&rest[1..]) > 0 => {
                let class = if self.has(Traits::SYMBOLS) { Class::Constant } else { Class::Attribute };
                self.before = Before::Value;
                return self.take(1 + rest[1..].bytes().take_while(|&b| is_word(b) || b == b'.').count(), class);
            }
            b':' if self.has(Traits::SYMBOLS) && word_len(&rest[1..]) > 0 && self.before != Before::Value => {
                self.before = Before::Value;
                return self.take(1 + word_len(&rest[1..]), Class::Constant);
            }
            b'$' if self.has(Traits::DOLLARS) => {
                let name = rest[1..].bytes().next().unwrap_or(b' ');
                let len = match name {
                    b'{' => rest.find('}').map_or(rest.len(), |end| end + 1),
                    b'?' | b'#' | b'@' | b'*' | b'!' | b'$' | b'-' | b'0'..=b'9' => 2,
                    _ => 1 + word_len(&rest[1..]),
                };
                self.take(len, if len > 1 { Class::Constant } else { Class::Plain });
                self.before = if start && len == 1 { Before::Start } else { Before::Value };
                return;
            }
            b'-' if self.has(Traits::COMMANDS)
                && !start
                && rest[1..].starts_with(|c: char| c == '-' || c.is_ascii_alphanumeric()) =>
            {
                let spaced = self.at > 0 && self.text.as_bytes()[self.at - 1] == b' ';
                let len = rest.bytes().take_while(|&b| is_word(b) || b == b'-').count();
                return self.take(len, if spaced { Class::Attribute } else { Class::Plain });
            }
            b'<' if self.has(Traits::TAGS) && (self.before != Before::Value || rest.starts_with("</")) => {
                let slash = usize::from(rest[1..].starts_with('/'));
                let name = rest[1 + slash..].bytes().take_while(|&b| is_word(b) || matches!(b, b'.' | b'-')).count();
                if name > 0 {
                    self.take(1 + slash, Class::Plain);
                    self.take(name, Class::Tag);
                    self.in_tag = slash == 0;
                    self.before = Before::Other;
                    return;
                }
            }
            b'>' => self.in_tag = false,
            _ => {}
        }
        let opens_command = self.has(Traits::COMMANDS) && matches!(byte, b'|' | b'&' | b';' | b'(' | b'`');
        let goes_on = self.has(Traits::KEYS) && start && matches!(byte, b'-' | b'?' | b'{' | b',') || opens_command;
        self.take(1, Class::Plain);
        self.before = match byte {
            _ if goes_on => Before::Start,
            b'.' => Before::Dot,
            b')' | b']' | b'}' => Before::Value,
            b'/' if self.has(Traits::COMMANDS) && start => Before::Start,
            _ => Before::Other,
        };
        if self.has(Traits::KEYS) && matches!(byte, b'{' | b',') {
            self.before = Before::Start;
        }
    }
}
