//! Where something is said in one thread: by the server's word where it has one, else by our own eyes.

use super::Engine;
use super::history::History;
use crate::failure::Failure;
use crate::found::{Occurrence, Occurrences, Piece, Spot};
use crate::id::{RowId, ThreadId, TurnId};
use crate::peer::CallError;
use crate::said::{Needle, is_said, shown, words};
use protocol::method::{OccurrencesParams, ThreadSearchOccurrences};
use protocol::word::SortDirection;
use std::time::Duration;

/// Places in one thread that are worth showing beside it.
const PEEK: usize = 8;
/// Places in one thread that anyone steps through.
const FINDS: usize = 1_000;
/// How long a list of places that misses some may wait for the whole one.
const SOON: Duration = Duration::from_millis(500);

/// The first places where a text is said in a thread.
pub(super) async fn peek(engine: &Engine, thread: &ThreadId, text: &str) -> Result<Occurrences, Failure> {
    let Some(needle) = Needle::new(text) else { return Ok(Occurrences::default()) };
    let own = async {
        let (_, history) = engine.history(thread, SortDirection::Asc).await?;
        let mut hits = first_said(history, &needle, PEEK + 1).await?.unwrap_or_default();
        let more = hits.len() > PEEK;
        hits.truncate(PEEK);
        Ok(Occurrences { hits, more })
    };
    match told_of(engine, thread, text, PEEK).await? {
        Some(told) if !told.more && !told.hits.is_empty() => {
            // The server leaves out what was said in the middle of a turn.
            let own = tokio::time::timeout(SOON, own).await.ok().and_then(Result::ok);
            Ok(own.filter(|own| own.hits.len() >= told.hits.len()).unwrap_or(told))
        }
        Some(told) if !told.hits.is_empty() => Ok(told),
        // It may know nothing of a thread that it has not built, of one that went back, or of the old kind.
        _ => own.await,
    }
}

pub(super) enum Said {
    At(Occurrence),
    Nowhere,
    /// The server would have to take the thread up first.
    Unknown,
}

/// Whether a text was said in a thread that nobody opened.
pub(super) async fn said_in(engine: &Engine, thread: &ThreadId, text: &str) -> Result<Said, Failure> {
    let Some(needle) = Needle::new(text) else { return Ok(Said::Nowhere) };
    let told = told_of(engine, thread, text, 1).await?;
    if let Some(first) = told.and_then(|told| told.hits.into_iter().next()) {
        return Ok(Said::At(first));
    }
    let history = engine.history_as_built(engine.peer().await?, thread, SortDirection::Asc);
    let Some(found) = first_said(history, &needle, 1).await? else { return Ok(Said::Unknown) };
    Ok(found.into_iter().next().map_or(Said::Nowhere, Said::At))
}

/// The first place, of a thread that is read for it alone.
pub(super) async fn first_in(engine: &Engine, thread: &ThreadId, text: &str) -> Result<Option<Occurrence>, Failure> {
    let Some(needle) = Needle::new(text) else { return Ok(None) };
    let (_, history) = engine.history(thread, SortDirection::Asc).await?;
    Ok(first_said(history, &needle, 1).await?.and_then(|found| found.into_iter().next()))
}

/// What the server knows of it, if anything.
async fn told_of(engine: &Engine, thread: &ThreadId, text: &str, most: usize) -> Result<Option<Occurrences>, Failure> {
    if !engine.connection().methods.knows::<ThreadSearchOccurrences>() {
        return Ok(None);
    }
    let params = OccurrencesParams {
        thread_id: thread.0.clone(),
        search_term: text.trim().to_owned(),
        limit: u32::try_from(most).ok(),
        cursor: None,
    };
    match engine.peer().await?.call::<ThreadSearchOccurrences>(params).await {
        Ok(answer) => {
            let more = answer.next_cursor.is_some();
            Ok(Some(Occurrences { hits: answer.data.into_iter().map(told).collect(), more }))
        }
        Err(CallError::Refused { .. }) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

/// By our own eyes, oldest first, until there are `enough`. `None`: the server has no turns of it.
async fn first_said(mut history: History, needle: &Needle, enough: usize) -> Result<Option<Vec<Occurrence>>, Failure> {
    let mut hits: Vec<Occurrence> = Vec::new();
    let mut before = 0;
    let mut turns = 0;
    while let Some(leaf) = history.next().await? {
        // A place is gone to from the newer side, so it is named by the page behind its own.
        for hit in &mut hits[before..] {
            hit.spot.cursor.clone_from(&leaf.back);
        }
        if hits.len() >= enough {
            break;
        }
        before = hits.len();
        turns += leaf.turns.len();
        for turn in leaf.typed() {
            for item in turn.items.iter().filter(|item| is_said(item)) {
                hits.extend(places(&turn, item, needle, None, enough, true));
            }
        }
    }
    Ok((turns > 0).then_some(hits))
}

/// `as_written`: also with the marks of Markdown, as a server searches it.
fn places(
    turn: &protocol::Turn,
    item: &protocol::Item,
    needle: &Needle,
    cursor: Option<&String>,
    most: usize,
    as_written: bool,
) -> Vec<Occurrence> {
    let mut text = shown(item);
    let mut found = needle.find(&text, most);
    if found.is_empty() && as_written {
        text = words(item);
        found = needle.find(&text, most);
    }
    let spot =
        Spot { turn: TurnId::from(turn.id.as_str()), item: RowId::from(item.id.as_str()), cursor: cursor.cloned() };
    let found = found.into_iter();
    found.map(|place| Occurrence { spot: spot.clone(), snippet: needle.snippet(&text, &place) }).collect()
}

fn told(place: protocol::method::Occurrence) -> Occurrence {
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
pub(super) async fn find(engine: &Engine, thread: &ThreadId, text: &str) -> Result<Occurrences, Failure> {
    let Some(needle) = Needle::new(text) else { return Ok(Occurrences::default()) };
    super::search::too_long(text)?;
    occurrences(engine, thread, &needle).await
}

/// By our own eyes, from the newest page back, given oldest first.
async fn occurrences(engine: &Engine, thread: &ThreadId, needle: &Needle) -> Result<Occurrences, Failure> {
    let (_, mut history) = engine.history(thread, SortDirection::Desc).await?;
    let mut pages: Vec<Vec<Occurrence>> = Vec::new();
    let mut count = 0;
    let mut more = false;
    'pages: while let Some(leaf) = history.next().await? {
        // Newest first, as the pages are.
        for turn in leaf.typed() {
            let items = turn.items.iter();
            let hits: Vec<Occurrence> =
                items.flat_map(|item| places(&turn, item, needle, leaf.cursor.as_ref(), FINDS, false)).collect();
            count += hits.len();
            pages.push(hits);
            if count > FINDS {
                more = true;
                break 'pages;
            }
        }
    }
    let mut hits: Vec<Occurrence> = pages.into_iter().rev().flatten().collect();
    // The newest are kept where there are too many.
    hits.drain(..hits.len().saturating_sub(FINDS));
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
