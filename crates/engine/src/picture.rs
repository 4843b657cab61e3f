//! Pictures that a person attaches, recognised by their content and never by their name.
//!
//! Files that are no picture a model accepts, or are too large, are refused.

use crate::failure::Failure;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest, Sha256};
use std::collections::BTreeSet;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, SystemTime};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    Png,
    Jpeg,
    Gif,
    WebP,
}

/// The model's provider accepts no larger ones.
const LARGEST: u64 = 20 * 1024 * 1024;
/// A preview is sent to the page as text. Above this size only its name is shown.
pub(crate) const DRAWN: u64 = 8 * 1024 * 1024;
/// A pasted picture is needed until it is sent; after that it is only viewed.
const KEPT: Duration = Duration::from_secs(30 * 24 * 60 * 60);

/// Pictures that a person picked, pasted or dropped in this run. The page may preview them before a draft names them.
#[derive(Default)]
pub(crate) struct BroughtPictures(Mutex<BTreeSet<String>>);

impl BroughtPictures {
    pub fn add(&self, paths: &[String]) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).extend(paths.iter().cloned());
    }

    pub fn has(&self, path: &str) -> bool {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).contains(path)
    }
}

impl Format {
    pub fn of(bytes: &[u8]) -> Option<Self> {
        match bytes {
            [0x89, b'P', b'N', b'G', b'\r', b'\n', 0x1a, b'\n', ..] => Some(Self::Png),
            [0xff, 0xd8, 0xff, ..] => Some(Self::Jpeg),
            [b'G', b'I', b'F', b'8', b'7' | b'9', b'a', ..] => Some(Self::Gif),
            [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P', ..] => Some(Self::WebP),
            _ => None,
        }
    }

    fn mime(self) -> &'static str {
        match self {
            Self::Png => "image/png",
            Self::Jpeg => "image/jpeg",
            Self::Gif => "image/gif",
            Self::WebP => "image/webp",
        }
    }

    fn ending(self) -> &'static str {
        match self {
            Self::Png => "png",
            Self::Jpeg => "jpg",
            Self::Gif => "gif",
            Self::WebP => "webp",
        }
    }
}

/// The format of a picture file. An error says why it cannot be sent.
pub fn check(path: &Path) -> Result<Format, Failure> {
    let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy();
    let gone = || Failure::bad_input(format!("The image {name} no longer exists. Remove it, or attach it again."));
    if crate::paths::is_elsewhere(&path.to_string_lossy()) {
        return Err(gone());
    }
    let about = fs::metadata(path).map_err(|_| gone())?;
    if !path.is_absolute() || !about.is_file() {
        return Err(gone());
    }
    let format = format(path)
        .map_err(|error| Failure::bad_input(format!("The image {name} cannot be read ({error}).")))?
        .ok_or_else(|| no_picture(&name))?;
    too_large(&name, about.len()).map_or(Ok(format), Err)
}

/// The failure for a picture that is too large for every model. `None` for any other file.
pub fn oversize(path: &Path) -> Option<Failure> {
    let name = path.file_name()?.to_string_lossy();
    format(path).ok()??;
    too_large(&name, fs::metadata(path).ok()?.len())
}

fn too_large(name: &str, bytes: u64) -> Option<Failure> {
    let megabytes = bytes.div_ceil(1024 * 1024);
    let said = || Failure::bad_input(format!("The image {name} is {megabytes} MB. Codex accepts at most 20 MB."));
    (bytes > LARGEST).then(said)
}

fn format(path: &Path) -> std::io::Result<Option<Format>> {
    let mut head = [0; 16];
    let read = fs::File::open(path)?.read(&mut head)?;
    Ok(Format::of(&head[..read]))
}

fn no_picture(name: &str) -> Failure {
    Failure::bad_input(format!("{name} is not an image Codex accepts. Use PNG, JPEG, GIF or WebP."))
}

/// The file as a `data:` URL.
pub fn address(path: &Path) -> Result<String, Failure> {
    let format = check(path)?;
    let unread = |why: &dyn std::fmt::Display| Failure::bad_input(format!("The image cannot be shown ({why})."));
    if fs::metadata(path).map_err(|error| unread(&error))?.len() > DRAWN {
        return Err(unread(&"it is too large"));
    }
    let bytes = fs::read(path).map_err(|error| unread(&error))?;
    Ok(format!("data:{};base64,{}", format.mime(), STANDARD.encode(bytes)))
}

/// Saves a pasted picture under a name derived from its content.
pub fn keep(folder: &Path, data: &str) -> Result<PathBuf, Failure> {
    if data.len() as u64 > LARGEST / 3 * 4 + 4 {
        return Err(Failure::bad_input("The pasted image is larger than 20 MB, the most Codex accepts."));
    }
    let bytes = STANDARD.decode(data).map_err(|_| no_picture("The pasted image"))?;
    let format = Format::of(&bytes).ok_or_else(|| no_picture("The pasted image"))?;
    let name: String = Sha256::digest(&bytes).iter().take(8).map(|byte| format!("{byte:02x}")).collect();
    let path = folder.join(format!("pasted-{name}.{}", format.ending()));
    let unkept = |error: std::io::Error| Failure::bad_input(format!("The pasted image could not be saved ({error})."));
    if !path.is_file() {
        crate::private::folder(folder).map_err(unkept)?;
        let half = path.with_extension("part");
        crate::private::write(&half, &bytes).and_then(|_| fs::rename(&half, &path)).map_err(unkept)?;
    }
    Ok(path)
}

/// Removes old pasted pictures that no draft needs.
pub fn tidy(folder: &Path, needed: &BTreeSet<String>) {
    let now = SystemTime::now();
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let old = entry
            .metadata()
            .and_then(|about| about.modified())
            .is_ok_and(|at| now.duration_since(at).is_ok_and(|age| age > KEPT));
        if old && !needed.contains(&entry.path().display().to_string()) {
            fs::remove_file(entry.path()).ok();
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    /// One red pixel.
    const DOT: &str =
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==";

    #[test]
    fn a_pasted_picture_comes_back_as_it_was() {
        let folder = tempfile::tempdir().unwrap();
        let path = keep(&folder.path().join("pictures"), DOT).unwrap();
        assert_eq!(keep(&folder.path().join("pictures"), DOT).unwrap(), path);
        assert_eq!(check(&path).unwrap(), Format::Png);
        assert_eq!(address(&path).unwrap(), format!("data:image/png;base64,{DOT}"));
    }

    #[test]
    fn what_is_no_picture_is_refused_by_its_name() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("notes.png");
        fs::write(&path, "only words").unwrap();
        assert!(check(&path).unwrap_err().message.starts_with("notes.png is not an image"));
        assert!(check(&folder.path().join("gone.png")).unwrap_err().message.contains("no longer exists"));
        assert!(check(folder.path()).is_err());
        assert!(address(&path).is_err());
        assert!(keep(folder.path(), "bm8gcGljdHVyZQ==").is_err());
        assert!(keep(folder.path(), "not base64!").is_err());
    }

    #[test]
    fn only_old_ones_that_nobody_needs_are_let_go() {
        let folder = tempfile::tempdir().unwrap();
        let path = keep(folder.path(), DOT).unwrap();
        tidy(folder.path(), &BTreeSet::new());
        assert!(path.is_file(), "it is new");
        let old = SystemTime::now() - KEPT - Duration::from_secs(60);
        fs::File::options().write(true).open(&path).unwrap().set_modified(old).unwrap();
        tidy(folder.path(), &[path.display().to_string()].into());
        assert!(path.is_file(), "a draft needs it");
        tidy(folder.path(), &BTreeSet::new());
        assert!(!path.is_file());
    }
}
