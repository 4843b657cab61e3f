//! Which methods passed over the wire, for the coverage count of a test run (`THREADLOFT_WIRE_TRACE=<folder>`).
//!
//! Invariant: a method's name and direction are written, never a parameter, a result or an id.

use serde_json::json;
use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::Path;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use wire::{Frame, RequestId};

/// One run of one server.
pub struct Trace(Mutex<Inner>);

struct Inner {
    file: File,
    ours: HashMap<RequestId, String>,
    theirs: HashMap<RequestId, String>,
}

static RUNS: AtomicU32 = AtomicU32::new(0);

impl Trace {
    /// `None` when nobody asked for it, or the folder cannot be written.
    pub fn from_env() -> Option<Self> {
        Self::open(Path::new(&std::env::var_os("THREADLOFT_WIRE_TRACE")?))
    }

    fn open(folder: &Path) -> Option<Self> {
        std::fs::create_dir_all(folder).ok()?;
        let name = format!("{}-{}.jsonl", std::process::id(), RUNS.fetch_add(1, Relaxed));
        let file = OpenOptions::new().create(true).append(true).open(folder.join(name)).ok()?;
        Some(Self(Mutex::new(Inner { file, ours: HashMap::new(), theirs: HashMap::new() })))
    }

    pub fn said(&self, frame: &Frame) {
        self.write("c2s", frame);
    }

    pub fn heard(&self, frame: &Frame) {
        self.write("s2c", frame);
    }

    fn write(&self, dir: &'static str, frame: &Frame) {
        let mut inner = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let inner = &mut *inner;
        let (asked, answered) = match dir {
            "c2s" => (&mut inner.ours, &mut inner.theirs),
            _ => (&mut inner.theirs, &mut inner.ours),
        };
        let (kind, method) = match frame {
            Frame::Request { id, method, .. } => {
                asked.insert(id.clone(), method.clone());
                ("request", method.clone())
            }
            Frame::Notice { method, .. } => ("notice", method.clone()),
            Frame::Answer { id, .. } => ("answer", answered.remove(id).unwrap_or_default()),
        };
        let mut line = json!({ "dir": dir, "kind": kind, "method": method }).to_string();
        line.push('\n');
        inner.file.write_all(line.as_bytes()).ok();
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use serde_json::Value;

    #[test]
    fn an_answer_is_traced_by_the_method_it_answers_and_no_payload_is_written() {
        let folder = std::env::temp_dir().join(format!("threadloft-trace-{}", std::process::id()));
        let trace = Trace::open(&folder).unwrap();
        let id = RequestId::Number(1);
        trace.said(&Frame::Request { id: id.clone(), method: "a/b".into(), params: json!({"key": "sk-secret"}) });
        trace.heard(&Frame::Answer { id, outcome: Ok(Value::String("sk-secret".into())) });
        let file = std::fs::read_dir(&folder).unwrap().next().unwrap().unwrap().path();
        let text = std::fs::read_to_string(file).unwrap();
        std::fs::remove_dir_all(&folder).unwrap();
        assert_eq!(
            text,
            "{\"dir\":\"c2s\",\"kind\":\"request\",\"method\":\"a/b\"}\n{\"dir\":\"s2c\",\"kind\":\"answer\",\"method\":\"a/b\"}\n"
        );
    }
}
