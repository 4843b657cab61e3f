//! The threads that this server has loaded for us, and whose writer lock it therefore holds.

use crate::id::ThreadId;
use std::collections::HashSet;
use std::sync::{Mutex, MutexGuard, PoisonError};

#[derive(Default)]
pub(crate) struct LoadedThreads(Mutex<HashSet<ThreadId>>);

impl LoadedThreads {
    pub fn has(&self, thread: &ThreadId) -> bool {
        self.lock().contains(thread)
    }

    pub fn forget(&self, thread: &str) {
        self.lock().remove(&ThreadId::from(thread));
    }

    /// A new server has loaded none of the old one's threads.
    pub fn clear(&self) {
        self.lock().clear();
    }

    pub fn put(&self, thread: ThreadId) {
        self.lock().insert(thread);
    }

    fn lock(&self) -> MutexGuard<'_, HashSet<ThreadId>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
