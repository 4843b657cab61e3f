//! A desktop's tray: it accepts icons, reads their menus and clicks in them.
//!
//! A display has no real one; this implements the same D-Bus interface on the display's bus.

use crate::display::Display;
use crate::wait;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use zbus::zvariant::{OwnedObjectPath, OwnedValue, Structure, Value};
use zbus::{Connection, Proxy};

const ITEM: &str = "org.kde.StatusNotifierItem";
const MENU: &str = "com.canonical.dbusmenu";

pub struct Tray {
    bus: Connection,
    items: Items,
}

/// Who registered, and where the icon is.
type Items = Arc<Mutex<Vec<(String, String)>>>;

struct Watcher(Items);

#[zbus::interface(name = "org.kde.StatusNotifierWatcher")]
impl Watcher {
    fn register_status_notifier_item(&self, place: String, #[zbus(header)] header: zbus::message::Header<'_>) {
        let sender = header.sender().map(ToString::to_string).unwrap_or_default();
        // An icon registers by a path on its connection, or by a bus name.
        let item = if place.starts_with('/') { (sender, place) } else { (place, "/StatusNotifierItem".to_owned()) };
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(item);
    }

    fn register_status_notifier_host(&self, _host: String) {}

    #[zbus(property)]
    fn is_status_notifier_host_registered(&self) -> bool {
        true
    }

    #[zbus(property)]
    fn protocol_version(&self) -> i32 {
        0
    }

    #[zbus(property)]
    fn registered_status_notifier_items(&self) -> Vec<String> {
        let items = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        items.iter().map(|(sender, path)| format!("{sender}{path}")).collect()
    }
}

impl Tray {
    /// Call this before the app starts, because it looks for a tray only once.
    pub async fn raise(display: &Display) -> Self {
        let items = Items::default();
        let raised = async {
            zbus::connection::Builder::address(display.bus())?
                .serve_at("/StatusNotifierWatcher", Watcher(items.clone()))?
                .name("org.kde.StatusNotifierWatcher")?
                .build()
                .await
        };
        let bus = raised.await.unwrap_or_else(|why: zbus::Error| panic!("no tray: {why}"));
        Self { bus, items }
    }

    /// Waits until an entry of the icon's menu has this text.
    pub async fn says(&self, text: &str) {
        let mut last = Vec::new();
        let seen = wait::for_some(async || {
            last = self.lines().await.unwrap_or_default();
            last.iter().any(|(_, label)| label == text).then_some(())
        })
        .await;
        assert!(seen.is_some(), "the tray never says {text:?}; it says {last:?}");
    }

    /// Clicks the entry with this text.
    pub async fn click(&self, text: &str) {
        self.says(text).await;
        let lines = self.lines().await.unwrap_or_default();
        let id = lines.iter().find(|(_, label)| label == text).map(|(id, _)| *id);
        let id = id.unwrap_or_else(|| panic!("the tray no longer says {text:?}"));
        let menu = self.menu().await.unwrap_or_else(|why| panic!("the tray has no menu: {why}"));
        let clicked = menu.call_method("Event", &(id, "clicked", Value::from(0_i32), 0_u32)).await;
        // An app that quits may be gone before it can answer.
        drop(clicked);
    }

    async fn menu(&self) -> zbus::Result<Proxy<'static>> {
        let item = self.items.lock().unwrap_or_else(PoisonError::into_inner).last().cloned();
        let (sender, path) = item.ok_or_else(|| zbus::Error::Failure("no icon yet".into()))?;
        let icon = Proxy::new(&self.bus, sender.clone(), path, ITEM).await?;
        let menu: OwnedObjectPath = icon.get_property("Menu").await?;
        Proxy::new(&self.bus, sender, menu, MENU).await
    }

    async fn lines(&self) -> zbus::Result<Vec<(i32, String)>> {
        type Node = (i32, HashMap<String, OwnedValue>, Vec<OwnedValue>);
        let (_, (_, _, children)): (u32, Node) =
            self.menu().await?.call("GetLayout", &(0_i32, -1_i32, Vec::<String>::new())).await?;
        Ok(children.into_iter().filter_map(line).collect())
    }
}

/// An entry of the menu: id, properties, children. Entries without a label are skipped.
fn line(value: OwnedValue) -> Option<(i32, String)> {
    let line = Structure::try_from(value).ok()?;
    let [id, can, ..] = line.fields() else { return None };
    let id = i32::try_from(id).ok()?;
    let can: HashMap<String, Value<'_>> = can.try_clone().ok()?.try_into().ok()?;
    match can.get("label") {
        // An underscore marks the entry's access key.
        Some(Value::Str(label)) => Some((id, label.replace('_', ""))),
        _ => None,
    }
}
