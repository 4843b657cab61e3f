//! What a window must redraw.
//!
//! Invariant: a window that has applied every change in order equals one that was just given a snapshot.

use crate::account::{Access, Login};
use crate::ask::Ask;
use crate::catalog::Revisions;
use crate::catalog::environment::Environment;
use crate::id::{AskId, BannerId, QueuedId, RowId, TerminalId, ThreadId};
use crate::prompt::{Attached, Manner};
use crate::row::{Block, FileDiff, KeptPlan, Level, Output, Row, RowState, Turn};
use crate::settings::Settings;
use crate::terminal::TerminalTab;
use render::ScreenChange;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

pub use crate::account::{LimitWindow, Limits};
pub use crate::permissions::{PermissionExtras, Permissions, Policy};

#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
#[ts(export_to = "model.ts")]
pub enum Change {
    /// Everything a new window needs. The first change on every channel, and the first after a demo begins or ends.
    Reset {
        snapshot: Box<Snapshot>,
    },
    ServerPut {
        server: Server,
    },
    /// Adds or replaces lines of the list, by id. The page sorts them.
    ThreadsPut {
        threads: Vec<ThreadLine>,
    },
    ThreadsGone {
        threads: Vec<ThreadId>,
    },
    ListPut {
        list: ListState,
    },
    /// A whole thread that this window opened. Also sent when the thread was read again after a restart.
    ThreadPut {
        thread: Box<OpenThread>,
    },
    /// The thread cannot be read. The window shows why.
    ThreadLost {
        thread: ThreadId,
        message: String,
    },
    /// The thread was closed long ago. A window that still has a copy drops it.
    ThreadLeft {
        thread: ThreadId,
    },
    HeadPut {
        thread: ThreadId,
        head: Box<Head>,
    },
    /// An older page, which goes before the turns that are there.
    OlderPut {
        thread: ThreadId,
        turns: Vec<Turn>,
        rows: Vec<Row>,
        more: bool,
    },
    /// The page after the turns that are there, in a thread that was opened in its middle.
    NewerPut {
        thread: ThreadId,
        turns: Vec<Turn>,
        rows: Vec<Row>,
        newer: bool,
    },
    TurnPut {
        thread: ThreadId,
        turn: Turn,
    },
    /// Replaces the row with this id in place, or appends it.
    RowPut {
        thread: ThreadId,
        row: Box<Row>,
    },
    /// Replaces the blocks from index `from` on.
    BlocksPut {
        thread: ThreadId,
        row: RowId,
        from: u32,
        blocks: Vec<Block>,
    },
    /// Appends escaped HTML to the row's last block, which is an open `Code`.
    CodeGrew {
        thread: ThreadId,
        row: RowId,
        html: String,
    },
    OutputPut {
        thread: ThreadId,
        row: RowId,
        output: Output,
    },
    /// The row is complete. Its content was already sent while it grew.
    RowEnded {
        thread: ThreadId,
        row: RowId,
        state: RowState,
        ended_ms: Option<f64>,
    },
    /// The row broke off, and the server repeats its content in another row.
    RowGone {
        thread: ThreadId,
        row: RowId,
    },
    /// What the running or the last turn changed, all files together.
    DiffPut {
        thread: ThreadId,
        files: Vec<FileDiff>,
    },
    /// A whole terminal of the thread: a new one, or one that ended.
    TerminalPut {
        thread: ThreadId,
        terminal: Box<TerminalTab>,
    },
    ScreenPut {
        thread: ThreadId,
        terminal: TerminalId,
        screen: ScreenChange,
    },
    TerminalGone {
        thread: ThreadId,
        terminal: TerminalId,
    },
    /// The waiting prompts, in their order.
    QueuePut {
        thread: ThreadId,
        queue: Vec<Queued>,
    },
    /// Messages that were sent and are not in the thread yet, in their order.
    SentPut {
        thread: ThreadId,
        sent: Vec<Row>,
    },
    /// The new draft, because another window wrote or sent it. Without a thread: the draft of a new one.
    DraftPut {
        thread: Option<ThreadId>,
        text: String,
        attached: Vec<Attached>,
    },
    /// A message becomes part of the draft again, in front of what was written since. Without a thread: in the draft of
    /// a new one. `unsent`: the message did not arrive; otherwise a person went back to before it.
    DraftBack {
        thread: Option<ThreadId>,
        text: String,
        attached: Vec<Attached>,
        unsent: bool,
    },
    /// Commands that are still running after their turn ended.
    TerminalsPut {
        thread: ThreadId,
        terminals: Vec<Terminal>,
    },
    AskPut {
        ask: Box<Ask>,
    },
    AskGone {
        ask: AskId,
        why: AskEnd,
    },
    AccountPut {
        account: Account,
    },
    LimitsPut {
        limits: Limits,
    },
    LoginPut {
        login: Login,
    },
    AccessPut {
        access: Access,
    },
    BannerPut {
        banner: Banner,
    },
    BannerGone {
        banner: BannerId,
    },
    SettingsPut {
        settings: Settings,
    },
    /// The whole live status; see `catalog::environment`.
    EnvironmentPut {
        environment: Box<Environment>,
    },
    RevisionsPut {
        revisions: Revisions,
    },
}

#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub struct Snapshot {
    pub server: Server,
    pub threads: Vec<ThreadLine>,
    pub list: ListState,
    /// The threads that this window has open, or had open before a reload.
    pub open: Vec<OpenThread>,
    pub asks: Vec<Ask>,
    pub account: Account,
    pub limits: Limits,
    pub login: Login,
    pub access: Access,
    pub banners: Vec<Banner>,
    pub settings: Settings,
    /// The unsent text of the new-thread composer.
    pub new_draft: String,
    pub revisions: Revisions,
    /// What is attached to that text.
    pub new_attached: Vec<Attached>,
    pub environment: Environment,
}

/// The state of the app-server, as far as it concerns a person.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub struct Server {
    pub phase: ServerPhase,
    pub codex: Option<Codex>,
    /// CODEX_HOME.
    pub home: String,
    /// Present while the demo runs.
    pub demo: Option<Demo>,
    /// `None` until it was tested. `false`: the sandbox does not work on this computer, so commands of the agent would
    /// run without one.
    pub sandbox_works: Option<bool>,
    /// Older servers have no goals.
    pub knows_goals: bool,
}

#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
#[ts(export_to = "model.ts")]
pub enum ServerPhase {
    Finding,
    Starting,
    Ready,
    /// The server ended. Another one starts by itself at `next_ms` (epoch).
    Restarting {
        attempt: u32,
        next_ms: f64,
        why: String,
    },
    /// The server is not started again until a person asks for it.
    Stopped {
        why: StopReason,
        message: String,
        tail: Vec<String>,
    },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub enum StopReason {
    NotFound,
    NotExecutable,
    TooOld,
    Crashing,
    /// The process runs but has never answered.
    Silent,
    HomeNotWritable,
    Refused,
}

#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub struct Codex {
    pub path: String,
    /// From the handshake; unknown before it.
    pub version: Option<String>,
    pub found: CodexOrigin,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub enum CodexOrigin {
    Environment,
    Setting,
    Bundled,
    Path,
    UsualPlace,
}

#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub struct Demo {
    pub workspace: String,
    /// Example prompts, offered as chips.
    pub prompts: Vec<String>,
}

/// Who began a thread. Threads of scripts and agents are listed only if a person asks for them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub enum MadeBy {
    Person,
    /// `codex exec`.
    Script,
    /// An agent inside another thread.
    Agent,
}

/// A thread as the sidebar shows it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub struct ThreadLine {
    pub id: ThreadId,
    /// The name that a person gave, or else the beginning of the first prompt.
    pub title: String,
    pub named: bool,
    /// The folder it runs in. The list groups threads by it.
    pub cwd: String,
    pub branch: Option<String>,
    pub provider: Option<String>,
    /// The client that made it: `cli`, `vscode`, `exec`, `appServer`, `subAgent` …
    pub source: String,
    pub made_by: MadeBy,
    pub model: Option<String>,
    pub created_ms: f64,
    pub updated_ms: f64,
    pub archived: bool,
    pub pinned: bool,
    pub mark: Mark,
    /// The thread that spawned it or that it was forked from.
    pub parent: Option<ThreadId>,
    /// When it will be deleted (epoch) unless the person undoes that; it is hidden until then. 0: the deletion was sent
    /// and can no longer be undone.
    pub going_ms: Option<f64>,
    /// The project it belongs to.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub project: Option<ProjectOf>,
}

/// A project, as far as the list needs it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub struct ProjectOf {
    pub id: String,
    pub name: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub enum Mark {
    None,
    Running,
    Waiting,
    Unread,
    Failed,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub enum ListState {
    /// Nothing was read yet.
    Loading,
    /// The list shows what the server's state database knows; the result of the file scan, or more pages, will follow.
    Filling,
    Complete,
}

/// A thread that a window has open.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub struct OpenThread {
    pub id: ThreadId,
    pub head: Head,
    pub turns: Vec<Turn>,
    pub rows: Vec<Row>,
    /// The server has older turns.
    pub more: bool,
    /// The server has newer turns: the thread was opened in its middle, at a search result.
    pub newer: bool,
    pub diff: Vec<FileDiff>,
    pub draft: String,
    /// What is attached to the draft.
    pub attached: Vec<Attached>,
    pub queue: Vec<Queued>,
    /// Messages that were sent and are not among the rows yet.
    pub sent: Vec<Row>,
    pub terminals: Vec<Terminal>,
    pub tabs: Vec<TerminalTab>,
    /// The plan when the thread was read. A plan among the rows is newer.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub plan: Option<KeptPlan>,
}

/// A command that is still running after its turn ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub struct Terminal {
    /// The server's id for it.
    pub process: String,
    pub command: String,
    pub cwd: String,
}

/// A prompt that waits for the running turn to end.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub struct Queued {
    pub id: QueuedId,
    pub text: String,
    /// How many images, skills and files are attached.
    pub attached: u32,
}

#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub struct Head {
    pub title: String,
    pub cwd: String,
    pub branch: Option<String>,
    pub archived: bool,
    pub model: Option<String>,
    pub effort: Option<String>,
    /// The permissions that were chosen; `policy` is what follows from them.
    pub permissions: Permissions,
    pub extras: PermissionExtras,
    /// The policy that the server reports for the thread; missing until the server has loaded the thread.
    pub policy: Option<Policy>,
    pub manner: Manner,
    pub state: HeadState,
    pub usage: Option<Usage>,
    /// The turn that can be interrupted or steered.
    pub running: Option<crate::id::TurnId>,
    pub goal: Option<Goal>,
    /// The thread's requests are declined after so many seconds without an answer. Off if missing.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub declines_after_s: Option<u32>,
}

/// A goal that a thread works towards over many turns.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub struct Goal {
    pub objective: String,
    /// The server's word: `active`, `paused`, `complete` …
    pub status: String,
    pub tokens_used: f64,
    pub token_budget: Option<f64>,
}

/// The one state that a thread is in; `rows.ts` puts it into words.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
#[ts(export_to = "model.ts")]
pub enum HeadState {
    Idle,
    Loading,
    Running {
        since_ms: f64,
    },
    Waiting {
        asks: u32,
    },
    /// `text`: the server's own message, if it does not count the attempts.
    Retrying {
        text: String,
        #[serde(skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        attempt: Option<Attempt>,
        /// The error of the previous attempt.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        why: Option<String>,
    },
    /// The turn waits for a hook: the event that runs it, and the hook's own status message.
    Hook {
        text: String,
    },
    Interrupted {
        why: String,
    },
    Failed {
        why: String,
    },
    /// A usage limit ended the last turn. `until_ms`: when the limit is reset, if known.
    Limited {
        until_ms: Option<f64>,
        why: String,
    },
    /// Another Codex process holds the writer lock.
    Locked,
}

/// Which attempt is made, of how many.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub struct Attempt {
    pub nth: u32,
    pub of: u32,
}

#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub struct Usage {
    pub total_tokens: f64,
    pub last_tokens: f64,
    /// How much of the model's context window is used, if known.
    pub context_percent: Option<f64>,
    pub context_window: Option<f64>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub enum AskEnd {
    Answered,
    /// The answer was no.
    Declined,
    /// Nobody answered in time, and the thread's own rule declined it.
    Unattended,
    /// The server withdrew it, its turn ended, or the server is gone.
    Gone,
}

#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
#[ts(export_to = "model.ts")]
pub enum Account {
    /// The server has not reported it yet.
    Unknown,
    /// `needed`: this provider accepts no turn without an account.
    SignedOut {
        needed: bool,
    },
    ApiKey,
    ChatGpt {
        email: Option<String>,
        plan: Option<String>,
    },
    /// A kind that this build does not know, by its wire name.
    Other {
        name: String,
    },
}

/// Something that a person should know about the whole app or one thread.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub struct Banner {
    pub id: BannerId,
    pub level: Level,
    pub title: String,
    pub detail: Option<String>,
    pub thread: Option<ThreadId>,
    /// The folder whose trust the banner reports, so that the person can withdraw it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub undo_trust: Option<String>,
}
