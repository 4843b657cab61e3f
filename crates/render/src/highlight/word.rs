//! Classifies a word by the language's table, the token before it and the text after it.

use super::Class;
use super::language::{Language, Traits};

/// The kind of the previous token, as far as it decides the meaning of the next one.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Before {
    /// Nothing on this line, or the start of a shell command.
    Start,
    /// A word or closing bracket, after which an operator follows.
    Value,
    /// A keyword that is followed by the name of something of this class.
    Naming(Class),
    /// A dot, after which a member follows.
    Dot,
    Other,
}

/// A word with its surroundings.
pub struct WordContext<'a> {
    pub language: &'static Language,
    pub before: Before,
    /// Between `<Name` and `>`, where words are attributes.
    pub in_tag: bool,
    pub word: &'a str,
    pub after: &'a str,
}

impl WordContext<'_> {
    fn has(&self, traits: Traits) -> bool {
        self.language.traits.has(traits)
    }

    pub fn class(&self) -> Class {
        let WordContext { language, word, after, .. } = *self;
        let lower;
        let key = if self.has(Traits::ANY_CASE) {
            lower = word.to_ascii_lowercase();
            lower.as_str()
        } else {
            word
        };
        let listed = |list: &[&str]| list.binary_search(&key).is_ok();
        let next = after.trim_start().as_bytes().first().copied();
        if self.before == Before::Dot {
            return if self.has(Traits::CALLS) && next == Some(b'(') {
                Class::Function
            } else if word == "await" && listed(language.keywords) {
                Class::Keyword
            } else {
                Class::Plain
            };
        }
        if self.in_tag && (next == Some(b'=') || after.starts_with([' ', '>', '/', '-']) || after.is_empty()) {
            return Class::Attribute;
        }
        if listed(language.keywords) {
            // In markup-like code, `type: x` and `default: y` are fields.
            return if next == Some(b':') && self.has(Traits::TAGS) && word != "default" {
                Class::Plain
            } else {
                Class::Keyword
            };
        }
        if listed(language.constants) {
            return Class::Constant;
        }
        if listed(language.types) {
            return Class::Type;
        }
        if self.has(Traits::COMMANDS) {
            let assigns = after.starts_with('=') || after.starts_with("+=");
            return if self.before == Before::Start && !assigns { Class::Function } else { Class::Plain };
        }
        if self.has(Traits::RUST) && after.starts_with('!') && !after.starts_with("!=") {
            return Class::Function;
        }
        if self.has(Traits::CALLS) && next == Some(b'(') {
            return Class::Function;
        }
        let first = word.as_bytes()[0];
        if self.has(Traits::CAPITALS) && first.is_ascii_uppercase() {
            let shouts = word.len() > 1 && !word.bytes().any(|b| b.is_ascii_lowercase());
            return if shouts { Class::Constant } else { Class::Type };
        }
        if let Before::Naming(thing) = self.before { thing } else { Class::Plain }
    }

    /// For `name =` in TOML and `name:` in YAML: how many bytes after the first word still belong to the key.
    pub fn key_len(&self) -> Option<usize> {
        if self.before != Before::Start {
            return None;
        }
        let after = self.after;
        let ends = |b: u8| matches!(b, b':' | b'=' | b'#' | b'"' | b'\'' | b'{' | b'[' | b',');
        let end = after.bytes().take(80).position(ends)?;
        let mark = &after[end..];
        (mark.starts_with('=') || mark == ":" || mark.starts_with(": ")).then(|| after[..end].trim_end().len())
    }
}

/// The length in bytes of the leading word: letters, digits, underscores and all non-ASCII characters.
pub fn word_len(text: &str) -> usize {
    text.bytes().take_while(|&b| is_word(b)).count()
}

pub fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80
}

/// The length up to the bracket that closes the first one, or of the whole text.
pub fn bracket_len(text: &str) -> usize {
    let mut depth = 0_usize;
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'[' => depth += 1,
            b']' if depth <= 1 => return at + 1,
            b']' => depth -= 1,
            _ => {}
        }
    }
    text.len()
}

/// For a string prefix (`r"`, `b'`, `br#"`, `f"`), the number of hashes after it.
pub fn string_prefix(word: &str, after: &str) -> Option<usize> {
    let hashes = after.bytes().take(200).take_while(|&b| b == b'#').count();
    let quoted = after[hashes..].starts_with(['"', '\'']) && (hashes == 0 || after[hashes..].starts_with('"'));
    let raw_only = hashes == 0 || word.contains('r');
    let known = word.bytes().all(|b| matches!(b, b'r' | b'b' | b'f' | b'u' | b'c' | b'R' | b'B' | b'F' | b'U'));
    (quoted && raw_only && known).then_some(hashes)
}
