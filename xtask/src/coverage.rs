//! `coverage`: the share of the protocol that is used, from the engine's sources and the wire traces of a test run.
//!
//! Invariant: nothing is marked by hand. A method counts if the engine's code (not its tests) makes the call, handles the
//! event or writes the reply that `protocol::table` names for it, and a test run has it in its trace.

mod source;

use protocol::table::{self, TableEntry, Using};
use serde_json::{Value, json};
use source::EngineSource;
use std::collections::HashSet;
use std::path::{Path, PathBuf};

/// Returns `{"clientRequests": {"used": n, "total": n}, "serverRequests": …, "notifications": …}`. A trace is a file of
/// lines or a folder of such files.
pub fn coverage(traces: &[PathBuf], root: &Path) -> Value {
    let (source, seen) = (engine(root), SeenFrames::read(traces));
    let count = |kind: FrameKind| {
        let entries = kind.entries();
        let used = entries.iter().filter(|entry| is_used(&source, entry) && seen.has(kind, entry.method)).count();
        json!({ "used": used, "total": entries.len() })
    };
    json!({
        "clientRequests": count(FrameKind::Client),
        "serverRequests": count(FrameKind::Server),
        "notifications": count(FrameKind::Notification),
    })
}

/// Methods that the engine uses but no test covers.
pub fn gaps(traces: &[PathBuf], root: &Path) -> Vec<&'static str> {
    let (source, seen) = (engine(root), SeenFrames::read(traces));
    let gaps = [FrameKind::Client, FrameKind::Server, FrameKind::Notification].into_iter().flat_map(|kind| {
        let entries = kind.entries().into_iter();
        entries.filter(|entry| is_used(&source, entry) && !seen.has(kind, entry.method)).collect::<Vec<_>>()
    });
    gaps.map(|entry| entry.method).collect()
}

fn engine(root: &Path) -> EngineSource {
    // Calls are made in one, events and replies read in the other.
    EngineSource::read(&["engine", "model"].map(|name| root.join("crates").join(name).join("src")))
}

/// True if the engine has code for this method.
fn is_used(source: &EngineSource, entry: &TableEntry) -> bool {
    match entry.using {
        Using::Call(call) => source.calls(call.name),
        Using::Event(event) => source.handles(&format!("Event::{event}")),
        Using::Reply(reply) => source.has(reply),
        Using::Unused(_) => false,
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum FrameKind {
    Client,
    Server,
    Notification,
}

impl FrameKind {
    fn entries(self) -> Vec<TableEntry> {
        match self {
            Self::Client => table::client_requests(),
            Self::Server => table::server_requests(),
            Self::Notification => table::notifications(),
        }
    }

    fn of(dir: &str, kind: &str) -> Option<Self> {
        match (dir, kind) {
            ("c2s", "request") => Some(Self::Client),
            ("s2c", "request") => Some(Self::Server),
            ("s2c", "notification") => Some(Self::Notification),
            _ => None,
        }
    }
}

/// The methods in the traces.
struct SeenFrames(HashSet<(FrameKind, String)>);

impl SeenFrames {
    fn read(traces: &[PathBuf]) -> Self {
        let texts = traces.iter().flat_map(|path| files(path)).filter_map(|file| std::fs::read_to_string(file).ok());
        Self(texts.flat_map(|text| text.lines().filter_map(passed).collect::<Vec<_>>()).collect())
    }

    fn has(&self, kind: FrameKind, method: &str) -> bool {
        self.0.contains(&(kind, method.to_owned()))
    }
}

/// Parses a trace line. Lines of a replay count only for methods that the real server cannot be made to send.
fn passed(line: &str) -> Option<(FrameKind, String)> {
    let line: Value = serde_json::from_str(line).ok()?;
    let method = line["method"].as_str()?;
    let kind = FrameKind::of(line["dir"].as_str()?, line["kind"].as_str()?)?;
    let counts = line["replay"] != true || table::is_replayed(method);
    counts.then(|| (kind, method.to_owned()))
}

fn files(path: &Path) -> Vec<PathBuf> {
    match std::fs::read_dir(path) {
        Ok(entries) => entries.flatten().flat_map(|entry| files(&entry.path())).collect(),
        Err(_) => vec![path.to_owned()],
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    struct Scratch(PathBuf);

    impl Scratch {
        fn new(name: &str) -> Self {
            let folder = std::env::temp_dir().join(format!("threadloft-coverage-{name}-{}", std::process::id()));
            std::fs::create_dir_all(folder.join("crates/engine/src")).unwrap();
            std::fs::create_dir_all(folder.join("crates/model/src")).unwrap();
            std::fs::create_dir_all(folder.join("traces")).unwrap();
            Self(folder)
        }

        fn with(self, path: &str, text: &str) -> Self {
            std::fs::write(self.0.join(path), text).unwrap();
            self
        }

        fn traces(&self) -> [PathBuf; 1] {
            [self.0.join("traces")]
        }
    }

    impl Drop for Scratch {
        fn drop(&mut self) {
            std::fs::remove_dir_all(&self.0).ok();
        }
    }

    const ENGINE: &str = "
        async fn list(peer: &Peer) { peer.call::<method::ThreadList>(params).await; }
        async fn read(peer: &Peer) { peer.call::<ThreadRead>(params).await; }
#[cfg(test)]
mod tests {
    fn only_here(peer: &Peer) { peer.call::<ThreadDelete>(params).await; }
}
";

    const MODEL: &str = "
        fn apply(event: Event) { match event { Event::ItemStarted(i) => draw(i), Event::ModelRerouted(m) => say(m) } }
        fn reply() -> CommandReply {}
#[cfg(test)]
mod tests {
    fn only_here() { Event::ItemCompleted; }
}
";

    #[test]
    fn a_method_is_used_when_named_by_engine_and_test() {
        let trace = r#"{"dir":"c2s","kind":"request","method":"thread/list"}
            {"dir":"c2s","kind":"request","method":"thread/delete"}
            {"dir":"s2c","kind":"notification","method":"item/started"}
            {"dir":"s2c","kind":"notification","method":"item/completed"}
            {"dir":"s2c","kind":"request","method":"item/commandExecution/requestApproval"}
            half a line"#;
        let scratch = Scratch::new("used")
            .with("crates/engine/src/a.rs", ENGINE)
            .with("crates/model/src/a.rs", MODEL)
            .with("traces/1.jsonl", trace);
        assert_eq!(
            coverage(&scratch.traces(), &scratch.0),
            json!({
                "clientRequests": {"used": 1, "total": 179},
                "serverRequests": {"used": 1, "total": 11},
                "notifications": {"used": 1, "total": 85},
            })
        );
        assert_eq!(gaps(&scratch.traces(), &scratch.0), ["thread/read", "model/rerouted"]);
    }

    #[test]
    fn a_replay_counts_only_for_listed_methods() {
        let trace = r#"{"dir":"s2c","kind":"notification","method":"item/started","replay":true}
            {"dir":"s2c","kind":"notification","method":"model/rerouted","replay":true}"#;
        let scratch = Scratch::new("replay")
            .with("crates/engine/src/a.rs", ENGINE)
            .with("crates/model/src/a.rs", MODEL)
            .with("traces/1.jsonl", trace);
        assert_eq!(coverage(&scratch.traces(), &scratch.0)["notifications"]["used"], 1);
    }
}
