//! Requests that no person answers: they are replied to at once, by rule.

use crate::state::Reply;
use serde_json::Value;

/// The reply to a request that needs nobody; `None`: a person is asked.
pub fn by_rule(_id: &wire::RequestId, _method: &str, _params: &Value, _at_ms: f64) -> Option<Reply> {
    None
}
