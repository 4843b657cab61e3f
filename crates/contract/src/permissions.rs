//! The permissions that a person chose for a thread, and those that the server reports.

use protocol::enums::ApprovalsReviewer;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;
use ts_rs::TS;

/// The permissions that were chosen for a thread.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, TS)]
#[serde(tag = "kind", rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub enum Permissions {
    /// Nothing was chosen; the person's config.toml decides.
    #[default]
    AsConfigured,
    /// A permission profile of the server.
    Profile { id: String },
    /// Reads and answers. Asks before any change.
    ReadOnly,
    /// Asks before every command and change. The sandbox is the configured one.
    AskEveryCommand,
    /// Edits files in its folder. Asks before anything beyond it.
    Ask,
    /// Works in its folder without asking. Anything that needs more fails.
    Auto,
    /// Like `Ask`, but the automatic reviewer answers instead of the person.
    AutoReviewed,
    /// Can do anything the person could do, without asking. Chosen for one thread; never a default.
    Full,
}

/// Changes to the chosen permissions.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", default)]
#[ts(export_to = "model.ts")]
pub struct PermissionExtras {
    /// Whether commands may use the network. `None`: the choice or the config decides.
    pub network: Option<bool>,
    /// Further folders that commands may write to.
    pub folders: Vec<String>,
    /// Who answers approvals. `None`: the choice or the config decides.
    pub reviewer: Option<Reviewer>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub enum Reviewer {
    User,
    Auto,
}

impl From<Reviewer> for ApprovalsReviewer {
    fn from(reviewer: Reviewer) -> Self {
        match reviewer {
            Reviewer::User => Self::User,
            Reviewer::Auto => Self::AutoReview,
        }
    }
}

impl PermissionExtras {
    pub fn is_plain(&self) -> bool {
        *self == Self::default()
    }

    pub fn widens(&self) -> bool {
        self.network.is_some() || !self.folders.is_empty()
    }
}

/// Reads the form that the page and the store use. Earlier builds stored a plain word; `ask` was then the default, so
/// it does not count as a choice.
impl<'de> Deserialize<'de> for Permissions {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let value = Value::deserialize(from)?;
        let word = value.as_str().or_else(|| value["kind"].as_str()).unwrap_or_default();
        Ok(match word {
            "ask" if value.is_string() => Self::AsConfigured,
            "asConfigured" => Self::AsConfigured,
            "profile" => Self::Profile { id: value["id"].as_str().unwrap_or_default().to_owned() },
            "readOnly" => Self::ReadOnly,
            "askEveryCommand" => Self::AskEveryCommand,
            "ask" => Self::Ask,
            "auto" => Self::Auto,
            "autoReviewed" => Self::AutoReviewed,
            "full" => Self::Full,
            other => return Err(serde::de::Error::custom(format!("no permissions are called {other:?}"))),
        })
    }
}

/// The form for the page.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub struct Policy {
    /// The active profile, if there is one. `:read-only`, `:workspace` and `:danger-full-access` are built in.
    pub profile: Option<String>,
    pub sandbox: Sandbox,
    pub network: bool,
    /// Folders that commands may write to besides the thread's own.
    pub folders: Vec<String>,
    pub approvals: Approvals,
    pub reviewer: Reviewer,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub enum Sandbox {
    ReadOnly,
    Workspace,
    /// No sandbox.
    Off,
    /// Another program's sandbox, or one that this build does not know.
    Other,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub enum Approvals {
    Everything,
    OnRequest,
    Never,
    /// Set for each kind of request, in the config.
    Granular,
    Other,
}
