//! Prepares the bundled codex: npm's own package for the platform, unchanged except for the signature that macOS needs
//! (`sign`).
//!
//! Invariant: only packages with the lock file's checksum are bundled. `node_modules` is not used, because its files may
//! have changed since npm checked them.

use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use xtask::step::{self, StepResult};

/// An unpacked codex, ready to be bundled.
pub struct BundledCodex {
    pub version: String,
    /// Each file, with its path below the app's resources.
    pub files: Vec<(PathBuf, String)>,
}

/// One platform's package in the lock file.
#[derive(Debug, PartialEq)]
struct Locked {
    /// Name and version, for npm.
    spec: String,
    integrity: String,
    version: String,
}

pub fn codex(stage: &Path, target: Option<&str>) -> Result<BundledCodex, String> {
    let lock = xtask::codex::folder().join("package-lock.json");
    let text = fs::read_to_string(&lock).map_err(|why| format!("{}: {why}", lock.display()))?;
    let platform = platform(target)?;
    let locked = locked(&text, &platform)?;
    let tarball = fetch(&locked, stage)?;
    verify(&tarball, &locked)?;
    let package = stage.join(format!("codex-{}", locked.version));
    unpack(&tarball, &package)?;
    let vendor = only_folder(&package.join("package/vendor"))?;
    let mut files = Vec::new();
    walk(&vendor, "codex", &mut files)?;
    for name in ["bin/codex", "codex-path/rg"] {
        let program = vendor.join(name).with_extension(if platform.starts_with("win32") { "exe" } else { "" });
        if !program.is_file() {
            return Err(format!("codex {} has no {}: its layout has changed", locked.version, program.display()));
        }
    }
    super::sign::sign(&files)?;
    let version = locked.version.split('-').next().unwrap_or_default().to_owned();
    Ok(BundledCodex { version, files })
}

/// The platform's name in npm, from a Rust triple or this machine.
fn platform(target: Option<&str>) -> Result<String, String> {
    let machine = target.map_or(std::env::consts::ARCH, |triple| triple.split('-').next().unwrap_or_default());
    let system = match target {
        None => std::env::consts::OS,
        Some(triple) if triple.contains("apple-darwin") => "macos",
        Some(triple) if triple.contains("windows") => "windows",
        Some(_) => "linux",
    };
    let machine = match machine {
        "x86_64" => "x64",
        "aarch64" => "arm64",
        other => return Err(format!("there is no codex for {other}: use --without-codex")),
    };
    let system = match system {
        "macos" => "darwin",
        "windows" => "win32",
        other => other,
    };
    Ok(format!("{system}-{machine}"))
}

fn locked(lock: &str, platform: &str) -> Result<Locked, String> {
    let lock: Value = serde_json::from_str(lock).map_err(|why| format!("the lock file of codex: {why}"))?;
    let entry = &lock["packages"][format!("node_modules/@openai/codex-{platform}")];
    let word = |key: &str| entry[key].as_str().ok_or_else(|| format!("the lock file has no {key} for {platform}"));
    let (version, integrity) = (word("version")?, word("integrity")?);
    // The platform's package is an npm alias of a version of `@openai/codex`.
    let name = entry["name"].as_str().unwrap_or("@openai/codex");
    Ok(Locked { spec: format!("{name}@{version}"), integrity: integrity.into(), version: version.into() })
}

/// Gets the package from npm's cache or its configured registry.
fn fetch(locked: &Locked, stage: &Path) -> Result<PathBuf, String> {
    let folder = stage.join("npm");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).map_err(|why| format!("{}: {why}", folder.display()))?;
    let mut npm = step::command("npm");
    npm.args(["pack", "--silent", "--prefer-offline", "--ignore-scripts", &locked.spec]).current_dir(&folder);
    npm.stdout(std::process::Stdio::null());
    step::run(&format!("npm pack {}", locked.spec), &mut npm)?;
    let packed = fs::read_dir(&folder).into_iter().flatten().flatten().map(|file| file.path());
    let tarball = packed.into_iter().find(|file| file.extension().is_some_and(|ext| ext == "tgz"));
    tarball.ok_or_else(|| format!("npm packed no {}", locked.spec))
}

/// Hashes with Node, which is installed anyway, so that no crate is needed for it.
fn verify(tarball: &Path, locked: &Locked) -> StepResult {
    let (method, wanted) =
        locked.integrity.split_once('-').ok_or_else(|| format!("not an npm checksum: {}", locked.integrity))?;
    const SUM: &str = "const [file, method] = process.argv.slice(1); const hash = require('crypto').createHash(method);
        require('fs').createReadStream(file).on('data', (data) => hash.update(data))
            .on('end', () => console.log(hash.digest('base64')));";
    let said = Command::new("node").args(["-e", SUM]).arg(tarball).arg(method).output();
    let said = said.map_err(|why| format!("node does not start: {why}"))?;
    let sum = String::from_utf8_lossy(&said.stdout).trim().to_owned();
    if sum == wanted {
        step::announce(&format!("{} has the checksum of the lock file", locked.spec));
        return Ok(());
    }
    Err(format!(
        "{} does not have the checksum of the lock file and is not packed\n    wanted {method}-{wanted}\n    found  {method}-{sum}",
        locked.spec
    ))
}

/// Unpacks with `tar`, which all three systems have and which keeps executable bits.
fn unpack(tarball: &Path, package: &Path) -> StepResult {
    let _ = fs::remove_dir_all(package);
    fs::create_dir_all(package).map_err(|why| format!("{}: {why}", package.display()))?;
    let mut tar = Command::new("tar");
    tar.arg("-xzf").arg(tarball).arg("-C").arg(package);
    step::run("tar -x", &mut tar)
}

/// The only folder inside the vendor folder, named after the target triple.
fn only_folder(vendor: &Path) -> Result<PathBuf, String> {
    let held = fs::read_dir(vendor).map_err(|why| format!("{}: {why}", vendor.display()))?;
    let folders: Vec<PathBuf> = held.flatten().map(|entry| entry.path()).filter(|path| path.is_dir()).collect();
    match folders.as_slice() {
        [one] => Ok(one.clone()),
        _ => Err(format!("{} holds {} folders and not one: its layout has changed", vendor.display(), folders.len())),
    }
}

fn walk(folder: &Path, below: &str, files: &mut Vec<(PathBuf, String)>) -> StepResult {
    let held = fs::read_dir(folder).map_err(|why| format!("{}: {why}", folder.display()))?;
    let mut entries: Vec<PathBuf> = held.flatten().map(|entry| entry.path()).collect();
    entries.sort();
    for entry in entries {
        let place = format!("{below}/{}", entry.file_name().unwrap_or_default().to_string_lossy());
        if entry.is_dir() {
            walk(&entry, &place, files)?;
        } else {
            files.push((entry, place));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_platform_of_the_lock_file_can_be_packed() {
        let lock = fs::read_to_string(xtask::codex::folder().join("package-lock.json")).unwrap_or_default();
        for triple in [
            "x86_64-unknown-linux-gnu",
            "aarch64-unknown-linux-gnu",
            "x86_64-apple-darwin",
            "aarch64-apple-darwin",
            "x86_64-pc-windows-msvc",
            "aarch64-pc-windows-msvc",
        ] {
            let locked = platform(Some(triple)).and_then(|platform| locked(&lock, &platform));
            assert!(locked.as_ref().is_ok_and(|one| one.integrity.starts_with("sha512-")), "{triple}: {locked:?}");
        }
    }

    #[test]
    fn a_platform_without_codex_is_reported() {
        assert!(platform(Some("riscv64gc-unknown-linux-gnu")).is_err_and(|why| why.contains("--without-codex")));
        assert!(locked("{}", "linux-x64").is_err_and(|why| why.contains("linux-x64")));
    }

    #[test]
    fn a_package_that_is_not_the_locked_one_is_refused() {
        let file = std::env::temp_dir().join(format!("threadloft-parcel-{}", std::process::id()));
        fs::write(&file, "hello").unwrap_or_default();
        let sha512 = "m3HSJL1i83hdltRq0+o9czGb+8KJDKra4t/3JRlnPKcjI8PZm6XBHXx6zG4UuMXaDEZjR1wuXDre9G9zvN7AQw==";
        let named = |integrity: String| Locked { spec: "x@1".into(), integrity, version: "1".into() };
        assert_eq!(verify(&file, &named(format!("sha512-{sha512}"))), Ok(()));
        let refused = verify(&file, &named("sha512-AAAA".to_owned()));
        assert!(refused.is_err_and(|why| why.contains("is not packed") && why.contains(sha512)));
        let _ = fs::remove_file(file);
    }
}
