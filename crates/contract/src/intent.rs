//! What a person wants to do.

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
    /// Reads a thread for this window, without taking the writer lock.
    OpenThread {
        thread: ThreadId,
    },
    /// This window no longer shows the thread.
    CloseThread {
        thread: ThreadId,
    },
    /// Asks whether another Codex process still writes to the thread; fails as `Locked` if it does.
    AskLock {
        thread: ThreadId,
    },
    LoadOlder {
        thread: ThreadId,
    },
    /// Loads the next newer page of a thread that was opened in its middle.
    LoadNewer {
        thread: ThreadId,
    },
    /// Replaces the page in the middle of a thread by its newest page.
    LoadNewest {
        thread: ThreadId,
    },
    /// Opens a thread at a search result. The receipt names the row.
    OpenAt {
        thread: ThreadId,
        spot: Spot,
    },
    /// Starts a thread with its first prompt. The receipt names it.
    StartThread {
        cwd: String,
        prompt: Prompt,
        choices: Choices,
    },
    /// Sends a prompt to a thread. If a turn is running, this steers it.
    Send {
        thread: ThreadId,
        prompt: Prompt,
        choices: Choices,
    },
    /// Sends a prompt when the running turn has ended, or at once if none is running.
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
    /// Sends a queued prompt now: into the running turn, or as the next one.
    SendQueued {
        thread: ThreadId,
        queued: QueuedId,
        choices: Choices,
    },
    /// Sets the choices for the thread's next messages. A message that is sent with other choices changes them too.
    Choose {
        thread: ThreadId,
        choices: Choices,
    },
    Interrupt {
        thread: ThreadId,
    },
    /// Saves a draft. It is on disk when the receipt arrives.
    SaveDraft {
        thread: Option<ThreadId>,
        text: String,
        #[serde(default)]
        attached: Vec<Attached>,
    },
    /// Runs a person's own command, outside the sandbox (`!cmd`).
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
    /// Shows the system's file picker. The receipt holds the pictures.
    PickImages,
    /// Saves a pasted picture (base64) in our own folder. The receipt names the file.
    KeepPicture {
        data: String,
    },
    /// Ends a command that is still running after its turn; `None`: all of them.
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
    /// Hides threads at once and deletes them after ten seconds, unless `KeepThreads` comes first.
    Delete {
        threads: Vec<ThreadId>,
    },
    KeepThreads {
        threads: Vec<ThreadId>,
    },
    /// Makes a new thread with this one's turns, up to and including `turn` if it is given. The receipt names it.
    Fork {
        thread: ThreadId,
        turn: Option<TurnId>,
    },
    /// Makes a new thread with this one's turns before `turn`, whose prompt becomes the draft there. The receipt names
    /// it.
    ForkBefore {
        thread: ThreadId,
        turn: TurnId,
    },
    /// Removes `turn` and all turns after it. Its prompt becomes the draft. Files stay as they are.
    GoBack {
        thread: ThreadId,
        turn: TurnId,
    },
    Compact {
        thread: ThreadId,
    },
    /// Sets or (`None`) clears the goal. With an active goal the agent continues by itself, with these choices.
    SetGoal {
        thread: ThreadId,
        objective: Option<String>,
        active: bool,
        choices: Choices,
    },
    /// Writes one file per thread into the folder, or (`None`) into the downloads folder. The receipt names the file,
    /// or the folder if there are several.
    Export {
        threads: Vec<ThreadId>,
        format: ExportFormat,
        folder: Option<String>,
    },
    /// Shows the thread's own file in the file manager.
    RevealFile {
        thread: ThreadId,
    },
    /// Shows the last export in the file manager.
    RevealExport {
        path: String,
    },
    /// Updates the list with what is on disk.
    RefreshThreads,
    Answer {
        ask: AskId,
        answer: Answer,
    },
    /// Declines this thread's requests after so many seconds without an answer. `None` turns this off.
    DeclineAfter {
        thread: ThreadId,
        seconds: Option<u32>,
    },
    /// Allows exactly what the automatic reviewer denied in this row.
    Overrule {
        thread: ThreadId,
        row: RowId,
    },
    /// Opens a shell in the thread's folder: in the thread's sandbox, or (`fenced: false`) without one.
    OpenTerminal {
        thread: ThreadId,
        fenced: bool,
        columns: u16,
        rows: u16,
    },
    /// Types into a terminal. The page sends the next keys after the receipt, so that their order is kept.
    TypeTerminal {
        terminal: TerminalId,
        typed: Vec<Typed>,
    },
    ResizeTerminal {
        terminal: TerminalId,
        columns: u16,
        rows: u16,
    },
    /// Ends the program in a terminal.
    CloseTerminal {
        terminal: TerminalId,
    },
    /// Writes the thread's record of approvals as JSON into a folder that the person picks. The receipt names the file.
    ExportApprovals {
        thread: ThreadId,
    },
    /// Signs in with the browser.
    SignInWithBrowser,
    SignInWithCode,
    /// Signs in with an API key. With a label, the key is also kept in the keychain for later use.
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
    /// Keeps the sign-in in memory until Threadloft is closed; `false` goes back to the keychain.
    KeepForSession {
        on: bool,
    },
    /// Writes, reads and removes a test entry, and reports the result in `Access`. A locked keychain is only reported
    /// as locked, unless the person may be asked for its password.
    CheckKeychain {
        may_prompt: bool,
    },
    /// Moves the `auth.json` of the CLI into the keychain, where the CLI finds it too.
    ImportLogin,
    /// Parks the signed-in account, so that another one can sign in.
    ParkAccount,
    /// Switches to a parked account; the current one is parked instead.
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
    /// Sets the program that prints tokens, with its arguments. Empty: use none.
    UseTokenCommand {
        command: Vec<String>,
    },
    RefreshLimits,
    /// Uses an earned reset of the limits, after the person confirmed it.
    UseReset {
        #[serde(default)]
        #[ts(optional = nullable)]
        id: Option<String>,
    },
    /// Asks the owner of the workspace by e-mail for credits or for a higher limit.
    AskOwner {
        for_credits: bool,
    },
    /// Starts the demo.
    StartDemo,
    LeaveDemo,
    /// Starts the server again, also after `Stopped`.
    RestartServer,
    /// Uses this codex from now on; `None` forgets the choice.
    UseCodex {
        path: Option<String>,
    },
    /// Installs codex with npm into our data folder.
    FetchCodex,
    ChangeSettings {
        patch: SettingsPatch,
    },
    /// Makes everything larger, smaller or its normal size, in every window.
    Zoom {
        way: Zoom,
    },
    DismissBanner {
        banner: BannerId,
    },
    /// Opens a link outside the app, after a check: https, loopback, or a file inside the thread's folder.
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
    /// Shows the system's folder picker. The receipt holds the choice.
    PickFolder,
    PickCodex,
    /// Decides whether the project in this folder may bring config, hooks, rules and MCP servers.
    TrustFolder {
        cwd: String,
        trusted: bool,
    },
    /// Skills, apps, plugins and marketplaces.
    Skill {
        intent: SkillIntent,
    },
    App {
        intent: AppIntent,
    },
    Plugin {
        intent: PluginIntent,
    },
    /// MCP servers, Codex's own settings, rules, features, and imports from other agents.
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
    /// Closes the window. It had asked before, and the person agreed.
    CloseAnyway,
}

impl Intent {
    /// The thread and the choices that this intent sets, if it names a thread.
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

/// What `act` returns if it succeeded.
#[derive(Debug, Clone, Default, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub struct Receipt {
    pub thread: Option<ThreadId>,
    pub path: Option<String>,
    /// The paths, if several were picked.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub paths: Option<Vec<String>>,
    /// The row that was asked for. The row itself arrives as a change.
    pub row: Option<RowId>,
    /// Apps that a plugin needs and that the account is not connected to.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<AppToConnect>>")]
    pub connect: Vec<AppToConnect>,
    /// The result of a tool that was tried.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub tried: Option<Box<Tried>>,
    /// The value was written, but another config layer overrides it: which one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub note: Option<String>,
    /// What failed, one sentence each, if the rest succeeded.
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
