//! Markdown as plain text: without its marks, one line per block.

use crate::{Block, Markdown};

/// Text without any of these characters needs no parsing.
const MARKS: &[char] =
    &['*', '_', '`', '[', '<', '&', '#', '|', '\\', '~', '!', '>', '-', '+', '.', ')', '\n', ':', '$'];

pub fn plain(text: &str) -> String {
    if !text.contains(MARKS) {
        return text.to_owned();
    }
    let mut out = String::with_capacity(text.len());
    for block in Markdown::whole(text) {
        match block {
            Block::Html { html } => strip(&mut out, &html, true),
            Block::Code { html, .. } => strip(&mut out, &html, false),
        }
        end_line(&mut out);
    }
    out
}

/// `soft` turns line breaks into spaces, as everywhere but in code.
fn strip(out: &mut String, html: &str, soft: bool) {
    let mut soft = soft;
    let mut rest = html;
    while let Some(at) = rest.find('<') {
        push_text(out, &rest[..at], soft);
        let tag = &rest[at + 1..];
        let end = end_of_tag(tag);
        match tag[..end].split([' ', '/']).find(|part| !part.is_empty()).unwrap_or_default() {
            "pre" => {
                soft = tag.starts_with('/');
                end_line(out);
            }
            "a" | "abbr" | "b" | "code" | "del" | "em" | "i" | "input" | "ins" | "kbd" | "mark" | "q" | "s"
            | "samp" | "small" | "span" | "strong" | "sub" | "sup" | "u" | "var" => {}
            _ => end_line(out),
        }
        rest = tag.get(end + 1..).unwrap_or_default();
    }
    push_text(out, rest, soft);
}

fn end_of_tag(tag: &str) -> usize {
    let mut quoted = false;
    let end = tag.bytes().position(|b| {
        quoted ^= b == b'"';
        b == b'>' && !quoted
    });
    end.unwrap_or(tag.len())
}

fn end_line(out: &mut String) {
    if !out.is_empty() && !out.ends_with('\n') {
        out.push('\n');
    }
}

fn push_text(out: &mut String, html: &str, soft: bool) {
    let mut rest = html;
    while let Some(c) = rest.chars().next() {
        let known = NAMED.iter().find(|(name, _)| rest.starts_with(name));
        let (name, c) = known.map_or((c.len_utf8(), c), |(name, c)| (name.len(), *c));
        out.push(if soft && c == '\n' { ' ' } else { c });
        rest = &rest[name..];
    }
}

const NAMED: &[(&str, char)] =
    &[("&amp;", '&'), ("&lt;", '<'), ("&gt;", '>'), ("&quot;", '"'), ("&#39;", '\''), ("&nbsp;", '\u{a0}')];

#[cfg(test)]
mod tests {
    use super::plain;

    #[test]
    fn plain_text_equals_the_text_on_screen() {
        assert_eq!(plain("then **run** `cargo test` now"), "then run cargo test now\n");
        assert_eq!(plain("one line\nand the *same* one"), "one line and the same one\n");
        assert_eq!(plain("a [place](https://example.com/cargo) & <b>more</b>"), "a place & more\n");
        assert_eq!(plain("no mark at all"), "no mark at all");
    }

    #[test]
    fn every_block_is_on_its_own_line() {
        assert_eq!(plain("# Head\n\n- one\n- two"), "Head\none\ntwo\n");
        assert_eq!(plain("```rs\nlet a = \"<b>\";\nlet b;\n```"), "let a = \"<b>\";\nlet b;\n");
        assert_eq!(plain("| a | b |\n|---|---|\n| c | d |"), "a\nb\nc\nd\n");
    }
}
