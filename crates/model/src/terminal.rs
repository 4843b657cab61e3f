//! Terminals beside a thread: shells that a person types into, run by the app-server in the thread's folder.
//!
//! Invariant: a tab shows the sandbox that the server was told to use.

mod keys;

pub use keys::{Modes, encode};
