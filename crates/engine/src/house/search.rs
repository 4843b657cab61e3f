//! Finding what was said: in all threads, and in one.
//!
//! Invariant: a search ends. A server that cannot search is read by us, newest threads first, and we say how far we came.

use super::House;
use super::list::every_source;
use crate::failure::{Code, Failure};
use crate::found::{Occurrence, Occurrences, Onward, Piece, Scope, Search, SearchHit, Spot};
use crate::id::{RowId, ThreadId, TurnId};
use crate::peer::{CallError, Peer};
use crate::said::{Needle, is_said, words};
use crate::state::title;
use std::time::Duration;
use tokio::time::Instant;
use wire::method::{
    Found, OccurrencesParams, ThreadSearch, ThreadSearchAnswer, ThreadSearchOccurrences, ThreadSearchParams,
};
use wire::word::{SortDirection, ThreadSortKey};

/// Threads in one page of an answer, of each kind.
const HITS: u32 = 50;
/// Places in one thread that are worth showing beside it.
const PEEK: u32 = 8;
/// Places in one thread that anyone steps through.
const FINDS: usize = 1_000;
/// Threads that are read where the server cannot search, and how long that may take.
const READ: usize = 200;
const PATIENCE: Duration = Duration::from_secs(6);

/// `from`: the next page of what was asked before.
pub(super) async fn search(house: &House, text: &str, scope: Scope, from: Option<Onward>) -> Result<Search, Failure> {
    let Some(needle) = Needle::new(text) else { return Ok(Search::default()) };
    let peer = house.peer().await?;
    if !house.line().methods.knows::<ThreadSearch>() {
        return read_through(house, &needle, scope).await;
    }
    let text = text.trim();
    let begins = from.is_none();
    let from = from.unwrap_or_default();
    let (active, archived) = tokio::join!(
        one(&peer, text, false, from.active, begins && scope != Scope::Archived),
        one(&peer, text, true, from.archived, begins && scope != Scope::Active),
    );
    let (active, archived) = match (active, archived) {
        (Err(error), _) | (_, Err(error)) if error.is_unknown_method() => {
            return read_through(house, &needle, scope).await;
        }
        (active, archived) => (active?, archived?),
    };
    let next = Onward { active: active.next_cursor, archived: archived.next_cursor };
    let next = Some(next).filter(|next| *next != Onward::default());
    let mut hits: Vec<SearchHit> = active.data.iter().map(|found| hit(found, false, &needle)).collect();
    hits.extend(archived.data.iter().map(|found| hit(found, true, &needle)));
    hits.sort_by(|a, b| b.updated_ms.total_cmp(&a.updated_ms));
    Ok(Search { hits, more: next.is_some(), next, read_only_newest: None })
}

/// `begins`: without a cursor, too.
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
        updated_ms: thread.updated_at as f64 * 1_000.0,
        archived,
        snippet: needle.mark(&found.snippet),
    }
}

/// By our own eyes: thread after thread, the newest first.
async fn read_through(house: &House, needle: &Needle, scope: Scope) -> Result<Search, Failure> {
    let mut lines = house.ask(|room| room.state.lines()).await?;
    lines.retain(|line| match scope {
        Scope::All => true,
        Scope::Active => !line.archived,
        Scope::Archived => line.archived,
    });
    lines.sort_by(|a, b| b.updated_ms.total_cmp(&a.updated_ms));
    let until = Instant::now() + PATIENCE;
    let (all, mut read) = (lines.len(), 0);
    let mut hits = Vec::new();
    for line in lines.into_iter().take(READ) {
        if hits.len() >= HITS as usize || Instant::now() >= until {
            break;
        }
        read += 1;
        // A thread that cannot be read cannot be found; the others can.
        let Ok(found) = occurrences(house, &line.id, needle, 1, true).await else { continue };
        if let Some(first) = found.hits.into_iter().next() {
            hits.push(SearchHit {
                thread: line.id,
                title: line.title,
                cwd: line.cwd,
                updated_ms: line.updated_ms,
                archived: line.archived,
                snippet: first.snippet,
            });
        }
    }
    let read_only_newest = (read < all).then(|| u32::try_from(read).unwrap_or(u32::MAX));
    Ok(Search { more: read < all, next: None, hits, read_only_newest })
}

/// The first places where a text is said in a thread.
pub(super) async fn peek(house: &House, thread: &ThreadId, text: &str) -> Result<Occurrences, Failure> {
    let Some(needle) = Needle::new(text) else { return Ok(Occurrences::default()) };
    let peer = house.peer().await?;
    if house.line().methods.knows::<ThreadSearchOccurrences>() {
        let params = OccurrencesParams {
            thread_id: thread.0.clone(),
            search_term: text.trim().to_owned(),
            limit: Some(PEEK),
            cursor: None,
        };
        match peer.call::<ThreadSearchOccurrences>(params).await {
            Ok(answer) if !answer.data.is_empty() => {
                let more = answer.next_cursor.is_some();
                let hits = answer.data.into_iter().map(told).collect();
                return Ok(Occurrences { hits, more });
            }
            // It may know nothing of a thread that it has not built, of one that went back, or of the old kind.
            Ok(_) | Err(CallError::Refused { .. }) => {}
            Err(error) => return Err(error.into()),
        }
    }
    occurrences(house, thread, &needle, PEEK as usize, true).await
}

fn told(place: wire::method::Occurrence) -> Occurrence {
    let (start, end) = (place.snippet_match_range.start as usize, place.snippet_match_range.end as usize);
    // The server counts as JavaScript does, in UTF-16.
    let units: Vec<u16> = place.snippet.encode_utf16().collect();
    let (start, end) = (start.min(units.len()), end.min(units.len()).max(start.min(units.len())));
    let text = |range: std::ops::Range<usize>| render::visible(&String::from_utf16_lossy(&units[range]));
    let pieces = [(text(0..start), false), (text(start..end), true), (text(end..units.len()), false)];
    let snippet = pieces.into_iter().filter(|(text, _)| !text.is_empty()).map(|(text, hit)| Piece { text, hit });
    Occurrence {
        spot: Spot {
            turn: TurnId(place.turn_id),
            item: RowId(place.item_id),
            cursor: Some(place.turn_cursor).filter(|cursor| !cursor.is_empty()),
        },
        snippet: snippet.collect(),
    }
}

/// All places in a thread: what was said, run and changed.
pub(super) async fn find(house: &House, thread: &ThreadId, text: &str) -> Result<Occurrences, Failure> {
    let Some(needle) = Needle::new(text) else { return Ok(Occurrences::default()) };
    if text.chars().count() > 1_000 {
        return Err(Failure::new(Code::BadInput, "Search for something shorter."));
    }
    occurrences(house, thread, &needle, FINDS, false).await
}

/// By our own eyes, from the newest page back, given oldest first.
async fn occurrences(
    house: &House,
    thread: &ThreadId,
    needle: &Needle,
    most: usize,
    said_only: bool,
) -> Result<Occurrences, Failure> {
    let (_, mut history) = house.history(thread, SortDirection::Desc).await?;
    let mut pages: Vec<Vec<Occurrence>> = Vec::new();
    let mut count = 0;
    let mut more = false;
    'pages: while let Some(leaf) = history.next().await? {
        // Newest first, as the pages are.
        for turn in leaf.typed() {
            let mut hits = Vec::new();
            for item in turn.items.iter().filter(|item| !said_only || is_said(item)) {
                let text = words(item);
                for place in needle.find(&text, most) {
                    let spot = Spot {
                        turn: TurnId::from(turn.id.as_str()),
                        item: RowId::from(item.id.as_str()),
                        cursor: leaf.cursor.clone(),
                    };
                    hits.push(Occurrence { spot, snippet: needle.snippet(&text, &place) });
                }
            }
            count += hits.len();
            pages.push(hits);
            if count > most {
                more = true;
                break 'pages;
            }
        }
    }
    let mut hits: Vec<Occurrence> = pages.into_iter().rev().flatten().collect();
    // The newest are kept where there are too many.
    hits.drain(..hits.len().saturating_sub(most));
    Ok(Occurrences { hits, more })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use serde_json::json;

    #[test]
    fn a_place_is_marked_as_the_server_counts() {
        let place = serde_json::from_value(json!({
            "turnId": "t", "itemId": "i", "snippet": "emoji 😀 then Walrus here",
            "snippetMatchRange": {"start": 14, "end": 20}, "turnCursor": "c",
        }));
        let hit = told(place.unwrap());
        assert_eq!(hit.snippet[1], Piece { text: "Walrus".into(), hit: true });
        assert_eq!(hit.spot.cursor.as_deref(), Some("c"));
    }

    #[test]
    fn a_range_that_lies_outside_breaks_nothing() {
        let place = serde_json::from_value(json!({
            "turnId": "t", "itemId": "i", "snippet": "short", "snippetMatchRange": {"start": 90, "end": 3}, "turnCursor": "",
        }));
        assert_eq!(told(place.unwrap()).snippet, [Piece { text: "short".into(), hit: false }]);
    }
}
