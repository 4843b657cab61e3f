//! What Codex can reach beside the model: skills, apps, plugins, and what is configured beside them.
//!
//! Catalog are big and rarely looked at, so a window looks at them (`Look`) and is told only that what it saw is stale:
//! a revision grows. What is told of them is kept in `state::lists`.

pub mod apps;
pub mod config;
pub mod environment;
pub mod features;
pub mod gateway;
mod icon;
pub mod import;
pub mod layer;
pub mod links;
pub mod models;
pub mod permissions;
pub mod plugins;
pub mod projects;
pub mod rules;
pub mod servers;
pub mod skills;
mod surroundings;

pub(crate) use surroundings::watch;

use crate::peer::Peer;
use protocol::method::{ConfigRead, ConfigReadParams};
use serde::Serialize;
use ts_rs::TS;

/// A list whose revision can grow.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum List {
    Skills,
    Apps,
    Plugins,
    /// MCP servers.
    Servers,
    /// Codex's own settings, and what follows from them.
    Config,
    Rules,
    Projects,
    /// What is kept with threads.
    Links,
    /// The repository that changes were last compared with.
    Repository,
}

/// Grows when a list may read differently from now on; the numbers mean nothing else.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub struct Revisions {
    pub skills: u32,
    pub apps: u32,
    pub plugins: u32,
    pub servers: u32,
    pub config: u32,
    pub rules: u32,
    pub projects: u32,
    pub links: u32,
    pub repository: u32,
}

impl Revisions {
    pub fn grow(&mut self, list: List) {
        let revision = match list {
            List::Skills => &mut self.skills,
            List::Apps => &mut self.apps,
            List::Plugins => &mut self.plugins,
            List::Servers => &mut self.servers,
            List::Config => &mut self.config,
            List::Rules => &mut self.rules,
            List::Projects => &mut self.projects,
            List::Links => &mut self.links,
            List::Repository => &mut self.repository,
        };
        *revision = revision.wrapping_add(1);
    }
}

/// Whether a feature is switched off in the config; a server that does not say has it on.
async fn is_off(peer: &Peer, feature: &str) -> bool {
    match peer.call::<ConfigRead>(ConfigReadParams::default()).await {
        Ok(answer) => answer.config["features"][feature] == false,
        Err(_) => false,
    }
}

/// A name as one step of a config path.
fn key(name: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    if !name.is_empty() && name.chars().all(plain) {
        name.to_owned()
    } else {
        serde_json::Value::from(name).to_string()
    }
}

/// A server's words for a person: visible, and of bounded length.
fn words(text: &str) -> String {
    const LONGEST: usize = 2_000;
    let mut out: String = render::visible(text).trim().chars().take(LONGEST).collect();
    if text.chars().nth(LONGEST).is_some() {
        out.push('…');
    }
    out
}

/// The same where nothing is as good as missing.
fn some_words(text: Option<&str>) -> Option<String> {
    text.map(words).filter(|text| !text.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_with_dots_is_one_step_of_a_path() {
        assert_eq!(key("connector_a-1"), "connector_a-1");
        assert_eq!(key("tidy@lab.market"), "\"tidy@lab.market\"");
        assert_eq!(key("a\"b"), "\"a\\\"b\"");
    }
}
