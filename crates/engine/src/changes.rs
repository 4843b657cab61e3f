//! Changed files: in a turn, in a thread, since the last commit, or since a branch. A set is read once and shown page
//! by page.
//!
//! Invariant: a page belongs to exactly the set it was requested from. A set that is no longer cached must be
//! requested again.
//!
//! Invariant: files are only read, and only those inside the thread's folder or its repository.

mod gather;
mod watch;

pub use contract::changes::{BranchList, ChangeSet, Compared, FileSum};
pub(crate) use gather::{branches, gather};

use crate::id::ThreadId;

/// A request for a set of changes.
#[derive(Debug, Clone)]
pub(crate) struct Wanted {
    pub thread: ThreadId,
    pub compared: Compared,
    /// Include changes that affect only white space.
    pub spaces: bool,
}
