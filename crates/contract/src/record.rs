//! The record of approvals: what was asked, what was answered, when and by whom.
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
    /// What the request was about: the command, the files, the question.
    pub what: String,
    pub folder: Option<String>,
    pub verdict: Verdict,
    /// Details of the outcome: the rule that was written, what was granted, why it was denied.
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
    /// Until Codex restarts or the thread is closed.
    Session,
    /// A standing rule was written.
    Always,
    Never,
    Answered,
    Declined,
    /// Declined, and the turn was interrupted.
    Stopped,
    /// Nobody answered: the server withdrew it, or its turn or the server ended.
    Gone,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts", rename = "ApprovalBy")]
pub enum By {
    You,
    /// This app answered at once, because the request needs no person.
    Rule,
    AutoReview,
    /// The thread's own rule for when nobody answers in time.
    Unattended,
    /// Codex withdrew the request.
    Codex,
}

impl Record {
    /// Whether somebody declined it, as opposed to its turn or the server ending.
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
