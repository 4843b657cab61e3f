//! Turns that cannot be steered, on the real codex app-server: a review, a compaction.

use engine::Options;
use engine::failure::Code;
use engine::id::{QueuedId, ThreadId};
use engine::intent::{Ground, MessageIntent, QueueIntent, Target, ThreadIntent};
use engine::run::{Place, RunError, TurnOptions};
use loopback::Step;
use serde_json::Value;
use threadloft_tests::asks::{at_work, begin};
use threadloft_tests::engine_fixture::{Client, EngineFixture, OpenEngine, choices, prompt};
use threadloft_tests::mirror::Snapshot;

fn texts(list: &Value) -> Vec<&str> {
    let all = list.as_array().map(Vec::as_slice).unwrap_or_default();
    all.iter().filter_map(|one| one["text"].as_str()).collect()
}

fn waits(seen: &Snapshot, thread: &ThreadId, text: &str) -> bool {
    let thread = seen.thread(thread.as_str());
    texts(&thread["queue"]) == [text] && thread["sent"].as_array().is_some_and(Vec::is_empty) && thread["draft"] == ""
}

fn head<'a>(seen: &'a Snapshot, thread: &ThreadId) -> &'a Value {
    &seen.thread(thread.as_str())["head"]
}

fn is_still(seen: &Snapshot, thread: &ThreadId) -> bool {
    head(seen, thread)["running"].is_null() && texts(&seen.thread(thread.as_str())["queue"]).is_empty()
}

/// A review that runs until the gate `go` opens.
async fn reviews(fixture: &EngineFixture, client: &mut Client, thread: &ThreadId) {
    fixture.model.say([Step::text("looking at it"), Step::Wait("go".into())]);
    let target = Target::Custom { instructions: "Look at the hull.".into() };
    let at = Ground::Thread { thread: thread.clone() };
    client.perform(MessageIntent::Review { at, target, choices: choices() }).await;
    fixture.model.gate("go").reached(1).await;
    client.mirror.until("it runs", |seen| !head(seen, thread)["running"].is_null()).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_said_while_a_review_runs_waits_for_its_end() {
    let fixture = EngineFixture::new().await;
    let opened = fixture.open();
    said_after_the_review(&fixture, opened).await;
}

/// This server has no queue, and would keep the message for a turn that never starts.
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
#[tokio::test(flavor = "multi_thread")]
async fn so_it_does_with_an_older_codex() {
    let fixture = EngineFixture::new().await;
    let opened = OpenEngine::open(Options { codex: Some(threadloft_tests::older_codex()), ..fixture.options() });
    said_after_the_review(&fixture, opened).await;
}

async fn said_after_the_review(fixture: &EngineFixture, opened: OpenEngine) {
    let (opened, mut client, thread) = begin(opened, fixture).await;
    reviews(fixture, &mut client, &thread).await;
    client.send(&thread, "mind the mast").await;
    client.mirror.until("it waits", |seen| waits(seen, &thread, "mind the mast")).await;
    assert!(!head(&client.mirror.seen, &thread)["running"].is_null(), "the review goes on");
    fixture.model.gate("go").open();
    let said = |seen: &Snapshot| seen.has_row(thread.as_str(), "prompt: mind the mast") && is_still(seen, &thread);
    client.mirror.until("it was said after the review", said).await;
    assert_eq!(client.mirror.seen.turn(thread.as_str()), "done");
    opened.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn stopping_a_review_keeps_the_queue() {
    let fixture = EngineFixture::new().await;
    let (opened, mut client, thread) = at_work(&fixture).await;
    reviews(&fixture, &mut client, &thread).await;
    client.send(&thread, "mind the mast").await;
    client.mirror.until("it waits", |seen| waits(seen, &thread, "mind the mast")).await;
    // It cannot be steered into the review either, and stays in the queue.
    let id = QueuedId::from(client.mirror.seen.thread(thread.as_str())["queue"][0]["id"].as_str().unwrap());
    let now = QueueIntent::SendQueued { thread: thread.clone(), queued: id, choices: choices() };
    assert!(client.act(now).await.unwrap_err().message.contains("cannot take messages"));
    match opened
        .engine
        .run_turn(Place::Thread(thread.clone()), prompt("hear me"), choices(), TurnOptions::default(), |_| {})
        .await
    {
        Err(RunError::Refused(failure)) => assert_eq!(failure.code, Code::Refused),
        other => panic!("{other:?}"),
    }
    client.mirror.until("it waits again", |seen| waits(seen, &thread, "mind the mast")).await;
    client.perform(MessageIntent::Interrupt { thread: thread.clone() }).await;
    let stopped = |seen: &Snapshot| {
        head(seen, &thread)["running"].is_null() && head(seen, &thread)["state"]["kind"] == "interrupted"
    };
    client.mirror.until("it is stopped", stopped).await;
    assert!(waits(&client.mirror.seen, &thread, "mind the mast"));
    opened.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_said_while_a_thread_is_compacted_waits_for_its_end() {
    let fixture = EngineFixture::new().await;
    let (opened, mut client, thread) = at_work(&fixture).await;
    fixture.model.say([Step::text("in short"), Step::Wait("go".into())]);
    client.perform(ThreadIntent::Compact { thread: thread.clone() }).await;
    fixture.model.gate("go").reached(1).await;
    client.mirror.until("it runs", |seen| !head(seen, &thread)["running"].is_null()).await;
    client.send(&thread, "and then?").await;
    client.mirror.until("it waits", |seen| waits(seen, &thread, "and then?")).await;
    fixture.model.gate("go").open();
    let said = |seen: &Snapshot| seen.has_row(thread.as_str(), "prompt: and then?") && is_still(seen, &thread);
    client.mirror.until("it was said after it", said).await;
    opened.engine.close().await;
}
