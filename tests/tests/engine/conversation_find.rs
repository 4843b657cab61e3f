//! Finding and reading threads, on the real server: search, places, long threads, other clients, lost threads.

use engine::Options;
use engine::found::{Occurrences, Onward, Scope, Search};
use engine::id::ThreadId;
use engine::intent::{ReadIntent, ThreadIntent};
use engine::query::{QueryResult, ThreadQuery};
use loopback::Step;
use threadloft_tests::engine_fixture::{Client, EngineFixture, OpenEngine};
use threadloft_tests::mirror::Snapshot;
use threadloft_tests::rollout::{Kind, Rollout};
use threadloft_tests::wait;
use threadloft_tests::wire_tap::WireTap;

async fn search(opened: &OpenEngine, text: &str, scope: Scope) -> Search {
    search_on(opened, text, scope, None).await
}

async fn search_on(opened: &OpenEngine, text: &str, scope: Scope, from: Option<Onward>) -> Search {
    match opened.engine.query(ThreadQuery::Search { text: text.into(), scope, from }).await.unwrap() {
        QueryResult::Search { found } => found,
        other => panic!("{other:?}"),
    }
}

async fn find(opened: &OpenEngine, thread: &ThreadId, text: &str) -> Occurrences {
    match opened.engine.query(ThreadQuery::Find { thread: thread.clone(), text: text.into() }).await.unwrap() {
        QueryResult::Find { found } => found,
        other => panic!("{other:?}"),
    }
}

async fn peek(opened: &OpenEngine, thread: &ThreadId, text: &str) -> Occurrences {
    match opened.engine.query(ThreadQuery::Peek { thread: thread.clone(), text: text.into() }).await.unwrap() {
        QueryResult::Peek { found } => found,
        other => panic!("{other:?}"),
    }
}

fn turns(seen: &Snapshot, thread: &ThreadId) -> usize {
    seen.thread(thread.as_str())["turns"].as_array().map_or(0, Vec::len)
}

async fn said(client: &mut Client, fixture: &EngineFixture, prompt: &str) -> ThreadId {
    client.ready().await;
    let thread = client.start_thread(&fixture.project(), prompt).await;
    client.mirror.until("it is done", |seen| seen.turn(thread.as_str()) == "done").await;
    thread
}

#[tokio::test(flavor = "multi_thread")]
async fn a_search_covers_archived_threads() {
    let fixture = EngineFixture::new().await;
    let opened = fixture.open();
    let mut client = opened.window("main");
    let active = said(&mut client, &fixture, "where does the Walrus sleep 😀 at night").await;
    let archived = said(&mut client, &fixture, "the walrus is awake").await;
    client.perform(ThreadIntent::Archive { threads: vec![archived.clone()] }).await;
    client.mirror.until("it is archived", |seen| seen.line(archived.as_str())["archived"] == true).await;
    let threads = |found: &Search| {
        let mut threads: Vec<_> = found.hits.iter().map(|hit| (hit.thread.clone(), hit.archived)).collect();
        threads.sort();
        threads
    };
    let mut both = vec![(active.clone(), false), (archived.clone(), true)];
    both.sort();
    let all = search(&opened, "WALRUS", Scope::All).await;
    assert_eq!(threads(&all), both);
    assert!(all.hits.iter().all(|hit| hit.snippet.iter().any(|piece| piece.hit)), "{all:?}");
    assert_eq!(threads(&search(&opened, "walrus", Scope::Active).await), [(active.clone(), false)]);
    assert_eq!(threads(&search(&opened, "walrus", Scope::Archived).await), [(archived, true)]);
    assert!(search(&opened, "no such animal", Scope::All).await.hits.is_empty());
    let places = peek(&opened, &active, "walrus").await;
    assert_eq!(places.hits[0].snippet[1].text, "Walrus");
    opened.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn more_than_a_page_is_found_page_by_page() {
    let fixture = EngineFixture::new().await;
    let mut written: Vec<ThreadId> = (0..60)
        .map(|n| {
            let mut rollout = Rollout::new(&fixture.project());
            rollout.turn([(Kind::User, format!("question {n}")), (Kind::Agent, "a walrus, again".to_owned())]);
            rollout.write(&fixture.at("home"))
        })
        .collect();
    let opened = fixture.open();
    let mut client = opened.window("main");
    let listed = |seen: &Snapshot| written.iter().all(|thread| seen.line(thread.as_str()).is_object());
    client.mirror.until("all are listed", listed).await;
    let first = search(&opened, "walrus", Scope::All).await;
    assert_eq!((first.hits.len(), first.more), (50, true));
    let rest = search_on(&opened, "walrus", Scope::All, first.next).await;
    assert_eq!((rest.more, rest.next), (false, None));
    let mut found: Vec<ThreadId> = first.hits.into_iter().chain(rest.hits).map(|hit| hit.thread).collect();
    found.sort();
    written.sort();
    assert_eq!(found, written);
    opened.engine.close().await;
}

/// 60 turns, oldest first; the search is for a text in the third one.
fn long(fixture: &EngineFixture, paginated: bool) -> ThreadId {
    let mut rollout = Rollout::new(&fixture.project());
    rollout.paginated = paginated;
    for n in 0..60 {
        let answer = if n == 2 { "here lies the NEEDLE of the tale".to_owned() } else { format!("answer {n}") };
        rollout.turn([(Kind::User, format!("question {n}")), (Kind::Agent, answer)]);
    }
    rollout.write(&fixture.at("home"))
}

async fn opens_at_the_needle(paginated: bool) {
    let fixture = EngineFixture::new().await;
    let thread = long(&fixture, paginated);
    let opened = fixture.open();
    let mut client = opened.window("main");
    let id = thread.as_str();
    client.mirror.until("it is listed", |seen| seen.line(id)["title"] == "question 0").await;
    let found = find(&opened, &thread, "needle").await;
    assert_eq!(found.hits.len(), 1, "{found:?}");
    client.open(&thread).await;
    client.mirror.until("its end is shown", |seen| turns(seen, &thread) == 20).await;
    assert!(!client.mirror.seen.has_row(id, "NEEDLE"));

    let place = peek(&opened, &thread, "needle").await.hits.remove(0);
    let row = client.perform(ReadIntent::OpenAt { thread: thread.clone(), spot: place.spot }).await.row.unwrap();
    let there = |seen: &Snapshot| {
        let rows = seen.thread(id)["rows"].as_array().cloned().unwrap_or_default();
        rows.iter().any(|held| held["id"] == row.as_str() && held.to_string().contains("NEEDLE"))
    };
    client.mirror.until("the very message is there", there).await;
    assert_eq!(client.mirror.seen.thread(id)["newer"], true);
    assert!(turns(&client.mirror.seen, &thread) < 40, "only what is near");

    for _ in 0..4 {
        client.perform(ReadIntent::LoadNewer { thread: thread.clone() }).await;
    }
    client.mirror.until("the end is reached", |seen| seen.thread(id)["newer"] == false).await;
    client.mirror.until("nothing is missing", |seen| turns(seen, &thread) == 60).await;
    let found = find(&opened, &thread, "needle").await.hits.remove(0);
    let again = client.perform(ReadIntent::OpenAt { thread: thread.clone(), spot: found.spot }).await.row;
    assert_eq!(again, Some(row));
    opened.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_long_thread_opens_at_the_very_message() {
    opens_at_the_needle(true).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn so_does_one_of_the_old_kind() {
    opens_at_the_needle(false).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_history_without_pages_is_resumed_once() {
    let fixture = EngineFixture::new().await;
    let thread = long(&fixture, true);
    let id = thread.as_str();
    let wire_tap = WireTap::in_folder(&fixture.at("heard"));
    let opened = OpenEngine::open(Options { codex: Some(wire_tap.program()), ..fixture.options() });
    let mut client = opened.window("main");
    client.mirror.until("it is listed", |seen| seen.line(id)["title"] == "question 0").await;
    assert_eq!(wire_tap.loads(id), Vec::<String>::new(), "a list takes nothing up");
    client.open(&thread).await;
    client.mirror.until("its end is shown", |seen| turns(seen, &thread) == 20).await;
    assert_eq!(wire_tap.loads(id), ["thread/resume", "thread/unsubscribe"]);
    client.perform(ReadIntent::CloseThread { thread: thread.clone() }).await;
    client.open(&thread).await;
    client.perform(ReadIntent::LoadOlder { thread: thread.clone() }).await;
    client.mirror.until("more of it", |seen| turns(seen, &thread) == 40).await;
    assert_eq!(wire_tap.loads(id).len(), 2, "once is enough");

    // Another client writes to the thread while it is shown here.
    let second = OpenEngine::open(Options { data_dir: fixture.at("other-data"), ..fixture.options() });
    let mut other = second.window("main");
    other.mirror.until("it is listed there", |seen| seen.line(id)["title"] == "question 0").await;
    other.open(&thread).await;
    other.send(&thread, "mine now").await;
    other.mirror.until("it goes on there", |seen| seen.has_row(id, "mine now") && seen.turn(id) == "done").await;
    second.engine.close().await;
    opened.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_thread_that_is_no_longer_shown_is_let_go_but_not_while_it_runs() {
    let fixture = EngineFixture::new().await;
    let wire_tap = WireTap::in_folder(&fixture.at("heard"));
    let opened = OpenEngine::open(Options { codex: Some(wire_tap.program()), ..fixture.options() });
    let mut client = opened.window("main");
    client.ready().await;
    let gate = fixture.model.gate("later");
    fixture.model.say([Step::text("still at it"), Step::wait("later")]);
    let busy = client.start_thread(&fixture.project(), "a long one").await;
    client.mirror.until("it runs", |seen| seen.has_row(busy.as_str(), "still at it")).await;
    let idle = client.start_thread(&fixture.project(), "a short one").await;
    client.mirror.until("it is done", |seen| seen.turn(idle.as_str()) == "done").await;
    for thread in [&busy, &idle] {
        client.perform(ReadIntent::CloseThread { thread: thread.clone() }).await;
    }
    let let_go = async |thread: &ThreadId| {
        wait::until("it is let go", async || {
            wire_tap.loads(thread.as_str()).last().is_some_and(|last| last == "thread/unsubscribe")
        })
        .await;
    };
    let_go(&idle).await;
    assert_eq!(wire_tap.loads(busy.as_str()), Vec::<String>::new(), "what runs is heard to its end");
    gate.open();
    let_go(&busy).await;
    opened.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_thread_opened_in_its_middle_goes_on_at_its_end() {
    let fixture = EngineFixture::new().await;
    let thread = long(&fixture, true);
    let opened = fixture.open();
    let mut client = opened.window("main");
    let id = thread.as_str();
    client.mirror.until("it is listed", |seen| seen.line(id)["title"] == "question 0").await;
    let spot = find(&opened, &thread, "needle").await.hits.remove(0).spot;
    client.perform(ReadIntent::OpenAt { thread: thread.clone(), spot }).await;
    client.mirror.until("its middle is shown", |seen| seen.thread(id)["newer"] == true).await;
    client.send(&thread, "and now").await;
    let goes_on = |seen: &Snapshot| {
        seen.has_row(id, "prompt: question 59") && seen.has_row(id, "prompt: and now") && seen.turn(id) == "done"
    };
    client.mirror.until("the end and the new turn are shown", goes_on).await;
    assert!(!client.mirror.seen.has_row(id, "NEEDLE"));
    assert_eq!(client.mirror.seen.thread(id)["newer"], false);
    let prompts: Vec<String> =
        client.mirror.seen.rows(id).into_iter().filter(|row| row.starts_with("prompt: ")).collect();
    assert_eq!(prompts.last().unwrap().trim(), "prompt: and now");
    opened.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_place_in_a_running_thread_is_found_while_a_page_is_on_its_way() {
    let fixture = EngineFixture::new().await;
    let thread = long(&fixture, true);
    let opened = fixture.open();
    let mut client = opened.window("main");
    let id = thread.as_str();
    client.mirror.until("it is listed", |seen| seen.line(id)["title"] == "question 0").await;
    let spot = find(&opened, &thread, "needle").await.hits.remove(0).spot;
    client.open(&thread).await;
    client.mirror.until("its end is shown", |seen| turns(seen, &thread) == 20).await;
    let gate = fixture.model.gate("later");
    fixture.model.say([Step::text("still at it"), Step::wait("later")]);
    client.send(&thread, "and now").await;
    client.mirror.until("it runs", |seen| seen.turn(id) == "running").await;
    let (page, place) = tokio::join!(
        client.act(ReadIntent::LoadOlder { thread: thread.clone() }),
        client.act(ReadIntent::OpenAt { thread: thread.clone(), spot })
    );
    page.unwrap();
    assert!(place.unwrap().row.is_some());
    client
        .mirror
        .until("it is there, once, and so is the end", |seen| {
            turns(seen, &thread) == 61 && seen.has_row(id, "NEEDLE") && seen.has_row(id, "prompt: and now")
        })
        .await;
    gate.open();
    opened.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_place_that_one_window_opens_takes_nothing_away_from_another() {
    let fixture = EngineFixture::new().await;
    let thread = long(&fixture, true);
    let opened = fixture.open();
    let (mut reader, mut seeker) = (opened.window("reader"), opened.window("seeker"));
    let id = thread.as_str();
    reader.mirror.until("it is listed", |seen| seen.line(id)["title"] == "question 0").await;
    let spot = find(&opened, &thread, "needle").await.hits.remove(0).spot;
    reader.open(&thread).await;
    reader.mirror.until("its end is shown", |seen| seen.has_row(id, "answer 59")).await;
    seeker.perform(ReadIntent::OpenAt { thread: thread.clone(), spot: spot.clone() }).await;
    for client in [&mut reader, &mut seeker] {
        let both = |seen: &Snapshot| seen.has_row(id, "NEEDLE") && seen.has_row(id, "answer 59");
        client.mirror.until("the place is there, and so is the end", both).await;
    }
    opened.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_window_that_goes_to_the_end_leaves_the_middle_to_another() {
    let fixture = EngineFixture::new().await;
    let thread = long(&fixture, true);
    let opened = fixture.open();
    let (mut stays, mut goes) = (opened.window("stays"), opened.window("goes"));
    let id = thread.as_str();
    stays.mirror.until("it is listed", |seen| seen.line(id)["title"] == "question 0").await;
    let spot = find(&opened, &thread, "needle").await.hits.remove(0).spot;
    stays.perform(ReadIntent::OpenAt { thread: thread.clone(), spot }).await;
    goes.open(&thread).await;
    goes.mirror.until("its middle is shown", |seen| seen.thread(id)["newer"] == true).await;
    goes.perform(ReadIntent::LoadNewest { thread: thread.clone() }).await;
    for client in [&mut stays, &mut goes] {
        let both = |seen: &Snapshot| seen.has_row(id, "NEEDLE") && seen.has_row(id, "answer 59");
        client.mirror.until("the end is there, and so is the middle", both).await;
    }
    opened.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_places_in_a_thread_are_asked_of_a_server_that_knows_them() {
    let fixture = EngineFixture::new().await;
    let wire_tap = WireTap::in_folder(&fixture.at("heard"));
    let opened = OpenEngine::open(Options { codex: Some(wire_tap.program()), ..fixture.options() });
    let mut client = opened.window("main");
    let thread = said(&mut client, &fixture, "where is the marmot?").await;
    let found = peek(&opened, &thread, " marmot ").await;
    assert_eq!(found.hits[0].snippet.iter().find(|piece| piece.hit).unwrap().text, "marmot");
    let asked = wire_tap.params("thread/searchOccurrences");
    assert_eq!((asked.len(), &asked[0]["searchTerm"]), (1, &"marmot".into()));
    assert_eq!(asked[0]["threadId"], thread.as_str());
    opened.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn everything_in_a_thread_is_found_commands_too() {
    let fixture = EngineFixture::new().await;
    let mut rollout = Rollout::new(&fixture.project());
    rollout.turn([
        (Kind::User, "list the marmots".to_owned()),
        (Kind::Command, "alpine marmot\nhoary marmot".to_owned()),
        (Kind::Agent, "two Marmots".to_owned()),
    ]);
    let thread = rollout.write(&fixture.at("home"));
    let opened = fixture.open();
    let mut client = opened.window("main");
    client.mirror.until("it is listed", |seen| seen.line(thread.as_str()).is_object()).await;
    let found = find(&opened, &thread, "marmot").await;
    let hits: Vec<&str> =
        found.hits.iter().map(|hit| hit.snippet.iter().find(|piece| piece.hit).unwrap().text.as_str()).collect();
    assert_eq!(hits, ["marmot", "marmot", "marmot", "Marmot"]);
    assert!(find(&opened, &thread, "   ").await.hits.is_empty());
    opened.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_search_matches_text_but_not_its_markup() {
    let fixture = EngineFixture::new().await;
    let mut rollout = Rollout::new(&fixture.project());
    let answer = "then **run** `cargo test`\nnow, see [here](https://example.com/secret)";
    rollout.turn([(Kind::User, "what is to do?".to_owned()), (Kind::Agent, answer.to_owned())]);
    let thread = rollout.write(&fixture.at("home"));
    let opened = fixture.open();
    let mut client = opened.window("main");
    client.mirror.until("it is listed", |seen| seen.line(thread.as_str()).is_object()).await;
    for (text, count) in [("then run  cargo", 1), ("test now, see here", 1), ("**run**", 0), ("secret", 0)] {
        assert_eq!(find(&opened, &thread, text).await.hits.len(), count, "{text}");
    }
    opened.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_search_hit_that_is_gone_is_reported() {
    let fixture = EngineFixture::new().await;
    let thread = long(&fixture, true);
    let opened = fixture.open();
    let mut client = opened.window("main");
    let id = thread.as_str();
    client.mirror.until("it is listed", |seen| seen.line(id)["title"] == "question 0").await;
    let mut spot = find(&opened, &thread, "needle").await.hits.remove(0).spot;
    spot.cursor = Some("of another time".into());
    let row = client.perform(ReadIntent::OpenAt { thread: thread.clone(), spot: spot.clone() }).await.row;
    assert!(row.is_some(), "it is found without its cursor");
    spot.turn = "01a1e22f-b9cf-72b2-9123-a22939ba8353".into();
    spot.cursor = None;
    let failure = client.act(ReadIntent::OpenAt { thread, spot }).await.unwrap_err();
    assert!(failure.message.contains("no longer exists"), "{failure}");
    opened.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_thread_deleted_by_another_codex_is_said_to_be_gone() {
    let fixture = EngineFixture::new().await;
    let first = fixture.open();
    let mut client = first.window("main");
    let thread = said(&mut client, &fixture, "here today").await;
    client.perform(ReadIntent::CloseThread { thread: thread.clone() }).await;
    first.engine.close().await;

    let first = fixture.open();
    let mut client = first.window("main");
    let id = thread.as_str();
    client.mirror.until("it is listed", |seen| seen.line(id).is_object()).await;
    client.open(&thread).await;
    client.mirror.until("it is shown", |seen| seen.has_row(id, "here today")).await;
    let mut options = fixture.options();
    options.data_dir = fixture.at("other-data");
    let second = OpenEngine::open(options);
    let mut other = second.window("main");
    other.mirror.until("it is listed there", |seen| seen.line(id).is_object()).await;
    other.perform(ThreadIntent::Delete { threads: vec![thread.clone()] }).await;
    other.mirror.until("it is gone there", |seen| seen.line(id).is_null()).await;
    client.mirror.until("and here", |seen| seen.line(id).is_null() && seen.thread(id).is_null()).await;
    assert!(client.mirror.kinds.contains(&"threadLost".to_owned()));
    second.engine.close().await;
    first.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn another_clients_changes_appear_without_a_reload() {
    let fixture = EngineFixture::new().await;
    let first = fixture.open();
    let mut client = first.window("main");
    client.mirror.until("the list is whole", |seen| seen.0["list"] == "complete").await;
    let mut options = fixture.options();
    options.data_dir = fixture.at("other-data");
    let second = OpenEngine::open(options);
    let mut other = second.window("main");
    let thread = said(&mut other, &fixture, "from another window").await;
    let id = thread.as_str();
    client.mirror.until("it appears", |seen| seen.line(id)["title"] == "from another window").await;
    assert_eq!(client.mirror.seen.line(id)["source"], "vscode");
    client.open(&thread).await;
    client.mirror.until("it is shown", |seen| seen.has_row(id, "from another window")).await;
    other.send(&thread, "and some more").await;
    client.mirror.until("it goes on before our eyes", |seen| seen.has_row(id, "prompt: and some more")).await;
    other.mirror.until("it is done", |seen| seen.turn(id) == "done" && turns(seen, &thread) == 2).await;
    other.perform(ThreadIntent::Archive { threads: vec![thread.clone()] }).await;
    client.mirror.until("it is archived here", |seen| seen.line(id)["archived"] == true).await;
    // An archived thread is opened without restoring it.
    client.perform(ReadIntent::CloseThread { thread: thread.clone() }).await;
    client.open(&thread).await;
    client.mirror.until("it can be read", |seen| seen.has_row(id, "and some more")).await;
    assert_eq!(client.mirror.seen.line(id)["archived"], true);
    second.engine.close().await;
    first.engine.close().await;
}
