//! How much waits, on the app's icon in the dock or taskbar.
//!
//! Linux: told on the session bus, as docks there listen for it (`com.canonical.Unity.LauncherEntry`). Tauri's own badge
//! needs libunity and a running Unity, which most desktops with such a dock do not have.

use tauri::AppHandle;

#[cfg(target_os = "linux")]
pub fn show(_app: &AppHandle, count: u32) {
    use std::sync::LazyLock;
    use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};

    /// One task tells the bus, so that counts arrive there in their order.
    static BUS: LazyLock<UnboundedSender<u32>> = LazyLock::new(|| {
        let (tell, mut told) = unbounded_channel();
        tauri::async_runtime::spawn(async move {
            let Ok(bus) = zbus::Connection::session().await else { return };
            while let Some(count) = told.recv().await {
                if let Err(why) = bus::tell(&bus, count).await {
                    tracing::debug!("no badge: {why}");
                }
            }
        });
        tell
    });
    // Without a bus nobody listens, and there is no dock that could show it.
    let _ = BUS.send(count);
}

#[cfg(not(target_os = "linux"))]
pub fn show(app: &AppHandle, count: u32) {
    use tauri::Manager;
    if let Some(window) = app.webview_windows().values().next()
        && let Err(why) = window.set_badge_count((count > 0).then_some(i64::from(count)))
    {
        tracing::debug!("no badge: {why}");
    }
}

#[cfg(target_os = "linux")]
mod bus {
    use std::collections::HashMap;
    use zbus::zvariant::Value;

    const PATH: &str = "/com/canonical/unity/launcherentry/threadloft";
    const ENTRY: &str = "com.canonical.Unity.LauncherEntry";
    /// The desktop entry that the packages install.
    const APP: &str = "application://threadloft.desktop";

    pub async fn tell(bus: &zbus::Connection, count: u32) -> zbus::Result<()> {
        let says: HashMap<&str, Value<'_>> = HashMap::from([
            ("count", Value::from(i64::from(count))),
            ("count-visible", Value::from(count > 0)),
            ("urgent", Value::from(count > 0)),
        ]);
        bus.emit_signal(None::<&str>, PATH, ENTRY, "Update", &(APP, says)).await
    }
}
