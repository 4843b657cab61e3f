//! What the suites stand on: the real codex, a private home, and a real window.

use std::path::PathBuf;

/// The real codex: `THREADLOFT_CODEX`, or the one that `cargo xtask setup` fetched.
pub fn codex() -> PathBuf {
    xtask::codex::find().unwrap_or_else(|why| panic!("{why}"))
}
