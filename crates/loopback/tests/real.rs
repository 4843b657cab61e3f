//! The real codex app-server accepts the loopback server as OpenAI.

#![allow(clippy::unwrap_used, clippy::expect_used)]

#[path = "real/codex.rs"]
mod codex;
#[path = "real/demo.rs"]
mod demo;
#[path = "real/faults.rs"]
mod faults;

use codex::Codex;
use loopback::{Loopback, Script, ScriptedUsage, Step, Turn};
use serde_json::json;

async fn echo() -> (Loopback, Codex) {
    let model = Loopback::start(Script::echo()).await.unwrap();
    let codex = Codex::start(&model, &[("README.md", "hello\n")]).await;
    (model, codex)
}

#[tokio::test]
async fn a_text_turn_streams_to_its_end() {
    let (model, mut codex) = echo().await;
    let told = codex.turn("good morning").await;
    assert_eq!((told.status(), told.text().as_str()), ("completed", "echo: good morning"));
    model.say(Turn::new([Step::reason(&["**Looking**\n\nA thought.", "Another."]), Step::text_in("abcdef", 2)]));
    let told = codex.turn("again").await;
    assert_eq!(told.params("item/agentMessage/delta").len(), 3);
    assert_eq!(told.items("reasoning")[0]["summary"], json!(["**Looking**\n\nA thought.", "Another."]));
    assert_eq!(model.requests().last().unwrap().path, "/v1/responses");
}

#[tokio::test]
async fn usage_and_limits_reach_the_client_as_set() {
    let (model, mut codex) = echo().await;
    let usage = ScriptedUsage { input: 9000, cached: 5000, output: 70, reasoning: 20 };
    model.say(Turn::text("counted").with_usage(usage));
    let told = codex.turn("go").await;
    let last = &told.params("thread/tokenUsage/updated")[0]["tokenUsage"]["last"];
    assert_eq!((&last["inputTokens"], &last["cachedInputTokens"]), (&json!(9000), &json!(5000)));
    let limits = &told.params("account/rateLimits/updated")[0]["rateLimits"];
    assert_eq!((&limits["primary"]["usedPercent"], &limits["secondary"]["usedPercent"]), (&json!(12), &json!(7)));
}

#[tokio::test]
async fn the_output_of_a_command_reaches_the_model() {
    let (model, mut codex) = echo().await;
    let told = codex.turn(r#"SCRIPT:[{"op":"exec","cmd":"cat README.md; exit 3"}]"#).await;
    let item = told.items("commandExecution")[0];
    assert_eq!((&item["aggregatedOutput"], &item["exitCode"]), (&json!("hello\n"), &json!(3)));
    assert_eq!(told.text(), "tool output received, done.");
    let asked = model.requests().last().unwrap().body["input"].as_array().unwrap().last().unwrap().clone();
    assert!(asked["output"].as_str().unwrap().contains("exited with code 3"), "{asked}");
}

#[tokio::test]
async fn a_patch_really_changes_the_file() {
    let (model, mut codex) = echo().await;
    model.say(Step::patch("*** Begin Patch\n*** Update File: README.md\n@@\n-hello\n+hello world\n*** End Patch\n"));
    let told = codex.turn("patch it").await;
    assert_eq!(told.items("fileChange")[0]["status"], "completed");
    assert_eq!(std::fs::read_to_string(codex.workspace().join("README.md")).unwrap(), "hello world\n");
}

#[tokio::test]
async fn a_plan_is_announced_with_its_steps() {
    let (model, mut codex) = echo().await;
    model.say(Step::plan("why", &[("one", "in_progress"), ("two", "pending")]));
    let told = codex.turn("plan").await;
    let plan = &told.params("turn/plan/updated")[0];
    assert_eq!(plan["plan"], json!([{"step": "one", "status": "inProgress"}, {"step": "two", "status": "pending"}]));
}

#[tokio::test]
async fn a_question_waits_for_the_person() {
    let (model, mut codex) = echo().await;
    codex.answer = |method, params| {
        assert_eq!((method, &params["questions"][0]["question"]), ("item/tool/requestUserInput", &json!("Go on?")));
        json!({"answers": {"go": {"answers": ["Yes"]}}})
    };
    model.say(Step::ask("go", "Go", "Go on?", &[("Yes", "on"), ("No", "stop")]));
    let told = codex.turn("ask me").await;
    assert_eq!((told.status(), told.text().as_str()), ("completed", "tool output received, done."));
    let body = model.requests().last().unwrap().body.to_string();
    assert!(body.contains(r#"\"answers\":[\"Yes\"]"#), "{body}");
}

#[tokio::test]
async fn permissions_are_asked_for() {
    let model = Loopback::start(Script::echo()).await.unwrap();
    let mut codex = Codex::bare(&model, &[]).await;
    codex.open("workspace-write").await;
    codex.answer = |method, params| {
        assert_eq!((method, &params["reason"]), ("item/permissions/requestApproval", &json!("to look up")));
        json!({"permissions": {"network": {"enabled": true}}, "scope": "turn"})
    };
    model.say(Step::permissions("to look up", json!({"network": {"enabled": true}})));
    let told = codex.turn("look up").await;
    assert_eq!((told.status(), told.params("serverRequest/resolved").len()), ("completed", 1));
}

#[tokio::test]
async fn a_web_search_and_an_image_are_items() {
    let (model, mut codex) = echo().await;
    let path = codex.workspace().join("dot.png");
    std::fs::write(&path, DOT).unwrap();
    model.say(Turn::new([Step::web_search("weather"), Step::view_image(path.to_str().unwrap())]));
    let told = codex.turn("search").await;
    assert_eq!(told.items("webSearch")[0]["query"], "weather");
    assert_eq!(told.items("imageView").len(), 1);
}

#[tokio::test]
async fn an_agent_is_spawned() {
    let (model, mut codex) = echo().await;
    model.say(Step::spawn_agent("count to three"));
    let told = codex.turn("delegate").await;
    assert_eq!(told.items("collabAgentToolCall")[0]["tool"], "spawnAgent");
}

/// A PNG of one transparent pixel.
const DOT: &[u8] = &[
    137, 80, 78, 71, 13, 10, 26, 10, 0, 0, 0, 13, 73, 72, 68, 82, 0, 0, 0, 1, 0, 0, 0, 1, 8, 6, 0, 0, 0, 31, 21, 196,
    137, 0, 0, 0, 13, 73, 68, 65, 84, 120, 218, 99, 100, 248, 207, 80, 15, 0, 3, 134, 1, 128, 90, 52, 125, 107, 0, 0,
    0, 0, 73, 69, 78, 68, 174, 66, 96, 130,
];
