//! Bad input: long, deep, unclosed, repeated. The tests compare the work for a large input with that for a small one:
//! bytes drawn, and the thread's own CPU time if the system reports it.
#![allow(clippy::unwrap_used, clippy::expect_used)]

use render::{Block, FileKind, Markdown, OutputScreen, diff, highlight, json, visible};

/// A name, and a function that makes an input of about the given size.
type Kind = (&'static str, fn(usize) -> String);

/// Kinds of input that have broken parsers.
const KINDS: &[Kind] = &[
    ("one long word", |n| "x".repeat(n)),
    ("one long line of words", |n| "word ".repeat(n / 5)),
    ("nested quotes", |n| "> ".repeat(n / 2) + "x"),
    ("quotes in rows", |n| ("> ".repeat(50) + "x\n").repeat(n / 102)),
    ("nested lists", |n| "- ".repeat(n / 2) + "x"),
    ("nested lists and blank lines", |n| "- ".repeat(n / 4) + &"\n".repeat(n / 2)),
    ("deeper and deeper lists", |n| {
        (0..n)
            .map(|d| " ".repeat(d * 2) + "- x\n")
            .scan(0, |sum, l| {
                *sum += l.len();
                (*sum < n).then_some(l)
            })
            .collect()
    }),
    ("brackets", |n| "[".repeat(n)),
    ("brackets closed", |n| "[".repeat(n / 2) + &"]".repeat(n / 2)),
    ("links in links", |n| "[a](".repeat(n / 4)),
    ("images in images", |n| "![".repeat(n / 2)),
    ("stars", |n| "*".repeat(n)),
    ("stars and words", |n| "*a _b ".repeat(n / 6)),
    ("emphasis never closed", |n| "**a ".repeat(n / 4)),
    ("backticks of every length", |n| {
        (1..)
            .map(|len| "`".repeat(len) + " ")
            .scan(0, |sum, l| {
                *sum += l.len();
                (*sum < n).then_some(l)
            })
            .collect()
    }),
    ("fences", |n| "```\n".repeat(n / 4)),
    ("a fence never closed", |n| "```rust\n".to_owned() + &"let a = \"b\";\n".repeat(n / 13)),
    ("a wide table", |n| format!("{}\n{}\n{}", "|a".repeat(n / 6), "|-".repeat(n / 6), "|b\n".repeat(n / 9))),
    ("a long table", |n| "|a|b|\n|-|-|\n".to_owned() + &"|1|2|\n".repeat(n / 6)),
    ("open tags", |n| "<b>".repeat(n / 3)),
    ("left angles", |n| "<".repeat(n)),
    ("comments never closed", |n| "<!--".repeat(n / 4)),
    ("declarations", |n| "<!A ".repeat(n / 4)),
    ("instructions", |n| "<? ".repeat(n / 3)),
    ("entities", |n| "&amp;&#1;&".repeat(n / 10)),
    ("definitions", |n| (0..n / 24).map(|i| format!("[{i}]: https://x.example\n\n")).collect()),
    ("references never defined", |n| "[a][b] ".repeat(n / 7)),
    ("footnotes", |n| "[^1] ".repeat(n / 5)),
    ("dollars", |n| "$a$ $$".repeat(n / 6)),
    ("addresses", |n| "https://x.example/".repeat(n / 18)),
    ("addresses in words", |n| "https://x.example ".repeat(n / 18)),
    ("paths", |n| "src/a.rs:1 ".repeat(n / 11)),
    ("brackets after an address", |n| "https://x.example/".to_owned() + &")".repeat(n)),
    ("backslashes", |n| "\\".repeat(n)),
    ("carriage returns", |n| "\r".repeat(n)),
    ("blank lines", |n| "\n".repeat(n)),
    ("characters that hide", |n| "\u{202e}".repeat(n / 3)),
    ("joined emoji", |n| "👩\u{200d}".repeat(n / 7)),
    ("nul", |n| "\0".repeat(n)),
    ("escapes", |n| "\u{1b}[".repeat(n / 2)),
    ("colours", |n| "\u{1b}[31ma".repeat(n / 6)),
    ("a title never closed", |n| "\u{1b}]0;".to_owned() + &"x".repeat(n)),
    ("numbers without end", |n| "\u{1b}[".to_owned() + &"1;".repeat(n / 2)),
    ("writing over a long line", |n| "x".repeat(n / 2) + &"\ry".repeat(n / 4)),
    ("deleting from a long line", |n| "x".repeat(n / 2) + "\r" + &"\u{1b}[P".repeat(n / 6)),
    ("cursor up and down", |n| "a\n\u{1b}[A\u{1b}[B".repeat(n / 8)),
    ("quotes never closed", |n| "\"'`".repeat(n / 3)),
    ("block comments", |n| "/*".repeat(n / 2)),
    ("raw strings", |n| "r#\"".repeat(n / 3)),
    ("attributes never closed", |n| "#[".repeat(n / 2)),
    ("variables never closed", |n| "${".repeat(n / 2)),
    ("hunks", |n| "@@ -1 +1 @@\n-a\n+b\n".repeat(n / 18)),
    ("removed then added", |n| {
        "@@ -1,9999999 +1,9999999 @@\n".to_owned() + &"-a b c\n".repeat(n / 14) + &"+a c d\n".repeat(n / 14)
    }),
    ("files", |n| "diff --git a/x b/x\n--- a/x\n+++ b/x\n".repeat(n / 34)),
    ("json brackets", |n| "[{\"a\":".repeat(n / 6)),
];

/// Draws the text in every way and returns the number of bytes drawn.
fn draw_all(text: &str) -> usize {
    let size = |blocks: &[Block]| -> usize {
        blocks
            .iter()
            .map(|block| match block {
                Block::Html { html } | Block::Code { html, .. } => html.len(),
            })
            .sum()
    };
    let mut drawn = size(&Markdown::whole(text));
    for language in ["rust", "tsx", "python", "html", "css", "yaml", "bash", "sql", "markdown"] {
        drawn += highlight::html(Some(language), text).len();
    }
    let mut screen = OutputScreen::new(500);
    screen.push(text);
    drawn += screen.output().html.len() + screen.plain().len();
    for file in diff::unified(text, "") {
        drawn += file.lines.iter().map(|line| line.html.len()).sum::<usize>();
    }
    for kind in [FileKind::Added, FileKind::Modified] {
        drawn += diff::change("a.rs", kind, None, text, "").lines.iter().map(|line| line.html.len()).sum::<usize>();
    }
    drawn + json(text).len() + visible(text).len()
}

fn cpu_ms() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    Some(text.split_whitespace().next()?.parse::<f64>().ok()? / 1e6)
}

#[test]
fn four_times_the_input_is_about_four_times_the_work() {
    let mut slow = Vec::new();
    for (name, make) in KINDS {
        let cost = |size: usize| {
            let text = make(size);
            let before = cpu_ms().unwrap_or_default();
            let drawn = draw_all(&text);
            (cpu_ms().unwrap_or_default() - before, drawn)
        };
        let (once, drawn) = cost(6_000);
        let (more, drawn_more) = cost(24_000);
        if std::env::var_os("SHOW_COSTS").is_some() {
            println!("{name}: {once:.0} ms, {more:.0} ms, {drawn} bytes, {drawn_more} bytes");
        }
        // Drawn bytes are exact. Time is not: linear work takes four times as long, quadratic work sixteen times.
        assert!(drawn_more <= drawn * 6 + 100_000, "{name}: {drawn} bytes, then {drawn_more}");
        assert!(drawn_more <= 24_000 * 200, "{name}: {drawn_more} bytes");
        if more > 12.0 * once.max(12.0) {
            slow.push(format!("{name}: {once:.0} ms, then {more:.0} ms"));
        }
    }
    assert!(slow.is_empty(), "{slow:#?}");
}

#[test]
fn a_push_costs_the_same_at_the_end_of_a_long_message() {
    // Counted in bytes drawn: a frame never redraws more than a chunk of bounded size.
    for (name, make) in KINDS {
        let text = make(36_000);
        let mut markdown = Markdown::new();
        let (mut most, before) = (0, cpu_ms().unwrap_or_default());
        for (n, part) in text.as_bytes().chunks(997).enumerate() {
            markdown.push(&String::from_utf8_lossy(part));
            if n % 8 != 7 {
                continue;
            }
            let drawn: usize = markdown
                .draw()
                .iter()
                .map(|drawn| match drawn {
                    render::Drawn::Grew { html } => html.len(),
                    render::Drawn::Blocks { blocks, .. } => blocks
                        .iter()
                        .map(|b| match b {
                            Block::Html { html } | Block::Code { html, .. } => html.len(),
                        })
                        .sum(),
                })
                .sum();
            most = most.max(drawn);
        }
        if std::env::var_os("SHOW_COSTS").is_some() {
            println!("{name}: {:.0} ms, at most {most} bytes in a frame", cpu_ms().unwrap_or_default() - before);
        }
        assert!(most < 4_000_000, "{name}: {most} bytes in one frame");
    }
}

#[test]
fn invalid_utf8_is_shown_as_such() {
    let mut screen = OutputScreen::new(10);
    screen.push_bytes(b"ok \xff\xfe\x80 \xe2\x82");
    screen.push_bytes(b"\xac \xf0\x9f");
    screen.push_bytes(b"x");
    assert_eq!(screen.plain(), "ok \u{fffd}\u{fffd}\u{fffd} € \u{fffd}x");
}

#[test]
fn deep_nesting_stays_readable() {
    let blocks = Markdown::whole(&("> ".repeat(10_000) + "the words"));
    let [Block::Html { html }] = blocks.as_slice() else { panic!("{} blocks", blocks.len()) };
    assert!(html.contains("the words"));
    let blocks = Markdown::whole(&("> ".repeat(60) + "the words"));
    let [Block::Html { html }] = blocks.as_slice() else { panic!() };
    assert_eq!(html.matches("<blockquote>").count(), 32);
    let blocks = Markdown::whole(&("[".repeat(10_000) + "the words" + &"]".repeat(10_000)));
    assert!(blocks.iter().any(|block| matches!(block, Block::Html { html } if html.contains("the words"))));
}
