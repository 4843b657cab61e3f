//! `bundle --check`: unpacks the packages into a temporary folder and starts the app from there.
//!
//! It runs on Linux only, where the window can be driven and packages can be unpacked without installing them.

mod package;
mod refusals;

use super::{Built, config, dist, lint, make, sizes};
use crate::build;
use std::path::{Path, PathBuf};
use std::process::Command;
use xtask::step::{self, StepResult};
use xtask::{codex, paths};

/// Contains a space and non-ASCII letters, as people's folders do.
const SCRATCH: &str = "prüf stand";

pub fn check(built: &Built) -> StepResult {
    lint::lint()?;
    build::rust(&["-p", "threadloft-tests", "--bin", "installed"])?;
    let without = made(built, &["deb"], false)?;
    let with = made(built, &["deb", "rpm"], true)?;

    let scratch = dist().join(SCRATCH);
    let _ = std::fs::remove_dir_all(&scratch);
    let roots = [("without", &without), ("with", &with)].map(|(name, made)| {
        let root = scratch.join(name);
        package::unpack(&made[0], &root).map(|()| root)
    });
    let [without_root, with_root] = roots;
    let (without_root, with_root) = (without_root?, with_root?);
    package::inspect(&without[0], &without_root, None)?;
    package::inspect(&with[0], &with_root, Some(&bundled_version()?))?;
    package::inspect_rpm(&with[1])?;

    prints_its_version(&with_root)?;
    refusals::refusals(&scratch, &without_root)?;
    let before = package::listing(&with_root)?;
    drive_installed_app(&with_root, &without_root)?;
    if package::listing(&with_root)? != before {
        return Err(format!("something was written into {}: it may be on a read-only disk", with_root.display()));
    }
    println!();
    sizes::check_limits(&[
        sizes::of("threadloft, the program", &built.program, Some(sizes::PROGRAM))?,
        sizes::of(".deb without codex", &without[0], Some(sizes::DEB_WITHOUT_CODEX))?,
        sizes::of(".deb with codex", &with[0], None)?,
        sizes::of(".rpm with codex", &with[1], None)?,
        sizes::first_load(&paths::root().join("ui/dist"))?,
    ])?;
    println!("the packages hold what they should, start from where they lie, and say it in words when they cannot");
    Ok(())
}

/// One file per format, in the requested order.
fn made(built: &Built, formats: &[&str], with_codex: bool) -> Result<Vec<PathBuf>, String> {
    let made = make(built, formats, with_codex)?;
    let find = |format: &&str| {
        let file = made.iter().find(|file| file.extension().is_some_and(|ext| ext == *format));
        file.cloned().ok_or_else(|| format!("the bundler made no {format}"))
    };
    formats.iter().map(find).collect()
}

/// The version that the bundled codex reports.
fn bundled_version() -> Result<String, String> {
    let native = codex::native(&codex::folder()).ok_or("codex has not been fetched")?;
    step::read(&native.to_string_lossy(), &["--version"]).ok_or_else(|| "codex does not say its version".to_owned())
}

fn prints_its_version(root: &Path) -> StepResult {
    let program = root.join("usr/bin/threadloft");
    let said = step::read(&program.to_string_lossy(), &["--version"]);
    let wanted = format!("threadloft {}", config::version());
    if said.as_deref() == Some(wanted.as_str()) {
        return Ok(());
    }
    Err(format!("{} --version says {said:?}, not {wanted:?}", program.display()))
}

/// Drives the installed app in a window: `tests/src/bin/installed.rs`.
fn drive_installed_app(with: &Path, without: &Path) -> StepResult {
    let mut installed = Command::new(paths::program("installed"));
    installed.arg(with).arg(without).arg(dist().join("first-screen.png"));
    step::run("the installed app in a window", &mut installed)
}
