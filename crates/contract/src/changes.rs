//! What changed in a folder, compared with a turn, a commit or a branch.

use render::FileKind;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// The older state that the current files are compared with.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, TS)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
#[ts(export_to = "model.ts")]
pub enum Compared {
    /// Before the running or last turn.
    Turn,
    /// Before all turns of the thread.
    Thread,
    /// The last commit.
    Uncommitted,
    /// The commit where the work branched off from this branch.
    Branch { name: String },
}

/// A set of changes without its lines.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub struct ChangeSet {
    /// Identifies the set when its lines are requested.
    pub stamp: String,
    pub files: Vec<FileSum>,
    /// There are more changes than can be shown.
    pub cut: bool,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub struct FileSum {
    /// Relative to the thread's folder if the file lies inside it.
    pub path: String,
    pub from: Option<String>,
    pub kind: FileKind,
    pub added: u32,
    pub removed: u32,
    pub note: Option<String>,
    /// One character per line: a blank, `+`, `-`, `@` for a hunk header, `\` for a remark.
    pub marks: String,
    /// The number of unchanged lines that each hunk header stands for.
    pub gaps: Vec<u32>,
}

/// The branches to compare with.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub struct BranchList {
    pub current: Option<String>,
    pub names: Vec<String>,
}
