//! What the config sets for a thread in a folder if no permissions are sent.
//!
//! This repeats the rules of server 0.166, as observed: a default profile applies; without one the older
//! `sandbox_mode`; without both, a folder for which somebody decided about trust, either way, can be written to, and
//! any other folder is read-only.

use protocol::enums::ApprovalsReviewer;
use protocol::thread::{ApprovalPolicy, SandboxPolicy};
use serde_json::Value;
use std::path::Path;

#[derive(Debug, Clone, PartialEq)]
pub struct Configured {
    /// `None`: the older sandbox settings decide, or the server knows no profiles.
    pub profile: Option<String>,
    pub sandbox: SandboxPolicy,
    pub approval: ApprovalPolicy,
    pub reviewer: ApprovalsReviewer,
    /// What the older `workspace-write` means, with the additions of the config.
    pub workspace: SandboxPolicy,
}

impl Default for Configured {
    /// The strictest values, for a config that cannot be read.
    fn default() -> Self {
        Self::read(&Value::Null, "", false)
    }
}

const WORKSPACE: &str = ":workspace";
const READ_ONLY: &str = ":read-only";
const DANGER: &str = ":danger-full-access";
/// The most profiles that may extend each other. The server refuses a config with a circle.
const DEEPEST: usize = 16;

impl Configured {
    /// `config`: the answer to `config/read` for this folder.
    pub fn read(config: &Value, cwd: &str, knows_profiles: bool) -> Self {
        let trust = trust(config, cwd);
        let workspace = workspace(&config["sandbox_workspace_write"]);
        let mode = config["sandbox_mode"].as_str();
        let named = config["default_permissions"].as_str().filter(|_| mode.is_none());
        let profile = match mode {
            Some(_) => None,
            None => Some(named.unwrap_or(if trust.is_some() { WORKSPACE } else { READ_ONLY })),
        };
        let sandbox = match (mode, profile) {
            (Some("danger-full-access"), _) => SandboxPolicy::DangerFullAccess,
            (Some("workspace-write"), _) => workspace.clone(),
            (None, Some(profile)) => projected(config, profile),
            _ => SandboxPolicy::ReadOnly { network_access: false },
        };
        let approval = match &config["approval_policy"] {
            Value::Null if trust.as_deref() == Some("untrusted") => ApprovalPolicy::word(ApprovalPolicy::UNTRUSTED),
            Value::Null => ApprovalPolicy::word(ApprovalPolicy::ON_REQUEST),
            set => serde_json::from_value(set.clone()).unwrap_or_else(|_| ApprovalPolicy::Other(set.clone())),
        };
        let reviewer = config["approvals_reviewer"].as_str().map_or(ApprovalsReviewer::User, ApprovalsReviewer::from);
        let profile = profile.filter(|_| knows_profiles).map(str::to_owned);
        Self { profile, sandbox, approval, reviewer, workspace }
    }
}

fn workspace(set: &Value) -> SandboxPolicy {
    let roots = set["writable_roots"].as_array().into_iter().flatten().filter_map(Value::as_str);
    SandboxPolicy::WorkspaceWrite {
        writable_roots: roots.map(str::to_owned).collect(),
        network_access: set["network_access"] == true,
        exclude_tmpdir_env_var: set["exclude_tmpdir_env_var"] == true,
        exclude_slash_tmp: set["exclude_slash_tmp"] == true,
    }
}

/// The older sandbox policy that is closest to a profile, as the server reports it beside the profile. It cannot
/// express what the profile denies; the server keeps that while the thread is loaded.
fn projected(config: &Value, profile: &str) -> SandboxPolicy {
    let (mut network, mut roots) = (None, Vec::new());
    let mut name = profile.to_owned();
    for _ in 0..DEEPEST {
        if name.starts_with(':') {
            break;
        }
        let held = &config["permissions"][&name];
        network = network.or(held["network"]["enabled"].as_bool());
        let entries = held["filesystem"].as_object().into_iter().flatten();
        let writes = entries.filter(|(path, access)| Path::new(path).is_absolute() && *access == "write");
        roots.extend(writes.map(|(path, _)| path.clone()));
        name = held["extends"].as_str().unwrap_or(READ_ONLY).to_owned();
    }
    let network_access = network.unwrap_or(false);
    match name.as_str() {
        DANGER => SandboxPolicy::DangerFullAccess,
        WORKSPACE => SandboxPolicy::WorkspaceWrite {
            writable_roots: roots,
            network_access,
            exclude_tmpdir_env_var: false,
            exclude_slash_tmp: false,
        },
        _ => SandboxPolicy::ReadOnly { network_access },
    }
}

/// The trust that somebody decided for this folder, or for the repository around it.
fn trust(config: &Value, cwd: &str) -> Option<String> {
    let of = |folder: &Path| config["projects"][folder.to_str()?]["trust_level"].as_str().map(str::to_owned);
    let cwd = Path::new(cwd);
    let root = || cwd.ancestors().find(|folder| folder.join(".git").exists());
    of(cwd).or_else(|| of(root()?))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use serde_json::json;

    fn read(config: Value) -> Configured {
        Configured::read(&config, "/w", true)
    }

    #[test]
    fn a_default_profile_follows_what_it_extends() {
        let careful = json!({"extends": ":workspace", "filesystem": {"/etc": "deny", "/more": "write"}});
        let config = json!({
            "default_permissions": "mine",
            "permissions": {"careful": careful, "mine": {"extends": "careful", "network": {"enabled": true}}},
        });
        let found = read(config);
        assert_eq!(found.profile.as_deref(), Some("mine"));
        let SandboxPolicy::WorkspaceWrite { writable_roots, network_access, .. } = found.sandbox else {
            panic!("{:?}", found.sandbox)
        };
        assert_eq!((writable_roots, network_access), (vec!["/more".to_owned()], true));
    }

    #[test]
    fn the_older_sandbox_mode_switches_profiles_off() {
        let found = read(json!({
            "sandbox_mode": "workspace-write",
            "default_permissions": "careful",
            "sandbox_workspace_write": {"network_access": true, "writable_roots": ["/r"]},
        }));
        assert_eq!(found.profile, None);
        assert_eq!(found.sandbox, found.workspace);
    }

    #[test]
    fn only_a_trusted_or_refused_folder_is_a_workspace() {
        let profile = |config: Value| read(config).profile.unwrap();
        assert_eq!(profile(json!({})), ":read-only");
        let untrusted = json!({"projects": {"/w": {"trust_level": "untrusted"}}});
        assert_eq!(profile(untrusted.clone()), ":workspace");
        assert_eq!(read(untrusted).approval, ApprovalPolicy::word("untrusted"));
        assert_eq!(profile(json!({"projects": {"/w": {"trust_level": "trusted"}}})), ":workspace");
    }

    #[test]
    fn a_granular_policy_stays_word_for_word() {
        let granular = json!({"granular": {"sandbox_approval": true, "rules": false, "mcp_elicitations": true,
            "skill_approval": false, "request_permissions": true}});
        let approval = read(json!({"approval_policy": granular})).approval;
        assert_eq!(serde_json::to_value(approval).unwrap(), granular);
    }

    #[test]
    fn a_server_without_profiles_is_told_none() {
        let found = Configured::read(&json!({"projects": {"/w": {"trust_level": "trusted"}}}), "/w", false);
        assert_eq!(found.profile, None);
        assert!(matches!(found.sandbox, SandboxPolicy::WorkspaceWrite { .. }));
    }
}
