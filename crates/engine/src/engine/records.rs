//! What a thread asked and planned, as it is kept and read again.

use super::Core;
use crate::id::ThreadId;
use crate::record::Record;
use crate::row::KeptPlan;
use crate::state::Write;
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

    pub(super) fn write(&mut self, write: Write) {
        let demo = self.state.server().demo.is_some();
        match write {
            Write::ForgetThread(thread) => self.forget_chosen(&thread),
            Write::Record(record) if demo => self.demo_records.push(*record),
            // The demo costs nothing, and its conversations go with it.
            _ if demo => {}
            Write::Record(record) => self.store.put_record(*record),
            Write::Plan(thread, plan) => self.store.put_plan(thread, Some(*plan)),
            Write::Spending(spending) => self.store.put_spending(spending),
            Write::Unread(thread, unread) => self.store.put_unread(thread, unread),
        }
    }
}
