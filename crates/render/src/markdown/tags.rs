//! Raw HTML inside markdown.
//!
//! A few plain tags are kept without their attributes. Tags that only lay out a page are dropped and their text stays.
//! Everything else is shown as text, because a coding assistant writes `Vec<T>` and `<Button>` far more often than it
//! means HTML.

use crate::escape::push_escaped;

const KEPT: &[&str] = &[
    "b", "br", "code", "del", "em", "i", "ins", "kbd", "mark", "q", "s", "samp", "small", "strong", "sub", "sup", "u",
    "var",
];
const DROPPED: &[&str] = &["a", "center", "details", "div", "font", "p", "section", "span", "summary"];
/// Deeper tags are dropped.
const DEEPEST: usize = 16;

/// The open raw tags, so that the output is balanced.
#[derive(Debug, Default)]
pub struct Tags {
    open: Vec<&'static str>,
    /// Inside a comment, which may span lines.
    comment: bool,
}

impl Tags {
    /// Handles raw HTML from the markdown parser: one tag, or lines of a block.
    pub fn push(&mut self, out: &mut String, html: &str) {
        let mut rest = if self.comment { self.skip_comment(html) } else { html };
        while let Some(at) = rest.find('<') {
            push_escaped(out, &rest[..at]);
            rest = &rest[at..];
            if rest.starts_with("<!--") {
                rest = self.skip_comment(&rest[4..]);
                continue;
            }
            let end = rest[1..].find(['<', '>']).map_or(rest.len(), |end| end + 1);
            if rest[end..].starts_with('>') && self.tag(out, &rest[1..end]) {
                rest = &rest[end + 1..];
            } else {
                push_escaped(out, &rest[..end]);
                rest = &rest[end..];
            }
        }
        push_escaped(out, rest);
    }

    /// Closes all open tags; called at the end of every block.
    pub fn close(&mut self, out: &mut String) {
        self.comment = false;
        while let Some(tag) = self.open.pop() {
            end(out, tag);
        }
    }

    fn skip_comment<'a>(&mut self, html: &'a str) -> &'a str {
        let end = html.find("-->");
        self.comment = end.is_none();
        end.map_or("", |end| &html[end + 3..])
    }

    /// Handles the inside of a tag. Returns false if it must be shown as text.
    fn tag(&mut self, out: &mut String, inside: &str) -> bool {
        let (closing, inside) = inside.strip_prefix('/').map_or((false, inside), |inside| (true, inside));
        let name =
            inside[..inside.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(inside.len())].to_ascii_lowercase();
        if DROPPED.contains(&name.as_str()) {
            return true;
        }
        let Some(&name) = KEPT.iter().find(|&&kept| kept == name) else { return false };
        if name == "br" {
            out.push_str("<br>");
        } else if !closing && self.open.len() < DEEPEST {
            self.open.push(name);
            out.push('<');
            out.push_str(name);
            out.push('>');
        } else if closing && let Some(at) = self.open.iter().rposition(|&open| open == name) {
            for tag in self.open.drain(at..).rev() {
                end(out, tag);
            }
        }
        true
    }
}

fn end(out: &mut String, tag: &str) {
    out.push_str("</");
    out.push_str(tag);
    out.push('>');
}
