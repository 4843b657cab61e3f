//! A thread's rule for unattended requests: they are declined after a time, so that the turn ends.
//!
//! Invariant: the timer only declines. Nothing here can accept.

use super::State;
use contract::ask::Answer;
use contract::change::Change;
use contract::id::{AskId, ThreadId};
use contract::record::By;

impl State {
    /// `None` removes the rule. Requests that already wait get the full time from now on.
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

    /// When a request of this thread that arrives now will be declined.
    pub(super) fn declines(&self, thread: Option<&ThreadId>, at_ms: f64) -> Option<f64> {
        self.unattended.get(thread?).map(|after_s| at_ms + f64::from(*after_s) * 1_000.0)
    }

    /// When the next request is due.
    pub(super) fn next_decline(&self) -> Option<f64> {
        self.asks.all().filter_map(|ask| ask.declines_ms).min_by(f64::total_cmp)
    }

    /// Declines what is due. If the reply cannot be sent, the request waits on without a timer.
    pub(super) fn decline_due(&mut self, at_ms: f64, out: &mut Vec<Change>) {
        let is_due = |at: Option<f64>| at.is_some_and(|at| at <= at_ms);
        let due: Vec<AskId> = self.asks.all().filter(|ask| is_due(ask.declines_ms)).map(|ask| ask.id.clone()).collect();
        for id in due {
            if self.answer(&id, Answer::Refuse, By::Unattended).is_err() {
                self.stop_clock(&id, By::Unattended, out);
            }
        }
    }

    /// The timer's reply could not be sent, and it does not try again.
    pub(super) fn stop_clock(&mut self, id: &AskId, by: By, out: &mut Vec<Change>) {
        for ask in self.asks.all_mut().filter(|ask| ask.id == *id && by == By::Unattended) {
            ask.declines_ms = None;
            out.push(Change::AskPut { ask: Box::new(ask.clone()) });
        }
    }
}
