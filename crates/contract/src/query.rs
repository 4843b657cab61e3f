//! Read-only questions of a window, for data that is too large for the stream of changes.

use crate::account::{Spent, ThreadUsage, UsageDays, WorkspaceMessage};
use crate::catalog::apps::{AppDetail, Apps};
use crate::catalog::config::ConfigSheet;
use crate::catalog::features::FeatureSheet;
use crate::catalog::import::{ImportSheet, SandboxReadiness};
use crate::catalog::links::Link;
use crate::catalog::models::ModelSheet;
use crate::catalog::permissions::{PermissionSheet, ThreadDefaults};
use crate::catalog::plugins::{Plugin, PluginAt, PluginDetail, Plugins};
use crate::catalog::projects::Project;
use crate::catalog::rules::{RuleTrial, Rules};
use crate::catalog::servers::{McpOffer, McpServer, Part};
use crate::catalog::skills::Skills;
use crate::change::Server;
use crate::changes::{BranchList, ChangeSet, Compared};
use crate::found::{Details, Occurrences, Onward, Scope, Search};
use crate::id::{RowId, TerminalId, ThreadId};
use crate::record::Record;
use crate::row::{DiffLine, FileDiff};
use crate::trust::FolderTrust;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use ts_rs::TS;

#[derive(Debug, Clone, Deserialize, TS)]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
#[ts(export_to = "model.ts")]
pub enum Query {
    Diagnostics,
    Models,
    /// Tokens per day.
    Usage,
    WorkspaceMessages,
    /// The most expensive turns since a moment: midnight in the window's time zone.
    Spent {
        since_ms: f64,
    },
    /// What one thread has used.
    ThreadUsage {
        thread: ThreadId,
    },
    /// Messages in all threads that contain a text. Titles are searched by the window itself.
    Search {
        text: String,
        scope: Scope,
        /// The next page of an earlier search.
        #[serde(default)]
        #[ts(optional)]
        from: Option<Onward>,
    },
    /// The first few places in one thread where a text is said.
    Peek {
        thread: ThreadId,
        text: String,
    },
    /// Every place in one thread that contains a text: messages, commands, file changes.
    Find {
        thread: ThreadId,
        text: String,
    },
    Details {
        thread: ThreadId,
    },
    /// The folder for exports if none is chosen.
    Downloads,
    /// What changed since a turn, a commit or a branch: the files, and the position of their changed lines.
    Changes {
        thread: ThreadId,
        compared: Compared,
        /// Includes changes of white space only.
        spaces: bool,
    },
    /// Rendered lines of one of its files, by the file's index in the set.
    ChangeLines {
        stamp: String,
        file: u32,
        from: u32,
        count: u32,
    },
    /// The unchanged lines between two changes, by the hunk header that stands for them.
    Unchanged {
        stamp: String,
        file: u32,
        gap: u32,
    },
    /// The changes of one file, or of all of them, in git's format.
    Patch {
        stamp: String,
        file: Option<u32>,
    },
    /// The branches that the thread's folder can be compared with.
    Branches {
        thread: ThreadId,
    },
    /// A command's complete output, rendered for the page.
    Sheet {
        thread: ThreadId,
        row: RowId,
    },
    SheetLines {
        stamp: String,
        from: u32,
        count: u32,
    },
    /// The name under which the page can load a row's picture.
    RowPicture {
        thread: ThreadId,
        row: RowId,
    },
    /// Rows that have scrolled out of a terminal's screen, oldest first.
    TerminalHistory {
        terminal: TerminalId,
        from: u32,
        count: u32,
    },
    /// The requests of a thread and their outcomes, newest first.
    Approvals {
        thread: ThreadId,
    },
    /// A command's complete output as plain text.
    Output {
        thread: ThreadId,
        row: RowId,
    },
    /// What kinds of files these paths are. They were dropped on the window or picked.
    Paths {
        paths: Vec<String>,
    },
    /// A picture that a draft or an open thread refers to, as a `data:` URL.
    Picture {
        path: String,
    },
    /// Files and folders inside a folder whose path contains these letters.
    Files {
        cwd: String,
        query: String,
    },
    /// What a review of this repository can examine.
    Repository {
        cwd: String,
    },
    /// All lines of one file that a row changed.
    Diff {
        thread: ThreadId,
        row: RowId,
        path: String,
    },
    /// The skills of a folder. `reload` reads the files again.
    Skills {
        #[serde(default)]
        #[ts(optional = nullable)]
        cwd: Option<String>,
        #[serde(default)]
        #[ts(optional, as = "Option<bool>")]
        reload: bool,
    },
    /// The apps, from the cache; `reload` asks OpenAI again.
    Apps {
        #[serde(default)]
        #[ts(optional = nullable)]
        thread: Option<ThreadId>,
        #[serde(default)]
        #[ts(optional, as = "Option<bool>")]
        reload: bool,
    },
    /// One app, with its tools.
    App {
        id: String,
    },
    /// Plugins that are offered or installed; `reload` asks OpenAI again.
    Plugins {
        #[serde(default)]
        #[ts(optional = nullable)]
        cwd: Option<String>,
        #[serde(default)]
        #[ts(optional, as = "Option<bool>")]
        reload: bool,
    },
    /// Plugins in OpenAI's catalogue that match a text.
    PluginSearch {
        text: String,
    },
    Plugin {
        plugin: PluginAt,
    },
    /// The text of a skill of a plugin in OpenAI's catalogue.
    PluginSkill {
        plugin: PluginAt,
        name: String,
    },
    /// The configured MCP servers. This does not wait for any of them.
    McpServers,
    /// What one MCP server offers; it is started for this. `find` searches its tools and resources.
    McpServer {
        name: String,
        #[serde(default)]
        #[ts(optional, as = "Option<String>")]
        find: String,
    },
    /// What all MCP servers offer, including those of plugins. It takes as long as the slowest.
    McpEverywhere,
    McpResource {
        server: String,
        uri: String,
    },
    /// The models with everything the server says about them; `hidden` includes those that are not offered.
    ModelSheet {
        hidden: bool,
    },
    Config {
        #[serde(default)]
        #[ts(optional = nullable)]
        cwd: Option<String>,
    },
    /// What a new thread in this folder runs with, and what can be chosen instead.
    ThreadDefaults {
        #[serde(default)]
        #[ts(optional = nullable)]
        cwd: Option<String>,
    },
    Permissions {
        #[serde(default)]
        #[ts(optional = nullable)]
        cwd: Option<String>,
    },
    Rules {
        #[serde(default)]
        #[ts(optional = nullable)]
        cwd: Option<String>,
    },
    /// What the rules decide about a command line or an address.
    TryRules {
        line: String,
        #[serde(default)]
        #[ts(optional = nullable)]
        cwd: Option<String>,
    },
    /// Whether this folder is trusted, and what trust turns on.
    FolderTrust {
        cwd: String,
    },
    Features {
        #[serde(default)]
        #[ts(optional = nullable)]
        cwd: Option<String>,
    },
    /// What can be imported from other agents.
    Import {
        #[serde(default)]
        #[ts(optional = nullable)]
        folder: Option<String>,
    },
    /// The server's projects, in their order.
    Projects,
    /// The links of a thread.
    Links {
        thread: ThreadId,
    },
    WindowsSandbox,
    /// What Codex remembers of one thread.
    Memory {
        thread: ThreadId,
    },
}

impl Query {
    /// The folder whose project files the server would read for this query.
    pub fn project(&mut self) -> Option<&mut Option<String>> {
        match self {
            Self::Skills { cwd, .. }
            | Self::Plugins { cwd, .. }
            | Self::Config { cwd }
            | Self::ThreadDefaults { cwd }
            | Self::Permissions { cwd }
            | Self::Rules { cwd }
            | Self::TryRules { cwd, .. }
            | Self::Features { cwd } => Some(cwd),
            _ => None,
        }
    }
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
#[ts(export_to = "model.ts")]
pub enum QueryResult {
    Diagnostics { diagnostics: Box<Diagnostics> },
    Models { models: Vec<Model> },
    Usage { usage: UsageDays },
    FolderTrust { trust: FolderTrust },
    WorkspaceMessages { messages: Vec<WorkspaceMessage> },
    Spent { spent: Spent },
    ThreadUsage { usage: ThreadUsage },
    Search { found: Search },
    Peek { found: Occurrences },
    Find { found: Occurrences },
    Details { details: Box<Details> },
    Downloads { path: String },
    Changes { changes: ChangeSet },
    ChangeLines { lines: Vec<DiffLine> },
    Unchanged { lines: Vec<DiffLine> },
    Patch { text: String },
    Branches { branches: BranchList },
    Sheet { stamp: String, lines: u32 },
    SheetLines { lines: Vec<String> },
    RowPicture { name: String },
    TerminalHistory { rows: Vec<String> },
    Approvals { records: Vec<Record> },
    Output { text: String },
    Diff { file: FileDiff },
    McpServers { servers: Vec<McpServer> },
    McpServer { offer: Box<McpOffer> },
    McpEverywhere { offers: Vec<McpOffer> },
    McpResource { parts: Vec<Part> },
    ModelSheet { sheet: Box<ModelSheet> },
    Config { sheet: Box<ConfigSheet> },
    ThreadDefaults { defaults: Box<ThreadDefaults> },
    Permissions { sheet: Box<PermissionSheet> },
    Rules { rules: Box<Rules> },
    TryRules { trial: RuleTrial },
    Features { sheet: Box<FeatureSheet> },
    Import { sheet: ImportSheet },
    Projects { projects: Vec<Project> },
    Links { links: Vec<Link> },
    WindowsSandbox { readiness: SandboxReadiness },
    Memory { summary: Option<String> },
    Skills { skills: Skills },
    Apps { apps: Apps },
    Paths { found: Paths },
    Picture { url: String },
    Files { files: Vec<FileHit> },
    Repository { repository: Repository },
    App { app: AppDetail },
    Plugins { plugins: Plugins },
    PluginSearch { found: Vec<Plugin> },
    Plugin { plugin: Box<PluginDetail> },
    PluginSkill { text: String },
}

/// Paths by kind. Paths that do not exist are in no list.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub struct Paths {
    pub folders: Vec<String>,
    pub images: Vec<String>,
    pub files: Vec<String>,
    /// One sentence about each picture that can only be attached as a file.
    pub problems: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub struct FileHit {
    /// Relative to the folder that was searched.
    pub path: String,
    pub is_folder: bool,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub struct Repository {
    /// `false`: the folder is not in a git repository.
    pub is_repository: bool,
    pub branch: Option<String>,
    /// The other branches, most recently used first.
    pub branches: Vec<String>,
    /// Newest first.
    pub commits: Vec<Commit>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub struct Commit {
    pub sha: String,
    pub title: String,
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub struct Diagnostics {
    pub version: String,
    pub system: String,
    pub data_dir: String,
    pub server: Server,
    pub server_pid: Option<u32>,
    /// Where its `PATH` comes from.
    pub tool_path: ToolPath,
    pub starts: u32,
    /// The last lines that the server wrote to stderr, without control characters.
    pub stderr: Vec<String>,
    pub counters: Counters,
    /// What the server reports about its load; missing if it does not run.
    pub load: Option<ServerLoad>,
}

/// Where codex and its tools look for programs.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub enum ToolPath {
    /// The `PATH` that we were started with: from a terminal, or on a system without login shells.
    #[default]
    Own,
    /// The `PATH` of the person's login shell.
    Shell,
    /// The shell did not answer in time; its `PATH` from an earlier start is used.
    Remembered,
    /// The shell has never answered in time, so our own `PATH` is used.
    Unanswered,
}

#[derive(Debug, Clone, Default, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub struct ServerLoad {
    pub memory_bytes: Option<f64>,
    /// How many threads the server has in memory.
    pub threads: Option<f64>,
    /// The server's own counters, by its own names.
    pub gauges: BTreeMap<String, f64>,
}

#[derive(Debug, Clone, Default, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub struct Counters {
    pub lines_in: f64,
    pub bytes_in: f64,
    pub lines_out: f64,
    pub calls_open: f64,
    pub calls_failed: f64,
    pub calls_timed_out: f64,
    pub overloads: f64,
    /// Lines that were not JSON-RPC.
    pub garbled: f64,
    /// Batches sent to windows, and the changes in them.
    pub batches: f64,
    pub changes: f64,
    /// Notifications that this build does not use, by method.
    pub unknown_notices: BTreeMap<String, f64>,
    /// Known notifications that could not be parsed, by method.
    pub unreadable_notices: BTreeMap<String, f64>,
    /// Server requests that were refused at once, by method.
    pub refused_requests: BTreeMap<String, f64>,
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub struct Model {
    pub id: String,
    pub name: String,
    pub description: Option<String>,
    pub is_default: bool,
    pub efforts: Vec<String>,
    pub default_effort: Option<String>,
    /// The model's service tiers besides the standard one.
    pub tiers: Vec<Tier>,
    pub takes_images: bool,
    pub has_personality: bool,
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub struct Tier {
    pub id: String,
    pub name: String,
    pub description: Option<String>,
}
