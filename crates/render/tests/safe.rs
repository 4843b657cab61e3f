//! Known attacks through every function of the crate. A browser's tokenizer reads the output, and everything in it must
//! be on a short allow-list. A list of forbidden things would miss what nobody has thought of.
#![allow(clippy::unwrap_used, clippy::expect_used)]

use html5ever::tendril::StrTendril;
use html5ever::tokenizer::{BufferQueue, Tag, Token, TokenSink, TokenSinkResult, Tokenizer};
use proptest::prelude::*;
use render::{Block, Drawn, FileKind, Markdown, OutputScreen, diff, escape, highlight, json, visible_html};
use std::cell::RefCell;

const TAGS: &str = "a b blockquote br code del div em h1 h2 h3 h4 h5 h6 hr i input ins kbd li mark ol p pre q s samp small span \
    strong sub sup table tbody td th thead tr u ul var";
const ATTRIBUTES: &str =
    "checked class data-language data-note data-path data-src disabled href rel role start tabindex type";
const CLASSES: &str = "alert note tip important warning caution center code ctl cut file-ref footnote footnote-ref host image \
    image-alt k-a k-c k-f k-g k-k k-n k-o k-s k-t math n task word ansi-bold ansi-dim ansi-inverse ansi-italic ansi-strike \
    ansi-underline";

#[derive(Default)]
struct Judge {
    found: RefCell<Vec<String>>,
}

impl TokenSink for Judge {
    type Handle = ();

    fn process_token(&self, token: Token, _line: u64) -> TokenSinkResult<()> {
        match token {
            Token::TagToken(tag) => self.found.borrow_mut().extend(faults(&tag)),
            Token::CommentToken(_) | Token::DoctypeToken(_) => self.found.borrow_mut().push(format!("{token:?}")),
            _ => {}
        }
        TokenSinkResult::Continue
    }
}

fn listed(list: &str, word: &str) -> bool {
    list.split_ascii_whitespace().any(|known| known == word)
}

fn faults(tag: &Tag) -> Vec<String> {
    let mut faults = Vec::new();
    if !listed(TAGS, &tag.name) {
        faults.push(format!("tag {}", tag.name));
    }
    for attribute in &tag.attrs {
        let (name, value) = (&*attribute.name.local, &*attribute.value);
        let fine = listed(ATTRIBUTES, name)
            && match name {
                "href" => {
                    ["https://", "http://localhost", "http://127.0.0.1", "mailto:"].iter().any(|p| value.starts_with(p))
                }
                "data-src" => value.starts_with("https://"),
                "data-path" => !value.contains("://") && !value.starts_with("//") && !value.starts_with("\\\\"),
                "class" => value.split(' ').all(|class| listed(CLASSES, class) || is_colour(class)),
                "type" => value == "checkbox",
                "rel" => value == "noopener noreferrer",
                _ => true,
            };
        if !fine {
            faults.push(format!("{} {name}={value}", tag.name));
        }
    }
    if &*tag.name == "input" && !tag.attrs.iter().any(|a| &*a.name.local == "disabled") {
        faults.push("input that is not disabled".to_owned());
    }
    faults
}

fn is_colour(class: &str) -> bool {
    let number = class.strip_prefix("ansi-bg-").or_else(|| class.strip_prefix("ansi-"));
    number.is_some_and(|n| n.parse::<u8>().is_ok_and(|n| n < 16))
}

fn check(html: &str, way: &str, input: &str) {
    let tokenizer = Tokenizer::new(Judge::default(), Default::default());
    let queue = BufferQueue::default();
    queue.push_back(StrTendril::from(html));
    let _ = tokenizer.feed(&queue);
    tokenizer.end();
    let found = tokenizer.sink.found.borrow();
    assert!(found.is_empty(), "{way}: {found:?}\n in  {input:?}\n out {html}");
}

fn check_blocks(blocks: &[Block], way: &str, input: &str) {
    for block in blocks {
        match block {
            Block::Html { html } => check(html, way, input),
            Block::Code { language, html, .. } => {
                check(html, way, input);
                let plain = |b: u8| b.is_ascii_alphanumeric() || b"+#-_.".contains(&b);
                assert!(language.as_ref().is_none_or(|name| name.bytes().all(plain)), "{language:?}");
            }
        }
    }
}

fn check_markdown(text: &str, way: &str) {
    check_blocks(&Markdown::whole(text), way, text);
}

/// Checks what is drawn while the text arrives a few characters at a time.
fn check_streamed(text: &str, way: &str) {
    let mut markdown = Markdown::new();
    for characters in text.chars().collect::<Vec<_>>().chunks(3) {
        markdown.push(&characters.iter().collect::<String>());
        for drawn in markdown.draw() {
            match drawn {
                Drawn::Blocks { blocks, .. } => check_blocks(&blocks, way, text),
                Drawn::Grew { html } => check(&html, way, text),
            }
        }
    }
}

fn check_diff(text: &str, way: &str) {
    for file in diff::unified(text, "/w") {
        check_file(&file, way, text);
    }
}

fn check_file(file: &render::FileDiff, way: &str, input: &str) {
    for line in &file.lines {
        check(&line.html, way, input);
    }
}

fn check_everywhere(attack: &str) {
    check_markdown(attack, "markdown");
    check_streamed(attack, "streamed");
    check_streamed(&format!("```X\n{attack}\n```\n[a]({attack})"), "streamed");
    for (way, around) in [
        ("paragraph", "a X b"),
        ("quote", "> X"),
        ("list", "- X\n  - X"),
        ("task", "- [x] X"),
        ("heading", "## X"),
        ("setext", "X\n==="),
        ("emphasis", "*X* **X** ~~X~~"),
        ("code", "`X`"),
        ("link text", "[X](https://ok.example)"),
        ("link address", "[a](X)"),
        ("link in brackets", "[a](<X>)"),
        ("link title", "[a](https://ok.example \"X\")"),
        ("reference", "[a]\n\n[a]: X"),
        ("image text", "![X](https://ok.example/i.png)"),
        ("image address", "![a](X)"),
        ("autolink", "<X>"),
        ("after an address", "https://ok.example/X"),
        ("after a path", "src/X/a.rs:1"),
        ("table", "| a | X |\n|---|---|\n| X | b |"),
        ("footnote", "[^X]\n\n[^X]: X"),
        ("math", "$X$ $$X$$"),
        ("fence", "```\nX\n```"),
        ("fence of html", "```html\nX\n```"),
        ("language", "```X\na\n```"),
        ("nested fence", "1. a\n   ```X\n   X\n   ```"),
        ("raw tag", "<kbd X>a</kbd>"),
        ("raw block", "<div>\nX\n</div>"),
        ("comment", "<!-- X -->"),
        ("alert", "> [!NOTE]\n> X"),
    ] {
        check_markdown(&around.replace('X', attack), way);
    }
    for language in
        "rust tsx python go c java cs ruby php swift kotlin bash json yaml toml html css sql markdown diff lua zig"
            .split(' ')
    {
        check(&highlight::html(Some(language), attack), language, attack);
    }
    let mut screen = OutputScreen::new(50);
    screen.push(attack);
    screen.push(&format!(
        "\r\x1b[1;31m{attack}\x1b[2D\x1b]8;;{attack}\x07{attack}\x1b]8;;https://ok.example/{attack}\x1b\\{attack}"
    ));
    check(&screen.output().html, "ansi", attack);
    check_diff(attack, "diff");
    check_diff(
        &format!(
            "diff --git a/{attack} b/{attack}\n--- a/{attack}\n+++ b/{attack}\n@@ -1,2 +1,2 @@ {attack}\n-{attack}\n+x{attack}y\n {attack}\n"
        ),
        "diff",
    );
    for name in [attack, "a.html", "a.rs", "a.md"] {
        check_file(&diff::change(name, FileKind::Added, None, attack, "/w"), "added", attack);
        let body = format!("@@ -1 +1 @@ {attack}\n-{attack}\n+{attack}!\n");
        check_file(&diff::change(name, FileKind::Renamed, Some(attack), &body, "/w"), "changed", attack);
    }
    check(&escape(attack), "escape", attack);
    check(&visible_html(attack), "visible", attack);
    check(&visible_html(&json(&format!("{{\"a\": \"{attack}\"}}"))), "json", attack);
}

/// The attacks, one per line. A few escapes keep each of them on its line.
fn attacks() -> Vec<String> {
    let plain = |line: &str| {
        let line = line.replace("\\n", "\n").replace("\\x00", "\0").replace("\\x01", "\u{1}").replace("\\x07", "\u{7}");
        line.replace("\\x1b", "\u{1b}").replace("\\u202e", "\u{202e}")
    };
    include_str!("../corpus/xss.txt").lines().map(plain).collect()
}

#[test]
fn no_known_attack_comes_through_any_way() {
    let attacks = attacks();
    assert!(attacks.len() > 200);
    for attack in &attacks {
        check_everywhere(attack);
    }
}

#[test]
fn joined_attacks_do_not_come_through() {
    let attacks = attacks();
    for pair in attacks.windows(2) {
        for join in ["", "\n", "\n\n"] {
            check_blocks(&Markdown::whole(&pair.join(join)), "joined", &pair.join(join));
        }
    }
    check_blocks(&Markdown::whole(&attacks.concat()), "all", "all");
}

#[test]
fn the_checker_detects_attacks() {
    for bad in [
        "<script>",
        "<img src=x>",
        "<b onclick=x>",
        "<a href=javascript:x>",
        "<p style=x>",
        "<p id=x>",
        "<!-- -->",
        "<span class=evil>",
    ] {
        let caught = std::panic::catch_unwind(|| check(bad, "judge", bad));
        assert!(caught.is_err(), "{bad}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn mixed_up_attacks_do_not_come_through(picks in prop::collection::vec((any::<prop::sample::Index>(), any::<prop::sample::Index>()), 1..6)) {
        let attacks = attacks();
        let piece = |(which, cut): &(prop::sample::Index, prop::sample::Index)| {
            let attack = which.get(&attacks);
            attack.chars().take(1 + cut.index(attack.chars().count())).collect::<String>()
        };
        let mixed = picks.iter().map(piece).collect::<Vec<_>>().concat();
        check_blocks(&Markdown::whole(&mixed), "mixed", &mixed);
        let mut screen = OutputScreen::new(20);
        screen.push(&mixed);
        check(&screen.output().html, "mixed", &mixed);
        check_diff(&mixed, "mixed");
    }
}
