//! What an MCP server offers: whether it starts, its tools and its resources.

use crate::catalog::{some_words, words};
use crate::engine::Engine;
use crate::failure::Failure;
use crate::peer::Peer;
pub use contract::catalog::servers::{McpAuth, McpOffer, McpResource, McpState, McpTool};
use model::ask::form;
use model::refusal::Refusal;
use protocol::enums;
use protocol::method::{McpResourceParams, McpResourceRead, McpStatus, McpStatusList, McpStatusParams};

use super::tried::{Part, parts};

/// The most tools and resources of one server that are shown at once. A search finds the others.
const MOST: usize = 200;
/// The most pages of servers to read.
const PAGES: usize = 50;
const PAGE: u32 = 100;

/// The offer of one server, which the app-server starts for it.
pub(crate) async fn offer(engine: &Engine, name: &str, find: &str) -> Result<McpOffer, Failure> {
    let peer = engine.peer().await?;
    let params = McpStatusParams { server_name: Some(name.to_owned()), limit: Some(PAGE), ..Default::default() };
    let answer = peer.call::<McpStatusList>(params).await?;
    let status = answer.data.into_iter().find(|status| status.name == name);
    let status = status.unwrap_or_else(|| McpStatus { name: name.to_owned(), ..McpStatus::default() });
    let enabled = is_enabled(engine, name).await;
    Ok(shown(&status, find, enabled))
}

/// The offers of all servers, including those of plugins. This takes as long as the slowest.
pub(crate) async fn everywhere(engine: &Engine) -> Result<Vec<McpOffer>, Failure> {
    let peer = engine.peer().await?;
    let held = crate::catalog::layer::HeldConfig::read(engine, None).await?;
    let off = |name: &str| held.config["mcp_servers"][name]["enabled"] == false;
    let statuses = all(&peer).await?;
    Ok(statuses.iter().map(|status| shown(status, "", !off(&status.name))).collect())
}

async fn all(peer: &Peer) -> Result<Vec<McpStatus>, Failure> {
    let mut out = Vec::new();
    let mut cursor = None;
    for _ in 0..PAGES {
        let params = McpStatusParams {
            cursor,
            limit: Some(PAGE),
            detail: Some("toolsAndAuthOnly".into()),
            ..McpStatusParams::default()
        };
        let answer = peer.call::<McpStatusList>(params).await?;
        out.extend(answer.data);
        cursor = answer.next_cursor;
        if cursor.is_none() {
            break;
        }
    }
    Ok(out)
}

async fn is_enabled(engine: &Engine, name: &str) -> bool {
    match crate::catalog::layer::HeldConfig::read(engine, None).await {
        Ok(held) => held.config["mcp_servers"][name]["enabled"] != false,
        Err(_) => true,
    }
}

pub(crate) async fn resource(engine: &Engine, server: String, uri: String) -> Result<Vec<Part>, Failure> {
    let peer = engine.peer().await?;
    let answer = peer.call::<McpResourceRead>(McpResourceParams { server, uri, thread_id: None }).await?;
    Ok(parts(&answer.contents))
}

fn shown(status: &McpStatus, find: &str, enabled: bool) -> McpOffer {
    let auth = match status.auth_status {
        enums::McpAuth::Unsupported => McpAuth::None,
        enums::McpAuth::NotLoggedIn => McpAuth::LoggedOut,
        enums::McpAuth::BearerToken => McpAuth::Token,
        enums::McpAuth::OAuth => McpAuth::LoggedIn,
        enums::McpAuth::Unknown | enums::McpAuth::Other(_) => McpAuth::Unknown,
    };
    let problem = status.tools_error.as_deref().map(reason);
    let needs_login = auth == McpAuth::LoggedOut
        || status.runtime_status == Some(enums::McpRuntime::AuthenticationRequired)
        || problem.as_deref().is_some_and(|why| Refusal::of_words(why) == Refusal::SignInNeeded);
    let state = match () {
        () if !enabled => McpState::Off,
        () if needs_login => McpState::NeedsLogin,
        () if problem.is_some() => McpState::Failed,
        () => McpState::Ready,
    };
    let find = find.trim().to_lowercase();
    let matches = |texts: [Option<&str>; 3]| {
        find.is_empty() || texts.into_iter().flatten().any(|text| text.to_lowercase().contains(&find))
    };
    let tools = status
        .tools
        .values()
        .filter(|tool| matches([Some(&tool.name), tool.title.as_deref(), tool.description.as_deref()]))
        .take(MOST);
    let info = status.server_info.as_ref();
    let resources: Vec<McpResource> = status
        .resources
        .iter()
        .map(|one| McpResource {
            uri: render::visible(&one.uri),
            name: words(one.title.as_deref().unwrap_or(&one.name)),
            description: some_words(one.description.as_deref()),
            mime: some_words(one.mime_type.as_deref()),
        })
        .chain(status.resource_templates.iter().map(|one| McpResource {
            uri: render::visible(&one.uri_template),
            name: words(one.title.as_deref().unwrap_or(&one.name)),
            description: some_words(one.description.as_deref()),
            mime: None,
        }))
        .collect();
    McpOffer {
        name: status.name.clone(),
        state,
        problem: problem.filter(|_| enabled),
        auth,
        title: info.and_then(|info| some_words(info.title.as_deref().or(Some(&info.name)))),
        version: info.and_then(|info| some_words(Some(&info.version))),
        plugin: some_words(status.plugin_id.as_deref()),
        origin: some_words(status.http_origin.as_deref()),
        tools: tools.map(tool).collect(),
        tool_count: count(status.tools.len()),
        resource_count: count(resources.len()),
        resources: resources
            .into_iter()
            .filter(|one| matches([Some(&one.name), Some(&one.uri), None]))
            .take(MOST)
            .collect(),
    }
}

fn tool(tool: &protocol::method::McpTool) -> McpTool {
    let hint = |name: &str| tool.annotations.as_ref().and_then(|hints| hints[name].as_bool());
    let reads = hint("readOnlyHint") == Some(true);
    McpTool {
        name: tool.name.clone(),
        title: some_words(tool.title.as_deref().or_else(|| tool.annotations.as_ref()?["title"].as_str())),
        description: some_words(tool.description.as_deref()),
        reads,
        destroys: !reads && hint("destructiveHint") == Some(true),
        fields: form::fields(&tool.input_schema),
    }
}

/// The useful part of an error. The app-server wraps a reason in internal details; it stands at the end or at the
/// beginning.
fn reason(error: &str) -> String {
    let mut text = error.strip_prefix("MCP startup failed: ").unwrap_or(error);
    if let Some((_, rest)) = text.split_once("] error: ") {
        text = rest;
    }
    let text = text.split(", when send initialize request").next().unwrap_or(text);
    // Some errors contain the same reason twice, inside and outside of the wrapping.
    let half = text.len() / 2;
    let twice = text.is_char_boundary(half) && text.get(..half.saturating_sub(1)) == text.get(half + 1..);
    words(if twice { &text[..half.saturating_sub(1)] } else { text })
}

fn count(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;
    use std::collections::BTreeMap;

    #[test]
    fn the_search_reaches_all_of_ten_thousand_tools() {
        let tools: BTreeMap<String, protocol::method::McpTool> = (0..10_000)
            .map(|n| {
                let name = format!("tool_{n:05}");
                (name.clone(), protocol::method::McpTool { name, ..Default::default() })
            })
            .collect();
        let status = McpStatus { name: "many".into(), tools, ..McpStatus::default() };
        let all = shown(&status, "", true);
        assert_eq!((all.tool_count, all.tools.len()), (10_000, MOST));
        let one = shown(&status, " TOOL_09999 ", true);
        assert_eq!(one.tools.iter().map(|tool| tool.name.as_str()).collect::<Vec<_>>(), ["tool_09999"]);
    }

    #[test]
    fn a_reason_is_told_without_the_servers_insides() {
        let long = "MCP startup failed: handshaking with MCP server failed: Send message error Transport [a::B<c>] error: \
                    Broken pipe (os error 32), when send initialize request: Send message error Transport [a::B<c>] error: \
                    Broken pipe (os error 32), when send initialize request";
        assert_eq!(reason(long), "Broken pipe (os error 32)");
        assert_eq!(reason("connection closed: x"), "connection closed: x");
        assert_eq!(reason("MCP startup failed: a: b: a: b"), "a: b");
    }

    #[test]
    fn a_tool_lists_its_arguments() {
        let told: protocol::method::McpTool = serde_json::from_value(json!({
            "name": "sink", "inputSchema": {"type": "object", "properties": {"boat": {"type": "string"}}, "required": ["boat"]},
            "annotations": {"readOnlyHint": false, "destructiveHint": true, "title": "Sink a boat"},
        }))
        .unwrap_or_default();
        let seen = tool(&told);
        assert_eq!((seen.title.as_deref(), seen.reads, seen.destroys), (Some("Sink a boat"), false, true));
        assert_eq!(
            seen.fields.iter().map(|field| (field.name.as_str(), field.required)).collect::<Vec<_>>(),
            [("boat", true)]
        );
    }
}
