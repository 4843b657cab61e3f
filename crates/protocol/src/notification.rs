//! The parameters of the server's notifications.
//!
//! Identifiers are required, because a notification without one is useless; other fields may be missing.

use crate::account::{AppInfo, RateLimits};
use crate::enums::{
    AttachmentChange, AuthMode, GatewayStatus, GuardianRisk, GuardianStatus, HookEntryKind, HookRunStatus, MatchType,
    McpStartup, OutputStream, PlanType, ProcessStream, ProjectChange, RemoteControl, RerouteReason, WindowsSetup,
};
use crate::frame::RequestId;
use crate::item::{FileUpdate, Item};
use crate::thread::{ReadState, Thread, ThreadGoal, ThreadSettings, ThreadStatus};
use crate::turn::{TokenUsage, Turn, TurnError, TurnPlanStep};
use serde::{Deserialize, Serialize};
use serde_json::Value;

macro_rules! payload {
    ($($(#[$doc:meta])* $name:ident { $($(#[$attr:meta])* $field:ident: $type:ty),* $(,)? })*) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
        #[serde(rename_all = "camelCase")]
        pub struct $name {
            $($(#[$attr])* pub $field: $type,)*
        }
    )*};
}

payload! {
    /// A notification that only names its thread.
    OfThread { thread_id: String }
    OfTurn { thread_id: String, turn_id: String }
    Empty {}
    ThreadStarted { thread: Thread }
    StatusChanged { thread_id: String, status: ThreadStatus }
    ReadStateChanged { thread_id: String, read_state: ReadState }
    NameUpdated { thread_id: String, thread_name: Option<String> }
    GoalUpdated { thread_id: String, turn_id: Option<String>, goal: ThreadGoal }
    SettingsUpdated { thread_id: String, thread_settings: ThreadSettings }
    TokenUsageUpdated { thread_id: String, #[serde(default)] turn_id: Option<String>, token_usage: TokenUsage }
    OfWholeTurn { thread_id: String, turn: Turn }
    DiffUpdated { thread_id: String, turn_id: String, diff: String }
    PlanUpdated {
        thread_id: String, turn_id: String, explanation: Option<String>, #[serde(default)] plan: Vec<TurnPlanStep>,
    }
    ItemStarted { thread_id: String, turn_id: String, item: Item, started_at_ms: Option<i64> }
    ItemCompleted { thread_id: String, turn_id: String, item: Item, completed_at_ms: Option<i64> }
    /// Text to append. The event's variant says to which text.
    Delta { thread_id: String, turn_id: String, item_id: String, delta: String }
    SummaryDelta {
        thread_id: String, turn_id: String, item_id: String, delta: String,
        #[serde(default)] summary_index: u32,
    }
    SummaryPart { thread_id: String, turn_id: String, item_id: String, #[serde(default)] summary_index: u32 }
    ReasoningDelta {
        thread_id: String, turn_id: String, item_id: String, delta: String,
        #[serde(default)] content_index: u32,
    }
    TerminalInput { thread_id: String, turn_id: String, item_id: String, process_id: String, stdin: String }
    PatchUpdated { thread_id: String, turn_id: String, item_id: String, #[serde(default)] changes: Vec<FileUpdate> }
    McpProgress { thread_id: String, turn_id: String, item_id: String, #[serde(default)] message: String }
    Resolved { thread_id: String, request_id: RequestId }
    Failed {
        error: TurnError, #[serde(default)] will_retry: bool,
        #[serde(default)] thread_id: Option<String>, #[serde(default)] turn_id: Option<String>,
    }
    HookRan { thread_id: String, turn_id: Option<String>, run: HookRun }
    HookRun {
        id: String,
        #[serde(default)] status: HookRunStatus,
        /// `preToolUse`, `sessionStart` and others.
        #[serde(default)] event_name: String,
        status_message: Option<String>,
        #[serde(default)] entries: Vec<HookEntry>,
        duration_ms: Option<i64>,
        #[serde(default)] source_path: String,
    }
    HookEntry { #[serde(default)] kind: HookEntryKind, #[serde(default)] text: String }
    AutoReviewStarted {
        thread_id: String, turn_id: String, review_id: String, target_item_id: Option<String>,
        #[serde(default)] started_at_ms: i64,
        #[serde(default)] review: AutoReview,
        /// The action under review; its shape depends on `type`.
        #[serde(default)] action: Value,
    }
    AutoReviewCompleted {
        thread_id: String, turn_id: String, review_id: String, target_item_id: Option<String>,
        #[serde(default)] started_at_ms: i64,
        #[serde(default)] completed_at_ms: i64,
        decision_source: Option<String>,
        #[serde(default)] review: AutoReview,
        #[serde(default)] action: Value,
    }
    McpStartupUpdated {
        name: String, #[serde(default)] status: McpStartup, error: Option<String>, thread_id: Option<String>,
        failure_reason: Option<String>,
    }
    McpLoginCompleted {
        name: String, success: bool, error: Option<String>, login_id: Option<String>, thread_id: Option<String>,
    }
    Imported { #[serde(default)] import_id: String, #[serde(default)] item_type_results: Vec<ImportedKind> }
    ImportedKind {
        item_type: String, #[serde(default)] successes: Vec<ImportedItem>, #[serde(default)] failures: Vec<ImportFailure>,
    }
    ImportedItem { item_type: String, source: Option<String>, target: Option<String>, title: Option<String> }
    ImportFailure { item_type: String, #[serde(default)] message: String, source: Option<String> }
    WindowsSetupCompleted { #[serde(default)] mode: WindowsSetup, success: bool, error: Option<String> }
    LoginCompleted { login_id: Option<String>, success: bool, error: Option<String> }
    AccountUpdated { auth_mode: Option<AuthMode>, plan_type: Option<PlanType> }
    RateLimitsUpdated { rate_limits: RateLimits }
    AppsUpdated { #[serde(default)] data: Vec<AppInfo> }
    RemoteControlChanged {
        #[serde(default)] status: RemoteControl, #[serde(default)] server_name: String,
        #[serde(default)] installation_id: String, environment_id: Option<String>,
    }
    FilesFound { session_id: String, query: String, #[serde(default)] files: Vec<FuzzyFile> }
    FilesSearched { session_id: String }
    FsChanged { watch_id: String, #[serde(default)] changed_paths: Vec<String> }
    ModelRerouted {
        thread_id: String, turn_id: String, from_model: String, to_model: String,
        #[serde(default)] reason: RerouteReason,
    }
    ModelBuffering {
        thread_id: String, turn_id: String, model: String, faster_model: Option<String>,
        #[serde(default)] show_buffering_ui: bool, #[serde(default)] reasons: Vec<String>,
    }
    ModelVerified { thread_id: String, turn_id: String, #[serde(default)] verifications: Vec<String> }
    AuthRecovery {
        thread_id: String, turn_id: String, #[serde(default)] provider: String, #[serde(default)] message: String,
    }
    Warning { message: String, #[serde(default)] thread_id: Option<String> }
    Deprecation { summary: String, details: Option<String> }
    ConfigWarning { summary: String, details: Option<String>, path: Option<String>, range: Option<TextRange> }
    TextRange { start: TextPosition, end: TextPosition }
    TextPosition { line: u32, column: u32 }
    CommandOutput {
        process_id: String, stream: OutputStream, delta_base64: String, #[serde(default)] cap_reached: bool,
    }
    ProcessOutput {
        process_handle: String, stream: ProcessStream, delta_base64: String, #[serde(default)] cap_reached: bool,
    }
    ProcessExited {
        process_handle: String, exit_code: i64, #[serde(default)] stdout: String, #[serde(default)] stderr: String,
    }
    ProjectChanged { project_id: String, change_type: ProjectChange }
    ThreadProjectUpdated { thread_id: String, project_id: Option<String> }
    AttachmentUpdated {
        thread_id: String, attachment_id: String, attachment_type: String, identity_key: String,
        operation: AttachmentChange,
    }
    OfEnvironment { thread_id: String, environment_id: String }
    GatewayChanged {
        provider_id: String, status: GatewayStatus,
        /// Where the person signs in. Only the client that started the sign-in receives it.
        auth_url: Option<String>,
        error: Option<String>,
    }
    WorldWritable {
        #[serde(default)] sample_paths: Vec<String>, #[serde(default)] extra_count: u64,
        #[serde(default)] failed_scan: bool,
    }
}

#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct AutoReview {
    pub status: GuardianStatus,
    pub risk_level: Option<GuardianRisk>,
    pub rationale: Option<String>,
    pub user_authorization: Option<String>,
}

/// A file that a search by letters found. Snake case on the wire.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct FuzzyFile {
    pub root: String,
    pub path: String,
    pub file_name: String,
    pub match_type: MatchType,
    pub score: u32,
    /// Positions of the characters of `path` that matched.
    pub indices: Option<Vec<u32>>,
}
