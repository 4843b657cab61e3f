//! MCP servers: their configuration, and what they offer.

use crate::ask::Field;
use crate::catalog::config::Layer;
use protocol::Secret;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use ts_rs::TS;

#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub struct McpServer {
    pub name: String,
    pub transport: McpTransport,
    pub enabled: bool,
    pub startup_timeout_s: Option<f64>,
    pub tool_timeout_s: Option<f64>,
    /// The config layer it is from. Missing for one that came with a plugin.
    pub layer: Option<Layer>,
    /// It is in the person's own config.toml.
    pub editable: bool,
}

/// What a person does with MCP servers.
#[derive(Debug, Deserialize, TS)]
#[serde(tag = "does", rename_all = "camelCase", rename_all_fields = "camelCase")]
#[ts(export_to = "model.ts")]
pub enum McpIntent {
    /// Adds a server, or changes the one named in `was`.
    Save {
        draft: McpDraft,
    },
    Remove {
        name: String,
    },
    Enable {
        name: String,
        on: bool,
    },
    /// Restarts the servers of open threads with the current config.
    Reload,
    /// Opens the browser. The outcome arrives as a change.
    LogIn {
        name: String,
    },
    /// Calls a tool once, outside any conversation. The receipt holds the result.
    Try {
        server: String,
        tool: String,
        #[ts(type = "Record<string, unknown>")]
        arguments: Map<String, Value>,
    },
}

#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
#[ts(export_to = "model.ts")]
pub enum McpTransport {
    Stdio {
        command: String,
        args: Vec<String>,
        cwd: Option<String>,
        /// The names of variables with a value of their own.
        variables: Vec<String>,
        /// The names of variables that are passed on from Codex's environment.
        passed: Vec<String>,
    },
    Http {
        url: String,
        /// The variable that holds the bearer token.
        bearer: Option<String>,
        /// The names of headers.
        headers: Vec<String>,
    },
    /// This build cannot read the entry.
    Unknown,
}

#[derive(Debug, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub struct McpDraft {
    pub name: String,
    /// The name of the server to change. Missing for a new one.
    pub was: Option<String>,
    pub transport: McpDraftTransport,
    pub startup_timeout_s: Option<f64>,
    pub tool_timeout_s: Option<f64>,
}

#[derive(Debug, Deserialize, TS)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
#[ts(export_to = "model.ts")]
pub enum McpDraftTransport {
    Stdio {
        command: String,
        args: Vec<String>,
        cwd: Option<String>,
        variables: Vec<VariableDraft>,
        passed: Vec<String>,
    },
    Http {
        url: String,
        bearer: Option<String>,
    },
}

#[derive(Debug, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub struct VariableDraft {
    pub name: String,
    /// `null` keeps the stored value.
    #[ts(type = "string | null")]
    pub value: Option<Secret>,
}

#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub struct McpOffer {
    pub name: String,
    pub state: McpState,
    /// Why it does not run.
    pub problem: Option<String>,
    pub auth: McpAuth,
    /// Its own name and version.
    pub title: Option<String>,
    pub version: Option<String>,
    /// The plugin it came with.
    pub plugin: Option<String>,
    pub origin: Option<String>,
    /// The first tools that match the search. `tool_count` counts all of them.
    pub tools: Vec<McpTool>,
    pub tool_count: u32,
    pub resources: Vec<McpResource>,
    pub resource_count: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub enum McpState {
    Ready,
    NeedsLogin,
    Failed,
    Off,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub enum McpAuth {
    /// The server needs no sign-in.
    None,
    LoggedOut,
    LoggedIn,
    Token,
    Unknown,
}

#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub struct McpTool {
    pub name: String,
    pub title: Option<String>,
    pub description: Option<String>,
    /// It declares itself read-only. Such tools run without an approval.
    pub reads: bool,
    /// It declares itself destructive.
    pub destroys: bool,
    pub fields: Vec<Field>,
}

#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub struct McpResource {
    /// A template if it contains `{…}`.
    pub uri: String,
    pub name: String,
    pub description: Option<String>,
    pub mime: Option<String>,
}

/// What a tool returned, or a resource contains.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub struct Tried {
    /// The tool itself reports a failure.
    pub failed: bool,
    pub parts: Vec<Part>,
}

#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
#[ts(export_to = "model.ts", rename = "McpPart")]
pub enum Part {
    Text {
        text: String,
    },
    /// Bytes that are not shown, only their type and size.
    Bytes {
        mime: String,
        size: f64,
    },
}
