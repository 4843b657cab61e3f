//! What a step asks of the world outside.
//!
//! Invariant: closed. Each effect is performed by one arm of `Core::perform`, which decides nothing.

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
    /// The server is answered; whether it could be comes back as `Input::Handed`.
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
    /// A gateway told where to sign in.
    GatewayPage(String),
    ForgetSkills,
    FilesFound(FilesFound),
    /// This search for files is over.
    FilesSearched(String),
    /// From its end, because what is shown no longer fits to what the server has.
    ReadThread(ThreadId),
    ReadQueue(ThreadId),
    ReadTerminals(ThreadId),
    /// A window shows this revision: other clients and the next start should know.
    TellRead {
        thread: ThreadId,
        revision: String,
    },
    /// The first prompt that waits with us, unless something runs.
    SendWaiting(ThreadId),
    /// The server let it go by itself.
    ForgetLock(ThreadId),
    /// Others may write in it.
    Release(ThreadId),
    /// The same, unless its next turn begins in a moment.
    ReleaseSoon(ThreadId),
    EndTerminal(TerminalId),
    /// What a program asked its terminal for.
    TypeTerminal {
        terminal: TerminalId,
        bytes: Vec<u8>,
    },
    Notify(DesktopNotification),
    Store(Write),
    /// What was written in this composer and what of it is on its way.
    StoreDraft(Option<ThreadId>),
    /// It did not arrive: it is written in this composer again. `tell`: no page puts it back by itself.
    GiveBack {
        sent: Box<Outgoing>,
        to: Option<ThreadId>,
        tell: bool,
    },
}

/// What the store is to hold from now on.
#[derive(Debug, Clone, PartialEq)]
pub enum Write {
    Record(Box<Record>),
    Plan(ThreadId, Box<KeptPlan>),
    Spending(Spending),
    Unread(ThreadId, bool),
    /// Our own queue of this thread.
    Waiting(ThreadId, Vec<Waiting>),
    /// It did leave the server's queue, and is elsewhere by now.
    ForgetTaken(String),
    /// No list tells of it since then; `None`: one does.
    Unlisted(ThreadId, Option<f64>),
    /// What was chosen for it and planned in it.
    ForgetThread(ThreadId),
}
