#![allow(clippy::unwrap_used, clippy::expect_used)]
use super::*;
use proptest::prelude::*;

/// The HTML of a text that is one block.
fn html(text: &str) -> String {
    let blocks = Markdown::whole(text);
    match blocks.as_slice() {
        [Block::Html { html }] => html.clone(),
        _ => panic!("{blocks:?}"),
    }
}

fn code(language: Option<&str>, html: &str, open: bool) -> Block {
    Block::Code { language: language.map(str::to_owned), html: html.to_owned(), open }
}

fn p(html: &str) -> Block {
    Block::Html { html: html.to_owned() }
}

/// Pushes the parts one by one and applies the updates, as a window would.
fn streamed<'a>(pushes: impl IntoIterator<Item = &'a str>) -> Vec<Block> {
    let mut markdown = Markdown::new();
    let mut window: Vec<Block> = Vec::new();
    let mut play = |markdown: &mut Markdown| {
        for drawn in markdown.draw() {
            match drawn {
                Drawn::Blocks { from, blocks } => {
                    window.truncate(from as usize);
                    assert_eq!(window.len(), from as usize);
                    window.extend(blocks);
                }
                Drawn::Grew { html: more } => match window.last_mut() {
                    Some(Block::Code { html, open: true, .. }) => html.push_str(&more),
                    other => panic!("{more} onto {other:?}"),
                },
            }
        }
        assert_eq!(window, markdown.blocks());
    };
    for push in pushes {
        markdown.push(push);
        play(&mut markdown);
    }
    markdown.finish();
    play(&mut markdown);
    window
}

#[test]
fn prose_is_drawn_in_its_marks() {
    assert_eq!(
        html("a *b* **c** ~~d~~ `e<f>`"),
        "<p>a <em>b</em> <strong>c</strong> <del>d</del> <code>e&lt;f&gt;</code></p>"
    );
    assert_eq!(html("a\nb  \nc"), "<p>a\nb<br>c</p>");
    assert_eq!(html("## Head *x*"), "<h2>Head <em>x</em></h2>");
    assert_eq!(html("Head\n==="), "<h1>Head</h1>");
    assert_eq!(html("> a\n> > b"), "<blockquote><p>a</p><blockquote><p>b</p></blockquote></blockquote>");
    assert_eq!(html("> [!WARNING]\n> hot"), "<blockquote class=\"alert warning\"><p>hot</p></blockquote>");
    assert_eq!(html("***"), "<hr>");
}

#[test]
fn lists_keep_their_kind_number_and_boxes() {
    assert_eq!(html("- a\n- b\n  - c"), "<ul><li>a</li><li>b<ul><li>c</li></ul></li></ul>");
    assert_eq!(html("3. a\n4. b"), "<ol start=\"3\"><li>a</li><li>b</li></ol>");
    assert_eq!(
        html("- [ ] a\n- [x] b"),
        "<ul><li class=\"task\"><input type=\"checkbox\" disabled=\"\">a</li>\
         <li class=\"task\"><input type=\"checkbox\" disabled=\"\" checked=\"\">b</li></ul>"
    );
    assert_eq!(
        html("1. a\n\n   ```sh\n   - no item\n   ```\n2. b"),
        "<ol><li><p>a</p><pre class=\"code\" data-language=\"sh\"><code>- no item</code></pre></li><li><p>b</p></li></ol>"
    );
}

#[test]
fn a_long_list_continues_its_numbers() {
    let text: String = (0..200).map(|n| format!("1. item {n} {}\n", "x".repeat(50))).collect();
    let blocks = Markdown::whole(&text);
    assert_eq!(blocks.len(), 6);
    let Block::Html { html } = &blocks[1] else { panic!() };
    let Block::Html { html: first } = &blocks[0] else { panic!() };
    assert!(html.starts_with(&format!("<ol start=\"{}\">", first.matches("<li>").count() + 1)), "{}", &html[..40]);
}

#[test]
fn tables_align_by_class() {
    assert_eq!(
        html("|a|b|c|\n|-|-:|:-:|\n|1|2|3|"),
        "<table><thead><tr><th>a</th><th class=\"n\">b</th><th class=\"center\">c</th></tr></thead>\
         <tbody><tr><td>1</td><td class=\"n\">2</td><td class=\"center\">3</td></tr></tbody></table>"
    );
}

#[test]
fn a_long_table_repeats_its_header() {
    let rows: String = (0..2_000).map(|n| format!("| {n} | some words here |\n")).collect();
    let blocks = Markdown::whole(&format!("| a | b |\n|---|---|\n{rows}"));
    assert!(blocks.len() > 1);
    for block in blocks {
        assert!(matches!(block, Block::Html { html } if html.starts_with("<table><thead><tr><th>a</th>")));
    }
}

#[test]
fn fences_become_code_blocks() {
    let blocks = Markdown::whole("a\n```text x\n<b>\n\n```\nc\n~~~\nd\n```\n~~~\n````\n```\n````");
    let expected = [
        p("<p>a</p>"),
        code(Some("text"), "&lt;b&gt;\n", false),
        p("<p>c</p>"),
        code(None, "d\n```", false),
        code(None, "```", false),
    ];
    assert_eq!(blocks, expected);
    assert_eq!(Markdown::whole("```\r\na\r\nb\r\n```\r\nc"), [code(None, "a\nb", false), p("<p>c</p>")]);
    assert_eq!(Markdown::whole("```text\nnever closed"), [code(Some("text"), "never closed", false)]);
}

#[test]
fn an_open_fence_holds_back_what_may_close_it() {
    let mut markdown = Markdown::new();
    let mut next = |text: &str| {
        markdown.push(text);
        markdown.draw()
    };
    let grew = |html: &str| vec![Drawn::Grew { html: html.to_owned() }];
    assert_eq!(next("```text\n"), [Drawn::Blocks { from: 0, blocks: vec![code(Some("text"), "", true)] }]);
    assert_eq!(next("a <"), grew("a &lt;"));
    assert_eq!(next("b\n"), grew("b"));
    assert_eq!(next("``"), []);
    assert_eq!(next("x"), grew("\n``x"));
    assert_eq!(next("\n\n``"), grew("\n"));
    assert_eq!(next("`\n"), [Drawn::Blocks { from: 0, blocks: vec![code(Some("text"), "a &lt;b\n``x\n", false)] }]);
    assert_eq!(next("z"), [Drawn::Blocks { from: 1, blocks: vec![p("<p>z</p>")] }]);
    assert_eq!(next("z\n\n"), [Drawn::Blocks { from: 1, blocks: vec![p("<p>zz</p>")] }]);
    assert_eq!(next("y"), [Drawn::Blocks { from: 2, blocks: vec![p("<p>y</p>")] }]);
}

#[test]
fn a_link_says_where_it_leads() {
    let rel = "rel=\"noopener noreferrer\"";
    assert_eq!(
        html("[a](https://x.example/?a&b)"),
        format!("<p><a href=\"https://x.example/?a&amp;b\" {rel}>a</a></p>")
    );
    assert_eq!(
        html("at https://x.example/a_b."),
        format!("<p>at <a href=\"https://x.example/a_b\" {rel}>https://x.example/a_b</a>.</p>")
    );
    assert_eq!(
        html("<https://x.example>"),
        format!("<p><a href=\"https://x.example\" {rel}>https://x.example</a></p>")
    );
    assert_eq!(
        html("[https://good.example](https://evil.example)"),
        format!(
            "<p><a href=\"https://evil.example\" {rel}>https://good.example</a> <span class=\"host\">evil.example</span></p>"
        )
    );
    assert_eq!(html("[a](javascript:alert(1))"), "<p>a <span class=\"host\">javascript:alert(1)</span></p>");
    let file = |path: &str, inner: &str| {
        format!("<p><a class=\"file-ref\" role=\"link\" tabindex=\"0\" data-path=\"{path}\" {rel}>{inner}</a></p>")
    };
    assert_eq!(html("[main](src/main.rs#L12)"), file("src/main.rs:12", "main"));
    assert_eq!(html("`src/main.rs:12`"), file("src/main.rs:12", "<code>src/main.rs:12</code>"));
    assert_eq!(html("src/main.rs:12"), file("src/main.rs:12", "src/main.rs:12"));
}

#[test]
fn references_and_footnotes_work_across_blocks() {
    let rel = "rel=\"noopener noreferrer\"";
    let blocks =
        streamed(["[a][Late] and [^n] and [x]\n\n", "[late]: https://x.example\n\n[^n]: A note.\n\n", "[late] [^n]"]);
    let link = |text: &str| format!("<a href=\"https://x.example\" {rel}>{text}</a>");
    let note = "<sup class=\"footnote-ref\" data-note=\"n\">n</sup>";
    let expected = [
        p(&format!("<p>{} and {note} and [x]</p>", link("a"))),
        p("<div class=\"footnote\" data-note=\"n\"><sup>n</sup> <p>A note.</p></div>"),
        p(&format!("<p>{} {note}</p>", link("late"))),
    ];
    assert_eq!(blocks, expected);
}

#[test]
fn an_image_becomes_a_placeholder() {
    assert_eq!(
        html("![a *b*](https://x.example/i.png)"),
        "<p><span class=\"image\" data-src=\"https://x.example/i.png\"><span class=\"image-alt\">a b</span> \
         <span class=\"host\">x.example</span></span></p>"
    );
    assert_eq!(
        html("![a](data:image/png;base64,AAAA)"),
        "<p><span class=\"image\"><span class=\"image-alt\">a</span></span></p>"
    );
}

#[test]
fn raw_html_is_kept_dropped_or_shown_as_text() {
    assert_eq!(html("a <kbd onclick=x>b</kbd> <br/>c"), "<p>a <kbd>b</kbd> <br>c</p>");
    assert_eq!(html("Vec<String> <script>x</script>"), "<p>Vec&lt;String&gt; &lt;script&gt;x&lt;/script&gt;</p>");
    assert_eq!(html("<details><summary>More</summary>\ntext\n</details>"), "<p>More\ntext\n</p>");
    assert_eq!(html("<!-- a\n\nb --> c"), "<p> c</p>");
    assert_eq!(html("<b>a"), "<p><b>a</b></p>");
}

#[test]
fn math_and_shell_variables_stay_text() {
    assert_eq!(html("$x_1^2$ and $HOME/$USER"), "<p><span class=\"math\">$x_1^2$</span> and $HOME/$USER</p>");
    assert_eq!(html("$$\na*b*c\n$$"), "<p><span class=\"math\">$$\na*b*c\n$$</span></p>");
}

#[test]
fn hidden_characters_are_spelled_out() {
    assert_eq!(html("a\u{202e}b"), "<p>a<span class=\"ctl\">U+202E</span>b</p>");
}

#[test]
fn a_draw_without_changes_is_empty() {
    let mut markdown = Markdown::new();
    assert_eq!(markdown.draw(), []);
    markdown.push("a");
    assert_eq!(markdown.draw().len(), 1);
    assert_eq!(markdown.draw(), []);
    markdown.push("\n");
    assert_eq!(markdown.draw(), []);
    markdown.finish();
    assert_eq!(markdown.draw(), []);
}

/// Markdown built from constructs that interact.
fn tangled() -> impl Strategy<Value = String> {
    let part = prop::sample::select(vec![
        "\n",
        "\n\n",
        "a",
        " b",
        "- ",
        "1. ",
        "2) ",
        "> ",
        "```",
        "```rs\n",
        "~~~",
        "`",
        "*",
        "**",
        "_",
        "# ",
        "    ",
        "  ",
        "\t",
        "[x]",
        "[x]: https://x.example\n",
        "[^1]",
        "[^1]: n",
        "](",
        ")",
        "![",
        "|",
        "|-|-|\n",
        "<b>",
        "</b>",
        "<!--",
        "-->",
        "<pre>",
        "<script>",
        "$",
        "$$",
        "\\",
        "\r\n",
        "\r",
        "é",
        "\u{202e}",
        "👩\u{200d}👧",
        "https://x.example",
        "src/a.rs:1",
        "---",
        "===",
        "&amp;",
        "&#x6a;",
        "\0",
        "- [ ] ",
        "~~",
        ":",
        "\u{feff}",
    ]);
    prop::collection::vec(part, 0..60).prop_map(|parts| parts.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_split_into_pushes_does_not_matter(text in tangled(), cuts in prop::collection::vec(any::<prop::sample::Index>(), 0..12)) {
        let mut at: Vec<usize> = cuts.iter().map(|cut| cut.index(text.len() + 1)).filter(|&i| text.is_char_boundary(i)).collect();
        at.extend([0, text.len()]);
        at.sort_unstable();
        let pushes = at.windows(2).map(|w| &text[w[0]..w[1]]);
        prop_assert_eq!(streamed(pushes), Markdown::whole(&text));
    }

    #[test]
    fn any_text_is_drawn(text in ".{0,200}") {
        streamed(text.split_inclusive(' '));
    }
}

#[test]
fn the_split_does_not_change_where_long_lines_are_cut() {
    let text = "é".repeat(40_000) + "\n\n- " + &"word ".repeat(20_000) + "\n```\n" + &"x".repeat(50_000);
    let chars: Vec<String> = text.chars().collect::<Vec<_>>().chunks(997).map(|c| c.iter().collect()).collect();
    assert_eq!(streamed(chars.iter().map(String::as_str)), Markdown::whole(&text));
}
