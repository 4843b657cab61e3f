//! Stored parts of a thread, merged into what the server sends.

use super::outline::outline;
use super::pages::{fixture, page, prompt, said, turn};
use super::replay::Fixture;
use crate::state::LocalEvent;
use contract::id::ThreadId;
use contract::record::{AskKind, By, Record, Verdict};
use contract::row::{Body, KeptPlan, PlanStep, StepState};
use serde_json::{Value, json};

/// A declined request of the turn that `turn` makes, which ran from second 10 to 11.
fn declined(turn: &str, what: &str, asked_ms: f64) -> Record {
    Record {
        thread: ThreadId::from("t"),
        turn: Some(turn.into()),
        kind: AskKind::Command,
        what: what.into(),
        folder: None,
        verdict: Verdict::Declined,
        detail: None,
        by: By::You,
        asked_ms,
        ended_ms: asked_ms + 1.0,
    }
}

fn ran(id: &str, command: &str, status: &str) -> Value {
    json!({"type": "commandExecution", "id": id, "command": command, "cwd": "/w", "status": status, "commandActions": []})
}

fn plan(turn: &str) -> KeptPlan {
    let steps = vec![PlanStep { text: "weave".into(), state: StepState::Now }];
    KeptPlan { turn: turn.into(), explanation: None, steps, at_ms: 10_500.0 }
}

fn read(items: Value, declined: Vec<Record>, plan: Option<KeptPlan>) -> Fixture {
    let mut fixture = fixture();
    fixture.local(LocalEvent::Kept { thread: "t".into(), declined, plan });
    page(&mut fixture, None, json!([turn("1", items)]), None);
    fixture
}

/// The kinds of the rows, with the text of those from the record.
fn kinds(fixture: &Fixture) -> Vec<String> {
    let rows = fixture.only().rows.into_iter().map(|row| match row.body {
        Body::Prompt { .. } => "prompt".to_owned(),
        Body::Said { .. } => "said".to_owned(),
        Body::Ran(ran) => format!("ran {}", ran.command),
        Body::Declined { what, .. } => format!("declined {what}"),
        Body::Plan { .. } => "plan".to_owned(),
        other => format!("{other:?}"),
    });
    rows.collect()
}

#[test]
fn what_the_server_does_not_keep_is_put_before_the_last_word() {
    let records = vec![declined("1", "curl x", 10_200.0), declined("1", "sudo y", 10_300.0)];
    let fixture = read(json!([prompt("p", "a"), said("s", "A")]), records, None);
    assert_eq!(kinds(&fixture), ["prompt", "declined curl x", "declined sudo y", "said"]);
}

#[test]
fn what_the_server_keeps_is_not_shown_twice() {
    let items = json!([prompt("p", "a"), ran("c", "curl x", "declined"), said("s", "A")]);
    let records = vec![declined("1", "curl x", 10_200.0), declined("1", "curl x", 10_300.0)];
    let fixture = read(items, records, None);
    // One of the two is already shown.
    assert_eq!(kinds(&fixture), ["prompt", "ran curl x", "declined curl x", "said"]);
}

#[test]
fn the_same_command_allowed_later_does_not_hide_that_it_was_declined() {
    let items = json!([prompt("p", "a"), ran("c", "curl x", "completed"), said("s", "A")]);
    let fixture = read(items, vec![declined("1", "curl x", 10_200.0)], None);
    assert!(kinds(&fixture).contains(&"declined curl x".to_owned()), "{:?}", kinds(&fixture));
}

#[test]
fn a_turn_that_is_named_anew_is_known_by_its_time() {
    let items = || json!([prompt("p", "a"), said("s", "A")]);
    let fixture = read(items(), vec![declined("old-name", "curl x", 10_200.0)], None);
    assert!(kinds(&fixture).contains(&"declined curl x".to_owned()), "{:?}", kinds(&fixture));
    let fixture = read(items(), vec![declined("old-name", "curl x", 99_000.0)], None);
    assert_eq!(kinds(&fixture), ["prompt", "said"]);
}

#[test]
fn a_thread_read_again_shows_each_once() {
    let items = || json!([prompt("p", "a"), said("s", "A")]);
    let mut fixture = read(items(), vec![declined("1", "curl x", 10_200.0)], Some(plan("1")));
    let first = outline(&fixture.thread(&"t".into()));
    page(&mut fixture, None, json!([turn("1", items())]), None);
    assert_eq!(outline(&fixture.thread(&"t".into())), first);
}

#[test]
fn the_last_plan_is_there_also_where_its_turn_is_not_loaded() {
    let mut fixture = fixture();
    let kept = KeptPlan { at_ms: 5_500.0, ..plan("0") };
    fixture.local(LocalEvent::Kept { thread: "t".into(), declined: Vec::new(), plan: Some(kept.clone()) });
    page(&mut fixture, None, json!([turn("1", json!([prompt("p", "a"), said("s", "A")]))]), Some("older"));
    assert_eq!((fixture.only().plan, kinds(&fixture)), (Some(kept), vec!["prompt".to_owned(), "said".to_owned()]));
    let older =
        json!([{"id": "0", "status": "completed", "items": [prompt("q", "b")], "startedAt": 5, "completedAt": 6}]);
    page(&mut fixture, Some("older"), older, None);
    assert_eq!(kinds(&fixture), ["prompt", "plan", "prompt", "said"]);
}

#[test]
fn a_plan_goes_with_its_turn() {
    let mut kept = plan("gone");
    kept.at_ms = 90_000.0;
    let fixture = read(json!([prompt("p", "a"), said("s", "A")]), Vec::new(), Some(kept));
    assert_eq!(fixture.only().plan, None);
}
