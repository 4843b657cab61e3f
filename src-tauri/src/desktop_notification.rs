//! What the OS says for us while nobody looks, and the way back from there: a click opens the thread that waits.

use crate::place::Place;
use crate::windows;
use engine::id::ThreadId;
use engine::notify::DesktopNotification;
use tauri::AppHandle;
use tauri_plugin_notification::NotificationExt;

const THREAD: &str = "thread";

/// From now on a click is heard. Notifications shown before tell nobody.
pub fn listen(app: &AppHandle) {
    let clicked = app.clone();
    let heard = app.notification().on_action(move |done| {
        let thread = done.notification().and_then(|note| note.extra().get(THREAD)?.as_str().map(ThreadId::from));
        windows::come_forward(&clicked, thread.map(Place::Thread));
    });
    if let Err(why) = heard {
        tracing::debug!("clicks on notifications are not heard: {why}");
    }
}

/// Says it, unless one of our windows has the focus.
pub fn show(app: &AppHandle, note: &DesktopNotification) {
    if windows::somebody_looks(app) {
        return;
    }
    let mut shown = app.notification().builder().title(&note.title).body(&note.body);
    if let Some(thread) = &note.thread {
        shown = shown.extra(THREAD, thread.as_str());
    }
    if let Err(why) = shown.show() {
        tracing::debug!("no notification: {why}");
    }
}

/// Nothing waits any more, so nothing says so. On a task of its own: it asks the notification daemon, and waits for it.
pub fn clear(app: &AppHandle) {
    let app = app.clone();
    tauri::async_runtime::spawn_blocking(move || {
        if let Err(why) = app.notification().remove_all_active() {
            tracing::debug!("notifications stay: {why}");
        }
    });
}
