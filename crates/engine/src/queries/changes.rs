//! Changed files, as git compares them.

use crate::changes::{self, Wanted};
use crate::engine::Engine;
use crate::failure::Failure;
use crate::query::{ChangesQuery, QueryResult};

pub(super) async fn answer(engine: &Engine, query: ChangesQuery) -> Result<QueryResult, Failure> {
    match query {
        ChangesQuery::Changes { thread, compared, spaces } => {
            let changes = changes::gather(engine, Wanted { thread, compared, spaces }).await?;
            Ok(QueryResult::Changes { changes })
        }
        ChangesQuery::ChangeLines { stamp, file, from, count } => {
            Ok(QueryResult::ChangeLines { lines: engine.shared().changes.lines(&stamp, file, from, count).await? })
        }
        ChangesQuery::Unchanged { stamp, file, gap } => {
            Ok(QueryResult::Unchanged { lines: engine.shared().changes.unchanged(&stamp, file, gap).await? })
        }
        ChangesQuery::Patch { stamp, file } => {
            Ok(QueryResult::Patch { text: engine.shared().changes.text(&stamp, file).await? })
        }
        ChangesQuery::Branches { thread } => {
            Ok(QueryResult::Branches { branches: changes::branches(engine, &thread).await? })
        }
        ChangesQuery::Repository { cwd } => {
            Ok(QueryResult::Repository { repository: crate::git::summary(&cwd).await? })
        }
    }
}
