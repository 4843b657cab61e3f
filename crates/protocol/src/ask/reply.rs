//! Our replies to the server's requests.

use super::{AdditionalPermissions, NetworkAmendment};
use crate::enums::{ElicitationAction, GrantScope};
use crate::item::ToolContent;
use crate::secret::Secret;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct CommandReply {
    pub decision: CommandDecision,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum CommandDecision {
    Accept,
    AcceptForSession,
    /// Saves a rule. Commands that match it run outside the sandbox from now on.
    AcceptWithExecpolicyAmendment {
        execpolicy_amendment: Vec<String>,
    },
    ApplyNetworkPolicyAmendment {
        network_policy_amendment: NetworkAmendment,
    },
    Decline,
    /// Declines and interrupts the turn.
    Cancel,
    #[serde(untagged)]
    Other(Value),
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FilesReply {
    pub decision: FilesDecision,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum FilesDecision {
    Accept,
    AcceptForSession,
    Decline,
    Cancel,
}

#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PermissionsReply {
    /// A subset of the requested permissions; an empty one denies the request.
    pub permissions: AdditionalPermissions,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scope: Option<GrantScope>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub strict_auto_review: Option<bool>,
}

#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct UserInputReply {
    pub answers: BTreeMap<String, UserAnswer>,
}

/// Every answer is a `Secret`, because any question may ask for a password.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct UserAnswer {
    #[serde(serialize_with = "Secret::expose_all")]
    pub answers: Vec<Secret>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ElicitationReply {
    pub action: ElicitationAction,
    #[serde(default, skip_serializing_if = "Value::is_null")]
    pub content: Value,
    #[serde(rename = "_meta", default, skip_serializing_if = "Value::is_null")]
    pub meta: Value,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ToolCallReply {
    pub content_items: Vec<ToolContent>,
    pub success: bool,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct TokenRefreshReply {
    #[serde(serialize_with = "Secret::expose")]
    pub access_token: Secret,
    pub chatgpt_account_id: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chatgpt_plan_type: Option<String>,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct AttestationReply {
    #[serde(serialize_with = "Secret::expose")]
    pub token: Secret,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CurrentTimeReply {
    pub current_time_at: i64,
}

/// The reply to both legacy approval requests.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct LegacyReply {
    pub decision: LegacyDecision,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LegacyDecision {
    Approved,
    ApprovedForSession,
    ApprovedExecpolicyAmendment { proposed_execpolicy_amendment: Vec<String> },
    NetworkPolicyAmendment { network_policy_amendment: NetworkAmendment },
    ApprovedMcpPolicyAmendment,
    Denied { rejection: String },
    TimedOut,
    Abort,
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used)]
mod tests {
    use super::*;
    use crate::enums::NetworkRule;
    use serde_json::json;

    #[test]
    fn decisions_are_spelled_as_the_server_reads_them() {
        let spelled = |decision: CommandDecision| json!(CommandReply { decision });
        assert_eq!(spelled(CommandDecision::AcceptForSession), json!({"decision": "acceptForSession"}));
        let rule = CommandDecision::AcceptWithExecpolicyAmendment { execpolicy_amendment: vec!["ls".into()] };
        assert_eq!(
            spelled(rule),
            json!({"decision": {"acceptWithExecpolicyAmendment": {"execpolicy_amendment": ["ls"]}}})
        );
        let amendment = NetworkAmendment { host: "example.com".into(), action: NetworkRule::Deny };
        assert_eq!(
            spelled(CommandDecision::ApplyNetworkPolicyAmendment { network_policy_amendment: amendment }),
            json!({"decision": {"applyNetworkPolicyAmendment":
                {"network_policy_amendment": {"host": "example.com", "action": "deny"}}}})
        );
        assert_eq!(json!(FilesReply { decision: FilesDecision::Cancel }), json!({"decision": "cancel"}));
    }

    #[test]
    fn an_unknown_decision_offered_by_the_server_is_kept() {
        let offered: Vec<CommandDecision> = serde_json::from_value(json!(["accept", "acceptTwice"])).expect("reads");
        assert_eq!(offered, [CommandDecision::Accept, CommandDecision::Other(json!("acceptTwice"))]);
    }

    #[test]
    fn an_answer_is_sent_but_never_printed() {
        let answer = UserAnswer { answers: vec![Secret::new("hunter2")] };
        let reply = UserInputReply { answers: [("q".to_owned(), answer)].into() };
        assert_eq!(json!(reply), json!({"answers": {"q": {"answers": ["hunter2"]}}}));
        assert!(!format!("{reply:?}").contains("hunter2"));
    }
}
