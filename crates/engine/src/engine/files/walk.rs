//! Our own file search: bounded, and without the folders that nobody searches.

use crate::query::FileHit;
use std::collections::VecDeque;
use std::path::Path;

/// The most entries to look at. Of a larger folder only the upper levels are searched.
const LOOKED_AT: usize = 20_000;
const SKIPPED: &[&str] = &["node_modules", "target", "dist", "build", "__pycache__", "venv"];

/// Best first. Without letters, the files of the top level.
pub fn find(root: &Path, query: &str, most: usize) -> Vec<FileHit> {
    let letters: Vec<char> = query.to_lowercase().chars().collect();
    let mut found: Vec<(i64, FileHit)> = Vec::new();
    let mut folders = VecDeque::from([root.to_path_buf()]);
    let mut left = LOOKED_AT;
    while let Some(folder) = folders.pop_front() {
        let mut entries: Vec<_> = std::fs::read_dir(&folder).into_iter().flatten().flatten().collect();
        entries.sort_by_key(std::fs::DirEntry::file_name);
        for entry in entries {
            if left == 0 {
                return best(found, most);
            }
            left -= 1;
            let name = entry.file_name().to_string_lossy().into_owned();
            let Ok(kind) = entry.file_type() else { continue };
            if name.starts_with('.') || (kind.is_dir() && SKIPPED.contains(&name.as_str())) {
                continue;
            }
            let path = entry.path();
            let Ok(relative) = path.strip_prefix(root) else { continue };
            let shown = relative.to_string_lossy().replace('\\', "/");
            if let Some(score) = score(&shown, &letters) {
                found.push((score, FileHit { path: render::visible(&shown), is_folder: kind.is_dir() }));
            }
            // A symbolic link is listed but not followed: it may lead in a circle or out of the folder.
            if kind.is_dir() {
                folders.push_back(path);
            }
        }
        if letters.is_empty() && found.len() >= most {
            break;
        }
    }
    best(found, most)
}

fn best(mut found: Vec<(i64, FileHit)>, most: usize) -> Vec<FileHit> {
    found.sort_by_key(|(score, _)| -score);
    found.into_iter().take(most).map(|(_, hit)| hit).collect()
}

/// Scores a path that contains all letters in order. Adjacent letters, letters in the file name and early ones score
/// higher.
fn score(path: &str, letters: &[char]) -> Option<i64> {
    let name_from = path.rfind('/').map_or(0, |at| at + 1);
    let mut score = -(path.len() as i64) / 8;
    let mut wanted = letters.iter().peekable();
    let mut before = None;
    for (at, c) in path.char_indices() {
        let Some(next) = wanted.peek() else { break };
        if c.to_lowercase().next() != Some(**next) {
            continue;
        }
        wanted.next();
        score += if at >= name_from { 8 } else { 2 };
        score += if before == Some(at) { 10 } else { 0 };
        score += if at == name_from { 12 } else { 0 };
        before = Some(at + c.len_utf8());
    }
    wanted.peek().is_none().then_some(score)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn a_match_in_the_file_name_counts_most() {
        let folder = tempfile::tempdir().unwrap();
        for path in ["src/frame.rs", "src/far/amber/e.rs", "node_modules/frame.js", ".git/frame", "README.md"] {
            let path = folder.path().join(path);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, "").unwrap();
        }
        let found = |query: &str| find(folder.path(), query, 9).into_iter().map(|hit| hit.path).collect::<Vec<_>>();
        assert_eq!(found("frame")[0], "src/frame.rs");
        assert!(found("frame").iter().all(|path| path.starts_with("src/")), "{:?}", found("frame"));
        assert_eq!(found("FAR")[0], "src/far");
        assert!(found("zzz").is_empty());
        assert_eq!(find(folder.path(), "", 2).len(), 2);
    }
}
