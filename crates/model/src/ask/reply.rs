//! Turns a person's answer into the server's exact reply.
//!
//! Invariant: a reply contains only a decision that was offered or that the server is known to accept.

use super::{form, permission};
use contract::ask::{Answer, AskBody, Decision, Persist};
use contract::failure::Failure;
use protocol::ask::{
    CommandDecision, CommandReply, ElicitationReply, FilesDecision, FilesReply, LegacyDecision, LegacyReply,
    NetworkAmendment, PermissionsReply, UserAnswer, UserInputReply,
};
use protocol::enums::{ElicitationAction, GrantScope, NetworkRule};
use protocol::{RequestBody, RpcError, ServerRequest};
use serde_json::{Value, json};

type ReplyOutcome = Result<Value, RpcError>;

pub fn reply(request: &ServerRequest, body: &AskBody, answer: Answer) -> Result<ReplyOutcome, Failure> {
    if body.is_blank() && answer.accepts() && !matches!(body, AskBody::Unreadable { .. }) {
        return Err(bad("Codex did not say what this would do, so it can only be declined."));
    }
    let decision = match (&answer, body) {
        (Answer::Refuse, _) => Decision::Decline,
        (Answer::Dismiss, _) => Decision::Cancel,
        (
            Answer::Decide { decision },
            AskBody::Command { offered, also, .. } | AskBody::Files { offered, also, .. },
        ) => {
            if !offered.contains(decision) && !also.contains(decision) {
                return Err(bad("Codex does not accept this decision here."));
            }
            decision.clone()
        }
        _ => Decision::Accept,
    };
    let refused = matches!(answer, Answer::Refuse | Answer::Dismiss);
    let reply = match (&request.body, body, answer) {
        (RequestBody::Command(_), _, Answer::Decide { .. } | Answer::Refuse | Answer::Dismiss) => {
            json!(CommandReply { decision: command(decision) })
        }
        (RequestBody::Files(_), _, Answer::Decide { .. } | Answer::Refuse | Answer::Dismiss) => {
            json!(FilesReply { decision: files(&decision)? })
        }
        (
            RequestBody::LegacyCommand(_) | RequestBody::LegacyPatch(_),
            _,
            Answer::Decide { .. } | Answer::Refuse | Answer::Dismiss,
        ) => json!(LegacyReply { decision: legacy(decision) }),
        (RequestBody::Permissions(ask), _, answer) => {
            let (ids, session) = match answer {
                Answer::Grants { ids, session } => (ids, session),
                _ if refused => (Vec::new(), false),
                _ => return Err(mismatch()),
            };
            let scope = if session { GrantScope::Session } else { GrantScope::Turn };
            let permissions = permission::granted(&ask.permissions, &ids);
            json!(PermissionsReply { permissions, scope: Some(scope), ..PermissionsReply::default() })
        }
        (RequestBody::UserInput(ask), _, answer) => {
            let answers = match answer {
                Answer::Answers { answers } => answers,
                _ if refused => Default::default(),
                _ => return Err(mismatch()),
            };
            if answers.keys().any(|id| !ask.questions.iter().any(|question| question.id == *id)) {
                return Err(bad("This answer is to a question that was not asked."));
            }
            let answers = answers.into_iter().map(|(id, answers)| (id, UserAnswer { answers })).collect();
            json!(UserInputReply { answers })
        }
        (RequestBody::Elicitation(_), AskBody::Form { fields, .. }, Answer::Fill { values }) => {
            let content = form::filled(fields, values).map_err(|words| bad(&words))?;
            elicited(ElicitationAction::Accept, content, Value::Null)
        }
        (RequestBody::Elicitation(_), AskBody::ToolUse { persist, .. }, Answer::Agree { persist: chosen }) => {
            if chosen.is_some_and(|chosen| !persist.contains(&chosen)) {
                return Err(bad("Codex cannot remember this answer for that long."));
            }
            let meta = match chosen {
                Some(Persist::Session) => json!({"persist": "session"}),
                Some(Persist::Always) => json!({"persist": "always"}),
                None => Value::Null,
            };
            elicited(ElicitationAction::Accept, json!({}), meta)
        }
        (RequestBody::Elicitation(_), AskBody::Link { .. }, Answer::Agree { .. }) => {
            elicited(ElicitationAction::Accept, json!({}), Value::Null)
        }
        (RequestBody::Elicitation(_), _, Answer::Refuse) => {
            elicited(ElicitationAction::Decline, Value::Null, Value::Null)
        }
        (RequestBody::Elicitation(_), _, Answer::Dismiss) => {
            elicited(ElicitationAction::Cancel, Value::Null, Value::Null)
        }
        (RequestBody::Unreadable(_), _, Answer::Refuse | Answer::Dismiss) => return Ok(declined(request, decision)),
        _ => return Err(mismatch()),
    };
    Ok(Ok(reply))
}

fn command(decision: Decision) -> CommandDecision {
    match decision {
        Decision::Accept => CommandDecision::Accept,
        Decision::AcceptForSession => CommandDecision::AcceptForSession,
        Decision::AcceptWithRule { prefix } => {
            CommandDecision::AcceptWithExecpolicyAmendment { execpolicy_amendment: prefix }
        }
        Decision::NetworkRule { host, allow } => {
            CommandDecision::ApplyNetworkPolicyAmendment { network_policy_amendment: amendment(host, allow) }
        }
        Decision::Decline => CommandDecision::Decline,
        Decision::Cancel => CommandDecision::Cancel,
    }
}

fn files(decision: &Decision) -> Result<FilesDecision, Failure> {
    Ok(match decision {
        Decision::Accept => FilesDecision::Accept,
        Decision::AcceptForSession => FilesDecision::AcceptForSession,
        Decision::Decline => FilesDecision::Decline,
        Decision::Cancel => FilesDecision::Cancel,
        Decision::AcceptWithRule { .. } | Decision::NetworkRule { .. } => return Err(mismatch()),
    })
}

/// The decisions of the legacy approval requests.
fn legacy(decision: Decision) -> LegacyDecision {
    match decision {
        Decision::Accept => LegacyDecision::Approved,
        Decision::AcceptForSession => LegacyDecision::ApprovedForSession,
        Decision::AcceptWithRule { prefix } => {
            LegacyDecision::ApprovedExecpolicyAmendment { proposed_execpolicy_amendment: prefix }
        }
        Decision::NetworkRule { host, allow } => {
            LegacyDecision::NetworkPolicyAmendment { network_policy_amendment: amendment(host, allow) }
        }
        Decision::Decline => LegacyDecision::Denied { rejection: "Declined by the user.".to_owned() },
        Decision::Cancel => LegacyDecision::Abort,
    }
}

fn amendment(host: String, allow: bool) -> NetworkAmendment {
    NetworkAmendment { host, action: if allow { NetworkRule::Allow } else { NetworkRule::Deny } }
}

fn elicited(action: ElicitationAction, content: Value, meta: Value) -> Value {
    json!(ElicitationReply { action, content, meta })
}

/// The reply that declines a request whose parameters we could not read.
fn declined(request: &ServerRequest, decision: Decision) -> ReplyOutcome {
    Ok(match request.method.as_str() {
        "item/commandExecution/requestApproval" => json!(CommandReply { decision: command(decision) }),
        "item/fileChange/requestApproval" => match files(&decision) {
            Ok(decision) => json!(FilesReply { decision }),
            Err(_) => json!(FilesReply { decision: FilesDecision::Decline }),
        },
        "execCommandApproval" | "applyPatchApproval" => json!(LegacyReply { decision: legacy(decision) }),
        "item/permissions/requestApproval" => json!({"permissions": {}, "scope": "turn"}),
        "item/tool/requestUserInput" => json!({"answers": {}}),
        "mcpServer/elicitation/request" => elicited(ElicitationAction::Decline, Value::Null, Value::Null),
        _ => return Err(RpcError::not_supported(&request.method)),
    })
}

fn bad(words: &str) -> Failure {
    Failure::bad_input(words)
}

fn mismatch() -> Failure {
    bad("This kind of answer does not match the request.")
}
