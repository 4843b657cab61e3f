//! Requests: read, answered once, and ended in whatever order their ends come.

use super::record::kept;
use super::replay::{Fixture, steps, threads};
use crate::ask::Reply;
use crate::state::{Busy, Effect, Input, LocalEvent, State, Step};
use contract::ask::{Answer, Ask, AskBody, Decision, FieldKind, Persist, Risk};
use contract::change::{AskEnd, Change, HeadState};
use contract::failure::{Code, Failure};
use contract::id::{AskId, ThreadId};
use contract::settings::Settings;
use protocol::{Event, RequestId, Secret};
use serde_json::value::to_raw_value;
use serde_json::{Value, from_value, json};
use std::collections::BTreeMap;

/// Every request of a transcript, and the reply that `answer` produces for it.
fn answered(name: &str, answer: impl Fn(&Ask) -> Answer) -> Vec<(Ask, Value)> {
    let steps = steps(name);
    let mut fixture = Fixture::new(threads(&steps));
    let mut out = Vec::new();
    for step in steps {
        let asked = matches!(step.event(), Some(Event::Asked(_)));
        fixture.step(step);
        fixture.frame();
        let ask = fixture.window.0.asks.last().cloned();
        if let Some(ask) = ask.filter(|_| asked) {
            let (reply, _) =
                fixture.state.answered(&ask.id, answer(&ask)).unwrap_or_else(|error| panic!("{error}: {ask:?}"));
            out.push((ask, reply.outcome.unwrap()));
            // Both windows lack the answer's changes, so they start again.
            let open = fixture.open.clone();
            let fresh = fixture.state.snapshot(&open);
            fixture.window.apply(Change::Reset { snapshot: Box::new(fresh) });
            fixture.restart_merged();
        }
    }
    out
}

impl State {
    /// Answers with a writer that accepts every line.
    pub(super) fn answered(&mut self, ask: &AskId, answer: Answer) -> Result<(Reply, Vec<Change>), Failure> {
        self.answered_at(ask, answer, 5_000.0)
    }

    pub(super) fn answered_at(
        &mut self,
        id: &AskId,
        answer: Answer,
        at_ms: f64,
    ) -> Result<(Reply, Vec<Change>), Failure> {
        let step = self.step(Input::Answer { ask: id.clone(), answer }, at_ms);
        let (said, changes) = self.hand(step, at_ms, true)?;
        Ok((said.into_iter().next().unwrap(), changes))
    }

    /// Advances the clock.
    pub(super) fn due(&mut self, at_ms: f64, handed: bool) -> (Vec<Reply>, Vec<Change>) {
        let step = self.step(Input::Due, at_ms);
        self.hand(step, at_ms, handed).unwrap_or_default()
    }

    /// Performs the replies; the other effects wait.
    pub(super) fn hand(&mut self, step: Step, at_ms: f64, handed: bool) -> Result<(Vec<Reply>, Vec<Change>), Failure> {
        let Step { mut changes, effects, mut refused } = step;
        let (mut said, mut others) = (Vec::new(), Vec::new());
        for effect in effects {
            let Effect::Reply { ask, reply } = effect else {
                others.push(effect);
                continue;
            };
            said.push(reply);
            let done = self.step(Input::Handed { ask, handed }, at_ms);
            changes.extend(done.changes);
            others.extend(done.effects);
            refused = refused.or(done.refused);
        }
        self.effects.extend(others);
        refused.map_or(Ok((said, changes)), Err)
    }
}

fn decide(decision: Decision) -> Answer {
    Answer::Decide { decision }
}

#[test]
fn a_command_is_shown_bare_with_what_the_server_offers_first() {
    let asks = answered("approvals_exec", |_| decide(Decision::Accept));
    let (ask, reply) = &asks[1];
    let AskBody::Command { command, raw, cwd, offered, also, .. } = &ask.body else { panic!("{ask:?}") };
    assert_eq!((command.as_str(), raw.as_str()), ("python3 -c 'print(1)'", r#"/bin/bash -lc "python3 -c 'print(1)'""#));
    assert_eq!(cwd.as_deref(), Some("/lab/ws/f3"));
    let prefix = vec!["python3".to_owned(), "-c".to_owned(), "print(1)".to_owned()];
    assert_eq!(offered, &[Decision::Accept, Decision::AcceptWithRule { prefix }, Decision::Cancel]);
    assert_eq!(also, &[Decision::AcceptForSession, Decision::Decline]);
    assert!(ask.row.is_some() && ask.turn.is_some() && ask.thread.is_some());
    assert_eq!(reply, &json!({"decision": "accept"}));

    let (ask, _) =
        asks.iter().find(|(ask, _)| matches!(&ask.body, AskBody::Command { extra, .. } if !extra.is_empty())).unwrap();
    let AskBody::Command { extra, offered, .. } = &ask.body else { panic!() };
    assert_eq!(extra, &["write /lab/ws"]);
    // The server proposes a rule for the whole shell line but does not offer it, so neither do we.
    assert_eq!(offered, &[Decision::Accept, Decision::Cancel]);
    assert_eq!(ask.risks, [Risk::OutsideWorkspace]);
}

#[test]
fn every_decision_is_spelled_as_the_server_reads_it() {
    let spelled = |choose: fn(&Ask) -> Answer| answered("approvals_misc", choose).pop().unwrap().1;
    fn of_command(ask: &Ask, decision: Decision) -> Answer {
        if matches!(ask.body, AskBody::Command { .. }) { decide(decision) } else { Answer::Refuse }
    }
    assert_eq!(spelled(|ask| of_command(ask, Decision::Decline)), json!({"decision": "decline"}));
    assert_eq!(spelled(|ask| of_command(ask, Decision::Cancel)), json!({"decision": "cancel"}));
    assert_eq!(spelled(|ask| of_command(ask, Decision::AcceptForSession)), json!({"decision": "acceptForSession"}));
    let rule = |ask: &Ask| of_command(ask, Decision::AcceptWithRule { prefix: vec!["echo".into(), "esc".into()] });
    let spelled_rule =
        json!({"decision": {"acceptWithExecpolicyAmendment": {"execpolicy_amendment": ["echo", "esc"]}}});
    assert_eq!(answered("approvals_misc", rule).pop().unwrap().1, spelled_rule);
}

#[test]
fn a_file_change_is_shown_with_its_diff() {
    let asks = answered("approvals_patch", |_| decide(Decision::AcceptForSession));
    assert!(asks.iter().all(|(_, reply)| *reply == json!({"decision": "acceptForSession"})));
    let shown: Vec<(Vec<String>, Vec<Risk>)> = asks
        .iter()
        .map(|(ask, _)| {
            let AskBody::Files { files, .. } = &ask.body else { panic!("{ask:?}") };
            assert!(files.iter().all(|file| !file.lines.is_empty()), "{files:?}");
            (files.iter().map(|file| file.path.clone()).collect(), ask.risks.clone())
        })
        .collect();
    assert!(shown.contains(&(vec!["u0.txt".to_owned()], vec![])), "{shown:?}");
    assert!(shown.contains(&(vec!["/home/me/lab-out.txt".to_owned()], vec![Risk::OutsideWorkspace])), "{shown:?}");
}

#[test]
fn each_kind_of_ask_is_answered_in_its_own_shape() {
    let replies: Vec<(String, Value)> = answered("approvals_misc", |ask| match &ask.body {
        AskBody::Permissions { grants, .. } => {
            Answer::Grants { ids: grants.iter().take(1).map(|grant| grant.id.clone()).collect(), session: true }
        }
        AskBody::Questions { questions } => {
            let answers = questions.iter().map(|question| (question.id.clone(), vec![Secret::new("No")]));
            Answer::Answers { answers: answers.collect::<BTreeMap<_, _>>() }
        }
        AskBody::Form { fields, .. } => {
            assert_eq!(fields.len(), 2);
            let name = fields.iter().find(|field| field.name == "name").unwrap();
            assert!(name.required && matches!(name.kind, FieldKind::Text { .. }) && name.title == "Name");
            Answer::Fill { values: from_value(json!({"name": "Ada"})).unwrap() }
        }
        AskBody::Link { url, .. } => {
            assert_eq!(url, "https://example.com/x");
            Answer::Agree { persist: None }
        }
        AskBody::ToolUse { server, persist, message, tool, .. } => {
            assert_eq!((server.as_str(), persist.as_slice()), ("lab", &[Persist::Session, Persist::Always][..]));
            assert_eq!((tool.as_deref(), message.as_str()), (Some("danger"), ""));
            Answer::Agree { persist: Some(Persist::Session) }
        }
        _ => Answer::Dismiss,
    })
    .into_iter()
    .map(|(ask, reply)| (serde_json::to_value(&ask.body).unwrap()["kind"].as_str().unwrap().to_owned(), reply))
    .collect();
    let of = |kind: &str| replies.iter().find(|(of, _)| of == kind).map(|(_, reply)| reply.clone()).unwrap();
    assert_eq!(of("permissions"), json!({"permissions": {"network": {"enabled": true}}, "scope": "session"}));
    assert_eq!(of("questions"), json!({"answers": {"confirm": {"answers": ["No"]}}}));
    assert_eq!(of("form"), json!({"action": "accept", "content": {"name": "Ada"}}));
    assert_eq!(of("link"), json!({"action": "accept", "content": {}}));
    assert_eq!(of("toolUse"), json!({"action": "accept", "content": {}, "_meta": {"persist": "session"}}));
    assert_eq!(of("command"), json!({"decision": "cancel"}));
}

#[test]
fn everything_can_be_refused_and_dismissed() {
    for (refuses, words) in [(true, "decline"), (false, "cancel")] {
        for (ask, reply) in answered("approvals_misc", |_| if refuses { Answer::Refuse } else { Answer::Dismiss }) {
            match ask.body {
                AskBody::Command { .. } => assert_eq!(reply, json!({"decision": words})),
                AskBody::Permissions { .. } => assert_eq!(reply, json!({"permissions": {}, "scope": "turn"})),
                AskBody::Questions { .. } => assert_eq!(reply, json!({"answers": {}})),
                _ => assert_eq!(reply, json!({"action": words})),
            }
        }
    }
}

pub(super) fn asked(state: &mut State, id: i64, method: &str, params: Value) -> Ask {
    let params = to_raw_value(&params).unwrap();
    let changes = state.apply(Event::from_request(RequestId::Number(id), method, &params), 5_000.0);
    let ask = changes.into_iter().find_map(|change| match change {
        Change::AskPut { ask } => Some(*ask),
        _ => None,
    });
    ask.expect("a question")
}

pub(super) fn state() -> State {
    State::new(Settings::default(), "/home".into())
}

pub(super) fn command(command: &str) -> Value {
    json!({"threadId": "t", "turnId": "u", "itemId": "i", "command": command, "cwd": "/w"})
}

pub(super) const COMMAND: &str = "item/commandExecution/requestApproval";

#[test]
fn the_legacy_approvals_have_their_own_words() {
    let mut state = state();
    let legacy = json!({"conversationId": "t", "callId": "c", "command": ["bash", "-lc", "ls src"], "cwd": "/w",
        "parsedCmd": [{"type": "list_files", "cmd": "ls src", "path": "/w/src"}]});
    let ask = asked(&mut state, 1, "execCommandApproval", legacy.clone());
    let AskBody::Command { command, actions, .. } = &ask.body else { panic!("{ask:?}") };
    assert_eq!((command.as_str(), actions.as_slice()), ("bash -lc 'ls src'", &["lists files in src".to_owned()][..]));
    let mut reply = |ask: &Ask, answer| state.answered(&ask.id, answer).unwrap().0.outcome.unwrap();
    assert_eq!(reply(&ask, decide(Decision::Accept)), json!({"decision": "approved"}));

    let mut state = self::state();
    let patch =
        json!({"conversationId": "t", "callId": "c", "fileChanges": {"/w/a": {"type": "add", "content": "x\n"}}});
    for (answer, word) in [
        (decide(Decision::AcceptForSession), json!("approved_for_session")),
        (Answer::Refuse, json!({"denied": {"rejection": "Declined by the user."}})),
        (Answer::Dismiss, json!("abort")),
    ] {
        let ask = asked(&mut state, 2, "applyPatchApproval", patch.clone());
        assert!(matches!(&ask.body, AskBody::Files { files, .. } if files.len() == 1));
        assert_eq!(state.answered(&ask.id, answer).unwrap().0.outcome.unwrap(), json!({"decision": word}));
    }
}

#[test]
fn one_that_cannot_be_read_can_be_declined_in_the_words_of_its_method() {
    let mut state = state();
    for (method, no) in [
        (COMMAND, json!({"decision": "decline"})),
        ("item/fileChange/requestApproval", json!({"decision": "decline"})),
        ("item/permissions/requestApproval", json!({"permissions": {}, "scope": "turn"})),
        ("item/tool/requestUserInput", json!({"answers": {}})),
        ("mcpServer/elicitation/request", json!({"action": "decline"})),
    ] {
        let ask = asked(&mut state, 1, method, json!({"threadId": "t", "turnId": 7, "strange": "\u{202e}"}));
        let AskBody::Unreadable { json, .. } = &ask.body else { panic!("{ask:?}") };
        assert!(json.contains("strange") && !json.contains('\u{202e}'));
        assert_eq!(ask.thread, Some(ThreadId::from("t")));
        let bad = state.answered(&ask.id, decide(Decision::Accept)).unwrap_err();
        assert_eq!(bad.code, Code::BadInput, "it is never accepted unread");
        assert_eq!(state.answered(&ask.id, Answer::Refuse).unwrap().0.outcome.unwrap(), no, "{method}");
    }
}

#[test]
fn what_is_hidden_is_shown_and_named() {
    let mut state = state();
    let ask = asked(&mut state, 1, COMMAND, command("rm -rf \u{202e}gpj.exe\u{1b}[2K"));
    let AskBody::Command { command, raw, .. } = &ask.body else { panic!("{ask:?}") };
    assert!(![command, raw].iter().any(|text| text.contains(['\u{202e}', '\u{1b}'])), "{command}");
    assert_eq!(ask.risks, [Risk::Deletes, Risk::HiddenCharacters]);
    let long = asked(&mut state, 2, COMMAND, self::command(&"x ".repeat(500_000)));
    assert!(matches!(long.body, AskBody::Command { .. }));
}

#[test]
fn a_network_only_question_names_its_host_and_its_rules() {
    let mut state = state();
    let amendment = |action| json!({"applyNetworkPolicyAmendment": {"network_policy_amendment": {"host": "example.com", "action": action}}});
    let ask = asked(
        &mut state,
        1,
        COMMAND,
        json!({"threadId": "t", "turnId": "u", "itemId": "i",
        "networkApprovalContext": {"host": "example.com", "protocol": "https"},
        "availableDecisions": ["accept", amendment("allow"), amendment("deny"), "acceptTwice"]}),
    );
    let AskBody::Command { host, offered, .. } = &ask.body else { panic!("{ask:?}") };
    assert_eq!(host.as_deref(), Some("example.com"));
    let rule = |allow| Decision::NetworkRule { host: "example.com".into(), allow };
    assert_eq!(offered, &[Decision::Accept, rule(true), rule(false)], "an unknown decision is not offered");
    assert_eq!(ask.risks, [Risk::Network]);
    let reply = state.answered(&ask.id, decide(rule(false))).unwrap().0.outcome.unwrap();
    assert_eq!(reply, json!({"decision": amendment("deny")}));
}

#[test]
fn an_old_server_that_offers_nothing_gets_what_it_is_known_to_take() {
    let mut state = state();
    let ask = asked(&mut state, 1, COMMAND, command("ls"));
    let AskBody::Command { offered, also, .. } = &ask.body else { panic!("{ask:?}") };
    assert_eq!(offered, &[Decision::Accept, Decision::Decline]);
    assert_eq!(also, &[Decision::AcceptForSession, Decision::Cancel]);
    let bad = state.answered(&ask.id, decide(Decision::AcceptWithRule { prefix: vec!["ls".into()] })).unwrap_err();
    assert_eq!(bad.code, Code::BadInput, "a rule that nobody proposed is not written");
}

#[test]
fn an_answer_counts_once_and_a_bad_one_leaves_the_question_open() {
    let mut state = state();
    state.local(LocalEvent::Opened("t".into()), 0.0);
    let ask = asked(&mut state, 4, COMMAND, command("ls"));
    assert_eq!(state.busy(), Busy { running: 0, asks: 1 });
    let head = |state: &State| state.open_thread(&ThreadId::from("t")).unwrap().head.state;
    assert_eq!(head(&state), HeadState::Waiting { asks: 1 });

    assert_eq!(state.answered(&ask.id, Answer::Agree { persist: None }).unwrap_err().code, Code::BadInput);
    assert_eq!(state.busy().asks, 1);
    let (reply, changes) = state.answered(&ask.id, decide(Decision::Accept)).unwrap();
    assert_eq!(reply.id, RequestId::Number(4));
    assert!(changes.contains(&Change::AskGone { ask: ask.id.clone(), why: AskEnd::Answered }));
    assert_eq!(state.answered(&ask.id, decide(Decision::Accept)).unwrap_err().code, Code::AskGone);
    let refused = asked(&mut state, 5, COMMAND, command("ls"));
    let (_, changes) = state.answered(&refused.id, decide(Decision::Decline)).unwrap();
    assert!(changes.contains(&Change::AskGone { ask: refused.id, why: AskEnd::Declined }));
    assert_eq!(state.busy().asks, 0);
    assert_ne!(head(&state), HeadState::Waiting { asks: 1 });
}

#[test]
fn a_question_ends_once_in_whatever_order_its_ends_come() {
    type End = fn(&mut State, &AskId) -> Vec<Change>;
    fn tell(state: &mut State, method: &str, params: Value) -> Vec<Change> {
        state.apply(Event::from_notification(method, &to_raw_value(&params).unwrap()), 9.0)
    }
    let ends: [End; 4] = [
        |state, _| tell(state, "serverRequest/resolved", json!({"threadId": "t", "requestId": 4})),
        |state, _| {
            tell(state, "turn/completed", json!({"threadId": "t", "turn": {"id": "u", "status": "interrupted"}}))
        },
        |state, _| state.local(LocalEvent::ServerGone { why: "gone".into() }, 9.0),
        |state, ask| state.answered(ask, Answer::Refuse).map(|(_, changes)| changes).unwrap_or_default(),
    ];
    for first in 0..4 {
        for second in 0..4 {
            let mut state = state();
            let ask = asked(&mut state, 4, COMMAND, command("ls"));
            let mut gone = |end: End| {
                let changes = end(&mut state, &ask.id);
                changes.iter().filter(|change| matches!(change, Change::AskGone { .. })).count()
            };
            assert_eq!((gone(ends[first]), gone(ends[second])), (1, 0), "{first} then {second}");
            assert_eq!(state.busy().asks, 0);
        }
    }
}

#[test]
fn an_answer_that_cannot_be_sent_leaves_the_question_open() {
    let mut state = state();
    let ask = asked(&mut state, 4, COMMAND, command("ls"));
    let step = state.step(Input::Answer { ask: ask.id.clone(), answer: decide(Decision::Accept) }, 9.0);
    let failure = state.hand(step, 9.0, false).unwrap_err();
    assert_eq!(failure.code, Code::ServerGone);
    assert_eq!((state.busy().asks, kept(&mut state)), (1, vec![]));
    state.answered(&ask.id, decide(Decision::Accept)).unwrap();
    assert_eq!((state.busy().asks, kept(&mut state).len()), (0, 1));
}

#[test]
fn a_request_that_shows_nothing_can_only_be_declined() {
    let mut state = state();
    let none = json!({"threadId": "t", "turnId": "u", "itemId": "i"});
    let blank = json!({"threadId": "t", "turnId": "u", "itemId": "i", "command": " \n "});
    let tool = json!({"threadId": "t", "serverName": "s", "mode": "form", "message": "", "requestedSchema": {},
        "_meta": {"codex_approval_kind": "mcp_tool_call"}});
    let accept = || decide(Decision::Accept);
    let agree = || Answer::Agree { persist: None };
    let legacy = json!({"conversationId": "t", "callId": "c", "fileChanges": {}});
    let cases: [(&str, &Value, &dyn Fn() -> Answer); 5] = [
        (COMMAND, &none, &accept),
        (COMMAND, &blank, &accept),
        ("item/fileChange/requestApproval", &none, &accept),
        ("applyPatchApproval", &legacy, &accept),
        ("mcpServer/elicitation/request", &tool, &agree),
    ];
    for (method, params, yes) in cases {
        let ask = asked(&mut state, 1, method, params.clone());
        assert!(ask.blank, "{ask:?}");
        assert_eq!(state.answered(&ask.id, yes()).unwrap_err().code, Code::BadInput, "{method}");
        state.answered(&ask.id, Answer::Refuse).unwrap();
    }
}

#[test]
fn a_message_of_a_tool_server_is_one_that_hides_nothing() {
    let mut state = state();
    let form = json!({"threadId": "t", "serverName": "Threadloft\nRun a command?\u{202e}", "mode": "form",
        "message": "Fine\u{3164}\u{2800}print", "requestedSchema": {}});
    let ask = asked(&mut state, 1, "mcpServer/elicitation/request", form);
    let AskBody::Form { server, message, .. } = &ask.body else { panic!("{ask:?}") };
    assert_eq!(server, "Threadloft⟨U+000A⟩Run a command?⟨U+202E⟩");
    assert_eq!(message, "Fine⟨U+3164⟩⟨U+2800⟩print");
    assert_eq!((ask.risks.as_slice(), ask.grave), (&[Risk::HiddenCharacters][..], true));
}

#[test]
fn a_page_to_open_is_named_by_the_host_that_the_network_sees() {
    let mut state = state();
    let link = |url: &str| json!({"threadId": "t", "serverName": "s", "mode": "url", "message": "m", "url": url, "elicitationId": "e"});
    for (url, shown, risks) in [
        ("https://example.com/x", Some("example.com"), &[][..]),
        ("https://xn--pple-43d.com/x", Some("xn--pple-43d.com"), &[Risk::ImitatedHost]),
        ("https://github.com@evil.test/x", Some("evil.test"), &[Risk::ImitatedHost]),
        ("https://exa\u{202e}mple.com/x", None, &[Risk::HiddenCharacters]),
        ("nowhere", None, &[]),
    ] {
        let ask = asked(&mut state, 1, "mcpServer/elicitation/request", link(url));
        let AskBody::Link { host, .. } = &ask.body else { panic!("{ask:?}") };
        assert_eq!((host.as_deref(), ask.risks.as_slice(), ask.blank), (shown, risks, shown.is_none()), "{url}");
    }
}

#[test]
fn an_answer_with_a_secret_does_not_print() {
    let mut state = state();
    let question = json!({"threadId": "t", "turnId": "u", "itemId": "i", "isBlocking": true,
        "questions": [{"id": "q", "header": "h", "question": "?", "isSecret": true}]});
    let ask = asked(&mut state, 1, "item/tool/requestUserInput", question);
    let AskBody::Questions { questions } = &ask.body else { panic!("{ask:?}") };
    assert!(questions[0].secret && questions[0].other);
    let answers = [("q".to_owned(), vec![Secret::new("hunter2")])].into();
    let (reply, changes) = state.answered(&ask.id, Answer::Answers { answers }).unwrap();
    assert!(!format!("{reply:?} {changes:?}").contains("hunter2"));
    assert!(!serde_json::to_string(&state.snapshot(&Default::default())).unwrap().contains("hunter2"));
    assert_eq!(reply.outcome.unwrap(), json!({"answers": {"q": {"answers": ["hunter2"]}}}));
}
