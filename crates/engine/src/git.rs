//! Git, asked about a folder that nobody vouches for.
//!
//! Invariant: it only reads. No lock is taken, no index written, no hook, filter, pager, external diff or remote of the
//! repository's own settings is run, and every answer is bounded in time and size.
//!
//! It is run once per need: nothing here polls.

use crate::failure::{Code, Failure};
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;
use tokio::io::AsyncReadExt;
use tokio::process::Command;

/// Bytes of one answer; a diff beyond it is cut, and says so.
const MOST: u64 = 48 * 1024 * 1024;
const DEADLINE: Duration = Duration::from_secs(20);
const BRANCHES: usize = 500;

/// What a setting of the repository could make git run, and the value with which it runs nothing.
const TAMED: &[&str] = &[
    "core.fsmonitor=false",
    "core.hooksPath=/dev/null",
    "core.untrackedCache=keep",
    "core.alternateRefsCommand=",
    "core.sshCommand=false",
    "core.gitProxy=",
    "core.pager=cat",
    "core.quotePath=true",
    "core.attributesFile=/dev/null",
    "credential.helper=",
    "diff.external=",
    "diff.noprefix=false",
    "diff.mnemonicPrefix=false",
    "diff.srcPrefix=a/",
    "diff.dstPrefix=b/",
    "diff.submodule=short",
    "diff.orderFile=/dev/null",
    "diff.relative=false",
    "diff.colorMoved=no",
    "color.ui=false",
    "protocol.allow=never",
    "safe.bareRepository=explicit",
    "submodule.recurse=false",
    "uploadpack.packObjectsHook=",
];

/// A repository, seen from one folder of it.
#[derive(Debug, Clone)]
pub(crate) struct Repository {
    top: PathBuf,
    /// What git puts before the folder's own paths: `sub/folder/`, or nothing at its top.
    pub prefix: String,
    /// Filters that the repository's own settings name; each is told to run nothing.
    filters: Vec<String>,
}

/// What git said, and whether it would have said more.
pub(crate) struct Said {
    pub text: String,
    pub cut: bool,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Branches {
    /// `None`: no branch, only a commit.
    pub current: Option<String>,
    /// Local ones first, each kind with the newest first.
    pub names: Vec<String>,
}

impl Repository {
    /// `None`: the folder belongs to none.
    pub async fn of(folder: &Path) -> Result<Option<Self>, Failure> {
        let found = run(folder, &[], &["rev-parse", "--show-toplevel", "--show-prefix"]).await?;
        let Ok(said) = found else { return Ok(None) };
        let mut lines = said.text.lines();
        let top = PathBuf::from(lines.next().unwrap_or_default());
        let prefix = lines.next().unwrap_or_default().to_owned();
        if !top.is_absolute() {
            return Ok(None);
        }
        let listed = run(folder, &[], &["config", "--includes", "--show-scope", "--name-only", "--list", "-z"]).await?;
        let filters = listed.map(|said| own_filters(&said.text)).unwrap_or_default();
        Ok(Some(Self { top, prefix, filters }))
    }

    pub fn top(&self) -> &Path {
        &self.top
    }

    /// The commit that a name stands for.
    pub async fn commit(&self, name: &str) -> Result<Option<String>, Failure> {
        let name = format!("{name}^{{commit}}");
        let said = self.ask(&["rev-parse", "--verify", "--quiet", "--end-of-options", &name]).await?;
        Ok(said.ok().map(|said| said.text.trim().to_owned()).filter(|id| is_id(id)))
    }

    /// Where two histories parted.
    pub async fn fork_of(&self, one: &str, other: &str) -> Result<Option<String>, Failure> {
        let said = self.ask(&["merge-base", one, other]).await?;
        Ok(said.ok().map(|said| said.text.trim().to_owned()).filter(|id| is_id(id)))
    }

    /// A tree with nothing in it, for a repository without a commit.
    pub async fn nothing(&self) -> Result<String, Failure> {
        let said = self.ask(&["hash-object", "-t", "tree", "--stdin"]).await?;
        said.ok().map(|said| said.text.trim().to_owned()).filter(|id| is_id(id)).ok_or_else(unreadable)
    }

    /// From a commit or tree, by its id, to the files as they are now. New files are not in it.
    pub async fn diff(&self, from: &str) -> Result<Said, Failure> {
        let args = [
            "diff",
            "--no-ext-diff",
            "--no-textconv",
            "--no-color",
            "--no-relative",
            "--ignore-submodules=dirty",
            "--find-renames",
            "--unified=3",
            "--src-prefix=a/",
            "--dst-prefix=b/",
            from,
            "--",
        ];
        self.ask(&args).await?.map_err(|why| refused(&why))
    }

    /// Files that git does not know and is not told to ignore, seen from the top.
    pub async fn untracked(&self) -> Result<Vec<String>, Failure> {
        let said =
            self.ask(&["ls-files", "--others", "--exclude-standard", "-z"]).await?.map_err(|why| refused(&why))?;
        Ok(said.text.split('\0').filter(|path| !path.is_empty()).map(str::to_owned).collect())
    }

    pub async fn branches(&self) -> Result<Branches, Failure> {
        let count = format!("--count={BRANCHES}");
        let format = "--format=%(refname)";
        let refs = ["for-each-ref", &count, "--sort=-committerdate", format, "refs/heads", "refs/remotes"];
        let said = self.ask(&refs).await?.map_err(|why| refused(&why))?;
        let kind = |prefix: &'static str| said.text.lines().filter_map(move |line| line.strip_prefix(prefix));
        let remotes = kind("refs/remotes/").filter(|name| !name.ends_with("/HEAD"));
        let names = kind("refs/heads/").chain(remotes).map(str::to_owned).collect();
        let head = self.ask(&["symbolic-ref", "--quiet", "--short", "HEAD"]).await?;
        Ok(Branches { current: head.ok().map(|said| said.text.trim().to_owned()), names })
    }

    async fn ask(&self, args: &[&str]) -> Result<Result<Said, String>, Failure> {
        run(&self.top, &self.filters, args).await
    }
}

/// Names of filters in settings that lie in the repository. Those of the person and the system are theirs to choose.
fn own_filters(listed: &str) -> Vec<String> {
    // Scope, NUL, name, NUL, and so on.
    let mut parts = listed.split('\0');
    let mut found = Vec::new();
    while let (Some(scope), Some(name)) = (parts.next(), parts.next()) {
        let driver = name.strip_prefix("filter.").and_then(|rest| rest.rsplit_once('.')).map(|(driver, _)| driver);
        if let Some(driver) = driver.filter(|_| !matches!(scope, "system" | "global")) {
            let driver = driver.to_owned();
            if !found.contains(&driver) {
                found.push(driver);
            }
        }
    }
    found
}

/// The inner error is git's own refusal, in its words.
async fn run(folder: &Path, filters: &[String], args: &[&str]) -> Result<Result<Said, String>, Failure> {
    match run_with(None, folder, filters, args).await {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound && folder.is_dir() => {
            // Started from a desktop, the app has not the PATH that the person's shell has.
            let path = crate::server::recovered_path().await;
            run_with(path, folder, filters, args).await.map_err(|_| missing())
        }
        other => other.map_err(|error| Failure::new(Code::Refused, format!("Git could not be run: {error}."))),
    }
}

async fn run_with(
    path: Option<String>,
    folder: &Path,
    filters: &[String],
    args: &[&str],
) -> std::io::Result<Result<Said, String>> {
    let mut git = Command::from(crate::program::quiet("git"));
    git.args(["--no-optional-locks", "--no-pager", "--literal-pathspecs"]);
    for setting in TAMED {
        git.args(["-c", setting]);
    }
    for filter in filters {
        for (part, value) in [("clean", ""), ("smudge", ""), ("process", ""), ("required", "false")] {
            git.arg("-c").arg(format!("filter.{filter}.{part}={value}"));
        }
    }
    for (name, _) in std::env::vars_os() {
        if name.to_string_lossy().starts_with("GIT_") {
            git.env_remove(name);
        }
    }
    git.env("GIT_OPTIONAL_LOCKS", "0")
        .env("GIT_NO_LAZY_FETCH", "1")
        .env("GIT_ALLOW_PROTOCOL", "none")
        .env("GIT_TERMINAL_PROMPT", "0")
        .env("GIT_PAGER", "cat")
        .env("LC_ALL", "C")
        .envs(path.map(|path| ("PATH", path)))
        .args(args)
        .current_dir(folder)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .kill_on_drop(true);
    let mut child = git.spawn()?;
    let (stdout, stderr) = (child.stdout.take(), child.stderr.take());
    let answer = async {
        let (out, err) = tokio::join!(all_of(stdout, MOST), all_of(stderr, 4_096));
        let (out, cut) = out?;
        if cut {
            // What it still had to say is of no use.
            child.start_kill().ok();
        }
        let status = child.wait().await?;
        if status.success() || cut {
            return Ok(Ok(Said { text: String::from_utf8_lossy(&out).into_owned(), cut }));
        }
        let words = String::from_utf8_lossy(&err?.0).lines().next().unwrap_or_default().to_owned();
        Ok(Err(words))
    };
    match tokio::time::timeout(DEADLINE, answer).await {
        Ok(answer) => answer,
        Err(_) => Ok(Err(format!("it took longer than {} s", DEADLINE.as_secs()))),
    }
}

async fn all_of(pipe: Option<impl tokio::io::AsyncRead + Unpin>, most: u64) -> std::io::Result<(Vec<u8>, bool)> {
    let mut bytes = Vec::new();
    let Some(pipe) = pipe else { return Ok((bytes, false)) };
    pipe.take(most + 1).read_to_end(&mut bytes).await?;
    let cut = bytes.len() as u64 > most;
    bytes.truncate(most as usize);
    Ok((bytes, cut))
}

fn is_id(text: &str) -> bool {
    text.len() >= 40 && text.bytes().all(|b| b.is_ascii_hexdigit())
}

fn missing() -> Failure {
    Failure::new(Code::Refused, "Git is not installed, or not where Threadloft can find it.")
}

fn unreadable() -> Failure {
    Failure::new(Code::Refused, "Git answered in a way that cannot be read.")
}

fn refused(why: &str) -> Failure {
    let why = render::visible(why.trim_start_matches("fatal: ").trim_end_matches('.'));
    Failure::new(Code::Refused, format!("Git could not answer: {why}."))
}

#[cfg(test)]
#[path = "git/tests.rs"]
mod tests;
