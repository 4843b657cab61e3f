//! The turns and rows of one thread, in order.
//!
//! Invariant: an item is one row, however often it comes, and rows are published in their order. Invariant: a page
//! never replaces what arrived live.

use super::body::{self, Shown};
use super::entry::{Delta, Entry};
use super::kept::KeptRows;
use super::unsaved::Unsaved;
use contract::change::Change;
use contract::id::{RowId, ThreadId, TurnId};
use contract::row::{Body, Row, RowState, Trouble, Turn, TurnState};
use protocol::Item;
use std::collections::HashMap;

#[derive(Debug)]
pub struct Timeline {
    pub(super) thread: ThreadId,
    pub(super) turns: Vec<Turn>,
    /// How much of each turn arrived live.
    pub(super) seen: HashMap<TurnId, Seen>,
    pub(super) entries: Vec<Entry>,
    /// The index of each row, by its id.
    pub(super) places: HashMap<String, usize>,
    /// Items that have begun and have nothing to show yet.
    quiet: HashMap<String, Entry>,
    /// Rows that have grown since the last `draw`, in that order.
    dirty: Vec<String>,
    /// Rows whose text or patch broke off with a connection. The server repeats their content in new rows.
    broken: Vec<RowId>,
    /// Rows of requests that were not allowed. When their turn ends, they never began.
    pub(super) not_allowed: Vec<RowId>,
    /// Unsaved content of turns whose rows were dropped.
    pub(super) unsaved: Vec<Unsaved>,
    /// From our own store: declined requests, and the last plan.
    pub(super) kept: KeptRows,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Seen {
    /// From its beginning, so every row is there.
    Whole,
    /// Only some of its events.
    Part,
}

impl Timeline {
    pub fn new(thread: ThreadId) -> Self {
        Self {
            thread,
            turns: Vec::new(),
            seen: HashMap::new(),
            entries: Vec::new(),
            places: HashMap::new(),
            quiet: HashMap::new(),
            dirty: Vec::new(),
            broken: Vec::new(),
            not_allowed: Vec::new(),
            unsaved: Vec::new(),
            kept: KeptRows::default(),
        }
    }

    pub fn turn(&self, id: &TurnId) -> Option<&Turn> {
        self.turns.iter().rev().find(|turn| turn.id == *id)
    }

    pub fn last_turn(&self) -> Option<&Turn> {
        self.turns.last()
    }

    pub fn rows(&self) -> impl Iterator<Item = &Row> {
        self.entries.iter().map(|entry| &entry.row)
    }

    pub fn entries(&self) -> impl Iterator<Item = &Entry> {
        self.entries.iter()
    }

    pub fn entry(&self, row: &RowId) -> Option<&Entry> {
        self.entries.get(*self.places.get(row.as_str())?)
    }

    /// The row of an item, if it exists.
    pub fn row_of(&self, turn: &str, item: &str) -> Option<&Row> {
        self.place(turn, item).map(|at| &self.entries[at].row)
    }

    /// A turn is running. Its beginning may have been missed (`Part`).
    pub fn begin_turn(&mut self, id: &TurnId, seen: Seen, at_ms: f64, out: &mut Vec<Change>) {
        if self.turn(id).is_some() {
            self.seen.entry(id.clone()).or_insert(Seen::Part);
            return;
        }
        self.seen.insert(id.clone(), seen);
        let turn =
            Turn { id: id.clone(), state: TurnState::Running, started_ms: Some(at_ms), ended_ms: None, trouble: None };
        self.turns.push(turn.clone());
        out.push(Change::TurnPut { thread: self.thread.clone(), turn });
    }

    /// A turn has ended, and so have its open rows.
    pub fn end_turn(
        &mut self,
        id: &TurnId,
        state: TurnState,
        trouble: Option<Trouble>,
        at_ms: f64,
        out: &mut Vec<Change>,
    ) {
        let thread = self.thread.clone();
        if state == TurnState::Done {
            self.drop_broken(out);
        }
        self.broken.clear();
        self.quiet.retain(|_, entry| entry.row.turn != *id);
        for entry in self.entries.iter_mut().filter(|entry| entry.row.turn == *id && entry.is_open()) {
            entry.stop(at_ms);
            if self.not_allowed.contains(&entry.row.id) {
                entry.row.state = RowState::Declined;
            }
            out.push(Change::RowPut { thread: thread.clone(), row: Box::new(entry.row.clone()) });
        }
        self.not_allowed.clear();
        if let Some(turn) = self.turns.iter_mut().rev().find(|turn| turn.id == *id) {
            turn.state = state;
            turn.ended_ms = Some(at_ms);
            turn.trouble = trouble;
            out.push(Change::TurnPut { thread, turn: turn.clone() });
        }
    }

    /// The connection broke in the middle of an answer and is retried.
    pub fn break_off(&mut self, turn: &TurnId) {
        let texts = self.entries.iter_mut().filter(|entry| entry.row.turn == *turn && entry.is_open());
        let half = texts.filter(|entry| entry.is_text() || entry.is_unwritten());
        self.broken = half.map(|entry| entry.row.id.clone()).collect();
    }

    /// The answer starts again. Rows that broke off are removed, unless they were completed after all.
    pub fn drop_broken(&mut self, out: &mut Vec<Change>) {
        for row in std::mem::take(&mut self.broken) {
            let at = self.places.get(row.as_str()).copied().filter(|&at| self.entries[at].is_open());
            if let Some(at) = at {
                self.entries.remove(at);
                self.find_places(|_, _| true);
                out.push(Change::RowGone { thread: self.thread.clone(), row });
            }
        }
    }

    /// A person's message interrupts the text that is being streamed. That text grows no further, and the server does
    /// not keep it.
    fn interrupt_text(&mut self, turn: &TurnId, at_ms: f64, out: &mut Vec<Change>) {
        let open = self.entries.iter_mut().filter(|entry| entry.row.turn == *turn && entry.is_open());
        for entry in open.filter(|entry| entry.is_text()) {
            entry.stop(at_ms);
            out.push(Change::RowPut { thread: self.thread.clone(), row: Box::new(entry.row.clone()) });
        }
    }

    /// `item/started`: the item may grow from here.
    pub fn start(&mut self, turn: &TurnId, item: &Item, cwd: &str, at_ms: f64, out: &mut Vec<Change>) {
        if let Some(at) = self.place(turn.as_str(), &item.id) {
            self.begin_written(at, item, cwd, out);
            return;
        }
        self.drop_broken(out);
        if matches!(item.kind, protocol::ItemKind::UserMessage(_)) {
            self.interrupt_text(turn, at_ms, out);
        }
        let id = self.free_id(turn.as_str(), &item.id);
        let started_ms = Some(item.started_at_ms.map_or(at_ms, |ms| ms as f64));
        let shown = body::of(item, cwd);
        let (body, state, full) = match shown {
            Some(Shown { body, state, full }) => (body, state.unwrap_or(RowState::Open), full),
            None => {
                if let Some(body) = empty(item) {
                    let row = Row {
                        id: id.clone(),
                        turn: turn.clone(),
                        state: RowState::Open,
                        started_ms,
                        ended_ms: None,
                        body,
                    };
                    self.quiet.insert(id.0, Entry::new(row, body::Full::Nothing, true));
                }
                return;
            }
        };
        if repeats_review(self.entries.iter().rev().take_while(|entry| entry.row.turn == *turn), &body) {
            return;
        }
        let body = self.mark_steered(turn, body);
        let row = Row { id, turn: turn.clone(), state, started_ms, ended_ms: None, body };
        let mut entry = Entry::new(row, full, true);
        if entry.is_open() {
            entry.begin_with(item);
        }
        self.append(entry, out);
    }

    /// A change that was seen while it was written is being applied now.
    fn begin_written(&mut self, at: usize, item: &Item, cwd: &str, out: &mut Vec<Change>) {
        let entry = &mut self.entries[at];
        let Some(shown) = body::of(item, cwd).filter(|_| entry.is_unwritten()) else { return };
        entry.start_applying(shown);
        out.push(Change::RowPut { thread: self.thread.clone(), row: Box::new(entry.row.clone()) });
        self.continue_broken(at);
    }

    /// `item/completed`: the final content of the row.
    pub fn complete(&mut self, turn: &TurnId, item: &Item, cwd: &str, at_ms: f64, out: &mut Vec<Change>) {
        let shown = body::of(item, cwd);
        let ended_ms = Some(item.completed_at_ms.map_or(at_ms, |ms| ms as f64));
        if let Some(at) = self.place(turn.as_str(), &item.id) {
            let entry = &mut self.entries[at];
            entry.complete(item, shown, ended_ms, &self.thread, out);
            entry.live = true;
            return;
        }
        let id = self.free_id(turn.as_str(), &item.id);
        let began = self.quiet.remove(id.as_str()).and_then(|entry| entry.row.started_ms);
        let Some(Shown { body, state, full }) = shown else { return };
        if repeats_review(self.entries.iter().rev().take_while(|entry| entry.row.turn == *turn), &body) {
            return;
        }
        let body = self.mark_steered(turn, body);
        let state = state.filter(|state| *state != RowState::Open).unwrap_or(RowState::Done);
        let started_ms = item.started_at_ms.map(|ms| ms as f64).or(began).or(ended_ms);
        let row = Row { id, turn: turn.clone(), state, started_ms, ended_ms, body };
        self.append(Entry::new(row, full, true), out);
    }

    /// Applies an update of an open row. Windows get it in the next `draw`.
    pub fn grow(&mut self, turn: &str, item: &str, delta: Delta<'_>, at_ms: f64, out: &mut Vec<Change>) {
        let at = match self.place(turn, item) {
            Some(at) => at,
            None => {
                let id = self.free_id(turn, item);
                let entry = self.quiet.remove(id.as_str()).or_else(|| {
                    let body = Entry::body_for(delta)?;
                    let turn = TurnId::from(turn);
                    let row = Row { id, turn, state: RowState::Open, started_ms: Some(at_ms), ended_ms: None, body };
                    Some(Entry::new(row, body::Full::Nothing, true))
                });
                let Some(entry) = entry else { return };
                self.append(entry, out)
            }
        };
        if self.entries[at].grow(delta) {
            self.mark_dirty(at);
        }
    }

    /// Adds or replaces a row of our own, or one whose item has no other updates.
    pub fn put(&mut self, turn: &TurnId, id: RowId, body: Body, state: RowState, at_ms: f64, out: &mut Vec<Change>) {
        if let Some(&at) = self.places.get(id.as_str()) {
            let entry = &mut self.entries[at];
            if entry.row.body == body && entry.row.state == state {
                return;
            }
            entry.row.body = body;
            entry.row.state = state;
            if matches!(entry.row.body, Body::Plan { .. }) {
                // The time of a plan is that of its last change.
                entry.row.ended_ms = Some(at_ms);
            }
            out.push(Change::RowPut { thread: self.thread.clone(), row: Box::new(entry.row.clone()) });
            return;
        }
        let ended_ms = (state != RowState::Open).then_some(at_ms);
        let row = Row { id, turn: turn.clone(), state, started_ms: Some(at_ms), ended_ms, body };
        self.append(Entry::new(row, body::Full::Nothing, true), out);
    }

    /// Updates the files of a change that is being written; each update has all of them. Windows get it in the next
    /// `draw`.
    pub fn patch(
        &mut self,
        turn: &TurnId,
        item: &str,
        changes: &[protocol::item::FileUpdate],
        cwd: &str,
        at_ms: f64,
        out: &mut Vec<Change>,
    ) {
        let at = match self.place(turn.as_str(), item) {
            Some(at) => at,
            None => {
                self.drop_broken(out);
                let (id, body) = (self.free_id(turn.as_str(), item), Body::Edited { files: Vec::new() });
                let (turn, started_ms) = (turn.clone(), Some(at_ms));
                let row = Row { id, turn, state: RowState::Open, started_ms, ended_ms: None, body };
                self.append(Entry::new(row, body::Full::Nothing, true), out)
            }
        };
        if self.entries[at].patch(changes, cwd) {
            self.continue_broken(at);
            self.mark_dirty(at);
        }
    }

    /// The answer is complete, so a change that was written for no item was refused.
    pub fn refuse_unwritten(&mut self, turn: &str, at_ms: f64, out: &mut Vec<Change>) {
        let unwritten = |entry: &&mut Entry| entry.row.turn.as_str() == turn && entry.is_unwritten();
        for entry in self.entries.iter_mut().rev().take_while(|entry| entry.row.turn.as_str() == turn).filter(unwritten)
        {
            entry.stop(at_ms);
            entry.row.state = RowState::Failed;
            out.push(Change::RowPut { thread: self.thread.clone(), row: Box::new(entry.row.clone()) });
        }
    }

    /// A row that broke off continues after all.
    fn continue_broken(&mut self, at: usize) {
        let row = &self.entries[at].row.id;
        self.broken.retain(|broken| broken != row);
    }

    /// The agent typed into a command, possibly of an earlier turn.
    pub fn type_into(&mut self, turn: &str, item: &str, text: String, out: &mut Vec<Change>) {
        let found = self.place(turn, item).or_else(|| {
            let ends = format!(":{item}");
            self.entries
                .iter()
                .rposition(|entry| entry.row.id.as_str() == item || entry.row.id.as_str().ends_with(&ends))
        });
        let Some(entry) = found.map(|at| &mut self.entries[at]) else { return };
        if let Body::Ran(ran) = &mut entry.row.body {
            ran.typed.push(text);
            out.push(Change::RowPut { thread: self.thread.clone(), row: Box::new(entry.row.clone()) });
        }
    }

    pub fn draw(&mut self, out: &mut Vec<Change>) {
        for id in std::mem::take(&mut self.dirty) {
            if let Some(&at) = self.places.get(&id) {
                self.entries[at].dirty = false;
                self.entries[at].draw(&self.thread, out);
            }
        }
    }

    pub fn is_dirty(&self) -> bool {
        !self.dirty.is_empty()
    }

    pub(super) fn place(&self, turn: &str, item: &str) -> Option<usize> {
        let of_turn = |at: &usize| self.entries[*at].row.turn.as_str() == turn;
        match self.places.get(item).copied().filter(|at| of_turn(at)) {
            Some(at) => Some(at),
            // Models choose the ids of their calls, so an id from another turn may be another item.
            None if self.places.contains_key(item) => self.places.get(&format!("{turn}/{item}")).copied(),
            None => None,
        }
    }

    pub(super) fn free_id(&self, turn: &str, item: &str) -> RowId {
        let other = self.places.get(item).is_some_and(|&at| self.entries[at].row.turn.as_str() != turn);
        if other { RowId(format!("{turn}/{item}")) } else { RowId::from(item) }
    }

    /// A prompt that is not the first of its turn was steered into it.
    fn mark_steered(&self, turn: &TurnId, mut body: Body) -> Body {
        if let Body::Prompt { steered, .. } = &mut body {
            let of_turn = self.entries.iter().rev().take_while(|entry| entry.row.turn == *turn);
            *steered = of_turn.into_iter().any(|entry| matches!(entry.row.body, Body::Prompt { .. }));
        }
        body
    }

    fn append(&mut self, entry: Entry, out: &mut Vec<Change>) -> usize {
        let at = self.entries.len();
        self.places.insert(entry.row.id.0.clone(), at);
        out.push(Change::RowPut { thread: self.thread.clone(), row: Box::new(entry.row.clone()) });
        self.entries.push(entry);
        at
    }

    fn mark_dirty(&mut self, at: usize) {
        let entry = &mut self.entries[at];
        if !std::mem::replace(&mut entry.dirty, true) {
            self.dirty.push(entry.row.id.0.clone());
        }
    }
}

/// The server sends a review's findings twice: at its end, and in a message after it.
pub(super) fn repeats_review<'a>(mut of_turn: impl Iterator<Item = &'a Entry>, body: &Body) -> bool {
    let Body::Said { blocks: said, .. } = body else { return false };
    of_turn.any(|entry| matches!(&entry.row.body, Body::Review { begins: false, blocks, .. } if blocks == said))
}

/// An empty row that a text will fill.
fn empty(item: &Item) -> Option<Body> {
    match &item.kind {
        protocol::ItemKind::AgentMessage(_) => Entry::body_for(Delta::Message("")),
        protocol::ItemKind::Plan(_) => Entry::body_for(Delta::Proposal("")),
        protocol::ItemKind::Reasoning(_) => Entry::body_for(Delta::Raw(0, "")),
        _ => None,
    }
}
