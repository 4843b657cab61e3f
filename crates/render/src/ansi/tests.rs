#![allow(clippy::unwrap_used, clippy::expect_used)]
use super::*;

#[test]
fn a_full_output_draws_any_page() {
    let text: String = (0..1_000).map(|n| format!("{n}\r{n}!\n")).collect();
    let sheet = FullOutput::of(&text);
    assert_eq!((sheet.len(), sheet.lines(998..2_000)), (1_000, vec!["998!".to_owned(), "999!".to_owned()]));
    assert_eq!(FullOutput::of("").lines(0..9), [""]);
    let long = FullOutput::of(&"x\n".repeat(FULL_OUTPUT_LINES + 50));
    assert_eq!(long.lines(0..1), ["<span class=\"cut\">… 50</span>"]);
    assert_eq!(long.len(), FULL_OUTPUT_LINES + 1);
}

use proptest::prelude::*;

fn drawn(text: &str) -> String {
    let mut screen = OutputScreen::new(100);
    screen.push(text);
    screen.output().html
}

fn plain(text: &str) -> String {
    let mut screen = OutputScreen::new(100);
    screen.push(text);
    screen.plain()
}

#[test]
fn colours_and_emphasis_become_classes() {
    assert_eq!(drawn("\x1b[1;32mok\x1b[0m <b>"), "<span class=\"ansi-2 ansi-bold\">ok</span> &lt;b&gt;");
    assert_eq!(
        drawn("\x1b[38;5;196ma\x1b[38;2;0;128;0mb\x1b[m"),
        "<span class=\"ansi-9\">a</span><span class=\"ansi-2\">b</span>"
    );
    assert_eq!(
        drawn("\x1b[2;3;4;9;7mx"),
        "<span class=\"ansi-dim ansi-italic ansi-underline ansi-strike ansi-inverse\">x</span>"
    );
    assert_eq!(drawn("\x1b[48:5:4mx"), "<span class=\"ansi-bg-4\">x</span>");
    assert_eq!(drawn("a\x1b[31m\nb\x1b[0m"), "a\n<span class=\"ansi-1\">b</span>");
}

#[test]
fn a_carriage_return_overwrites_the_line() {
    assert_eq!(drawn("10%\r50%\r100%\ndone"), "100%\ndone");
    assert_eq!(drawn("abcdef\rXY"), "XYcdef");
    assert_eq!(drawn("abcdef\r\x1b[KXY"), "XY");
    assert_eq!(drawn("a\r\nb\r\n"), "a\nb");
    assert_eq!(drawn("\x1b[31mred\x1b[0m\rb"), "b<span class=\"ansi-1\">ed</span>");
    assert_eq!(drawn("ab\x08c"), "ac");
}

#[test]
fn cursor_moves_are_flattened_into_lines() {
    assert_eq!(drawn("one\ntwo\n\x1b[2AONE\x1b[2B\rthree"), "ONE\ntwo\nthree");
    assert_eq!(drawn("a\x1b[5Cb"), "a     b");
    assert_eq!(drawn("abc\x1b[2Dx\x1b[1Gy"), "yxc");
    assert_eq!(drawn("a\nb\nc\x1b[1A\r\x1b[Jz"), "a\nz");
    assert_eq!(drawn("abc\x1b[2K\rd"), "d");
    assert_eq!(drawn("a\tb"), "a       b");
    assert_eq!(drawn("a\x1b7bc\x1b8d"), "adc");
    assert_eq!(drawn("\x1b[2J\x1b[H\x1b[?25lx\x1b[?1049h"), "x");
}

#[test]
fn terminal_links_lead_only_to_https() {
    let link = |address: &str| format!("\x1b]8;;{address}\x1b\\text\x1b]8;;\x1b\\.");
    let shown = "<a href=\"https://x.example/?a&amp;b\" rel=\"noopener noreferrer\">text</a>.";
    assert_eq!(drawn(&link("https://x.example/?a&b")), shown);
    assert_eq!(drawn(&link("https://x.example/?a&b").replace("\x1b\\", "\x07")), shown);
    for address in ["javascript:alert(1)", "http://x.example", "file:///etc/passwd", "https://a\"onclick=b", "data:,x"]
    {
        assert_eq!(drawn(&link(address)), "text.", "{address}");
    }
    assert_eq!(drawn("\x1b]0;title\x07a\x1b]52;c;ZXZpbA==\x07b\x1bPq#0;2;0;0;0\x1b\\c\x1b_apc\x1b\\d"), "abcd");
    assert_eq!(drawn("\x1b]0;never closed\nnext"), "\nnext");
}

#[test]
fn lines_cut_from_the_top_are_still_copied() {
    let mut screen = OutputScreen::new(3);
    for n in 0..10 {
        screen.push(&format!("\x1b[31m{n}\x1b[0m\n"));
    }
    let output = screen.output();
    assert_eq!(output.earlier, 7);
    assert_eq!(output.html.matches('\n').count(), 2);
    assert_eq!(screen.plain(), (0..10).map(|n| format!("{n}\n")).collect::<String>());
}

#[test]
fn a_line_cut_on_screen_is_whole_in_the_copy() {
    let text = "x".repeat(1_000_000);
    let mut screen = OutputScreen::new(100);
    screen.push(&text);
    screen.push("\nnext");
    assert_eq!(screen.output().html, format!("{}<span class=\"cut\">… 998000</span>\nnext", "x".repeat(2_000)));
    assert_eq!(screen.plain(), text + "\nnext");
}

#[test]
fn kept_output_is_bounded() {
    let mut screen = OutputScreen::new(10);
    for _ in 0..40 {
        screen.push(&"y".repeat(1_000_000));
        screen.push(&"z\n".repeat(100));
    }
    assert!(screen.plain().len() < 3 * KEPT);
    assert!(screen.plain().starts_with("… "));
    assert!(screen.output().html.len() < DRAWN_BYTES + 100_000);
}

#[test]
fn hidden_characters_are_spelled_out() {
    assert_eq!(
        drawn("a\u{202e}b\u{9b}c\u{7f}"),
        "a<span class=\"ctl\">U+202E</span>b<span class=\"ctl\">U+009B</span>c"
    );
    assert_eq!(plain("a\x1b[31mb\x1b[0m\r\n"), "ab\n");
}

#[test]
fn characters_split_between_pushes_are_joined() {
    let mut screen = OutputScreen::new(10);
    for byte in "é👩\u{200d}👧".bytes() {
        screen.push_bytes(&[byte]);
    }
    screen.push_bytes(b"\xff\xc3(");
    screen.push_bytes(b"a");
    assert_eq!(screen.plain(), "é👩\u{200d}👧\u{fffd}\u{fffd}(a");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_split_into_pushes_does_not_matter(parts in prop::collection::vec(prop::sample::select(vec![
        "\x1b", "[", "]", "8;;https://x.example", "\x07", "\\", "31m", "1;", "A", "B", "C", "D", "K", "2K", "J", "G", "m", "P", "X", "\r", "\n",
        "\t", "\x08", "abc", "é", "👩", "\x1b[", "\x1b]", "\x1b[38;5;", "\x1bP", "999", "?", ";", "H", "s", "u", "\x1b7", "\x1b8", "\u{9b}", "\0",
    ]), 0..50), sizes in prop::collection::vec(1_usize..7, 1..20)) {
        let text = parts.concat();
        let (mut whole, mut bytes) = (OutputScreen::new(4), OutputScreen::new(4));
        whole.push(&text);
        let mut rest = text.as_bytes();
        let mut sizes = sizes.iter().cycle();
        while !rest.is_empty() {
            let (now, later) = rest.split_at((*sizes.next().unwrap()).min(rest.len()));
            bytes.push_bytes(now);
            rest = later;
        }
        prop_assert_eq!(whole.output(), bytes.output());
        prop_assert_eq!(whole.plain(), bytes.plain());
    }
}
