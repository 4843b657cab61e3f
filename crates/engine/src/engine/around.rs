//! Opening a thread in its middle, where something was found.

use super::Engine;
use crate::failure::{Code, Failure};
use crate::found::Spot;
use crate::id::{RowId, ThreadId, TurnId};
use crate::peer::{CallError, Peer, Quiet};
use crate::state::LocalEvent;
use protocol::method::{ThreadTurnsList, TurnsListParams};
use protocol::thread::TurnsPage;
use protocol::word::{ItemsView, SortDirection};

/// Turns before and after, and in each further page.
const TURNS: u32 = 20;
/// 10,000 turns: what is shown of a thread that runs, or that two windows read, is followed to the place.
const PAGES: u32 = 500;

impl Engine {
    /// Shows the place, and says which row it is; a turn whose item has no row is shown all the same.
    pub(crate) async fn show_spot(&self, thread: &ThreadId, spot: &Spot) -> Result<Option<RowId>, Failure> {
        if !self.has(thread, &spot.turn).await? {
            self.bring(thread, spot).await?;
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
                self.with(move |core| core.note(event)).await
            }
            Err(error) if is_expired(&error) => self.read_anew(thread).await,
            Err(error) => Err(error.into()),
        }
    }

    /// From its end, whatever was shown.
    pub(crate) async fn read_anew(&self, thread: &ThreadId) -> Result<(), Failure> {
        let asked = thread.clone();
        // The core reads it when it hears of that; to wait for it here would read it twice.
        self.with(move |core| core.note(LocalEvent::Torn(asked))).await
    }

    async fn has(&self, thread: &ThreadId, turn: &TurnId) -> Result<bool, Failure> {
        let (thread, turn) = (thread.clone(), turn.clone());
        self.with(move |core| core.state.has_turn(&thread, &turn)).await
    }

    async fn bring(&self, thread: &ThreadId, spot: &Spot) -> Result<(), Failure> {
        self.recall(thread).await?;
        let peer = self.peer().await?;
        let asked = thread.clone();
        let (runs, shared) =
            self.with(move |core| (core.state.running(&asked).is_some(), core.is_shared(&asked))).await?;
        if !self.connection().methods.knows::<ThreadTurnsList>() {
            // All of it is there already.
            return Err(gone());
        }
        if runs || shared {
            return self.reach(thread, &spot.turn).await;
        }
        let (turns, older, back) = match self.back_to(&peer, thread, spot).await {
            Err(error) if is_expired(&error) && spot.cursor.is_some() => {
                let unsure = Spot { cursor: None, ..spot.clone() };
                self.back_to(&peer, thread, &unsure).await?
            }
            outcome => outcome?,
        };
        if !turns.iter().any(|turn| turn.id == spot.turn.as_str()) {
            return Err(gone());
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
        self.with(move |core| core.note(event)).await
    }

    /// Newest first, until the place is there: the turns, where older ones begin, and where newer ones do.
    async fn back_to(&self, peer: &Peer, thread: &ThreadId, spot: &Spot) -> Result<Around, CallError> {
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
            // Far from the end only the last page matters; what comes after it is read again from there.
            turns.clear();
            cursor = page.next_cursor;
        }
        Ok((turns, None, back))
    }

    /// To its end. Where another window reads the same thread, what it reads stays: what lies between is loaded too.
    pub(crate) async fn read_to_end(&self, thread: &ThreadId) -> Result<(), Failure> {
        let asked = thread.clone();
        if self.with(move |core| core.is_shared(&asked)).await? && self.read_on(thread, None).await? {
            return Ok(());
        }
        self.read_anew(thread).await
    }

    /// A running thread keeps its end, and one that two windows read keeps what both of them read.
    async fn reach(&self, thread: &ThreadId, turn: &TurnId) -> Result<(), Failure> {
        self.read_on(thread, Some(turn)).await?;
        if self.has(thread, turn).await? {
            return Ok(());
        }
        self.follow_back(thread, turn).await
    }

    /// Page by page to this turn, or to the end. `false`: it is too far.
    async fn read_on(&self, thread: &ThreadId, turn: Option<&TurnId>) -> Result<bool, Failure> {
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

    /// The turns between the beginning of what is here and the place are loaded too.
    async fn follow_back(&self, thread: &ThreadId, turn: &TurnId) -> Result<(), Failure> {
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
        Err(gone())
    }
}

type Around = (Vec<protocol::Turn>, Option<String>, Option<String>);

/// The server forgot where this was.
pub(super) fn is_expired(error: &CallError) -> bool {
    matches!(error, CallError::Refused { source, .. } if source.message.contains("cursor"))
}

fn gone() -> Failure {
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
