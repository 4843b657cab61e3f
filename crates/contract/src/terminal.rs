//! Terminals beside a thread.
//!
//! Invariant: a tab shows the sandbox that the server was told to use.

use crate::id::TerminalId;
use render::TerminalScreen;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub struct TerminalTab {
    pub id: TerminalId,
    /// The name of the shell.
    pub shell: String,
    pub cwd: String,
    pub fenced: Fenced,
    pub state: TerminalState,
    pub screen: TerminalScreen,
}

/// The sandbox of a terminal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub enum Fenced {
    /// Its programs can read files and write none.
    ReadOnly,
    /// Its programs can write to the thread's folder and to temporary folders, and have no network.
    Folder,
    /// No sandbox: its programs can do whatever the person can.
    Not,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
#[ts(export_to = "model.ts")]
pub enum TerminalState {
    Running,
    Ended {
        exit: Option<i32>,
        /// Why it ended, if it did not end by itself.
        why: Option<String>,
    },
}

/// What a person did at a terminal.
#[derive(Debug, Clone, Deserialize, TS)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
#[ts(export_to = "model.ts")]
pub enum Typed {
    Text {
        text: String,
    },
    Paste {
        text: String,
    },
    /// The key as the browser names it: `Enter`, `ArrowUp`, `c`.
    Key {
        key: String,
        shift: bool,
        alt: bool,
        ctrl: bool,
    },
}
