//! Parts of a thread that our own store has and the server does not send again: declined requests, and the last plan.
//!
//! Invariant: nothing is shown twice. A row of the server with the same content takes the record's place.

use super::State;
use super::body::Full;
use super::entry::Entry;
use super::timeline::Timeline;
use contract::id::{RowId, ThreadId};
use contract::record::{AskKind, Record, Verdict};
use contract::row::{Body, KeptPlan, ReviewState, Row, RowState};
use std::ops::Range;

#[derive(Debug, Default)]
pub struct KeptRows {
    /// Oldest request first.
    declined: Vec<Record>,
    pub(super) plan: Option<KeptPlan>,
}

/// The server reports a turn's start in whole seconds.
const BLUR_MS: f64 = 1_000.0;

impl State {
    /// Sets what the store has. Windows get it with the page that is read next.
    pub(super) fn recall(&mut self, id: &ThreadId, declined: Vec<Record>, plan: Option<KeptPlan>) {
        self.thread(id).timeline.kept = KeptRows { declined, plan };
    }
}

impl Timeline {
    /// Inserts what is kept of these turns, which were just read, among their rows.
    pub(super) fn put_kept(&mut self, turns: Range<usize>) {
        let kept = std::mem::take(&mut self.kept);
        for nth in turns {
            let of_turn = kept.declined.iter().filter(|record| {
                self.turn_of(record.turn.as_ref().map(|turn| turn.as_str()), record.asked_ms) == Some(nth)
            });
            let of_turn: Vec<&Record> = of_turn.collect();
            self.put_declined(nth, &of_turn);
            if let Some(plan) = &kept.plan
                && self.turn_of(Some(plan.turn.as_str()), plan.at_ms) == Some(nth)
            {
                self.put_plan(nth, plan);
            }
        }
        self.kept = kept;
    }

    /// The turn with this id, or else the turn that ran at that time, because an older server gives turns new ids.
    fn turn_of(&self, name: Option<&str>, at_ms: f64) -> Option<usize> {
        let named = self.turns.iter().position(|turn| Some(turn.id.as_str()) == name);
        named.or_else(|| {
            self.turns.iter().rposition(|turn| {
                turn.started_ms.is_some_and(|began| began <= at_ms + BLUR_MS)
                    && turn.ended_ms.is_some_and(|ended| at_ms <= ended + BLUR_MS)
            })
        })
    }

    fn put_declined(&mut self, nth: usize, records: &[&Record]) {
        let turn = self.turns[nth].id.clone();
        let mut spoken: Vec<usize> = Vec::new();
        let mut missing: Vec<(usize, &Record)> = Vec::new();
        for (number, record) in records.iter().enumerate() {
            let of_turn = self.entries.iter().enumerate().filter(|(_, entry)| entry.row.turn == turn);
            let says = of_turn.into_iter().find(|(at, entry)| !spoken.contains(at) && shows_same(&entry.row, record));
            match says {
                Some((at, _)) => spoken.push(at),
                None => missing.push((number, record)),
            }
        }
        for (number, record) in missing {
            let row = Row {
                id: RowId(format!("declined:{turn}:{number}")),
                turn: turn.clone(),
                state: RowState::Declined,
                started_ms: Some(record.asked_ms),
                ended_ms: Some(record.ended_ms),
                body: Body::Declined {
                    ask: record.kind,
                    what: record.what.clone(),
                    by: record.by,
                    stopped: record.verdict == Verdict::Stopped,
                },
            };
            let at = self.position_at(nth, record.asked_ms);
            self.entries.insert(at, Entry::new(row, Full::Nothing, false));
        }
    }

    fn put_plan(&mut self, nth: usize, plan: &KeptPlan) {
        let turn = self.turns[nth].id.clone();
        let is_plan = |entry: &Entry| entry.row.turn == turn && matches!(entry.row.body, Body::Plan { .. });
        if self.entries.iter().any(is_plan) {
            return;
        }
        let row = Row {
            id: RowId(format!("plan:{turn}")),
            turn,
            state: RowState::Done,
            started_ms: Some(plan.at_ms),
            ended_ms: Some(plan.at_ms),
            body: Body::Plan { explanation: plan.explanation.clone(), steps: plan.steps.clone() },
        };
        let at = self.position_at(nth, plan.at_ms);
        self.entries.insert(at, Entry::new(row, Full::Nothing, false));
    }

    /// The position of a moment in a turn: before the first row that began later. Without times from the server, before
    /// the last message.
    fn position_at(&self, nth: usize, at_ms: f64) -> usize {
        let (turn, end) = (&self.turns[nth].id, self.end_of(nth));
        let begin = self.entries[..end].iter().rposition(|entry| entry.row.turn != *turn).map_or(0, |at| at + 1);
        let of_turn = &self.entries[begin..end];
        let later = of_turn.iter().position(|entry| entry.row.started_ms.is_some_and(|began| began > at_ms));
        if let Some(later) = later {
            return begin + later;
        }
        let is_ours = |entry: &&Entry| matches!(entry.row.body, Body::Declined { .. } | Body::Plan { .. });
        let timed = of_turn.iter().filter(|entry| !is_ours(entry)).any(|entry| entry.row.started_ms.is_some());
        match of_turn.last() {
            Some(last) if !timed && matches!(last.row.body, Body::Said { .. }) => end - 1,
            _ => end,
        }
    }
}

/// Whether this row already shows that the request was declined.
fn shows_same(row: &Row, record: &Record) -> bool {
    let came_to_nothing = matches!(row.state, RowState::Declined | RowState::Failed | RowState::Stopped);
    match &row.body {
        Body::Ran(ran) => {
            came_to_nothing && record.kind == AskKind::Command && [&ran.command, &ran.raw].contains(&&record.what)
        }
        Body::Edited { files } => {
            let all = !files.is_empty() && files.iter().all(|file| record.what.contains(&file.path));
            came_to_nothing && record.kind == AskKind::Files && all
        }
        Body::Tool { server, tool, .. } => {
            let named = server.as_ref().map_or_else(|| tool.clone(), |server| format!("{server}: {tool}"));
            came_to_nothing && record.kind == AskKind::ToolUse && (named == record.what || *tool == record.what)
        }
        Body::Reviewed { verdict, what, .. } => *verdict != ReviewState::Approved && *what == record.what,
        _ => false,
    }
}
