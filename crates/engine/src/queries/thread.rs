//! A thread's content: searches in it, whole outputs, pictures and requests.

use super::missing;
use crate::engine::{Engine, places, search};
use crate::failure::Failure;
use crate::found::Details;
use crate::id::ThreadId;
use crate::query::{QueryResult, ThreadQuery};
use model::state::source;

pub(super) async fn answer(engine: &Engine, query: ThreadQuery) -> Result<QueryResult, Failure> {
    match query {
        ThreadQuery::Search { text, scope, from } => {
            Ok(QueryResult::Search { found: search::search(engine, &text, scope, from).await? })
        }
        ThreadQuery::Peek { thread, text } => {
            Ok(QueryResult::Peek { found: places::peek(engine, &thread, &text).await? })
        }
        ThreadQuery::Find { thread, text } => {
            Ok(QueryResult::Find { found: places::find(engine, &thread, &text).await? })
        }
        ThreadQuery::Details { thread } => details(engine, &thread).await,
        ThreadQuery::Sheet { thread, row } => {
            let text = engine.with(move |core| core.state.raw_output(&thread, &row)).await?;
            let (stamp, lines) = engine.shared().sheets.read(text.ok_or_else(|| missing("output"))?).await?;
            Ok(QueryResult::Sheet { stamp, lines })
        }
        ThreadQuery::SheetLines { stamp, from, count } => {
            Ok(QueryResult::SheetLines { lines: engine.shared().sheets.lines(&stamp, from, count)? })
        }
        ThreadQuery::Output { thread, row } => {
            let text = engine.with(move |core| core.state.output(&thread, &row)).await?;
            text.map(|text| QueryResult::Output { text }).ok_or_else(|| missing("output"))
        }
        ThreadQuery::RowPicture { thread, row } => {
            let (of, at) = (thread.clone(), row.clone());
            let source = engine.with(move |core| core.state.row_picture(&of, &at)).await?;
            let source = source.ok_or_else(crate::pictures::missing)?;
            Ok(QueryResult::RowPicture { name: engine.shared().row_pictures.name(thread, row, source) })
        }
        ThreadQuery::Diff { thread, row, path } => {
            let file = engine.with(move |core| core.state.diff(&thread, &row, &path)).await?;
            file.map(|file| QueryResult::Diff { file }).ok_or_else(|| missing("change"))
        }
        ThreadQuery::TerminalHistory { terminal, from, count } => {
            let rows = engine.with(move |core| core.state.terminal_history(&terminal, from, count)).await?;
            rows.map(|rows| QueryResult::TerminalHistory { rows }).ok_or_else(|| missing("terminal"))
        }
        ThreadQuery::Approvals { thread } => {
            Ok(QueryResult::Approvals { records: crate::act::records(engine, thread).await? })
        }
    }
}

/// Read from the server itself, because an open thread may be in no list.
async fn details(engine: &Engine, thread: &ThreadId) -> Result<QueryResult, Failure> {
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
    Ok(QueryResult::Details { details: Box::new(details) })
}
