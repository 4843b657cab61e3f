//! Hides secrets in text that leaves the app or may be seen by others: logs, diagnostics, exports and crash reports.
//!
//! Invariant: every secret in a text is hidden, whether its shape gives it away (`sk-`, a JWT, the user part of an
//! address) or the name before it (`password=`, `"refresh_token": `, `--api-key `).
//!
//! Invariant: a secret is replaced by `…`, and stays hidden if the text is masked again.

use serde_json::Value;
use std::borrow::Cow;
use std::ops::Range;

const HIDDEN: &str = "…";

/// The text without its secrets.
pub fn secrets(text: &str) -> Cow<'_, str> {
    let mut found = Vec::new();
    by_prefix(text, &mut found);
    after_bearer(text, &mut found);
    in_addresses(text, &mut found);
    private_keys(text, &mut found);
    after_user(text, &mut found);
    by_name(text, &mut found);
    if found.is_empty() {
        return Cow::Borrowed(text);
    }
    found.sort_by_key(|range| range.start);
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    for range in found {
        // Ranges of different finders may overlap.
        if range.end <= at {
            continue;
        }
        if range.start >= at {
            out.push_str(&text[at..range.start]);
            out.push_str(HIDDEN);
        }
        at = range.end;
    }
    out.push_str(&text[at..]);
    Cow::Owned(out)
}

/// Masks all text in a JSON value, and every value whose key names a secret.
pub fn in_value(value: &mut Value) {
    match value {
        Value::String(text) if is_picture(text) => {}
        Value::String(text) => {
            if let Cow::Owned(masked) = secrets(text) {
                *text = masked;
            }
        }
        Value::Array(all) => all.iter_mut().for_each(in_value),
        Value::Object(fields) => {
            // `{"name": "API_KEY", "value": …}`: the name of a variable or header is in a field beside its value.
            let named = ["name", "key"].iter().find_map(|name| fields.get(*name)?.as_str().and_then(name_kind));
            for (name, value) in fields {
                match name_kind(name).or(named.filter(|_| name == "value")) {
                    Some(kind) => under(kind, value),
                    None => in_value(value),
                }
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// Masks the value of a key that names a secret: one text, or a list of texts.
fn under(kind: Name, value: &mut Value) {
    match value {
        Value::String(text) if is_secret(kind, text, true) => *text = HIDDEN.to_owned(),
        Value::Array(all) => all.iter_mut().for_each(|one| under(kind, one)),
        Value::Number(number) if is_secret(kind, &number.to_string(), true) => *value = Value::from(HIDDEN),
        value => in_value(value),
    }
}

/// A log writer that masks secrets. Each event must be one write.
pub struct Masked<W>(pub W);

impl<W: std::io::Write> std::io::Write for Masked<W> {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.write_all(secrets(&String::from_utf8_lossy(bytes)).as_bytes())?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        self.0.flush()
    }
}

/// Whether the text is binary data in base64. A match in it would be chance, and masking would destroy the picture.
fn is_picture(text: &str) -> bool {
    let bytes = match text.split_once(";base64,") {
        Some((head, bytes)) if head.starts_with("data:") => bytes,
        _ => text,
    };
    bytes.len() > 2_048 && bytes.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'/' | b'=' | b'\n'))
}

/// The token prefixes of many services, and the least number of characters that follow.
const PREFIXES: &[(&str, usize)] = &[
    ("sk-", 8),
    ("sk_live_", 8),
    ("sk_test_", 8),
    ("rk_live_", 8),
    ("eyJ", 8),
    ("rt_", 8),
    ("at_", 16),
    ("ac_", 16),
    ("sess-", 8),
    ("ghp_", 8),
    ("gho_", 8),
    ("ghu_", 8),
    ("ghs_", 8),
    ("ghr_", 8),
    ("github_pat_", 8),
    ("glpat-", 8),
    ("xoxa-", 8),
    ("xoxb-", 8),
    ("xoxp-", 8),
    ("xoxr-", 8),
    ("xoxs-", 8),
    ("xapp-", 8),
    ("AKIA", 16),
    ("ASIA", 16),
    ("AIza", 30),
    ("npm_", 16),
    ("pypi-", 16),
    ("hf_", 16),
    ("ya29.", 8),
    ("dop_v1_", 8),
    ("whsec_", 8),
];

/// Hides what follows the prefix. The prefix stays visible, because it tells which kind of token was there.
fn by_prefix(text: &str, found: &mut Vec<Range<usize>>) {
    for (prefix, least) in PREFIXES {
        let mut seen = 0;
        for (at, _) in text.match_indices(prefix) {
            let start = at + prefix.len();
            if start < seen {
                continue;
            }
            let secret = run(&text[start..], |c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.' | '~'));
            let glued =
                text[..at].ends_with(|c: char| c.is_ascii_alphanumeric() || c == '_') && !is_escape(&text[..at]);
            // In the middle of a word (`task-scheduling`) only text that can hardly be a word is hidden.
            let least = if glued { (*least).max(20) } else { *least };
            let is_word =
                glued && !(secret.contains(|c: char| c.is_ascii_digit()) && secret.contains(char::is_uppercase));
            if secret.len() >= least && !is_word {
                seen = start + secret.len();
                found.push(start..seen);
            }
        }
    }
}

/// Whether the text ends in a percent escape (`%3D`), so that the next character begins a new word.
fn is_escape(before: &str) -> bool {
    let bytes = before.as_bytes();
    bytes.len() >= 3 && bytes[bytes.len() - 3] == b'%' && bytes[bytes.len() - 2..].iter().all(u8::is_ascii_hexdigit)
}

fn after_bearer(text: &str, found: &mut Vec<Range<usize>>) {
    const BEARER: &str = "bearer";
    let lower = text.to_ascii_lowercase();
    let mut seen = 0;
    for (at, _) in lower.match_indices(BEARER) {
        let end = at + BEARER.len();
        if end < seen {
            continue;
        }
        let gap =
            run(&text[end..], |c| matches!(c, ' ' | '\t' | '"' | '\'' | '`' | '\\' | ':' | '=' | ',' | '+' | '('));
        let (gap, rest) = match text[end + gap.len()..].strip_prefix("%20") {
            Some(_) => (gap.len() + 3, &text[end + gap.len() + 3..]),
            None => (gap.len(), &text[end + gap.len()..]),
        };
        let secret = run(rest, |c| !c.is_whitespace() && !is_end(c));
        if gap > 0 && !secret.is_empty() {
            seen = end + gap + secret.len();
            found.push(end + gap..seen);
        }
    }
}

/// Finds `user:password@host` with or without a scheme, and with a scheme also a user alone (`https://token@host`).
fn in_addresses(text: &str, found: &mut Vec<Range<usize>>) {
    let is_part = |c: char| !c.is_whitespace() && !matches!(c, '"' | '\'' | '`' | '<' | '>' | '/' | ',' | ';');
    for (at, _) in text.match_indices("://") {
        let start = at + "://".len();
        let authority = run(&text[start..], |c| is_part(c) && !matches!(c, '?' | '#'));
        let Some(end) = authority.rfind('@') else { continue };
        let user = &authority[..end];
        if !user.is_empty() && user != "git" {
            found.push(start..start + end);
        }
    }
    let mut start = 0;
    for (at, c) in text.char_indices() {
        if !is_part(c) {
            start = at + c.len_utf8();
        }
        if c != '@' {
            continue;
        }
        let host = run(&text[at + 1..], |c| c.is_ascii_alphanumeric() || matches!(c, '.' | '-'));
        if let Some(colon) = text[start..at].find(':')
            && start + colon + 1 < at
            && !host.is_empty()
        {
            found.push(start + colon + 1..at);
        }
    }
}

/// Finds `curl -u user:password`, also if the option and its value are one word.
fn after_user(text: &str, found: &mut Vec<Range<usize>>) {
    const NEAR: usize = 256;
    for option in ["-u", "--user", "--proxy-user", "-U"] {
        for (at, _) in text.match_indices(option) {
            // `-u` is something else to most programs.
            let near = &text.as_bytes()[at.saturating_sub(NEAR)..at];
            if !text[..at].ends_with(char::is_whitespace) || !near.windows(4).any(|word| word == b"curl") {
                continue;
            }
            let start = at + option.len();
            let gap = run(&text[start..], |c| matches!(c, ' ' | '=' | '"' | '\'' | '\\'));
            let start = start + gap.len();
            let value = run(&text[start..], |c| !c.is_whitespace() && !is_end(c));
            let Some((user, secret)) = value.split_once(':') else { continue };
            if !user.is_empty() && !secret.is_empty() {
                found.push(start + user.len() + 1..start + value.len());
            }
        }
    }
}

fn private_keys(text: &str, found: &mut Vec<Range<usize>>) {
    let mut seen = 0;
    for (at, begin) in text.match_indices("-----BEGIN ") {
        let head = &text[at + begin.len()..];
        let Some(kind) = head.find("-----").filter(|_| at >= seen) else { continue };
        if head[..kind].contains("PRIVATE KEY") {
            let start = at + begin.len() + kind + "-----".len();
            seen = text[start..].find("-----END ").map_or(text.len(), |end| start + end);
            found.push(start..seen);
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Name {
    /// Every value is a secret.
    Secret,
    /// A secret up to the end of the line, because the value may contain blanks.
    Header,
    /// A secret unless it is a number or looks like code: `max_token: 12`, `token = parser.next()`.
    Token,
    /// The code of a sign-in. A source line or an exit code may have the same name.
    Code,
    /// A secret only in an address: `?state=`.
    Query,
}

fn name_kind(name: &str) -> Option<Name> {
    let plain: String = name.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_ascii_lowercase();
    const PARTS: &[&str] = &[
        "password",
        "passwd",
        "passphrase",
        "secret",
        "apikey",
        "accesskey",
        "privatekey",
        "signingkey",
        "encryptionkey",
        "credential",
        "authtoken",
        "accesstoken",
        "refreshtoken",
        "idtoken",
        "sessiontoken",
        "bearertoken",
        "usercode",
        "devicecode",
        "codeverifier",
    ];
    let whole = |names: &[&str]| names.contains(&plain.as_str());
    let ends = |ending: &str| name.to_ascii_lowercase().ends_with(ending);
    if whole(&["authorization", "proxyauthorization", "cookie", "setcookie"]) {
        Some(Name::Header)
    } else if PARTS.iter().any(|part| plain.contains(part))
        || whole(&["pwd", "pass", "otp", "jwt"])
        || ends("_pass")
        || ends("-pass")
        || ends("_pwd")
    {
        // `PWD` alone is the current folder of a shell.
        (name != "PWD" && name != "OLDPWD").then_some(Name::Secret)
    } else if plain.ends_with("token") || whole(&["auth", "sid", "sessionid"]) {
        Some(Name::Token)
    } else if plain == "code" {
        Some(Name::Code)
    } else if whole(&["state", "key", "sig", "signature", "ticket", "assertion", "samlresponse", "nonce"]) {
        Some(Name::Query)
    } else {
        None
    }
}

/// Whether a value under such a name must be hidden.
fn is_secret(kind: Name, value: &str, quoted: bool) -> bool {
    const NOTHING: &[&str] =
        &["", "null", "none", "nil", "undefined", "true", "false", HIDDEN, "[redacted]", "<redacted>"];
    if NOTHING.contains(&value.to_ascii_lowercase().as_str()) || value.bytes().all(|b| b == b'*') {
        return false;
    }
    let number = value.len() < 8 && value.bytes().all(|b| b.is_ascii_digit());
    // An unquoted word without a digit is no secret, but often code.
    let word =
        !quoted && value.bytes().all(|b| b.is_ascii_alphabetic() || matches!(b, b'_' | b'.' | b':' | b'(' | b'['));
    match kind {
        Name::Secret | Name::Header => true,
        Name::Token => !number && !word,
        Name::Code => {
            value.len() >= 16 && value.bytes().any(|b| b.is_ascii_digit()) && !value.contains(char::is_whitespace)
        }
        Name::Query => false,
    }
}

fn by_name(text: &str, found: &mut Vec<Range<usize>>) {
    let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
    let mut at = 0;
    // The end of the word that was searched last, so that a long word is not searched again for each name in it.
    let mut word = 0;
    while at < text.len() {
        // In `%3Fcode` the name is `code`.
        at += if is_escape(text.get(..at + 2).unwrap_or_default()) { 2 } else { 0 };
        let name = run(&text[at..], is_name);
        if name.is_empty() {
            at += text[at..].chars().next().map_or(1, char::len_utf8);
            continue;
        }
        let end = at + name.len();
        if let Some(kind) = name_kind(name)
            && let Some(secret) = value_after(text, at..end, kind, &mut word)
        {
            at = secret.end.max(end);
            found.push(secret);
        } else {
            at = end;
        }
    }
}

/// The range of the value that follows a name, if it is a secret.
fn value_after(text: &str, name: Range<usize>, kind: Name, word: &mut usize) -> Option<Range<usize>> {
    let Range { start, end } = name;
    let rest = &text[end..];
    let closing = run(rest, |c| matches!(c, '\\' | '"' | '\'' | '`' | ']'));
    let blank = run(&rest[closing.len()..], |c| c == ' ' || c == '\t');
    let after = &rest[closing.len() + blank.len()..];
    let in_query = is_query(&text[..start]);
    let sign = ["=>", "==", "=", ":", "%3D", "%3d", "%3A", "%3a"].into_iter().find(|sign| after.starts_with(sign));
    let (sign, spaced) = match sign {
        Some(sign) => (sign.len(), !blank.is_empty()),
        // `--api-key value`.
        None if text[start..end].starts_with("--") && !blank.is_empty() => (0, false),
        None => return None,
    };
    let mut from = end + closing.len() + blank.len() + sign;
    let spaces = run(&text[from..], |c| c == ' ' || c == '\t');
    from += spaces.len();
    for wrapper in ["Some(", "Ok(", "String(", "Secret("] {
        from += if text[from..].starts_with(wrapper) { wrapper.len() } else { 0 };
    }
    let quote = run(&text[from..], |c| matches!(c, '\\' | '"' | '\'' | '`'));
    from += quote.len();
    let tail = &text[from..];
    let length = match (quote.chars().next_back(), kind) {
        (Some(mark), _) => quoted(tail, mark, quote.starts_with('\\')),
        (None, Name::Header) => tail.find(['\n', '\r', '"', '\'', '`']).unwrap_or(tail.len()),
        (None, _) => {
            if *word < from {
                *word = from + run(tail, |c| !c.is_whitespace() && !is_end(c)).len();
            }
            *word - from
        }
    };
    let value = &tail[..length];
    let value = if quote.starts_with('\\') { value.trim_end_matches('\\') } else { value };
    let kind = if in_query && matches!(kind, Name::Query | Name::Code | Name::Token) { Name::Secret } else { kind };
    // Code has blanks around the sign.
    let plain = !quote.is_empty() || (!spaced && spaces.is_empty());
    is_secret(kind, value, plain).then_some(from..from + value.len())
}

fn is_query(before: &str) -> bool {
    before.ends_with(['?', '&', '#']) || ["%3F", "%3f", "%26", "&amp;"].iter().any(|sign| before.ends_with(sign))
}

/// The length up to the closing quote. A quote after a backslash does not close, unless the opening one had a
/// backslash too.
fn quoted(text: &str, mark: char, escaped: bool) -> usize {
    let mut before = '\0';
    for (at, c) in text.char_indices() {
        if c == '\n' || (c == mark && (escaped || before != '\\')) {
            return at;
        }
        before = if before == '\\' { '\0' } else { c };
    }
    text.len()
}

fn is_end(c: char) -> bool {
    matches!(c, '"' | '\'' | '`' | ',' | ';' | '&' | ')' | ']' | '}' | '<' | '>')
}

/// The longest beginning whose characters all match.
fn run(text: &str, is: impl Fn(char) -> bool) -> &str {
    &text[..text.find(|c| !is(c)).unwrap_or(text.len())]
}

#[cfg(test)]
#[path = "mask/tests.rs"]
mod tests;
