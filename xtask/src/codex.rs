//! The codex for development and tests: pinned in `xtask/codex/package-lock.json`, installed by npm.

use crate::{paths, step};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The folder into which npm installs codex.
pub fn folder() -> PathBuf {
    paths::root().join("xtask/codex")
}

/// `THREADLOFT_CODEX`, or the installed one.
pub fn find() -> Result<PathBuf, String> {
    if let Some(named) = std::env::var_os("THREADLOFT_CODEX").filter(|named| !named.is_empty()) {
        let named = PathBuf::from(named);
        return if named.is_file() {
            Ok(named)
        } else {
            Err(format!("THREADLOFT_CODEX names {}, and no file is there", named.display()))
        };
    }
    native(&folder()).ok_or_else(|| "codex has not been fetched yet: run `cargo xtask setup`".to_owned())
}

/// Installs the locked version unless it is already there.
pub fn provision() -> Result<PathBuf, String> {
    if std::env::var_os("THREADLOFT_CODEX").is_none_or(|named| named.is_empty()) {
        step::npm_ci(&folder())?;
    }
    let codex = find()?;
    let version = Command::new(&codex).arg("--version").output();
    match version {
        Ok(said) if said.status.success() => Ok(codex),
        Ok(said) => Err(format!("{} --version ended with {}", codex.display(), said.status)),
        Err(why) => Err(format!("{} does not start: {why}", codex.display())),
    }
}

/// The older codex that some tests use.
pub fn older() -> Option<PathBuf> {
    native(&folder().join("older"))
}

/// A much older codex (`0.120`, `0.104`).
pub fn much_older(version: &str) -> Option<PathBuf> {
    let vendor = folder().join(format!("older/node_modules/codex-{version}/vendor"));
    let triples = std::fs::read_dir(vendor).ok()?;
    triples.flatten().map(|triple| triple.path().join("codex/codex")).find(|binary| binary.is_file())
}

/// The version in the lock file.
pub fn version() -> Result<String, String> {
    let file = folder().join("package.json");
    let text = std::fs::read(&file).map_err(|why| format!("{}: {why}", file.display()))?;
    let package: serde_json::Value = serde_json::from_slice(&text).map_err(|why| why.to_string())?;
    let version = package["dependencies"]["@openai/codex"].as_str();
    version.map(str::to_owned).ok_or_else(|| format!("{} names no codex", file.display()))
}

/// The native binary in npm's package for this platform; `bin/codex.js` only wraps it.
pub fn native(folder: &Path) -> Option<PathBuf> {
    let system = match std::env::consts::OS {
        "macos" => "darwin",
        "windows" => "win32",
        other => other,
    };
    let machine = match std::env::consts::ARCH {
        "x86_64" => "x64",
        "aarch64" => "arm64",
        other => other,
    };
    let vendor = folder.join(format!("node_modules/@openai/codex-{system}-{machine}/vendor"));
    let name = format!("codex{}", std::env::consts::EXE_SUFFIX);
    let triples = std::fs::read_dir(vendor).ok()?;
    triples.flatten().map(|triple| triple.path().join("bin").join(&name)).find(|binary| binary.is_file())
}
