//! The engine as a library: one call starts a turn, waits for its end and returns everything it did.
//!
//! Invariant: a run ends. The caller gets an answer when the turn is over, the server is gone, or the start was
//! refused.

use crate::act;
pub use crate::act::Place;
use crate::engine::Engine;
use crate::failure::Failure;
use crate::followed::thread_of;
use crate::id::{ThreadId, TurnId};
use crate::intent::{Choices, Prompt};
use protocol::enums::TurnStatus;
use protocol::method::ReviewTarget;
use protocol::{Event, Item, ItemKind};
use tokio::sync::mpsc;

/// A finished turn.
#[derive(Debug, Clone, PartialEq)]
pub struct Ran {
    pub thread: ThreadId,
    pub turn: TurnId,
    /// The items in the order in which they began, each in its last version.
    pub items: Vec<Item>,
    /// The last message of the agent.
    pub message: Option<String>,
    /// The turn's changes as a unified diff. Empty if there are none.
    pub diff: String,
}

#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// The turn never began.
    #[error("{0}")]
    Refused(#[from] Failure),
    /// `kind` is the server's own code, such as `usageLimitExceeded`. Empty if it has none.
    #[error("{message}")]
    Failed { kind: String, message: String, ran: Box<Ran> },
    #[error("the turn was interrupted")]
    Interrupted { ran: Box<Ran> },
    #[error("Codex stopped before the turn was over")]
    ServerGone { ran: Box<Ran> },
}

impl Engine {
    /// Runs a turn. `on_event` receives every event of its thread meanwhile, in the server's order.
    ///
    /// If a turn is already running, the prompt is added to it, and the result is what that turn did from then on.
    pub async fn run_turn(
        &self,
        place: Place,
        prompt: Prompt,
        choices: Choices,
        on_event: impl FnMut(&Event) + Send,
    ) -> Result<Ran, RunError> {
        let events = self.subscribe_to_turns().await?;
        let thread = act::begin_turn(self, place, prompt, choices).await?;
        follow(thread, events, on_event).await
    }

    /// Reviews the target in an existing thread.
    pub async fn run_review(
        &self,
        thread: ThreadId,
        target: ReviewTarget,
        choices: Choices,
        on_event: impl FnMut(&Event) + Send,
    ) -> Result<Ran, RunError> {
        let events = self.subscribe_to_turns().await?;
        act::begin_review(self, &thread, target, choices).await?;
        follow(thread, events, on_event).await
    }

    /// Subscribes before the start, so that no event of the turn is missed.
    async fn subscribe_to_turns(&self) -> Result<mpsc::UnboundedReceiver<Event>, Failure> {
        let (sender, events) = mpsc::unbounded_channel();
        self.with(move |core| core.follow_events(sender)).await?;
        Ok(events)
    }
}

async fn follow(
    thread: ThreadId,
    mut events: mpsc::UnboundedReceiver<Event>,
    mut on_event: impl FnMut(&Event) + Send,
) -> Result<Ran, RunError> {
    let mut ran = Ran { thread, turn: TurnId::from(""), items: Vec::new(), message: None, diff: String::new() };
    // Events before the answer that names our turn may belong to it or to an earlier turn.
    let mut early = Vec::new();
    while let Some(event) = events.recv().await {
        if thread_of(&event).is_some_and(|of| of != ran.thread.as_str()) {
            continue;
        }
        on_event(&event);
        let named = match &event {
            Event::Closed => break,
            Event::TurnAccepted(of) => Some(of.turn.id.clone()),
            Event::Steered(of) => Some(of.turn_id.clone()),
            _ => None,
        };
        if let Some(turn) = named.filter(|_| !ran.is_named()) {
            ran.turn = TurnId::from(turn);
            for event in std::mem::take(&mut early) {
                if let Some(end) = ran.collect(event) {
                    return ran.finish(end);
                }
            }
        } else if !ran.is_named() {
            early.push(event);
        } else if let Some(end) = ran.collect(event) {
            return ran.finish(end);
        }
    }
    Err(RunError::ServerGone { ran: Box::new(ran) })
}

impl Ran {
    fn is_named(&self) -> bool {
        !self.turn.as_str().is_empty()
    }

    /// Collects the events of this turn. Returns the turn when it has ended.
    fn collect(&mut self, event: Event) -> Option<protocol::Turn> {
        let turn = self.turn.0.clone();
        match event {
            Event::ItemStarted(of) if of.turn_id == turn => self.put_item(of.item),
            Event::ItemCompleted(of) if of.turn_id == turn => self.put_item(of.item),
            Event::DiffUpdated(of) if of.turn_id == turn => self.diff = of.diff,
            Event::TurnCompleted(of) if of.turn.id == turn => return Some(of.turn),
            _ => {}
        }
        None
    }

    fn put_item(&mut self, item: Item) {
        if let ItemKind::AgentMessage(said) = &item.kind {
            self.message = Some(said.text.clone());
        }
        match self.items.iter_mut().find(|known| known.id == item.id) {
            Some(known) => *known = item,
            None => self.items.push(item),
        }
    }

    fn finish(self, turn: protocol::Turn) -> Result<Self, RunError> {
        let ran = Box::new(self);
        match turn.status {
            TurnStatus::Failed => {
                let error = turn.error.unwrap_or_default();
                let kind = error.codex_error_info.as_ref().map(|info| info.name().to_owned()).unwrap_or_default();
                Err(RunError::Failed { kind, message: error.message, ran })
            }
            TurnStatus::Interrupted => Err(RunError::Interrupted { ran }),
            TurnStatus::Completed | TurnStatus::InProgress | TurnStatus::Other(_) => Ok(*ran),
        }
    }
}
