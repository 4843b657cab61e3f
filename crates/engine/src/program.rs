//! Finds programs as the person's terminal would, and starts them without a console window.
//!
//! Invariant: no other file of the engine or the window side creates a command (`tests/tests/architecture.rs`). On
//! Windows each would otherwise flash a console window.

use std::ffi::{OsStr, OsString};
use std::path::PathBuf;
use std::process::Command;

/// A command that opens no console window.
pub fn quiet(program: impl AsRef<OsStr>) -> Command {
    #[allow(unused_mut)]
    let mut command = Command::new(program);
    #[cfg(windows)]
    {
        use std::os::windows::process::CommandExt;
        const CREATE_NO_WINDOW: u32 = 0x0800_0000;
        command.creation_flags(CREATE_NO_WINDOW);
    }
    command
}

/// A program found by name where the person's login shell would find it.
pub struct Named {
    pub file: PathBuf,
    /// The `PATH` for the program itself, because many are scripts that start another program.
    pub path: OsString,
}

impl Named {
    /// `None` if it is nowhere. Without a `path`, ours is searched.
    pub fn find(name: &str, path: Option<String>) -> Option<Self> {
        let path = path.map(OsString::from).or_else(|| std::env::var_os("PATH"))?;
        let path = absolute(&path);
        Some(Self { file: search(name, &path, ENDINGS)?, path })
    }

    pub fn command(&self) -> Command {
        let mut command = quiet(&self.file);
        command.env("PATH", &self.path);
        command
    }
}

/// File extensions of programs. On Windows npm and editors' commands are scripts, while a bare name finds only
/// `.exe`.
const ENDINGS: &[&str] = if cfg!(windows) { &[".exe", ".cmd", ".bat"] } else { &[""] };

/// Finds a program in this `PATH`. Also returns the `PATH` without relative folders: `.` would be the inspected
/// folder.
pub(crate) fn on_path(name: &str, path: &OsStr) -> Option<(PathBuf, OsString)> {
    let path = absolute(path);
    Some((search(name, &path, &[if cfg!(windows) { ".exe" } else { "" }])?, path))
}

fn absolute(path: &OsStr) -> OsString {
    let folders = std::env::split_paths(path).filter(|folder| folder.is_absolute());
    // Parts of a split `PATH` can always be joined again.
    std::env::join_paths(folders).unwrap_or_default()
}

fn search(name: &str, path: &OsStr, endings: &[&str]) -> Option<PathBuf> {
    let folders = std::env::split_paths(path);
    let files = folders.flat_map(|folder| endings.iter().map(move |ending| folder.join(format!("{name}{ending}"))));
    files.into_iter().find(|file| is_executable(file))
}

#[cfg(unix)]
pub(crate) fn is_executable(path: &std::path::Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    path.metadata().is_ok_and(|held| held.is_file() && held.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
pub(crate) fn is_executable(path: &std::path::Path) -> bool {
    path.is_file()
}

#[cfg(all(test, unix))]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use std::os::unix::fs::PermissionsExt;

    #[test]
    fn a_program_is_found_in_the_order_of_the_path() {
        let root = tempfile::tempdir().unwrap();
        let file = |place: &str, mode: u32| {
            let file = root.path().join(place);
            std::fs::create_dir_all(file.parent().unwrap()).unwrap();
            std::fs::write(&file, "").unwrap();
            std::fs::set_permissions(&file, std::fs::Permissions::from_mode(mode)).unwrap();
            file
        };
        file("first/code", 0o644);
        let plain = file("second/code", 0o755);
        let script = file("third/code.cmd", 0o755);
        let folders =
            ["relative".into(), root.path().join("first"), root.path().join("second"), root.path().join("third")];
        let path = absolute(&std::env::join_paths(folders).unwrap());
        assert_eq!(search("code", &path, &[""]), Some(plain));
        assert_eq!(search("code", &path, &[".exe", ".cmd"]), Some(script));
        assert_eq!(search("cursor", &path, &["", ".cmd"]), None);
    }
}
