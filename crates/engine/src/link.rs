//! Decides which links may be opened: https, a page on this computer, or a file inside the thread's folder.
//!
//! Invariant: links come from the agent and are untrusted. A path is judged as text before the disk is asked about it,
//! because on Windows merely asking about `\\\\host\\share` signs in to another computer.

use crate::failure::Failure;
use crate::paths::{is_elsewhere, without_dots};
use model::link::{is_plain, safe_url};
use std::path::{Path, PathBuf};

#[derive(Debug, PartialEq, Eq)]
pub(crate) enum LinkDestination {
    Url(String),
    File(PathBuf),
}

pub(crate) fn check(link: &str, folder: Option<&Path>) -> Result<LinkDestination, Failure> {
    let link = link.trim();
    if !is_plain(link) {
        return Err(refused());
    }
    let lower = link.to_ascii_lowercase();
    if lower.starts_with("https://") || lower.starts_with("http://") {
        return safe_url(link).map(LinkDestination::Url).ok_or_else(refused);
    }
    let path = if lower.starts_with("file://") { &link["file://".len()..] } else { link };
    file(path, folder.ok_or_else(refused)?)
}

/// Resolves a path, perhaps with a position (`src/main.rs:12:3`, `#L12`), that really lies inside the folder.
fn file(path: &str, folder: &Path) -> Result<LinkDestination, Failure> {
    let path = path.split('#').next().unwrap_or_default();
    if is_elsewhere(path) {
        return Err(refused());
    }
    let real = folder.canonicalize().map_err(|_| refused())?;
    let mut name = path;
    loop {
        // A path that leads out of the folder as text is never looked up on disk.
        let wanted = without_dots(&folder.join(name));
        if wanted.starts_with(folder) || wanted.starts_with(&real) {
            if leads_elsewhere(&wanted, folder) {
                return Err(refused());
            }
            if let Ok(found) = wanted.canonicalize() {
                return if found.starts_with(&real) { Ok(LinkDestination::File(found)) } else { Err(refused()) };
            }
        }
        // `name:12:3`, `name:12` and `name` are tried in this order.
        match name.rsplit_once(':') {
            Some((shorter, number))
                if !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit() || b == b'-') =>
            {
                name = shorter;
            }
            _ => return Err(refused()),
        }
    }
}

/// Whether a symbolic link along the path points at another computer.
fn leads_elsewhere(path: &Path, folder: &Path) -> bool {
    let below = path.ancestors().take_while(|one| one.starts_with(folder) && *one != folder);
    below.filter_map(|one| std::fs::read_link(one).ok()).any(|target| is_elsewhere(&target.to_string_lossy()))
}

pub(crate) fn refused() -> Failure {
    Failure::bad_input(
        "Threadloft does not open this link because it is neither https nor a file in this thread’s folder.",
    )
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn only_https_or_local_links_are_opened() {
        let folder = tempfile::tempdir().unwrap();
        let opened = |link: &str| check(link, Some(folder.path())).is_ok();
        for good in [
            "https://example.org/a?b#c",
            "HTTPS://example.org",
            "http://127.0.0.1:8000/x",
            "http://localhost",
            "http://[::1]:3000/",
        ] {
            assert!(opened(good), "{good}");
        }
        for bad in [
            "http://example.org",
            "https://",
            "https://example.org@evil.test/",
            "http://localhost.evil.test",
            "http://127.0.0.1@evil.test",
            "javascript:alert(1)",
            "data:text/html,x",
            "file:///etc/passwd",
            "/etc/passwd",
            "ssh://host",
            "vscode://x",
            "",
            "https://exa\u{202e}mple.org",
            "https://exa\u{ad}mple.org",
            "https://example.org/\u{3164}",
            "https://example.org/\u{e0041}",
            "file://host/share/a.txt",
            "https://a\\b.test",
            "mailto:a@b",
        ] {
            assert!(!opened(bad), "{bad}");
        }
    }

    #[test]
    fn a_file_must_really_lie_inside_the_folder() {
        let root = tempfile::tempdir().unwrap();
        let folder = root.path().canonicalize().unwrap().join("work");
        std::fs::create_dir_all(folder.join("src")).unwrap();
        std::fs::write(folder.join("src/main.rs"), "").unwrap();
        std::fs::create_dir(root.path().join("other")).unwrap();
        std::fs::write(root.path().join("secret.txt"), "").unwrap();
        let file = LinkDestination::File(folder.join("src/main.rs"));
        for link in ["src/main.rs", "src/main.rs:12", "src/main.rs:12:3", "src/main.rs#L12"] {
            assert_eq!(check(link, Some(&folder)).unwrap(), file, "{link}");
        }
        let url = format!("file://{}", folder.join("src/main.rs").display());
        assert_eq!(check(&url, Some(&folder)).unwrap(), file);
        for bad in [
            "../secret.txt",
            "src/../../secret.txt",
            "src/none.rs",
            "src/main.rs:x",
            "\\\\host\\share\\a.txt",
            "//host/share/a.txt",
            "file:////host/share/a.txt",
            "\\/host/share",
            "\\\\?\\C:\\a.txt",
            "\\\\.\\pipe\\a",
        ] {
            assert!(check(bad, Some(&folder)).is_err(), "{bad}");
        }
        assert!(check("src/main.rs", None).is_err());
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink(root.path().join("secret.txt"), folder.join("innocent.txt")).unwrap();
            std::os::unix::fs::symlink("//host/share", folder.join("far")).unwrap();
            for bad in ["innocent.txt", "far", "far/a.txt"] {
                assert!(check(bad, Some(&folder)).is_err(), "{bad}");
            }
            std::os::unix::fs::symlink(&folder, root.path().join("here")).unwrap();
            assert_eq!(check("src/main.rs", Some(&root.path().join("here"))).unwrap(), file);
        }
    }
}
