//! Events made from answers, together with the parameters of the call that the state needs.

use crate::enums::{GatewayStatus, ItemsView, SortDirection, ThreadSortKey};
use crate::item::Item;
use crate::open::open;
use crate::project::Project;
use crate::thread::{BackgroundTerminal, Queued, ReadState, Section, Thread, ThreadGoal};
use crate::turn::Turn;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;

#[derive(Debug, Clone, Default, PartialEq)]
pub struct ThreadsListed {
    pub threads: Vec<Thread>,
    pub next_cursor: Option<String>,
    pub read_states: BTreeMap<String, ReadState>,
    /// These fields repeat the call. With a cursor this is a later page; a filtered list says nothing about other threads.
    pub archived: bool,
    pub cursor: Option<String>,
    pub sort_key: Option<ThreadSortKey>,
    /// Only the server's state database was read, which may miss files that other clients wrote.
    pub state_db_only: bool,
    /// A search term, folder, section or other filter was set.
    pub filtered: bool,
}

/// From `thread/read`, `thread/unarchive` and `thread/metadata/update`.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ThreadLoaded {
    pub thread: Thread,
    pub read_state: Option<ReadState>,
    /// The turns are complete; if false they were left out of the answer.
    pub with_turns: bool,
}

#[derive(Debug, Clone, Default, PartialEq)]
pub struct Reverted {
    pub thread: Thread,
    pub turns_cursor: Option<String>,
    pub items_cursor: Option<String>,
}

#[derive(Debug, Clone, Default, PartialEq)]
pub struct TurnsListed {
    pub thread_id: String,
    /// Sorted by `order`.
    pub turns: Vec<Turn>,
    pub order: SortDirection,
    pub items_view: Option<ItemsView>,
    /// The cursor of this page; `None` for the first one.
    pub cursor: Option<String>,
    pub next_cursor: Option<String>,
    pub backwards_cursor: Option<String>,
}

/// From `turn/start`, `review/start` and `thread/queue/start`.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct TurnAccepted {
    pub thread_id: String,
    pub turn: Turn,
    /// The `clientUserMessageId` of the turn's first message, if we sent one.
    pub message: Option<String>,
}

/// From `turn/steer`.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Steered {
    pub thread_id: String,
    pub turn_id: String,
    pub message: Option<String>,
}

#[derive(Debug, Clone, Default, PartialEq)]
pub struct ItemsListed {
    pub thread_id: String,
    pub turn_id: Option<String>,
    pub entries: Vec<ItemEntry>,
    pub order: SortDirection,
    pub next_cursor: Option<String>,
    pub backwards_cursor: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ItemEntry {
    pub turn_id: String,
    pub item: Item,
    pub started_at_ms: Option<i64>,
    pub completed_at_ms: Option<i64>,
}

#[derive(Debug, Clone, Default, PartialEq)]
pub struct QueueListed {
    pub thread_id: String,
    pub queued: Vec<Queued>,
    pub cursor: Option<String>,
    pub next_cursor: Option<String>,
}

#[derive(Debug, Clone, Default, PartialEq)]
pub struct TerminalsListed {
    pub thread_id: String,
    pub terminals: Vec<BackgroundTerminal>,
    pub cursor: Option<String>,
    pub next_cursor: Option<String>,
}

#[derive(Debug, Clone, Default, PartialEq)]
pub struct GoalRead {
    pub thread_id: String,
    pub goal: Option<ThreadGoal>,
}

#[derive(Debug, Clone, Default, PartialEq)]
pub struct SectionsListed {
    pub sections: Vec<Section>,
    pub cursor: Option<String>,
    pub next_cursor: Option<String>,
}

#[derive(Debug, Clone, Default, PartialEq)]
pub struct ProjectsListed {
    pub projects: Vec<Project>,
    /// The first page of the whole list, rather than a single entry that was read again.
    pub whole: bool,
}

open! {
    /// The answer of `account/gatewayOAuth/read`.
    GatewayAnswer {
        provider_id: String, provider_name: String, required: bool, status: Option<GatewayStatus>,
        error: Option<String>,
    }
}

/// The answer of `account/login/start`: signed in already, or where the person continues.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum LoginStarted {
    ApiKey,
    #[serde(rename = "chatgpt")]
    ChatGpt {
        login_id: String,
        auth_url: String,
    },
    #[serde(rename = "chatgptDeviceCode")]
    DeviceCode {
        login_id: String,
        verification_url: String,
        user_code: String,
    },
    #[serde(rename = "chatgptAuthTokens")]
    AuthTokens,
    AmazonBedrock,
    #[serde(untagged)]
    Other(Value),
}
