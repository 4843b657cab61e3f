//! Each thing the server can tell, and what it changes.

use super::State;
use super::entry::Delta;
use crate::catalog::List;
use crate::change::{AskEnd, Banner, Change, Usage};
use crate::id::{BannerId, RowId, ThreadId, TurnId};
use crate::permissions::RunsUnder;
use crate::row::{Body, Level, RowState};
use protocol::Event;
use protocol::enums::{HookRunStatus, McpStartup, SortDirection};
use protocol::event::{ThreadLoaded, ThreadsListed, TurnsListed};
use protocol::thread::Session;
use protocol::turn::TokenUsage;

impl State {
    pub(super) fn apply_event(&mut self, event: Event, at_ms: f64, out: &mut Vec<Change>) {
        match event {
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
            Event::ItemStarted(i) => {
                let at_ms = i.started_at_ms.map_or(at_ms, |ms| ms as f64);
                self.item_starts(&i.thread_id.into(), &i.turn_id, &i.item, at_ms, out);
            }
            Event::ItemCompleted(i) => {
                let at_ms = i.completed_at_ms.map_or(at_ms, |ms| ms as f64);
                self.item_ends(&i.thread_id.into(), &i.turn_id, &i.item, at_ms, out);
            }
            Event::TurnStarted(t) => self.turn_begins(&t.thread_id.into(), &t.turn, at_ms, out),
            Event::TurnAccepted(t) => {
                if t.turn.status == protocol::enums::TurnStatus::InProgress {
                    self.turn_begins(&t.thread_id.into(), &t.turn, at_ms, out);
                }
                if let Some(message) = &t.message {
                    self.message_taken(message, &t.turn.id, out);
                }
            }
            Event::Steered(s) => {
                if let Some(message) = &s.message {
                    self.message_taken(message, &s.turn_id, out);
                }
            }
            Event::TurnCompleted(t) => self.turn_ends(&t.thread_id.into(), &t.turn, at_ms, out),
            Event::DiffUpdated(d) => self.diff_updated(&d.thread_id.into(), d.diff, out),
            Event::CommandOutput(output) => self.terminal_writes(&output.process_id, &output.delta_base64),
            Event::ProcessOutput(output) => self.terminal_writes(&output.process_handle, &output.delta_base64),
            Event::PlanUpdated(p) => self.plan(&ThreadId::from(p.thread_id.as_str()), p, at_ms, out),
            Event::Failed(failed) => self.failed(failed, at_ms, out),
            Event::Asked(request) => self.asked(*request, at_ms, out),
            Event::AskResolved(resolved) => {
                let gone = self.asks.by_request(&resolved.request_id);
                self.end_asks(gone, AskEnd::Gone, out);
            }
            other => self.apply_thread(other, at_ms, out),
        }
    }

    /// About threads and accounts, not about the rows of a turn.
    fn apply_thread(&mut self, event: Event, at_ms: f64, out: &mut Vec<Change>) {
        match event {
            Event::ThreadsListed(listed) => self.listed(listed, out),
            Event::ThreadLoaded(loaded) => self.loaded(*loaded, out),
            Event::SessionStarted(session) => {
                let id = self.session(&session, out);
                self.thread(&id).loaded = true;
            }
            Event::SessionResumed(session) | Event::SessionForked(session) => {
                let id = self.session(&session, out);
                self.thread(&id).locked = false;
                if let Some(page) = session.initial_turns_page {
                    // As a rule nobody else said anything meanwhile, and windows have it all.
                    let cwd = self.cwd_of(&id);
                    if self.thread(&id).ends_with(page.data.first(), &cwd) {
                        return;
                    }
                    self.newest(&id, page.data.into_iter().rev().collect(), page.next_cursor, out);
                } else if !session.thread.turns.is_empty() {
                    self.newest(&id, session.thread.turns, None, out);
                }
            }
            Event::TurnsListed(listed) => self.turns_listed(listed, out),
            Event::QueueListed(listed) => self.queue_listed(listed, out),
            Event::TerminalsListed(listed) => self.terminals_listed(listed, out),
            // A thread that only tries something out is nobody's conversation.
            Event::ThreadStarted(started) if started.thread.ephemeral => {
                self.unseen.insert(started.thread.id.into());
            }
            Event::StatusChanged(changed) if self.unseen.contains(changed.thread_id.as_str()) => {}
            Event::ThreadStarted(started) => {
                let id = self.lines.put(&started.thread, None);
                self.touched.insert(id.clone());
                self.tell_line(&id, out);
            }
            Event::StatusChanged(changed) => {
                let id = ThreadId::from(changed.thread_id);
                self.hear_of(&id, at_ms, out);
                if let Some(line) = self.lines.edit(&id) {
                    line.status(&changed.status);
                }
                self.touched.insert(id);
            }
            Event::ReadStateChanged(changed) => {
                let id = ThreadId::from(changed.thread_id);
                if let Some(line) = self.lines.edit(&id) {
                    line.read_state(&changed.read_state);
                }
                self.touched.insert(id);
            }
            Event::ThreadArchived(of) => self.archive(of.thread_id.into(), true, out),
            Event::ThreadUnarchived(of) => self.archive(of.thread_id.into(), false, out),
            Event::ThreadDeleted(of) => self.delete(of.thread_id.into(), out),
            Event::NameUpdated(update) => {
                let id = ThreadId::from(update.thread_id);
                self.edit_line(id, out, |line| line.rename(update.thread_name.as_deref()));
            }
            Event::ThreadReverted(of) => {
                // Its turns are other ones now; the page that follows counts, whatever came live.
                self.thread(&of.thread_id.into()).timeline.seen.clear();
            }
            Event::GoalUpdated(update) => self.goal(&update.thread_id.as_str().into(), Some(&update.goal)),
            Event::GoalRead(read) => self.goal(&read.thread_id.as_str().into(), read.goal.as_ref()),
            Event::GoalCleared(of) => self.goal(&of.thread_id.into(), None),
            Event::SettingsUpdated(update) => {
                let settings = update.thread_settings;
                let manner = super::running::manner(&settings);
                let thread = self.thread(&update.thread_id.into());
                thread.model = Some(settings.model).filter(|model| !model.is_empty());
                thread.manner = manner;
                thread.effort = settings.effort;
                thread.run_under(RunsUnder::told(
                    settings.active_permission_profile.as_ref(),
                    settings.sandbox_policy.as_ref(),
                    settings.approval_policy.as_ref(),
                    settings.approvals_reviewer.as_ref(),
                ));
            }
            Event::TokenUsageUpdated(update) => {
                self.spend(&update, at_ms);
                let thread = self.thread(&update.thread_id.into());
                thread.usage = Some(usage(&update.token_usage));
                if let Some(turn) = &update.turn_id {
                    thread.timeline.refuse_unwritten(turn, at_ms, out);
                }
            }
            Event::AccountRead(facts) => self.account_read(facts, out),
            Event::AccountUpdated(update) => self.account_updated(update, out),
            Event::LoginStarted(started) => self.login_started(started, at_ms, out),
            Event::LoginCompleted(done) => self.login_completed(done, out),
            Event::RateLimitsRead(read) => self.limits_read(*read, out),
            Event::RateLimitsUpdated(update) => self.limits_updated(update.rate_limits, out),
            Event::SkillsChanged(_) => self.stale(List::Skills, out),
            Event::AppsUpdated(update) => self.apps_told(update.data, out),
            other => self.apply_warning(other, at_ms, out),
        }
    }

    /// What is only said, quietly.
    fn apply_warning(&mut self, event: Event, at_ms: f64, out: &mut Vec<Change>) {
        match event {
            Event::Warned(warning) | Event::GuardianWarned(warning) => {
                // Our own launch options turn these on; the person did not ask for them. The other has its own row.
                let known = ["Under-development features enabled", "Automatic approval review "];
                if known.iter().any(|begins| warning.message.starts_with(begins)) {
                    return;
                }
                let text = render::visible(&warning.message);
                match warning.thread_id {
                    Some(thread) => self.remark(&thread.into(), Level::Warn, text, at_ms, out),
                    None => self.put_banner(banner("warning", Level::Warn, &text, None), out),
                }
            }
            Event::Deprecated(notice) => {
                self.put_banner(banner("deprecated", Level::Info, &notice.summary, notice.details.as_deref()), out);
            }
            Event::ConfigWarned(warning) => {
                let place = warning.path.map(|path| match warning.range {
                    Some(range) => format!("{path}, line {}", range.start.line),
                    None => path,
                });
                let details = [place, warning.details].into_iter().flatten().collect::<Vec<_>>().join("\n");
                let details = Some(details.as_str()).filter(|text| !text.is_empty());
                self.put_banner(banner("config", Level::Warn, &warning.summary, details), out);
            }
            Event::McpStartupUpdated(update) => {
                self.server_starts(&update, out);
                let title = format!("The MCP server {} did not start.", update.name);
                let banner = banner("mcp", Level::Warn, &title, update.error.as_deref());
                match update.status {
                    McpStartup::Failed => self.put_banner(banner, out),
                    // If it fails once more, that is news.
                    McpStartup::Ready => drop(self.dismissed.remove(&banner.id)),
                    _ => {}
                }
            }
            Event::McpLoginCompleted(done) => self.server_logged_in(&done, out),
            Event::ImportProgressed(told) => self.imported(told, false, out),
            Event::ImportCompleted(told) => self.imported(told, true, out),
            Event::WindowsSetupCompleted(done) => self.windows_ends(&done, out),
            Event::WorldWritable(told) => self.world_writable(&told, out),
            Event::ModelRerouted(rerouted) => {
                let why = match rerouted.reason.as_str() {
                    "highRiskCyberActivity" => ": the request looks like risky security work".to_owned(),
                    "" => String::new(),
                    other => format!(" ({other})"),
                };
                let text = format!("{} answered instead of {}{why}.", rerouted.to_model, rerouted.from_model);
                self.remark(&rerouted.thread_id.into(), Level::Info, render::visible(&text), at_ms, out);
            }
            Event::ModelBuffering(buffering) if buffering.show_buffering_ui => {
                let faster =
                    buffering.faster_model.map(|model| format!(" {model} would answer faster.")).unwrap_or_default();
                let text = format!("{} is checking its answer before showing it.{faster}", buffering.model);
                self.remark(&buffering.thread_id.into(), Level::Info, render::visible(&text), at_ms, out);
            }
            Event::ModelVerified(asked) if !asked.verifications.is_empty() => {
                let what = asked.verifications.join(", ");
                let text = format!("The model’s provider asks you to verify your account: {what}.");
                self.remark(&asked.thread_id.into(), Level::Info, render::visible(&text), at_ms, out);
            }
            Event::AuthRecoveryStarted(recovery) => {
                let said = render::visible(&recovery.message);
                self.thread(&recovery.thread_id.into()).retrying = Some((said, None));
            }
            Event::AuthRecoveryCompleted(recovery) => self.thread(&recovery.thread_id.into()).retrying = None,
            Event::HookCompleted(hook) => {
                self.thread(&hook.thread_id.as_str().into()).hooks.retain(|(run, _)| *run != hook.run.id);
                let quiet = matches!(hook.run.status, HookRunStatus::Running | HookRunStatus::Completed);
                let mut lines: Vec<String> =
                    hook.run.entries.iter().map(|entry| render::visible(&entry.text)).collect();
                lines.extend(hook.run.status_message.as_deref().map(render::visible));
                if quiet && lines.is_empty() {
                    return;
                }
                lines.insert(0, format!("{} ({})", hook.run.event_name, hook.run.status.as_str()));
                let state = if quiet { RowState::Done } else { RowState::Failed };
                let row = RowId(format!("hook:{}", hook.run.id));
                self.own_row(
                    hook.thread_id,
                    hook.turn_id,
                    row,
                    Body::Hook { text: lines.join("\n") },
                    state,
                    at_ms,
                    out,
                );
            }
            Event::AutoReviewStarted(review) => self.review_begins(review, at_ms, out),
            Event::AutoReviewCompleted(done) => self.review_ends(done, at_ms, out),
            Event::ThreadCompacted(of) => {
                let id = ThreadId::from(of.thread_id.as_str());
                let said = self.threads.get(&id).is_some_and(|thread| {
                    thread.timeline.rows().any(|row| row.turn.0 == of.turn_id && row.body == Body::Compacted)
                });
                if !said {
                    let row = RowId(format!("compacted:{}", of.turn_id));
                    self.own_row(of.thread_id, Some(of.turn_id), row, Body::Compacted, RowState::Done, at_ms, out);
                }
            }
            other => self.apply_environment(other, at_ms, out),
        }
    }

    /// A row that is no item, in a turn that is there.
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
            // With a turn, its end says it; without one, nothing else would.
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
        self.tell_line(&id, out);
        self.model_read(&id, loaded.thread.model.as_deref());
        let thread = self.thread(&id);
        if thread.model.is_none() {
            thread.model = loaded.thread.model.clone();
            thread.effort = loaded.thread.reasoning_effort.clone();
        }
        if loaded.with_turns {
            self.newest(&id, loaded.thread.turns, None, out);
        }
    }

    fn session(&mut self, session: &Session, out: &mut Vec<Change>) -> ThreadId {
        let id = self.lines.put(&session.thread, None);
        self.tell_line(&id, out);
        let thread = self.thread(&id);
        thread.model = Some(session.model.clone()).filter(|model| !model.is_empty());
        thread.effort = session.reasoning_effort.clone();
        thread.run_under(RunsUnder::told(
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
        self.lines.heard(&id);
        if let Some(line) = self.lines.edit(&id) {
            edit(line);
            self.tell_line(&id, out);
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
            out.push(Change::ThreadLost { thread: id.clone(), message: super::words::DELETED.to_owned() });
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

/// How the names of banners begin that the server says again and again.
pub(super) const REPEATED: [&str; 4] = ["warning:", "deprecated:", "config:", "mcp:"];

/// A banner about the whole app, named by what it says: said twice, it is shown once.
fn banner(kind: &str, level: Level, title: &str, detail: Option<&str>) -> Banner {
    Banner {
        id: BannerId(format!("{kind}:{}", super::words::one_line(title))),
        level,
        title: render::visible(title),
        detail: detail.map(render::visible),
        thread: None,
        undo_trust: None,
    }
}
