//! Threads: conversations as the server lists and loads them.

use crate::enums::{
    ActiveFlag, ApprovalsReviewer, GoalStatus, HistoryMode, ModeKind, NetworkAccess, Personality, ReasoningSummary,
};
use crate::item::UserInput;
use crate::open::readable;
use crate::turn::Turn;
use serde::{Deserialize, Serialize};
use serde_json::Value;

#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Thread {
    pub id: String,
    pub session_id: Option<String>,
    pub name: Option<String>,
    /// The first prompt, shortened.
    pub preview: String,
    pub cwd: String,
    pub path: Option<String>,
    /// Seconds since 1970, like the next two fields.
    pub created_at: i64,
    pub updated_at: i64,
    pub recency_at: Option<i64>,
    pub status: Option<ThreadStatus>,
    pub source: Option<SessionSource>,
    pub originator: Option<String>,
    pub model: Option<String>,
    pub model_provider: String,
    pub reasoning_effort: Option<String>,
    pub cli_version: String,
    pub ephemeral: bool,
    pub history_mode: Option<HistoryMode>,
    pub git_info: Option<GitInfo>,
    pub forked_from_id: Option<String>,
    pub parent_thread_id: Option<String>,
    pub agent_nickname: Option<String>,
    pub agent_role: Option<String>,
    pub can_accept_direct_input: Option<bool>,
    pub project_id: Option<String>,
    pub section: Option<Section>,
    /// Empty in lists and whenever the request excluded turns.
    #[serde(deserialize_with = "readable")]
    pub turns: Vec<Turn>,
}

impl Thread {
    /// When the thread last got a message, in seconds. `updated_at` also changes when a thread is only resumed or
    /// restored.
    pub fn last_said(&self) -> i64 {
        self.recency_at.unwrap_or(self.updated_at)
    }
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct GitInfo {
    pub branch: Option<String>,
    pub origin_url: Option<String>,
    pub sha: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum ThreadStatus {
    NotLoaded,
    Idle,
    SystemError,
    Active {
        #[serde(default)]
        active_flags: Vec<ActiveFlag>,
    },
    #[serde(untagged)]
    Other(Value),
}

/// A string (`cli`, `vscode`), or an object for agents inside a thread.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum SessionSource {
    Word(String),
    Other(Value),
}

impl SessionSource {
    pub fn is_sub_agent(&self) -> bool {
        matches!(self, Self::Other(json) if json.get("subAgent").is_some())
    }
}

/// A section of the sidebar; "Pinned" is one.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Section {
    pub id: String,
    pub name: String,
    pub appearance: Option<SectionLook>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct SectionLook {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub color: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub icon: Option<String>,
}

#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct ReadState {
    pub revision: String,
    pub first_unread: Option<UnreadFrom>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum UnreadFrom {
    ThreadStart,
    Turn {
        turn_id: String,
    },
    #[serde(untagged)]
    Other(Value),
}

#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct ThreadGoal {
    pub thread_id: String,
    pub objective: String,
    pub status: GoalStatus,
    pub token_budget: Option<i64>,
    pub tokens_used: i64,
    pub time_used_seconds: i64,
    pub created_at: i64,
    pub updated_at: i64,
}

/// A message that waits for the running turn to end.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Queued {
    pub id: String,
    pub client_user_message_id: String,
    pub input: Vec<UserInput>,
}

/// A command that is still running after its turn ended.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct BackgroundTerminal {
    pub process_id: String,
    pub item_id: String,
    pub command: String,
    pub cwd: String,
    pub os_pid: Option<u32>,
    pub rss_kb: Option<u64>,
    pub cpu_percent: Option<f64>,
}

/// The active permission profile. Missing if the older sandbox settings apply instead.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct ActiveProfile {
    pub id: String,
    pub extends: Option<String>,
}

/// A thread's settings, from `thread/settings/updated`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct ThreadSettings {
    pub cwd: String,
    pub model: String,
    pub model_provider: String,
    pub effort: Option<String>,
    pub summary: Option<ReasoningSummary>,
    pub approval_policy: Option<ApprovalPolicy>,
    pub approvals_reviewer: Option<ApprovalsReviewer>,
    pub sandbox_policy: Option<SandboxPolicy>,
    pub active_permission_profile: Option<ActiveProfile>,
    pub collaboration_mode: Option<CollaborationMode>,
    pub personality: Option<Personality>,
    pub service_tier: Option<String>,
}

/// The answer of `thread/start`, `thread/resume` and `thread/fork`. Only `resume` sends the last four fields.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct ThreadSession {
    pub thread: Thread,
    pub cwd: String,
    pub model: String,
    pub model_provider: String,
    pub reasoning_effort: Option<String>,
    pub approval_policy: Option<ApprovalPolicy>,
    pub approvals_reviewer: Option<ApprovalsReviewer>,
    pub sandbox: Option<SandboxPolicy>,
    pub active_permission_profile: Option<ActiveProfile>,
    pub service_tier: Option<String>,
    pub instruction_sources: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub collaboration_mode: Option<CollaborationMode>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub initial_turns_page: Option<TurnsPage>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turns_backwards_cursor: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub items_backwards_cursor: Option<String>,
}

#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct TurnsPage {
    #[serde(deserialize_with = "readable")]
    pub data: Vec<Turn>,
    pub next_cursor: Option<String>,
    pub backwards_cursor: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum ApprovalPolicy {
    /// `untrusted`, `on-request`, `never`.
    Word(String),
    Granular {
        granular: Granular,
    },
    Other(Value),
}

impl ApprovalPolicy {
    pub const UNTRUSTED: &str = "untrusted";
    pub const ON_REQUEST: &str = "on-request";
    pub const NEVER: &str = "never";

    pub fn word(word: &str) -> Self {
        Self::Word(word.to_owned())
    }
}

/// Snake case on the wire; needs the experimental API.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Granular {
    pub sandbox_approval: bool,
    pub rules: bool,
    pub mcp_elicitations: bool,
    #[serde(default)]
    pub skill_approval: bool,
    #[serde(default)]
    pub request_permissions: bool,
}

/// What a turn may access. `thread/start` takes the kebab-case `SandboxMode` instead.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum SandboxPolicy {
    DangerFullAccess,
    ReadOnly {
        #[serde(default)]
        network_access: bool,
    },
    ExternalSandbox {
        #[serde(default)]
        network_access: NetworkAccess,
    },
    WorkspaceWrite {
        #[serde(default)]
        writable_roots: Vec<String>,
        #[serde(default)]
        network_access: bool,
        #[serde(default)]
        exclude_tmpdir_env_var: bool,
        #[serde(default)]
        exclude_slash_tmp: bool,
    },
    #[serde(untagged)]
    Other(Value),
}

#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct CollaborationMode {
    pub mode: ModeKind,
    pub settings: ModeSettings,
}

/// Snake case on the wire.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct ModeSettings {
    pub model: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reasoning_effort: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub developer_instructions: Option<String>,
}
