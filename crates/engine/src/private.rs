//! Creates folders and files that only this user can read.
//!
//! Invariant: what is created here is private from its first moment. Files that an earlier build left open are closed
//! at the start. Only the permissions of group and others are removed, and only from files of this user. On systems
//! without such permissions the person's own folder is private anyway.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::Path;

/// Creates the folder and its missing parents.
pub fn folder(path: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path)?;
    close(path);
    Ok(())
}

/// Creates a new file. If one exists, even as a symbolic link, the error is `AlreadyExists`.
pub fn create(path: &Path) -> io::Result<File> {
    options().create_new(true).open(path)
}

/// Writes a whole file, new or existing.
pub fn write(path: &Path, bytes: &[u8]) -> io::Result<File> {
    use io::Write;
    let mut file = options().create(true).truncate(true).open(path)?;
    close(path);
    file.write_all(bytes)?;
    Ok(file)
}

/// Creates a file, or keeps the content of an existing one, and makes it private.
pub fn touch(path: &Path) -> io::Result<()> {
    options().create(true).truncate(false).open(path)?;
    close(path);
    Ok(())
}

/// Closes what lies directly in our folder, and the pictures. Deeper folders are protected by those above them.
pub fn repair(data: &Path) {
    // A person may keep it elsewhere and leave a link.
    let data = data.canonicalize().unwrap_or_else(|_| data.to_owned());
    close(&data);
    for folder in [data.clone(), data.join("pictures")] {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            close(&entry.path());
        }
    }
}

fn options() -> OpenOptions {
    let mut options = File::options();
    options.write(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}

#[cfg(unix)]
fn close(path: &Path) {
    use std::os::unix::fs::{MetadataExt, PermissionsExt};
    let Ok(facts) = path.symlink_metadata() else { return };
    let mode = facts.mode();
    // A folder that many users share, such as `/tmp`, must not be closed, even if we were configured to use it.
    let shared = facts.is_dir() && mode & 0o1000 != 0;
    let ours = facts.uid() == rustix::process::geteuid().as_raw() && (facts.is_dir() || facts.is_file());
    if !ours || shared || mode & 0o077 == 0 {
        return;
    }
    if let Err(error) = fs::set_permissions(path, fs::Permissions::from_mode(mode & 0o700)) {
        tracing::warn!(%error, "others may read a file of ours");
    }
}

#[cfg(not(unix))]
fn close(_: &Path) {}

#[cfg(all(test, unix))]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use std::os::unix::fs::{PermissionsExt, symlink};

    fn mode(path: &Path) -> u32 {
        path.metadata().unwrap().permissions().mode() & 0o7777
    }

    fn set(path: &Path, mode: u32) {
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    }

    #[test]
    fn what_is_made_is_private() {
        let root = tempfile::tempdir().unwrap();
        let data = root.path().join("share/threadloft");
        folder(&data).unwrap();
        let file = data.join("a");
        write(&file, b"one").unwrap();
        write(&file, b"two").unwrap();
        create(&data.join("b")).unwrap();
        assert_eq!((mode(&data), mode(&file), mode(&data.join("b"))), (0o700, 0o600, 0o600));
        assert_eq!(fs::read(&file).unwrap(), b"two");
        assert_eq!(create(&file).unwrap_err().kind(), io::ErrorKind::AlreadyExists);
    }

    #[test]
    fn what_an_earlier_build_left_open_is_closed() {
        let root = tempfile::tempdir().unwrap();
        let data = root.path().join("data");
        fs::create_dir_all(data.join("pictures")).unwrap();
        fs::create_dir_all(data.join("codex/bin")).unwrap();
        let elsewhere = root.path().join("elsewhere");
        fs::write(&elsewhere, "").unwrap();
        symlink(&elsewhere, data.join("link")).unwrap();
        for name in ["threadloft.db", "threadloft.db-wal", "pictures/a.png", "codex/bin/codex"] {
            fs::write(data.join(name), "").unwrap();
            set(&data.join(name), 0o755);
        }
        for open in [&data, &data.join("pictures"), &data.join("codex")] {
            set(open, 0o755);
        }
        set(&elsewhere, 0o644);
        repair(&data);
        for (name, wanted) in [
            ("", 0o700),
            ("threadloft.db", 0o700),
            ("threadloft.db-wal", 0o700),
            ("pictures", 0o700),
            ("pictures/a.png", 0o700),
            ("codex", 0o700),
            ("codex/bin/codex", 0o755),
        ] {
            assert_eq!(mode(&data.join(name)), wanted, "{name}");
        }
        assert_eq!(mode(&elsewhere), 0o644, "what a link leads to is not ours");
    }

    #[test]
    fn a_folder_that_is_kept_elsewhere_is_closed_there() {
        let root = tempfile::tempdir().unwrap();
        let data = root.path().join("disk");
        fs::create_dir(&data).unwrap();
        fs::write(data.join("threadloft.db"), "").unwrap();
        set(&data, 0o755);
        set(&data.join("threadloft.db"), 0o644);
        symlink(&data, root.path().join("link")).unwrap();
        repair(&root.path().join("link"));
        assert_eq!((mode(&data), mode(&data.join("threadloft.db"))), (0o700, 0o600));
    }

    #[test]
    fn a_folder_that_many_share_stays_as_it_is() {
        let root = tempfile::tempdir().unwrap();
        set(root.path(), 0o1777);
        repair(root.path());
        assert_eq!(mode(root.path()), 0o1777);
    }
}
