//! Terminals beside a thread: shells that a person types into, run by the app-server in the thread's folder.
//!
//! Invariant: what a tab says about its sandbox is what the server was told to run it in.

mod keys;

pub use contract::terminal::{Fenced, TerminalState, TerminalTab, Typed};
pub(crate) use keys::{Modes, encode};
