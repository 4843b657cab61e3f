//! Answers requests without a window.

use crate::engine_fixture::{Client, EngineFixture, OpenEngine};
use engine::ask::{Answer, Decision};
use engine::failure::Failure;
use engine::id::{AskId, ThreadId};
use engine::intent::{ApprovalIntent, Receipt};
use loopback::{Step, Turn};
use serde_json::{Value, json};

/// An engine on the real server, a client, and a thread with one finished turn.
pub async fn at_work(fixture: &EngineFixture) -> (OpenEngine, Client, ThreadId) {
    begin(OpenEngine::open(fixture.options()), fixture).await
}

pub async fn begin(opened: OpenEngine, fixture: &EngineFixture) -> (OpenEngine, Client, ThreadId) {
    let mut client = opened.window("main");
    client.ready().await;
    let thread = client.start_thread(&fixture.project(), "hello").await;
    client.wait_for_turns(thread.as_str(), 1, "done").await;
    (opened, client, thread)
}

/// Makes the model take this step and then end the turn.
pub fn script(fixture: &EngineFixture, step: Step) {
    fixture.model.say(step);
    fixture.model.say(Turn::text("That is that."));
}

pub fn patch(file: &str) -> Step {
    Step::patch(&format!("*** Begin Patch\n*** Add File: {file}\n+some words\n*** End Patch\n"))
}

/// Injects a request during a turn, answers it, and returns the reply that we sent to the server.
pub async fn inject(
    client: &mut Client,
    fixture: &EngineFixture,
    thread: &ThreadId,
    turn: usize,
    frame: Value,
    answer: Option<Answer>,
) -> Value {
    let replies = fixture.at("home/replies.jsonl");
    let lines = |text: &str| text.lines().count();
    let before = lines(&std::fs::read_to_string(&replies).unwrap_or_default());
    let gate = format!("inject {turn}");
    fixture.model.say([Step::wait(&gate), Step::text("Heard.")]);
    client.send(thread, &format!("INJECT:{}", json!([frame]))).await;
    if let Some(answer) = answer {
        client.mirror.until("it is asked", |seen| seen.0["asks"].as_array().is_some_and(|asks| !asks.is_empty())).await;
        let ask = client.mirror.seen.0["asks"][0].clone();
        client.answer(&ask, answer).await;
    }
    let path = replies.clone();
    crate::wait::until("a reply", async || {
        std::fs::read_to_string(&path).is_ok_and(|text| text.lines().count() > before && text.ends_with('\n'))
    })
    .await;
    fixture.model.gate(&gate).open();
    client.wait_for_turns(thread.as_str(), turn, "done").await;
    let text = std::fs::read_to_string(&replies).unwrap_or_default();
    text.lines().last().and_then(|line| serde_json::from_str(line).ok()).unwrap_or_default()
}

impl Client {
    /// Waits for an ask of this kind and returns the oldest.
    pub async fn wait_for_ask(&mut self, kind: &str) -> Value {
        self.mirror.until(&format!("a {kind} is asked"), |seen| find(&seen.0, kind).is_some()).await;
        find(&self.mirror.seen.0, kind).unwrap_or_default()
    }

    pub async fn try_answer(&self, ask: &Value, answer: Answer) -> Result<Receipt, Failure> {
        let ask = AskId(ask["id"].as_str().unwrap_or_default().to_owned());
        self.act(ApprovalIntent::Answer { ask, answer }).await
    }

    pub async fn answer(&self, ask: &Value, answer: Answer) {
        self.try_answer(ask, answer).await.unwrap_or_else(|why| panic!("{ask:#}: {why}"));
    }

    pub async fn decide(&self, ask: &Value, decision: Decision) {
        self.answer(ask, Answer::Decide { decision }).await;
    }

    /// Waits until this many turns of the thread have ended, the last one in `state`.
    pub async fn wait_for_turns(&mut self, thread: &str, turns: usize, state: &str) {
        let count = |seen: &crate::mirror::Snapshot| seen.thread(thread)["turns"].as_array().map_or(0, Vec::len);
        let so = |seen: &crate::mirror::Snapshot| count(seen) == turns && seen.turn(thread) == state;
        self.mirror.until(&format!("turn {turns} is {state}"), so).await;
    }

    /// The state of the last row of this kind.
    pub fn last_row(&self, thread: &str, kind: &str) -> Value {
        let rows = self.mirror.seen.thread(thread)["rows"].as_array().cloned().unwrap_or_default();
        rows.into_iter().rev().find(|row| row["body"]["kind"] == kind).unwrap_or_default()
    }
}

fn find(seen: &Value, kind: &str) -> Option<Value> {
    seen["asks"].as_array()?.iter().find(|ask| ask["body"]["kind"] == kind).cloned()
}

/// All decisions that a card offers, those in the menu last.
pub fn decisions(ask: &Value) -> Vec<Decision> {
    let all =
        ["offered", "also"].into_iter().flat_map(|list| ask["body"][list].as_array().cloned().unwrap_or_default());
    all.filter_map(|one| serde_json::from_value(one).ok()).collect()
}

impl EngineFixture {
    /// The outputs of tools in the model's last request, oldest first.
    pub fn heard(&self) -> Vec<String> {
        let last = self.model.requests().into_iter().rev().find(|request| request.path.ends_with("/responses"));
        let input = last.map(|request| request.body["input"].as_array().cloned().unwrap_or_default());
        let outputs = input.unwrap_or_default().into_iter().filter_map(|item| item.get("output").map(Value::to_string));
        outputs.collect()
    }

    /// Every file in the data folder that contains this text: the database, a log, anything.
    pub fn holding(&self, words: &str) -> Vec<std::path::PathBuf> {
        fn gather(folder: &std::path::Path, words: &[u8], out: &mut Vec<std::path::PathBuf>) {
            for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
                let path = entry.path();
                if path.is_dir() {
                    gather(&path, words, out);
                } else if std::fs::read(&path).is_ok_and(|text| text.windows(words.len()).any(|part| part == words)) {
                    out.push(path);
                }
            }
        }
        let mut out = Vec::new();
        gather(&self.at("data"), words.as_bytes(), &mut out);
        out
    }
}
