//! Messages between a person and the thread: shown at once, never twice, and never lost.

use super::replay::Fixture;
use crate::state::{Delivery, Effect, LocalEvent, Outgoing, SentFrom, State};
use contract::change::Demo;
use contract::id::ThreadId;
use contract::prompt::Prompt;
use contract::row::Body;
use contract::settings::Settings;
use protocol::Event;
use protocol::enums::TurnStatus;
use protocol::event::{QueueListed, Steered, TurnAccepted};
use protocol::item::UserInput;
use protocol::thread::Queued;
use serde_json::value::to_raw_value;
use serde_json::{Value, json};

fn fixture() -> Fixture {
    let mut fixture = Fixture::new([ThreadId::from("t")].into());
    tell(&mut fixture, "thread/started", json!({"thread": {"id": "t", "cwd": "/w", "preview": "first"}}));
    fixture
}

fn tell(fixture: &mut Fixture, method: &str, params: Value) {
    fixture.apply(Event::from_notification(method, &to_raw_value(&params).unwrap()), 50_000.0);
    fixture.frame();
}

fn sends(fixture: &mut Fixture, id: &str, text: &str) {
    let prompt = Prompt::from(text.to_owned());
    let sent = Outgoing::new(id.into(), "t".into(), vec![UserInput::text(text)], prompt, SentFrom::Composer);
    fixture.local(LocalEvent::Sent(Box::new(sent)));
    fixture.frame();
}

fn accepted(fixture: &mut Fixture, id: &str, turn: &str) {
    let turn = protocol::Turn { id: turn.into(), status: TurnStatus::InProgress, ..Default::default() };
    fixture
        .apply(Event::TurnAccepted(TurnAccepted { thread_id: "t".into(), turn, message: Some(id.into()) }), 50_000.0);
    fixture.frame();
}

fn steered(fixture: &mut Fixture, id: &str, turn: &str) {
    let steered = Steered { thread_id: "t".into(), turn_id: turn.into(), message: Some(id.into()) };
    fixture.apply(Event::Steered(steered), 50_000.0);
    fixture.frame();
}

fn said(fixture: &mut Fixture, turn: &str, client: Option<&str>, text: &str) {
    let content = json!([{ "type": "text", "text": text }]);
    let item = json!({ "type": "userMessage", "id": format!("i-{text}"), "clientId": client, "content": content });
    for method in ["item/started", "item/completed"] {
        tell(fixture, method, json!({ "threadId": "t", "turnId": turn, "item": item }));
    }
}

fn ended(fixture: &mut Fixture, turn: &str, status: &str) {
    tell(fixture, "turn/completed", json!({ "threadId": "t", "turn": { "id": turn, "status": status } }));
}

fn listed(fixture: &mut Fixture, texts: &[&str]) {
    let queued = texts.iter().map(|text| Queued {
        id: format!("q-{text}"),
        client_user_message_id: format!("c-{text}"),
        input: vec![UserInput::text(*text)],
    });
    let queued = queued.collect();
    fixture.apply(
        Event::QueueListed(QueueListed { thread_id: "t".into(), queued, cursor: None, next_cursor: None }),
        50_000.0,
    );
    fixture.frame();
}

/// What is being sent, what is in the thread, what waits.
fn seen(fixture: &Fixture) -> [Vec<String>; 3] {
    let open = fixture.only();
    let words = |body: &Body| match body {
        Body::Prompt { text, .. } => Some(text.clone()),
        _ => None,
    };
    [
        open.sent.iter().filter_map(|row| words(&row.body)).collect(),
        open.rows.iter().filter_map(|row| words(&row.body)).collect(),
        open.queue.iter().map(|one| one.text.clone()).collect(),
    ]
}

fn texts(list: [&[&str]; 3]) -> [Vec<String>; 3] {
    list.map(|part| part.iter().map(|&text| text.to_owned()).collect())
}

/// What came back to the draft since the last call, and whether a page is to be told.
fn back(fixture: &mut Fixture) -> Vec<(String, bool)> {
    let back = |effect: Effect| match effect {
        Effect::GiveBack { sent, tell, .. } => Some((sent.prompt.text, tell)),
        _ => None,
    };
    fixture.state.effects().into_iter().filter_map(back).collect()
}

fn told(texts: &[&str]) -> Vec<(String, bool)> {
    texts.iter().map(|&text| (text.to_owned(), true)).collect()
}

#[test]
fn a_message_is_seen_from_the_beginning_and_once() {
    let mut fixture = fixture();
    sends(&mut fixture, "m", "hello");
    assert_eq!(seen(&fixture), texts([&["hello"], &[], &[]]));
    accepted(&mut fixture, "m", "u");
    assert_eq!(seen(&fixture), texts([&["hello"], &[], &[]]));
    assert!(fixture.state.unsent(Some(&"t".into())).text == "hello", "the store has it still");
    said(&mut fixture, "u", Some("m"), "hello");
    assert_eq!(seen(&fixture), texts([&[], &["hello"], &[]]));
    assert_eq!(back(&mut fixture), told(&[]));
    assert!(fixture.state.unsent(Some(&"t".into())).is_empty());
    ended(&mut fixture, "u", "completed");
    assert_eq!(back(&mut fixture), told(&[]));
}

#[test]
fn a_row_that_comes_before_the_answer_is_the_message_all_the_same() {
    let mut fixture = fixture();
    sends(&mut fixture, "m", "hello");
    tell(&mut fixture, "turn/started", json!({"threadId": "t", "turn": {"id": "u", "status": "inProgress"}}));
    said(&mut fixture, "u", Some("m"), "hello");
    accepted(&mut fixture, "m", "u");
    ended(&mut fixture, "u", "completed");
    assert_eq!(seen(&fixture), texts([&[], &["hello"], &[]]));
    assert_eq!(back(&mut fixture), told(&[]));
}

#[test]
fn a_turn_that_ends_without_its_message_gives_it_back() {
    for status in ["completed", "interrupted", "failed"] {
        let mut fixture = fixture();
        sends(&mut fixture, "m", "hello");
        accepted(&mut fixture, "m", "u");
        ended(&mut fixture, "u", status);
        assert_eq!(seen(&fixture), texts([&[], &[], &[]]), "{status}");
        assert_eq!(back(&mut fixture), told(&["hello"]), "{status}");
    }
}

#[test]
fn a_steered_message_ends_with_its_turn_even_if_answered_late() {
    let mut fixture = fixture();
    sends(&mut fixture, "m", "hello");
    accepted(&mut fixture, "m", "u");
    said(&mut fixture, "u", Some("m"), "hello");
    sends(&mut fixture, "n", "and quickly");
    sends(&mut fixture, "o", "please");
    assert!(matches!(fixture.only().sent[0].body, Body::Prompt { steered: true, .. }));
    steered(&mut fixture, "n", "u");
    ended(&mut fixture, "u", "interrupted");
    steered(&mut fixture, "o", "u");
    assert_eq!(seen(&fixture), texts([&[], &["hello"], &[]]));
    assert_eq!(back(&mut fixture), told(&["and quickly", "please"]));
}

#[test]
fn one_that_is_refused_or_that_nobody_answers_is_no_longer_seen() {
    let mut fixture = fixture();
    sends(&mut fixture, "m", "hello");
    fixture.local(LocalEvent::Message("m".into(), Delivery::Refused));
    assert_eq!(back(&mut fixture), told(&["hello"]));
    // The server accepted one, did not answer the next, and its answer to the third was lost.
    for id in ["a", "b", "c"] {
        sends(&mut fixture, id, id);
    }
    accepted(&mut fixture, "a", "u");
    fixture.local(LocalEvent::ServerGone { why: "It stopped.".into() });
    fixture.frame();
    assert_eq!(seen(&fixture), texts([&["b", "c"], &[], &[]]), "whoever sent them hears of them");
    fixture.local(LocalEvent::Message("b".into(), Delivery::Refused));
    fixture.local(LocalEvent::Message("c".into(), Delivery::Confirmed));
    fixture.frame();
    assert_eq!(seen(&fixture), texts([&[], &[], &[]]));
    assert_eq!(back(&mut fixture), told(&["a", "b", "c"]));
}

#[test]
fn a_server_that_names_no_messages_says_them_in_their_order() {
    let mut fixture = fixture();
    sends(&mut fixture, "m", "again");
    accepted(&mut fixture, "m", "u");
    sends(&mut fixture, "n", "again");
    steered(&mut fixture, "n", "u");
    said(&mut fixture, "u", None, "something else");
    assert_eq!(seen(&fixture)[0], ["again", "again"]);
    tell(
        &mut fixture,
        "item/started",
        json!({ "threadId": "t", "turnId": "u", "item":
        { "type": "userMessage", "id": "i", "content": [{ "type": "text", "text": "again" }] } }),
    );
    assert_eq!(seen(&fixture)[0], ["again"]);
    ended(&mut fixture, "u", "completed");
    assert_eq!(back(&mut fixture), told(&["again"]));
}

#[test]
fn a_demo_parks_the_persons_own_words_and_gives_them_back() {
    let mut state = State::new(Settings::default(), "/home".into());
    let draft = |text: &str| LocalEvent::Draft { thread: Some("t".into()), draft: text.to_owned().into() };
    state.local(draft("half a thought"), 1.0);
    let prompt = Prompt::from("hello".to_owned());
    let sent = Outgoing::new("m".into(), "t".into(), vec![UserInput::text("hello")], prompt, SentFrom::Composer);
    state.local(LocalEvent::Sent(Box::new(sent)), 1.0);
    let demo = Demo { workspace: "/demo".into(), prompts: Vec::new() };
    state.local(LocalEvent::Entered { home: "/demo".into(), demo: Some(demo) }, 2.0);
    assert!(state.unsent(Some(&"t".into())).is_empty());
    state.local(draft("of the demo"), 3.0);
    state.local(LocalEvent::Entered { home: "/home".into(), demo: None }, 4.0);
    assert_eq!(state.unsent(Some(&"t".into())).text, "hello\nhalf a thought");
}

#[test]
fn what_leaves_the_queue_is_on_its_way_until_it_is_there() {
    for turn_first in [true, false] {
        let mut fixture = fixture();
        listed(&mut fixture, &["one", "two"]);
        assert_eq!(seen(&fixture), texts([&[], &[], &["one", "two"]]));
        let begins = json!({"threadId": "t", "turn": {"id": "u", "status": "inProgress"}});
        if turn_first {
            tell(&mut fixture, "turn/started", begins.clone());
        }
        listed(&mut fixture, &["two"]);
        if !turn_first {
            tell(&mut fixture, "turn/started", begins);
        }
        assert_eq!(seen(&fixture), texts([&["one"], &[], &["two"]]), "turn first: {turn_first}");
        assert!(matches!(fixture.only().sent[0].body, Body::Prompt { steered: false, .. }));
        let stored = fixture.state.effects();
        assert!(stored.contains(&Effect::StoreDraft(Some("t".into()))), "{stored:?}");
        said(&mut fixture, "u", Some("c-one"), "one");
        assert_eq!(seen(&fixture), texts([&[], &["one"], &["two"]]), "turn first: {turn_first}");
    }
}

#[test]
fn what_a_person_takes_out_of_the_queue_is_not_on_its_way() {
    let mut fixture = fixture();
    listed(&mut fixture, &["one", "two"]);
    fixture.local(LocalEvent::Unqueued { thread: "t".into(), queued: "q-one".into() });
    listed(&mut fixture, &["two"]);
    tell(&mut fixture, "turn/started", json!({"threadId": "t", "turn": {"id": "u", "status": "inProgress"}}));
    assert_eq!(seen(&fixture), texts([&[], &[], &["two"]]));
    // Nor is one whose row arrived before the list showed that it had left.
    said(&mut fixture, "u", Some("c-two"), "two");
    listed(&mut fixture, &[]);
    assert_eq!(seen(&fixture), texts([&[], &["two"], &[]]));
}
