//! A request of the server as a window shows it, and the answers that a person can give.
//!
//! Invariant: only Rust code translates an answer to the wire. A window never builds a reply.

pub mod form;
mod permission;
mod read;
mod reply;
mod rule;
mod standing;

pub(crate) use permission::lines as permission_lines;
pub use read::{Setting, Tool, place, read};
pub use reply::reply;
pub use rule::by_rule;

/// Our reply to a request of the server. It may carry a secret, so `Debug` prints none of it.
#[derive(Clone, PartialEq)]
pub struct Reply {
    pub id: protocol::RequestId,
    pub outcome: Result<serde_json::Value, protocol::RpcError>,
}

impl std::fmt::Debug for Reply {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Reply").field("id", &self.id).field("accepted", &self.outcome.is_ok()).finish_non_exhaustive()
    }
}
