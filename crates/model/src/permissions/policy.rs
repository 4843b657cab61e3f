//! The policy that the server reports for a thread.

use super::{Configured, Overrides};
use contract::permissions::{Approvals, Policy, Reviewer, Sandbox};
use protocol::enums::{ApprovalsReviewer, NetworkAccess};
use protocol::thread::{ActiveProfile, ApprovalPolicy, SandboxPolicy};

/// The values in the server's own words.
#[derive(Debug, Clone, PartialEq)]
pub struct RunsUnder {
    pub profile: Option<String>,
    pub sandbox: SandboxPolicy,
    pub approval: ApprovalPolicy,
    pub reviewer: ApprovalsReviewer,
}

impl RunsUnder {
    /// `None` if the server reports no sandbox.
    pub fn told(
        profile: Option<&ActiveProfile>,
        sandbox: Option<&SandboxPolicy>,
        approval: Option<&ApprovalPolicy>,
        reviewer: Option<&ApprovalsReviewer>,
    ) -> Option<Self> {
        Some(Self {
            profile: profile.map(|profile| profile.id.clone()),
            sandbox: sandbox?.clone(),
            approval: approval.cloned().unwrap_or_else(|| ApprovalPolicy::word(ApprovalPolicy::ON_REQUEST)),
            reviewer: reviewer.cloned().unwrap_or(ApprovalsReviewer::User),
        })
    }

    /// Whether the policy already contains everything that these overrides would set.
    pub fn has(&self, wanted: &Overrides) -> bool {
        let profile = wanted.profile_in_call().is_none_or(|id| self.profile.as_ref() == Some(&id));
        profile
            && wanted.sandbox.as_ref().is_none_or(|sandbox| *sandbox == self.sandbox)
            && wanted.approval.as_ref().is_none_or(|approval| *approval == self.approval)
            && wanted.reviewer.as_ref().is_none_or(|reviewer| *reviewer == self.reviewer)
    }
}

impl From<&Configured> for RunsUnder {
    fn from(configured: &Configured) -> Self {
        let Configured { profile, sandbox, approval, reviewer, .. } = configured.clone();
        Self { profile, sandbox, approval, reviewer }
    }
}

impl From<&RunsUnder> for Policy {
    fn from(under: &RunsUnder) -> Self {
        let (sandbox, network, folders) = match &under.sandbox {
            SandboxPolicy::ReadOnly { network_access } => (Sandbox::ReadOnly, *network_access, &Vec::new()),
            SandboxPolicy::WorkspaceWrite { network_access, writable_roots, .. } => {
                (Sandbox::Workspace, *network_access, writable_roots)
            }
            SandboxPolicy::DangerFullAccess => (Sandbox::Off, true, &Vec::new()),
            SandboxPolicy::ExternalSandbox { network_access } => {
                (Sandbox::Other, *network_access == NetworkAccess::Enabled, &Vec::new())
            }
            SandboxPolicy::Other(_) => (Sandbox::Other, false, &Vec::new()),
        };
        let approvals = match &under.approval {
            ApprovalPolicy::Word(word) if word == ApprovalPolicy::UNTRUSTED => Approvals::Everything,
            ApprovalPolicy::Word(word) if word == ApprovalPolicy::NEVER => Approvals::Never,
            ApprovalPolicy::Word(word) if word == ApprovalPolicy::ON_REQUEST => Approvals::OnRequest,
            ApprovalPolicy::Granular { .. } => Approvals::Granular,
            ApprovalPolicy::Word(_) | ApprovalPolicy::Other(_) => Approvals::Other,
        };
        let auto = matches!(under.reviewer, ApprovalsReviewer::AutoReview | ApprovalsReviewer::GuardianSubagent);
        Self {
            profile: under.profile.as_deref().map(render::visible),
            sandbox,
            network,
            folders: folders.iter().map(|folder| render::visible(folder)).collect(),
            approvals,
            reviewer: if auto { Reviewer::Auto } else { Reviewer::User },
        }
    }
}
