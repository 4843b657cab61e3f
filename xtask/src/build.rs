//! What has to be built before something can be run: the pages first, because the app embeds them.

use std::process::Command;
use xtask::place;
use xtask::step::{self, Done};

/// The pages of the window.
pub fn ui() -> Done {
    let mut npm = step::command("npm");
    step::run("npm run build (ui)", npm.args(["run", "--silent", "build"]).current_dir(place::root().join("ui")))
}

pub fn rust(args: &[&str]) -> Done {
    step::run(&format!("cargo build {}", args.join(" ")), cargo("build").args(args))
}

/// Cargo, with its results where this very program lies, also when that is not the clone's own `target`.
pub fn cargo(command: &str) -> Command {
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.arg(command).current_dir(place::root()).env("CARGO_TARGET_DIR", place::target());
    cargo
}

/// The triple of this machine, as its compiler says it.
pub fn host() -> Result<String, String> {
    let told = step::command("rustc").arg("-vV").output().map_err(|why| format!("rustc: {why}"))?;
    let text = String::from_utf8_lossy(&told.stdout);
    text.lines()
        .find_map(|line| line.strip_prefix("host: "))
        .map(str::to_owned)
        .ok_or_else(|| "rustc names no host".into())
}
