//! Indents JSON for reading. Output is bounded, and text that is not JSON stays unchanged.
//!
//! It works on the text instead of a parsed value: keys keep their order, numbers their digits, and nesting costs no
//! stack.

/// Longer text is cut and not indented.
const LIMIT: usize = 256 * 1024;
/// Deeper nesting stays on one line, so that indentation cannot multiply the text.
const DEEPEST: usize = 32;

/// Indented JSON as plain text, at most about twice `LIMIT` bytes long.
pub fn json(text: &str) -> String {
    let text = text.trim();
    let kept = &text[..floor(text, LIMIT)];
    let mut out = String::with_capacity(kept.len() * 3 / 2);
    if matches!(kept.as_bytes().first(), Some(b'{' | b'[')) {
        indent(kept, &mut out)
    } else {
        out.push_str(kept)
    }
    if kept.len() < text.len() {
        out.push_str(&format!("\n… {} bytes more", text.len() - kept.len()));
    }
    out
}

fn indent(text: &str, out: &mut String) {
    let bytes = text.as_bytes();
    let mut depth = 0_usize;
    let mut at = 0;
    while at < bytes.len() && out.len() < 2 * LIMIT {
        match bytes[at] {
            b'"' => {
                let end = string_end(bytes, at);
                out.push_str(&text[at..end]);
                at = end;
                continue;
            }
            open @ (b'{' | b'[') => {
                out.push(open as char);
                let next = skip_space(bytes, at + 1);
                if matches!(bytes.get(next), Some(b'}' | b']')) {
                    out.push(bytes[next] as char);
                    at = next + 1;
                    continue;
                }
                depth += 1;
                line(out, depth);
            }
            close @ (b'}' | b']') => {
                let deep = depth > DEEPEST;
                depth = depth.saturating_sub(1);
                if !deep {
                    line(out, depth);
                }
                out.push(close as char);
            }
            b',' => {
                out.push(',');
                line(out, depth);
            }
            b':' => out.push_str(": "),
            b' ' | b'\t' | b'\n' | b'\r' => {}
            _ => {
                let end = (at + 1..bytes.len()).find(|&i| text.is_char_boundary(i)).unwrap_or(bytes.len());
                out.push_str(&text[at..end]);
                at = end;
                continue;
            }
        }
        at += 1;
    }
}

fn line(out: &mut String, depth: usize) {
    if depth <= DEEPEST {
        out.push('\n');
        out.extend(std::iter::repeat_n("  ", depth));
    }
}

fn string_end(bytes: &[u8], from: usize) -> usize {
    let mut at = from + 1;
    while at < bytes.len() {
        match bytes[at] {
            b'\\' => at += 2,
            b'"' => return at + 1,
            _ => at += 1,
        }
    }
    bytes.len()
}

fn skip_space(bytes: &[u8], mut at: usize) -> usize {
    while matches!(bytes.get(at), Some(b' ' | b'\t' | b'\n' | b'\r')) {
        at += 1;
    }
    at
}

/// The largest character boundary at or below `at`.
fn floor(text: &str, at: usize) -> usize {
    if at >= text.len() {
        return text.len();
    }
    (0..=at).rev().find(|&i| text.is_char_boundary(i)).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_in_json_are_kept_to_the_digit() {
        assert_eq!(
            json(r#"{"a":[1,2.50,{}],"b":"x: {\"y\"}","c":null}"#),
            "{\n  \"a\": [\n    1,\n    2.50,\n    {}\n  ],\n  \"b\": \"x: {\\\"y\\\"}\",\n  \"c\": null\n}"
        );
    }

    #[test]
    fn text_that_is_not_json_stays_unchanged() {
        assert_eq!(json("plain words, really"), "plain words, really");
        assert_eq!(json(""), "");
    }

    #[test]
    fn deep_or_long_input_stays_bounded() {
        assert!(json(&"[".repeat(1_000_000)).len() < 3 * LIMIT);
        assert!(json(&format!("[\"{}\"]", "é".repeat(1_000_000))).len() < 3 * LIMIT);
        json("{\"unclosed\": \"\\");
    }
}
