//! Fuzz targets, one per parser of foreign text. Each checks what must hold for any input and panics if it does not.

use crate::{Block, Drawn, FileKind, Markdown, OutputScreen, diff, highlight, json, visible, visible_html};

/// A parser's name and the function that fuzzes it.
pub type FuzzTarget = (&'static str, fn(&[u8]));

pub const FUZZ_TARGETS: &[FuzzTarget] =
    &[("markdown", fuzz_markdown), ("diff", fuzz_diff), ("ansi", fuzz_ansi), ("code", fuzz_code), ("json", fuzz_json)];

/// The split into pushes does not change the final drawing, and a window that follows the updates ends with the same.
pub fn fuzz_markdown(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let size = 1 + bytes.first().map_or(0, |&b| usize::from(b % 13));
    let (mut markdown, mut window) = (Markdown::new(), Vec::new());
    let characters: Vec<char> = text.chars().collect();
    for part in characters.chunks(size) {
        markdown.push(&part.iter().collect::<String>());
        follow(&mut window, markdown.draw());
    }
    markdown.finish();
    follow(&mut window, markdown.draw());
    let whole = Markdown::whole(&text);
    assert!(window == whole, "streamed and whole differ");
    for block in &whole {
        let (Block::Html { html } | Block::Code { html, .. }) = block;
        assert_harmless(html);
    }
}

/// Applies updates as a window does.
fn follow(window: &mut Vec<Block>, drawn: Vec<Drawn>) {
    for drawn in drawn {
        match drawn {
            Drawn::Blocks { from, blocks } => {
                window.truncate(from as usize);
                window.extend(blocks);
            }
            Drawn::Grew { html: more } => match window.last_mut() {
                Some(Block::Code { html, open: true, .. }) => html.push_str(&more),
                _ => panic!("grew without an open fence"),
            },
        }
    }
}

/// A page of a diff equals that part of the whole, and the counts add up.
pub fn fuzz_diff(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    for patch in diff::parse(&text, "/w") {
        let whole = patch.lines(0..patch.len());
        let middle = patch.len() / 2;
        assert!(patch.lines(middle..patch.len()) == whole[middle..], "a page differs from the whole");
        whole.iter().for_each(|line| assert_harmless(&line.html));
    }
    for kind in [FileKind::Added, FileKind::Deleted, FileKind::Modified, FileKind::Renamed] {
        let file = diff::change("a.ts", kind, Some("b"), &text, "/w");
        file.lines.iter().for_each(|line| assert_harmless(&line.html));
    }
}

/// The split into pushes does not change the screen.
pub fn fuzz_ansi(bytes: &[u8]) {
    let (mut whole, mut pieces) = (OutputScreen::new(20), OutputScreen::new(20));
    whole.push_bytes(bytes);
    let size = 1 + bytes.first().map_or(0, |&b| usize::from(b % 7));
    for part in bytes.chunks(size) {
        pieces.push_bytes(part);
    }
    assert!(whole.output() == pieces.output() && whole.plain() == pieces.plain(), "the pieces mattered");
    assert_harmless(&whole.output().html);
}

/// Every language keeps every character.
pub fn fuzz_code(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let plain = visible_html(&text).replace("<span class=\"ctl\">", "").replace("</span>", "");
    for name in highlight::names() {
        let html = highlight::html(Some(name), &text);
        assert_harmless(&html);
        // A run of hidden characters may be reported in two parts if a token ends inside it.
        if !plain.contains("U+") {
            assert!(without_tags(&html) == plain, "{name} lost text");
        }
    }
}

pub fn fuzz_json(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let _ = (json(&text), visible(&text));
}

fn without_tags(html: &str) -> String {
    let mut out = String::with_capacity(html.len());
    let mut rest = html;
    while let Some(at) = rest.find('<') {
        out.push_str(&rest[..at]);
        rest = rest[at..].find('>').map_or("", |end| &rest[at + end + 1..]);
    }
    out + rest
}

/// Every tag is one of ours, with harmless attributes. Coarser than the real tokenizer in `tests/safe.rs`, but without
/// a dependency.
fn assert_harmless(html: &str) {
    const TAGS: &[&str] = &[
        "a",
        "b",
        "blockquote",
        "br",
        "code",
        "del",
        "div",
        "em",
        "h1",
        "h2",
        "h3",
        "h4",
        "h5",
        "h6",
        "hr",
        "i",
        "input",
        "ins",
        "kbd",
        "li",
        "mark",
        "ol",
        "p",
        "pre",
        "q",
        "s",
        "samp",
        "small",
        "span",
        "strong",
        "sub",
        "sup",
        "table",
        "tbody",
        "td",
        "th",
        "thead",
        "tr",
        "u",
        "ul",
        "var",
    ];
    for piece in html.split('<').skip(1) {
        let inside = piece.split('>').next().unwrap_or_default();
        let name = inside.trim_start_matches('/').split(' ').next().unwrap_or_default();
        assert!(TAGS.contains(&name), "tag {name}");
        assert!(
            !inside.contains(" on") && !inside.contains(" style") && !inside.contains(" src="),
            "attribute in {inside}"
        );
    }
}
