//! The choices that a person made for each thread, which apply to everything sent there, also after a restart.
//!
//! Invariant: the choices are the person's. What the server reports for the thread changes nothing here, except when
//! another client has picked a model since.

use super::State;
use contract::change::Head;
use contract::id::ThreadId;
use contract::permissions::Permissions;
use contract::prompt::{Choices, Manner};
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Chosen {
    pub choices: Choices,
    /// The server's model for the thread when the choice was made.
    pub over: Option<String>,
    /// Whether the server was sent permissions for this thread. It keeps them until it is sent the config's. Earlier
    /// builds always sent them.
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

    /// The choices to resume a thread with if the caller gives none.
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

    /// A model that is neither the chosen one nor the one before the choice was picked later by somebody else.
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
    /// Applied over the server's last report, because the head shows what the next message is sent with.
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
