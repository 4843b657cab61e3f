//! What the server told us, typed; the only thing the state listens to.

use crate::{Frame, Item, RequestId};
use serde::Deserialize;
use serde_json::Value;

#[derive(Debug, Clone, PartialEq)]
pub enum Event {
    ThreadLoaded {
        thread_id: String,
        items: Vec<Item>,
    },
    ItemStarted {
        thread_id: String,
        item: Item,
    },
    ItemCompleted {
        thread_id: String,
        item: Item,
    },
    TextGrew {
        thread_id: String,
        item_id: String,
        delta: String,
    },
    Asked(Ask),
    /// A notice this build has no use for. Counted, never an error.
    Ignored {
        method: String,
    },
    Garbled {
        bytes: usize,
    },
    Closed,
}

#[derive(Debug, Clone, PartialEq)]
pub struct Ask {
    pub id: RequestId,
    pub method: String,
    pub params: Value,
}

#[derive(Deserialize)]
#[serde(tag = "method", content = "params", rename_all_fields = "camelCase")]
enum Notice {
    #[serde(rename = "item/started")]
    ItemStarted { thread_id: String, item: Item },
    #[serde(rename = "item/completed")]
    ItemCompleted { thread_id: String, item: Item },
    #[serde(rename = "item/agentMessage/delta")]
    AgentDelta { thread_id: String, item_id: String, delta: String },
}

impl Event {
    pub fn from_notice(method: String, params: Value) -> Self {
        let notice = serde_json::from_value(serde_json::json!({ "method": method, "params": params }));
        match notice {
            Ok(Notice::ItemStarted { thread_id, item }) => Self::ItemStarted { thread_id, item },
            Ok(Notice::ItemCompleted { thread_id, item }) => Self::ItemCompleted { thread_id, item },
            Ok(Notice::AgentDelta { thread_id, item_id, delta }) => Self::TextGrew { thread_id, item_id, delta },
            Err(_) => Self::Ignored { method },
        }
    }

    /// The methods whose questions a person can answer here.
    pub fn from_request(id: RequestId, method: String, params: Value) -> Result<Self, Frame> {
        match method.as_str() {
            "item/commandExecution/requestApproval" | "item/fileChange/requestApproval" => {
                Ok(Self::Asked(Ask { id, method, params }))
            }
            _ => Err(Frame::Answer {
                id,
                outcome: Err(crate::RpcError {
                    code: -32601,
                    message: format!("{method} is not supported here"),
                    data: Value::Null,
                }),
            }),
        }
    }
}
