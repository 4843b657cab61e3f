//! The engine as a library: one call starts a turn, waits for its end and returns everything it did.
//!
//! Invariant: a run ends. The caller gets an answer when the turn is over, the server is gone, or the start was
//! refused.

use crate::act;
pub use crate::act::{Place, program_window};
use crate::ask::Ask;
use crate::change::ServerPhase;
use crate::engine::Engine;
use crate::failure::{Code, Failure};
use crate::followed::thread_of;
use crate::id::{ThreadId, TurnId};
use crate::intent::{Choices, ExportFormat, Prompt};
use crate::permissions::Policy;
use protocol::enums::TurnStatus;
use protocol::method::ReviewTarget;
use protocol::{Event, Item, ItemKind, Method};
use serde_json::Value;
use std::time::Duration;
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
    #[error("the turn was stopped after {} s", after.as_secs())]
    TimedOut { after: Duration, ran: Box<Ran> },
    #[error("Codex stopped before the turn was over")]
    ServerGone { ran: Box<Ran> },
}

/// How a turn is run, apart from what a person chooses for a thread.
#[derive(Debug, Clone, Default)]
pub struct TurnOptions {
    /// JSON Schema that the last message must follow.
    pub output_schema: Option<Value>,
    /// A turn that takes longer is interrupted.
    pub timeout: Option<Duration>,
}

/// How long an interrupted turn may take to end.
const LAST_WORDS: Duration = Duration::from_secs(10);

impl Engine {
    /// Runs a turn. `on_event` receives every event of its thread meanwhile, in the server's order.
    ///
    /// If a turn is already running, the prompt is added to it, and the result is what that turn did from then on.
    pub async fn run_turn(
        &self,
        place: Place,
        prompt: Prompt,
        choices: Choices,
        options: TurnOptions,
        on_event: impl FnMut(&Event) + Send,
    ) -> Result<Ran, RunError> {
        let events = self.subscribe_to_turns().await?;
        let thread = act::begin_turn(self, place, prompt, choices, options.output_schema).await?;
        self.follow(thread, events, options.timeout, on_event).await
    }

    /// Reviews the target. The schema of `options` is not used.
    pub async fn run_review(
        &self,
        place: Place,
        target: ReviewTarget,
        choices: Choices,
        options: TurnOptions,
        on_event: impl FnMut(&Event) + Send,
    ) -> Result<Ran, RunError> {
        let events = self.subscribe_to_turns().await?;
        let thread = match place {
            Place::Folder(cwd) => act::start_thread(self, cwd, &choices).await?,
            Place::Thread(thread) => thread,
        };
        act::begin_review(self, &thread, target, choices).await?;
        self.follow(thread, events, options.timeout, on_event).await
    }

    /// A call of the caller's own, with the method's deadline. It bypasses the engine's rules, so it must not start a
    /// thread: the server would trust the folder without asking anybody.
    pub async fn call<M: Method>(&self, params: M::Params) -> Result<M::Answer, Failure> {
        Ok(self.peer().await?.call::<M>(params).await?)
    }

    /// Waits until codex can be called. If it cannot be started, the failure says why.
    pub async fn ready(&self) -> Result<(), Failure> {
        let Err(failure) = self.peer().await else { return Ok(()) };
        let phase = self.with(|core| core.state.server().phase.clone()).await?;
        Err(match phase {
            ServerPhase::Stopped { message, .. } => Failure::new(Code::ServerGone, message),
            _ => failure,
        })
    }

    /// What a person last chose for a thread. Nothing chosen means as configured.
    pub async fn choices(&self, thread: &ThreadId) -> Result<Choices, Failure> {
        let thread = thread.clone();
        self.with(move |core| core.state.choices(&thread)).await
    }

    /// What the server says the thread runs under. `None` if it has not said so yet.
    pub async fn policy(&self, thread: &ThreadId) -> Result<Option<Policy>, Failure> {
        let thread = thread.clone();
        self.with(move |core| core.state.open_thread(&thread).and_then(|open| open.head.policy)).await
    }

    /// A whole thread as text. Secrets in it are masked, as in an exported file.
    pub async fn thread_text(&self, thread: &ThreadId, format: ExportFormat) -> Result<String, Failure> {
        act::thread_text(self, thread, format).await
    }

    /// Every request that waits for a person, from now on.
    pub async fn asks(&self) -> Result<mpsc::UnboundedReceiver<Ask>, Failure> {
        let (tell, asks) = mpsc::unbounded_channel();
        self.with(move |core| core.follow_asks(tell)).await?;
        Ok(asks)
    }

    /// Subscribes before the start, so that no event of the turn is missed.
    async fn subscribe_to_turns(&self) -> Result<mpsc::UnboundedReceiver<Event>, Failure> {
        let (tell, events) = mpsc::unbounded_channel();
        self.with(move |core| core.follow_events(tell)).await?;
        Ok(events)
    }

    async fn follow(
        &self,
        thread: ThreadId,
        mut events: mpsc::UnboundedReceiver<Event>,
        timeout: Option<Duration>,
        mut on_event: impl FnMut(&Event) + Send,
    ) -> Result<Ran, RunError> {
        let mut followed = Followed::new(thread.clone());
        let Some(timeout) = timeout else { return followed.follow_to_end(&mut events, &mut on_event).await };
        if let Ok(done) = tokio::time::timeout(timeout, followed.follow_to_end(&mut events, &mut on_event)).await {
            return done;
        }
        act::interrupt(self, thread).await.ok();
        let ended = tokio::time::timeout(LAST_WORDS, followed.follow_to_end(&mut events, &mut on_event)).await;
        let ran = match ended {
            Ok(Err(RunError::Interrupted { ran })) => ran,
            // It came to its own end while it was being interrupted.
            Ok(done) => return done,
            Err(_) => Box::new(followed.ran),
        };
        Err(RunError::TimedOut { after: timeout, ran })
    }
}

/// A turn on its way, as far as its events have arrived.
struct Followed {
    ran: Ran,
    /// Events before the answer that names our turn. They may belong to it or to an earlier turn.
    early: Vec<Event>,
}

impl Followed {
    fn new(thread: ThreadId) -> Self {
        let ran = Ran { thread, turn: TurnId::from(""), items: Vec::new(), message: None, diff: String::new() };
        Self { ran, early: Vec::new() }
    }

    async fn follow_to_end(
        &mut self,
        events: &mut mpsc::UnboundedReceiver<Event>,
        on_event: &mut (impl FnMut(&Event) + Send),
    ) -> Result<Ran, RunError> {
        while let Some(event) = events.recv().await {
            if thread_of(&event).is_some_and(|of| of != self.ran.thread.as_str()) {
                continue;
            }
            on_event(&event);
            if matches!(event, Event::Closed) {
                break;
            }
            if let Some(turn) = self.take(event) {
                return self.ran.clone().end(turn);
            }
        }
        Err(RunError::ServerGone { ran: Box::new(self.ran.clone()) })
    }

    /// Returns the turn when it ends.
    fn take(&mut self, event: Event) -> Option<protocol::Turn> {
        if self.ran.is_named() {
            return self.ran.take(event);
        }
        let named = match &event {
            Event::TurnAccepted(of) => &of.turn.id,
            Event::Steered(of) => &of.turn_id,
            _ => {
                self.early.push(event);
                return None;
            }
        };
        self.ran.turn = TurnId::from(named.as_str());
        std::mem::take(&mut self.early).into_iter().find_map(|event| self.ran.take(event))
    }
}

impl Ran {
    fn is_named(&self) -> bool {
        !self.turn.as_str().is_empty()
    }

    /// Collects the events of this turn. Returns the turn when it has ended.
    fn take(&mut self, event: Event) -> Option<protocol::Turn> {
        let turn = self.turn.0.clone();
        match event {
            Event::ItemStarted(of) if of.turn_id == turn => self.put(of.item),
            Event::ItemCompleted(of) if of.turn_id == turn => self.put(of.item),
            Event::DiffUpdated(of) if of.turn_id == turn => self.diff = of.diff,
            Event::TurnCompleted(of) if of.turn.id == turn => return Some(of.turn),
            _ => {}
        }
        None
    }

    fn put(&mut self, item: Item) {
        if let ItemKind::AgentMessage(said) = &item.kind {
            self.message = Some(said.text.clone());
        }
        match self.items.iter_mut().find(|held| held.id == item.id) {
            Some(held) => *held = item,
            None => self.items.push(item),
        }
    }

    fn end(self, turn: protocol::Turn) -> Result<Self, RunError> {
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
