//! `POST /responses`: streams one scripted turn as events.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use serde_json::{Value, json};
use tokio::sync::mpsc::{self, Sender};

use crate::script::Pauses;
use crate::step::{ScriptedUsage, Step, Turn};
use crate::{ServerState, locked, sse};

/// Bytes per flush: enough for throughput, few enough to notice a closed connection.
const FLUSH_AT: usize = 32 * 1024;

pub(crate) fn respond(server: &Arc<ServerState>, headers: &HeaderMap, body: &Value) -> Response {
    // Queued responses are for the conversation itself, because nobody can predict when a spawned agent makes a request.
    let spawned = headers.get("x-openai-subagent").is_some_and(|kind| kind == "collab_spawn");
    let said = if spawned { None } else { locked(&server.said).pop_front() };
    let turn = match said.map_or_else(|| server.script.next(body), Ok) {
        Ok(turn) => turn,
        Err(bad) => return refuse(StatusCode::BAD_REQUEST, &bad.to_string()),
    };
    if let Some((code, body)) = turn.steps.iter().find_map(status) {
        return (code, Json(body.clone())).into_response();
    }
    let (out, into) = mpsc::channel::<Result<Bytes, std::io::Error>>(8);
    let mut response =
        Body::from_stream(stream::unfold(into, async |mut into| Some((into.recv().await?, into)))).into_response();
    response.headers_mut().insert(header::CONTENT_TYPE, header::HeaderValue::from_static("text/event-stream"));
    if let Some(limits) = &*locked(&server.limits) {
        limits.headers(response.headers_mut());
    }
    let usage = turn.usage.unwrap_or_else(|| count(body, &turn));
    let server = server.clone();
    tokio::spawn(async move {
        let mut stopped = server.stop.subscribe();
        let mut pen = Pen { pauses: server.script.rest(), out, bytes: Vec::new() };
        let watch = pen.out.clone();
        tokio::select! {
            _ = play(&server, turn, usage, &mut pen) => {}
            () = watch.closed() => {}
            _ = stopped.wait_for(|stop| *stop) => {}
        }
    });
    response
}

pub(crate) fn refuse(code: StatusCode, why: &str) -> Response {
    (code, Json(json!({ "error": { "type": "invalid_request_error", "message": why } }))).into_response()
}

fn status(step: &Step) -> Option<(StatusCode, &Value)> {
    let Step::Status { code, body } = step else { return None };
    Some((StatusCode::from_u16(*code).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR), body))
}

/// The connection is closed.
struct Left;

struct Pen {
    pauses: Pauses,
    out: Sender<Result<Bytes, std::io::Error>>,
    bytes: Vec<u8>,
}

impl Pen {
    async fn write(&mut self, event: &Value) -> Result<(), Left> {
        sse::encode(event, &mut self.bytes);
        let rest = if sse::is_delta(event) { self.pauses.delta } else { Duration::ZERO };
        if !rest.is_zero() || self.bytes.len() >= FLUSH_AT {
            self.flush().await?;
        }
        self.rest(rest).await;
        Ok(())
    }

    async fn flush(&mut self) -> Result<(), Left> {
        if self.bytes.is_empty() {
            return Ok(());
        }
        let bytes = std::mem::take(&mut self.bytes);
        self.out.send(Ok(bytes.into())).await.map_err(|_| Left)
    }

    async fn rest(&self, time: Duration) {
        if !time.is_zero() {
            tokio::time::sleep(time).await;
        }
    }
}

async fn play(server: &ServerState, turn: Turn, usage: ScriptedUsage, pen: &mut Pen) -> Result<(), Left> {
    let id = sse::serial("resp");
    pen.write(&sse::created(&id)).await?;
    for step in &turn.steps {
        // Flush before a step that waits, so that the client has everything up to here.
        pen.flush().await?;
        pen.rest(pen.pauses.step).await;
        match step {
            Step::Wait(gate) => server.gates.get(gate).pass().await,
            Step::Pause(time) => pen.rest(*time).await,
            Step::Hang => match std::future::pending::<Infallible>().await {},
            Step::Drop => {
                let broken = std::io::Error::new(std::io::ErrorKind::ConnectionReset, "dropped as scripted");
                return pen.out.send(Err(broken)).await.map_err(|_| Left);
            }
            Step::Failed { code, message } => {
                pen.write(&sse::failed(&id, code, message)).await?;
                return pen.flush().await;
            }
            Step::End(usage) => {
                pen.write(&sse::completed(&id, *usage)).await?;
                return pen.flush().await;
            }
            step if matches!(step, Step::Flood { .. }) => {
                for event in sse::events(step) {
                    sse::encode(&event, &mut pen.bytes);
                    if pen.bytes.len() >= FLUSH_AT {
                        pen.flush().await?;
                    }
                }
            }
            step => {
                for event in sse::events(step) {
                    pen.write(&event).await?;
                }
            }
        }
    }
    pen.write(&sse::completed(&id, usage)).await?;
    pen.flush().await
}

/// Estimates usage as a real account would report it: about four bytes per token, most of the input cached.
fn count(body: &Value, turn: &Turn) -> ScriptedUsage {
    let tokens = |bytes: usize| (bytes as u64).div_ceil(4);
    let input = tokens(["input", "instructions", "tools"].iter().map(|part| body[*part].to_string().len()).sum());
    let reasoning = tokens(turn.steps.iter().map(thought).sum());
    let output = reasoning + tokens(turn.steps.iter().map(spoken).sum());
    ScriptedUsage { input, cached: input / 10 * 8, output, reasoning }
}

fn thought(step: &Step) -> usize {
    // A summary is a small part of the whole reasoning.
    if let Step::Reason { parts, .. } = step { parts.iter().map(|part| part.len() * 3).sum() } else { 0 }
}

fn spoken(step: &Step) -> usize {
    match step {
        Step::Text { chunks, .. } => chunks.iter().map(String::len).sum(),
        Step::Call { arguments, .. } => arguments.to_string().len(),
        Step::Custom { input, .. } => input.len(),
        Step::Flood { count, delta } => count * delta.len(),
        _ => 0,
    }
}
