//! Checks the icon files of macOS and Windows, which nobody would notice to be broken on Linux.

/// Checks `icon.icns`: a header with the total length, then pictures, each with its kind and length.
pub fn icns(bytes: &[u8]) -> Option<String> {
    let length = |at: usize| Some(u32::from_be_bytes(bytes.get(at..at + 4)?.try_into().ok()?) as usize);
    if !bytes.starts_with(b"icns") || length(4) != Some(bytes.len()) {
        return Some("icon.icns does not begin with its own length".to_owned());
    }
    let mut kinds = Vec::new();
    let mut at = 8;
    while at < bytes.len() {
        let long = length(at + 4).filter(|long| *long > 8 && at + long <= bytes.len());
        let (Some(long), Some(kind)) = (long, bytes.get(at..at + 4)) else {
            return Some(format!("icon.icns breaks off at {at}"));
        };
        kinds.push(kind);
        at += long;
    }
    // 128, 256, 512 and 1024 pixels, for the Dock, Finder and high-resolution screens.
    let wanted: [&[u8]; 4] = [b"ic07", b"ic08", b"ic09", b"ic10"];
    let lacks = wanted.iter().find(|wanted| !kinds.contains(wanted));
    lacks.map(|kind| format!("icon.icns has no {}", String::from_utf8_lossy(kind)))
}

/// Checks `icon.ico`: a table of pictures, each of which must be inside the file.
pub fn ico(bytes: &[u8]) -> Option<String> {
    let word = |at: usize| Some(u16::from_le_bytes(bytes.get(at..at + 2)?.try_into().ok()?));
    let long = |at: usize| Some(u32::from_le_bytes(bytes.get(at..at + 4)?.try_into().ok()?) as usize);
    let (Some(0), Some(1), Some(count)) = (word(0), word(2), word(4)) else {
        return Some("icon.ico is no icon".to_owned());
    };
    let mut sizes = Vec::new();
    for at in (0..usize::from(count)).map(|one| 6 + one * 16) {
        let whole = long(at + 8).zip(long(at + 12)).is_some_and(|(size, from)| size > 0 && from + size <= bytes.len());
        let Some(width) = bytes.get(at).filter(|_| whole) else {
            return Some(format!("icon.ico breaks off in the picture at {at}"));
        };
        // 256 does not fit into a byte, so 0 means 256.
        sizes.push(if *width == 0 { 256 } else { u32::from(*width) });
    }
    // For the title bar, the taskbar, the desktop, and the largest view.
    let lacks = [16, 32, 48, 256].into_iter().find(|wanted| !sizes.contains(wanted));
    lacks.map(|size| format!("icon.ico has no picture of {size} pixels"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_truncated_icon_is_found() {
        let folder = xtask::paths::root().join("icons");
        let read = |name: &str| std::fs::read(folder.join(name)).unwrap_or_default();
        let (mac, win) = (read("icon.icns"), read("icon.ico"));
        assert_eq!((icns(&mac), ico(&win)), (None, None));
        assert!(icns(&mac[..mac.len() - 1]).is_some());
        assert!(ico(&win[..win.len() - 1]).is_some());
        assert!(icns(&win).is_some() && ico(&mac).is_some());
        assert!(icns(b"icns\0\0\0\x08").is_some_and(|why| why.contains("ic07")));
    }
}
