//! The queue of a thread, on the real codex app-server.

use engine::Options;
use engine::id::QueuedId;
use engine::intent::{MessageIntent, QueueIntent, ReadIntent};
use loopback::Step;
use threadloft_tests::engine_fixture::{Client, EngineFixture, OpenEngine, choices, prompt};
use threadloft_tests::mirror::Snapshot;
use threadloft_tests::wire_tap::WireTap;
use threadloft_tests::{process, wait};

fn queue(seen: &Snapshot, id: &str) -> Vec<String> {
    let all = seen.thread(id)["queue"].as_array().cloned().unwrap_or_default();
    all.iter().map(|one| one["text"].as_str().unwrap_or_default().to_owned()).collect()
}

fn queued(seen: &Snapshot, id: &str, text: &str) -> QueuedId {
    let all = seen.thread(id)["queue"].as_array().cloned().unwrap_or_default();
    let one = all.iter().find(|one| one["text"] == text).unwrap_or_else(|| panic!("{text} does not wait"));
    QueuedId::from(one["id"].as_str().unwrap())
}

fn prompts(seen: &Snapshot, id: &str) -> Vec<String> {
    let rows = seen.rows(id);
    rows.iter().filter_map(|row| row.strip_prefix("prompt: ")).map(|row| row.trim().to_owned()).collect()
}

fn turns(seen: &Snapshot, id: &str) -> usize {
    seen.thread(id)["turns"].as_array().map_or(0, Vec::len)
}

async fn queues(client: &Client, thread: &engine::id::ThreadId, text: &str) {
    client.perform(QueueIntent::Queue { thread: thread.clone(), prompt: prompt(text), choices: choices() }).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn queued_messages_can_be_edited_reordered_or_removed() {
    let fixture = EngineFixture::new().await;
    let opened = fixture.open();
    edited_ordered_removed_and_sent(&fixture, opened).await;
}

#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
mod without_a_queue {
    use super::*;

    fn older(fixture: &EngineFixture) -> Options {
        Options { codex: Some(threadloft_tests::older_codex()), ..fixture.options() }
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn we_keep_it_ourselves() {
        let fixture = EngineFixture::new().await;
        let options = older(&fixture);
        edited_ordered_removed_and_sent(&fixture, OpenEngine::open(options)).await;
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn our_own_queue_survives_a_restart() {
        let fixture = EngineFixture::new().await;
        let options = older(&fixture);
        survives(&fixture, &options).await;
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn what_is_going_out_is_no_longer_edited_or_removed() {
        let fixture = EngineFixture::new().await;
        fixture.model.say([Step::text("half a sent"), Step::Hang]);
        let opened = OpenEngine::open(older(&fixture));
        let mut client = opened.window("main");
        client.ready().await;
        let thread = client.start_thread(&fixture.project(), "begin").await;
        let id = thread.as_str();
        client.mirror.until("it runs", |seen| seen.has_row(id, "half a sent")).await;
        queues(&client, &thread, "as it was").await;
        client.perform(MessageIntent::Interrupt { thread: thread.clone() }).await;
        client.mirror.until("it is interrupted", |seen| seen.turn(id) == "interrupted").await;
        client.mirror.until("it still waits", |seen| queue(seen, id) == ["as it was"]).await;
        let it = queued(&client.mirror.seen, id, "as it was");
        let pid = opened.diagnostics().await.server_pid.expect("it runs");
        process::halt(pid).await;
        let send = QueueIntent::SendQueued { thread: thread.clone(), queued: it.clone(), choices: choices() };
        let (engine, window) = (client.engine.clone(), client.window.clone());
        let sent = tokio::spawn(async move { engine.act(window, send).await });
        let edit =
            |text: &str| QueueIntent::EditQueued { thread: thread.clone(), queued: it.clone(), text: text.into() };
        wait::until("it goes out", async || client.act(edit("as it was")).await.is_err()).await;
        assert!(client.act(edit("quite different")).await.is_err());
        assert!(client.act(QueueIntent::RemoveQueued { thread: thread.clone(), queued: it.clone() }).await.is_err());
        process::signal("CONT", &[pid]);
        sent.await.unwrap().unwrap();
        client.mirror.until("it was sent", |seen| turns(seen, id) == 2 && seen.turn(id) == "done").await;
        assert_eq!(prompts(&client.mirror.seen, id), ["begin", "as it was"]);
        opened.engine.close().await;
    }
}

async fn edited_ordered_removed_and_sent(fixture: &EngineFixture, opened: OpenEngine) {
    fixture.model.say([Step::text("thinking of it"), Step::Wait("go".into())]);
    let mut client = opened.window("main");
    client.ready().await;
    let thread = client.start_thread(&fixture.project(), "begin").await;
    let id = thread.as_str();
    client.mirror.until("it runs", |seen| seen.has_row(id, "thinking of it")).await;
    for text in ["one", "two", "three", "four"] {
        queues(&client, &thread, text).await;
    }
    client.mirror.until("four wait", |seen| queue(seen, id) == ["one", "two", "three", "four"]).await;
    let [one, two, three, four] = ["one", "two", "three", "four"].map(|text| queued(&client.mirror.seen, id, text));
    client
        .perform(QueueIntent::EditQueued {
            thread: thread.clone(),
            queued: two.clone(),
            text: "two, but better".into(),
        })
        .await;
    client.perform(QueueIntent::OrderQueue { thread: thread.clone(), order: vec![three.clone(), two, one] }).await;
    client.perform(QueueIntent::RemoveQueued { thread: thread.clone(), queued: four }).await;
    client.mirror.until("three wait", |seen| queue(seen, id) == ["three", "two, but better", "one"]).await;
    let empty = QueueIntent::EditQueued { thread: thread.clone(), queued: three, text: "  ".into() };
    assert!(client.act(empty).await.is_err());
    fixture.model.gate("go").open();
    client.mirror.until("all were sent", |seen| turns(seen, id) == 4 && seen.turn(id) == "done").await;
    assert_eq!(prompts(&client.mirror.seen, id), ["begin", "three", "two, but better", "one"]);
    client.mirror.until("nothing waits", |seen| queue(seen, id).is_empty()).await;
    opened.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_said_into_a_running_turn_steers_exactly_that_turn() {
    let fixture = EngineFixture::new().await;
    fixture.model.say([Step::text("thinking of it"), Step::Wait("go".into())]);
    let wire_tap = WireTap::in_folder(&fixture.at("heard"));
    let opened = OpenEngine::open(Options { codex: Some(wire_tap.program()), ..fixture.options() });
    let mut client = opened.window("main");
    client.ready().await;
    let thread = client.start_thread(&fixture.project(), "begin").await;
    let id = thread.as_str();
    client.mirror.until("it runs", |seen| seen.has_row(id, "thinking of it")).await;
    client.send(&thread, "and of this").await;
    fixture.model.gate("go").open();
    client.mirror.until("it is done", |seen| seen.turn(id) == "done").await;
    assert_eq!(
        (turns(&client.mirror.seen, id), prompts(&client.mirror.seen, id)),
        (1, vec!["begin".to_owned(), "and of this".to_owned()])
    );
    let steered = wire_tap.params("turn/steer");
    assert_eq!((steered.len(), wire_tap.params("turn/start").len()), (1, 1));
    assert_eq!(steered[0]["expectedTurnId"], client.mirror.seen.thread(id)["turns"][0]["id"]);
    assert_eq!(steered[0]["input"][0]["text"], "and of this");
    opened.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_queued_message_can_be_sent_into_the_running_turn() {
    let fixture = EngineFixture::new().await;
    fixture.model.say([Step::text("thinking of it"), Step::Wait("go".into())]);
    let opened = fixture.open();
    let mut client = opened.window("main");
    client.ready().await;
    let thread = client.start_thread(&fixture.project(), "begin").await;
    let id = thread.as_str();
    client.mirror.until("it runs", |seen| seen.has_row(id, "thinking of it")).await;
    queues(&client, &thread, "later").await;
    queues(&client, &thread, "sooner").await;
    client.mirror.until("both wait", |seen| queue(seen, id).len() == 2).await;
    let sooner = queued(&client.mirror.seen, id, "sooner");
    let now = QueueIntent::SendQueued { thread: thread.clone(), queued: sooner.clone(), choices: choices() };
    client.perform(now).await;
    client.mirror.until("one waits", |seen| queue(seen, id) == ["later"]).await;
    fixture.model.gate("go").open();
    client.mirror.until("both turns are done", |seen| turns(seen, id) == 2 && seen.turn(id) == "done").await;
    assert_eq!(prompts(&client.mirror.seen, id), ["begin", "sooner", "later"]);
    let again = QueueIntent::SendQueued { thread: thread.clone(), queued: sooner, choices: choices() };
    assert!(client.act(again).await.is_err(), "it was sent once");
    opened.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_interrupted_queue_survives_a_restart() {
    let fixture = EngineFixture::new().await;
    survives(&fixture, &fixture.options()).await;
}

async fn survives(fixture: &EngineFixture, options: &Options) {
    fixture.model.say([Step::text("half a sent"), Step::Hang]);
    let opened = OpenEngine::open(options.clone());
    let mut client = opened.window("main");
    client.ready().await;
    let thread = client.start_thread(&fixture.project(), "begin").await;
    let id = thread.as_str();
    client.mirror.until("it runs", |seen| seen.has_row(id, "half a sent")).await;
    queues(&client, &thread, "first").await;
    queues(&client, &thread, "second").await;
    client.perform(MessageIntent::Interrupt { thread: thread.clone() }).await;
    client.mirror.until("it is interrupted", |seen| seen.turn(id) == "interrupted").await;
    client.mirror.until("both still wait", |seen| queue(seen, id) == ["first", "second"]).await;
    opened.engine.close().await;

    let opened = OpenEngine::open(options.clone());
    let mut client = opened.window("main");
    client.ready().await;
    client.open(&thread).await;
    client.mirror.until("both wait again", |seen| queue(seen, id) == ["first", "second"]).await;
    let first = queued(&client.mirror.seen, id, "first");
    client.perform(QueueIntent::SendQueued { thread: thread.clone(), queued: first, choices: choices() }).await;
    client.mirror.until("both were sent", |seen| turns(seen, id) == 3 && seen.turn(id) == "done").await;
    assert_eq!(prompts(&client.mirror.seen, id), ["begin", "first", "second"]);
    opened.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_queued_goes_on_in_a_thread_that_nobody_looks_at() {
    let fixture = EngineFixture::new().await;
    fixture.model.say([Step::text("thinking of it"), Step::Wait("go".into())]);
    let opened = fixture.open();
    let mut client = opened.window("main");
    client.ready().await;
    let thread = client.start_thread(&fixture.project(), "begin").await;
    let id = thread.as_str();
    client.mirror.until("it runs", |seen| seen.has_row(id, "thinking of it")).await;
    queues(&client, &thread, "first").await;
    queues(&client, &thread, "second").await;
    client.perform(ReadIntent::CloseThread { thread: thread.clone() }).await;
    fixture.model.gate("go").open();
    let answered = || fixture.model.requests().iter().filter(|asked| asked.path.ends_with("/responses")).count();
    wait::until("all three were asked", async || answered() >= 3).await;
    client.open(&thread).await;
    client.mirror.until("all are done", |seen| turns(seen, id) == 3 && seen.turn(id) == "done").await;
    assert_eq!(prompts(&client.mirror.seen, id), ["begin", "first", "second"]);
    opened.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn queueing_a_message_leaves_other_drafts_alone() {
    let fixture = EngineFixture::new().await;
    fixture.model.say([Step::text("thinking of it"), Step::Wait("go".into())]);
    let opened = fixture.open();
    let mut client = opened.window("main");
    client.ready().await;
    let thread = client.start_thread(&fixture.project(), "begin").await;
    let id = thread.as_str();
    client.mirror.until("it runs", |seen| seen.has_row(id, "thinking of it")).await;
    for (n, (written, said, left)) in
        [("written elsewhere", "one", "written elsewhere"), ("tw", "two", "")].into_iter().enumerate()
    {
        let draft =
            MessageIntent::SaveDraft { thread: Some(thread.clone()), text: written.into(), attached: Vec::new() };
        client.perform(draft).await;
        queues(&client, &thread, said).await;
        let mut other = opened.window(&format!("other-{n}"));
        other.ready().await;
        other.open(&thread).await;
        other.mirror.until("it is open", |seen| seen.thread(id).is_object()).await;
        assert_eq!(other.mirror.seen.thread(id)["draft"], left);
    }
    fixture.model.gate("go").open();
    client.wait_for_turns(id, 3, "done").await;
    opened.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn queued_while_nothing_runs_is_sent_at_once() {
    let fixture = EngineFixture::new().await;
    let opened = fixture.open();
    let mut client = opened.window("main");
    client.ready().await;
    let thread = client.start_thread(&fixture.project(), "begin").await;
    let id = thread.as_str();
    client.mirror.until("it is done", |seen| seen.turn(id) == "done").await;
    queues(&client, &thread, "at once").await;
    client.mirror.until("both are done", |seen| turns(seen, id) == 2 && seen.turn(id) == "done").await;
    assert_eq!(client.mirror.seen.thread(id)["draft"], "");
    opened.engine.close().await;
}
