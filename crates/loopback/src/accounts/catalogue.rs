//! OpenAI's plugin catalogue: can be listed, searched and read, but nothing can be downloaded.

use axum::Json;
use axum::http::StatusCode;
use axum::http::request::Parts;
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};

use super::{ScriptedAccount, error};

/// A plugin in the catalogue.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct OfferedPlugin {
    pub id: String,
    pub name: String,
    pub title: String,
    pub description: String,
    /// Name, description and text of each skill.
    pub skills: Vec<(String, String, String)>,
    /// The availability; empty means `AVAILABLE`.
    pub policy: String,
}

pub(super) fn route(facts: &ScriptedAccount, parts: &Parts) -> Option<Response> {
    let (_, path) = parts.uri.path().split_once("/ps/plugins/")?;
    let answer = match path {
        "installed" => listed(Vec::new()),
        "suggested/codex" => json!({ "enabled": false, "plugins": [] }),
        "list" if parts.uri.query().is_some_and(|query| query.contains("scope=GLOBAL")) => {
            listed(facts.catalogue.iter().map(entry).collect())
        }
        "list" | "workspace/created" | "workspace/shared" => listed(Vec::new()),
        "search" => {
            let query = parts.uri.query().unwrap_or_default();
            let text = query.split('&').find_map(|pair| pair.strip_prefix("q=")).unwrap_or_default().to_lowercase();
            let found = facts.catalogue.iter().filter(|one| one.title.to_lowercase().contains(&text));
            listed(found.map(entry).collect())
        }
        path => match path.split_once("/skills/") {
            Some((id, name)) => {
                let plugin = facts.catalogue.iter().find(|one| one.id == id)?;
                let (_, _, text) = plugin.skills.iter().find(|(held, ..)| held == name)?;
                json!({ "plugin_id": id, "name": name, "skill_md_contents": text })
            }
            None => match facts.catalogue.iter().find(|one| one.id == path) {
                Some(plugin) => entry(plugin),
                None => return Some(error(StatusCode::NOT_FOUND, "not_found", "There is no such plugin.")),
            },
        },
    };
    Some(Json(answer).into_response())
}

fn listed(plugins: Vec<Value>) -> Value {
    json!({ "plugins": plugins, "pagination": { "next_page_token": null } })
}

fn entry(plugin: &OfferedPlugin) -> Value {
    let skills: Vec<Value> = plugin
        .skills
        .iter()
        .map(|(name, description, _)| json!({ "name": name, "description": description, "interface": null }))
        .collect();
    json!({
        "id": plugin.id,
        "name": plugin.name,
        "scope": "GLOBAL",
        "installation_policy": if plugin.policy.is_empty() { "AVAILABLE" } else { &plugin.policy },
        "authentication_policy": "ON_USE",
        "release": {
            "version": "1.0.0",
            "display_name": plugin.title,
            "description": plugin.description,
            "interface": { "short_description": plugin.description, "developer_name": "Loopback" },
            "skills": skills,
        },
    })
}
