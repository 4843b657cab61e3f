//! Routes. Codex uses the same paths under different roots, so only their ends are compared.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::{DefaultBodyLimit, FromRequest, State};
use axum::http::request::Parts;
use axum::http::{HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::{Form, Router};
use serde_json::{Value, json};

use crate::request::Request;
use crate::responses::{refuse, respond};
use crate::{ServerState, locked};

/// The largest request body: codex sends a whole thread, pictures included, with every request.
const LARGEST: usize = 256 * 1024 * 1024;

const FORM: &str = "application/x-www-form-urlencoded";

pub(crate) fn router(server: Arc<ServerState>) -> Router {
    Router::new().fallback(route).layer(DefaultBodyLimit::max(LARGEST)).with_state(server)
}

async fn route(State(server): State<Arc<ServerState>>, request: axum::extract::Request) -> Response {
    let (parts, body) = request.into_parts();
    let bytes = match Bytes::from_request(axum::extract::Request::new(body), &()).await {
        Ok(bytes) => bytes,
        Err(error) => return error.into_response(),
    };
    let body = match read(&parts, bytes).await {
        Ok(body) => body,
        Err(why) => return refuse(StatusCode::BAD_REQUEST, &why),
    };
    server.asked.keep(Request::of(&parts, &body));
    #[cfg(feature = "accounts")]
    if let Some(response) = server.accounts.as_ref().and_then(|accounts| accounts.route(&server, &parts, &body)) {
        return response;
    }
    let path = parts.uri.path();
    if path.ends_with("/responses") {
        return match parts.method {
            // On 426 codex silently falls back from WebSocket to HTTP.
            Method::GET => refuse(StatusCode::UPGRADE_REQUIRED, "no WebSocket here"),
            Method::POST if body.is_object() => respond(&server, &parts.headers, &body),
            Method::POST => refuse(StatusCode::BAD_REQUEST, "the body must be a JSON object"),
            _ => refuse(StatusCode::METHOD_NOT_ALLOWED, "GET or POST"),
        };
    }
    if path.ends_with("/responses/compact") {
        return compacted();
    }
    if path.ends_with("/models") {
        return ([(header::ETAG, "\"loopback\"")], axum::Json(locked(&server.models).clone())).into_response();
    }
    refuse(StatusCode::NOT_FOUND, &format!("loopback has nothing at {path}"))
}

async fn read(parts: &Parts, bytes: Bytes) -> Result<Value, String> {
    if let Some(encoding) = parts.headers.get(header::CONTENT_ENCODING) {
        return Err(format!("loopback reads no {} bodies", String::from_utf8_lossy(encoding.as_bytes())));
    }
    if bytes.is_empty() {
        return Ok(Value::Null);
    }
    if parts.headers.get(header::CONTENT_TYPE).is_some_and(|kind| kind == FORM) {
        let mut form = axum::extract::Request::new(bytes.into());
        *form.method_mut() = Method::POST;
        form.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(FORM));
        let read = Form::<BTreeMap<String, String>>::from_request(form, &()).await;
        return read.map(|Form(fields)| json!(fields)).map_err(|error| format!("the form cannot be read: {error}"));
    }
    serde_json::from_slice(&bytes).map_err(|error| format!("the body is not JSON: {error}"))
}

/// The answer to remote compaction: a summary with which codex continues.
fn compacted() -> Response {
    let summary = json!({ "type": "message", "role": "user",
                          "content": [{ "type": "input_text", "text": "Summary of the conversation so far." }] });
    let sealed = json!({ "type": "compaction", "encrypted_content": "bG9vcGJhY2s=" });
    axum::Json(json!({ "output": [summary, sealed] })).into_response()
}
