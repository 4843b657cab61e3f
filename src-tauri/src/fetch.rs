//! Installs the pinned codex with npm, into our own folder.
//!
//! Invariant: only packages with the lock file's hash are unpacked, and no package script runs.
//! Invariant: an existing codex stays until the new one is complete.
//! Invariant: the installation ends within `PATIENCE`, and a failure contains npm's last lines.

use engine::program::Named;
use engine::server::tool_path;
use std::ffi::OsString;
use std::io;
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;
use tokio::process::Command;

/// Long enough for a slow connection; a dead one must not block until the app is closed.
const PATIENCE: Duration = Duration::from_secs(600);
/// How many of npm's lines fit into a toast.
const LAST_WORDS: usize = 6;
/// The same two files that `cargo xtask` uses.
const PINNED: Pinned<'static> = Pinned {
    manifest: include_str!("../../xtask/codex/package.json"),
    lock: include_str!("../../xtask/codex/package-lock.json"),
};

/// npm's manifest, and the lock file with the hash of every package.
#[derive(Clone, Copy)]
struct Pinned<'a> {
    manifest: &'a str,
    lock: &'a str,
}

pub async fn codex(into: &Path) -> Result<(), String> {
    let npm = Named::find("npm", tool_path().await).ok_or(
        "npm is not installed, or not where Threadloft can find it. Install Node.js, or choose a codex that is already \
         on this computer.",
    )?;
    fetch(Command::from(npm.command()), into, PINNED).await
}

/// Runs `npm ci` in a temporary folder, because it empties its folder before it knows whether it will succeed.
async fn fetch(mut npm: Command, into: &Path, pinned: Pinned<'_>) -> Result<(), String> {
    let fresh = into.join(".fetching");
    let prepared = remove(&fresh)
        .and_then(|()| std::fs::create_dir_all(&fresh))
        .and_then(|()| std::fs::write(fresh.join("package.json"), pinned.manifest))
        .and_then(|()| std::fs::write(fresh.join("package-lock.json"), pinned.lock));
    prepared.map_err(|why| format!("{} cannot be written: {why}.", fresh.display()))?;
    npm.args(arguments(&fresh));
    let fetched = run(npm, PATIENCE).await;
    let placed = fetched.and_then(|()| {
        replace(&fresh, into).map_err(|why| {
            format!("The Codex in {} cannot be replaced: {why}. It may still be running.", into.display())
        })
    });
    if let Err(why) = remove(&fresh) {
        tracing::warn!("{} could not be removed: {why}", fresh.display());
    }
    placed
}

fn arguments(folder: &Path) -> Vec<OsString> {
    let mut arguments: Vec<OsString> = ["ci", "--prefix"].map(OsString::from).into();
    arguments.push(folder.into());
    arguments.extend(["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"].map(OsString::from));
    arguments
}

/// Swaps the folders by two renames, so that `into` never contains an incomplete codex.
fn replace(fresh: &Path, into: &Path) -> io::Result<()> {
    let (current, old) = (into.join("node_modules"), into.join(".replaced"));
    remove(&old)?;
    match std::fs::rename(&current, &old) {
        Err(why) if why.kind() != io::ErrorKind::NotFound => return Err(why),
        _ => {}
    }
    if let Err(why) = std::fs::rename(fresh.join("node_modules"), &current) {
        // The previous codex is better than none.
        let _ = std::fs::rename(&old, &current);
        return Err(why);
    }
    remove(&old)
}

fn remove(folder: &Path) -> io::Result<()> {
    match std::fs::remove_dir_all(folder) {
        Err(why) if why.kind() != io::ErrorKind::NotFound => Err(why),
        _ => Ok(()),
    }
}

async fn run(mut npm: Command, patience: Duration) -> Result<(), String> {
    npm.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped()).kill_on_drop(true);
    let said = tokio::time::timeout(patience, npm.output()).await;
    let said = said.map_err(|_| format!("npm did not finish within {} minutes.", patience.as_secs() / 60))?;
    let said = said.map_err(|why| format!("npm could not start: {why}"))?;
    if said.status.success() {
        return Ok(());
    }
    Err(format!(
        "npm could not install Codex ({}):\n{}",
        said.status,
        last_words(&String::from_utf8_lossy(&said.stderr))
    ))
}

/// npm's last lines, without those about its log file, which do not help in a window.
fn last_words(stderr: &str) -> String {
    let lines: Vec<&str> = stderr.lines().map(str::trim_end).filter(|line| tells_why(line)).collect();
    match lines.len() {
        0 => "npm gave no reason".to_owned(),
        all => lines[all.saturating_sub(LAST_WORDS)..].join("\n"),
    }
}

fn tells_why(line: &str) -> bool {
    let bare = line.trim_start_matches("npm error").trim_start_matches("npm ERR!").trim();
    !bare.is_empty() && !bare.contains("complete log of this run") && !bare.ends_with("-debug-0.log")
}

#[cfg(test)]
mod tests;
