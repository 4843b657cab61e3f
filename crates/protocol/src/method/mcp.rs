//! Methods for MCP servers: their status, tools and resources, and signing in to them.

use super::{Done, call, params};
use crate::enums::{McpAuth, McpRuntime};
use crate::open::{open, readable};
use serde_json::Value;
use std::collections::BTreeMap;

call!(McpStatusList = "mcpServerStatus/list": McpStatusParams => McpStatusAnswer);
call!(McpReload = "config/mcpServer/reload": () => Done);
call!(McpLogin = "mcpServer/oauth/login": McpLoginParams => McpLoginAnswer);
call!(McpResourceRead = "mcpServer/resource/read": McpResourceParams => McpResourceAnswer);
call!(
    /// Runs outside any turn, but needs a thread all the same.
    McpToolCall = "mcpServer/tool/call": McpToolParams => McpToolAnswer
);

params! {
    McpStatusParams {
        ? {
            cursor: String, limit: u32, detail: String,
            /// Reads this server only, so that another one that hangs is not waited for.
            server_name: String,
            thread_id: String,
        }
    }
    McpLoginParams { name: String, ? { scopes: Vec<String>, timeout_secs: i64, thread_id: String } }
    McpResourceParams { server: String, uri: String, ? { thread_id: String } }
    McpToolParams { server: String, tool: String, thread_id: String, ? { arguments: Value } }
}

open! {
    McpStatusAnswer { #[serde(deserialize_with = "readable")] data: Vec<McpStatus>, next_cursor: Option<String> }
    McpStatus {
        name: String,
        auth_status: McpAuth,
        /// Present only if the request named a thread that runs the server.
        runtime_status: Option<McpRuntime>,
        http_origin: Option<String>, plugin_id: Option<String>,
        server_info: Option<McpInfo>,
        tools: BTreeMap<String, McpTool>,
        tools_error: Option<String>,
        #[serde(deserialize_with = "readable")]
        resources: Vec<McpResource>,
        #[serde(deserialize_with = "readable")]
        resource_templates: Vec<McpTemplate>,
    }
    McpInfo { name: String, title: Option<String>, version: String, description: Option<String> }
    McpTool {
        name: String, title: Option<String>, description: Option<String>,
        /// The tool's JSON schema, unchecked.
        input_schema: Value,
        annotations: Option<Value>,
    }
    McpResource {
        name: String, uri: String, title: Option<String>, description: Option<String>, mime_type: Option<String>,
    }
    McpTemplate { name: String, uri_template: String, title: Option<String>, description: Option<String> }
    McpLoginAnswer { authorization_url: String, login_id: Option<String> }
    McpResourceAnswer { contents: Vec<Value> }
    McpToolAnswer { content: Vec<Value>, is_error: Option<bool>, structured_content: Option<Value> }
}
