//! Ranks found files: by a match in the file name first, then in the path.

use crate::query::FileHit;

/// Files of a version control system itself are never offered.
const KEPT_BY_TOOLS: &[&str] = &[".git", ".hg", ".svn", ".jj"];

pub fn is_offered(path: &str) -> bool {
    !path.split('/').any(|part| KEPT_BY_TOOLS.contains(&part))
}

/// Best first. Equally good hits keep their order.
pub fn rank(mut hits: Vec<FileHit>, query: &str) -> Vec<FileHit> {
    let query = query.to_lowercase();
    hits.sort_by_cached_key(|hit| (fit(&hit.path.to_lowercase(), &query), hit.is_folder));
    hits
}

#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Fit {
    Name,
    NameBegins,
    WordBegins,
    InName,
    InPath,
    Letters,
}

/// A query with a slash matches the end of a folder and the beginning of a name in it.
fn fit(path: &str, query: &str) -> Fit {
    let path = path.trim_end_matches('/');
    let (within, wanted) = query.rsplit_once('/').map_or((None, query), |(folder, name)| (Some(folder), name));
    let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
    if within.is_some_and(|within| !format!("/{folder}").ends_with(&format!("/{}", within.trim_start_matches('/')))) {
        return if path.contains(query) { Fit::InPath } else { Fit::Letters };
    }
    let stem = name.split_once('.').map_or(name, |(stem, _)| stem);
    if name == wanted || stem == wanted {
        Fit::Name
    } else if name.starts_with(wanted) {
        Fit::NameBegins
    } else if name.split(['-', '_', '.', ' ']).any(|word| word.starts_with(wanted)) {
        Fit::WordBegins
    } else if name.contains(wanted) {
        Fit::InName
    } else if path.contains(wanted) {
        Fit::InPath
    } else {
        Fit::Letters
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ranked(query: &str, paths: &[&str]) -> Vec<String> {
        let hits = paths.iter().map(|path| FileHit { path: (*path).into(), is_folder: path.ends_with('/') }).collect();
        rank(hits, query).into_iter().map(|hit| hit.path).collect()
    }

    #[test]
    fn a_name_that_begins_so_is_before_one_that_only_holds_it() {
        let found = ["logs/heads/mail/x", "src/domain.py", "test_main.py", "src/main.py", "docs/mai"];
        let best = ["docs/mai", "src/main.py", "test_main.py", "src/domain.py", "logs/heads/mail/x"];
        assert_eq!(ranked("mai", &found), best);
        assert_eq!(ranked("MAI", &found), best);
    }

    #[test]
    fn a_file_is_before_a_folder_that_fits_as_well() {
        assert_eq!(ranked("mai", &["maintain/", "main.rs"]), ["main.rs", "maintain/"]);
    }

    #[test]
    fn equal_ones_stay_as_they_were_found() {
        assert_eq!(ranked("a", &["z/ab.rs", "b/ac.rs", "x/ad.rs"]), ["z/ab.rs", "b/ac.rs", "x/ad.rs"]);
    }

    #[test]
    fn a_folder_may_be_named_with_the_file() {
        assert_eq!(
            ranked("src/ma", &["old/main.rs", "lib/src/main.rs", "src/ma"]),
            ["src/ma", "lib/src/main.rs", "old/main.rs"]
        );
    }

    #[test]
    fn what_git_keeps_for_itself_is_never_offered() {
        for (path, offered) in [
            (".git/logs/refs/heads/main", false),
            ("sub/.git/HEAD", false),
            (".github/main.yml", true),
            (".gitignore", true),
        ] {
            assert_eq!(is_offered(path), offered, "{path}");
        }
    }
}
