//! The server and the system that it runs on.

use crate::catalog;
use crate::engine::Engine;
use crate::failure::Failure;
use crate::query::{Diagnostics, Model, QueryResult, ServerLoad, ServerQuery, Tier};
use protocol::method::{
    DiagnosticsParams, ModelList, ModelListParams, PageParams, ServerDiagnostics, ThreadLoadedList,
};
use std::time::Duration;

/// The most pages of models to read. One page is the usual case.
const PAGES: usize = 20;

/// How long diagnostics wait for the server's load. A person may open that page because the server hangs.
const MUTE: Duration = Duration::from_secs(2);

pub(super) async fn answer(engine: &Engine, query: ServerQuery) -> Result<QueryResult, Failure> {
    match query {
        ServerQuery::Diagnostics => diagnostics(engine).await,
        ServerQuery::Models => models(engine).await,
        ServerQuery::WindowsSandbox => {
            Ok(QueryResult::WindowsSandbox { readiness: catalog::import::readiness(engine).await? })
        }
    }
}

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
