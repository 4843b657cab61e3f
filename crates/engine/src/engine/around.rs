//! Opens a thread in its middle, at a search result.

use super::Engine;
use crate::failure::{Code, Failure};
use crate::found::Spot;
use crate::id::{RowId, ThreadId, TurnId};
use crate::peer::{CallError, Peer, Quiet};
use model::refusal::Refusal;
use model::state::LocalEvent;
use protocol::enums::{ItemsView, SortDirection};
use protocol::method::{ThreadTurnsList, TurnsListParams};
use protocol::thread::TurnsPage;

/// The number of turns before and after the place, and in each further page.
const TURNS: u32 = 20;
/// At most 10,000 turns are loaded to reach a place in a thread that is running or that two windows show.
const PAGES: u32 = 500;

impl Engine {
    /// Shows the place and returns its row. `None` if the item has no row; its turn is shown all the same.
    pub(crate) async fn show_spot(&self, thread: &ThreadId, spot: &Spot) -> Result<Option<RowId>, Failure> {
        if !self.has(thread, &spot.turn).await? {
            self.show_around(thread, spot).await?;
        }
        let (asked, turn, item) = (thread.clone(), spot.turn.clone(), spot.item.clone());
        self.with(move |core| core.state.row_of(&asked, &turn, &item)).await
    }

    pub(crate) async fn read_newer(&self, thread: &ThreadId) -> Result<(), Failure> {
        let asked = thread.clone();
        let Some(cursor) = self.with(move |core| core.state.newer(&asked)).await? else { return Ok(()) };
        let peer = self.peer().await?;
        match page(&peer, thread, Some(cursor.clone()), SortDirection::Asc).await {
            Ok(page) => {
                let event =
                    LocalEvent::Newer { thread: thread.clone(), cursor, turns: page.data, newer: page.next_cursor };
                self.with(move |core| core.apply_local(event)).await
            }
            Err(error) if is_expired(&error) => self.read_from_end(thread).await,
            Err(error) => Err(error.into()),
        }
    }

    /// Reads the thread again from its end.
    pub(crate) async fn read_from_end(&self, thread: &ThreadId) -> Result<(), Failure> {
        let asked = thread.clone();
        // The core reads the thread when it handles this event. Waiting here would read it twice.
        self.with(move |core| core.apply_local(LocalEvent::Torn(asked))).await
    }

    async fn has(&self, thread: &ThreadId, turn: &TurnId) -> Result<bool, Failure> {
        let (thread, turn) = (thread.clone(), turn.clone());
        self.with(move |core| core.state.has_turn(&thread, &turn)).await
    }

    async fn show_around(&self, thread: &ThreadId, spot: &Spot) -> Result<(), Failure> {
        self.load_stored(thread).await?;
        let peer = self.peer().await?;
        let asked = thread.clone();
        let (runs, shared) =
            self.with(move |core| (core.state.running(&asked).is_some(), core.is_shared(&asked))).await?;
        if !self.connection().methods.knows::<ThreadTurnsList>() {
            // A server without pages has already sent the whole thread.
            return Err(place_gone());
        }
        if runs || shared {
            return self.load_up_to(thread, &spot.turn).await;
        }
        let (turns, older, back) = match self.find_page(&peer, thread, spot).await {
            Err(error) if is_expired(&error) && spot.cursor.is_some() => {
                let unsure = Spot { cursor: None, ..spot.clone() };
                self.find_page(&peer, thread, &unsure).await?
            }
            outcome => outcome?,
        };
        if !turns.iter().any(|turn| turn.id == spot.turn.as_str()) {
            return Err(place_gone());
        }
        let mut turns = turns;
        turns.reverse();
        let mut newer = None;
        if let Some(back) = back {
            let page = page(&peer, thread, Some(back), SortDirection::Asc).await?;
            let known: Vec<String> = turns.iter().map(|turn| turn.id.clone()).collect();
            turns.extend(page.data.into_iter().filter(|turn| !known.contains(&turn.id)));
            newer = page.next_cursor;
        }
        let event = LocalEvent::Around { thread: thread.clone(), turns, older, newer };
        self.with(move |core| core.apply_local(event)).await
    }

    /// Reads pages from the newest one back to the place. Returns the turns and the cursors of older and newer ones.
    async fn find_page(&self, peer: &Peer, thread: &ThreadId, spot: &Spot) -> Result<Around, CallError> {
        let mut cursor = spot.cursor.clone();
        let mut turns = Vec::new();
        let mut back = None;
        for _ in 0..PAGES {
            let first = cursor.is_none();
            let mut page = page(peer, thread, cursor.take(), SortDirection::Desc).await?;
            let here = page.data.iter().any(|turn| turn.id == spot.turn.as_str());
            if !first && turns.is_empty() {
                back = page.backwards_cursor.take();
            }
            turns.append(&mut page.data);
            if here || page.next_cursor.is_none() {
                return Ok((turns, page.next_cursor, back));
            }
            // Far from the end only the last page is kept. What follows it is read again from there.
            turns.clear();
            cursor = page.next_cursor;
        }
        Ok((turns, None, back))
    }

    /// Shows the end of the thread. If another window shows the same thread, its rows are kept, and everything in
    /// between is loaded.
    pub(crate) async fn read_to_end(&self, thread: &ThreadId) -> Result<(), Failure> {
        let asked = thread.clone();
        if self.with(move |core| core.is_shared(&asked)).await? && self.read_newer_until(thread, None).await? {
            return Ok(());
        }
        self.read_from_end(thread).await
    }

    /// Reaches a turn without dropping rows, because a running thread must keep its end, and another window its own
    /// place.
    async fn load_up_to(&self, thread: &ThreadId, turn: &TurnId) -> Result<(), Failure> {
        self.read_newer_until(thread, Some(turn)).await?;
        if self.has(thread, turn).await? {
            return Ok(());
        }
        self.read_older_until(thread, turn).await
    }

    /// Reads newer pages up to this turn or the end. Returns `false` if that is too far.
    async fn read_newer_until(&self, thread: &ThreadId, turn: Option<&TurnId>) -> Result<bool, Failure> {
        for _ in 0..PAGES {
            let asked = thread.clone();
            if self.with(move |core| core.state.newer(&asked).is_none()).await? {
                return Ok(true);
            }
            self.read_newer(thread).await?;
            if let Some(turn) = turn
                && self.has(thread, turn).await?
            {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Reads older pages until the turn is loaded.
    async fn read_older_until(&self, thread: &ThreadId, turn: &TurnId) -> Result<(), Failure> {
        for _ in 0..PAGES {
            let asked = thread.clone();
            match self.with(move |core| (core.state.is_loaded(&asked), core.state.older(&asked))).await? {
                (false, _) => self.read_thread(thread).await?,
                (true, None) => break,
                (true, Some(cursor)) => self.read_from(thread, cursor).await?,
            }
            if self.has(thread, turn).await? {
                return Ok(());
            }
        }
        Err(place_gone())
    }
}

type Around = (Vec<protocol::Turn>, Option<String>, Option<String>);

/// Whether the server no longer knows the cursor.
pub(super) fn is_expired(error: &CallError) -> bool {
    error.refusal() == Some(Refusal::CursorExpired)
}

fn place_gone() -> Failure {
    Failure::new(Code::Refused, "This part of the thread no longer exists.")
}

async fn page(
    peer: &Peer,
    thread: &ThreadId,
    cursor: Option<String>,
    order: SortDirection,
) -> Result<TurnsPage, CallError> {
    let params = TurnsListParams {
        thread_id: thread.0.clone(),
        cursor,
        limit: Some(TURNS),
        sort_direction: Some(order),
        items_view: Some(ItemsView::Full),
    };
    peer.call::<Quiet<ThreadTurnsList>>(params).await
}
