//! What a person chose that a thread may do, and what of it is said to the server.
//!
//! Invariant: where nothing was chosen nothing is said, so that the person's own config decides: a sandbox in a call
//! switches off the permission profile of config.toml. Only `overrides` makes what is said.

mod configured;
mod policy;

pub use configured::Configured;
pub(crate) use policy::RunsUnder;
pub use policy::{Approvals, Policy, Sandbox};

use protocol::enums::{ApprovalsReviewer, SandboxMode};
use protocol::thread::{ApprovalPolicy, SandboxPolicy};
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

    fn widens(&self) -> bool {
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

/// What is said about permissions in a call; what is `None` is left to the server.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Overrides {
    pub profile: Option<String>,
    /// Beside a profile: said after it, because the server takes only one of them in a call.
    pub sandbox: Option<SandboxPolicy>,
    pub approval: Option<ApprovalPolicy>,
    pub reviewer: Option<ApprovalsReviewer>,
}

impl Overrides {
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// The profile that must be in force before the sandbox is said.
    pub fn first(&self) -> Option<&str> {
        self.profile.as_deref().filter(|_| self.sandbox.is_some())
    }

    /// The profile that goes into the call itself.
    pub fn alone(&self) -> Option<String> {
        self.profile.clone().filter(|_| self.sandbox.is_none())
    }

    /// The sandbox, in the word that starting, resuming and forking take. None beside a profile, which knows more.
    pub fn mode(&self) -> Option<SandboxMode> {
        match self.sandbox.as_ref().filter(|_| self.profile.is_none())? {
            SandboxPolicy::DangerFullAccess | SandboxPolicy::ExternalSandbox { .. } => {
                Some(SandboxMode::DangerFullAccess)
            }
            SandboxPolicy::WorkspaceWrite { .. } => Some(SandboxMode::WorkspaceWrite),
            SandboxPolicy::ReadOnly { .. } | SandboxPolicy::Other(_) => Some(SandboxMode::ReadOnly),
        }
    }
}

/// What is known beside the choice.
#[derive(Debug, Clone, Copy, Default)]
pub struct Circumstances {
    /// `None` means not probed yet, and is trusted.
    pub sandbox_works: Option<bool>,
    /// The workspace is thrown away, and its rules say what asks; asking about all of it would hide the show.
    pub demo: bool,
    /// The thread was told something else before, so what is not chosen now must be said once more, as configured.
    pub told: bool,
}

/// Where the OS refuses the sandbox, a fence that does not stand is not pretended: commands would only fail. The modes
/// that promise one then run unfenced and ask about **every** command and change. Only *Full* stays as it is, because
/// the person chose exactly that; *as configured* and profiles are the person's own, and stay too.
pub fn overrides(
    permissions: &Permissions,
    extras: &PermissionExtras,
    configured: &Configured,
    now: Circumstances,
) -> Overrides {
    let mut out = chosen(permissions, configured);
    let fenced = !matches!(permissions, Permissions::AsConfigured | Permissions::Profile { .. } | Permissions::Full);
    if now.sandbox_works == Some(false) && (fenced || now.demo && *permissions != Permissions::Full) {
        let approval = if now.demo { ApprovalPolicy::ON_REQUEST } else { ApprovalPolicy::UNTRUSTED };
        out.approval = Some(ApprovalPolicy::word(approval));
        out.sandbox = Some(SandboxPolicy::DangerFullAccess);
    }
    if let Some(reviewer) = extras.reviewer {
        out.reviewer = Some(reviewer.into());
    }
    let unsaid = out.profile.is_none() && out.sandbox.is_none();
    if extras.widens() && (unsaid || out.sandbox.is_some()) {
        let base = out.sandbox.as_ref().unwrap_or(&configured.sandbox);
        if let Some(wider) = widened(base, extras) {
            if unsaid && now.told {
                out.profile.clone_from(&configured.profile);
            }
            out.sandbox = Some(wider);
        }
    }
    if now.told {
        if out.profile.is_none() && out.sandbox.is_none() {
            match &configured.profile {
                Some(profile) => out.profile = Some(profile.clone()),
                None => out.sandbox = Some(configured.sandbox.clone()),
            }
        }
        out.approval.get_or_insert_with(|| configured.approval.clone());
        out.reviewer.get_or_insert_with(|| configured.reviewer.clone());
    }
    out
}

fn chosen(permissions: &Permissions, configured: &Configured) -> Overrides {
    let word = |word: &str| Some(ApprovalPolicy::word(word));
    let workspace = || Some(configured.workspace.clone());
    let nothing = Overrides::default();
    match permissions {
        Permissions::AsConfigured => nothing,
        Permissions::Profile { id } => Overrides { profile: Some(id.clone()), ..nothing },
        Permissions::AskEveryCommand => Overrides { approval: word(ApprovalPolicy::UNTRUSTED), ..nothing },
        Permissions::ReadOnly => Overrides {
            sandbox: Some(SandboxPolicy::ReadOnly { network_access: false }),
            approval: word(ApprovalPolicy::ON_REQUEST),
            ..nothing
        },
        Permissions::Ask => Overrides { sandbox: workspace(), approval: word(ApprovalPolicy::ON_REQUEST), ..nothing },
        Permissions::Auto => Overrides { sandbox: workspace(), approval: word(ApprovalPolicy::NEVER), ..nothing },
        Permissions::AutoReviewed => Overrides {
            sandbox: workspace(),
            approval: word(ApprovalPolicy::ON_REQUEST),
            reviewer: Some(ApprovalsReviewer::AutoReview),
            ..nothing
        },
        Permissions::Full => Overrides {
            sandbox: Some(SandboxPolicy::DangerFullAccess),
            approval: word(ApprovalPolicy::NEVER),
            ..nothing
        },
    }
}

/// With the network and the folders a person added; `None` where there is no fence to change.
fn widened(base: &SandboxPolicy, extras: &PermissionExtras) -> Option<SandboxPolicy> {
    match base.clone() {
        SandboxPolicy::ReadOnly { network_access } => {
            Some(SandboxPolicy::ReadOnly { network_access: extras.network.unwrap_or(network_access) })
        }
        SandboxPolicy::WorkspaceWrite {
            mut writable_roots,
            network_access,
            exclude_tmpdir_env_var,
            exclude_slash_tmp,
        } => {
            for folder in &extras.folders {
                if !writable_roots.contains(folder) {
                    writable_roots.push(folder.clone());
                }
            }
            Some(SandboxPolicy::WorkspaceWrite {
                writable_roots,
                network_access: extras.network.unwrap_or(network_access),
                exclude_tmpdir_env_var,
                exclude_slash_tmp,
            })
        }
        SandboxPolicy::DangerFullAccess | SandboxPolicy::ExternalSandbox { .. } | SandboxPolicy::Other(_) => None,
    }
}

#[cfg(test)]
mod tests;
