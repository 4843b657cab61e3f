//! The badge on the app's icon in the dock or taskbar: the number of requests that wait.
//!
//! Linux docks listen on the session bus (`com.canonical.Unity.LauncherEntry`). Tauri's own badge needs libunity and a
//! running Unity, which most desktops with such a dock do not have.
//! Windows shows a dot over the icon, because its taskbar has no numbers.

use tauri::AppHandle;

#[cfg(target_os = "linux")]
pub fn show(_app: &AppHandle, count: u32) {
    use std::sync::LazyLock;
    use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};

    /// A single task sends to the bus, so that counts arrive in order.
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
    // Sending fails if there is no bus, and then there is no dock that could show the count.
    let _ = BUS.send(count);
}

#[cfg(target_os = "macos")]
pub fn show(app: &AppHandle, count: u32) {
    use tauri::Manager;
    if let Some(window) = app.webview_windows().values().next()
        && let Err(why) = window.set_badge_count((count > 0).then_some(i64::from(count)))
    {
        tracing::debug!("no badge: {why}");
    }
}

/// Sets the overlay of every window, because each has its own taskbar button.
#[cfg(windows)]
pub fn show(app: &AppHandle, count: u32) {
    use tauri::Manager;
    use tauri::image::Image;
    for window in app.webview_windows().values() {
        let dot = (count > 0).then(|| Image::new_owned(dot(), DOT, DOT));
        if let Err(why) = window.set_overlay_icon(dot) {
            tracing::debug!("no badge: {why}");
        }
    }
}

#[cfg(any(windows, test))]
const DOT: u32 = 32;

/// Draws a disc with a soft edge, row by row in RGBA.
#[cfg(any(windows, test))]
fn dot() -> Vec<u8> {
    /// `--waiting` of the UI's dark tokens, which is visible on light and dark taskbars.
    const WAITING: [u8; 3] = [0xe0, 0x92, 0x47];
    let (middle, radius) = (f64::from(DOT) / 2.0, f64::from(DOT) / 2.0 - 3.0);
    let pixel = |at: u32| {
        let (x, y) = (f64::from(at % DOT) + 0.5 - middle, f64::from(at / DOT) + 0.5 - middle);
        let inside = (radius - x.hypot(y) + 0.5).clamp(0.0, 1.0);
        [WAITING[0], WAITING[1], WAITING[2], (inside * 255.0) as u8]
    };
    (0..DOT * DOT).flat_map(pixel).collect()
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_badge_is_a_round_dot() {
        let dot = dot();
        let alpha = |x: u32, y: u32| dot[((y * DOT + x) * 4 + 3) as usize];
        assert_eq!(dot.len() as u32, DOT * DOT * 4);
        assert_eq!((alpha(0, 0), alpha(DOT - 1, DOT - 1)), (0, 0));
        assert_eq!((alpha(DOT / 2, DOT / 2), alpha(DOT / 2, 6), alpha(6, DOT / 2)), (255, 255, 255));
    }
}
