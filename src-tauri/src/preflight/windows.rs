//! Windows: the installer brings WebView2. If it has been removed since, a dialog says so.

pub use super::confirm_with_plugin as confirm;
use engine::program;
use std::process::Stdio;

pub fn ready() -> Result<(), String> {
    match tauri::webview_version() {
        Ok(_) => Ok(()),
        Err(_) => {
            Err("Threadloft cannot open a window: Microsoft Edge WebView2 is missing. Install Threadloft again, or \
                       get WebView2 from https://developer.microsoft.com/microsoft-edge/webview2."
                .to_owned())
        }
    }
}

/// The text is passed in the environment, never inside the script.
pub fn dialog(words: &str) {
    const SCRIPT: &str = "Add-Type -AssemblyName PresentationFramework; \
        [void][System.Windows.MessageBox]::Show($env:THREADLOFT_WORDS, 'Threadloft', 'OK', 'Error')";
    let shown = program::quiet("powershell.exe")
        .args(["-NoProfile", "-NonInteractive", "-Command", SCRIPT])
        .env("THREADLOFT_WORDS", words)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    if shown.is_err() {
        tracing::warn!("no dialog could be shown");
    }
}

/// The taskbar always has a notification area.
pub fn shows_tray() -> bool {
    true
}
