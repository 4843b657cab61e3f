//! The payload of each item kind. Every field may be missing, because older servers send fewer.

use crate::enums::{
    CollabAgentStatus, CollabCallStatus, CollabTool, CommandSource, CommandStatus, DynamicCallStatus, ImageDetail,
    McpCallStatus, MessageDelivery, MessagePhase, PatchStatus, SubAgentActivityKind,
};
use crate::open::open;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;

open! {
    UserMessage {
        /// The `clientUserMessageId` that the message was sent with.
        client_id: Option<String>,
        content: Vec<UserInput>,
    }
    HookPrompt { fragments: Vec<HookFragment> }
    HookFragment { hook_run_id: String, text: String }
    AgentMessage {
        text: String,
        phase: Option<MessagePhase>,
        delivery: Option<MessageDelivery>,
        memory_citation: Option<Value>,
        questions: Option<Vec<AsyncQuestion>>,
    }
    AsyncQuestion { title: String, options: Option<Vec<String>> }
    FunctionCallOutput {
        name: String,
        namespace: Option<String>,
        /// Text, or a list of content items.
        output: Value,
    }
    /// The plan of plan mode. The plan tool's steps arrive as `turn/plan/updated` instead.
    Plan { text: String }
    Reasoning { summary: Vec<String>, content: Vec<String> }
    CommandExecution {
        command: String,
        cwd: String,
        process_id: Option<String>,
        source: CommandSource,
        status: CommandStatus,
        command_actions: Vec<CommandAction>,
        /// The complete output; deltas may lose some of it.
        aggregated_output: Option<String>,
        exit_code: Option<i64>,
        duration_ms: Option<i64>,
        plugin_id: Option<String>,
        script_path: Option<String>,
    }
    FileChange { changes: Vec<FileUpdate>, status: PatchStatus }
    FileUpdate {
        path: String,
        kind: PatchKind,
        /// The file's content if the kind is `add`, unified hunks if it is `update`.
        diff: String,
    }
    McpToolCall {
        server: String,
        tool: String,
        status: McpCallStatus,
        arguments: Value,
        result: Option<McpResult>,
        error: Option<McpError>,
        duration_ms: Option<i64>,
        app_context: Option<McpAppContext>,
        mcp_app_resource_uri: Option<String>,
        plugin_id: Option<String>,
        read_only_hint: Option<bool>,
    }
    McpResult {
        content: Vec<Value>,
        structured_content: Value,
        #[serde(rename = "_meta")]
        meta: Value,
    }
    McpError { message: String }
    McpAppContext {
        connector_id: String,
        app_name: Option<String>,
        action_name: Option<String>,
        link_id: Option<String>,
        resource_uri: Option<String>,
    }
    DynamicToolCall {
        tool: String,
        namespace: Option<String>,
        arguments: Value,
        status: DynamicCallStatus,
        content_items: Option<Vec<ToolContent>>,
        success: Option<bool>,
        duration_ms: Option<i64>,
    }
    CollabAgentToolCall {
        tool: CollabTool,
        status: CollabCallStatus,
        sender_thread_id: String,
        receiver_thread_ids: Vec<String>,
        agents_states: BTreeMap<String, CollabAgent>,
        prompt: Option<String>,
        model: Option<String>,
        reasoning_effort: Option<String>,
    }
    CollabAgent { status: CollabAgentStatus, message: Option<String> }
    SubAgentActivity {
        kind: SubAgentActivityKind,
        agent_path: String,
        agent_thread_id: String,
        model: Option<String>,
        reasoning_effort: Option<String>,
    }
    WebSearch { query: String, action: Option<WebSearchAction>, results: Option<Vec<Value>> }
    ImageView { path: String }
    Sleep { duration_ms: u64 }
    ImageGeneration {
        status: String,
        /// The picture in base64, if the server sends it inline.
        result: Option<String>,
        file_id: Option<String>,
        revised_prompt: Option<String>,
        saved_path: Option<String>,
        generation_id: Option<String>,
        failure: Option<Value>,
        transparent_background: Option<bool>,
    }
    EnteredReviewMode { review: String }
    ExitedReviewMode {
        /// The review's text.
        review: String,
    }
    ContextCompaction {}
}

/// One part of a person's message.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum UserInput {
    Text {
        text: String,
        /// Snake case on the wire.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        text_elements: Vec<Value>,
    },
    #[serde(rename_all = "camelCase")]
    Image {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        url: Option<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        file_id: Option<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        detail: Option<ImageDetail>,
    },
    #[serde(rename_all = "camelCase")]
    LocalImage {
        path: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        detail: Option<ImageDetail>,
    },
    Audio {
        url: String,
    },
    LocalAudio {
        path: String,
    },
    Skill {
        name: String,
        path: String,
    },
    Mention {
        name: String,
        path: String,
    },
    #[serde(untagged)]
    Other(Value),
}

impl UserInput {
    pub fn text(text: impl Into<String>) -> Self {
        Self::Text { text: text.into(), text_elements: Vec::new() }
    }

    pub fn local_image(path: impl Into<String>) -> Self {
        Self::LocalImage { path: path.into(), detail: None }
    }
}

/// The server's guess at what a command does.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum CommandAction {
    Read {
        command: String,
        #[serde(default)]
        name: String,
        #[serde(default)]
        path: String,
    },
    ListFiles {
        command: String,
        path: Option<String>,
    },
    Search {
        command: String,
        query: Option<String>,
        path: Option<String>,
    },
    Unknown {
        command: String,
    },
    #[serde(untagged)]
    Other(Value),
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum PatchKind {
    Add,
    Delete,
    /// `move_path` is snake case on the wire.
    Update {
        move_path: Option<String>,
    },
    #[serde(untagged)]
    Other(Value),
}

impl Default for PatchKind {
    fn default() -> Self {
        Self::Other(Value::Null)
    }
}

/// One part of a dynamic tool's result.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum ToolContent {
    InputText {
        text: String,
    },
    InputImage {
        image_url: String,
    },
    InputAudio {
        audio_url: String,
    },
    #[serde(untagged)]
    Other(Value),
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum WebSearchAction {
    Search {
        query: Option<String>,
        queries: Option<Vec<String>>,
    },
    OpenPage {
        url: Option<String>,
    },
    FindInPage {
        url: Option<String>,
        pattern: Option<String>,
    },
    #[serde(untagged)]
    Other(Value),
}
