//! Scripted faults reach the client as scripted.

use loopback::{Loopback, Step, Turn};
use serde_json::{Value, json};

use crate::echo;

async fn failure(turn: impl Into<Turn>) -> (String, Value) {
    let (model, mut codex) = echo().await;
    model.say(turn);
    let told = codex.turn("go").await;
    (told.status().to_owned(), told.failure())
}

#[tokio::test]
async fn a_used_up_limit_is_a_limit() {
    assert_eq!(failure(Step::limit_reached("pro", 1000)).await, ("failed".into(), json!("usageLimitExceeded")));
}

#[tokio::test]
async fn a_server_error_is_a_server_error() {
    assert_eq!(failure(Step::server_error()).await, ("failed".into(), json!("internalServerError")));
}

#[tokio::test]
async fn a_full_context_is_a_full_context() {
    assert_eq!(failure(Step::context_length_exceeded()).await, ("failed".into(), json!("contextWindowExceeded")));
}

#[tokio::test]
async fn a_dropped_stream_fails_the_turn() {
    let (status, _) = failure([Step::text("part"), Step::Drop]).await;
    assert_eq!(status, "failed");
}

#[tokio::test]
async fn an_unreadable_script_fails_with_a_message() {
    let (_model, mut codex) = echo().await;
    let told = codex.turn(r#"SCRIPT:[{"op":"juggle"}]"#).await;
    let message = told.params("turn/completed")[0]["turn"]["error"]["message"].to_string();
    assert!(message.contains("cannot read this script: unknown variant `juggle`"), "{message}");
}

#[tokio::test]
async fn a_flood_arrives_whole() {
    let (model, mut codex) = echo().await;
    model.say(Step::flood(2000));
    let told = codex.turn("flood").await;
    assert_eq!(told.params("item/agentMessage/delta").len(), 2000);
    assert_eq!(told.text(), "ab ".repeat(2000));
}

#[tokio::test]
async fn a_turn_waits_until_its_gate_opens() {
    let (model, mut codex) = echo().await;
    let gate = model.gate("door");
    model.say([Step::text("before"), Step::wait("door"), Step::text("after")]);
    codex.begin("go").await;
    gate.reached(1).await;
    codex.until(|frame| frame["method"] == "item/completed" && frame["params"]["item"]["text"] == "before").await;
    gate.open();
    assert_eq!(codex.end().await.text(), "after");
}

#[tokio::test]
async fn a_hanging_turn_is_interrupted() {
    let (model, mut codex) = echo().await;
    model.say([Step::text_in("never", 2), Step::Hang]);
    let input = json!([{"type": "text", "text": "go"}]);
    let turn = codex.call("turn/start", json!({"threadId": codex.thread.clone(), "input": input})).await;
    codex.until(|frame| frame["method"] == "item/completed").await;
    let stop = json!({"threadId": codex.thread, "turnId": turn["turn"]["id"]});
    codex.call("turn/interrupt", stop).await;
    assert_eq!(codex.end().await.status(), "interrupted");
}

#[tokio::test]
async fn the_stream_ends_when_the_server_is_dropped() {
    let (model, mut codex) = echo().await;
    model.say([Step::text("part"), Step::Hang]);
    codex.begin("go").await;
    codex.until(|frame| frame["method"] == "item/completed" && frame["params"]["item"]["text"] == "part").await;
    drop::<Loopback>(model);
    assert_eq!(codex.end().await.status(), "failed");
}
