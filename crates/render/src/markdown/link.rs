//! Decides where a link may lead: to an https address, the mail program or a file, and nowhere else.
//!
//! Web and mail links are drawn as `href`. A file becomes `data-path`, which does nothing until a person clicks it.

use std::ops::Range;

#[derive(Debug, PartialEq, Eq)]
pub enum LinkTarget {
    /// `https`, `http` to this machine, or `mailto`.
    Web(String),
    /// `path`, `path:line` or `path:line:column`.
    File(String),
    Nowhere,
}

const LONGEST: usize = 2_048;

/// Classifies a link's destination as written in markdown.
pub fn target(address: &str) -> LinkTarget {
    let address = address.trim();
    if is_web(address) {
        return LinkTarget::Web(address.to_owned());
    }
    let path = address.strip_prefix("file://").filter(|path| path.starts_with('/')).unwrap_or(address);
    let path = path.replace("%20", " ");
    let (name, position) = split_position(&path);
    let path = match position {
        Some(position) => format!("{name}:{position}"),
        None => name.to_owned(),
    };
    if is_path(&path) { LinkTarget::File(path) } else { LinkTarget::Nowhere }
}

pub fn is_web(address: &str) -> bool {
    let safe = |c: char| !c.is_control() && !c.is_whitespace() && !matches!(c, '"' | '\'' | '<' | '>' | '`' | '\\');
    if address.len() > LONGEST || !address.chars().all(safe) {
        return false;
    }
    let lower = address.get(..8).unwrap_or(address).to_ascii_lowercase();
    if lower.starts_with("mailto:") {
        return address.contains('@');
    }
    let Some(host) = host(address) else { return false };
    lower == "https://" || (lower.starts_with("http://") && is_loopback(host))
}

/// The host of an `http` or `https` address; none if it is unusual enough to deceive.
pub fn host(address: &str) -> Option<&str> {
    let (scheme, rest) = address.split_once("://")?;
    if !scheme.eq_ignore_ascii_case("https") && !scheme.eq_ignore_ascii_case("http") {
        return None;
    }
    let authority = &rest[..rest.find(['/', '?', '#']).unwrap_or(rest.len())];
    let host = match authority.strip_prefix('[') {
        Some(v6) => &authority[..v6.find(']')? + 2],
        None => &authority[..authority.find(':').unwrap_or(authority.len())],
    };
    (!host.is_empty() && !authority.contains('@')).then_some(host)
}

fn is_loopback(host: &str) -> bool {
    let four = || host.parse::<std::net::Ipv4Addr>().is_ok_and(|four| four.is_loopback());
    host.eq_ignore_ascii_case("localhost") || host == "[::1]" || four()
}

/// True if a path is allowed in `data-path`: no scheme, no network share, no hidden character.
pub fn is_path(path: &str) -> bool {
    let hides = path.chars().any(char::is_control) || crate::visible(path) != path;
    let (name, _) = split_position(path);
    let drive = name.as_bytes().first().is_some_and(u8::is_ascii_alphabetic) && name[1..].starts_with(":\\");
    let rest = if drive { &name[2..] } else { name };
    let network =
        name.starts_with("//") || name.starts_with("\\\\") || name.starts_with("/\\") || name.starts_with("\\/");
    let odd = name.starts_with(['#', '?', '&', '-']) || name.contains(['<', '>', '"', '|', '*', '?']);
    !(name.is_empty() || path.len() > LONGEST || hides || network || odd || rest.contains(':'))
}

/// Splits off a position: `:12`, `:12:5`, `#L12` or `#L12-L20`.
fn split_position(path: &str) -> (&str, Option<String>) {
    if let Some((name, anchor)) = path.rsplit_once('#') {
        let line: String =
            anchor.trim_start_matches('L').bytes().take_while(u8::is_ascii_digit).map(char::from).collect();
        return (name, (anchor.starts_with('L') && (1..=7).contains(&line.len())).then_some(line));
    }
    let number = |text: &str| (1..=7).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_digit());
    match path.rsplit_once(':') {
        Some((name, last)) if number(last) => match name.rsplit_once(':') {
            Some((name, line)) if number(line) => (name, Some(format!("{line}:{last}"))),
            _ => (name, Some(last.to_owned())),
        },
        _ => (path, None),
    }
}

/// True if a word in prose or `code` names a file: it has a directory or a line number, and a known extension.
pub fn names_file(word: &str, in_code: bool) -> bool {
    if word.len() > 256 || word.contains("://") || !word.contains('.') {
        return false;
    }
    let (name, position) = split_position(word);
    let plain = |c: char| {
        c.is_alphanumeric() || matches!(c, '/' | '\\' | '.' | '_' | '-' | '+' | '@' | '~' | '[' | ']' | '(' | ')' | ':')
    };
    if !name.chars().all(plain) || !is_path(name) {
        return false;
    }
    let base = name.rsplit(['/', '\\']).next().unwrap_or(name);
    let Some((stem, ending)) = base.rsplit_once('.') else { return false };
    let known = ENDINGS.binary_search(&ending).is_ok();
    known && !stem.is_empty() && (in_code || position.is_some() || name.contains('/') || name.contains('\\'))
}

/// Sorted.
const ENDINGS: &[&str] = &[
    "bash", "c", "cc", "cfg", "cjs", "conf", "cpp", "cs", "css", "csv", "cts", "cxx", "dart", "diff", "ex", "exs",
    "fish", "go", "gradle", "graphql", "h", "hpp", "hs", "html", "ini", "ipynb", "java", "js", "json", "jsonl", "jsx",
    "kt", "kts", "less", "lock", "log", "lua", "m", "md", "mdx", "mjs", "mk", "ml", "mm", "mts", "nix", "patch", "php",
    "pl", "png", "proto", "ps1", "py", "pyi", "r", "rb", "rs", "rst", "sass", "scala", "scss", "sh", "sql", "svelte",
    "svg", "swift", "tf", "toml", "ts", "tsv", "tsx", "txt", "vue", "xml", "yaml", "yml", "zig", "zsh",
];

/// Finds the addresses and file names in a text, in order.
pub fn find(text: &str) -> Vec<(Range<usize>, LinkTarget)> {
    let mut found = Vec::new();
    if !text.contains(['.', ':']) {
        return found;
    }
    let mut at = 0;
    for word in text.split(|c: char| c.is_whitespace() || matches!(c, '<' | '>' | '"' | '`' | '|')) {
        let start = at;
        // Separators differ in length, because not all are one byte.
        at += word.len();
        at += text[at..].chars().next().map_or(0, char::len_utf8);
        if word.len() < 4 || !word.contains(['.', ':']) {
            continue;
        }
        let skipped = word.find("https://").or_else(|| word.find("http://"));
        let from =
            skipped.unwrap_or_else(|| word.len() - word.trim_start_matches(['(', '[', '{', '\'', '*', '@']).len());
        let word = trim_end(&word[from..]);
        let range = start + from..start + from + word.len();
        if skipped.is_some() && is_web(word) && host(word).is_some_and(|host| host.len() > 3) {
            found.push((range, LinkTarget::Web(word.to_owned())));
        } else if skipped.is_none() && names_file(word, false) {
            found.push((range, target(word)));
        }
    }
    found
}

/// Trims punctuation that belongs to the sentence, and a closing bracket that was not opened inside the word.
fn trim_end(word: &str) -> &str {
    let mut word = word;
    loop {
        let shorter = word.trim_end_matches(['.', ',', ';', ':', '!', '?', '\'', '*', '_', '~']);
        let shorter = match shorter.strip_suffix(')') {
            Some(rest) if !rest.contains('(') => rest,
            _ => shorter.strip_suffix([']', '}']).unwrap_or(shorter),
        };
        if shorter.len() == word.len() {
            return word;
        }
        word = shorter;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_known_endings_are_sorted() {
        assert!(ENDINGS.is_sorted());
    }

    #[test]
    fn a_link_leads_to_the_web_or_a_file_only() {
        let web = |address: &str| LinkTarget::Web(address.to_owned());
        let file = |path: &str| LinkTarget::File(path.to_owned());
        for (address, expected) in [
            ("https://example.com/a?b#c", web("https://example.com/a?b#c")),
            ("http://localhost:3000/", web("http://localhost:3000/")),
            ("http://127.0.0.1:80", web("http://127.0.0.1:80")),
            ("http://[::1]:80/", web("http://[::1]:80/")),
            ("mailto:a@example.com", web("mailto:a@example.com")),
            ("src/main.rs:12", file("src/main.rs:12")),
            ("src/main.rs#L12-L20", file("src/main.rs:12")),
            ("file:///home/me/a.rs", file("/home/me/a.rs")),
            ("C:\\code\\a.rs:3:4", file("C:\\code\\a.rs:3:4")),
            ("../a%20b.md", file("../a b.md")),
            ("http://example.com", LinkTarget::Nowhere),
            ("http://localhost.example.com", LinkTarget::Nowhere),
            ("https://good.com@evil.com/", LinkTarget::Nowhere),
            ("https://", LinkTarget::Nowhere),
            ("javascript:alert(1)", LinkTarget::Nowhere),
            ("JaVaScRiPt:alert(1)", LinkTarget::Nowhere),
            ("java\tscript:alert(1)", LinkTarget::Nowhere),
            ("data:text/html,x", LinkTarget::Nowhere),
            ("vbscript:x", LinkTarget::Nowhere),
            ("file://host/share", LinkTarget::Nowhere),
            ("\\\\host\\share\\a.rs", LinkTarget::Nowhere),
            ("//host/a.rs", LinkTarget::Nowhere),
            ("#anchor", LinkTarget::Nowhere),
            ("a\u{202e}b.rs", LinkTarget::Nowhere),
            ("", LinkTarget::Nowhere),
        ] {
            assert_eq!(target(address), expected, "{address}");
        }
    }

    #[test]
    fn addresses_and_files_are_found_in_prose() {
        let found = |text: &str| find(text).into_iter().map(|(range, _)| text[range].to_owned()).collect::<Vec<_>>();
        assert_eq!(
            found("see https://a.example/x_(y), (https://b.example)."),
            ["https://a.example/x_(y)", "https://b.example"]
        );
        assert_eq!(found("in src/lib.rs:40, and lib.rs:2:3 or é/ü.py."), ["src/lib.rs:40", "lib.rs:2:3", "é/ü.py"]);
        assert_eq!(found("and/or e.g. 1.5 main.rs a:b http://plain.example std::fs v1.2"), Vec::<String>::new());
        assert!(names_file("main.rs", true));
        assert!(!names_file("self.rs()", true));
    }
}
