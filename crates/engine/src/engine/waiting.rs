//! Sends queued messages on their way.

use super::Core;
use crate::id::ThreadId;
use crate::prompt::Choices;
use model::state::{Delivery, LocalEvent, NextWaiting, QueueEdit, Waiting};
use tokio::sync::oneshot;

impl Core {
    /// Takes the first message of our own queue, unless a turn is running or a message is already on its way.
    pub fn next_waiting(&mut self, thread: &ThreadId) -> Option<NextWaiting> {
        let next = self.state.next_in_own_queue(thread)?;
        if !next.unsure {
            self.mark_sent(&next);
            self.apply_local(LocalEvent::Sending(thread.clone()));
        }
        Some(next)
    }

    /// Takes this message of our own queue out of turn. It stays in the queue until it has arrived. `None` if it is not
    /// there or already on its way.
    pub fn take_waiting(&mut self, thread: &ThreadId, id: &str) -> Option<NextWaiting> {
        let next = self.state.find_in_own_queue(thread, id)?;
        if !next.unsure {
            self.mark_sent(&next);
        }
        Some(next)
    }

    fn mark_sent(&mut self, next: &NextWaiting) {
        self.apply_local(LocalEvent::Message(next.waiting.queued.id.clone(), Delivery::Said));
    }

    /// Records that a message leaves the server's queue for the running turn. The receiver fires when that is on disk.
    pub fn record_leaving(&mut self, thread: ThreadId, waiting: Waiting) -> oneshot::Receiver<()> {
        self.apply_local(LocalEvent::Leaves { thread: thread.clone(), waiting: waiting.clone() });
        self.stores.current().put_taken(thread, waiting)
    }

    /// Sets the choices of all messages in our own queue.
    pub(super) fn choose_waiting(&mut self, thread: &ThreadId, choices: &Choices) {
        if self.state.waits_with_other(thread, choices) {
            let edit = QueueEdit::Choices(choices.clone());
            self.apply_local(LocalEvent::QueueEdited { thread: thread.clone(), edit });
        }
    }
}
