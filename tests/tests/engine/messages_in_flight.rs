//! Messages on their way, on the real codex app-server: while a hook examines them, and when they fail to arrive.

use engine::id::ThreadId;
use engine::intent::{Attached, MessageIntent, Prompt, QueueIntent};
use threadloft_tests::asks::at_work;
use threadloft_tests::engine_fixture::{Client, EngineFixture, OpenEngine, choices, prompt};
use threadloft_tests::mirror::Snapshot;
use threadloft_tests::prompt_hook::PromptHook;

/// One red pixel.
const DOT: &str = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==";

/// A thread with one finished turn, and a hook that holds the next prompt.
async fn begun(fixture: &EngineFixture) -> (OpenEngine, Client, ThreadId, PromptHook) {
    let mut hook = PromptHook::on(&fixture.at("home"), fixture.at("tmp/hook"));
    let (opened, client, _) = at_work(fixture).await;
    hook.trust(&client, &fixture.project()).await;
    // A thread reads the hooks when it starts.
    let mut client = client;
    let thread = client.start_thread(&fixture.project(), "begin").await;
    hook.wait_for_run().await;
    hook.release();
    client.wait_for_turns(thread.as_str(), 1, "done").await;
    (opened, client, thread, hook)
}

fn sent(seen: &Snapshot, id: &str) -> Vec<String> {
    let all = seen.thread(id)["sent"].as_array().cloned().unwrap_or_default();
    all.iter().map(|row| row["body"]["text"].as_str().unwrap_or_default().to_owned()).collect()
}

fn prompts(seen: &Snapshot, id: &str) -> Vec<String> {
    let rows = seen.rows(id);
    rows.iter().filter_map(|row| row.strip_prefix("prompt: ")).map(|row| row.trim().to_owned()).collect()
}

fn queue(seen: &Snapshot, id: &str) -> Vec<String> {
    let all = seen.thread(id)["queue"].as_array().cloned().unwrap_or_default();
    all.iter().map(|one| one["text"].as_str().unwrap_or_default().to_owned()).collect()
}

fn draft(seen: &Snapshot, id: &str) -> String {
    seen.thread(id)["draft"].as_str().unwrap_or_default().to_owned()
}

/// How often the text occurs anywhere in the thread.
fn times(seen: &Snapshot, id: &str, text: &str) -> usize {
    [sent(seen, id), prompts(seen, id), queue(seen, id)].concat().iter().filter(|one| *one == text).count()
}

async fn writes(client: &Client, thread: &ThreadId, text: &str) {
    client
        .perform(MessageIntent::SaveDraft { thread: Some(thread.clone()), text: text.into(), attached: Vec::new() })
        .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_message_held_by_a_hook_is_shown_once_per_window() {
    let fixture = EngineFixture::new().await;
    let (opened, mut client, thread, mut hook) = begun(&fixture).await;
    let id = thread.as_str();
    let mut other = opened.window("other");
    other.ready().await;
    other.open(&thread).await;
    other.mirror.until("it is open", |seen| seen.turn(id) == "done").await;
    writes(&client, &thread, "look at th").await;
    client.send(&thread, "look at this").await;
    hook.wait_for_run().await;
    for client in [&mut client, &mut other] {
        client.mirror.until("it is being sent", |seen| sent(seen, id) == ["look at this"]).await;
        assert_eq!(prompts(&client.mirror.seen, id), ["begin"]);
    }
    // A reloaded page shows it too, and not as a draft as well.
    let mut client = opened.window("main");
    client.mirror.until("it is still being sent", |seen| sent(seen, id) == ["look at this"]).await;
    assert_eq!(draft(&client.mirror.seen, id), "");
    // The next message waits behind it, and then the hook gets that one.
    client.perform(QueueIntent::Queue { thread: thread.clone(), prompt: prompt("and this"), choices: choices() }).await;
    client.mirror.until("the next waits", |seen| queue(seen, id) == ["and this"]).await;
    hook.release();
    for client in [&mut client, &mut other] {
        let once = |seen: &Snapshot| {
            assert_eq!(times(seen, id, "look at this"), 1, "{:#}", seen.thread(id));
            prompts(seen, id) == ["begin", "look at this"]
        };
        client.mirror.until("it is there", once).await;
        assert!(sent(&client.mirror.seen, id).iter().all(|text| text == "and this"));
    }
    hook.wait_for_run().await;
    for client in [&mut client, &mut other] {
        client.mirror.until("the next is being sent", |seen| sent(seen, id) == ["and this"]).await;
        assert_eq!(queue(&client.mirror.seen, id), [""; 0]);
    }
    hook.release();
    for client in [&mut client, &mut other] {
        let once = |seen: &Snapshot| {
            assert_eq!(times(seen, id, "and this"), 1, "{:#}", seen.thread(id));
            prompts(seen, id) == ["begin", "look at this", "and this"]
        };
        client.mirror.until("it is there too", once).await;
        client.wait_for_turns(id, 3, "done").await;
        assert_eq!(draft(&client.mirror.seen, id), "");
    }
    opened.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_hook_refuses_or_a_person_stops_is_a_draft_again() {
    let fixture = EngineFixture::new().await;
    let (opened, mut client, thread, mut hook) = begun(&fixture).await;
    let id = thread.as_str();
    client.send(&thread, "never these").await;
    hook.wait_for_run().await;
    writes(&client, &thread, "written since").await;
    client.mirror.until("it is being sent", |seen| sent(seen, id) == ["never these"]).await;
    hook.refuse();
    // The page has typed nothing: the saved draft arrives with the thread.
    client.mirror.until("it is back", |seen| draft(seen, id).starts_with("never these")).await;
    client.wait_for_turns(id, 2, "done").await;
    assert_eq!((sent(&client.mirror.seen, id).len(), prompts(&client.mirror.seen, id)), (0, vec!["begin".to_owned()]));
    assert!(client.mirror.seen.has_row(id, "not these words"), "{:#?}", client.mirror.seen.rows(id));
    let mut other = opened.window("other");
    other.ready().await;
    other.open(&thread).await;
    other.mirror.until("it is open", |seen| seen.turn(id) == "done").await;
    assert_eq!(draft(&other.mirror.seen, id), "never these\nwritten since");

    // The queued message comes back too, together with its picture.
    writes(&client, &thread, "").await;
    let kept = client.perform(MessageIntent::KeepPicture { data: DOT.into() }).await.path.unwrap();
    client.send(&thread, "first this").await;
    hook.wait_for_run().await;
    let with = Prompt { text: "never those".into(), attached: vec![Attached::Image { path: kept.clone() }] };
    client.perform(QueueIntent::Queue { thread: thread.clone(), prompt: with, choices: choices() }).await;
    hook.release();
    hook.wait_for_run().await;
    hook.refuse();
    client.mirror.until("it is back too", |seen| draft(seen, id).starts_with("never those")).await;
    let mut third = opened.window("third");
    third.ready().await;
    third.open(&thread).await;
    third.mirror.until("and its picture", |seen| seen.thread(id)["attached"][0]["path"] == kept.as_str()).await;

    writes(&client, &thread, "").await;
    client.send(&thread, "wait with it").await;
    hook.wait_for_run().await;
    client.send(&thread, "and with this").await;
    client.mirror.until("both are being sent", |seen| sent(seen, id) == ["wait with it", "and with this"]).await;
    let before = draft(&client.mirror.seen, id);
    client.perform(MessageIntent::Interrupt { thread: thread.clone() }).await;
    client.mirror.until("both are back", |seen| sent(seen, id).is_empty() && draft(seen, id) != before).await;
    client.mirror.until("as they were said", |seen| draft(seen, id).contains("wait with it")).await;
    drop(other);
    opened.engine.close().await;
    // The draft survives a restart.
    let opened = fixture.open();
    let mut client = opened.window("main");
    client.ready().await;
    client.open(&thread).await;
    client
        .mirror
        .until("it is open", |seen| seen.thread(id)["turns"].as_array().is_some_and(|turns| turns.len() >= 3))
        .await;
    assert_eq!(draft(&client.mirror.seen, id), "wait with it\nand with this");
    opened.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_on_its_way_when_codex_or_the_app_ended_is_a_draft_again() {
    let fixture = EngineFixture::new().await;
    let (opened, mut client, thread, mut hook) = begun(&fixture).await;
    let id = thread.as_str();
    client.send(&thread, "not lost").await;
    hook.wait_for_run().await;
    let pid = opened.diagnostics().await.server_pid.unwrap();
    assert!(std::process::Command::new("kill").args(["-KILL", &pid.to_string()]).status().unwrap().success());
    client.mirror.until("it is back", |seen| sent(seen, id).is_empty() && draft(seen, id) == "not lost").await;
    client.mirror.until("codex is gone", |seen| seen.phase() != "ready").await;
    client.ready().await;
    assert_eq!(times(&client.mirror.seen, id, "not lost"), 0);
    client.send(&thread, "not lost").await;
    hook.wait_for_run().await;
    client.mirror.until("it is being sent", |seen| sent(seen, id) == ["not lost"]).await;
    // The app ends while the hook still holds the message.
    opened.engine.close().await;
    let opened = fixture.open();
    let mut client = opened.window("main");
    client.ready().await;
    client.open(&thread).await;
    client.mirror.until("it is open", |seen| !prompts(seen, id).is_empty()).await;
    assert_eq!(draft(&client.mirror.seen, id), "not lost");
    assert_eq!(times(&client.mirror.seen, id, "not lost"), 0);
    opened.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_windows_on_one_thread_have_one_draft() {
    let fixture = EngineFixture::new().await;
    let (opened, mut client, thread) = at_work(&fixture).await;
    let id = thread.as_str();
    let mut other = opened.window("other");
    other.ready().await;
    other.open(&thread).await;
    other.mirror.until("it is open", |seen| seen.turn(id) == "done").await;
    writes(&client, &thread, "half a thought").await;
    other.mirror.until("what is written here", |seen| draft(seen, id) == "half a thought").await;
    writes(&other, &thread, "half a thought, and more").await;
    client.mirror.until("and there", |seen| draft(seen, id) == "half a thought, and more").await;
    client.send(&thread, "half a thought, and more").await;
    other.mirror.until("it was sent", |seen| draft(seen, id).is_empty()).await;
    client.perform(MessageIntent::SaveDraft { thread: None, text: "a new one".into(), attached: Vec::new() }).await;
    other.mirror.until("the draft of a new thread", |seen| seen.0["newDraft"] == "a new one").await;
    client.wait_for_turns(id, 2, "done").await;
    opened.engine.close().await;
}
