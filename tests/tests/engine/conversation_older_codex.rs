//! Managing and finding threads on real older codexes: one without revert, sections and the search for places, and two
//! without pages, search and deletion.

use engine::failure::Code;
use engine::found::Scope;
use engine::id::{ThreadId, TurnId};
use engine::intent::{ExportFormat, ExportIntent, ReadIntent, ThreadIntent};
use engine::query::{QueryResult, ThreadQuery};
use loopback::Step;
use std::path::PathBuf;
use threadloft_tests::engine_fixture::{EngineFixture, OpenEngine};
use threadloft_tests::mirror::Snapshot;

fn turns(seen: &Snapshot, thread: &ThreadId) -> usize {
    seen.thread(thread.as_str())["turns"].as_array().map_or(0, Vec::len)
}

#[tokio::test(flavor = "multi_thread")]
async fn conversations_work_on_codex_140() {
    forks_finds_goes_back_and_pins(threadloft_tests::older_codex()).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_ended_unseen_is_unread_also_where_the_server_keeps_no_such_mark() {
    for codex in [threadloft_tests::older_codex(), threadloft_tests::much_older_codex("0.104")] {
        marks_what_ended_unseen(codex).await;
    }
}

async fn marks_what_ended_unseen(codex: PathBuf) {
    let fixture = EngineFixture::new().await;
    let options = engine::Options { codex: Some(codex), ..fixture.options() };
    let opened = OpenEngine::open(options.clone());
    let mut client = opened.window("main");
    client.ready().await;
    fixture.model.say([Step::text("thinking of it"), Step::wait("go"), Step::text("and done with it")]);
    let thread = client.start_thread(&fixture.project(), "think").await;
    let id = thread.as_str();
    client.mirror.until("it runs", |seen| seen.has_row(id, "thinking of it")).await;
    client.perform(ReadIntent::CloseThread { thread: thread.clone() }).await;
    fixture.model.gate("go").open();
    let marked = |seen: &Snapshot, mark: &str| seen.line(id)["mark"] == mark;
    client.mirror.until("it ended, and nobody saw it", |seen| marked(seen, "unread")).await;
    opened.engine.close().await;

    let opened = OpenEngine::open(options.clone());
    let mut client = opened.window("main");
    client.mirror.until("it is still unread", |seen| seen.0["list"] == "complete" && marked(seen, "unread")).await;
    client.open(&thread).await;
    client.mirror.until("opening it reads it", |seen| marked(seen, "none")).await;
    opened.engine.close().await;

    let opened = OpenEngine::open(options);
    let mut client = opened.window("main");
    client.mirror.until("the list is whole", |seen| seen.0["list"] == "complete").await;
    assert_eq!(client.mirror.seen.line(id)["mark"], "none");
    opened.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn conversations_work_on_codex_120() {
    forks_finds_goes_back_and_pins(threadloft_tests::much_older_codex("0.120")).await;
    names_archives_and_says_what_it_cannot(threadloft_tests::much_older_codex("0.120")).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn codex_104_loses_no_conversation() {
    names_archives_and_says_what_it_cannot(threadloft_tests::much_older_codex("0.104")).await;
}

/// Single-threaded, so that both searches have started before either of them reads.
#[tokio::test]
async fn a_search_that_reads_for_itself_ends_for_the_next_one() {
    let fixture = EngineFixture::new().await;
    let codex = threadloft_tests::much_older_codex("0.120");
    let opened = OpenEngine::open(engine::Options { codex: Some(codex), ..fixture.options() });
    let mut client = opened.window("main");
    client.ready().await;
    let thread = client.start_thread(&fixture.project(), "one walrus").await;
    client.mirror.until("the turn is done", |seen| seen.turn(thread.as_str()) == "done").await;
    let typed =
        |text: &str| opened.engine.query(ThreadQuery::Search { text: text.into(), scope: Scope::All, from: None });
    let found =
        |sight: QueryResult| if let QueryResult::Search { found } = sight { found } else { panic!("no search") };
    let (before, last) = tokio::join!(typed("wal"), typed("walrus"));
    assert_eq!((found(before.unwrap()).read_only_newest, found(last.unwrap()).hits.len()), (Some(0), 1));
    opened.engine.close().await;
}

/// How many messages are on their way, and the draft. These servers confirm every message too.
fn on_its_way(seen: &Snapshot, id: &str) -> (usize, String) {
    let thread = seen.thread(id);
    (thread["sent"].as_array().map_or(1, Vec::len), thread["draft"].as_str().unwrap_or("none").to_owned())
}

async fn names_archives_and_says_what_it_cannot(codex: PathBuf) {
    let fixture = EngineFixture::new().await;
    let opened = OpenEngine::open(engine::Options { codex: Some(codex), ..fixture.options() });
    let mut client = opened.window("main");
    client.ready().await;
    assert_eq!(client.mirror.seen.0["server"]["knowsGoals"], false, "what it does not know is not offered");
    let thread = client.start_thread(&fixture.project(), "one walrus").await;
    let id = thread.as_str();
    client.mirror.until("the turn is done", |seen| turns(seen, &thread) == 1 && seen.turn(id) == "done").await;
    assert_eq!(on_its_way(&client.mirror.seen, id), (0, String::new()));
    client.perform(ReadIntent::CloseThread { thread: thread.clone() }).await;
    client.perform(ThreadIntent::Rename { thread: thread.clone(), name: "The walrus".into() }).await;
    client.mirror.until("it has a name", |seen| seen.line(id)["title"] == "The walrus").await;
    let sight = opened
        .engine
        .query(ThreadQuery::Search { text: "walrus".into(), scope: Scope::All, from: None })
        .await
        .unwrap();
    let QueryResult::Search { found } = sight else { panic!("no search") };
    assert!(found.hits.iter().any(|hit| hit.thread == thread), "{found:?}");
    let refused = client.act(ThreadIntent::Delete { threads: vec![thread.clone()] }).await.unwrap_err();
    assert_eq!(refused.code, Code::NeedsNewerCodex);

    client.perform(ThreadIntent::Archive { threads: vec![thread.clone()] }).await;
    client.mirror.until("it is archived", |seen| seen.line(id)["archived"] == true).await;
    // Some of these versions cannot read an archived thread, but it stays listed.
    client.act(ReadIntent::OpenThread { thread: thread.clone() }).await.ok();
    client.mirror.catch_up();
    assert_eq!(client.mirror.seen.line(id)["archived"], true, "it is still listed");
    let export = ExportIntent::Export {
        threads: vec![thread.clone()],
        format: ExportFormat::Json,
        folder: Some(fixture.project()),
    };
    let failure = client.act(export).await.unwrap_err();
    assert!(failure.message.contains("cannot read archived threads"), "{failure}");
    let rename = ThreadIntent::Rename { thread: thread.clone(), name: "A walrus".into() };
    assert!(client.act(rename).await.unwrap_err().message.contains("Restore it first"));
    client.perform(ThreadIntent::Unarchive { threads: vec![thread.clone()] }).await;
    client.mirror.until("it is back", |seen| seen.line(id)["archived"] == false).await;
    client.open(&thread).await;
    client.mirror.until("it is read", |seen| seen.has_row(id, "echo: one walrus")).await;
    opened.engine.close().await;
}

async fn forks_finds_goes_back_and_pins(codex: PathBuf) {
    let fixture = EngineFixture::new().await;
    let mut options = fixture.options();
    options.codex = Some(codex);
    let opened = OpenEngine::open(options.clone());
    let mut client = opened.window("main");
    client.ready().await;
    let thread = client.start_thread(&fixture.project(), "one walrus").await;
    let id = thread.as_str();
    for n in 1..4 {
        client.mirror.until("the turn is done", |seen| turns(seen, &thread) == n && seen.turn(id) == "done").await;
        assert_eq!(on_its_way(&client.mirror.seen, id), (0, String::new()));
        if n < 3 {
            client.send(&thread, &format!("turn {n}")).await;
        }
    }
    let turn = |seen: &Snapshot, n: usize| TurnId::from(seen.thread(id)["turns"][n]["id"].as_str().unwrap());
    let second = turn(&client.mirror.seen, 1);
    let fork =
        client.perform(ThreadIntent::Fork { thread: thread.clone(), turn: Some(second.clone()) }).await.thread.unwrap();
    client.open(&fork).await;
    client.mirror.until("the fork ends with its turn", |seen| turns(seen, &fork) == 2).await;

    let peek = opened.engine.query(ThreadQuery::Peek { thread: thread.clone(), text: "WALRUS".into() }).await.unwrap();
    let QueryResult::Peek { found } = peek else { panic!("places") };
    let spot = found.hits[0].spot.clone();
    assert!(client.perform(ReadIntent::OpenAt { thread: thread.clone(), spot }).await.row.is_some());

    client.perform(ThreadIntent::GoBack { thread: thread.clone(), turn: second }).await;
    client.mirror.until("one turn is left", |seen| turns(seen, &thread) == 1).await;
    client.perform(ThreadIntent::Pin { threads: vec![thread.clone()], pinned: true }).await;
    client.mirror.until("it is pinned", |seen| seen.line(id)["pinned"] == true).await;
    opened.engine.close().await;

    let opened = OpenEngine::open(options);
    let mut client = opened.window("main");
    client.mirror.until("our own pin is kept", |seen| seen.line(id)["pinned"] == true).await;
    opened.engine.close().await;
}
