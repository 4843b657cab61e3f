//! The choices that a person made for a thread, and what the server reports.

use super::replay::Fixture;
use crate::state::{Chosen, LocalEvent};
use contract::change::Permissions;
use contract::id::ThreadId;
use contract::prompt::{Choices, Manner};
use protocol::Event;
use protocol::event::ThreadLoaded;
use serde_json::json;

fn id() -> ThreadId {
    ThreadId::from("t")
}

fn chosen(model: &str, over: &str) -> LocalEvent {
    let manner = Manner { plan: true, ..Manner::default() };
    let choices = Choices {
        model: Some(model.into()),
        effort: Some("high".into()),
        manner,
        ..Choices::with(Permissions::ReadOnly)
    };
    LocalEvent::Chosen(vec![(id(), Chosen { choices, over: Some(over.into()), told: false })])
}

fn read(fixture: &mut Fixture, model: &str) {
    let thread = serde_json::from_value(json!({"id": "t", "cwd": "/w", "preview": "p", "model": model})).unwrap();
    let loaded = ThreadLoaded { thread, ..ThreadLoaded::default() };
    fixture.apply(Event::ThreadLoaded(Box::new(loaded)), 50_000.0);
    fixture.frame();
}

#[test]
fn what_was_chosen_stands_in_the_head_before_the_server_was_told() {
    let mut fixture = Fixture::new([id()].into());
    fixture.local(chosen("m", "n"));
    read(&mut fixture, "n");
    let head = fixture.only().head;
    assert_eq!((head.permissions, head.model.as_deref()), (Permissions::ReadOnly, Some("m")));
    assert_eq!((head.effort.as_deref(), head.manner.plan), (Some("high"), true));
    assert_eq!(fixture.state.choices(&id()).permissions, Permissions::ReadOnly);
    assert!(!fixture.state.is_planning(&id()), "the server knows nothing of it");
}

#[test]
fn a_model_that_somebody_else_took_since_counts_and_the_permissions_stay() {
    let mut fixture = Fixture::new([id()].into());
    fixture.local(chosen("m", "n"));
    read(&mut fixture, "another");
    let head = fixture.only().head;
    assert_eq!((head.model.as_deref(), head.effort), (Some("another"), None));
    assert_eq!((head.permissions, head.manner.plan), (Permissions::ReadOnly, true));
}

#[test]
fn what_was_chosen_survives_a_demo_and_goes_with_its_thread() {
    let mut fixture = Fixture::new([id()].into());
    fixture.local(chosen("m", "n"));
    fixture.state.local(LocalEvent::Entered { home: "/other".into(), demo: None }, 50_000.0);
    assert_eq!(fixture.state.choices(&id()).permissions, Permissions::ReadOnly);
    fixture.state.local(LocalEvent::Gone(id()), 50_000.0);
    assert_eq!(fixture.state.choices(&id()), Choices::with(Permissions::AsConfigured));
}
