//! Where things lie, seen from the sources and from the running program. No place is written down.

use std::path::{Path, PathBuf};

/// The clone.
pub fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().unwrap_or(here).to_owned()
}

/// Where cargo puts what it builds: the folder above the profile's that this very program lies in.
pub fn target() -> PathBuf {
    built().and_then(|debug| debug.parent().map(Path::to_owned)).unwrap_or_else(|| root().join("target"))
}

/// A program that cargo built beside this one, in the same profile.
pub fn program(name: &str) -> PathBuf {
    let name = format!("{name}{}", std::env::consts::EXE_SUFFIX);
    built().unwrap_or_else(|| root().join("target/debug")).join(name)
}

/// `target/debug`, also from a test, which lies one folder deeper.
fn built() -> Option<PathBuf> {
    let exe = std::env::current_exe().ok()?;
    let mut folder = exe.parent()?;
    if folder.ends_with("deps") || folder.ends_with("examples") {
        folder = folder.parent()?;
    }
    Some(folder.to_owned())
}
