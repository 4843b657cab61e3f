//! Carries out what a person wants. Each domain of intents has a file with a function `act`.
//!
//! Invariant: an intent returns only whether it worked. What a window must draw arrives as changes.

mod account;
mod approve;
mod attach;
mod branch;
mod catalog;
mod codex;
mod editor;
mod export;
mod goal;
mod keep;
mod loaded;
mod message;
mod mode;
mod opening;
mod outside;
mod permission;
mod pin;
mod queue;
mod read;
mod remove;
mod review;
mod send;
mod settings;
mod shell;
mod spent;
mod steering;
mod tabs;
mod terminals;
mod thread;
mod thread_settings;
mod unread;
mod window;

pub(crate) use self::approve::records;
pub(crate) use self::attach::{picture, sort};
pub(crate) use self::export::text as thread_text;
pub(crate) use self::opening::would_open;
pub use self::review::{Place, program_window};
pub(crate) use self::review::{begin_review, begin_turn, start_thread};
pub(crate) use self::send::interrupt;
pub(crate) use self::spent::{spent, thread_usage};
pub(crate) use self::tabs::{terminate, write as write_terminal};
pub(crate) use self::unread::tell_read;

use crate::engine::Engine;
use crate::failure::{Code, Failure};
use crate::id::WindowId;
use crate::intent::{Intent, Receipt};
use crate::peer::CallError;
use model::refusal::Refusal;

impl Engine {
    pub async fn act(&self, window: WindowId, intent: impl Into<Intent>) -> Result<Receipt, Failure> {
        act(self, window, intent.into()).await
    }
}

async fn act(engine: &Engine, window: WindowId, intent: Intent) -> Result<Receipt, Failure> {
    let nothing = Receipt::default();
    if let Some((thread, choices)) = intent.chosen() {
        let (of, choices) = (thread.clone(), choices.clone());
        if engine.with(move |core| core.choose(of, choices)).await? {
            thread_settings::update_running(engine, thread).await?;
        }
    }
    match intent {
        Intent::Read(intent) => read::act(engine, window, intent).await,
        Intent::Message(intent) => message::act(engine, window, intent).await,
        Intent::Queue(intent) => queue::act(engine, window, intent).await.map(|()| nothing),
        Intent::Thread(intent) => thread::act(engine, intent).await,
        Intent::Export(intent) => export::act(engine, intent).await,
        Intent::Approval(intent) => approve::act(engine, intent).await,
        Intent::Terminal(intent) => tabs::act(engine, intent).await.map(|()| nothing),
        Intent::Account(intent) => account::act(engine, intent).await.map(|()| nothing),
        Intent::Server(intent) => codex::act(engine, intent).await,
        Intent::Window(intent) => window::act(engine, window, intent).await,
        Intent::Catalog(intent) => catalog::act(engine, intent).await,
    }
}

/// The server's message if it says more than ours. It is untrusted, so it is shortened and shown as plain text.
impl From<CallError> for Failure {
    fn from(error: CallError) -> Self {
        match error {
            CallError::Closed => Self::new(Code::ServerGone, "Codex stopped before it answered. Try again."),
            CallError::TimedOut { deadline, .. } => {
                let message =
                    format!("Codex has not answered for {} s. The action may still complete.", deadline.as_secs());
                Self::new(Code::TimedOut, message)
            }
            CallError::Refused { method, source } => refused(&Refusal::of_call(method, &source), &source.message),
            CallError::Unreadable { .. } => {
                Self::new(Code::Refused, "This version of Threadloft cannot read Codex’s answer.")
            }
        }
    }
}

fn refused(refusal: &Refusal, said: &str) -> Failure {
    let (code, message) = match refusal {
        Refusal::NoThread | Refusal::ThreadNotLoaded => {
            (Code::ThreadGone, "This thread no longer exists. Another Codex may have deleted it.")
        }
        Refusal::UnknownMethod => (Code::NeedsNewerCodex, "This version of Codex cannot do that. Install a newer one."),
        Refusal::Locked => {
            (Code::Locked, "Another Codex is writing to this thread. Close the thread there, or continue in a fork.")
        }
        Refusal::Archived => return Failure::archived(),
        Refusal::OnlyWholeForks => {
            (Code::Refused, "This thread was started with an older Codex, so it can only be forked as a whole.")
        }
        Refusal::NoWebImages => (
            Code::BadInput,
            "This version of Codex does not accept images from the web. Save the image and attach the file.",
        ),
        Refusal::OnlyForks
        | Refusal::NotFound
        | Refusal::ClosedTurn
        | Refusal::OtherTurn(_)
        | Refusal::ProcessEnded
        | Refusal::CursorExpired
        | Refusal::SignInNeeded
        | Refusal::NoToken
        | Refusal::NoSandboxProgram
        | Refusal::Other => return Failure::new(Code::Refused, plain(said)),
    };
    Failure::new(code, message)
}

fn plain(text: &str) -> String {
    const LONGEST: usize = 400;
    let mut out: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).take(LONGEST).collect();
    if text.chars().nth(LONGEST).is_some() {
        out.push('…');
    }
    out
}
