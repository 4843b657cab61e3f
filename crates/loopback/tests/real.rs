//! The real codex app-server believes that it talks to OpenAI.

#![allow(clippy::unwrap_used, clippy::expect_used)]

#[path = "real/codex.rs"]
#[allow(dead_code)]
mod codex;

use codex::Codex;
use loopback::{Loopback, Script, Step, Turn};
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
    model.say(Turn::new([Step::reason(&["**Looking**\n\nA thought."]), Step::text_in("abcdef", 2)]));
    let told = codex.turn("again").await;
    assert_eq!(told.params("item/agentMessage/delta").len(), 3);
    assert_eq!(told.items("reasoning")[0]["summary"], json!(["**Looking**\n\nA thought."]));
    assert_eq!(model.requests().last().unwrap().path, "/v1/responses");
}
