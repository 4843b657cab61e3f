//! Paths, derived from the sources and the running program. None is hard-coded.

use std::path::{Path, PathBuf};

/// The root of the clone that cargo was started in. The run-time variable comes first: clones that share a target folder
/// also share this program, whose compiled-in path may be that of another clone.
pub fn root() -> PathBuf {
    let here = std::env::var_os("CARGO_MANIFEST_DIR").map_or_else(|| env!("CARGO_MANIFEST_DIR").into(), PathBuf::from);
    let above = here.parent().map(Path::to_owned);
    above.unwrap_or(here)
}

/// Cargo's target folder: the parent of the profile folder with this program.
pub fn target() -> PathBuf {
    built().and_then(|debug| debug.parent().map(Path::to_owned)).unwrap_or_else(|| root().join("target"))
}

/// The app to drive: `THREADLOFT_APP`, or the one built beside this program.
pub fn app() -> PathBuf {
    let named = std::env::var_os("THREADLOFT_APP").filter(|named| !named.is_empty());
    named.map_or_else(|| program("threadloft"), PathBuf::from)
}

/// A program that cargo built in the same profile as this one.
pub fn program(name: &str) -> PathBuf {
    let name = format!("{name}{}", std::env::consts::EXE_SUFFIX);
    built().unwrap_or_else(|| root().join("target/debug")).join(name)
}

/// The profile folder (`target/debug`), even from a test program, which is one folder deeper.
fn built() -> Option<PathBuf> {
    let exe = std::env::current_exe().ok()?;
    let mut folder = exe.parent()?;
    if folder.ends_with("deps") || folder.ends_with("examples") {
        folder = folder.parent()?;
    }
    Some(folder.to_owned())
}
