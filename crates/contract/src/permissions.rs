//! What a person chose that a thread may do, and what the server says it runs under.

use protocol::enums::ApprovalsReviewer;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;
use ts_rs::TS;

/// What a thread may do, as it was chosen.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, TS)]
#[serde(tag = "kind", rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub enum Permissions {
    /// Nothing was chosen here: the person's config.toml decides.
    #[default]
    AsConfigured,
    /// A permission profile that the server lists.
    Profile { id: String },
    /// Reads and answers; asks before any change.
    ReadOnly,
    /// Every command and change asks; the sandbox stays as configured.
    AskEveryCommand,
    /// Edits files in its folder; asks before anything beyond it.
    Ask,
    /// Works in its folder without asking; what needs more fails.
    Auto,
    /// As `Ask`, but the reviewer answers instead of the person.
    AutoReviewed,
    /// Anything the person could do, without asking. Chosen for one thread; never a default.
    Full,
}

/// What is changed about a thread's permissions beside the choice itself.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", default)]
#[ts(export_to = "model.ts")]
pub struct PermissionExtras {
    /// Whether commands reach the network; `None`: as the choice or the config has it.
    pub network: Option<bool>,
    /// Further folders that commands may write to.
    pub folders: Vec<String>,
    /// Who answers approvals; `None`: as the choice or the config has it.
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

/// As the page and the store say it. Earlier builds stored a plain word; `ask` was then the default that nobody had
/// chosen.
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

/// The same for a page.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub struct Policy {
    /// The profile in force, where there is one. `:read-only`, `:workspace` and `:danger-full-access` are built in.
    pub profile: Option<String>,
    pub sandbox: Sandbox,
    pub network: bool,
    /// Folders that commands may write to beside the thread's own.
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
    /// None.
    Off,
    /// Another program's, or one this build does not know.
    Other,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub enum Approvals {
    Everything,
    OnRequest,
    Never,
    /// By kind, as the config says.
    Granular,
    Other,
}
