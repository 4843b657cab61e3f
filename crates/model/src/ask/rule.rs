//! Requests that are answered at once without a person, so that no turn hangs on them.

use super::Reply;
use protocol::ask::{AttestationReply, CurrentTimeReply, ToolCallReply};
use protocol::item::ToolContent;
use protocol::{RequestBody, RpcError, ServerRequest};
use serde_json::json;

/// The reply to a request that needs no person. `None` if a person must answer.
pub fn by_rule(request: &ServerRequest, at_ms: f64) -> Option<Reply> {
    let outcome = match &request.body {
        RequestBody::Command(_)
        | RequestBody::Files(_)
        | RequestBody::Permissions(_)
        | RequestBody::UserInput(_)
        | RequestBody::Elicitation(_)
        | RequestBody::LegacyPatch(_)
        | RequestBody::LegacyCommand(_) => return None,
        // The core lets the token command answer this request.
        RequestBody::TokenRefresh(_) => return None,
        // The model gets the failure as the tool's result. An error would end the turn.
        RequestBody::ToolCall(call) => {
            let text = format!("This client has no tool named {}.", call.tool);
            Ok(json!(ToolCallReply { content_items: vec![ToolContent::InputText { text }], success: false }))
        }
        RequestBody::CurrentTime(_) => Ok(json!(CurrentTimeReply { current_time_at: (at_ms / 1_000.0) as i64 })),
        RequestBody::Attestation(_) => attest().map(|reply| json!(reply)),
        RequestBody::Unreadable(_) if asks_a_person(&request.method) => return None,
        RequestBody::Unknown | RequestBody::Unreadable(_) => Err(RpcError::not_supported(&request.method)),
    };
    Some(Reply { id: request.id.clone(), outcome })
}

fn asks_a_person(method: &str) -> bool {
    !matches!(
        method,
        "item/tool/call" | "account/chatgptAuthTokens/refresh" | "attestation/generate" | "currentTime/read"
    )
}

/// This app has no means of attestation.
fn attest() -> Result<AttestationReply, RpcError> {
    Err(refusal("This client gives no attestation."))
}

fn refusal(message: &str) -> RpcError {
    RpcError { code: -32_000, message: message.to_owned(), data: serde_json::Value::Null }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use protocol::RequestId;
    use serde_json::Value;
    use serde_json::value::to_raw_value;

    fn replied(method: &str, params: Value) -> Option<Result<Value, RpcError>> {
        let params = to_raw_value(&params).unwrap();
        let request = ServerRequest::read(RequestId::Number(7), method, &params);
        let reply = by_rule(&request, 1_794_796_105_090.0)?;
        assert_eq!(reply.id, RequestId::Number(7));
        Some(reply.outcome)
    }

    #[test]
    fn a_tool_we_do_not_have_fails_without_ending_the_turn() {
        let call = json!({"threadId":"t","turnId":"u","callId":"c","tool":"open_panel","arguments":{}});
        let said = json!({"contentItems":[{"type":"inputText","text":"This client has no tool named open_panel."}],"success":false});
        assert_eq!(replied("item/tool/call", call), Some(Ok(said)));
    }

    #[test]
    fn the_time_is_told_in_seconds() {
        let time = replied("currentTime/read", json!({"threadId":"t"}));
        assert_eq!(time, Some(Ok(json!({"currentTimeAt": 1_794_796_105_i64}))));
    }

    #[test]
    fn what_we_cannot_give_is_refused_in_words() {
        for (method, params) in [
            ("attestation/generate", json!({})),
            ("account/chatgptAuthTokens/refresh", json!({"reason":"unauthorized","previousAccountId":7})),
            ("item/dream/request", json!({})),
            ("item/tool/call", json!({"tool":7})),
        ] {
            assert!(matches!(replied(method, params), Some(Err(error)) if !error.message.is_empty()), "{method}");
        }
    }

    #[test]
    fn what_a_person_must_see_is_left_to_them_even_if_we_cannot_read_it() {
        let approval = json!({"threadId":"t","turnId":"u","itemId":"i"});
        assert_eq!(replied("item/commandExecution/requestApproval", approval), None);
        assert_eq!(replied("item/commandExecution/requestApproval", json!({"threadId":7})), None);
    }
}
