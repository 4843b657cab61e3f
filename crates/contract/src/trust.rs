//! Whether a folder is trusted, and what trust turns on in it.

use serde::Serialize;
use ts_rs::TS;

/// Whether a folder is trusted, and what trust turns on in it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub struct FolderTrust {
    /// The folder that the answer applies to: the repository, or the folder itself without one.
    pub folder: String,
    pub standing: Standing,
    pub finds: Vec<ProjectFind>,
    /// There is more in the project than is listed.
    pub cut: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts", rename = "TrustStanding")]
pub enum Standing {
    /// There is nothing to trust: no repository, and no project config.
    Nothing,
    Unanswered,
    Untrusted,
    Trusted,
}

/// One thing in a project that trust turns on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub struct ProjectFind {
    /// Relative to the folder that is asked about.
    pub file: String,
    pub kind: FindKind,
    /// The name of a server, the event of a hook, or the keys of settings.
    pub name: String,
    /// The command or address, if something would be started or contacted.
    pub runs: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub enum FindKind {
    McpServer,
    Hook,
    /// Commands that are allowed or forbidden.
    Rules,
    Agent,
    Settings,
    /// A file that is too long or cannot be understood.
    Unreadable,
}
