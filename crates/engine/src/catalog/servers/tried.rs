//! Calls an MCP tool once for a person, in a temporary thread that leaves nothing behind.

use crate::catalog::words;
use crate::engine::Engine;
use crate::failure::Failure;
use crate::peer::{Peer, Quiet};
pub use contract::catalog::servers::{Part, Tried};
use protocol::enums::SandboxMode;
use protocol::method::{McpToolCall, McpToolParams, ThreadRef, ThreadStart, ThreadStartParams, ThreadUnsubscribe};
use protocol::thread::ApprovalPolicy;
use serde_json::{Map, Value};

/// Longer texts are cut, because the result is only looked at.
const LONGEST: usize = 100_000;

pub(super) async fn run(
    engine: &Engine,
    server: String,
    tool: String,
    arguments: Map<String, Value>,
) -> Result<Tried, Failure> {
    let peer = engine.peer().await?;
    let home = engine.with(|core| core.state.server().home.clone()).await?;
    let start = ThreadStartParams {
        cwd: Some(home),
        ephemeral: Some(true),
        sandbox: Some(SandboxMode::ReadOnly),
        approval_policy: Some(ApprovalPolicy::word(ApprovalPolicy::NEVER)),
        ..ThreadStartParams::default()
    };
    let thread = peer.call::<Quiet<ThreadStart>>(start).await?.thread.id;
    let params = McpToolParams { server, tool, thread_id: thread.clone(), arguments: Some(Value::Object(arguments)) };
    let outcome = peer.call::<McpToolCall>(params).await;
    leave(peer, thread);
    let answer = outcome?;
    let mut parts = parts(&answer.content);
    if let Some(structured) = answer.structured_content.filter(|value| !value.is_null() && parts.is_empty()) {
        parts.push(Part::Text { text: cut(&model::words::pretty(&structured)) });
    }
    Ok(Tried { failed: answer.is_error == Some(true), parts })
}

fn leave(peer: Peer, thread: String) {
    tokio::spawn(async move { peer.call::<ThreadUnsubscribe>(ThreadRef { thread_id: thread }).await.ok() });
}

pub(super) fn parts(contents: &[Value]) -> Vec<Part> {
    contents.iter().map(part).collect()
}

fn part(content: &Value) -> Part {
    // A tool may put a whole resource into its answer.
    let inner = if content["resource"].is_object() { &content["resource"] } else { content };
    if let Some(text) = inner["text"].as_str() {
        return Part::Text { text: cut(text) };
    }
    match inner["data"].as_str().or(inner["blob"].as_str()) {
        Some(base64) => {
            let mime = words(inner["mimeType"].as_str().unwrap_or("application/octet-stream"));
            Part::Bytes { mime, size: (base64.len() / 4 * 3) as f64 }
        }
        None => Part::Text { text: cut(&model::words::pretty(inner)) },
    }
}

fn cut(text: &str) -> String {
    let mut out: String = render::visible(text).chars().take(LONGEST).collect();
    if text.chars().nth(LONGEST).is_some() {
        out.push('…');
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn bytes_in_a_resource_are_only_counted() {
        let seen = parts(&[
            json!({"type": "text", "text": "aye"}),
            json!({"type": "image", "data": "AAAAAAAA", "mimeType": "image/png"}),
            json!({"type": "resource", "resource": {"uri": "a://b", "text": "held"}}),
        ]);
        let expected = vec![
            Part::Text { text: "aye".into() },
            Part::Bytes { mime: "image/png".into(), size: 6.0 },
            Part::Text { text: "held".into() },
        ];
        assert_eq!(seen, expected);
    }
}
