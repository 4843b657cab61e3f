//! Whether the desktop has a tray: some process must own a certain name on the session bus. Stock GNOME has none.
//!
//! Invariant: no caller waits for the bus. A task watches the name and stores the latest answer.

use futures_util::StreamExt;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicBool, Ordering};
use zbus::fdo::DBusProxy;
use zbus::names::BusName;

const WATCHER: &str = "org.kde.StatusNotifierWatcher";

static SEEN: AtomicBool = AtomicBool::new(false);

pub fn shows_tray() -> bool {
    static FOLLOWED: LazyLock<()> = LazyLock::new(|| {
        tauri::async_runtime::spawn(async {
            if let Err(why) = follow().await {
                tracing::debug!("no tray is seen: {why}");
            }
            SEEN.store(false, Ordering::Relaxed);
        });
    });
    LazyLock::force(&FOLLOWED);
    SEEN.load(Ordering::Relaxed)
}

/// Returns when the bus connection ends.
async fn follow() -> zbus::Result<()> {
    let bus = zbus::Connection::session().await?;
    let names = DBusProxy::new(&bus).await?;
    // Subscribing before the query makes sure that no change is missed in between.
    let mut changes = names.receive_name_owner_changed_with_args(&[(0, WATCHER)]).await?;
    SEEN.store(names.name_has_owner(BusName::try_from(WATCHER)?).await?, Ordering::Relaxed);
    while let Some(change) = changes.next().await {
        SEEN.store(change.args()?.new_owner().is_some(), Ordering::Relaxed);
    }
    Ok(())
}
