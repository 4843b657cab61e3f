//! Turns: a prompt and everything that followed until the agent was done.

use crate::enums::{ItemsView, PlanStepStatus, TurnStatus};
use crate::item::Item;
use crate::open::readable;
use serde::{Deserialize, Serialize};
use serde_json::Value;

#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Turn {
    pub id: String,
    pub status: TurnStatus,
    /// Complete only if `items_view` is `full`.
    #[serde(deserialize_with = "readable")]
    pub items: Vec<Item>,
    pub items_view: Option<ItemsView>,
    pub error: Option<TurnError>,
    /// Seconds since 1970.
    pub started_at: Option<i64>,
    pub completed_at: Option<i64>,
    pub duration_ms: Option<i64>,
    pub root_turn_id: Option<String>,
}

#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct TurnError {
    pub message: String,
    pub codex_error_info: Option<ErrorInfo>,
    pub additional_details: Option<String>,
}

/// Why a turn failed: a name, or a name with an HTTP status.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum ErrorInfo {
    Word(String),
    Other(Value),
}

impl ErrorInfo {
    pub fn name(&self) -> &str {
        match self {
            Self::Word(word) => word,
            Self::Other(Value::Object(map)) => map.keys().next().map_or("", String::as_str),
            Self::Other(_) => "",
        }
    }

    pub fn http_status(&self) -> Option<u16> {
        let Self::Other(Value::Object(map)) = self else { return None };
        map.values().find_map(|value| value.get("httpStatusCode")?.as_u64()?.try_into().ok())
    }
}

#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct TurnPlanStep {
    pub step: String,
    pub status: PlanStepStatus,
}

#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct TokenUsage {
    pub total: TokenCount,
    pub last: TokenCount,
    pub model_context_window: Option<i64>,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct TokenCount {
    pub total_tokens: i64,
    pub input_tokens: i64,
    pub cached_input_tokens: i64,
    pub output_tokens: i64,
    pub reasoning_output_tokens: i64,
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn an_error_is_named_as_a_string_and_as_an_object() {
        let read = |json| serde_json::from_value::<ErrorInfo>(json).expect("reads");
        assert_eq!(read(json!("usageLimitExceeded")).name(), "usageLimitExceeded");
        let http = read(json!({"httpConnectionFailed": {"httpStatusCode": 503}}));
        assert_eq!((http.name(), http.http_status()), ("httpConnectionFailed", Some(503)));
    }
}
