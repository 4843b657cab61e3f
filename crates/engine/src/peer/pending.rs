//! Calls that were sent and not yet answered.
//!
//! Invariant: an entry lives no longer than the caller that waits for it.

use protocol::{Event, RpcError};
use serde_json::value::RawValue;
use std::collections::HashMap;

/// Parses the outcome, emits its event, then wakes the caller, in this order.
pub type Settle = Box<dyn FnOnce(Result<&RawValue, RpcError>, &dyn Fn(Event)) + Send>;

#[derive(Default)]
pub struct Pending {
    last: i64,
    open: HashMap<i64, Settle>,
    closed: bool,
}

impl Pending {
    /// Reserves an id for a call. `None` once the wire is closed.
    pub fn open(&mut self, settle: Settle) -> Option<i64> {
        if self.closed {
            return None;
        }
        self.last += 1;
        self.open.insert(self.last, settle);
        Some(self.last)
    }

    /// Removes the call, so that it can be settled outside the lock.
    pub fn take(&mut self, id: i64) -> Option<Settle> {
        self.open.remove(&id)
    }

    /// Drops every call. Their callers see the wire as closed.
    pub fn close(&mut self) {
        self.closed = true;
        self.open.clear();
    }

    #[cfg(test)]
    pub fn len(&self) -> usize {
        self.open.len()
    }
}
