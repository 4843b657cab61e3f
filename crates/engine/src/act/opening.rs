//! Decides from a file's name, permission bits and content what a click on it may do.
//!
//! An operating system may start a program because of its name, its bits or its content, so a file is opened only
//! where all three say that it can only be viewed.
//!
//! Invariant: content and bits are read from one handle, opened without following symbolic links.

use crate::picture::Format;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// How much of a file is read to judge it.
const HEAD: usize = 64 * 1024;
/// A launcher's `[Desktop Entry]` line is searched in this many bytes, which is more than any system reads.
const LAUNCHER: usize = 1024;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum OpenKind {
    /// Text, an image or a PDF, which every system only displays.
    Inert,
    /// Text that a system might run. Only an editor may open it.
    Program,
    /// Anything else.
    Unknown,
    Folder,
}

/// Extensions of text that no system runs. This is a list of what is allowed, because new ways to run a file appear
/// faster than a list of forbidden ones can follow.
const TEXTS: &[&str] = &[
    "adoc",
    "bib",
    "c",
    "cc",
    "cfg",
    "conf",
    "cpp",
    "cs",
    "css",
    "csv",
    "cts",
    "cxx",
    "dart",
    "diff",
    "dockerignore",
    "editorconfig",
    "env",
    "erl",
    "ex",
    "exs",
    "gitattributes",
    "gitignore",
    "gitmodules",
    "go",
    "graphql",
    "h",
    "hh",
    "hpp",
    "hxx",
    "ini",
    "java",
    "json",
    "json5",
    "jsonc",
    "jsonl",
    "kt",
    "less",
    "lock",
    "log",
    "markdown",
    "md",
    "mdx",
    "ml",
    "mts",
    "ndjson",
    "nim",
    "org",
    "patch",
    "properties",
    "proto",
    "rs",
    "rst",
    "sass",
    "scala",
    "scss",
    "sql",
    "srt",
    "svelte",
    "swift",
    "tex",
    "text",
    "toml",
    "ts",
    "tsv",
    "tsx",
    "txt",
    "vtt",
    "vue",
    "yaml",
    "yml",
    "zig",
];

pub(super) fn kind(path: &Path) -> io::Result<OpenKind> {
    let facts = path.symlink_metadata()?;
    if facts.is_dir() {
        return Ok(OpenKind::Folder);
    }
    if !facts.is_file() {
        return Ok(OpenKind::Unknown);
    }
    let mut file = open(path)?;
    let facts = file.metadata()?;
    if !facts.is_file() {
        return Ok(OpenKind::Unknown);
    }
    let mut head = Vec::new();
    file.by_ref().take(HEAD as u64).read_to_end(&mut head)?;
    let runs = is_executable(&facts);
    let whole = facts.len() <= head.len() as u64;
    Ok(judge(path, &head, whole, runs))
}

fn judge(path: &Path, head: &[u8], whole: bool, runs: bool) -> OpenKind {
    // A file that is called just `.bat` is a batch file too, although Rust sees no extension in it.
    let name = path.file_name().unwrap_or_default().to_string_lossy().to_ascii_lowercase();
    let ending = name.rsplit_once('.').map(|(_, ending)| ending);
    let named = |endings: &[&str]| ending.is_some_and(|ending| endings.contains(&ending));
    let shown = match Format::of(head) {
        Some(Format::Png) => named(&["png"]),
        Some(Format::Jpeg) => named(&["jpg", "jpeg"]),
        Some(Format::Gif) => named(&["gif"]),
        Some(Format::WebP) => named(&["webp"]),
        None if head.starts_with(b"%PDF-") => named(&["pdf"]),
        None if is_text(head, whole) => {
            // Systems judge a file without an extension by its content.
            let plain = named(TEXTS) || (ending.is_none() && !head.trim_ascii_start().starts_with(b"<"));
            return if plain && !runs && !names_a_program(head) { OpenKind::Inert } else { OpenKind::Program };
        }
        None => false,
    };
    if shown && !runs { OpenKind::Inert } else { OpenKind::Unknown }
}

/// Whether a file with this name and these bytes would be opened. For the fuzz tests.
pub(crate) fn would_open(name: &str, bytes: &[u8]) -> bool {
    judge(Path::new(name), &bytes[..bytes.len().min(HEAD)], bytes.len() <= HEAD, false) == OpenKind::Inert
}

/// Whether the first line names an interpreter, or the file is a launcher, which may begin with comments.
fn names_a_program(head: &[u8]) -> bool {
    let head = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head).trim_ascii_start();
    let begins = |line: &[u8], words: &[&[u8]]| {
        words.iter().any(|words| line.get(..words.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(words)))
    };
    let mut lines = head[..head.len().min(LAUNCHER)].split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii_start);
    head.starts_with(b"#!")
        || begins(head, &[b"[autorun]", b"windows registry editor"])
        || lines.any(|line| {
            begins(line, &[b"[desktop entry]", b"[desktop action", b"[kde desktop entry]", b"[internetshortcut]"])
        })
}

fn is_text(head: &[u8], whole: bool) -> bool {
    let text = match std::str::from_utf8(head) {
        Ok(text) => text,
        // The end of the sample may cut a character in half.
        Err(error) if !whole && error.error_len().is_none() => {
            std::str::from_utf8(&head[..error.valid_up_to()]).unwrap_or_default()
        }
        Err(_) => return false,
    };
    !text.chars().any(|c| c.is_control() && !matches!(c, '\t' | '\n' | '\r' | '\u{c}' | '\u{1b}'))
}

/// Opens the file without following a link that was put in its place, and without blocking on a pipe.
#[cfg(unix)]
fn open(path: &Path) -> io::Result<File> {
    use std::os::unix::fs::OpenOptionsExt;
    let flags = rustix::fs::OFlags::NOFOLLOW | rustix::fs::OFlags::NONBLOCK;
    File::options().read(true).custom_flags(flags.bits() as i32).open(path)
}

#[cfg(not(unix))]
fn open(path: &Path) -> io::Result<File> {
    File::open(path)
}

#[cfg(unix)]
fn is_executable(facts: &std::fs::Metadata) -> bool {
    use std::os::unix::fs::PermissionsExt;
    facts.permissions().mode() & 0o111 != 0
}

/// Windows has no executable bits; the extension decides.
#[cfg(not(unix))]
fn is_executable(_: &std::fs::Metadata) -> bool {
    false
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use std::fs;

    const PNG: &[u8] = b"\x89PNG\r\n\x1a\nrest";

    fn judged(name: &str, head: &[u8]) -> OpenKind {
        judge(Path::new(name), head, true, false)
    }

    #[test]
    fn what_can_only_be_looked_at_is_opened() {
        for (name, head) in [
            ("notes.md", &b"# Notes\n"[..]),
            ("main.rs", b"fn main() {}"),
            ("a.JSON", b"{}"),
            ("README", b"Read me."),
            ("empty.txt", b""),
            (".gitignore", b"target\n"),
            ("v1.2/README", b"Read me."),
            ("build.log", b"\x1b[31mred\x1b[0m"),
            ("a.png", PNG),
            ("a.jpeg", b"\xff\xd8\xff\xe0"),
            ("paper.pdf", b"%PDF-1.7\n\x80\x81"),
        ] {
            assert_eq!(judged(name, head), OpenKind::Inert, "{name}");
        }
    }

    #[test]
    fn what_a_system_runs_by_its_name_is_not_opened() {
        for name in [
            "a.js",
            "a.jse",
            "a.py",
            "a.pyw",
            "a.rb",
            "a.pl",
            "a.sh",
            "a.command",
            "a.tool",
            "a.scpt",
            "a.applescript",
            "a.terminal",
            "a.workflow",
            "a.inetloc",
            "a.webloc",
            "a.url",
            "a.desktop",
            "a.lnk",
            "a.bat",
            "a.CMD",
            "a.ps1",
            "a.vbs",
            "a.wsf",
            "a.hta",
            "a.reg",
            "a.settingcontent-ms",
            "a.jnlp",
            "a.html",
            "a.htm",
            "a.xhtml",
            "a.svg",
            "a.xml",
            "a.mht",
            "a.jsx",
            "a.lua",
            "a.php",
            "a.fileloc",
            "a.service",
            "a.txt.",
            "a.txt ",
            "a.unheard",
            ".bat",
            ".desktop",
            ".js",
            ".profile",
        ] {
            assert_eq!(judged(name, b"some text"), OpenKind::Program, "{name}");
        }
        for name in
            ["a.exe", "a.pkg", "a.dmg", "a.chm", "a.jar", "a.msi", "a.scr", "a.appimage", "a.docm", "a", "a.txt"]
        {
            assert_eq!(judged(name, b"MZ\x90\0\x03\0"), OpenKind::Unknown, "{name}");
        }
    }

    #[test]
    fn what_is_in_it_counts_as_much_as_its_name() {
        for (name, head) in [
            ("a.txt", &b"#!/bin/sh\n"[..]),
            ("run", b"#!/bin/sh\n"),
            ("a.txt", b"\xef\xbb\xbf#!/bin/sh\n"),
            ("launcher", b"\n[Desktop Entry]\nExec=x"),
            ("launcher", b"# a remark\n[Desktop Entry]\nExec=x"),
            ("a.txt", b"[InternetShortcut]\nURL=file:///x"),
            ("page", b" <html><script>"),
        ] {
            assert_eq!(judged(name, head), OpenKind::Program, "{name}");
        }
        for (name, head) in
            [("a.exe", PNG), ("a.png", b"%PDF-1"), ("a.html", b"%PDF-1"), ("a.txt", b"\x7fELF\x02\x01\x01\0")]
        {
            assert_eq!(judged(name, head), OpenKind::Unknown, "{name}");
        }
    }

    #[test]
    fn a_cut_letter_at_the_end_is_text_only_of_a_longer_file() {
        let head = "é".as_bytes();
        assert_eq!(judge(Path::new("a.txt"), &head[..1], false, false), OpenKind::Inert);
        assert_eq!(judge(Path::new("a.txt"), &head[..1], true, false), OpenKind::Unknown);
    }

    #[cfg(unix)]
    #[test]
    fn only_plain_files_that_cannot_be_run_are_opened() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::write(at("a.txt"), "text").unwrap();
        fs::write(at("a.png"), PNG).unwrap();
        assert_eq!((kind(&at("a.txt")).unwrap(), kind(&at("a.png")).unwrap()), (OpenKind::Inert, OpenKind::Inert));
        for name in ["a.txt", "a.png"] {
            fs::set_permissions(at(name), fs::Permissions::from_mode(0o654)).unwrap();
        }
        assert_eq!((kind(&at("a.txt")).unwrap(), kind(&at("a.png")).unwrap()), (OpenKind::Program, OpenKind::Unknown));
        fs::create_dir(at("a.app")).unwrap();
        assert_eq!(kind(&at("a.app")).unwrap(), OpenKind::Folder);
        rustix::fs::mkfifoat(rustix::fs::CWD, at("pipe.txt"), 0o600.into()).unwrap();
        assert_eq!(kind(&at("pipe.txt")).unwrap(), OpenKind::Unknown);
        std::os::unix::fs::symlink(at("a.png"), at("link.png")).unwrap();
        assert_eq!(kind(&at("link.png")).unwrap(), OpenKind::Unknown);
    }
}
