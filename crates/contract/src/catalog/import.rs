//! What can be imported from other agents, and the set-up of the Windows sandbox.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub struct ImportSheet {
    pub items: Vec<ImportItem>,
    pub earlier: Vec<EarlierImport>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub struct ImportItem {
    /// Identifies it in `ImportIntent`.
    pub id: String,
    /// The server's own name for it: `CONFIG`, `SKILLS`, `MCP_SERVER_CONFIG` …
    pub what: String,
    /// The source and target.
    pub words: String,
    /// The names of what would be imported.
    pub names: Vec<String>,
    /// The folder that it applies to. Missing if it applies everywhere.
    pub folder: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub struct EarlierImport {
    pub at_ms: f64,
    pub brought: u32,
    pub failed: u32,
}

#[derive(Debug, Deserialize, TS)]
#[serde(tag = "does", rename_all = "camelCase", rename_all_fields = "camelCase")]
#[ts(export_to = "model.ts")]
pub enum ImportIntent {
    /// Progress arrives as changes.
    Begin { items: Vec<String>, folder: Option<String> },
    /// Sets up the Windows sandbox, with or without administrator rights.
    SetUpSandbox { elevated: bool },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub enum SandboxReadiness {
    Ready,
    NotConfigured,
    UpdateRequired,
    Unknown,
}
