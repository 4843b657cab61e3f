//! Codex's own settings.

use crate::catalog::{self, config, rules};
use crate::engine::Engine;
use crate::failure::Failure;
use crate::query::{ConfigQuery, QueryResult};

pub(super) async fn answer(engine: &Engine, query: ConfigQuery) -> Result<QueryResult, Failure> {
    match query {
        ConfigQuery::ModelSheet { hidden } => {
            Ok(QueryResult::ModelSheet { sheet: Box::new(catalog::models::sheet(engine, hidden).await?) })
        }
        ConfigQuery::Config { cwd } => Ok(QueryResult::Config { sheet: Box::new(config::sheet(engine, cwd).await?) }),
        ConfigQuery::ThreadDefaults { cwd } => {
            Ok(QueryResult::ThreadDefaults { defaults: Box::new(catalog::permissions::defaults(engine, cwd).await?) })
        }
        ConfigQuery::Permissions { cwd } => {
            Ok(QueryResult::Permissions { sheet: Box::new(catalog::permissions::sheet(engine, cwd).await?) })
        }
        ConfigQuery::Rules { cwd } => Ok(QueryResult::Rules { rules: Box::new(rules::list(engine, cwd).await?) }),
        ConfigQuery::TryRules { line, cwd } => {
            Ok(QueryResult::TryRules { trial: rules::try_line(engine, &line, cwd).await? })
        }
        ConfigQuery::FolderTrust { cwd } => {
            Ok(QueryResult::FolderTrust { trust: crate::trust::look(engine, cwd).await? })
        }
        ConfigQuery::Features { cwd } => {
            Ok(QueryResult::Features { sheet: Box::new(catalog::features::sheet(engine, cwd).await?) })
        }
        ConfigQuery::Import { folder } => {
            Ok(QueryResult::Import { sheet: catalog::import::sheet(engine, folder).await? })
        }
        ConfigQuery::Memory { thread } => {
            Ok(QueryResult::Memory { summary: catalog::features::memory(engine, &thread).await? })
        }
    }
}
