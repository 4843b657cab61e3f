//! What a person chose for each thread, as the room keeps it.

use super::Room;
use crate::id::ThreadId;
use crate::prompt::Choices;
use crate::state::{Chosen, News};

impl Room {
    /// From now on this is what the thread's messages go with.
    pub fn choose(&mut self, thread: ThreadId, choices: Choices) {
        let chosen = Chosen { choices, over: self.state.model_of(&thread) };
        if self.state.chosen(&thread) == Some(&chosen) {
            return;
        }
        // The demo's conversations go with it.
        if self.state.server().demo.is_none() {
            self.shelf.put_chosen(thread.clone(), Some(chosen.clone()));
        }
        self.note(News::Chosen(vec![(thread, chosen)]));
    }

    /// A fork goes on as the thread it came from.
    pub fn choose_as(&mut self, fork: ThreadId, from: &ThreadId) {
        if let Some(choices) = self.state.chosen(from).map(|chosen| chosen.choices.clone()) {
            self.choose(fork, choices);
        }
    }

    /// The thread is gone.
    pub fn forget_chosen(&mut self, thread: &ThreadId) {
        self.shelf.put_chosen(thread.clone(), None);
    }
}
