//! Questions the server waits on, and what a person answers.

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
    /// The row it belongs to, where it has one.
    pub row: Option<RowId>,
    pub asked_ms: f64,
    /// It is declined at this moment if nobody answers before.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub declines_ms: Option<f64>,
    pub body: AskBody,
    /// In words, from `engine::risk`; they inform, they never decide.
    pub risks: Vec<Risk>,
    /// The answer that accepts must not stand out.
    pub grave: bool,
    /// It does not say what would be done: it can only be declined.
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
        /// What the parsed command does, a line each ("reads Cargo.toml").
        actions: Vec<String>,
        /// Set when only network access is asked for.
        host: Option<String>,
        /// Further permissions that would be granted, a line each.
        extra: Vec<String>,
        offered: Vec<Decision>,
        /// Also understood by the server, behind a menu.
        also: Vec<Decision>,
        /// What those of them that last would write.
        rules: Vec<Standing>,
    },
    Files {
        reason: Option<String>,
        /// Writing would be allowed under this folder for the session.
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
        /// In the letters of the network; `None`: the address is not one to open.
        host: Option<String>,
    },
    ToolUse {
        server: String,
        tool: Option<String>,
        message: String,
        arguments: Option<String>,
        persist: Vec<Persist>,
    },
    /// A request we can read only in part: it can be declined.
    Unreadable {
        method: String,
        json: String,
    },
}

impl AskBody {
    /// Whether it leaves out what would be done.
    pub fn is_blank(&self) -> bool {
        // A change of a file of which no line is known.
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
    /// Writes a standing rule: commands that begin with these words run without asking, outside the sandbox.
    AcceptWithRule {
        prefix: Vec<String>,
    },
    /// Writes a standing network rule.
    NetworkRule {
        host: String,
        allow: bool,
    },
    Decline,
    /// Declines and stops the turn.
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

/// A standing rule before it is written. What hides in it is made visible.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub struct Standing {
    pub decision: Decision,
    /// The very line.
    pub line: String,
    /// What it reaches: the beginning of a command, or a host.
    pub about: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub struct Grant {
    /// Names the grant in `Answer::Grants`.
    pub id: String,
    pub kind: GrantKind,
    /// A path or a host; empty for all of the network.
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
    /// Free text is allowed beside the options.
    pub other: bool,
    /// The answer is masked and never kept.
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
    /// A type we do not know: filled in as JSON.
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
    /// A script that nobody can read as it stands.
    EncodedScript,
    /// A shell from elsewhere, or one told to run something before what is read.
    UnusualShell,
    /// A program that lies in the thread's folder.
    FolderProgram,
    /// The same, under the name of a program that one knows.
    DisguisedProgram,
    /// A host that is drawn like another one.
    ImitatedHost,
    /// Every file of this computer.
    WholeDisk,
    HiddenCharacters,
}

/// What a person answers.
#[derive(Debug, Deserialize, TS)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
#[ts(export_to = "model.ts")]
pub enum Answer {
    /// To `Command` and `Files`.
    Decide { decision: Decision },
    /// To `Permissions`: the ids granted; none of them denies.
    Grants { ids: Vec<String>, session: bool },
    /// To `Questions`, by question id.
    Answers {
        #[ts(type = "{ [key in string]: Array<string> }")]
        answers: BTreeMap<String, Vec<Secret>>,
    },
    /// To `Form`: the values by field name.
    Fill {
        #[ts(type = "{ [key in string]: unknown }")]
        values: serde_json::Map<String, serde_json::Value>,
    },
    /// To `Link` and `ToolUse`.
    Agree { persist: Option<Persist> },
    /// To anything.
    Refuse,
    /// To anything; where the server knows the word, the turn stops too.
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
