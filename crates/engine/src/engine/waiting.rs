//! Sends queued messages on their way.

use super::Core;
use crate::id::ThreadId;
use crate::prompt::Choices;
use model::state::{Delivery, LocalEvent, NextWaiting, QueueEdit, Waiting};
use tokio::sync::oneshot;

impl Core {
    /// Takes the first message of our own queue, unless a turn is running or a message is already on its way.
    pub fn next_waiting(&mut self, thread: &ThreadId) -> Option<NextWaiting> {
        let next = self.state.next_here(thread)?;
        if !next.unsure {
            self.set_out(&next);
            self.note(LocalEvent::Sending(thread.clone()));
        }
        Some(next)
    }

    /// Takes this message of our own queue out of turn. It stays in the queue until it has arrived. `None` if it is not
    /// there or already on its way.
    pub fn send_out(&mut self, thread: &ThreadId, id: &str) -> Option<NextWaiting> {
        let next = self.state.one_here(thread, id)?;
        if !next.unsure {
            self.set_out(&next);
        }
        Some(next)
    }

    fn set_out(&mut self, next: &NextWaiting) {
        self.note(LocalEvent::Message(next.waiting.queued.id.clone(), Delivery::Said));
    }

    /// Records that a message leaves the server's queue for the running turn. The receiver fires when that is on disk.
    pub fn take(&mut self, thread: ThreadId, waiting: Waiting) -> oneshot::Receiver<()> {
        self.note(LocalEvent::Leaves { thread: thread.clone(), waiting: waiting.clone() });
        self.stores.current().put_taken(thread, waiting)
    }

    /// Sets the choices of all messages in our own queue.
    pub(super) fn choose_waiting(&mut self, thread: &ThreadId, choices: &Choices) {
        if self.state.waits_with_other(thread, choices) {
            let edit = QueueEdit::Choices(choices.clone());
            self.note(LocalEvent::QueueEdited { thread: thread.clone(), edit });
        }
    }
}
