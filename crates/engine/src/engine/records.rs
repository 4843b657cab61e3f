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
        self.stores.current().records(thread)
    }

    /// The last plan, where the server keeps none.
    pub fn plan(&self, thread: ThreadId) -> oneshot::Receiver<Option<KeptPlan>> {
        self.look_up(move |store| store.plan(&thread))
    }

    pub(super) fn write(&mut self, write: Write) {
        let store = self.stores.current();
        match write {
            Write::Record(record) => store.put_record(*record),
            Write::Plan(thread, plan) => store.put_plan(thread, Some(*plan)),
            Write::Spending(spending) => store.put_spending(spending),
            Write::Unread(thread, unread) => store.put_unread(thread, unread),
            Write::Waiting(thread, all) => store.put_waiting(thread, all),
            Write::ForgetTaken(id) => store.forget_taken(id),
            Write::Unlisted(thread, made_ms) => store.put_unlisted(thread, made_ms),
            Write::ForgetThread(thread) => self.forget_chosen(&thread),
        }
    }
}
