//! Usage and messages of the account.

use crate::engine::Engine;
use crate::failure::Failure;
use crate::query::{AccountQuery, QueryResult};

pub(super) async fn answer(engine: &Engine, query: AccountQuery) -> Result<QueryResult, Failure> {
    match query {
        AccountQuery::Usage => Ok(QueryResult::Usage { usage: crate::usage::usage(engine).await? }),
        AccountQuery::WorkspaceMessages => {
            Ok(QueryResult::WorkspaceMessages { messages: crate::usage::messages(engine).await? })
        }
        AccountQuery::Spent { since_ms } => {
            Ok(QueryResult::Spent { spent: crate::act::spent(engine, since_ms).await? })
        }
        AccountQuery::ThreadUsage { thread } => {
            Ok(QueryResult::ThreadUsage { usage: crate::act::thread_usage(engine, thread).await? })
        }
    }
}
