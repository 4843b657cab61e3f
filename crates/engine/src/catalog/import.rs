//! Imports from other agents on this computer, and the set-up of the Windows sandbox.

use super::{some_words, words};
use crate::engine::Engine;
use crate::failure::{Code, Failure};
use crate::intent::Receipt;
pub use contract::catalog::import::{EarlierImport, ImportIntent, ImportItem, ImportSheet, SandboxReadiness};
use model::state::LocalEvent;
use protocol::enums;
use protocol::method::{
    ImportDetect, ImportDetectParams, ImportHistories, ImportStart, ImportStartParams, WindowsReadiness,
    WindowsSetupParams, WindowsSetupStart,
};
use serde_json::Value;

pub(crate) async fn sheet(engine: &Engine, folder: Option<String>) -> Result<ImportSheet, Failure> {
    let peer = engine.peer().await?;
    let items = detect(engine, folder).await?;
    let earlier = match peer.call::<ImportHistories>(()).await {
        Ok(answer) => answer.data,
        Err(error) if error.is_unknown_method() => Vec::new(),
        Err(error) => return Err(error.into()),
    };
    let count = |list: &[Value]| u32::try_from(list.len()).unwrap_or(u32::MAX);
    let earlier = earlier.iter().map(|one| EarlierImport {
        at_ms: one.completed_at_ms as f64,
        brought: count(&one.successes),
        failed: count(&one.failures),
    });
    Ok(ImportSheet { items: items.iter().map(item).collect(), earlier: earlier.collect() })
}

async fn detect(engine: &Engine, folder: Option<String>) -> Result<Vec<Value>, Failure> {
    // Nothing of a folder is read before a person has decided whether it is trusted.
    let folder = crate::trust::answered(engine, folder).await;
    let params = ImportDetectParams { cwds: folder.map(|folder| vec![folder]), include_home: Some(true) };
    Ok(engine.peer().await?.call::<ImportDetect>(params).await?.items)
}

pub(crate) async fn act(engine: &Engine, intent: ImportIntent) -> Result<Receipt, Failure> {
    match intent {
        ImportIntent::Begin { items, folder } => begin(engine, &items, folder).await?,
        ImportIntent::SetUpSandbox { elevated } => set_up(engine, elevated).await?,
    }
    Ok(Receipt::default())
}

/// Detects the items again and sends those that were chosen, because the server wants them back in full.
async fn begin(engine: &Engine, wanted: &[String], folder: Option<String>) -> Result<(), Failure> {
    let items: Vec<Value> = detect(engine, folder).await?.into_iter().filter(|one| wanted.contains(&id(one))).collect();
    if items.is_empty() {
        return Err(Failure::bad_input("Choose something to import."));
    }
    let runs: Vec<String> =
        items.iter().map(item).filter(|item| !is_text(&item.what)).map(|item| line(&item)).collect();
    if !runs.is_empty() {
        crate::confirm::import(engine, &runs).await?;
    }
    let answer = engine.peer().await?.call::<ImportStart>(ImportStartParams { migration_items: items }).await?;
    engine.with(move |core| core.apply_local(LocalEvent::ImportStarted(answer.import_id))).await
}

/// Whether an item is only text for the model, which runs nothing. An unknown kind of item may run something.
fn is_text(what: &str) -> bool {
    matches!(what, "AGENTS_MD" | "MEMORY" | "SESSIONS" | "SKILLS")
}

fn line(item: &ImportItem) -> String {
    format!("{}: {} {}", item.what, item.words, item.names.join(", "))
}

async fn set_up(engine: &Engine, elevated: bool) -> Result<(), Failure> {
    let mode = if elevated { enums::WindowsSetup::Elevated } else { enums::WindowsSetup::Unelevated };
    let peer = engine.peer().await?;
    // Recorded before the answer, because the notification of the end may arrive first.
    engine.with(|core| core.apply_local(LocalEvent::WindowsSetup { running: true })).await?;
    let outcome = peer.call::<WindowsSetupStart>(WindowsSetupParams { mode, cwd: None }).await;
    let failure = match outcome {
        Ok(answer) if answer.started => return Ok(()),
        Ok(_) => Failure::new(Code::Refused, "Codex did not start the setup."),
        Err(error) => error.into(),
    };
    engine.with(|core| core.apply_local(LocalEvent::WindowsSetup { running: false })).await?;
    Err(failure)
}

pub(crate) async fn readiness(engine: &Engine) -> Result<SandboxReadiness, Failure> {
    let answer = engine.peer().await?.call::<WindowsReadiness>(()).await?;
    Ok(match answer.status {
        enums::WindowsSandbox::Ready => SandboxReadiness::Ready,
        enums::WindowsSandbox::NotConfigured => SandboxReadiness::NotConfigured,
        enums::WindowsSandbox::UpdateRequired => SandboxReadiness::UpdateRequired,
        enums::WindowsSandbox::Other(_) => SandboxReadiness::Unknown,
    })
}

fn item(told: &Value) -> ImportItem {
    let details = told["details"].as_object().into_iter().flatten();
    let named = |one: &Value| some_words(one["name"].as_str().or(one["title"].as_str()).or(one.as_str()));
    let names = details.flat_map(|(_, list)| list.as_array().cloned().unwrap_or_default());
    ImportItem {
        id: id(told),
        what: words(told["itemType"].as_str().unwrap_or_default()),
        words: words(told["description"].as_str().unwrap_or_default()),
        names: names.filter_map(|one| named(&one)).take(50).collect(),
        folder: some_words(told["cwd"].as_str()),
    }
}

fn id(told: &Value) -> String {
    let text = |name: &str| told[name].as_str().unwrap_or_default();
    format!("{} {} {}", text("itemType"), text("cwd"), text("description"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_would_come_is_named() {
        let told = json!({
            "itemType": "MCP_SERVER_CONFIG", "description": "Migrate a into b", "cwd": null,
            "details": {"mcpServers": [{"name": "docs"}], "skills": [], "memory": ["notes"]},
        });
        let seen = item(&told);
        assert_eq!((seen.names, seen.folder), (vec!["docs".to_owned(), "notes".to_owned()], None));
    }
}
