//! Linux: GTK needs a display, and the page needs a recent WebKitGTK.
//!
//! The launcher has already checked that the libraries exist; without them this program would not have started.

mod watcher;

use engine::platform::Question;
use gtk::prelude::{DialogExt, GtkWindowExt, MessageDialogExt, WidgetExt};
use std::cell::Cell;
use std::path::Path;
use std::time::Duration;
use tauri::AppHandle;
use tokio::sync::oneshot::Sender;
pub use watcher::shows_tray;

/// The version our bindings were made for.
const WEBKIT: (u32, u32) = (2, 40);
/// For this long a new dialog ignores a yes, because a click or key may have been meant for something else.
const TAKES_NO_YES: Duration = Duration::from_millis(700);

pub fn ready() -> Result<(), String> {
    disable_compositing_without_gpu();
    gtk::init().map_err(|_| {
        "Threadloft cannot open a window: there is no display here. Start it in a desktop session, or set DISPLAY or \
         WAYLAND_DISPLAY."
            .to_owned()
    })?;
    match tauri::webview_version() {
        Ok(version) if too_old(&version) => Err(format!(
            "Threadloft needs WebKitGTK {}.{} or newer, and this system has {version}. Update the system.",
            WEBKIT.0, WEBKIT.1
        )),
        _ => Ok(()),
    }
}

/// Shows an error dialog if there is a display.
pub fn dialog(words: &str) {
    if gtk::init().is_err() {
        return;
    }
    let flags = gtk::DialogFlags::MODAL;
    let (kind, buttons) = (gtk::MessageType::Error, gtk::ButtonsType::Close);
    let dialog = gtk::MessageDialog::new(None::<&gtk::Window>, flags, kind, buttons, words);
    dialog.run();
    dialog.hide();
}

/// Our own dialog, because the plug-in's would let Enter press the first button.
pub fn confirm(app: &AppHandle, question: Question, answer: Sender<bool>) {
    let handle = app.clone();
    if let Err(why) = app.run_on_main_thread(move || show_question(&handle, &question, answer)) {
        tracing::warn!("a question cannot be shown: {why}");
    }
}

fn show_question(app: &AppHandle, question: &Question, answer: Sender<bool>) {
    use gtk::ResponseType::{Accept, Cancel};
    let parent = crate::windows::front_window(app).and_then(|window| window.gtk_window().ok());
    let flags = gtk::DialogFlags::MODAL | gtk::DialogFlags::DESTROY_WITH_PARENT;
    let (kind, buttons) = (gtk::MessageType::Warning, gtk::ButtonsType::None);
    let dialog = gtk::MessageDialog::new(parent.as_ref(), flags, kind, buttons, &question.title);
    dialog.set_title(&question.title);
    dialog.set_secondary_text(Some(&format!("{}\n\n{}", question.about, question.why)));
    dialog.add_button("_Cancel", Cancel);
    dialog.add_button(&format!("_{}", question.yes), Accept);
    dialog.set_default_response(Cancel);
    dialog.set_response_sensitive(Accept, false);
    let answer = Cell::new(Some(answer));
    dialog.connect_response(move |dialog, response| {
        if let Some(answer) = answer.take() {
            let _ = answer.send(response == Accept);
        }
        dialog.close();
    });
    dialog.show();
    let weak = gtk::glib::object::ObjectExt::downgrade(&dialog);
    gtk::glib::timeout_add_local_once(TAKES_NO_YES, move || {
        if let Some(dialog) = weak.upgrade() {
            dialog.set_response_sensitive(Accept, true);
        }
    });
}

/// Turns compositing off if there is no GPU. WebKit would emulate one in software, with twice the memory and seconds of
/// shader compilation before the first paint. A variable that the person has set stays.
fn disable_compositing_without_gpu() {
    let named = |name: &str| {
        let devices = std::fs::read_dir("/dev/dri").into_iter().flatten().flatten();
        devices.into_iter().any(|device| device.file_name().to_string_lossy().starts_with(name))
    };
    let has_gpu = named("render") || ["/dev/nvidiactl", "/dev/dxg"].iter().any(|path| Path::new(path).exists());
    if !has_gpu && let Err(why) = gtk::glib::setenv("WEBKIT_DISABLE_COMPOSITING_MODE", "1", false) {
        tracing::debug!("the way of drawing stays as it is: {why}");
    }
}

fn too_old(version: &str) -> bool {
    let mut numbers = version.split('.').map_while(|part| part.parse::<u32>().ok());
    match (numbers.next(), numbers.next()) {
        (Some(major), Some(minor)) => (major, minor) < WEBKIT,
        // An unreadable version is no reason to refuse.
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::too_old;

    #[test]
    fn only_a_known_old_version_is_refused() {
        assert!(too_old("2.38.6"));
        assert!(too_old("1.99"));
        assert!(!too_old("2.40.0"));
        assert!(!too_old("2.50.6"));
        assert!(!too_old("3.0"));
        assert!(!too_old("unknown"));
    }
}
