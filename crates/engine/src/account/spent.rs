//! What turns and threads cost, where the server says so.

use crate::id::{ThreadId, TurnId};
pub use contract::account::{Spent, SpentTurn, ThreadUsage, UsageGroup};

/// Tokens of one turn, as far as it has come. Only turns that ran here are known.
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
