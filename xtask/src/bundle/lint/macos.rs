//! Checks the property lists for macOS, and the minimum macOS version in the README.

/// Each property list with the keys it must have.
pub const PLISTS: &[(&str, &[&str])] = &[
    (
        "src-tauri/Info.plist",
        &[
            "NSDesktopFolderUsageDescription",
            "NSDocumentsFolderUsageDescription",
            "NSDownloadsFolderUsageDescription",
            "NSRemovableVolumesUsageDescription",
            "NSNetworkVolumesUsageDescription",
        ],
    ),
    ("src-tauri/packaging/macos/entitlements.plist", &["com.apple.security.app-sandbox"]),
    (
        "src-tauri/packaging/macos/codex.plist",
        &["com.apple.security.cs.allow-jit", "com.apple.security.cs.allow-unsigned-executable-memory"],
    ),
];

/// The file must have exactly these keys, each with a value, because every extra entitlement is a risk.
pub fn plist(text: &str, keys: &[&str]) -> Option<String> {
    let bare = without_comments(text)?;
    let body = bare.split_once("<dict>").and_then(|(_, rest)| rest.split_once("</dict>"))?.0;
    let mut lines = body.lines().map(str::trim).filter(|line| !line.is_empty());
    let mut held = Vec::new();
    while let Some(line) = lines.next() {
        let Some(key) = line.strip_prefix("<key>").and_then(|rest| rest.strip_suffix("</key>")) else {
            return Some(format!("{line} stands where a key should"));
        };
        let value = lines.next().unwrap_or_default();
        let says = value.strip_prefix("<string>").and_then(|rest| rest.strip_suffix("</string>"));
        if !matches!(value, "<true/>" | "<false/>") && says.is_none_or(str::is_empty) {
            return Some(format!("{key} has no value"));
        }
        held.push(key);
    }
    (held != keys).then(|| format!("it holds {held:?}"))
}

/// The minimum version is in Tauri's config and in the README. Pages use `toSorted` and similar, which came with the
/// WebKit of macOS 13; 13.3 has the branch of WebKitGTK 2.40, our minimum on Linux.
pub fn floor(config: &serde_json::Value, readme: &str) -> Option<String> {
    let floor = config["bundle"]["macOS"]["minimumSystemVersion"].as_str().unwrap_or_default();
    let mut numbers = floor.split('.').map_while(|part| part.parse::<u32>().ok());
    let number = (numbers.next().unwrap_or_default(), numbers.next().unwrap_or_default());
    if number < (13, 3) {
        return Some(format!("macOS {floor} cannot draw our pages"));
    }
    let said = readme.contains(&format!("| macOS {floor} or newer |"));
    (!said).then(|| format!("the README does not say macOS {floor}"))
}

fn without_comments(text: &str) -> Option<String> {
    let mut bare = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("<!--") {
        bare.push_str(before);
        rest = after.split_once("-->")?.1;
    }
    bare.push_str(rest);
    Some(bare)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn wrong_plist_keys_are_found() {
        let of = |body: &str| format!("<plist>\n<dict>\n<!-- why\n<key>x</key> -->\n{body}\n</dict>\n</plist>");
        let held = of("<key>a</key>\n<false/>\n<key>b</key>\n<string>words</string>");
        assert_eq!(plist(&held, &["a", "b"]), None);
        assert!(plist(&held, &["a"]).is_some());
        assert!(plist(&held, &["a", "b", "c"]).is_some());
        assert_eq!(plist(&of("<key>a</key>\n<key>b</key>\n<true/>"), &["a", "b"]), Some("a has no value".to_owned()));
    }

    #[test]
    fn a_wrong_minimum_macos_is_found() {
        let at = |floor: &str| json!({ "bundle": { "macOS": { "minimumSystemVersion": floor } } });
        assert_eq!(floor(&at("13.3"), "| macOS 13.3 or newer | `.dmg` |"), None);
        assert!(floor(&at("11.0"), "| macOS 11.0 or newer |").is_some_and(|why| why.contains("cannot draw")));
        assert!(floor(&at("14.0"), "| macOS 13.3 or newer |").is_some_and(|why| why.contains("does not say")));
    }
}
