//! Questions that the server waits on, and the answers a person can give.

use crate::id::{AskId, RowId, ThreadId, TurnId};
use protocol::Secret;
use render::{FileDiff, FileKind};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use ts_rs::TS;

#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub struct Ask {
    pub id: AskId,
    pub thread: Option<ThreadId>,
    pub turn: Option<TurnId>,
    /// The row it belongs to, if there is one.
    pub row: Option<RowId>,
    pub asked_ms: f64,
    /// When it is declined by itself if nobody answers before.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub declines_ms: Option<f64>,
    pub body: AskBody,
    /// Risks in words, from `model::risk`. They inform the person and never decide.
    pub risks: Vec<Risk>,
    /// The button that accepts must not be the prominent one.
    pub grave: bool,
    /// The request does not say what would be done, so it can only be declined.
    pub blank: bool,
}

#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
#[ts(export_to = "model.ts")]
pub enum AskBody {
    Command {
        command: String,
        raw: String,
        cwd: Option<String>,
        reason: Option<String>,
        /// What the parsed command does, one line each ("reads Cargo.toml").
        actions: Vec<String>,
        /// Set if the request is about network access alone.
        host: Option<String>,
        /// Further permissions that would be granted, one line each.
        extra: Vec<String>,
        offered: Vec<Decision>,
        /// Further decisions that the server accepts; the page puts them in a menu.
        also: Vec<Decision>,
        /// The rules that the lasting ones among these decisions would write.
        rules: Vec<Standing>,
    },
    Files {
        reason: Option<String>,
        /// Accepting would allow writing under this folder for the whole session.
        grant_root: Option<String>,
        files: Vec<FileDiff>,
        offered: Vec<Decision>,
        also: Vec<Decision>,
    },
    Permissions {
        reason: Option<String>,
        grants: Vec<Grant>,
    },
    Questions {
        questions: Vec<Question>,
    },
    Form {
        server: String,
        message: String,
        fields: Vec<Field>,
    },
    Link {
        server: String,
        message: String,
        url: String,
        /// The host in ASCII (punycode); `None` if the address must not be opened.
        host: Option<String>,
    },
    ToolUse {
        server: String,
        tool: Option<String>,
        message: String,
        arguments: Option<String>,
        persist: Vec<Persist>,
    },
    /// A request that we can read only in part. It can be declined.
    Unreadable {
        method: String,
        json: String,
    },
}

impl AskBody {
    /// Whether the request does not say what would be done.
    pub fn is_blank(&self) -> bool {
        // A modified file without a single line of its diff.
        let unseen = |file: &FileDiff| file.kind == FileKind::Modified && file.lines.is_empty() && file.note.is_none();
        match self {
            Self::Command { command, host, .. } => host.is_none() && command.trim().is_empty(),
            Self::Files { files, .. } => files.is_empty() || files.iter().any(unseen),
            Self::Permissions { grants, .. } => grants.is_empty(),
            Self::Questions { questions } => questions.is_empty(),
            Self::Form { message, fields, .. } => message.trim().is_empty() && fields.is_empty(),
            Self::Link { host, .. } => host.is_none(),
            Self::ToolUse { tool, message, arguments, .. } => {
                tool.is_none() && message.trim().is_empty() && arguments.is_none()
            }
            Self::Unreadable { .. } => true,
        }
    }
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
#[ts(export_to = "model.ts")]
pub enum Decision {
    Accept,
    AcceptForSession,
    /// Writes a standing rule: commands that begin with these words run outside the sandbox without asking.
    AcceptWithRule {
        prefix: Vec<String>,
    },
    /// Writes a standing network rule.
    NetworkRule {
        host: String,
        allow: bool,
    },
    Decline,
    /// Declines and interrupts the turn.
    Cancel,
}

impl Decision {
    pub fn accepts(&self) -> bool {
        match self {
            Self::Accept
            | Self::AcceptForSession
            | Self::AcceptWithRule { .. }
            | Self::NetworkRule { allow: true, .. } => true,
            Self::NetworkRule { allow: false, .. } | Self::Decline | Self::Cancel => false,
        }
    }
}

/// A standing rule before it is written, with hidden characters made visible.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub struct Standing {
    pub decision: Decision,
    /// The exact line that would be written.
    pub line: String,
    /// What the rule applies to: the beginning of a command, or a host.
    pub about: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub struct Grant {
    /// Identifies the grant in `Answer::Grants`.
    pub id: String,
    pub kind: GrantKind,
    /// A path or a host; empty for the whole network.
    pub what: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub enum GrantKind {
    Network,
    Read,
    Write,
    Other,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub struct Question {
    pub id: String,
    pub header: String,
    pub question: String,
    pub options: Vec<Choice>,
    /// An answer in free text is allowed beside the options.
    pub other: bool,
    /// The answer is masked and never stored.
    pub secret: bool,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub struct Choice {
    pub value: String,
    pub label: String,
    pub description: Option<String>,
}

/// A field of an elicitation form, from its JSON schema.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub struct Field {
    pub name: String,
    pub title: String,
    pub description: Option<String>,
    pub required: bool,
    pub kind: FieldKind,
}

#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
#[ts(export_to = "model.ts")]
pub enum FieldKind {
    Text {
        format: Option<String>,
        min: Option<u32>,
        max: Option<u32>,
        initial: Option<String>,
    },
    Number {
        whole: bool,
        min: Option<f64>,
        max: Option<f64>,
        initial: Option<f64>,
    },
    Flag {
        initial: Option<bool>,
    },
    One {
        choices: Vec<Choice>,
        initial: Option<String>,
    },
    Many {
        choices: Vec<Choice>,
        initial: Vec<String>,
    },
    /// A type that this build does not know; the person fills it in as JSON.
    Json,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub enum Persist {
    Session,
    Always,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub enum Risk {
    Network,
    OutsideWorkspace,
    Deletes,
    Sudo,
    PipesNetworkToShell,
    ForcePush,
    /// An encoded script, which nobody can read as it stands.
    EncodedScript,
    /// An unusual shell, or a shell that is told to run something before the command.
    UnusualShell,
    /// A program inside the thread's folder.
    FolderProgram,
    /// A program inside the thread's folder that has the name of a well-known one.
    DisguisedProgram,
    /// A host name that looks like another one.
    ImitatedHost,
    /// Access to every file on this computer.
    WholeDisk,
    HiddenCharacters,
}

/// A person's answer.
#[derive(Debug, Deserialize, TS)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
#[ts(export_to = "model.ts")]
pub enum Answer {
    /// For `Command` and `Files`.
    Decide { decision: Decision },
    /// For `Permissions`: the ids that are granted. An empty list denies the request.
    Grants { ids: Vec<String>, session: bool },
    /// For `Questions`, by question id.
    Answers {
        #[ts(type = "{ [key in string]: Array<string> }")]
        answers: BTreeMap<String, Vec<Secret>>,
    },
    /// For `Form`: the values by field name.
    Fill {
        #[ts(type = "{ [key in string]: unknown }")]
        values: serde_json::Map<String, serde_json::Value>,
    },
    /// For `Link` and `ToolUse`.
    Agree { persist: Option<Persist> },
    /// Declines any request.
    Refuse,
    /// Dismisses any request. If the server supports cancelling it, the turn stops too.
    Dismiss,
}

impl Answer {
    pub fn accepts(&self) -> bool {
        match self {
            Self::Decide { decision } => decision.accepts(),
            Self::Grants { ids, .. } => !ids.is_empty(),
            Self::Answers { .. } | Self::Fill { .. } | Self::Agree { .. } => true,
            Self::Refuse | Self::Dismiss => false,
        }
    }
}
