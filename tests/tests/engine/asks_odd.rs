//! Unusual requests: secrets, unknown forms, commands of a megabyte or with hidden characters, and a server that dies
//! while one waits.

use engine::ask::{Answer, Decision};
use engine::change::Permissions;
use engine::failure::Code;
use engine::intent::{Choices, MessageIntent};
use engine::query::{QueryResult, ThreadQuery};
use engine::record::{By, Verdict};
use loopback::Step;
use protocol::Secret;
use serde_json::{Value, from_value, json};
use std::path::PathBuf;
use threadloft_tests::asks::{at_work, begin, inject, script};
use threadloft_tests::engine_fixture::{EngineFixture, OpenEngine, choices, prompt};

#[tokio::test(flavor = "multi_thread")]
async fn a_secret_answer_reaches_only_the_model() {
    const SECRET: &str = "hunter2-the-longer";
    let fixture = EngineFixture::new().await;
    let (opened, mut client, thread) = at_work(&fixture).await;
    let question = json!({ "id": "key", "header": "Key", "question": "Which key?", "isSecret": true,
        "options": [{ "label": "None", "description": "Go on without" }, { "label": "Mine", "description": "" }] });
    script(&fixture, Step::call("request_user_input", json!({ "questions": [question] })));
    client.send(&thread, "ask me").await;
    let ask = client.wait_for_ask("questions").await;
    assert_eq!(ask["body"]["questions"][0]["secret"], true, "the real server passes it on: {ask:#}");
    let answers = [("key".to_owned(), vec![Secret::new(SECRET)])].into();
    client.answer(&ask, Answer::Answers { answers }).await;
    client.wait_for_turns(thread.as_str(), 2, "done").await;
    assert!(fixture.heard().pop().unwrap().contains(SECRET));
    assert!(!client.mirror.seen.0.to_string().contains(SECRET), "no window is told");
    let Ok(QueryResult::Approvals { records }) =
        client.engine.query(ThreadQuery::Approvals { thread: thread.clone() }).await
    else {
        panic!("no record")
    };
    assert_eq!((records[0].verdict, records[0].by, &records[0].detail), (Verdict::Answered, By::You, &None));
    let diagnostics = format!("{:?}", opened.diagnostics().await);
    assert!(!diagnostics.contains(SECRET));
    opened.engine.close().await;
    assert_eq!(fixture.holding(SECRET), Vec::<PathBuf>::new(), "no file of ours holds it");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_end_of_an_ask_with_its_server_is_on_record() {
    let fixture = EngineFixture::new().await;
    let (opened, mut client, thread) = at_work(&fixture).await;
    let id = thread.as_str();
    script(&fixture, Step::exec_escalated("touch orphan", "It wants out."));
    client.send(&thread, "do it").await;
    let ask = client.wait_for_ask("command").await;
    let pid = opened.diagnostics().await.server_pid.unwrap();
    let killed = std::process::Command::new("kill").args(["-KILL", &pid.to_string()]).status().unwrap();
    assert!(killed.success());
    client.mirror.until("it is gone", |seen| seen.0["asks"] == json!([])).await;
    client.wait_for_turns(id, 2, "interrupted").await;
    let trouble = &client.mirror.seen.thread(id)["turns"][1]["trouble"]["message"];
    assert!(trouble.as_str().is_some_and(|why| why.contains("signal 9")), "it is said why: {trouble}");
    let late = client.try_answer(&ask, Answer::Decide { decision: Decision::Accept }).await.unwrap_err();
    assert_eq!(late.code, Code::AskGone, "{late}");
    client.ready().await;
    assert!(!fixture.at("project/orphan").exists());
    let Ok(QueryResult::Approvals { records }) =
        client.engine.query(ThreadQuery::Approvals { thread: thread.clone() }).await
    else {
        panic!("no record")
    };
    assert_eq!((records[0].what.as_str(), records[0].verdict), ("touch orphan", Verdict::Gone));
    assert_eq!(opened.engine.busy().asks, 0);
    opened.engine.close().await;
}

/// Schemas that the protocol forbids and some servers send all the same.
fn shapes() -> Vec<Value> {
    let nested = json!({ "type": "object", "properties": { "name": { "type": "string" } } });
    vec![
        json!({ "type": "object", "properties": { "crew": nested }, "required": ["crew"] }),
        json!({ "type": "object", "properties": { "crew": { "type": "array", "items": nested } } }),
        json!({ "type": "object", "properties": { "when": { "type": "fortnight" }, "any": {} } }),
        json!({ "type": "object", "properties": { "note": { "type": ["string", "null"], "title": "\u{202e}eton" } } }),
        json!({ "type": "string" }),
        json!({}),
        Value::Null,
    ]
}

#[tokio::test(flavor = "multi_thread")]
async fn a_turn_goes_on_after_codex_refuses_a_form() {
    let fixture = EngineFixture::new().await;
    let config = format!("[mcp_servers.harbour]\ncommand = {}\n", json!(env!("CARGO_BIN_EXE_mcp")));
    std::fs::write(fixture.at("home/config.toml"), config).unwrap();
    let (opened, mut client, thread) = at_work(&fixture).await;
    for (n, schema) in shapes().into_iter().enumerate() {
        script(&fixture, Step::mcp("harbour", "odd_form", json!({ "schema": schema })));
        client.send(&thread, "fill it in").await;
        client.wait_for_turns(thread.as_str(), n + 2, "done").await;
        let heard = fixture.heard().pop().unwrap();
        assert!(heard.contains("-32602"), "{schema}: {heard}");
    }
    assert!(!client.mirror.kinds.iter().any(|kind| kind == "askPut"));
    opened.engine.close().await;
}

/// This codex refuses them, but another version may not, so the injector sends them.
#[tokio::test(flavor = "multi_thread")]
async fn a_form_of_any_shape_can_be_filled_in_as_json() {
    let fixture = EngineFixture::new().await;
    let mut options = fixture.options();
    options.codex = Some(env!("CARGO_BIN_EXE_injector").into());
    options.env.push(("INJECTOR_CODEX".into(), threadloft_tests::codex().display().to_string()));
    let (opened, mut client, thread) = begin(OpenEngine::open(options), &fixture).await;
    let frame = |schema: &Value| {
        json!({ "method": "mcpServer/elicitation/request", "params": { "threadId": "$THREAD", "turnId": "$TURN",
            "serverName": "harbour", "mode": "form", "message": "Anything \u{202e}goes.", "requestedSchema": schema } })
    };
    let mut turn = 1;
    for schema in shapes() {
        turn += 1;
        let reply = inject(&mut client, &fixture, &thread, turn, frame(&schema), Some(Answer::Refuse)).await;
        assert_eq!(reply["result"]["action"], "decline", "{schema}: {reply}");
    }
    let values = from_value(json!({ "crew": "{\"name\": \"Ada\"}" })).unwrap();
    let fill = Some(Answer::Fill { values });
    let reply = inject(&mut client, &fixture, &thread, turn + 1, frame(&shapes()[0]), fill).await;
    assert_eq!(reply["result"], json!({ "action": "accept", "content": { "crew": { "name": "Ada" } } }));
    opened.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_enormous_or_disguised_command_is_shown_as_it_is() {
    let fixture = EngineFixture::new().await;
    let (opened, mut client, thread) = at_work(&fixture).await;
    let id = thread.as_str();
    let long = format!("true {}", "x".repeat(1_000_000));
    script(&fixture, Step::exec_escalated(&long, "It is long."));
    client.send(&thread, "do it").await;
    let ask = client.wait_for_ask("command").await;
    assert_eq!(ask["body"]["command"].as_str().map(str::len), Some(long.len()));
    client.answer(&ask, Answer::Refuse).await;
    client.wait_for_turns(id, 2, "done").await;
    script(&fixture, Step::exec_escalated("echo \u{202e}gpj.exe\u{7}\u{200b}; rm -rf nothing", "Query \u{2066}here."));
    client.send(&thread, "do it").await;
    let ask = client.wait_for_ask("command").await;
    for hidden in ['\u{202e}', '\u{7}', '\u{200b}', '\u{2066}'] {
        assert!(!ask["body"]["command"].as_str().unwrap().contains(hidden), "{ask:#}");
        assert!(!ask["body"]["raw"].as_str().unwrap().contains(hidden), "{ask:#}");
        assert!(!ask["body"]["reason"].as_str().unwrap().contains(hidden), "{ask:#}");
        let lines: Vec<&str> =
            ask["body"]["rules"].as_array().unwrap().iter().filter_map(|one| one["line"].as_str()).collect();
        assert!(!lines.concat().contains(hidden), "{ask:#}");
    }
    assert_eq!(ask["risks"], json!(["deletes", "hiddenCharacters"]), "{ask:#}");
    client.answer(&ask, Answer::Refuse).await;
    client.wait_for_turns(id, 3, "done").await;
    let Ok(QueryResult::Approvals { records }) = client.engine.query(ThreadQuery::Approvals { thread }).await else {
        panic!("no record")
    };
    assert!(records[1].what.len() < 10_000, "a record is to be read");
    opened.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_tool_server_cannot_ask_in_the_name_of_codex() {
    let fixture = EngineFixture::new().await;
    let config = format!("[mcp_servers.harbour]\ncommand = {}\n", json!(env!("CARGO_BIN_EXE_mcp")));
    std::fs::write(fixture.at("home/config.toml"), config).unwrap();
    let (opened, mut client, thread) = at_work(&fixture).await;
    script(&fixture, Step::mcp("harbour", "posing", json!({})));
    client.send(&thread, "ask me").await;
    client.mirror.until("it is asked", |seen| seen.0["asks"] != json!([])).await;
    let ask = client.mirror.seen.0["asks"][0].clone();
    assert_eq!((&ask["body"]["kind"], &ask["body"]["server"]), (&json!("form"), &json!("harbour")), "{ask:#}");
    client.answer(&ask, Answer::Refuse).await;
    client.wait_for_turns(thread.as_str(), 2, "done").await;
    opened.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn where_nothing_may_be_asked_nothing_is() {
    let fixture = EngineFixture::new().await;
    let (opened, mut client, thread) = at_work(&fixture).await;
    for (n, permissions) in [Permissions::Auto, Permissions::Full].into_iter().enumerate() {
        script(&fixture, Step::exec_escalated("touch unasked", "It wants out."));
        let choices = Choices { permissions, ..choices() };
        client.perform(MessageIntent::Send { thread: thread.clone(), prompt: prompt("do it"), choices }).await;
        client.wait_for_turns(thread.as_str(), n + 2, "done").await;
    }
    assert!(!client.mirror.kinds.iter().any(|kind| kind == "askPut"), "under `never` no question appears");
    opened.engine.close().await;
}
