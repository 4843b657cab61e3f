//! A window's copy of the state, kept by the same rules as the UI's `mirror.ts`.

use serde_json::{Value, json};
use std::time::Duration;
use tokio::sync::mpsc;

/// Only ends a test that hangs.
const CEILING: Duration = Duration::from_secs(60);

pub struct Mirror {
    tell: mpsc::UnboundedSender<String>,
    batches: mpsc::UnboundedReceiver<String>,
    /// A `Snapshot`, as JSON.
    pub seen: Snapshot,
    /// The type of every change so far, in order.
    pub kinds: Vec<String>,
    /// The number of changes in every batch so far.
    pub sizes: Vec<usize>,
}

#[derive(Debug, Clone, PartialEq)]
pub struct Snapshot(pub Value);

impl Default for Mirror {
    fn default() -> Self {
        Self::new()
    }
}

impl Mirror {
    pub fn new() -> Self {
        let (tell, batches) = mpsc::unbounded_channel();
        Self { tell, batches, seen: Snapshot(Value::Null), kinds: Vec::new(), sizes: Vec::new() }
    }

    pub fn listener(&self) -> Box<dyn Fn(String) -> bool + Send + Sync> {
        let tell = self.tell.clone();
        Box::new(move |batch| tell.send(batch).is_ok())
    }

    /// Applies changes until the condition holds.
    pub async fn until(&mut self, what: &str, so: impl Fn(&Snapshot) -> bool) {
        let waiting = async {
            while !so(&self.seen) {
                let batch = self.batches.recv().await.unwrap_or_else(|| panic!("the engine is gone"));
                self.copy(&batch);
            }
        };
        let waited = tokio::time::timeout(CEILING, waiting).await;
        assert!(waited.is_ok(), "waited in vain until {what}; seen:\n{:#}", self.seen.0);
    }

    /// Waits for the next batch and applies it.
    pub async fn next(&mut self) {
        let batch = tokio::time::timeout(CEILING, self.batches.recv()).await.ok().flatten();
        self.copy(&batch.unwrap_or_else(|| panic!("nothing more came; seen:\n{:#}", self.seen.0)));
    }

    /// Applies what has already arrived.
    pub fn catch_up(&mut self) {
        while let Ok(batch) = self.batches.try_recv() {
            self.copy(&batch);
        }
    }

    fn copy(&mut self, batch: &str) {
        let changes: Vec<Value> = serde_json::from_str(batch).unwrap_or_else(|why| panic!("no batch: {why}"));
        self.sizes.push(changes.len());
        for change in changes {
            self.kinds.push(change["type"].as_str().unwrap_or_default().to_owned());
            self.seen.apply(change);
        }
    }
}

impl Snapshot {
    pub fn phase(&self) -> &str {
        self.0["server"]["phase"]["kind"].as_str().unwrap_or_default()
    }

    pub fn thread(&self, id: &str) -> &Value {
        find(&self.0["open"], id)
    }

    pub fn line(&self, id: &str) -> &Value {
        find(&self.0["threads"], id)
    }

    /// The state of the last turn of an open thread.
    pub fn turn(&self, id: &str) -> &str {
        let turns = self.thread(id)["turns"].as_array();
        turns.and_then(|turns| turns.last()?["state"].as_str()).unwrap_or_default()
    }

    /// The rows of an open thread as `kind: text`, tags removed.
    pub fn rows(&self, id: &str) -> Vec<String> {
        let rows = self.thread(id)["rows"].as_array().cloned().unwrap_or_default();
        rows.iter()
            .map(|row| format!("{}: {}", row["body"]["kind"].as_str().unwrap_or_default(), text(&row["body"])))
            .collect()
    }

    pub fn has_row(&self, id: &str, part: &str) -> bool {
        self.rows(id).iter().any(|row| row.contains(part))
    }

    fn apply(&mut self, change: Value) {
        let kind = change["type"].as_str().unwrap_or_default().to_owned();
        let whole = &mut self.0;
        match kind.as_str() {
            "reset" => *whole = change["snapshot"].clone(),
            "serverPut" => whole["server"] = change["server"].clone(),
            "threadsPut" => each(&change["threads"], |line| put(&mut whole["threads"], line)),
            "threadsGone" => each(&change["threads"], |id| remove(&mut whole["threads"], id)),
            "listPut" => whole["list"] = change["list"].clone(),
            "threadPut" => put(&mut whole["open"], &change["thread"]),
            "threadLost" | "threadLeft" => remove(&mut whole["open"], &change["thread"]),
            "askPut" => put(&mut whole["asks"], &change["ask"]),
            "askGone" => remove(&mut whole["asks"], &change["ask"]),
            "accountPut" => whole["account"] = change["account"].clone(),
            "limitsPut" => whole["limits"] = change["limits"].clone(),
            "loginPut" => whole["login"] = change["login"].clone(),
            "accessPut" => whole["access"] = change["access"].clone(),
            "bannerPut" => put(&mut whole["banners"], &change["banner"]),
            "bannerGone" => remove(&mut whole["banners"], &change["banner"]),
            "revisionsPut" => whole["revisions"] = change["revisions"].clone(),
            "environmentPut" => whole["environment"] = change["environment"].clone(),
            "settingsPut" => whole["settings"] = change["settings"].clone(),
            "draftPut" if change["thread"].is_null() => whole["newDraft"] = change["text"].clone(),
            "draftBack" if change["thread"].is_null() => come_back(&mut whole["newDraft"], &change),
            _ => self.apply_to_thread(&kind, &change),
        }
    }

    fn apply_to_thread(&mut self, kind: &str, change: &Value) {
        let id = change["thread"].clone();
        let open = self.0["open"].as_array_mut().and_then(|open| open.iter_mut().find(|thread| thread["id"] == id));
        let Some(thread) = open else { panic!("{kind} for a thread this window has not open") };
        match kind {
            "headPut" => thread["head"] = change["head"].clone(),
            "turnPut" => put(&mut thread["turns"], &change["turn"]),
            "rowPut" => put(&mut thread["rows"], &change["row"]),
            "diffPut" => thread["diff"] = change["files"].clone(),
            "queuePut" => thread["queue"] = change["queue"].clone(),
            "sentPut" => thread["sent"] = change["sent"].clone(),
            "draftPut" => {
                thread["draft"] = change["text"].clone();
                thread["attached"] = change["attached"].clone();
            }
            "draftBack" => come_back(&mut thread["draft"], change),
            "terminalsPut" => thread["terminals"] = change["terminals"].clone(),
            "terminalPut" => put(&mut thread["tabs"], &change["terminal"]),
            "terminalGone" => remove(&mut thread["tabs"], &change["terminal"]),
            "screenPut" => draw(thread, change),
            "olderPut" => {
                for part in ["turns", "rows"] {
                    let mut all = change[part].as_array().cloned().unwrap_or_default();
                    all.extend(thread[part].as_array().cloned().unwrap_or_default());
                    thread[part] = json!(all);
                }
                thread["more"] = change["more"].clone();
            }
            "newerPut" => {
                for part in ["turns", "rows"] {
                    let mut all = thread[part].as_array().cloned().unwrap_or_default();
                    all.extend(change[part].as_array().cloned().unwrap_or_default());
                    thread[part] = json!(all);
                }
                thread["newer"] = change["newer"].clone();
            }
            "blocksPut" => {
                let from = change["from"].as_u64().unwrap_or_default() as usize;
                let blocks = &mut row(thread, change)["body"]["blocks"];
                let mut held = blocks.as_array().cloned().unwrap_or_default();
                held.truncate(from);
                held.extend(change["blocks"].as_array().cloned().unwrap_or_default());
                *blocks = json!(held);
            }
            "codeGrew" => {
                let blocks = row(thread, change)["body"]["blocks"].as_array_mut();
                let last = blocks.and_then(|blocks| blocks.last_mut()).unwrap_or_else(|| panic!("no block grows"));
                let html = format!(
                    "{}{}",
                    last["html"].as_str().unwrap_or_default(),
                    change["html"].as_str().unwrap_or_default()
                );
                last["html"] = json!(html);
            }
            "rowEnded" => {
                let row = row(thread, change);
                (row["state"], row["endedMs"]) = (change["state"].clone(), change["endedMs"].clone());
            }
            "rowGone" => remove(&mut thread["rows"], &change["row"]),
            "outputPut" => row(thread, change)["body"]["output"] = change["output"].clone(),
            other => panic!("a change this mirror does not know: {other}"),
        }
    }
}

/// A message that could not be sent goes before what was typed since.
fn come_back(draft: &mut Value, change: &Value) {
    let (back, since) = (change["text"].as_str().unwrap_or_default(), draft.as_str().unwrap_or_default());
    *draft = json!(if since.is_empty() { back.to_owned() } else { format!("{back}\n{since}") });
}

/// Replaces the changed rows of a terminal's screen.
fn draw(thread: &mut Value, change: &Value) {
    let tabs = thread["tabs"].as_array_mut();
    let held = tabs.and_then(|tabs| tabs.iter_mut().find(|tab| tab["id"] == change["terminal"]));
    let screen = &mut held.unwrap_or_else(|| panic!("no terminal {} to draw", change["terminal"]))["screen"];
    let height = change["screen"]["height"].as_u64().unwrap_or_default() as usize;
    let mut rows = screen["rows"].as_array().cloned().unwrap_or_default();
    rows.resize(height, json!(""));
    for one in change["screen"]["changed"].as_array().into_iter().flatten() {
        rows[one[0].as_u64().unwrap_or_default() as usize] = one[1].clone();
    }
    screen["rows"] = json!(rows);
    for part in ["columns", "cursor", "history", "title"] {
        screen[part] = change["screen"][part].clone();
    }
}

fn row<'a>(thread: &'a mut Value, change: &Value) -> &'a mut Value {
    let rows = thread["rows"].as_array_mut();
    let held = rows.and_then(|rows| rows.iter_mut().find(|row| row["id"] == change["row"]));
    held.unwrap_or_else(|| panic!("no row {} to change", change["row"]))
}

fn each(list: &Value, mut with: impl FnMut(&Value)) {
    list.as_array().into_iter().flatten().for_each(&mut with);
}

fn find<'a>(list: &'a Value, id: &str) -> &'a Value {
    const NONE: &Value = &Value::Null;
    list.as_array().and_then(|list| list.iter().find(|held| held["id"] == id)).unwrap_or(NONE)
}

/// Replaces the element with the same id, or appends.
fn put(list: &mut Value, new: &Value) {
    let Some(list) = list.as_array_mut() else { return };
    match list.iter_mut().find(|held| held["id"] == new["id"]) {
        Some(held) => *held = new.clone(),
        None => list.push(new.clone()),
    }
}

fn remove(list: &mut Value, id: &Value) {
    if let Some(list) = list.as_array_mut() {
        list.retain(|held| held["id"] != *id);
    }
}

/// All text in a row's body, without tags.
fn text(body: &Value) -> String {
    fn gather(value: &Value, out: &mut String) {
        match value {
            Value::String(text) => {
                out.push_str(text);
                out.push(' ');
            }
            Value::Array(values) => values.iter().for_each(|value| gather(value, out)),
            Value::Object(fields) => {
                fields.iter().filter(|(key, _)| *key != "kind").for_each(|(_, value)| gather(value, out))
            }
            _ => {}
        }
    }
    let mut all = String::new();
    gather(body, &mut all);
    let mut out = String::new();
    let mut inside_tag = false;
    for c in all.chars() {
        match c {
            '<' => inside_tag = true,
            '>' => inside_tag = false,
            c if !inside_tag => out.push(c),
            _ => {}
        }
    }
    out
}
