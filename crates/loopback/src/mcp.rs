//! An MCP server for tests, over HTTP on 127.0.0.1 or over stdio, optionally with a login.
//!
//! It plays a harbour: a tool that only reads, one that destroys, a log as a resource, and any number of further tools.

use std::io::{self, BufRead, Write};
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::body::Bytes;
use axum::extract::{RawQuery, State};
use axum::http::{HeaderMap, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio::sync::watch;

use crate::locked;

/// The access token that the login issues.
const TOKEN: &str = "harbour-access-token";

/// A running server. Dropping it stops it.
pub struct TestMcpServer {
    address: SocketAddr,
    harbour: Arc<Harbour>,
    stop: watch::Sender<bool>,
}

struct Harbour {
    address: SocketAddr,
    needs_login: bool,
    /// Methods of the calls that were authorised.
    called: Mutex<Vec<String>>,
}

impl TestMcpServer {
    pub async fn start(needs_login: bool) -> io::Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?;
        let address = listener.local_addr()?;
        let harbour = Arc::new(Harbour { address, needs_login, called: Mutex::default() });
        let stop = watch::Sender::new(false);
        let (router, mut stopped) = (Router::new().fallback(route).with_state(harbour.clone()), stop.subscribe());
        tokio::spawn(async move {
            let until = async move {
                let _ = stopped.wait_for(|stop| *stop).await;
            };
            let _ = axum::serve(listener, router).with_graceful_shutdown(until).await;
        });
        Ok(Self { address, harbour, stop })
    }

    pub fn url(&self) -> String {
        format!("http://{}/mcp", self.address)
    }

    /// The called methods, oldest first.
    pub fn called(&self) -> Vec<String> {
        locked(&self.harbour.called).clone()
    }
}

impl Drop for TestMcpServer {
    fn drop(&mut self) {
        self.stop.send_replace(true);
    }
}

/// Serves this process's stdin and stdout until they close. `more` is the number of additional tools.
pub fn serve_stdio(more: usize) -> io::Result<()> {
    let mut out = io::stdout().lock();
    for line in io::stdin().lock().lines() {
        let Ok(message) = serde_json::from_str::<Value>(&line?) else { continue };
        if let Some(answer) = answer(&message, more) {
            writeln!(out, "{answer}")?;
            out.flush()?;
        }
    }
    Ok(())
}

async fn route(
    State(harbour): State<Arc<Harbour>>,
    method: Method,
    uri: Uri,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    let here = format!("http://{}", harbour.address);
    match (method, uri.path()) {
        (Method::GET, path) if path.starts_with("/.well-known/oauth-protected-resource") && harbour.needs_login => {
            json_of(&json!({ "resource": format!("{here}/mcp"), "authorization_servers": [here] }))
        }
        (Method::GET, path) if path.starts_with("/.well-known/oauth-authorization-server") && harbour.needs_login => {
            json_of(&json!({
                "issuer": here, "authorization_endpoint": format!("{here}/authorize"),
                "token_endpoint": format!("{here}/token"), "registration_endpoint": format!("{here}/register"),
                "response_types_supported": ["code"], "grant_types_supported": ["authorization_code", "refresh_token"],
                "code_challenge_methods_supported": ["S256"], "token_endpoint_auth_methods_supported": ["none"],
                "scopes_supported": ["harbour"],
            }))
        }
        (Method::POST, "/register") => {
            let mut client: Value = serde_json::from_slice(&body).unwrap_or_default();
            client["client_id"] = json!("harbour-client");
            (StatusCode::CREATED, axum::Json(client)).into_response()
        }
        (Method::GET, "/authorize") => agreed(&query.unwrap_or_default()),
        (Method::POST, "/token") => json_of(&json!({
            "access_token": TOKEN, "token_type": "Bearer", "expires_in": 3600, "refresh_token": "harbour-refresh",
            "scope": "harbour",
        })),
        (Method::POST, "/mcp") => {
            let bearer = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
            if harbour.needs_login && bearer != Some(&format!("Bearer {TOKEN}")) {
                let ask = format!("Bearer resource_metadata=\"{here}/.well-known/oauth-protected-resource\"");
                return (StatusCode::UNAUTHORIZED, [(header::WWW_AUTHENTICATE, ask)]).into_response();
            }
            let message: Value = serde_json::from_slice(&body).unwrap_or_default();
            locked(&harbour.called).push(message["method"].as_str().unwrap_or_default().to_owned());
            match answer(&message, 0) {
                Some(answer) => json_of(&answer),
                None => StatusCode::ACCEPTED.into_response(),
            }
        }
        (Method::DELETE, "/mcp") => StatusCode::OK.into_response(),
        (_, "/mcp") => StatusCode::METHOD_NOT_ALLOWED.into_response(),
        _ => StatusCode::NOT_FOUND.into_response(),
    }
}

fn json_of(value: &Value) -> Response {
    axum::Json(value.clone()).into_response()
}

/// The authorisation page: the person agrees at once, so it redirects back with a code.
fn agreed(query: &str) -> Response {
    let field = |name: &str| {
        query.split('&').find_map(|pair| pair.split_once('=').filter(|(key, _)| *key == name)).map(|(_, value)| value)
    };
    let (Some(back), Some(state)) = (field("redirect_uri"), field("state")) else {
        return StatusCode::BAD_REQUEST.into_response();
    };
    let back = decoded(back);
    if !back.starts_with("http://127.0.0.1") && !back.starts_with("http://localhost") {
        return StatusCode::BAD_REQUEST.into_response();
    }
    let to = format!("{back}?code=harbour-code&state={state}");
    (StatusCode::FOUND, [(header::LOCATION, to)]).into_response()
}

fn decoded(text: &str) -> String {
    let mut out = Vec::new();
    let mut bytes = text.bytes();
    while let Some(byte) = bytes.next() {
        let pair = (byte == b'%').then(|| [bytes.next().unwrap_or(b'0'), bytes.next().unwrap_or(b'0')]);
        let code = pair.and_then(|pair| u8::from_str_radix(std::str::from_utf8(&pair).ok()?, 16).ok());
        out.push(code.unwrap_or(byte));
    }
    String::from_utf8_lossy(&out).into_owned()
}

/// Returns `None` for a notification, which has no answer.
fn answer(message: &Value, more: usize) -> Option<Value> {
    let id = message.get("id")?;
    let params = &message["params"];
    let result = match message["method"].as_str()? {
        "initialize" => json!({
            "protocolVersion": params["protocolVersion"], "capabilities": { "tools": {}, "resources": {} },
            "serverInfo": { "name": "harbour", "title": "Harbour", "version": "1.2" },
        }),
        "tools/list" => json!({ "tools": tools(more) }),
        "resources/list" => json!({ "resources": [{ "uri": "harbour://log", "name": "log", "title": "Harbour log",
            "description": "Who came and went", "mimeType": "text/plain" }] }),
        "resources/templates/list" => {
            json!({ "resourceTemplates": [{ "uriTemplate": "harbour://boat/{name}", "name": "boat" }] })
        }
        "resources/read" => json!({ "contents": [{ "uri": params["uri"], "mimeType": "text/plain",
            "text": "06:10 Petrel out\n07:45 Auk in" }] }),
        "tools/call" => called(params),
        "ping" => json!({}),
        other => {
            return Some(json!({ "jsonrpc": "2.0", "id": id,
                "error": { "code": -32601, "message": format!("the harbour has no {other}") } }));
        }
    };
    Some(json!({ "jsonrpc": "2.0", "id": id, "result": result }))
}

fn tools(more: usize) -> Vec<Value> {
    let mut tools = vec![
        json!({ "name": "boats", "title": "Boats in the harbour", "description": "Lists the boats at a pier",
            "inputSchema": { "type": "object", "required": ["pier"], "properties": {
                "pier": { "type": "string", "title": "Pier", "enum": ["north", "south"] },
                "limit": { "type": "integer", "title": "At most", "minimum": 1, "maximum": 9 } } },
            "annotations": { "readOnlyHint": true } }),
        json!({ "name": "sink", "description": "Sinks a boat",
            "inputSchema": { "type": "object", "properties": { "boat": { "type": "string" } }, "required": ["boat"] },
            "annotations": { "readOnlyHint": false, "destructiveHint": true } }),
    ];
    let tool = |n: usize| {
        json!({ "name": format!("berth_{n:05}"), "description": format!("Looks at berth {n}"),
            "inputSchema": { "type": "object", "properties": {} }, "annotations": { "readOnlyHint": true } })
    };
    tools.extend((0..more).map(tool));
    tools
}

fn called(params: &Value) -> Value {
    match params["name"].as_str() {
        Some("boats") => {
            let words = format!("At the {} pier: Petrel, Auk", params["arguments"]["pier"].as_str().unwrap_or("?"));
            json!({ "content": [{ "type": "text", "text": words }] })
        }
        Some("sink") => {
            json!({ "content": [{ "type": "text", "text": "The harbour master forbids it." }], "isError": true })
        }
        other => json!({ "content": [{ "type": "text", "text": format!("no tool {other:?}") }], "isError": true }),
    }
}
