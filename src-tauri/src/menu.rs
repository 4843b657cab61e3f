//! The menu bar of macOS. On other systems the window itself offers these actions.

use crate::open_target::OpenTarget;
use crate::windows;
use engine::Engine;
use engine::id::WindowId;
use engine::intent::WindowIntent;
use engine::settings::Zoom;
use tauri::menu::{AboutMetadata, Menu, MenuEvent, MenuItem, PredefinedMenuItem as Item, Submenu};
use tauri::{AppHandle, Manager, Wry};

const NEW: &str = "new-thread";
const SETTINGS: &str = "settings";
const QUIT: &str = "quit-app";
const ACTUAL: &str = "actual-size";
const LARGER: &str = "zoom-in";
const SMALLER: &str = "zoom-out";

pub fn build(app: &AppHandle) -> tauri::Result<Menu<Wry>> {
    let about = AboutMetadata { version: Some(env!("CARGO_PKG_VERSION").to_owned()), ..AboutMetadata::default() };
    let own = [
        &Item::about(app, None, Some(about))? as &dyn tauri::menu::IsMenuItem<Wry>,
        &Item::separator(app)?,
        &MenuItem::with_id(app, SETTINGS, "Settings…", true, Some("CmdOrCtrl+,"))?,
        &Item::separator(app)?,
        &Item::services(app, None)?,
        &Item::separator(app)?,
        &Item::hide(app, None)?,
        &Item::hide_others(app, None)?,
        &Item::show_all(app, None)?,
        &Item::separator(app)?,
        // The predefined item would quit without asking.
        &MenuItem::with_id(app, QUIT, "Quit Threadloft", true, Some("CmdOrCtrl+Q"))?,
    ];
    let file = [
        &MenuItem::with_id(app, NEW, "New Thread", true, Some("CmdOrCtrl+N"))? as &dyn tauri::menu::IsMenuItem<Wry>,
        &Item::close_window(app, None)?,
    ];
    // On macOS a webview gets copy and paste only through this menu.
    let edit = [
        &Item::undo(app, None)? as &dyn tauri::menu::IsMenuItem<Wry>,
        &Item::redo(app, None)?,
        &Item::separator(app)?,
        &Item::cut(app, None)?,
        &Item::copy(app, None)?,
        &Item::paste(app, None)?,
        &Item::select_all(app, None)?,
    ];
    let view = [
        &MenuItem::with_id(app, ACTUAL, "Actual Size", true, Some("CmdOrCtrl+0"))? as &dyn tauri::menu::IsMenuItem<Wry>,
        &MenuItem::with_id(app, LARGER, "Zoom In", true, Some("CmdOrCtrl+="))?,
        &MenuItem::with_id(app, SMALLER, "Zoom Out", true, Some("CmdOrCtrl+-"))?,
    ];
    let window = [
        &Item::minimize(app, None)? as &dyn tauri::menu::IsMenuItem<Wry>,
        &Item::maximize(app, None)?,
        &Item::fullscreen(app, None)?,
    ];
    Menu::with_items(
        app,
        &[
            &Submenu::with_items(app, "Threadloft", true, &own)?,
            &Submenu::with_items(app, "File", true, &file)?,
            &Submenu::with_items(app, "Edit", true, &edit)?,
            &Submenu::with_items(app, "View", true, &view)?,
            &Submenu::with_items(app, "Window", true, &window)?,
        ],
    )
}

pub fn on_event(app: &AppHandle, event: MenuEvent) {
    match event.id().as_ref() {
        NEW => windows::bring_to_front(app, Some(OpenTarget::New)),
        SETTINGS => windows::bring_to_front(app, Some(OpenTarget::Settings)),
        QUIT => windows::quit(app),
        ACTUAL => zoom(app, Zoom::Actual),
        LARGER => zoom(app, Zoom::In),
        SMALLER => zoom(app, Zoom::Out),
        _ => {}
    }
}

fn zoom(app: &AppHandle, way: Zoom) {
    let engine = app.state::<Engine>().inner().clone();
    tauri::async_runtime::spawn(async move {
        // The menu belongs to the app, so the zoom applies to every window.
        if let Err(why) = engine.act(WindowId::from("menu"), WindowIntent::Zoom { way }).await {
            tracing::warn!("the pages are not zoomed: {}", why.message);
        }
    });
}
