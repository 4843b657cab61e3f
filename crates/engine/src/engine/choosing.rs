//! The choices a person made for each thread.

use super::Core;
use crate::id::ThreadId;
use crate::prompt::Choices;
use model::state::{Chosen, LocalEvent};

impl Core {
    /// Sets the choices for the thread's messages, including those that already wait. Returns whether they are new.
    pub fn choose(&mut self, thread: ThreadId, choices: Choices) -> bool {
        self.choose_waiting(&thread, &choices);
        let told = self.state.chosen(&thread).is_some_and(|chosen| chosen.told);
        let over = self.state.model_of(&thread);
        self.put_chosen(thread, Chosen { choices, over, told })
    }

    fn put_chosen(&mut self, thread: ThreadId, chosen: Chosen) -> bool {
        if self.state.chosen(&thread) == Some(&chosen) {
            return false;
        }
        self.stores.current().put_chosen(thread.clone(), Some(chosen.clone()));
        self.apply_local(LocalEvent::Chosen(vec![(thread, chosen)]));
        true
    }

    /// Gives a fork the choices of the thread it was made from.
    pub fn copy_choices(&mut self, fork: ThreadId, from: &ThreadId) {
        if let Some(Chosen { choices, told, .. }) = self.state.chosen(from).cloned() {
            let over = self.state.model_of(&fork);
            self.put_chosen(fork, Chosen { choices, over, told });
        }
    }

    /// Records whether the server holds permissions of this thread that we sent, rather than the config's.
    pub fn set_permissions_sent(&mut self, thread: &ThreadId, told: bool) {
        if let Some(chosen) = self.state.chosen(thread).filter(|chosen| chosen.told != told).cloned() {
            self.put_chosen(thread.clone(), Chosen { told, ..chosen });
        }
    }

    /// Removes everything stored for a thread that no longer exists.
    pub fn forget_choices(&mut self, thread: &ThreadId) {
        self.stores.current().put_chosen(thread.clone(), None);
        self.stores.current().put_plan(thread.clone(), None);
    }
}
