//! The platform of a program without windows: nothing is opened, shown or picked.

use engine::id::{ThreadId, WindowId};
use engine::{Appearance, BoxFuture, Busy, DesktopNotification, Pick, Platform, Question};
use std::path::{Path, PathBuf};

pub(crate) struct Headless {
    pub confirms: bool,
}

fn no_window<T>() -> Result<T, String> {
    Err("This needs the app’s window.".to_owned())
}

impl Platform for Headless {
    fn open_url(&self, _url: &str) -> Result<(), String> {
        no_window()
    }

    fn open_path(&self, _path: &Path) -> Result<(), String> {
        no_window()
    }

    fn edit(&self, _program: &str, _args: &[String]) -> BoxFuture<Result<(), String>> {
        Box::pin(async { no_window() })
    }

    fn reveal(&self, _path: &Path) -> Result<(), String> {
        no_window()
    }

    fn open_window(&self, _thread: &ThreadId) -> Result<(), String> {
        no_window()
    }

    fn close_window(&self, _window: &WindowId) -> Result<(), String> {
        no_window()
    }

    fn pick(&self, _what: Pick) -> BoxFuture<Result<Option<PathBuf>, String>> {
        Box::pin(async { no_window() })
    }

    fn pick_images(&self) -> BoxFuture<Result<Vec<PathBuf>, String>> {
        Box::pin(async { no_window() })
    }

    fn confirm(&self, _question: Question) -> BoxFuture<bool> {
        let confirms = self.confirms;
        Box::pin(async move { confirms })
    }

    fn busy_changed(&self, _busy: Busy) {}

    fn set_appearance(&self, _appearance: Appearance) {}

    fn notify(&self, _note: &DesktopNotification) {}

    fn fetch_codex(&self, _into: &Path) -> BoxFuture<Result<(), String>> {
        Box::pin(async { no_window() })
    }
}
