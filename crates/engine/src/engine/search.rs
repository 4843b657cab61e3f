//! Searches all threads.
//!
//! Invariant: a search ends. If a server cannot search, we read the newest threads ourselves and report how many.
//!
//! Invariant: every result is from a message of a person or the agent. A server also finds text that is only context
//! for the model.

use super::Engine;
use super::list::every_source;
use super::places::{self, Said};
use crate::change::ThreadLine;
use crate::failure::{Code, Failure};
use crate::found::{Occurrence, Onward, Scope, Search, SearchHit};
use crate::id::ThreadId;
use crate::peer::{CallError, Peer};
use model::said::Needle;
use model::state::{made_by, source};
use model::words::title;
use protocol::enums::ThreadSortKey;
use protocol::method::{Found, ThreadSearch, ThreadSearchAnswer, ThreadSearchParams};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;
use tokio::sync::Semaphore;
use tokio::task::JoinSet;
use tokio::time::Instant;

/// The number of threads in one page of an answer, for open and archived ones each.
const HITS: u32 = 50;
/// If a page has fewer results than this, the next one is read too while there is time.
const ENOUGH: usize = 20;
/// The most threads with removed turns to search in addition.
const STEPPED_BACK: usize = 50;
/// Limits for checking the threads that were found: the time, and how many at once.
const LOOKING: Duration = Duration::from_millis(1_500);
const AT_ONCE: usize = 6;
/// Longer than any real search. The server passes the text to a program, whose arguments are limited.
const LONGEST: usize = 1_000;
/// Limits where the server cannot search: how many threads are read, and for how long.
const READ: usize = 200;
const PATIENCE: Duration = Duration::from_secs(6);

/// `from` continues an earlier search at its next page.
pub(crate) async fn search(engine: &Engine, text: &str, scope: Scope, from: Option<Onward>) -> Result<Search, Failure> {
    let text = text.trim();
    let Some(needle) = Needle::new(text) else { return Ok(Search::default()) };
    too_long(text)?;
    let mine = engine.shared().searches.fetch_add(1, Relaxed) + 1;
    let peer = engine.peer().await?;
    if !engine.connection().methods.knows::<ThreadSearch>() {
        return read_through(engine, text, scope, mine).await;
    }
    let until = Instant::now() + LOOKING;
    let mut from = from;
    let mut hits: Vec<SearchHit> = Vec::new();
    loop {
        let begins = from.is_none();
        let (found, next) = match page(&peer, text, &needle, scope, from).await {
            Err(error) if error.is_unknown_method() => return read_through(engine, text, scope, mine).await,
            outcome => outcome?,
        };
        let elsewhere = if begins { stepped_back(engine, scope, &found).await? } else { Vec::new() };
        let found = found.into_iter().filter(|hit| !hits.iter().any(|held| held.thread == hit.thread)).collect();
        hits.extend(look_into(engine, text, found, elsewhere, until).await);
        from = next;
        if from.is_none() || hits.len() >= ENOUGH || Instant::now() >= until {
            break;
        }
    }
    hits.sort_by(|a, b| b.updated_ms.total_cmp(&a.updated_ms));
    Ok(Search { hits, more: from.is_some(), next: from, read_only_newest: None })
}

pub(super) fn too_long(text: &str) -> Result<(), Failure> {
    if text.chars().count() > LONGEST {
        return Err(Failure::new(Code::BadInput, "Shorten your search."));
    }
    Ok(())
}

/// One page of the server's results, and where the next one begins.
async fn page(
    peer: &Peer,
    text: &str,
    needle: &Needle,
    scope: Scope,
    from: Option<Onward>,
) -> Result<(Vec<SearchHit>, Option<Onward>), CallError> {
    let begins = from.is_none();
    let from = from.unwrap_or_default();
    let (active, archived) = tokio::join!(
        one(peer, text, false, from.active, begins && scope != Scope::Archived),
        one(peer, text, true, from.archived, begins && scope != Scope::Active),
    );
    let (active, archived) = (active?, archived?);
    let next = Onward { active: active.next_cursor, archived: archived.next_cursor };
    let mut hits: Vec<SearchHit> = active.data.iter().map(|found| hit(found, false, needle)).collect();
    hits.extend(archived.data.iter().map(|found| hit(found, true, needle)));
    Ok((hits, Some(next).filter(|next| *next != Onward::default())))
}

/// `begins` asks for the first page, which needs no cursor.
async fn one(
    peer: &Peer,
    text: &str,
    archived: bool,
    cursor: Option<String>,
    begins: bool,
) -> Result<ThreadSearchAnswer, CallError> {
    if !begins && cursor.is_none() {
        return Ok(ThreadSearchAnswer::default());
    }
    let params = ThreadSearchParams {
        search_term: text.to_owned(),
        cursor,
        limit: Some(HITS),
        archived: Some(archived),
        sort_key: Some(ThreadSortKey::UpdatedAt),
        source_kinds: Some(every_source()),
        ..ThreadSearchParams::default()
    };
    peer.call::<ThreadSearch>(params).await
}

fn hit(found: &Found, archived: bool, needle: &Needle) -> SearchHit {
    let thread = &found.thread;
    SearchHit {
        thread: ThreadId::from(thread.id.as_str()),
        title: title(thread.name.as_deref(), &thread.preview).0,
        cwd: thread.cwd.clone(),
        source: source(thread.source.as_ref()),
        made_by: made_by(thread.source.as_ref()),
        model: thread.model.clone(),
        updated_ms: thread.last_said() as f64 * 1_000.0,
        archived,
        snippet: needle.mark(&found.snippet),
        spot: None,
    }
}

/// Threads in which turns were removed. A server searches only the newest file of a thread, and going back begins a
/// new file.
async fn stepped_back(engine: &Engine, scope: Scope, found: &[SearchHit]) -> Result<Vec<SearchHit>, Failure> {
    let mut lines = engine.with(|core| core.state.stepped_back()).await?;
    lines.retain(|line| is_in(scope, line) && !found.iter().any(|hit| hit.thread == line.id));
    lines.sort_by(|a, b| b.updated_ms.total_cmp(&a.updated_ms));
    Ok(lines.into_iter().take(STEPPED_BACK).map(of_line).collect())
}

fn is_in(scope: Scope, line: &ThreadLine) -> bool {
    match scope {
        Scope::All => true,
        Scope::Active => !line.archived,
        Scope::Archived => line.archived,
    }
}

fn of_line(line: ThreadLine) -> SearchHit {
    SearchHit {
        thread: line.id,
        title: line.title,
        cwd: line.cwd,
        source: line.source,
        made_by: line.made_by,
        model: line.model,
        updated_ms: line.updated_ms,
        archived: line.archived,
        snippet: Vec::new(),
        spot: None,
    }
}

/// Checks which results were really said, and adds their place. A `found` thread that could not be checked in time is
/// kept; a thread from `besides` must be confirmed.
async fn look_into(
    engine: &Engine,
    text: &str,
    found: Vec<SearchHit>,
    besides: Vec<SearchHit>,
    until: Instant,
) -> Vec<SearchHit> {
    let threads = found.iter().chain(&besides).map(|hit| hit.thread.clone()).collect();
    let mut seen = said_in_each(engine, text, threads, until).await;
    let mut hits = Vec::new();
    for hit in found {
        match seen.remove(&hit.thread) {
            Some(Said::At(place)) => hits.push(at(hit, place)),
            Some(Said::Nowhere) => {}
            Some(Said::Unknown) | None => hits.push(hit),
        }
    }
    for hit in besides {
        if let Some(Said::At(place)) = seen.remove(&hit.thread) {
            hits.push(at(hit, place));
        }
    }
    hits
}

fn at(hit: SearchHit, place: Occurrence) -> SearchHit {
    SearchHit { snippet: place.snippet, spot: Some(place.spot), ..hit }
}

/// The result for each thread that could be checked in time.
async fn said_in_each(engine: &Engine, text: &str, threads: Vec<ThreadId>, until: Instant) -> BTreeMap<ThreadId, Said> {
    let text: Arc<str> = Arc::from(text);
    let turn = Arc::new(Semaphore::new(AT_ONCE));
    let mut looks = JoinSet::new();
    for thread in threads {
        let (engine, text, turn) = (engine.clone(), Arc::clone(&text), Arc::clone(&turn));
        looks.spawn(async move {
            let _turn = turn.acquire().await.ok()?;
            let said = places::said_in(&engine, &thread, &text).await.ok()?;
            Some((thread, said))
        });
    }
    let mut seen = BTreeMap::new();
    while let Ok(Some(look)) = tokio::time::timeout_at(until, looks.join_next()).await {
        seen.extend(look.ok().flatten());
    }
    seen
}

/// Reads thread after thread, newest first, until another search begins. `mine` is the number of this search.
async fn read_through(engine: &Engine, text: &str, scope: Scope, mine: u64) -> Result<Search, Failure> {
    let mut lines = engine.with(|core| core.state.lines()).await?;
    lines.retain(|line| is_in(scope, line));
    lines.sort_by(|a, b| b.updated_ms.total_cmp(&a.updated_ms));
    let until = Instant::now() + PATIENCE;
    let is_last = || engine.shared().searches.load(Relaxed) == mine;
    let (all, mut read) = (lines.len(), 0);
    let mut hits = Vec::new();
    for line in lines.into_iter().take(READ) {
        if hits.len() >= HITS as usize || Instant::now() >= until || !is_last() {
            break;
        }
        read += 1;
        // A thread that cannot be read is skipped.
        let Ok(found) = places::first_in(engine, &line.id, text).await else { continue };
        hits.extend(found.map(|place| at(of_line(line), place)));
    }
    let read_only_newest = (read < all).then(|| u32::try_from(read).unwrap_or(u32::MAX));
    Ok(Search { more: read < all, next: None, hits, read_only_newest })
}
