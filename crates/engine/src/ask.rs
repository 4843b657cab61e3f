//! A question the server waits on, as a window shows it, and the answers a person can give.
//!
//! Invariant: an answer is translated to the wire in Rust only; a window never builds a reply.

pub(crate) mod form;
mod permission;
mod read;
mod reply;
mod rule;
mod standing;

pub use contract::ask::{
    Answer, Ask, AskBody, Choice, Decision, Field, FieldKind, Grant, GrantKind, Persist, Question, Risk, Standing,
};
pub(crate) use read::{Setting, Tool, place, read};
pub(crate) use reply::reply;
pub use rule::by_rule;

/// What goes back to the server for a request it made. It may carry a secret, so it does not print.
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
