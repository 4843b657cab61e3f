//! What only the window side can do for the engine, and what the engine tells it.

use crate::id::{ThreadId, WindowId};
use std::future::Future;
use std::path::{Path, PathBuf};
use std::pin::Pin;

pub use model::notify::DesktopNotification;
pub use model::state::Busy;

pub type BoxFuture<T> = Pin<Box<dyn Future<Output = T> + Send>>;

/// Every method returns quickly. An error is a message that a person can read.
pub trait Platform: Send + Sync + 'static {
    fn open_url(&self, url: &str) -> Result<(), String>;
    fn open_path(&self, path: &Path) -> Result<(), String>;
    /// Starts a program that opens a file at a line, and does not wait for its end.
    fn edit(&self, program: &str, args: &[String]) -> BoxFuture<Result<(), String>>;
    /// Shows the file in the system's file manager.
    fn reveal(&self, path: &Path) -> Result<(), String>;
    fn open_window(&self, thread: &ThreadId) -> Result<(), String>;
    /// Closes a window, because the person agreed to lose what is running.
    fn close_window(&self, window: &WindowId) -> Result<(), String>;
    /// `None` if the person cancelled.
    fn pick(&self, what: Pick) -> BoxFuture<Result<Option<PathBuf>, String>>;
    /// Several pictures at once; empty if the person cancelled.
    fn pick_images(&self) -> BoxFuture<Result<Vec<PathBuf>, String>>;
    /// Asks the person in a system dialog, which no page can answer. `false` if they did not agree.
    fn confirm(&self, question: Question) -> BoxFuture<bool>;
    /// Updates the tray icon and the badge.
    fn busy_changed(&self, busy: Busy);
    /// Sets whether tray icon and badge are shown, and the zoom of the pages. Called before the first `busy_changed`,
    /// and whenever the person changes it.
    fn set_appearance(&self, appearance: Appearance);
    /// Shows a desktop notification, but only while no window has the focus.
    fn notify(&self, note: &DesktopNotification);
    /// Installs the pinned codex into this folder with npm.
    fn fetch_codex(&self, into: &Path) -> BoxFuture<Result<(), String>>;
}

/// A question that only the person may answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Question {
    pub title: String,
    /// What exactly the question is about: a command, a path.
    pub about: String,
    /// What happens if the person agrees.
    pub why: String,
    /// The label of the button that agrees; the other button is Cancel.
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
