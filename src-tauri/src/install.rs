//! The files installed with the program, as listed in `contents.json` beside it.
//!
//! A development build has no such file, so nothing is checked.

use std::path::{Path, PathBuf};

/// The bundled codex. `Err` is a message for a person: the installation is incomplete.
pub fn codex(exe: &Path) -> Result<Option<PathBuf>, String> {
    let Some((folder, contents)) = folders(exe).into_iter().find_map(|folder| {
        let text = std::fs::read_to_string(folder.join("contents.json")).ok()?;
        Some((folder, text))
    }) else {
        return Ok(None);
    };
    let contents: serde_json::Value = serde_json::from_str(&contents)
        .map_err(|why| format!("Threadloft is incomplete: its list of contents cannot be read ({why}). {REMEDY}"))?;
    if contents["codex"].is_null() {
        return Ok(None);
    }
    let program = folder.join("codex").join("bin").join(format!("codex{}", std::env::consts::EXE_SUFFIX));
    if program.is_file() {
        return Ok(Some(program));
    }
    Err(format!("Threadloft is incomplete: {} is missing. {REMEDY}", program.display()))
}

const REMEDY: &str = "Reinstall Threadloft, or set THREADLOFT_CODEX to your own copy of Codex.";

/// The resource folders of a bundle: beside the program (Linux packages, Windows), in an AppImage, in a macOS app.
fn folders(exe: &Path) -> Vec<PathBuf> {
    let Some(beside) = exe.parent() else { return Vec::new() };
    let above = beside.parent().unwrap_or(beside);
    vec![beside.to_owned(), above.join("lib/threadloft"), above.join("Resources")]
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use std::fs;

    fn install(name: &str, contents: Option<&str>, codex: bool) -> PathBuf {
        let root = std::env::temp_dir().join(format!("tl-install-{}-{name}", std::process::id()));
        let parts = root.join("lib/threadloft");
        fs::create_dir_all(parts.join("codex/bin")).unwrap();
        if let Some(contents) = contents {
            fs::write(parts.join("contents.json"), contents).unwrap();
        }
        if codex {
            fs::write(parts.join(format!("codex/bin/codex{}", std::env::consts::EXE_SUFFIX)), "").unwrap();
        }
        root
    }

    #[test]
    fn the_bundled_codex_is_found_from_the_launcher() {
        let root = install("whole", Some(r#"{"codex":"1.2.3"}"#), true);
        let program = root.join("lib/threadloft/codex/bin").join(format!("codex{}", std::env::consts::EXE_SUFFIX));
        assert_eq!(codex(&root.join("lib/threadloft/threadloft")), Ok(Some(program.clone())));
        assert_eq!(codex(&root.join("bin/threadloft")), Ok(Some(program)));
        fs::remove_dir_all(root).unwrap();
    }

    #[test]
    fn a_missing_bundled_codex_is_reported() {
        let root = install("broken", Some(r#"{"codex":"1.2.3"}"#), false);
        let said = codex(&root.join("lib/threadloft/threadloft"));
        assert!(said.is_err_and(|why| why.contains("incomplete") && why.contains("Reinstall Threadloft")));
        fs::remove_dir_all(root).unwrap();
    }

    #[test]
    fn a_development_build_misses_nothing() {
        let root = install("without", Some(r#"{"codex":null}"#), false);
        assert_eq!(codex(&root.join("lib/threadloft/threadloft")), Ok(None));
        fs::remove_dir_all(root).unwrap();
        let root = install("build-tree", None, true);
        assert_eq!(codex(&root.join("lib/threadloft/threadloft")), Ok(None));
        fs::remove_dir_all(root).unwrap();
    }
}
