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
use wire::thread::ApprovalPolicy;
use wire::word::SandboxMode;

#[derive(Debug, Clone, PartialEq)]
pub struct Fence {
    pub approval: ApprovalPolicy,
    pub sandbox: SandboxMode,
}

/// `sandbox_works`: `None` means not probed yet, and is trusted.
pub fn fence(permissions: Permissions, sandbox_works: Option<bool>) -> Fence {
    if sandbox_works == Some(false) && permissions != Permissions::Full {
        return Fence {
            approval: ApprovalPolicy::word(ApprovalPolicy::UNTRUSTED),
            sandbox: SandboxMode::DangerFullAccess,
        };
    }
    let (approval, sandbox) = match permissions {
        Permissions::ReadOnly => (ApprovalPolicy::word(ApprovalPolicy::ON_REQUEST), SandboxMode::ReadOnly),
        Permissions::Ask => (ApprovalPolicy::word(ApprovalPolicy::ON_REQUEST), SandboxMode::WorkspaceWrite),
        Permissions::Auto => (ApprovalPolicy::word(ApprovalPolicy::NEVER), SandboxMode::WorkspaceWrite),
        Permissions::Full => (ApprovalPolicy::word(ApprovalPolicy::NEVER), SandboxMode::DangerFullAccess),
    };
    Fence { approval, sandbox }
}
