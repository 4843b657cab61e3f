//! What a search over all threads finds, on the real server: every message that contains the text, and its place.

use engine::found::{Occurrence, Occurrences, Piece, Scope, Search, Spot};
use engine::id::ThreadId;
use engine::intent::{ReadIntent, ThreadIntent};
use engine::query::{QueryResult, ThreadQuery};
use loopback::Step;
use threadloft_tests::engine_fixture::{Client, EngineFixture, OpenEngine};

async fn search(open_engine: &OpenEngine, text: &str) -> Search {
    match open_engine
        .engine
        .query(ThreadQuery::Search { text: text.into(), scope: Scope::All, from: None })
        .await
        .unwrap()
    {
        QueryResult::Search { found } => found,
        other => panic!("{other:?}"),
    }
}

async fn peek(open_engine: &OpenEngine, thread: &ThreadId, text: &str) -> Occurrences {
    match open_engine.engine.query(ThreadQuery::Peek { thread: thread.clone(), text: text.into() }).await.unwrap() {
        QueryResult::Peek { found } => found,
        other => panic!("{other:?}"),
    }
}

async fn begun(client: &mut Client, fixture: &EngineFixture, prompt: &str) -> ThreadId {
    client.ready().await;
    let thread = client.start_thread(&fixture.project(), prompt).await;
    client.mirror.until("it is done", |seen| seen.turn(thread.as_str()) == "done").await;
    thread
}

/// Waits until the prompt of the last turn is shown and its turn is done.
async fn goes_on(client: &mut Client, thread: &ThreadId, prompt: &str) {
    client.send(thread, prompt).await;
    let row = format!("prompt: {prompt}");
    client
        .mirror
        .until("it goes on", |seen| seen.has_row(thread.as_str(), &row) && seen.turn(thread.as_str()) == "done")
        .await;
}

fn line(snippet: &[Piece]) -> String {
    snippet.iter().map(|piece| piece.text.as_str()).collect()
}

/// The text of the row that a place opens at.
async fn opened(client: &mut Client, thread: &ThreadId, spot: Spot) -> String {
    let row = client.perform(ReadIntent::OpenAt { thread: thread.clone(), spot }).await.row.expect("a row");
    let rows = client.mirror.seen.thread(thread.as_str())["rows"].as_array().cloned().unwrap_or_default();
    rows.iter().find(|held| held["id"] == row.as_str()).expect("the row is here").to_string()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hit_opens_at_the_very_message_that_it_shows() {
    let fixture = EngineFixture::new().await;
    let open_engine = fixture.open();
    let mut client = open_engine.window("main");
    fixture.model.say([Step::text("I first look at the quokka file"), Step::exec("true")]);
    fixture.model.say([Step::text("done, all fine")]);
    let thread = begun(&mut client, &fixture, "go ahead").await;
    fixture.model.say([Step::text("the quokka is final here")]);
    goes_on(&mut client, &thread, "again").await;
    let said = ["I first look at the quokka file", "the quokka is final here"];

    let places = peek(&open_engine, &thread, "quokka").await;
    let snippets: Vec<String> = places.hits.iter().map(|hit| line(&hit.snippet)).collect();
    assert_eq!(snippets, said, "also in the middle of a turn");
    for Occurrence { spot, snippet } in places.hits {
        assert!(opened(&mut client, &thread, spot).await.contains(&line(&snippet)));
    }
    for (text, shown) in [("quokka", None), ("quokka file", Some(said[0])), ("quokka is", Some(said[1]))] {
        let found = search(&open_engine, text).await;
        assert_eq!(found.hits.len(), 1, "{text}: {found:?}");
        let (snippet, spot) = (line(&found.hits[0].snippet), found.hits[0].spot.clone().expect("a place"));
        assert_eq!(shown.unwrap_or(&snippet), snippet);
        let row = opened(&mut client, &thread, spot).await;
        assert!(row.contains(&snippet), "{text}: {snippet} is not in {row}");
    }
    open_engine.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_only_the_model_was_told_is_no_hit() {
    let fixture = EngineFixture::new().await;
    std::fs::write(fixture.at("project/AGENTS.md"), "Always prefer the kookaburra style.\n").unwrap();
    let open_engine = fixture.open();
    let mut client = open_engine.window("main");
    begun(&mut client, &fixture, "hello alpha").await;
    let asks = begun(&mut client, &fixture, "what is a kookaburra?").await;
    let found = search(&open_engine, "kookaburra").await;
    let hits: Vec<(ThreadId, String)> = found.hits.iter().map(|hit| (hit.thread.clone(), line(&hit.snippet))).collect();
    assert_eq!(hits, [(asks, "what is a kookaburra?".to_owned())]);
    assert_eq!(search(&open_engine, "environment_context").await.hits, []);
    open_engine.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_said_before_one_went_back_is_found() {
    let fixture = EngineFixture::new().await;
    let open_engine = fixture.open();
    let mut client = open_engine.window("main");
    let thread = begun(&mut client, &fixture, "the first aardvark").await;
    let id = thread.as_str();
    goes_on(&mut client, &thread, "the second badger").await;
    let turns = client.mirror.seen.thread(id)["turns"].clone();
    let second = turns[1]["id"].as_str().unwrap().into();
    client.perform(ThreadIntent::GoBack { thread: thread.clone(), turn: second }).await;
    client.mirror.until("it went back", |seen| seen.thread(id)["turns"].as_array().map_or(0, Vec::len) == 1).await;
    goes_on(&mut client, &thread, "the third cheetah").await;
    for word in ["aardvark", "cheetah"] {
        let found = search(&open_engine, word).await;
        assert_eq!(found.hits.iter().map(|hit| &hit.thread).collect::<Vec<_>>(), [&thread], "{word}: {found:?}");
        let spot = found.hits[0].spot.clone().expect("a place");
        assert!(opened(&mut client, &thread, spot).await.contains(word));
    }
    assert_eq!(search(&open_engine, "badger").await.hits, [], "it left the thread");
    open_engine.engine.close().await;
}
