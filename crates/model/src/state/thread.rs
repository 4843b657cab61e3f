//! One thread as far as it is known: its timeline, and what its head shows.

use super::timeline::Timeline;
use crate::permissions::RunsUnder;
use crate::words;
use contract::change::{Goal, Head, HeadState, OpenThread, Terminal, ThreadLine, Usage};
use contract::id::{QueuedId, ThreadId, TurnId};
use contract::permissions::{PermissionExtras, Permissions, Policy};
use contract::prompt::{Manner, Prompt};
use contract::row::{Body, FileDiff, KeptPlan, Level, RowState, TurnState};
use protocol::thread::Queued;
use std::collections::BTreeSet;

#[derive(Debug)]
pub struct Thread {
    /// A window shows it.
    pub shown: bool,
    /// Its newest page was read, or it was started while we watched.
    pub loaded: bool,
    /// Its newest page is being read.
    pub reading: bool,
    pub timeline: Timeline,
    pub diff: Vec<FileDiff>,
    /// The original diff, to recognise a repetition.
    pub diff_text: String,
    pub draft: Prompt,
    /// The waiting prompts. Kept while no window shows the thread too, because it continues as long as one waits.
    pub queue: Vec<Queued>,
    /// It has left the queue, and no turn has started with it yet.
    pub leaving: Option<Queued>,
    /// The prompt that a person removed last.
    pub unqueued: Option<QueuedId>,
    /// Commands that are still running after their turn ended.
    pub terminals: Vec<Terminal>,
    /// The server's cursor of the older turns; `None` if there are none.
    pub older: Option<String>,
    /// The server's cursor of the newer turns in a thread that was opened in its middle; `None` if its end is loaded.
    pub newer: Option<String>,
    pub goal: Option<Goal>,
    pub model: Option<String>,
    pub effort: Option<String>,
    /// The policy that the server reports.
    pub under: Option<RunsUnder>,
    pub manner: Manner,
    pub usage: Option<Usage>,
    pub running: Option<(TurnId, f64)>,
    /// The server's other id of the running turn: a review has the id from its request, and is interrupted with the id
    /// it started with.
    pub started_as: Option<TurnId>,
    /// The last turn that ended.
    pub over: Option<TurnId>,
    /// The running turn, and the thread's token count when it began.
    pub before_turn: Option<(TurnId, protocol::turn::TokenCount)>,
    pub sending: Option<f64>,
    /// The message about a retry, and its reason.
    pub retrying: Option<(String, Option<String>)>,
    /// Running hooks: the run's id, and the event that runs it.
    pub hooks: Vec<(String, String)>,
    /// Environments of its commands that cannot be reached.
    pub lost: BTreeSet<String>,
    pub locked: bool,
    /// How the last turn ended, if it did not end well.
    pub ended: Option<HeadState>,
    /// Remarks that were already shown, because once is enough.
    pub remarked: BTreeSet<String>,
    /// Remarks that wait for a first turn to be shown in.
    pub remarks: Vec<(Level, String)>,
    /// The last plan in our store when the newest page came. Windows get it with the thread.
    pub plan: Option<KeptPlan>,
    /// The head as windows have it.
    pub head: Option<Head>,
}

impl Thread {
    pub fn new(id: ThreadId) -> Self {
        Self {
            shown: false,
            loaded: false,
            reading: false,
            timeline: Timeline::new(id),
            diff: Vec::new(),
            diff_text: String::new(),
            draft: Prompt::default(),
            queue: Vec::new(),
            leaving: None,
            unqueued: None,
            terminals: Vec::new(),
            older: None,
            newer: None,
            goal: None,
            model: None,
            effort: None,
            under: None,
            manner: Manner::default(),
            usage: None,
            running: None,
            started_as: None,
            over: None,
            before_turn: None,
            sending: None,
            retrying: None,
            hooks: Vec::new(),
            lost: BTreeSet::new(),
            locked: false,
            ended: None,
            remarked: BTreeSet::new(),
            remarks: Vec::new(),
            plan: None,
            head: None,
        }
    }

    /// Whether its end is loaded and contains all of this turn; `None`: the server has no turns.
    pub fn ends_with(&self, newest: Option<&protocol::Turn>, cwd: &str) -> bool {
        let last = self.timeline.last_turn();
        let same = match (last, newest) {
            (Some(last), Some(newest)) => last.id.as_str() == newest.id && self.timeline.has_all_of(newest, cwd),
            (last, newest) => last.is_none() && newest.is_none(),
        };
        let over = last.is_none_or(|turn| turn.state != TurnState::Running);
        self.loaded && self.newer.is_none() && same && over
    }

    /// Takes the end of the last turn from a page, unless we saw an end ourselves.
    pub fn end_as_read(&mut self) {
        let Some(last) = self.timeline.last_turn() else { return };
        let went_on_elsewhere = self.over.as_ref().is_some_and(|over| *over != last.id);
        if self.ended.is_some() && !went_on_elsewhere {
            return;
        }
        let why = last.trouble.as_ref().map(|trouble| trouble.message.clone()).unwrap_or_default();
        self.ended = match last.state {
            TurnState::Failed => Some(HeadState::Failed { why }),
            // A turn without an end may still be running in another Codex.
            TurnState::Interrupted if last.ended_ms.is_some() => Some(HeadState::Interrupted { why }),
            TurnState::Interrupted | TurnState::Running | TurnState::Done => None,
        };
    }

    /// Whether the prompt of the running turn has arrived.
    pub fn is_prompted(&self) -> bool {
        self.running.as_ref().is_some_and(|(turn, _)| {
            let of_turn = self.timeline.rows().filter(|row| row.turn == *turn);
            of_turn.into_iter().any(|row| matches!(row.body, Body::Prompt { .. }))
        })
    }

    /// Drops the rows, because no window shows them and the server has all of them. What only we have (the draft,
    /// unsaved messages) stays.
    pub fn forget_rows(&mut self) {
        self.timeline.forget();
        self.loaded = false;
        self.reading = false;
        self.older = None;
        self.newer = None;
        self.diff.clear();
        self.diff_text.clear();
        self.head = None;
    }

    pub fn compute_head(&self, line: Option<&ThreadLine>, asks: u32) -> Head {
        Head {
            title: line.map(|line| line.title.clone()).unwrap_or_default(),
            cwd: line.map(|line| line.cwd.clone()).unwrap_or_default(),
            branch: line.and_then(|line| line.branch.clone()),
            archived: line.is_some_and(|line| line.archived),
            model: self.model.clone(),
            effort: self.effort.clone(),
            permissions: Permissions::AsConfigured,
            extras: PermissionExtras::default(),
            policy: self.under.as_ref().map(Policy::from),
            manner: self.manner.clone(),
            state: self.head_state(asks),
            usage: self.usage.clone(),
            running: self.running.as_ref().map(|(turn, _)| turn.clone()),
            goal: self.goal.clone(),
            declines_after_s: None,
        }
    }

    /// The state of the head: first what needs the person, then what is happening, then what happened.
    fn head_state(&self, asks: u32) -> HeadState {
        if asks > 0 {
            return HeadState::Waiting { asks };
        }
        if let (Some(_), Some((text, why))) = (&self.running, &self.retrying) {
            return HeadState::Retrying { text: text.clone(), attempt: words::attempt(text), why: why.clone() };
        }
        if let (Some(_), Some((_, text))) = (&self.running, self.hooks.last()) {
            return HeadState::Hook { text: text.clone() };
        }
        match (&self.running, &self.sending) {
            (Some((_, since_ms)), _) | (None, Some(since_ms)) => return HeadState::Running { since_ms: *since_ms },
            (None, None) => {}
        }
        if self.locked {
            return HeadState::Locked;
        }
        if !self.loaded {
            return HeadState::Loading;
        }
        self.ended.clone().unwrap_or(HeadState::Idle)
    }

    pub fn open(&self) -> Option<OpenThread> {
        Some(OpenThread {
            id: self.timeline.thread.clone(),
            head: self.head.clone()?,
            turns: self.timeline.turns.clone(),
            rows: self.timeline.rows().cloned().collect(),
            more: self.older.is_some(),
            newer: self.newer.is_some(),
            diff: self.diff.clone(),
            draft: self.draft.text.clone(),
            attached: self.draft.attached.clone(),
            queue: Vec::new(),
            sent: Vec::new(),
            terminals: self.terminals.clone(),
            tabs: Vec::new(),
            plan: self.plan.clone(),
        })
    }

    /// The changes of the last turn from its rows, if the server no longer sends a diff.
    pub fn diff_from_rows(&self) -> Vec<FileDiff> {
        let Some(last) = self.timeline.last_turn() else { return Vec::new() };
        let rows = self.timeline.rows().filter(|row| row.turn == last.id && row.state == RowState::Done);
        let edits = rows.filter_map(|row| match &row.body {
            Body::Edited { files } => Some(files),
            _ => None,
        });
        let mut all: Vec<FileDiff> = Vec::new();
        for file in edits.flatten() {
            let rows = file.cut + file.lines.len() as u32;
            // A file that was edited twice is one file with both edits.
            match all.iter_mut().find(|known| known.path == file.path) {
                Some(known) => {
                    known.added += file.added;
                    known.removed += file.removed;
                    known.cut += rows;
                }
                None => all.push(FileDiff { lines: Vec::new(), cut: rows, ..file.clone() }),
            }
        }
        all
    }

    pub fn set_policy(&mut self, told: Option<RunsUnder>) {
        if told.is_some() {
            self.under = told;
        }
    }
}
