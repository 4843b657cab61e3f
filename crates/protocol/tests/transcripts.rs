#![allow(clippy::unwrap_used, clippy::expect_used)]
//! Every line of the recorded conversations with the real server parses: notifications, requests and answers.

use protocol::table::{self, Using};
use protocol::{Event, Frame, ItemKind, RequestBody};
use serde_json::Value;
use std::collections::HashMap;
use std::path::PathBuf;

/// Lines are `{"dir": "c2s" | "s2c", "msg": …}`.
fn transcripts() -> Vec<(String, Vec<(String, String)>)> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/transcripts");
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|ext| ext == "jsonl"));
    files.sort();
    assert!(!files.is_empty(), "there are transcripts");
    let line = |line: &str| {
        let line: Value = serde_json::from_str(line).unwrap();
        (line["dir"].as_str().unwrap().to_owned(), line["msg"].to_string())
    };
    files
        .into_iter()
        .map(|path| {
            let text = std::fs::read_to_string(&path).unwrap();
            (path.file_name().unwrap().to_string_lossy().into_owned(), text.lines().map(line).collect())
        })
        .collect()
}

#[test]
fn every_recorded_server_line_is_understood() {
    // These belong to an API that is not in the schema and that a client must opt into.
    let without_use = ["rawResponseItem/completed", "rawResponse/completed"];
    let unused: Vec<&str> = table::notifications()
        .iter()
        .filter(|entry| matches!(entry.using, Using::Unused(_)))
        .map(|entry| entry.method)
        .chain(without_use)
        .collect();
    for (file, lines) in transcripts() {
        for (_, line) in lines.iter().filter(|(dir, _)| dir == "s2c") {
            match Frame::parse(line).expect(&file) {
                Frame::Notification { method, params, .. } => match Event::from_notification(&method, &params) {
                    Event::Unknown { method } => assert!(unused.contains(&method.as_str()), "{file}: {method}"),
                    Event::Unreadable { method } => panic!("{file}: {method} {params}"),
                    Event::ItemStarted(told) => assert!(!is_other(&told.item.kind), "{file}: {line}"),
                    Event::ItemCompleted(told) => assert!(!is_other(&told.item.kind), "{file}: {line}"),
                    _ => {}
                },
                Frame::Request { id, method, params } => {
                    let Event::Asked(asked) = Event::from_request(id, &method, &params) else { panic!("asked") };
                    let unread = matches!(asked.body, RequestBody::Unknown | RequestBody::Unreadable(_));
                    assert!(!unread, "{file}: {line}");
                }
                Frame::Answer { .. } => {}
            }
        }
    }
}

#[test]
fn every_recorded_answer_is_readable() {
    let calls: HashMap<&str, table::MethodFacts> = table::client_requests()
        .into_iter()
        .filter_map(|entry| match entry.using {
            Using::Call(call) => Some((entry.method, call)),
            _ => None,
        })
        .collect();
    let mut read = 0;
    for (file, lines) in transcripts() {
        let mut asked = HashMap::new();
        for (dir, line) in &lines {
            match Frame::parse(line) {
                Ok(Frame::Request { id, method, .. }) if dir == "c2s" => {
                    asked.insert(id, method.into_owned());
                }
                Ok(Frame::Answer { id, outcome: Ok(result) }) if dir == "s2c" => {
                    let call = asked.remove(&id).and_then(|method| calls.get(method.as_str()));
                    if let Some(call) = call {
                        let answer = serde_json::from_str(result.get()).unwrap();
                        call.answer.round_trip(answer).unwrap_or_else(|why| panic!("{file}: {}: {why}", call.name));
                        read += 1;
                    }
                }
                _ => {}
            }
        }
    }
    assert!(read > 200, "only {read} answers were read");
}

fn is_other(kind: &ItemKind) -> bool {
    matches!(kind, ItemKind::Other(_))
}
