#![allow(clippy::unwrap_used, clippy::expect_used)]
//! What a search over all threads finds, on the real server: what somebody said, all of it, and where.

use engine::found::{Occurrence, Occurrences, Piece, Scope, Search, Spot};
use engine::id::ThreadId;
use engine::intent::Intent;
use engine::query::{Query, QueryResult};
use loopback::Step;
use threadloft_tests::inside::{Indoors, Inside, Seat};

async fn search(indoors: &Indoors, text: &str) -> Search {
    match indoors.engine.query(Query::Search { text: text.into(), scope: Scope::All, from: None }).await.unwrap() {
        QueryResult::Search { found } => found,
        other => panic!("{other:?}"),
    }
}

async fn peek(indoors: &Indoors, thread: &ThreadId, text: &str) -> Occurrences {
    match indoors.engine.query(Query::Peek { thread: thread.clone(), text: text.into() }).await.unwrap() {
        QueryResult::Peek { found } => found,
        other => panic!("{other:?}"),
    }
}

async fn begun(seat: &mut Seat, inside: &Inside, prompt: &str) -> ThreadId {
    seat.ready().await;
    let thread = seat.begin(&inside.project(), prompt).await;
    seat.mirror.until("it is done", |seen| seen.turn(thread.as_str()) == "done").await;
    thread
}

/// The prompt of the last turn is there, and its turn is over.
async fn goes_on(seat: &mut Seat, thread: &ThreadId, prompt: &str) {
    seat.says(thread, prompt).await;
    let row = format!("prompt: {prompt}");
    seat.mirror
        .until("it goes on", |seen| seen.has_row(thread.as_str(), &row) && seen.turn(thread.as_str()) == "done")
        .await;
}

fn line(snippet: &[Piece]) -> String {
    snippet.iter().map(|piece| piece.text.as_str()).collect()
}

/// The text of the row that a place opens at.
async fn opened(seat: &mut Seat, thread: &ThreadId, spot: Spot) -> String {
    let row = seat.does(Intent::OpenAt { thread: thread.clone(), spot }).await.row.expect("a row");
    let rows = seat.mirror.seen.thread(thread.as_str())["rows"].as_array().cloned().unwrap_or_default();
    rows.iter().find(|held| held["id"] == row.as_str()).expect("the row is here").to_string()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hit_opens_at_the_very_message_that_it_shows() {
    let inside = Inside::new().await;
    let indoors = inside.open();
    let mut seat = indoors.window("main");
    inside.model.say([Step::text("I first look at the quokka file"), Step::exec("true")]);
    inside.model.say([Step::text("done, all fine")]);
    let thread = begun(&mut seat, &inside, "go ahead").await;
    inside.model.say([Step::text("the quokka is final here")]);
    goes_on(&mut seat, &thread, "again").await;
    let said = ["I first look at the quokka file", "the quokka is final here"];

    let places = peek(&indoors, &thread, "quokka").await;
    let snippets: Vec<String> = places.hits.iter().map(|hit| line(&hit.snippet)).collect();
    assert_eq!(snippets, said, "also in the middle of a turn");
    for Occurrence { spot, snippet } in places.hits {
        assert!(opened(&mut seat, &thread, spot).await.contains(&line(&snippet)));
    }
    for (text, shown) in [("quokka", None), ("quokka file", Some(said[0])), ("quokka is", Some(said[1]))] {
        let found = search(&indoors, text).await;
        assert_eq!(found.hits.len(), 1, "{text}: {found:?}");
        let (snippet, spot) = (line(&found.hits[0].snippet), found.hits[0].spot.clone().expect("a place"));
        assert_eq!(shown.unwrap_or(&snippet), snippet);
        let row = opened(&mut seat, &thread, spot).await;
        assert!(row.contains(&snippet), "{text}: {snippet} is not in {row}");
    }
    indoors.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_only_the_model_was_told_is_no_hit() {
    let inside = Inside::new().await;
    std::fs::write(inside.at("project/AGENTS.md"), "Always prefer the kookaburra style.\n").unwrap();
    let indoors = inside.open();
    let mut seat = indoors.window("main");
    begun(&mut seat, &inside, "hello alpha").await;
    let asks = begun(&mut seat, &inside, "what is a kookaburra?").await;
    let found = search(&indoors, "kookaburra").await;
    let hits: Vec<(ThreadId, String)> = found.hits.iter().map(|hit| (hit.thread.clone(), line(&hit.snippet))).collect();
    assert_eq!(hits, [(asks, "what is a kookaburra?".to_owned())]);
    assert_eq!(search(&indoors, "environment_context").await.hits, []);
    indoors.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_said_before_one_went_back_is_found() {
    let inside = Inside::new().await;
    let indoors = inside.open();
    let mut seat = indoors.window("main");
    let thread = begun(&mut seat, &inside, "the first aardvark").await;
    let id = thread.as_str();
    goes_on(&mut seat, &thread, "the second badger").await;
    let turns = seat.mirror.seen.thread(id)["turns"].clone();
    let second = turns[1]["id"].as_str().unwrap().into();
    seat.does(Intent::GoBack { thread: thread.clone(), turn: second }).await;
    seat.mirror.until("it went back", |seen| seen.thread(id)["turns"].as_array().map_or(0, Vec::len) == 1).await;
    goes_on(&mut seat, &thread, "the third cheetah").await;
    for word in ["aardvark", "cheetah"] {
        let found = search(&indoors, word).await;
        assert_eq!(found.hits.iter().map(|hit| &hit.thread).collect::<Vec<_>>(), [&thread], "{word}: {found:?}");
        let spot = found.hits[0].spot.clone().expect("a place");
        assert!(opened(&mut seat, &thread, spot).await.contains(word));
    }
    assert_eq!(search(&indoors, "badger").await.hits, [], "it left the thread");
    indoors.engine.close().await;
}
