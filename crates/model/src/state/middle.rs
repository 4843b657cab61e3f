//! A thread that was opened in its middle, at a search result.
//!
//! Invariant: new events are shown at the end. As soon as such a thread continues, its middle is dropped.

use super::body::Full;
use super::{Effect, State};
use contract::change::Change;
use contract::id::{RowId, ThreadId, TurnId};
use contract::prompt::Prompt;
use contract::row::Body;

impl State {
    /// Replaces the turns by these.
    pub(super) fn show_around(
        &mut self,
        id: &ThreadId,
        turns: Vec<protocol::Turn>,
        older: Option<String>,
        newer: Option<String>,
        out: &mut Vec<Change>,
    ) {
        let cwd = self.cwd_of(id);
        let thread = self.thread(id);
        if !thread.shown || thread.running.is_some() || thread.sending.is_some() {
            return;
        }
        thread.forget_rows();
        thread.timeline.put_newest(turns, &cwd);
        (thread.older, thread.newer) = (older, newer);
        thread.plan = thread.timeline.kept.plan.clone();
        thread.loaded = true;
        if thread.newer.is_none() {
            thread.diff = thread.diff_from_rows();
        }
        self.publish_thread(id, out);
    }

    pub(super) fn newer_page(
        &mut self,
        id: &ThreadId,
        asked: &str,
        turns: Vec<protocol::Turn>,
        newer: Option<String>,
        out: &mut Vec<Change>,
    ) {
        let cwd = self.cwd_of(id);
        let thread = self.thread(id);
        // The rows may have been replaced since this page was requested.
        if thread.newer.as_deref() != Some(asked) {
            return;
        }
        let (turns, rows) = thread.timeline.put_later(turns, &cwd);
        thread.newer = newer;
        let timeline = &thread.timeline;
        out.push(Change::NewerPut {
            thread: id.clone(),
            turns: timeline.turns[timeline.turns.len() - turns..].to_vec(),
            rows: timeline.rows().skip(timeline.entries.len() - rows).cloned().collect(),
            newer: thread.newer.is_some(),
        });
        if thread.newer.is_none() {
            thread.diff = thread.diff_from_rows();
            out.push(Change::DiffPut { thread: id.clone(), files: thread.diff.clone() });
        }
    }

    /// The thread continues at its end, so the middle is dropped and the end is read.
    pub(super) fn leave_middle(&mut self, id: &ThreadId, out: &mut Vec<Change>) {
        if self.threads.get(id).is_some_and(|thread| thread.newer.is_some()) {
            self.reread_from_end(id, out);
        }
    }

    pub(super) fn reread_from_end(&mut self, id: &ThreadId, out: &mut Vec<Change>) {
        let thread = self.thread(id);
        thread.forget_rows();
        if thread.shown {
            self.effects.push(Effect::ReadThread(id.clone()));
            self.publish_thread(id, out);
        }
    }

    pub(super) fn went_back(&mut self, id: &ThreadId, out: &mut Vec<Change>) {
        self.thread(id).ended = None;
        if let Some(line) = self.lines.edit(id) {
            line.went_back();
        }
        self.reread_from_end(id, out);
    }

    /// Adds a thread as a list would.
    pub(super) fn known(&mut self, thread: &protocol::Thread, archived: bool, out: &mut Vec<Change>) {
        let id = ThreadId::from(thread.id.as_str());
        if self.lines.went_meanwhile(&id) {
            return;
        }
        let before = self.lines.get(&id).cloned();
        self.lines.put(thread, Some(archived));
        if self.lines.get(&id) != before.as_ref() {
            self.publish_line(&id, out);
        }
        self.touched.insert(id);
    }

    /// The row of an item, if its turn is loaded. An older server uses other ids for live items than for pages; then it
    /// is the first row of the turn.
    pub fn row_of(&self, thread: &ThreadId, turn: &TurnId, item: &RowId) -> Option<RowId> {
        let timeline = &self.threads.get(thread)?.timeline;
        let exact = timeline.row_of(turn.as_str(), item.as_str());
        exact.or_else(|| timeline.rows().find(|row| row.turn == *turn)).map(|row| row.id.clone())
    }

    pub fn has_turn(&self, thread: &ThreadId, turn: &TurnId) -> bool {
        self.threads.get(thread).is_some_and(|thread| thread.timeline.turn(turn).is_some())
    }

    /// The server's cursor of the newer turns.
    pub fn newer(&self, thread: &ThreadId) -> Option<String> {
        self.threads.get(thread)?.newer.clone()
    }

    /// The prompt at the beginning of a turn.
    pub fn prompt_of(&self, thread: &ThreadId, turn: &TurnId) -> Option<Prompt> {
        let entries = self.threads.get(thread)?.timeline.entries();
        entries.filter(|entry| entry.row.turn == *turn).find_map(|entry| match &entry.row.body {
            Body::Prompt { text, as_typed, attachments, .. } => {
                let inside = if let Full::Inlined(all) = &entry.full { all.as_slice() } else { &[] };
                let attached = super::inlined::along(attachments, inside);
                Some(Prompt { text: as_typed.as_ref().unwrap_or(text).clone(), attached })
            }
            _ => None,
        })
    }

    /// The revision to mark the thread as read with, if the server reports it as unread although a window shows it.
    pub fn unread_revision(&self, thread: &ThreadId) -> Option<String> {
        self.threads.get(thread).filter(|thread| thread.shown)?;
        self.lines.held(thread)?.unread_revision().map(str::to_owned)
    }

    pub fn revision(&self, thread: &ThreadId) -> Option<String> {
        self.lines.held(thread)?.revision().map(str::to_owned)
    }

    pub fn goal(&mut self, id: &ThreadId, goal: Option<&protocol::thread::ThreadGoal>) {
        self.thread(id).goal = goal.map(|goal| contract::change::Goal {
            objective: render::visible(&goal.objective),
            status: goal.status.as_str().to_owned(),
            tokens_used: goal.tokens_used as f64,
            token_budget: goal.token_budget.map(|budget| budget as f64),
        });
    }
}
