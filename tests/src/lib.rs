//! The harness of the tests: the real codex, private homes, a real window. tests/README.md is the overview.

#[cfg(target_os = "linux")]
pub mod app;
#[cfg(target_os = "linux")]
pub mod ask_cards;
pub mod asks;
#[cfg(target_os = "linux")]
pub mod browser;
#[cfg(target_os = "linux")]
pub mod codex_home;
#[cfg(target_os = "linux")]
pub mod desktop;
#[cfg(target_os = "linux")]
pub mod display;
#[cfg(target_os = "linux")]
pub mod driver;
pub mod engine_fixture;
#[cfg(target_os = "linux")]
pub mod keyring;
pub mod marketplace;
#[cfg(target_os = "linux")]
pub mod measure;
pub mod mirror;
#[cfg(target_os = "linux")]
pub mod process;
pub mod prompt_hook;
pub mod rollout;
#[cfg(target_os = "linux")]
pub mod sign_in_fixture;
#[cfg(target_os = "linux")]
pub mod tray;
pub mod trust;
pub mod untrusted_repository;
pub mod wait;
#[cfg(unix)]
pub mod wire_tap;

use std::path::PathBuf;

/// The real codex: `THREADLOFT_CODEX`, or the one that `cargo xtask setup` fetched.
pub fn codex() -> PathBuf {
    xtask::codex::find().unwrap_or_else(|why| panic!("{why}"))
}

/// A real older codex (0.140.0), from before `thread/queue`. npm has it for Linux on x64 only.
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
pub fn older_codex() -> PathBuf {
    xtask::codex::older().unwrap_or_else(|| panic!("the older codex has not been fetched yet: run `cargo xtask setup`"))
}

/// An even older codex (`0.120`, `0.104`), from before pages, search and deletion.
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
pub fn much_older_codex(version: &str) -> PathBuf {
    let found = xtask::codex::much_older(version);
    found.unwrap_or_else(|| panic!("codex {version} has not been fetched yet: run `cargo xtask setup`"))
}
