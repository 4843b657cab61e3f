//! Codex, fetched with npm: the version this build was tested with, into a folder of ours.
//!
//! Invariant: it ends. What npm said last is in the failure, because that is where npm says what is wrong.

use engine::program::Named;
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;
use tokio::process::Command;

/// For a slow line; nobody should have to end the app over a line that is dead.
const PATIENCE: Duration = Duration::from_secs(600);
/// Lines of npm's that fit under each other in a toast.
const LAST_WORDS: usize = 6;

pub async fn codex(into: &Path) -> Result<(), String> {
    let npm = Named::find("npm").await.ok_or(
        "npm is not installed, or not where Threadloft can find it. Install Node.js, or choose a codex that is already \
         on this computer.",
    )?;
    let mut npm = Command::from(npm.command());
    npm.arg("install").arg("--prefix").arg(into).args(["--no-audit", "--no-fund", "--loglevel=error"]).arg(package()?);
    run(npm, PATIENCE).await
}

/// As npm takes it: the one that `cargo xtask` fetches and bundles too, from the file that names it for all of them.
fn package() -> Result<String, String> {
    const NAME: &str = "@openai/codex";
    let manifest: serde_json::Value = serde_json::from_str(include_str!("../../xtask/codex/package.json"))
        .map_err(|why| format!("This build does not know its Codex: {why}"))?;
    let version = manifest["dependencies"][NAME].as_str().ok_or("This build does not know its Codex.")?;
    Ok(format!("{NAME}@{version}"))
}

async fn run(mut npm: Command, patience: Duration) -> Result<(), String> {
    npm.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped()).kill_on_drop(true);
    let said = tokio::time::timeout(patience, npm.output()).await;
    let said = said.map_err(|_| format!("npm did not come to an end within {} minutes.", patience.as_secs() / 60))?;
    let said = said.map_err(|why| format!("npm does not start: {why}"))?;
    if said.status.success() {
        return Ok(());
    }
    Err(format!("npm could not fetch Codex ({}):\n{}", said.status, last_words(&String::from_utf8_lossy(&said.stderr))))
}

/// Where its log lies is of no use to anybody who reads this in a window.
fn last_words(stderr: &str) -> String {
    let lines: Vec<&str> = stderr.lines().map(str::trim_end).filter(|line| tells_why(line)).collect();
    match lines.len() {
        0 => "it gave no reason".to_owned(),
        all => lines[all.saturating_sub(LAST_WORDS)..].join("\n"),
    }
}

fn tells_why(line: &str) -> bool {
    let bare = line.trim_start_matches("npm error").trim_start_matches("npm ERR!").trim();
    !bare.is_empty() && !bare.contains("complete log of this run") && !bare.ends_with("-debug-0.log")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_fetched_is_what_this_clone_is_tested_with() {
        let package = package().unwrap_or_default();
        let version = package.strip_prefix("@openai/codex@").unwrap_or_default();
        assert!(version.split('.').count() == 3 && version.starts_with(|c: char| c.is_ascii_digit()), "{package}");
    }

    #[test]
    fn the_last_lines_are_kept_and_the_log_is_not() {
        let said = "npm warn old\nnpm error code ENOTFOUND\nnpm error network request failed\nnpm error\n\
            npm error A complete log of this run can be found in:\nnpm error   /home/a/.npm/_logs/2026-debug-0.log\n";
        assert_eq!(last_words(said), "npm warn old\nnpm error code ENOTFOUND\nnpm error network request failed");
        let many: Vec<String> = (0..40).map(|n| format!("line {n}")).collect();
        assert_eq!(last_words(&many.join("\n")).lines().next(), Some("line 34"));
        assert_eq!(last_words(" \n"), "it gave no reason");
    }

    #[cfg(unix)]
    #[tokio::test]
    async fn an_npm_that_never_ends_is_ended() {
        let mut sleeper = engine::program::quiet("sleep");
        sleeper.arg("1000");
        let said = run(sleeper.into(), Duration::ZERO).await;
        assert!(said.is_err_and(|why| why.contains("did not come to an end")));
    }
}
