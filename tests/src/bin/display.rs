//! The app on a private screen: for machines without one, and for a picture (`cargo xtask run`).
//!
//! `display [--demo] [--shot FILE]`. With `--shot` all homes are private too unless the environment names others, so
//! that a picture shows nothing private by accident.

use std::path::PathBuf;
use std::process::{ExitCode, Stdio};
use threadloft_tests::app::{App, Start};
use threadloft_tests::display::Display;

#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let demo = args.iter().any(|arg| arg == "--demo");
    let shot = args.iter().position(|arg| arg == "--shot").and_then(|at| args.get(at + 1)).map(PathBuf::from);
    match shot {
        Some(file) => {
            let display = Display::new().await;
            picture(&display, demo, &file).await;
            println!("{}", file.display());
            ExitCode::SUCCESS
        }
        None => open(demo).await,
    }
}

async fn picture(display: &Display, demo: bool, file: &std::path::Path) {
    let mut start = Start::on(display);
    for name in ["CODEX_HOME", "THREADLOFT_DATA_DIR"] {
        if let Ok(value) = std::env::var(name) {
            start = start.env(name, value);
        }
    }
    let app = if demo { start.demo().ready().await } else { start.ready().await };
    app.resize(1440, 900).await;
    if demo {
        finished_turn(&app).await;
    } else {
        app.settled().await;
    }
    app.picture(file).await;
}

/// Runs the scripted turn that needs no answer from a person.
async fn finished_turn(app: &App<'_>) {
    app.send(loopback::demo::SHOT_PROMPT).await;
    app.see_on("[data-part=\"transcript\"][data-turn=\"done\"]").await;
    app.settled().await;
}

/// Runs until the window is closed or Ctrl-C is pressed.
async fn open(demo: bool) -> ExitCode {
    let display = Display::new().await;
    eprintln!("    screen {}; Ctrl-C ends it", display.number());
    let mut app = display.command(xtask::paths::app());
    app.args(demo.then_some("--demo")).stdout(Stdio::inherit()).stderr(Stdio::inherit());
    for name in ["THREADLOFT_CODEX", "CODEX_HOME"] {
        if let Some(value) = std::env::var_os(name) {
            app.env(name, value);
        }
    }
    match tokio::process::Command::from(app).status().await {
        Ok(status) if status.success() => ExitCode::SUCCESS,
        _ => ExitCode::FAILURE,
    }
}
