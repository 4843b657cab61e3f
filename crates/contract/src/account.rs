//! Signing in, what may still be used, and what an account page shows.
//!
//! Invariant: nothing here can hold a secret.

mod keychain;
mod limits;
mod spent;

pub use keychain::{Keychain, Verdict};
pub use limits::{Blocked, Credits, LimitWindow, Limits, Report, Reset, Resets, Spend};
pub use spent::{Spent, SpentTurn, ThreadUsage, UsageGroup};

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// A sign-in on its way, one at a time: a second attempt replaces the first.
#[derive(Debug, Clone, PartialEq, Default, Serialize, TS)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
#[ts(export_to = "model.ts")]
pub enum Login {
    #[default]
    None,
    /// Codex was asked and has not answered yet.
    Starting { way: Way },
    /// The link waits in a browser. After a while without an answer, offer the code beside it.
    Browser {
        url: String,
        since_ms: f64,
        /// Why the browser could not be opened: the person copies the link.
        unopened: Option<String>,
    },
    /// The person types the code on the page, on any device.
    Device { url: String, code: String, since_ms: f64 },
    /// Codex says it worked; it is asked who is signed in now.
    Confirming { way: Way },
    /// What happened, in words, and what can be done next, best first.
    Failed { way: Way, message: String, next: Vec<Next> },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub enum Way {
    Browser,
    Device,
    Key,
    /// An `auth.json` that the CLI left.
    Import,
    /// A parked account, or another workspace.
    Switch,
    /// A command that prints tokens.
    Tokens,
}

/// What can be done next; the UI has a button for each.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub enum Next {
    TryAgain,
    UseBrowser,
    UseDevice,
    UseKey,
    /// `KeepForSession`: nothing is kept when Threadloft is closed.
    SessionOnly,
    /// Look at the keychain again, after it was unlocked or started.
    CheckKeychain,
    AskAdmin,
    RestartCodex,
}

/// How one can sign in here, and where that is kept.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub struct Access {
    pub keeping: Keeping,
    /// `None` until somebody needed to know.
    pub keychain: Option<Keychain>,
    /// A sign-in is in the keychain, and the keychain is locked: Codex runs without it, and keeps nothing, until
    /// `KeepForSession { on: false }` unlocks it.
    pub shut: bool,
    /// The `auth.json` that lies in CODEX_HOME and is not used: it can be moved into the keychain, if the person agrees.
    pub importable: Option<String>,
    /// What an admin or the config permits.
    pub chat_gpt_allowed: bool,
    pub key_allowed: bool,
    /// Only accounts of certain workspaces are taken here.
    pub workspace_only: bool,
    /// Workspaces of the account that is signed in; empty where the server does not say.
    pub workspaces: Vec<Workspace>,
}

impl Default for Access {
    fn default() -> Self {
        Self {
            keeping: Keeping::Keychain,
            keychain: None,
            shut: false,
            importable: None,
            chat_gpt_allowed: true,
            key_allowed: true,
            workspace_only: false,
            workspaces: Vec::new(),
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub enum Keeping {
    #[default]
    Keychain,
    /// In the server's memory, until Threadloft is closed.
    Session,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub struct Workspace {
    /// For `SwitchWorkspace`.
    pub session: String,
    pub id: String,
    pub name: String,
    pub active: bool,
}

/// What is kept of accounts beside the keychain: names, never secrets. A part of `Settings`.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", default)]
#[ts(export_to = "model.ts")]
pub struct KeptAccounts {
    /// Labels of the API keys in the keychain.
    pub keys: Vec<String>,
    pub parked: Vec<Parked>,
    /// The program and its arguments that print tokens. Empty: off, as it is unless a person turns it on.
    pub token_command: Vec<String>,
}

/// An account that waits in the keychain for its turn.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub struct Parked {
    pub id: String,
    /// Its e-mail address, or what the person called it.
    pub name: String,
}

/// Days of `account/usage/read`, oldest first.
#[derive(Debug, Clone, PartialEq, Default, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub struct UsageDays {
    pub days: Vec<UsageDay>,
    pub lifetime_tokens: Option<f64>,
    pub peak_daily_tokens: Option<f64>,
    pub streak_days: Option<f64>,
}

#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub struct UsageDay {
    /// As `2026-11-15`.
    pub day: String,
    pub tokens: f64,
}

/// What the workspace's owner tells its members.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub struct WorkspaceMessage {
    pub id: String,
    pub is_headline: bool,
    pub text: String,
    pub at_ms: Option<f64>,
}
