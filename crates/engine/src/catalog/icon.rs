//! The icon of a skill or plugin, as a `data:` URL that the page may draw.
//!
//! Invariant: an icon is small, lies inside the folder of its skill or plugin, and has a format in which an `img`
//! cannot run anything.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use std::path::Path;

const LARGEST: u64 = 32 * 1024;

/// `None` if there is no icon, it lies elsewhere, or it is no picture.
pub(super) fn read(folder: &Path, picture: &Path) -> Option<String> {
    let kind = match picture.extension()?.to_str()?.to_ascii_lowercase().as_str() {
        "png" => "image/png",
        "jpg" | "jpeg" => "image/jpeg",
        "webp" => "image/webp",
        "svg" => "image/svg+xml",
        _ => return None,
    };
    let real = picture.canonicalize().ok()?;
    let inside = real.starts_with(folder.canonicalize().ok()?);
    if !inside || real.metadata().ok()?.len() > LARGEST {
        return None;
    }
    let bytes = std::fs::read(real).ok()?;
    let looks_so = match kind {
        "image/png" => bytes.starts_with(b"\x89PNG"),
        "image/jpeg" => bytes.starts_with(b"\xff\xd8"),
        "image/webp" => bytes.starts_with(b"RIFF"),
        _ => std::str::from_utf8(&bytes).is_ok_and(|text| text.contains("<svg")),
    };
    looks_so.then(|| format!("data:{kind};base64,{}", STANDARD.encode(bytes)))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn only_a_small_picture_of_its_own_folder_is_shown() {
        let root = tempfile::tempdir().unwrap();
        let folder = root.path().join("skill");
        std::fs::create_dir_all(&folder).unwrap();
        let put = |name: &str, bytes: &[u8]| std::fs::write(folder.join(name), bytes).unwrap();
        put("a.png", b"\x89PNG....");
        put("b.svg", b"<svg/>");
        put("fake.png", b"#!/bin/sh");
        put("huge.png", &[b"\x89PNG".as_slice(), &[0; 40_000]].concat());
        std::fs::write(root.path().join("out.png"), b"\x89PNG").unwrap();
        assert!(read(&folder, &folder.join("a.png")).unwrap().starts_with("data:image/png;base64,"));
        assert!(read(&folder, &folder.join("b.svg")).is_some());
        for none in ["fake.png", "huge.png", "../out.png", "none.png", "c.html"] {
            assert_eq!(read(&folder, &folder.join(none)), None, "{none}");
        }
    }
}
