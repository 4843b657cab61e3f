//! A thread that another program wrote into a CODEX_HOME: a session file as codex itself writes it.

use engine::id::ThreadId;
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::path::Path;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::time::{SystemTime, UNIX_EPOCH};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    User,
    Agent,
    /// A command `echo x` that printed the text.
    Command,
}

pub struct Rollout {
    /// Whether the thread has the newer, paginated history.
    pub paginated: bool,
    pub source: Value,
    /// The model that its turns ran with.
    pub model: Option<String>,
    cwd: String,
    turns: Vec<Vec<(Kind, String)>>,
}

static MADE: AtomicU32 = AtomicU32::new(0);

impl Rollout {
    pub fn new(cwd: &str) -> Self {
        Self { paginated: true, source: json!("cli"), model: None, cwd: cwd.to_owned(), turns: Vec::new() }
    }

    pub fn turn(&mut self, items: impl IntoIterator<Item = (Kind, String)>) {
        self.turns.push(items.into_iter().collect());
    }

    /// Dated one second ago, so that it is neither old nor in the future.
    pub fn write(&self, home: &Path) -> ThreadId {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as u64) - 1_000;
        let thread = uuid(now);
        let mut file = File { text: String::new(), ordinal: self.paginated.then_some(0) };
        let mut meta = json!({"session_id": thread, "id": thread, "timestamp": DATE, "cwd": self.cwd, "originator": "lab",
            "cli_version": "0.166.0", "source": self.source, "model_provider": "loopback"});
        if self.paginated {
            meta["history_mode"] = json!("paginated");
        }
        file.put("session_meta", meta);
        for items in &self.turns {
            self.write_turn(&mut file, &thread, &uuid(now), items, now);
        }
        let folder = home.join("sessions/2026/11/16");
        std::fs::create_dir_all(&folder).unwrap_or_else(|why| panic!("{}: {why}", folder.display()));
        let path = folder.join(format!("rollout-2026-11-16T05-00-00-{thread}.jsonl"));
        std::fs::write(&path, file.text).unwrap_or_else(|why| panic!("{}: {why}", path.display()));
        ThreadId(thread)
    }

    fn write_turn(&self, file: &mut File, thread: &str, turn: &str, items: &[(Kind, String)], now: u64) {
        let second = now / 1_000;
        if self.paginated {
            file.put(
                "event_msg",
                json!({"type": "task_started", "turn_id": turn, "root_turn_id": turn, "started_at": second,
                "model_context_window": 258_400, "collaboration_mode_kind": "default"}),
            );
        }
        if let Some(model) = &self.model {
            file.put(
                "turn_context",
                json!({"turn_id": turn, "cwd": self.cwd, "approval_policy": "never",
                "sandbox_policy": {"type": "read-only"}, "model": model, "summary": "auto"}),
            );
        }
        for (n, (kind, text)) in items.iter().enumerate() {
            let id = format!("item_{}_{n}", &turn[24..]);
            let (role, part) = if *kind == Kind::User { ("user", "input_text") } else { ("assistant", "output_text") };
            if *kind != Kind::Command {
                let content = json!([{"type": part, "text": text}]);
                file.put("response_item", json!({"type": "message", "role": role, "content": content}));
            }
            if !self.paginated {
                match kind {
                    Kind::User => {
                        file.put("event_msg", json!({"type": "user_message", "message": text, "kind": "plain"}))
                    }
                    Kind::Agent => file.put("event_msg", json!({"type": "agent_message", "message": text})),
                    Kind::Command => {}
                }
                continue;
            }
            let item = match kind {
                Kind::User => json!({"type": "UserMessage", "id": id,
                    "content": [{"type": "text", "text": text, "text_elements": []}]}),
                Kind::Agent => json!({"type": "AgentMessage", "id": id, "content": [{"type": "Text", "text": text}]}),
                Kind::Command => json!({"type": "CommandExecution", "id": id, "process_id": "1",
                    "command": ["/bin/bash", "-lc", "echo x"], "cwd": format!("file://{}", self.cwd),
                    "parsed_cmd": [{"type": "unknown", "cmd": "echo x"}], "source": "unified_exec_startup",
                    "status": "completed", "aggregated_output": text, "exit_code": 0,
                    "duration": {"secs": 0, "nanos": 1000}}),
            };
            file.put(
                "event_msg",
                json!({"type": "item_completed", "thread_id": thread, "turn_id": turn, "item": item,
                "started_at_ms": now, "completed_at_ms": now}),
            );
        }
        if self.paginated {
            file.put(
                "event_msg",
                json!({"type": "task_complete", "turn_id": turn, "root_turn_id": turn, "last_agent_message": null,
                "started_at": second, "completed_at": second, "duration_ms": 5}),
            );
        }
    }
}

const DATE: &str = "2026-11-16T05:00:00.000Z";

struct File {
    text: String,
    ordinal: Option<u64>,
}

impl File {
    fn put(&mut self, kind: &str, payload: Value) {
        let mut line = json!({"timestamp": DATE, "type": kind, "payload": payload});
        if let Some(ordinal) = &mut self.ordinal {
            line["ordinal"] = json!(ordinal);
            *ordinal += 1;
        }
        let _ = writeln!(self.text, "{line}");
    }
}

/// A UUID that sorts by time and is never repeated.
fn uuid(ms: u64) -> String {
    let n = MADE.fetch_add(1, Relaxed);
    format!(
        "{:08x}-{:04x}-7{:03x}-8{:03x}-{:012x}",
        ms >> 16,
        ms & 0xffff,
        n >> 12 & 0xfff,
        n & 0xfff,
        std::process::id()
    )
}
