//! Desktop notifications for requests that wait while no window has the focus. A click opens the thread.

use crate::open_target::OpenTarget;
use crate::windows;
use engine::DesktopNotification;
use engine::id::ThreadId;
use tauri::AppHandle;
use tauri_plugin_notification::NotificationExt;

const THREAD: &str = "thread";

/// Starts to handle clicks. Clicks on notifications that were shown earlier are lost.
pub fn listen(app: &AppHandle) {
    let clicked = app.clone();
    let heard = app.notification().on_action(move |done| {
        let thread = done.notification().and_then(|note| note.extra().get(THREAD)?.as_str().map(ThreadId::from));
        windows::bring_to_front(&clicked, thread.map(OpenTarget::Thread));
    });
    if let Err(why) = heard {
        tracing::debug!("clicks on notifications are not heard: {why}");
    }
}

/// Shows the notification unless one of our windows has the focus.
pub fn show(app: &AppHandle, note: &DesktopNotification) {
    if windows::has_focus(app) {
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

/// Removes our notifications, because nothing waits any more. It runs in a task, because it waits for the daemon.
pub fn clear(app: &AppHandle) {
    let app = app.clone();
    tauri::async_runtime::spawn_blocking(move || {
        if let Err(why) = app.notification().remove_all_active() {
            tracing::debug!("notifications stay: {why}");
        }
    });
}
