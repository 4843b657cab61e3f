//! Answers the queries of windows: data that is too large or too rarely needed for the stream of changes.

mod account;
mod catalog;
mod changes;
mod config;
mod file;
mod server;
mod thread;

use crate::engine::Engine;
use crate::failure::{Code, Failure};
use crate::query::{Query, QueryResult};

impl Engine {
    pub async fn query(&self, query: impl Into<Query>) -> Result<QueryResult, Failure> {
        answer(self, query.into()).await
    }
}

async fn answer(engine: &Engine, mut query: Query) -> Result<QueryResult, Failure> {
    if let Some(folder) = query.project() {
        *folder = crate::trust::answered(engine, folder.take()).await;
    }
    match query {
        Query::Thread(query) => thread::answer(engine, query).await,
        Query::Changes(query) => changes::answer(engine, query).await,
        Query::Account(query) => account::answer(engine, query).await,
        Query::File(query) => file::answer(engine, query).await,
        Query::Server(query) => server::answer(engine, query).await,
        Query::Catalog(query) => catalog::answer(engine, query).await,
        Query::Config(query) => config::answer(engine, query).await,
    }
}

fn missing(what: &str) -> Failure {
    Failure::new(Code::Refused, format!("This {what} no longer exists."))
}
