//! The door in: what a person wants.

use crate::ask::Answer;
use crate::catalog::apps::AppIntent;
use crate::catalog::config::ConfigIntent;
use crate::catalog::features::FeatureIntent;
use crate::catalog::gateway::GatewayIntent;
use crate::catalog::import::ImportIntent;
use crate::catalog::links::LinkIntent;
use crate::catalog::plugins::{AppToConnect, PluginIntent};
use crate::catalog::projects::ProjectIntent;
use crate::catalog::rules::RuleIntent;
use crate::catalog::servers::{McpIntent, Tried};
use crate::catalog::skills::SkillIntent;
use crate::found::Spot;
use crate::id::{AskId, BannerId, QueuedId, RowId, TerminalId, ThreadId, TurnId};
use crate::settings::{SettingsPatch, Zoom};
use crate::terminal::Typed;
use protocol::Secret;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

pub use crate::prompt::{Attached, Choices, Ground, Manner, Prompt, Target};

#[derive(Debug, Deserialize, TS)]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
#[ts(export_to = "model.ts")]
pub enum Intent {
    /// Read a thread in this window, without taking the writer's lock.
    OpenThread {
        thread: ThreadId,
    },
    /// This window no longer shows it.
    CloseThread {
        thread: ThreadId,
    },
    /// Whether another Codex still writes in it; refused as `Locked` where it does.
    AskLock {
        thread: ThreadId,
    },
    LoadOlder {
        thread: ThreadId,
    },
    /// Of a thread that was opened in its middle.
    LoadNewer {
        thread: ThreadId,
    },
    /// Back from the middle of a thread to its end.
    LoadNewest {
        thread: ThreadId,
    },
    /// Open a thread where something was found. The receipt names the row.
    OpenAt {
        thread: ThreadId,
        spot: Spot,
    },
    /// Begin a thread with its first prompt. The receipt names it.
    StartThread {
        cwd: String,
        prompt: Prompt,
        choices: Choices,
    },
    /// Send to a thread; while a turn runs this steers it.
    Send {
        thread: ThreadId,
        prompt: Prompt,
        choices: Choices,
    },
    /// Send when the running turn is over; at once where none runs.
    Queue {
        thread: ThreadId,
        prompt: Prompt,
        choices: Choices,
    },
    EditQueued {
        thread: ThreadId,
        queued: QueuedId,
        text: String,
    },
    RemoveQueued {
        thread: ThreadId,
        queued: QueuedId,
    },
    OrderQueue {
        thread: ThreadId,
        order: Vec<QueuedId>,
    },
    /// Into the running turn, or as the next one.
    SendQueued {
        thread: ThreadId,
        queued: QueuedId,
        choices: Choices,
    },
    /// What the thread's messages go with from now on; whatever is sent with other choices changes it too.
    Choose {
        thread: ThreadId,
        choices: Choices,
    },
    Interrupt {
        thread: ThreadId,
    },
    /// Kept on disk when the receipt comes.
    SaveDraft {
        thread: Option<ThreadId>,
        text: String,
        #[serde(default)]
        attached: Vec<Attached>,
    },
    /// The person's own command, outside the sandbox (`!cmd`).
    Shell {
        at: Ground,
        command: String,
        choices: Choices,
    },
    Review {
        at: Ground,
        target: Target,
        choices: Choices,
    },
    /// Shows the OS's file picker; the receipt holds the pictures.
    PickImages,
    /// A pasted picture in base64, kept in our own folder. The receipt names the file.
    KeepPicture {
        data: String,
    },
    /// A command that outlived its turn; `None`: all of them.
    StopTerminal {
        thread: ThreadId,
        process: Option<String>,
    },
    Rename {
        thread: ThreadId,
        name: String,
    },
    Archive {
        threads: Vec<ThreadId>,
    },
    Unarchive {
        threads: Vec<ThreadId>,
    },
    Pin {
        threads: Vec<ThreadId>,
        pinned: bool,
    },
    MarkUnread {
        threads: Vec<ThreadId>,
        unread: bool,
    },
    /// They vanish at once and are deleted ten seconds later, unless `KeepThreads` comes first.
    Delete {
        threads: Vec<ThreadId>,
    },
    KeepThreads {
        threads: Vec<ThreadId>,
    },
    /// A new thread with this one's turns, up to and with `turn` where it is named. The receipt names it.
    Fork {
        thread: ThreadId,
        turn: Option<TurnId>,
    },
    /// A new thread with this one's turns before `turn`; its prompt becomes the draft there. The receipt names it.
    ForkBefore {
        thread: ThreadId,
        turn: TurnId,
    },
    /// Take back `turn` and all after it; its prompt becomes the draft. Files stay as they are.
    GoBack {
        thread: ThreadId,
        turn: TurnId,
    },
    Compact {
        thread: ThreadId,
    },
    /// `None` clears it. An active goal makes the agent go on by itself, with these choices.
    SetGoal {
        thread: ThreadId,
        objective: Option<String>,
        active: bool,
        choices: Choices,
    },
    /// One file each into the folder; `None`: where downloads go. The receipt names the file, or the folder of many.
    Export {
        threads: Vec<ThreadId>,
        format: ExportFormat,
        folder: Option<String>,
    },
    /// Show the thread's own file where it lies.
    RevealFile {
        thread: ThreadId,
    },
    /// Show where the last export went.
    RevealExport {
        path: String,
    },
    /// Reconcile the list with what is on disk.
    RefreshThreads,
    Answer {
        ask: AskId,
        answer: Answer,
    },
    /// When nobody is there: what this thread asks is declined after so many seconds. `None` turns it off.
    DeclineAfter {
        thread: ThreadId,
        seconds: Option<u32>,
    },
    /// Allow exactly what the automatic reviewer denied in this row.
    Overrule {
        thread: ThreadId,
        row: RowId,
    },
    /// A shell in the thread's folder; fenced as the thread is, or not at all.
    OpenTerminal {
        thread: ThreadId,
        fenced: bool,
        columns: u16,
        rows: u16,
    },
    /// The next is sent when this one was received, so that keys keep their order.
    TypeTerminal {
        terminal: TerminalId,
        typed: Vec<Typed>,
    },
    ResizeTerminal {
        terminal: TerminalId,
        columns: u16,
        rows: u16,
    },
    /// Ends what runs in it.
    CloseTerminal {
        terminal: TerminalId,
    },
    /// The approvals record of a thread as JSON, into a folder the person picks. The receipt names the file.
    ExportApprovals {
        thread: ThreadId,
    },
    /// The account page's and the first screen's ways in.
    SignInWithBrowser,
    SignInWithCode,
    /// With a label the key is also kept in the keychain, to be used again.
    SignInWithKey {
        #[ts(type = "string")]
        key: Secret,
        #[serde(default)]
        #[ts(optional = nullable)]
        label: Option<String>,
    },
    SignInWithSavedKey {
        label: String,
    },
    ForgetKey {
        label: String,
    },
    CancelSignIn,
    SignOut,
    /// Keep the sign-in in memory only, until Threadloft is closed; `false` goes back to the keychain.
    KeepForSession {
        on: bool,
    },
    /// Writes, reads and removes a word, and says what came of it in `Access`. A locked keychain is only said to be
    /// locked, unless the person may be asked for its password.
    CheckKeychain {
        may_prompt: bool,
    },
    /// Move the `auth.json` of the CLI into the keychain, where the CLI then finds it too.
    ImportLogin,
    /// Put the account that is signed in aside, to sign in to another one.
    ParkAccount,
    /// Take up an account that was put aside; the present one takes its place.
    SwitchAccount {
        id: String,
    },
    ForgetAccount {
        id: String,
    },
    SwitchWorkspace {
        session: String,
        workspace: String,
    },
    /// A program and its arguments that print tokens. Empty: stop using it.
    UseTokenCommand {
        command: Vec<String>,
    },
    RefreshLimits,
    /// Use an earned reset of the limits, after the person confirmed it.
    UseReset {
        #[serde(default)]
        #[ts(optional = nullable)]
        id: Option<String>,
    },
    /// Ask the owner of the workspace, by e-mail, for credits (or for a higher limit).
    AskOwner {
        for_credits: bool,
    },
    /// "Try the demo" and back.
    StartDemo,
    LeaveDemo,
    /// Try again after `Stopped`, or start afresh.
    RestartServer,
    /// Use this codex from now on; `None` forgets the choice.
    UseCodex {
        path: Option<String>,
    },
    /// Fetch one with npm into our data folder.
    FetchCodex,
    ChangeSettings {
        patch: SettingsPatch,
    },
    /// Everything larger, smaller, or as it is; in every window.
    Zoom {
        way: Zoom,
    },
    DismissBanner {
        banner: BannerId,
    },
    /// Opens outside, after a check: https, loopback, or a file inside the thread's folder.
    OpenLink {
        thread: Option<ThreadId>,
        url: String,
    },
    OpenFolder {
        path: String,
    },
    OpenWindow {
        thread: ThreadId,
    },
    /// Shows the OS's folder picker; the receipt holds the choice.
    PickFolder,
    PickCodex,
    /// Whether what a project brings counts in this folder: its config, hooks, rules and MCP servers.
    TrustFolder {
        cwd: String,
        trusted: bool,
    },
    /// What is done with skills, apps, and plugins with their marketplaces.
    Skill {
        intent: SkillIntent,
    },
    App {
        intent: AppIntent,
    },
    Plugin {
        intent: PluginIntent,
    },
    /// What is done with MCP servers, codex's own settings, rules and features, and what is taken over from elsewhere.
    Mcp {
        intent: McpIntent,
    },
    Config {
        intent: ConfigIntent,
    },
    Rule {
        intent: RuleIntent,
    },
    Feature {
        intent: FeatureIntent,
    },
    Import {
        intent: ImportIntent,
    },
    Project {
        intent: ProjectIntent,
    },
    Link {
        intent: LinkIntent,
    },
    Gateway {
        intent: GatewayIntent,
    },
    /// The window asked before closing, and the person said yes.
    CloseAnyway,
}

impl Intent {
    /// What is chosen with it, for a thread that is there.
    pub fn chosen(&self) -> Option<(&ThreadId, &Choices)> {
        match self {
            Self::Choose { thread, choices }
            | Self::Send { thread, choices, .. }
            | Self::Queue { thread, choices, .. }
            | Self::SendQueued { thread, choices, .. }
            | Self::SetGoal { thread, choices, .. }
            | Self::Shell { at: Ground::Thread { thread }, choices, .. }
            | Self::Review { at: Ground::Thread { thread }, choices, .. } => Some((thread, choices)),
            _ => None,
        }
    }
}

/// What `act` gives back when it worked.
#[derive(Debug, Clone, Default, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub struct Receipt {
    pub thread: Option<ThreadId>,
    pub path: Option<String>,
    /// Where more than one was picked.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub paths: Option<Vec<String>>,
    /// The row that was asked for; it comes with the changes.
    pub row: Option<RowId>,
    /// Apps that a plugin needs and the account is not connected to.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<AppToConnect>>")]
    pub connect: Vec<AppToConnect>,
    /// What a tool that was tried gave back.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub tried: Option<Box<Tried>>,
    /// It was written, and something else decides: what.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub note: Option<String>,
    /// What did not come out, a sentence each, where the rest did.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<String>>")]
    pub problems: Vec<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub enum ExportFormat {
    Markdown,
    Html,
    Json,
}
