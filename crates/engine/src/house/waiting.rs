//! The prompts that wait their turn with us, as the room holds them.

use super::Room;
use crate::id::ThreadId;
use crate::state::News;
use crate::store::Waiting;

impl Room {
    pub fn note_waiting(&mut self) {
        for thread in self.waiting.keys().cloned().collect::<Vec<_>>() {
            self.tell_waiting(&thread);
        }
    }

    pub fn edit_waiting(&mut self, thread: &ThreadId, edit: impl FnOnce(&mut Vec<Waiting>)) {
        let all = self.waiting.entry(thread.clone()).or_default();
        edit(all);
        let all = all.clone();
        // The demo's conversations go with it.
        if self.state.server().demo.is_none() {
            self.shelf.put_waiting(thread.clone(), all);
        }
        self.tell_waiting(thread);
        self.waiting.retain(|_, all| !all.is_empty());
    }

    /// The first one, unless something runs or is on its way already.
    pub fn next_waiting(&mut self, thread: &ThreadId) -> Option<Waiting> {
        let next = self.waiting.get(thread)?.first()?.clone();
        if !self.state.is_free(thread) || !self.on_their_way.insert(thread.clone()) {
            return None;
        }
        self.note(News::Sending(thread.clone()));
        Some(next)
    }

    /// A server that keeps a queue takes over what waited here.
    pub fn hand_over(&mut self, thread: &ThreadId) -> Vec<Waiting> {
        self.waiting.get(thread).cloned().unwrap_or_default()
    }

    /// It arrived, by its id, and leaves the queue; or it did not, and stays.
    pub fn waiting_sent(&mut self, thread: &ThreadId, sent: Option<&str>) {
        self.on_their_way.remove(thread);
        if let Some(id) = sent {
            self.edit_waiting(thread, |all| all.retain(|one| one.queued.id != id));
        }
    }

    fn tell_waiting(&mut self, thread: &ThreadId) {
        let queue = self.waiting.get(thread).into_iter().flatten().map(|one| one.queued.clone()).collect();
        self.note(News::Queue { thread: thread.clone(), queue });
    }
}
