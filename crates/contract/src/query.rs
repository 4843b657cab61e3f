//! Read-only questions of a window, for data that is too large for the stream of changes.

mod account;
mod catalog;
mod changes;
mod config;
mod file;
mod server;
mod thread;

pub use self::account::AccountQuery;
pub use self::catalog::CatalogQuery;
pub use self::changes::ChangesQuery;
pub use self::config::ConfigQuery;
pub use self::file::FileQuery;
pub use self::server::ServerQuery;
pub use self::thread::ThreadQuery;

use crate::account::{Spent, ThreadUsage, UsageDays, WorkspaceMessage};
use crate::catalog::apps::{AppDetail, Apps};
use crate::catalog::config::ConfigSheet;
use crate::catalog::features::FeatureSheet;
use crate::catalog::import::{ImportSheet, SandboxReadiness};
use crate::catalog::links::Link;
use crate::catalog::models::ModelSheet;
use crate::catalog::permissions::{PermissionSheet, ThreadDefaults};
use crate::catalog::plugins::{Plugin, PluginDetail, Plugins};
use crate::catalog::projects::Project;
use crate::catalog::rules::{RuleTrial, Rules};
use crate::catalog::servers::{McpOffer, McpServer, Part};
use crate::catalog::skills::Skills;
use crate::change::Server;
use crate::changes::{BranchList, ChangeSet};
use crate::domain::domains;
use crate::found::{Details, Occurrences, Search};
use crate::record::Record;
use crate::row::{DiffLine, FileDiff};
use crate::trust::FolderTrust;
use serde::Serialize;
use std::collections::BTreeMap;
use ts_rs::TS;

domains! {
    /// A read-only question of a window, by domain. The engine answers each domain in a module of its own.
    #[derive(Clone)]
    pub enum Query {
        Thread(ThreadQuery),
        Changes(ChangesQuery),
        Account(AccountQuery),
        File(FileQuery),
        Server(ServerQuery),
        Catalog(CatalogQuery),
        Config(ConfigQuery),
    }
}

impl Query {
    /// The folder whose project files the server would read for this query.
    pub fn project(&mut self) -> Option<&mut Option<String>> {
        match self {
            Self::Catalog(query) => query.project(),
            Self::Config(query) => query.project(),
            Self::Thread(_) | Self::Changes(_) | Self::Account(_) | Self::File(_) | Self::Server(_) => None,
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

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn each_type_of_a_query_is_read_by_the_one_domain_that_has_it() {
        let tags = Query::tags();
        for (at, tag) in tags.iter().enumerate() {
            assert!(!tags[..at].contains(tag), "{tag} is in two domains");
            if let Err(why) = serde_json::from_value::<Query>(json!({ "type": tag })) {
                assert!(why.to_string().starts_with(&format!("{tag}: missing field `")), "{why}");
            }
        }
        let lines = serde_json::from_value(json!({ "type": "sheetLines", "stamp": "s", "from": 1, "count": 2 }));
        assert!(matches!(lines, Ok(Query::Thread(ThreadQuery::SheetLines { from: 1, count: 2, .. }))));
    }
}
