//! A file that one command of a line fetches and a later one runs.

use super::rules::{FETCHERS, SHELLS};
use std::collections::BTreeSet;

/// The files that the commands of a line have fetched so far.
#[derive(Default)]
pub struct Fetched(BTreeSet<String>);

impl Fetched {
    /// Whether this command runs one of the files. `targets`: the files that its output goes to.
    pub fn runs(&self, name: &str, first: &str, arguments: &[&str]) -> bool {
        if self.0.is_empty() {
            return false;
        }
        let script = || arguments.iter().find(|word| !word.starts_with('-'));
        self.0.contains(plain(first))
            || (SHELLS.contains(&name) && script().is_some_and(|file| self.0.contains(plain(file))))
    }

    pub fn note(&mut self, name: &str, arguments: &[&str], targets: &[&str]) {
        if !FETCHERS.contains(&name) {
            return;
        }
        let mut add = |file: &str| self.0.insert(plain(file).to_owned());
        for target in targets {
            add(target);
        }
        for (at, word) in arguments.iter().enumerate() {
            let value = match *word {
                "-o" | "-O" | "--output" | "--output-document" | "-OutFile" | "-outfile" => {
                    arguments.get(at + 1).copied()
                }
                word => word
                    .strip_prefix("--output=")
                    .or_else(|| word.strip_prefix("--output-document="))
                    .or_else(|| word.strip_prefix("-o")),
            };
            if let Some(file) = value.filter(|file| !file.is_empty()) {
                add(file);
            }
            // `wget URL` and `curl -O URL` name the file after the address.
            if word.contains("://") {
                let path = word.split(['?', '#']).next().unwrap_or_default();
                add(path.rsplit('/').next().unwrap_or_default());
            }
        }
        self.0.remove("");
    }
}

fn plain(file: &str) -> &str {
    file.strip_prefix("./").unwrap_or(file)
}
