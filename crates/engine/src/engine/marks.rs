//! Pins and unread marks where the server keeps none: we do, beyond the next start.

use super::Core;
use crate::id::ThreadId;
use crate::state::LocalEvent;

impl Core {
    /// A pin that only we can keep.
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
