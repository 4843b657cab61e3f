//! Usage and messages of the account.

use crate::domain::domain;
use crate::id::ThreadId;

domain! {
    /// Usage and messages of the account.
    #[derive(Clone)]
    pub enum AccountQuery {
        /// Tokens per day.
        Usage,
        WorkspaceMessages,
        /// The most expensive turns since a moment: midnight in the window's time zone.
        Spent {
            since_ms: f64,
        },
        /// What one thread has used.
        ThreadUsage {
            thread: ThreadId,
        },
    }
}
