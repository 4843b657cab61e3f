//! Who shows the icons of a tray: whoever owns a name on the session bus. Stock GNOME has nobody.
//!
//! Invariant: nobody waits for the bus. A task follows the name, and what it saw last is the answer.

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

/// Ends with the bus.
async fn follow() -> zbus::Result<()> {
    let bus = zbus::Connection::session().await?;
    let names = DBusProxy::new(&bus).await?;
    // Before the question, so that nothing happens unseen in between.
    let mut changes = names.receive_name_owner_changed_with_args(&[(0, WATCHER)]).await?;
    SEEN.store(names.name_has_owner(BusName::try_from(WATCHER)?).await?, Ordering::Relaxed);
    while let Some(change) = changes.next().await {
        SEEN.store(change.args()?.new_owner().is_some(), Ordering::Relaxed);
    }
    Ok(())
}
