//! What Codex can use besides the model: skills, apps, plugins, MCP servers, and their configuration.

pub mod apps;
pub mod config;
pub mod environment;
pub mod features;
pub mod gateway;
pub mod import;
pub mod links;
pub mod models;
pub mod permissions;
pub mod plugins;
pub mod projects;
pub mod rules;
pub mod servers;
pub mod skills;

use serde::Serialize;
use ts_rs::TS;

/// A list that has a revision number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum List {
    Skills,
    Apps,
    Plugins,
    /// MCP servers.
    Servers,
    /// Codex's own settings, and everything derived from them.
    Config,
    Rules,
    Projects,
    /// Links that are kept with threads.
    Links,
    /// The repository that changes were last compared with.
    Repository,
}

/// Revision numbers. A number grows when its list may have changed; it has no other meaning.
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
