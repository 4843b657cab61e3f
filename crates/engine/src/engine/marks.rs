//! Pins and unread marks that we keep ourselves, for servers that do not.

use super::Core;
use crate::id::ThreadId;
use model::state::LocalEvent;

impl Core {
    /// Sets a pin that only we keep.
    pub fn put_own_pin(&mut self, thread: ThreadId, pinned: bool) {
        self.stores.current().put_pin(thread.clone(), pinned);
        if pinned {
            self.note(LocalEvent::OwnPins(vec![thread]));
        } else {
            self.note(LocalEvent::Pinned { thread, pinned });
        }
    }

    pub(super) fn note_seen(&mut self, thread: &ThreadId) {
        if self.state.is_own_unread(thread) {
            self.note(LocalEvent::OwnUnread { thread: thread.clone(), unread: false });
        }
    }
}
