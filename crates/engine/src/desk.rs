//! What only the window side can do, and what it is told.

use crate::id::{ThreadId, WindowId};
use std::future::Future;
use std::path::{Path, PathBuf};
use std::pin::Pin;

pub use crate::state::Busy;

pub type BoxFuture<T> = Pin<Box<dyn Future<Output = T> + Send>>;

/// Every method returns fast; failures are words a person can read.
pub trait Desk: Send + Sync + 'static {
    fn open_url(&self, url: &str) -> Result<(), String>;
    fn open_path(&self, path: &Path) -> Result<(), String>;
    /// Show the file in the OS's file manager.
    fn reveal(&self, path: &Path) -> Result<(), String>;
    fn open_window(&self, thread: &ThreadId) -> Result<(), String>;
    /// The person agreed to lose what runs.
    fn close_window(&self, window: &WindowId) -> Result<(), String>;
    /// `None`: the person changed their mind.
    fn pick(&self, what: Pick) -> BoxFuture<Result<Option<PathBuf>, String>>;
    /// For tray and badge.
    fn busy_changed(&self, busy: Busy);
    /// `npm install --prefix <into> @openai/codex`.
    fn fetch_codex(&self, into: &Path) -> BoxFuture<Result<(), String>>;
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pick {
    Folder,
    Codex,
}
