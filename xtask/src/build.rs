//! Builds the page and the Rust programs. The page comes first, because the app embeds it.

use std::process::Command;
use xtask::paths;
use xtask::step::{self, StepResult};

/// Builds the page.
pub fn ui() -> StepResult {
    let mut npm = step::command("npm");
    step::run("npm run build (ui)", npm.args(["run", "--silent", "build"]).current_dir(paths::root().join("ui")))
}

pub fn rust(args: &[&str]) -> StepResult {
    step::run(&format!("cargo build {}", args.join(" ")), cargo("build").args(args))
}

/// A cargo command with the target folder of the running program, which may not be the clone's own.
pub fn cargo(command: &str) -> Command {
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.arg(command).current_dir(paths::root()).env("CARGO_TARGET_DIR", paths::target());
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
