//! The one task that owns the state and the windows' outboxes.
//!
//! Invariant: a window gets at most one batch per frame. The first change after a pause is sent at once.

use crate::ask::{Answer, Ask};
use crate::change::{Change, Demo};
use crate::engine::stores::Stores;
use crate::engine::{Engine, now_ms};
use crate::failure::Failure;
use crate::id::{AskId, BannerId, ThreadId, WindowId};
use crate::peer::{Tally, add};
use crate::platform::{Appearance, Busy, Platform};
use crate::row::Level;
use crate::settings::Settings;
use crate::store::{Kept, Store, StoreWriter};
use model::outbox::Outbox;
use model::state::{Effect, Input, LocalEvent, SentFrom, State, Step};
use protocol::Event;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::sync::{mpsc, oneshot};
use tokio::time::Instant;

/// About one frame of a screen.
const FRAME: Duration = Duration::from_millis(16);
/// The most messages to handle before the next check whether a frame is due.
const MESSAGES_PER_CHECK: usize = 512;
/// Sends a batch to a window; `false` if the window is gone.
pub(crate) type Sender = Box<dyn Fn(String) -> bool + Send + Sync>;

/// What the core receives.
#[allow(clippy::large_enum_variant)] // nearly all messages are events, and each is moved once
pub(crate) enum Message {
    /// An event, with the number of the server run that it comes from.
    Event(u64, Event),
    Run(Box<dyn FnOnce(&mut Core) + Send>),
}

pub(crate) struct Core {
    pub state: State,
    /// The current server run. Events of other runs are ignored.
    run: u64,
    pub(super) engine: Engine,
    pub(super) windows: BTreeMap<WindowId, Window>,
    pub(super) stores: Stores,
    /// Callers that follow a turn.
    followers: Vec<mpsc::UnboundedSender<Event>>,
    /// Callers that answer requests without a window.
    answerers: Vec<mpsc::UnboundedSender<Ask>>,
    pub(super) platform: Arc<dyn Platform>,
    tally: Arc<Tally>,
    busy: Arc<Mutex<Busy>>,
}

pub(super) struct Window {
    send: Option<Sender>,
    pub open: BTreeSet<ThreadId>,
    pub outbox: Outbox,
}

pub(super) async fn run(engine: Engine, mut messages: mpsc::UnboundedReceiver<Message>) {
    let mut core = Core::start(engine).await;
    let mut drawn = Instant::now();
    let mut due: Option<Instant> = None;
    loop {
        let next = core.state.next_due();
        let timer = async {
            match next {
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
            () = timer => drop(core.step(Input::Due)),
            message = messages.recv() => match message {
                Some(message) => core.handle(message),
                None => return,
            },
        }
        for _ in 0..MESSAGES_PER_CHECK {
            match messages.try_recv() {
                Ok(message) => core.handle(message),
                Err(_) => break,
            }
        }
        let now = Instant::now();
        if now >= drawn + FRAME {
            due = None;
            if core.flush() {
                // Applying messages takes time too, so the next frame is counted from the end of the last one.
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
        let headless = options.headless;
        let opened = tokio::task::spawn_blocking(move || {
            let mut store = Store::open(&folder);
            let kept = store.kept(&opened);
            (store, if headless { kept.without_messages() } else { kept })
        });
        let (store, kept) = opened.await.unwrap_or_else(|error| (Store::unusable(&error.to_string()), Kept::default()));
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
            stores: Stores::new(store),
            followers: Vec::new(),
            answerers: Vec::new(),
            platform,
            tally,
            busy,
        };
        core.set_appearance();
        // The demo has its own list.
        if !options.demo {
            core.apply_local(LocalEvent::Remembered(kept.remembered));
        }
        core.apply_local(LocalEvent::OwnPins(kept.pins));
        core.apply_local(LocalEvent::KeptUnread(kept.unread));
        for (thread, after_s) in kept.unattended {
            core.apply_local(LocalEvent::Unattended { thread, after_s: Some(after_s) });
        }
        core.apply_local(LocalEvent::Chosen(kept.chosen));
        core.apply_local(LocalEvent::Unlisted(kept.unlisted));
        for (thread, draft) in kept.drafts {
            core.apply_local(LocalEvent::Draft { thread, draft });
        }
        let here =
            kept.waiting.into_iter().flat_map(|(thread, all)| all.into_iter().map(move |one| (thread.clone(), one)));
        let here = here.map(|(thread, one)| (thread, one, SentFrom::Here));
        let there = kept.taken.into_iter().map(|(thread, one)| (thread, one, SentFrom::There));
        core.apply_local(LocalEvent::StoredMessages(here.chain(there).collect()));
        let needed = core.state.drafted_pictures().map(str::to_owned).collect();
        if !options.headless {
            tokio::task::spawn_blocking(move || crate::picture::tidy(&options.pictures(), &needed));
        }
        if let Some(trouble) = trouble {
            core.warn("store", "Drafts and settings are not saved.", Some(trouble));
        }
        core
    }

    fn handle(&mut self, message: Message) {
        match message {
            Message::Event(run, event) if run == self.run => self.apply(event),
            Message::Event(..) => {}
            Message::Run(work) => work(self),
        }
    }

    fn apply(&mut self, event: Event) {
        if crate::followed::is_followed(&event) {
            self.followers.retain(|follower| follower.send(event.clone()).is_ok());
        }
        self.step(Input::Event(event));
    }

    pub fn apply_local(&mut self, event: LocalEvent) {
        self.step(Input::Local(event));
    }

    /// Sends a person's answer to the server at once.
    pub fn answer(&mut self, ask: AskId, answer: Answer) -> Result<(), Failure> {
        self.step(Input::Answer { ask, answer }).map_or(Ok(()), Err)
    }

    /// Applies an input to the state and performs its effects. Returns the failure if the state refused the input.
    fn step(&mut self, input: Input) -> Option<Failure> {
        let Step { changes, effects, mut refused } = self.state.step(input, now_ms());
        self.publish(&changes);
        for effect in effects {
            refused = self.perform(effect).or(refused);
        }
        refused
    }

    /// Performs an effect. The state has already decided what is to happen, so each arm only carries it out.
    fn perform(&mut self, effect: Effect) -> Option<Failure> {
        let engine = self.engine.clone();
        let handlers = &self.engine.shared().handlers;
        match effect {
            Effect::Reply { ask, reply } => {
                let peer = engine.connection().peer;
                let handed = peer.is_some_and(|peer| peer.reply(&reply.id, reply.outcome));
                return self.step(Input::Handed { ask, handed });
            }
            Effect::RefreshTokens { request, ask } => handlers.refresh_tokens(&engine, request, ask),
            Effect::ReadAccount => handlers.read_account(&engine),
            Effect::EndLogin(done) => handlers.login_completed(&engine, &done),
            Effect::ReadProject(project) => handlers.read_project(&engine, project),
            Effect::GatewayPage(url) => handlers.open_gateway_page(&engine, &url),
            Effect::ForgetSkills => engine.shared().skills.forget(),
            Effect::FilesFound(found) => engine.shared().files.found(found),
            Effect::FilesSearched(session) => engine.shared().files.searched(&session),
            Effect::ReadThread(thread) => drop(tokio::spawn(async move { engine.read_thread(&thread).await })),
            Effect::ReadQueue(thread) => handlers.read_queue(&engine, thread),
            Effect::ReadTerminals(thread) => handlers.read_terminals(&engine, thread),
            Effect::TellRead { thread, revision } => handlers.tell_read(&engine, thread, revision),
            Effect::SendWaiting(thread) => handlers.send_waiting(&engine, thread),
            Effect::ForgetLock(thread) => engine.shared().loaded.forget(thread.as_str()),
            Effect::Release(thread) => handlers.release(&engine, thread),
            Effect::ReleaseSoon(thread) => handlers.release_soon(&engine, thread),
            Effect::EndTerminal(terminal) => handlers.end_terminal(&engine, terminal),
            Effect::TypeTerminal { terminal, bytes } => handlers.type_into_terminal(&engine, terminal, bytes),
            Effect::Notify(notification) => self.platform.notify(&notification),
            Effect::Store(write) => self.write(write),
            Effect::StoreDraft(home) => drop(self.store_draft(home)),
            Effect::GiveBack { sent, to, tell } => self.return_unsent(*sent, to, tell),
        }
        None
    }

    /// Sends every event of turns to this follower, until it is dropped.
    pub fn follow_events(&mut self, follower: mpsc::UnboundedSender<Event>) {
        self.followers.push(follower);
    }

    pub fn follow_asks(&mut self, answerer: mpsc::UnboundedSender<Ask>) {
        self.answerers.push(answerer);
    }

    pub fn is_followed(&self) -> bool {
        self.followers.iter().any(|follower| !follower.is_closed())
    }

    /// Shows a banner until it is dismissed. A later banner of the same `name` replaces it.
    pub fn warn(&mut self, name: &str, title: &str, detail: Option<String>) {
        self.banner(name, Level::Warn, title, detail);
    }

    pub fn banner(&mut self, name: &str, level: Level, title: &str, detail: Option<String>) {
        let id = BannerId::from(name);
        let detail = detail.map(|detail| crate::mask::secrets(&detail).into_owned());
        self.apply_local(LocalEvent::Banner(crate::change::Banner {
            id,
            level,
            title: title.into(),
            detail,
            thread: None,
            undo_trust: None,
        }));
    }

    pub fn publish(&mut self, changes: &[Change]) {
        if changes.is_empty() {
            return;
        }
        if !self.answerers.is_empty() {
            for change in changes {
                if let Change::AskPut { ask } = change {
                    self.answerers.retain(|answerer| answerer.send((**ask).clone()).is_ok());
                }
            }
        }
        // A window that is reloading gets a snapshot when it is back.
        for window in self.windows.values_mut().filter(|window| window.send.is_some()) {
            window.outbox.push(changes, &window.open);
        }
    }

    /// Accepts the events of this server run and ignores those of all others.
    pub fn follow(&mut self, run: u64) {
        self.run = run;
        self.apply_local(LocalEvent::SessionEnded);
    }

    pub fn subscribe(&mut self, name: WindowId, send: Sender) {
        self.draw();
        self.apply_local(LocalEvent::PageGone(name.clone()));
        let window = self.windows.entry(name).or_insert_with(Window::new);
        window.send = Some(send);
        window.outbox = Outbox::default();
        let snapshot = Box::new(self.state.snapshot(&window.open));
        window.outbox.push(&[Change::Reset { snapshot }], &window.open);
    }

    /// Switches to another home. Every window gets a new snapshot.
    pub fn enter(&mut self, home: String, demo: Option<Demo>) {
        self.stores.enter(demo.is_some());
        self.apply_local(LocalEvent::Entered { home, demo });
        self.reset();
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

    /// Records that the window shows the thread. Returns whether its pages must be read.
    pub fn open(&mut self, name: &WindowId, thread: &ThreadId) -> bool {
        let shown = self.state.shown().contains(thread);
        self.windows.entry(name.clone()).or_insert_with(Window::new).open.insert(thread.clone());
        self.mark_seen(thread);
        if !shown {
            self.apply_local(LocalEvent::Opened(thread.clone()));
        }
        self.draw();
        let held = self.state.open_thread(thread);
        let must_read = !shown || held.as_ref().is_none_or(|held| held.turns.is_empty());
        if let (Some(held), Some(window)) = (held, self.windows.get_mut(name)) {
            window.outbox.push(&[Change::ThreadPut { thread: Box::new(held) }], &window.open);
        }
        must_read
    }

    /// Whether more than one window shows the thread.
    pub fn is_shared(&self, thread: &ThreadId) -> bool {
        self.windows.values().filter(|window| window.open.contains(thread)).count() > 1
    }

    /// Records that the window no longer shows the thread. Returns whether no window shows it now.
    pub fn close_thread(&mut self, name: &WindowId, thread: &ThreadId) -> bool {
        let had = self.windows.get_mut(name).is_some_and(|window| window.open.remove(thread));
        if !had || self.windows.values().any(|window| window.open.contains(thread)) {
            return false;
        }
        self.apply_local(LocalEvent::Closed(thread.clone()));
        true
    }

    /// Removes the window. Returns the threads that no window shows now.
    pub fn leave(&mut self, name: &WindowId) -> Vec<ThreadId> {
        self.apply_local(LocalEvent::PageGone(name.clone()));
        let open = self.windows.get(name).map(|window| window.open.clone()).unwrap_or_default();
        let left = open.into_iter().filter(|thread| self.close_thread(name, thread)).collect();
        self.windows.remove(name);
        left
    }

    pub fn put_settings(&mut self, settings: Settings) {
        self.stores.own().put_settings(settings.clone());
        // Set before the receipt: a page that was just allowed to load pictures reloads when the receipt arrives, and
        // its content policy depends on this value.
        self.engine.0.remote_images.store(settings.remote_images, Ordering::Relaxed);
        self.apply_local(LocalEvent::Settings(settings));
        self.set_appearance();
    }

    /// Reads something from the store, after everything that was queued before.
    pub fn read_store<T: Send + 'static>(
        &self,
        read: impl FnOnce(&Store) -> T + Send + 'static,
    ) -> oneshot::Receiver<T> {
        self.stores.current().read(read)
    }

    /// Fires when everything that was queued before is on disk.
    pub fn written(&self) -> oneshot::Receiver<()> {
        self.stores.own().written()
    }

    pub fn put_unattended(&mut self, thread: ThreadId, after_s: Option<u32>) {
        self.stores.current().put_unattended(thread.clone(), after_s);
        self.apply_local(LocalEvent::Unattended { thread, after_s });
    }

    fn set_appearance(&self) {
        let settings = self.state.settings();
        self.platform.set_appearance(Appearance {
            badge: settings.badge,
            tray: settings.tray,
            zoom: settings.drawn_at(),
        });
    }

    /// Writes everything to disk and sends every window its last changes.
    pub fn close(&mut self) {
        self.flush();
        self.remember();
        self.stores.finish();
    }

    /// Records that every list was read to its end.
    pub fn listed(&mut self) {
        self.apply_local(LocalEvent::Listed);
        self.remember();
    }

    /// Saves the top of the list for the next start, unless the list was never read.
    fn remember(&self) {
        if let Some(lines) = self.state.to_remember() {
            self.stores.current().remember(self.engine.shared().options.home().display().to_string(), lines);
        }
    }

    fn draw(&mut self) -> bool {
        let drawn = self.state.draw();
        self.publish(&drawn);
        !drawn.is_empty()
    }

    /// Sends the waiting changes. Returns whether there were any: a step that changed nothing starts no frame.
    fn flush(&mut self) -> bool {
        let mut busy = self.draw();
        // Sent before any page can draw it: a person who sees a running turn and closes the window must be asked
        // first.
        self.publish_busy();
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
        // A reloading page subscribes again. Until then its threads stay open, and no changes are collected for it.
        for name in lost {
            if let Some(window) = self.windows.get_mut(&name) {
                window.send = None;
                window.outbox = Outbox::default();
            }
        }
        busy
    }

    fn publish_busy(&mut self) {
        self.engine.0.stays_in_tray.store(self.state.settings().close_to_tray, Ordering::Relaxed);
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

    /// Whether a window shows the thread. Without a thread: whether there is any window.
    pub(super) fn shows(&self, thread: Option<&ThreadId>) -> bool {
        self.send.is_some() && thread.is_none_or(|thread| self.open.contains(thread))
    }
}
