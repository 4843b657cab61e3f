//! The handshake with a server: who we are, which version it is, and which methods it has.
//!
//! Whether a server is too old is decided by its methods, never by its version number.

use crate::peer::{CallError, Peer};
use protocol::Method;
use protocol::method::{Capabilities, ClientInfo, INITIALIZED, Initialize, InitializeParams};
use serde_json::Value;
use std::collections::BTreeSet;
use std::sync::Arc;

#[derive(Debug, Clone)]
pub(super) struct Greeting {
    pub version: Option<String>,
    pub home: Option<String>,
    pub windows: bool,
    pub methods: Methods,
}

/// Methods that the app cannot work without.
const NEEDED: &[&str] = &["thread/list", "thread/start", "thread/read", "turn/start"];

/// The methods a server knows. Empty if it does not list them; then every method is tried.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Methods(Arc<BTreeSet<String>>);

impl Methods {
    pub fn knows<M: Method>(&self) -> bool {
        self.0.is_empty() || self.0.contains(M::NAME)
    }

    /// The first required method that is missing.
    pub fn lacks(&self) -> Option<&'static str> {
        NEEDED.iter().find(|name| !self.0.is_empty() && !self.0.contains(**name)).copied()
    }

    /// Reads the methods from the refusal of an unknown one: "unknown variant `x`, expected one of `a`, `b`".
    fn from_refusal(message: &str) -> Self {
        let listed = message.split_once("expected one of").map_or("", |(_, listed)| listed);
        Self(Arc::new(listed.split('`').skip(1).step_by(2).map(str::to_owned).collect()))
    }
}

/// A method that no server has, so that the refusal lists those it has.
enum Inventory {}

impl Method for Inventory {
    const NAME: &'static str = "threadloft/inventory";
    const EXPERIMENTAL: bool = false;
    type Params = Value;
    type Answer = Value;

    fn event(_: &Value, _: &Value) -> Option<protocol::Event> {
        None
    }
}

/// `greeted` is called as soon as the server accepts calls, before its methods are known.
pub(super) async fn greet(peer: &Peer, greeted: impl FnOnce()) -> Result<Greeting, CallError> {
    let params = InitializeParams {
        client_info: ClientInfo {
            name: "threadloft".into(),
            title: Some("Threadloft".into()),
            version: env!("CARGO_PKG_VERSION").into(),
        },
        capabilities: Some(Capabilities { experimental_api: true, opt_out_notification_methods: Some(unneeded()) }),
    };
    let told = peer.call::<Initialize>(params).await?;
    peer.notify(INITIALIZED, Value::Null);
    greeted();
    let methods = match peer.call::<Inventory>(Value::Object(Default::default())).await {
        Err(CallError::Refused { source, .. }) => Methods::from_refusal(&source.message),
        Err(CallError::Closed) => return Err(CallError::Closed),
        _ => Methods::default(),
    };
    let windows = told.platform_os.as_deref() == Some("windows");
    Ok(Greeting { version: version(&told.user_agent), home: told.codex_home, windows, methods })
}

/// The version in a user agent: "threadloft/0.166.0 (Debian 12.0.0; x86_64) …" is 0.166.0.
fn version(user_agent: &str) -> Option<String> {
    let (_, rest) = user_agent.split_once('/')?;
    let version: String = rest.chars().take_while(|c| !c.is_whitespace()).take(40).collect();
    version.starts_with(|c: char| c.is_ascii_digit()).then_some(version)
}

/// Notifications that the app does not use. The server does not send them. The names must be exact.
fn unneeded() -> Vec<String> {
    let modern = UNNEEDED.iter().map(|name| (*name).to_owned());
    modern.chain(LEGACY.iter().map(|name| format!("codex/event/{name}"))).collect()
}

const UNNEEDED: &[&str] = &[
    "mcpServer/event/stream/notification",
    "rawResponseItem/completed",
    "thread/prediction/updated",
    "thread/realtime/closed",
    "thread/realtime/error",
    "thread/realtime/item/completed",
    "thread/realtime/item/started",
    "thread/realtime/item/transcript/delta",
    "thread/realtime/itemAdded",
    "thread/realtime/outputAudio/delta",
    "thread/realtime/sdp",
    "thread/realtime/started",
    "thread/realtime/transcript/delta",
    "thread/realtime/transcript/done",
    "turn/moderationMetadata",
];

/// Servers of early 2026 and before send everything a second time under these names.
const LEGACY: &[&str] = &[
    "agent_message",
    "agent_message_content_delta",
    "agent_message_delta",
    "agent_reasoning",
    "agent_reasoning_delta",
    "agent_reasoning_raw_content",
    "agent_reasoning_raw_content_delta",
    "agent_reasoning_section_break",
    "background_event",
    "context_compacted",
    "deprecation_notice",
    "error",
    "exec_command_begin",
    "exec_command_end",
    "exec_command_output_delta",
    "item_completed",
    "item_started",
    "mcp_startup_complete",
    "mcp_startup_update",
    "mcp_tool_call_begin",
    "mcp_tool_call_end",
    "patch_apply_begin",
    "patch_apply_end",
    "plan_delta",
    "plan_update",
    "raw_response_item",
    "reasoning_content_delta",
    "reasoning_raw_content_delta",
    "session_configured",
    "shutdown_complete",
    "skills_update_available",
    "stream_error",
    "task_complete",
    "task_started",
    "terminal_interaction",
    "thread_name_updated",
    "thread_rolled_back",
    "token_count",
    "turn_aborted",
    "turn_complete",
    "turn_diff",
    "turn_started",
    "user_message",
    "view_image_tool_call",
    "warning",
    "web_search_begin",
    "web_search_end",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refusal_lists_what_the_server_can_do() {
        let said = "Invalid request: unknown variant `threadloft/inventory`, expected one of `thread/list`, \
                    `thread/start`, `thread/read`, `turn/start`";
        let methods = Methods::from_refusal(said);
        assert!(methods.knows::<protocol::method::ThreadList>());
        assert!(!methods.knows::<protocol::method::ThreadTurnsList>());
        assert_eq!(methods.lacks(), None);
    }

    #[test]
    fn a_server_without_turns_is_too_old_whatever_its_number() {
        let methods = Methods::from_refusal("unknown variant `x`, expected one of `initialize`, `newConversation`");
        assert_eq!(methods.lacks(), Some("thread/list"));
    }

    #[test]
    fn a_server_that_does_not_say_is_taken_at_its_word_later() {
        let methods = Methods::from_refusal("Method not found");
        assert_eq!((methods.lacks(), methods.knows::<protocol::method::ThreadTurnsList>()), (None, true));
    }

    #[test]
    fn the_version_stands_in_the_user_agent() {
        assert_eq!(version("threadloft/0.166.0 (Debian 12.0.0; x86_64) xterm"), Some("0.166.0".into()));
        assert_eq!(version("something else"), None);
    }

    #[test]
    fn nothing_that_is_listened_to_is_opted_out_of() {
        let heard: Vec<&str> = protocol::Event::NOTIFICATIONS.iter().map(|(method, _)| *method).collect();
        let both: Vec<String> = unneeded().into_iter().filter(|name| heard.contains(&name.as_str())).collect();
        assert_eq!(both, Vec::<String>::new());
    }
}
