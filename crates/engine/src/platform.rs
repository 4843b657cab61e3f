//! What only the window side can do, and what it is told.

use crate::id::{ThreadId, WindowId};
use crate::notify::DesktopNotification;
use std::future::Future;
use std::path::{Path, PathBuf};
use std::pin::Pin;

pub use crate::state::Busy;

pub type BoxFuture<T> = Pin<Box<dyn Future<Output = T> + Send>>;

/// Every method returns fast; failures are words a person can read.
pub trait Platform: Send + Sync + 'static {
    fn open_url(&self, url: &str) -> Result<(), String>;
    fn open_path(&self, path: &Path) -> Result<(), String>;
    /// Starts a program that opens a file at a line, and does not wait for its end.
    fn edit(&self, program: &str, args: &[String]) -> BoxFuture<Result<(), String>>;
    /// Show the file in the OS's file manager.
    fn reveal(&self, path: &Path) -> Result<(), String>;
    fn open_window(&self, thread: &ThreadId) -> Result<(), String>;
    /// The person agreed to lose what runs.
    fn close_window(&self, window: &WindowId) -> Result<(), String>;
    /// `None`: the person changed their mind.
    fn pick(&self, what: Pick) -> BoxFuture<Result<Option<PathBuf>, String>>;
    /// Several pictures at once; none: the person changed their mind.
    fn pick_images(&self) -> BoxFuture<Result<Vec<PathBuf>, String>>;
    /// Asks the person in a dialog of the system, which no page can answer. `false`: they did not agree.
    fn confirm(&self, question: Question) -> BoxFuture<bool>;
    /// For tray and badge.
    fn busy_changed(&self, busy: Busy);
    /// Whether those two are wanted, and how large the pages are. Told before the first `busy_changed`, and when the
    /// person changes it.
    fn set_appearance(&self, appearance: Appearance);
    /// Something waits. Shown only while no window has the focus.
    fn notify(&self, note: &DesktopNotification);
    /// The pinned codex, by npm, into this folder.
    fn fetch_codex(&self, into: &Path) -> BoxFuture<Result<(), String>>;
}

/// Something only the person may decide.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Question {
    pub title: String,
    /// What exactly it is about: a command, a path.
    pub about: String,
    /// What follows from a yes.
    pub why: String,
    /// The answer that does it; the other one is Cancel.
    pub yes: String,
}

/// How the app shows itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Appearance {
    pub badge: bool,
    pub tray: bool,
    /// In percent.
    pub zoom: u16,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pick {
    Folder,
    Codex,
}
