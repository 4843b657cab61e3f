//! Windows around the engine: what the OS must do for it, and the door between a page and Rust.
//!
//! Invariant: nothing is decided here. The engine decides, pages draw, this room carries.

mod args;
mod badge;
mod commands;
mod desktop_notification;
mod fetch;
mod install;
mod menu;
mod picture;
mod place;
mod platform;
mod preflight;
mod signals;
mod tray;
mod windows;

use args::Args;
use engine::mask::Masked;
use engine::{Engine, Options};
use platform::WindowPlatform;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;
use tauri::{Manager, RunEvent};

/// A window that shows nothing by then is not waited for.
const UNSEEN: Duration = Duration::from_secs(2);

/// Runs until the last window is closed and codex is gone.
pub fn run() -> ExitCode {
    let typed = std::env::args_os().skip(1).map(|arg| arg.to_string_lossy().into_owned());
    let args = match Args::read(typed, &std::env::current_dir().unwrap_or_default()) {
        Args::Say(text) => {
            print!("{text}");
            return ExitCode::SUCCESS;
        }
        // A desktop hands us a file or a folder that is gone (`Exec=threadloft %f`), and nobody reads a terminal there.
        Args::Refuse(text) => {
            preflight::tell(text.trim_end());
            return ExitCode::from(2);
        }
        Args::Open(args) => args,
    };
    log_to_stderr();
    mask_panics();
    let mut options = Options::from_env();
    options.demo |= args.demo;
    options.window_first = has_few_processors().then_some(UNSEEN);
    let bundled = match std::env::current_exe() {
        // Whoever names a codex of their own does not miss the one that came with us.
        Ok(exe) if options.codex.is_none() => install::codex(&exe),
        _ => Ok(None),
    };
    let bundled = options.check().and(bundled);
    match bundled.and_then(|codex| preflight::ready().map(|()| codex)) {
        Ok(codex) => options.bundled = codex,
        Err(why) => {
            preflight::tell(&why);
            return ExitCode::FAILURE;
        }
    }

    let mut builder = tauri::Builder::default();
    if windows::own_data().is_none() {
        builder = builder.plugin(tauri_plugin_single_instance::init(second_start));
    }
    if cfg!(target_os = "macos") {
        builder = builder.menu(menu::build).on_menu_event(menu::on_event);
    }
    let built = picture::serve(builder)
        .plugin(tauri_plugin_shell::init())
        .plugin(tauri_plugin_dialog::init())
        .plugin(tauri_plugin_opener::init())
        .plugin(tauri_plugin_notification::init())
        .plugin(windows::remember())
        .invoke_handler(tauri::generate_handler![commands::subscribe, commands::act, commands::query])
        .setup(move |app| {
            // The webview takes longest, so it comes first; its page is heard only when all of this is done.
            windows::open_first(app.handle(), args.at.as_ref())?;
            let platform = Arc::new(WindowPlatform::new(app.handle().clone()));
            let engine = tauri::async_runtime::block_on(async { Engine::open(options, platform) });
            app.manage(engine);
            signals::close_politely(app.handle());
            desktop_notification::listen(app.handle());
            Ok(())
        })
        .on_window_event(windows::on_event)
        .on_page_load(on_page_load)
        .build(tauri::generate_context!());
    match built {
        Ok(app) => {
            let code = app.run_return(on_run_event);
            ExitCode::from(u8::try_from(code).unwrap_or(1))
        }
        Err(why) => {
            preflight::tell(&format!("Threadloft could not open a window: {why}"));
            ExitCode::FAILURE
        }
    }
}

/// The first page and codex would take them from each other, and a person would look at nothing for longer.
fn has_few_processors() -> bool {
    std::thread::available_parallelism().is_ok_and(|all| all.get() < 4)
}

/// A window is seen when its page begins; what nobody waits for comes when that stands.
fn on_page_load(webview: &tauri::Webview, load: &tauri::webview::PageLoadPayload<'_>) {
    match load.event() {
        tauri::webview::PageLoadEvent::Started => windows::begins(webview),
        tauri::webview::PageLoadEvent::Finished => tray::raise(webview.app_handle()),
    }
}

/// Its own process has read these arguments too, and said what is wrong with them.
fn second_start(app: &tauri::AppHandle, argv: Vec<String>, here: String) {
    if let Args::Open(opening) = Args::read(argv.into_iter().skip(1), here.as_ref()) {
        windows::come_forward(app, opening.at);
    }
}

/// The last window is gone (no code yet): codex goes first, then we do.
fn on_run_event(app: &tauri::AppHandle, event: RunEvent) {
    #[cfg(target_os = "macos")]
    if let RunEvent::Reopen { .. } = event {
        return windows::come_forward(app, None);
    }
    if let RunEvent::ExitRequested { code: None, api, .. } = event {
        api.prevent_exit();
        let app = app.clone();
        tauri::async_runtime::spawn(async move { leave(&app).await });
    }
}

/// The one way out.
pub(crate) async fn leave(app: &tauri::AppHandle) {
    let engine = app.state::<Engine>().inner().clone();
    engine.close().await;
    app.exit(0);
}

fn log_to_stderr() {
    let filter = tracing_subscriber::EnvFilter::try_from_env("THREADLOFT_LOG")
        .unwrap_or_else(|_| tracing_subscriber::EnvFilter::new("warn"));
    tracing_subscriber::fmt().with_env_filter(filter).with_writer(|| Masked(std::io::stderr())).init();
}

/// What a panic says may quote what was worked on.
fn mask_panics() {
    std::panic::set_hook(Box::new(|panic| {
        eprintln!("{}\n{}", engine::mask::secrets(&panic.to_string()), std::backtrace::Backtrace::capture());
    }));
}
