//! Messages of the agent that the server did not save. They are kept when rows are dropped, until the app ends.
//!
//! Invariant: wherever its turn is shown such a message appears once, after the row it followed.

use super::body::Full;
use super::entry::Entry;
use super::timeline::Timeline;
use contract::id::{RowId, TurnId};
use contract::row::{Body, Row, Trouble};

#[derive(Debug)]
pub struct Unsaved {
    row: Row,
    after: Option<RowId>,
    /// Why its turn broke off, which the server may not know either.
    trouble: Option<Trouble>,
}

impl Timeline {
    /// Drops everything that can be read again.
    pub fn forget(&mut self) {
        let (turns, entries) = (std::mem::take(&mut self.turns), std::mem::take(&mut self.entries));
        for of_turn in entries.chunk_by(|one, next| one.row.turn == next.row.turn) {
            let turn = of_turn.first().and_then(|entry| turns.iter().find(|turn| turn.id == entry.row.turn));
            self.save(of_turn, turn.and_then(|turn| turn.trouble.as_ref()));
        }
        let (unsaved, kept) = (std::mem::take(&mut self.unsaved), std::mem::take(&mut self.kept));
        *self = Self::new(self.thread.clone());
        (self.unsaved, self.kept) = (unsaved, kept);
    }

    /// Keeps what the server does not have of a turn whose rows are being dropped.
    pub(super) fn save(&mut self, entries: &[Entry], trouble: Option<&Trouble>) {
        let mut after = None;
        for entry in entries {
            let row = &entry.row;
            if is_unsaved(&row.body) {
                self.unsaved.retain(|lost| !is(entry, &lost.row.turn, &lost.row.id));
                self.unsaved.push(Unsaved { row: row.clone(), after, trouble: trouble.cloned() });
            }
            after = Some(row.id.clone());
        }
    }

    /// Inserts the unsaved messages into turns that were just added.
    pub(super) fn put_unsaved(&mut self) {
        let unsaved = std::mem::take(&mut self.unsaved);
        for lost in &unsaved {
            let turn = &lost.row.turn;
            let Some(nth) = self.turns.iter().position(|known| known.id == *turn) else { continue };
            if self.holds(turn, &lost.row.id) {
                continue;
            }
            let known = &mut self.turns[nth];
            known.trouble = known.trouble.take().or(lost.trouble.clone());
            let after = lost.after.as_ref().and_then(|after| self.entries.iter().rposition(|e| is(e, turn, after)));
            let at = after.map_or_else(|| self.end_of(nth), |at| at + 1);
            self.entries.insert(at, Entry::new(lost.row.clone(), Full::Nothing, true));
        }
        self.unsaved = unsaved;
    }

    fn holds(&self, turn: &TurnId, row: &RowId) -> bool {
        self.entries.iter().any(|entry| is(entry, turn, row))
    }

    /// The index where the rows of a later turn begin.
    pub(super) fn end_of(&self, nth: usize) -> usize {
        let is_later = |entry: &Entry| self.turns[nth + 1..].iter().any(|turn| turn.id == entry.row.turn);
        self.entries.iter().position(is_later).unwrap_or(self.entries.len())
    }
}

fn is_unsaved(body: &Body) -> bool {
    match body {
        Body::Said { blocks, unsaved } | Body::Proposal { blocks, unsaved } => *unsaved && !blocks.is_empty(),
        _ => false,
    }
}

/// Whether the entry is this row. If another turn has a row with the same id, the id contains the turn too.
fn is(entry: &Entry, turn: &TurnId, row: &RowId) -> bool {
    let name = &entry.row.id;
    let long = |short: &RowId| format!("{turn}/{short}");
    entry.row.turn == *turn && (name == row || name.0 == long(row) || row.0 == long(name))
}
