//! The engine: it owns the state, runs the server, and updates the windows.
//!
//! Invariant: only the core's own task touches `State`. Everything else sends it messages, which are handled in wire
//! order.
//!
//! Invariant: when `close` returns, no codex of ours is running.

mod around;
mod choosing;
mod confirming;
mod core;
pub(crate) mod files;
mod handlers;
mod handshake;
mod history;
mod list;
mod loaded;
mod marks;
mod page;
pub(crate) mod places;
mod records;
pub(crate) mod search;
mod sending;
mod stores;
mod supervisor;
mod trusted;
mod waiting;

pub use crate::paths::Options;
pub use crate::platform::{BoxFuture, Busy, Pick, Platform, Question};

pub(crate) use self::core::Core;
pub(crate) use self::handlers::Handlers;
pub(crate) use self::list::Depth;
pub(crate) use self::page::first_page;
pub(crate) use self::supervisor::SupervisorCommand;
pub(crate) use crate::clock::now_ms;

use self::confirming::Confirming;
use self::core::Message;
use self::loaded::LoadedThreads;
use self::supervisor::Connection;
use self::trusted::Trusted;
use crate::change_sets::{Drawer, Watched};
use crate::failure::{Code, Failure};
use crate::id::WindowId;
use crate::peer::{Peer, Tally};
use crate::picture::BroughtPictures;
use crate::sign_in::SignIn;
use crate::skill_cache::SkillCache;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::sync::{mpsc, oneshot, watch};

/// A cheap handle. The engine runs until `close`.
#[derive(Clone)]
pub struct Engine(Arc<Shared>);

pub(crate) struct Shared {
    pub options: Options,
    pub handlers: Box<dyn Handlers>,
    pub platform: Arc<dyn Platform>,
    pub tally: Arc<Tally>,
    /// The threads whose writer lock we hold.
    pub loaded: LoadedThreads,
    pub sign_in: SignIn,
    /// The idempotency key of a reset that was sent and not yet answered.
    pub reset_attempt: tokio::sync::Mutex<Option<String>>,
    pub demo: tokio::sync::Mutex<Option<crate::demo::Demo>>,
    /// Lets only one refresh of the list run at a time.
    pub listing: tokio::sync::Mutex<()>,
    pub exports: crate::export::Exports,
    pub pictures: BroughtPictures,
    /// Lets only one task at a time put prompts into a server's queue.
    pub queueing: tokio::sync::Mutex<()>,
    /// Lets only one task at a time send thread settings, so that the newest arrive last.
    pub updating_settings: tokio::sync::Mutex<()>,
    /// The number of the newest search. An older search that reads threads by itself stops when this grows.
    pub searches: std::sync::atomic::AtomicU64,
    /// The search for files by name.
    pub files: files::Files,
    /// The change sets that windows show.
    pub changes: Drawer,
    pub watched: Watched,
    /// Set when a person starts a gateway sign-in, so that its page may be opened once.
    pub gateway_wanted: std::sync::atomic::AtomicBool,
    pub sheets: crate::sheets::Sheets,
    pub row_pictures: crate::pictures::Pictures,
    /// The listed skills, and the watches on their files.
    pub skills: SkillCache,
    /// Folders that Codex is known to trust.
    pub trusted: Trusted,
    /// Confirmations that no page can answer.
    pub confirming: Confirming,
    /// Set by `close`: optional work is no longer begun.
    closing: std::sync::atomic::AtomicBool,
    messages: mpsc::UnboundedSender<Message>,
    commands: mpsc::UnboundedSender<SupervisorCommand>,
    connection: watch::Receiver<Connection>,
    /// Whether any window has subscribed so far.
    window_seen: watch::Sender<bool>,
    busy: Arc<Mutex<Busy>>,
    stays_in_tray: AtomicBool,
    remote_images: AtomicBool,
}

/// The server sends the first rows in about 10 ms, and a page draws them in about 30 ms.
const FIRST_ROWS: Duration = Duration::from_millis(80);

/// How long an intent waits for a server that is just starting.
const STARTING: Duration = Duration::from_secs(20);

impl Engine {
    pub(crate) fn start(options: Options, platform: Arc<dyn Platform>, handlers: Box<dyn Handlers>) -> Self {
        let (messages, inbox) = mpsc::unbounded_channel();
        let (commands, command_inbox) = mpsc::unbounded_channel();
        let (publish_connection, connection) = watch::channel(Connection::default());
        let busy = Arc::new(Mutex::new(Busy::default()));
        let tally = Arc::new(Tally::default());
        let engine = Self(Arc::new(Shared {
            options,
            handlers,
            platform,
            tally,
            loaded: LoadedThreads::default(),
            sign_in: SignIn::default(),
            reset_attempt: tokio::sync::Mutex::default(),
            demo: tokio::sync::Mutex::default(),
            listing: tokio::sync::Mutex::default(),
            exports: crate::export::Exports::default(),
            pictures: BroughtPictures::default(),
            queueing: tokio::sync::Mutex::default(),
            updating_settings: tokio::sync::Mutex::default(),
            files: files::Files::default(),
            changes: Drawer::default(),
            watched: Watched::default(),
            searches: Default::default(),
            gateway_wanted: Default::default(),
            sheets: crate::sheets::Sheets::default(),
            row_pictures: crate::pictures::Pictures::default(),
            skills: SkillCache::default(),
            trusted: Trusted::default(),
            confirming: Confirming::default(),
            closing: std::sync::atomic::AtomicBool::new(false),
            messages,
            commands,
            connection,
            window_seen: watch::Sender::new(false),
            busy,
            stays_in_tray: AtomicBool::new(false),
            remote_images: AtomicBool::new(false),
        }));
        tokio::spawn(core::run(engine.clone(), inbox));
        tokio::spawn(supervisor::run(engine.clone(), command_inbox, publish_connection));
        engine
    }

    /// Sends JSON batches to a window, the first of which is `Reset`. After a reload the window gets a fresh `Reset`
    /// with the threads it had open. `send` returns whether the window still exists.
    pub fn subscribe(&self, window: WindowId, send: Box<dyn Fn(String) -> bool + Send + Sync>) {
        self.post(move |core| core.subscribe(window, send));
        self.0.window_seen.send_replace(true);
    }

    /// Waits until a window has subscribed, if the server's start is to wait for that.
    pub(crate) async fn wait_for_window(&self) {
        if let Some(longest) = self.0.options.window_first {
            tokio::time::timeout(longest, self.0.window_seen.subscribe().wait_for(|seen| *seen)).await.ok();
        }
    }

    /// Leaves the few processors to the page while it draws the first rows.
    pub(crate) async fn yield_to_first_rows(&self) {
        if self.0.options.window_first.is_some() {
            tokio::time::sleep(FIRST_ROWS).await;
        }
    }

    /// Must be called when a window was closed.
    pub fn leave(&self, window: &WindowId) {
        let (engine, window) = (self.clone(), window.clone());
        self.post(move |core| {
            for thread in core.leave(&window) {
                engine.shared().handlers.release(&engine, thread);
            }
        });
    }

    /// A picture by the name that a window was given for it.
    pub async fn picture(&self, name: &str) -> Option<crate::pictures::Picture> {
        self.0.row_pictures.fetch(name).await
    }

    /// Whether pages may load pictures from the web. Checked when a page is loaded.
    pub fn remote_images(&self) -> bool {
        self.0.remote_images.load(Ordering::Relaxed)
    }

    /// What closing the app now would interrupt.
    pub fn busy(&self) -> Busy {
        *self.0.busy.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether the app stays in the tray when its last window closes.
    pub fn stays_in_tray(&self) -> bool {
        self.0.stays_in_tray.load(Ordering::Relaxed)
    }

    /// Ends the server: its stdin is closed first, then its process group is killed.
    pub async fn close(&self) {
        self.0.closing.store(true, std::sync::atomic::Ordering::Relaxed);
        let (done, ended) = oneshot::channel();
        if self.0.commands.send(SupervisorCommand::End(done)).is_ok() {
            ended.await.ok();
        }
        drop(self.0.demo.lock().await.take());
        self.with(Core::close).await.ok();
    }

    pub(crate) fn is_closing(&self) -> bool {
        self.0.closing.load(std::sync::atomic::Ordering::Relaxed)
    }

    pub(crate) fn shared(&self) -> &Shared {
        &self.0
    }

    /// Sends a closure to the core without waiting.
    pub(crate) fn post(&self, work: impl FnOnce(&mut Core) + Send + 'static) {
        self.0.messages.send(Message::Run(Box::new(work))).ok();
    }

    /// Runs a closure in the core and returns its result. Every event that came before has been applied by then.
    pub(crate) async fn with<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Core) -> T + Send + 'static,
    ) -> Result<T, Failure> {
        let (answer, answered) = oneshot::channel();
        self.post(move |core| {
            answer.send(work(core)).ok();
        });
        answered.await.map_err(|_| Failure::new(Code::ServerGone, "Threadloft is closing."))
    }

    pub(crate) fn supervise(&self, command: SupervisorCommand) {
        self.0.commands.send(command).ok();
    }

    /// The connection to the server. Waits for a server that is just starting.
    pub(crate) async fn peer(&self) -> Result<Peer, Failure> {
        let mut connection = self.0.connection.clone();
        let waiting = connection.wait_for(|connection| connection.peer.is_some() || connection.stopped);
        match tokio::time::timeout(STARTING, waiting).await {
            Ok(Ok(connection)) => connection.peer.clone().ok_or_else(not_running),
            _ => Err(not_running()),
        }
    }

    /// For waiting until the next server is up.
    pub(crate) fn connections(&self) -> watch::Receiver<Connection> {
        self.0.connection.clone()
    }

    pub(crate) fn connection(&self) -> Connection {
        self.0.connection.borrow().clone()
    }
}

fn not_running() -> Failure {
    Failure::new(Code::ServerGone, "Codex is not running. Your text is kept. Start Codex again, then send it.")
}
