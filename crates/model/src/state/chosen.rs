//! What a person chose for a thread: everything that is said there goes with it, also after a restart.
//!
//! Invariant: it is the person's. What the server runs a thread with changes nothing here, but for a model that another
//! client took since.

use super::State;
use contract::change::Head;
use contract::id::ThreadId;
use contract::permissions::Permissions;
use contract::prompt::{Choices, Manner};
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Chosen {
    pub choices: Choices,
    /// The model that the server had for the thread then.
    pub over: Option<String>,
    /// The server was told of permissions in this thread, which it keeps until it is told the configured ones. Earlier
    /// builds always told it.
    #[serde(default = "always")]
    pub told: bool,
}

fn always() -> bool {
    true
}

impl State {
    pub fn chosen(&self, thread: &ThreadId) -> Option<&Chosen> {
        self.chosen.get(thread)
    }

    /// What a thread is taken up with when nobody says otherwise.
    pub fn choices(&self, thread: &ThreadId) -> Choices {
        let chosen = self.chosen.get(thread).map(|chosen| chosen.choices.clone());
        chosen.unwrap_or_else(|| Choices::with(Permissions::AsConfigured))
    }

    pub(super) fn put_chosen(&mut self, all: Vec<(ThreadId, Chosen)>) {
        for (thread, chosen) in all {
            self.touched.insert(thread.clone());
            self.chosen.insert(thread, chosen);
        }
    }

    /// A model that is neither the chosen one nor the one it was chosen over was taken by somebody else, and later.
    pub(super) fn model_read(&mut self, thread: &ThreadId, model: Option<&str>) {
        let Some(chosen) = self.chosen.get_mut(thread) else { return };
        let ours = [chosen.choices.model.as_deref(), chosen.over.as_deref()];
        if model.is_some() && chosen.choices.model.is_some() && !ours.contains(&model) {
            chosen.choices.model = None;
            chosen.choices.effort = None;
        }
    }
}

impl Chosen {
    /// Over what the server said last: the head tells what the next message goes with.
    pub(super) fn show_in(&self, head: &mut Head) {
        let Choices { model, effort, permissions, extras, manner } = self.choices.clone();
        let had = std::mem::take(&mut head.manner);
        head.model = model.or(head.model.take());
        head.effort = effort.or(head.effort.take());
        head.permissions = permissions;
        head.extras = extras;
        head.manner = Manner {
            plan: manner.plan,
            summary: manner.summary.or(had.summary),
            personality: manner.personality.or(had.personality),
            tier: manner.tier.or(had.tier),
        };
    }
}
