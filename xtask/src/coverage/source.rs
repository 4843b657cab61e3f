//! The source text of the engine and its state, without tests and comments.

use std::path::{Path, PathBuf};

pub struct EngineSource(String);

impl EngineSource {
    pub fn read(folders: &[PathBuf]) -> Self {
        let mut text = String::new();
        folders.iter().for_each(|folder| gather(folder, &mut text));
        Self(text)
    }

    /// True if the text contains `…::<Name>`, with or without a path: a call names its method as a type argument.
    pub fn calls(&self, name: &str) -> bool {
        self.0.match_indices("::<").any(|(at, opening)| {
            let inside = self.0[at + opening.len()..].split(['>', ',', ' ']).next().unwrap_or_default();
            inside.rsplit("::").next() == Some(name)
        })
    }

    /// True if the text contains the words as whole words.
    pub fn has(&self, words: &str) -> bool {
        self.after(words).next().is_some()
    }

    /// True if the words occur outside match arms that do nothing.
    pub fn handles(&self, words: &str) -> bool {
        self.after(words).any(|rest| match rest.split_once("=>") {
            Some((pattern, body)) => pattern.contains(['{', ';']) || !body.trim_start().starts_with("{}"),
            None => true,
        })
    }

    /// The text after each occurrence of the words.
    fn after(&self, words: &str) -> impl Iterator<Item = &str> {
        let part = |c: char| c.is_alphanumeric() || c == '_';
        self.0.match_indices(words).filter_map(move |(at, found)| {
            let rest = &self.0[at + found.len()..];
            (!self.0[..at].ends_with(part) && !rest.starts_with(part)).then_some(rest)
        })
    }
}

fn gather(folder: &Path, text: &mut String) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        let name = path.file_stem().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        if name == "tests" || name.ends_with("_tests") {
            continue;
        }
        if path.is_dir() {
            gather(&path, text);
        } else if path.extension().is_some_and(|ext| ext == "rs") {
            text.push_str(&without_tests(&std::fs::read_to_string(&path).unwrap_or_default()));
        }
    }
}

/// Finds the end of a test module by indentation, which rustfmt guarantees.
fn without_tests(text: &str) -> String {
    let mut kept = String::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        let (indent, code) = line.split_at(line.len() - line.trim_start().len());
        if code == "#[cfg(test)]" {
            let ends = |line: &str| {
                let at_level = line.strip_prefix(indent).is_some_and(|rest| !rest.starts_with(char::is_whitespace));
                at_level && (line.ends_with(';') || line.trim_start().starts_with('}'))
            };
            lines.by_ref().find(|line| ends(line));
        } else if !code.starts_with("//") {
            kept.push_str(line);
            kept.push('\n');
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn naming_a_method_in_a_test_is_no_use_of_it() {
        let text = "pub mod a;\n#[cfg(test)]\nmod doors;\n// Event::Spoken of\nimpl A {\n    #[cfg(test)]\n    \
            fn len() {\n        B\n    }\n    fn kept() {}\n}\n#[cfg(test)]\n#[path = \"x.rs\"]\nmod tests;\nfn last() {}\n";
        assert_eq!(without_tests(text), "pub mod a;\nimpl A {\n    fn kept() {}\n}\nfn last() {}\n");
    }

    #[test]
    fn only_whole_names_count() {
        let source =
            EngineSource("Event::ItemStartedLate call::<protocol::ThreadList>() Vec::<ThreadReadAnswer>".into());
        assert!(!source.has("Event::ItemStarted"));
        assert!(source.calls("ThreadList"));
        assert!(!source.calls("ThreadRead"));
    }

    #[test]
    fn an_empty_match_arm_does_not_count() {
        let source =
            EngineSource("match event { Event::A(_)\n | Event::B(_) => {}\n Event::C(c) => self.c(c), }".into());
        assert_eq!(["Event::A", "Event::B", "Event::C"].map(|words| source.handles(words)), [false, false, true]);
    }
}
