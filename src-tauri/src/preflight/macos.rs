//! macOS: a window can always be opened. Early error dialogs are shown by the system's script runner.

pub use super::confirm_with_plugin as confirm;
use engine::program;
use std::process::Stdio;

pub fn ready() -> Result<(), String> {
    Ok(())
}

/// The text is passed as an argument, never inside the script.
pub fn dialog(words: &str) {
    let script = ["on run argv", "display alert \"Threadloft\" message (item 1 of argv) as critical", "end run"];
    let mut osascript = program::quiet("/usr/bin/osascript");
    for line in script {
        osascript.args(["-e", line]);
    }
    let shown = osascript.arg(words).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status();
    if shown.is_err() {
        tracing::warn!("no dialog could be shown");
    }
}

/// The menu bar always exists.
pub fn shows_tray() -> bool {
    true
}
