//! When nobody is there: a thread's own rule declines what was asked after a while, so that its turn ends.
//!
//! Invariant: the clock only ever declines. Nothing here can accept.

use super::{Reply, State};
use crate::ask::Answer;
use crate::change::{AskEnd, Change};
use crate::id::{AskId, ThreadId};
use crate::record::By;

impl State {
    /// `None` is the rule's end. What waits already gets its whole time from now on.
    pub(super) fn put_unattended(&mut self, thread: ThreadId, after_s: Option<u32>, at_ms: f64, out: &mut Vec<Change>) {
        match after_s {
            Some(after_s) => self.unattended.insert(thread.clone(), after_s),
            None => self.unattended.remove(&thread),
        };
        for ask in self.asks.all_mut().filter(|ask| ask.thread.as_ref() == Some(&thread)) {
            let declines_ms = after_s.map(|after_s| at_ms + f64::from(after_s) * 1_000.0);
            if ask.declines_ms != declines_ms {
                ask.declines_ms = declines_ms;
                out.push(Change::AskPut { ask: Box::new(ask.clone()) });
            }
        }
        self.touched.insert(thread);
    }

    /// When a question of this thread, asked now, declines by itself.
    pub(super) fn declines(&self, thread: Option<&ThreadId>, at_ms: f64) -> Option<f64> {
        self.unattended.get(thread?).map(|after_s| at_ms + f64::from(*after_s) * 1_000.0)
    }

    /// When the next one is due.
    pub fn next_decline(&self) -> Option<f64> {
        self.asks.all().filter_map(|ask| ask.declines_ms).min_by(f64::total_cmp)
    }

    /// Declines what is due. What cannot be told to the server waits on, without a clock.
    pub fn decline_due(&mut self, at_ms: f64, mut hand: impl FnMut(Reply) -> bool) -> Vec<Change> {
        self.now_ms = at_ms;
        let is_due = |at: Option<f64>| at.is_some_and(|at| at <= at_ms);
        let due: Vec<AskId> = self.asks.all().filter(|ask| is_due(ask.declines_ms)).map(|ask| ask.id.clone()).collect();
        let mut changes = Vec::new();
        for id in due {
            match self.end_by(&id, Answer::Refuse, By::Unattended, AskEnd::Unattended, &mut hand) {
                Ok(told) => changes.extend(told),
                Err(_) => {
                    for ask in self.asks.all_mut().filter(|ask| ask.id == id) {
                        ask.declines_ms = None;
                        changes.push(Change::AskPut { ask: Box::new(ask.clone()) });
                    }
                }
            }
        }
        changes
    }
}
