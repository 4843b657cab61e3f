//! Applies every kind of event to the state.

use super::entry::Delta;
use super::warnings::banner;
use super::{Effect, State, Write};
use crate::permissions::RunsUnder;
use contract::catalog::List;
use contract::change::{AskEnd, Change, MadeBy, Usage};
use contract::id::{RowId, ThreadId, TurnId};
use contract::row::{Body, Level, RowState};
use contract::terminal::TerminalState;
use protocol::Event;
use protocol::enums::SortDirection;
use protocol::event::{ThreadLoaded, ThreadsListed, TurnsListed};
use protocol::notification::{OfTurn, SettingsUpdated, StatusChanged, TokenUsageUpdated};
use protocol::thread::{ThreadSession, ThreadStatus};
use protocol::turn::TokenUsage;

/// A line of at least this size was skipped instead of read.
const HUGE: usize = 256 * 1024 * 1024;

impl State {
    /// Every event is listed, so that a new one does not compile until it is handled.
    pub(super) fn apply_event(&mut self, event: Event, at_ms: f64, out: &mut Vec<Change>) {
        match event {
            // The rows of a turn.
            Event::MessageGrew(d) => {
                self.grow(&d.thread_id, &d.turn_id, &d.item_id, Delta::Message(&d.delta), at_ms, out);
            }
            Event::OutputGrew(d) => {
                self.grow(&d.thread_id, &d.turn_id, &d.item_id, Delta::Output(&d.delta), at_ms, out);
            }
            Event::SummaryGrew(d) => {
                let delta = Delta::Summary(d.summary_index, &d.delta);
                self.grow(&d.thread_id, &d.turn_id, &d.item_id, delta, at_ms, out);
            }
            Event::SummaryPartAdded(part) => {
                let delta = Delta::Part(part.summary_index);
                self.grow(&part.thread_id, &part.turn_id, &part.item_id, delta, at_ms, out);
            }
            Event::ReasoningGrew(d) => {
                let delta = Delta::Raw(d.content_index, &d.delta);
                self.grow(&d.thread_id, &d.turn_id, &d.item_id, delta, at_ms, out);
            }
            Event::PlanGrew(d) => {
                self.grow(&d.thread_id, &d.turn_id, &d.item_id, Delta::Proposal(&d.delta), at_ms, out);
            }
            Event::McpProgressed(p) => {
                self.grow(&p.thread_id, &p.turn_id, &p.item_id, Delta::Progress(&p.message), at_ms, out);
            }
            Event::PatchUpdated(p) => self.patch(&p, at_ms, out),
            Event::PatchOutputGrew(grown) => self.patch_says(grown, at_ms, out),
            Event::TerminalTyped(typed) => self.typed_into(typed, out),
            Event::ItemStarted(i) => {
                let at_ms = i.started_at_ms.map_or(at_ms, |ms| ms as f64);
                self.item_starts(&i.thread_id.into(), &i.turn_id, &i.item, at_ms, out);
            }
            Event::ItemCompleted(i) => {
                let at_ms = i.completed_at_ms.map_or(at_ms, |ms| ms as f64);
                let id = ThreadId::from(i.thread_id);
                if self.has_terminals(&id) {
                    self.effects.push(Effect::ReadTerminals(id.clone()));
                }
                self.item_ends(&id, &i.turn_id, &i.item, at_ms, out);
            }
            Event::DiffUpdated(d) => self.diff_updated(&d.thread_id.into(), d.diff, out),
            Event::PlanUpdated(p) => self.plan(&ThreadId::from(p.thread_id.as_str()), p, at_ms, out),
            Event::HookStarted(hook) => self.hook_runs(hook),
            Event::HookCompleted(hook) => self.hook_ends(hook, at_ms, out),
            Event::AutoReviewStarted(review) => self.review_begins(review, at_ms, out),
            Event::AutoReviewCompleted(done) => self.review_ends(done, at_ms, out),
            Event::StrictReviewRequired(of) => self.strictly_reviewed(of.thread_id.into(), at_ms, out),
            Event::ThreadCompacted(of) => self.compacted(of, at_ms, out),

            // Turns.
            Event::TurnStarted(t) => self.turn_begins(&t.thread_id.into(), &t.turn, at_ms, out),
            Event::TurnAccepted(t) => {
                if t.turn.status == protocol::enums::TurnStatus::InProgress {
                    self.turn_begins(&t.thread_id.into(), &t.turn, at_ms, out);
                }
                if let Some(message) = &t.message {
                    self.message_accepted(message, &t.turn.id, out);
                }
            }
            Event::Steered(s) => {
                if let Some(message) = &s.message {
                    self.message_accepted(message, &s.turn_id, out);
                }
            }
            Event::TurnCompleted(t) => {
                let id = ThreadId::from(t.thread_id);
                self.turn_ends(&id, &t.turn, at_ms, out);
                self.after_turn(id);
            }
            Event::Failed(failed) => self.failed(failed, at_ms, out),
            Event::TokenUsageUpdated(update) => self.tokens_used(update, at_ms, out),

            // Requests.
            Event::Asked(request) => self.asked(*request, at_ms, out),
            Event::AskResolved(resolved) => {
                let gone = self.asks.by_request(&resolved.request_id);
                self.end_asks(gone, AskEnd::Gone, out);
            }

            // Threads.
            Event::ThreadsListed(listed) => self.listed(listed, out),
            Event::ThreadLoaded(loaded) => self.loaded(*loaded, out),
            Event::SessionStarted(session) => {
                let id = self.session(&session, out);
                self.thread(&id).loaded = true;
            }
            Event::SessionResumed(session) | Event::SessionForked(session) => self.session_resumed(*session, out),
            Event::TurnsListed(listed) => self.turns_listed(listed, out),
            Event::QueueListed(listed) => self.queue_listed(listed, out),
            Event::QueueChanged(of) => self.effects.push(Effect::ReadQueue(of.thread_id.into())),
            Event::TerminalsListed(listed) => self.terminals_listed(listed, out),
            // A temporary thread, in which a tool is tried, is not shown.
            Event::ThreadStarted(started) if started.thread.ephemeral => {
                self.unseen.insert(started.thread.id.into());
            }
            Event::ThreadStarted(started) => {
                let id = self.lines.put(&started.thread, None);
                self.touched.insert(id.clone());
                self.publish_line(&id, out);
            }
            Event::StatusChanged(changed) => self.status_changed(changed, at_ms, out),
            Event::ReadStateChanged(changed) => {
                let id = ThreadId::from(changed.thread_id);
                if let Some(line) = self.lines.edit(&id) {
                    line.read_state(&changed.read_state);
                }
                self.touched.insert(id.clone());
                self.tell_read(id);
            }
            Event::ThreadArchived(of) => {
                let id = ThreadId::from(of.thread_id);
                self.end_terminals(&id);
                self.archive(id, true, out);
            }
            Event::ThreadUnarchived(of) => self.archive(of.thread_id.into(), false, out),
            Event::ThreadDeleted(of) => {
                let id = ThreadId::from(of.thread_id);
                self.end_terminals(&id);
                self.effects.push(Effect::Store(Write::ForgetThread(id.clone())));
                self.delete(id, out);
            }
            Event::ThreadClosed(of) => {
                let id = ThreadId::from(of.thread_id);
                self.grants.retain(|grant| grant.thread != id);
                self.effects.push(Effect::ForgetLock(id));
            }
            Event::NameUpdated(update) => {
                let id = ThreadId::from(update.thread_id);
                self.edit_line(id, out, |line| line.rename(update.thread_name.as_deref()));
            }
            Event::ThreadReverted(of) => {
                // Its turns were replaced. The page that follows counts, whatever arrived live.
                self.thread(&of.thread_id.into()).timeline.seen.clear();
            }
            Event::GoalUpdated(update) => self.goal(&update.thread_id.as_str().into(), Some(&update.goal)),
            Event::GoalRead(read) => self.goal(&read.thread_id.as_str().into(), read.goal.as_ref()),
            Event::GoalCleared(of) => self.goal(&of.thread_id.into(), None),
            Event::SettingsUpdated(update) => self.thread_settings(update),
            Event::ThreadProjectUpdated(update) => {
                self.put_in_project(update.thread_id.into(), update.project_id, out);
                self.stale(List::Projects, out);
            }
            Event::AttachmentUpdated(_) => self.stale(List::Links, out),
            Event::EnvironmentLost(of) => self.environment(of, false, at_ms, out),
            Event::EnvironmentConnected(of) => self.environment(of, true, at_ms, out),

            // Terminals.
            Event::CommandOutput(output) => self.terminal_writes(&output.process_id, &output.delta_base64),
            Event::ProcessOutput(output) => self.terminal_writes(&output.process_handle, &output.delta_base64),
            Event::ProcessExited(done) => {
                let state = TerminalState::Ended { exit: i32::try_from(done.exit_code).ok(), why: None };
                self.terminal_ends(&done.process_handle.into(), state, out);
            }

            // Accounts.
            Event::AccountRead(facts) => self.account_read(facts, out),
            Event::AccountUpdated(update) => {
                // The notification only says that something changed; the answer says what.
                self.effects.push(Effect::ReadAccount);
                self.account_updated(update, out);
            }
            Event::LoginStarted(started) => self.login_started(started, at_ms, out),
            Event::LoginCompleted(done) => {
                self.effects.push(Effect::EndLogin(done.clone()));
                self.login_completed(done, out);
            }
            Event::RateLimitsRead(read) => self.limits_read(*read, out),
            Event::RateLimitsUpdated(update) => self.limits_updated(update.rate_limits, out),
            Event::GatewayRead(read) => self.gateway_read(&read, out),
            Event::GatewayChanged(changed) => self.gateway_changed(changed, out),

            // The catalog.
            Event::SkillsChanged(_) => {
                self.effects.push(Effect::ForgetSkills);
                self.stale(List::Skills, out);
            }
            Event::AppsUpdated(update) => self.apps_updated(update.data, out),
            Event::ProjectsListed(listed) => self.projects_listed(listed, out),
            Event::ProjectChanged(changed) => self.project_changed(changed, out),
            Event::McpStartupUpdated(update) => self.mcp_starts(&update, out),
            Event::McpLoginCompleted(done) => self.server_logged_in(&done, out),
            Event::ImportProgressed(told) => self.imported(told, false, out),
            Event::ImportCompleted(told) => self.imported(told, true, out),
            Event::WindowsSetupCompleted(done) => self.windows_ends(&done, out),
            Event::WorldWritable(told) => self.world_writable(&told, out),
            Event::RemoteControlChanged(now) => self.remote_control(&now, out),
            Event::FsChanged(_) => self.stale(List::Repository, out),
            Event::FilesFound(found) => self.effects.push(Effect::FilesFound(found)),
            Event::FilesSearched(of) => self.effects.push(Effect::FilesSearched(of.session_id)),

            // Warnings and remarks.
            Event::Warned(warning) | Event::GuardianWarned(warning) => self.warned(warning, at_ms, out),
            Event::Deprecated(notice) => {
                self.put_banner(banner("deprecated", Level::Info, &notice.summary, notice.details.as_deref()), out);
            }
            Event::ConfigWarned(warning) => self.config_warned(warning, out),
            Event::ModelRerouted(rerouted) => self.rerouted(rerouted, at_ms, out),
            Event::ModelBuffering(buffering) => self.buffering(buffering, at_ms, out),
            Event::ModelVerified(asked) => self.verification_asked(asked, at_ms, out),
            Event::AuthRecoveryStarted(recovery) => {
                let said = render::visible(&recovery.message);
                self.thread(&recovery.thread_id.into()).retrying = Some((said, None));
            }
            Event::AuthRecoveryCompleted(recovery) => self.thread(&recovery.thread_id.into()).retrying = None,
            Event::Garbled { bytes } if bytes >= HUGE => self.skipped(bytes, out),

            // The caller gets these answers; the peer counts what this build cannot read.
            Event::ThreadReverting(_)
            | Event::ItemsListed(_)
            | Event::SectionsListed(_)
            | Event::UsageRead(_)
            | Event::ModelsListed { .. }
            | Event::SkillsListed(_)
            | Event::AppsListed { .. }
            | Event::Unknown { .. }
            | Event::Unreadable { .. }
            | Event::Garbled { .. }
            | Event::Closed => {}
        }
    }

    /// Releases a thread that nobody looks at and in which nothing is running.
    fn after_turn(&mut self, id: ThreadId) {
        self.effects.push(Effect::ReadTerminals(id.clone()));
        self.effects.push(Effect::SendWaiting(id.clone()));
        if !self.is_shown(&id) {
            self.mark_unseen(&id);
            self.effects.push(Effect::ReleaseSoon(id));
        }
    }

    /// Marks a thread as unread if a turn ended while no window showed it. The parent thread reports for its
    /// sub-agents.
    fn mark_unseen(&mut self, id: &ThreadId) {
        let is_own = self.lines.get(id).is_some_and(|line| line.made_by != MadeBy::Agent);
        if is_own && !self.keeps_read_state {
            self.mark_own_unread(id.clone(), true);
        }
    }

    /// Ends the terminals of a thread, which do not outlive it.
    fn end_terminals(&mut self, id: &ThreadId) {
        self.effects.extend(self.tabs.running(id).into_iter().map(Effect::EndTerminal));
    }

    /// Tells the server that a thread was read, because a window shows it.
    fn tell_read(&mut self, thread: ThreadId) {
        if let Some(revision) = self.unread_revision(&thread) {
            self.effects.push(Effect::TellRead { thread, revision });
        }
    }

    pub(super) fn is_shown(&self, id: &ThreadId) -> bool {
        self.threads.get(id).is_some_and(|thread| thread.shown)
    }

    fn session_resumed(&mut self, session: ThreadSession, out: &mut Vec<Change>) {
        let id = self.session(&session, out);
        self.thread(&id).locked = false;
        if let Some(page) = session.initial_turns_page {
            // Usually nobody else has written anything meanwhile, and windows have all of it.
            let cwd = self.cwd_of(&id);
            if !self.thread(&id).ends_with(page.data.first(), &cwd) {
                self.newest(&id, page.data.into_iter().rev().collect(), page.next_cursor, out);
            }
        } else if !session.thread.turns.is_empty() {
            self.newest(&id, session.thread.turns, None, out);
        }
    }

    fn status_changed(&mut self, changed: StatusChanged, at_ms: f64, out: &mut Vec<Change>) {
        if self.unseen.contains(changed.thread_id.as_str()) {
            return;
        }
        let id = ThreadId::from(changed.thread_id);
        // The last notification about a thread that is gone must not bring it back into the list.
        if changed.status == ThreadStatus::NotLoaded && self.lines.get(&id).is_none() {
            return;
        }
        self.ensure_thread(&id, at_ms, out);
        if let Some(line) = self.lines.edit(&id) {
            line.status(&changed.status);
        }
        self.touched.insert(id);
    }

    fn thread_settings(&mut self, update: SettingsUpdated) {
        let settings = update.thread_settings;
        let manner = super::running::manner(&settings);
        let thread = self.thread(&update.thread_id.into());
        thread.model = Some(settings.model).filter(|model| !model.is_empty());
        thread.manner = manner;
        thread.effort = settings.effort;
        thread.set_policy(RunsUnder::told(
            settings.active_permission_profile.as_ref(),
            settings.sandbox_policy.as_ref(),
            settings.approval_policy.as_ref(),
            settings.approvals_reviewer.as_ref(),
        ));
    }

    fn tokens_used(&mut self, update: TokenUsageUpdated, at_ms: f64, out: &mut Vec<Change>) {
        self.spend(&update, at_ms);
        let thread = self.thread(&update.thread_id.into());
        thread.usage = Some(usage(&update.token_usage));
        if let Some(turn) = &update.turn_id {
            thread.timeline.refuse_unwritten(turn, at_ms, out);
        }
    }

    fn compacted(&mut self, of: OfTurn, at_ms: f64, out: &mut Vec<Change>) {
        let id = ThreadId::from(of.thread_id.as_str());
        let said = self.threads.get(&id).is_some_and(|thread| {
            thread.timeline.rows().any(|row| row.turn.0 == of.turn_id && row.body == Body::Compacted)
        });
        if !said {
            let row = RowId(format!("compacted:{}", of.turn_id));
            self.own_row(of.thread_id, Some(of.turn_id), row, Body::Compacted, RowState::Done, at_ms, out);
        }
    }

    /// Adds a row that is not an item to an existing turn.
    #[allow(clippy::too_many_arguments)]
    pub(super) fn own_row(
        &mut self,
        thread: String,
        turn: Option<String>,
        row: RowId,
        body: Body,
        state: RowState,
        at_ms: f64,
        out: &mut Vec<Change>,
    ) {
        let timeline = &mut self.thread(&thread.into()).timeline;
        let turn = turn.map(TurnId::from).filter(|turn| timeline.turn(turn).is_some());
        if let Some(turn) = turn.or_else(|| timeline.last_turn().map(|turn| turn.id.clone())) {
            timeline.put(&turn, row, body, state, at_ms, out);
        }
    }

    fn failed(&mut self, failed: protocol::notification::Failed, at_ms: f64, out: &mut Vec<Change>) {
        let Some(thread) = failed.thread_id else { return };
        let text = render::visible(&failed.error.message);
        let id = ThreadId::from(thread);
        if failed.will_retry {
            let thread = self.thread(&id);
            thread.retrying = Some((text, failed.error.additional_details.as_deref().map(render::visible)));
            if let Some((turn, _)) = &thread.running {
                thread.timeline.break_off(turn);
            }
        } else if self.threads.get(&id).is_none_or(|thread| thread.running.is_none()) {
            // With a turn, the turn's end reports the error. Without one, nothing else would.
            self.remark(&id, Level::Error, text, at_ms, out);
        }
    }

    fn listed(&mut self, listed: ThreadsListed, out: &mut Vec<Change>) {
        let mut changed = Vec::new();
        for thread in &listed.threads {
            let id = ThreadId::from(thread.id.as_str());
            if self.lines.went_meanwhile(&id) {
                continue;
            }
            let before = self.lines.get(&id).cloned();
            let id = self.lines.put(thread, Some(listed.archived));
            if let (Some(line), Some(state)) = (self.lines.edit(&id), listed.read_states.get(&thread.id)) {
                line.read_state(state);
            }
            self.touched.insert(id.clone());
            changed.extend(self.lines.get(&id).filter(|line| before.as_ref() != Some(line)).cloned());
        }
        if !changed.is_empty() {
            out.push(Change::ThreadsPut { threads: changed });
        }
    }

    fn loaded(&mut self, loaded: ThreadLoaded, out: &mut Vec<Change>) {
        let id = self.lines.put(&loaded.thread, None);
        if let (Some(line), Some(state)) = (self.lines.edit(&id), &loaded.read_state) {
            line.read_state(state);
        }
        self.publish_line(&id, out);
        self.model_read(&id, loaded.thread.model.as_deref());
        let thread = self.thread(&id);
        if thread.model.is_none() {
            thread.model = loaded.thread.model.clone();
            thread.effort = loaded.thread.reasoning_effort.clone();
        }
        if loaded.with_turns {
            self.newest(&id, loaded.thread.turns, None, out);
        }
        self.tell_read(id);
    }

    fn session(&mut self, session: &ThreadSession, out: &mut Vec<Change>) -> ThreadId {
        let id = self.lines.put(&session.thread, None);
        self.publish_line(&id, out);
        let thread = self.thread(&id);
        thread.model = Some(session.model.clone()).filter(|model| !model.is_empty());
        thread.effort = session.reasoning_effort.clone();
        thread.set_policy(RunsUnder::told(
            session.active_permission_profile.as_ref(),
            session.sandbox.as_ref(),
            session.approval_policy.as_ref(),
            session.approvals_reviewer.as_ref(),
        ));
        thread.manner.tier.clone_from(&session.service_tier);
        if session.collaboration_mode.is_some() {
            thread.manner.plan = super::running::is_plan(session.collaboration_mode.as_ref());
        }
        id
    }

    fn turns_listed(&mut self, listed: TurnsListed, out: &mut Vec<Change>) {
        let id = ThreadId::from(listed.thread_id);
        let mut turns = listed.turns;
        if listed.order != SortDirection::Asc {
            turns.reverse();
        }
        match listed.cursor {
            None => self.newest(&id, turns, listed.next_cursor, out),
            Some(cursor) => self.older_page(&id, turns, &cursor, listed.next_cursor, out),
        }
    }

    fn archive(&mut self, id: ThreadId, archived: bool, out: &mut Vec<Change>) {
        self.edit_line(id, out, |line| line.line.archived = archived);
    }

    pub(super) fn edit_line(
        &mut self,
        id: ThreadId,
        out: &mut Vec<Change>,
        edit: impl FnOnce(&mut super::lines::Line),
    ) {
        self.lines.record_change(&id);
        if let Some(line) = self.lines.edit(&id) {
            edit(line);
            self.publish_line(&id, out);
        }
        self.touched.insert(id);
    }

    pub(super) fn delete(&mut self, id: ThreadId, out: &mut Vec<Change>) {
        let gone = self.asks.by_thread(&id);
        self.end_asks(gone, AskEnd::Gone, out);
        self.tabs.forget(&id);
        self.forget_sent(&id);
        self.chosen.remove(&id);
        if self.threads.remove(&id).is_some_and(|thread| thread.shown) {
            out.push(Change::ThreadLost { thread: id.clone(), message: crate::words::DELETED.to_owned() });
        }
        if self.lines.remove(&id) {
            out.push(Change::ThreadsGone { threads: vec![id] });
        }
    }
}

fn usage(tokens: &TokenUsage) -> Usage {
    let window = tokens.model_context_window.filter(|window| *window > 0).map(|window| window as f64);
    let last = tokens.last.total_tokens as f64;
    Usage {
        total_tokens: tokens.total.total_tokens as f64,
        last_tokens: last,
        context_percent: window.map(|window| (last / window * 100.0).clamp(0.0, 100.0)),
        context_window: window,
    }
}
