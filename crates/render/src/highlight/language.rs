//! The description of a language, as the lexer needs it.

use super::tables::LANGUAGES;
use super::tables_more::MORE;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Flavour {
    Code,
    Markup,
    Sheet,
    Markdown,
    Diff,
}

/// The delimiters of a string.
#[derive(Debug)]
pub struct Quote {
    pub open: &'static str,
    pub close: &'static str,
    /// A backslash escapes the next character.
    pub escapes: bool,
    /// The string may span lines.
    pub lines: bool,
}

/// Peculiarities of a language; each is one branch in the lexer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Traits(pub u32);

impl Traits {
    pub const NONE: Traits = Traits(0);
    /// `'a` is a lifetime, `r#""#` a raw string, `#[..]` an attribute, `name!` a macro.
    pub const RUST: Traits = Traits(1);
    /// `@name` is an attribute.
    pub const DECORATORS: Traits = Traits(1 << 1);
    /// Words that begin with a capital are types.
    pub const CAPITALS: Traits = Traits(1 << 2);
    /// `#word` at the start of a line is a directive.
    pub const DIRECTIVES: Traits = Traits(1 << 3);
    /// `$name` is a variable.
    pub const DOLLARS: Traits = Traits(1 << 4);
    /// The first word is a command, `-x` a flag.
    pub const COMMANDS: Traits = Traits(1 << 5);
    /// A word or string before `:` or `=` is a key.
    pub const KEYS: Traits = Traits(1 << 6);
    pub const ANY_CASE: Traits = Traits(1 << 7);
    /// `<Name` where a value is expected is a tag.
    pub const TAGS: Traits = Traits(1 << 8);
    /// A comment mark needs a blank before it.
    pub const SPACED_COMMENTS: Traits = Traits(1 << 9);
    /// `:name` and `@name` are values.
    pub const SYMBOLS: Traits = Traits(1 << 10);
    /// `[Name]` at the start of a line is an attribute (C#), or a section (TOML).
    pub const BRACKETS: Traits = Traits(1 << 11);
    /// A word before `(` is a function.
    pub const CALLS: Traits = Traits(1 << 12);

    pub const fn with(self, other: Traits) -> Traits {
        Traits(self.0 | other.0)
    }

    pub fn has(self, other: Traits) -> bool {
        self.0 & other.0 != 0
    }
}

#[derive(Debug)]
pub struct Language {
    /// Names used after fences, and file extensions.
    pub names: &'static [&'static str],
    pub flavour: Flavour,
    /// Sorted; in lower case for `ANY_CASE`.
    pub keywords: &'static [&'static str],
    pub types: &'static [&'static str],
    pub constants: &'static [&'static str],
    pub line_comments: &'static [&'static str],
    pub block_comments: &'static [(&'static str, &'static str)],
    pub nested_comments: bool,
    /// Longer openings before shorter ones.
    pub quotes: &'static [Quote],
    pub traits: Traits,
}

pub const BLANK: Language = Language {
    names: &[],
    flavour: Flavour::Code,
    keywords: &[],
    types: &[],
    constants: &[],
    line_comments: &[],
    block_comments: &[],
    nested_comments: false,
    quotes: &[],
    traits: Traits::NONE,
};

pub fn all() -> impl Iterator<Item = &'static Language> {
    LANGUAGES.iter().chain(MORE)
}

pub fn named(name: &str) -> Option<&'static Language> {
    let name = name.to_ascii_lowercase();
    all().find(|language| language.names.contains(&name.as_str()))
}

pub fn for_path(path: &str) -> Option<&'static Language> {
    let base = path.rsplit(['/', '\\']).next().unwrap_or(path);
    let base = base.to_ascii_lowercase();
    match base.as_str() {
        "dockerfile" | "makefile" | ".bashrc" | ".profile" | ".zshrc" | ".env" => named("bash"),
        "cargo.lock" => named("toml"),
        "gemfile" | "rakefile" => named("ruby"),
        _ => named(base.rsplit_once('.')?.1),
    }
}
