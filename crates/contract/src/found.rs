//! Search results: what was found, and where.
//!
//! Invariant: every text here comes from the server and is untrusted. It is plain text, with hidden characters made
//! visible.

use crate::change::MadeBy;
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
    /// One hit per thread, newest first. Later pages may repeat a thread.
    pub hits: Vec<SearchHit>,
    /// There are more hits than these.
    pub more: bool,
    /// The cursors of the next page.
    pub next: Option<Onward>,
    /// Set if this Codex cannot search. We then read only this many of the newest threads.
    pub read_only_newest: Option<u32>,
}

/// Cursors to continue a search, in the server's own format. A field is `None` if that part was searched to its end or
/// not at all.
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
    pub made_by: MadeBy,
    pub model: Option<String>,
    pub updated_ms: f64,
    pub archived: bool,
    pub snippet: Vec<Piece>,
    /// Where the snippet is from. `None`: the server does not say.
    pub spot: Option<Spot>,
}

/// A piece of a snippet. `hit` marks the text that was searched for.
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
    /// There are more hits than these.
    pub more: bool,
}

#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub struct Occurrence {
    pub spot: Spot,
    pub snippet: Vec<Piece>,
}

/// A place in a thread that can be opened.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub struct Spot {
    pub turn: TurnId,
    /// The server's id of the item; its row may have another id.
    pub item: RowId,
    /// The cursor of its page, in the server's own format. `None`: among the newest turns, or unknown.
    pub cursor: Option<String>,
}

/// Facts about a thread, for its details page.
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
    /// The version of the Codex that made it.
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
