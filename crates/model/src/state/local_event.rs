//! What the engine itself found out, rather than the server.

use super::tabs::NewTerminal;
use contract::account::{Access, Login};
use contract::catalog::List;
use contract::change::{Banner, Codex, Demo, ListState, ServerPhase, ThreadLine};
use contract::id::{BannerId, RowId, TerminalId, ThreadId, WindowId};
use contract::prompt::Prompt;
use contract::record::Record;
use contract::row::KeptPlan;
use contract::settings::Settings;
use contract::terminal::TerminalState;

#[derive(Debug, Clone, PartialEq)]
pub enum LocalEvent {
    /// Finding, starting, ready, restarting, stopped.
    Phase(ServerPhase),
    Codex(Option<Codex>),
    Home(String),
    Sandbox(Option<bool>),
    /// Whether this server supports goals, and stores what was read.
    Knows {
        goals: bool,
        read_state: bool,
    },
    /// Grants for the session have ended with the server.
    SessionEnded,
    /// The page of this window was reloaded or is gone, so it gets no answers to what it requested.
    PageGone(WindowId),
    /// The sign-in to a gateway could not be started.
    GatewayRefused(String),
    /// How much of the list was read. The lines themselves arrive as events.
    List(ListState),
    /// The top of the list from the last start.
    Remembered(Vec<ThreadLine>),
    /// Every list was read to its end, so threads that are only remembered no longer exist.
    Listed,
    /// A page of the list, or a single thread, is being read (`true`), or was read (`false`).
    Reading(bool),
    /// A window shows this thread, so its changes are published from now on. It is `Loading` until its page is there.
    Opened(ThreadId),
    /// No window shows it any more.
    Closed(ThreadId),
    /// Its newest turns are being read: when it is opened, and again after a restart.
    PageAsked(ThreadId),
    /// What our own store has of this thread and the server may not: declined requests, oldest first, and the last
    /// plan.
    Kept {
        thread: ThreadId,
        declined: Vec<Record>,
        plan: Option<KeptPlan>,
    },
    /// That call failed. The thread stays as it is; if nothing of it can be shown, this message is.
    PageFailed {
        thread: ThreadId,
        message: String,
    },
    /// The turns around a search result, oldest first. A running thread stays as it is.
    Around {
        thread: ThreadId,
        turns: Vec<protocol::Turn>,
        older: Option<String>,
        newer: Option<String>,
    },
    /// The next newer page of turns.
    Newer {
        thread: ThreadId,
        cursor: String,
        turns: Vec<protocol::Turn>,
        newer: Option<String>,
    },
    /// What is shown no longer matches the server, so the thread is read again from its end.
    Torn(ThreadId),
    /// Its last turns were removed, so a failure of theirs is no news any more.
    WentBack(ThreadId),
    TerminalBegun(NewTerminal),
    TerminalEnded {
        terminal: TerminalId,
        state: TerminalState,
    },
    TerminalGone(TerminalId),
    /// It no longer exists; nobody reported when it was deleted.
    Gone(ThreadId),
    /// Threads that no list contains yet, as stored, newest first.
    Unlisted(Vec<ThreadId>),
    /// No list will contain it until it has a turn of its own.
    Unlist(ThreadId),
    /// A list contains it now, or it is gone.
    NowListed(ThreadId),
    /// A thread that a list may not contain.
    Known {
        thread: Box<protocol::Thread>,
        archived: bool,
    },
    Pinned {
        thread: ThreadId,
        pinned: bool,
    },
    /// Pins that the server cannot store.
    OwnPins(Vec<ThreadId>),
    /// Sets or removes an unread mark that the server cannot store.
    OwnUnread {
        thread: ThreadId,
        unread: bool,
    },
    /// Stored unread marks.
    KeptUnread(Vec<ThreadId>),
    /// It will be deleted at this time, or (`None`) not at all.
    Going {
        threads: Vec<ThreadId>,
        at_ms: Option<f64>,
    },
    /// The person's own mark.
    Unread {
        thread: ThreadId,
        unread: bool,
    },
    /// Another Codex process holds the writer lock of this thread (`true`), or no longer (`false`).
    Locked {
        thread: ThreadId,
        locked: bool,
    },
    Settings(Settings),
    /// An unsent draft; `None`: of the new-thread composer.
    Draft {
        thread: Option<ThreadId>,
        draft: Prompt,
    },
    /// A sign-in has started, was cancelled, or failed before the server knew of it.
    Login(Login),
    /// A sign-in waits for the browser at this link.
    LoginLink {
        id: String,
        url: String,
    },
    /// The browser could not be opened for the sign-in that waits for it.
    Unopened(String),
    Access(Access),
    /// A prompt waits in our own queue, because the server has none.
    QueueHere {
        thread: ThreadId,
        waiting: super::Waiting,
    },
    QueueEdited {
        thread: ThreadId,
        edit: super::QueueEdit,
    },
    /// It leaves the server's queue for the running turn.
    Leaves {
        thread: ThreadId,
        waiting: super::Waiting,
    },
    /// Messages that the store held when the app started, each with the queue it was in.
    StoredMessages(Vec<(ThreadId, super::Waiting, super::SentFrom)>),
    /// What happened to the message with this id.
    Message(String, super::Delivery),
    /// Sets or (`None`) removes the thread's rule for unattended requests.
    Unattended {
        thread: ThreadId,
        after_s: Option<u32>,
    },
    /// The choices that a person made for these threads.
    Chosen(Vec<(ThreadId, super::Chosen)>),
    /// A person allowed what the automatic reviewer denied in this row.
    Overruled {
        thread: ThreadId,
        row: RowId,
    },
    Banner(Banner),
    BannerGone(BannerId),
    /// A turn was requested, so the thread counts as running although the server has not confirmed it.
    Sending(ThreadId),
    /// A message was sent. It is shown until its row arrives.
    Sent(Box<super::Outgoing>),
    /// A person removed it from the queue.
    Unqueued {
        thread: ThreadId,
        queued: contract::id::QueuedId,
    },
    /// It did not arrive.
    SendFailed {
        thread: ThreadId,
        message: String,
    },
    /// The server ended: running turns are interrupted with this reason, open rows stop, requests end.
    ServerGone {
        why: String,
    },
    /// The list of apps was requested.
    AppsAsked,
    /// The list of apps arrived. `whole`: all of it.
    AppsRead {
        apps: Vec<protocol::account::AppInfo>,
        whole: bool,
    },
    /// The browser was opened to sign in to this MCP server.
    McpLogin {
        name: String,
        url: String,
    },
    ImportStarted(String),
    /// The set-up of the Windows sandbox has started, or could not be started.
    WindowsSetup {
        running: bool,
    },
    /// Whether the server runs on Windows.
    Platform {
        windows: bool,
    },
    /// A list may have changed.
    Stale(List),
    /// Switches to another home (a demo begins or ends): everything from the old server is forgotten. The caller sends
    /// `Reset`.
    Entered {
        home: String,
        demo: Option<Demo>,
    },
}
