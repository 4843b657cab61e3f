//! What Codex works with and how it is configured.

use crate::catalog;
use crate::engine::Engine;
use crate::failure::Failure;
use crate::intent::{CatalogIntent, Receipt};
use crate::trust;

pub(super) async fn act(engine: &Engine, intent: CatalogIntent) -> Result<Receipt, Failure> {
    let nothing = Receipt::default();
    match intent {
        CatalogIntent::TrustFolder { cwd, trusted } => {
            let folders = trust::folders_to_write(engine, cwd, trusted).await?;
            catalog::config::trust(engine, &folders, trusted).await
        }
        CatalogIntent::Skill { intent } => catalog::skills::act(engine, intent).await.map(|()| nothing),
        CatalogIntent::App { intent } => catalog::apps::act(engine, intent).await.map(|()| nothing),
        CatalogIntent::Plugin { intent } => catalog::plugins::act(engine, intent).await,
        CatalogIntent::Mcp { intent } => catalog::servers::act(engine, intent).await,
        CatalogIntent::Config { intent } => catalog::config::act(engine, intent).await,
        CatalogIntent::Rule { intent } => catalog::rules::act(engine, intent).await,
        CatalogIntent::Feature { intent } => catalog::features::act(engine, intent).await,
        CatalogIntent::Import { intent } => catalog::import::act(engine, intent).await,
        CatalogIntent::Project { intent } => catalog::projects::act(engine, intent).await,
        CatalogIntent::Link { intent } => catalog::links::act(engine, intent).await,
        CatalogIntent::Gateway { intent } => catalog::gateway::act(engine, intent).await,
    }
}
