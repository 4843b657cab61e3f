//! Checks the contents of a package.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use xtask::step::{self, StepResult};

/// The only file allowed on PATH, so that nothing shadows a program of the user.
const ON_PATH: &[&str] = &["threadloft"];
const ICONS: &[&str] =
    &["16x16", "24x24", "32x32", "48x48", "64x64", "96x96", "128x128", "256x256", "512x512", "scalable"];
const NEEDS: &[&str] = &["libwebkit2gtk-4.1-0", "libgtk-3-0", "libayatana-appindicator3-1"];

pub fn unpack(deb: &Path, root: &Path) -> StepResult {
    fs::create_dir_all(root).map_err(|why| format!("{}: {why}", root.display()))?;
    let name = deb.file_name().unwrap_or_default().to_string_lossy();
    step::run(&format!("dpkg-deb -x {name}"), Command::new("dpkg-deb").arg("-x").arg(deb).arg(root))
}

/// `codex` is the version that the bundled one reports.
pub fn inspect(deb: &Path, root: &Path, codex: Option<&str>) -> StepResult {
    let mut wrong = Vec::new();
    let control = |field: &str| step::read("dpkg-deb", &["-f", &deb.to_string_lossy(), field]).unwrap_or_default();
    let (depends, recommends) = (control("Depends"), control("Recommends"));
    wrong.extend(NEEDS.iter().filter(|need| !depends.contains(**need)).map(|need| format!("it does not need {need}")));
    if !recommends.contains("gnome-keyring") {
        wrong.push("it recommends no Secret Service".to_owned());
    }
    if control("Package") != "threadloft" || control("Version") != super::config::version() {
        wrong.push(format!("it calls itself {} {}", control("Package"), control("Version")));
    }
    let held = names(&root.join("usr/bin"));
    if held != ON_PATH {
        wrong.push(format!("it puts {held:?} on PATH"));
    }
    wrong.extend(
        files("copyright").iter().filter(|file| !root.join(file).is_file()).map(|file| format!("it has no {file}")),
    );

    let mut programs = programs();
    let folder = root.join("usr/lib/threadloft/codex");
    match codex {
        None if folder.exists() => wrong.push("it has a codex and should not".to_owned()),
        None => {}
        Some(version) => {
            programs.extend(codex_programs());
            let said = step::read(&folder.join("bin/codex").to_string_lossy(), &["--version"]);
            if said.as_deref() != Some(version) {
                wrong.push(format!("its codex says {said:?}, not {version:?}"));
            }
        }
    }
    let runs = |file: &str| {
        fs::metadata(root.join(file)).is_ok_and(|held| held.is_file() && held.permissions().mode() & 0o111 == 0o111)
    };
    wrong.extend(programs.iter().filter(|file| !runs(file)).map(|file| format!("{file} is missing or may not run")));
    if wrong.is_empty() { Ok(()) } else { Err(format!("{}:\n    {}", deb.display(), wrong.join("\n    "))) }
}

/// Checks that the rpm has the same layout as the deb. Skipped if the rpm tools are not installed.
pub fn inspect_rpm(rpm: &Path) -> StepResult {
    if step::read("sh", &["-c", "command -v rpm2cpio && command -v cpio"]).is_none() {
        step::announce("rpm2cpio or cpio is not installed; the rpm was made and not looked into");
        return Ok(());
    }
    let unpacked = |script: &str| {
        let said = Command::new("sh").args(["-c", script, "sh"]).arg(rpm).stderr(Stdio::null()).output();
        said.map(|said| said.stdout).unwrap_or_default()
    };
    let mut wrong = missed(&String::from_utf8_lossy(&unpacked("rpm2cpio \"$1\" | cpio -it --verbose --quiet")));
    let launcher = unpacked("rpm2cpio \"$1\" | cpio -i --quiet --to-stdout ./usr/bin/threadloft");
    if !launcher.starts_with(b"#!/bin/sh\n") {
        wrong.push("/usr/bin/threadloft is not the launcher".to_owned());
    }
    if wrong.is_empty() { Ok(()) } else { Err(format!("{}:\n    {}", rpm.display(), wrong.join("\n    "))) }
}

/// Files that an rpm's listing lacks or has without executable bit: `-rwxr-xr-x … ./usr/bin/threadloft`.
fn missed(listing: &str) -> Vec<String> {
    let held: BTreeMap<&str, &str> = listing
        .lines()
        .filter_map(|line| {
            let name = line.split(" ./").nth(1).or_else(|| line.split(" /").nth(1))?;
            Some((name.trim(), line.split(' ').next()?))
        })
        .collect();
    let mut wrong: Vec<String> = files("LICENSE")
        .into_iter()
        .filter(|file| !held.contains_key(&**file))
        .map(|file| format!("it has no {file}"))
        .collect();
    let runs = |file: &&String| held.get(&***file).is_some_and(|mode| mode.starts_with("-rwxr-xr-x"));
    let programs = [programs(), codex_programs()].concat();
    wrong.extend(programs.iter().filter(|file| !runs(file)).map(|file| format!("{file} is missing or may not run")));
    wrong
}

/// The paths of the other files. The name of the licence differs between packages.
fn files(licence: &str) -> Vec<String> {
    let mut files = vec![
        "usr/share/applications/threadloft.desktop".to_owned(),
        "usr/share/metainfo/dev.threadloft.desktop.metainfo.xml".to_owned(),
        format!("usr/share/doc/threadloft/{licence}"),
        "usr/lib/threadloft/contents.json".to_owned(),
    ];
    for size in ICONS {
        let ext = if *size == "scalable" { "svg" } else { "png" };
        files.push(format!("usr/share/icons/hicolor/{size}/apps/threadloft.{ext}"));
    }
    files
}

fn programs() -> Vec<String> {
    vec!["usr/bin/threadloft".to_owned(), "usr/lib/threadloft/threadloft".to_owned()]
}

fn codex_programs() -> Vec<String> {
    let parts = ["bin/codex", "bin/codex-code-mode-host", "codex-path/rg", "codex-resources/bwrap"];
    parts.map(|name| format!("usr/lib/threadloft/codex/{name}")).to_vec()
}

/// Every file with its size and time, to detect writes.
pub fn listing(root: &Path) -> Result<BTreeMap<PathBuf, (u64, i64)>, String> {
    let mut all = BTreeMap::new();
    let mut folders = vec![root.to_owned()];
    while let Some(folder) = folders.pop() {
        let held = fs::read_dir(&folder).map_err(|why| format!("{}: {why}", folder.display()))?;
        for path in held.flatten().map(|entry| entry.path()) {
            let Ok(held) = fs::symlink_metadata(&path) else { continue };
            if held.is_dir() {
                folders.push(path.clone());
            }
            all.insert(path, (held.len(), held.mtime()));
        }
    }
    Ok(all)
}

fn names(folder: &Path) -> Vec<String> {
    let held = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut names: Vec<String> = held.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_incomplete_rpm_is_found() {
        let line = |mode: &str, file: &String| format!("{mode}   1 root     root         1024 Jan  1  1970 ./{file}\n");
        let texts: String = files("LICENSE").iter().map(|file| line("-rw-r--r--", file)).collect();
        let programs: Vec<String> = [programs(), codex_programs()].concat();
        let whole = programs.iter().fold(texts, |all, file| all + &line("-rwxr-xr-x", file));
        assert_eq!(missed(&whole), Vec::<String>::new());
        let still = whole.replace(&line("-rwxr-xr-x", &programs[3]), &line("-rw-r--r--", &programs[3]));
        assert_eq!(missed(&still), [format!("{} is missing or may not run", programs[3])]);
        let bare = whole.replace("threadloft.svg", "other.svg");
        assert_eq!(missed(&bare), ["it has no usr/share/icons/hicolor/scalable/apps/threadloft.svg"]);
        assert_eq!(missed("").len(), files("").len() + programs.len());
    }
}
