//! Answers to the agent's requests, and their record.

use crate::ask::Answer;
use crate::domain::domain;
use crate::id::{AskId, RowId, ThreadId};

domain! {
    /// Answers to the agent's requests, and their record.
    pub enum ApprovalIntent {
        Answer {
            ask: AskId,
            answer: Answer,
        },
        /// Declines this thread's requests after so many seconds without an answer. `None` turns this off.
        DeclineAfter {
            thread: ThreadId,
            seconds: Option<u32>,
        },
        /// Allows exactly what the automatic reviewer denied in this row.
        Overrule {
            thread: ThreadId,
            row: RowId,
        },
        /// Writes the thread's record of approvals as JSON into a folder that the person picks. The receipt names the
        /// file.
        ExportApprovals {
            thread: ThreadId,
        },
    }
}
