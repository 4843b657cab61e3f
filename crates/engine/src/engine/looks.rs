//! What a window may ask for that is too big, or too rare, for the stream.

use super::{Engine, files, places, search};
use crate::changes::{self, Wanted};
use crate::failure::{Code, Failure};
use crate::found::Details;
use crate::id::ThreadId;
use crate::lists::{self, apps, config, plugins, rules, servers, skills};
use crate::look::{Diagnostics, Look, Model, ServerLoad, Sight, Tier};
use crate::state::source;
use protocol::method::{
    DiagnosticsParams, ModelList, ModelListParams, PageParams, ServerDiagnostics, ThreadLoadedList,
};
use std::time::Duration;

/// Pages of models; one is the rule.
const PAGES: usize = 20;

pub(super) async fn look(engine: &Engine, mut look: Look) -> Result<Sight, Failure> {
    if let Some(folder) = look.project() {
        *folder = crate::trust::answered(engine, folder.take()).await;
    }
    match look {
        Look::Diagnostics => diagnostics(engine).await,
        Look::Models => models(engine).await,
        Look::Usage => Ok(Sight::Usage { usage: crate::act::usage(engine).await? }),
        Look::WorkspaceMessages => Ok(Sight::WorkspaceMessages { messages: crate::act::messages(engine).await? }),
        Look::Spent { since_ms } => Ok(Sight::Spent { spent: crate::act::spent(engine, since_ms).await? }),
        Look::ThreadUsage { thread } => {
            Ok(Sight::ThreadUsage { usage: crate::act::thread_usage(engine, thread).await? })
        }
        Look::Search { text, scope, from } => {
            Ok(Sight::Search { found: search::search(engine, &text, scope, from).await? })
        }
        Look::Peek { thread, text } => Ok(Sight::Peek { found: places::peek(engine, &thread, &text).await? }),
        Look::Find { thread, text } => Ok(Sight::Find { found: places::find(engine, &thread, &text).await? }),
        Look::Details { thread } => details(engine, &thread).await,
        Look::Downloads => {
            // Nothing to begin with: the person chooses.
            let path = crate::paths::downloads().map(|path| path.display().to_string()).unwrap_or_default();
            Ok(Sight::Downloads { path })
        }
        Look::Changes { thread, compared, spaces } => {
            let changes = changes::gather(engine, Wanted { thread, compared, spaces }).await?;
            Ok(Sight::Changes { changes })
        }
        Look::ChangeLines { stamp, file, from, count } => {
            Ok(Sight::ChangeLines { lines: engine.shared().changes.lines(&stamp, file, from, count).await? })
        }
        Look::Unchanged { stamp, file, gap } => {
            Ok(Sight::Unchanged { lines: engine.shared().changes.unchanged(&stamp, file, gap).await? })
        }
        Look::Patch { stamp, file } => Ok(Sight::Patch { text: engine.shared().changes.text(&stamp, file).await? }),
        Look::Branches { thread } => Ok(Sight::Branches { branches: changes::branches(engine, &thread).await? }),
        Look::Sheet { thread, row } => {
            let text = engine.with(move |core| core.state.raw_output(&thread, &row)).await?;
            let (stamp, lines) = engine.shared().sheets.read(text.ok_or_else(|| missing("output"))?).await?;
            Ok(Sight::Sheet { stamp, lines })
        }
        Look::SheetLines { stamp, from, count } => {
            Ok(Sight::SheetLines { lines: engine.shared().sheets.lines(&stamp, from, count)? })
        }
        Look::RowPicture { thread, row } => {
            let (of, at) = (thread.clone(), row.clone());
            let source = engine.with(move |core| core.state.row_picture(&of, &at)).await?;
            let source = source.ok_or_else(crate::pictures::missing)?;
            Ok(Sight::RowPicture { name: engine.shared().row_pictures.name(thread, row, source) })
        }
        Look::TerminalHistory { terminal, from, count } => {
            let rows = engine.with(move |core| core.state.terminal_history(&terminal, from, count)).await?;
            rows.map(|rows| Sight::TerminalHistory { rows }).ok_or_else(|| missing("terminal"))
        }
        Look::Approvals { thread } => Ok(Sight::Approvals { records: crate::act::records(engine, thread).await? }),
        Look::Output { thread, row } => {
            let text = engine.with(move |core| core.state.output(&thread, &row)).await?;
            text.map(|text| Sight::Output { text }).ok_or_else(|| missing("output"))
        }
        Look::Paths { paths } => Ok(Sight::Paths { found: crate::act::sort(engine, paths) }),
        Look::Picture { path } => Ok(Sight::Picture { url: crate::act::picture(engine, path).await? }),
        Look::Files { cwd, query } => Ok(Sight::Files { files: files::find(engine, cwd, &query).await? }),
        Look::Repository { cwd } => Ok(Sight::Repository { repository: crate::git::summary(&cwd).await? }),
        Look::Diff { thread, row, path } => {
            let file = engine.with(move |core| core.state.diff(&thread, &row, &path)).await?;
            file.map(|file| Sight::Diff { file }).ok_or_else(|| missing("change"))
        }
        Look::McpServers => Ok(Sight::McpServers { servers: servers::list(engine).await? }),
        Look::McpServer { name, find } => {
            Ok(Sight::McpServer { offer: Box::new(servers::offer(engine, &name, &find).await?) })
        }
        Look::McpEverywhere => Ok(Sight::McpEverywhere { offers: servers::everywhere(engine).await? }),
        Look::McpResource { server, uri } => {
            Ok(Sight::McpResource { parts: servers::resource(engine, server, uri).await? })
        }
        Look::ModelSheet { hidden } => {
            Ok(Sight::ModelSheet { sheet: Box::new(lists::models::sheet(engine, hidden).await?) })
        }
        Look::Config { cwd } => Ok(Sight::Config { sheet: Box::new(config::sheet(engine, cwd).await?) }),
        Look::ThreadDefaults { cwd } => {
            Ok(Sight::ThreadDefaults { defaults: Box::new(lists::permissions::defaults(engine, cwd).await?) })
        }
        Look::Permissions { cwd } => {
            Ok(Sight::Permissions { sheet: Box::new(lists::permissions::sheet(engine, cwd).await?) })
        }
        Look::Rules { cwd } => Ok(Sight::Rules { rules: Box::new(rules::list(engine, cwd).await?) }),
        Look::TryRules { line, cwd } => Ok(Sight::TryRules { trial: rules::try_line(engine, &line, cwd).await? }),
        Look::FolderTrust { cwd } => Ok(Sight::FolderTrust { trust: crate::trust::look(engine, cwd).await? }),
        Look::Features { cwd } => Ok(Sight::Features { sheet: Box::new(lists::features::sheet(engine, cwd).await?) }),
        Look::Import { folder } => Ok(Sight::Import { sheet: lists::import::sheet(engine, folder).await? }),
        Look::Memory { thread } => Ok(Sight::Memory { summary: lists::features::memory(engine, &thread).await? }),
        Look::Projects => Ok(Sight::Projects { projects: lists::projects::list(engine).await? }),
        Look::Links { thread } => Ok(Sight::Links { links: lists::links::list(engine, &thread).await? }),
        Look::WindowsSandbox => Ok(Sight::WindowsSandbox { readiness: lists::import::readiness(engine).await? }),
        Look::Skills { cwd, reload } => Ok(Sight::Skills { skills: skills::list(engine, cwd, reload).await? }),
        Look::Apps { thread, reload } => Ok(Sight::Apps { apps: apps::list(engine, thread, reload).await? }),
        Look::App { id } => Ok(Sight::App { app: apps::read(engine, &id).await? }),
        Look::Plugins { cwd, reload } => Ok(Sight::Plugins { plugins: plugins::list(engine, cwd, reload).await? }),
        Look::PluginSearch { text } => Ok(Sight::PluginSearch { found: plugins::search(engine, &text).await? }),
        Look::Plugin { plugin } => Ok(Sight::Plugin { plugin: Box::new(plugins::read(engine, &plugin).await?) }),
        Look::PluginSkill { plugin, name } => {
            Ok(Sight::PluginSkill { text: plugins::skill(engine, &plugin, &name).await? })
        }
    }
}

fn missing(what: &str) -> Failure {
    Failure::new(Code::Refused, format!("This {what} no longer exists."))
}

/// Whoever looks here may do so because the server hangs: it has this long to say how it is.
const MUTE: Duration = Duration::from_secs(2);

async fn diagnostics(engine: &Engine) -> Result<Sight, Failure> {
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
    Ok(Sight::Diagnostics { diagnostics: Box::new(diagnostics) })
}

/// What the server says of itself; one that does not run, or does not know, says nothing.
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

/// From the server itself: a thread may be open that no list told of.
async fn details(engine: &Engine, thread: &ThreadId) -> Result<Sight, Failure> {
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
    Ok(Sight::Details { details: Box::new(details) })
}

async fn models(engine: &Engine) -> Result<Sight, Failure> {
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
    Ok(Sight::Models { models })
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
