//! Live status: MCP servers that are starting, sign-ins in progress, a running import.

use serde::Serialize;
use ts_rs::TS;

#[derive(Debug, Clone, Default, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub struct Environment {
    /// The MCP servers of open threads, with their last status.
    pub servers: Vec<McpLive>,
    pub import: Option<Importing>,
    /// Present if a company's own gateway stands in front of the model.
    pub gateway: Option<Gateway>,
    /// Present if the server runs on Windows.
    pub windows: Option<WindowsSandbox>,
}

#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub struct Gateway {
    pub provider: String,
    pub state: GatewayState,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
#[ts(export_to = "model.ts")]
pub enum GatewayState {
    /// A sign-in is needed.
    Out,
    /// The browser is open. The page offers the address in case it did not open.
    Waiting {
        url: Option<String>,
    },
    In,
    Failed {
        why: String,
    },
}

#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub struct McpLive {
    pub name: String,
    pub start: Option<McpStart>,
    pub problem: Option<String>,
    pub login: Option<McpLoginState>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub enum McpStart {
    Starting,
    Ready,
    Failed,
    Cancelled,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
#[ts(export_to = "model.ts")]
pub enum McpLoginState {
    /// The browser is open. The page offers the address in case it did not open.
    Waiting {
        url: String,
    },
    Done,
    Failed {
        why: String,
    },
}

/// An import from another agent.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub struct Importing {
    pub id: String,
    pub done: bool,
    pub brought: Vec<ImportLine>,
    pub failed: Vec<ImportLine>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub struct ImportLine {
    /// The server's own name for it: `CONFIG`, `SKILLS`, `MCP_SERVER_CONFIG` …
    pub what: String,
    /// The source and target, or why it failed.
    pub words: String,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub struct WindowsSandbox {
    pub setting_up: bool,
    /// How the last set-up ended. `null` if it went well.
    pub ended: Option<SetupEnd>,
    /// Folders that everybody may write, which the sandbox cannot protect.
    pub open_folders: Vec<String>,
    pub more_open: u32,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub struct SetupEnd {
    pub elevated: bool,
    pub problem: Option<String>,
}
