//! Reading a thread in a window.

use crate::domain::domain;
use crate::found::Spot;
use crate::id::ThreadId;

domain! {
    /// Reading a thread in a window.
    pub enum ReadIntent {
        /// Reads a thread for this window, without taking the writer lock.
        OpenThread {
            thread: ThreadId,
        },
        /// This window no longer shows the thread.
        CloseThread {
            thread: ThreadId,
        },
        /// Asks whether another Codex process still writes to the thread; fails as `Locked` if it does.
        AskLock {
            thread: ThreadId,
        },
        LoadOlder {
            thread: ThreadId,
        },
        /// Loads the next newer page of a thread that was opened in its middle.
        LoadNewer {
            thread: ThreadId,
        },
        /// Replaces the page in the middle of a thread by its newest page.
        LoadNewest {
            thread: ThreadId,
        },
        /// Opens a thread at a search result. The receipt names the row.
        OpenAt {
            thread: ThreadId,
            spot: Spot,
        },
    }
}
