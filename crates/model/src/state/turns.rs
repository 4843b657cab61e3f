//! Turns of a thread: they begin, grow, and end, also when the server does.

use super::entry::Delta;
use super::timeline::Seen;
use super::{Effect, State, Write, trouble};
use contract::change::{AskEnd, Change, HeadState};
use contract::id::{RowId, ThreadId, TurnId};
use contract::row::{Body, Help, KeptPlan, Level, PlanStep, RowState, StepState, Trouble, TurnState};
use protocol::enums::{PlanStepStatus, TurnStatus};
use protocol::{Item, ItemKind};
use render::diff::Patch;

impl State {
    /// Adds a thread that is known only by its turns.
    pub(super) fn ensure_thread(&mut self, id: &ThreadId, at_ms: f64, out: &mut Vec<Change>) {
        if self.lines.get(id).is_none() {
            self.lines.put_child(id, None, None, at_ms);
            self.publish_line(id, out);
        }
    }

    pub(super) fn turn_begins(&mut self, id: &ThreadId, turn: &protocol::Turn, at_ms: f64, out: &mut Vec<Change>) {
        self.ensure_thread(id, at_ms, out);
        self.leave_middle(id, out);
        let thread = self.thread(id);
        // A review runs under the id of its request, although it reports another one at its start.
        let root = turn.root_turn_id.as_deref().map(TurnId::from);
        let turn_id =
            root.filter(|root| thread.timeline.turn(root).is_some()).unwrap_or(TurnId::from(turn.id.as_str()));
        if thread.timeline.turn(&turn_id).is_some_and(|turn| turn.state != TurnState::Running) {
            return;
        }
        thread.timeline.begin_turn(&turn_id, Seen::Whole, at_ms, out);
        if thread.running.as_ref().is_none_or(|(running, _)| *running != turn_id) {
            thread.running = Some((turn_id.clone(), thread.sending.unwrap_or(at_ms)));
            thread.started_as = None;
            if !thread.diff.is_empty() || !thread.diff_text.is_empty() {
                thread.diff.clear();
                thread.diff_text.clear();
                out.push(Change::DiffPut { thread: id.clone(), files: Vec::new() });
            }
        }
        if turn.id != turn_id.as_str() {
            thread.started_as = Some(TurnId::from(turn.id.as_str()));
        }
        thread.sending = None;
        thread.retrying = None;
        thread.hooks.clear();
        thread.ended = None;
        thread.locked = false;
        for (level, text) in std::mem::take(&mut thread.remarks) {
            self.remark(id, level, text, at_ms, out);
        }
        if let Some(line) = self.lines.edit(id) {
            line.began(at_ms);
            self.publish_line(id, out);
        }
        self.follow_leaving(id, out);
    }

    pub(super) fn turn_ends(&mut self, id: &ThreadId, turn: &protocol::Turn, at_ms: f64, out: &mut Vec<Change>) {
        self.ensure_thread(id, at_ms, out);
        let turn_id = TurnId::from(turn.id.as_str());
        let (state, trouble) = match turn.status {
            TurnStatus::Failed => (TurnState::Failed, Some(trouble::of(turn.error.as_ref()))),
            TurnStatus::Interrupted => (TurnState::Interrupted, None),
            TurnStatus::Completed | TurnStatus::InProgress | TurnStatus::Other(_) => (TurnState::Done, None),
        };
        let ended = match &trouble {
            Some(trouble) if trouble::is_limit(turn.error.as_ref()) => {
                Some(HeadState::Limited { until_ms: None, why: trouble.message.clone() })
            }
            Some(trouble) => Some(HeadState::Failed { why: trouble.message.clone() }),
            None if state == TurnState::Interrupted => Some(HeadState::Interrupted { why: String::new() }),
            None => None,
        };
        self.end_turn(id, &turn_id, state, trouble, ended, at_ms, out);
    }

    #[allow(clippy::too_many_arguments)]
    fn end_turn(
        &mut self,
        id: &ThreadId,
        turn: &TurnId,
        state: TurnState,
        trouble: Option<Trouble>,
        ended: Option<HeadState>,
        at_ms: f64,
        out: &mut Vec<Change>,
    ) {
        // Before its rows end: what still waited for an answer never began.
        let gone = self.asks.by_turn(id, turn);
        self.end_asks(gone, AskEnd::Gone, out);
        let thread = self.thread(id);
        thread.timeline.begin_turn(turn, Seen::Part, at_ms, out);
        thread.timeline.end_turn(turn, state, trouble, at_ms, out);
        // Only one turn runs at a time, so we missed the end of any other that still seems to.
        let others: Vec<TurnId> = thread
            .timeline
            .turns
            .iter()
            .filter(|turn| turn.state == TurnState::Running)
            .map(|turn| turn.id.clone())
            .collect();
        for other in &others {
            thread.timeline.end_turn(other, TurnState::Interrupted, None, at_ms, out);
        }
        thread.running = None;
        thread.started_as = None;
        thread.over = Some(turn.clone());
        thread.retrying = None;
        thread.ended = ended;
        if thread.shown && !thread.loaded && !thread.reading {
            // Its page could not be read while it ran, and nothing else would request it.
            self.effects.push(Effect::ReadThread(id.clone()));
        }
        self.drop_rows_unless_recent(id);
        let over: Vec<&TurnId> = others.iter().chain([turn]).collect();
        for turn in &others {
            let gone = self.asks.by_turn(id, turn);
            self.end_asks(gone, AskEnd::Gone, out);
        }
        self.end_turn_for_messages(id, &over, out);
        if let Some(line) = self.lines.edit(id) {
            line.ended(state == TurnState::Failed, at_ms);
            self.publish_line(id, out);
        }
    }

    /// Handles an event of a turn whose beginning may have been missed.
    fn ensure_turn(&mut self, id: &ThreadId, turn: &str, at_ms: f64, out: &mut Vec<Change>) -> TurnId {
        let turn = TurnId::from(turn);
        self.ensure_thread(id, at_ms, out);
        if self.threads.get(id).is_none_or(|thread| thread.timeline.turn(&turn).is_none()) {
            self.leave_middle(id, out);
        }
        let thread = self.thread(id);
        if thread.timeline.turn(&turn).is_none() {
            thread.timeline.begin_turn(&turn, Seen::Part, at_ms, out);
            thread.running = Some((turn.clone(), at_ms));
            thread.sending = None;
        }
        thread.retrying = None;
        turn
    }

    /// Whether the event belongs to a command that outlived its turn. It does not start the turn again.
    fn is_late(&self, id: &ThreadId, turn: &str) -> bool {
        let known = self.threads.get(id).is_some_and(|thread| thread.timeline.turn(&TurnId::from(turn)).is_some());
        !known && !self.lines.is_active(id)
    }

    pub(super) fn item_starts(&mut self, id: &ThreadId, turn: &str, item: &Item, at_ms: f64, out: &mut Vec<Change>) {
        self.match_arrived(id, turn, item, out);
        let turn = self.ensure_turn(id, turn, at_ms, out);
        let cwd = self.cwd_of(id);
        self.add_agent_threads(id, item, at_ms, out);
        self.thread(id).timeline.start(&turn, item, &cwd, at_ms, out);
    }

    pub(super) fn item_ends(&mut self, id: &ThreadId, turn: &str, item: &Item, at_ms: f64, out: &mut Vec<Change>) {
        self.match_arrived(id, turn, item, out);
        if self.is_late(id, turn) {
            return;
        }
        let turn = self.ensure_turn(id, turn, at_ms, out);
        let cwd = self.cwd_of(id);
        self.add_agent_threads(id, item, at_ms, out);
        let thread = self.thread(id);
        thread.timeline.complete(&turn, item, &cwd, at_ms, out);
        let prompt = match thread.timeline.row_of(turn.as_str(), &item.id).map(|row| &row.body) {
            Some(Body::Prompt { text, .. }) => Some(text.clone()),
            _ => None,
        };
        self.title(id, prompt.as_deref(), out);
    }

    /// The first prompt becomes the title of a thread without a name.
    fn title(&mut self, id: &ThreadId, prompt: Option<&str>, out: &mut Vec<Change>) {
        if let (Some(line), Some(prompt)) = (self.lines.edit(id), prompt)
            && line.line.title.is_empty()
        {
            line.prompted(prompt);
            self.publish_line(id, out);
        }
    }

    /// Adds the threads of sub-agents, which are not announced.
    fn add_agent_threads(&mut self, id: &ThreadId, item: &Item, at_ms: f64, out: &mut Vec<Change>) {
        let (children, prompt): (Vec<&str>, Option<&str>) = match &item.kind {
            ItemKind::CollabAgentToolCall(call) => {
                (call.receiver_thread_ids.iter().map(String::as_str).collect(), call.prompt.as_deref())
            }
            ItemKind::SubAgentActivity(activity) => (vec![activity.agent_thread_id.as_str()], None),
            _ => return,
        };
        for child in children.into_iter().filter(|child| !child.is_empty()) {
            let child = ThreadId::from(child);
            let before = self.lines.get(&child).cloned();
            self.lines.put_child(&child, Some(id), prompt, at_ms);
            if self.lines.get(&child) != before.as_ref() {
                self.touched.insert(child.clone());
                self.publish_line(&child, out);
            }
        }
    }

    pub(super) fn grow(
        &mut self,
        id: &str,
        turn: &str,
        item: &str,
        delta: Delta<'_>,
        at_ms: f64,
        out: &mut Vec<Change>,
    ) {
        // The common case, up to ten thousand times per second: only the row changes.
        match self.threads.get_mut(id) {
            Some(thread) if thread.retrying.is_none() && thread.timeline.place(turn, item).is_some() => {
                thread.timeline.grow(turn, item, delta, at_ms, out);
            }
            _ => {
                let id = ThreadId::from(id);
                self.ensure_turn(&id, turn, at_ms, out);
                self.thread(&id).timeline.grow(turn, item, delta, at_ms, out);
            }
        }
    }

    /// A file is being written.
    pub(super) fn patch(&mut self, told: &protocol::notification::PatchUpdated, at_ms: f64, out: &mut Vec<Change>) {
        let id = ThreadId::from(told.thread_id.as_str());
        if self.is_late(&id, &told.turn_id) {
            return;
        }
        let turn = self.ensure_turn(&id, &told.turn_id, at_ms, out);
        let cwd = self.cwd_of(&id);
        self.thread(&id).timeline.patch(&turn, &told.item_id, &told.changes, &cwd, at_ms, out);
    }

    pub(super) fn plan(
        &mut self,
        id: &ThreadId,
        plan: protocol::notification::PlanUpdated,
        at_ms: f64,
        out: &mut Vec<Change>,
    ) {
        let turn = self.ensure_turn(id, &plan.turn_id, at_ms, out);
        let steps = plan.plan.iter().map(|step| PlanStep {
            text: render::visible(&step.step),
            state: match step.status {
                PlanStepStatus::Completed => StepState::Done,
                PlanStepStatus::InProgress => StepState::Now,
                PlanStepStatus::Pending | PlanStepStatus::Other(_) => StepState::ToDo,
            },
        });
        let steps: Vec<PlanStep> = steps.collect();
        let done = steps.iter().all(|step| step.state == StepState::Done);
        let explanation = plan.explanation.as_deref().map(render::visible);
        let kept = KeptPlan { turn: turn.clone(), explanation: explanation.clone(), steps: steps.clone(), at_ms };
        self.effects.push(Effect::Store(Write::Plan(id.clone(), Box::new(kept))));
        let body = Body::Plan { explanation, steps };
        let state = if done { RowState::Done } else { RowState::Open };
        let row = RowId(format!("plan:{turn}"));
        self.thread(id).timeline.put(&turn, row, body, state, at_ms, out);
    }

    pub(super) fn diff_updated(&mut self, id: &ThreadId, text: String, out: &mut Vec<Change>) {
        let cwd = self.cwd_of(id);
        let thread = self.thread(id);
        // The server repeats itself, and parsing a large diff three times is expensive.
        if thread.diff_text == text {
            return;
        }
        thread.diff_text = text;
        let told = self.turn_changes(id).unwrap_or_default();
        let files: Vec<_> = told.patches(&cwd).iter().map(Patch::summary).collect();
        let thread = self.thread(id);
        if thread.diff != files {
            thread.diff.clone_from(&files);
            out.push(Change::DiffPut { thread: id.clone(), files });
        }
    }

    /// Adds a remark, once per thread and text.
    pub(super) fn remark(&mut self, id: &ThreadId, level: Level, text: String, at_ms: f64, out: &mut Vec<Change>) {
        let thread = self.thread(id);
        let Some(turn) = thread.timeline.last_turn().map(|turn| turn.id.clone()) else {
            if !thread.remarks.iter().any(|(_, waiting)| *waiting == text) {
                thread.remarks.push((level, text));
            }
            return;
        };
        if thread.remarked.insert(text.clone()) {
            let row = RowId(format!("told:{}", thread.remarked.len()));
            thread.timeline.put(&turn, row, Body::Told { level, text }, RowState::Done, at_ms, out);
        }
    }

    /// The newest page of a thread, oldest turn first. `cursor` leads to older ones.
    pub(super) fn newest(
        &mut self,
        id: &ThreadId,
        turns: Vec<protocol::Turn>,
        cursor: Option<String>,
        out: &mut Vec<Change>,
    ) {
        for turn in &turns {
            for item in &turn.items {
                self.match_arrived(id, &turn.id, item, out);
            }
        }
        let cwd = self.cwd_of(id);
        let thread = self.thread(id);
        if thread.newer.is_some() {
            // Somebody reads its middle, and going to the end drops that first.
            thread.reading = false;
            return;
        }
        let first = thread.timeline.turns.first().map(|turn| turn.id.clone());
        thread.timeline.put_newest(turns, &cwd);
        let whole = cursor.is_none();
        // Older pages that were loaded stay, and so does their cursor.
        if !thread.loaded || thread.timeline.turns.first().map(|turn| turn.id.clone()) != first {
            thread.older = cursor;
        }
        thread.loaded = true;
        thread.reading = false;
        // If all turns are loaded without the plan's turn, that turn was removed.
        let is_there = |plan: &&KeptPlan| !whole || thread.timeline.turn(&plan.turn).is_some();
        thread.plan = thread.timeline.kept.plan.as_ref().filter(is_there).cloned();
        thread.end_as_read();
        if thread.diff_text.is_empty() {
            thread.diff = thread.diff_from_rows();
        }
        let prompt = thread.timeline.rows().find_map(|row| match &row.body {
            Body::Prompt { text, .. } => Some(text.clone()),
            _ => None,
        });
        self.title(id, prompt.as_deref(), out);
        let thread = self.thread(id);
        if thread.shown {
            self.publish_thread(id, out);
        } else if thread.running.is_none() {
            self.drop_rows_unless_recent(id);
        }
    }

    /// Drops the rows of a thread that no window shows and that was not left recently. They can be read again.
    fn drop_rows_unless_recent(&mut self, id: &ThreadId) {
        let left = self.left.contains(id);
        let thread = self.thread(id);
        if !thread.shown && !left {
            thread.forget_rows();
        }
    }

    pub(super) fn older_page(
        &mut self,
        id: &ThreadId,
        turns: Vec<protocol::Turn>,
        asked: &str,
        cursor: Option<String>,
        out: &mut Vec<Change>,
    ) {
        let cwd = self.cwd_of(id);
        let thread = self.thread(id);
        // The rows may have been replaced since this page was requested.
        if !thread.loaded || thread.older.as_deref() != Some(asked) {
            return;
        }
        let (turns, rows) = thread.timeline.put_older(turns, &cwd);
        thread.older = cursor;
        out.push(Change::OlderPut {
            thread: id.clone(),
            turns: thread.timeline.turns[..turns].to_vec(),
            rows: thread.timeline.rows().take(rows).cloned().collect(),
            more: thread.older.is_some(),
        });
    }

    /// The server ended, so nothing is running or waiting.
    pub(super) fn server_gone(&mut self, why: &str, at_ms: f64, out: &mut Vec<Change>) {
        let gone = self.asks.all_gone();
        self.end_asks(gone, AskEnd::Gone, out);
        self.terminals_end(why, out);
        let running: Vec<(ThreadId, TurnId)> = self
            .threads
            .iter()
            .filter_map(|(id, thread)| Some((id.clone(), thread.running.as_ref()?.0.clone())))
            .collect();
        for (id, turn) in running {
            let trouble = Trouble { message: why.to_owned(), help: Help::Retry };
            let ended = HeadState::Interrupted { why: why.to_owned() };
            self.end_turn(&id, &turn, TurnState::Interrupted, Some(trouble), Some(ended), at_ms, out);
        }
        let all: Vec<ThreadId> = self.lines.all().map(|line| line.id.clone()).collect();
        for id in all {
            if let Some(line) = self.lines.edit(&id) {
                line.server_gone();
                self.touched.insert(id);
            }
        }
        let with_terminals: Vec<ThreadId> =
            self.threads.iter().filter(|(_, thread)| !thread.terminals.is_empty()).map(|(id, _)| id.clone()).collect();
        for id in with_terminals {
            self.put_terminals(&id, Vec::new(), out);
        }
        self.orphan_messages(out);
        for (id, thread) in &mut self.threads {
            thread.reading = false;
            thread.leaving = None;
            thread.retrying = None;
            if thread.sending.take().is_some() {
                thread.ended = Some(HeadState::Interrupted { why: why.to_owned() });
            }
            self.touched.insert(id.clone());
        }
    }
}
