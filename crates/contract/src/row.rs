//! A timeline as a window shows it: turns, and the rows in them.
//!
//! Invariant: everything here is ready to draw. HTML comes from `render` only, which sanitises it.

use crate::id::{RowId, ThreadId, TurnId};
use crate::record::{AskKind, By};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

pub use render::{Block, DiffLine, FileDiff, FileKind, LineKind, Output};

#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub struct Turn {
    pub id: TurnId,
    pub state: TurnState,
    pub started_ms: Option<f64>,
    pub ended_ms: Option<f64>,
    /// Why the turn failed or stopped, in words, with the action that helps.
    pub trouble: Option<Trouble>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub enum TurnState {
    Running,
    Done,
    /// Stopped by a person, or because the server or this app ended.
    Interrupted,
    Failed,
}

#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub struct Trouble {
    pub message: String,
    pub help: Help,
}

/// What a person can do about a turn that went wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub enum Help {
    Retry,
    Compact,
    Wait,
    SignIn,
    None,
}

#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub struct Row {
    pub id: RowId,
    pub turn: TurnId,
    pub state: RowState,
    pub started_ms: Option<f64>,
    pub ended_ms: Option<f64>,
    pub body: Body,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub enum RowState {
    /// Still growing.
    Open,
    Done,
    Failed,
    Declined,
    /// The turn ended before this item did.
    Stopped,
}

#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
#[ts(export_to = "model.ts")]
pub enum Body {
    /// A person's message. `text` is drawn as plain text.
    Prompt {
        text: String,
        /// The text as it was typed, if hidden characters in it are drawn differently. This is what "send again" sends.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        as_typed: Option<String>,
        attachments: Vec<Attachment>,
        steered: bool,
    },
    /// The agent's message. `unsaved`: the server dropped it with the interrupted turn, so only this app still has it.
    Said {
        blocks: Vec<Block>,
        unsaved: bool,
    },
    /// Reasoning. Folded, it shows its headline.
    Thought {
        headline: Option<String>,
        blocks: Vec<Block>,
    },
    /// The to-do list of a turn.
    Plan {
        explanation: Option<String>,
        steps: Vec<PlanStep>,
    },
    /// A plan that was proposed in plan mode; `unsaved` as above.
    Proposal {
        blocks: Vec<Block>,
        unsaved: bool,
    },
    Ran(Box<Ran>),
    Edited {
        files: Vec<FileDiff>,
    },
    /// A call of an MCP, app or dynamic tool. Arguments and result are indented JSON or text, drawn as text.
    Tool {
        server: Option<String>,
        tool: String,
        arguments: String,
        result: Option<String>,
        error: Option<String>,
    },
    /// Sub-agents: their instructions, and their threads, which can be opened.
    Agents {
        action: String,
        prompt: Option<String>,
        threads: Vec<ThreadId>,
        /// The sub-agents' answers, and those that failed.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        #[ts(optional, as = "Option<Vec<AgentEnd>>")]
        ends: Vec<AgentEnd>,
    },
    Searched {
        query: String,
        detail: Option<String>,
    },
    Image {
        path: Option<String>,
        caption: Option<String>,
        generated: bool,
        /// Why there is no picture.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        error: Option<String>,
    },
    /// Review mode began, or ended with the findings in `blocks`.
    Review {
        begins: bool,
        target: Option<String>,
        blocks: Vec<Block>,
    },
    Compacted,
    Hook {
        text: String,
    },
    Waited {
        ms: Option<f64>,
    },
    /// A decision of Codex's automatic reviewer, in place of a question to the person.
    Reviewed {
        verdict: ReviewState,
        /// The risk in the server's word: `low`, `medium`, `high`, `critical`.
        risk: Option<String>,
        /// How far the person seems to have allowed it, in the server's word.
        authorization: Option<String>,
        rationale: Option<String>,
        what: String,
        /// The reviewer denied it, and the person can allow it.
        can_overrule: bool,
    },
    /// A declined request that the server does not store; it comes from our own record.
    Declined {
        ask: AskKind,
        what: String,
        by: By,
        /// The turn was interrupted too.
        stopped: bool,
    },
    /// A warning, error or remark about the conversation.
    Told {
        level: Level,
        text: String,
    },
    /// A kind that this build does not know. `json` is its data, indented, drawn as text.
    Unknown {
        name: String,
        json: String,
    },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub enum ReviewState {
    Open,
    Approved,
    Denied,
    /// It failed or ran out of time, which counts as a denial.
    Unfinished,
    /// Denied by the reviewer, then allowed by a person.
    Overruled,
}

#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
#[ts(export_to = "model.ts")]
pub enum Attachment {
    /// `path`: a picture on this computer, or its address on the web.
    Image {
        name: String,
        path: Option<String>,
    },
    File {
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
}

/// A sub-agent's progress, in the server's word, and its last message.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub struct AgentEnd {
    pub thread: ThreadId,
    pub status: String,
    pub message: Option<String>,
}

/// The last plan of a thread, which the server does not store.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub struct KeptPlan {
    pub turn: TurnId,
    pub explanation: Option<String>,
    pub steps: Vec<PlanStep>,
    /// When Codex last changed it.
    pub at_ms: f64,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub struct PlanStep {
    pub text: String,
    pub state: StepState,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub enum StepState {
    ToDo,
    Now,
    Done,
}

/// A command that the agent or (as `!cmd`) the person ran.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub struct Ran {
    /// The command without the shell around it.
    pub command: String,
    /// The command as it was typed, if hidden characters in it are drawn differently. This is what "run again" runs.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub as_typed: Option<String>,
    /// Exactly what is run.
    pub raw: String,
    pub cwd: String,
    pub by_you: bool,
    pub output: Output,
    pub exit: Option<i32>,
    pub ms: Option<f64>,
    /// What the agent typed into the command while it ran, one entry each time.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<String>>")]
    pub typed: Vec<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub enum Level {
    Info,
    Warn,
    Error,
}

impl Body {
    /// The row's markdown blocks, if it has any.
    pub fn blocks_mut(&mut self) -> Option<&mut Vec<Block>> {
        match self {
            Self::Said { blocks, .. }
            | Self::Thought { blocks, .. }
            | Self::Proposal { blocks, .. }
            | Self::Review { blocks, .. } => Some(blocks),
            _ => None,
        }
    }
}

/// Replaces the blocks from index `from` on.
pub fn put_blocks(held: &mut Vec<Block>, from: u32, blocks: Vec<Block>) {
    held.truncate(from as usize);
    held.extend(blocks);
}

/// Appends to the last block, which is an open code block.
pub fn grow_code(held: &mut [Block], more: &str) {
    if let Some(Block::Code { html, .. }) = held.last_mut() {
        html.push_str(more);
    }
}
