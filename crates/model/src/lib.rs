//! The state of the engine as plain data: what is true now, and how it follows from the server's messages.
//!
//! Invariant: pure. Nothing here reads a clock, a file or a wire, waits, or starts anything. What is to be done outside
//! is returned as effects.

pub mod account;
pub mod ask;
pub mod link;
pub mod notify;
pub mod outbox;
pub mod permissions;
pub mod record;
pub mod refusal;
pub mod risk;
pub mod said;
pub mod shell;
pub mod state;
pub mod terminal;
pub mod words;
