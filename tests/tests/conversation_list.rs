#![allow(clippy::unwrap_used, clippy::expect_used)]
//! The list of conversations, on the real server: long ones, page by page, and files that
//! somebody else puts there or takes away.

use engine::Options;
use engine::id::ThreadId;
use engine::intent::Intent;
use serde_json::{Value, json};
use threadloft_tests::heard::Heard;
use threadloft_tests::inside::{Indoors, Inside, Seat};
use threadloft_tests::mirror::Seen;
use threadloft_tests::rollout::{Kind, Rollout};

fn count(seen: &Seen) -> usize {
    seen.0["threads"].as_array().map_or(0, Vec::len)
}

async fn said(seat: &mut Seat, inside: &Inside, prompt: &str) -> ThreadId {
    seat.ready().await;
    let thread = seat.begin(&inside.project(), prompt).await;
    seat.mirror.until("it is done", |seen| seen.turn(thread.as_str()) == "done").await;
    thread
}

#[tokio::test(flavor = "multi_thread")]
async fn a_long_list_comes_by_the_page_from_the_database_first_and_is_shown_while_it_fills() {
    const ALL: usize = 230;
    let inside = Inside::new().await;
    let mut made = Vec::new();
    for n in 0..ALL {
        let mut rollout = Rollout::new(&inside.project());
        rollout.source = json!(["cli", "vscode", "exec"][n % 3]);
        rollout.model = Some(["gpt-a", "gpt-b"][n % 2].to_owned());
        rollout.turn([(Kind::User, format!("thread {n}"))]);
        made.push((rollout.write(&inside.at("home")), n));
    }
    let heard = Heard::in_folder(&inside.at("heard"));
    let indoors = Indoors::open(Options { codex: Some(heard.program()), ..inside.options() });
    let mut seat = indoors.window("main");
    seat.mirror
        .until("the first are shown, and more come", |seen| count(seen) > 0 && seen.0["list"] == "filling")
        .await;
    seat.mirror.until("all are known", |seen| count(seen) == ALL && seen.0["list"] == "complete").await;
    for (thread, n) in made {
        let line = seat.mirror.seen.line(thread.as_str());
        // What the list is narrowed and ordered by, of every page.
        assert_eq!(line["title"], format!("thread {n}"));
        assert_eq!(line["source"], ["cli", "vscode", "exec"][n % 3]);
        assert_eq!(line["model"], ["gpt-a", "gpt-b"][n % 2]);
        assert_eq!(line["cwd"], inside.project());
    }
    let pages: Vec<Value> = heard.said("thread/list");
    assert!(pages.iter().all(|page| page["limit"].as_u64().is_some_and(|limit| (50..=100).contains(&limit))));
    let from_database: Vec<bool> = pages.iter().map(|page| page["useStateDbOnly"] == true).collect();
    assert_eq!(from_database[..3], [true; 3], "what the database has comes first: {pages:#?}");
    assert!(from_database.ends_with(&[false]), "and then what only the files have: {pages:#?}");
    assert!(from_database.is_sorted_by(|before, after| before >= after), "{from_database:?}");
    indoors.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_that_another_program_puts_there_appears_and_opens_by_its_id_at_once() {
    let inside = Inside::new().await;
    let indoors = inside.open();
    let mut seat = indoors.window("main");
    seat.mirror.until("the list is whole", |seen| seen.0["list"] == "complete").await;
    let brought = |text: &str| {
        let mut rollout = Rollout::new(&inside.project());
        rollout.turn([(Kind::User, text.to_owned()), (Kind::Agent, format!("about {text}"))]);
        rollout.write(&inside.at("home"))
    };
    let first = brought("from another computer");
    // No list has it yet.
    seat.opens(&first).await;
    seat.mirror.until("it is read", |seen| seen.has_row(first.as_str(), "about from another computer")).await;
    let second = brought("and one more");
    seat.mirror.until("it appears by itself", |seen| seen.line(second.as_str())["title"] == "and one more").await;
    seat.mirror.until("so does the first", |seen| seen.line(first.as_str())["title"] == "from another computer").await;
    indoors.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_archived_thread_deleted_by_another_codex_goes_without_a_reload() {
    let inside = Inside::new().await;
    let first = inside.open();
    let mut seat = first.window("main");
    let thread = said(&mut seat, &inside, "put away").await;
    let id = thread.as_str();
    seat.does(Intent::Archive { threads: vec![thread.clone()] }).await;
    first.engine.close().await;

    let first = inside.open();
    let mut seat = first.window("main");
    seat.mirror.until("it is listed", |seen| seen.line(id)["archived"] == true && seen.0["list"] == "complete").await;
    let second = Indoors::open(Options { data_dir: inside.at("other-data"), ..inside.options() });
    let mut other = second.window("main");
    other.mirror.until("it is listed there", |seen| seen.line(id).is_object()).await;
    other.does(Intent::Delete { threads: vec![thread.clone()] }).await;
    seat.mirror.until("it is gone here", |seen| seen.line(id).is_null()).await;
    second.engine.close().await;
    first.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_vanished_unseen_leaves_the_list_when_it_is_read_again_and_nothing_else_does() {
    let inside = Inside::new().await;
    let mut rollout = Rollout::new(&inside.project());
    rollout.turn([(Kind::User, "here today".to_owned())]);
    let gone = rollout.write(&inside.at("home"));
    let indoors = inside.open();
    let mut seat = indoors.window("main");
    let stays = said(&mut seat, &inside, "still here").await;
    let fork = seat.does(Intent::Fork { thread: stays.clone(), turn: None }).await.thread.unwrap();
    seat.does(Intent::CloseThread { thread: stays.clone() }).await;
    seat.mirror
        .until("it is listed", |seen| seen.line(gone.as_str()).is_object() && seen.0["list"] == "complete")
        .await;
    // A folder that is moved away says nothing of the files in it.
    std::fs::rename(inside.at("home/sessions/2026/11/16"), inside.at("tmp/moved-away")).unwrap();
    seat.does(Intent::RefreshThreads).await;
    seat.mirror.until("it is gone", |seen| seen.line(gone.as_str()).is_null()).await;
    assert!(seat.mirror.seen.line(stays.as_str()).is_object() && seat.mirror.seen.line(fork.as_str()).is_object());
    indoors.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_name_given_by_another_codex_is_seen_without_a_reload() {
    let inside = Inside::new().await;
    let first = inside.open();
    let mut seat = first.window("main");
    let held = said(&mut seat, &inside, "here and at work").await;
    let second = Indoors::open(Options { data_dir: inside.at("other-data"), ..inside.options() });
    let mut other = second.window("main");
    let elsewhere = said(&mut other, &inside, "there").await;
    for thread in [&held, &elsewhere] {
        let id = thread.as_str();
        seat.mirror.until("it is listed here", |seen| seen.line(id).is_object()).await;
        other.mirror.until("it is listed there", |seen| seen.line(id).is_object()).await;
        other.does(Intent::Rename { thread: thread.clone(), name: "a better name".into() }).await;
        seat.mirror.until("it is called so here", |seen| seen.line(id)["title"] == "a better name").await;
    }
    let head = |seen: &Seen| seen.thread(held.as_str())["head"]["title"] == "a better name";
    seat.mirror.until("also over the open one", head).await;
    second.engine.close().await;
    first.engine.close().await;
}
