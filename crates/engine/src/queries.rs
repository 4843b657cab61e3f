//! Answers the queries of windows: data that is too large or too rarely needed for the stream of changes.

use crate::catalog::{self, apps, config, plugins, rules, servers, skills};
use crate::changes::{self, Wanted};
use crate::engine::{Engine, files, places, search};
use crate::failure::{Code, Failure};
use crate::found::Details;
use crate::id::ThreadId;
use crate::query::{Diagnostics, Model, Query, QueryResult, ServerLoad, Tier};
use model::state::source;
use protocol::method::{
    DiagnosticsParams, ModelList, ModelListParams, PageParams, ServerDiagnostics, ThreadLoadedList,
};
use std::time::Duration;

/// The most pages of models to read. One page is the usual case.
const PAGES: usize = 20;

impl Engine {
    pub async fn query(&self, query: Query) -> Result<QueryResult, Failure> {
        answer(self, query).await
    }
}

async fn answer(engine: &Engine, mut query: Query) -> Result<QueryResult, Failure> {
    if let Some(folder) = query.project() {
        *folder = crate::trust::answered(engine, folder.take()).await;
    }
    match query {
        Query::Diagnostics => diagnostics(engine).await,
        Query::Models => models(engine).await,
        Query::Usage => Ok(QueryResult::Usage { usage: crate::usage::usage(engine).await? }),
        Query::WorkspaceMessages => {
            Ok(QueryResult::WorkspaceMessages { messages: crate::usage::messages(engine).await? })
        }
        Query::Spent { since_ms } => Ok(QueryResult::Spent { spent: crate::act::spent(engine, since_ms).await? }),
        Query::ThreadUsage { thread } => {
            Ok(QueryResult::ThreadUsage { usage: crate::act::thread_usage(engine, thread).await? })
        }
        Query::Search { text, scope, from } => {
            Ok(QueryResult::Search { found: search::search(engine, &text, scope, from).await? })
        }
        Query::Peek { thread, text } => Ok(QueryResult::Peek { found: places::peek(engine, &thread, &text).await? }),
        Query::Find { thread, text } => Ok(QueryResult::Find { found: places::find(engine, &thread, &text).await? }),
        Query::Details { thread } => details(engine, &thread).await,
        Query::Downloads => {
            // Without a downloads folder there is no default, and the person chooses one.
            let path = crate::paths::downloads().map(|path| path.display().to_string()).unwrap_or_default();
            Ok(QueryResult::Downloads { path })
        }
        Query::Changes { thread, compared, spaces } => {
            let changes = changes::gather(engine, Wanted { thread, compared, spaces }).await?;
            Ok(QueryResult::Changes { changes })
        }
        Query::ChangeLines { stamp, file, from, count } => {
            Ok(QueryResult::ChangeLines { lines: engine.shared().changes.lines(&stamp, file, from, count).await? })
        }
        Query::Unchanged { stamp, file, gap } => {
            Ok(QueryResult::Unchanged { lines: engine.shared().changes.unchanged(&stamp, file, gap).await? })
        }
        Query::Patch { stamp, file } => {
            Ok(QueryResult::Patch { text: engine.shared().changes.text(&stamp, file).await? })
        }
        Query::Branches { thread } => Ok(QueryResult::Branches { branches: changes::branches(engine, &thread).await? }),
        Query::Sheet { thread, row } => {
            let text = engine.with(move |core| core.state.raw_output(&thread, &row)).await?;
            let (stamp, lines) = engine.shared().sheets.read(text.ok_or_else(|| missing("output"))?).await?;
            Ok(QueryResult::Sheet { stamp, lines })
        }
        Query::SheetLines { stamp, from, count } => {
            Ok(QueryResult::SheetLines { lines: engine.shared().sheets.lines(&stamp, from, count)? })
        }
        Query::RowPicture { thread, row } => {
            let (of, at) = (thread.clone(), row.clone());
            let source = engine.with(move |core| core.state.row_picture(&of, &at)).await?;
            let source = source.ok_or_else(crate::pictures::missing)?;
            Ok(QueryResult::RowPicture { name: engine.shared().row_pictures.name(thread, row, source) })
        }
        Query::TerminalHistory { terminal, from, count } => {
            let rows = engine.with(move |core| core.state.terminal_history(&terminal, from, count)).await?;
            rows.map(|rows| QueryResult::TerminalHistory { rows }).ok_or_else(|| missing("terminal"))
        }
        Query::Approvals { thread } => {
            Ok(QueryResult::Approvals { records: crate::act::records(engine, thread).await? })
        }
        Query::Output { thread, row } => {
            let text = engine.with(move |core| core.state.output(&thread, &row)).await?;
            text.map(|text| QueryResult::Output { text }).ok_or_else(|| missing("output"))
        }
        Query::Paths { paths } => Ok(QueryResult::Paths { found: crate::act::sort(engine, paths) }),
        Query::Picture { path } => Ok(QueryResult::Picture { url: crate::act::picture(engine, path).await? }),
        Query::Files { cwd, query } => Ok(QueryResult::Files { files: files::find(engine, cwd, &query).await? }),
        Query::Repository { cwd } => Ok(QueryResult::Repository { repository: crate::git::summary(&cwd).await? }),
        Query::Diff { thread, row, path } => {
            let file = engine.with(move |core| core.state.diff(&thread, &row, &path)).await?;
            file.map(|file| QueryResult::Diff { file }).ok_or_else(|| missing("change"))
        }
        Query::McpServers => Ok(QueryResult::McpServers { servers: servers::list(engine).await? }),
        Query::McpServer { name, find } => {
            Ok(QueryResult::McpServer { offer: Box::new(servers::offer(engine, &name, &find).await?) })
        }
        Query::McpEverywhere => Ok(QueryResult::McpEverywhere { offers: servers::everywhere(engine).await? }),
        Query::McpResource { server, uri } => {
            Ok(QueryResult::McpResource { parts: servers::resource(engine, server, uri).await? })
        }
        Query::ModelSheet { hidden } => {
            Ok(QueryResult::ModelSheet { sheet: Box::new(catalog::models::sheet(engine, hidden).await?) })
        }
        Query::Config { cwd } => Ok(QueryResult::Config { sheet: Box::new(config::sheet(engine, cwd).await?) }),
        Query::ThreadDefaults { cwd } => {
            Ok(QueryResult::ThreadDefaults { defaults: Box::new(catalog::permissions::defaults(engine, cwd).await?) })
        }
        Query::Permissions { cwd } => {
            Ok(QueryResult::Permissions { sheet: Box::new(catalog::permissions::sheet(engine, cwd).await?) })
        }
        Query::Rules { cwd } => Ok(QueryResult::Rules { rules: Box::new(rules::list(engine, cwd).await?) }),
        Query::TryRules { line, cwd } => {
            Ok(QueryResult::TryRules { trial: rules::try_line(engine, &line, cwd).await? })
        }
        Query::FolderTrust { cwd } => Ok(QueryResult::FolderTrust { trust: crate::trust::look(engine, cwd).await? }),
        Query::Features { cwd } => {
            Ok(QueryResult::Features { sheet: Box::new(catalog::features::sheet(engine, cwd).await?) })
        }
        Query::Import { folder } => Ok(QueryResult::Import { sheet: catalog::import::sheet(engine, folder).await? }),
        Query::Memory { thread } => {
            Ok(QueryResult::Memory { summary: catalog::features::memory(engine, &thread).await? })
        }
        Query::Projects => Ok(QueryResult::Projects { projects: catalog::projects::list(engine).await? }),
        Query::Links { thread } => Ok(QueryResult::Links { links: catalog::links::list(engine, &thread).await? }),
        Query::WindowsSandbox => {
            Ok(QueryResult::WindowsSandbox { readiness: catalog::import::readiness(engine).await? })
        }
        Query::Skills { cwd, reload } => Ok(QueryResult::Skills { skills: skills::list(engine, cwd, reload).await? }),
        Query::Apps { thread, reload } => Ok(QueryResult::Apps { apps: apps::list(engine, thread, reload).await? }),
        Query::App { id } => Ok(QueryResult::App { app: apps::read(engine, &id).await? }),
        Query::Plugins { cwd, reload } => {
            Ok(QueryResult::Plugins { plugins: plugins::list(engine, cwd, reload).await? })
        }
        Query::PluginSearch { text } => Ok(QueryResult::PluginSearch { found: plugins::search(engine, &text).await? }),
        Query::Plugin { plugin } => Ok(QueryResult::Plugin { plugin: Box::new(plugins::read(engine, &plugin).await?) }),
        Query::PluginSkill { plugin, name } => {
            Ok(QueryResult::PluginSkill { text: plugins::skill(engine, &plugin, &name).await? })
        }
    }
}

fn missing(what: &str) -> Failure {
    Failure::new(Code::Refused, format!("This {what} no longer exists."))
}

/// How long diagnostics wait for the server's load. A person may open that page because the server hangs.
const MUTE: Duration = Duration::from_secs(2);

async fn diagnostics(engine: &Engine) -> Result<QueryResult, Failure> {
    let server = engine.with(|core| core.state.server().clone()).await?;
    let line = engine.connection();
    let diagnostics = Diagnostics {
        version: env!("CARGO_PKG_VERSION").into(),
        system: format!("{} {}", std::env::consts::OS, std::env::consts::ARCH),
        data_dir: engine.shared().options.data_dir.display().to_string(),
        server,
        server_pid: line.pid,
        tool_path: line.path,
        starts: line.starts,
        stderr: line.tail.lines(),
        counters: engine.shared().tally.counters(),
        load: tokio::time::timeout(MUTE, load(engine)).await.ok().flatten(),
    };
    Ok(QueryResult::Diagnostics { diagnostics: Box::new(diagnostics) })
}

/// The load that the server reports. `None` if it does not run or does not report any.
async fn load(engine: &Engine) -> Option<ServerLoad> {
    let line = engine.connection();
    let peer = line.peer.filter(|_| line.methods.knows::<ServerDiagnostics>())?;
    let told = peer.call::<ServerDiagnostics>(DiagnosticsParams {}).await.ok()?;
    let threads = peer.call::<ThreadLoadedList>(PageParams::default()).await.ok();
    let gauge = |gauge: &serde_json::Value| Some((render::visible(gauge["name"].as_str()?), gauge["value"].as_f64()?));
    Some(ServerLoad {
        memory_bytes: told["process"]["residentMemoryBytes"].as_f64(),
        gauges: told["gauges"].as_array().into_iter().flatten().filter_map(gauge).collect(),
        threads: threads.map(|answer| answer.data.len() as f64),
    })
}

/// Read from the server itself, because an open thread may be in no list.
async fn details(engine: &Engine, thread: &ThreadId) -> Result<QueryResult, Failure> {
    let peer = engine.peer().await?;
    let read = engine.read_quietly(&peer, thread).await?;
    let last_said = read.last_said();
    let git = read.git_info.unwrap_or_default();
    let known = |text: String| Some(text).filter(|text| !text.is_empty());
    let seen = |text: Option<String>| text.map(|text| render::visible(&text)).filter(|text| !text.is_empty());
    let details = Details {
        id: ThreadId(read.id),
        cwd: render::visible(&read.cwd),
        branch: seen(git.branch),
        commit: seen(git.sha),
        remote: seen(git.origin_url),
        model: seen(read.model),
        provider: known(render::visible(&read.model_provider)),
        version: known(render::visible(&read.cli_version)),
        source: source(read.source.as_ref()),
        originator: seen(read.originator),
        file: read.path,
        created_ms: read.created_at as f64 * 1_000.0,
        updated_ms: last_said as f64 * 1_000.0,
        forked_from: read.forked_from_id.map(ThreadId),
        parent: read.parent_thread_id.map(ThreadId),
    };
    Ok(QueryResult::Details { details: Box::new(details) })
}

async fn models(engine: &Engine) -> Result<QueryResult, Failure> {
    let peer = engine.peer().await?;
    let mut models = Vec::new();
    let mut cursor = None;
    for _ in 0..PAGES {
        let answer = peer.call::<ModelList>(ModelListParams { cursor, ..Default::default() }).await?;
        models.extend(answer.data.into_iter().filter(|model| !model.hidden).map(seen));
        cursor = answer.next_cursor;
        if cursor.is_none() {
            break;
        }
    }
    Ok(QueryResult::Models { models })
}

fn seen(model: protocol::account::Model) -> Model {
    Model {
        name: if model.display_name.is_empty() { model.id.clone() } else { model.display_name },
        id: if model.model.is_empty() { model.id } else { model.model },
        description: Some(model.description).filter(|text| !text.is_empty()),
        is_default: model.is_default,
        efforts: model.supported_reasoning_efforts.into_iter().map(|effort| effort.reasoning_effort).collect(),
        default_effort: model.default_reasoning_effort,
        takes_images: model.input_modalities.is_none_or(|all| all.iter().any(|one| one == "image")),
        has_personality: model.supports_personality,
        tiers: model.service_tiers.into_iter().map(tier).collect(),
    }
}

fn tier(tier: protocol::account::ServiceTier) -> Tier {
    Tier {
        name: if tier.name.is_empty() { tier.id.clone() } else { render::visible(&tier.name) },
        id: tier.id,
        description: Some(render::visible(&tier.description)).filter(|text| !text.is_empty()),
    }
}
