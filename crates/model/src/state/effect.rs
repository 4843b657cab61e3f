//! What a step of the state asks the core to do outside.
//!
//! Invariant: each effect is performed by one arm of `Core::perform`, which makes no decision.

use super::{Outgoing, Waiting};
use crate::account::Spending;
use crate::ask::Reply;
use crate::notify::DesktopNotification;
use contract::id::{AskId, TerminalId, ThreadId};
use contract::record::Record;
use contract::row::KeptPlan;
use protocol::RequestId;
use protocol::ask::TokenRefreshAsk;
use protocol::notification::{FilesFound, LoginCompleted};

#[derive(Debug, Clone, PartialEq)]
pub enum Effect {
    /// Sends a reply to the server. Whether that worked comes back as `Input::Handed`.
    Reply {
        ask: AskId,
        reply: Reply,
    },
    RefreshTokens {
        request: RequestId,
        ask: TokenRefreshAsk,
    },
    ReadAccount,
    EndLogin(LoginCompleted),
    ReadProject(String),
    /// Opens the page where a person signs in to a gateway.
    GatewayPage(String),
    ForgetSkills,
    FilesFound(FilesFound),
    /// This file search has ended.
    FilesSearched(String),
    /// Reads the thread from its end, because what is shown no longer matches the server.
    ReadThread(ThreadId),
    ReadQueue(ThreadId),
    ReadTerminals(ThreadId),
    /// A window shows this revision, so other clients and the next start should know that it was read.
    TellRead {
        thread: ThreadId,
        revision: String,
    },
    /// Sends the first prompt of our own queue, unless a turn is running.
    SendWaiting(ThreadId),
    /// The server has unloaded the thread by itself.
    ForgetLock(ThreadId),
    /// Releases the thread, so that others can write to it.
    Release(ThreadId),
    /// Releases the thread unless its next turn starts in a moment.
    ReleaseSoon(ThreadId),
    EndTerminal(TerminalId),
    /// Sends what a program asked its terminal for.
    TypeTerminal {
        terminal: TerminalId,
        bytes: Vec<u8>,
    },
    Notify(DesktopNotification),
    Store(Write),
    /// Stores this composer's draft, with the messages from it that are on their way.
    StoreDraft(Option<ThreadId>),
    /// A message did not arrive, so it becomes part of the draft again. `tell`: no page restores it by itself.
    GiveBack {
        sent: Box<Outgoing>,
        to: Option<ThreadId>,
        tell: bool,
    },
}

/// A write to the store.
#[derive(Debug, Clone, PartialEq)]
pub enum Write {
    Record(Box<Record>),
    Plan(ThreadId, Box<KeptPlan>),
    Spending(Spending),
    Unread(ThreadId, bool),
    /// Our own queue of this thread.
    Waiting(ThreadId, Vec<Waiting>),
    /// A prompt has left the server's queue and arrived elsewhere.
    ForgetTaken(String),
    /// When the thread was last missing from every list; `None` if a list contains it now.
    Unlisted(ThreadId, Option<f64>),
    /// Removes the choices and the plan of a thread.
    ForgetThread(ThreadId),
}
