//! `dev`: the app with the page from Vite, so that a saved file shows at once.
//! `dev --page`: the page alone in a browser, on the scripted engine of `ui/dev`. It needs no codex and compiles no Rust.

use crate::build;
use crate::setup::{Needs, setup};
use std::net::TcpListener;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use xtask::paths;
use xtask::step::{self, StepResult};

/// How long Vite may take to listen, on a slow machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// The Vite process. Dropping it ends the process.
struct Vite(Child);

impl Drop for Vite {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

pub fn dev(args: &[String]) -> StepResult {
    match args.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => window(),
        ["--page"] => page(),
        _ => Err("dev takes --page and nothing else".to_owned()),
    }
}

fn window() -> StepResult {
    let codex = setup(Needs::App)?;
    // The program embeds the built pages even though it shows Vite's, so they must exist.
    if !paths::root().join("ui/dist/index.html").is_file() {
        build::ui()?;
    }
    build::rust(&["-p", "threadloft"])?;
    let port = free_port()?;
    let _vite = vite(port, &[])?;
    let mut app = Command::new(paths::program("threadloft"));
    app.env("THREADLOFT_CODEX", codex).env("THREADLOFT_PAGE", format!("http://127.0.0.1:{port}/"));
    step::run("threadloft, with the page from Vite", &mut app)
}

fn page() -> StepResult {
    step::npm_ci(&paths::root().join("ui"))?;
    let port = free_port()?;
    let mut vite = vite(port, &["--config", "vite.dev.config.ts"])?;
    step::announce(&format!(
        "the page: http://127.0.0.1:{port}/?scene=main&theme=dark; all scenes: http://127.0.0.1:{port}/?scene="
    ));
    match vite.0.wait() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("vite ended with {status}")),
        Err(why) => Err(why.to_string()),
    }
}

fn free_port() -> Result<u16, String> {
    let listener = TcpListener::bind("127.0.0.1:0").map_err(|why| format!("no free port: {why}"))?;
    listener.local_addr().map(|address| address.port()).map_err(|why| why.to_string())
}

/// Starts Vite and returns when it listens.
fn vite(port: u16, more: &[&str]) -> Result<Vite, String> {
    step::announce("vite");
    // Not through npx, because the process to end must be Vite itself.
    let mut vite = step::command("node");
    vite.arg("node_modules/vite/bin/vite.js").args(["--host", "127.0.0.1", "--strictPort", "--port"]);
    vite.arg(port.to_string()).args(more).current_dir(paths::root().join("ui")).stdin(Stdio::null());
    let mut vite = Vite(vite.spawn().map_err(|why| format!("vite does not start: {why}"))?);
    let end = Instant::now() + PATIENCE;
    while std::net::TcpStream::connect(("127.0.0.1", port)).is_err() {
        if let Ok(Some(status)) = vite.0.try_wait() {
            return Err(format!("vite ended with {status}"));
        }
        if Instant::now() > end {
            return Err("vite does not listen".to_owned());
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    Ok(vite)
}
