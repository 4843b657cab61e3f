//! Runs every file of the corpus through every fuzz target.
#![allow(clippy::unwrap_used, clippy::expect_used)]

use std::path::Path;

#[test]
fn the_corpus_holds_for_every_parser() {
    let mut seen = 0;
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let bytes = std::fs::read(&path).unwrap();
            // A long file is a list of attacks, one per line.
            let inputs = if bytes.len() > 8_000 {
                bytes.split(|&b| b == b'\n').collect()
            } else {
                vec![&*bytes, &bytes[..bytes.len() / 2]]
            };
            for (_, entry) in render::fuzz::FUZZ_TARGETS {
                inputs.iter().for_each(|input| entry(input));
            }
            seen += 1;
        }
    }
    assert!(seen >= 8);
}
