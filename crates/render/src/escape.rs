//! Escaping of text for HTML, and of characters that deceive a reader.
//!
//! All text that is drawn passes through here. `escape` makes it safe as HTML. `visible` also spells out characters
//! that reorder, hide or forge text (bidirectional controls, zero-width and control characters), because a path or a
//! line of code must not look like another one. `exact` is stricter, for text that a person decides about.

use crate::hiding::{Strictness, hides, is_mixed, passes_for_latin, suspicious};
use std::fmt::Write;

/// Escapes HTML text or a quoted attribute value.
pub fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + text.len() / 8);
    push_escaped(&mut out, text);
    out
}

/// Spells out every hidden character, as in `⟨U+202E⟩`. For fields that are drawn as text, not HTML.
pub fn visible(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    each_hidden(
        text,
        Strictness::Prose,
        &mut out,
        |out, piece| out.push_str(piece),
        |out, c, n| name(out, "⟨", c, n, "⟩"),
    );
    out
}

/// Like `visible`, for text that a decision rests on: a command, a path, a host, a question. It also spells out unusual
/// blanks, letters of another script inside a Latin word and the like.
pub fn exact(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    each_hidden(
        text,
        Strictness::Exact,
        &mut out,
        |out, piece| out.push_str(piece),
        |out, c, n| name(out, "⟨", c, n, "⟩"),
    );
    out
}

/// True if `exact` would spell something out in the text, or already has.
pub fn deceives(text: &str) -> bool {
    text.contains("⟨U+") || exact(text) != text
}

/// `visible` as HTML: escaped, with every hidden character as `<span class="ctl">U+202E</span>`.
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
            // HTML does not allow NUL; browsers replace it, and so do we.
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
    each_hidden(text, Strictness::Prose, out, push_escaped, |out, c, n| {
        name(out, "<span class=\"ctl\">", c, n, "</span>")
    });
}

/// Splits `text` at its hidden characters; a run of the same one is reported once, with its length. A byte test comes
/// first, because nearly all text has none.
fn each_hidden(
    text: &str,
    care: Strictness,
    out: &mut String,
    plain: impl Fn(&mut String, &str),
    hidden: impl Fn(&mut String, char, usize),
) {
    if !text.bytes().any(|byte| suspicious(byte, care)) {
        return plain(out, text);
    }
    let mut from = 0;
    let mut before = ' ';
    let mut run: Option<(char, usize)> = None;
    // The end of the current word, and whether it mixes letters of several scripts.
    let mut word = (0, false);
    for (at, c) in text.char_indices() {
        if care == Strictness::Exact && at >= word.0 && c.is_alphanumeric() {
            let end = text[at..].find(|c: char| !c.is_alphanumeric()).map_or(text.len(), |end| at + end);
            word = (end, is_mixed(&text[at..end]));
        }
        let hides = hides(c, before, care) || (at < word.0 && word.1 && passes_for_latin(c));
        // What hides is named, and no joiner belongs to a name.
        before = if hides { '\0' } else { c };
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
    fn escaped_html_has_no_special_characters() {
        assert_eq!(escape("<a href=\"x\" id='y'>&\0"), "&lt;a href=&quot;x&quot; id=&#39;y&#39;&gt;&amp;\u{fffd}");
        assert_eq!(escape("plain"), "plain");
    }

    #[test]
    fn hidden_characters_are_spelled_out() {
        assert_eq!(visible("a\u{202e}b\u{200b}c\u{7}\td\n"), "a⟨U+202E⟩b⟨U+200B⟩c⟨U+0007⟩\td\n");
        assert_eq!(visible("a\u{0}\u{0}\u{0}\u{1}\u{200b}"), "a⟨U+0000×3⟩⟨U+0001⟩⟨U+200B⟩");
        assert_eq!(visible_html("<\u{2066}>"), "&lt;<span class=\"ctl\">U+2066</span>&gt;");
    }

    #[test]
    fn emoji_and_scripts_keep_their_joiners() {
        let family = "👩\u{200d}👩\u{200d}👧 می\u{200c}خواهم ❤\u{fe0f}";
        assert_eq!(visible(family), family);
        assert_eq!(visible("pass\u{200d}word"), "pass⟨U+200D⟩word");
    }

    #[test]
    fn exact_text_spells_out_what_prose_keeps() {
        for (text, named) in [
            ("rm\u{a0}-rf\u{3000}x", "rm⟨U+00A0⟩-rf⟨U+3000⟩x"),
            ("a\u{2800}\u{2800}b", "a⟨U+2800×2⟩b"),
            ("a\u{34f}b\u{fffc}\u{3164}", "a⟨U+034F⟩b⟨U+FFFC⟩⟨U+3164⟩"),
            ("x\u{fe00}y\u{fe0f}", "x⟨U+FE00⟩y⟨U+FE0F⟩"),
            ("ls\u{e0041}\u{e0042}", "ls⟨U+E0041⟩⟨U+E0042⟩"),
            ("\u{441}url x", "⟨U+0441⟩url x"),
            ("g\u{ff49}t", "g⟨U+FF49⟩t"),
            ("❤\u{fe0f}\u{fe0f}", "❤\u{fe0f}⟨U+FE0F⟩"),
            ("a\u{fe0f}\u{200d}b", "a⟨U+FE0F⟩⟨U+200D⟩b"),
        ] {
            assert_eq!(exact(text), named);
            assert!(deceives(text) && deceives(named), "{named}");
        }
        for plain in
            ["git commit -m 'über ❤\u{fe0f} — привет'", "echo 日本語", "👩\u{200d}👧", "a\tb\nc", "می\u{200c}خواهم"]
        {
            assert_eq!(exact(plain), plain);
            assert!(!deceives(plain), "{plain}");
        }
    }
}
