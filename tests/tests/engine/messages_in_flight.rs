//! Messages on their way, on the real codex app-server: while a hook looks at them, and when they do not get through.

use engine::id::ThreadId;
use engine::intent::{Attached, Intent, Prompt};
use threadloft_tests::asked::at_work;
use threadloft_tests::engine_fixture::{Client, EngineFixture, OpenEngine, choices, prompt};
use threadloft_tests::hook::Hook;
use threadloft_tests::mirror::Seen;

/// One red pixel.
const DOT: &str = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==";

/// A thread with one turn, and a hook that looks at the next.
async fn begun(fixture: &EngineFixture) -> (OpenEngine, Client, ThreadId, Hook) {
    let mut hook = Hook::on(&fixture.at("home"), fixture.at("tmp/hook"));
    let (opened, client, _) = at_work(fixture).await;
    hook.trust(&client, &fixture.project()).await;
    // A thread knows the hooks there were when it began.
    let mut client = client;
    let thread = client.begin(&fixture.project(), "begin").await;
    hook.looks().await;
    hook.lets_go();
    client.ended(thread.as_str(), 1, "done").await;
    (opened, client, thread, hook)
}

fn sent(seen: &Seen, id: &str) -> Vec<String> {
    let all = seen.thread(id)["sent"].as_array().cloned().unwrap_or_default();
    all.iter().map(|row| row["body"]["text"].as_str().unwrap_or_default().to_owned()).collect()
}

fn prompts(seen: &Seen, id: &str) -> Vec<String> {
    let rows = seen.rows(id);
    rows.iter().filter_map(|row| row.strip_prefix("prompt: ")).map(|row| row.trim().to_owned()).collect()
}

fn queue(seen: &Seen, id: &str) -> Vec<String> {
    let all = seen.thread(id)["queue"].as_array().cloned().unwrap_or_default();
    all.iter().map(|one| one["text"].as_str().unwrap_or_default().to_owned()).collect()
}

fn draft(seen: &Seen, id: &str) -> String {
    seen.thread(id)["draft"].as_str().unwrap_or_default().to_owned()
}

/// How often it stands anywhere.
fn times(seen: &Seen, id: &str, text: &str) -> usize {
    [sent(seen, id), prompts(seen, id), queue(seen, id)].concat().iter().filter(|one| *one == text).count()
}

async fn writes(client: &Client, thread: &ThreadId, text: &str) {
    client.does(Intent::SaveDraft { thread: Some(thread.clone()), text: text.into(), attached: Vec::new() }).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_message_held_by_a_hook_is_shown_once_per_window() {
    let fixture = EngineFixture::new().await;
    let (opened, mut client, thread, mut hook) = begun(&fixture).await;
    let id = thread.as_str();
    let mut other = opened.window("other");
    other.ready().await;
    other.opens(&thread).await;
    other.mirror.until("it is open", |seen| seen.turn(id) == "done").await;
    writes(&client, &thread, "look at th").await;
    client.says(&thread, "look at this").await;
    hook.looks().await;
    for client in [&mut client, &mut other] {
        client.mirror.until("it is being sent", |seen| sent(seen, id) == ["look at this"]).await;
        assert_eq!(prompts(&client.mirror.seen, id), ["begin"]);
    }
    // A page that loads anew has it too, and not as a draft as well.
    let mut client = opened.window("main");
    client.mirror.until("it is still being sent", |seen| sent(seen, id) == ["look at this"]).await;
    assert_eq!(draft(&client.mirror.seen, id), "");
    // The next waits behind it, and is then looked at itself.
    client.does(Intent::Queue { thread: thread.clone(), prompt: prompt("and this"), choices: choices() }).await;
    client.mirror.until("the next waits", |seen| queue(seen, id) == ["and this"]).await;
    hook.lets_go();
    for client in [&mut client, &mut other] {
        let once = |seen: &Seen| {
            assert_eq!(times(seen, id, "look at this"), 1, "{:#}", seen.thread(id));
            prompts(seen, id) == ["begin", "look at this"]
        };
        client.mirror.until("it is there", once).await;
        assert!(sent(&client.mirror.seen, id).iter().all(|text| text == "and this"));
    }
    hook.looks().await;
    for client in [&mut client, &mut other] {
        client.mirror.until("the next is being sent", |seen| sent(seen, id) == ["and this"]).await;
        assert_eq!(queue(&client.mirror.seen, id), [""; 0]);
    }
    hook.lets_go();
    for client in [&mut client, &mut other] {
        let once = |seen: &Seen| {
            assert_eq!(times(seen, id, "and this"), 1, "{:#}", seen.thread(id));
            prompts(seen, id) == ["begin", "look at this", "and this"]
        };
        client.mirror.until("it is there too", once).await;
        client.ended(id, 3, "done").await;
        assert_eq!(draft(&client.mirror.seen, id), "");
    }
    opened.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_hook_refuses_or_a_person_stops_is_a_draft_again() {
    let fixture = EngineFixture::new().await;
    let (opened, mut client, thread, mut hook) = begun(&fixture).await;
    let id = thread.as_str();
    client.says(&thread, "never these").await;
    hook.looks().await;
    writes(&client, &thread, "written since").await;
    client.mirror.until("it is being sent", |seen| sent(seen, id) == ["never these"]).await;
    hook.refuses();
    // The page has written nothing itself; what was saved for it comes with the thread.
    client.mirror.until("it is back", |seen| draft(seen, id).starts_with("never these")).await;
    client.ended(id, 2, "done").await;
    assert_eq!((sent(&client.mirror.seen, id).len(), prompts(&client.mirror.seen, id)), (0, vec!["begin".to_owned()]));
    assert!(client.mirror.seen.has_row(id, "not these words"), "{:#?}", client.mirror.seen.rows(id));
    let mut other = opened.window("other");
    other.ready().await;
    other.opens(&thread).await;
    other.mirror.until("it is open", |seen| seen.turn(id) == "done").await;
    assert_eq!(draft(&other.mirror.seen, id), "never these\nwritten since");

    // So is what waited in the queue, with the picture that waited with it.
    writes(&client, &thread, "").await;
    let kept = client.does(Intent::KeepPicture { data: DOT.into() }).await.path.unwrap();
    client.says(&thread, "first this").await;
    hook.looks().await;
    let with = Prompt { text: "never those".into(), attached: vec![Attached::Image { path: kept.clone() }] };
    client.does(Intent::Queue { thread: thread.clone(), prompt: with, choices: choices() }).await;
    hook.lets_go();
    hook.looks().await;
    hook.refuses();
    client.mirror.until("it is back too", |seen| draft(seen, id).starts_with("never those")).await;
    let mut third = opened.window("third");
    third.ready().await;
    third.opens(&thread).await;
    third.mirror.until("and its picture", |seen| seen.thread(id)["attached"][0]["path"] == kept.as_str()).await;

    writes(&client, &thread, "").await;
    client.says(&thread, "wait with it").await;
    hook.looks().await;
    client.says(&thread, "and with this").await;
    client.mirror.until("both are being sent", |seen| sent(seen, id) == ["wait with it", "and with this"]).await;
    let before = draft(&client.mirror.seen, id);
    client.does(Intent::Interrupt { thread: thread.clone() }).await;
    client.mirror.until("both are back", |seen| sent(seen, id).is_empty() && draft(seen, id) != before).await;
    client.mirror.until("as they were said", |seen| draft(seen, id).contains("wait with it")).await;
    drop(other);
    opened.engine.close().await;
    // What is a draft again is one after the next start too.
    let opened = fixture.open();
    let mut client = opened.window("main");
    client.ready().await;
    client.opens(&thread).await;
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
    client.says(&thread, "not lost").await;
    hook.looks().await;
    let pid = opened.diagnostics().await.server_pid.unwrap();
    assert!(std::process::Command::new("kill").args(["-KILL", &pid.to_string()]).status().unwrap().success());
    client.mirror.until("it is back", |seen| sent(seen, id).is_empty() && draft(seen, id) == "not lost").await;
    client.mirror.until("codex is gone", |seen| seen.phase() != "ready").await;
    client.ready().await;
    assert_eq!(times(&client.mirror.seen, id, "not lost"), 0);
    client.says(&thread, "not lost").await;
    hook.looks().await;
    client.mirror.until("it is being sent", |seen| sent(seen, id) == ["not lost"]).await;
    // The app ends in the middle of it.
    opened.engine.close().await;
    let opened = fixture.open();
    let mut client = opened.window("main");
    client.ready().await;
    client.opens(&thread).await;
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
    other.opens(&thread).await;
    other.mirror.until("it is open", |seen| seen.turn(id) == "done").await;
    writes(&client, &thread, "half a thought").await;
    other.mirror.until("what is written here", |seen| draft(seen, id) == "half a thought").await;
    writes(&other, &thread, "half a thought, and more").await;
    client.mirror.until("and there", |seen| draft(seen, id) == "half a thought, and more").await;
    client.says(&thread, "half a thought, and more").await;
    other.mirror.until("it was sent", |seen| draft(seen, id).is_empty()).await;
    client.does(Intent::SaveDraft { thread: None, text: "a new one".into(), attached: Vec::new() }).await;
    other.mirror.until("the draft of a new thread", |seen| seen.0["newDraft"] == "a new one").await;
    client.ended(id, 2, "done").await;
    opened.engine.close().await;
}
