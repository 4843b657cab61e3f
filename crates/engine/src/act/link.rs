//! Which links may be followed: https, a page on this computer, or a file inside the thread's folder.
//!
//! Invariant: pure but for looking where a path really leads. Links come from the agent and are untrusted.

use crate::failure::Failure;
use std::path::{Path, PathBuf};

#[derive(Debug, PartialEq, Eq)]
pub(super) enum Target {
    Url(String),
    File(PathBuf),
}

const LONGEST: usize = 8_192;

/// Opening one of these runs it.
const PROGRAMS: &[&str] = &[
    "app", "appimage", "bat", "cmd", "com", "command", "cpl", "desktop", "exe", "hta", "inf", "jar", "jse", "lnk",
    "msc", "msi", "pif", "ps1", "reg", "scf", "scr", "sh", "terminal", "tool", "url", "vbe", "vbs", "webloc",
    "workflow", "wsf", "wsh",
];

pub(super) fn check(link: &str, folder: Option<&Path>) -> Result<Target, Failure> {
    let link = link.trim();
    if link.is_empty() || link.len() > LONGEST || link.chars().any(|c| c.is_control() || is_hidden(c)) {
        return Err(refused());
    }
    let lower = link.to_ascii_lowercase();
    if let Some(rest) = lower.strip_prefix("https://") {
        return if host(rest).is_some_and(|host| !host.is_empty()) {
            Ok(Target::Url(link.into()))
        } else {
            Err(refused())
        };
    }
    if let Some(rest) = lower.strip_prefix("http://") {
        let local = host(rest).is_some_and(|host| ["127.0.0.1", "localhost", "[::1]"].contains(&host));
        return if local { Ok(Target::Url(link.into())) } else { Err(refused()) };
    }
    let path = if lower.starts_with("file://") { &link["file://".len()..] } else { link };
    file(path, folder.ok_or_else(refused)?)
}

/// A link of the server's own that may be opened: https, or a page on this computer.
pub(crate) fn safe_url(link: &str) -> Option<String> {
    match check(link, None) {
        Ok(Target::Url(url)) => Some(url),
        _ => None,
    }
}

/// Without the port. `None` if it names a user: such links pretend to be another site.
fn host(rest: &str) -> Option<&str> {
    let authority = rest.split(['/', '?', '#']).next()?;
    if authority.contains('@') || authority.contains('\\') || authority.contains(char::is_whitespace) {
        return None;
    }
    match authority.strip_prefix('[') {
        Some(_) => authority.find(']').map(|end| &authority[..=end]),
        None => authority.split(':').next(),
    }
}

/// A path, perhaps with a place in it (`src/main.rs:12:3`, `#L12`), that really lies inside the folder.
fn file(path: &str, folder: &Path) -> Result<Target, Failure> {
    let path = path.split('#').next().unwrap_or_default();
    let folder = folder.canonicalize().map_err(|_| refused())?;
    let mut name = path;
    loop {
        if let Ok(real) = folder.join(name).canonicalize() {
            let inside = real.starts_with(&folder);
            return if inside && !is_program(&real) { Ok(Target::File(real)) } else { Err(refused()) };
        }
        // `name:12:3` is `name:12` is `name`.
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

fn is_program(path: &Path) -> bool {
    let extension = path.extension().unwrap_or_default().to_string_lossy().to_ascii_lowercase();
    PROGRAMS.contains(&extension.as_str())
}

/// Characters that make one link look like another.
fn is_hidden(c: char) -> bool {
    matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}')
}

fn refused() -> Failure {
    Failure::bad_input("Threadloft does not open this link: it is neither https nor a file of this thread's folder.")
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn only_https_and_this_computer_leave() {
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
        std::fs::write(folder.join("run.desktop"), "").unwrap();
        std::fs::write(root.path().join("secret.txt"), "").unwrap();
        let file = Target::File(folder.join("src/main.rs"));
        for link in ["src/main.rs", "src/main.rs:12", "src/main.rs:12:3", "src/main.rs#L12"] {
            assert_eq!(check(link, Some(&folder)).unwrap(), file, "{link}");
        }
        let url = format!("file://{}", folder.join("src/main.rs").display());
        assert_eq!(check(&url, Some(&folder)).unwrap(), file);
        for bad in ["../secret.txt", "run.desktop", "src/none.rs", "src/main.rs:x"] {
            assert!(check(bad, Some(&folder)).is_err(), "{bad}");
        }
        assert!(check("src/main.rs", None).is_err());
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink(root.path().join("secret.txt"), folder.join("innocent.txt")).unwrap();
            assert!(check("innocent.txt", Some(&folder)).is_err());
        }
    }
}
