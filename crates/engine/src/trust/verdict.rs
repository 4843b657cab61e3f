//! What codex's config says about a place, and which entries change that.

use super::place::Place;
use serde_json::Value;
use std::path::Path;

/// The `projects` table of the config in force.
pub struct Projects<'a>(pub &'a Value);

impl Projects<'_> {
    fn level(&self, key: &Path) -> Option<bool> {
        let wanted = key.to_str()?;
        let table = self.0.as_object()?;
        let entry = table.get(wanted).or_else(|| {
            // Windows ignores the case of a folder name.
            let other = |name: &String| cfg!(windows) && name.eq_ignore_ascii_case(wanted);
            table.iter().find(|(name, _)| other(name)).map(|(_, entry)| entry)
        });
        match entry?["trust_level"].as_str()? {
            "trusted" => Some(true),
            "untrusted" => Some(false),
            _ => None,
        }
    }

    fn decides(&self, place: &Place, folder: &Path) -> Option<bool> {
        place.keys(folder).find_map(|key| self.level(key))
    }

    /// `None` if nobody has answered for it. `true` if any part of the project is trusted, even a parent folder
    /// alone.
    pub fn trusts(&self, place: &Place) -> Option<bool> {
        let own = self.decides(place, &place.cwd)?;
        Some(own || place.layers.iter().any(|folder| self.decides(place, folder) == Some(true)))
    }

    /// The entries to write so that the answer covers the whole place.
    pub fn edits(&self, place: &Place, trusted: bool) -> Vec<String> {
        let mut keys = vec![place.target()];
        if place.is_odd() {
            keys.push(&place.cwd);
        }
        let against = place.all_keys().into_iter().filter(|key| self.level(key) == Some(!trusted));
        keys.extend(against);
        let mut names: Vec<String> = keys.into_iter().filter_map(Path::to_str).map(str::to_owned).collect();
        names.sort();
        names.dedup();
        names
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use serde_json::{Map, json};
    use std::path::PathBuf;

    struct Repository(tempfile::TempDir);

    impl Repository {
        fn new() -> Self {
            let folder = tempfile::tempdir().unwrap();
            std::fs::create_dir_all(folder.path().join(".git")).unwrap();
            std::fs::write(folder.path().join(".git/HEAD"), "ref: refs/heads/main\n").unwrap();
            std::fs::create_dir_all(folder.path().join("a/b")).unwrap();
            Self(folder)
        }

        fn at(&self, path: &str) -> PathBuf {
            let root = self.0.path().canonicalize().unwrap();
            if path.is_empty() { root } else { root.join(path) }
        }

        fn projects(&self, levels: &[(&str, &str)]) -> Value {
            let entry = |(path, level): &(&str, &str)| {
                (self.at(path).to_str().unwrap().to_owned(), json!({ "trust_level": level }))
            };
            Value::Object(levels.iter().map(entry).collect::<Map<_, _>>())
        }
    }

    #[test]
    fn the_nearest_answer_counts() {
        let repo = Repository::new();
        let place = Place::of(&repo.at("a/b"));
        let told = |levels: &[(&str, &str)]| Projects(&repo.projects(levels)).trusts(&place);
        assert_eq!(told(&[]), None);
        assert_eq!(told(&[("", "trusted")]), Some(true));
        assert_eq!(told(&[("", "untrusted")]), Some(false));
        assert_eq!(told(&[("", "untrusted"), ("a/b", "trusted")]), Some(true));
        assert_eq!(told(&[("", "something else")]), None);
        assert_eq!(told(&[("a", "trusted")]), None, "the folder itself and its repository are asked about");
        assert_eq!(told(&[("", "trusted"), ("a/b", "untrusted")]), Some(true), "what lies above still counts");
    }

    #[test]
    fn an_answer_takes_every_word_against_it_along() {
        let repo = Repository::new();
        let place = Place::of(&repo.at("a/b"));
        let held = repo.projects(&[("", "trusted"), ("a", "trusted"), ("a/b", "untrusted")]);
        let names = |paths: &[&str]| -> Vec<String> {
            paths.iter().map(|path| repo.at(path).to_str().unwrap().to_owned()).collect()
        };
        assert_eq!(Projects(&held).edits(&place, false), names(&["", "a"]));
        assert_eq!(Projects(&held).edits(&place, true), names(&["", "a/b"]));
        assert_eq!(Projects(&Value::Null).edits(&place, false), names(&[""]));
    }
}
