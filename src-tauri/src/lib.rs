//! The desktop app: windows, the operating system's services, and the commands between the page and the engine.
//!
//! Invariant: this crate makes no decisions. The engine decides and the page draws.

mod args;
mod badge;
mod commands;
mod desktop_notification;
mod fetch;
mod install;
mod menu;
mod open_target;
mod picture;
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

/// The longest that codex's start waits for the first page.
const UNSEEN: Duration = Duration::from_secs(2);

/// Runs the app until the last window is closed and codex has ended.
pub fn run() -> ExitCode {
    mask_panics();
    let typed: Vec<String> = std::env::args_os().skip(1).map(|arg| arg.to_string_lossy().into_owned()).collect();
    let bundled = || std::env::current_exe().map_err(|why| why.to_string()).and_then(|exe| install::codex(&exe));
    if let Some(code) = cli::run(&typed, bundled) {
        return code;
    }
    let args = match Args::read(typed, &std::env::current_dir().unwrap_or_default()) {
        Args::Say(text) => {
            print!("{text}");
            return ExitCode::SUCCESS;
        }
        // A desktop may pass a file or a missing folder (`Exec=threadloft %f`), and there is no terminal for the message.
        Args::Refuse(text) => {
            preflight::show_error(text.trim_end());
            return ExitCode::from(2);
        }
        Args::Open(args) => args,
    };
    log_to_stderr();
    let mut options = Options::from_env();
    options.demo |= args.demo;
    options.window_first = has_few_processors().then_some(UNSEEN);
    let bundled = match std::env::current_exe() {
        // The bundled codex may be missing if the person has named another one.
        Ok(exe) if options.codex.is_none() => install::codex(&exe),
        _ => Ok(None),
    };
    let bundled = options.check().and(bundled);
    match bundled.and_then(|codex| preflight::ready().map(|()| codex)) {
        Ok(codex) => options.bundled = codex,
        Err(why) => {
            preflight::show_error(&why);
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
        .plugin(windows::window_state_plugin())
        .invoke_handler(tauri::generate_handler![commands::subscribe, commands::act, commands::query])
        .setup(move |app| {
            // The webview takes longest, so it starts first. Its page is served only after this set-up is done.
            windows::open_first(app.handle(), args.at.as_ref())?;
            let platform = Arc::new(WindowPlatform::new(app.handle().clone()));
            let engine = tauri::async_runtime::block_on(async { Engine::open(options, platform) });
            app.manage(engine);
            signals::exit_on_signals(app.handle());
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
            preflight::show_error(&format!("Threadloft could not open a window: {why}"));
            ExitCode::FAILURE
        }
    }
}

/// With few processors codex starts after the first page; together they would delay the first paint.
fn has_few_processors() -> bool {
    std::thread::available_parallelism().is_ok_and(|all| all.get() < 4)
}

/// Shows a window when its page starts to load. The tray, which nobody waits for, follows when the page has loaded.
fn on_page_load(webview: &tauri::Webview, load: &tauri::webview::PageLoadPayload<'_>) {
    match load.event() {
        tauri::webview::PageLoadEvent::Started => windows::page_begins(webview),
        tauri::webview::PageLoadEvent::Finished => tray::create(webview.app_handle()),
    }
}

/// Handles a second start of the app. Its own process has already reported invalid arguments.
fn second_start(app: &tauri::AppHandle, argv: Vec<String>, here: String) {
    if let Args::Open(opening) = Args::read(argv.into_iter().skip(1), here.as_ref()) {
        windows::bring_to_front(app, opening.at);
    }
}

/// An exit request without a code means that the last window was closed. Codex ends first, then we exit.
fn on_run_event(app: &tauri::AppHandle, event: RunEvent) {
    #[cfg(target_os = "macos")]
    if let RunEvent::Reopen { .. } = event {
        return windows::bring_to_front(app, None);
    }
    if let RunEvent::ExitRequested { code: None, api, .. } = event {
        api.prevent_exit();
        let app = app.clone();
        tauri::async_runtime::spawn(async move { exit(&app).await });
    }
}

/// The only way to exit.
pub(crate) async fn exit(app: &tauri::AppHandle) {
    let engine = app.state::<Engine>().inner().clone();
    engine.close().await;
    app.exit(0);
}

fn log_to_stderr() {
    let filter = tracing_subscriber::EnvFilter::try_from_env("THREADLOFT_LOG")
        .unwrap_or_else(|_| tracing_subscriber::EnvFilter::new("warn"));
    tracing_subscriber::fmt().with_env_filter(filter).with_writer(|| Masked(std::io::stderr())).init();
}

/// Masks secrets in panic messages, because they may quote user data.
fn mask_panics() {
    std::panic::set_hook(Box::new(|panic| {
        eprintln!("{}\n{}", engine::mask::secrets(&panic.to_string()), std::backtrace::Backtrace::capture());
    }));
}
