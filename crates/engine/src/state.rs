//! What is true now: the one place that changes, and the only way it changes.
//!
//! Invariant: pure. It reads no clock, no file, no wire; the time comes with what it is told.
//! Invariant: what it tells equals what a snapshot shows, after every step (see `change`).

mod news;

pub use news::{News, Page};

use crate::ask::Answer;
use crate::change::{Account, Change, Limits, ListState, OpenThread, Server, ServerPhase, Snapshot, ThreadLine};
use crate::failure::{Code, Failure};
use crate::id::{AskId, RowId, ThreadId, TurnId};
use crate::row::FileDiff;
use crate::settings::Settings;
use std::collections::BTreeSet;

pub struct State {
    server: Server,
    list: ListState,
    account: Account,
    limits: Limits,
    settings: Settings,
    new_draft: String,
}

/// What would be lost by closing now.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Busy {
    pub running: u32,
    pub asks: u32,
}

/// What goes back to the server for a request it made.
#[derive(Debug, Clone, PartialEq)]
pub struct Reply {
    pub id: wire::RequestId,
    pub outcome: Result<serde_json::Value, wire::RpcError>,
}

impl State {
    pub fn new(settings: Settings, home: String) -> Self {
        let server = Server { phase: ServerPhase::Finding, codex: None, home, demo: None, sandbox_works: None };
        Self {
            server,
            list: ListState::Loading,
            account: Account::Unknown,
            limits: Limits::default(),
            settings,
            new_draft: String::new(),
        }
    }

    /// What the server told us.
    pub fn apply(&mut self, _event: wire::Event, _at_ms: f64) -> Vec<Change> {
        Vec::new()
    }

    /// What the house itself knows.
    pub fn note(&mut self, _news: News, _at_ms: f64) -> Vec<Change> {
        Vec::new()
    }

    /// Renders the rows that grew since the last call.
    pub fn draw(&mut self) -> Vec<Change> {
        Vec::new()
    }

    /// All a window needs that has these threads open. As of the last `draw`: growth since then follows as changes.
    pub fn snapshot(&self, _open: &BTreeSet<ThreadId>) -> Snapshot {
        Snapshot {
            server: self.server.clone(),
            threads: Vec::new(),
            list: self.list,
            open: Vec::new(),
            asks: Vec::new(),
            account: self.account.clone(),
            limits: self.limits.clone(),
            notices: Vec::new(),
            settings: self.settings.clone(),
            new_draft: self.new_draft.clone(),
        }
    }

    pub fn busy(&self) -> Busy {
        Busy::default()
    }

    /// A person's answer, once only: what to send, and what windows must redraw. The ask is over from here on.
    pub fn answer(&mut self, ask: &AskId, _answer: Answer) -> Result<(Reply, Vec<Change>), Failure> {
        Err(Failure { code: Code::AskGone, message: format!("Request {ask} is no longer waiting.") })
    }

    pub fn server(&self) -> &Server {
        &self.server
    }

    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    pub fn line(&self, _thread: &ThreadId) -> Option<&ThreadLine> {
        None
    }

    /// Folders that threads ran in, newest first.
    pub fn folders(&self) -> Vec<String> {
        Vec::new()
    }

    /// Threads that a window shows.
    pub fn shown(&self) -> Vec<ThreadId> {
        Vec::new()
    }

    /// A thread whole, for a window that opens it while another has it open. As of the last `draw`.
    pub fn open_thread(&self, _thread: &ThreadId) -> Option<OpenThread> {
        None
    }

    /// The turn that can be interrupted or steered.
    pub fn running(&self, _thread: &ThreadId) -> Option<TurnId> {
        None
    }

    /// The folder a thread runs in.
    pub fn cwd(&self, _thread: &ThreadId) -> Option<String> {
        None
    }

    /// The server's word for where the older turns begin; `None`: there are none, or a page is on its way.
    pub fn older(&self, _thread: &ThreadId) -> Option<String> {
        None
    }

    /// All of a command's output, plain.
    pub fn output(&self, _thread: &ThreadId, _row: &RowId) -> Option<String> {
        None
    }

    /// All lines of one changed file: of a row, or of the turn's diff.
    pub fn diff(&self, _thread: &ThreadId, _row: Option<&RowId>, _path: &str) -> Option<FileDiff> {
        None
    }
}
