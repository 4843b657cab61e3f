//! What a window draws. Every `html` here was made by this crate: escaped, or cleaned by an allow-list.

use serde::Serialize;
use ts_rs::TS;

/// A piece of markdown, drawn by itself, so that only what changed is redrawn.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
#[ts(export_to = "model.ts")]
pub enum Block {
    /// Sanitised HTML.
    Html { html: String },
    /// A fenced code block. `html` is highlighted and escaped; while `open` it is escaped text that only grows.
    Code { language: Option<String>, html: String, open: bool },
}

/// The end of a command's output, escaped and coloured; the whole is behind `Look::Output`.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub struct Output {
    pub html: String,
    /// Lines before the ones in `html`.
    pub earlier: u32,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub struct FileDiff {
    /// Relative to the thread's folder where it lies inside.
    pub path: String,
    pub from: Option<String>,
    pub kind: FileKind,
    pub added: u32,
    pub removed: u32,
    pub lines: Vec<DiffLine>,
    /// Lines that were left out of `lines`; `Look::Diff` has them.
    pub cut: u32,
    /// A binary file, or a diff that could not be read: `lines` is empty and this says why.
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
    /// The head of a hunk; `html` names the function it lies in, or is empty.
    Hunk,
    /// A remark about the line above, such as a missing newline at the end of the file.
    Note,
}
