//! Items: the messages, commands, file changes and tool calls that make up a turn.
//!
//! Invariant: an item is never lost. A kind this build does not know or cannot parse is kept whole.

mod body;

pub use body::*;

use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;

#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Item {
    pub id: String,
    pub started_at_ms: Option<i64>,
    pub completed_at_ms: Option<i64>,
    #[serde(flatten)]
    pub kind: ItemKind,
}

macro_rules! kinds {
    ($($word:literal => $kind:ident),* $(,)?) => {
        #[derive(Debug, Clone, PartialEq, Serialize)]
        #[serde(tag = "type")]
        pub enum ItemKind {
            $(#[serde(rename = $word)] $kind($kind),)*
            /// A kind this build does not know or cannot parse. Shown as a plain row.
            #[serde(untagged)]
            Other(Value),
        }

        impl ItemKind {
            /// The wire names of all known kinds.
            pub const NAMES: &[&str] = &[$($word),*];

            /// The wire name of the kind; empty if the server sent none.
            pub fn name(&self) -> &str {
                match self {
                    $(Self::$kind(_) => $word,)*
                    Self::Other(json) => json.get("type").and_then(Value::as_str).unwrap_or_default(),
                }
            }

            fn read(name: &str, json: &str) -> Option<Self> {
                match name {
                    $($word => serde_json::from_str(json).ok().map(Self::$kind),)*
                    _ => None,
                }
            }
        }
    };
}

kinds! {
    "userMessage" => UserMessage,
    "hookPrompt" => HookPrompt,
    "agentMessage" => AgentMessage,
    "functionCallOutput" => FunctionCallOutput,
    "plan" => Plan,
    "reasoning" => Reasoning,
    "commandExecution" => CommandExecution,
    "fileChange" => FileChange,
    "mcpToolCall" => McpToolCall,
    "dynamicToolCall" => DynamicToolCall,
    "collabAgentToolCall" => CollabAgentToolCall,
    "subAgentActivity" => SubAgentActivity,
    "webSearch" => WebSearch,
    "imageView" => ImageView,
    "sleep" => Sleep,
    "imageGeneration" => ImageGeneration,
    "enteredReviewMode" => EnteredReviewMode,
    "exitedReviewMode" => ExitedReviewMode,
    "contextCompaction" => ContextCompaction,
}

/// The fields that every item has. They are parsed first, because the rest depends on `type`.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ItemHeader {
    #[serde(default)]
    id: Option<Value>,
    #[serde(default)]
    r#type: Option<Value>,
    #[serde(default)]
    started_at_ms: Option<Value>,
    #[serde(default)]
    completed_at_ms: Option<Value>,
}

impl<'de> Deserialize<'de> for Item {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let raw = Box::<RawValue>::deserialize(deserializer)?;
        let head: ItemHeader = serde_json::from_str(raw.get()).map_err(serde::de::Error::custom)?;
        let name = head.r#type.as_ref().and_then(Value::as_str).unwrap_or_default();
        let kind = match ItemKind::read(name, raw.get()) {
            Some(kind) => kind,
            None => ItemKind::Other(serde_json::from_str(raw.get()).map_err(serde::de::Error::custom)?),
        };
        Ok(Self {
            id: head.id.as_ref().and_then(Value::as_str).unwrap_or_default().to_owned(),
            started_at_ms: head.started_at_ms.as_ref().and_then(Value::as_i64),
            completed_at_ms: head.completed_at_ms.as_ref().and_then(Value::as_i64),
            kind,
        })
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used)]
mod tests {
    use super::*;
    use crate::enums::CommandStatus;
    use serde_json::{from_value, json};

    fn read(json: Value) -> Item {
        from_value(json).expect("an item is always readable")
    }

    #[test]
    fn a_known_kind_is_read() {
        let item = read(json!({"id":"i1","type":"agentMessage","text":"hi","phase":null}));
        assert_eq!(item.kind, ItemKind::AgentMessage(AgentMessage { text: "hi".into(), ..AgentMessage::default() }));
    }

    #[test]
    fn an_unknown_kind_is_kept_whole() {
        let whole = json!({"id":"i1","type":"hologram","beam":3});
        let item = read(whole.clone());
        assert_eq!((item.id.as_str(), item.kind.name()), ("i1", "hologram"));
        assert_eq!(item.kind, ItemKind::Other(whole));
    }

    #[test]
    fn an_unknown_status_does_not_lose_the_item() {
        let item = read(json!({"id":"i1","type":"commandExecution","command":"ls","status":"teleported"}));
        let ItemKind::CommandExecution(command) = item.kind else { panic!("a command") };
        assert_eq!(command.status, CommandStatus::Other("teleported".into()));
    }

    #[test]
    fn an_unreadable_known_kind_is_kept() {
        let item = read(json!({"id":"i1","type":"agentMessage","text":{"rich":true}}));
        assert!(matches!(item.kind, ItemKind::Other(_)));
    }

    #[test]
    fn an_item_without_a_name_or_a_type_is_still_an_item() {
        assert_eq!(read(json!({"id":7})).kind.name(), "");
    }
}
