//! Changes on their way to one window, gathered for one frame.
//!
//! Invariant: a merged batch does what its changes would have done one by one.

use crate::change::Change;
use crate::id::ThreadId;
use std::collections::BTreeSet;

#[derive(Debug, Default)]
pub struct Outbox {
    changes: Vec<Change>,
}

impl Outbox {
    /// Takes the changes that concern a window with these threads open.
    pub fn push(&mut self, changes: &[Change], _open: &BTreeSet<ThreadId>) {
        self.changes.extend_from_slice(changes);
    }

    pub fn is_empty(&self) -> bool {
        self.changes.is_empty()
    }

    /// How many changes wait.
    pub fn len(&self) -> usize {
        self.changes.len()
    }

    /// The frame as a JSON array, or nothing if nothing changed.
    pub fn take(&mut self) -> Option<String> {
        if self.changes.is_empty() {
            return None;
        }
        serde_json::to_string(&std::mem::take(&mut self.changes)).ok()
    }
}
