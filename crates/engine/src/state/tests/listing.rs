//! A list that is read while something changes.

use super::replay::House;
use crate::change::{ListState, ThreadLine};
use crate::id::ThreadId;
use crate::state::{News, PINNED};
use protocol::Event;
use protocol::event::ThreadsListed;

fn page(archived: bool) -> Event {
    let thread = serde_json::json!({ "id": "t", "preview": "first words", "section": { "id": "s", "name": PINNED } });
    let thread = serde_json::from_value(thread).unwrap();
    Event::ThreadsListed(ThreadsListed { threads: vec![thread], archived, ..ThreadsListed::default() })
}

fn told(house: &House, id: &ThreadId) -> ThreadLine {
    house.state.snapshot(&house.open).threads.into_iter().find(|line| line.id == *id).unwrap()
}

#[test]
fn a_page_that_was_on_its_way_takes_nothing_back() {
    let id = ThreadId::from("t");
    let mut house = House::new(Default::default());
    house.note(News::Reading(true));
    // Two at a time: the end of the one is not the end of the other.
    house.note(News::Reading(true));
    house.note(News::Reading(false));
    house.apply(page(false), 1.0);
    assert!(told(&house, &id).pinned);
    house.note(News::Pinned { thread: id.clone(), pinned: false });
    house.apply(Event::ThreadArchived(serde_json::from_value(serde_json::json!({ "threadId": "t" })).unwrap()), 2.0);
    house.apply(page(false), 3.0);
    let line = told(&house, &id);
    assert!(!line.pinned && line.archived, "the page is older than what was done: {line:?}");

    house.note(News::Gone(id.clone()));
    house.apply(page(false), 4.0);
    assert!(house.state.snapshot(&house.open).threads.is_empty(), "nor does it bring back what is deleted");
    house.note(News::Reading(false));

    house.apply(page(true), 5.0);
    let line = told(&house, &id);
    assert!(line.pinned && line.archived, "the next list is believed");
    house.frame();
}

#[test]
fn a_thread_that_was_only_taken_up_does_not_go_to_the_top() {
    let id = ThreadId::from("t");
    let listed = |updated: i64| {
        let thread = serde_json::json!({ "id": "t", "preview": "p", "updatedAt": updated, "recencyAt": 100 });
        let threads = vec![serde_json::from_value(thread).unwrap()];
        Event::ThreadsListed(ThreadsListed { threads, ..ThreadsListed::default() })
    };
    let mut house = House::new(Default::default());
    house.apply(listed(9_000), 1.0);
    let line = told(&house, &id);
    assert_eq!(line.updated_ms, 100_000.0);

    let mut house = House::new(Default::default());
    house.note(News::Remembered(vec![ThreadLine { updated_ms: 9_000_000.0, ..line }]));
    house.apply(listed(9_000), 1.0);
    assert_eq!(told(&house, &id).updated_ms, 100_000.0, "also where it was remembered otherwise");
}

#[test]
fn what_was_remembered_stands_at_once_and_goes_when_no_list_tells_of_it() {
    let mut before = House::new(Default::default());
    before.apply(page(false), 1.0);
    before.note(News::List(ListState::Complete));
    let mut kept = before.state.to_remember().unwrap();
    kept.push(ThreadLine { id: ThreadId::from("gone"), ..kept[0].clone() });

    let mut house = House::new(Default::default());
    house.note(News::Remembered(kept));
    house.frame();
    assert_eq!(house.state.snapshot(&house.open).threads.len(), 2);
    assert_eq!(house.state.to_remember(), None, "nothing was read yet");
    house.apply(page(false), 2.0);
    house.note(News::List(ListState::Complete));
    assert_eq!(house.state.snapshot(&house.open).threads.len(), 2, "a list that broke off says nothing of the others");
    house.note(News::Listed);
    house.frame();
    let left: Vec<ThreadId> = house.state.snapshot(&house.open).threads.into_iter().map(|line| line.id).collect();
    assert_eq!(left, [ThreadId::from("t")]);
}
