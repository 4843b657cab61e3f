//! The real codex behind a script that records every line we send to it.

use serde_json::Value;
use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

pub struct WireTap {
    program: PathBuf,
    lines: PathBuf,
}

impl WireTap {
    pub fn in_folder(folder: &Path) -> Self {
        let (program, lines) = (folder.join("codex"), folder.join("lines.jsonl"));
        let script = format!("#!/bin/sh\ntee -a '{}' | '{}' \"$@\"\n", lines.display(), crate::codex().display());
        let made = fs::create_dir_all(folder)
            .and_then(|()| fs::write(&program, script))
            .and_then(|()| fs::set_permissions(&program, Permissions::from_mode(0o755)));
        made.unwrap_or_else(|why| panic!("{}: {why}", program.display()));
        Self { program, lines }
    }

    pub fn program(&self) -> PathBuf {
        self.program.clone()
    }

    /// The calls for this thread, in order.
    pub fn calls(&self, thread: &str) -> Vec<(String, Value)> {
        let lines = fs::read_to_string(&self.lines).unwrap_or_default();
        let said = lines.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
        said.filter(|said| said["params"]["threadId"] == thread)
            .filter_map(|mut said| Some((said["method"].as_str()?.to_owned(), said["params"].take())))
            .collect()
    }

    /// The parameters of every call of this method.
    pub fn params(&self, method: &str) -> Vec<Value> {
        let lines = fs::read_to_string(&self.lines).unwrap_or_default();
        let said = lines.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
        said.filter(|said| said["method"] == method).map(|mut said| said["params"].take()).collect()
    }

    /// The calls that load and unload this thread, in order.
    pub fn loads(&self, thread: &str) -> Vec<String> {
        let calls = self.calls(thread).into_iter().map(|(method, _)| method);
        calls.filter(|method| method == "thread/resume" || method == "thread/unsubscribe").collect()
    }
}
