//! Permissions of new threads, and what can be chosen instead.

use crate::catalog::config::Layer;
use crate::permissions::{Permissions, Policy, Reviewer};
use serde::Serialize;
use serde_json::Value;
use ts_rs::TS;

#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub struct PermissionSheet {
    pub modes: Vec<ModeFacts>,
    pub profiles: Vec<Profile>,
    pub folders: Vec<TrustedFolder>,
    /// What config.toml sets for clients that choose nothing, such as the CLI.
    #[ts(type = "unknown")]
    pub approval: Value,
    pub approval_layer: Option<Layer>,
    pub sandbox: Option<String>,
    pub sandbox_layer: Option<Layer>,
    pub roots: Vec<String>,
    pub network: bool,
    pub version: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub struct ModeFacts {
    pub mode: Permissions,
    /// The values as they are sent to the server.
    pub approval: String,
    pub sandbox: String,
    /// An administrator does not allow it.
    pub forbidden: bool,
}

/// What a new thread in a folder runs with if nothing is chosen, and what can be chosen instead.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub struct ThreadDefaults {
    /// The model that the config sets. Without one the server's default applies.
    pub model: Option<String>,
    pub effort: Option<String>,
    pub policy: Policy,
    pub choices: Vec<PermissionChoice>,
    /// Who may answer approvals. With fewer than two there is nothing to choose.
    pub reviewers: Vec<Reviewer>,
}

#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub struct PermissionChoice {
    pub permissions: Permissions,
    /// The description of a profile, if its author gave one.
    pub description: Option<String>,
    /// An administrator does not allow it.
    pub forbidden: bool,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts", rename = "PermissionProfile")]
pub struct Profile {
    pub id: String,
    pub description: Option<String>,
    pub allowed: bool,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub struct TrustedFolder {
    pub path: String,
    pub trusted: bool,
    /// The entry is in the person's own file, where it can be changed.
    pub own: bool,
}
