//! A proxy in front of the real app-server that adds what the server cannot be made to send. Everything else passes
//! through unchanged.
//!
//! A prompt `INJECT:[{"method":…,"params":…}]` makes these requests arrive right after the turn began; `$THREAD` and
//! `$TURN` stand for its ids. Each id begins with `replay:`, so that a trace counts it as a replay, and the reply goes
//! to `replies.jsonl` in CODEX_HOME instead of the server. With `"notification": true` a notification arrives instead,
//! with emit time 0, which a trace counts as a replay too. With `"later": true` it waits until the prompt's own item
//! has arrived.
//!
//! `INJECTOR_TOOLS` (JSON) is added to every `thread/start` as `dynamicTools`: our client has none, and the server
//! calls only tools that it knows.
//!
//! When the client calls the method in `INJECTOR_DIES_AT`, the server is killed before it receives the call.
//!
//! In the first call of `INJECTOR_FORGETS` that has a cursor, the cursor is replaced, as if the server had forgotten
//! it.
//!
//! `INJECTOR_ANSWERS` (JSON: method -> `{ "result": …, "then": [frames] }`) answers calls in the server's place, for
//! what it can only do elsewhere; the calls are written to `replies.jsonl` too. `INJECTOR_PLATFORM` is the platform
//! that the server claims to run on.

use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write, stdin, stdout};
use std::path::PathBuf;
use std::process::{Command, ExitCode, Stdio};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};

#[derive(Default)]
struct Injected {
    frames: Vec<Value>,
    told: u64,
}

fn main() -> ExitCode {
    let Some(codex) = std::env::var_os("INJECTOR_CODEX") else {
        eprintln!("INJECTOR_CODEX names the real codex");
        return ExitCode::FAILURE;
    };
    let spawned =
        Command::new(codex).args(std::env::args_os().skip(1)).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
    let mut child = match spawned {
        Ok(child) => child,
        Err(why) => {
            eprintln!("codex does not start: {why}");
            return ExitCode::FAILURE;
        }
    };
    let (Some(mut to), Some(from)) = (child.stdin.take(), child.stdout.take()) else { return ExitCode::FAILURE };
    let injected = Arc::new(Mutex::new(Injected::default()));
    let (mine, replies) = (injected.clone(), replies());
    std::thread::spawn(move || {
        for line in stdin().lock().lines().map_while(Result::ok) {
            let Some(line) = outward(&line, &mine, &replies) else { continue };
            if writeln!(to, "{line}").and_then(|()| to.flush()).is_err() {
                break;
            }
        }
    });
    for line in BufReader::new(from).lines().map_while(Result::ok) {
        say(&placed(&line));
        for frame in inward(&line, &injected) {
            say(&frame);
        }
    }
    let code = child.wait().ok().and_then(|status| status.code()).unwrap_or(1);
    ExitCode::from(u8::try_from(code).unwrap_or(1))
}

/// The line for the server. `None` if it was a reply to an injected request.
fn outward(line: &str, injected: &Mutex<Injected>, replies: &PathBuf) -> Option<String> {
    let Ok(mut message) = serde_json::from_str::<Value>(line) else { return Some(line.to_owned()) };
    if message["id"].as_str().is_some_and(|id| id.starts_with("replay:")) && message.get("method").is_none() {
        note(replies, &message);
        return None;
    }
    if let Some(answers) = from_env("INJECTOR_ANSWERS")
        && let Some(answer) = message["method"].as_str().and_then(|method| answers.get(method))
    {
        note(replies, &message);
        say(&json!({ "id": message["id"], "result": answer["result"] }).to_string());
        for frame in answer["then"].as_array().into_iter().flatten() {
            say(&as_notification(frame.clone()).to_string());
        }
        return None;
    }
    match message["method"].as_str() {
        Some(method) if std::env::var("INJECTOR_DIES_AT").is_ok_and(|fatal| fatal == method) => std::process::exit(70),
        Some(method) if message["params"]["cursor"].is_string() && forgets(method) => {
            message["params"]["cursor"] = json!("of another time");
            Some(message.to_string())
        }
        Some("turn/start") => {
            let text = message["params"]["input"][0]["text"].as_str().unwrap_or_default();
            if let Some(frames) = text.strip_prefix("INJECT:").and_then(|json| serde_json::from_str(json).ok()) {
                injected.lock().unwrap_or_else(PoisonError::into_inner).frames = frames;
            }
            Some(line.to_owned())
        }
        Some("thread/start") => {
            if let Some(tools) = from_env("INJECTOR_TOOLS") {
                message["params"]["dynamicTools"] = tools;
            }
            Some(message.to_string())
        }
        _ => Some(line.to_owned()),
    }
}

/// The frames to inject after this line of the server.
fn inward(line: &str, injected: &Mutex<Injected>) -> Vec<String> {
    let begins = line.contains("\"turn/started\"");
    let stands = line.contains("\"item/completed\"") && line.contains("\"userMessage\"");
    if !begins && !stands {
        return Vec::new();
    }
    let Ok(message) = serde_json::from_str::<Value>(line) else { return Vec::new() };
    let mut held = injected.lock().unwrap_or_else(PoisonError::into_inner);
    let word = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let turn = &message["params"][if begins { "turn" } else { "turnId" }];
    let (thread, turn) = (word(&message["params"]["threadId"]), word(if begins { &turn["id"] } else { turn }));
    let (frames, later) = std::mem::take(&mut held.frames)
        .into_iter()
        .partition::<Vec<Value>, _>(|frame| !begins || frame["later"] != true);
    held.frames = later;
    let frames = frames.into_iter().map(|mut frame| {
        if frame["notification"] == true {
            frame = as_notification(frame);
        } else {
            held.told += 1;
            frame["id"] = json!(format!("replay:{}", held.told));
        }
        frame.to_string().replace("$THREAD", &thread).replace("$TURN", &turn)
    });
    frames.collect()
}

/// Sets the emit time 0, which no real notification has.
fn as_notification(frame: Value) -> Value {
    json!({ "method": frame["method"], "params": frame["params"], "emittedAtMs": 0 })
}

/// The handshake's answer with the configured platform.
fn placed(line: &str) -> String {
    let Ok(platform) = std::env::var("INJECTOR_PLATFORM") else { return line.to_owned() };
    match serde_json::from_str::<Value>(line) {
        Ok(mut message) if message["result"].get("platformOs").is_some() => {
            message["result"]["platformOs"] = json!(platform);
            message.to_string()
        }
        _ => line.to_owned(),
    }
}

/// Whether to replace the cursor of this call. True once.
fn forgets(method: &str) -> bool {
    static FORGOT: AtomicBool = AtomicBool::new(false);
    std::env::var("INJECTOR_FORGETS").is_ok_and(|named| named == method) && !FORGOT.swap(true, Relaxed)
}

fn from_env(name: &str) -> Option<Value> {
    std::env::var(name).ok().and_then(|json| serde_json::from_str(&json).ok())
}

fn note(replies: &PathBuf, message: &Value) {
    let file = std::fs::OpenOptions::new().create(true).append(true).open(replies);
    if let Ok(mut file) = file {
        let _ = writeln!(file, "{message}");
    }
}

fn say(line: &str) {
    let mut out = stdout().lock();
    let _ = writeln!(out, "{line}").and_then(|()| out.flush());
}

fn replies() -> PathBuf {
    PathBuf::from(std::env::var_os("CODEX_HOME").unwrap_or_default()).join("replies.jsonl")
}
