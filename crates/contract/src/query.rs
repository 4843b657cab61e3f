//! The one exception to the stream: a read-only query for something big that was asked for.

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
    /// The dearest turns since a moment: the window's own midnight.
    Spent {
        since_ms: f64,
    },
    /// What one thread used.
    ThreadUsage {
        thread: ThreadId,
    },
    /// Everything said in every thread. Titles are the window's own to search.
    Search {
        text: String,
        scope: Scope,
        /// Further hits of a search that was asked before.
        #[serde(default)]
        #[ts(optional)]
        from: Option<Onward>,
    },
    /// Where a text is said in one thread, the first few.
    Peek {
        thread: ThreadId,
        text: String,
    },
    /// Where a text stands in all of a thread: said, run, changed.
    Find {
        thread: ThreadId,
        text: String,
    },
    Details {
        thread: ThreadId,
    },
    /// Where an export goes when nobody says where.
    Downloads,
    /// What changed since a turn, a commit or a branch: the files, and where their lines change.
    Changes {
        thread: ThreadId,
        compared: Compared,
        /// With the changes that only move white space.
        spaces: bool,
    },
    /// Drawn lines of one of its files, by its place in the set.
    ChangeLines {
        stamp: String,
        file: u32,
        from: u32,
        count: u32,
    },
    /// What lies between two changes, by the head of the hunk that stands for it.
    Unchanged {
        stamp: String,
        file: u32,
        gap: u32,
    },
    /// A file's changes, or all of them, as git would write them.
    Patch {
        stamp: String,
        file: Option<u32>,
    },
    /// Branches that the thread's folder can be compared with.
    Branches {
        thread: ThreadId,
    },
    /// All of a command's output, to be asked for by the page.
    Sheet {
        thread: ThreadId,
        row: RowId,
    },
    SheetLines {
        stamp: String,
        from: u32,
        count: u32,
    },
    /// The name under which a row's picture can be shown.
    RowPicture {
        thread: ThreadId,
        row: RowId,
    },
    /// Rows that have left a terminal's screen, the oldest first.
    TerminalHistory {
        terminal: TerminalId,
        from: u32,
        count: u32,
    },
    /// What a thread asked and what became of it, newest first.
    Approvals {
        thread: ThreadId,
    },
    /// All of a command's output, plain.
    Output {
        thread: ThreadId,
        row: RowId,
    },
    /// What lies at these paths: they were dropped on the window, or picked.
    Paths {
        paths: Vec<String>,
    },
    /// A picture that a draft or an open thread names, as a `data:` address.
    Picture {
        path: String,
    },
    /// Files and folders of a folder, by a few letters.
    Files {
        cwd: String,
        query: String,
    },
    /// What a review can be asked of.
    Repository {
        cwd: String,
    },
    /// All lines of one file that a row changed.
    Diff {
        thread: ThreadId,
        row: RowId,
        path: String,
    },
    /// Of a folder; `reload` reads the files again.
    Skills {
        #[serde(default)]
        #[ts(optional = nullable)]
        cwd: Option<String>,
        #[serde(default)]
        #[ts(optional, as = "Option<bool>")]
        reload: bool,
    },
    /// As last told; `reload` asks OpenAI again.
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
    /// Offered and installed; `reload` asks OpenAI again.
    Plugins {
        #[serde(default)]
        #[ts(optional = nullable)]
        cwd: Option<String>,
        #[serde(default)]
        #[ts(optional, as = "Option<bool>")]
        reload: bool,
    },
    /// In OpenAI's catalogue.
    PluginSearch {
        text: String,
    },
    Plugin {
        plugin: PluginAt,
    },
    /// The text of a skill that a plugin of OpenAI's catalogue would bring.
    PluginSkill {
        plugin: PluginAt,
        name: String,
    },
    /// As configured: it comes at once.
    McpServers,
    /// What one of them offers; it is started for it. `find` searches among its tools and resources.
    McpServer {
        name: String,
        #[serde(default)]
        #[ts(optional, as = "Option<String>")]
        find: String,
    },
    /// What all of them offer, also those of plugins; it takes as long as the slowest.
    McpEverywhere,
    McpResource {
        server: String,
        uri: String,
    },
    /// Models with all that is known of them; `hidden` with those that are not offered.
    ModelSheet {
        hidden: bool,
    },
    Config {
        #[serde(default)]
        #[ts(optional = nullable)]
        cwd: Option<String>,
    },
    /// What a new thread in this folder runs with, and what may be chosen instead.
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
    /// What the rules say to a command line, or to an address.
    TryRules {
        line: String,
        #[serde(default)]
        #[ts(optional = nullable)]
        cwd: Option<String>,
    },
    /// Whether this folder is trusted, and what that turns on.
    FolderTrust {
        cwd: String,
    },
    Features {
        #[serde(default)]
        #[ts(optional = nullable)]
        cwd: Option<String>,
    },
    /// What other agents have that could come over.
    Import {
        #[serde(default)]
        #[ts(optional = nullable)]
        folder: Option<String>,
    },
    /// Projects of the server, in their order.
    Projects,
    /// Links kept with a thread.
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
    /// The folder from which the server would read what a project brings.
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

/// Paths, by what lies there. What is not there at all is in none.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub struct Paths {
    pub folders: Vec<String>,
    pub images: Vec<String>,
    pub files: Vec<String>,
    /// A sentence about each picture that is only a file here.
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
    /// `false`: the folder is in no git repository.
    pub is_repository: bool,
    pub branch: Option<String>,
    /// The others, the one last worked on first.
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
    /// Where its `PATH` is from.
    pub tool_path: ToolPath,
    pub starts: u32,
    /// The last lines the server wrote to stderr, control characters removed.
    pub stderr: Vec<String>,
    pub counters: Counters,
    /// What the server says of itself; missing while it does not run.
    pub load: Option<ServerLoad>,
}

/// Where codex and its tools look for programs.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub enum ToolPath {
    /// Where we were started: from a terminal, or on a system without login shells.
    #[default]
    Own,
    /// Where the person's login shell looks.
    Shell,
    /// The same, as it was at an earlier start: the shell did not answer in time.
    Remembered,
    /// The shell has never answered in time, so it is ours after all.
    Unanswered,
}

#[derive(Debug, Clone, Default, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub struct ServerLoad {
    pub memory_bytes: Option<f64>,
    /// Threads it has in memory.
    pub threads: Option<f64>,
    /// Its own counts, by its own names.
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
    /// Lines that were no JSON-RPC.
    pub garbled: f64,
    /// Batches sent to windows, and the changes in them.
    pub batches: f64,
    pub changes: f64,
    /// Notices this build has no use for, by method.
    pub unknown_notices: BTreeMap<String, f64>,
    /// Known notices it could not read, by method.
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
    /// Faster or cheaper ways to be served, beside the plain one.
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
