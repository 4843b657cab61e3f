//! The current state: everything that is true now, and the only way to change it.
//!
//! Invariant: pure. It reads no clock, file or wire. The time comes with the input, and what is to be done outside is
//! returned as effects. Invariant: after every step its changes lead to the same result as a snapshot (see `change`).

mod account;
mod asks;
mod body;
mod catalog;
mod chosen;
mod effect;
mod entry;
mod environment;
mod events;
mod inlined;
mod kept;
mod lines;
mod local_event;
mod login;
mod middle;
mod outgoing;
mod own;
mod page;
mod projects;
mod queue;
mod read;
mod review;
mod running;
mod spent;
mod stage;
mod step;
mod tabs;
#[cfg(test)]
pub mod tests;
mod thread;
mod timeline;
mod told;
mod trouble;
mod turns;
mod unattended;
mod unsaved;
mod warnings;

pub use body::{PictureSource, attached_picture, headline, patches, picture, shown, thought, whole_changes};
pub use chosen::Chosen;
pub use effect::{Effect, Write};
pub use inlined::{data as inlined_data, is_name as is_inlined};
pub use lines::{PINNED, made_by, source};
pub use local_event::LocalEvent;
pub use outgoing::{NextWaiting, Outgoing, QueueEdit, Waiting};
pub use read::TurnChanges;
pub use stage::{Delivery, From as SentFrom};
pub use step::{Input, Step};
pub use tabs::NewTerminal;

use crate::account::Buckets;
use crate::outbox::thread_of;
use crate::record;
use asks::Asks;
use catalog::Catalog;
use contract::account::{Access, Login};
use contract::ask::{Ask, AskBody};
use contract::catalog::List;
use contract::catalog::environment::Environment;
use contract::change::{
    Account, AskEnd, Banner, Change, Head, HeadState, Limits, ListState, OpenThread, Server, ServerPhase, Snapshot,
    ThreadLine,
};
use contract::id::{BannerId, RowId, ThreadId};
use contract::prompt::Prompt;
use contract::record::{By, Record, Verdict};
use contract::settings::Settings;
use lines::{Lines, Now};
use own::Own;
use std::collections::{BTreeMap, BTreeSet};
use thread::Thread;

pub struct State {
    server: Server,
    list: ListState,
    account: Account,
    /// Whether the provider needs an account, as last reported.
    needs_account: bool,
    buckets: Buckets,
    limits: Limits,
    login: Login,
    /// The server's id of the sign-in in progress.
    login_id: Option<String>,
    access: Access,
    settings: Settings,
    new_draft: Prompt,
    own: Own,
    /// The person's own data, while a demo is active.
    parked: Option<Own>,
    banners: BTreeMap<BannerId, Banner>,
    /// Repeated banners that a person has dismissed.
    dismissed: BTreeSet<BannerId>,
    lines: Lines,
    threads: BTreeMap<ThreadId, Thread>,
    /// Threads that were closed, the last one at the end. Their rows are kept, so that going back shows them at once.
    left: Vec<ThreadId>,
    asks: Asks,
    /// Messages on their way or in our own queue, in the order in which they were sent.
    messages: Vec<Outgoing>,
    tabs: tabs::Tabs,
    /// The number of seconds after which a thread's requests are declined.
    unattended: BTreeMap<ThreadId, u32>,
    chosen: BTreeMap<ThreadId, Chosen>,
    /// What the automatic reviewer denied and a person may overrule.
    denied: BTreeMap<(ThreadId, RowId), review::Denial>,
    /// Grants for the session, as long as it lasts.
    grants: Vec<Record>,
    /// Whether this server stores what was read.
    keeps_read_state: bool,
    catalog: Catalog,
    environment: Environment,
    /// Threads that are hidden from windows.
    unseen: BTreeSet<ThreadId>,
    /// The time of the last input.
    now_ms: f64,
    /// Threads whose head or mark may have changed in this step.
    touched: BTreeSet<ThreadId>,
    /// The effects of this step.
    effects: Vec<Effect>,
}

/// The number of closed threads whose rows are kept.
const KEPT: usize = 8;

/// What closing the app now would interrupt.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Busy {
    pub running: u32,
    pub asks: u32,
}

impl State {
    pub fn new(settings: Settings, home: String) -> Self {
        let server = Server {
            phase: ServerPhase::Finding,
            codex: None,
            home,
            demo: None,
            sandbox_works: None,
            knows_goals: true,
        };
        Self {
            server,
            list: ListState::Loading,
            account: Account::Unknown,
            needs_account: false,
            buckets: Buckets::default(),
            limits: Limits::default(),
            login: Login::None,
            login_id: None,
            access: Access::default(),
            settings,
            new_draft: Prompt::default(),
            own: Own::default(),
            parked: None,
            banners: BTreeMap::new(),
            dismissed: BTreeSet::new(),
            lines: Lines::default(),
            threads: BTreeMap::new(),
            left: Vec::new(),
            asks: Asks::default(),
            messages: Vec::new(),
            tabs: tabs::Tabs::default(),
            unattended: BTreeMap::new(),
            chosen: BTreeMap::new(),
            denied: BTreeMap::new(),
            grants: Vec::new(),
            keeps_read_state: false,
            catalog: Catalog::default(),
            environment: Environment::default(),
            unseen: BTreeSet::new(),
            now_ms: 0.0,
            touched: BTreeSet::new(),
            effects: Vec::new(),
        }
    }

    /// Renders the rows that grew since the last call. Rows that no window shows are not rendered.
    pub fn draw(&mut self) -> Vec<Change> {
        let mut out = Vec::new();
        for thread in self.threads.values_mut().filter(|thread| thread.shown) {
            thread.timeline.draw(&mut out);
        }
        let Self { threads, tabs, .. } = self;
        tabs.draw(|id| threads.get(id).is_some_and(|thread| thread.shown), &mut out);
        out
    }

    /// Everything that a window with these threads open needs. It is as of the last `draw`: later growth follows as
    /// changes.
    pub fn snapshot(&self, open: &BTreeSet<ThreadId>) -> Snapshot {
        Snapshot {
            server: self.server.clone(),
            threads: self.lines.all().cloned().collect(),
            list: self.list,
            open: open.iter().filter_map(|thread| self.open_thread(thread)).collect(),
            asks: self.asks.all().cloned().collect(),
            account: self.account.clone(),
            limits: self.limits.clone(),
            login: self.login.clone(),
            access: self.access.clone(),
            banners: self.banners.values().cloned().collect(),
            settings: self.settings.clone(),
            revisions: self.catalog.revisions,
            new_draft: self.new_draft.text.clone(),
            new_attached: self.new_draft.attached.clone(),
            environment: self.environment.clone(),
        }
    }

    /// The top of the list, once it is known.
    pub fn to_remember(&self) -> Option<Vec<ThreadLine>> {
        (self.list == ListState::Complete).then(|| self.lines.to_remember())
    }

    fn thread(&mut self, id: &ThreadId) -> &mut Thread {
        self.touched.insert(id.clone());
        self.threads.entry(id.clone()).or_insert_with(|| Thread::new(id.clone()))
    }

    fn cwd_of(&self, thread: &ThreadId) -> String {
        self.lines.get(thread).map(|line| line.cwd.clone()).unwrap_or_default()
    }

    fn publish_line(&self, thread: &ThreadId, out: &mut Vec<Change>) {
        out.extend(self.lines.get(thread).map(|line| Change::ThreadsPut { threads: vec![line.clone()] }));
    }

    /// Ends a step: updates heads and marks of touched threads, and drops changes of threads that no window shows.
    fn finish_step(&mut self, mut out: Vec<Change>) -> Vec<Change> {
        self.fill_asks(&mut out);
        for id in std::mem::take(&mut self.touched) {
            let asks = self.asks.of(&id);
            let (running, shown) = self
                .threads
                .get(&id)
                .map_or((false, false), |thread| (thread.running.is_some() || thread.sending.is_some(), thread.shown));
            if self.lines.edit(&id).is_some_and(|line| line.update_mark(Now { running, asks, shown })) {
                self.publish_line(&id, &mut out);
            }
            let head = self.head_of(&id);
            if let Some((thread, head)) = self.threads.get_mut(&id).zip(head)
                && thread.head.as_ref() != Some(&head)
            {
                thread.head = Some(head.clone());
                // A thread that is sent whole contains its head.
                match out
                    .iter_mut()
                    .rev()
                    .find(|change| matches!(change, Change::ThreadPut { thread } if thread.id == id))
                {
                    Some(Change::ThreadPut { thread }) => thread.head = head,
                    _ => out.push(Change::HeadPut { thread: id.clone(), head: Box::new(head) }),
                }
            }
        }
        let shown = |id: &ThreadId| self.threads.get(id).is_some_and(|thread| thread.shown);
        out.retain(|change| matches!(change, Change::ThreadLost { .. }) || thread_of(change).is_none_or(shown));
        out
    }

    /// Its head, including what depends on more than the thread.
    fn head_of(&self, id: &ThreadId) -> Option<Head> {
        let thread = self.threads.get(id).filter(|thread| thread.shown)?;
        let mut head = thread.compute_head(self.lines.get(id), self.asks.of(id));
        head.declines_after_s = self.unattended.get(id).copied();
        if let HeadState::Limited { until_ms, .. } = &mut head.state {
            *until_ms = self.limits.over_ms();
        }
        if let Some(chosen) = self.chosen.get(id) {
            chosen.show_in(&mut head);
        }
        Some(head)
    }

    /// Adds what depends on more than the thread.
    fn complete(&self, whole: Option<OpenThread>) -> Option<OpenThread> {
        whole.map(|whole| OpenThread {
            tabs: self.tabs.of(&whole.id),
            sent: self.sent_of(&whole.id),
            queue: self.queue_shown(&whole.id),
            ..whole
        })
    }

    /// Sends the whole thread, as it will be after `settle`.
    fn publish_thread(&mut self, id: &ThreadId, out: &mut Vec<Change>) {
        let head = self.head_of(id);
        let thread = self.thread(id);
        if !thread.shown {
            return;
        }
        thread.timeline.draw(&mut Vec::new());
        thread.head = head;
        let whole = thread.open();
        self.tabs.draw(|known| known == id, &mut Vec::new());
        let whole = self.complete(whole);
        // It already contains its other changes of this step.
        out.retain(|change| thread_of(change) != Some(id));
        out.extend(whole.map(|thread| Change::ThreadPut { thread: Box::new(thread) }));
    }
}

impl State {
    fn apply_local(&mut self, event: LocalEvent, at_ms: f64, out: &mut Vec<Change>) {
        match event {
            LocalEvent::Phase(phase) => self.change_server(out, |server| server.phase = phase),
            LocalEvent::Codex(codex) => self.change_server(out, |server| server.codex = codex),
            LocalEvent::Home(home) => self.change_server(out, |server| server.home = home),
            LocalEvent::GatewayRefused(why) => self.gateway_refused(why, out),
            LocalEvent::Sandbox(works) => self.change_server(out, |server| server.sandbox_works = works),
            LocalEvent::Knows { goals, read_state } => {
                self.keeps_read_state = read_state;
                self.change_server(out, |server| server.knows_goals = goals);
            }
            LocalEvent::SessionEnded => self.grants.clear(),
            LocalEvent::PageGone(window) => self.forget_sender(&window),
            LocalEvent::List(list) => {
                if std::mem::replace(&mut self.list, list) != list {
                    out.push(Change::ListPut { list });
                }
            }
            LocalEvent::Remembered(lines) => {
                self.lines.remember(lines.clone());
                out.push(Change::ThreadsPut { threads: lines });
            }
            LocalEvent::Listed => {
                for gone in self.lines.only_remembered() {
                    self.delete(gone, out);
                }
            }
            LocalEvent::Reading(begins) => self.lines.reading(begins),
            LocalEvent::Opened(id) => {
                if let Some(line) = self.lines.edit(&id) {
                    line.seen();
                }
                self.left.retain(|left| *left != id);
                self.thread(&id).shown = true;
                self.publish_thread(&id, out);
            }
            LocalEvent::Closed(id) => self.close(id, out),
            LocalEvent::PageAsked(thread) => self.thread(&thread).reading = true,
            LocalEvent::Kept { thread, declined, plan } => self.recall(&thread, declined, plan),
            LocalEvent::PageFailed { thread: id, message } => {
                let thread = self.thread(&id);
                thread.reading = false;
                if thread.shown && !thread.loaded && thread.running.is_none() {
                    thread.shown = false;
                    thread.forget_rows();
                    out.push(Change::ThreadLost { thread: id, message });
                }
            }
            LocalEvent::Around { thread, turns, older, newer } => self.show_around(&thread, turns, older, newer, out),
            LocalEvent::Newer { thread, cursor, turns, newer } => self.newer_page(&thread, &cursor, turns, newer, out),
            LocalEvent::Torn(id) => self.reread_from_end(&id, out),
            LocalEvent::WentBack(id) => self.went_back(&id, out),
            LocalEvent::Gone(id) => self.delete(id, out),
            LocalEvent::Unlisted(threads) => self.own.unlisted = threads,
            LocalEvent::Unlist(thread) => {
                self.effects.push(Effect::Store(Write::Unlisted(thread.clone(), Some(at_ms))));
                self.own.unlisted.insert(0, thread);
            }
            LocalEvent::NowListed(thread) => {
                if self.own.unlisted.contains(&thread) {
                    self.own.unlisted.retain(|known| *known != thread);
                    self.effects.push(Effect::Store(Write::Unlisted(thread, None)));
                }
            }
            LocalEvent::Known { thread, archived } => self.known(&thread, archived, out),
            LocalEvent::Pinned { thread, pinned } => {
                if self.lines.pin(&thread, pinned) {
                    self.publish_line(&thread, out);
                }
            }
            LocalEvent::OwnPins(threads) => {
                self.lines.keep_own_pins(threads.iter().cloned());
                for thread in threads {
                    if self.lines.pin(&thread, true) {
                        self.publish_line(&thread, out);
                    }
                }
            }
            LocalEvent::OwnUnread { thread, unread } => self.mark_own_unread(thread, unread),
            LocalEvent::KeptUnread(threads) => {
                for thread in threads {
                    self.lines.keep_unread(&thread, true);
                    self.touched.insert(thread);
                }
            }
            LocalEvent::Going { threads, at_ms } => {
                for thread in threads {
                    if self.lines.get(&thread).is_some_and(|line| line.going_ms != at_ms) {
                        self.edit_line(thread, out, |line| line.line.going_ms = at_ms);
                    }
                }
            }
            LocalEvent::Unread { thread, unread } => {
                if let Some(line) = self.lines.edit(&thread) {
                    line.mark_unread(unread);
                }
                self.touched.insert(thread);
            }
            LocalEvent::Locked { thread, locked } => self.thread(&thread).locked = locked,
            LocalEvent::Settings(settings) => {
                if self.settings != settings {
                    self.settings = settings.clone();
                    self.touched.extend(self.threads.keys().cloned());
                    out.push(Change::SettingsPut { settings });
                }
            }
            LocalEvent::Draft { thread: None, draft } => self.new_draft = draft,
            LocalEvent::Draft { thread: Some(thread), draft } => self.thread(&thread).draft = draft,
            LocalEvent::Login(login) => self.set_login(login, out),
            LocalEvent::LoginLink { id: login_id, url: auth_url } => {
                self.login_started(protocol::event::LoginStarted::ChatGpt { login_id, auth_url }, at_ms, out);
            }
            LocalEvent::Unopened(why) => self.browser_failed(why, out),
            LocalEvent::Access(access) => {
                if self.access != access {
                    self.access = access.clone();
                    out.push(Change::AccessPut { access });
                }
            }
            LocalEvent::TerminalBegun(begun) => self.terminal_begins(begun, out),
            LocalEvent::TerminalEnded { terminal, state } => self.terminal_ends(&terminal, state, out),
            LocalEvent::TerminalGone(terminal) => self.terminal_goes(terminal, out),
            LocalEvent::Unattended { thread, after_s } => self.put_unattended(thread, after_s, at_ms, out),
            LocalEvent::Chosen(all) => self.put_chosen(all),
            LocalEvent::Overruled { thread, row } => self.overruled(thread, &row, at_ms, out),
            LocalEvent::Banner(banner) => self.put_banner(banner, out),
            LocalEvent::BannerGone(id) => self.dismiss(id, out),
            LocalEvent::Sending(id) => self.sends(&id, at_ms, out),
            LocalEvent::Sent(sent) => {
                self.sends(&sent.thread.clone(), at_ms, out);
                self.add_sent(*sent, at_ms, out);
            }
            LocalEvent::Message(id, happens) => self.advance_message(&id, &happens, at_ms, out),
            LocalEvent::QueueHere { thread, waiting } => self.add_to_own_queue(thread, waiting, out),
            LocalEvent::Leaves { thread, waiting } => self.leave_queue(thread, waiting, out),
            LocalEvent::QueueEdited { thread, edit } => self.edit_queue(&thread, edit, out),
            LocalEvent::StoredMessages(stored) => self.put_stored(stored, out),
            LocalEvent::Unqueued { thread, queued } => self.thread(&thread).unqueued = Some(queued),
            LocalEvent::SendFailed { thread: id, message } => {
                let thread = self.thread(&id);
                if thread.sending.take().is_some() && !thread.locked {
                    thread.ended = Some(HeadState::Failed { why: message });
                }
            }
            LocalEvent::ServerGone { why } => {
                self.login_lost(out);
                self.forget_environment(out);
                self.forget_apps(out);
                self.server_gone(&why, at_ms, out);
            }
            LocalEvent::AppsAsked => self.apps_asked(),
            LocalEvent::AppsRead { apps, whole } => self.apps_read(apps, whole, out),
            LocalEvent::McpLogin { name, url } => self.server_login(&name, url, out),
            LocalEvent::ImportStarted(id) => self.import_started(id, out),
            LocalEvent::WindowsSetup { running } => self.windows_begins(running, out),
            LocalEvent::Platform { windows } => self.platform(windows, out),
            LocalEvent::Stale(list) => self.stale(list, out),
            LocalEvent::Entered { home, demo } => self.enter(home, demo, out),
        }
    }

    fn sends(&mut self, id: &ThreadId, at_ms: f64, out: &mut Vec<Change>) {
        self.leave_middle(id, out);
        let thread = self.thread(id);
        thread.locked = false;
        thread.ended = None;
        thread.sending = thread.running.is_none().then_some(at_ms);
    }

    fn change_server(&mut self, out: &mut Vec<Change>, change: impl FnOnce(&mut Server)) {
        let before = self.server.clone();
        change(&mut self.server);
        if before != self.server {
            out.push(Change::ServerPut { server: self.server.clone() });
        }
    }

    fn put_banner(&mut self, banner: Banner, out: &mut Vec<Change>) {
        if self.banners.get(&banner.id) != Some(&banner) && !self.dismissed.contains(&banner.id) {
            self.banners.insert(banner.id.clone(), banner.clone());
            out.push(Change::BannerPut { banner });
        }
    }

    /// Dismisses a banner. Our own banners appear when something happens; the server repeats its own with every thread,
    /// so those are remembered.
    fn dismiss(&mut self, id: BannerId, out: &mut Vec<Change>) {
        self.drop_banner(&id, out);
        if warnings::REPEATED.iter().any(|kind| id.0.starts_with(kind)) {
            self.dismissed.insert(id);
        }
    }

    fn drop_banner(&mut self, id: &BannerId, out: &mut Vec<Change>) {
        if self.banners.remove(id).is_some() {
            out.push(Change::BannerGone { banner: id.clone() });
        }
    }

    fn close(&mut self, id: ThreadId, out: &mut Vec<Change>) {
        self.thread(&id).shown = false;
        self.left.retain(|left| *left != id);
        self.left.push(id);
        let is_idle = |id: &&ThreadId| self.threads.get(*id).is_none_or(|thread| thread.running.is_none());
        let idle: Vec<ThreadId> = self.left.iter().filter(is_idle).cloned().collect();
        // Includes threads that were running when their time was over and have ended since.
        for oldest in idle.into_iter().take(self.left.len().saturating_sub(KEPT)) {
            self.left.retain(|left| *left != oldest);
            self.thread(&oldest).forget_rows();
            out.push(Change::ThreadLeft { thread: oldest });
        }
    }

    /// Ends requests that nobody can answer any more.
    fn end_asks(&mut self, gone: Vec<Ask>, why: AskEnd, out: &mut Vec<Change>) {
        for ask in gone {
            if why == AskEnd::Gone {
                let record = record::record(&ask, Verdict::Gone, None, By::Codex, self.now_ms);
                if let Some(record) = record {
                    self.keep_record(record, out);
                }
            }
            let begins_after =
                matches!(ask.body, AskBody::Command { .. } | AskBody::Files { .. } | AskBody::ToolUse { .. });
            let held = ask.thread.as_ref().and_then(|thread| self.threads.get_mut(thread));
            if let (Some(held), Some(row), true) = (held, ask.row, begins_after && why != AskEnd::Answered) {
                held.timeline.not_allowed.push(row);
            }
            self.touched.extend(ask.thread);
            out.push(Change::AskGone { ask: ask.id, why });
        }
    }

    /// Stores a record. Grants for the session are also kept in the state until it ends.
    fn keep_record(&mut self, record: Record, out: &mut Vec<Change>) {
        if record.verdict == Verdict::Session {
            self.grants.push(record.clone());
            self.stale(List::Rules, out);
        }
        self.effects.push(Effect::Store(Write::Record(Box::new(record))));
    }

    /// Grants until the server or their thread ends.
    pub fn session_grants(&self) -> Vec<Record> {
        self.grants.clone()
    }

    /// Sets an unread mark that only we store.
    fn mark_own_unread(&mut self, thread: ThreadId, unread: bool) {
        self.lines.keep_unread(&thread, unread);
        self.effects.push(Effect::Store(Write::Unread(thread.clone(), unread)));
        self.touched.insert(thread);
    }

    /// A whole thread, for a window that opens it while another has it open. As of the last `draw`.
    pub fn open_thread(&self, thread: &ThreadId) -> Option<OpenThread> {
        self.complete(self.threads.get(thread).filter(|thread| thread.shown)?.open())
    }
}
