//! Checks before the first window, per operating system: whether one can be opened, and how to report that it cannot.

#[cfg(target_os = "linux")]
mod linux;
#[cfg(target_os = "macos")]
mod macos;
#[cfg(windows)]
mod windows;

#[cfg(target_os = "linux")]
use linux as here;
#[cfg(target_os = "macos")]
use macos as here;
#[cfg(windows)]
use windows as here;

use engine::platform::Question;
use tauri::AppHandle;
use tokio::sync::oneshot::Sender;

/// Returns a message for a person if no window can be opened.
pub fn ready() -> Result<(), String> {
    here::ready()
}

/// Asks in a system dialog above the focused window. If it cannot be shown, no answer is sent.
pub fn confirm(app: &AppHandle, question: Question, answer: Sender<bool>) {
    here::confirm(app, question, answer);
}

/// macOS and Windows: a native dialog with our texts on both buttons.
#[cfg(not(target_os = "linux"))]
fn confirm_with_plugin(app: &AppHandle, question: Question, answer: Sender<bool>) {
    use tauri_plugin_dialog::{DialogExt, MessageDialogButtons, MessageDialogKind};
    let text = format!("{}\n\n{}", question.about, question.why);
    let mut dialog = app.dialog().message(text).title(question.title).kind(MessageDialogKind::Warning);
    dialog = dialog.buttons(MessageDialogButtons::OkCancelCustom(question.yes, "Cancel".to_owned()));
    if let Some(window) = crate::windows::front_window(app) {
        dialog = dialog.parent(&window);
    }
    dialog.show(move |agreed| drop(answer.send(agreed)));
}

/// Shows an error on the terminal, and in a dialog if there is no terminal.
pub fn show_error(words: &str) {
    eprintln!("{words}");
    if !started_from_terminal() {
        here::dialog(words);
    }
}

/// True if the app was started from a terminal, even if its output is redirected.
fn started_from_terminal() -> bool {
    use std::io::{IsTerminal, stderr, stdin, stdout};
    stderr().is_terminal() || stdout().is_terminal() || stdin().is_terminal()
}

/// True if the desktop shows tray icons. The first call starts a lookup in the background, and the answer is false
/// until it has found a tray.
pub fn shows_tray() -> bool {
    here::shows_tray()
}

#[cfg(test)]
mod tests {
    use serde_json::Value;
    use tauri::utils::config::Config;

    /// Merges as Tauri does: objects are merged, anything else is replaced.
    fn merge(under: &mut Value, over: Value) {
        match (under, over) {
            (Value::Object(under), Value::Object(over)) => {
                for (key, value) in over {
                    merge(under.entry(key).or_insert(Value::Null), value);
                }
            }
            (under, over) => *under = over,
        }
    }

    /// The content policy on one system.
    fn policy(own: &str) -> Value {
        let mut all: Value = serde_json::from_str(include_str!("../tauri.conf.json")).unwrap_or_default();
        merge(&mut all, serde_json::from_str(own).unwrap_or_default());
        all["app"]["security"]["csp"].clone()
    }

    #[test]
    fn each_system_allows_only_its_own_schemes() {
        let expected = |pictures: &str, doors: &str| {
            serde_json::json!({
                "default-src": "'none'", "script-src": "'self'", "style-src": "'self'", "font-src": "'self'",
                "img-src": format!("'self' data: {pictures}"), "connect-src": doors, "base-uri": "'none'",
                "form-action": "'none'", "frame-src": "'none'", "object-src": "'none'",
            })
        };
        let own_schemes = expected("picture:", "ipc:");
        assert_eq!(policy(include_str!("../tauri.linux.conf.json")), own_schemes);
        assert_eq!(policy(include_str!("../tauri.macos.conf.json")), own_schemes);
        let windows = expected("http://picture.localhost", "http://ipc.localhost");
        assert_eq!(policy(include_str!("../tauri.windows.conf.json")), windows);
    }

    #[test]
    fn tauri_understands_the_config_of_every_system() {
        let base = include_str!("../tauri.conf.json");
        for (system, own) in [
            ("linux", include_str!("../tauri.linux.conf.json")),
            ("macos", include_str!("../tauri.macos.conf.json")),
            ("windows", include_str!("../tauri.windows.conf.json")),
        ] {
            let read = |text: &str| serde_json::from_str::<Value>(text).unwrap_or_default();
            let mut all = read(base);
            merge(&mut all, read(own));
            let understood = serde_json::from_value::<Config>(all.clone());
            assert!(understood.is_ok(), "{system}: {:?}", understood.err());
            all["bundle"]["macOS"]["entitlement"] = "a slip of the pen".into();
            assert!(serde_json::from_value::<Config>(all).is_err(), "an unknown key would be noticed");
        }
    }
}
