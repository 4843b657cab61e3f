//! The account: signing in, what may still be used, and what the account page shows.
//!
//! Invariant: no type here can hold a secret.

mod keychain;
mod limits;
mod spent;

pub use keychain::{Keychain, Verdict};
pub use limits::{Blocked, Credits, LimitWindow, Limits, Period, Report, Reset, Resets, Spend};
pub use spent::{Spent, SpentTurn, ThreadUsage, UsageGroup};

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// The sign-in that is in progress. There is one at a time; a second attempt replaces the first.
#[derive(Debug, Clone, PartialEq, Default, Serialize, TS)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
#[ts(export_to = "model.ts")]
pub enum Login {
    #[default]
    None,
    /// Codex was asked to start the sign-in and has not answered yet.
    Starting { way: Way },
    /// A link is open in the browser. If nothing happens for a while, the page offers the device code as well.
    Browser {
        url: String,
        since_ms: f64,
        /// Why the browser could not be opened. The page then shows the link for copying.
        unopened: Option<String>,
    },
    /// The person types the code on OpenAI's page, on any device.
    Device { url: String, code: String, since_ms: f64 },
    /// Codex reports success; we are now asking it who is signed in.
    Confirming { way: Way },
    /// What went wrong, in words, and what can be done next, best first.
    Failed { way: Way, message: String, next: Vec<Next> },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub enum Way {
    Browser,
    Device,
    Key,
    /// An `auth.json` that the Codex CLI wrote.
    Import,
    /// A parked account, or another workspace.
    Switch,
    /// A command that prints tokens.
    Tokens,
}

/// What can be done next. The page has a button for each.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub enum Next {
    TryAgain,
    UseBrowser,
    UseDevice,
    UseKey,
    /// `KeepForSession`: the sign-in is forgotten when Threadloft is closed.
    SessionOnly,
    /// Check the keychain again, after it was unlocked or started.
    CheckKeychain,
    AskAdmin,
    RestartCodex,
}

/// The ways to sign in on this computer, and where the sign-in is kept.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub struct Access {
    pub keeping: Keeping,
    /// `None` until the keychain was checked for the first time.
    pub keychain: Option<Keychain>,
    /// The keychain holds a sign-in but is locked. Codex runs without the sign-in and saves nothing until
    /// `KeepForSession { on: false }` unlocks the keychain.
    pub shut: bool,
    /// An `auth.json` in CODEX_HOME that is not used. It can be moved into the keychain if the person agrees.
    pub importable: Option<String>,
    /// What an administrator or the config permits.
    pub chat_gpt_allowed: bool,
    pub key_allowed: bool,
    /// Only accounts of certain workspaces are accepted.
    pub workspace_only: bool,
    /// Workspaces of the signed-in account; empty if the server does not report them.
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

/// What is kept about accounts outside the keychain: names, never secrets. Part of `Settings`.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", default)]
#[ts(export_to = "model.ts")]
pub struct KeptAccounts {
    /// Labels of the API keys in the keychain.
    pub keys: Vec<String>,
    pub parked: Vec<Parked>,
    /// The program that prints tokens, with its arguments. Empty by default, which turns the feature off.
    pub token_command: Vec<String>,
}

/// An account that is kept in the keychain and can be switched to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub struct Parked {
    pub id: String,
    /// The e-mail address, or the name that the person gave it.
    pub name: String,
}

/// The days of `account/usage/read`, oldest first.
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
    /// Formatted as `2026-11-15`.
    pub day: String,
    pub tokens: f64,
}

/// A message of the workspace's owner to its members.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub struct WorkspaceMessage {
    pub id: String,
    pub is_headline: bool,
    pub text: String,
    pub at_ms: Option<f64>,
}
