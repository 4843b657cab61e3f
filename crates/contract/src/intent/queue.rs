//! Prompts that wait for the running turn to end.

use crate::domain::domain;
use crate::id::{QueuedId, ThreadId};
use crate::prompt::{Choices, Prompt};

domain! {
    /// Prompts that wait for the running turn to end.
    pub enum QueueIntent {
        /// Sends a prompt when the running turn has ended, or at once if none is running.
        Queue {
            thread: ThreadId,
            prompt: Prompt,
            choices: Choices,
        },
        EditQueued {
            thread: ThreadId,
            queued: QueuedId,
            text: String,
        },
        RemoveQueued {
            thread: ThreadId,
            queued: QueuedId,
        },
        OrderQueue {
            thread: ThreadId,
            order: Vec<QueuedId>,
        },
        /// Sends a queued prompt now: into the running turn, or as the next one.
        SendQueued {
            thread: ThreadId,
            queued: QueuedId,
            choices: Choices,
        },
    }
}

impl QueueIntent {
    /// The thread and the choices that this intent sets, if it names a thread.
    pub(super) fn chosen(&self) -> Option<(&ThreadId, &Choices)> {
        match self {
            Self::Queue { thread, choices, .. } | Self::SendQueued { thread, choices, .. } => Some((thread, choices)),
            _ => None,
        }
    }
}
