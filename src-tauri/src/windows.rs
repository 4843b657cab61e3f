//! Opens, restores and closes windows: the main one, and one per thread that a person opens separately.
//!
//! Invariant: a window closes without a question only if nothing would be lost or the person has agreed.

use crate::open_target::OpenTarget;
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
/// The event on which the page asks "close anyway?".
const CLOSING: &str = "closing";
/// The event with an `OpenTarget` for the page.
const OPEN: &str = "open";
/// `--bg-window` of the UI's tokens, so that a window does not flash white before the page is drawn.
const LIGHT: Color = Color(0xf2, 0xf4, 0xf6, 0xff);
const DARK: Color = Color(0x12, 0x14, 0x15, 0xff);

/// Windows whose page is running and can be asked a question.
#[derive(Default)]
struct Listening(Mutex<HashSet<String>>);

/// Windows that are shown when their page starts to load.
#[derive(Default)]
struct Unshown(Mutex<HashSet<String>>);

/// Windows with the focus.
#[derive(Default)]
struct Looking(Mutex<HashSet<String>>);

/// A window is shown after this time even if its page has not started to load.
const LONGEST_UNSHOWN: Duration = Duration::from_secs(2);

/// The zoom of all pages, in percent.
struct Zoomed(AtomicU16);

/// Set while a page's closing question is about quitting the app.
#[derive(Default)]
struct Quitting(AtomicBool);

/// `THREADLOFT_DATA_DIR`. Another data folder means a separate app instance with windows of its own.
pub fn own_data() -> Option<PathBuf> {
    std::env::var_os("THREADLOFT_DATA_DIR").filter(|dir| !dir.is_empty()).map(PathBuf::from)
}

pub fn open_first(app: &AppHandle, target: Option<&OpenTarget>) -> tauri::Result<()> {
    app.manage(Listening::default());
    app.manage(Unshown::default());
    app.manage(Looking::default());
    app.manage(Quitting::default());
    app.manage(Zoomed(AtomicU16::new(AS_IT_IS)));
    allow_dev_page(app)?;
    open_main(app, target)
}

fn open_main(app: &AppHandle, target: Option<&OpenTarget>) -> tauri::Result<()> {
    let page = target.map_or_else(|| "index.html".to_owned(), OpenTarget::to_url);
    open(app, MAIN, &page, (1280.0, 840.0))
}

/// Opens a thread in its own window, or brings that window to the front if it exists.
pub fn open_thread(app: &AppHandle, thread: &ThreadId) -> tauri::Result<()> {
    let plain: String = thread.as_str().chars().filter(|c| c.is_ascii_alphanumeric() || *c == '-').collect();
    let label = format!("thread-{plain}");
    if let Some(window) = app.get_webview_window(&label) {
        return raise(&window);
    }
    open(app, &label, &format!("index.html?thread={plain}"), (960.0, 840.0))
}

/// Brings the app to the front, for example on a second start, and opens the requested target.
///
/// It runs in a task, because the caller may be a window procedure or an event handler: on Windows, a webview that is
/// created there would deadlock.
pub fn bring_to_front(app: &AppHandle, target: Option<OpenTarget>) {
    let app = app.clone();
    tauri::async_runtime::spawn_blocking(move || {
        if let Err(why) = focus_window(&app, target.as_ref()) {
            tracing::warn!("the window does not come forward: {why}");
        }
    });
}

fn focus_window(app: &AppHandle, target: Option<&OpenTarget>) -> tauri::Result<()> {
    let windows = app.webview_windows();
    let Some(window) = windows.get(MAIN).or_else(|| windows.values().next().filter(|_| target.is_none())) else {
        return open_main(app, target);
    };
    match target {
        Some(target) if is_listening(app, window.label()) => window.emit_to(MAIN, OPEN, target.to_json())?,
        // The page is still loading, so it is loaded again with the target in its address.
        Some(target) => {
            window.navigate(window.url()?.join(&target.to_url()).map_err(|_| tauri::Error::WebviewNotFound)?)?
        }
        None => {}
    }
    raise(window)
}

/// Quits from the tray or the menu, and asks first if something would be lost.
pub fn quit(app: &AppHandle) {
    let busy = app.state::<Engine>().busy();
    let windows = app.webview_windows();
    let asked = windows.get(MAIN).or_else(|| windows.values().next());
    if let Some(window) =
        asked.filter(|window| (busy.running > 0 || busy.asks > 0) && is_listening(app, window.label()))
        && window.emit_to(window.label(), CLOSING, busy_to_json(busy)).is_ok()
    {
        app.state::<Quitting>().0.store(true, Ordering::Relaxed);
        if let Err(why) = raise(window) {
            tracing::warn!("the window does not come forward: {why}");
        }
        return;
    }
    let app = app.clone();
    tauri::async_runtime::spawn(async move { crate::exit(&app).await });
}

/// Closes a window after the person has agreed. `close` would ask again, so this calls `destroy`.
pub fn close(app: &AppHandle, label: &str) -> tauri::Result<()> {
    if app.state::<Quitting>().0.load(Ordering::Relaxed) {
        let app = app.clone();
        tauri::async_runtime::spawn(async move { crate::exit(&app).await });
        return Ok(());
    }
    app.get_webview_window(label).map_or(Ok(()), |window| window.destroy())
}

/// The window to show a dialog above.
pub fn front_window(app: &AppHandle) -> Option<WebviewWindow> {
    let windows = app.webview_windows();
    let focused = windows.values().find(|window| window.is_focused().unwrap_or(false));
    focused.or_else(|| windows.get(MAIN)).or_else(|| windows.values().next()).cloned()
}

/// True if one of our windows has the focus.
pub fn has_focus(app: &AppHandle) -> bool {
    let looking = app.try_state::<Looking>();
    looking.is_some_and(|looking| !looking.0.lock().unwrap_or_else(PoisonError::into_inner).is_empty())
}

fn track_focus(window: &Window, focused: bool) {
    let looking = window.state::<Looking>();
    let mut looking = looking.0.lock().unwrap_or_else(PoisonError::into_inner);
    if focused {
        looking.insert(window.label().to_owned());
    } else {
        looking.remove(window.label());
    }
}

/// Records that the window's page is running, so that it can be asked before the window closes.
pub fn page_is_ready(window: &WebviewWindow) {
    let listening = window.state::<Listening>();
    listening.0.lock().unwrap_or_else(PoisonError::into_inner).insert(window.label().to_owned());
}

pub fn on_event(window: &Window, event: &WindowEvent) {
    match event {
        WindowEvent::CloseRequested { api, .. } => {
            let engine = window.state::<Engine>();
            let busy = engine.busy();
            let app = window.app_handle();
            if is_last(window) && engine.stays_in_tray() && tray::is_visible(app) && window.hide().is_ok() {
                api.prevent_close();
            } else if must_ask(window, busy) && window.emit_to(window.label(), CLOSING, busy_to_json(busy)).is_ok() {
                app.state::<Quitting>().0.store(false, Ordering::Relaxed);
                api.prevent_close();
            }
        }
        WindowEvent::Focused(focused) => track_focus(window, *focused),
        WindowEvent::Destroyed => {
            track_focus(window, false);
            let listening = window.state::<Listening>();
            listening.0.lock().unwrap_or_else(PoisonError::into_inner).remove(window.label());
            window.state::<Engine>().leave(&WindowId::from(window.label()));
        }
        _ => {}
    }
}

/// Only closing the last window can lose something, because codex ends with it.
fn must_ask(window: &Window, busy: Busy) -> bool {
    is_last(window) && is_listening(window.app_handle(), window.label()) && (busy.running > 0 || busy.asks > 0)
}

fn is_last(window: &Window) -> bool {
    window.webview_windows().len() <= 1
}

fn is_listening(app: &AppHandle, label: &str) -> bool {
    app.state::<Listening>().0.lock().unwrap_or_else(PoisonError::into_inner).contains(label)
}

fn busy_to_json(busy: Busy) -> serde_json::Value {
    serde_json::json!({ "running": busy.running, "asks": busy.asks })
}

/// The plug-in that restores window size and position. A custom data folder has its own file.
pub fn window_state_plugin() -> TauriPlugin<Wry> {
    let mut builder = tauri_plugin_window_state::Builder::new()
        .with_state_flags(StateFlags::SIZE | StateFlags::POSITION | StateFlags::MAXIMIZED)
        .map_label(|label| if label == MAIN { MAIN } else { "thread" });
    if let Some(dir) = own_data() {
        builder = builder.with_filename(dir.join("windows.json").to_string_lossy());
    }
    builder.build()
}

const AS_IT_IS: u16 = 100;

/// Sets the zoom of all current and later windows.
pub fn zoom(app: &AppHandle, percent: u16) {
    if app.state::<Zoomed>().0.swap(percent, Ordering::Relaxed) == percent {
        return;
    }
    for window in app.webview_windows().values() {
        set_zoom(window, percent);
    }
}

/// The webview keeps its zoom across reloads.
fn set_zoom(window: &WebviewWindow, percent: u16) {
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
    // Set on the app, because on Linux tao ignores a window's own theme and the page would not be notified.
    app.set_theme(wish);
    // The first window is created before the engine is open; pages only make requests after that.
    let handle = app.clone();
    let dev_page = dev_page();
    let url = match &dev_page {
        Some(vite) => WebviewUrl::External(vite.join(page).map_err(|_| tauri::Error::WebviewNotFound)?),
        None => WebviewUrl::App(page.into()),
    };
    let mut builder = WebviewWindowBuilder::new(app, label, url)
        .title("Threadloft")
        .inner_size(size.0, size.1)
        .min_inner_size(480.0, 480.0)
        .background_color(if wish == Some(Theme::Dark) { DARK } else { LIGHT })
        .on_navigation(move |url| is_ours(url) || dev_page.as_ref().is_some_and(|vite| vite.origin() == url.origin()))
        .on_document_title_changed(|window, title| {
            if let Err(why) = window.set_title(&window_title(&title)) {
                tracing::warn!("a window cannot be named: {why}");
            }
        })
        .on_web_resource_request(move |_, response| {
            if let Some(engine) = handle.try_state::<Engine>() {
                allow_remote_pictures(&engine, response.headers_mut());
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
        set_zoom(&window, percent);
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

/// Without a GPU, WebKitGTK blocks for half a second if it must draw a window whose page process does not run yet.
/// It blocks the very thread that the process waits for.
const WAITS_FOR_ITS_PAGE: bool = cfg!(target_os = "linux");

/// Shows a window when its page starts to load. Only the first time, so that a window that was hidden later stays so.
pub fn page_begins(webview: &Webview) {
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

/// Lets a page load remote pictures if the setting allows it at the time of loading.
fn allow_remote_pictures(engine: &Engine, headers: &mut HeaderMap) {
    let policy = headers.get(CONTENT_SECURITY_POLICY).and_then(|policy| policy.to_str().ok());
    let loose = policy.filter(|_| engine.remote_images()).map(picture::with_remote);
    if let Some(loose) = loose.and_then(|loose| HeaderValue::from_str(&loose).ok()) {
        headers.insert(CONTENT_SECURITY_POLICY, loose);
    }
}

/// The address of the Vite dev server (`cargo xtask dev`). Release builds do not have this.
#[cfg(debug_assertions)]
fn dev_page() -> Option<Url> {
    let page: Url = std::env::var("THREADLOFT_PAGE").ok()?.parse().ok()?;
    (page.scheme() == "http" && page.host_str() == Some("127.0.0.1")).then_some(page)
}

#[cfg(not(debug_assertions))]
fn dev_page() -> Option<Url> {
    None
}

/// Grants the dev server's page the same three commands.
#[cfg(debug_assertions)]
fn allow_dev_page(app: &AppHandle) -> tauri::Result<()> {
    let Some(page) = dev_page() else { return Ok(()) };
    let doors = ["core:event:allow-listen", "core:event:allow-unlisten", "allow-subscribe", "allow-act", "allow-query"];
    let capability = tauri::ipc::CapabilityBuilder::new("page-in-work").remote(format!("{page}*")).window("*");
    app.add_capability(doors.into_iter().fold(capability, tauri::ipc::CapabilityBuilder::permission))
}

#[cfg(not(debug_assertions))]
fn allow_dev_page(_: &AppHandle) -> tauri::Result<()> {
    Ok(())
}

/// The window title, from the page's title. Thread names are foreign text, so line breaks and direction controls are
/// removed, and the length is limited to what a task switcher shows.
fn window_title(title: &str) -> String {
    let hidden = |c: &char| {
        c.is_control() || matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}')
    };
    let plain: String = title.chars().filter(|c| !hidden(c)).take(LONGEST_NAME).collect();
    if plain.trim().is_empty() { "Threadloft".to_owned() } else { plain }
}

const LONGEST_NAME: usize = 200;

/// True for our own pages. A page never navigates elsewhere; links are opened in the browser by an intent.
fn is_ours(url: &Url) -> bool {
    matches!((url.scheme(), url.host_str()), ("tauri", Some("localhost")) | ("http" | "https", Some("tauri.localhost")))
}

fn raise(window: &WebviewWindow) -> tauri::Result<()> {
    window.unminimize()?;
    window.show()?;
    window.set_focus()
}
