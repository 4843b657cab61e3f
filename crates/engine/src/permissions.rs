//! What a person chose that a thread may do, and what of it is said to the server.
//!
//! Invariant: where nothing was chosen nothing is said, so that the person's own config decides: a sandbox in a call
//! switches off the permission profile of config.toml. Only `overrides` makes what is said.

mod configured;
mod policy;

pub use configured::Configured;
pub use contract::permissions::{PermissionExtras, Permissions, Reviewer};
pub(crate) use policy::RunsUnder;
pub use policy::{Approvals, Policy, Sandbox};

use protocol::enums::{ApprovalsReviewer, SandboxMode};
use protocol::thread::{ApprovalPolicy, SandboxPolicy};

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
