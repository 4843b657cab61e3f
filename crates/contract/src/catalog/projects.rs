//! The server's projects, in their order.

use crate::id::ThreadId;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub struct Project {
    pub id: String,
    pub name: String,
    pub folders: Vec<String>,
    /// How many threads in the list belong to it.
    pub threads: u32,
}

/// What a person does with projects.
#[derive(Debug, Deserialize, TS)]
#[serde(tag = "does", rename_all = "camelCase", rename_all_fields = "camelCase")]
#[ts(export_to = "model.ts")]
pub enum ProjectIntent {
    /// Creates a project with these threads in it.
    Make {
        name: String,
        folders: Vec<String>,
        threads: Vec<ThreadId>,
    },
    Rename {
        project: String,
        name: String,
    },
    Folders {
        project: String,
        folders: Vec<String>,
    },
    /// Moves it before another one, or to the end.
    Place {
        project: String,
        before: Option<String>,
    },
    /// Removes the project; its threads stay.
    Remove {
        project: String,
    },
    /// Moves threads into a project, or out of any.
    Put {
        threads: Vec<ThreadId>,
        project: Option<String>,
    },
}
