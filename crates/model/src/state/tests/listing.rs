//! A list that is read while something changes.

use super::replay::Fixture;
use crate::state::{LocalEvent, PINNED};
use contract::change::{ListState, MadeBy, ThreadLine};
use contract::id::ThreadId;
use protocol::Event;
use protocol::event::ThreadsListed;

fn page(archived: bool) -> Event {
    let thread = serde_json::json!({ "id": "t", "preview": "first words", "section": { "id": "s", "name": PINNED } });
    let thread = serde_json::from_value(thread).unwrap();
    Event::ThreadsListed(ThreadsListed { threads: vec![thread], archived, ..ThreadsListed::default() })
}

fn told(fixture: &Fixture, id: &ThreadId) -> ThreadLine {
    fixture.state.snapshot(&fixture.open).threads.into_iter().find(|line| line.id == *id).unwrap()
}

#[test]
fn a_page_that_was_on_its_way_takes_nothing_back() {
    let id = ThreadId::from("t");
    let mut fixture = Fixture::new(Default::default());
    fixture.local(LocalEvent::Reading(true));
    // Two reads at a time: the end of one is not the end of the other.
    fixture.local(LocalEvent::Reading(true));
    fixture.local(LocalEvent::Reading(false));
    fixture.apply(page(false), 1.0);
    assert!(told(&fixture, &id).pinned);
    fixture.local(LocalEvent::Pinned { thread: id.clone(), pinned: false });
    fixture.apply(Event::ThreadArchived(serde_json::from_value(serde_json::json!({ "threadId": "t" })).unwrap()), 2.0);
    fixture.apply(page(false), 3.0);
    let line = told(&fixture, &id);
    assert!(!line.pinned && line.archived, "the page is older than what was done: {line:?}");

    fixture.local(LocalEvent::Gone(id.clone()));
    fixture.apply(page(false), 4.0);
    assert!(fixture.state.snapshot(&fixture.open).threads.is_empty(), "nor does it bring back what is deleted");
    fixture.local(LocalEvent::Reading(false));

    fixture.apply(page(true), 5.0);
    let line = told(&fixture, &id);
    assert!(line.pinned && line.archived, "the next list is believed");
    fixture.frame();
}

#[test]
fn a_thread_that_is_gone_is_not_brought_back_by_its_last_status() {
    let id = ThreadId::from("t");
    let status = |kind: &str| {
        let params = serde_json::json!({ "threadId": "t", "status": { "type": kind, "activeFlags": [] } });
        Event::StatusChanged(serde_json::from_value(params).unwrap())
    };
    let mut fixture = Fixture::new(Default::default());
    fixture.apply(page(false), 1.0);
    fixture.local(LocalEvent::Gone(id.clone()));
    fixture.apply(status("notLoaded"), 2.0);
    fixture.frame();
    assert!(fixture.state.snapshot(&fixture.open).threads.is_empty());
    fixture.apply(status("active"), 3.0);
    fixture.frame();
    assert_eq!(told(&fixture, &id).id, id, "one that is at work is heard of all the same");
}

#[test]
fn a_thread_that_was_only_taken_up_does_not_go_to_the_top() {
    let id = ThreadId::from("t");
    let listed = |updated: i64| {
        let thread = serde_json::json!({ "id": "t", "preview": "p", "updatedAt": updated, "recencyAt": 100 });
        let threads = vec![serde_json::from_value(thread).unwrap()];
        Event::ThreadsListed(ThreadsListed { threads, ..ThreadsListed::default() })
    };
    let mut fixture = Fixture::new(Default::default());
    fixture.apply(listed(9_000), 1.0);
    let line = told(&fixture, &id);
    assert_eq!(line.updated_ms, 100_000.0);

    let mut fixture = Fixture::new(Default::default());
    fixture.local(LocalEvent::Remembered(vec![ThreadLine { updated_ms: 9_000_000.0, ..line }]));
    fixture.apply(listed(9_000), 1.0);
    assert_eq!(told(&fixture, &id).updated_ms, 100_000.0, "also where it was remembered otherwise");
}

#[test]
fn what_was_remembered_stands_at_once_and_goes_when_no_list_tells_of_it() {
    let mut before = Fixture::new(Default::default());
    before.apply(page(false), 1.0);
    before.local(LocalEvent::List(ListState::Complete));
    let mut kept = before.state.to_remember().unwrap();
    kept.push(ThreadLine { id: ThreadId::from("gone"), ..kept[0].clone() });

    let mut fixture = Fixture::new(Default::default());
    fixture.local(LocalEvent::Remembered(kept));
    fixture.frame();
    assert_eq!(fixture.state.snapshot(&fixture.open).threads.len(), 2);
    assert_eq!(fixture.state.to_remember(), None, "nothing was read yet");
    fixture.apply(page(false), 2.0);
    fixture.local(LocalEvent::List(ListState::Complete));
    assert_eq!(
        fixture.state.snapshot(&fixture.open).threads.len(),
        2,
        "a list that broke off says nothing of the others"
    );
    fixture.local(LocalEvent::Listed);
    fixture.frame();
    let left: Vec<ThreadId> = fixture.state.snapshot(&fixture.open).threads.into_iter().map(|line| line.id).collect();
    assert_eq!(left, [ThreadId::from("t")]);
}

#[test]
fn a_thread_says_who_began_it() {
    let made_by = |source: serde_json::Value| {
        let thread = serde_json::json!({ "id": "t", "preview": "", "source": source });
        let thread = serde_json::from_value(thread).unwrap();
        let mut fixture = Fixture::new(Default::default());
        fixture.apply(Event::ThreadsListed(ThreadsListed { threads: vec![thread], ..ThreadsListed::default() }), 1.0);
        told(&fixture, &ThreadId::from("t")).made_by
    };
    let spawned = serde_json::json!({ "subAgent": { "thread_spawn": { "parent_thread_id": "p", "depth": 1 } } });
    assert_eq!(made_by(spawned), MadeBy::Agent);
    assert_eq!(made_by("exec".into()), MadeBy::Script);
    for person in ["cli", "vscode", "appServer", "executor", "new in a later version"] {
        assert_eq!(made_by(person.into()), MadeBy::Person, "{person}");
    }
    assert_eq!(made_by(serde_json::Value::Null), MadeBy::Person);
}
