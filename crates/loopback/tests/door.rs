//! Raw requests to the server: only loopback clients are served, and no request breaks it.

#![allow(clippy::unwrap_used, clippy::expect_used)]

use std::net::{IpAddr, Ipv4Addr};

use loopback::{Loopback, Script, Step, Turn};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// Sends raw bytes and returns the status and the response.
async fn knock(model: &Loopback, bytes: &[u8]) -> (u16, String) {
    let mut stream = TcpStream::connect(model.address()).await.unwrap();
    stream.write_all(bytes).await.unwrap();
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer).await;
    let answer = String::from_utf8_lossy(&answer).into_owned();
    let status = answer.split(' ').nth(1).and_then(|code| code.parse().ok()).unwrap_or(0);
    (status, answer)
}

async fn ask(model: &Loopback, method: &str, path: &str, body: &[u8]) -> (u16, String) {
    let head = format!(
        "{method} {path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\nauthorization: Bearer very-secret\r\ncontent-length: {}\r\n\r\n",
        body.len()
    );
    knock(model, &[head.as_bytes(), body].concat()).await
}

async fn start() -> Loopback {
    Loopback::start(Script::echo()).await.unwrap()
}

fn user(text: &str) -> Vec<u8> {
    let content = json!([{"type": "input_text", "text": text}]);
    json!({"input": [{"type": "message", "role": "user", "content": content}]}).to_string().into_bytes()
}

#[tokio::test]
async fn codex_is_sent_nowhere_but_the_loopback_address() {
    let model = start().await;
    assert_eq!(model.address().ip(), IpAddr::V4(Ipv4Addr::LOCALHOST));
    let urls: Vec<String> = model.config().into_iter().map(|(_, value)| value).filter(|v| v.contains("://")).collect();
    assert!(!urls.is_empty() && urls.iter().all(|url| url.starts_with("\"http://127.0.0.1:")), "{urls:?}");
}

#[tokio::test]
async fn a_bad_request_is_answered_with_400() {
    let model = start().await;
    for body in [&b"{"[..], b"[]", b"null", b"", b"\xff\xfe", b"{\"input\":", b"\"text\"", &[b'['; 100_000]] {
        let (status, answer) = ask(&model, "POST", "/v1/responses", body).await;
        assert_eq!(status, 400, "{answer}");
    }
    assert_eq!(ask(&model, "POST", "/v1/responses", &user("SCRIPT:[")).await.0, 400);
    assert_eq!(knock(&model, b"GARBAGE\r\n\r\n").await.0, 400);
    let compressed = b"POST /v1/responses HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-encoding: zstd\r\ncontent-length: 2\r\n\r\n{}";
    assert_eq!(knock(&model, compressed).await.0, 400);
    assert_eq!(ask(&model, "POST", "/v1/responses", &user("still here")).await.0, 200);
}

#[tokio::test]
async fn odd_but_readable_bodies_get_an_answer() {
    let model = start().await;
    for body in [json!({}), json!({"input": 4}), json!({"input": [null, 3, {"type": [], "role": {}}]})] {
        let (status, answer) = ask(&model, "POST", "/v1/responses", body.to_string().as_bytes()).await;
        assert!(status == 200 && answer.contains("response.completed"), "{answer}");
    }
}

#[tokio::test]
async fn a_websocket_is_refused() {
    let model = start().await;
    assert_eq!(ask(&model, "GET", "/v1/responses", b"").await.0, 426);
    assert_eq!(ask(&model, "DELETE", "/v1/responses", b"").await.0, 405);
    assert_eq!(ask(&model, "GET", "/elsewhere", b"").await.0, 404);
}

#[tokio::test]
async fn the_model_list_can_be_set() {
    let model = start().await;
    model.set_models(json!({"models": [{"slug": "m"}]}));
    let (status, answer) = ask(&model, "GET", "/v1/models?client_version=0", b"").await;
    assert!(status == 200 && answer.ends_with(r#"{"models":[{"slug":"m"}]}"#), "{answer}");
}

#[tokio::test]
async fn requests_are_kept_without_the_bearer_token() {
    let model = start().await;
    ask(&model, "POST", "/v1/responses", &user("remember me")).await;
    let request = model.asked(|request| request.path == "/v1/responses").await;
    assert_eq!(request.bearer, Some(loopback::fingerprint("very-secret")));
    assert!(!format!("{request:?}").contains("very-secret"));
}

#[tokio::test]
async fn an_agents_request_takes_nothing_from_the_queue() {
    let model = start().await;
    model.say(Turn::new([Step::text("for the conversation")]));
    let head = "POST /v1/responses HTTP/1.1\r\nhost: x\r\nconnection: close\r\nx-openai-subagent: collab_spawn\r\n";
    let body = user("child");
    let request = [format!("{head}content-length: {}\r\n\r\n", body.len()).as_bytes(), &body].concat();
    assert!(knock(&model, &request).await.1.contains("echo: child"));
    assert_eq!(model.unsaid(), 1);
}

#[tokio::test]
async fn raw_events_are_sent_verbatim() {
    let model = start().await;
    let event: Value = json!({"type": "response.odd", "more": [1, 2]});
    model.say(Step::Raw(event.clone()));
    let (_, answer) = ask(&model, "POST", "/v1/responses", &user("x")).await;
    assert!(answer.contains(&format!("event: response.odd\ndata: {event}\n\n")), "{answer}");
}
