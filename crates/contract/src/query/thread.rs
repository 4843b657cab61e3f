//! A thread's content: searches in it, whole outputs, pictures and requests.

use crate::domain::domain;
use crate::found::Onward;
use crate::found::Scope;
use crate::id::RowId;
use crate::id::TerminalId;
use crate::id::ThreadId;

domain! {
    /// A thread's content: searches in it, whole outputs, pictures and requests.
    #[derive(Clone)]
    pub enum ThreadQuery {
        /// Messages in all threads that contain a text. Titles are searched by the window itself.
        Search {
            text: String,
            scope: Scope,
            /// The next page of an earlier search.
            #[serde(default)]
            #[ts(optional)]
            from: Option<Onward>,
        },
        /// The first few places in one thread where a text is said.
        Peek {
            thread: ThreadId,
            text: String,
        },
        /// Every place in one thread that contains a text: messages, commands, file changes.
        Find {
            thread: ThreadId,
            text: String,
        },
        Details {
            thread: ThreadId,
        },
        /// A command's complete output, rendered for the page.
        Sheet {
            thread: ThreadId,
            row: RowId,
        },
        SheetLines {
            stamp: String,
            from: u32,
            count: u32,
        },
        /// A command's complete output as plain text.
        Output {
            thread: ThreadId,
            row: RowId,
        },
        /// The name under which the page can load a row's picture.
        RowPicture {
            thread: ThreadId,
            row: RowId,
        },
        /// All lines of one file that a row changed.
        Diff {
            thread: ThreadId,
            row: RowId,
            path: String,
        },
        /// Rows that have scrolled out of a terminal's screen, oldest first.
        TerminalHistory {
            terminal: TerminalId,
            from: u32,
            count: u32,
        },
        /// The requests of a thread and their outcomes, newest first.
        Approvals {
            thread: ThreadId,
        },
    }
}
