use super::super::parse_change;
use super::*;
use proptest::prelude::*;

fn edit(body: &str) -> Patch {
    parse_change("x.txt", FileKind::Modified, None, body, "")
}

fn one(parts: &[Patch]) -> Patch {
    match Patch::net(parts) {
        Net::One(patch) => patch,
        other => panic!("{other:?}"),
    }
}

fn shown(patch: &Patch) -> String {
    let line = |line: crate::DiffLine| {
        let number = |n: Option<u32>| n.map_or("-".to_owned(), |n| n.to_string());
        format!("{:?} {} {} {}", line.kind, number(line.old), number(line.new), line.html)
    };
    patch.lines(0..usize::MAX).into_iter().map(line).collect::<Vec<_>>().join("\n")
}

#[test]
fn an_added_file_that_was_edited_is_one_addition() {
    let made = parse_change("x.txt", FileKind::Added, None, "one\ntwo\nthree\n", "");
    let net = one(&[made, edit("@@ -1,3 +1,3 @@\n one\n-two\n+TWO\n three\n")]);
    assert_eq!((net.kind, net.added, net.removed), (FileKind::Added, 3, 0));
    assert_eq!(shown(&net), "Add - 1 one\nAdd - 2 TWO\nAdd - 3 three");
}

#[test]
fn hunks_are_numbered_by_the_whole_files_before_and_after() {
    let below = edit("@@ -20,2 +20,3 @@\n a\n+new\n b\n");
    let above = edit("@@ -3,3 +3,2 @@\n c\n-gone\n d\n");
    let again = edit("@@ -20,1 +20,1 @@\n-new\n+newer\n");
    let net = one(&[below, above, again]);
    let hunks =
        "Hunk - - \nSame 3 3 c\nRemove 4 - gone\nSame 5 4 d\nHunk - - \nSame 20 19 a\nAdd - 20 newer\nSame 21 21 b";
    assert_eq!((shown(&net), net.kind), (hunks.to_owned(), FileKind::Modified));
    assert_eq!(net.gaps().iter().map(|gap| gap.lines).collect::<Vec<_>>(), [2, 14]);
}

#[test]
fn an_edit_that_was_undone_is_no_change() {
    let (there, back) = ("@@ -5,1 +5,1 @@\n-a\n+b\n", "@@ -5,1 +5,1 @@\n-b\n+a\n");
    assert!(matches!(Patch::net(&[edit(there), edit(back)]), Net::Nothing));
    let made = parse_change("x.txt", FileKind::Added, None, "one\n", "");
    let gone = parse_change("x.txt", FileKind::Deleted, None, "one\n", "");
    assert!(matches!(Patch::net(&[made.clone(), gone.clone()]), Net::Nothing));
    assert!(matches!(Patch::net(&[gone.clone(), made.clone()]), Net::Nothing));
    let net = one(&[gone, made, edit("@@ -1 +1,2 @@\n one\n+two\n")]);
    assert_eq!((net.kind, shown(&net).as_str()), (FileKind::Modified, "Hunk - - \nSame 1 1 one\nAdd - 2 two"));
}

#[test]
fn a_renamed_file_is_followed() {
    let moved = |from: &str, to: &str, body: &str| parse_change(to, FileKind::Renamed, Some(from), body, "");
    let net = one(&[moved("x.txt", "y.txt", ""), moved("y.txt", "z.txt", "@@ -1 +1 @@\n-a\n+b\n")]);
    assert_eq!((net.kind, net.from.as_deref(), net.path.as_str()), (FileKind::Renamed, Some("x.txt"), "z.txt"));
    let back = Patch::net(&[moved("x.txt", "y.txt", ""), moved("y.txt", "x.txt", "")]);
    assert!(matches!(back, Net::Nothing), "{back:?}");
    let gone = one(&[edit("@@ -1 +1 @@\n-a\n+b\n"), parse_change("x.txt", FileKind::Deleted, None, "b\nc\n", "")]);
    assert_eq!((gone.kind, shown(&gone).as_str()), (FileKind::Deleted, "Remove 1 - a\nRemove 2 - c"));
}

#[test]
fn a_missing_line_end_is_still_noted() {
    let parts = [
        edit("@@ -1 +1 @@\n-a\n+b\n\\ No newline at end of file\n"),
        edit("@@ -1 +1,2 @@\n-b\n\\ No newline at end of file\n+b\n+c\n"),
    ];
    assert_eq!(shown(&one(&parts)), "Hunk - - \nRemove 1 - a\nAdd - 1 b\nAdd - 2 c");
    let parts = [edit("@@ -1 +1 @@\n-a\n+b\n"), edit("@@ -1 +1 @@\n-b\n+a\n\\ No newline at end of file\n")];
    assert_eq!(shown(&one(&parts)), "Hunk - - \nRemove 1 - a\nAdd - 1 a\nNote - - No newline at end of file");
}

#[test]
fn edits_that_do_not_fit_are_not_combined() {
    let first = edit("@@ -5,1 +5,1 @@\n-a\n+b\n");
    let made = parse_change("x.txt", FileKind::Added, None, "one\n", "");
    let binary = parse_change("x.txt", FileKind::Deleted, None, "\0", "");
    for odd in
        ["@@ -5,1 +5,1 @@\n-c\n+d\n", "@@\n-b\n+c\n", "@@ -4294967295 +4294967295 @@\n-b\n+c\n", "@@ -5 +9 @@\n b\n"]
    {
        assert!(matches!(Patch::net(&[first.clone(), edit(odd)]), Net::Unclear), "{odd}");
    }
    for odd in [made.clone(), binary] {
        assert!(matches!(Patch::net(&[first.clone(), odd]), Net::Unclear));
    }
    assert!(matches!(Patch::net(&[made, edit("@@ -3 +3 @@\n-b\n+c\n")]), Net::Unclear), "beyond its end");
}

#[test]
fn many_edits_of_100000_lines_are_combined() {
    let body: String = (0..100_000).map(|n| format!("line {n}\n")).collect();
    let mut parts = vec![parse_change("x.txt", FileKind::Added, None, &body, "")];
    parts.extend((1..=100).map(|n| edit(&format!("@@ -{n} +{n} @@\n-line {}\n+LINE\n", n - 1))));
    let net = one(&parts);
    assert_eq!((net.added, net.removed, net.len()), (100_000, 0, 100_000));
}

/// A change of some lines, with up to two lines around it, as a diff tool writes it.
fn change(file: &mut Vec<String>, at: usize, gone: usize, came: &[u8]) -> String {
    let at = at.min(file.len());
    let gone = gone.min(file.len() - at);
    let (from, to) = (at.saturating_sub(2), (at + gone + 2).min(file.len()));
    let line = |mark: char, text: &String| format!("{mark}{text}\n");
    let came: Vec<String> = came.iter().map(|n| format!("l{}", n % 4)).collect();
    let mut body: String = file[from..at].iter().map(|text| line(' ', text)).collect();
    body.extend(file[at..at + gone].iter().map(|text| line('-', text)));
    body.extend(came.iter().map(|text| line('+', text)));
    body.extend(file[at + gone..to].iter().map(|text| line(' ', text)));
    let (olds, news) = (to - from, to - from - gone + came.len());
    let first = |count: usize| if count == 0 { from } else { from + 1 };
    file.splice(at..at + gone, came);
    format!("@@ -{},{olds} +{},{news} @@\n{body}", first(olds), first(news))
}

/// Applies a patch to a file; it must fit.
fn applied(patch: &Patch, before: &[String]) -> Vec<String> {
    let (mut after, mut at) = (Vec::new(), 0);
    for row in &patch.rows {
        let text = patch.text(row).to_owned();
        match row.kind {
            LineKind::Hunk | LineKind::Note => {}
            LineKind::Add => {
                while after.len() + 1 < row.new as usize {
                    after.push(before[at].clone());
                    at += 1;
                }
                assert_eq!(after.len() + 1, row.new as usize);
                after.push(text);
            }
            _ => {
                after.extend_from_slice(&before[at..row.old as usize - 1]);
                at = row.old as usize;
                assert_eq!(text, before[at - 1]);
                if row.kind == LineKind::Same {
                    assert_eq!(after.len() + 1, row.new as usize);
                    after.push(text);
                }
            }
        }
    }
    after.extend_from_slice(&before[at..]);
    after
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_net_change_equals_all_edits(
        size in 0_usize..30,
        edits in prop::collection::vec((0_usize..40, 0_usize..5, prop::collection::vec(any::<u8>(), 0..5)), 2..12),
    ) {
        let before: Vec<String> = (0..size).map(|n| format!("l{}", n % 7)).collect();
        let mut after = before.clone();
        let parts: Vec<Patch> = edits.iter().map(|(at, gone, came)| edit(&change(&mut after, *at, *gone, came))).collect();
        match Patch::net(&parts) {
            Net::One(net) => prop_assert_eq!(applied(&net, &before), after),
            Net::Nothing => prop_assert_eq!(before, after),
            Net::Unclear => prop_assert!(false, "they follow from one another"),
        }
    }
}
