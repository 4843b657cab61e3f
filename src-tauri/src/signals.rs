//! An end that the OS asks for is as polite as one that a person asks for.

use tauri::AppHandle;

/// SIGTERM and SIGINT: codex ends, then we do. Nobody is asked; whoever sends a signal has decided.
#[cfg(unix)]
pub fn close_politely(app: &AppHandle) {
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
        crate::leave(&app).await;
    });
}

#[cfg(not(unix))]
pub fn close_politely(app: &AppHandle) {
    let app = app.clone();
    tauri::async_runtime::spawn(async move {
        if tokio::signal::ctrl_c().await.is_ok() {
            crate::leave(&app).await;
        }
    });
}
