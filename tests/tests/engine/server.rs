//! The engine on the real codex app-server, with the loopback as its model.

use engine::Options;
use engine::failure::Code;
use engine::intent::{MessageIntent, ReadIntent, ThreadIntent};
use loopback::{Step, Turn};
use std::time::Duration;
use threadloft_tests::engine_fixture::{EngineFixture, OpenEngine, choices, prompt};
use threadloft_tests::wait;

#[tokio::test(flavor = "multi_thread")]
async fn a_finished_turn_is_in_the_list() {
    let fixture = EngineFixture::new().await;
    let opened = fixture.open();
    let mut client = opened.window("main");
    client.ready().await;
    let thread = client.start_thread(&fixture.project(), "hello out there").await;
    client.mirror.until("the turn is done", |seen| seen.turn(thread.as_str()) == "done").await;
    assert!(client.mirror.seen.has_row(thread.as_str(), "prompt: hello out there"));
    assert!(
        client
            .mirror
            .seen
            .rows(thread.as_str())
            .iter()
            .any(|row| row.starts_with("said: ") && row.contains("hello out there"))
    );
    client.mirror.until("it is in the list", |seen| seen.line(thread.as_str())["title"] == "hello out there").await;
    let codex = &client.mirror.seen.0["server"]["codex"];
    assert_eq!(codex["found"], "environment");
    assert!(codex["version"].as_str().is_some_and(|version| version.starts_with("0.")), "{codex}");
    opened.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn where_processors_are_few_codex_waits_for_the_window_but_not_for_ever() {
    let (patient, impatient) = (EngineFixture::new().await, EngineFixture::new().await);
    let open = |fixture: &EngineFixture, longest| {
        OpenEngine::open(Options { window_first: Some(Duration::from_secs(longest)), ..fixture.options() })
    };
    let (waits, goes) = (open(&patient, 3_600), open(&impatient, 0));
    wait::until("one does not wait any more", async || goes.diagnostics().await.server_pid.is_some()).await;
    assert_eq!(waits.diagnostics().await.server_pid, None);
    let mut client = waits.window("main");
    client.ready().await;
    waits.engine.close().await;
    goes.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_second_window_sees_the_same_as_a_reload() {
    let fixture = EngineFixture::new().await;
    let opened = fixture.open();
    let mut first = opened.window("main");
    first.ready().await;
    let thread = first.start_thread(&fixture.project(), "said once").await;
    let id = thread.as_str();
    first.mirror.until("the turn is done", |seen| seen.turn(id) == "done").await;
    let mut second = opened.window("second");
    second.open(&thread).await;
    second.mirror.until("the thread is there", |seen| seen.turn(id) == "done").await;
    first.send(&thread, "said twice").await;
    for client in [&mut first, &mut second] {
        let twice = |seen: &threadloft_tests::mirror::Snapshot| {
            seen.thread(id)["turns"].as_array().is_some_and(|turns| turns.len() == 2) && seen.turn(id) == "done"
        };
        client.mirror.until("both turns are done", twice).await;
    }
    let mut again = opened.window("main");
    again.mirror.until("the reloaded window has its thread", |seen| seen.turn(id) == "done").await;
    assert_eq!(again.mirror.kinds[0], "reset");
    first.mirror.catch_up();
    assert_eq!(again.mirror.seen.thread(id)["rows"], second.mirror.seen.thread(id)["rows"]);
    opened.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_sent_while_a_turn_runs_steers_it() {
    let fixture = EngineFixture::new().await;
    fixture.model.say([Step::text("thinking of it"), Step::Wait("go".into())]);
    let opened = fixture.open();
    let mut client = opened.window("main");
    client.ready().await;
    let thread = client.start_thread(&fixture.project(), "count to ten").await;
    let id = thread.as_str();
    client.mirror.until("it runs", |seen| seen.has_row(id, "thinking of it")).await;
    assert_eq!(opened.engine.busy().running, 1);
    client.send(&thread, "to twenty").await;
    fixture.model.gate("go").open();
    client.mirror.until("it is done", |seen| seen.turn(id) == "done").await;
    assert!(client.mirror.seen.has_row(id, "prompt: to twenty"), "{:?}", client.mirror.seen.rows(id));
    assert_eq!(client.mirror.seen.thread(id)["turns"].as_array().unwrap().len(), 1);
    opened.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_text_of_an_interrupted_turn_stays() {
    let fixture = EngineFixture::new().await;
    fixture.model.say([Step::text("half a sent"), Step::Hang]);
    let opened = fixture.open();
    let mut client = opened.window("main");
    client.ready().await;
    let thread = client.start_thread(&fixture.project(), "talk").await;
    let id = thread.as_str();
    client.mirror.until("it talks", |seen| seen.has_row(id, "half a sent")).await;
    client.perform(MessageIntent::Interrupt { thread: thread.clone() }).await;
    client.mirror.until("it is interrupted", |seen| seen.turn(id) == "interrupted").await;
    assert!(client.mirror.seen.has_row(id, "half a sent"));
    // The real server never answers a second interrupt.
    client.perform(MessageIntent::Interrupt { thread: thread.clone() }).await;
    client.send(&thread, "go on").await;
    client.mirror.until("the next turn is done", |seen| seen.turn(id) == "done").await;
    opened.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_archived_thread_can_be_restored() {
    let fixture = EngineFixture::new().await;
    let opened = fixture.open();
    let mut client = opened.window("main");
    client.ready().await;
    let thread = client.start_thread(&fixture.project(), "some work").await;
    let id = thread.as_str();
    client.mirror.until("it is done", |seen| seen.turn(id) == "done").await;
    client.perform(ThreadIntent::Rename { thread: thread.clone(), name: "  The harbour  ".into() }).await;
    client.mirror.until("it has its name", |seen| seen.line(id)["title"] == "The harbour").await;
    client.perform(ThreadIntent::Archive { threads: vec![thread.clone()] }).await;
    client.mirror.until("it is archived", |seen| seen.line(id)["archived"] == true).await;
    client.perform(ThreadIntent::Unarchive { threads: vec![thread.clone()] }).await;
    client.mirror.until("it is back", |seen| seen.line(id)["archived"] == false).await;
    client.send(&thread, "more work").await;
    client.mirror.until("it goes on", |seen| seen.has_row(id, "more work") && seen.turn(id) == "done").await;
    opened.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn older_turns_come_when_asked_for() {
    let fixture = EngineFixture::new().await;
    let opened = fixture.open();
    let mut client = opened.window("main");
    client.ready().await;
    let thread = client.start_thread(&fixture.project(), "turn number 0").await;
    let id = thread.as_str();
    let turns = |seen: &threadloft_tests::mirror::Snapshot| seen.thread(id)["turns"].as_array().map_or(0, Vec::len);
    for n in 1..24 {
        client.mirror.until("the last one is done", |seen| seen.turn(id) == "done" && turns(seen) == n).await;
        client.send(&thread, &format!("turn number {n}")).await;
    }
    client.mirror.until("all are done", |seen| seen.turn(id) == "done" && turns(seen) == 24).await;
    opened.engine.close().await;

    let opened = fixture.open();
    let mut client = opened.window("main");
    client.mirror.until("the list is whole", |seen| seen.0["list"] == "complete").await;
    client.open(&thread).await;
    client.mirror.until("the newest page is there", |seen| turns(seen) == 20).await;
    assert_eq!(client.mirror.seen.thread(id)["more"], true);
    assert!(!client.mirror.seen.has_row(id, "turn number 3 "));
    client.perform(ReadIntent::LoadOlder { thread: thread.clone() }).await;
    client.mirror.until("the rest is there", |seen| turns(seen) == 24).await;
    let rows = client.mirror.seen.rows(id);
    let prompts: Vec<&String> = rows.iter().filter(|row| row.starts_with("prompt: ")).collect();
    assert_eq!(prompts.first().unwrap().trim(), "prompt: turn number 0");
    assert_eq!(prompts.len(), 24);
    assert_eq!(client.mirror.seen.thread(id)["more"], false);
    opened.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn reading_a_thread_takes_no_lock() {
    let fixture = EngineFixture::new().await;
    let first = fixture.open();
    let mut client = first.window("main");
    client.ready().await;
    let thread = client.start_thread(&fixture.project(), "mine").await;
    let id = thread.as_str();
    client.mirror.until("it is done", |seen| seen.turn(id) == "done").await;

    let mut options = fixture.options();
    options.data_dir = fixture.at("other-data");
    let second = threadloft_tests::engine_fixture::OpenEngine::open(options);
    let mut other = second.window("main");
    other.mirror.until("the list is whole", |seen| seen.0["list"] == "complete").await;
    other.open(&thread).await;
    other.mirror.until("it can be read", |seen| seen.has_row(id, "mine")).await;
    let intent = MessageIntent::Send { thread: thread.clone(), prompt: prompt("mine too"), choices: choices() };
    let failure = other.act(intent).await.unwrap_err();
    assert_eq!(failure.code, Code::Locked);
    other
        .mirror
        .until("the text is kept", |seen| {
            seen.thread(id)["draft"] == "mine too" || seen.thread(id)["head"]["state"]["kind"] == "locked"
        })
        .await;

    // The lock is released when no window shows the thread.
    client.perform(ReadIntent::CloseThread { thread: thread.clone() }).await;
    first.engine.close().await;
    other.send(&thread, "mine now").await;
    other.mirror.until("it goes on here", |seen| seen.has_row(id, "mine now") && seen.turn(id) == "done").await;
    second.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_thread_made_by_another_client_appears_by_itself() {
    let fixture = EngineFixture::new().await;
    let opened = fixture.open();
    let mut client = opened.window("main");
    client.mirror.until("the list is whole", |seen| seen.0["list"] == "complete").await;
    let mut codex = tokio::process::Command::new(threadloft_tests::codex());
    codex.args(["exec", "--skip-git-repo-check", "--sandbox", "read-only"]);
    for (key, value) in fixture.model.config() {
        codex.arg("-c").arg(format!("{key}={value}"));
    }
    codex.arg("from the command line").env("CODEX_HOME", fixture.at("home")).env("TMPDIR", fixture.at("tmp"));
    codex.envs(fixture.model.env()).current_dir(fixture.at("project")).stdin(std::process::Stdio::null());
    let done = codex.output().await.unwrap();
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    let there = |seen: &threadloft_tests::mirror::Snapshot| {
        seen.0["threads"]
            .as_array()
            .is_some_and(|lines| lines.iter().any(|line| line["title"] == "from the command line"))
    };
    client.mirror.until("it appears", there).await;
    opened.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_message_that_is_too_long_never_leaves() {
    let fixture = EngineFixture::new().await;
    let opened = fixture.open();
    let mut client = opened.window("main");
    client.ready().await;
    let intent = MessageIntent::StartThread {
        cwd: fixture.project(),
        prompt: prompt(&"x".repeat(1_048_577)),
        choices: choices(),
    };
    let failure = client.act(intent).await.unwrap_err();
    assert_eq!(failure.code, Code::BadInput);
    assert!(failure.message.contains("1048577"), "{failure}");
    opened.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_long_answer_comes_in_few_batches() {
    let fixture = EngineFixture::new().await;
    fixture.model.say(Turn::new([Step::Flood { count: 20_000, delta: "word ".into() }]));
    let opened = fixture.open();
    let mut client = opened.window("main");
    client.ready().await;
    let thread = client.start_thread(&fixture.project(), "much").await;
    client.mirror.until("it is done", |seen| seen.turn(thread.as_str()) == "done").await;
    // One batch per frame of 16 ms: not even a wait of 60 s, the longest there is, sees 4,000 of them.
    let batches = client.mirror.sizes.len();
    assert!(batches < 4_000, "{batches} batches for 20,000 words");
    opened.engine.close().await;
}
