//! The one task that owns the state, and the windows' outboxes.
//!
//! Invariant: at most one batch per window and frame; the first change after quiet leaves at once.

use crate::change::{Change, Demo};
use crate::engine::{Engine, now_ms};
use crate::id::{BannerId, ThreadId, WindowId};
use crate::outbox::Outbox;
use crate::peer::{Tally, add};
use crate::platform::{Appearance, Busy, Platform};
use crate::prompt::Prompt;
use crate::record::Record;
use crate::row::Level;
use crate::settings::Settings;
use crate::state::{LocalEvent, Reply, State};
use crate::store::{Kept, Store, StoreWriter, Waiting};
use protocol::Event;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::sync::{mpsc, oneshot};
use tokio::time::Instant;

/// About one frame of a screen.
const FRAME: Duration = Duration::from_millis(16);
/// Words heard before it is looked again whether a frame is due.
const MESSAGES_PER_LOOK: usize = 512;
/// A line of this size and more was not read, only skipped.
const HUGE: usize = 256 * 1024 * 1024;

/// Hands a batch to a window; `false`: it is gone.
pub(crate) type Sender = Box<dyn Fn(String) -> bool + Send + Sync>;

/// What the core hears.
#[allow(clippy::large_enum_variant)] // nearly all words are events, and each is moved once
pub(crate) enum Message {
    /// From the server of this run.
    Event(u64, Event),
    Run(Box<dyn FnOnce(&mut Core) + Send>),
}

pub(crate) struct Core {
    pub state: State,
    /// Events of another run are not ours any more.
    run: u64,
    pub(super) engine: Engine,
    pub(super) windows: BTreeMap<WindowId, Window>,
    /// Threads of ours that no list tells of yet.
    pub unlisted: Vec<ThreadId>,
    pub(super) store: StoreWriter,
    /// What the store holds, for the way back from a demo.
    pub(super) drafts: BTreeMap<Option<ThreadId>, Prompt>,
    /// Prompts that wait with us, because the server keeps no queue.
    pub(super) waiting: BTreeMap<ThreadId, Vec<Waiting>>,
    /// Prompts between a server's queue and a turn, and those of them that we are sending.
    pub(super) taken: Vec<(ThreadId, Waiting)>,
    pub(super) in_flight: BTreeSet<String>,
    /// Callers that follow a turn.
    followers: Vec<mpsc::UnboundedSender<Event>>,
    /// Threads whose next prompt is being sent, and which one that is.
    pub(super) on_their_way: BTreeMap<ThreadId, String>,
    /// The demo's own approvals: they go with it.
    pub(super) demo_records: Vec<Record>,
    /// What was allowed for the session, while it lasts.
    pub(super) grants: Vec<Record>,
    pub(super) platform: Arc<dyn Platform>,
    tally: Arc<Tally>,
    busy: Arc<Mutex<Busy>>,
}

pub(super) struct Window {
    send: Option<Sender>,
    pub open: BTreeSet<ThreadId>,
    pub outbox: Outbox,
}

pub(super) async fn run(engine: Engine, mut words: mpsc::UnboundedReceiver<Message>) {
    let mut core = Core::start(engine).await;
    let mut drawn = Instant::now();
    let mut due: Option<Instant> = None;
    loop {
        let declines = core.state.next_decline();
        let unattended = async {
            match declines {
                Some(at) => tokio::time::sleep(Duration::from_millis((at - now_ms()).max(0.0).ceil() as u64)).await,
                None => std::future::pending().await,
            }
        };
        let frame = async {
            match due {
                Some(at) => tokio::time::sleep_until(at).await,
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            biased;
            () = frame => {}
            () = unattended => core.decline_due(),
            word = words.recv() => match word {
                Some(word) => core.handle(word),
                None => return,
            },
        }
        for _ in 0..MESSAGES_PER_LOOK {
            match words.try_recv() {
                Ok(word) => core.handle(word),
                Err(_) => break,
            }
        }
        let now = Instant::now();
        if now >= drawn + FRAME {
            due = None;
            if core.flush() {
                // Drawing takes time too; the frame begins when it is done.
                drawn = Instant::now();
            }
        } else {
            due = Some(drawn + FRAME);
        }
    }
}

impl Core {
    async fn start(engine: Engine) -> Self {
        let options = engine.shared().options.clone();
        let (platform, tally, busy) = (engine.0.platform.clone(), engine.0.tally.clone(), engine.0.busy.clone());
        let folder = options.data_dir.clone();
        let home = options.home().display().to_string();
        let opened = home.clone();
        let opened = tokio::task::spawn_blocking(move || {
            let mut store = Store::open(&folder);
            let kept = store.kept(&opened);
            (store, kept)
        });
        let (store, kept) = opened.await.unwrap_or_else(|_| (Store::in_memory(), Kept::default()));
        let trouble = store.trouble.clone();
        let again = engine.clone();
        let store = StoreWriter::new(store, move |trouble| {
            again.post(move |core| core.warn("store", "Drafts and settings are not saved.", Some(trouble)));
        });
        let state = State::new(kept.settings, home);
        let mut core = Self {
            state,
            run: 0,
            engine,
            windows: BTreeMap::new(),
            unlisted: kept.unlisted,
            store,
            drafts: kept.drafts.into_iter().collect(),
            waiting: kept.waiting.into_iter().collect(),
            taken: kept.taken,
            in_flight: BTreeSet::new(),
            followers: Vec::new(),
            on_their_way: BTreeMap::new(),
            demo_records: Vec::new(),
            grants: Vec::new(),
            platform,
            tally,
            busy,
        };
        core.set_appearance();
        // The demo has a list of its own.
        if !options.demo {
            core.note(LocalEvent::Remembered(kept.remembered));
        }
        core.note(LocalEvent::OwnPins(kept.pins));
        core.note(LocalEvent::OwnUnread { threads: kept.unread, unread: true });
        for (thread, after_s) in kept.unattended {
            core.note(LocalEvent::Unattended { thread, after_s: Some(after_s) });
        }
        core.note(LocalEvent::Chosen(kept.chosen));
        core.note_drafts();
        core.note_waiting();
        let needed = core.state.drafted_pictures().map(str::to_owned).collect();
        tokio::task::spawn_blocking(move || crate::picture::tidy(&options.pictures(), &needed));
        if let Some(trouble) = trouble {
            core.warn("store", "Drafts and settings are not saved.", Some(trouble));
        }
        core
    }

    fn handle(&mut self, word: Message) {
        match word {
            Message::Event(run, event) if run == self.run => self.apply(event),
            Message::Event(..) => {}
            Message::Run(word) => word(self),
        }
    }

    fn apply(&mut self, event: Event) {
        if matches!(event, Event::Closed) || crate::run::thread_of(&event).is_some() {
            self.followers.retain(|follower| follower.send(event.clone()).is_ok());
        }
        if let Event::Asked(request) = &event
            && let protocol::RequestBody::TokenRefresh(ask) = &request.body
        {
            crate::login::refresh_tokens(&self.engine, request.id.clone(), ask.clone());
            return;
        }
        match &event {
            // The notice says that something changed, the answer says what.
            Event::AccountUpdated(_) => crate::act::read_account(&self.engine),
            Event::LoginCompleted(done) => crate::login::completed(&self.engine, done),
            Event::SkillsChanged(_) => self.engine.shared().skills.forget(),
            Event::QueueChanged(of) => self.engine.read_queue(ThreadId::from(of.thread_id.as_str())),
            Event::ProjectChanged(changed) => crate::catalog::projects::changed(&self.engine, changed),
            Event::GatewayChanged(changed) => crate::catalog::gateway::changed(&self.engine, changed),
            Event::FilesFound(found) => self.engine.shared().files.found(found.clone()),
            Event::FilesSearched(of) => self.engine.shared().files.searched(&of.session_id),
            Event::TurnCompleted(of) => self.engine.read_terminals(ThreadId::from(of.thread_id.as_str())),
            Event::ItemCompleted(of) => {
                let thread = ThreadId::from(of.thread_id.as_str());
                if self.state.has_terminals(&thread) {
                    self.engine.read_terminals(thread);
                }
            }
            Event::ThreadClosed(closed) => {
                self.engine.shared().held.forget(&closed.thread_id);
                self.grants.retain(|grant| grant.thread.0 != closed.thread_id);
            }
            Event::ThreadDeleted(of) => self.forget_chosen(&ThreadId::from(of.thread_id.as_str())),
            Event::Garbled { bytes } if *bytes >= HUGE => {
                let detail = format!("The message was {} MiB, so it was skipped.", bytes / (1024 * 1024));
                self.warn("huge-line", "Codex sent a message that was too large to read.", Some(detail));
            }
            _ => {}
        }
        let ended = match &event {
            Event::TurnCompleted(of) => Some(ThreadId::from(of.thread_id.as_str())),
            _ => None,
        };
        let listed = match &event {
            Event::TerminalsListed(of) => Some(ThreadId::from(of.thread_id.as_str())),
            _ => None,
        };
        let outlived = listed.filter(|thread| self.state.has_terminals(thread));
        let read = match &event {
            Event::ReadStateChanged(changed) => Some(ThreadId::from(changed.thread_id.as_str())),
            Event::ThreadLoaded(loaded) => Some(ThreadId::from(loaded.thread.id.as_str())),
            _ => None,
        };
        self.end_terminals(&event);
        let changes = self.state.apply(event, now_ms());
        self.publish(&changes);
        self.follow_sent();
        self.mend();
        self.answer_terminals();
        if let Some(thread) = ended.as_ref().filter(|thread| self.waiting.contains_key(*thread)) {
            self.engine.send_waiting(thread.clone());
        }
        // Nobody looks at it and nothing runs in it: others may write there again.
        let unseen = |thread: &ThreadId| !self.windows.values().any(|window| window.open.contains(thread));
        let (ended, outlived) = (ended.filter(unseen), outlived.filter(unseen));
        if let Some(thread) = ended {
            self.note_unseen(&thread);
            self.engine.release_soon(thread);
        }
        if let Some(thread) = outlived.filter(|thread| !self.state.has_terminals(thread)) {
            self.engine.release(thread);
        }
        // A window shows it, so it is read; the server should know, for other clients and for the next start.
        if let Some(thread) = read
            && let Some(revision) = self.state.unread_revision(&thread)
        {
            crate::act::tell_read(&self.engine, thread, revision);
        }
    }

    /// No terminal outlives its thread.
    fn end_terminals(&self, event: &Event) {
        let (Event::ThreadArchived(of) | Event::ThreadDeleted(of)) = event else { return };
        for terminal in self.state.running_terminals(&ThreadId::from(of.thread_id.as_str())) {
            let engine = self.engine.clone();
            tokio::spawn(async move { crate::act::terminate(&engine, &terminal).await });
        }
    }

    /// What a program asked its terminal for.
    fn answer_terminals(&mut self) {
        for (terminal, reply) in self.state.take_terminal_replies() {
            let engine = self.engine.clone();
            tokio::spawn(async move { crate::act::write_terminal(&engine, &terminal, &reply).await });
        }
    }

    /// What no longer fits to what the server has is read again.
    fn mend(&mut self) {
        for thread in self.state.take_torn() {
            let engine = self.engine.clone();
            tokio::spawn(async move { engine.read_thread(&thread).await });
        }
    }

    /// From now on it hears what is told of turns, until it is dropped.
    pub fn follow_events(&mut self, follower: mpsc::UnboundedSender<Event>) {
        self.followers.push(follower);
    }

    pub fn is_followed(&self) -> bool {
        self.followers.iter().any(|follower| !follower.is_closed())
    }

    pub fn note(&mut self, event: LocalEvent) {
        let changes = self.state.note(event, now_ms());
        self.publish(&changes);
        self.follow_sent();
        self.mend();
    }

    /// A banner that stays until dismissed; the same `name` replaces it.
    pub fn warn(&mut self, name: &str, title: &str, detail: Option<String>) {
        self.banner(name, Level::Warn, title, detail);
    }

    pub fn banner(&mut self, name: &str, level: Level, title: &str, detail: Option<String>) {
        let id = BannerId::from(name);
        let detail = detail.map(|detail| crate::mask::secrets(&detail).into_owned());
        self.note(LocalEvent::Banner(crate::change::Banner {
            id,
            level,
            title: title.into(),
            detail,
            thread: None,
            undo_trust: None,
        }));
    }

    pub fn publish(&mut self, changes: &[Change]) {
        self.keep_records();
        if changes.is_empty() {
            return;
        }
        // A window that is reloading gets everything when it is back.
        for window in self.windows.values_mut().filter(|window| window.send.is_some()) {
            window.outbox.push(changes, &window.open);
        }
    }

    /// From now on this run's events count, and no other's.
    pub fn follow(&mut self, run: u64) {
        self.run = run;
        self.grants.clear();
    }

    /// What is allowed until the server or its thread ends.
    pub fn session_grants(&self) -> Vec<Record> {
        self.grants.clone()
    }

    pub fn subscribe(&mut self, name: WindowId, send: Sender) {
        self.draw();
        self.state.forget_sender(&name);
        let window = self.windows.entry(name).or_insert_with(Window::new);
        window.send = Some(send);
        window.outbox = Outbox::default();
        let snapshot = Box::new(self.state.snapshot(&window.open));
        window.outbox.push(&[Change::Reset { snapshot }], &window.open);
    }

    /// Another home: everything anew, for every window.
    pub fn enter(&mut self, home: String, demo: Option<Demo>) {
        self.note(LocalEvent::Forget);
        self.note(LocalEvent::Home(home));
        match &demo {
            // The person's own words have no place in it.
            Some(_) => self.note(LocalEvent::Draft { thread: None, draft: Prompt::default() }),
            None => {
                self.note_drafts();
                self.note_waiting();
            }
        }
        self.note(LocalEvent::Demo(demo));
        self.reset();
    }

    fn note_drafts(&mut self) {
        for (thread, draft) in self.drafts.clone() {
            self.note(LocalEvent::Draft { thread, draft });
        }
    }

    fn reset(&mut self) {
        self.draw();
        for window in self.windows.values_mut() {
            window.open.clear();
            window.outbox = Outbox::default();
            let snapshot = Box::new(self.state.snapshot(&window.open));
            window.outbox.push(&[Change::Reset { snapshot }], &window.open);
        }
    }

    /// The window shows the thread from now on. Says whether its pages must be read.
    pub fn open(&mut self, name: &WindowId, thread: &ThreadId) -> bool {
        let shown = self.state.shown().contains(thread);
        self.windows.entry(name.clone()).or_insert_with(Window::new).open.insert(thread.clone());
        self.note_seen(thread);
        if !shown {
            self.note(LocalEvent::Opened(thread.clone()));
        }
        self.draw();
        let held = self.state.open_thread(thread);
        let must_read = !shown || held.as_ref().is_none_or(|held| held.turns.is_empty());
        if let (Some(held), Some(window)) = (held, self.windows.get_mut(name)) {
            window.outbox.push(&[Change::ThreadPut { thread: Box::new(held) }], &window.open);
        }
        must_read
    }

    /// More than one window shows it.
    pub fn is_shared(&self, thread: &ThreadId) -> bool {
        self.windows.values().filter(|window| window.open.contains(thread)).count() > 1
    }

    /// Says whether no window shows it any more.
    pub fn close_thread(&mut self, name: &WindowId, thread: &ThreadId) -> bool {
        let had = self.windows.get_mut(name).is_some_and(|window| window.open.remove(thread));
        if !had || self.windows.values().any(|window| window.open.contains(thread)) {
            return false;
        }
        self.note(LocalEvent::Closed(thread.clone()));
        true
    }

    /// The threads that nobody shows any more.
    pub fn leave(&mut self, name: &WindowId) -> Vec<ThreadId> {
        self.state.forget_sender(name);
        let open = self.windows.get(name).map(|window| window.open.clone()).unwrap_or_default();
        let left = open.into_iter().filter(|thread| self.close_thread(name, thread)).collect();
        self.windows.remove(name);
        left
    }

    /// A thread that no list will tell of until it has a turn of its own.
    pub fn put_unlisted(&mut self, thread: ThreadId) {
        if self.state.server().demo.is_none() {
            self.store.put_unlisted(thread.clone(), Some(now_ms()));
            self.unlisted.insert(0, thread);
        }
    }

    pub fn forget_unlisted(&mut self, thread: &ThreadId) {
        if self.unlisted.contains(thread) {
            self.unlisted.retain(|known| known != thread);
            self.store.put_unlisted(thread.clone(), None);
        }
    }

    pub fn put_settings(&mut self, settings: Settings) {
        self.store.put_settings(settings.clone());
        // A page that allows pictures loads itself anew as soon as it has its receipt, and is given its policy by this.
        self.engine.0.remote_images.store(settings.remote_images, Ordering::Relaxed);
        self.note(LocalEvent::Settings(settings));
        self.set_appearance();
    }

    /// Something of the store, with everything that was put before.
    pub fn look_up<T: Send + 'static>(&self, read: impl FnOnce(&Store) -> T + Send + 'static) -> oneshot::Receiver<T> {
        self.store.read(read)
    }

    /// Told when everything that was put before is on disk.
    pub fn written(&self) -> oneshot::Receiver<()> {
        self.store.written()
    }

    pub fn put_unattended(&mut self, thread: ThreadId, after_s: Option<u32>) {
        if self.state.server().demo.is_none() {
            self.store.put_unattended(thread.clone(), after_s);
        }
        self.note(LocalEvent::Unattended { thread, after_s });
    }

    /// The clock says no where nobody said anything.
    fn decline_due(&mut self) {
        let peer = self.engine.connection().peer;
        let hand = |reply: Reply| peer.as_ref().is_some_and(|peer| peer.reply(&reply.id, reply.outcome));
        let changes = self.state.decline_due(now_ms(), hand);
        self.publish(&changes);
    }

    fn set_appearance(&self) {
        let settings = self.state.settings();
        self.platform.set_appearance(Appearance {
            badge: settings.badge,
            tray: settings.tray,
            zoom: settings.drawn_at(),
        });
    }

    /// Everything is on disk, and every window has the last word.
    pub fn close(&mut self) {
        self.flush();
        self.remember();
        self.store.finish();
    }

    /// Every list was read to its end.
    pub fn listed(&mut self) {
        self.note(LocalEvent::Listed);
        self.remember();
    }

    /// The top of the list, for the next start. A list that was never read says nothing about it.
    fn remember(&self) {
        if let Some(lines) = self.state.to_remember() {
            self.store.remember(self.engine.shared().options.home().display().to_string(), lines);
        }
    }

    fn draw(&mut self) -> bool {
        let drawn = self.state.draw();
        self.publish(&drawn);
        !drawn.is_empty()
    }

    /// Whether there was anything to draw or to send: what changed nothing begins no frame, and nobody waits for it.
    fn flush(&mut self) -> bool {
        let mut busy = self.draw();
        // Before any page hears of it: who sees a turn run and closes the window is asked.
        self.tell_busy();
        let mut lost = Vec::new();
        for (name, window) in &mut self.windows {
            let Some(send) = &window.send else { continue };
            let changes = window.outbox.len() as u64;
            let Some(batch) = window.outbox.take() else { continue };
            busy = true;
            add(&self.tally.batches, 1);
            add(&self.tally.changes, changes);
            if !send(batch) {
                lost.push(name.clone());
            }
        }
        // A webview that reloads subscribes again; until then its threads stay open, and nothing is gathered for it.
        for name in lost {
            if let Some(window) = self.windows.get_mut(&name) {
                window.send = None;
                window.outbox = Outbox::default();
            }
        }
        busy
    }

    fn tell_busy(&mut self) {
        self.engine.0.stays.store(self.state.settings().close_to_tray, Ordering::Relaxed);
        self.engine.0.remote_images.store(self.state.settings().remote_images, Ordering::Relaxed);
        let now = self.state.busy();
        let mut held = self.busy.lock().unwrap_or_else(PoisonError::into_inner);
        if *held != now {
            *held = now;
            drop(held);
            self.platform.busy_changed(now);
        }
    }
}

impl Window {
    fn new() -> Self {
        Self { send: None, open: BTreeSet::new(), outbox: Outbox::default() }
    }

    /// A page is there that shows the thread; without one, any page.
    pub(super) fn shows(&self, thread: Option<&ThreadId>) -> bool {
        self.send.is_some() && thread.is_none_or(|thread| self.open.contains(thread))
    }
}
