//! Every request that the real server can be made to send, with every possible answer.

use engine::ask::{Answer, Decision, Persist};
use engine::change::Permissions;
use engine::failure::Code;
use engine::intent::{Choices, MessageIntent, WindowIntent};
use loopback::{Step, Turn};
use protocol::Secret;
use serde_json::{Value, from_value, json};
use threadloft_tests::asks::{at_work, begin, decisions, inject, patch, script};
use threadloft_tests::engine_fixture::{Client, EngineFixture, OpenEngine, choices, prompt};

#[tokio::test(flavor = "multi_thread")]
async fn a_command_is_answered_in_every_way() {
    let fixture = EngineFixture::new().await;
    let (open_engine, mut client, thread) = at_work(&fixture).await;
    let id = thread.as_str();
    let is = |file: &str| fixture.at("project").join(file).is_file();

    script(&fixture, Step::exec_escalated("touch once", "It wants out."));
    client.send(&thread, "do it once").await;
    let ask = client.wait_for_ask("command").await;
    assert_eq!((&ask["body"]["command"], &ask["body"]["reason"]), (&json!("touch once"), &json!("It wants out.")));
    assert_eq!(ask["body"]["cwd"], json!(fixture.project()));
    assert!(ask["body"]["raw"].as_str().unwrap().contains("-lc"), "{ask:#}");
    assert!(!is("once"), "nothing is done before the answer");
    client.decide(&ask, Decision::Accept).await;
    client.wait_for_turns(id, 2, "done").await;
    assert!(is("once"));

    for turn in [3, 4] {
        script(&fixture, Step::exec_escalated("touch often", "It wants out."));
        client.send(&thread, "do it for the session").await;
        if turn == 3 {
            let ask = client.wait_for_ask("command").await;
            client.decide(&ask, Decision::AcceptForSession).await;
        }
        client.wait_for_turns(id, turn, "done").await;
        assert!(is("often"));
        std::fs::remove_file(fixture.at("project/often")).unwrap();
    }

    for turn in [5, 6] {
        script(&fixture, Step::exec_escalated("touch ruled", "It wants out."));
        client.send(&thread, "do it always").await;
        if turn == 5 {
            let ask = client.wait_for_ask("command").await;
            let rule = decisions(&ask).into_iter().find(|one| matches!(one, Decision::AcceptWithRule { .. }));
            let Some(Decision::AcceptWithRule { prefix }) = rule else { panic!("no rule is proposed: {ask:#}") };
            assert_eq!(prefix, ["touch", "ruled"]);
            client.decide(&ask, Decision::AcceptWithRule { prefix }).await;
        }
        client.wait_for_turns(id, turn, "done").await;
        assert!(is("ruled"));
        std::fs::remove_file(fixture.at("project/ruled")).unwrap();
    }
    let rules = std::fs::read_to_string(fixture.at("home/rules/default.rules")).unwrap();
    assert!(rules.contains(r#"prefix_rule(pattern=["touch", "ruled"], decision="allow")"#), "{rules}");

    script(&fixture, Step::exec_escalated("touch never", "It wants out."));
    client.send(&thread, "do it not").await;
    let ask = client.wait_for_ask("command").await;
    client.decide(&ask, Decision::Decline).await;
    client.wait_for_turns(id, 7, "done").await;
    assert_eq!(client.last_row(id, "ran")["state"], "declined");

    script(&fixture, Step::exec_escalated("touch never", "It wants out."));
    client.send(&thread, "stop at it").await;
    let ask = client.wait_for_ask("command").await;
    client.decide(&ask, Decision::Cancel).await;
    client.wait_for_turns(id, 8, "interrupted").await;
    assert!(!is("never"));
    assert_eq!(open_engine.engine.busy().asks, 0);
    open_engine.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_change_is_answered_in_every_way() {
    let fixture = EngineFixture::new().await;
    let (open_engine, mut client, thread) = at_work(&fixture).await;
    let id = thread.as_str();
    let read_only = Choices { permissions: Permissions::ReadOnly, ..choices() };
    let says = async |client: &Client, text: &str| {
        let intent = MessageIntent::Send { thread: thread.clone(), prompt: prompt(text), choices: read_only.clone() };
        client.perform(intent).await;
    };
    let answers = [
        ("a.txt", Some(Decision::Accept), "done", true),
        ("b.txt", Some(Decision::AcceptForSession), "done", true),
        ("c.txt", Some(Decision::Decline), "done", false),
        ("d.txt", Some(Decision::Cancel), "interrupted", false),
    ];
    for (n, (file, decision, state, written)) in answers.into_iter().enumerate() {
        fixture.model.say(patch(file));
        if state == "done" {
            fixture.model.say(Turn::text("That is that."));
        }
        says(&client, "change it").await;
        if let Some(decision) = decision {
            let ask = client.wait_for_ask("files").await;
            assert_eq!(ask["body"]["files"][0]["path"], file);
            assert_eq!(ask["body"]["files"][0]["added"], 1);
            assert!(ask["row"].is_string(), "it stands at its item: {ask:#}");
            client.decide(&ask, decision).await;
        }
        client.wait_for_turns(id, n + 2, state).await;
        assert_eq!(fixture.at("project").join(file).is_file(), written, "{file}");
    }
    // The same path was allowed for the session, so it is not asked about again.
    std::fs::remove_file(fixture.at("project/b.txt")).unwrap();
    script(&fixture, patch("b.txt"));
    says(&client, "once more").await;
    client.wait_for_turns(id, 6, "done").await;
    assert!(fixture.at("project/b.txt").is_file());
    open_engine.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn of_the_permissions_asked_for_only_those_chosen_are_granted() {
    let fixture = EngineFixture::new().await;
    let (open_engine, mut client, thread) = at_work(&fixture).await;
    let id = thread.as_str();
    let shared = fixture.at("shared").display().to_string();
    let wish = json!({ "file_system": { "write": [shared] }, "network": { "enabled": true } });
    let mut turn = 1;
    for (session, chosen) in [(false, vec!["network"]), (true, vec!["write"]), (false, vec![])] {
        turn += 1;
        script(&fixture, Step::permissions("The boats lie elsewhere.", wish.clone()));
        client.send(&thread, "ask for more").await;
        let ask = client.wait_for_ask("permissions").await;
        assert_eq!(ask["body"]["reason"], "The boats lie elsewhere.");
        let grants = ask["body"]["grants"].as_array().unwrap();
        assert_eq!(grants.len(), 2, "{ask:#}");
        let ids = grants.iter().filter(|grant| chosen.contains(&grant["kind"].as_str().unwrap()));
        let ids: Vec<String> = ids.map(|grant| grant["id"].as_str().unwrap().to_owned()).collect();
        assert_eq!(ids.len(), chosen.len());
        client.answer(&ask, Answer::Grants { ids, session }).await;
        client.wait_for_turns(id, turn, "done").await;
        let heard = fixture.heard().pop().unwrap();
        assert_eq!(heard.contains("enabled"), chosen.contains(&"network"), "{heard}");
        assert_eq!(heard.contains(&shared), chosen.contains(&"write"), "{heard}");
        if !chosen.is_empty() {
            assert_eq!(heard.contains("session"), session, "{heard}");
        }
    }
    open_engine.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn answers_in_own_words_are_not_kept() {
    const SECRET: &str = "correct-horse-battery";
    let fixture = EngineFixture::new().await;
    let (open_engine, mut client, thread) = at_work(&fixture).await;
    let id = thread.as_str();
    let question = |id: &str| {
        json!({ "id": id, "header": "Berth", "question": "Which berth?", "options": [
            { "label": "North", "description": "In the lee" }, { "label": "South", "description": "In the sun" }] })
    };
    script(&fixture, Step::call("request_user_input", json!({ "questions": [question("a"), question("b")] })));
    client.send(&thread, "ask me").await;
    let ask = client.wait_for_ask("questions").await;
    assert_eq!(ask["body"]["questions"][0]["options"][1]["label"], "South");
    let wrong = Answer::Answers { answers: [("c".to_owned(), vec![Secret::new("South")])].into() };
    assert_eq!(client.try_answer(&ask, wrong).await.unwrap_err().code, Code::BadInput);
    let answers = [("a".to_owned(), vec![Secret::new("South")]), ("b".to_owned(), vec![Secret::new(SECRET)])];
    client.answer(&ask, Answer::Answers { answers: answers.into() }).await;
    client.wait_for_turns(id, 2, "done").await;
    let heard = fixture.heard().pop().unwrap();
    assert!(heard.contains("South") && heard.contains(SECRET), "{heard}");

    script(&fixture, Step::call("request_user_input", json!({ "questions": [question("a")] })));
    client.send(&thread, "ask me again").await;
    let ask = client.wait_for_ask("questions").await;
    client.answer(&ask, Answer::Refuse).await;
    client.wait_for_turns(id, 3, "done").await;
    open_engine.engine.close().await;
    assert_eq!(fixture.holding(SECRET), Vec::<std::path::PathBuf>::new());
    // Checks the search itself: a text that is stored is found.
    assert!(!fixture.holding("SQLite format 3").is_empty());
}

/// The MCP server is configured in config.toml, because "always" is written there too.
fn with_mcp(fixture: &EngineFixture) {
    let config = format!("[mcp_servers.harbour]\ncommand = {}\n", json!(env!("CARGO_BIN_EXE_mcp")));
    std::fs::write(fixture.at("home/config.toml"), config).unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn an_mcp_servers_form_is_answered_in_every_way() {
    let fixture = EngineFixture::new().await;
    with_mcp(&fixture);
    let (open_engine, mut client, thread) = at_work(&fixture).await;
    let id = thread.as_str();
    let fill = |values: Value| Answer::Fill { values: from_value(values).unwrap() };
    let mut turn = 1;
    for (answer, heard) in [
        (fill(json!({ "name": "Ada", "boats": 2, "pier": "south", "night": true })), r#"\"action\":\"accept\""#),
        (Answer::Refuse, r#"\"action\":\"decline\""#),
        (Answer::Dismiss, r#"\"action\":\"cancel\""#),
    ] {
        turn += 1;
        script(&fixture, Step::mcp("harbour", "form", json!({})));
        client.send(&thread, "fill it in").await;
        let ask = client.wait_for_ask("form").await;
        assert_eq!((&ask["body"]["server"], &ask["body"]["message"]), (&json!("harbour"), &json!("Who berths here?")));
        for bad in [json!({ "boats": 2 }), json!({ "name": "A", "boats": 2 }), json!({ "name": "Ada", "boats": 10 })] {
            assert_eq!(client.try_answer(&ask, fill(bad)).await.unwrap_err().code, Code::BadInput);
        }
        client.answer(&ask, answer).await;
        client.wait_for_turns(id, turn, "done").await;
        let said = fixture.heard().pop().unwrap().replace("\\\\\\\"", "\\\"");
        assert!(said.contains(heard), "{said}");
    }
    open_engine.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_link_is_agreed_to_only_after_it_was_opened() {
    let fixture = EngineFixture::new().await;
    with_mcp(&fixture);
    let (open_engine, mut client, thread) = at_work(&fixture).await;
    script(&fixture, Step::mcp("harbour", "link", json!({})));
    client.send(&thread, "sign in").await;
    let ask = client.wait_for_ask("link").await;
    assert_eq!(ask["body"]["url"], "https://harbour.example/sign-in");
    let opened = || -> Vec<String> {
        let asked = open_engine.platform.asked.lock().unwrap();
        asked.iter().filter(|line| line.starts_with("url ")).cloned().collect()
    };
    assert!(opened().is_empty(), "nothing opens by itself");
    let url = "https://harbour.example/sign-in".to_owned();
    client.perform(WindowIntent::OpenLink { thread: Some(thread.clone()), url: url.clone() }).await;
    assert_eq!(opened(), [format!("url {url}")]);
    client.answer(&ask, Answer::Agree { persist: None }).await;
    client.wait_for_turns(thread.as_str(), 2, "done").await;
    assert!(fixture.heard().pop().unwrap().contains("accept"));
    open_engine.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_tool_call_is_answered_in_every_way() {
    let fixture = EngineFixture::new().await;
    with_mcp(&fixture);
    let (open_engine, mut client, thread) = at_work(&fixture).await;
    let id = thread.as_str();
    let ran = |heard: Option<String>| heard.is_some_and(|text| text.contains("sink was run"));
    let mut turn = 1;
    for (answer, runs) in [(Answer::Refuse, false), (Answer::Agree { persist: None }, true)] {
        turn += 1;
        script(&fixture, Step::mcp("harbour", "sink", json!({ "boat": "Ida" })));
        client.send(&thread, "sink it").await;
        let ask = client.wait_for_ask("toolUse").await;
        assert_eq!(ask["body"]["persist"], json!(["session", "always"]));
        assert!(ask["body"]["arguments"].as_str().unwrap().contains("Ida"), "{ask:#}");
        client.answer(&ask, answer).await;
        client.wait_for_turns(id, turn, "done").await;
        assert_eq!(ran(fixture.heard().pop()), runs);
    }
    for asked in [true, false] {
        turn += 1;
        script(&fixture, Step::mcp("harbour", "sink", json!({ "boat": "Ida" })));
        client.send(&thread, "sink it for now").await;
        if asked {
            let ask = client.wait_for_ask("toolUse").await;
            client.answer(&ask, Answer::Agree { persist: Some(Persist::Session) }).await;
        }
        client.wait_for_turns(id, turn, "done").await;
        assert!(ran(fixture.heard().pop()));
    }
    // A grant for the session does not reach another thread.
    script(&fixture, Step::mcp("harbour", "sink", json!({})));
    let other = client.start_thread(&fixture.project(), "sink it for ever").await;
    let ask = client.wait_for_ask("toolUse").await;
    client.answer(&ask, Answer::Agree { persist: Some(Persist::Always) }).await;
    client.wait_for_turns(other.as_str(), 1, "done").await;
    assert!(ran(fixture.heard().pop()));
    let config = std::fs::read_to_string(fixture.at("home/config.toml")).unwrap();
    assert!(config.contains("sink") && config.contains("approve"), "{config}");
    open_engine.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_tool_that_we_lack_fails_without_ending_the_turn() {
    let fixture = EngineFixture::new().await;
    let mut options = beside(&fixture);
    let tool = json!([{ "type": "function", "name": "open_panel", "description": "opens a panel",
        "inputSchema": { "type": "object", "properties": {} } }]);
    options.env.push(("INJECTOR_TOOLS".into(), tool.to_string()));
    let (open_engine, mut client, thread) = begin(OpenEngine::open(options), &fixture).await;
    script(&fixture, Step::call("open_panel", json!({})));
    client.send(&thread, "open it").await;
    client.wait_for_turns(thread.as_str(), 2, "done").await;
    assert!(fixture.heard().pop().unwrap().contains("This client has no tool named open_panel."));
    open_engine.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_time_is_told_when_asked_for() {
    let fixture = EngineFixture::new().await;
    let mut options = fixture.options();
    let clock = r#"{enabled=true,clock_source="external",reminder_interval_seconds=1}"#;
    options.extra_config.push(("features.current_time_reminder".into(), clock.into()));
    let (open_engine, _client, _) = begin(OpenEngine::open(options), &fixture).await;
    let asked =
        fixture.model.requests().into_iter().rev().find(|request| request.path.ends_with("/responses")).unwrap();
    assert!(asked.body.to_string().contains("current_time"), "the model knows it");
    assert!(open_engine.diagnostics().await.counters.refused_requests.is_empty());
    open_engine.engine.close().await;
}

/// The real server behind the injector, which adds requests that it cannot be made to send.
fn beside(fixture: &EngineFixture) -> engine::Options {
    let mut options = fixture.options();
    options.codex = Some(env!("CARGO_BIN_EXE_injector").into());
    options.env.push(("INJECTOR_CODEX".into(), threadloft_tests::codex().display().to_string()));
    options
}

#[tokio::test(flavor = "multi_thread")]
async fn every_declared_request_gets_its_own_form_of_reply() {
    let fixture = EngineFixture::new().await;
    let (open_engine, mut client, thread) = begin(OpenEngine::open(beside(&fixture)), &fixture).await;
    let decide = |decision| Some(Answer::Decide { decision });
    let exec = json!({ "method": "execCommandApproval", "params": { "conversationId": "$THREAD", "callId": "c1",
        "command": ["bash", "-lc", "ls"], "cwd": "/", "parsedCmd": [] } });
    let patch = json!({ "method": "applyPatchApproval", "params": { "conversationId": "$THREAD", "callId": "c2",
        "fileChanges": { "/w/a": { "type": "add", "content": "x\n" } } } });
    let root = json!({ "method": "item/fileChange/requestApproval", "params": { "threadId": "$THREAD",
        "turnId": "$TURN", "itemId": "i1", "startedAtMs": 1, "reason": "all of it", "grantRoot": "/srv/boats" } });
    let network = json!({ "method": "item/commandExecution/requestApproval", "params": { "threadId": "$THREAD",
        "turnId": "$TURN", "itemId": "i2", "startedAtMs": 1, "command": "curl https://harbour.example",
        "networkApprovalContext": { "host": "harbour.example", "protocol": "https" }, "availableDecisions": ["accept",
        { "applyNetworkPolicyAmendment": { "network_policy_amendment": { "host": "harbour.example", "action": "allow" } } },
        "cancel"] } });
    let unreadable = json!({ "method": "item/commandExecution/requestApproval", "params": { "threadId": "$THREAD",
        "turnId": 7 } });
    let attest = json!({ "method": "attestation/generate", "params": {} });
    let unknown = json!({ "method": "item/dream/request", "params": { "threadId": "$THREAD" } });
    let allow = Decision::NetworkRule { host: "harbour.example".into(), allow: true };
    let ruled = json!({ "applyNetworkPolicyAmendment": { "network_policy_amendment":
        { "host": "harbour.example", "action": "allow" } } });
    let mut turn = 1;
    for (frame, answer, reply) in [
        (exec.clone(), decide(Decision::Accept), json!({ "decision": "approved" })),
        (exec.clone(), decide(Decision::AcceptForSession), json!({ "decision": "approved_for_session" })),
        (exec, Some(Answer::Refuse), json!({ "decision": { "denied": { "rejection": "Declined by the user." } } })),
        (patch.clone(), decide(Decision::Accept), json!({ "decision": "approved" })),
        (patch, Some(Answer::Dismiss), json!({ "decision": "abort" })),
        // The request names no file, so there is nothing that could be allowed.
        (root, Some(Answer::Refuse), json!({ "decision": "decline" })),
        (network, decide(allow), json!({ "decision": ruled })),
        (unreadable, Some(Answer::Refuse), json!({ "decision": "decline" })),
    ] {
        turn += 1;
        let said = inject(&mut client, &fixture, &thread, turn, frame.clone(), answer).await;
        assert_eq!(said["result"], reply, "{frame}");
    }
    for frame in [attest, unknown] {
        turn += 1;
        let said = inject(&mut client, &fixture, &thread, turn, frame.clone(), None).await;
        assert!(said["error"]["message"].as_str().is_some_and(|words| !words.is_empty()), "{frame}: {said}");
    }
    let refused = open_engine.diagnostics().await.counters.refused_requests;
    assert!(refused.contains_key("item/dream/request") && refused.contains_key("attestation/generate"), "{refused:?}");
    open_engine.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_ask_is_answered_once_from_two_windows() {
    let fixture = EngineFixture::new().await;
    let (open_engine, mut client, thread) = at_work(&fixture).await;
    script(&fixture, Step::exec_escalated("touch once", "It wants out."));
    client.send(&thread, "do it").await;
    let ask = client.wait_for_ask("command").await;
    let mut again = open_engine.window("main");
    assert_eq!(again.wait_for_ask("command").await, ask, "a reload loses nothing");
    let mut second = open_engine.window("second");
    assert_eq!(second.wait_for_ask("command").await, ask);
    let decide = |decision| Answer::Decide { decision };
    let (first, other) = tokio::join!(
        again.try_answer(&ask, decide(Decision::Accept)),
        second.try_answer(&ask, decide(Decision::Decline))
    );
    let codes: Vec<Option<Code>> =
        [&first, &other].into_iter().map(|said| said.as_ref().err().map(|why| why.code)).collect();
    assert!(codes == [None, Some(Code::AskGone)] || codes == [Some(Code::AskGone), None], "{codes:?}");
    again.wait_for_turns(thread.as_str(), 2, "done").await;
    second.mirror.until("it is gone there too", |seen| seen.0["asks"] == json!([])).await;
    assert_eq!(fixture.at("project/once").is_file(), first.is_ok());
    open_engine.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_ask_ends_with_its_turn_or_server() {
    let fixture = EngineFixture::new().await;
    let (open_engine, mut client, thread) = at_work(&fixture).await;
    script(&fixture, Step::exec_escalated("touch once", "It wants out."));
    client.send(&thread, "do it").await;
    let ask = client.wait_for_ask("command").await;
    client.perform(MessageIntent::Interrupt { thread: thread.clone() }).await;
    client.wait_for_turns(thread.as_str(), 2, "interrupted").await;
    client.mirror.until("it is gone", |seen| seen.0["asks"] == json!([])).await;
    let late = client.try_answer(&ask, Answer::Decide { decision: Decision::Accept }).await.unwrap_err();
    assert_eq!(late.code, Code::AskGone);
    assert!(!fixture.at("project/once").exists());
    open_engine.engine.close().await;
}
