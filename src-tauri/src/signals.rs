//! Handles termination signals with an orderly exit.

use tauri::AppHandle;

/// On SIGTERM and SIGINT codex ends first, then we exit. There is no question, because the sender has decided.
#[cfg(unix)]
pub fn exit_on_signals(app: &AppHandle) {
    use tokio::signal::unix::{SignalKind, signal};
    let app = app.clone();
    tauri::async_runtime::spawn(async move {
        let (Ok(mut term), Ok(mut int)) = (signal(SignalKind::terminate()), signal(SignalKind::interrupt())) else {
            tracing::warn!("signals cannot be heard; codex then ends with its stdin");
            return;
        };
        tokio::select! {
            _ = term.recv() => {}
            _ = int.recv() => {}
        }
        crate::exit(&app).await;
    });
}

#[cfg(not(unix))]
pub fn exit_on_signals(app: &AppHandle) {
    let app = app.clone();
    tauri::async_runtime::spawn(async move {
        if tokio::signal::ctrl_c().await.is_ok() {
            crate::exit(&app).await;
        }
    });
}
