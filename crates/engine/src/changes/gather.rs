//! Builds a change set from the server's own diff, from the items of turns, or from git.

use super::{BranchList, ChangeSet, Compared, Wanted};
use crate::change_sets::Set;
use crate::engine::Engine;
use crate::failure::{Code, Failure};
use crate::git::Repository;
use crate::id::ThreadId;
use crate::row::FileKind;
use model::state::{TurnChanges, patches};
use protocol::ItemKind;
use protocol::enums::SortDirection;
use protocol::item::FileChange;
use render::diff::{Net, Patch};
use std::path::{Path, PathBuf};

/// Limits for files that git does not track: their number, the size of each, and their total size.
const NEW_FILES: usize = 500;
const NEW_FILE: u64 = 1024 * 1024;
const NEW_BYTES: usize = 16 * 1024 * 1024;
/// The most bytes of edits to read from one thread.
const EDITS: usize = 48 * 1024 * 1024;

pub(crate) async fn gather(engine: &Engine, wanted: Wanted) -> Result<ChangeSet, Failure> {
    let asked = wanted.thread.clone();
    let cwd = engine.with(move |core| core.state.cwd(&asked)).await?.unwrap_or_default();
    let folder = PathBuf::from(&cwd);
    let mut set = match &wanted.compared {
        Compared::Turn => {
            let thread = wanted.thread.clone();
            let told = match engine.with(move |core| core.state.turn_changes(&thread)).await? {
                Some(told) => told,
                None => of_last_turn(engine, &wanted.thread).await?,
            };
            let patches = aside(move || of_turn(&told, &cwd)).await?;
            Set { patches, within: folder.clone(), folder, cut: false }
        }
        Compared::Thread => {
            let (patches, cut) = of_thread(engine, &wanted.thread, &cwd).await?;
            Set { patches, within: folder.clone(), folder, cut }
        }
        Compared::Uncommitted => {
            let repository = repository(&folder).await?;
            super::watch::follow(engine, repository.top());
            let from = match repository.commit("HEAD").await? {
                Some(head) => head,
                None => repository.nothing().await?,
            };
            of_git(&repository, &from, folder).await?
        }
        Compared::Branch { name } => {
            let repository = repository(&folder).await?;
            super::watch::follow(engine, repository.top());
            let missing = || Failure::bad_input(format!("There is no branch {} here.", render::visible(name)));
            let other = repository.commit(name).await?.ok_or_else(missing)?;
            let head = repository.commit("HEAD").await?.ok_or_else(missing)?;
            let from = repository.fork_of(&head, &other).await?.unwrap_or(other);
            of_git(&repository, &from, folder).await?
        }
    };
    if !wanted.spaces {
        let all = std::mem::take(&mut set.patches);
        let quiet = move || all.iter().map(Patch::without_spaces).filter(|patch| !is_nothing(patch)).collect();
        set.patches = aside(quiet).await?;
    }
    Ok(engine.shared().changes.put(set))
}

pub(crate) async fn branches(engine: &Engine, thread: &ThreadId) -> Result<BranchList, Failure> {
    let asked = thread.clone();
    let cwd = engine.with(move |core| core.state.cwd(&asked)).await?.unwrap_or_default();
    let found = repository(Path::new(&cwd)).await?.branches().await?;
    let seen = |name: String| render::visible(&name);
    Ok(BranchList { current: found.current.map(seen), names: found.names.into_iter().map(seen).collect() })
}

/// Whether only white space changed although that was not asked for.
fn is_nothing(patch: &Patch) -> bool {
    patch.is_empty() && patch.note.is_none() && patch.kind == FileKind::Modified
}

async fn repository(folder: &Path) -> Result<Repository, Failure> {
    let none = || Failure::new(Code::Refused, "This folder is not in a Git repository.");
    if folder.as_os_str().is_empty() || !folder.is_dir() {
        return Err(Failure::new(Code::Refused, "This thread’s folder no longer exists."));
    }
    Repository::of(folder).await?.ok_or_else(none)
}

fn of_turn(told: &TurnChanges, cwd: &str) -> Vec<Patch> {
    if !told.text.is_empty() {
        return told.patches(cwd);
    }
    grouped(patches(&told.edits, cwd))
}

/// The edits of the last turn as the server has them, for a window that shows the middle of the thread.
async fn of_last_turn(engine: &Engine, thread: &ThreadId) -> Result<TurnChanges, Failure> {
    let (_, mut history) = engine.history(thread, SortDirection::Desc).await?;
    let newest = history.next().await?.and_then(|leaf| leaf.typed().next());
    let edits = newest.into_iter().flat_map(|turn| turn.items).filter_map(|item| match item.kind {
        ItemKind::FileChange(change) if !is_undone(&change) => Some(change.changes),
        _ => None,
    });
    Ok(TurnChanges { text: String::new(), edits: edits.flatten().collect() })
}

fn is_undone(change: &FileChange) -> bool {
    matches!(change.status.as_str(), "failed" | "declined")
}

/// The combined effect of all turns, file by file.
async fn of_thread(engine: &Engine, thread: &ThreadId, cwd: &str) -> Result<(Vec<Patch>, bool), Failure> {
    let (_, mut history) = engine.history(thread, SortDirection::Asc).await?;
    let mut edits = Vec::new();
    let mut bytes = 0;
    while let Some(leaf) = history.next().await? {
        for item in leaf.typed().flat_map(|turn| turn.items) {
            let ItemKind::FileChange(change) = item.kind else { continue };
            if is_undone(&change) {
                continue;
            }
            bytes += change.changes.iter().map(|edit| edit.diff.len()).sum::<usize>();
            if bytes > EDITS {
                let cwd = cwd.to_owned();
                return Ok((aside(move || grouped(patches(&edits, &cwd))).await?, true));
            }
            edits.extend(change.changes);
        }
    }
    let cwd = cwd.to_owned();
    Ok((aside(move || grouped(patches(&edits, &cwd))).await?, false))
}

/// Shown for a file whose edits do not follow from one another.
const IN_BETWEEN: &str = "Something else changed this file between these edits, so they are shown one after the other.";

/// One patch per file with the combined effect of its edits, in the order in which the files were first touched.
fn grouped(all: Vec<Patch>) -> Vec<Patch> {
    let mut groups: Vec<Vec<Patch>> = Vec::new();
    let mut places = std::collections::HashMap::new();
    for patch in all {
        // A renamed file continues under its new name.
        let known = patch.from.as_ref().and_then(|from| places.remove(from));
        let place = known.or_else(|| places.get(&patch.path).copied()).unwrap_or_else(|| {
            groups.push(Vec::new());
            groups.len() - 1
        });
        places.insert(patch.path.clone(), place);
        groups[place].push(patch);
    }
    let one = |group: Vec<Patch>| match Patch::net(&group) {
        Net::One(patch) => Some(patch),
        Net::Nothing => None,
        Net::Unclear => {
            let mut all = Patch::joined(group)?;
            all.note.get_or_insert(IN_BETWEEN.to_owned());
            Some(all)
        }
    };
    groups.into_iter().filter_map(one).collect()
}

async fn of_git(repository: &Repository, from: &str, folder: PathBuf) -> Result<Set, Failure> {
    let (said, untracked) = (repository.diff(from).await?, repository.untracked().await?);
    let cut = said.cut || untracked.len() > NEW_FILES;
    let (top, prefix) = (repository.top().to_owned(), render::visible(&repository.prefix));
    let within = top.clone();
    let read = move || {
        let mut patches = render::diff::parse(&said.text, "");
        patches.extend(new_files(&top, untracked));
        for patch in &mut patches {
            patch.path = seen_from(&patch.path, &prefix, &top);
            patch.from = patch.from.take().map(|from| seen_from(&from, &prefix, &top));
        }
        patches.sort_by(|a, b| a.path.cmp(&b.path));
        patches
    };
    Ok(Set { patches: aside(read).await?, folder, within, cut })
}

/// A path relative to the folder if it lies inside, otherwise absolute.
fn seen_from(path: &str, prefix: &str, top: &Path) -> String {
    match path.strip_prefix(prefix) {
        Some(inside) => inside.to_owned(),
        None => render::visible(&top.join(path).display().to_string()),
    }
}

fn new_files(top: &Path, paths: Vec<String>) -> Vec<Patch> {
    let mut left = NEW_BYTES;
    let added = |path: &str, text: &str| render::diff::parse_change(path, FileKind::Added, None, text, "");
    let noted = |path: &str, note: &str| {
        let mut patch = added(path, "");
        patch.note = Some(note.to_owned());
        patch
    };
    let read = |path: String| {
        let file = top.join(&path);
        let Ok(facts) = file.symlink_metadata() else { return noted(&path, "This file cannot be read.") };
        if facts.is_symlink() {
            return noted(&path, "Symbolic link");
        }
        if !facts.is_file() || facts.len() > NEW_FILE || facts.len() as usize > left {
            return noted(&path, "Too large to show here.");
        }
        match std::fs::read(&file) {
            Ok(bytes) => {
                left = left.saturating_sub(bytes.len());
                added(&path, &String::from_utf8_lossy(&bytes))
            }
            Err(_) => noted(&path, "This file cannot be read."),
        }
    };
    paths.into_iter().take(NEW_FILES).map(read).collect()
}

async fn aside<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T, Failure> {
    tokio::task::spawn_blocking(work).await.map_err(|_| Failure::new(Code::Refused, "The changes cannot be read."))
}
