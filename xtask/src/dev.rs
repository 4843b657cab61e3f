//! `dev`: the real window on the real server, with the page from Vite, so that a saved file shows at once.

use crate::build;
use crate::setup::{Needs, setup};
use std::net::TcpListener;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use xtask::place;
use xtask::step::{self, Done};

/// For the first answer of Vite, on a slow machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// Ended with us, whatever happens.
struct Vite(Child);

impl Drop for Vite {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

pub fn dev() -> Done {
    let codex = setup(Needs::App)?;
    // Only where the pages were never built: the program embeds them, and shows Vite's instead.
    if !place::root().join("ui/dist/index.html").is_file() {
        build::ui()?;
    }
    build::rust(&["-p", "threadloft"])?;
    let port = free_port()?;
    let _vite = vite(port)?;
    let mut app = Command::new(place::program("threadloft"));
    app.env("THREADLOFT_CODEX", codex).env("THREADLOFT_PAGE", format!("http://127.0.0.1:{port}/"));
    step::run("threadloft, with the page from Vite", &mut app)
}

fn free_port() -> Result<u16, String> {
    let listener = TcpListener::bind("127.0.0.1:0").map_err(|why| format!("no free port: {why}"))?;
    listener.local_addr().map(|address| address.port()).map_err(|why| why.to_string())
}

/// Returns when it listens.
fn vite(port: u16) -> Result<Vite, String> {
    step::say("vite");
    // Not by npx: what is killed must be Vite itself.
    let mut vite = step::command("node");
    vite.arg("node_modules/vite/bin/vite.js").args(["--host", "127.0.0.1", "--strictPort", "--port"]);
    vite.arg(port.to_string()).current_dir(place::root().join("ui")).stdin(Stdio::null());
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
