//! The four plain modes, as the values that go to the server with every start and every turn.
//!
//! The server's own defaults change with a folder's trust, so nothing is left to them.
//!
//! * **Read only**: "Reads and answers; asks before any change." The sandbox forbids writing, and an edit asks.
//! * **Ask** (the default): "Edits files in this folder; asks before anything beyond it." The sandbox fences commands
//!   into the folder, and the model asks when it wants out.
//! * **Auto**: "Works in this folder without asking; what needs more fails." The same fence, and no questions.
//! * **Full**: "Does anything you could do, without asking." No fence, no questions. Never a default.
//!
//! Where the OS refuses the sandbox, a fence that does not stand is not pretended: commands would only fail. *Read only*
//! and *Ask* then run unfenced and ask about **every** command and change (`untrusted`); *Auto* would be *Full* under
//! another name, so it asks too. Only *Full* stays as it is, because the person chose exactly that.

use crate::change::Permissions;
use wire::thread::{ApprovalPolicy, SandboxPolicy};
use wire::word::SandboxMode;

#[derive(Debug, Clone, PartialEq)]
pub struct Fence {
    pub approval: ApprovalPolicy,
    pub sandbox: SandboxMode,
}

/// `sandbox_works`: `None` means not probed yet, and is trusted.
/// `demo`: the workspace is thrown away, and its rules say what asks; asking about all of it would hide the show.
pub fn fence(permissions: Permissions, sandbox_works: Option<bool>, demo: bool) -> Fence {
    let word = ApprovalPolicy::word;
    let (approval, sandbox) = match permissions {
        Permissions::Full => (ApprovalPolicy::NEVER, SandboxMode::DangerFullAccess),
        _ if sandbox_works == Some(false) && demo => (ApprovalPolicy::ON_REQUEST, SandboxMode::DangerFullAccess),
        _ if sandbox_works == Some(false) => (ApprovalPolicy::UNTRUSTED, SandboxMode::DangerFullAccess),
        Permissions::ReadOnly => (ApprovalPolicy::ON_REQUEST, SandboxMode::ReadOnly),
        Permissions::Ask => (ApprovalPolicy::ON_REQUEST, SandboxMode::WorkspaceWrite),
        Permissions::Auto => (ApprovalPolicy::NEVER, SandboxMode::WorkspaceWrite),
    };
    Fence { approval: word(approval), sandbox }
}

/// The same mode as a turn takes it, with nothing added.
pub fn policy(sandbox: &SandboxMode) -> SandboxPolicy {
    match sandbox {
        SandboxMode::DangerFullAccess => SandboxPolicy::DangerFullAccess,
        SandboxMode::WorkspaceWrite => SandboxPolicy::WorkspaceWrite {
            writable_roots: Vec::new(),
            network_access: false,
            exclude_tmpdir_env_var: false,
            exclude_slash_tmp: false,
        },
        SandboxMode::ReadOnly | SandboxMode::Other(_) => SandboxPolicy::ReadOnly { network_access: false },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: [Permissions; 4] = [Permissions::ReadOnly, Permissions::Ask, Permissions::Auto, Permissions::Full];

    #[test]
    fn only_full_access_runs_unfenced_and_unasked() {
        for permissions in ALL {
            for works in [None, Some(true), Some(false)] {
                let fence = fence(permissions, works, false);
                let loose = fence.sandbox == SandboxMode::DangerFullAccess
                    && fence.approval != ApprovalPolicy::word(ApprovalPolicy::UNTRUSTED);
                assert_eq!(loose, permissions == Permissions::Full, "{permissions:?} {works:?} {fence:?}");
            }
        }
    }

    #[test]
    fn the_default_fences_into_the_folder_and_asks_beyond_it() {
        let default = fence(crate::settings::Settings::default().permissions, Some(true), false);
        let expected =
            Fence { approval: ApprovalPolicy::word(ApprovalPolicy::ON_REQUEST), sandbox: SandboxMode::WorkspaceWrite };
        assert_eq!(default, expected);
    }
}
