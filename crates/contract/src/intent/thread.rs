//! What happens to whole threads, and to their turns.

use crate::domain::domain;
use crate::id::{ThreadId, TurnId};
use crate::prompt::Choices;

domain! {
    /// What happens to whole threads, and to their turns.
    pub enum ThreadIntent {
        Rename {
            thread: ThreadId,
            name: String,
        },
        Archive {
            threads: Vec<ThreadId>,
        },
        Unarchive {
            threads: Vec<ThreadId>,
        },
        Pin {
            threads: Vec<ThreadId>,
            pinned: bool,
        },
        MarkUnread {
            threads: Vec<ThreadId>,
            unread: bool,
        },
        /// Hides threads at once and deletes them after ten seconds, unless `KeepThreads` comes first.
        Delete {
            threads: Vec<ThreadId>,
        },
        KeepThreads {
            threads: Vec<ThreadId>,
        },
        /// Makes a new thread with this one's turns, up to and including `turn` if it is given. The receipt names it.
        Fork {
            thread: ThreadId,
            turn: Option<TurnId>,
        },
        /// Makes a new thread with this one's turns before `turn`, whose prompt becomes the draft there. The receipt
        /// names it.
        ForkBefore {
            thread: ThreadId,
            turn: TurnId,
        },
        /// Removes `turn` and all turns after it. Its prompt becomes the draft. Files stay as they are.
        GoBack {
            thread: ThreadId,
            turn: TurnId,
        },
        Compact {
            thread: ThreadId,
        },
        /// Sets or (`None`) clears the goal. With an active goal the agent continues by itself, with these choices.
        SetGoal {
            thread: ThreadId,
            objective: Option<String>,
            active: bool,
            choices: Choices,
        },
        /// Updates the list with what is on disk.
        RefreshThreads,
    }
}

impl ThreadIntent {
    /// The thread and the choices that this intent sets, if it names a thread.
    pub(super) fn chosen(&self) -> Option<(&ThreadId, &Choices)> {
        match self {
            Self::SetGoal { thread, choices, .. } => Some((thread, choices)),
            _ => None,
        }
    }
}
