//! The desktop around the window: a notification daemon, a tray and a dock that record what they are told.

use crate::display::Display;
use crate::wait;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use zbus::blocking::{Connection, MessageIterator, connection};
use zbus::message::Header;
use zbus::object_server::SignalEmitter;
use zbus::zvariant::OwnedValue;

const NOTIFICATIONS: &str = "/org/freedesktop/Notifications";
const ITEM: &str = "org.kde.StatusNotifierItem";
const DOCK: &str = "com.canonical.Unity.LauncherEntry";

pub struct Desktop {
    bus: Connection,
    seen: Arc<Mutex<Seen>>,
}

#[derive(Default)]
struct Seen {
    notices: Vec<Notice>,
    closed: Vec<u32>,
    /// Whose icon is in the tray, and where on the bus.
    tray: Option<(String, String)>,
    /// The numbers that the app's icon in the dock has shown, in order.
    badges: Vec<i64>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Notice {
    pub id: u32,
    pub title: String,
    pub body: String,
    pub actions: Vec<String>,
}

impl Desktop {
    pub fn on(display: &Display) -> Self {
        let seen = Arc::<Mutex<Seen>>::default();
        let bus = build(display, &seen).unwrap_or_else(|why| panic!("no desktop: {why}"));
        let rule = zbus::MatchRule::builder().msg_type(zbus::message::Type::Signal).interface(DOCK);
        let told = rule.and_then(|rule| MessageIterator::for_match_rule(rule.build(), &bus, None));
        let (told, dock) = (told.unwrap_or_else(|why| panic!("no dock: {why}")), seen.clone());
        // Ends with the bus.
        std::thread::spawn(move || {
            for signal in told.flatten() {
                let says = signal.body().deserialize::<(String, HashMap<String, OwnedValue>)>();
                let count = says.ok().and_then(|(_, says)| i64::try_from(says.get("count")?).ok());
                lock(&dock).badges.extend(count);
            }
        });
        Self { bus, seen }
    }

    /// Waits for the `n`th notification, counted from one.
    pub async fn notice(&self, n: usize) -> Notice {
        let nth = wait::for_some(async || lock(&self.seen).notices.get(n - 1).cloned()).await;
        nth.unwrap_or_else(|| panic!("no notification {n}; there were {:?}", lock(&self.seen).notices))
    }

    pub fn notices(&self) -> usize {
        lock(&self.seen).notices.len()
    }

    pub fn was_closed(&self, notice: &Notice) -> bool {
        lock(&self.seen).closed.contains(&notice.id)
    }

    /// Clicks the notification itself.
    pub fn click(&self, notice: &Notice) {
        let clicked = (notice.id, "default");
        let told = self.bus.emit_signal(
            None::<&str>,
            NOTIFICATIONS,
            "org.freedesktop.Notifications",
            "ActionInvoked",
            &clicked,
        );
        told.unwrap_or_else(|why| panic!("nobody hears the click: {why}"));
    }

    pub fn badges(&self) -> Vec<i64> {
        lock(&self.seen).badges.clone()
    }

    /// The text of the tray's menu and of the label beside its icon.
    pub fn tray(&self) -> Option<String> {
        let (whose, path) = lock(&self.seen).tray.clone()?;
        let get = |name: &str| {
            let properties = Some("org.freedesktop.DBus.Properties");
            let said =
                self.bus.call_method(Some(whose.as_str()), path.as_str(), properties, "Get", &(ITEM, name)).ok()?;
            said.body().deserialize::<OwnedValue>().ok()
        };
        let menu = get("Menu").and_then(|menu| zbus::zvariant::OwnedObjectPath::try_from(menu).ok())?;
        let (root, all, labels): (i32, i32, &[&str]) = (0, -1, &["label"]);
        let layout = self.bus.call_method(
            Some(whose.as_str()),
            menu.as_str(),
            Some("com.canonical.dbusmenu"),
            "GetLayout",
            &(root, all, labels),
        );
        let layout = layout.ok()?;
        type Layout = (u32, (i32, HashMap<String, OwnedValue>, Vec<OwnedValue>));
        let layout = layout.body().deserialize::<Layout>().ok()?;
        Some(format!("{:?} {layout:?}", get("XAyatanaLabel")))
    }
}

fn build(display: &Display, seen: &Arc<Mutex<Seen>>) -> zbus::Result<Connection> {
    connection::Builder::address(display.bus())?
        .serve_at(NOTIFICATIONS, Daemon(seen.clone()))?
        .serve_at("/StatusNotifierWatcher", Watcher(seen.clone()))?
        .name("org.freedesktop.Notifications")?
        .name("org.kde.StatusNotifierWatcher")?
        .build()
}

fn lock(seen: &Mutex<Seen>) -> MutexGuard<'_, Seen> {
    seen.lock().unwrap_or_else(PoisonError::into_inner)
}

struct Daemon(Arc<Mutex<Seen>>);

#[zbus::interface(name = "org.freedesktop.Notifications")]
impl Daemon {
    #[allow(clippy::too_many_arguments)]
    fn notify(
        &self,
        _app: String,
        _replaces: u32,
        _icon: String,
        title: String,
        body: String,
        actions: Vec<String>,
        _hints: HashMap<String, OwnedValue>,
        _timeout: i32,
    ) -> u32 {
        let mut seen = lock(&self.0);
        let id = u32::try_from(seen.notices.len()).unwrap_or_default() + 1;
        seen.notices.push(Notice { id, title, body, actions });
        id
    }

    async fn close_notification(
        &self,
        id: u32,
        #[zbus(signal_emitter)] emitter: SignalEmitter<'_>,
    ) -> zbus::fdo::Result<()> {
        lock(&self.0).closed.push(id);
        Ok(Self::notification_closed(&emitter, id, 3).await?)
    }

    fn get_capabilities(&self) -> Vec<String> {
        ["actions", "body"].map(str::to_owned).to_vec()
    }

    fn get_server_information(&self) -> (String, String, String, String) {
        ("stage".into(), "threadloft".into(), "1".into(), "1.2".into())
    }

    #[zbus(signal)]
    async fn notification_closed(emitter: &SignalEmitter<'_>, id: u32, reason: u32) -> zbus::Result<()>;
}

struct Watcher(Arc<Mutex<Seen>>);

#[zbus::interface(name = "org.kde.StatusNotifierWatcher")]
impl Watcher {
    fn register_status_notifier_item(&self, path: String, #[zbus(header)] header: Header<'_>) {
        lock(&self.0).tray = header.sender().map(|sender| (sender.to_string(), path));
    }

    #[zbus(property)]
    fn is_status_notifier_host_registered(&self) -> bool {
        true
    }

    #[zbus(property)]
    fn protocol_version(&self) -> i32 {
        0
    }
}
