//! Standing rules, and what they decide about a command.

use crate::record::Record;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub struct Rules {
    pub rules: Vec<StandingRule>,
    /// Allowed until Codex restarts or the thread is closed.
    pub session: Vec<Record>,
    /// Files that cannot be read, and why.
    pub problems: Vec<RuleProblem>,
    /// The folder of the rules files.
    pub folder: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub struct StandingRule {
    pub file: String,
    pub line: u32,
    /// The source text of the rule.
    pub text: String,
    pub body: RuleBody,
    pub decision: RuleDecision,
    pub justification: Option<String>,
    /// The folder it applies to. Missing if it applies everywhere.
    pub folder: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
#[ts(export_to = "model.ts")]
pub enum RuleBody {
    /// Commands that begin with this pattern. Each step is a list of alternatives.
    Command {
        pattern: Vec<Vec<String>>,
    },
    Network {
        host: String,
        protocol: Option<String>,
    },
    /// A rule that this build does not understand.
    Other {
        name: String,
    },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub enum RuleDecision {
    /// The command runs outside the sandbox.
    Allow,
    Prompt,
    Forbid,
    Unknown,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub struct RuleProblem {
    pub file: String,
    pub message: String,
}

/// What a person does with rules.
#[derive(Debug, Deserialize, TS)]
#[serde(tag = "does", rename_all = "camelCase", rename_all_fields = "camelCase")]
#[ts(export_to = "model.ts")]
pub enum RuleIntent {
    /// `text` is what was shown, so that no other rule is removed in its place.
    Remove { file: String, line: u32, text: String },
    /// Shows the file in the file manager.
    Reveal { file: String },
}

impl RuleDecision {
    pub fn of(word: &str) -> Self {
        match word {
            "allow" => Self::Allow,
            "prompt" => Self::Prompt,
            "forbidden" | "deny" => Self::Forbid,
            _ => Self::Unknown,
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub struct RuleTrial {
    /// The strictest decision for any of the commands. Missing if a command has no rule, so that the thread's own
    /// permissions decide.
    pub decision: Option<RuleDecision>,
    pub commands: Vec<TriedCommand>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub struct TriedCommand {
    pub command: String,
    pub decision: Option<RuleDecision>,
    /// The positions in the list of the rules that apply to it.
    pub rules: Vec<RulePlace>,
    pub justification: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub struct RulePlace {
    pub file: String,
    pub line: u32,
}
