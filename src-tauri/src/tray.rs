//! The tray icon: how many turns run, how many requests wait, and a menu to quit.
//!
//! The app also works on a desktop without a tray; `is_visible` says whether there is one.

use crate::{preflight, windows};
use engine::Engine;
use engine::platform::Busy;
use std::sync::atomic::{AtomicBool, Ordering};
use tauri::menu::{Menu, MenuItem, PredefinedMenuItem};
use tauri::tray::TrayIconBuilder;
use tauri::{AppHandle, Manager, Wry};

const SHOW: &str = "show";
const QUIT: &str = "quit";

static RAISED: AtomicBool = AtomicBool::new(false);
static WANTED: AtomicBool = AtomicBool::new(true);

struct Tray {
    state: MenuItem<Wry>,
    icon: tauri::tray::TrayIcon,
}

/// Creates the icon. Later calls do nothing.
pub fn create(app: &AppHandle) {
    if RAISED.swap(true, Ordering::Relaxed) {
        return;
    }
    // On Linux the tray library is loaded here, and the binding panics if it is missing.
    let built = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| build(app)));
    match built {
        Ok(Ok(tray)) => {
            // Start the lookup now, so that the answer is known when a window closes.
            preflight::shows_tray();
            if !WANTED.load(Ordering::Relaxed) {
                let _ = tray.icon.set_visible(false);
            }
            app.manage(tray);
            show(app, app.state::<Engine>().busy());
        }
        Ok(Err(why)) => tracing::warn!("no tray: {why}"),
        Err(_) => tracing::warn!("no tray: libayatana-appindicator3 is not installed"),
    }
}

/// True if the icon exists and the desktop shows it; stock GNOME shows none.
pub fn is_visible(app: &AppHandle) -> bool {
    app.try_state::<Tray>().is_some() && WANTED.load(Ordering::Relaxed) && preflight::shows_tray()
}

/// Shows or hides the icon. May be called before `create`.
pub fn set_shown(app: &AppHandle, wanted: bool) {
    if WANTED.swap(wanted, Ordering::Relaxed) != wanted
        && let Some(tray) = app.try_state::<Tray>()
        && let Err(why) = tray.icon.set_visible(wanted)
    {
        tracing::debug!("the tray was not told: {why}");
    }
}

pub fn show(app: &AppHandle, busy: Busy) {
    let Some(tray) = app.try_state::<Tray>() else { return };
    let words = words(busy);
    let told = tray.state.set_text(&words).and_then(|()| tray.icon.set_tooltip(Some(format!("Threadloft: {words}"))));
    let title = (busy.asks > 0).then(|| busy.asks.to_string());
    // Some systems show this text beside the icon.
    if let Err(why) = told.and_then(|()| tray.icon.set_title(title)) {
        tracing::debug!("the tray was not told: {why}");
    }
}

fn build(app: &AppHandle) -> tauri::Result<Tray> {
    let state = MenuItem::new(app, words(Busy::default()), false, None::<&str>)?;
    let menu = Menu::with_items(
        app,
        &[
            &state,
            &PredefinedMenuItem::separator(app)?,
            &MenuItem::with_id(app, SHOW, "Show Threadloft", true, None::<&str>)?,
            &MenuItem::with_id(app, QUIT, "Quit Threadloft", true, None::<&str>)?,
        ],
    )?;
    let mut builder = TrayIconBuilder::with_id("threadloft").menu(&menu).tooltip("Threadloft").on_menu_event(
        |app, event| match event.id().as_ref() {
            SHOW => windows::bring_to_front(app, None),
            QUIT => windows::quit(app),
            _ => {}
        },
    );
    if let Some(icon) = app.default_window_icon() {
        builder = builder.icon(icon.clone());
    }
    Ok(Tray { state, icon: builder.build(app)? })
}

fn words(busy: Busy) -> String {
    let waiting = match busy.asks {
        0 => String::new(),
        1 => "1 request is waiting for you".to_owned(),
        asks => format!("{asks} requests are waiting for you"),
    };
    match (busy.running, waiting.is_empty()) {
        (0, true) => "Nothing is running".to_owned(),
        (0, false) => waiting,
        (running, true) => format!("{running} running"),
        (running, false) => format!("{running} running, {waiting}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tray_counts_running_and_waiting_threads() {
        let said = |running, asks| words(Busy { running, asks });
        assert_eq!(said(0, 0), "Nothing is running");
        assert_eq!(said(2, 0), "2 running");
        assert_eq!(said(1, 1), "1 running, 1 request is waiting for you");
        assert_eq!(said(0, 3), "3 requests are waiting for you");
    }
}
