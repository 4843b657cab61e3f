//! Finds text in one thread: with the server's search, or by reading the thread.

use super::Engine;
use super::history::History;
use crate::failure::Failure;
use crate::found::{Occurrence, Occurrences, Piece, Spot};
use crate::id::{RowId, ThreadId, TurnId};
use crate::peer::CallError;
use model::said::{Needle, is_said, shown, words};
use protocol::enums::SortDirection;
use protocol::method::{OccurrencesParams, ThreadSearchOccurrences};
use std::time::Duration;

/// The most places to show beside a search result.
const PEEK: usize = 8;
/// The most places that a person would step through.
const FINDS: usize = 1_000;
/// How long an incomplete list of places may wait for a complete one.
const SOON: Duration = Duration::from_millis(500);

/// The first places in a thread where a text was said.
pub(crate) async fn peek(engine: &Engine, thread: &ThreadId, text: &str) -> Result<Occurrences, Failure> {
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
            // The server's search leaves out what was said in the middle of a turn.
            let own = tokio::time::timeout(SOON, own).await.ok().and_then(Result::ok);
            Ok(own.filter(|own| own.hits.len() >= told.hits.len()).unwrap_or(told))
        }
        Some(told) if !told.hits.is_empty() => Ok(told),
        // The server may find nothing in a thread without a built history, in one that went back, or in an old
        // format.
        _ => own.await,
    }
}

pub(super) enum Said {
    At(Occurrence),
    Nowhere,
    /// The server would have to resume the thread first.
    Unknown,
}

/// Whether a text was said in a thread that no window has open.
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

/// The first place in a thread, which is read for this purpose alone.
pub(super) async fn first_in(engine: &Engine, thread: &ThreadId, text: &str) -> Result<Option<Occurrence>, Failure> {
    let Some(needle) = Needle::new(text) else { return Ok(None) };
    let (_, history) = engine.history(thread, SortDirection::Asc).await?;
    Ok(first_said(history, &needle, 1).await?.and_then(|found| found.into_iter().next()))
}

/// The places that the server finds, if it can search.
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

/// Reads the thread oldest first until there are `enough` places. `None` if the server returns no turns.
async fn first_said(mut history: History, needle: &Needle, enough: usize) -> Result<Option<Vec<Occurrence>>, Failure> {
    let mut hits: Vec<Occurrence> = Vec::new();
    let mut before = 0;
    let mut turns = 0;
    while let Some(leaf) = history.next().await? {
        // A place is opened by reading back from newer turns, so it gets the cursor of the page after its own.
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

/// `as_written` also searches the Markdown marks, as a server does.
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
    // The server counts in UTF-16 units, like JavaScript.
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

/// All places in a thread: messages, commands and changes.
pub(crate) async fn find(engine: &Engine, thread: &ThreadId, text: &str) -> Result<Occurrences, Failure> {
    let Some(needle) = Needle::new(text) else { return Ok(Occurrences::default()) };
    super::search::too_long(text)?;
    occurrences(engine, thread, &needle).await
}

/// Reads from the newest page back, and returns the oldest place first.
async fn occurrences(engine: &Engine, thread: &ThreadId, needle: &Needle) -> Result<Occurrences, Failure> {
    let (_, mut history) = engine.history(thread, SortDirection::Desc).await?;
    let mut pages: Vec<Vec<Occurrence>> = Vec::new();
    let mut count = 0;
    let mut more = false;
    'pages: while let Some(leaf) = history.next().await? {
        // The turns of a page are newest first.
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
    // If there are too many places, the newest are kept.
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
