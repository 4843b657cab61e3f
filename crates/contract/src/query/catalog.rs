//! What Codex can use besides the model: skills, apps, plugins, MCP servers.

use crate::catalog::plugins::PluginAt;
use crate::domain::domain;
use crate::id::ThreadId;

domain! {
    /// What Codex can use besides the model: skills, apps, plugins, MCP servers.
    #[derive(Clone)]
    pub enum CatalogQuery {
        /// The skills of a folder. `reload` reads the files again.
        Skills {
            #[serde(default)]
            #[ts(optional = nullable)]
            cwd: Option<String>,
            #[serde(default)]
            #[ts(optional, as = "Option<bool>")]
            reload: bool,
        },
        /// The apps, from the cache; `reload` asks OpenAI again.
        Apps {
            #[serde(default)]
            #[ts(optional = nullable)]
            thread: Option<ThreadId>,
            #[serde(default)]
            #[ts(optional, as = "Option<bool>")]
            reload: bool,
        },
        /// One app, with its tools.
        App {
            id: String,
        },
        /// Plugins that are offered or installed; `reload` asks OpenAI again.
        Plugins {
            #[serde(default)]
            #[ts(optional = nullable)]
            cwd: Option<String>,
            #[serde(default)]
            #[ts(optional, as = "Option<bool>")]
            reload: bool,
        },
        /// Plugins in OpenAI's catalogue that match a text.
        PluginSearch {
            text: String,
        },
        Plugin {
            plugin: PluginAt,
        },
        /// The text of a skill of a plugin in OpenAI's catalogue.
        PluginSkill {
            plugin: PluginAt,
            name: String,
        },
        /// The configured MCP servers. This does not wait for any of them.
        McpServers,
        /// What one MCP server offers; it is started for this. `find` searches its tools and resources.
        McpServer {
            name: String,
            #[serde(default)]
            #[ts(optional, as = "Option<String>")]
            find: String,
        },
        /// What all MCP servers offer, including those of plugins. It takes as long as the slowest.
        McpEverywhere,
        McpResource {
            server: String,
            uri: String,
        },
        /// The server's projects, in their order.
        Projects,
        /// The links of a thread.
        Links {
            thread: ThreadId,
        },
    }
}

impl CatalogQuery {
    /// The folder whose project files the server would read for this query.
    pub fn project(&mut self) -> Option<&mut Option<String>> {
        match self {
            Self::Skills { cwd, .. } | Self::Plugins { cwd, .. } => Some(cwd),
            Self::Apps { .. }
            | Self::App { .. }
            | Self::PluginSearch { .. }
            | Self::Plugin { .. }
            | Self::PluginSkill { .. }
            | Self::McpServers
            | Self::McpServer { .. }
            | Self::McpEverywhere
            | Self::McpResource { .. }
            | Self::Projects
            | Self::Links { .. } => None,
        }
    }
}
