//! What the agent said and the server did not keep: it outlives the rows that are let go, as long as this session does.
//!
//! Invariant: wherever its turn is shown it stands there once, behind the row it came after.

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
    /// Lets go of everything that can be read again.
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

    /// Rows of a turn are let go: what the server does not have of them is kept.
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

    /// Turns were put: what only we have of them is put with them.
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

    /// Where the rows of a later turn begin.
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

/// A row whose name another turn has too is called by its turn as well.
fn is(entry: &Entry, turn: &TurnId, row: &RowId) -> bool {
    let name = &entry.row.id;
    let long = |short: &RowId| format!("{turn}/{short}");
    entry.row.turn == *turn && (name == row || name.0 == long(row) || row.0 == long(name))
}
