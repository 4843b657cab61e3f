//! The things a turn is made of.

use serde::{Deserialize, Serialize};
use serde_json::Value;

#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Item {
    pub id: String,
    #[serde(flatten)]
    pub kind: ItemKind,
}

#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum ItemKind {
    AgentMessage {
        text: String,
    },
    CommandExecution {
        command: String,
        status: Status,
        aggregated_output: Option<String>,
    },
    /// A kind this build does not know, or cannot read. Shown as a plain row.
    #[serde(untagged)]
    Other(Value),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Status {
    InProgress,
    Completed,
    Failed,
    Declined,
    #[serde(other)]
    Other,
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{from_value, json};

    #[test]
    fn a_known_kind_is_read() {
        let item: Item = from_value(json!({"id":"i1","type":"agentMessage","text":"hi","phase":null})).expect("reads");
        assert_eq!(item.kind, ItemKind::AgentMessage { text: "hi".into() });
    }

    #[test]
    fn an_unknown_kind_is_kept_whole() {
        let item: Item = from_value(json!({"id":"i1","type":"hologram","beam":3})).expect("reads");
        assert_eq!(item.kind, ItemKind::Other(json!({"type":"hologram","beam":3})));
    }

    #[test]
    fn an_unknown_status_does_not_lose_the_item() {
        let item: Item = from_value(json!({"id":"i1","type":"commandExecution","command":"ls","status":"teleported"}))
            .expect("reads");
        assert!(matches!(item.kind, ItemKind::CommandExecution { status: Status::Other, .. }));
    }

    #[test]
    fn a_known_kind_we_cannot_read_is_kept_too() {
        let item: Item = from_value(json!({"id":"i1","type":"agentMessage","text":{"rich":true}})).expect("reads");
        assert!(matches!(item.kind, ItemKind::Other(_)));
    }
}
