//! Pins and unread marks where the server keeps none: we do, beyond the next start.

use super::Core;
use crate::id::ThreadId;
use crate::state::LocalEvent;
use protocol::method::ThreadReadStateUpdate;

impl Core {
    /// A pin that only we can keep.
    pub fn put_own_pin(&mut self, thread: ThreadId, pinned: bool) {
        self.store.put_pin(thread.clone(), pinned);
        if pinned {
            self.note(LocalEvent::OwnPins(vec![thread]));
        } else {
            self.note(LocalEvent::Pinned { thread, pinned });
        }
    }

    /// A mark that only we can keep.
    pub fn put_own_unread(&mut self, thread: ThreadId, unread: bool) {
        // The demo's conversations go with it.
        if self.state.server().demo.is_none() {
            self.store.put_unread(thread.clone(), unread);
        }
        self.note(LocalEvent::OwnUnread { threads: vec![thread], unread });
    }

    /// A turn ended where nobody looks. What sub-agents do is told by the thread that sent them.
    pub(super) fn note_unseen(&mut self, thread: &ThreadId) {
        let served = self.engine.connection().methods.knows::<ThreadReadStateUpdate>();
        let is_own = self.state.line(thread).is_some_and(|line| !line.source.starts_with("subAgent"));
        if is_own && !served {
            self.put_own_unread(thread.clone(), true);
        }
    }

    pub(super) fn note_seen(&mut self, thread: &ThreadId) {
        if self.state.is_own_unread(thread) {
            self.put_own_unread(thread.clone(), false);
        }
    }
}
