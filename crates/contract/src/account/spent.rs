//! What turns and threads cost, where the server says so.

use crate::id::{ThreadId, TurnId};
use serde::Serialize;
use ts_rs::TS;

/// Since a moment that the window names: its own midnight.
#[derive(Debug, Clone, PartialEq, Default, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub struct Spent {
    /// The dearest first; the first few.
    pub turns: Vec<SpentTurn>,
    pub turn_count: u32,
    pub tokens: f64,
}

#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub struct SpentTurn {
    pub thread: ThreadId,
    /// Of the thread; `None` where no list tells of it.
    pub title: Option<String>,
    pub turn: TurnId,
    pub at_ms: f64,
    pub tokens: f64,
    pub input: f64,
    pub cached: f64,
    pub output: f64,
}

/// What one thread used.
#[derive(Debug, Clone, PartialEq, Default, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub struct ThreadUsage {
    /// Tokens of the turns that ran here; `None`: none did.
    pub tokens: Option<f64>,
    pub turns: u32,
    /// What the account's own bookkeeping estimates; `None` where it says nothing.
    pub credits: Option<f64>,
    pub dollars: Option<f64>,
    pub groups: Vec<UsageGroup>,
}

#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub struct UsageGroup {
    pub model: Option<String>,
    pub effort: Option<String>,
    pub credits: f64,
    pub tokens: Option<f64>,
}
