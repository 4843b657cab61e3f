//! The place of a folder: the repository whose trust it shares, and the folders whose own `.codex` the server reads.
//!
//! The rules are those of codex 0.166, found by experiment. In a doubtful case a folder counts as its own place, so
//! that a person is asked once too often and never once too little.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

/// The most parent folders to look at.
const DEEPEST: usize = 64;
/// The most bytes of a `.git` file or a worktree file, which hold one path each.
const LONGEST: u64 = 8 * 1024;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// The folder as it was named, and its real path.
    pub named: PathBuf,
    pub cwd: PathBuf,
    /// The root of the checkout, if git accepts it as one.
    checkout: Option<PathBuf>,
    /// For a worktree, the root of the repository it belongs to.
    main: Option<PathBuf>,
    /// The folders from the root down to `cwd`, each of which may have a `.codex`.
    pub layers: Vec<PathBuf>,
}

impl Place {
    pub fn of(named: &Path) -> Self {
        let cwd = real(named);
        let above: Vec<&Path> = cwd.ancestors().take(DEEPEST).collect();
        let checkout = above.iter().find(|folder| is_checkout(folder)).map(|folder| folder.to_path_buf());
        // The server treats any `.git` file as the root of a project, even one that git would not follow.
        let root = above.iter().position(|folder| is_checkout(folder) || folder.join(".git").is_file());
        let mut layers: Vec<PathBuf> = above[..=root.unwrap_or(0)].iter().map(|folder| folder.to_path_buf()).collect();
        layers.reverse();
        let main = checkout.as_deref().and_then(main_of);
        Self { named: named.to_owned(), cwd, checkout, main, layers }
    }

    /// The folder that an answer applies to: the repository, or the folder itself without one.
    pub fn target(&self) -> &Path {
        self.main.as_deref().or(self.checkout.as_deref()).unwrap_or(&self.cwd)
    }

    /// Whether git and the server may disagree about the root of the project.
    pub fn is_odd(&self) -> bool {
        self.checkout.as_deref() != self.layers.first().map(PathBuf::as_path) && self.layers.len() > 1
    }

    pub fn is_repository(&self) -> bool {
        self.checkout.is_some()
    }

    /// The config keys that decide about one folder of the place, strongest first.
    pub fn keys<'a>(&'a self, folder: &'a Path) -> impl Iterator<Item = &'a Path> {
        let named = (folder == self.cwd).then_some(self.named.as_path());
        let shared = [self.checkout.as_deref(), self.main.as_deref()];
        named.into_iter().chain([folder]).chain(shared.into_iter().flatten())
    }

    /// All config keys that apply to the place.
    pub fn all_keys(&self) -> Vec<&Path> {
        let mut all: Vec<&Path> = Vec::new();
        for key in self.layers.iter().rev().flat_map(|folder| self.keys(folder)) {
            if !all.contains(&key) {
                all.push(key);
            }
        }
        all
    }
}

/// The path without symbolic links, or unchanged if it cannot be resolved.
fn real(path: &Path) -> PathBuf {
    let real = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    // Windows adds a prefix that nobody writes into a config.
    match real.to_str().and_then(|text| text.strip_prefix(r"\\?\")).filter(|text| !text.starts_with("UNC\\")) {
        Some(text) => PathBuf::from(text),
        None => real,
    }
}

/// Whether the folder has a `.git` that git would follow.
fn is_checkout(folder: &Path) -> bool {
    let git = folder.join(".git");
    git.join("HEAD").is_file() || points_to(&git).is_some_and(|held| held.join("HEAD").is_file())
}

/// The folder that a `.git` file points to.
fn points_to(file: &Path) -> Option<PathBuf> {
    let text = first_line(file)?;
    let path = text.strip_prefix("gitdir:")?.trim();
    Some(real(&file.parent()?.join(path)))
}

/// The root of the repository that a worktree belongs to. Anybody can write a `.git` file that points into somebody
/// else's repository, so the repository must name the worktree too.
fn main_of(checkout: &Path) -> Option<PathBuf> {
    let file = checkout.join(".git");
    let held = points_to(&file)?;
    let common = real(&held.join(first_line(&held.join("commondir"))?));
    let listed = held.parent()? == common.join("worktrees");
    let back = real(&held.join(first_line(&held.join("gitdir"))?)) == real(&file);
    let named = common.file_name()? == ".git" && common.join("HEAD").is_file();
    (listed && back && named).then(|| common.parent().map(Path::to_owned))?
}

fn first_line(file: &Path) -> Option<String> {
    if !file.is_file() {
        return None;
    }
    let mut text = String::new();
    File::open(file).ok()?.take(LONGEST).read_to_string(&mut text).ok()?;
    text.lines().next().map(|line| line.trim().to_owned()).filter(|line| !line.is_empty())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    struct Disk(tempfile::TempDir);

    impl Disk {
        fn new() -> Self {
            Self(tempfile::tempdir().unwrap())
        }

        fn at(&self, path: &str) -> PathBuf {
            real(self.0.path()).join(path)
        }

        fn put(&self, path: &str, text: &str) -> &Self {
            std::fs::create_dir_all(self.at(path).parent().unwrap()).unwrap();
            std::fs::write(self.at(path), text).unwrap();
            self
        }

        fn folder(&self, path: &str) -> &Self {
            std::fs::create_dir_all(self.at(path)).unwrap();
            self
        }

        /// A repository `main` with a worktree `tree`.
        fn worktree(&self) -> &Self {
            self.put("main/.git/HEAD", "ref: refs/heads/main\n")
                .put("main/.git/worktrees/tree/HEAD", "ref: refs/heads/tree\n")
                .put("main/.git/worktrees/tree/commondir", "../..\n")
                .put("main/.git/worktrees/tree/gitdir", &format!("{}\n", self.at("tree/.git").display()))
                .put("tree/.git", &format!("gitdir: {}\n", self.at("main/.git/worktrees/tree").display()))
        }
    }

    #[test]
    fn a_folder_of_a_repository_shares_the_repositorys_trust() {
        let disk = Disk::new();
        disk.put("repo/.git/HEAD", "ref: refs/heads/main\n").folder("repo/a/b");
        let place = Place::of(&disk.at("repo/a/b"));
        assert_eq!(place.target(), disk.at("repo"));
        assert_eq!(place.layers, [disk.at("repo"), disk.at("repo/a"), disk.at("repo/a/b")]);
        assert_eq!(place.all_keys(), [disk.at("repo/a/b"), disk.at("repo"), disk.at("repo/a")]);
    }

    #[test]
    fn a_folder_without_git_stands_for_itself() {
        let disk = Disk::new();
        disk.folder("plain/a").folder("plain/.codex").folder("plain/.git");
        let place = Place::of(&disk.at("plain/a"));
        assert_eq!((place.target(), place.is_repository()), (disk.at("plain/a").as_path(), false));
        assert_eq!(place.layers, [disk.at("plain/a")], "an empty .git is none");
    }

    #[test]
    fn a_worktree_shares_the_trust_of_its_repository() {
        let disk = Disk::new();
        let place = Place::of(&disk.worktree().at("tree"));
        assert_eq!(place.target(), disk.at("main"));
        assert_eq!(place.layers, [disk.at("tree")]);
        assert_eq!(place.all_keys(), [disk.at("tree"), disk.at("main")]);
    }

    #[test]
    fn a_folder_that_only_claims_to_be_a_worktree_is_none() {
        let disk = Disk::new();
        disk.worktree();
        let inside = format!("gitdir: {}\n", disk.at("main/.git/worktrees/tree").display());
        disk.put("thief/.git", &inside);
        assert_eq!(Place::of(&disk.at("thief")).target(), disk.at("thief"), "the repository names another folder");

        disk.put("forger/.git", "gitdir: held/worktrees/x\n")
            .put("forger/held/worktrees/x/HEAD", "ref: refs/heads/main\n")
            .put("forger/held/worktrees/x/commondir", &format!("{}\n", disk.at("main/.git").display()))
            .put("forger/held/worktrees/x/gitdir", &format!("{}\n", disk.at("forger/.git").display()));
        assert_eq!(Place::of(&disk.at("forger")).target(), disk.at("forger"), "the repository does not hold it");

        disk.put("near/.git", &format!("gitdir: {}\n", disk.at("main/.git").display()));
        assert_eq!(Place::of(&disk.at("near")).target(), disk.at("near"));
    }

    #[test]
    fn a_git_file_that_leads_nowhere_makes_the_place_odd() {
        let disk = Disk::new();
        disk.put("odd/.git", "hello\n").folder("odd/a");
        let place = Place::of(&disk.at("odd/a"));
        assert_eq!((place.target(), place.is_odd()), (disk.at("odd/a").as_path(), true));
        assert_eq!(place.layers, [disk.at("odd"), disk.at("odd/a")]);
    }

    #[cfg(unix)]
    #[test]
    fn a_link_is_known_by_both_names() {
        let disk = Disk::new();
        disk.put("repo/.git/HEAD", "ref: refs/heads/main\n");
        std::os::unix::fs::symlink(disk.at("repo"), disk.at("link")).unwrap();
        let place = Place::of(&disk.at("link"));
        assert_eq!(place.target(), disk.at("repo"));
        assert_eq!(place.all_keys(), [disk.at("link"), disk.at("repo")]);
    }
}
