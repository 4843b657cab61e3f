//! Links kept with a thread.

use crate::id::ThreadId;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub struct Link {
    pub url: String,
    pub title: Option<String>,
    /// Other threads that have the same link.
    pub also: Vec<ThreadId>,
}

/// What a person does with a thread's links.
#[derive(Debug, Deserialize, TS)]
#[serde(tag = "does", rename_all = "camelCase", rename_all_fields = "camelCase")]
#[ts(export_to = "model.ts")]
pub enum LinkIntent {
    Keep { thread: ThreadId, url: String, title: String },
    Drop { thread: ThreadId, url: String },
}
