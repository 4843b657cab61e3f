//! Runs git in folders whose content nobody trusts.
//!
//! Invariant: git only reads. It takes no lock, writes no index, and runs no hook, filter, pager, external diff or
//! remote from the repository's settings. Every answer is bounded in time and size.
//!
//! Invariant: if the settings cannot be verified, nothing is compared, and the failure says so.
//!
//! Git runs once per request; nothing here polls.

mod overrides;
mod read;
mod run;
mod summary;

pub(crate) use self::summary::summary;

use self::overrides::GitOverrides;
use self::run::{Git, GitOutput};
use crate::failure::{Code, Failure};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// The most bytes of one answer. A longer diff is cut and marked as cut.
const MOST: u64 = 48 * 1024 * 1024;
/// The most bytes of the names of all settings.
const SETTINGS: u64 = 1024 * 1024;
const BRANCHES: usize = 500;
const COMMITS: &str = "--max-count=50";

/// A repository as seen from one of its folders.
#[derive(Debug, Clone)]
pub(crate) struct Repository {
    git: Git,
    overrides: GitOverrides,
    top: PathBuf,
    /// The folder's path from the top of the repository: `sub/folder/`, or empty at the top.
    pub prefix: String,
}

/// Git's output, and whether it was cut.
pub(crate) struct GitText {
    pub text: String,
    pub cut: bool,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Branches {
    /// `None` if no branch but a single commit is checked out.
    pub current: Option<String>,
    /// Local branches first; each kind with the newest first.
    pub names: Vec<String>,
}

impl Repository {
    /// `None` if the folder belongs to no repository.
    pub async fn of(folder: &Path) -> Result<Option<Self>, Failure> {
        Self::with(Git::find().await?, folder).await
    }

    async fn with(git: Git, folder: &Path) -> Result<Option<Self>, Failure> {
        let fixed = GitOverrides::fixed();
        let places = ["rev-parse", "--show-toplevel", "--absolute-git-dir", "--show-prefix"];
        let GitOutput { bytes, .. } = match git.run(folder, &fixed, &places, SETTINGS).await? {
            Ok(said) => said,
            Err(why) if is_no_repository(&why) => return Ok(None),
            Err(why) => return Err(refused(&why)),
        };
        let read::GitPlaces { top, own, prefix } = read::places(&bytes).ok_or_else(unreadable)?;
        if !is_work_tree(&top, &own, folder) {
            return Err(elsewhere());
        }
        let list = ["config", "--includes", "--name-only", "--list", "-z"];
        let listed = git.run(folder, &fixed, &list, SETTINGS).await?.map_err(|why| unsure(&why))?;
        if listed.cut {
            return Err(unsure("there are too many"));
        }
        let overrides = GitOverrides::for_repository(&listed.bytes).map_err(|why| unsure(&why.to_string()))?;
        Ok(Some(Self { git, overrides, top, prefix }))
    }

    pub fn top(&self) -> &Path {
        &self.top
    }

    /// The id of the commit that a name stands for.
    pub async fn commit(&self, name: &str) -> Result<Option<String>, Failure> {
        let name = format!("{name}^{{commit}}");
        let said = self.ask(&["rev-parse", "--verify", "--quiet", "--end-of-options", &name]).await?;
        Ok(said.ok().map(|said| said.text.trim().to_owned()).filter(|id| is_id(id)))
    }

    /// The last commit that two histories share.
    pub async fn fork_of(&self, one: &str, other: &str) -> Result<Option<String>, Failure> {
        let said = self.ask(&["merge-base", one, other]).await?;
        Ok(said.ok().map(|said| said.text.trim().to_owned()).filter(|id| is_id(id)))
    }

    /// The empty tree, to compare with in a repository without a commit.
    pub async fn nothing(&self) -> Result<String, Failure> {
        let said = self.ask(&["hash-object", "-t", "tree", "--stdin"]).await?;
        said.ok().map(|said| said.text.trim().to_owned()).filter(|id| is_id(id)).ok_or_else(unreadable)
    }

    /// The changes from a commit or tree to the current files, without untracked files.
    pub async fn diff(&self, from: &str) -> Result<GitText, Failure> {
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

    /// Files that git neither tracks nor ignores, relative to the top.
    pub async fn untracked(&self) -> Result<Vec<String>, Failure> {
        let said =
            self.ask(&["ls-files", "--others", "--exclude-standard", "-z"]).await?.map_err(|why| refused(&why))?;
        Ok(read::paths(&said.text).map(str::to_owned).collect())
    }

    pub async fn branches(&self) -> Result<Branches, Failure> {
        let count = format!("--count={BRANCHES}");
        let format = "--format=%(refname)";
        let refs = ["for-each-ref", &count, "--sort=-committerdate", format, "refs/heads", "refs/remotes"];
        let said = self.ask(&refs).await?.map_err(|why| refused(&why))?;
        let names = read::branches(&said.text);
        let head = self.ask(&["symbolic-ref", "--quiet", "--short", "HEAD"]).await?;
        Ok(Branches { current: head.ok().map(|said| said.text.trim().to_owned()), names })
    }

    /// The newest commits, each with the first line of its message.
    pub async fn commits(&self) -> Result<Vec<(String, String)>, Failure> {
        let Some(head) = self.commit("HEAD").await? else { return Ok(Vec::new()) };
        let args = [
            "log",
            COMMITS,
            "--no-color",
            "--no-show-signature",
            "--no-patch",
            "--no-ext-diff",
            "--no-textconv",
            "--no-notes",
            "--format=%H%x1f%s",
            &head,
            "--",
        ];
        let said = self.ask(&args).await?.map_err(|why| refused(&why))?;
        Ok(read::commits(&said.text))
    }

    async fn ask(&self, args: &[&str]) -> Result<Result<GitText, String>, Failure> {
        let said = self.git.run(&self.top, &self.overrides, args, MOST).await?;
        Ok(said.map(|output| GitText { text: output.text(), cut: output.cut }))
    }
}

/// Those of the paths that git ignores. Empty if there is no git or no repository.
pub(crate) async fn ignored<'path>(folder: &Path, paths: impl Iterator<Item = &'path str>) -> BTreeSet<String> {
    let asked: Vec<&str> = paths.collect();
    if asked.is_empty() {
        return BTreeSet::new();
    }
    let Ok(git) = Git::find().await else { return BTreeSet::new() };
    // `check-ignore` refuses literal paths, so `ls-files` is used. It lists a fully ignored folder once, with a
    // slash.
    let list = ["ls-files", "-z", "--others", "--ignored", "--exclude-standard", "--directory", "--"];
    let said = git.run(folder, &GitOverrides::fixed(), &[&list, asked.as_slice()].concat(), MOST).await;
    let Ok(Ok(said)) = said else { return BTreeSet::new() };
    let text = said.text();
    let told: Vec<&str> = read::paths(&text).collect();
    let is_told = |path: &&str| {
        told.iter().any(|one| match one.strip_suffix('/') {
            Some(whole) => path.strip_prefix(whole).is_some_and(|rest| rest.is_empty() || rest.starts_with('/')),
            None => one == path,
        })
    };
    asked.into_iter().filter(is_told).map(str::to_owned).collect()
}

/// Creates a repository in a folder of ours, step by step. The person's hooks and signing keys are not used. Returns
/// whether it succeeded.
pub(crate) async fn make(folder: &Path, steps: &[&[&str]]) -> bool {
    let Ok(git) = Git::find().await else { return false };
    let bare = ["-c", "commit.gpgsign=false", "-c", "init.templateDir="];
    for step in steps {
        let args = [&bare[..], *step].concat();
        if !matches!(git.run(folder, &GitOverrides::fixed(), &args, SETTINGS).await, Ok(Ok(_))) {
            return false;
        }
    }
    true
}

/// Parses whatever git may print: its listings, its settings, its refusals. For the fuzz tests.
pub(crate) fn read_anything(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    if let Some(places) = read::places(bytes) {
        let _ = is_work_tree(&places.top, &places.own, Path::new("/nowhere"));
    }
    let _ = (read::branches(&text), read::commits(&text), read::paths(&text).count());
    let _ = (GitOverrides::for_repository(bytes).is_ok(), is_no_repository(&text), refused(&text));
}

/// Git's messages for a folder that belongs to no repository, or lies in its `.git` folder.
fn is_no_repository(why: &str) -> bool {
    ["not a git repository", "this operation must be run in a work tree", "cannot use bare repository"]
        .iter()
        .any(|words| why.trim_start_matches("fatal: ").starts_with(words))
}

/// Whether `top` is the folder beside the repository. The setting `core.worktree` can name any folder of this
/// computer, whose files would then be read and shown as new.
fn is_work_tree(top: &Path, own: &Path, folder: &Path) -> bool {
    let real = |path: &Path| path.canonicalize().ok();
    let beside = top.join(".git");
    let named = match beside.metadata() {
        Ok(facts) if facts.is_dir() => Some(beside),
        // In a linked work tree or a submodule `.git` is a file that names the folder.
        Ok(facts) if facts.is_file() && facts.len() < 8_192 => {
            let text = std::fs::read(&beside).unwrap_or_default();
            let line = text.strip_prefix(b"gitdir: ").unwrap_or_default();
            read::path(line.trim_ascii_end()).map(|place| top.join(place))
        }
        _ => None,
    };
    let inside = real(folder).zip(real(top)).is_some_and(|(folder, top)| folder.starts_with(top));
    inside && named.and_then(|named| real(&named)).is_some_and(|named| real(own) == Some(named))
}

fn is_id(text: &str) -> bool {
    text.len() >= 40 && text.bytes().all(|b| b.is_ascii_hexdigit())
}

fn unreadable() -> Failure {
    Failure::new(Code::Refused, "Threadloft could not read Git’s answer.")
}

fn elsewhere() -> Failure {
    let why = "This repository keeps its files in another folder (core.worktree), so Threadloft does not compare them.";
    Failure::new(Code::Refused, why)
}

fn unsure(why: &str) -> Failure {
    let why = shown(why);
    let message = format!(
        "Threadloft could not check all Git settings of this repository ({why}). One of them might run a program, so \
         Threadloft does not compare anything."
    );
    Failure::new(Code::Refused, message)
}

fn refused(why: &str) -> Failure {
    let why = shown(why);
    if why.starts_with("detected dubious ownership") {
        let message = "This repository belongs to another user of this computer, so Git does not read it. If you trust \
                       the repository, add its folder to safe.directory in your Git settings.";
        return Failure::new(Code::Refused, message);
    }
    Failure::new(Code::Refused, format!("Git could not answer: {why}."))
}

fn shown(why: &str) -> String {
    render::visible(why.trim_start_matches("fatal: ").trim_end_matches('.'))
}

#[cfg(test)]
#[path = "git/tests.rs"]
mod tests;

#[cfg(all(test, unix))]
#[path = "git/hostile.rs"]
mod hostile;
