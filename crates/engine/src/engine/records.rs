//! The record of approvals and the last plan of a thread, in the store.

use super::Core;
use crate::id::ThreadId;
use crate::record::Record;
use crate::row::KeptPlan;
use model::state::Write;
use tokio::sync::oneshot;

impl Core {
    /// The thread's record of approvals, newest first, after everything that was queued before.
    pub fn records(&self, thread: ThreadId) -> oneshot::Receiver<Vec<Record>> {
        self.stores.current().records(thread)
    }

    /// The thread's last plan, for servers that keep none.
    pub fn plan(&self, thread: ThreadId) -> oneshot::Receiver<Option<KeptPlan>> {
        self.read_store(move |store| store.plan(&thread))
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
            Write::ForgetThread(thread) => self.forget_choices(&thread),
        }
    }
}
