//! `setup`: installs what a clean clone needs, and prints what only the person can install.

use std::path::PathBuf;
use std::process::Command;
use xtask::step::{self, StepResult};
use xtask::{codex, paths};

/// Packages to build and run the app.
const BUILD: &[&str] =
    &["build-essential", "pkg-config", "libwebkit2gtk-4.1-dev", "librsvg2-dev", "libayatana-appindicator3-dev", "git"];

/// Packages to drive the app in a window on a private display.
const WINDOW: &[&str] = &[
    "xvfb",
    "dbus",
    "webkit2gtk-driver",
    "openbox",
    "xdotool",
    "gnome-keyring",
    "fonts-dejavu-core",
    "fonts-inter",
    "fonts-jetbrains-mono",
    "fonts-noto-color-emoji",
];

/// Packages to inspect the app's packages.
const PACKAGE: &[&str] = &["desktop-file-utils", "appstream", "rpm2cpio", "cpio"];

/// How much set-up a command needs.
#[derive(Clone, Copy, PartialEq)]
pub enum Needs {
    App,
    DrivenWindow,
    CheckedPackage,
}

/// Prepares everything but the Rust build, and returns the codex to use.
pub fn setup(needs: Needs) -> Result<PathBuf, String> {
    tools()?;
    packages(needs)?;
    let codex = codex::provision()?;
    if needs == Needs::DrivenWindow {
        step::npm_ci(&codex::folder().join("older"))?;
    }
    step::npm_ci(&paths::root().join("ui"))?;
    Ok(codex)
}

fn tools() -> StepResult {
    let rust = step::read("rustc", &["--version"]);
    let node = step::read("node", &["--version"]);
    let mut missing = Vec::new();
    match rust.as_deref().map(|said| numbers(said.trim_start_matches("rustc "))) {
        None => missing.push("Rust 1.90 or newer is needed and `rustc` is not on PATH: https://rustup.rs".to_owned()),
        Some(have) if have < vec![1, 90] => {
            missing.push(format!("Rust 1.90 or newer is needed; here is {}", rust.unwrap_or_default()));
        }
        Some(_) => {}
    }
    match node.as_deref().map(|said| numbers(said.trim_start_matches('v'))) {
        None => missing.push("Node 20.19 or newer is needed and `node` is not on PATH: https://nodejs.org".to_owned()),
        Some(have) if have < vec![20, 19] => {
            missing.push(format!("Node 20.19 or newer is needed; here is {}", node.unwrap_or_default()));
        }
        Some(_) => {}
    }
    if step::read("npm", &["--version"]).is_none() {
        missing.push("npm is needed (it comes with Node) and is not on PATH".to_owned());
    }
    if missing.is_empty() { Ok(()) } else { Err(missing.join("\n")) }
}

/// The leading dot-separated numbers of a version.
fn numbers(version: &str) -> Vec<u32> {
    let plain = version.split(|c: char| c != '.' && !c.is_ascii_digit()).next().unwrap_or_default();
    plain.split('.').map_while(|part| part.parse().ok()).collect()
}

fn packages(needs: Needs) -> StepResult {
    if !cfg!(target_os = "linux") {
        return Ok(());
    }
    let wanted = match needs {
        Needs::App => BUILD.to_vec(),
        Needs::DrivenWindow => [BUILD, WINDOW].concat(),
        Needs::CheckedPackage => [BUILD, WINDOW, PACKAGE].concat(),
    };
    if step::read("dpkg-query", &["--version"]).is_none() {
        step::announce("this is not Debian or Ubuntu; what is needed goes there by these names:");
        eprintln!("    {}", wanted.join(" "));
        return Ok(());
    }
    let missing: Vec<&str> = wanted.into_iter().filter(|package| !installed(package)).collect();
    if missing.is_empty() {
        return Ok(());
    }
    let root = step::read("id", &["-u"]).as_deref() == Some("0");
    let sudo = !root && step::read("sudo", &["-n", "true"]).is_some();
    if !root && !sudo {
        return Err(format!(
            "system packages are missing, and this user may not install them. Run:\n    sudo apt-get update && sudo apt-get install -y {}",
            missing.join(" ")
        ));
    }
    step::run("apt-get update", &mut apt(sudo, &["update", "-q"]))?;
    let install = [&["install", "-q", "-y", "--no-install-recommends"][..], &missing].concat();
    step::run(&format!("apt-get install {}", missing.join(" ")), &mut apt(sudo, &install))
}

fn installed(package: &str) -> bool {
    step::read("dpkg-query", &["-W", "-f", "${db:Status-Status}", package]).as_deref() == Some("installed")
}

fn apt(sudo: bool, args: &[&str]) -> Command {
    let mut command = Command::new(if sudo { "sudo" } else { "env" });
    command.args(sudo.then_some("-n")).args(sudo.then_some("env"));
    command.args(["DEBIAN_FRONTEND=noninteractive", "apt-get"]).args(args);
    command
}
