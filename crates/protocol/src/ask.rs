//! Requests from the server, which waits for our reply.
//!
//! Invariant: every request becomes a `ServerRequest`, even one that this build does not know or cannot
//! parse, so that the engine can refuse it at once and no turn hangs.

mod reply;

pub use reply::*;

use crate::enums::{ApprovalKind, FileAccess, NetworkProtocol, NetworkRule, RefreshReason};
use crate::frame::RequestId;
use crate::item::CommandAction;
use crate::round_trip::RoundTrip;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use serde_json::{Map, Value};
use std::collections::BTreeMap;

#[derive(Debug, Clone, PartialEq)]
pub struct ServerRequest {
    pub id: RequestId,
    pub method: String,
    pub body: RequestBody,
}

macro_rules! questions {
    ($($method:literal => $variant:ident($type:ty) -> $reply:ident),* $(,)?) => {
        #[derive(Debug, Clone, PartialEq)]
        #[allow(clippy::large_enum_variant)] // it lives in a box inside its event
        pub enum RequestBody {
            $($variant($type),)*
            /// A method this build does not know.
            Unknown,
            /// A known method whose parameters cannot be parsed. They are kept, so that a person can see and decline it.
            Unreadable(Value),
        }

        impl RequestBody {
            /// Every known request, with the name of its reply type.
            pub const METHODS: &[(&str, &str)] = &[$(($method, stringify!($reply))),*];

            fn read(method: &str, params: &RawValue) -> Self {
                match method {
                    $($method => match serde_json::from_str(params.get()) {
                        Ok(body) => Self::$variant(body),
                        Err(_) => Self::Unreadable(serde_json::from_str(params.get()).unwrap_or_default()),
                    },)*
                    _ => Self::Unknown,
                }
            }

            /// For the drift test: parses and re-serialises the request and its reply.
            pub fn round_trips(method: &str) -> Option<(RoundTrip, RoundTrip)> {
                match method {
                    $($method => Some((RoundTrip::of::<$type>(), RoundTrip::of::<$reply>())),)*
                    _ => None,
                }
            }
        }
    };
}

questions! {
    "item/commandExecution/requestApproval" => Command(CommandAsk) -> CommandReply,
    "item/fileChange/requestApproval" => Files(FilesAsk) -> FilesReply,
    "item/permissions/requestApproval" => Permissions(PermissionsAsk) -> PermissionsReply,
    "item/tool/requestUserInput" => UserInput(UserInputAsk) -> UserInputReply,
    "mcpServer/elicitation/request" => Elicitation(ElicitationAsk) -> ElicitationReply,
    "item/tool/call" => ToolCall(ToolCallAsk) -> ToolCallReply,
    "account/chatgptAuthTokens/refresh" => TokenRefresh(TokenRefreshAsk) -> TokenRefreshReply,
    "attestation/generate" => Attestation(AttestationAsk) -> AttestationReply,
    "currentTime/read" => CurrentTime(CurrentTimeAsk) -> CurrentTimeReply,
    "applyPatchApproval" => LegacyPatch(LegacyPatchAsk) -> LegacyReply,
    "execCommandApproval" => LegacyCommand(LegacyCommandAsk) -> LegacyReply,
}

impl ServerRequest {
    pub fn read(id: RequestId, method: &str, params: &RawValue) -> Self {
        Self { id, method: method.to_owned(), body: RequestBody::read(method, params) }
    }
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CommandAsk {
    pub thread_id: String,
    pub turn_id: String,
    pub item_id: String,
    #[serde(default)]
    pub kind: Option<ApprovalKind>,
    pub approval_id: Option<String>,
    #[serde(default)]
    pub started_at_ms: i64,
    pub environment_id: Option<String>,
    pub reason: Option<String>,
    pub command: Option<String>,
    pub cwd: Option<String>,
    pub command_actions: Option<Vec<CommandAction>>,
    pub network_approval_context: Option<NetworkContext>,
    pub additional_permissions: Option<AdditionalPermissions>,
    pub proposed_execpolicy_amendment: Option<Vec<String>>,
    pub proposed_network_policy_amendments: Option<Vec<NetworkAmendment>>,
    pub available_decisions: Option<Vec<CommandDecision>>,
}

/// Set when the request is about network access alone.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct NetworkContext {
    pub host: String,
    #[serde(default)]
    pub protocol: NetworkProtocol,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct NetworkAmendment {
    pub host: String,
    pub action: NetworkRule,
}

/// The diff is not in this request but in the `fileChange` item with the same id.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct FilesAsk {
    pub thread_id: String,
    pub turn_id: String,
    pub item_id: String,
    #[serde(default)]
    pub started_at_ms: i64,
    pub reason: Option<String>,
    pub grant_root: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PermissionsAsk {
    pub thread_id: String,
    pub turn_id: String,
    pub item_id: String,
    #[serde(default)]
    pub started_at_ms: i64,
    #[serde(default)]
    pub cwd: String,
    pub environment_id: Option<String>,
    pub reason: Option<String>,
    pub permissions: AdditionalPermissions,
}

/// Requested, proposed and granted permissions share this shape. Granting an empty one denies the request.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct AdditionalPermissions {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file_system: Option<FilePermissions>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub network: Option<NetworkPermissions>,
}

#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct FilePermissions {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub read: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub write: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub entries: Option<Vec<FileEntry>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub glob_scan_max_depth: Option<u64>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct FileEntry {
    pub access: FileAccess,
    pub path: FilePath,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum FilePath {
    Path {
        path: String,
    },
    GlobPattern {
        pattern: String,
    },
    /// A folder named by its role: the project's roots, the temporary folder.
    Special {
        value: Value,
    },
    #[serde(untagged)]
    Other(Value),
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct NetworkPermissions {
    pub enabled: Option<bool>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct UserInputAsk {
    pub thread_id: String,
    pub turn_id: String,
    pub item_id: String,
    pub questions: Vec<UserQuestion>,
    #[serde(default)]
    pub is_blocking: bool,
    pub auto_resolution_ms: Option<u64>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct UserQuestion {
    pub id: String,
    #[serde(default)]
    pub header: String,
    #[serde(default)]
    pub question: String,
    #[serde(default)]
    pub is_other: bool,
    #[serde(default)]
    pub is_secret: bool,
    pub options: Option<Vec<UserOption>>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct UserOption {
    pub label: String,
    #[serde(default)]
    pub description: String,
}

/// A form, a link, or (marked by `_meta.codex_approval_kind`) the approval of an MCP tool call.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ElicitationAsk {
    pub thread_id: String,
    pub turn_id: Option<String>,
    pub server_name: String,
    #[serde(rename = "_meta", default)]
    pub meta: Value,
    #[serde(flatten)]
    pub mode: Elicitation,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "mode", rename_all_fields = "camelCase")]
pub enum Elicitation {
    #[serde(rename = "form")]
    Form { message: String, requested_schema: Value },
    #[serde(rename = "url")]
    Url { message: String, url: String, elicitation_id: String },
    /// OpenAI's private modes and future ones. A person can only decline them.
    #[serde(untagged)]
    Other(Map<String, Value>),
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ToolCallAsk {
    pub thread_id: String,
    pub turn_id: String,
    pub call_id: String,
    pub namespace: Option<String>,
    pub tool: String,
    #[serde(default)]
    pub arguments: Value,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct TokenRefreshAsk {
    #[serde(default)]
    pub reason: RefreshReason,
    pub previous_account_id: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AttestationAsk {}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CurrentTimeAsk {
    pub thread_id: String,
}

/// Declared by 0.166, but never seen from it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct LegacyPatchAsk {
    pub conversation_id: String,
    pub call_id: String,
    /// Changes by path.
    #[serde(default)]
    pub file_changes: BTreeMap<String, LegacyChange>,
    pub reason: Option<String>,
    pub grant_root: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum LegacyChange {
    Add {
        content: String,
    },
    Delete {
        content: String,
    },
    Update {
        unified_diff: String,
        move_path: Option<String>,
    },
    #[serde(untagged)]
    Other(Value),
}

/// Declared by 0.166, but never seen from it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct LegacyCommandAsk {
    pub conversation_id: String,
    pub call_id: String,
    pub approval_id: Option<String>,
    pub command: Vec<String>,
    #[serde(default)]
    pub cwd: String,
    pub reason: Option<String>,
    #[serde(default)]
    pub parsed_cmd: Vec<Value>,
}
