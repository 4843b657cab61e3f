//! The engine without a window, on the real server, with the loopback as its model.

use crate::mirror::Mirror;
use engine::DesktopNotification;
use engine::change::Permissions;
use engine::id::{ThreadId, WindowId};
use engine::intent::{Choices, Intent, MessageIntent, Prompt, ReadIntent, Receipt};
use engine::query::{Diagnostics, QueryResult, ServerQuery};
use engine::{Appearance, BoxFuture, Busy, Engine, Options, Pick, Platform, Question};
use loopback::{Loopback, Script};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};
use std::sync::{Arc, Mutex};

/// A CODEX_HOME, a data folder, a project and a scripted model. The folders are removed when it is dropped.
pub struct EngineFixture {
    pub model: Loopback,
    folder: Folder,
}

struct Folder(PathBuf);

impl Drop for Folder {
    fn drop(&mut self) {
        std::fs::remove_dir_all(&self.0).ok();
    }
}

static MADE: AtomicU32 = AtomicU32::new(0);

fn make_folder() -> Folder {
    let name = format!("threadloft-fixture-{}-{}", std::process::id(), MADE.fetch_add(1, Relaxed));
    let folder = Folder(std::env::temp_dir().canonicalize().unwrap_or_default().join(name));
    for part in ["home", "data", "project", "tmp"] {
        make(&folder.0.join(part));
    }
    folder
}

impl EngineFixture {
    /// The model echoes each prompt, unless a test scripts it.
    pub async fn new() -> Self {
        let model = Loopback::start(Script::echo()).await.unwrap_or_else(|why| panic!("no loopback: {why}"));
        Self { model, folder: make_folder() }
    }

    /// The loopback also issues sign-ins and requires one.
    pub async fn with_accounts() -> Self {
        let folder = make_folder();
        let model = Loopback::with_accounts(Script::echo(), &folder.0).await;
        Self { model: model.unwrap_or_else(|why| panic!("no loopback: {why}")), folder }
    }

    pub fn at(&self, path: &str) -> PathBuf {
        self.folder.0.join(path)
    }

    pub fn project(&self) -> String {
        self.at("project").display().to_string()
    }

    /// Trusts this folder, so that the engine does not ask about it.
    pub fn trust(&self, folder: &Path) {
        crate::trust::trust(&self.at("home"), folder);
    }

    /// Options for an engine in these folders. Codex keeps its sign-in in memory, because there is no keychain.
    pub fn options(&self) -> Options {
        let mut extra_config = self.model.config();
        extra_config.push(("cli_auth_credentials_store".into(), "\"ephemeral\"".into()));
        let mut env = self.model.env();
        // Codex refuses a home below the folder for temporary files.
        env.push(("TMPDIR".into(), self.at("tmp").display().to_string()));
        Options {
            data_dir: self.at("data"),
            codex_home: Some(self.at("home")),
            codex: Some(crate::codex()),
            extra_config,
            env,
            ..Options::default()
        }
    }

    pub fn open(&self) -> OpenEngine {
        OpenEngine::open(self.options())
    }
}

/// A running engine and its platform.
#[derive(Clone)]
pub struct OpenEngine {
    pub engine: Engine,
    pub platform: Arc<RecordingPlatform>,
}

impl OpenEngine {
    pub fn open(options: Options) -> Self {
        let platform = Arc::new(RecordingPlatform::default());
        Self { engine: Engine::open(options, platform.clone()), platform }
    }

    /// Subscribes a window, which keeps a copy of the state.
    pub fn window(&self, name: &str) -> Client {
        let mirror = Mirror::new();
        let window = WindowId::from(name);
        self.engine.subscribe(window.clone(), mirror.listener());
        Client { engine: self.engine.clone(), window, mirror }
    }

    pub async fn diagnostics(&self) -> Diagnostics {
        match self.engine.query(ServerQuery::Diagnostics).await {
            Ok(QueryResult::Diagnostics { diagnostics }) => *diagnostics,
            other => panic!("no diagnostics: {other:?}"),
        }
    }
}

/// A window's side of an engine: it acts, and waits on its copy of the state.
pub struct Client {
    pub engine: Engine,
    pub window: WindowId,
    pub mirror: Mirror,
}

impl Client {
    pub async fn act(&self, intent: impl Into<Intent>) -> Result<Receipt, engine::failure::Failure> {
        self.engine.act(self.window.clone(), intent).await
    }

    pub async fn perform(&self, intent: impl Into<Intent>) -> Receipt {
        let intent = intent.into();
        let said = format!("{intent:?}");
        self.act(intent).await.unwrap_or_else(|why| panic!("{said}: {why}"))
    }

    pub async fn start_thread(&self, cwd: &str, text: &str) -> ThreadId {
        let intent = MessageIntent::StartThread { cwd: cwd.into(), prompt: prompt(text), choices: choices() };
        self.perform(intent).await.thread.unwrap_or_else(|| panic!("the receipt names no thread"))
    }

    pub async fn send(&self, thread: &ThreadId, text: &str) {
        self.perform(MessageIntent::Send { thread: thread.clone(), prompt: prompt(text), choices: choices() }).await;
    }

    pub async fn open(&self, thread: &ThreadId) {
        self.perform(ReadIntent::OpenThread { thread: thread.clone() }).await;
    }

    pub async fn ready(&mut self) {
        self.mirror.until("the server is ready", |seen| seen.phase() == "ready").await;
    }
}

pub fn prompt(text: &str) -> Prompt {
    text.to_owned().into()
}

pub fn choices() -> Choices {
    Choices::with(Permissions::Ask)
}

/// A platform that records what it was asked to do.
#[derive(Default)]
pub struct RecordingPlatform {
    pub asked: Mutex<Vec<String>>,
    pub busy: Mutex<Vec<Busy>>,
    /// The path that every file chooser returns.
    pub picks: Mutex<Option<PathBuf>>,
    /// Whether the person refuses native dialogs; otherwise they agree.
    pub declines: AtomicBool,
}

impl RecordingPlatform {
    fn note(&self, line: String) -> Result<(), String> {
        self.asked.lock().map_err(|_| "poisoned".to_owned())?.push(line);
        Ok(())
    }
}

impl Platform for RecordingPlatform {
    fn open_url(&self, url: &str) -> Result<(), String> {
        self.note(format!("url {url}"))
    }

    fn open_path(&self, path: &Path) -> Result<(), String> {
        self.note(format!("path {}", path.display()))
    }

    fn edit(&self, program: &str, args: &[String]) -> BoxFuture<Result<(), String>> {
        let noted = self.note(format!("edit {program} {}", args.join(" ")));
        Box::pin(async move { noted })
    }

    fn reveal(&self, path: &Path) -> Result<(), String> {
        self.note(format!("reveal {}", path.display()))
    }

    fn open_window(&self, thread: &ThreadId) -> Result<(), String> {
        self.note(format!("window {thread}"))
    }

    fn close_window(&self, window: &WindowId) -> Result<(), String> {
        self.note(format!("close {window}"))
    }

    fn pick(&self, _what: Pick) -> BoxFuture<Result<Option<PathBuf>, String>> {
        let picked = self.picks.lock().ok().and_then(|picks| picks.clone());
        Box::pin(async move { Ok(picked) })
    }

    fn pick_images(&self) -> BoxFuture<Result<Vec<PathBuf>, String>> {
        let picked = self.picks.lock().ok().and_then(|picks| picks.clone());
        Box::pin(async move { Ok(picked.into_iter().collect()) })
    }

    fn confirm(&self, question: Question) -> BoxFuture<bool> {
        let noted = self.note(format!("confirm {} · {}", question.title, question.about));
        let agrees = noted.is_ok() && !self.declines.load(Relaxed);
        Box::pin(async move { agrees })
    }

    fn busy_changed(&self, busy: Busy) {
        if let Ok(mut held) = self.busy.lock() {
            held.push(busy);
        }
    }

    fn set_appearance(&self, appearance: Appearance) {
        let _ = self
            .note(format!("appearance: badge {} tray {} zoom {}", appearance.badge, appearance.tray, appearance.zoom));
    }

    fn notify(&self, note: &DesktopNotification) {
        let _ = self.note(format!("notify {} · {}", note.title, note.body));
    }

    fn fetch_codex(&self, _into: &Path) -> BoxFuture<Result<(), String>> {
        Box::pin(async { Err("there is no npm here".to_owned()) })
    }
}

fn make(folder: &Path) {
    std::fs::create_dir_all(folder).unwrap_or_else(|why| panic!("{}: {why}", folder.display()));
}
