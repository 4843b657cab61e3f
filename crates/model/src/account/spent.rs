//! What turns and threads cost, if the server reports it.

use contract::id::{ThreadId, TurnId};

/// The tokens of one turn so far. Only turns that ran in this app are known.
#[derive(Debug, Clone, PartialEq)]
pub struct Spending {
    pub thread: ThreadId,
    pub turn: TurnId,
    pub at_ms: f64,
    pub tokens: i64,
    pub input: i64,
    pub cached: i64,
    pub output: i64,
}
