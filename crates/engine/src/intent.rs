//! The door in: what a person wants.

use crate::ask::Answer;
use crate::change::Permissions;
use crate::id::{AskId, NoticeId, ThreadId};
use crate::settings::SettingsPatch;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use wire::Secret;

#[derive(Debug, Deserialize, TS)]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
#[ts(export_to = "model.ts")]
pub enum Intent {
    /// Read a thread in this window, without taking the writer's lock.
    OpenThread {
        thread: ThreadId,
    },
    /// This window no longer shows it.
    CloseThread {
        thread: ThreadId,
    },
    LoadOlder {
        thread: ThreadId,
    },
    /// Begin a thread with its first prompt. The receipt names it.
    StartThread {
        cwd: String,
        prompt: Prompt,
        choices: Choices,
    },
    /// Send to a thread; while a turn runs this steers it.
    Send {
        thread: ThreadId,
        prompt: Prompt,
        choices: Choices,
    },
    Interrupt {
        thread: ThreadId,
    },
    SaveDraft {
        thread: Option<ThreadId>,
        text: String,
    },
    Rename {
        thread: ThreadId,
        name: String,
    },
    Archive {
        threads: Vec<ThreadId>,
    },
    Unarchive {
        threads: Vec<ThreadId>,
    },
    /// Reconcile the list with what is on disk.
    RefreshThreads,
    Answer {
        ask: AskId,
        answer: Answer,
    },
    /// The account page's and the first screen's ways in.
    SignInWithKey {
        #[ts(type = "string")]
        key: Secret,
    },
    SignOut,
    /// "Try the demo" and back.
    StartDemo,
    LeaveDemo,
    /// Try again after `Stopped`, or start afresh.
    RestartServer,
    /// Use this codex from now on; `None` forgets the choice.
    UseCodex {
        path: Option<String>,
    },
    /// Fetch one with npm into our data folder.
    FetchCodex,
    ChangeSettings {
        patch: SettingsPatch,
    },
    DismissNotice {
        notice: NoticeId,
    },
    /// Opens outside, after a check: https, loopback, or a file inside the thread's folder.
    OpenLink {
        thread: Option<ThreadId>,
        url: String,
    },
    OpenFolder {
        path: String,
    },
    OpenWindow {
        thread: ThreadId,
    },
    /// Shows the OS's folder picker; the receipt holds the choice.
    PickFolder,
    PickCodex,
    /// The window asked before closing, and the person said yes.
    CloseAnyway,
}

#[derive(Debug, Clone, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub struct Prompt {
    pub text: String,
    /// Absolute paths of images.
    #[serde(default)]
    pub images: Vec<String>,
}

/// Sent explicitly with every turn: the server's own defaults change with the folder's trust.
#[derive(Debug, Clone, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub struct Choices {
    pub model: Option<String>,
    pub effort: Option<String>,
    pub permissions: Permissions,
}

/// What `act` gives back when it worked.
#[derive(Debug, Clone, Default, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub struct Receipt {
    pub thread: Option<ThreadId>,
    pub path: Option<String>,
}
