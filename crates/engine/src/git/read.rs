//! Parses git's output. Names in it are untrusted.

use std::path::PathBuf;

/// Where a folder and its repository are.
pub struct GitPlaces {
    pub top: PathBuf,
    /// The folder in which git keeps the repository.
    pub own: PathBuf,
    pub prefix: String,
}

pub fn places(bytes: &[u8]) -> Option<GitPlaces> {
    let mut lines = bytes.split(|byte| *byte == b'\n').map(path);
    let (top, own) = (lines.next()??, lines.next()??);
    let prefix = lines.next().flatten().unwrap_or_default().to_string_lossy().into_owned();
    Some(GitPlaces { top, own, prefix })
}

/// Full names of branches: local ones first.
pub fn branches(text: &str) -> Vec<String> {
    let kind = |prefix: &'static str| text.lines().filter_map(move |line| line.strip_prefix(prefix));
    let remotes = kind("refs/remotes/").filter(|name| !name.ends_with("/HEAD"));
    kind("refs/heads/").chain(remotes).map(str::to_owned).collect()
}

/// Commits, each with the first line of its message.
pub fn commits(text: &str) -> Vec<(String, String)> {
    let commits = text.lines().filter_map(|line| line.split_once('\x1f'));
    commits.map(|(id, title)| (id.to_owned(), title.to_owned())).collect()
}

/// Paths that each end in a NUL.
pub fn paths(text: &str) -> impl Iterator<Item = &str> {
    text.split('\0').filter(|path| !path.is_empty())
}

#[cfg(unix)]
pub fn path(bytes: &[u8]) -> Option<PathBuf> {
    use std::os::unix::ffi::OsStrExt;
    Some(PathBuf::from(std::ffi::OsStr::from_bytes(bytes)))
}

#[cfg(not(unix))]
pub fn path(bytes: &[u8]) -> Option<PathBuf> {
    std::str::from_utf8(bytes).ok().map(PathBuf::from)
}
