//! Pins and unread marks that we keep ourselves, for servers that do not.

use super::Core;
use crate::id::ThreadId;
use model::state::LocalEvent;

impl Core {
    /// Sets a pin that only we keep.
    pub fn set_own_pin(&mut self, thread: ThreadId, pinned: bool) {
        self.stores.current().put_pin(thread.clone(), pinned);
        if pinned {
            self.apply_local(LocalEvent::OwnPins(vec![thread]));
        } else {
            self.apply_local(LocalEvent::Pinned { thread, pinned });
        }
    }

    pub(super) fn mark_seen(&mut self, thread: &ThreadId) {
        if self.state.is_own_unread(thread) {
            self.apply_local(LocalEvent::OwnUnread { thread: thread.clone(), unread: false });
        }
    }
}
