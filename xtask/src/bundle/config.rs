//! Bundle settings that are merged over `tauri.conf.json`: the program's path, the bundled codex, the signing identity.

use super::parcel::BundledCodex;
use super::write;
use serde_json::{Map, Value, json};
use std::path::Path;
use xtask::{paths, step};

const METAINFO: &str = "dev.threadloft.desktop.metainfo.xml";

pub fn merged(program: &Path, stage: &Path, codex: Option<&BundledCodex>) -> Result<Value, String> {
    // The app checks its installation against this file, see `src-tauri/src/install.rs`.
    let contents = stage.join("contents.json");
    write(&contents, &json!({ "codex": codex.map(|codex| &codex.version) }).to_string())?;
    let metainfo = stage.join(METAINFO);
    write(&metainfo, &metainfo_of(version(), &date())?)?;

    let mut files = vec![(contents.as_path(), "contents.json")];
    files
        .extend(codex.into_iter().flat_map(|codex| codex.files.iter().map(|(file, place)| (file.as_path(), &**place))));
    let mut config = json!({ "bundle": { "resources": resources(&files) } });
    if cfg!(target_os = "linux") {
        // The launcher goes to /usr/bin; the program is among the resources.
        let files = json!({
            "/usr/lib/threadloft/threadloft": program,
            (format!("/usr/share/metainfo/{METAINFO}")): metainfo,
        });
        let appimage = json!({ (format!("/usr/share/metainfo/{METAINFO}")): metainfo });
        config["bundle"]["linux"] =
            json!({ "deb": { "files": files }, "rpm": { "files": files }, "appimage": { "files": appimage } });
    }
    if cfg!(windows)
        && let Ok(thumbprint) = std::env::var("WINDOWS_CERTIFICATE_THUMBPRINT")
        && !thumbprint.is_empty()
    {
        config["bundle"]["windows"] = json!({
            "certificateThumbprint": thumbprint,
            "digestAlgorithm": "sha256",
            "timestampUrl": "http://timestamp.digicert.com",
        });
    }
    Ok(config)
}

fn resources(files: &[(&Path, &str)]) -> Value {
    let entries = files.iter().map(|(file, place)| (file.to_string_lossy().into_owned(), json!(place)));
    Value::Object(Map::from_iter(entries))
}

/// The version of the workspace, which is the only place that defines it.
pub fn version() -> &'static str {
    env!("CARGO_PKG_VERSION")
}

/// The commit's date, so that equal sources give equal files.
fn date() -> String {
    let root = paths::root();
    let asked = step::read("git", &["-C", &root.to_string_lossy(), "log", "-1", "--format=%cs"]);
    asked.filter(|day| day.len() == 10).unwrap_or_else(|| "1970-01-01".to_owned())
}

pub fn metainfo_of(version: &str, date: &str) -> Result<String, String> {
    let file = paths::root().join("src-tauri/packaging/linux/threadloft.metainfo.xml");
    let text = std::fs::read_to_string(&file).map_err(|why| format!("{}: {why}", file.display()))?;
    Ok(text.replace("@VERSION@", version).replace("@DATE@", date))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_file_has_its_path_in_the_bundle() {
        let files = [(Path::new("/a b/rg"), "codex/codex-path/rg"), (Path::new("/c.json"), "contents.json")];
        assert_eq!(resources(&files), json!({ "/a b/rg": "codex/codex-path/rg", "/c.json": "contents.json" }));
    }

    #[test]
    fn no_placeholder_is_left_in_the_metadata() {
        let text = metainfo_of("1.2.3", "2026-01-02").unwrap_or_default();
        assert!(text.contains("<release version=\"1.2.3\" date=\"2026-01-02\"/>"), "{text}");
        assert!(!text.contains('@'), "{text}");
    }
}
