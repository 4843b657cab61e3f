//! Writes which methods passed over the wire, for the coverage of a test run (`THREADLOFT_WIRE_TRACE=<folder>`).
//!
//! Invariant: only a method's name, its direction and the time are written, never a parameter, a result or an id.
//!
//! A request whose id begins with `replay:` was sent by a test instead of the server. Its line is marked, and counts
//! only for what the real server cannot be made to send. The same holds for a notification with the emit time 0.

use protocol::RequestId;
use serde_json::json;
use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::Path;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The trace of one run of one server.
pub struct Trace {
    file: File,
    ours: Mutex<HashMap<RequestId, String>>,
    theirs: Mutex<HashMap<RequestId, String>>,
}

#[derive(Clone, Copy)]
pub enum Dir {
    Out,
    In,
}

static RUNS: AtomicU32 = AtomicU32::new(0);

impl Trace {
    /// `None` if it was not requested, or the folder cannot be written.
    pub fn from_env() -> Option<Self> {
        Self::open(Path::new(&std::env::var_os("THREADLOFT_WIRE_TRACE")?))
    }

    fn open(folder: &Path) -> Option<Self> {
        std::fs::create_dir_all(folder).ok()?;
        let name = format!("{}-{}.jsonl", std::process::id(), RUNS.fetch_add(1, Relaxed));
        let file = OpenOptions::new().create(true).append(true).open(folder.join(name)).ok()?;
        Some(Self { file, ours: Mutex::default(), theirs: Mutex::default() })
    }

    pub fn request(&self, dir: Dir, id: &RequestId, method: &str) {
        self.asked(dir).insert(id.clone(), method.to_owned());
        let replayed = matches!(id, RequestId::Text(id) if id.starts_with("replay:"));
        self.write_line(dir, "request", method, replayed);
    }

    pub fn notification(&self, dir: Dir, method: &str, emitted_at_ms: Option<i64>) {
        self.write_line(dir, "notification", method, emitted_at_ms == Some(0));
    }

    /// Written under the name of the method it answers. An unexpected answer has no name.
    pub fn answer(&self, dir: Dir, id: &RequestId) {
        let method = self.asked(dir.other()).remove(id).unwrap_or_default();
        self.write(dir, "answer", &method);
    }

    fn asked(&self, dir: Dir) -> MutexGuard<'_, HashMap<RequestId, String>> {
        let table = match dir {
            Dir::Out => &self.ours,
            Dir::In => &self.theirs,
        };
        table.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn write(&self, dir: Dir, kind: &str, method: &str) {
        self.write_line(dir, kind, method, false);
    }

    fn write_line(&self, dir: Dir, kind: &str, method: &str, replayed: bool) {
        let dir = match dir {
            Dir::Out => "c2s",
            Dir::In => "s2c",
        };
        let mut line = json!({ "dir": dir, "kind": kind, "method": method, "ms": crate::clock::now_ms() });
        if replayed {
            line["replay"] = true.into();
        }
        (&self.file).write_all(format!("{line}\n").as_bytes()).ok();
    }
}

impl Dir {
    fn other(self) -> Self {
        match self {
            Self::Out => Self::In,
            Self::In => Self::Out,
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn an_answer_is_traced_by_the_method_it_answers() {
        let folder = std::env::temp_dir().join(format!("threadloft-trace-{}", std::process::id()));
        let trace = Trace::open(&folder).unwrap();
        let id = RequestId::Number(1);
        trace.request(Dir::Out, &id, "a/b");
        trace.answer(Dir::In, &id);
        let file = std::fs::read_dir(&folder).unwrap().next().unwrap().unwrap().path();
        let text = std::fs::read_to_string(file).unwrap();
        std::fs::remove_dir_all(&folder).unwrap();
        let mut lines: Vec<serde_json::Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        lines.iter_mut().for_each(|line| assert!(line.as_object_mut().unwrap().remove("ms").unwrap().is_number()));
        let asked = json!({ "dir": "c2s", "kind": "request", "method": "a/b" });
        assert_eq!(lines, [asked, json!({ "dir": "s2c", "kind": "answer", "method": "a/b" })]);
    }

    #[test]
    fn what_a_test_put_on_the_wire_is_traced_as_a_replay() {
        let folder = std::env::temp_dir().join(format!("threadloft-trace-replay-{}", std::process::id()));
        let trace = Trace::open(&folder).unwrap();
        trace.request(Dir::In, &RequestId::Text("replay:1".into()), "a/b");
        trace.request(Dir::In, &RequestId::Text("1".into()), "a/b");
        trace.notification(Dir::In, "a/b", Some(0));
        trace.notification(Dir::In, "a/b", Some(5));
        trace.notification(Dir::In, "a/b", None);
        let file = std::fs::read_dir(&folder).unwrap().next().unwrap().unwrap().path();
        let text = std::fs::read_to_string(file).unwrap();
        std::fs::remove_dir_all(&folder).unwrap();
        let replays: Vec<bool> = text.lines().map(|line| line.contains("\"replay\":true")).collect();
        assert_eq!(replays, [true, false, true, false, false]);
    }
}
