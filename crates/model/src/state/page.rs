//! Merges a page of turns into those that are already there.
//!
//! Invariant: rows that arrived live stay as they are. A page only adds what is missing.

use super::body::{self, Shown};
use super::entry::Entry;
use super::timeline::{Seen, Timeline, repeats_review};
use super::trouble;
use contract::id::{RowId, TurnId};
use contract::row::{Body, Row, RowState, Turn, TurnState};
use protocol::enums::{ItemsView, TurnStatus};
use std::collections::HashSet;

/// A turn with its rows.
struct PagePart {
    turn: Turn,
    entries: Vec<Entry>,
}

impl Timeline {
    /// Merges the newest turns, oldest first. Turns before them that were loaded earlier stay. Turns after them stay
    /// only if they arrived live, because the server has removed the others. If none of the existing turns is on the
    /// page, live ones may also be older than all of it.
    pub fn put_newest(&mut self, page: Vec<protocol::Turn>, cwd: &str) {
        let mut held = self.take_apart();
        let first = held.iter().position(|part| page.iter().any(|turn| turn.id == part.turn.id.as_str()));
        let mut rest = held.split_off(first.unwrap_or(0));
        let mut parts = held;
        let newest_ms = page.last().and_then(|turn| turn.started_at).map(|s| s as f64 * 1_000.0);
        for turn in page {
            let known = rest.iter().position(|part| part.turn.id.as_str() == turn.id).map(|at| rest.remove(at));
            parts.push(self.merge(known, turn, cwd));
        }
        rest.retain(|part| self.seen.contains_key(&part.turn.id));
        for part in rest {
            let after = newest_ms.zip(part.turn.started_ms).is_none_or(|(newest, began)| began >= newest);
            if first.is_some() || after || part.turn.state == TurnState::Running {
                parts.push(part);
            } else {
                self.seen.remove(&part.turn.id);
                self.save(&part.entries, part.turn.trouble.as_ref());
            }
        }
        self.assemble(parts);
    }

    /// Adds the turns before the existing ones, oldest first. Returns how many turns and rows are new.
    pub fn put_older(&mut self, page: Vec<protocol::Turn>, cwd: &str) -> (usize, usize) {
        let before = (self.turns.len(), self.entries.len());
        let unknown = page.into_iter().filter(|turn| self.turn(&TurnId::from(turn.id.as_str())).is_none());
        let mut parts: Vec<PagePart> = unknown.map(|turn| read(turn, cwd)).collect();
        let (mut turns, mut entries) = (Vec::new(), Vec::new());
        for part in &mut parts {
            turns.push(part.turn.clone());
            entries.append(&mut part.entries);
        }
        self.turns.splice(0..0, turns);
        self.entries.splice(0..0, entries);
        self.put_unsaved();
        self.put_kept(0..self.turns.len() - before.0);
        let new = self.entries.len() - before.1;
        self.find_places(|at, _| at >= new);
        (self.turns.len() - before.0, self.entries.len() - before.1)
    }

    /// Adds the turns after the existing ones, oldest first. Returns how many turns and rows are new.
    pub fn put_later(&mut self, page: Vec<protocol::Turn>, cwd: &str) -> (usize, usize) {
        let before = (self.turns.len(), self.entries.len());
        let unknown: Vec<protocol::Turn> =
            page.into_iter().filter(|turn| self.turn(&TurnId::from(turn.id.as_str())).is_none()).collect();
        for turn in unknown {
            let mut part = read(turn, cwd);
            self.turns.push(part.turn);
            self.entries.append(&mut part.entries);
        }
        self.put_unsaved();
        self.put_kept(before.0..self.turns.len());
        self.find_places(|at, _| at < before.1);
        (self.turns.len() - before.0, self.entries.len() - before.1)
    }

    /// Whether windows already show everything in it. Another client may have continued the turn since it was read.
    pub fn has_all_of(&self, page: &protocol::Turn, cwd: &str) -> bool {
        let id = TurnId::from(page.id.as_str());
        if self.seen.get(&id) == Some(&Seen::Whole) {
            return true;
        }
        let theirs = read(page.clone(), cwd);
        let has = |other: &Entry| {
            let ours = self.row_of(id.as_str(), other.row.id.as_str());
            ours.is_some_and(|row| row.state == other.row.state && row.body == other.row.body)
        };
        self.turn(&id).is_some_and(|turn| turn.state == theirs.turn.state) && theirs.entries.iter().all(has)
    }

    fn take_apart(&mut self) -> Vec<PagePart> {
        let turns = std::mem::take(&mut self.turns).into_iter();
        let mut parts: Vec<PagePart> = turns.map(|turn| PagePart { turn, entries: Vec::new() }).collect();
        // Entries from our record are inserted again where they are missing.
        let entries = std::mem::take(&mut self.entries).into_iter();
        for entry in entries.filter(|entry| !matches!(entry.row.body, Body::Declined { .. })) {
            if let Some(part) = parts.iter_mut().rev().find(|part| part.turn.id == entry.row.turn) {
                part.entries.push(entry);
            }
        }
        parts
    }

    fn assemble(&mut self, parts: Vec<PagePart>) {
        for mut part in parts {
            self.turns.push(part.turn);
            self.entries.append(&mut part.entries);
        }
        self.put_unsaved();
        self.put_kept(0..self.turns.len());
        self.find_places(|_, entry| entry.live);
    }

    /// Updates the row ids. If two items of different turns share an id, `keeps` decides which row keeps it, because
    /// windows know it by that id.
    pub(super) fn find_places(&mut self, keeps: impl Fn(usize, &Entry) -> bool) {
        self.places.clear();
        let kept = self.entries.iter().enumerate().filter(|(at, entry)| keeps(*at, entry));
        let mut taken: HashSet<String> = kept.map(|(_, entry)| entry.row.id.0.clone()).collect();
        for (at, entry) in self.entries.iter_mut().enumerate() {
            if !keeps(at, entry) && !taken.insert(entry.row.id.0.clone()) {
                entry.row.id = RowId(format!("{}/{}", entry.row.turn, entry.row.id));
                taken.insert(entry.row.id.0.clone());
            }
            self.places.insert(entry.row.id.0.clone(), at);
        }
    }

    fn merge(&self, known: Option<PagePart>, page: protocol::Turn, cwd: &str) -> PagePart {
        let Some(mut ours) = known else { return read(page, cwd) };
        let full = matches!(page.items_view, None | Some(ItemsView::Full));
        let seen = self.seen.get(&ours.turn.id);
        let theirs = read(page, cwd);
        let Some(seen) = seen else {
            // Both come from pages: the newer one counts, unless it has less.
            return PagePart { turn: theirs.turn, entries: if full { theirs.entries } else { ours.entries } };
        };
        let same = |entry: &Entry, other: &Entry| {
            entry.row.id == other.row.id || entry.row.id.0 == format!("{}/{}", other.row.turn, other.row.id)
        };
        // A server that builds its history again gives items new ids, so entries cannot be compared.
        let comparable = theirs.entries.iter().any(|other| ours.entries.iter().any(|entry| same(entry, other)));
        if !full || (*seen == Seen::Whole && !comparable) {
            return ours;
        }
        let mut at = 0;
        for other in theirs.entries {
            match ours.entries.iter().position(|entry| same(entry, &other)) {
                Some(found) => {
                    let entry = &mut ours.entries[found];
                    if entry.row.state == RowState::Stopped && other.row.state != RowState::Stopped {
                        // It did end, but we missed the event.
                        let id = entry.row.id.clone();
                        *entry = other;
                        entry.live = true;
                        entry.row.id = id;
                    }
                    at = found + 1;
                }
                None => {
                    ours.entries.insert(at, other);
                    at += 1;
                }
            }
        }
        ours
    }
}

/// Converts a turn of a page.
fn read(turn: protocol::Turn, cwd: &str) -> PagePart {
    let id = TurnId::from(turn.id.as_str());
    let state = match turn.status {
        TurnStatus::InProgress => TurnState::Running,
        TurnStatus::Interrupted => TurnState::Interrupted,
        TurnStatus::Failed => TurnState::Failed,
        TurnStatus::Completed | TurnStatus::Other(_) => TurnState::Done,
    };
    let started_ms = turn.started_at.map(|s| s as f64 * 1_000.0);
    let lasted = turn.duration_ms.and_then(|ms| Some(started_ms? + ms as f64));
    let mut part = PagePart {
        turn: Turn {
            id: id.clone(),
            state,
            started_ms,
            ended_ms: lasted.or(turn.completed_at.map(|s| s as f64 * 1_000.0)),
            trouble: (state == TurnState::Failed).then(|| trouble::of(turn.error.as_ref())),
        },
        entries: Vec::new(),
    };
    let mut prompted = false;
    for item in &turn.items {
        let Some(Shown { mut body, state: own, full }) = body::of(item, cwd) else { continue };
        if repeats_review(part.entries.iter(), &body) {
            continue;
        }
        if let Body::Prompt { steered, .. } = &mut body {
            *steered = std::mem::replace(&mut prompted, true);
        }
        let row_state = match own {
            Some(RowState::Open) if state != TurnState::Running => RowState::Stopped,
            Some(own) => own,
            None => RowState::Done,
        };
        let row = Row {
            id: RowId::from(item.id.as_str()),
            turn: id.clone(),
            state: row_state,
            started_ms: item.started_at_ms.map(|ms| ms as f64),
            ended_ms: item.completed_at_ms.map(|ms| ms as f64),
            body,
        };
        if let Some(before) = part.entries.iter_mut().find(|before| before.row.id == row.id) {
            before.row = row;
        } else {
            part.entries.push(Entry::new(row, full, false));
        }
    }
    part
}
