//! Queued messages on their way, on the real codex app-server: into a running turn when the server dies, and from an
//! older server to a newer one.

use engine::id::{QueuedId, ThreadId};
use engine::intent::{MessageIntent, QueueIntent};
use loopback::Step;
use threadloft_tests::engine_fixture::{Client, EngineFixture, OpenEngine, choices, prompt};
use threadloft_tests::mirror::Snapshot;

fn queue(seen: &Snapshot, id: &str) -> Vec<String> {
    let all = seen.thread(id)["queue"].as_array().cloned().unwrap_or_default();
    all.iter().map(|one| one["text"].as_str().unwrap_or_default().to_owned()).collect()
}

fn first(seen: &Snapshot, id: &str) -> QueuedId {
    QueuedId::from(seen.thread(id)["queue"][0]["id"].as_str().expect("something waits"))
}

fn prompts(seen: &Snapshot, id: &str) -> Vec<String> {
    let rows = seen.rows(id);
    rows.iter().filter_map(|row| row.strip_prefix("prompt: ")).map(|row| row.trim().to_owned()).collect()
}

async fn running(client: &mut Client, fixture: &EngineFixture) -> ThreadId {
    fixture.model.say([Step::text("thinking of it"), Step::Hang]);
    client.ready().await;
    let thread = client.start_thread(&fixture.project(), "begin").await;
    let id = thread.as_str();
    client.mirror.until("it runs", |seen| seen.has_row(id, "thinking of it")).await;
    thread
}

async fn queues(client: &Client, thread: &ThreadId, text: &str) {
    client.perform(QueueIntent::Queue { thread: thread.clone(), prompt: prompt(text), choices: choices() }).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_message_lost_with_codex_waits_in_the_queue_again() {
    let fixture = EngineFixture::new().await;
    let mut options = fixture.options();
    options.env.push(("INJECTOR_CODEX".into(), threadloft_tests::codex().display().to_string()));
    options.env.push(("INJECTOR_DIES_AT".into(), "turn/steer".into()));
    options.codex = Some(env!("CARGO_BIN_EXE_injector").into());
    let opened = OpenEngine::open(options);
    let mut client = opened.window("main");
    let thread = running(&mut client, &fixture).await;
    let id = thread.as_str();
    queues(&client, &thread, "sooner").await;
    queues(&client, &thread, "later").await;
    client.mirror.until("both wait", |seen| queue(seen, id) == ["sooner", "later"]).await;
    let queued = first(&client.mirror.seen, id);
    let now = QueueIntent::SendQueued { thread: thread.clone(), queued, choices: choices() };
    assert!(client.act(now).await.is_err(), "codex died");
    client.mirror.until("it runs no more", |seen| seen.turn(id) == "interrupted").await;
    client.ready().await;
    client.mirror.until("both wait again", |seen| queue(seen, id) == ["sooner", "later"]).await;
    assert_eq!(prompts(&client.mirror.seen, id), ["begin"]);
    opened.engine.close().await;
    // It is there only once, also after a restart.
    let opened = fixture.open();
    let mut client = opened.window("main");
    client.ready().await;
    client.open(&thread).await;
    client.mirror.until("both wait still", |seen| queue(seen, id) == ["sooner", "later"]).await;
    let queued = first(&client.mirror.seen, id);
    client.perform(QueueIntent::SendQueued { thread: thread.clone(), queued, choices: choices() }).await;
    client.mirror.until("both were sent", |seen| prompts(seen, id).len() == 3 && seen.turn(id) == "done").await;
    assert_eq!(prompts(&client.mirror.seen, id), ["begin", "sooner", "later"]);
    opened.engine.close().await;
}

#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
#[tokio::test(flavor = "multi_thread")]
async fn what_waited_with_us_is_taken_over_by_a_newer_codex() {
    let fixture = EngineFixture::new().await;
    let older = engine::Options { codex: Some(threadloft_tests::older_codex()), ..fixture.options() };
    let opened = OpenEngine::open(older);
    let mut client = opened.window("main");
    let thread = running(&mut client, &fixture).await;
    let id = thread.as_str();
    queues(&client, &thread, "first").await;
    queues(&client, &thread, "second").await;
    client.perform(MessageIntent::Interrupt { thread: thread.clone() }).await;
    client.mirror.until("both wait with us", |seen| queue(seen, id) == ["first", "second"]).await;
    let ours = first(&client.mirror.seen, id);
    opened.engine.close().await;

    let opened = fixture.open();
    let mut client = opened.window("main");
    client.ready().await;
    client.open(&thread).await;
    let taken = |seen: &Snapshot| queue(seen, id) == ["first", "second"] && first(seen, id) != ours;
    client.mirror.until("they wait with codex", taken).await;
    let queued = first(&client.mirror.seen, id);
    client.perform(QueueIntent::SendQueued { thread: thread.clone(), queued, choices: choices() }).await;
    client.mirror.until("both were sent", |seen| prompts(seen, id).len() == 3 && seen.turn(id) == "done").await;
    assert_eq!(prompts(&client.mirror.seen, id), ["begin", "first", "second"]);
    opened.engine.close().await;
}
