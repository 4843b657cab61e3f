#![cfg(all(target_os = "linux", target_arch = "x86_64"))]
#![allow(clippy::unwrap_used, clippy::expect_used)]
//! Keeping and finding on real older codexes: one without revert, sections and places to search for, and two that have
//! neither pages nor a search nor a way to delete.

use engine::failure::Code;
use engine::found::Scope;
use engine::id::{ThreadId, TurnId};
use engine::intent::{ExportFormat, Intent};
use engine::query::{Query, QueryResult};
use loopback::Step;
use std::path::PathBuf;
use threadloft_tests::inside::{Indoors, Inside};
use threadloft_tests::mirror::Seen;

fn turns(seen: &Seen, thread: &ThreadId) -> usize {
    seen.thread(thread.as_str())["turns"].as_array().map_or(0, Vec::len)
}

#[tokio::test(flavor = "multi_thread")]
async fn an_older_codex_keeps_and_finds_too() {
    forks_finds_goes_back_and_pins(threadloft_tests::older_codex()).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_ended_unseen_is_unread_also_where_the_server_keeps_no_such_mark() {
    for codex in [threadloft_tests::older_codex(), threadloft_tests::much_older_codex("0.104")] {
        marks_what_ended_unseen(codex).await;
    }
}

async fn marks_what_ended_unseen(codex: PathBuf) {
    let inside = Inside::new().await;
    let options = engine::Options { codex: Some(codex), ..inside.options() };
    let indoors = Indoors::open(options.clone());
    let mut seat = indoors.window("main");
    seat.ready().await;
    inside.model.say([Step::text("thinking of it"), Step::wait("go"), Step::text("and done with it")]);
    let thread = seat.begin(&inside.project(), "think").await;
    let id = thread.as_str();
    seat.mirror.until("it runs", |seen| seen.has_row(id, "thinking of it")).await;
    seat.does(Intent::CloseThread { thread: thread.clone() }).await;
    inside.model.gate("go").open();
    let marked = |seen: &Seen, mark: &str| seen.line(id)["mark"] == mark;
    seat.mirror.until("it ended, and nobody saw it", |seen| marked(seen, "unread")).await;
    indoors.engine.close().await;

    let indoors = Indoors::open(options.clone());
    let mut seat = indoors.window("main");
    seat.mirror.until("it is still unread", |seen| seen.0["list"] == "complete" && marked(seen, "unread")).await;
    seat.opens(&thread).await;
    seat.mirror.until("opening it reads it", |seen| marked(seen, "none")).await;
    indoors.engine.close().await;

    let indoors = Indoors::open(options);
    let mut seat = indoors.window("main");
    seat.mirror.until("the list is whole", |seen| seen.0["list"] == "complete").await;
    assert_eq!(seat.mirror.seen.line(id)["mark"], "none");
    indoors.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn one_from_before_pages_and_search_does_too() {
    forks_finds_goes_back_and_pins(threadloft_tests::much_older_codex("0.120")).await;
    names_archives_and_says_what_it_cannot(threadloft_tests::much_older_codex("0.120")).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_oldest_does_what_it_can_and_loses_nothing() {
    names_archives_and_says_what_it_cannot(threadloft_tests::much_older_codex("0.104")).await;
}

/// On one thread of this process, so that both searches have begun before either of them reads.
#[tokio::test]
async fn a_search_that_reads_for_itself_ends_for_the_next_one() {
    let inside = Inside::new().await;
    let codex = threadloft_tests::much_older_codex("0.120");
    let indoors = Indoors::open(engine::Options { codex: Some(codex), ..inside.options() });
    let mut seat = indoors.window("main");
    seat.ready().await;
    let thread = seat.begin(&inside.project(), "one walrus").await;
    seat.mirror.until("the turn is done", |seen| seen.turn(thread.as_str()) == "done").await;
    let typed = |text: &str| indoors.engine.query(Query::Search { text: text.into(), scope: Scope::All, from: None });
    let found =
        |sight: QueryResult| if let QueryResult::Search { found } = sight { found } else { panic!("no search") };
    let (before, last) = tokio::join!(typed("wal"), typed("walrus"));
    assert_eq!((found(before.unwrap()).read_only_newest, found(last.unwrap()).hits.len()), (Some(0), 1));
    indoors.engine.close().await;
}

/// What was said and is not there; also these servers say of each message that they have it.
fn on_its_way(seen: &Seen, id: &str) -> (usize, String) {
    let thread = seen.thread(id);
    (thread["sent"].as_array().map_or(1, Vec::len), thread["draft"].as_str().unwrap_or("none").to_owned())
}

async fn names_archives_and_says_what_it_cannot(codex: PathBuf) {
    let inside = Inside::new().await;
    let indoors = Indoors::open(engine::Options { codex: Some(codex), ..inside.options() });
    let mut seat = indoors.window("main");
    seat.ready().await;
    assert_eq!(seat.mirror.seen.0["server"]["knowsGoals"], false, "what it does not know is not offered");
    let thread = seat.begin(&inside.project(), "one walrus").await;
    let id = thread.as_str();
    seat.mirror.until("the turn is done", |seen| turns(seen, &thread) == 1 && seen.turn(id) == "done").await;
    assert_eq!(on_its_way(&seat.mirror.seen, id), (0, String::new()));
    seat.does(Intent::CloseThread { thread: thread.clone() }).await;
    seat.does(Intent::Rename { thread: thread.clone(), name: "The walrus".into() }).await;
    seat.mirror.until("it has a name", |seen| seen.line(id)["title"] == "The walrus").await;
    let sight =
        indoors.engine.query(Query::Search { text: "walrus".into(), scope: Scope::All, from: None }).await.unwrap();
    let QueryResult::Search { found } = sight else { panic!("no search") };
    assert!(found.hits.iter().any(|hit| hit.thread == thread), "{found:?}");
    let refused = seat.act(Intent::Delete { threads: vec![thread.clone()] }).await.unwrap_err();
    assert_eq!(refused.code, Code::NeedsNewerCodex);

    seat.does(Intent::Archive { threads: vec![thread.clone()] }).await;
    seat.mirror.until("it is archived", |seen| seen.line(id)["archived"] == true).await;
    // Some of them cannot read it there; it is not gone for that.
    seat.act(Intent::OpenThread { thread: thread.clone() }).await.ok();
    seat.mirror.catch_up();
    assert_eq!(seat.mirror.seen.line(id)["archived"], true, "it is still listed");
    let export =
        Intent::Export { threads: vec![thread.clone()], format: ExportFormat::Json, folder: Some(inside.project()) };
    let failure = seat.act(export).await.unwrap_err();
    assert!(failure.message.contains("cannot read archived threads"), "{failure}");
    let rename = Intent::Rename { thread: thread.clone(), name: "A walrus".into() };
    assert!(seat.act(rename).await.unwrap_err().message.contains("Restore it first"));
    seat.does(Intent::Unarchive { threads: vec![thread.clone()] }).await;
    seat.mirror.until("it is back", |seen| seen.line(id)["archived"] == false).await;
    seat.opens(&thread).await;
    seat.mirror.until("it is read", |seen| seen.has_row(id, "echo: one walrus")).await;
    indoors.engine.close().await;
}

async fn forks_finds_goes_back_and_pins(codex: PathBuf) {
    let inside = Inside::new().await;
    let mut options = inside.options();
    options.codex = Some(codex);
    let indoors = Indoors::open(options.clone());
    let mut seat = indoors.window("main");
    seat.ready().await;
    let thread = seat.begin(&inside.project(), "one walrus").await;
    let id = thread.as_str();
    for n in 1..4 {
        seat.mirror.until("the turn is done", |seen| turns(seen, &thread) == n && seen.turn(id) == "done").await;
        assert_eq!(on_its_way(&seat.mirror.seen, id), (0, String::new()));
        if n < 3 {
            seat.says(&thread, &format!("turn {n}")).await;
        }
    }
    let turn = |seen: &Seen, n: usize| TurnId::from(seen.thread(id)["turns"][n]["id"].as_str().unwrap());
    let second = turn(&seat.mirror.seen, 1);
    let fork = seat.does(Intent::Fork { thread: thread.clone(), turn: Some(second.clone()) }).await.thread.unwrap();
    seat.opens(&fork).await;
    seat.mirror.until("the fork ends with its turn", |seen| turns(seen, &fork) == 2).await;

    let peek = indoors.engine.query(Query::Peek { thread: thread.clone(), text: "WALRUS".into() }).await.unwrap();
    let QueryResult::Peek { found } = peek else { panic!("places") };
    let spot = found.hits[0].spot.clone();
    assert!(seat.does(Intent::OpenAt { thread: thread.clone(), spot }).await.row.is_some());

    seat.does(Intent::GoBack { thread: thread.clone(), turn: second }).await;
    seat.mirror.until("one turn is left", |seen| turns(seen, &thread) == 1).await;
    seat.does(Intent::Pin { threads: vec![thread.clone()], pinned: true }).await;
    seat.mirror.until("it is pinned", |seen| seen.line(id)["pinned"] == true).await;
    indoors.engine.close().await;

    let indoors = Indoors::open(options);
    let mut seat = indoors.window("main");
    seat.mirror.until("our own pin is kept", |seen| seen.line(id)["pinned"] == true).await;
    indoors.engine.close().await;
}
