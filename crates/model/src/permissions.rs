//! The permissions that a person chose for a thread, and what is sent to the server for them.
//!
//! Invariant: if nothing was chosen, nothing is sent, so that the person's own config decides: a sandbox in a call
//! switches off the permission profile of config.toml. Only `overrides` decides what is sent.

mod configured;
mod policy;

pub use configured::Configured;
pub use policy::RunsUnder;

use contract::permissions::{PermissionExtras, Permissions};
use protocol::enums::{ApprovalsReviewer, SandboxMode};
use protocol::thread::{ApprovalPolicy, SandboxPolicy};

/// The permissions that are sent in a call. The server decides about those that are `None`.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Overrides {
    pub profile: Option<String>,
    /// Sent after the profile if there is one, because the server accepts only one of them in a call.
    pub sandbox: Option<SandboxPolicy>,
    pub approval: Option<ApprovalPolicy>,
    pub reviewer: Option<ApprovalsReviewer>,
}

impl Overrides {
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// The profile that must be sent before the sandbox.
    pub fn profile_before(&self) -> Option<&str> {
        self.profile.as_deref().filter(|_| self.sandbox.is_some())
    }

    /// The profile that goes into the call itself.
    pub fn profile_in_call(&self) -> Option<String> {
        self.profile.clone().filter(|_| self.sandbox.is_none())
    }

    /// The sandbox in the format of starting, resuming and forking. `None` if there is a profile, which is more
    /// precise.
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

/// What influences the overrides besides the choice.
#[derive(Debug, Clone, Copy, Default)]
pub struct Circumstances {
    /// `None` means not tested yet, and counts as working.
    pub sandbox_works: Option<bool>,
    /// The demo's workspace is thrown away, and its rules decide what asks. Asking about everything would hide what the
    /// demo shows.
    pub demo: bool,
    /// The server was sent other permissions for this thread before, so the config's values must be sent explicitly to
    /// undo them.
    pub told: bool,
}

/// If the OS refuses the sandbox, no sandbox is requested, because every command in it would fail. The modes that rely
/// on one then run without and ask about **every** command and change. *Full* stays as it is, because the person chose
/// exactly that. *As configured* and profiles stay too, because they are the person's own.
pub fn overrides(
    permissions: &Permissions,
    extras: &PermissionExtras,
    configured: &Configured,
    now: Circumstances,
) -> Overrides {
    let mut out = chosen(permissions, configured);
    let needs_sandbox =
        !matches!(permissions, Permissions::AsConfigured | Permissions::Profile { .. } | Permissions::Full);
    if now.sandbox_works == Some(false) && (needs_sandbox || now.demo && *permissions != Permissions::Full) {
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
        if let Some(wider) = with_extras(base, extras) {
            // Resuming and forking take a profile or a sandbox, not both. A sandbox alone would end the profile there.
            if unsaid {
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

/// The policy with the network access and the folders that a person added. `None` if there is no sandbox to change.
fn with_extras(base: &SandboxPolicy, extras: &PermissionExtras) -> Option<SandboxPolicy> {
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
