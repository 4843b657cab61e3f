#![allow(clippy::unwrap_used, clippy::expect_used)]
use super::*;
use proptest::prelude::*;

/// The lines of a file as `kind old new html`.
fn shown(file: &FileDiff) -> String {
    let number = |n: Option<u32>| n.map_or("-".to_owned(), |n| n.to_string());
    let line = |line: &DiffLine| format!("{:?} {} {} {}", line.kind, number(line.old), number(line.new), line.html);
    file.lines.iter().map(line).collect::<Vec<_>>().join("\n")
}

fn one(text: &str) -> FileDiff {
    let files = unified(text, "/w");
    assert_eq!(files.len(), 1, "{files:?}");
    files.into_iter().next().unwrap()
}

fn head(file: &FileDiff) -> (&str, Option<&str>, FileKind, u32, u32, Option<&str>) {
    (&file.path, file.from.as_deref(), file.kind, file.added, file.removed, file.note.as_deref())
}

#[test]
fn a_modified_file_has_its_changed_words_marked() {
    let file = one(
        "diff --git a/src/q.rs b/src/q.rs\nindex 1..2 100644\n--- a/src/q.rs\n+++ b/src/q.rs\n@@ -58,3 +58,3 @@ fn put_back(x: u8)\n {\n-    jobs.push_back(job);\n+    jobs.push_front(job);\n }\n",
    );
    assert_eq!(head(&file), ("src/q.rs", None, FileKind::Modified, 1, 1, None));
    let word = |word: &str| {
        format!(
            "    jobs.<span class=\"k-f\">push_</span><mark class=\"word\"><span class=\"k-f\">{word}</span></mark>(job);"
        )
    };
    let expected = format!(
        "Hunk - - fn put_back(x: u8)\nSame 58 58 {{\nRemove 59 - {}\nAdd - 59 {}\nSame 60 60 }}",
        word("back"),
        word("front")
    );
    assert_eq!(shown(&file), expected);
}

#[test]
fn every_kind_of_file_change_is_told_apart() {
    let file = one(
        "diff --git a/n.txt b/n.txt\nnew file mode 100644\nindex 0..5\n--- /dev/null\n+++ b/n.txt\n@@ -0,0 +1 @@\n+x\n",
    );
    assert_eq!((head(&file), &*shown(&file)), (("n.txt", None, FileKind::Added, 1, 0, None), "Hunk - - \nAdd - 1 x"));
    let file =
        one("diff --git a/n.txt b/n.txt\ndeleted file mode 100644\n--- a/n.txt\n+++ /dev/null\n@@ -1 +0,0 @@\n-x\n");
    assert_eq!(
        (head(&file), &*shown(&file)),
        (("n.txt", None, FileKind::Deleted, 0, 1, None), "Hunk - - \nRemove 1 - x")
    );
    let file = one("diff --git a/o b/n\nsimilarity index 100%\nrename from o\nrename to n\n");
    assert_eq!((head(&file), file.lines.len()), (("n", Some("o"), FileKind::Renamed, 0, 0, None), 0));
    let file = one(
        "diff --git a/o b/n\nsimilarity index 90%\ncopy from o\ncopy to n\n--- a/o\n+++ b/n\n@@ -1 +1 @@\n-a\n+b\n",
    );
    assert_eq!(head(&file), ("n", Some("o"), FileKind::Copied, 1, 1, None));
    let file = one("diff --git a/run.sh b/run.sh\nold mode 100644\nnew mode 100755\n");
    assert_eq!(head(&file), ("run.sh", None, FileKind::Modified, 0, 0, Some("Mode 100644 to 100755")));
    let file = one("diff --git a/e b/e\nnew file mode 100644\nindex 0000000..e69de29\n");
    assert_eq!(head(&file), ("e", None, FileKind::Added, 0, 0, None));
}

#[test]
fn binary_files_say_so() {
    for body in ["Binary files a/i.png and b/i.png differ\n", "GIT binary patch\nliteral 3\nKc${Nk\n\n"] {
        let file = one(&format!("diff --git a/i.png b/i.png\nindex 1..2 100644\n{body}"));
        assert_eq!(head(&file), ("i.png", None, FileKind::Modified, 0, 0, Some("Binary file")));
    }
}

#[test]
fn a_missing_newline_is_noted() {
    let file =
        one("--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a b\n\\ No newline at end of file\n+a c\n\\ No newline at end of file\n");
    let expected = "Hunk - - \nRemove 1 - a <mark class=\"word\">b</mark>\nNote - - No newline at end of file\nAdd - 1 a <mark class=\"word\">c</mark>\nNote - - No newline at end of file";
    assert_eq!(shown(&file), expected);
}

#[test]
fn carriage_returns_are_shown_only_where_they_differ() {
    let file = one("--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n-a\r\n+b\r\n c\r\n");
    assert_eq!(shown(&file), "Hunk - - \nRemove 1 - a\nAdd - 1 b\nSame 2 2 c");
    let file = one("--- a/x\n+++ b/x\n@@ -1 +1 @@\n-same\r\n+same\n");
    assert_eq!(
        shown(&file),
        "Hunk - - \nRemove 1 - same<mark class=\"word\"><span class=\"ctl\">U+000D</span></mark>\nAdd - 1 same"
    );
}

#[test]
fn quoted_and_odd_paths_are_read() {
    let file = one(
        "diff --git \"a/\\303\\251\\342\\200\\256.txt\" \"b/\\303\\251\\342\\200\\256.txt\"\n--- \"a/\\303\\251\\342\\200\\256.txt\"\n+++ \"b/\\303\\251\\342\\200\\256.txt\"\n@@ -1 +1 @@\n-a\n+b\n",
    );
    assert_eq!(file.path, "é⟨U+202E⟩.txt");
    assert_eq!(one("diff --git a/a b/c d.txt b/a b/c d.txt\nnew file mode 100644\n").path, "a b/c d.txt");
    assert_eq!(one("--- /w/x.rs\t2026-01-01\n+++ /w/x.rs\t2026-01-02\n@@ -1 +1 @@\n-a\n+b\n").path, "x.rs");
}

#[test]
fn the_counts_decide_what_a_line_is() {
    let text = "--- a/x.sql\n+++ b/x.sql\n@@ -1,2 +1,2 @@\n--- gone\n+++ came\n \n@@ -9 +9 @@\n-a\n+b\n--- a/y\n+++ b/y\n@@ -1 +1 @@\n-c\n+d\n";
    let files = unified(text, "");
    assert_eq!(files.iter().map(|file| (&*file.path, file.lines.len())).collect::<Vec<_>>(), [("x.sql", 7), ("y", 3)]);
    assert_eq!(files[0].lines[1].html, "<span class=\"k-c\">-- gone</span>");
    assert_eq!(files[0].lines[3].html, "");
}

#[test]
fn a_combined_diff_has_one_side_of_numbers() {
    let file = one(
        "diff --cc x.txt\nindex 1,2..3\n--- a/x.txt\n+++ b/x.txt\n@@@ -1,2 -1,2 +1,3 @@@ here\n  a\n- b\n -c\n++d\n +e\n",
    );
    assert_eq!(head(&file), ("x.txt", None, FileKind::Modified, 2, 2, None));
    assert_eq!(shown(&file), "Hunk - - here\nSame - 1 a\nRemove - - b\nRemove - - c\nAdd - 2 d\nAdd - 3 e");
}

#[test]
fn a_file_change_item_is_drawn_by_its_kind() {
    let file = change("/w/src/a.rs", FileKind::Added, None, "fn a() {}\n", "/w");
    assert_eq!(head(&file), ("src/a.rs", None, FileKind::Added, 1, 0, None));
    assert_eq!(shown(&file), "Add - 1 <span class=\"k-k\">fn</span> <span class=\"k-f\">a</span>() {}");
    let file = change("/w/a", FileKind::Deleted, None, "x\ny", "/w");
    assert_eq!(shown(&file), "Remove 1 - x\nRemove 2 - y\nNote - - No newline at end of file");
    let file =
        change("/w/b", FileKind::Renamed, Some("/w/a"), "@@ -1 +1 @@\n-hello\n+hello world\n\n\nMoved to: /w/b", "/w");
    assert_eq!(head(&file), ("b", Some("a"), FileKind::Renamed, 1, 1, None));
    assert_eq!(shown(&file), "Hunk - - \nRemove 1 - hello\nAdd - 1 hello<mark class=\"word\"> world</mark>");
    assert_eq!(change("/w/e", FileKind::Added, None, "", "/w").lines, []);
    assert_eq!(change("/w/i", FileKind::Added, None, "\0PNG", "/w").note.as_deref(), Some("Binary file"));
    assert_eq!(
        change("/w/i", FileKind::Modified, None, "no hunk", "/w").note.as_deref(),
        Some("The change could not be read.")
    );
    assert_eq!(change("/w/i", FileKind::Renamed, Some("/w/j"), "", "/w").note, None);
}

#[test]
fn hunks_without_numbers_are_drawn_without_numbers() {
    let file = change("a", FileKind::Modified, None, "@@ fn main\n a\n-b\n+c\n@@\n d\n", "");
    assert_eq!(shown(&file), "Hunk - - \nSame - - a\nRemove - - b\nAdd - - c\nHunk - - \nSame - - d");
}

#[test]
fn unequal_sides_are_paired_by_similarity() {
    let file = one(
        "--- a/x.txt\n+++ b/x.txt\n@@ -1 +1,3 @@\n-let total = sum(a);\n+// say why\n+let total = sum(b);\n+done\n",
    );
    assert_eq!(file.lines[2].html, "// say why");
    assert_eq!(file.lines[3].html, "let total = sum(<mark class=\"word\">b</mark>);");
}

#[test]
fn a_comment_opened_in_the_hunk_is_still_open_on_a_later_page() {
    let body: String = std::iter::once("/* open\n".to_owned()).chain((0..50).map(|n| format!("line {n}\n"))).collect();
    let patch = parse_change("a.c", FileKind::Added, None, &body, "");
    assert_eq!(patch.lines(40..41)[0].html, "<span class=\"k-c\">line 39</span>");
    assert_eq!(patch.lines(40..41), patch.lines(0..51)[40..41]);
    assert_eq!(patch.lines(60..70), []);
}

#[test]
fn a_page_far_down_equals_that_part_of_the_whole() {
    let lines = |n: usize| {
        if n % 1_500 == 7 {
            "/* open\n".to_owned()
        } else if n % 1_500 == 1_100 {
            "*/\n".to_owned()
        } else {
            format!("int a{n};\n")
        }
    };
    let patch = parse_change("a.c", FileKind::Added, None, &(0..5_000).map(lines).collect::<String>(), "");
    let all = patch.lines(0..5_000);
    for from in [999, 1_000, 1_001, 1_999, 2_500, 4_000, 4_999] {
        assert_eq!(patch.lines(from..from + 3), all[from..(from + 3).min(5_000)], "from {from}");
    }
}

#[test]
fn what_is_cut_from_a_diff_is_counted() {
    let body = "x\n".repeat(100_000);
    let file = change("a", FileKind::Added, None, &body, "");
    assert_eq!((file.lines.len(), file.cut, file.added), (LIMIT, 99_000, 100_000));
    let many: String = (0..10)
        .map(|n| format!("diff --git a/{n} b/{n}\n--- a/{n}\n+++ b/{n}\n@@ -1,900 +0,0 @@\n{}", "-y\n".repeat(900)))
        .collect();
    let files = unified(&many, "");
    assert_eq!(files.iter().map(|file| file.lines.len()).sum::<usize>(), TOTAL);
    assert!(files.iter().all(|file| file.lines.len() as u32 + file.cut == 901));
    let long = change("a", FileKind::Added, None, &"é".repeat(1_000_000), "");
    assert!(long.lines[0].html.ends_with("<span class=\"cut\">… 1996000</span>"));
}

#[test]
fn markup_in_a_diff_is_text() {
    let file = change("a.html", FileKind::Added, None, "<script>alert(1)</script>\n", "");
    assert!(!file.lines[0].html.contains("<script"));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_counts_of_any_diff_add_up(parts in prop::collection::vec(prop::sample::select(vec![
        "diff --git a/x b/x", "diff --cc x", "--- a/x", "+++ b/x", "--- /dev/null", "@@ -1,3 +1,3 @@", "@@@ -1 -1 +1 @@@", "@@", "@@ -1 +1", " a", "+b",
        "-c", "\\ No newline", "", "\r", "+é\u{202e}", "rename from \"\\3", "rename to y", "Binary files differ", "old mode 1", "+", "-", "@@ -4294967295,9 +4294967295,9 @@", "junk",
    ]), 0..30), kind in 0_usize..4) {
        let text = parts.join("\n");
        for patch in parse(&text, "/w") {
            let lines = patch.lines(0..patch.len());
            prop_assert_eq!(lines.iter().filter(|line| line.kind == LineKind::Add).count(), patch.added as usize);
            for from in 0..lines.len() {
                prop_assert_eq!(&patch.lines(from..from + 2)[..], &lines[from..(from + 2).min(lines.len())]);
            }
        }
        let kind = [FileKind::Added, FileKind::Deleted, FileKind::Modified, FileKind::Renamed][kind];
        change("x.rs", kind, Some("y"), &text, "/w");
    }
}
