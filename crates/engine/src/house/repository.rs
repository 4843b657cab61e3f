//! The branches and commits of a folder, as git itself names them.
//!
//! Invariant: only reading commands that run nothing a repository could have set up.

use crate::failure::Failure;
use crate::look::{Commit, Repository};
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;
use tokio::process::Command;

const BRANCHES: &str = "--count=100";
const COMMITS: &str = "--max-count=50";
const PATIENCE: Duration = Duration::from_secs(5);

pub(super) async fn read(cwd: &str) -> Result<Repository, Failure> {
    if !Path::new(cwd).is_absolute() || !Path::new(cwd).is_dir() {
        return Err(Failure::bad_input(format!("There is no folder {cwd}.")));
    }
    let Some(head) = git(cwd, &["rev-parse", "--abbrev-ref", "HEAD"]).await else {
        let inside = git(cwd, &["rev-parse", "--is-inside-work-tree"]).await;
        // A repository without a commit has no head yet.
        return Ok(Repository { is_repository: inside.is_some(), ..Repository::default() });
    };
    let branch = Some(head.trim().to_owned()).filter(|name| name != "HEAD");
    let refs =
        ["for-each-ref", "--sort=-committerdate", BRANCHES, "--format=%(refname:short)", "refs/heads", "refs/remotes"];
    let branches = git(cwd, &refs).await.unwrap_or_default();
    let log = git(cwd, &["log", COMMITS, "--no-color", "--no-show-signature", "--format=%H%x1f%s"]).await;
    let commits = log.unwrap_or_default();
    let commits = commits.lines().filter_map(|line| line.split_once('\x1f'));
    Ok(Repository {
        is_repository: true,
        branches: branches
            .lines()
            .filter(|name| !name.ends_with("/HEAD") && Some(*name) != branch.as_deref())
            .map(render::visible)
            .collect(),
        branch: branch.as_deref().map(render::visible),
        commits: commits.map(|(sha, title)| Commit { sha: sha.into(), title: render::visible(title) }).collect(),
    })
}

async fn git(cwd: &str, args: &[&str]) -> Option<String> {
    let mut command = Command::from(crate::program::quiet("git"));
    command
        .args(["--no-pager", "-c", "core.fsmonitor=false", "-C", cwd])
        .args(args)
        .env("GIT_OPTIONAL_LOCKS", "0")
        .env("GIT_TERMINAL_PROMPT", "0")
        .stdin(Stdio::null())
        .stderr(Stdio::null())
        .kill_on_drop(true);
    let said = tokio::time::timeout(PATIENCE, command.output()).await.ok()?.ok()?;
    said.status.success().then(|| String::from_utf8_lossy(&said.stdout).into_owned())
}
