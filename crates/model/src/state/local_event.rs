//! What the engine itself knows and the server does not say.

use super::tabs::Begun;
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
    /// Whether this server knows goals, and remembers what was read.
    Knows {
        goals: bool,
        read_state: bool,
    },
    /// What was allowed until the server ends is no longer.
    SessionEnded,
    /// The page of this window is loaded anew or gone: it hears of nothing that it asked for.
    PageGone(WindowId),
    /// The sign-in of a gateway was not even begun.
    GatewayRefused(String),
    /// How far the list has come; the lines themselves arrive as events.
    List(ListState),
    /// The top of the list as it was when we last looked.
    Remembered(Vec<ThreadLine>),
    /// Every list was read to its end: what is only remembered is no more.
    Listed,
    /// A page of it, or one thread by its id, is on its way from here; or all of it is there.
    Reading(bool),
    /// A window shows this thread: from now on its changes are told. Until its page is there, it is `Loading`.
    Opened(ThreadId),
    /// No window shows it any more.
    Closed(ThreadId),
    /// Its newest turns are being read: on opening, and again after a restart.
    PageAsked(ThreadId),
    /// What our own store has of this thread and the server may not: what was declined, oldest first, and the last plan.
    Kept {
        thread: ThreadId,
        declined: Vec<Record>,
        plan: Option<KeptPlan>,
    },
    /// That call failed: the thread stays as it is; a thread with nothing to show is lost, with these words.
    PageFailed {
        thread: ThreadId,
        message: String,
    },
    /// The turns around something that was searched for, oldest first; a running thread stays as it is.
    Around {
        thread: ThreadId,
        turns: Vec<protocol::Turn>,
        older: Option<String>,
        newer: Option<String>,
    },
    /// The turns after those, as they were asked for.
    Newer {
        thread: ThreadId,
        cursor: String,
        turns: Vec<protocol::Turn>,
        newer: Option<String>,
    },
    /// What is shown no longer fits to what the server has: it is read anew, from its end.
    Torn(ThreadId),
    /// Its last turns were taken back; how they ended is no news any more.
    WentBack(ThreadId),
    TerminalBegun(Begun),
    TerminalEnded {
        terminal: TerminalId,
        state: TerminalState,
    },
    TerminalGone(TerminalId),
    /// It is not there any more; nobody told us when it went.
    Gone(ThreadId),
    /// Threads that no list tells of yet, as the store has them, newest first.
    Unlisted(Vec<ThreadId>),
    /// No list will tell of it until it has a turn of its own.
    Unlist(ThreadId),
    /// A list tells of it, or it is gone.
    NowListed(ThreadId),
    /// A thread that a list may not have told of.
    Known {
        thread: Box<protocol::Thread>,
        archived: bool,
    },
    Pinned {
        thread: ThreadId,
        pinned: bool,
    },
    /// Pins that the server cannot keep.
    OwnPins(Vec<ThreadId>),
    /// An unread mark that the server cannot keep, or its end.
    OwnUnread {
        thread: ThreadId,
        unread: bool,
    },
    /// The same, as the store has them.
    KeptUnread(Vec<ThreadId>),
    /// To be deleted at this moment, or (`None`) kept after all.
    Going {
        threads: Vec<ThreadId>,
        at_ms: Option<f64>,
    },
    /// By a person's own wish.
    Unread {
        thread: ThreadId,
        unread: bool,
    },
    /// Another Codex holds the writer's lock of this thread (`true`), or no longer (`false`).
    Locked {
        thread: ThreadId,
        locked: bool,
    },
    Settings(Settings),
    /// What was written and not sent; `None`: in the new-thread composer.
    Draft {
        thread: Option<ThreadId>,
        draft: Prompt,
    },
    /// A sign-in begins, is given up, or has failed before the server knew of it.
    Login(Login),
    /// A sign-in that began by itself waits for a browser.
    LoginLink {
        id: String,
        url: String,
    },
    /// The browser could not be opened for the sign-in that waits for it.
    Unopened(String),
    Access(Access),
    /// It waits its turn with us, because the server keeps no queue.
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
    /// Those of queues that the store held when the app started, and which queue that was.
    StoredMessages(Vec<(ThreadId, super::Waiting, super::SentFrom)>),
    /// What happened to the message of this name.
    Message(String, super::Delivery),
    /// The thread's rule for when nobody is there; `None` ends it.
    Unattended {
        thread: ThreadId,
        after_s: Option<u32>,
    },
    /// What a person chose for these threads.
    Chosen(Vec<(ThreadId, super::Chosen)>),
    /// A person allowed what the automatic reviewer denied in this row.
    Overruled {
        thread: ThreadId,
        row: RowId,
    },
    Banner(Banner),
    BannerGone(BannerId),
    /// A turn is on its way: the thread runs although the server has not said so yet.
    Sending(ThreadId),
    /// So does what a person said, and it is seen meanwhile.
    Sent(Box<super::Outgoing>),
    /// A person took it out of the queue.
    Unqueued {
        thread: ThreadId,
        queued: contract::id::QueuedId,
    },
    /// It did not arrive.
    SendFailed {
        thread: ThreadId,
        message: String,
    },
    /// The server ended: running turns are interrupted with this reason, open rows stop, asks are gone.
    ServerGone {
        why: String,
    },
    /// The list of apps is on its way.
    AppsAsked,
    /// It came; `whole`: all of it.
    AppsRead {
        apps: Vec<protocol::account::AppInfo>,
        whole: bool,
    },
    /// A browser was sent to log in to this MCP server.
    McpLogin {
        name: String,
        url: String,
    },
    ImportStarted(String),
    /// The sandbox of Windows is being set up, or after all not.
    WindowsSetup {
        running: bool,
    },
    /// Whether the server runs on Windows.
    Platform {
        windows: bool,
    },
    /// A list may read differently now.
    Stale(List),
    /// Another home (a demo begins or ends): what the old server told is forgotten. The caller sends `Reset`.
    Entered {
        home: String,
        demo: Option<Demo>,
    },
}
