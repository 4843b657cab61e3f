//! A timeline as a window shows it: turns, and the rows they are made of.
//!
//! Invariant: everything here is ready to draw. HTML comes from `render` only, and is sanitised there.

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
    /// Why it failed or stopped, in words, with the action that helps.
    pub trouble: Option<Trouble>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub enum TurnState {
    Running,
    Done,
    /// Stopped by a person, by the server's end, or by ours.
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
    /// Its turn ended before it did.
    Stopped,
}

#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
#[ts(export_to = "model.ts")]
pub enum Body {
    /// What the person said. `text` is drawn as plain text.
    Prompt {
        text: String,
        /// As it was typed, where something hidden in it is drawn otherwise: this is what is sent again.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        as_typed: Option<String>,
        attachments: Vec<Attachment>,
        steered: bool,
    },
    /// What the agent said. `unsaved`: the server dropped it with the interrupted turn; only we still have it.
    Said {
        blocks: Vec<Block>,
        unsaved: bool,
    },
    /// Reasoning, folded to its headline.
    Thought {
        headline: Option<String>,
        blocks: Vec<Block>,
    },
    /// The to-do list of a turn.
    Plan {
        explanation: Option<String>,
        steps: Vec<PlanStep>,
    },
    /// A plan proposed in plan mode; `unsaved` as above.
    Proposal {
        blocks: Vec<Block>,
        unsaved: bool,
    },
    Ran(Box<Ran>),
    Edited {
        files: Vec<FileDiff>,
    },
    /// An MCP, app or dynamic tool. Arguments and result are pretty JSON or text, drawn as text.
    Tool {
        server: Option<String>,
        tool: String,
        arguments: String,
        result: Option<String>,
        error: Option<String>,
    },
    /// Sub-agents: what was asked of them, and their threads, which can be opened.
    Agents {
        action: String,
        prompt: Option<String>,
        threads: Vec<ThreadId>,
        /// What they answered, and those that came to no good end.
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
        /// Why there is none.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        error: Option<String>,
    },
    /// Review mode began, or ended with `blocks`.
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
    /// Codex's automatic reviewer judged what would else have been asked.
    Reviewed {
        verdict: ReviewState,
        /// The server's word: `low`, `medium`, `high`, `critical`.
        risk: Option<String>,
        /// How far the person seems to have allowed it, in the server's word.
        authorization: Option<String>,
        rationale: Option<String>,
        what: String,
        /// It said no, and a person may overrule it.
        can_overrule: bool,
    },
    /// A request that was declined, where the server keeps nothing of it: from our own record.
    Declined {
        ask: AskKind,
        what: String,
        by: By,
        /// The turn was stopped with it.
        stopped: bool,
    },
    /// A warning, error or remark about the conversation.
    Told {
        level: Level,
        text: String,
    },
    /// A kind this build does not know. `json` is its data, pretty, drawn as text.
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
    /// It gave up, or ran out of time: the same as a "no".
    Unfinished,
    /// Denied, and a person allowed it.
    Overruled,
}

#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
#[ts(export_to = "model.ts")]
pub enum Attachment {
    /// `path`: of a picture on this computer, or its address on the web.
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

/// How far a sub-agent has come, in the server's word, and what it said last.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub struct AgentEnd {
    pub thread: ThreadId,
    pub status: String,
    pub message: Option<String>,
}

/// The last plan of a thread, which the server does not keep.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub struct KeptPlan {
    pub turn: TurnId,
    pub explanation: Option<String>,
    pub steps: Vec<PlanStep>,
    /// When Codex changed it last.
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

/// A command, by the agent or by the person (`!cmd`).
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub struct Ran {
    /// Without the shell wrapper.
    pub command: String,
    /// As a person typed it, where something hidden in it is drawn otherwise: this is what is run again.
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
    /// What the agent typed into it while it ran, one entry each time.
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
    /// The markdown of a row that has some.
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

/// Blocks from `from` on are replaced.
pub fn put_blocks(held: &mut Vec<Block>, from: u32, blocks: Vec<Block>) {
    held.truncate(from as usize);
    held.extend(blocks);
}

/// The last block, an open code block, grows.
pub fn grow_code(held: &mut [Block], more: &str) {
    if let Some(Block::Code { html, .. }) = held.last_mut() {
        html.push_str(more);
    }
}
