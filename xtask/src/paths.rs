//! Where things lie, seen from the sources and from the running program. No place is written down.

use std::path::{Path, PathBuf};

/// The clone that cargo was started in. Asked at run time first: two clones that share a target folder also share
/// this program, and what was compiled in one must never reach into the other.
pub fn root() -> PathBuf {
    let here = std::env::var_os("CARGO_MANIFEST_DIR").map_or_else(|| env!("CARGO_MANIFEST_DIR").into(), PathBuf::from);
    let above = here.parent().map(Path::to_owned);
    above.unwrap_or(here)
}

/// Where cargo puts what it builds: the folder above the profile's that this very program lies in.
pub fn target() -> PathBuf {
    built().and_then(|debug| debug.parent().map(Path::to_owned)).unwrap_or_else(|| root().join("target"))
}

/// The app to drive: `THREADLOFT_APP`, or the one that was built beside this program.
pub fn app() -> PathBuf {
    let named = std::env::var_os("THREADLOFT_APP").filter(|named| !named.is_empty());
    named.map_or_else(|| program("threadloft"), PathBuf::from)
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
