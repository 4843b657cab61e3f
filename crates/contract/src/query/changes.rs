//! Changed files, as git compares them.

use crate::changes::Compared;
use crate::domain::domain;
use crate::id::ThreadId;

domain! {
    /// Changed files, as git compares them.
    #[derive(Clone)]
    pub enum ChangesQuery {
        /// What changed since a turn, a commit or a branch: the files, and the position of their changed lines.
        Changes {
            thread: ThreadId,
            compared: Compared,
            /// Includes changes of white space only.
            spaces: bool,
        },
        /// Rendered lines of one of its files, by the file's index in the set.
        ChangeLines {
            stamp: String,
            file: u32,
            from: u32,
            count: u32,
        },
        /// The unchanged lines between two changes, by the hunk header that stands for them.
        Unchanged {
            stamp: String,
            file: u32,
            gap: u32,
        },
        /// The changes of one file, or of all of them, in git's format.
        Patch {
            stamp: String,
            file: Option<u32>,
        },
        /// The branches that the thread's folder can be compared with.
        Branches {
            thread: ThreadId,
        },
        /// What a review of this repository can examine.
        Repository {
            cwd: String,
        },
    }
}
