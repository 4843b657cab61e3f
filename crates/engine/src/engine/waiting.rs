//! Messages of queues that go out, as the core starts them on their way.

use super::Core;
use crate::id::ThreadId;
use crate::prompt::Choices;
use crate::state::{Delivery, LocalEvent, Next, QueueEdit, Waiting};
use tokio::sync::oneshot;

impl Core {
    /// The first one of ours, unless something runs or is on its way already.
    pub fn next_waiting(&mut self, thread: &ThreadId) -> Option<Next> {
        let next = self.state.next_here(thread)?;
        if !next.unsure {
            self.set_out(&next);
            self.note(LocalEvent::Sending(thread.clone()));
        }
        Some(next)
    }

    /// One of ours goes out before its turn; it stays until it arrived. `None`: it is not there, or already goes.
    pub fn send_out(&mut self, thread: &ThreadId, id: &str) -> Option<Next> {
        let next = self.state.one_here(thread, id)?;
        if !next.unsure {
            self.set_out(&next);
        }
        Some(next)
    }

    fn set_out(&mut self, next: &Next) {
        self.note(LocalEvent::Message(next.waiting.queued.id.clone(), Delivery::Said));
    }

    /// It leaves the server's queue for the running turn. It comes when that is on disk.
    pub fn take(&mut self, thread: ThreadId, waiting: Waiting) -> oneshot::Receiver<()> {
        self.note(LocalEvent::Leaves { thread: thread.clone(), waiting: waiting.clone() });
        self.stores.current().put_taken(thread, waiting)
    }

    /// What waits with us goes with these from now on.
    pub(super) fn choose_waiting(&mut self, thread: &ThreadId, choices: &Choices) {
        if self.state.waits_with_other(thread, choices) {
            let edit = QueueEdit::Choices(choices.clone());
            self.note(LocalEvent::QueueEdited { thread: thread.clone(), edit });
        }
    }
}
