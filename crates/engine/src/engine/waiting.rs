//! The prompts that wait their turn with us, as the core holds them.

use super::Core;
use crate::id::ThreadId;
use crate::state::LocalEvent;
use crate::store::Waiting;
use tokio::sync::oneshot;

impl Core {
    pub fn note_waiting(&mut self) {
        for thread in self.waiting.keys().cloned().collect::<Vec<_>>() {
            self.tell_waiting(&thread);
        }
    }

    pub fn edit_waiting(&mut self, thread: &ThreadId, edit: impl FnOnce(&mut Vec<Waiting>)) {
        let all = self.waiting.entry(thread.clone()).or_default();
        edit(all);
        let all = all.clone();
        self.stores.current().put_waiting(thread.clone(), all);
        self.tell_waiting(thread);
        self.waiting.retain(|_, all| !all.is_empty());
    }

    /// The first one, unless something runs or is on its way already.
    pub fn next_waiting(&mut self, thread: &ThreadId) -> Option<Waiting> {
        let next = self.waiting.get(thread)?.first()?.clone();
        if !self.state.is_free(thread) || !self.sets_out(thread, &next) {
            return None;
        }
        self.note(LocalEvent::Sending(thread.clone()));
        Some(next)
    }

    /// One of ours goes out before its turn; it stays until it arrived. `None`: it is not there, or already goes.
    pub fn send_out(&mut self, thread: &ThreadId, id: &str) -> Option<Waiting> {
        let found = self.waiting.get(thread)?.iter().find(|one| one.queued.id == id)?.clone();
        self.sets_out(thread, &found).then_some(found)
    }

    /// `false`: another one is on its way in this thread.
    fn sets_out(&mut self, thread: &ThreadId, one: &Waiting) -> bool {
        let free = !self.on_their_way.contains_key(thread);
        if free {
            self.on_their_way.insert(thread.clone(), one.queued.id.clone());
        }
        free
    }

    /// It is being sent as it is, and can no longer be another or none.
    pub fn is_going(&self, thread: &ThreadId, id: &str) -> bool {
        self.on_their_way.get(thread).is_some_and(|going| going == id)
    }

    /// It leaves the server's queue for the running turn. It comes when that is on disk.
    pub fn take(&mut self, thread: ThreadId, prompt: Waiting) -> oneshot::Receiver<()> {
        let id = prompt.queued.client_user_message_id.clone();
        self.taken.retain(|(_, held)| held.queued.client_user_message_id != id);
        self.taken.push((thread.clone(), prompt.clone()));
        self.in_flight.insert(id);
        self.stores.current().put_taken(thread, prompt)
    }

    /// It stands in the thread, or in a queue again.
    pub fn arrived(&mut self, id: &str) {
        self.in_flight.remove(id);
        self.taken.retain(|(_, held)| held.queued.client_user_message_id != id);
        self.stores.current().forget_taken(id.to_owned());
    }

    /// It did not arrive, as far as we know.
    pub fn missed(&mut self, id: &str) {
        self.in_flight.remove(id);
    }

    /// Those of a thread that left a queue and are not on their way any more.
    pub fn stranded(&self, thread: &ThreadId) -> Vec<Waiting> {
        let of_thread = self.taken.iter().filter(|(of, _)| of == thread).map(|(_, prompt)| prompt);
        of_thread.filter(|prompt| !self.in_flight.contains(&prompt.queued.client_user_message_id)).cloned().collect()
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
        self.note(LocalEvent::Queue { thread: thread.clone(), queue });
    }
}
