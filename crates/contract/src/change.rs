//! The door out: what a window must redraw.
//!
//! Invariant: a window that applies every change in order equals one that was just given a snapshot.

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
    /// All a new window needs; the first change on every channel, and the first after a demo begins or ends.
    Reset {
        snapshot: Box<Snapshot>,
    },
    ServerPut {
        server: Server,
    },
    /// Adds or replaces lines of the list, by id. The UI sorts.
    ThreadsPut {
        threads: Vec<ThreadLine>,
    },
    ThreadsGone {
        threads: Vec<ThreadId>,
    },
    ListPut {
        list: ListState,
    },
    /// A thread that this window opened, whole. Also sent when it was read again after a restart.
    ThreadPut {
        thread: Box<OpenThread>,
    },
    /// The thread cannot be read; the window shows why.
    ThreadLost {
        thread: ThreadId,
        message: String,
    },
    /// Left long ago: a window that still has a copy lets go of it.
    ThreadLeft {
        thread: ThreadId,
    },
    HeadPut {
        thread: ThreadId,
        head: Box<Head>,
    },
    /// An older page, to be put before what is there.
    OlderPut {
        thread: ThreadId,
        turns: Vec<Turn>,
        rows: Vec<Row>,
        more: bool,
    },
    /// The page after what is there, of a thread that was opened in its middle.
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
    /// Replaces the row of that id where it stands, or appends it.
    RowPut {
        thread: ThreadId,
        row: Box<Row>,
    },
    /// Blocks from `from` on are replaced by these.
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
    /// All it shows was told as it grew; now it is whole.
    RowEnded {
        thread: ThreadId,
        row: RowId,
        state: RowState,
        ended_ms: Option<f64>,
    },
    /// It broke off, and what it said is said anew in another.
    RowGone {
        thread: ThreadId,
        row: RowId,
    },
    /// What the running or last turn changed, all files together.
    DiffPut {
        thread: ThreadId,
        files: Vec<FileDiff>,
    },
    /// A terminal of the thread, whole: a new one, or one that ended.
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
    /// The prompts that wait, in their order.
    QueuePut {
        thread: ThreadId,
        queue: Vec<Queued>,
    },
    /// What was sent and is not in the thread yet, in its order.
    SentPut {
        thread: ThreadId,
        sent: Vec<Row>,
    },
    /// The draft is this now: another window wrote it, or sent it. Without a thread: that of a new one.
    DraftPut {
        thread: Option<ThreadId>,
        text: String,
        attached: Vec<Attached>,
    },
    /// What was said stands in the draft again, before what was written since. Without a thread: in the draft of a new
    /// one. `unsent`: it was sent and did not arrive; else a person went back to before it.
    DraftBack {
        thread: Option<ThreadId>,
        text: String,
        attached: Vec<Attached>,
        unsent: bool,
    },
    /// Commands that outlived their turn.
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
    /// Catalog that were looked at may read differently now.
    /// What happens around the agent, whole.
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
    /// The threads that this window has open (after a reload: had open).
    pub open: Vec<OpenThread>,
    pub asks: Vec<Ask>,
    pub account: Account,
    pub limits: Limits,
    pub login: Login,
    pub access: Access,
    pub banners: Vec<Banner>,
    pub settings: Settings,
    /// Unsent text of the new-thread composer.
    pub new_draft: String,
    pub revisions: Revisions,
    /// What goes with it.
    pub new_attached: Vec<Attached>,
    pub environment: Environment,
}

/// The app-server as a person cares about it.
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
    /// `None` until probed. `false`: commands of the agent cannot be fenced in on this machine.
    pub sandbox_works: Option<bool>,
    /// Older ones know no goals.
    pub knows_goals: bool,
}

#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
#[ts(export_to = "model.ts")]
pub enum ServerPhase {
    Finding,
    Starting,
    Ready,
    /// It ended; another one starts by itself at `next_ms` (epoch).
    Restarting {
        attempt: u32,
        next_ms: f64,
        why: String,
    },
    /// It will not be tried again until a person says so.
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
    /// It runs and never answered.
    Silent,
    HomeNotWritable,
    Refused,
}

#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub struct Codex {
    pub path: String,
    /// From the handshake; unknown until then.
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
    /// Prompts that show something off, offered as chips.
    pub prompts: Vec<String>,
}

/// A thread as the sidebar shows it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub struct ThreadLine {
    pub id: ThreadId,
    /// The name a person gave, else the beginning of the first prompt.
    pub title: String,
    pub named: bool,
    /// The folder it runs in; threads are grouped by it.
    pub cwd: String,
    pub branch: Option<String>,
    pub provider: Option<String>,
    /// The client it was made with: `cli`, `vscode`, `exec`, `appServer`, `subAgent` …
    pub source: String,
    pub model: Option<String>,
    pub created_ms: f64,
    pub updated_ms: f64,
    pub archived: bool,
    pub pinned: bool,
    pub mark: Mark,
    /// The thread that spawned or was forked into this one.
    pub parent: Option<ThreadId>,
    /// It is to be deleted at this moment (epoch) unless that is undone; until then it is not shown. 0: just now, and it
    /// can no longer be undone.
    pub going_ms: Option<f64>,
    /// The project it was put in.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub project: Option<ProjectOf>,
}

/// A project as a thread's line names it.
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
    /// Nothing is known yet.
    Loading,
    /// What the state DB knows is shown; the scanning list is on its way, or more pages are.
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
    /// Older turns are on the server.
    pub more: bool,
    /// So are newer ones: it was opened in its middle, at something that was searched for.
    pub newer: bool,
    pub diff: Vec<FileDiff>,
    pub draft: String,
    /// What goes with the draft.
    pub attached: Vec<Attached>,
    pub queue: Vec<Queued>,
    /// What was sent and is not among the rows yet.
    pub sent: Vec<Row>,
    pub terminals: Vec<Terminal>,
    pub tabs: Vec<TerminalTab>,
    /// As it was when the thread was read; a plan among the rows is newer.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub plan: Option<KeptPlan>,
}

/// A command that goes on although its turn is over.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub struct Terminal {
    /// The server's name for it.
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
    /// Images, skills and files that go with it.
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
    /// What was chosen; what comes of it is the policy.
    pub permissions: Permissions,
    pub extras: PermissionExtras,
    /// What the server says the thread runs under; missing until it was taken up.
    pub policy: Option<Policy>,
    pub manner: Manner,
    pub state: HeadState,
    pub usage: Option<Usage>,
    /// The turn that can be interrupted or steered.
    pub running: Option<crate::id::TurnId>,
    pub goal: Option<Goal>,
    /// What it asks is declined after so many seconds without an answer. Off when missing.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub declines_after_s: Option<u32>,
}

/// What a thread works towards over many turns.
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

/// The truth, one at a time; `rows.ts` puts it into words.
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
    Retrying {
        text: String,
        /// What the try before it met.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        why: Option<String>,
    },
    /// The turn waits for a hook: when it runs, and what it says of itself.
    Hook {
        text: String,
    },
    Interrupted {
        why: String,
    },
    Failed {
        why: String,
    },
    /// A usage limit ended the last turn; `until_ms`: when it is over, where that is known.
    Limited {
        until_ms: Option<f64>,
        why: String,
    },
    /// Another Codex holds the writer's lock.
    Locked,
}

#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub struct Usage {
    pub total_tokens: f64,
    pub last_tokens: f64,
    /// Of the model's context window; unknown stays unknown.
    pub context_percent: Option<f64>,
    pub context_window: Option<f64>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub enum AskEnd {
    Answered,
    /// Nobody was there, and the thread's own rule declined it.
    Unattended,
    /// The server took it back, its turn ended, or the server is gone.
    Gone,
}

#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
#[ts(export_to = "model.ts")]
pub enum Account {
    /// The server has not said yet.
    Unknown,
    /// `needed`: this provider takes no turn without one.
    SignedOut {
        needed: bool,
    },
    ApiKey,
    ChatGpt {
        email: Option<String>,
        plan: Option<String>,
    },
    /// A kind this build does not know, by its wire name.
    Other {
        name: String,
    },
}

/// A banner: something about the whole app or one thread that a person should know.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub struct Banner {
    pub id: BannerId,
    pub level: Level,
    pub title: String,
    pub detail: Option<String>,
    pub thread: Option<ThreadId>,
    /// A folder whose trust it tells of, to be taken back.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub undo_trust: Option<String>,
}
