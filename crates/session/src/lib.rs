//! Codex from a program, without a window: run a turn and get back everything it did.
//!
//! A [`Session`] owns one `codex app-server`, with the same rules as the app: nothing about permissions is sent that
//! nobody chose, and a folder that nobody decided to trust starts no thread.
//!
//! ```no_run
//! # async fn example() -> Result<(), Box<dyn std::error::Error>> {
//! use session::{Place, Session, SessionOptions, TurnRequest};
//!
//! let session = Session::open(SessionOptions::from_env()).await?;
//! let ran = session.run_turn(Place::Folder("/home/me/project".into()), TurnRequest::new("Which tests are slow?")).await?;
//! println!("{}", ran.message.unwrap_or_default());
//! session.close().await;
//! # Ok(())
//! # }
//! ```
//!
//! Invariant: a request never waits for somebody who is not there. [`AskPolicy`] answers it, or says that the program
//! will.

mod asks;
mod platform;
mod threads;

pub use asks::{AskPolicy, NOBODY};
pub use engine::ask::{Answer, Ask, AskBody, Decision};
pub use engine::change::Permissions;
pub use engine::failure::{Code, Failure};
pub use engine::id::{AskId, ThreadId, TurnId};
pub use engine::intent::{Choices, ExportFormat, Prompt};
pub use engine::run::{Place, Ran, RunError, TurnOptions};
pub use engine::{ClientTool, ClientTools, Options};
pub use protocol::method::ReviewTarget;
pub use protocol::{Event, Item, ItemKind};
pub use threads::{Found, ThreadFilter};

use engine::Engine;
use engine::intent::{ApprovalIntent, CatalogIntent, Intent, MessageIntent, ReadIntent, Receipt};
use platform::Headless;
use protocol::Method;
use serde_json::Value;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::mpsc;
use tokio::task::JoinHandle;

/// How a session is opened.
pub struct SessionOptions {
    /// Which codex and which folders to use, and the tools that the model may call.
    pub engine: Options,
    pub asks: AskPolicy,
    /// The answer to what the app would ask in a dialog of the system, such as whether to trust a folder that brings
    /// hooks or servers. A program says yes only for a person who said so.
    pub confirms: bool,
}

impl SessionOptions {
    /// The folders and the codex that the app uses too; requests are declined.
    pub fn from_env() -> Self {
        Self::new(Options::from_env())
    }

    pub fn new(engine: Options) -> Self {
        Self { engine, asks: AskPolicy::decline(), confirms: false }
    }
}

/// What a turn is run with. What is `None` is as the person last chose for the thread, else as configured.
#[derive(Debug, Clone, Default)]
pub struct TurnChoices {
    pub permissions: Option<Permissions>,
    pub model: Option<String>,
    pub effort: Option<String>,
}

/// What to do in a turn, and how.
pub struct TurnRequest {
    pub prompt: Prompt,
    pub choices: TurnChoices,
    pub options: TurnOptions,
    on_event: Box<dyn FnMut(&Event) + Send>,
}

impl TurnRequest {
    pub fn new(prompt: impl Into<String>) -> Self {
        Self {
            prompt: prompt.into().into(),
            choices: TurnChoices::default(),
            options: TurnOptions::default(),
            on_event: Box::new(|_| {}),
        }
    }

    pub fn with_permissions(mut self, permissions: Permissions) -> Self {
        self.choices.permissions = Some(permissions);
        self
    }

    pub fn with_model(mut self, model: impl Into<String>) -> Self {
        self.choices.model = Some(model.into());
        self
    }

    /// JSON Schema that the last message must follow.
    pub fn with_output_schema(mut self, schema: Value) -> Self {
        self.options.output_schema = Some(schema);
        self
    }

    /// A turn that takes longer is interrupted, and ends with [`RunError::TimedOut`].
    pub fn with_timeout(mut self, timeout: Duration) -> Self {
        self.options.timeout = Some(timeout);
        self
    }

    /// Called with every event of the thread, in the server's order, on the task that runs the turn.
    pub fn on_event(mut self, on_event: impl FnMut(&Event) + Send + 'static) -> Self {
        self.on_event = Box::new(on_event);
        self
    }
}

/// One codex, and what a program does with it. [`Session::close`] ends it; so does dropping the runtime.
pub struct Session {
    engine: Engine,
    answering: JoinHandle<()>,
}

impl Session {
    /// Starts codex and waits until it is ready.
    pub async fn open(options: SessionOptions) -> Result<Self, Failure> {
        let SessionOptions { engine, asks, confirms } = options;
        engine.check().map_err(Failure::bad_input)?;
        let engine = Engine::open(Options { headless: true, ..engine }, Arc::new(Headless { confirms }));
        let waiting = engine.asks().await?;
        let answering = tokio::spawn(asks::answer_all(engine.clone(), asks, waiting));
        let session = Self { engine, answering };
        if let Err(failure) = session.engine.ready().await {
            session.close().await;
            return Err(failure);
        }
        Ok(session)
    }

    /// Runs a turn to its end. If one already runs in the thread, the prompt is added to it.
    pub async fn run_turn(&self, place: Place, turn: TurnRequest) -> Result<Ran, RunError> {
        self.show(&place).await?;
        let TurnRequest { prompt, choices, options, on_event } = turn;
        let choices = self.choices(&place, choices).await?;
        self.engine.run_turn(place, prompt, choices, options, on_event).await
    }

    /// Runs a review to its end. The prompt and the schema of `turn` are not used.
    pub async fn run_review(&self, place: Place, target: ReviewTarget, turn: TurnRequest) -> Result<Ran, RunError> {
        self.show(&place).await?;
        let choices = self.choices(&place, turn.choices).await?;
        self.engine.run_review(place, target, choices, turn.options, turn.on_event).await
    }

    /// Adds to the turn that runs in the thread; without one it begins the next.
    pub async fn steer(&self, thread: ThreadId, prompt: impl Into<String>) -> Result<(), Failure> {
        let choices = self.engine.choices(&thread).await?;
        self.act(MessageIntent::Send { thread, prompt: prompt.into().into(), choices }).await.map(drop)
    }

    /// Stops the running turn. Without one nothing happens.
    pub async fn interrupt(&self, thread: ThreadId) -> Result<(), Failure> {
        self.act(MessageIntent::Interrupt { thread }).await.map(drop)
    }

    /// Every request from now on, also those that the policy answers.
    pub async fn asks(&self) -> Result<mpsc::UnboundedReceiver<Ask>, Failure> {
        self.engine.asks().await
    }

    /// Answers a request that the policy left to the program.
    pub async fn answer(&self, ask: AskId, answer: Answer) -> Result<(), Failure> {
        self.act(ApprovalIntent::Answer { ask, answer }).await.map(drop)
    }

    /// Decides whether a folder's own config, hooks, rules and servers count. Codex keeps the answer.
    pub async fn trust(&self, folder: impl Into<String>, trusted: bool) -> Result<(), Failure> {
        self.act(CatalogIntent::TrustFolder { cwd: folder.into(), trusted }).await.map(drop)
    }

    /// Any other call, with its types. It must not start a thread: [`Session::run_turn`] does, after the folder's trust
    /// was decided.
    pub async fn call<M: Method>(&self, params: M::Params) -> Result<M::Answer, Failure> {
        self.engine.call::<M>(params).await
    }

    /// Ends codex and everything it runs.
    pub async fn close(self) {
        self.engine.close().await;
        self.answering.abort();
    }

    async fn choices(&self, place: &Place, choices: TurnChoices) -> Result<Choices, Failure> {
        let kept = match place {
            Place::Thread(thread) => self.engine.choices(thread).await?,
            Place::Folder(_) => Choices::with(Permissions::AsConfigured),
        };
        Ok(Choices {
            permissions: choices.permissions.unwrap_or(kept.permissions),
            model: choices.model.or(kept.model),
            effort: choices.effort.or(kept.effort),
            ..kept
        })
    }

    /// The files of a change are in its request only for a thread whose rows are kept.
    async fn show(&self, place: &Place) -> Result<(), Failure> {
        match place {
            Place::Thread(thread) => self.act(ReadIntent::OpenThread { thread: thread.clone() }).await.map(drop),
            Place::Folder(_) => Ok(()),
        }
    }

    async fn act(&self, intent: impl Into<Intent>) -> Result<Receipt, Failure> {
        self.engine.act(engine::run::program_window(), intent).await
    }
}
