//! Files on this computer.

use crate::engine::{Engine, files};
use crate::failure::Failure;
use crate::query::{FileQuery, QueryResult};

pub(super) async fn answer(engine: &Engine, query: FileQuery) -> Result<QueryResult, Failure> {
    match query {
        FileQuery::Downloads => {
            // Without a downloads folder there is no default, and the person chooses one.
            let path = crate::paths::downloads().map(|path| path.display().to_string()).unwrap_or_default();
            Ok(QueryResult::Downloads { path })
        }
        FileQuery::Paths { paths } => Ok(QueryResult::Paths { found: crate::act::sort(engine, paths) }),
        FileQuery::Picture { path } => Ok(QueryResult::Picture { url: crate::act::picture(engine, path).await? }),
        FileQuery::Files { cwd, query } => Ok(QueryResult::Files { files: files::find(engine, cwd, &query).await? }),
    }
}
