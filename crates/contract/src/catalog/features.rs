//! Features that can be switched, hooks, and feedback.

use crate::id::ThreadId;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub struct FeatureSheet {
    pub features: Vec<Feature>,
    pub modes: Vec<WorkMode>,
    pub hooks: Vec<HookFacts>,
    /// Files with hooks that cannot be used, and why.
    pub hook_problems: Vec<String>,
    /// The number of threads that memory was made of. Missing if the server keeps none.
    pub memories: Option<f64>,
    /// The state of remote control, in the server's word. Missing if it is off.
    pub remote: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub struct Feature {
    pub name: String,
    pub title: Option<String>,
    pub description: Option<String>,
    pub stage: FeatureStage,
    pub on: bool,
    pub default_on: bool,
    /// An administrator decides it.
    pub locked: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub enum FeatureStage {
    Beta,
    Stable,
    UnderDevelopment,
    Deprecated,
    Removed,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub struct WorkMode {
    pub name: String,
    pub model: Option<String>,
    pub effort: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub struct HookFacts {
    /// The event that runs it: `preToolUse`, `sessionStart` …
    pub event: String,
    /// The command it runs.
    pub runs: String,
    pub matcher: Option<String>,
    pub file: String,
    pub on: bool,
    pub managed: bool,
    /// `trusted`, `untrusted`, `modified` …
    pub trust: String,
    /// Identifies the hook, and with `hash` its exact content, when it is to be trusted.
    pub key: String,
    pub hash: String,
}

/// What a person does with features.
#[derive(Debug, Deserialize, TS)]
#[serde(tag = "does", rename_all = "camelCase", rename_all_fields = "camelCase")]
#[ts(export_to = "model.ts")]
pub enum FeatureIntent {
    /// Written to config.toml, and switched in the running server where it can be.
    Switch { name: String, on: bool },
    /// Lets a hook run for as long as its content stays the same.
    TrustHook { key: String, hash: String },
    /// Deletes everything Codex remembers of earlier threads.
    ForgetMemories,
    /// Whether Codex may learn from this thread.
    Remember { thread: ThreadId, on: bool },
    /// Compresses old conversations to take less space.
    Compress,
    /// Ends remote control of this server.
    StopRemote,
    /// Writes the feedback to a file in the folder, for the person to look at. The receipt names it.
    SaveFeedback { feedback: Feedback, folder: Option<String> },
    /// Sends the feedback to OpenAI, after the person saw what goes.
    SendFeedback { feedback: Feedback },
}

#[derive(Debug, Clone, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub struct Feedback {
    pub about: FeedbackKind,
    pub words: String,
    /// The thread it is about. With logs, its whole conversation goes too.
    pub thread: Option<ThreadId>,
    pub logs: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub enum FeedbackKind {
    Bug,
    BadResult,
    GoodResult,
    Other,
}

impl FeedbackKind {
    pub fn word(self) -> &'static str {
        match self {
            Self::Bug => "bug",
            Self::BadResult => "bad_result",
            Self::GoodResult => "good_result",
            Self::Other => "other",
        }
    }
}
