//! Serves the pictures that rows refer to, and no other file of this computer.
//!
//! Invariant: a name stands for one file or one inline picture, and was created for a row that a window shows. Only
//! content that begins like a picture is served, whatever the file is called.

use crate::failure::{Code, Failure};
use crate::id::{RowId, ThreadId};
use crate::picture::Format;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use model::state::PictureSource;
use std::collections::VecDeque;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::sync::{Mutex, PoisonError};

/// The most names to keep. The oldest is dropped first.
const KEPT: usize = 400;
const LARGEST: u64 = 40 * 1024 * 1024;

/// A picture that can be sent to a page.
pub struct Picture {
    pub mime: &'static str,
    pub bytes: Vec<u8>,
}

#[derive(Default)]
pub(crate) struct Pictures(Mutex<VecDeque<NamedPicture>>);

struct NamedPicture {
    name: String,
    of: (ThreadId, RowId),
    source: PictureSource,
}

impl Pictures {
    /// A picture keeps its name for as long as it is known.
    pub fn name(&self, thread: ThreadId, row: RowId, source: PictureSource) -> String {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let of = (thread, row);
        if let Some(known) = all.iter().find(|known| known.of == of && known.source == source) {
            return known.name.clone();
        }
        // Seeded by the OS, so that a page cannot guess the name of a picture it was not given.
        let chance = || RandomState::new().build_hasher().finish();
        let name = format!("{:016x}{:016x}", chance(), chance());
        all.push_front(NamedPicture { name: name.clone(), of, source });
        all.truncate(KEPT);
        name
    }

    /// `None` if the name is unknown, or there is no picture.
    pub async fn fetch(&self, name: &str) -> Option<Picture> {
        let source = {
            let all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            all.iter().find(|known| known.name == name)?.source.clone()
        };
        tokio::task::spawn_blocking(move || read(&source, LARGEST)).await.ok().flatten()
    }
}

/// The picture as a `data:` URL. `None` if there is none, or it has more than `most` bytes.
pub(crate) fn address(source: &PictureSource, most: u64) -> Option<String> {
    let picture = read(source, most)?;
    Some(format!("data:{};base64,{}", picture.mime, STANDARD.encode(picture.bytes)))
}

fn read(source: &PictureSource, most: u64) -> Option<Picture> {
    let bytes = match source {
        // The path comes from a model. Asking about a network path could already contact another computer.
        PictureSource::File(path) if crate::paths::is_elsewhere(&path.to_string_lossy()) => return None,
        PictureSource::File(path) => {
            let facts = std::fs::metadata(path).ok()?;
            if !facts.is_file() || facts.len() > most {
                return None;
            }
            std::fs::read(path).ok()?
        }
        PictureSource::Inline(text) if text.len() as u64 / 4 * 3 > most => return None,
        PictureSource::Inline(text) => STANDARD.decode(text.trim()).ok()?,
    };
    Some(Picture { mime: mime(&bytes)?, bytes })
}

/// The type by content. SVG is missing because it is a document that can contain scripts.
fn mime(bytes: &[u8]) -> Option<&'static str> {
    Some(match Format::of(bytes)? {
        Format::Png => "image/png",
        Format::Jpeg => "image/jpeg",
        Format::Gif => "image/gif",
        Format::WebP => "image/webp",
    })
}

pub(crate) fn missing() -> Failure {
    Failure::new(Code::Refused, "This image no longer exists.")
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    const PNG: &[u8] = b"\x89PNG\r\n\x1a\nrest";

    fn of(row: &str) -> (ThreadId, RowId) {
        (ThreadId::from("t"), RowId::from(row))
    }

    #[tokio::test]
    async fn a_picture_name_leads_to_no_other_file() {
        let folder = tempfile::tempdir().unwrap();
        let (picture, secret) = (folder.path().join("a.png"), folder.path().join("secret.png"));
        std::fs::write(&picture, PNG).unwrap();
        std::fs::write(&secret, "password").unwrap();
        let pictures = Pictures::default();
        let named = |row: &str, path: &std::path::Path| {
            let (thread, row) = of(row);
            pictures.name(thread, row, PictureSource::File(path.to_owned()))
        };
        let name = named("a", &picture);
        assert_eq!(named("a", &picture), name, "named once");
        let found = pictures.fetch(&name).await.unwrap();
        assert_eq!((found.mime, found.bytes.as_slice()), ("image/png", PNG));
        assert!(pictures.fetch(&named("b", &secret)).await.is_none(), "it is called a picture and is none");
        assert!(pictures.fetch(&named("c", folder.path())).await.is_none());
        for odd in ["", "0", "../a.png", picture.to_str().unwrap()] {
            assert!(pictures.fetch(odd).await.is_none(), "{odd}");
        }
    }

    #[tokio::test]
    async fn a_picture_that_came_inline_is_shown_too() {
        let pictures = Pictures::default();
        let (thread, row) = of("a");
        let name = pictures.name(thread, row, PictureSource::Inline(STANDARD.encode(PNG)));
        assert_eq!(pictures.fetch(&name).await.unwrap().mime, "image/png");
    }

    #[test]
    fn only_pictures_are_pictures() {
        assert_eq!(mime(b"\xff\xd8\xff\xe0"), Some("image/jpeg"));
        assert_eq!(mime(b"RIFF....WEBPVP8 "), Some("image/webp"));
        for none in [&b"<svg onload=alert(1)>"[..], b"<html>", b"", b"BM", b"\x89PNG"] {
            assert_eq!(mime(none), None);
        }
    }
}
