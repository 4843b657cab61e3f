//! What Codex can use besides the model: skills, apps, plugins, MCP servers.

use crate::catalog::{self, apps, plugins, servers, skills};
use crate::engine::Engine;
use crate::failure::Failure;
use crate::query::{CatalogQuery, QueryResult};

pub(super) async fn answer(engine: &Engine, query: CatalogQuery) -> Result<QueryResult, Failure> {
    match query {
        CatalogQuery::Skills { cwd, reload } => {
            Ok(QueryResult::Skills { skills: skills::list(engine, cwd, reload).await? })
        }
        CatalogQuery::Apps { thread, reload } => {
            Ok(QueryResult::Apps { apps: apps::list(engine, thread, reload).await? })
        }
        CatalogQuery::App { id } => Ok(QueryResult::App { app: apps::read(engine, &id).await? }),
        CatalogQuery::Plugins { cwd, reload } => {
            Ok(QueryResult::Plugins { plugins: plugins::list(engine, cwd, reload).await? })
        }
        CatalogQuery::PluginSearch { text } => {
            Ok(QueryResult::PluginSearch { found: plugins::search(engine, &text).await? })
        }
        CatalogQuery::Plugin { plugin } => {
            Ok(QueryResult::Plugin { plugin: Box::new(plugins::read(engine, &plugin).await?) })
        }
        CatalogQuery::PluginSkill { plugin, name } => {
            Ok(QueryResult::PluginSkill { text: plugins::skill(engine, &plugin, &name).await? })
        }
        CatalogQuery::McpServers => Ok(QueryResult::McpServers { servers: servers::list(engine).await? }),
        CatalogQuery::McpServer { name, find } => {
            Ok(QueryResult::McpServer { offer: Box::new(servers::offer(engine, &name, &find).await?) })
        }
        CatalogQuery::McpEverywhere => Ok(QueryResult::McpEverywhere { offers: servers::everywhere(engine).await? }),
        CatalogQuery::McpResource { server, uri } => {
            Ok(QueryResult::McpResource { parts: servers::resource(engine, server, uri).await? })
        }
        CatalogQuery::Projects => Ok(QueryResult::Projects { projects: catalog::projects::list(engine).await? }),
        CatalogQuery::Links { thread } => {
            Ok(QueryResult::Links { links: catalog::links::list(engine, &thread).await? })
        }
    }
}
