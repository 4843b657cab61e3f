//! Reads a whole thread page by page, for a search or an export. Windows do not see it.
//!
//! Invariant: each page is dropped after use, so a long thread costs time but not memory.

use super::Engine;
use super::page::UNREAD_ARCHIVE;
use crate::failure::{Code, Failure};
use crate::id::ThreadId;
use crate::peer::{CallError, Peer, Quiet};
use protocol::enums::{ItemsView, SortDirection};
use protocol::method::{ThreadRead, ThreadReadParams, ThreadTurnsList, TurnsListParams};
use protocol::{Event, Method};
use serde_json::Value;

/// The most turns that a server returns at once.
const TURNS: u32 = 100;
/// At most 100,000 turns, so that a server that never reports an end is not read forever.
const PAGES: u32 = 1_000;

pub(crate) struct History {
    peer: Peer,
    thread: ThreadId,
    archived: bool,
    order: SortDirection,
    next: NextPage,
    pages: u32,
}

enum NextPage {
    /// A server without pages returns everything at once.
    Whole,
    Page(Option<String>),
    Nothing,
}

/// One page of turns as JSON, in the order that was requested.
pub(crate) struct Leaf {
    /// The cursor of this page. `None` for the first one.
    pub cursor: Option<String>,
    /// The cursor for reading in the other direction, beginning with the first turn of this page.
    pub back: Option<String>,
    pub turns: Vec<Value>,
}

impl Leaf {
    /// The turns of the page. One that cannot be parsed is left out.
    pub fn typed(&self) -> impl Iterator<Item = protocol::Turn> {
        self.turns.iter().filter_map(|turn| serde_json::from_value(turn.clone()).ok())
    }
}

impl Engine {
    /// The thread and a reader of its turns. The server builds a missing history first.
    pub(crate) async fn history(
        &self,
        thread: &ThreadId,
        order: SortDirection,
    ) -> Result<(protocol::Thread, History), Failure> {
        let peer = self.peer().await?;
        let archived = self.is_archived(thread).await?;
        let read = self.read_quietly(&peer, thread).await.map_err(|error| unread(error, archived))?;
        if self.connection().methods.knows::<ThreadTurnsList>() {
            self.build_history(&peer, &read).await?;
        }
        Ok((read, History { archived, ..self.history_as_built(peer, thread, order) }))
    }

    /// A reader that does not make the server build a missing history: such a thread reads as empty.
    pub(super) fn history_as_built(&self, peer: Peer, thread: &ThreadId, order: SortDirection) -> History {
        let knows_pages = self.connection().methods.knows::<ThreadTurnsList>();
        let next = if knows_pages { NextPage::Page(None) } else { NextPage::Whole };
        History { peer, thread: thread.clone(), archived: false, order, next, pages: 0 }
    }

    pub(crate) async fn read_quietly(&self, peer: &Peer, thread: &ThreadId) -> Result<protocol::Thread, CallError> {
        let params = ThreadReadParams { thread_id: thread.0.clone(), include_turns: None };
        Ok(peer.call::<Quiet<ThreadRead>>(params).await?.thread)
    }
}

impl History {
    pub async fn next(&mut self) -> Result<Option<Leaf>, Failure> {
        self.pages += 1;
        let next = std::mem::replace(&mut self.next, NextPage::Nothing);
        match next {
            NextPage::Nothing => Ok(None),
            NextPage::Page(_) if self.pages > PAGES => Ok(None),
            NextPage::Whole => {
                let params = ThreadReadParams { thread_id: self.thread.0.clone(), include_turns: Some(true) };
                let mut read = self.peer.call::<RawRead>(params).await.map_err(|error| unread(error, self.archived))?;
                let mut turns = array(read["thread"]["turns"].take());
                if self.order != SortDirection::Asc {
                    turns.reverse();
                }
                Ok(Some(Leaf { cursor: None, back: None, turns }))
            }
            NextPage::Page(cursor) => {
                let params = TurnsListParams {
                    thread_id: self.thread.0.clone(),
                    cursor: cursor.clone(),
                    limit: Some(TURNS),
                    sort_direction: Some(self.order.clone()),
                    items_view: Some(ItemsView::Full),
                };
                let mut answer = self.peer.call::<RawTurns>(params).await?;
                if let Some(next) = answer["nextCursor"].as_str() {
                    self.next = NextPage::Page(Some(next.to_owned()));
                }
                let back = answer["backwardsCursor"].as_str().map(str::to_owned);
                Ok(Some(Leaf { cursor, back, turns: array(answer["data"].take()) }))
            }
        }
    }
}

/// An old server does not find threads that it has archived itself.
fn unread(error: CallError, archived: bool) -> Failure {
    if archived && error.is_missing_thread() {
        return Failure::new(Code::Refused, UNREAD_ARCHIVE);
    }
    error.into()
}

fn array(value: Value) -> Vec<Value> {
    match value {
        Value::Array(values) => values,
        _ => Vec::new(),
    }
}

/// Turns as untyped JSON, because an export must not lose fields that this build does not know.
enum RawTurns {}

impl Method for RawTurns {
    const NAME: &'static str = ThreadTurnsList::NAME;
    const EXPERIMENTAL: bool = ThreadTurnsList::EXPERIMENTAL;
    type Params = TurnsListParams;
    type Answer = Value;

    fn event(_: &Self::Params, _: &Value) -> Option<Event> {
        None
    }
}

enum RawRead {}

impl Method for RawRead {
    const NAME: &'static str = ThreadRead::NAME;
    const EXPERIMENTAL: bool = ThreadRead::EXPERIMENTAL;
    type Params = ThreadReadParams;
    type Answer = Value;

    fn event(_: &Self::Params, _: &Value) -> Option<Event> {
        None
    }
}
