//! What a thread asked and planned, as it is kept and read again.

use super::Core;
use crate::catalog::List;
use crate::id::ThreadId;
use crate::record::{Record, Verdict};
use crate::row::KeptPlan;
use crate::state::LocalEvent;
use tokio::sync::oneshot;

impl Core {
    /// What a thread asked, newest first; it comes when what was put before is written.
    pub fn records(&self, thread: ThreadId) -> oneshot::Receiver<Vec<Record>> {
        if self.state.server().demo.is_none() {
            return self.store.records(thread);
        }
        let (tell, told) = oneshot::channel();
        let of_thread = self.demo_records.iter().rev().filter(|record| record.thread == thread);
        tell.send(of_thread.cloned().collect()).ok();
        told
    }

    /// The last plan, where the server keeps none; the demo's is in memory alone.
    pub fn plan(&self, thread: ThreadId) -> oneshot::Receiver<Option<KeptPlan>> {
        let demo = self.state.server().demo.is_some();
        self.look_up(move |store| if demo { None } else { store.plan(&thread) })
    }

    /// Writes what was answered, planned and spent since the last time, and passes on what the system is to say.
    pub(super) fn keep_records(&mut self) {
        let demo = self.state.server().demo.is_some();
        for record in self.state.take_records() {
            if record.verdict == Verdict::Session {
                self.grants.push(record.clone());
                self.note(LocalEvent::Stale(List::Rules));
            }
            if demo {
                self.demo_records.push(record);
            } else {
                self.store.put_record(record);
            }
        }
        for (thread, plan) in self.state.take_plans() {
            if !demo {
                self.store.put_plan(thread, Some(plan));
            }
        }
        for spending in self.state.take_spendings() {
            // The demo costs nothing.
            if !demo {
                self.store.put_spending(spending);
            }
        }
        let wanted = self.state.settings().notify;
        for note in self.state.take_desktop_notifications().iter().filter(|_| wanted) {
            self.platform.notify(note);
        }
    }
}
