//! The approvals record: what was asked, what was answered, when and by whom.
//!
//! Invariant: nothing that a person typed is in it.

use crate::ask::AskBody;
use crate::id::{ThreadId, TurnId};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts", rename = "Approval")]
pub struct Record {
    pub thread: ThreadId,
    pub turn: Option<TurnId>,
    pub kind: AskKind,
    /// The command, the files, the question: what it was about.
    pub what: String,
    pub folder: Option<String>,
    pub verdict: Verdict,
    /// What the verdict reaches: the rule that was written, what was granted, why it was denied.
    pub detail: Option<String>,
    pub by: By,
    pub asked_ms: f64,
    pub ended_ms: f64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub enum AskKind {
    Command,
    Network,
    Files,
    Permissions,
    Questions,
    Form,
    Link,
    ToolUse,
    Unreadable,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts", rename = "ApprovalVerdict")]
pub enum Verdict {
    Accepted,
    /// Until Codex restarts, or the thread is left.
    Session,
    /// A standing rule was written.
    Always,
    Never,
    Answered,
    Declined,
    /// Declined, and the turn with it.
    Stopped,
    /// Nobody answered: it was taken back, or its turn or the server ended.
    Gone,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts", rename = "ApprovalBy")]
pub enum By {
    You,
    /// A request that needs nobody.
    Rule,
    AutoReview,
    /// The thread's own rule for when nobody is there.
    Unattended,
    /// Codex took it back.
    Codex,
}

impl Record {
    /// Somebody said no, and not only the end of its turn or of the server.
    pub fn is_no(&self) -> bool {
        matches!(self.verdict, Verdict::Declined | Verdict::Stopped | Verdict::Never)
    }
}

impl AskBody {
    pub fn ask_kind(&self) -> AskKind {
        match self {
            Self::Command { host: Some(_), .. } => AskKind::Network,
            Self::Command { .. } => AskKind::Command,
            Self::Files { .. } => AskKind::Files,
            Self::Permissions { .. } => AskKind::Permissions,
            Self::Questions { .. } => AskKind::Questions,
            Self::Form { .. } => AskKind::Form,
            Self::Link { .. } => AskKind::Link,
            Self::ToolUse { .. } => AskKind::ToolUse,
            Self::Unreadable { .. } => AskKind::Unreadable,
        }
    }
}
