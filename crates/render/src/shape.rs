//! The types that a window draws. This crate made every `html` in them: escaped, or cleaned by an allow-list.

use serde::Serialize;
use ts_rs::TS;

/// An independent part of a message, so that a window redraws only what changed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
#[ts(export_to = "model.ts")]
pub enum Block {
    /// Sanitised HTML.
    Html { html: String },
    /// A fenced code block. `html` is escaped and highlighted; while `open` it is not highlighted and only grows.
    Code { language: Option<String>, html: String, open: bool },
}

/// The end of a command's output, escaped and coloured. A query returns all of it.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub struct Output {
    pub html: String,
    /// The number of lines before those in `html`.
    pub earlier: u32,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub struct FileDiff {
    /// Relative to the thread's folder if it is inside.
    pub path: String,
    pub from: Option<String>,
    pub kind: FileKind,
    pub added: u32,
    pub removed: u32,
    pub lines: Vec<DiffLine>,
    /// The number of lines missing from `lines`. A query returns them.
    pub cut: u32,
    /// Why `lines` is empty: a binary file, or a diff that could not be parsed.
    pub note: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub enum FileKind {
    Added,
    Modified,
    Deleted,
    Renamed,
    Copied,
}

/// A line of a diff. `html` is escaped and highlighted, with changed words in `<mark>`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub struct DiffLine {
    pub kind: LineKind,
    pub old: Option<u32>,
    pub new: Option<u32>,
    pub html: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub enum LineKind {
    Same,
    Add,
    Remove,
    /// A hunk header; `html` names the enclosing function, or is empty.
    Hunk,
    /// A note about the line above, such as a missing newline at the end of the file.
    Note,
}
