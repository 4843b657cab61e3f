//! MCP servers: the configured ones, what each of them offers, and changes to them.
//!
//! The list itself is read from the config and appears at once. The offer of a server is asked for separately, so
//! that a server that hangs delays only its own row.

mod entry;
mod offer;
mod tried;

pub use contract::catalog::servers::{McpIntent, McpServer};
pub use entry::{McpDraft, McpDraftTransport, McpTransport, VariableDraft, transport};
pub use offer::{McpAuth, McpOffer, McpResource, McpState, McpTool};
pub use tried::{Part, Tried};

use super::layer::{HeldConfig, Layer, LayerKind};
use super::{config, key};
use crate::engine::Engine;
use crate::failure::{Code, Failure};
use crate::intent::Receipt;
use model::state::LocalEvent;
use protocol::method::{McpLogin, McpLoginParams, McpReload};
use serde_json::Value;

pub(crate) async fn list(engine: &Engine) -> Result<Vec<McpServer>, Failure> {
    let held = HeldConfig::read(engine, None).await?;
    Ok(listed(&held))
}

pub(crate) use offer::{everywhere, offer, resource};

pub(crate) async fn act(engine: &Engine, intent: McpIntent) -> Result<Receipt, Failure> {
    match intent {
        McpIntent::Save { draft } => save(engine, draft).await,
        McpIntent::Remove { name } => {
            own(engine, &name).await?;
            change(engine, vec![(format!("mcp_servers.{}", key(&name)), Value::Null)]).await
        }
        McpIntent::Enable { name, on } => {
            own(engine, &name).await?;
            change(engine, vec![(format!("mcp_servers.{}.enabled", key(&name)), Value::Bool(on))]).await
        }
        McpIntent::Reload => reload(engine).await.map(|()| Receipt::default()),
        McpIntent::LogIn { name } => log_in(engine, name).await.map(|()| Receipt::default()),
        McpIntent::Try { server, tool, arguments } => {
            let tried = tried::run(engine, server, tool, arguments).await?;
            Ok(Receipt { tried: Some(Box::new(tried)), ..Receipt::default() })
        }
    }
}

fn listed(held: &HeldConfig) -> Vec<McpServer> {
    let servers = held.config["mcp_servers"].as_object().cloned().unwrap_or_default();
    let own = &held.own()["mcp_servers"];
    let one = |(name, entry): (String, Value)| McpServer {
        transport: entry::transport(&entry),
        enabled: entry["enabled"] != false,
        startup_timeout_s: entry["startup_timeout_sec"].as_f64(),
        tool_timeout_s: entry["tool_timeout_sec"].as_f64(),
        layer: held.origin(&format!("mcp_servers.{name}")),
        editable: own.get(&name).is_some(),
        name,
    };
    servers.into_iter().map(one).collect()
}

async fn save(engine: &Engine, draft: McpDraft) -> Result<Receipt, Failure> {
    entry::check(&draft)?;
    let held = HeldConfig::read(engine, None).await?;
    let own = &held.own()["mcp_servers"];
    let was = draft.was.clone().unwrap_or_else(|| draft.name.clone());
    if draft.was.as_ref() != Some(&draft.name) && held.config["mcp_servers"].get(&draft.name).is_some() {
        let message = format!("A server named “{}” already exists.", draft.name);
        return Err(Failure::bad_input(message).at("name"));
    }
    if let McpDraftTransport::Stdio { command, args, cwd, variables, passed } = &draft.transport {
        let line: Vec<String> = std::iter::once(command.trim().to_owned()).chain(args.iter().cloned()).collect();
        let names: Vec<String> = variables.iter().map(|one| one.name.clone()).chain(passed.iter().cloned()).collect();
        let cwd = cwd.as_deref().filter(|cwd| !cwd.trim().is_empty());
        crate::confirm::mcp_server(engine, &draft.name, &line, cwd, &names).await?;
    }
    let name = draft.name.clone();
    let entry = entry::entry(draft, own.get(&was).unwrap_or(&Value::Null));
    let mut edits = vec![(format!("mcp_servers.{}", key(&name)), entry)];
    if was != name {
        edits.push((format!("mcp_servers.{}", key(&was)), Value::Null));
    }
    change(engine, edits).await
}

/// Writes the config and restarts the servers of open threads with it.
async fn change(engine: &Engine, edits: Vec<(String, Value)>) -> Result<Receipt, Failure> {
    let receipt = config::write(engine, edits, None).await?;
    reload(engine).await?;
    Ok(receipt)
}

async fn reload(engine: &Engine) -> Result<(), Failure> {
    engine.peer().await?.call::<McpReload>(()).await?;
    engine.with(|core| core.apply_local(LocalEvent::Stale(super::List::Servers))).await
}

/// Fails unless the server is in the person's own config.toml.
async fn own(engine: &Engine, name: &str) -> Result<(), Failure> {
    let held = HeldConfig::read(engine, None).await?;
    if held.own()["mcp_servers"].get(name).is_some() {
        return Ok(());
    }
    let place = match held.origin(&format!("mcp_servers.{name}")) {
        Some(Layer { kind: LayerKind::Managed, .. }) => "an administrator’s settings".to_owned(),
        Some(Layer { file: Some(file), .. }) => file,
        _ => return Err(Failure::new(Code::Refused, "This server is no longer configured.")),
    };
    Err(Failure::new(Code::Refused, format!("This server comes from {place}. Change it there.")))
}

async fn log_in(engine: &Engine, name: String) -> Result<(), Failure> {
    let peer = engine.peer().await?;
    let params = McpLoginParams { name: name.clone(), ..McpLoginParams::default() };
    let answer = peer.call::<McpLogin>(params).await?;
    let Some(url) = model::link::safe_url(&answer.authorization_url) else {
        return Err(Failure::new(Code::Refused, "The server’s sign-in address is neither https nor on this computer."));
    };
    let page = url.clone();
    // Recorded before the browser opens, because the call returns at once if the person is already signed in.
    engine.with(move |core| core.apply_local(LocalEvent::McpLogin { name, url: page })).await?;
    engine.shared().platform.open_url(&url).map_err(|message| Failure::new(Code::Refused, message))
}
