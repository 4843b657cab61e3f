//! Apps: services that an account is connected to or can be connected to.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

#[derive(Debug, Clone, Default, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub struct Apps {
    pub apps: Vec<App>,
    /// Why the list is incomplete.
    pub problem: Option<String>,
    /// Why there can be no apps.
    pub needs: Option<AppsNeed>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub enum AppsNeed {
    /// Apps belong to a ChatGPT account; an API key has none.
    ChatGptLogin,
    /// The feature is switched off in the config.
    Feature,
}

#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub struct App {
    /// A mention in a prompt names it: `app://id`.
    pub id: String,
    /// The name that is typed after `$`.
    pub slug: String,
    pub name: String,
    pub description: Option<String>,
    /// The account is connected to it.
    pub accessible: bool,
    /// Not switched off in the config.
    pub enabled: bool,
    /// The address a page may load the logo from. `None` if it may not.
    pub logo: Option<String>,
    /// The web page where the account is connected to it.
    pub install_url: Option<String>,
    /// The plugins that came with it.
    pub plugins: Vec<String>,
}

/// One app with its tools.
#[derive(Debug, Clone, Default, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub struct AppDetail {
    pub id: String,
    pub description: Option<String>,
    /// Whether a turn could call it now.
    pub callable: bool,
    /// `None` if the server does not say.
    pub tools: Option<Vec<AppTool>>,
}

#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub struct AppTool {
    pub name: String,
    pub description: String,
    pub read_only: bool,
    pub enabled: bool,
    /// Why it is off.
    pub why: Option<String>,
}

/// What a person does with apps.
#[derive(Debug, Clone, Deserialize, TS)]
#[serde(tag = "does", rename_all = "camelCase", rename_all_fields = "camelCase")]
#[ts(export_to = "model.ts")]
pub enum AppIntent {
    /// Written to the person's config.
    Switch { id: String, on: bool },
    /// Opens the web page where the account is connected to it.
    Connect { id: String },
}
