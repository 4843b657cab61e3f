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
