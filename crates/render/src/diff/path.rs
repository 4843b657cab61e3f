//! Paths as diffs write them: prefixed, quoted, or with a time after a tab.

/// Parses the path of `--- a/x`, `+++ "b/\303\251"` or `rename from x`. Returns `None` for `/dev/null`.
pub fn named(text: &str, prefixed: bool) -> Option<String> {
    let text = text.trim_end_matches('\r');
    let path = match text.strip_prefix('"') {
        Some(quoted) => unquote(quoted).0,
        None => text.split('\t').next().unwrap_or(text).to_owned(),
    };
    if path == "/dev/null" {
        return None;
    }
    Some(if prefixed { without_prefix(&path).to_owned() } else { path })
}

/// The two paths of `diff --git a/x b/y`.
pub fn pair(text: &str) -> (String, String) {
    let text = text.trim_end_matches('\r');
    if let Some(quoted) = text.strip_prefix('"') {
        let (old, rest) = unquote(quoted);
        let new = named(rest.trim_start(), true).unwrap_or_default();
        return (without_prefix(&old).to_owned(), new);
    }
    // Unless the file was renamed both halves are equal, even if they contain blanks.
    let half = text.len() / 2;
    if text.is_char_boundary(half) && text.as_bytes().get(half) == Some(&b' ') {
        let (old, new) = (&text[..half], &text[half + 1..]);
        if without_prefix(old) == without_prefix(new) {
            return (without_prefix(old).to_owned(), without_prefix(new).to_owned());
        }
    }
    let (old, new) = text
        .split_once(" b/")
        .or_else(|| text.split_once(" \""))
        .or_else(|| text.split_once(' '))
        .unwrap_or((text, text));
    (without_prefix(old).to_owned(), without_prefix(new).trim_end_matches('"').to_owned())
}

/// Strips `a/`, `b/`, or the letters git uses with `diff.mnemonicPrefix`.
fn without_prefix(path: &str) -> &str {
    match path.as_bytes() {
        [b'a' | b'b' | b'c' | b'i' | b'o' | b'w', b'/', ..] => &path[2..],
        _ => path,
    }
}

/// Undoes git's C-style quoting after the opening quote, and returns the text after the closing one.
fn unquote(text: &str) -> (String, &str) {
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let Some((&byte, more)) = rest.split_first() {
        rest = more;
        match (byte, more) {
            (b'"', _) => break,
            (b'\\', [a @ b'0'..=b'3', b @ b'0'..=b'7', c @ b'0'..=b'7', after @ ..]) => {
                bytes.push((a - b'0') << 6 | (b - b'0') << 3 | (c - b'0'));
                rest = after;
            }
            (b'\\', [escaped, after @ ..]) => {
                bytes.push(match escaped {
                    b'n' => b'\n',
                    b't' => b'\t',
                    b'r' => b'\r',
                    b'a' => 7,
                    b'b' => 8,
                    b'f' => 12,
                    b'v' => 11,
                    &other => other,
                });
                rest = after;
            }
            _ => bytes.push(byte),
        }
    }
    let used = text.len() - rest.len();
    (String::from_utf8_lossy(&bytes).into_owned(), text.get(used..).unwrap_or_default())
}

/// A path relative to `cwd` if it is inside, with hidden characters spelled out.
pub fn shown(path: &str, cwd: &str) -> String {
    let cwd = cwd.trim_end_matches(['/', '\\']);
    let inside = path.strip_prefix(cwd).filter(|_| !cwd.is_empty()).and_then(|rest| rest.strip_prefix(['/', '\\']));
    crate::exact(inside.unwrap_or(path)).replace('\n', "⟨U+000A⟩")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_way_to_write_a_path_is_read() {
        assert_eq!(named("a/src/x y.rs\t2026-01-01", true).as_deref(), Some("src/x y.rs"));
        assert_eq!(named("\"b/\\303\\251\\t\\\"q\\\".txt\"", true).as_deref(), Some("é\t\"q\".txt"));
        assert_eq!(named("/dev/null", true), None);
        assert_eq!(named("a/kept.rs", false).as_deref(), Some("a/kept.rs"));
        let both = |old: &str, new: &str| (old.to_owned(), new.to_owned());
        assert_eq!(pair("a/x b/y.rs b/x b/y.rs"), both("x b/y.rs", "x b/y.rs"));
        assert_eq!(pair("a/old.rs b/new.rs"), both("old.rs", "new.rs"));
        assert_eq!(pair("\"a/\\303\\251\" \"b/\\303\\251\""), both("é", "é"));
        assert_eq!(pair("x"), both("x", "x"));
    }

    #[test]
    fn a_short_path_hides_nothing() {
        assert_eq!(shown("/home/me/a.rs", "/home/me/"), "a.rs");
        assert_eq!(shown("/home/meow/a.rs", "/home/me"), "/home/meow/a.rs");
        assert_eq!(shown("a\u{202e}b\n", ""), "a⟨U+202E⟩b⟨U+000A⟩");
    }
}
