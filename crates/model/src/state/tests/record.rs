//! What is recorded, and what the timer of unattended requests may do.

use super::asks::{COMMAND, asked, command, state};
use crate::state::{Effect, LocalEvent, State, Write};
use contract::ask::{Answer, Decision};
use contract::change::{AskEnd, Change};
use contract::id::ThreadId;
use contract::record::{AskKind, By, Record, Verdict};
use protocol::{Event, RequestId, Secret};
use serde_json::value::to_raw_value;
use serde_json::{Value, json};

pub(super) fn kept(state: &mut State) -> Vec<Record> {
    let record = |effect: Effect| match effect {
        Effect::Store(Write::Record(record)) => Some(*record),
        _ => None,
    };
    state.effects().into_iter().filter_map(record).collect()
}

#[test]
fn every_end_of_a_question_is_on_record_once() {
    let mut state = state();
    for (answer, verdict, detail) in [
        (Answer::Decide { decision: Decision::Accept }, Verdict::Accepted, None),
        (Answer::Decide { decision: Decision::AcceptForSession }, Verdict::Session, None),
        (Answer::Decide { decision: Decision::Cancel }, Verdict::Stopped, None),
        (Answer::Refuse, Verdict::Declined, None),
    ] {
        let ask = asked(&mut state, 1, COMMAND, command("rm -r build"));
        state.answered_at(&ask.id, answer, 7_000.0).unwrap();
        let expected = Record {
            thread: ThreadId::from("t"),
            turn: Some("u".to_owned().into()),
            kind: AskKind::Command,
            what: "rm -r build".into(),
            folder: Some("/w".into()),
            verdict,
            detail,
            by: By::You,
            asked_ms: 5_000.0,
            ended_ms: 7_000.0,
        };
        assert_eq!(kept(&mut state), [expected]);
    }
    asked(&mut state, 2, COMMAND, command("ls"));
    state.local(LocalEvent::ServerGone { why: "gone".into() }, 9_000.0);
    let gone = kept(&mut state);
    assert_eq!((gone.len(), gone[0].verdict, gone[0].by), (1, Verdict::Gone, By::Codex));
}

#[test]
fn what_is_refused_by_rule_is_on_record_as_that() {
    let mut state = state();
    let call = json!({"threadId": "t", "turnId": "u", "callId": "c", "tool": "open_panel", "arguments": {}});
    let request = Event::from_request(RequestId::Number(3), "item/tool/call", &to_raw_value(&call).unwrap());
    state.apply(request, 5_000.0);
    let kept = kept(&mut state);
    let told: Vec<_> = kept.iter().map(|one| (one.kind, one.what.as_str(), one.verdict, one.by)).collect();
    assert_eq!(told, [(AskKind::ToolUse, "open_panel", Verdict::Declined, By::Rule)]);
    assert_eq!(state.busy().asks, 0);
}

#[test]
fn a_long_command_is_cut_and_a_bad_answer_is_not_on_record() {
    let mut state = state();
    let ask = asked(&mut state, 1, COMMAND, command(&"x ".repeat(500_000)));
    assert!(state.answered(&ask.id, Answer::Agree { persist: None }).is_err());
    assert_eq!(kept(&mut state), []);
    state.answered(&ask.id, Answer::Refuse).unwrap();
    assert!(kept(&mut state)[0].what.len() < 5_000);
}

#[test]
fn nothing_typed_is_on_record() {
    let mut state = state();
    let question = |id: &str, secret: bool| {
        json!({"id": id, "header": "h", "question": "Which?", "isSecret": secret, "isOther": true,
            "options": [{"label": "North", "description": ""}]})
    };
    let params = json!({"threadId": "t", "turnId": "u", "itemId": "i",
        "questions": [question("a", false), question("b", false), question("c", true)]});
    let ask = asked(&mut state, 1, "item/tool/requestUserInput", params);
    let answers = [("a", "North"), ("b", "hunter2"), ("c", "swordfish")];
    let answers = answers.map(|(id, text)| (id.to_owned(), vec![Secret::new(text)])).into();
    state.answered(&ask.id, Answer::Answers { answers }).unwrap();
    let schema = json!({"type": "object", "properties": {"token": {"type": "string"}}});
    let form = json!({"threadId": "t", "serverName": "s", "mode": "form", "message": "m", "requestedSchema": schema});
    let ask = asked(&mut state, 2, "mcpServer/elicitation/request", form);
    let values = serde_json::from_value(json!({"token": "hunter2"})).unwrap();
    state.answered(&ask.id, Answer::Fill { values }).unwrap();
    let link = json!({"threadId": "t", "serverName": "s", "mode": "url", "message": "m",
        "url": "https://a.example/x?token=hunter2", "elicitationId": "e"});
    let ask = asked(&mut state, 3, "mcpServer/elicitation/request", link);
    state.answered(&ask.id, Answer::Agree { persist: None }).unwrap();
    let kept = kept(&mut state);
    let text = serde_json::to_string(&kept).unwrap();
    assert!(!text.contains("hunter2") && !text.contains("swordfish"), "{text}");
    let details: Vec<Option<&str>> = kept.iter().map(|one| one.detail.as_deref()).collect();
    assert_eq!(details, [Some("North"), Some("token"), None]);
}

#[test]
fn a_clock_declines_what_its_thread_asked_and_nothing_else() {
    let mut state = state();
    let other = json!({"threadId": "other", "turnId": "u", "itemId": "i", "command": "ls"});
    let stays = asked(&mut state, 1, COMMAND, other);
    state.local(LocalEvent::Unattended { thread: "t".into(), after_s: Some(60) }, 5_000.0);
    let ask = asked(&mut state, 2, COMMAND, command("ls"));
    assert_eq!((ask.declines_ms, stays.declines_ms), (Some(65_000.0), None));
    assert_eq!(state.next_decline(), Some(65_000.0));
    let (replies, changes) = state.due(64_999.0, true);
    assert!(replies.is_empty() && changes.is_empty());
    let (replies, changes) = state.due(65_000.0, true);
    assert_eq!(replies[0].id, RequestId::Number(2));
    assert_eq!(replies[0].outcome.clone().unwrap(), json!({"decision": "decline"}));
    assert!(changes.contains(&Change::AskGone { ask: ask.id, why: AskEnd::Unattended }));
    assert_eq!((state.busy().asks, state.next_decline()), (1, None));
    assert_eq!(kept(&mut state)[0].by, By::Unattended);
}

#[test]
fn a_clock_whose_no_does_not_arrive_leaves_the_question() {
    let mut state = state();
    state.local(LocalEvent::Unattended { thread: "t".into(), after_s: Some(1) }, 0.0);
    asked(&mut state, 2, COMMAND, command("ls"));
    state.due(1e9, false);
    assert_eq!((state.busy().asks, state.next_decline(), kept(&mut state)), (1, None, vec![]));
}

#[test]
fn a_question_has_its_whole_time_from_when_the_rule_begins() {
    let mut state = state();
    asked(&mut state, 2, COMMAND, command("ls"));
    let declines = |changes: Vec<Change>| match changes.as_slice() {
        [Change::AskPut { ask }, ..] => ask.declines_ms,
        other => panic!("{other:?}"),
    };
    let event = |after_s| LocalEvent::Unattended { thread: "t".into(), after_s };
    assert_eq!(declines(state.local(event(Some(10)), 90_000.0)), Some(100_000.0));
    assert_eq!(declines(state.local(event(None), 95_000.0)), None);
    assert!(state.due(1e12, true).0.is_empty());
}

#[test]
fn whatever_is_asked_a_clock_can_only_say_no() {
    let mut state = state();
    state.local(LocalEvent::Unattended { thread: "t".into(), after_s: Some(1) }, 0.0);
    let at = |more: Value| {
        let mut params = json!({"threadId": "t", "turnId": "u", "itemId": "i"});
        params.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        params
    };
    let asks = [
        ("item/fileChange/requestApproval", at(json!({})), json!({"decision": "decline"})),
        (
            "item/permissions/requestApproval",
            at(json!({"cwd": "/", "permissions": {"network": {"enabled": true}}})),
            json!({"permissions": {}, "scope": "turn"}),
        ),
        (
            "item/tool/requestUserInput",
            at(json!({"questions": [{"id": "q", "header": "h", "question": "?"}]})),
            json!({"answers": {}}),
        ),
        (
            "mcpServer/elicitation/request",
            at(json!({"serverName": "s", "mode": "form", "message": "m", "requestedSchema": {}})),
            json!({"action": "decline"}),
        ),
        (COMMAND, json!({"threadId": "t", "turnId": 7}), json!({"decision": "decline"})),
    ];
    for (method, params, no) in asks {
        asked(&mut state, 9, method, params);
        let (replies, _) = state.due(1e9, true);
        assert_eq!(replies.into_iter().map(|reply| reply.outcome.unwrap()).collect::<Vec<_>>(), [no], "{method}");
    }
}
