//! Windows around the house: what the OS must do for it, and the door between a page and Rust.
//!
//! Invariant: nothing is decided here. The engine decides, pages draw, this room carries.

mod args;
mod desk;
mod door;
mod signals;
mod windows;

use args::Args;
use desk::WindowDesk;
use engine::{House, Options};
use std::process::ExitCode;
use std::sync::Arc;
use tauri::{Manager, RunEvent};

/// Runs until the last window is closed and codex is gone.
pub fn run() -> ExitCode {
    let args = match Args::read(std::env::args().skip(1)) {
        Args::Say(text) => {
            print!("{text}");
            return ExitCode::SUCCESS;
        }
        Args::Refuse(text) => {
            eprint!("{text}");
            return ExitCode::from(2);
        }
        Args::Open(args) => args,
    };
    log_to_stderr();

    let mut builder = tauri::Builder::default();
    if windows::own_data().is_none() {
        builder = builder.plugin(tauri_plugin_single_instance::init(|app, _, _| windows::come_forward(app)));
    }
    let built = builder
        .plugin(tauri_plugin_shell::init())
        .plugin(tauri_plugin_dialog::init())
        .plugin(tauri_plugin_opener::init())
        .plugin(windows::remember())
        .invoke_handler(tauri::generate_handler![door::subscribe, door::act, door::look])
        .setup(move |app| {
            // The server starts first: it gets ready while the webview, which takes longer, comes up.
            let desk = Arc::new(WindowDesk::new(app.handle().clone()));
            let mut options = Options::from_env();
            options.demo |= args.demo;
            options.bundled = bundled_codex(app.handle());
            let house = tauri::async_runtime::block_on(async { House::open(options, desk) });
            app.manage(house);
            signals::close_politely(app.handle());
            windows::open_main(app.handle())?;
            Ok(())
        })
        .on_window_event(windows::on_event)
        .build(tauri::generate_context!());
    match built {
        Ok(app) => {
            let code = app.run_return(on_run_event);
            ExitCode::from(u8::try_from(code).unwrap_or(1))
        }
        Err(why) => {
            eprintln!("Threadloft could not open a window: {why}");
            ExitCode::FAILURE
        }
    }
}

/// The last window is gone (no code yet): codex goes first, then we do.
fn on_run_event(app: &tauri::AppHandle, event: RunEvent) {
    if let RunEvent::ExitRequested { code: None, api, .. } = event {
        api.prevent_exit();
        let app = app.clone();
        tauri::async_runtime::spawn(async move { leave(&app).await });
    }
}

/// The one way out.
pub(crate) async fn leave(app: &tauri::AppHandle) {
    let house = app.state::<House>().inner().clone();
    house.close().await;
    app.exit(0);
}

/// The copy that a bundle carries, in Codex's own folder layout.
fn bundled_codex(app: &tauri::AppHandle) -> Option<std::path::PathBuf> {
    let name = format!("codex{}", std::env::consts::EXE_SUFFIX);
    let path = app.path().resource_dir().ok()?.join("codex").join("bin").join(name);
    path.is_file().then_some(path)
}

fn log_to_stderr() {
    let filter = tracing_subscriber::EnvFilter::try_from_env("THREADLOFT_LOG")
        .unwrap_or_else(|_| tracing_subscriber::EnvFilter::new("warn"));
    tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr).init();
}
