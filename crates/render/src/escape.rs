//! Characters as they are, and characters that hide.
//!
//! Text that is drawn passes through here. `escape` makes it safe as HTML; `visible` also names the characters that
//! reorder, hide or forge text (bidirectional controls, zero-width and control characters), because a path or a line
//! of code must not look like another one.

use std::fmt::Write;

/// HTML text or a quoted attribute value.
pub fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + text.len() / 8);
    push_escaped(&mut out, text);
    out
}

/// Plain text in which every hiding character is named, as in `⟨U+202E⟩`. For fields that are drawn as text.
pub fn visible(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    each_hidden(text, &mut out, |out, piece| out.push_str(piece), |out, c, n| name(out, "⟨", c, n, "⟩"));
    out
}

/// The same as HTML: escaped, every hiding character as `<span class="ctl">U+202E</span>`.
pub fn visible_html(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + text.len() / 8);
    push_visible(&mut out, text);
    out
}

pub(crate) fn push_escaped(out: &mut String, text: &str) {
    let mut from = 0;
    for (at, byte) in text.bytes().enumerate() {
        let entity = match byte {
            b'&' => "&amp;",
            b'<' => "&lt;",
            b'>' => "&gt;",
            b'"' => "&quot;",
            b'\'' => "&#39;",
            // A NUL is not allowed in HTML at all; browsers replace it, and so do we.
            0 => "\u{fffd}",
            _ => continue,
        };
        out.push_str(&text[from..at]);
        out.push_str(entity);
        from = at + 1;
    }
    out.push_str(&text[from..]);
}

pub(crate) fn push_visible(out: &mut String, text: &str) {
    each_hidden(text, out, push_escaped, |out, c, n| name(out, "<span class=\"ctl\">", c, n, "</span>"));
}

/// Splits `text` at its hiding characters; a run of the same one is told once, with its length. A byte test first:
/// nearly all text has none.
fn each_hidden(
    text: &str,
    out: &mut String,
    plain: impl Fn(&mut String, &str),
    hidden: impl Fn(&mut String, char, usize),
) {
    if !text.bytes().any(suspicious) {
        return plain(out, text);
    }
    let mut from = 0;
    let mut before = ' ';
    let mut run: Option<(char, usize)> = None;
    for (at, c) in text.char_indices() {
        let hides = hides(c, before);
        before = c;
        if let Some((same, count)) = &mut run {
            if hides && *same == c {
                *count += 1;
                from = at + c.len_utf8();
                continue;
            }
            hidden(out, *same, *count);
            run = None;
        }
        if hides {
            plain(out, &text[from..at]);
            run = Some((c, 1));
            from = at + c.len_utf8();
        }
    }
    if let Some((c, count)) = run {
        hidden(out, c, count);
    }
    plain(out, &text[from..]);
}

/// Whether a character that begins with (or contains) this byte may hide.
fn suspicious(byte: u8) -> bool {
    matches!(byte, 0..=8 | 11..=31 | 127 | 0xc2 | 0xd8 | 0xe1 | 0xe2 | 0xe3 | 0xef | 0xf3)
}

/// Joiners are part of emoji and of several scripts: they hide only after an ASCII character.
fn hides(c: char, before: char) -> bool {
    match c {
        '\t' | '\n' => false,
        '\u{200c}' | '\u{200d}' => before.is_ascii(),
        _ if c.is_control() => true,
        '\u{ad}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180e}' => true,
        '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' => true,
        '\u{3164}' | '\u{feff}' | '\u{ffa0}' | '\u{fff9}'..='\u{fffb}' => true,
        '\u{e0000}'..='\u{e0fff}' => true,
        _ => false,
    }
}

fn name(out: &mut String, open: &str, c: char, count: usize, close: &str) {
    // Writing to a String cannot fail.
    let _ = match count {
        1 => write!(out, "{open}U+{:04X}{close}", c as u32),
        _ => write!(out, "{open}U+{:04X}×{count}{close}", c as u32),
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn html_has_no_live_character_left() {
        assert_eq!(escape("<a href=\"x\" id='y'>&\0"), "&lt;a href=&quot;x&quot; id=&#39;y&#39;&gt;&amp;\u{fffd}");
        assert_eq!(escape("plain"), "plain");
    }

    #[test]
    fn hiding_characters_are_named() {
        assert_eq!(visible("a\u{202e}b\u{200b}c\u{7}\td\n"), "a⟨U+202E⟩b⟨U+200B⟩c⟨U+0007⟩\td\n");
        assert_eq!(visible("a\u{0}\u{0}\u{0}\u{1}\u{200b}"), "a⟨U+0000×3⟩⟨U+0001⟩⟨U+200B⟩");
        assert_eq!(visible_html("<\u{2066}>"), "&lt;<span class=\"ctl\">U+2066</span>&gt;");
    }

    #[test]
    fn emoji_and_scripts_that_need_joiners_are_left_alone() {
        let family = "👩\u{200d}👩\u{200d}👧 می\u{200c}خواهم ❤\u{fe0f}";
        assert_eq!(visible(family), family);
        assert_eq!(visible("pass\u{200d}word"), "pass⟨U+200D⟩word");
    }
}
