//! What windows learn about the server, and what remains when it ends.

use super::replay::{Fixture, ReplayStep, steps, threads};
use crate::state::{Busy, LocalEvent};
use contract::catalog::environment::GatewayState;
use contract::change::{Account, Change, Demo, HeadState, Mark, ServerPhase};
use contract::id::ThreadId;
use contract::row::{RowState, TurnState};
use protocol::Event;
use protocol::enums::GatewayStatus;
use protocol::event::GatewayAnswer;
use protocol::notification::GatewayChanged;
use serde_json::json;
use serde_json::value::to_raw_value;

#[test]
fn a_server_that_dies_leaves_nothing_running_or_waiting() {
    for name in ["turns", "approvals_exec", "approvals_misc", "steer_interrupt", "subagents", "review", "code_mode"] {
        let all = steps(name);
        for cut in (0..all.len()).step_by(17) {
            let mut fixture = Fixture::new(threads(&all));
            fixture.run(all[..cut].to_vec(), 50);
            fixture.step(ReplayStep::Gone(9_000_000_000_000.0));
            fixture.frame();
            assert_eq!(fixture.state.busy(), Busy::default(), "{name} cut at {cut}");
            let snapshot = fixture.state.snapshot(&fixture.open);
            assert!(snapshot.asks.is_empty(), "{name} cut at {cut}");
            for line in &snapshot.threads {
                assert!(!matches!(line.mark, Mark::Running | Mark::Waiting), "{name} cut at {cut}: {line:?}");
            }
            for open in &snapshot.open {
                assert!(open.turns.iter().all(|turn| turn.state != TurnState::Running), "{name} cut at {cut}");
                assert!(open.rows.iter().all(|row| row.state != RowState::Open), "{name} cut at {cut}");
            }
        }
    }
}

#[test]
fn the_reason_stands_in_the_turn_and_in_the_head() {
    let all = steps("steer_interrupt");
    let running = all.iter().position(|step| matches!(step.event(), Some(Event::MessageGrew(_)))).unwrap();
    let mut fixture = Fixture::new(threads(&all));
    fixture.run(all[..=running].to_vec(), 1);
    fixture.step(ReplayStep::Gone(9.0));
    let open = fixture.only();
    assert_eq!(open.head.state, HeadState::Interrupted { why: "Codex stopped (killed).".into() });
    assert_eq!(open.turns[0].trouble.as_ref().unwrap().message, "Codex stopped (killed).");
    assert_eq!(open.head.running, None);
}

#[test]
fn what_a_person_has_dismissed_does_not_come_back_with_the_next_thread() {
    let mut fixture = Fixture::new([].into());
    let say = |fixture: &mut Fixture, status: &str| {
        let deprecated = json!({"summary": "`x` is deprecated", "details": "use y"});
        let server = json!({"name": "s", "status": status, "error": "no such program"});
        for (method, params) in [("deprecationNotice", deprecated), ("mcpServer/startupStatus/updated", server)] {
            fixture.apply(Event::from_notification(method, &to_raw_value(&params).unwrap()), 1.0);
        }
        fixture.window.0.banners.iter().map(|notice| notice.id.clone()).collect::<Vec<_>>()
    };
    let said = say(&mut fixture, "failed");
    assert_eq!(said.len(), 2, "{said:?}");
    for id in said {
        fixture.local(LocalEvent::BannerGone(id));
    }
    assert_eq!(say(&mut fixture, "failed"), [], "said again, and read already");
    say(&mut fixture, "ready");
    assert_eq!(say(&mut fixture, "failed").len(), 1, "that a server fails that ran meanwhile is event");
    let own = contract::change::Banner {
        id: "own".into(),
        level: contract::row::Level::Info,
        title: "x".into(),
        detail: None,
        thread: None,
        undo_trust: None,
    };
    fixture.local(LocalEvent::Banner(own.clone()));
    fixture.local(LocalEvent::BannerGone("own".into()));
    assert!(!fixture.local(LocalEvent::Banner(own)).is_empty(), "ours come when something happens");
}

#[test]
fn what_is_told_of_the_server_is_told_once() {
    let mut fixture = Fixture::new(Default::default());
    let phase = LocalEvent::Phase(ServerPhase::Ready);
    assert!(matches!(&fixture.local(phase.clone())[..], [Change::ServerPut { .. }]));
    assert_eq!(fixture.local(phase), []);
    fixture.frame();
}

#[test]
fn a_prompt_on_its_way_runs_and_one_that_failed_says_why() {
    let mut fixture = Fixture::new([ThreadId::from("t")].into());
    fixture.local(LocalEvent::Sending("t".into()));
    assert_eq!(fixture.only().head.state, HeadState::Running { since_ms: 1_000.0 });
    fixture.local(LocalEvent::SendFailed { thread: "t".into(), message: "Codex is not there.".into() });
    fixture.local(LocalEvent::Locked { thread: "t".into(), locked: true });
    assert_eq!(fixture.only().head.state, HeadState::Locked);
    fixture.local(LocalEvent::Locked { thread: "t".into(), locked: false });
    fixture.frame();
}

#[test]
fn another_home_forgets_the_threads_and_keeps_what_is_the_persons() {
    let mut fixture = Fixture::new(Default::default());
    fixture.run(steps("turns"), 5);
    fixture.local(LocalEvent::Draft { thread: None, draft: "unsent".to_owned().into() });
    fixture.local(LocalEvent::Entered { home: "/other".into(), demo: None });
    let snapshot = fixture.state.snapshot(&Default::default());
    assert_eq!((snapshot.threads.len(), snapshot.open.len(), snapshot.new_draft.as_str()), (0, 0, "unsent"));
}

#[test]
fn a_gateway_that_is_read_late_keeps_the_address_to_sign_in_at() {
    let mut fixture = Fixture::new(Default::default());
    let status = GatewayStatus::Started;
    let url = "https://gateway.example/authorize";
    let begun =
        GatewayChanged { provider_id: "desk".into(), status: status.clone(), auth_url: Some(url.into()), error: None };
    fixture.step(ReplayStep::Event(Box::new(Event::GatewayChanged(begun)), 1.0));
    let read = GatewayAnswer {
        provider_id: "desk".into(),
        provider_name: "The desk".into(),
        required: true,
        status: Some(status),
        error: None,
    };
    fixture.step(ReplayStep::Event(Box::new(Event::GatewayRead(read)), 2.0));
    let gateway = fixture.state.snapshot(&fixture.open).environment.gateway.unwrap();
    assert_eq!(gateway.provider, "The desk");
    assert_eq!(gateway.state, GatewayState::Waiting { url: Some(url.into()) });
}

#[test]
fn remote_control_off_is_announced_only_after_it_was_on() {
    let mut fixture = Fixture::new(std::collections::BTreeSet::new());
    let mut hears = |status: &str| {
        let params = serde_json::json!({ "status": status, "serverName": "desk", "installationId": "1" });
        let now = serde_json::from_value(params).unwrap();
        fixture.state.apply(Event::RemoteControlChanged(now), 1.0).len()
    };
    assert_eq!([hears("disabled"), hears("connected"), hears("disabled"), hears("disabled")], [0, 2, 2, 0]);
}

#[test]
fn the_demo_needs_no_account() {
    let needed = |demo: Option<Demo>| {
        let mut fixture = Fixture::new(Default::default());
        fixture.local(LocalEvent::Entered { home: "/other".into(), demo });
        let facts = protocol::account::AccountFacts { requires_openai_auth: true, ..Default::default() };
        fixture.apply(Event::AccountRead(facts), 1.0);
        fixture.window.0.account.clone()
    };
    assert_eq!(needed(None), Account::SignedOut { needed: true });
    let demo = Demo { workspace: "/demo".into(), prompts: Vec::new() };
    assert_eq!(needed(Some(demo)), Account::SignedOut { needed: false });
}
