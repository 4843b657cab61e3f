//! The account's apps: their directory, the details of each, and the MCP endpoint that calls the connected ones.

use axum::Json;
use axum::http::request::Parts;
use axum::http::{Method, StatusCode};
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};

use super::{ScriptedAccount, error};

/// Apps per page of the directory.
const PAGE: usize = 2;

/// An app of the directory.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ListedApp {
    pub id: String,
    pub name: String,
    pub description: String,
    /// The account is connected to the app, so its tools can be called.
    pub connected: bool,
    /// Names and descriptions of the tools, all of them read-only.
    pub tools: Vec<(String, String)>,
}

impl ListedApp {
    pub fn new(id: &str, name: &str, description: &str) -> Self {
        Self { id: id.into(), name: name.into(), description: description.into(), ..Self::default() }
    }

    /// Connects the app and adds a tool.
    pub fn connected(mut self, tool: &str, description: &str) -> Self {
        self.connected = true;
        self.tools.push((tool.into(), description.into()));
        self
    }
}

pub(super) fn route(facts: &ScriptedAccount, parts: &Parts, body: &Value) -> Option<Response> {
    let path = parts.uri.path();
    if path.ends_with("/connectors/directory/list") {
        return Some(page(facts, parts.uri.query().unwrap_or_default()));
    }
    if path.ends_with("/connectors/directory/list_workspace") {
        return Some(Json(json!({ "apps": [], "next_token": null })).into_response());
    }
    if path.ends_with("/ps/apps/batch") {
        return Some(Json(batch(facts, body)).into_response());
    }
    path.ends_with("/ps/mcp").then(|| endpoint(facts, &parts.method, body))
}

fn page(facts: &ScriptedAccount, query: &str) -> Response {
    let token = query.split('&').find_map(|pair| pair.strip_prefix("token="));
    let number: usize = token.and_then(|token| token.parse().ok()).unwrap_or_default();
    if facts.directory_breaks_at == Some(number) {
        return error(StatusCode::INTERNAL_SERVER_ERROR, "server_error", "The directory is not well.");
    }
    let apps: Vec<Value> = facts.apps.iter().skip(number * PAGE).take(PAGE).map(entry).collect();
    let more = facts.apps.len() > (number + 1) * PAGE;
    Json(json!({ "apps": apps, "next_token": more.then(|| (number + 1).to_string()) })).into_response()
}

fn entry(app: &ListedApp) -> Value {
    json!({
        "id": app.id,
        "name": app.name,
        "description": app.description,
        // A picture's address, never fetched. Every second app's host is not OpenAI's.
        "logo_url": format!("https://{}/{}.png", if app.id.len().is_multiple_of(2) { "cdn.oaistatic.com" } else { "pictures.example.invalid" }, app.id),
        "distribution_channel": "ECOSYSTEM_DIRECTORY",
    })
}

fn batch(facts: &ScriptedAccount, body: &Value) -> Value {
    let wanted = |app: &&ListedApp| body["app_ids"].as_array().is_some_and(|ids| ids.contains(&json!(app.id)));
    let apps = facts.apps.iter().filter(wanted).map(|app| {
        let tools = app.tools.iter().map(|(name, description)| {
            json!({ "name": name, "description": description, "is_enabled": true, "is_read_only": true })
        });
        json!({ "id": app.id, "name": app.name, "description": app.description, "tools": tools.collect::<Vec<_>>() })
    });
    json!({ "apps": apps.collect::<Vec<_>>() })
}

/// MCP over streamable HTTP, each call answered at once.
fn endpoint(facts: &ScriptedAccount, method: &Method, body: &Value) -> Response {
    if *method == Method::DELETE {
        return StatusCode::OK.into_response();
    }
    if *method != Method::POST {
        return StatusCode::METHOD_NOT_ALLOWED.into_response();
    }
    let Some(id) = body.get("id") else { return StatusCode::ACCEPTED.into_response() };
    let result = match body["method"].as_str().unwrap_or_default() {
        "initialize" => json!({
            "protocolVersion": body["params"]["protocolVersion"],
            "capabilities": { "tools": {} },
            "serverInfo": { "name": "loopback-apps", "version": "1" },
        }),
        "tools/list" => json!({ "tools": tools(facts) }),
        "tools/call" => called(&body["params"]["name"]),
        "resources/list" => json!({ "resources": [] }),
        "resources/templates/list" => json!({ "resourceTemplates": [] }),
        _ => json!({}),
    };
    let answer = Json(json!({ "jsonrpc": "2.0", "id": id, "result": result }));
    ([("mcp-session-id", "loopback")], answer).into_response()
}

fn called(name: &Value) -> Value {
    let text = format!("{} was called", name.as_str().unwrap_or_default());
    json!({ "content": [{ "type": "text", "text": text }] })
}

fn tools(facts: &ScriptedAccount) -> Vec<Value> {
    let connected = facts.apps.iter().filter(|app| app.connected);
    let tools = connected.flat_map(|app| app.tools.iter().map(move |tool| (app, tool)));
    tools
        .map(|(app, (name, description))| {
            json!({
                "name": name,
                "description": description,
                "inputSchema": { "type": "object", "properties": {} },
                "annotations": { "readOnlyHint": true },
                "_meta": { "connector_id": app.id, "connector_name": app.name },
            })
        })
        .collect()
}
