//! `bundle --lint`: checks the files that package managers, menus, software centres and GitHub read.
//!
//! The systems' own validators run if they are installed; the other checks have no dependencies.

mod icons;
mod macos;
mod workflow;

use super::{config, dist, write};
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::Command;
use xtask::paths;
use xtask::step::{self, StepResult};

pub fn lint() -> StepResult {
    let root = paths::root();
    let mut wrong = Vec::new();
    let entry = root.join("src-tauri/packaging/linux/threadloft.desktop");
    let text = read(&entry)?;
    wrong.extend(desktop(&text));
    wrong.extend(validator("desktop-file-validate", &[], &entry));

    let metainfo = config::metainfo_of(config::version(), "2026-01-01")?;
    wrong.extend(appstream(&metainfo, &text));
    fs::create_dir_all(dist()).map_err(|why| format!("{}: {why}", dist().display()))?;
    let filled = dist().join("dev.threadloft.desktop.metainfo.xml");
    write(&filled, &metainfo)?;
    wrong.extend(validator("appstreamcli", &["validate", "--no-net"], &filled));

    wrong.extend(validator("sh", &["-n"], &root.join("src-tauri/packaging/linux/threadloft")));
    for name in ["ci.yml", "release.yml"] {
        let text = read(&root.join(".github/workflows").join(name))?;
        wrong.extend(workflow::problems(&text, crate::HELP).into_iter().map(|why| format!("{name}: {why}")));
    }
    wrong.extend(one_version(&root)?);
    wrong.extend(icons::icns(&bytes(&root.join("icons/icon.icns"))?));
    wrong.extend(icons::ico(&bytes(&root.join("icons/icon.ico"))?));
    for (name, keys) in macos::PLISTS {
        wrong.extend(macos::plist(&read(&root.join(name))?, keys).map(|why| format!("{name}: {why}")));
    }
    let config = serde_json::from_str(&read(&root.join("src-tauri/tauri.macos.conf.json"))?);
    let config: Value = config.map_err(|why| format!("tauri.macos.conf.json: {why}"))?;
    wrong.extend(macos::floor(&config, &read(&root.join("README.md"))?));
    if wrong.is_empty() {
        println!("desktop entry, AppStream metadata, launcher, workflows, version, icons and plists are in order");
        return Ok(());
    }
    Err(wrong.join("\n"))
}

fn read(file: &Path) -> Result<String, String> {
    fs::read_to_string(file).map_err(|why| format!("{}: {why}", file.display()))
}

fn bytes(file: &Path) -> Result<Vec<u8>, String> {
    fs::read(file).map_err(|why| format!("{}: {why}", file.display()))
}

/// Runs a system validator on a file and returns its complaints. If it is not installed, that is printed.
fn validator(program: &str, args: &[&str], file: &Path) -> Option<String> {
    match Command::new(program).args(args).arg(file).output() {
        Err(_) => {
            step::announce(&format!("{program} is not installed; only our own checks were made"));
            None
        }
        Ok(said) if said.status.success() => None,
        Ok(said) => {
            let words = [said.stdout, said.stderr].concat();
            Some(format!("{program}: {}", String::from_utf8_lossy(&words).trim()))
        }
    }
}

fn desktop(entry: &str) -> Vec<String> {
    let value = |key: &str| entry.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix('='));
    let mut wrong = Vec::new();
    if entry.lines().next() != Some("[Desktop Entry]") {
        wrong.push("the desktop entry does not begin with its group".to_owned());
    }
    for (key, wanted) in
        [("Type", "Application"), ("Icon", "threadloft"), ("TryExec", "threadloft"), ("Terminal", "false")]
    {
        if value(key) != Some(wanted) {
            wrong.push(format!("the desktop entry says {key}={}, not {wanted}", value(key).unwrap_or_default()));
        }
    }
    if value("Exec").and_then(|exec| exec.split(' ').next()) != Some("threadloft") {
        wrong.push("the desktop entry starts something else".to_owned());
    }
    for key in ["Name", "Comment", "Categories", "StartupWMClass"] {
        if value(key).is_none_or(str::is_empty) {
            wrong.push(format!("the desktop entry has no {key}"));
        }
    }
    wrong
}

/// Compares the AppStream metadata with the desktop entry.
fn appstream(metainfo: &str, entry: &str) -> Vec<String> {
    let mut wrong = Vec::new();
    let mut needs = vec![
        "<id>dev.threadloft.desktop</id>".to_owned(),
        "<launchable type=\"desktop-id\">threadloft.desktop</launchable>".to_owned(),
        format!("<release version=\"{}\"", config::version()),
    ];
    for (key, tag) in [("Name", "name"), ("Comment", "summary")] {
        let value = entry.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix('='));
        needs.push(format!("<{tag}>{}</{tag}>", value.unwrap_or_default()));
    }
    for need in needs {
        if !metainfo.contains(&need) {
            wrong.push(format!("the AppStream metadata lacks {need}"));
        }
    }
    wrong
}

/// Only the workspace's Cargo.toml may contain the version, because any copy would become outdated.
fn one_version(root: &Path) -> Result<Vec<String>, String> {
    let mut wrong = Vec::new();
    for name in [
        "src-tauri/tauri.conf.json",
        "src-tauri/tauri.linux.conf.json",
        "src-tauri/tauri.macos.conf.json",
        "src-tauri/tauri.windows.conf.json",
        "ui/package.json",
        "xtask/codex/package.json",
        "xtask/tauri/package.json",
    ] {
        if has_version(&read(&root.join(name))?) {
            wrong.push(format!("{name} names a version of its own"));
        }
    }
    Ok(wrong)
}

fn has_version(json: &str) -> bool {
    serde_json::from_str::<Value>(json).is_ok_and(|json| json.get("version").is_some())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_files_of_this_clone_are_in_order() {
        assert_eq!(lint(), Ok(()));
    }

    #[test]
    fn a_wrong_desktop_entry_is_found() {
        let wrong = desktop("[Desktop Entry]\nType=Application\nName=Threadloft\nExec=codex\n");
        assert!(wrong.contains(&"the desktop entry starts something else".to_owned()), "{wrong:?}");
        assert!(wrong.contains(&"the desktop entry has no Comment".to_owned()), "{wrong:?}");
    }
}
