//! What a thread runs with, what is still running, and remarks about the model.

use super::replay::Fixture;
use crate::state::LocalEvent;
use contract::change::{Change, HeadState, Terminal};
use contract::id::ThreadId;
use contract::prompt::{Attached, Manner, Prompt};
use contract::row::{Body, Level};
use protocol::Event;
use protocol::event::TerminalsListed;
use serde_json::value::to_raw_value;
use serde_json::{Value, json};

fn fixture() -> Fixture {
    let mut fixture = Fixture::new([ThreadId::from("t")].into());
    tell(&mut fixture, "thread/started", json!({"thread": {"id": "t", "cwd": "/w", "preview": "first"}}));
    tell(&mut fixture, "turn/started", json!({"threadId": "t", "turn": {"id": "u", "status": "inProgress"}}));
    fixture
}

fn tell(fixture: &mut Fixture, method: &str, params: Value) -> Vec<Change> {
    let changes = fixture.apply(Event::from_notification(method, &to_raw_value(&params).unwrap()), 50_000.0);
    fixture.frame();
    changes
}

fn listed(fixture: &mut Fixture, commands: &[&str], cursor: Option<&str>) -> Vec<Change> {
    let terminals = commands.iter().map(|command| protocol::thread::BackgroundTerminal {
        process_id: (*command).into(),
        command: (*command).into(),
        cwd: "/w".into(),
        ..Default::default()
    });
    let listed = TerminalsListed {
        thread_id: "t".into(),
        terminals: terminals.collect(),
        cursor: cursor.map(str::to_owned),
        next_cursor: None,
    };
    let changes = fixture.apply(Event::TerminalsListed(listed), 50_000.0);
    fixture.frame();
    changes
}

fn commands(terminals: &[Terminal]) -> Vec<&str> {
    terminals.iter().map(|one| one.command.as_str()).collect()
}

#[test]
fn what_still_runs_is_told_once_page_by_page_and_ends_with_the_server() {
    let mut fixture = fixture();
    listed(&mut fixture, &["a"], None);
    assert!(listed(&mut fixture, &["a"], None).is_empty(), "nothing changed");
    listed(&mut fixture, &["b"], Some("next"));
    assert_eq!(commands(&fixture.only().terminals), ["a", "b"]);
    assert!(fixture.state.is_needed(&"t".into()));
    fixture.local(LocalEvent::ServerGone { why: "It stopped.".into() });
    assert!(fixture.only().terminals.is_empty());
}

#[test]
fn the_head_says_what_the_thread_is_run_with() {
    let mut fixture = fixture();
    let settings = json!({"model": "m", "effort": "high", "summary": "concise", "serviceTier": "priority",
        "collaborationMode": {"mode": "plan", "settings": {"model": "m"}}});
    tell(&mut fixture, "thread/settings/updated", json!({"threadId": "t", "threadSettings": settings}));
    let manner =
        Manner { plan: true, summary: Some("concise".into()), personality: None, tier: Some("priority".into()) };
    assert_eq!(fixture.only().head.manner, manner);
    assert!(fixture.state.is_planning(&"t".into()));
}

#[test]
fn a_review_stops_under_the_turn_id_it_started_with() {
    let mut fixture = fixture();
    tell(&mut fixture, "turn/completed", json!({"threadId": "t", "turn": {"id": "u", "status": "completed"}}));
    let turn = protocol::Turn {
        id: "asked".into(),
        status: protocol::enums::TurnStatus::InProgress,
        ..protocol::Turn::default()
    };
    let accepted = protocol::event::TurnAccepted { thread_id: "t".into(), turn, message: None };
    fixture.apply(Event::TurnAccepted(accepted), 50_000.0);
    let names = |fixture: &Fixture| (fixture.state.running(&"t".into()), fixture.state.interrupt_id(&"t".into()));
    assert_eq!(names(&fixture), (Some("asked".into()), Some("asked".into())));
    let started = json!({"id": "started", "rootTurnId": "asked", "status": "inProgress"});
    tell(&mut fixture, "turn/started", json!({"threadId": "t", "turn": started}));
    assert_eq!(names(&fixture), (Some("asked".into()), Some("started".into())));
    tell(&mut fixture, "turn/completed", json!({"threadId": "t", "turn": {"id": "asked", "status": "completed"}}));
    assert_eq!(names(&fixture), (None, None));
    tell(&mut fixture, "turn/started", json!({"threadId": "t", "turn": {"id": "next", "status": "inProgress"}}));
    assert_eq!(names(&fixture), (Some("next".into()), Some("next".into())));
}

#[test]
fn what_is_said_of_the_model_stands_once_and_quietly() {
    let mut fixture = fixture();
    let of_turn = |more: Value| {
        let mut params = json!({"threadId": "t", "turnId": "u"});
        params.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        params
    };
    for _ in 0..2 {
        tell(
            &mut fixture,
            "model/safetyBuffering/updated",
            of_turn(json!({"model": "m", "fasterModel": "n", "showBufferingUi": true})),
        );
    }
    tell(&mut fixture, "model/safetyBuffering/updated", of_turn(json!({"model": "other", "showBufferingUi": false})));
    tell(&mut fixture, "model/verification", of_turn(json!({"verifications": ["trustedAccess"]})));
    tell(&mut fixture, "model/rerouted", of_turn(json!({"fromModel": "m", "toModel": "n"})));
    let told: Vec<(Level, String)> = fixture
        .only()
        .rows
        .into_iter()
        .filter_map(|row| match row.body {
            Body::Told { level, text } => Some((level, text)),
            _ => None,
        })
        .collect();
    let [buffering, verification, rerouted] = &told[..] else { panic!("{told:?}") };
    assert!(buffering.1.contains("n would answer faster") && verification.1.contains("trustedAccess"), "{told:?}");
    assert_eq!(*rerouted, (Level::Info, "n answered instead of m.".to_owned()));
}

#[test]
fn only_pictures_that_somebody_put_there_may_be_looked_at() {
    let mut fixture = fixture();
    let image = |path: &str| Attached::Image { path: path.into() };
    let with = |path: &str| Prompt { text: String::new(), attached: vec![image(path)] };
    let item = json!({"type": "userMessage", "id": "m", "content": [{"type": "localImage", "path": "/sent.png"}]});
    tell(&mut fixture, "item/completed", json!({"threadId": "t", "turnId": "u", "item": item}));
    fixture.local(LocalEvent::Draft { thread: None, draft: with("/new.png") });
    fixture.local(LocalEvent::Draft { thread: Some("t".into()), draft: with("/draft.png") });
    for (path, known) in [("/new.png", true), ("/draft.png", true), ("/sent.png", true), ("/etc/passwd", false)] {
        assert_eq!(fixture.state.names_picture(path), known, "{path}");
    }
    let mut drafted: Vec<&str> = fixture.state.drafted_pictures().collect();
    drafted.sort_unstable();
    assert_eq!(drafted, ["/draft.png", "/new.png"]);
}

#[test]
fn a_turn_that_a_limit_ended_says_until_when_as_soon_as_that_is_known() {
    let mut fixture = fixture();
    let session = json!({"thread": {"id": "t", "cwd": "/w"}, "model": "m"});
    fixture.apply(Event::SessionStarted(serde_json::from_value(session).unwrap()), 1.0);
    let error = json!({"message": "You hit your limit.", "codexErrorInfo": "usageLimitExceeded"});
    tell(
        &mut fixture,
        "turn/completed",
        json!({"threadId": "t", "turn": {"id": "u", "status": "failed", "error": error}}),
    );
    let why = "A usage limit was reached. You hit your limit.".to_owned();
    let limited = |until_ms: Option<f64>| HeadState::Limited { until_ms, why: why.clone() };
    assert_eq!(fixture.only().head.state, limited(None));
    let window = json!({"usedPercent": 100, "windowDurationMins": 300, "resetsAt": 1_800});
    let limits = json!({"limitId": "codex", "primary": window});
    let changes = tell(&mut fixture, "account/rateLimits/updated", json!({"rateLimits": limits}));
    assert_eq!(fixture.only().head.state, limited(Some(1_800_000.0)));
    assert!(changes.iter().any(|change| matches!(change, Change::HeadPut { .. })), "{changes:?}");
    tell(&mut fixture, "turn/started", json!({"threadId": "t", "turn": {"id": "v", "status": "inProgress"}}));
    assert!(matches!(fixture.only().head.state, HeadState::Running { .. }));
}
