//! Pages of history merged with live events.

use super::outline::outline;
use super::replay::Fixture;
use crate::state::{Effect, LocalEvent, State};
use contract::change::{Change, HeadState};
use contract::id::ThreadId;
use contract::settings::Settings;
use protocol::Event;
use protocol::enums::SortDirection;
use protocol::event::TurnsListed;
use serde_json::value::to_raw_value;
use serde_json::{Value, from_value, json};

fn id() -> ThreadId {
    ThreadId::from("t")
}

pub(super) fn fixture() -> Fixture {
    let mut fixture = Fixture::new([id()].into());
    tell(&mut fixture, "thread/started", json!({"thread": {"id": "t", "cwd": "/w", "preview": "first"}}));
    fixture
}

fn tell(fixture: &mut Fixture, method: &str, params: Value) -> Vec<Change> {
    let changes = fixture.apply(Event::from_notification(method, &to_raw_value(&params).unwrap()), 50_000.0);
    fixture.frame();
    changes
}

pub(super) fn turn(id: &str, items: Value) -> Value {
    json!({"id": id, "status": "completed", "items": items, "startedAt": 10, "completedAt": 11})
}

pub(super) fn said(id: &str, text: &str) -> Value {
    json!({"type": "agentMessage", "id": id, "text": text})
}

pub(super) fn prompt(id: &str, text: &str) -> Value {
    json!({"type": "userMessage", "id": id, "content": [{"type": "text", "text": text}]})
}

/// Newest first, as the server sends them.
pub(super) fn page(fixture: &mut Fixture, cursor: Option<&str>, turns: Value, next: Option<&str>) -> Vec<Change> {
    let listed = TurnsListed {
        thread_id: "t".into(),
        turns: from_value(turns).unwrap(),
        order: SortDirection::Desc,
        cursor: cursor.map(str::to_owned),
        next_cursor: next.map(str::to_owned),
        ..TurnsListed::default()
    };
    let changes = fixture.apply(Event::TurnsListed(listed), 50_000.0);
    fixture.frame();
    changes
}

fn shown(fixture: &Fixture) -> Vec<String> {
    outline(&fixture.thread(&id())).lines().skip(1).map(|line| line.trim().to_owned()).collect()
}

#[test]
fn a_thread_is_loading_until_its_newest_page_is_there() {
    let mut fixture = fixture();
    assert_eq!(fixture.only().head.state, HeadState::Loading);
    fixture.local(LocalEvent::PageAsked(id()));
    let newest = json!([turn("2", json!([prompt("p2", "b"), said("a2", "B")])), turn("1", json!([prompt("p1", "a")]))]);
    let changes = page(&mut fixture, None, newest, None);
    assert!(matches!(&changes[..], [Change::ThreadPut { .. }, ..]), "{changes:?}");
    assert_eq!(shown(&fixture), ["turn", "prompt a", "turn", "prompt b", "said B"]);
    assert_eq!((fixture.only().head.state, fixture.only().more), (HeadState::Idle, false));
}

#[test]
fn how_the_last_turn_ended_is_known_also_when_it_is_only_read() {
    let ends = |last: Value| {
        let mut fixture = fixture();
        page(&mut fixture, None, json!([last]), None);
        fixture.only().head.state
    };
    let stopped =
        json!({"id": "1", "status": "interrupted", "items": [prompt("p", "a")], "startedAt": 10, "completedAt": 11});
    assert_eq!(ends(stopped), HeadState::Interrupted { why: String::new() });
    let failed =
        json!({"id": "1", "status": "failed", "items": [], "error": {"message": "no", "codexErrorInfo": "other"}});
    assert_eq!(ends(failed), HeadState::Failed { why: "The turn failed. no".into() });
    let open = json!({"id": "1", "status": "interrupted", "items": [prompt("p", "a")], "startedAt": 10});
    assert_eq!(ends(open), HeadState::Idle, "another Codex may still work on it");
}

#[test]
fn what_ended_here_is_not_said_of_a_turn_that_another_client_began_since() {
    let mut fixture = fixture();
    tell(&mut fixture, "turn/started", json!({"threadId": "t", "turn": {"id": "5", "status": "inProgress"}}));
    tell(&mut fixture, "turn/completed", json!({"threadId": "t", "turn": {"id": "5", "status": "interrupted"}}));
    let five = json!({"id": "5", "status": "interrupted", "items": []});
    page(&mut fixture, None, json!([five]), None);
    assert_eq!(fixture.only().head.state, HeadState::Interrupted { why: String::new() });
    page(&mut fixture, None, json!([turn("6", json!([said("a6", "F")])), five]), None);
    assert_eq!(fixture.only().head.state, HeadState::Idle);
}

#[test]
fn older_pages_come_before_and_end_where_the_server_says() {
    let mut fixture = fixture();
    page(
        &mut fixture,
        None,
        json!([turn("3", json!([said("a3", "C")])), turn("2", json!([said("a2", "B")]))]),
        Some("c1"),
    );
    assert_eq!(fixture.state.older(&id()).as_deref(), Some("c1"));
    fixture.local(LocalEvent::PageAsked(id()));
    assert_eq!(fixture.state.older(&id()).as_deref(), Some("c1"), "also while the newest are read again");
    let changes = page(&mut fixture, Some("c1"), json!([turn("1", json!([said("a1", "A")]))]), None);
    assert!(matches!(&changes[..], [Change::OlderPut { more: false, rows, .. }] if rows.len() == 1), "{changes:?}");
    assert_eq!(shown(&fixture), ["turn", "said A", "turn", "said B", "turn", "said C"]);
    assert_eq!(fixture.state.older(&id()), None);
    // Read again after a restart: what was scrolled to stays.
    page(
        &mut fixture,
        None,
        json!([turn("3", json!([said("a3", "C")])), turn("2", json!([said("a2", "B")]))]),
        Some("c1"),
    );
    assert_eq!(shown(&fixture), ["turn", "said A", "turn", "said B", "turn", "said C"]);
    assert_eq!(fixture.state.older(&id()), None);
}

#[test]
fn a_page_never_overwrites_what_came_live() {
    let mut fixture = fixture();
    tell(&mut fixture, "turn/started", json!({"threadId": "t", "turn": {"id": "5", "status": "inProgress"}}));
    tell(&mut fixture, "item/started", json!({"threadId": "t", "turnId": "5", "item": said("a5", "")}));
    for delta in ["new", "er"] {
        tell(
            &mut fixture,
            "item/agentMessage/delta",
            json!({"threadId": "t", "turnId": "5", "itemId": "a5", "delta": delta}),
        );
    }
    let stale = json!([
        {"id": "5", "status": "interrupted", "items": [prompt("p5", "e"), said("a5", "old")]},
        turn("4", json!([said("a4", "D")])),
    ]);
    page(&mut fixture, None, stale, None);
    assert_eq!(shown(&fixture), ["turn", "said D", "turn Running", "prompt e", "said newer [Open]"]);
    tell(
        &mut fixture,
        "item/agentMessage/delta",
        json!({"threadId": "t", "turnId": "5", "itemId": "a5", "delta": "!"}),
    );
    assert_eq!(shown(&fixture).last().unwrap(), "said newer! [Open]");
}

#[test]
fn a_running_turn_that_the_page_does_not_know_stays_at_the_end() {
    let mut fixture = fixture();
    tell(&mut fixture, "turn/started", json!({"threadId": "t", "turn": {"id": "9", "status": "inProgress"}}));
    tell(&mut fixture, "item/completed", json!({"threadId": "t", "turnId": "9", "item": prompt("p9", "now")}));
    page(&mut fixture, None, json!([turn("4", json!([said("a4", "D")]))]), Some("c"));
    assert_eq!(shown(&fixture), ["turn", "said D", "turn Running", "prompt now"]);
}

#[test]
fn a_turn_of_long_ago_stands_before_those_that_came_since() {
    let mut fixture = fixture();
    broken_off(&mut fixture);
    fixture.local(LocalEvent::Opened(id()));
    let since =
        |n: u64| json!({"id": format!("s{n}"), "status": "completed", "items": [said("a", "S")], "startedAt": 50 + n});
    page(&mut fixture, None, json!([since(2), since(1)]), Some("c"));
    assert_eq!(shown(&fixture), ["turn", "said S", "turn", "said S"], "it is further up");
    assert_eq!(fixture.only().head.state, HeadState::Idle);
    let long_ago = json!({"id": "5", "status": "interrupted", "items": [prompt("p5", "e")], "startedAt": 50});
    page(&mut fixture, Some("c"), json!([long_ago]), None);
    assert_eq!(shown(&fixture)[1..3], ["prompt e", "said unsaved half a sent [Stopped]"], "with what only we have");
    assert_eq!(fixture.only().turns.len(), 3);
}

#[test]
fn a_server_that_names_its_items_anew_does_not_double_them() {
    let mut fixture = fixture();
    tell(&mut fixture, "turn/started", json!({"threadId": "t", "turn": {"id": "5", "status": "inProgress"}}));
    tell(&mut fixture, "item/completed", json!({"threadId": "t", "turnId": "5", "item": prompt("uuid", "hi")}));
    tell(&mut fixture, "item/completed", json!({"threadId": "t", "turnId": "5", "item": said("msg", "ho")}));
    tell(&mut fixture, "turn/completed", json!({"threadId": "t", "turn": {"id": "5", "status": "completed"}}));
    page(&mut fixture, None, json!([turn("5", json!([prompt("item-1", "hi"), said("item-2", "ho")]))]), None);
    assert_eq!(shown(&fixture), ["turn", "prompt hi", "said ho"]);
}

#[test]
fn calls_that_share_a_name_in_different_turns_are_different_rows() {
    let mut fixture = fixture();
    let newest = json!([turn("2", json!([said("x", "two")])), turn("1", json!([said("x", "one")]))]);
    page(&mut fixture, None, newest, Some("c"));
    page(&mut fixture, Some("c"), json!([turn("0", json!([said("x", "zero")]))]), None);
    assert_eq!(shown(&fixture), ["turn", "said zero", "turn", "said one", "turn", "said two"]);
    tell(&mut fixture, "turn/started", json!({"threadId": "t", "turn": {"id": "3", "status": "inProgress"}}));
    tell(&mut fixture, "item/completed", json!({"threadId": "t", "turnId": "3", "item": said("x", "three")}));
    tell(&mut fixture, "item/completed", json!({"threadId": "t", "turnId": "3", "item": said("x", "three!")}));
    assert_eq!(shown(&fixture)[6..], ["turn Running", "said three!"]);
}

#[test]
fn a_failed_page_is_told_only_where_nothing_else_is_shown() {
    let mut fixture = fixture();
    page(&mut fixture, None, json!([turn("1", json!([said("a", "A")]))]), Some("c"));
    fixture.local(LocalEvent::PageAsked(id()));
    assert_eq!(fixture.local(LocalEvent::PageFailed { thread: id(), message: "no".into() }), []);
    assert_eq!(fixture.state.older(&id()).as_deref(), Some("c"), "it can be asked for again");

    let mut fixture = self::fixture();
    let lost = fixture.local(LocalEvent::PageFailed { thread: id(), message: "no rollout found".into() });
    assert!(lost.contains(&Change::ThreadLost { thread: id(), message: "no rollout found".into() }), "{lost:?}");
    fixture.frame();
}

#[test]
fn a_page_that_was_asked_for_elsewhere_is_not_put_here() {
    let mut fixture = fixture();
    page(&mut fixture, None, json!([turn("9", json!([said("a9", "I")]))]), Some("c9"));
    fixture.local(LocalEvent::PageAsked(id()));
    let middle = |n: &str| from_value(json!([turn(n, json!([said(&format!("a{n}"), n)]))])).unwrap();
    let (older, newer) = (Some("c5".to_owned()), Some("n5".to_owned()));
    fixture.local(LocalEvent::Around { thread: id(), turns: middle("5"), older, newer });
    page(&mut fixture, Some("c9"), json!([turn("8", json!([said("a8", "H")]))]), None);
    assert_eq!(shown(&fixture), ["turn", "said 5"]);
    assert_eq!(fixture.state.older(&id()).as_deref(), Some("c5"), "what is asked for here is still to come");
    let later = |cursor: &str, n: &str| LocalEvent::Newer {
        thread: id(),
        cursor: cursor.into(),
        turns: middle(n),
        newer: None,
    };
    assert_eq!(fixture.local(later("n2", "3")), []);
    fixture.local(later("n5", "6"));
    assert_eq!(shown(&fixture), ["turn", "said 5", "turn", "said 6"]);
}

#[test]
fn at_its_end_a_thread_says_again_what_its_last_turn_changed() {
    let mut fixture = fixture();
    let edit = |id: &str, file: &str| {
        json!({"type": "fileChange", "id": id, "status": "completed",
        "changes": [{"path": file, "kind": {"type": "add"}, "diff": "x\n"}]})
    };
    let turns = |n: &str, file: &str| from_value(json!([turn(n, json!([edit(n, file)]))])).unwrap();
    fixture.local(LocalEvent::Around { thread: id(), turns: turns("1", "/w/a"), older: None, newer: Some("n".into()) });
    assert!(fixture.only().diff.is_empty() && fixture.state.turn_changes(&id()).is_none(), "the last turn is not here");
    fixture.local(LocalEvent::Newer { thread: id(), cursor: "n".into(), turns: turns("2", "/w/b"), newer: None });
    fixture.frame();
    assert_eq!(fixture.only().diff.iter().map(|file| file.path.as_str()).collect::<Vec<_>>(), ["b"]);
    assert_eq!(fixture.state.turn_changes(&id()).unwrap().edits.len(), 1);
}

#[test]
fn a_page_that_failed_under_a_running_turn_is_read_again_at_its_end() {
    let mut fixture = fixture();
    tell(&mut fixture, "turn/started", json!({"threadId": "t", "turn": {"id": "5", "status": "inProgress"}}));
    fixture.local(LocalEvent::PageAsked(id()));
    fixture.local(LocalEvent::PageFailed { thread: id(), message: "too late".into() });
    assert!(!fixture.state.effects().contains(&Effect::ReadThread(id())));
    tell(&mut fixture, "turn/completed", json!({"threadId": "t", "turn": {"id": "5", "status": "completed"}}));
    assert!(fixture.state.effects().contains(&Effect::ReadThread(id())));
    page(&mut fixture, None, json!([turn("5", json!([]))]), None);
    assert_eq!(fixture.only().head.state, HeadState::Idle);
}

#[test]
fn a_thread_that_one_comes_back_to_stands_as_it_was_left_with_its_draft() {
    let mut fixture = fixture();
    page(&mut fixture, None, json!([turn("1", json!([said("a", "A")]))]), None);
    fixture.local(LocalEvent::Draft { thread: Some(id()), draft: "half a thought".to_owned().into() });
    fixture.local(LocalEvent::Closed(id()));
    fixture.local(LocalEvent::Opened(id()));
    let open = fixture.only();
    assert_eq!((open.draft.as_str(), open.rows.len(), open.head.state), ("half a thought", 1, HeadState::Idle));
}

#[test]
fn what_the_last_turn_changed_is_known_from_its_rows_each_file_once() {
    let mut fixture = fixture();
    let edit = |id: &str| {
        json!({"type": "fileChange", "id": id, "status": "completed",
        "changes": [{"path": "/w/a", "kind": {"type": "update"}, "diff": "@@ -1 +1 @@\n-x\n+y\n"}]})
    };
    page(&mut fixture, None, json!([turn("2", json!([edit("e1"), edit("e2")])), turn("1", json!([edit("e0")]))]), None);
    let diff = fixture.only().diff;
    assert_eq!(diff.iter().map(|file| (file.path.as_str(), file.added)).collect::<Vec<_>>(), [("a", 2)]);
}

#[test]
fn a_thread_that_was_left_is_at_hand_until_others_were_left_after_it() {
    let mut state = State::new(Settings::default(), String::new());
    let threads: Vec<ThreadId> = (0..10).map(|n| ThreadId::from(format!("left-{n}").as_str())).collect();
    let mut told = Vec::new();
    for thread in &threads {
        state.local(LocalEvent::Opened(thread.clone()), 0.0);
        told.extend(state.local(LocalEvent::Closed(thread.clone()), 0.0));
    }
    let left = |n: usize| Change::ThreadLeft { thread: threads[n].clone() };
    assert_eq!(told, [left(0), left(1)]);
    state.local(LocalEvent::Opened(threads[2].clone()), 0.0);
    assert_eq!(state.local(LocalEvent::Closed(threads[2].clone()), 0.0), []);
    assert_eq!(state.local(LocalEvent::Closed(threads[0].clone()), 0.0), [left(3)], "the one left longest ago goes");
}

#[test]
fn a_running_thread_is_kept_until_it_has_ended() {
    let mut state = State::new(Settings::default(), String::new());
    let threads: Vec<ThreadId> = (0..12).map(|n| ThreadId::from(format!("left-{n}").as_str())).collect();
    let tell = |state: &mut State, method: &str, n: usize, status: &str| {
        let params = json!({"threadId": threads[n], "turn": {"id": "u", "status": status}});
        state.apply(Event::from_notification(method, &to_raw_value(&params).unwrap()), 1.0);
    };
    let leave = |state: &mut State, n: usize| {
        state.local(LocalEvent::Opened(threads[n].clone()), 0.0);
        let told = state.local(LocalEvent::Closed(threads[n].clone()), 0.0);
        told.into_iter().filter(|change| matches!(change, Change::ThreadLeft { .. })).collect::<Vec<_>>()
    };
    let left = |n: usize| Change::ThreadLeft { thread: threads[n].clone() };
    for (n, thread) in threads.iter().enumerate().take(9) {
        state.local(LocalEvent::Opened(thread.clone()), 0.0);
        tell(&mut state, "turn/started", n, "inProgress");
        assert_eq!(leave(&mut state, n), []);
    }
    assert_eq!(leave(&mut state, 9), [left(9)], "all others run");
    tell(&mut state, "turn/completed", 0, "completed");
    tell(&mut state, "turn/completed", 3, "completed");
    assert_eq!(leave(&mut state, 10), [left(0), left(3)]);
}

/// The thread is resumed with its newest page, newest turn first.
fn resumed(fixture: &mut Fixture, turns: Value) -> Vec<Change> {
    let session = json!({"thread": {"id": "t", "cwd": "/w", "preview": "first"}, "model": "m",
        "initialTurnsPage": {"data": turns, "nextCursor": null}});
    let changes = fixture.apply(Event::SessionResumed(from_value(session).unwrap()), 50_000.0);
    fixture.frame();
    changes
}

#[test]
fn a_message_of_another_client_comes_with_the_resumed_thread() {
    let mut fixture = fixture();
    let one = turn("u1", json!([prompt("i1", "one"), said("i2", "yes")]));
    page(&mut fixture, None, json!([one]), None);
    let before = shown(&fixture);
    let changes = resumed(&mut fixture, json!([one]));
    assert!(!changes.iter().any(|change| matches!(change, Change::ThreadPut { .. })), "nothing is told twice");
    assert_eq!(shown(&fixture), before);
    let two = turn("u2", json!([prompt("i3", "two"), said("i4", "also yes")]));
    resumed(&mut fixture, json!([two, one]));
    assert!(shown(&fixture).iter().any(|line| line.contains("also yes")), "{:?}", shown(&fixture));
}

#[test]
fn an_answer_to_another_client_comes_with_the_resumed_thread() {
    let mut fixture = fixture();
    let asked = json!({"id": "u1", "status": "interrupted", "items": [prompt("i1", "one")]});
    page(&mut fixture, None, json!([asked]), None);
    resumed(&mut fixture, json!([turn("u1", json!([prompt("i1", "one"), said("i2", "yes")]))]));
    assert_eq!(shown(&fixture), ["turn", "prompt one", "said yes"]);
}

/// A turn that streams some text and breaks off with the server.
fn broken_off(fixture: &mut Fixture) {
    tell(fixture, "turn/started", json!({"threadId": "t", "turn": {"id": "5", "status": "inProgress"}}));
    tell(fixture, "item/completed", json!({"threadId": "t", "turnId": "5", "item": prompt("p5", "e")}));
    let half = json!({"threadId": "t", "turnId": "5", "itemId": "a5", "delta": "half a sent"});
    tell(fixture, "item/agentMessage/delta", half);
    fixture.local(LocalEvent::Closed(id()));
    fixture.local(LocalEvent::ServerGone { why: "Codex stopped.".into() });
}

#[test]
fn what_was_being_said_where_nobody_looked_is_there_when_one_comes_back() {
    let mut fixture = fixture();
    broken_off(&mut fixture);
    fixture.local(LocalEvent::Opened(id()));
    assert_eq!(shown(&fixture)[1..], ["prompt e", "said unsaved half a sent [Stopped]"]);
}

#[test]
fn half_a_plan_that_the_server_did_not_keep_is_kept_as_half_an_answer_is() {
    let mut fixture = fixture();
    tell(&mut fixture, "turn/started", json!({"threadId": "t", "turn": {"id": "5", "status": "inProgress"}}));
    tell(&mut fixture, "item/completed", json!({"threadId": "t", "turnId": "5", "item": prompt("p5", "e")}));
    let half = json!({"threadId": "t", "turnId": "5", "itemId": "a5", "delta": "first we"});
    tell(&mut fixture, "item/plan/delta", half);
    tell(&mut fixture, "turn/completed", json!({"threadId": "t", "turn": {"id": "5", "status": "interrupted"}}));
    assert_eq!(shown(&fixture)[1..], ["prompt e", "proposal unsaved first we [Stopped]"]);
    fixture.local(LocalEvent::Torn(id()));
    page(&mut fixture, None, json!([{"id": "5", "status": "interrupted", "items": [prompt("p5", "e")]}]), None);
    assert_eq!(shown(&fixture)[1..], ["prompt e", "proposal unsaved first we [Stopped]"]);
}

#[test]
fn words_that_the_server_did_not_keep_outlive_the_rows_that_it_did() {
    let mut fixture = fixture();
    broken_off(&mut fixture);
    for n in 0..9 {
        let other = ThreadId::from(format!("other-{n}").as_str());
        // Another thread, which this window does not show.
        fixture.state.local(LocalEvent::Opened(other.clone()), 1_000.0);
        fixture.state.local(LocalEvent::Closed(other), 1_000.0);
    }
    fixture.local(LocalEvent::Opened(id()));
    assert!(fixture.only().rows.is_empty(), "its rows were let go");
    let theirs = || json!({"id": "5", "status": "interrupted", "items": [prompt("p5", "e")]});
    let (six, four) = (turn("6", json!([said("a6", "F")])), turn("4", json!([said("a4", "D")])));
    let whole = |fixture: &Fixture| {
        let at = shown(fixture).iter().position(|line| line == "prompt e").unwrap();
        shown(fixture)[at..at + 2].to_vec()
    };
    for _ in 0..2 {
        page(&mut fixture, None, json!([six, theirs(), four]), None);
        assert_eq!(whole(&fixture), ["prompt e", "said unsaved half a sent [Stopped]"]);
        assert_eq!(fixture.only().rows.len(), 4, "once: {:?}", shown(&fixture));
    }
    let trouble = fixture.only().turns[1].trouble.clone();
    assert_eq!(trouble.map(|trouble| trouble.message).as_deref(), Some("Codex stopped."));
    // The same in an older page.
    fixture.local(LocalEvent::Torn(id()));
    page(&mut fixture, None, json!([six]), Some("c"));
    let changes = page(&mut fixture, Some("c"), json!([theirs(), four]), None);
    assert!(matches!(&changes[..], [Change::OlderPut { rows, .. }] if rows.len() == 3), "{changes:?}");
    assert_eq!(whole(&fixture), ["prompt e", "said unsaved half a sent [Stopped]"]);
}
