//! The list of threads, on the real server: long lists, pages, and files that another program adds or removes.

use engine::Options;
use engine::id::ThreadId;
use engine::intent::{ReadIntent, ThreadIntent};
use serde_json::{Value, json};
use threadloft_tests::engine_fixture::{Client, EngineFixture, OpenEngine};
use threadloft_tests::mirror::Snapshot;
use threadloft_tests::rollout::{Kind, Rollout};
use threadloft_tests::wire_tap::WireTap;

fn count(seen: &Snapshot) -> usize {
    seen.0["threads"].as_array().map_or(0, Vec::len)
}

async fn said(client: &mut Client, fixture: &EngineFixture, prompt: &str) -> ThreadId {
    client.ready().await;
    let thread = client.start_thread(&fixture.project(), prompt).await;
    client.mirror.until("it is done", |seen| seen.turn(thread.as_str()) == "done").await;
    thread
}

#[tokio::test(flavor = "multi_thread")]
async fn a_long_list_is_shown_while_it_fills() {
    const ALL: usize = 230;
    let fixture = EngineFixture::new().await;
    let mut made = Vec::new();
    for n in 0..ALL {
        let mut rollout = Rollout::new(&fixture.project());
        rollout.source = json!(["cli", "vscode", "exec"][n % 3]);
        rollout.model = Some(["gpt-a", "gpt-b"][n % 2].to_owned());
        rollout.turn([(Kind::User, format!("thread {n}"))]);
        made.push((rollout.write(&fixture.at("home")), n));
    }
    let wire_tap = WireTap::in_folder(&fixture.at("heard"));
    let opened = OpenEngine::open(Options { codex: Some(wire_tap.program()), ..fixture.options() });
    let mut client = opened.window("main");
    client
        .mirror
        .until("the first are shown, and more come", |seen| count(seen) > 0 && seen.0["list"] == "filling")
        .await;
    client.mirror.until("all are known", |seen| count(seen) == ALL && seen.0["list"] == "complete").await;
    for (thread, n) in made {
        let line = client.mirror.seen.line(thread.as_str());
        // The filter and order of every page that was requested.
        assert_eq!(line["title"], format!("thread {n}"));
        assert_eq!(line["source"], ["cli", "vscode", "exec"][n % 3]);
        assert_eq!(line["model"], ["gpt-a", "gpt-b"][n % 2]);
        assert_eq!(line["cwd"], fixture.project());
    }
    let pages: Vec<Value> = wire_tap.params("thread/list");
    assert!(pages.iter().all(|page| page["limit"].as_u64().is_some_and(|limit| (50..=100).contains(&limit))));
    let from_database: Vec<bool> = pages.iter().map(|page| page["useStateDbOnly"] == true).collect();
    assert_eq!(from_database[..3], [true; 3], "what the database has comes first: {pages:#?}");
    assert!(from_database.ends_with(&[false]), "and then what only the files have: {pages:#?}");
    assert!(from_database.is_sorted_by(|before, after| before >= after), "{from_database:?}");
    opened.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_thread_file_put_there_by_another_program_appears() {
    let fixture = EngineFixture::new().await;
    let opened = fixture.open();
    let mut client = opened.window("main");
    client.mirror.until("the list is whole", |seen| seen.0["list"] == "complete").await;
    let brought = |text: &str| {
        let mut rollout = Rollout::new(&fixture.project());
        rollout.turn([(Kind::User, text.to_owned()), (Kind::Agent, format!("about {text}"))]);
        rollout.write(&fixture.at("home"))
    };
    let first = brought("from another computer");
    // The thread is in no list yet.
    client.open(&first).await;
    client.mirror.until("it is read", |seen| seen.has_row(first.as_str(), "about from another computer")).await;
    let second = brought("and one more");
    client.mirror.until("it appears by itself", |seen| seen.line(second.as_str())["title"] == "and one more").await;
    client
        .mirror
        .until("so does the first", |seen| seen.line(first.as_str())["title"] == "from another computer")
        .await;
    opened.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_archived_thread_deleted_by_another_codex_goes_without_a_reload() {
    let fixture = EngineFixture::new().await;
    let first = fixture.open();
    let mut client = first.window("main");
    let thread = said(&mut client, &fixture, "put away").await;
    let id = thread.as_str();
    client.perform(ThreadIntent::Archive { threads: vec![thread.clone()] }).await;
    first.engine.close().await;

    let first = fixture.open();
    let mut client = first.window("main");
    client.mirror.until("it is listed", |seen| seen.line(id)["archived"] == true && seen.0["list"] == "complete").await;
    let second = OpenEngine::open(Options { data_dir: fixture.at("other-data"), ..fixture.options() });
    let mut other = second.window("main");
    other.mirror.until("it is listed there", |seen| seen.line(id).is_object()).await;
    other.perform(ThreadIntent::Delete { threads: vec![thread.clone()] }).await;
    client.mirror.until("it is gone here", |seen| seen.line(id).is_null()).await;
    second.engine.close().await;
    first.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn only_vanished_threads_leave_a_list_that_is_read_again() {
    let fixture = EngineFixture::new().await;
    let mut rollout = Rollout::new(&fixture.project());
    rollout.turn([(Kind::User, "here today".to_owned())]);
    let gone = rollout.write(&fixture.at("home"));
    let opened = fixture.open();
    let mut client = opened.window("main");
    let stays = said(&mut client, &fixture, "still here").await;
    let fork = client.perform(ThreadIntent::Fork { thread: stays.clone(), turn: None }).await.thread.unwrap();
    client.perform(ReadIntent::CloseThread { thread: stays.clone() }).await;
    client
        .mirror
        .until("it is listed", |seen| seen.line(gone.as_str()).is_object() && seen.0["list"] == "complete")
        .await;
    // Moving a folder away causes no event for the files in it.
    std::fs::rename(fixture.at("home/sessions/2026/11/16"), fixture.at("tmp/moved-away")).unwrap();
    client.perform(ThreadIntent::RefreshThreads).await;
    client.mirror.until("it is gone", |seen| seen.line(gone.as_str()).is_null()).await;
    assert!(client.mirror.seen.line(stays.as_str()).is_object() && client.mirror.seen.line(fork.as_str()).is_object());
    opened.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_name_given_by_another_codex_is_seen_without_a_reload() {
    let fixture = EngineFixture::new().await;
    let first = fixture.open();
    let mut client = first.window("main");
    let held = said(&mut client, &fixture, "here and at work").await;
    let second = OpenEngine::open(Options { data_dir: fixture.at("other-data"), ..fixture.options() });
    let mut other = second.window("main");
    let elsewhere = said(&mut other, &fixture, "there").await;
    for thread in [&held, &elsewhere] {
        let id = thread.as_str();
        client.mirror.until("it is listed here", |seen| seen.line(id).is_object()).await;
        other.mirror.until("it is listed there", |seen| seen.line(id).is_object()).await;
        other.perform(ThreadIntent::Rename { thread: thread.clone(), name: "a better name".into() }).await;
        client.mirror.until("it is called so here", |seen| seen.line(id)["title"] == "a better name").await;
    }
    let head = |seen: &Snapshot| seen.thread(held.as_str())["head"]["title"] == "a better name";
    client.mirror.until("also over the open one", head).await;
    second.engine.close().await;
    first.engine.close().await;
}
