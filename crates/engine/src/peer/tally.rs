//! Counters of the wire for the Diagnostics page.
//!
//! Invariant: nothing here grows without bound, and nothing of a payload is kept.

use crate::query::Counters;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

/// Counted over all runs of the server.
#[derive(Default)]
pub struct Tally {
    pub lines_in: AtomicU64,
    pub bytes_in: AtomicU64,
    pub lines_out: AtomicU64,
    pub calls_open: AtomicU64,
    pub calls_failed: AtomicU64,
    pub calls_timed_out: AtomicU64,
    pub overloads: AtomicU64,
    pub garbled: AtomicU64,
    pub batches: AtomicU64,
    pub changes: AtomicU64,
    pub unknown: NameCounts,
    pub unreadable: NameCounts,
    pub refused: NameCounts,
}

impl Tally {
    pub fn counters(&self) -> Counters {
        let read = |count: &AtomicU64| count.load(Relaxed) as f64;
        Counters {
            lines_in: read(&self.lines_in),
            bytes_in: read(&self.bytes_in),
            lines_out: read(&self.lines_out),
            calls_open: read(&self.calls_open),
            calls_failed: read(&self.calls_failed),
            calls_timed_out: read(&self.calls_timed_out),
            overloads: read(&self.overloads),
            garbled: read(&self.garbled),
            batches: read(&self.batches),
            changes: read(&self.changes),
            unknown_notices: self.unknown.read(),
            unreadable_notices: self.unreadable.read(),
            refused_requests: self.refused.read(),
        }
    }
}

pub fn add(count: &AtomicU64, by: u64) {
    count.fetch_add(by, Relaxed);
}

/// How often each name was seen. Names come from the server, so their number and length are bounded.
#[derive(Default)]
pub struct NameCounts(Mutex<BTreeMap<String, f64>>);

const MOST_NAMES: usize = 200;
const LONGEST_NAME: usize = 80;

impl NameCounts {
    pub fn count(&self, name: &str) {
        let mut names = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let name: String = name.chars().filter(|c| !c.is_control()).take(LONGEST_NAME).collect();
        if names.len() < MOST_NAMES || names.contains_key(&name) {
            *names.entry(name).or_default() += 1.0;
        } else {
            *names.entry("(others)".into()).or_default() += 1.0;
        }
    }

    fn read(&self) -> BTreeMap<String, f64> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_that_invents_names_cannot_fill_the_memory() {
        let names = NameCounts::default();
        for n in 0..10_000 {
            names.count(&format!("made/up/{n}"));
        }
        let read = names.read();
        assert_eq!(read.len(), MOST_NAMES + 1);
        assert_eq!(read["(others)"], 10_000.0 - MOST_NAMES as f64);
    }
}
