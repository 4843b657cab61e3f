//! What changed: in a turn, in a thread, since the last commit, since a branch. Read once, looked at page by page.
//!
//! Invariant: a page belongs to exactly the set it was asked of; a set that is no longer kept is asked for again.
//! Invariant: files are only read, and only such as lie in the thread's folder or its repository.

mod drawer;
mod gather;
mod watch;

pub(crate) use drawer::Drawer;
pub(crate) use gather::{branches, gather};
pub(crate) use watch::Watched;

use crate::id::ThreadId;
use crate::row::FileKind;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// What is compared with the files as they are after it.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, TS)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
#[ts(export_to = "model.ts")]
pub enum Compared {
    /// The running or last turn.
    Turn,
    /// All turns of the thread, taken together.
    Thread,
    /// The last commit.
    Uncommitted,
    /// Where the work parted from this branch.
    Branch { name: String },
}

/// A set of changes, without its lines.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub struct ChangeSet {
    /// Names the set when its lines are asked for.
    pub stamp: String,
    pub files: Vec<FileSum>,
    /// There is more than can be shown.
    pub cut: bool,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub struct FileSum {
    /// Relative to the thread's folder where it lies inside.
    pub path: String,
    pub from: Option<String>,
    pub kind: FileKind,
    pub added: u32,
    pub removed: u32,
    pub note: Option<String>,
    /// A character per line: a blank, `+`, `-`, `@` for the head of a hunk, `\` for a remark.
    pub marks: String,
    /// How many lines of the file each head of a hunk stands for.
    pub gaps: Vec<u32>,
}

/// Branches that can be compared with.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub struct BranchList {
    pub current: Option<String>,
    pub names: Vec<String>,
}

/// What a window may ask of changes.
#[derive(Debug, Clone)]
pub(crate) struct Wanted {
    pub thread: ThreadId,
    pub compared: Compared,
    /// With the changes that only move white space.
    pub spaces: bool,
}
