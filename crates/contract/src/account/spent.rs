//! What turns and threads cost, if the server reports it.

use crate::id::{ThreadId, TurnId};
use serde::Serialize;
use ts_rs::TS;

/// The cost since a moment that the window chooses: midnight in its own time zone.
#[derive(Debug, Clone, PartialEq, Default, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub struct Spent {
    /// The few most expensive turns, most expensive first.
    pub turns: Vec<SpentTurn>,
    pub turn_count: u32,
    pub tokens: f64,
}

#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub struct SpentTurn {
    pub thread: ThreadId,
    /// The thread's title; `None` if the thread is in no list.
    pub title: Option<String>,
    pub turn: TurnId,
    pub at_ms: f64,
    pub tokens: f64,
    pub input: f64,
    pub cached: f64,
    pub output: f64,
}

/// What one thread has used.
#[derive(Debug, Clone, PartialEq, Default, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub struct ThreadUsage {
    /// Tokens of the turns that ran in this app; `None` if none did.
    pub tokens: Option<f64>,
    pub turns: u32,
    /// The account's own estimate; `None` if it has none.
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
