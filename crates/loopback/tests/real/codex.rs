//! A minimal client of the real `codex app-server` over stdio: writes a line and reads lines until one matches.

use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use loopback::Loopback;
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, Lines};
use tokio::process::{Child, ChildStdin, ChildStdout, Command};

pub struct Codex {
    pub room: PathBuf,
    pub thread: String,
    pub answer: fn(&str, &Value) -> Value,
    child: Child,
    stdin: ChildStdin,
    lines: Lines<BufReader<ChildStdout>>,
    calls: u64,
}

impl Codex {
    /// Starts a server with a private home, and a thread in a private workspace that contains these files.
    pub async fn start(model: &Loopback, files: &[(&str, &str)]) -> Self {
        let mut codex = Self::bare(model, files).await;
        // The tests must also pass on systems that allow no sandbox.
        codex.open("danger-full-access").await;
        codex
    }

    pub async fn open(&mut self, sandbox: &str) {
        let start = json!({"cwd": self.workspace(), "approvalPolicy": "on-request", "sandbox": sandbox});
        let started = self.call("thread/start", start).await;
        self.thread = started["thread"]["id"].as_str().unwrap().to_owned();
    }

    /// Starts a server without a thread.
    pub async fn bare(model: &Loopback, files: &[(&str, &str)]) -> Self {
        static ROOMS: AtomicU32 = AtomicU32::new(0);
        let room = format!("codex-{}-{}", std::process::id(), ROOMS.fetch_add(1, Ordering::Relaxed));
        let room = Path::new(env!("CARGO_TARGET_TMPDIR")).join(room);
        std::fs::create_dir_all(room.join("home/rules")).unwrap();
        std::fs::write(room.join("home/rules/default.rules"), loopback::demo::RULES).unwrap();
        std::fs::create_dir_all(room.join("work")).unwrap();
        for (path, text) in files {
            let path = room.join("work").join(path);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        }
        let config = model.config().into_iter().flat_map(|(key, value)| ["-c".to_owned(), format!("{key}={value}")]);
        let mut command = Command::new(binary());
        // A test's sign-in must not outlive it.
        command.arg("app-server").args(config).args(["-c", "cli_auth_credentials_store=\"ephemeral\""]);
        command.envs(model.env()).env("RUST_LOG", "error");
        command.env("CODEX_HOME", room.join("home")).env("HOME", room.join("home")).current_dir(room.join("work"));
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).kill_on_drop(true);
        let mut child = command.spawn().unwrap();
        let (stdin, stdout) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
        let answer = |method: &str, _: &Value| panic!("nobody answers {method}");
        let lines = BufReader::new(stdout).lines();
        let mut codex = Self { room, thread: String::new(), answer, child, stdin, lines, calls: 0 };
        let client = json!({"name": "loopback", "title": "Loopback", "version": "0"});
        codex.call("initialize", json!({"clientInfo": client, "capabilities": {"experimentalApi": true}})).await;
        codex.write(json!({"method": "initialized"})).await;
        codex
    }

    pub fn workspace(&self) -> PathBuf {
        self.room.join("work")
    }

    pub async fn call(&mut self, method: &str, params: Value) -> Value {
        let (answer, _) = self.send(method, params).await;
        assert!(answer["error"].is_null(), "{method}: {answer}");
        answer["result"].clone()
    }

    /// Sends a call and returns its answer or error, and the lines before it.
    pub async fn send(&mut self, method: &str, params: Value) -> (Value, Vec<Value>) {
        self.calls += 1;
        let id = self.calls;
        self.write(json!({"id": id, "method": method, "params": params})).await;
        self.until(|frame| frame["id"] == id && frame["method"].is_null()).await
    }

    /// Sends a message and returns everything up to the end of the turn.
    pub async fn turn(&mut self, text: &str) -> Told {
        self.begin(text).await;
        self.end().await
    }

    pub async fn begin(&mut self, text: &str) {
        let input = json!([{"type": "text", "text": text}]);
        self.call("turn/start", json!({"threadId": self.thread, "input": input})).await;
    }

    pub async fn end(&mut self) -> Told {
        let thread = self.thread.clone();
        let ended = |frame: &Value| frame["method"] == "turn/completed" && frame["params"]["threadId"] == thread;
        Told(self.until(ended).await.1)
    }

    pub async fn until(&mut self, wanted: impl Fn(&Value) -> bool) -> (Value, Vec<Value>) {
        let mut seen = Vec::new();
        loop {
            let line = tokio::time::timeout(Duration::from_secs(60), self.lines.next_line()).await;
            let Ok(Ok(Some(line))) = line else { panic!("{line:?} after {:#?}", Told(seen).methods()) };
            let frame: Value = serde_json::from_str(&line).unwrap();
            if let (Some(method), false) = (frame["method"].as_str(), frame["id"].is_null()) {
                let result = (self.answer)(method, &frame["params"]);
                self.write(json!({"id": frame["id"], "result": result})).await;
            }
            seen.push(frame.clone());
            if wanted(&frame) {
                return (frame, seen);
            }
        }
    }

    async fn write(&mut self, frame: Value) {
        self.stdin.write_all(format!("{frame}\n").as_bytes()).await.unwrap();
    }
}

impl Drop for Codex {
    fn drop(&mut self) {
        let _ = self.child.start_kill();
        let _ = std::fs::remove_dir_all(&self.room);
    }
}

/// The server's messages during a turn.
pub struct Told(pub Vec<Value>);

impl Told {
    pub fn methods(&self) -> Vec<&str> {
        self.0.iter().filter_map(|frame| frame["method"].as_str()).collect()
    }

    pub fn params(&self, method: &str) -> Vec<&Value> {
        self.0.iter().filter(|frame| frame["method"] == method).map(|frame| &frame["params"]).collect()
    }

    /// The completed items of this kind; for an empty kind, all but the user's messages.
    pub fn items(&self, kind: &str) -> Vec<&Value> {
        let items = self.params("item/completed").into_iter().map(|params| &params["item"]);
        items
            .filter(|item| if kind.is_empty() { item["type"] != "userMessage" } else { item["type"] == kind })
            .collect()
    }

    pub fn text(&self) -> String {
        self.items("agentMessage").last().and_then(|item| item["text"].as_str()).unwrap_or_default().to_owned()
    }

    pub fn status(&self) -> &str {
        self.params("turn/completed").last().and_then(|params| params["turn"]["status"].as_str()).unwrap_or_default()
    }

    /// The server's classification of the error.
    pub fn failure(&self) -> Value {
        let info = self.params("turn/completed").last().map(|params| params["turn"]["error"]["codexErrorInfo"].clone());
        info.unwrap_or_default()
    }
}

fn binary() -> PathBuf {
    if let Some(path) = std::env::var_os("THREADLOFT_CODEX") {
        return path.into();
    }
    let vendor = "xtask/codex/node_modules/@openai/codex-linux-x64/vendor";
    let vendor = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(vendor);
    let found = std::fs::read_dir(&vendor).into_iter().flatten().flatten().map(|entry| entry.path().join("bin/codex"));
    found.into_iter().find(|path| path.is_file()).unwrap_or_else(|| {
        panic!("no codex: run `npm ci --prefix xtask/codex`, or set THREADLOFT_CODEX to the path of a codex binary")
    })
}
