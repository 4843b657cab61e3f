//! The engine's `Platform`: services that need a window or the operating system. Errors are messages for a person.

use crate::{badge, desktop_notification, fetch, preflight, tray, windows};
use engine::DesktopNotification;
use engine::id::{ThreadId, WindowId};
use engine::platform::{Appearance, BoxFuture, Busy, Pick, Platform, Question};
use engine::program::Named;
use engine::server::tool_path;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use tauri::AppHandle;
use tauri_plugin_dialog::DialogExt;
use tauri_plugin_opener::OpenerExt;
use tauri_plugin_shell::ShellExt;

pub struct WindowPlatform {
    app: AppHandle,
    appearance: Mutex<Badge>,
}

/// Whether the badge is enabled, and its count.
struct Badge {
    badge: bool,
    busy: Busy,
}

impl WindowPlatform {
    pub fn new(app: AppHandle) -> Self {
        Self { app, appearance: Mutex::new(Badge { badge: true, busy: Busy::default() }) }
    }
}

impl Platform for WindowPlatform {
    fn open_url(&self, url: &str) -> Result<(), String> {
        self.app.opener().open_url(url, None::<&str>).map_err(|why| why.to_string())
    }

    fn open_path(&self, path: &Path) -> Result<(), String> {
        self.app.opener().open_path(path.to_string_lossy(), None::<&str>).map_err(|why| why.to_string())
    }

    fn edit(&self, program: &str, args: &[String]) -> BoxFuture<Result<(), String>> {
        let (app, name, args) = (self.app.clone(), program.to_owned(), args.to_vec());
        Box::pin(async move {
            let Named { file, path } =
                Named::find(&name, tool_path().await).ok_or_else(|| format!("{name} is not installed."))?;
            // The program is not waited for and may outlive us.
            app.shell().command(file).env("PATH", path).args(args).spawn().map(drop).map_err(|why| why.to_string())
        })
    }

    fn reveal(&self, path: &Path) -> Result<(), String> {
        self.app.opener().reveal_item_in_dir(path).map_err(|why| why.to_string())
    }

    fn open_window(&self, thread: &ThreadId) -> Result<(), String> {
        windows::open_thread(&self.app, thread).map_err(|why| why.to_string())
    }

    fn close_window(&self, window: &WindowId) -> Result<(), String> {
        windows::close(&self.app, window.as_str()).map_err(|why| why.to_string())
    }

    fn pick(&self, what: Pick) -> BoxFuture<Result<Option<PathBuf>, String>> {
        let (tell, told) = tokio::sync::oneshot::channel();
        let dialog = self.app.dialog().file();
        let chosen = move |path: Option<tauri_plugin_dialog::FilePath>| {
            let path = path.map(|path| path.into_path().map_err(|why| why.to_string())).transpose();
            // Sending fails if the window was closed in the meantime.
            let _ = tell.send(path);
        };
        match what {
            Pick::Folder => dialog.pick_folder(chosen),
            Pick::Codex => dialog.pick_file(chosen),
        }
        Box::pin(async move { told.await.unwrap_or(Ok(None)) })
    }

    fn pick_images(&self) -> BoxFuture<Result<Vec<PathBuf>, String>> {
        let (tell, told) = tokio::sync::oneshot::channel();
        let dialog = self.app.dialog().file().add_filter("Images", &["png", "jpg", "jpeg", "gif", "webp"]);
        dialog.pick_files(move |picked: Option<Vec<tauri_plugin_dialog::FilePath>>| {
            let paths =
                picked.unwrap_or_default().into_iter().map(|path| path.into_path().map_err(|why| why.to_string()));
            // Sending fails if the window was closed in the meantime.
            let _ = tell.send(paths.collect());
        });
        Box::pin(async move { told.await.unwrap_or_else(|_| Ok(Vec::new())) })
    }

    fn confirm(&self, question: Question) -> BoxFuture<bool> {
        let (tell, told) = tokio::sync::oneshot::channel();
        preflight::confirm(&self.app, question, tell);
        // A dialog that was closed without an answer counts as no.
        Box::pin(async move { told.await.unwrap_or(false) })
    }

    fn busy_changed(&self, busy: Busy) {
        let (badge, before) = {
            let mut appearance = self.appearance.lock().unwrap_or_else(PoisonError::into_inner);
            (appearance.badge, std::mem::replace(&mut appearance.busy, busy))
        };
        tray::show(&self.app, busy);
        if badge && before.asks != busy.asks {
            badge::show(&self.app, busy.asks);
        }
        if before.asks > 0 && busy.asks == 0 {
            desktop_notification::clear(&self.app);
        }
    }

    fn set_appearance(&self, wish: Appearance) {
        let (before, busy) = {
            let mut appearance = self.appearance.lock().unwrap_or_else(PoisonError::into_inner);
            (std::mem::replace(&mut appearance.badge, wish.badge), appearance.busy)
        };
        tray::set_shown(&self.app, wish.tray);
        windows::zoom(&self.app, wish.zoom);
        if before != wish.badge && busy.asks > 0 {
            badge::show(&self.app, if wish.badge { busy.asks } else { 0 });
        }
    }

    fn notify(&self, note: &DesktopNotification) {
        desktop_notification::show(&self.app, note);
    }

    fn fetch_codex(&self, into: &Path) -> BoxFuture<Result<(), String>> {
        let into = into.to_owned();
        Box::pin(async move { fetch::codex(&into).await })
    }
}
