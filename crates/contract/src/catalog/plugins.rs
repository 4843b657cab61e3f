//! Plugins that are offered or installed.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

#[derive(Debug, Clone, Default, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub struct Plugins {
    pub markets: Vec<Market>,
    /// Configured marketplaces that cannot be read.
    pub problems: Vec<MarketProblem>,
    /// Ids of the plugins that OpenAI recommends.
    pub featured: Vec<String>,
    /// Plugins are switched off in the config.
    pub off: bool,
}

#[derive(Debug, Clone, Default, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub struct Market {
    pub name: String,
    pub title: String,
    /// The address it was added from. Without one it cannot be removed or upgraded here.
    pub source: Option<String>,
    pub plugins: Vec<Plugin>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub struct MarketProblem {
    pub path: String,
    pub message: String,
}

#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub struct Plugin {
    pub id: String,
    pub at: PluginAt,
    pub title: String,
    pub description: Option<String>,
    pub version: Option<String>,
    pub developer: Option<String>,
    pub category: Option<String>,
    pub installed: bool,
    pub enabled: bool,
    /// Why it cannot be installed.
    pub barred: Option<PluginBar>,
    /// Its apps are connected during installation rather than at first use.
    pub asks_at_once: bool,
    /// Where its files come from, for display.
    pub source: String,
    pub website: Option<String>,
    pub icon: Option<String>,
}

/// How a plugin is identified to the server.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub struct PluginAt {
    pub name: String,
    pub market: String,
    /// The marketplace's file. `None` if OpenAI hosts the marketplace.
    pub path: Option<String>,
    /// Its id at OpenAI.
    pub remote: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub enum PluginBar {
    ByAdmin,
    ByPlan,
    AppMissing,
    NotOffered,
}

/// One plugin with its contents.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub struct PluginDetail {
    pub plugin: Plugin,
    pub description: Option<String>,
    pub skills: Vec<PluginPart>,
    pub apps: Vec<AppToConnect>,
    pub servers: Vec<String>,
    pub hooks: Vec<String>,
    /// Capabilities that it declares.
    pub capabilities: Vec<String>,
    /// Prompts that it suggests.
    pub prompts: Vec<String>,
    pub privacy: Option<String>,
    pub terms: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub struct PluginPart {
    pub name: String,
    pub description: String,
}

/// An app that a plugin works with.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub struct AppToConnect {
    pub id: String,
    pub name: String,
    pub install_url: Option<String>,
}

/// What a person does with plugins and marketplaces.
#[derive(Debug, Clone, Deserialize, TS)]
#[serde(tag = "does", rename_all = "camelCase", rename_all_fields = "camelCase")]
#[ts(export_to = "model.ts")]
pub enum PluginIntent {
    /// The receipt names the apps that are still to be connected.
    Install {
        plugin: PluginAt,
    },
    Uninstall {
        id: String,
    },
    Switch {
        id: String,
        on: bool,
    },
    /// A git address, `owner/name` on GitHub, or a folder. The receipt's path is the marketplace's name.
    AddMarket {
        source: String,
        #[serde(default)]
        #[ts(optional = nullable)]
        branch: Option<String>,
    },
    RemoveMarket {
        name: String,
    },
    /// Without a name, all of them.
    UpgradeMarkets {
        #[serde(default)]
        #[ts(optional = nullable)]
        name: Option<String>,
    },
    /// Downloads plugins that the account installed on another computer.
    Fetch,
}
