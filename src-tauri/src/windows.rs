//! The windows: the first one, one per thread that a person wants beside it, and how they close.
//!
//! Invariant: a window closes without a question only when nothing would be lost, or when a person was asked.

use crate::place::Place;
use crate::{picture, tray};
use engine::Engine;
use engine::id::{ThreadId, WindowId};
use engine::platform::Busy;
use std::collections::HashSet;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU16, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use tauri::http::header::{CONTENT_SECURITY_POLICY, HeaderMap, HeaderValue};
use tauri::plugin::TauriPlugin;
use tauri::utils::config::Color;
use tauri::webview::NewWindowResponse;
use tauri::{
    AppHandle, Emitter, Manager, Theme, Url, Webview, WebviewUrl, WebviewWindow, WebviewWindowBuilder, Window,
};
use tauri::{WindowEvent, Wry};
use tauri_plugin_window_state::StateFlags;

const MAIN: &str = "main";
/// The page asks "close anyway?" when it hears this.
const CLOSING: &str = "closing";
/// The page goes to the place that this carries.
const OPEN: &str = "open";
/// `--bg-window` of the UI's tokens, so that a window is never white before its page is drawn.
const LIGHT: Color = Color(0xf2, 0xf4, 0xf6, 0xff);
const DARK: Color = Color(0x12, 0x14, 0x15, 0xff);

/// Windows whose page has come up and can therefore be asked.
#[derive(Default)]
struct Listening(Mutex<HashSet<String>>);

/// Windows that wait to be shown until their page begins.
#[derive(Default)]
struct Unshown(Mutex<HashSet<String>>);

/// Windows that have the focus.
#[derive(Default)]
struct Looking(Mutex<HashSet<String>>);

/// A page that does not begin is no reason for a window that is never seen.
const LONGEST_UNSHOWN: Duration = Duration::from_secs(2);

/// How large the pages are drawn, in percent.
struct Zoomed(AtomicU16);

/// The question that a page now asks is about the whole app.
#[derive(Default)]
struct Quitting(AtomicBool);

/// `THREADLOFT_DATA_DIR`. Another data folder is another engine: its windows stand beside those of the first.
pub fn own_data() -> Option<PathBuf> {
    std::env::var_os("THREADLOFT_DATA_DIR").filter(|dir| !dir.is_empty()).map(PathBuf::from)
}

pub fn open_first(app: &AppHandle, place: Option<&Place>) -> tauri::Result<()> {
    app.manage(Listening::default());
    app.manage(Unshown::default());
    app.manage(Looking::default());
    app.manage(Quitting::default());
    app.manage(Zoomed(AtomicU16::new(AS_IT_IS)));
    let_in_work(app)?;
    open_main(app, place)
}

fn open_main(app: &AppHandle, place: Option<&Place>) -> tauri::Result<()> {
    let page = place.map_or_else(|| "index.html".to_owned(), Place::page);
    open(app, MAIN, &page, (1280.0, 840.0))
}

/// A thread in a window of its own; the one it already has comes forward.
pub fn open_thread(app: &AppHandle, thread: &ThreadId) -> tauri::Result<()> {
    let plain: String = thread.as_str().chars().filter(|c| c.is_ascii_alphanumeric() || *c == '-').collect();
    let label = format!("thread-{plain}");
    if let Some(window) = app.get_webview_window(&label) {
        return raise(&window);
    }
    open(app, &label, &format!("index.html?thread={plain}"), (960.0, 840.0))
}

/// A second start ends at once; the first comes forward, at the place that was asked for.
///
/// Not in the caller's turn: it is a window procedure or an event's handler, and a webview that is made in one of those
/// waits on Windows for the very thread that it is made on.
pub fn come_forward(app: &AppHandle, place: Option<Place>) {
    let app = app.clone();
    tauri::async_runtime::spawn_blocking(move || {
        if let Err(why) = forward(&app, place.as_ref()) {
            tracing::warn!("the window does not come forward: {why}");
        }
    });
}

fn forward(app: &AppHandle, place: Option<&Place>) -> tauri::Result<()> {
    let windows = app.webview_windows();
    let Some(window) = windows.get(MAIN).or_else(|| windows.values().next().filter(|_| place.is_none())) else {
        return open_main(app, place);
    };
    match place {
        Some(place) if is_listening(app, window.label()) => window.emit_to(MAIN, OPEN, place.told())?,
        // The page is still on its way up: it begins again, at that place.
        Some(place) => {
            window.navigate(window.url()?.join(&place.page()).map_err(|_| tauri::Error::WebviewNotFound)?)?
        }
        None => {}
    }
    raise(window)
}

/// The tray's and the menu's way out: asks first if something would be lost.
pub fn quit(app: &AppHandle) {
    let busy = app.state::<Engine>().busy();
    let windows = app.webview_windows();
    let asked = windows.get(MAIN).or_else(|| windows.values().next());
    if let Some(window) =
        asked.filter(|window| (busy.running > 0 || busy.asks > 0) && is_listening(app, window.label()))
        && window.emit_to(window.label(), CLOSING, told(busy)).is_ok()
    {
        app.state::<Quitting>().0.store(true, Ordering::Relaxed);
        if let Err(why) = raise(window) {
            tracing::warn!("the window does not come forward: {why}");
        }
        return;
    }
    let app = app.clone();
    tauri::async_runtime::spawn(async move { crate::leave(&app).await });
}

/// The person was asked and agreed. `destroy`, not `close`: that would ask again.
pub fn close(app: &AppHandle, label: &str) -> tauri::Result<()> {
    if app.state::<Quitting>().0.load(Ordering::Relaxed) {
        let app = app.clone();
        tauri::async_runtime::spawn(async move { crate::leave(&app).await });
        return Ok(());
    }
    app.get_webview_window(label).map_or(Ok(()), |window| window.destroy())
}

/// The window that a dialog belongs to.
pub fn in_front(app: &AppHandle) -> Option<WebviewWindow> {
    let windows = app.webview_windows();
    let focused = windows.values().find(|window| window.is_focused().unwrap_or(false));
    focused.or_else(|| windows.get(MAIN)).or_else(|| windows.values().next()).cloned()
}

/// Whether one of our windows has the focus.
pub fn somebody_looks(app: &AppHandle) -> bool {
    let looking = app.try_state::<Looking>();
    looking.is_some_and(|looking| !looking.0.lock().unwrap_or_else(PoisonError::into_inner).is_empty())
}

fn look(window: &Window, focused: bool) {
    let looking = window.state::<Looking>();
    let mut looking = looking.0.lock().unwrap_or_else(PoisonError::into_inner);
    if focused {
        looking.insert(window.label().to_owned());
    } else {
        looking.remove(window.label());
    }
}

/// This page can be asked before its window closes.
pub fn listens(window: &WebviewWindow) {
    let listening = window.state::<Listening>();
    listening.0.lock().unwrap_or_else(PoisonError::into_inner).insert(window.label().to_owned());
}

pub fn on_event(window: &Window, event: &WindowEvent) {
    match event {
        WindowEvent::CloseRequested { api, .. } => {
            let engine = window.state::<Engine>();
            let busy = engine.busy();
            let app = window.app_handle();
            if is_last(window) && engine.stays_in_tray() && tray::stands(app) && window.hide().is_ok() {
                api.prevent_close();
            } else if must_ask(window, busy) && window.emit_to(window.label(), CLOSING, told(busy)).is_ok() {
                app.state::<Quitting>().0.store(false, Ordering::Relaxed);
                api.prevent_close();
            }
        }
        WindowEvent::Focused(focused) => look(window, *focused),
        WindowEvent::Destroyed => {
            look(window, false);
            let listening = window.state::<Listening>();
            listening.0.lock().unwrap_or_else(PoisonError::into_inner).remove(window.label());
            window.state::<Engine>().leave(&WindowId::from(window.label()));
        }
        _ => {}
    }
}

/// Codex ends with the last window only; closing one of two loses nothing.
fn must_ask(window: &Window, busy: Busy) -> bool {
    is_last(window) && is_listening(window.app_handle(), window.label()) && (busy.running > 0 || busy.asks > 0)
}

fn is_last(window: &Window) -> bool {
    window.webview_windows().len() <= 1
}

fn is_listening(app: &AppHandle, label: &str) -> bool {
    app.state::<Listening>().0.lock().unwrap_or_else(PoisonError::into_inner).contains(label)
}

fn told(busy: Busy) -> serde_json::Value {
    serde_json::json!({ "running": busy.running, "asks": busy.asks })
}

/// Size and place, kept in our data folder when that is not the usual one.
pub fn remember() -> TauriPlugin<Wry> {
    let mut builder = tauri_plugin_window_state::Builder::new()
        .with_state_flags(StateFlags::SIZE | StateFlags::POSITION | StateFlags::MAXIMIZED)
        .map_label(|label| if label == MAIN { MAIN } else { "thread" });
    if let Some(dir) = own_data() {
        builder = builder.with_filename(dir.join("windows.json").to_string_lossy());
    }
    builder.build()
}

const AS_IT_IS: u16 = 100;

/// Every page is drawn as large as this from now on, and every window that is opened later.
pub fn zoom(app: &AppHandle, percent: u16) {
    if app.state::<Zoomed>().0.swap(percent, Ordering::Relaxed) == percent {
        return;
    }
    for window in app.webview_windows().values() {
        draw_at(window, percent);
    }
}

/// A page keeps it through every reload.
fn draw_at(window: &WebviewWindow, percent: u16) {
    if let Err(why) = window.set_zoom(f64::from(percent) / 100.0) {
        tracing::warn!("a page cannot be zoomed: {why}");
    }
}

fn open(app: &AppHandle, label: &str, page: &str, size: (f64, f64)) -> tauri::Result<()> {
    let wish = match std::env::var("THREADLOFT_THEME").as_deref() {
        Ok("light") => Some(Theme::Light),
        Ok("dark") => Some(Theme::Dark),
        _ => None,
    };
    // On the app, not on the window: tao ignores a window's own wish on Linux, and the page would not hear of it.
    app.set_theme(wish);
    // The first window is made before the engine is open; a page asks for itself only after.
    let handle = app.clone();
    let in_work = in_work();
    let url = match &in_work {
        Some(vite) => WebviewUrl::External(vite.join(page).map_err(|_| tauri::Error::WebviewNotFound)?),
        None => WebviewUrl::App(page.into()),
    };
    let mut builder = WebviewWindowBuilder::new(app, label, url)
        .title("Threadloft")
        .inner_size(size.0, size.1)
        .min_inner_size(480.0, 480.0)
        .background_color(if wish == Some(Theme::Dark) { DARK } else { LIGHT })
        .on_navigation(move |url| is_ours(url) || in_work.as_ref().is_some_and(|vite| vite.origin() == url.origin()))
        .on_document_title_changed(|window, title| {
            if let Err(why) = window.set_title(&named(&title)) {
                tracing::warn!("a window cannot be named: {why}");
            }
        })
        .on_web_resource_request(move |_, response| {
            if let Some(engine) = handle.try_state::<Engine>() {
                loosen(&engine, response.headers_mut());
            }
        })
        .on_new_window(|_, _| NewWindowResponse::Deny)
        .visible(!WAITS_FOR_ITS_PAGE);
    if let Some(dir) = own_data() {
        builder = builder.data_directory(dir.join("webview"));
    }
    if WAITS_FOR_ITS_PAGE {
        app.state::<Unshown>().0.lock().unwrap_or_else(PoisonError::into_inner).insert(label.to_owned());
    }
    let window = builder.build()?;
    let percent = app.state::<Zoomed>().0.load(Ordering::Relaxed);
    if percent != AS_IT_IS {
        draw_at(&window, percent);
    }
    if WAITS_FOR_ITS_PAGE {
        let window = window.clone();
        tauri::async_runtime::spawn(async move {
            tokio::time::sleep(LONGEST_UNSHOWN).await;
            show_first(&window);
        });
    }
    if wish.is_none() && window.theme()? == Theme::Dark {
        window.set_background_color(Some(DARK))?;
    }
    Ok(())
}

/// WebKitGTK that draws without a GPU waits half a second for a page's process when its window is drawn before that
/// process runs, and nothing else is done meanwhile, not even what the process waits for.
const WAITS_FOR_ITS_PAGE: bool = cfg!(target_os = "linux");

/// Its page begins. Only once: a window that was hidden later stays so.
pub fn begins(webview: &Webview) {
    if let Some(window) = webview.get_webview_window(webview.label()) {
        show_first(&window);
    }
}

fn show_first(window: &WebviewWindow) {
    let unshown = window.state::<Unshown>();
    let first = unshown.0.lock().unwrap_or_else(PoisonError::into_inner).remove(window.label());
    if first && let Err(why) = window.show() {
        tracing::warn!("a window cannot be shown: {why}");
    }
}

/// A page that is loaded while the person allows it may show pictures from elsewhere.
fn loosen(engine: &Engine, headers: &mut HeaderMap) {
    let policy = headers.get(CONTENT_SECURITY_POLICY).and_then(|policy| policy.to_str().ok());
    let loose = policy.filter(|_| engine.remote_images()).map(picture::with_remote);
    if let Some(loose) = loose.and_then(|loose| HeaderValue::from_str(&loose).ok()) {
        headers.insert(CONTENT_SECURITY_POLICY, loose);
    }
}

/// The page as it is being written, from Vite on this computer (`cargo xtask dev`). A release has no such way in.
#[cfg(debug_assertions)]
fn in_work() -> Option<Url> {
    let page: Url = std::env::var("THREADLOFT_PAGE").ok()?.parse().ok()?;
    (page.scheme() == "http" && page.host_str() == Some("127.0.0.1")).then_some(page)
}

#[cfg(not(debug_assertions))]
fn in_work() -> Option<Url> {
    None
}

/// Such a page has the same three doors as ours.
#[cfg(debug_assertions)]
fn let_in_work(app: &AppHandle) -> tauri::Result<()> {
    let Some(page) = in_work() else { return Ok(()) };
    let doors = ["core:event:allow-listen", "core:event:allow-unlisten", "allow-subscribe", "allow-act", "allow-query"];
    let capability = tauri::ipc::CapabilityBuilder::new("page-in-work").remote(format!("{page}*")).window("*");
    app.add_capability(doors.into_iter().fold(capability, tauri::ipc::CapabilityBuilder::permission))
}

#[cfg(not(debug_assertions))]
fn let_in_work(_: &AppHandle) -> tauri::Result<()> {
    Ok(())
}

/// A window is named as its page is, after the thread it shows. Threads are named by others: nothing in a name breaks a
/// line, turns the direction of the desktop's own words, or is longer than a task switcher shows.
fn named(title: &str) -> String {
    let hidden = |c: &char| {
        c.is_control() || matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}')
    };
    let plain: String = title.chars().filter(|c| !hidden(c)).take(LONGEST_NAME).collect();
    if plain.trim().is_empty() { "Threadloft".to_owned() } else { plain }
}

const LONGEST_NAME: usize = 200;

/// A page never leaves the app: links are opened outside, by intent.
fn is_ours(url: &Url) -> bool {
    matches!((url.scheme(), url.host_str()), ("tauri", Some("localhost")) | ("http" | "https", Some("tauri.localhost")))
}

fn raise(window: &WebviewWindow) -> tauri::Result<()> {
    window.unminimize()?;
    window.show()?;
    window.set_focus()
}
