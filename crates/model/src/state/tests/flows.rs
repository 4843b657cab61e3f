//! What a person sees of each recorded exchange, at its end and on the way there.

use super::outline::{of_row, outline};
use super::replay::{ALL, Fixture, played, steps, threads};
use crate::state::Busy;
use contract::change::{Change, HeadState, Mark};
use contract::row::Body;
use protocol::Event;
use std::path::Path;

/// `UPDATE_OUTLINES=1` writes the files. Read what changed before you commit it.
#[test]
fn every_exchange_ends_in_the_threads_it_is_known_to_end_in() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/state/tests/outlines");
    for name in ALL {
        let fixture = played(name);
        let shown: Vec<String> =
            fixture.open.iter().filter_map(|id| fixture.state.open_thread(id)).map(|open| outline(&open)).collect();
        let shown = shown.join("\n\n") + "\n";
        let file = folder.join(format!("{name}.txt"));
        if std::env::var_os("UPDATE_OUTLINES").is_some() {
            std::fs::create_dir_all(&folder).unwrap();
            std::fs::write(&file, &shown).unwrap();
        }
        let known = std::fs::read_to_string(&file).unwrap_or_default();
        assert!(known == shown, "{name} now ends in:\n{shown}\nand is known to end in:\n{known}");
        assert_eq!(fixture.state.busy(), Busy::default(), "{name} leaves nothing running");
    }
}

/// Every distinct value along a transcript, in order.
fn along<T: PartialEq>(name: &str, look: impl Fn(&Fixture) -> T) -> Vec<T> {
    let steps = steps(name);
    let mut fixture = Fixture::new(threads(&steps));
    let mut seen = Vec::new();
    for step in steps {
        fixture.step(step);
        fixture.frame();
        let value = look(&fixture);
        if seen.last() != Some(&value) {
            seen.push(value);
        }
    }
    seen
}

#[test]
fn the_head_says_that_it_waits_and_the_mark_in_the_list_too() {
    let heads = along("approvals_misc", |fixture| match fixture.only().head.state {
        HeadState::Waiting { asks } => format!("waiting {asks}"),
        HeadState::Running { .. } => "running".to_owned(),
        HeadState::Interrupted { .. } => "interrupted".to_owned(),
        other => format!("{other:?}"),
    });
    assert_eq!(heads.iter().filter(|head| *head == "waiting 1").count(), 9, "{heads:?}");
    // The last request is asked, then the turn is interrupted, which ends the request before the server says so.
    assert_eq!(heads[heads.len() - 3..], ["running", "waiting 1", "interrupted"]);

    let marks = along("approvals_exec", |fixture| {
        fixture.window.0.threads.iter().map(|line| line.mark).max_by_key(|mark| *mark as u8)
    });
    assert!(marks.contains(&Some(Mark::Waiting)) && marks.contains(&Some(Mark::Running)), "{marks:?}");
}

#[test]
fn a_retry_is_said_and_forgotten_when_something_comes() {
    let heads = along("ws_426", |fixture| {
        fixture.open.iter().find_map(|id| match fixture.thread(id).head.state {
            HeadState::Retrying { attempt, why, .. } => Some((attempt.map(|attempt| (attempt.nth, attempt.of)), why)),
            _ => None,
        })
    });
    let (said, why): (Vec<_>, Vec<_>) = heads.into_iter().flatten().unzip();
    assert!(why.iter().flatten().all(|why| why.starts_with("unexpected status 404")), "{why:?}");
    assert_eq!(why.iter().flatten().count(), 4, "and it is said why: {why:?}");
    assert_eq!(said, [Some((2, 5)), Some((3, 5)), Some((4, 5)), Some((5, 5))]);
}

#[test]
fn a_patch_is_seen_while_it_is_written() {
    let files = along("patch_streaming", |fixture| {
        let rows = fixture.only().rows;
        rows.iter().filter(|row| matches!(row.body, Body::Edited { .. })).map(of_row).collect::<Vec<_>>()
    });
    let files: Vec<String> = files.into_iter().flatten().collect();
    let grown = ["edited Added s.txt +0 -0 [Open]", "edited Added s.txt +30 -0 [Open]", "edited Added s.txt +30 -0"];
    assert_eq!(files, grown, "before its item began, and once");
}

#[test]
fn a_diff_that_is_repeated_is_drawn_once() {
    for name in ["turns", "code_mode", "approvals_patch", "patch_streaming"] {
        let steps = steps(name);
        let told = steps.iter().filter(|step| matches!(step.event(), Some(Event::DiffUpdated(_)))).count();
        let mut fixture = Fixture::new(threads(&steps));
        let drawn = |changes: &[Change]| {
            changes.iter().filter(|change| matches!(change, Change::DiffPut { files, .. } if !files.is_empty())).count()
        };
        let drawn: usize = steps.into_iter().map(|step| drawn(&fixture.step(step))).sum();
        assert!(drawn > 0 && drawn * 3 <= told, "{name}: told {told} times, drawn {drawn} times");
    }
}

#[test]
fn a_command_grows_live_and_its_end_is_the_authority() {
    let outputs = along("turns", |fixture| {
        fixture.only().rows.iter().find_map(|row| match &row.body {
            Body::Ran(ran) if ran.command.starts_with("for i in") => Some((ran.output.html.clone(), ran.exit)),
            _ => None,
        })
    });
    let outputs: Vec<_> = outputs.into_iter().flatten().collect();
    assert!(outputs.len() > 2, "it was seen growing: {outputs:?}");
    let (html, exit) = outputs.last().unwrap();
    assert!(html.contains("line1") && html.contains("line3"), "{html}");
    assert_eq!(*exit, Some(3));
}

#[test]
fn a_message_streams_and_ends_as_the_server_has_it() {
    let texts = along("partial_interrupt", |fixture| {
        fixture.only().rows.iter().find(|row| matches!(row.body, Body::Said { .. })).map(of_row)
    });
    let texts: Vec<String> = texts.into_iter().flatten().collect();
    assert!(texts.len() > 10, "it was seen growing: {texts:?}");
    assert!(texts.last().unwrap().starts_with("said unsaved word0 word1"), "what only we have is kept: {texts:?}");
}

#[test]
fn a_sub_agents_thread_stands_in_the_list_under_its_parent() {
    let fixture = played("subagents");
    let lines = &fixture.window.0.threads;
    let child = lines.iter().find(|line| line.parent.is_some()).expect("the child");
    let parent = lines.iter().find(|line| Some(&line.id) == child.parent.as_ref()).expect("the parent");
    assert_eq!((child.title.as_str(), &child.cwd), ("do sub task", &parent.cwd));
}

#[test]
fn names_archives_and_deletions_reach_the_list() {
    let seen = along("thread_list", |fixture| {
        let mut lines: Vec<_> =
            fixture.window.0.threads.iter().map(|line| (line.title.clone(), line.named, line.archived)).collect();
        lines.sort();
        lines
    });
    let archived = |lines: &Vec<(String, bool, bool)>| lines.iter().filter(|(_, _, archived)| *archived).count();
    let archived: Vec<usize> = seen.iter().map(archived).collect();
    assert!(archived.contains(&1) && *archived.last().unwrap() < 2, "{archived:?}");
    let most = seen.iter().map(Vec::len).max().unwrap();
    assert!(seen.last().unwrap().len() < most, "one was deleted");
}

#[test]
fn tokens_and_the_share_of_the_context_are_in_the_head() {
    let usage = played("turns").only().head.usage.expect("usage");
    assert_eq!((usage.last_tokens, usage.context_window), (1280.0, Some(258_400.0)));
    assert!((usage.context_percent.unwrap() - 0.495).abs() < 0.01, "{usage:?}");
}
