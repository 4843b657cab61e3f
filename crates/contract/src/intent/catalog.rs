//! What Codex works with and how it is configured, each part with intents of its own.

use crate::catalog::apps::AppIntent;
use crate::catalog::config::ConfigIntent;
use crate::catalog::features::FeatureIntent;
use crate::catalog::gateway::GatewayIntent;
use crate::catalog::import::ImportIntent;
use crate::catalog::links::LinkIntent;
use crate::catalog::plugins::PluginIntent;
use crate::catalog::projects::ProjectIntent;
use crate::catalog::rules::RuleIntent;
use crate::catalog::servers::McpIntent;
use crate::catalog::skills::SkillIntent;
use crate::domain::domain;

domain! {
    /// What Codex works with and how it is configured, each part with intents of its own.
    pub enum CatalogIntent {
        /// Decides whether the project in this folder may bring config, hooks, rules and MCP servers.
        TrustFolder {
            cwd: String,
            trusted: bool,
        },
        /// Skills, apps, plugins and marketplaces.
        Skill {
            intent: SkillIntent,
        },
        App {
            intent: AppIntent,
        },
        Plugin {
            intent: PluginIntent,
        },
        /// MCP servers, Codex's own settings, rules, features, and imports from other agents.
        Mcp {
            intent: McpIntent,
        },
        Config {
            intent: ConfigIntent,
        },
        Rule {
            intent: RuleIntent,
        },
        Feature {
            intent: FeatureIntent,
        },
        Import {
            intent: ImportIntent,
        },
        Project {
            intent: ProjectIntent,
        },
        Link {
            intent: LinkIntent,
        },
        Gateway {
            intent: GatewayIntent,
        },
    }
}
