//! What was found, and where: the answers to searches, ready to draw and to open.
//!
//! Invariant: every text here is the server's and untrusted; it is plain text, with what is hidden made visible.

use crate::id::{RowId, ThreadId, TurnId};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// Which threads are searched.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub enum Scope {
    Active,
    Archived,
    All,
}

#[derive(Debug, Clone, Default, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub struct Search {
    /// One per thread, newest first; of further pages each by itself.
    pub hits: Vec<SearchHit>,
    /// There are more than these.
    pub more: bool,
    /// Where they are.
    pub next: Option<Onward>,
    /// This Codex cannot search: only this many of the newest threads were read.
    pub read_only_newest: Option<u32>,
}

/// Where a search goes on, in the server's own words. What is `None` was searched to its end, or not at all.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub struct Onward {
    pub active: Option<String>,
    pub archived: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub struct SearchHit {
    pub thread: ThreadId,
    pub title: String,
    pub cwd: String,
    pub source: String,
    pub model: Option<String>,
    pub updated_ms: f64,
    pub archived: bool,
    pub snippet: Vec<Piece>,
    /// Where the snippet is from. `None`: only the server knows.
    pub spot: Option<Spot>,
}

/// A stretch of a snippet; a `hit` is what was searched for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub struct Piece {
    pub text: String,
    pub hit: bool,
}

#[derive(Debug, Clone, Default, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub struct Occurrences {
    /// Oldest first.
    pub hits: Vec<Occurrence>,
    /// There are more than these.
    pub more: bool,
}

#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub struct Occurrence {
    pub spot: Spot,
    pub snippet: Vec<Piece>,
}

/// A place in a thread, to be opened at.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub struct Spot {
    pub turn: TurnId,
    /// The item, by the server's name for it; the row may have another one.
    pub item: RowId,
    /// Where its page is, in the server's own words. `None`: among the newest turns, or unknown.
    pub cursor: Option<String>,
}

/// What a thread is, for whoever wants to know.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub struct Details {
    pub id: ThreadId,
    pub cwd: String,
    pub branch: Option<String>,
    pub commit: Option<String>,
    pub remote: Option<String>,
    pub model: Option<String>,
    pub provider: Option<String>,
    /// Of the Codex that made it.
    pub version: Option<String>,
    pub source: String,
    /// The app that made it, by its own name.
    pub originator: Option<String>,
    pub file: Option<String>,
    pub created_ms: f64,
    pub updated_ms: f64,
    pub forked_from: Option<ThreadId>,
    pub parent: Option<ThreadId>,
}
