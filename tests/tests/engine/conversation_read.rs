//! Reading a thread and following it, on the real server: locks, lost places, what an interruption leaves, failed
//! turns, and connections that break.

use engine::Options;
use engine::failure::Code;
use engine::id::ThreadId;
use engine::intent::{MessageIntent, ReadIntent, TerminalIntent, ThreadIntent};
use loopback::{ScriptedUsage, Step, Turn};
use serde_json::{Value, json};
use std::fs::File;
use threadloft_tests::asks::{at_work, begin};
use threadloft_tests::engine_fixture::{EngineFixture, OpenEngine, choices, prompt};
use threadloft_tests::mirror::Snapshot;
use threadloft_tests::rollout::{Kind, Rollout};
use threadloft_tests::wire_tap::WireTap;
use threadloft_tests::{process, wait};

fn turns(seen: &Snapshot, thread: &ThreadId) -> usize {
    seen.thread(thread.as_str())["turns"].as_array().map_or(0, Vec::len)
}

fn head(seen: &Snapshot, thread: &ThreadId) -> Value {
    seen.thread(thread.as_str())["head"]["state"].clone()
}

fn long(fixture: &EngineFixture) -> ThreadId {
    let mut rollout = Rollout::new(&fixture.project());
    for n in 0..50 {
        rollout.turn([(Kind::User, format!("question {n}")), (Kind::Agent, format!("answer {n}"))]);
    }
    rollout.write(&fixture.at("home"))
}

/// Holds the thread's lock, as another Codex that writes to it would.
fn hold(fixture: &EngineFixture, thread: &ThreadId) -> File {
    let locks = fixture.at("home/thread-writer-locks");
    std::fs::create_dir_all(&locks).unwrap();
    let file = File::create(locks.join(format!("{thread}.lock"))).unwrap();
    file.try_lock().unwrap();
    file
}

/// An action of another client on the same CODEX_HOME.
fn elsewhere(fixture: &EngineFixture) -> OpenEngine {
    OpenEngine::open(Options { data_dir: fixture.at("other-data"), ..fixture.options() })
}

#[tokio::test(flavor = "multi_thread")]
async fn a_thread_is_resumed_only_by_its_first_message() {
    let fixture = EngineFixture::new().await;
    let thread = long(&fixture);
    let id = thread.as_str();
    let wire_tap = WireTap::in_folder(&fixture.at("heard"));
    let opened = OpenEngine::open(Options { codex: Some(wire_tap.program()), ..fixture.options() });
    let mut client = opened.window("main");
    client.mirror.until("it is listed", |seen| seen.line(id).is_object()).await;
    client.open(&thread).await;
    client.mirror.until("its end is shown", |seen| turns(seen, &thread) == 20).await;
    let before = wire_tap.loads(id).len();
    client.perform(ReadIntent::LoadOlder { thread: thread.clone() }).await;
    client.mirror.until("more of it", |seen| turns(seen, &thread) == 40).await;
    assert_eq!(wire_tap.loads(id).len(), before, "reading takes nothing up");
    client.send(&thread, "and now").await;
    let on = |seen: &Snapshot| turns(seen, &thread) == 41 && seen.turn(id) == "done";
    client.mirror.until("it goes on", on).await;
    let resumed: Vec<Value> =
        wire_tap.params("thread/resume").into_iter().filter(|asked| asked["threadId"] == id).collect();
    let taken = resumed.last().unwrap();
    assert_eq!(taken["excludeTurns"], true);
    assert_eq!(taken["initialTurnsPage"], json!({ "limit": 20, "itemsView": "full", "sortDirection": "desc" }));
    assert!(taken["sandbox"].is_string() && taken["approvalPolicy"].is_string(), "{taken:#}");
    opened.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_history_being_written_elsewhere_is_read_later() {
    let fixture = EngineFixture::new().await;
    let thread = long(&fixture);
    let id = thread.as_str();
    let lock = hold(&fixture, &thread);
    let opened = fixture.open();
    let mut client = opened.window("main");
    client.mirror.until("it is listed", |seen| seen.line(id).is_object()).await;
    let failure = client.act(ReadIntent::OpenThread { thread: thread.clone() }).await.unwrap_err();
    assert_eq!(failure.code, Code::Locked);
    // Its turns can be read all the same, in a fork.
    let fork = client.perform(ThreadIntent::Fork { thread: thread.clone(), turn: None }).await.thread.unwrap();
    client.open(&fork).await;
    client.mirror.until("the fork is read", |seen| seen.has_row(fork.as_str(), "answer 49")).await;
    drop(lock);
    client.open(&thread).await;
    client.mirror.until("now it is read", |seen| turns(seen, &thread) == 20 && seen.has_row(id, "answer 49")).await;
    client.mirror.until("and nobody holds it", |seen| head(seen, &thread)["kind"] == "idle").await;
    opened.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_thread_locked_elsewhere_goes_on_in_a_fork() {
    let fixture = EngineFixture::new().await;
    let second = elsewhere(&fixture);
    let (second, other, thread) = begin(second, &fixture).await;
    let id = thread.as_str();
    let opened = fixture.open();
    let mut client = opened.window("main");
    client.mirror.until("it is listed", |seen| seen.line(id).is_object()).await;
    client.open(&thread).await;
    client.mirror.until("it can be read", |seen| seen.has_row(id, "hello")).await;
    let send = MessageIntent::Send { thread: thread.clone(), prompt: prompt("mine too"), choices: choices() };
    assert_eq!(client.act(send).await.unwrap_err().code, Code::Locked);
    client.mirror.until("the head says so", |seen| head(seen, &thread)["kind"] == "locked").await;
    let mut beside = opened.window("beside");
    beside.open(&thread).await;
    beside.mirror.until("nothing is lost", |seen| seen.thread(id)["draft"] == "mine too").await;
    let fork = client.perform(ThreadIntent::Fork { thread: thread.clone(), turn: None }).await.thread.unwrap();
    client.open(&fork).await;
    client.send(&fork, "mine too").await;
    let on = |seen: &Snapshot| turns(seen, &fork) == 2 && seen.turn(fork.as_str()) == "done";
    client.mirror.until("it goes on there", on).await;
    assert!(client.mirror.seen.has_row(fork.as_str(), "prompt: hello"));
    other.send(&thread, "still mine").await;
    second.engine.close().await;
    opened.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn asking_for_a_lock_holds_nothing() {
    let fixture = EngineFixture::new().await;
    let second = elsewhere(&fixture);
    let (second, mut other, thread) = begin(second, &fixture).await;
    let id = thread.as_str();
    let opened = fixture.open();
    let mut client = opened.window("main");
    client.mirror.until("it is listed", |seen| seen.line(id).is_object()).await;
    client.open(&thread).await;
    client.mirror.until("it can be read", |seen| seen.has_row(id, "hello")).await;
    let send = MessageIntent::Send { thread: thread.clone(), prompt: prompt("mine too"), choices: choices() };
    assert_eq!(client.act(send).await.unwrap_err().code, Code::Locked);
    client.mirror.until("the head says so", |seen| head(seen, &thread)["kind"] == "locked").await;
    let again = || ReadIntent::AskLock { thread: thread.clone() };
    assert_eq!(client.act(again()).await.unwrap_err().code, Code::Locked);
    assert_eq!(head(&client.mirror.seen, &thread)["kind"], "locked", "it still is");
    other.send(&thread, "the last word").await;
    other.wait_for_turns(id, 2, "done").await;
    second.engine.close().await;
    client.perform(again()).await;
    client.mirror.until("it is free", |seen| head(seen, &thread)["kind"] == "idle").await;
    client.mirror.until("what was said meanwhile is there", |seen| seen.has_row(id, "prompt: the last word")).await;
    let lock = fixture.at(&format!("home/thread-writer-locks/{thread}.lock"));
    // Codex removes the file together with the lock.
    let free = || File::open(&lock).map_or(true, |file| file.try_lock().is_ok());
    wait::until("anyone may write", async || free()).await;
    client.send(&thread, "mine at last").await;
    client.mirror.until("it goes on", |seen| seen.has_row(id, "prompt: mine at last") && seen.turn(id) == "done").await;
    opened.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn older_turns_are_read_also_while_the_newest_are_read_again() {
    let fixture = EngineFixture::new().await;
    let thread = long(&fixture);
    let opened = fixture.open();
    let mut client = opened.window("main");
    client.mirror.until("it is listed", |seen| seen.line(thread.as_str()).is_object()).await;
    client.open(&thread).await;
    client.mirror.until("its end is shown", |seen| turns(seen, &thread) == 20).await;
    client.perform(ReadIntent::CloseThread { thread: thread.clone() }).await;
    let pid = opened.diagnostics().await.server_pid.unwrap();
    process::halt(pid).await;
    tokio::join!(client.open(&thread), async {
        // The engine answers in order, so by now it has requested the newest page.
        for _ in 0..5 {
            client.perform(MessageIntent::SaveDraft { thread: None, text: String::new(), attached: Vec::new() }).await;
        }
        let go_on = async { process::signal("CONT", &[pid]) };
        tokio::join!(client.perform(ReadIntent::LoadOlder { thread: thread.clone() }), go_on);
    });
    client.mirror.until("there is more of it", |seen| turns(seen, &thread) == 40).await;
    opened.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_forgotten_place_is_read_again_from_the_end() {
    let fixture = EngineFixture::new().await;
    let thread = long(&fixture);
    let id = thread.as_str();
    let mut options = fixture.options();
    options.codex = Some(env!("CARGO_BIN_EXE_injector").into());
    options.env.push(("INJECTOR_CODEX".into(), threadloft_tests::codex().display().to_string()));
    options.env.push(("INJECTOR_FORGETS".into(), "thread/turns/list".into()));
    let opened = OpenEngine::open(options);
    let mut client = opened.window("main");
    client.mirror.until("it is listed", |seen| seen.line(id).is_object()).await;
    client.open(&thread).await;
    client.mirror.until("its end is shown", |seen| turns(seen, &thread) == 20).await;
    let before = client.mirror.kinds.len();
    client.perform(ReadIntent::LoadOlder { thread: thread.clone() }).await;
    while !client.mirror.kinds[before..].iter().any(|kind| kind == "threadPut") {
        client.mirror.next().await;
    }
    let whole = |seen: &Snapshot| turns(seen, &thread) == 20 && seen.thread(id)["more"] == true;
    client.mirror.until("its end is shown again", whole).await;
    client.perform(ReadIntent::LoadOlder { thread: thread.clone() }).await;
    client.mirror.until("and now further back", |seen| turns(seen, &thread) == 40).await;
    opened.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn text_of_an_interrupted_turn_is_marked_as_not_saved() {
    let fixture = EngineFixture::new().await;
    let (opened, mut client, thread) = at_work(&fixture).await;
    let id = thread.as_str();
    fixture.model.say([Step::text("half a sent"), Step::Hang]);
    client.send(&thread, "talk").await;
    client.mirror.until("it talks", |seen| seen.has_row(id, "half a sent")).await;
    client.perform(MessageIntent::Interrupt { thread: thread.clone() }).await;
    client.wait_for_turns(id, 2, "interrupted").await;
    let left = client.last_row(id, "said");
    // The loopback closes each text it has streamed, so the open one is the message that only started.
    assert!(left.to_string().contains("half a sent"), "{left:#}");
    client.mirror.until("the head says so", |seen| head(seen, &thread)["kind"] == "interrupted").await;

    let begun = json!({ "type": "response.output_item.added", "output_index": 0,
        "item": { "type": "message", "role": "assistant", "id": "msg-open", "content": [] } });
    let more = json!({ "type": "response.output_text.delta", "item_id": "msg-open", "output_index": 0,
        "content_index": 0, "delta": "an open sentence" });
    fixture.model.say([Step::Raw(begun), Step::Raw(more), Step::Hang]);
    client.send(&thread, "talk again").await;
    client.mirror.until("it talks", |seen| seen.has_row(id, "an open sentence")).await;
    client.perform(MessageIntent::Interrupt { thread: thread.clone() }).await;
    client.wait_for_turns(id, 3, "interrupted").await;
    let said = |seen: &Value| (seen["state"].clone(), seen["body"]["unsaved"].clone());
    assert_eq!(said(&client.last_row(id, "said")), (json!("stopped"), json!(true)));

    fixture.model.say(Step::exec("sleep 300"));
    client.send(&thread, "wait").await;
    client.mirror.until("it runs", |seen| seen.has_row(id, "sleep 300")).await;
    client.perform(MessageIntent::Interrupt { thread: thread.clone() }).await;
    client.wait_for_turns(id, 4, "interrupted").await;
    assert_eq!(client.last_row(id, "ran")["state"], "stopped", "its turn ended before it did");
    client.perform(TerminalIntent::StopTerminal { thread: thread.clone(), process: None }).await;

    // It is still there after leaving and returning, although the server no longer has it.
    client.perform(ReadIntent::CloseThread { thread: thread.clone() }).await;
    client.open(&thread).await;
    client.mirror.until("it is there", |seen| turns(seen, &thread) == 4).await;
    assert!(client.mirror.seen.has_row(id, "an open sentence"));
    client.send(&thread, "go on").await;
    client.wait_for_turns(id, 5, "done").await;
    opened.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_failed_turn_says_what_helps() {
    let fixture = EngineFixture::new().await;
    let (opened, mut client, thread) = at_work(&fixture).await;
    let id = thread.as_str();
    let unauthorized = Step::Status { code: 401, body: json!({ "error": { "message": "who are you" } }) };
    let ways = [
        (Step::server_error(), "retry", "had a problem"),
        (Step::context_length_exceeded(), "compact", "no longer fits"),
        (Step::limit_reached("pro", 600), "wait", "limit was reached"),
        (unauthorized, "signIn", "signed out"),
        (Step::Drop, "retry", ""),
    ];
    for (n, (step, help, words)) in ways.into_iter().enumerate() {
        fixture.model.say(step);
        client.send(&thread, "break").await;
        client.wait_for_turns(id, n + 2, "failed").await;
        let trouble = client.mirror.seen.thread(id)["turns"][n + 1]["trouble"].clone();
        assert_eq!(trouble["help"], help, "{trouble:#}");
        assert!(trouble["message"].as_str().unwrap().contains(words), "{trouble:#}");
        let kind = if help == "wait" { "limited" } else { "failed" };
        client.mirror.until("the head says so", |seen| head(seen, &thread)["kind"] == kind).await;
    }
    client.send(&thread, "well again").await;
    client.wait_for_turns(id, 7, "done").await;
    opened.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stopped_turn_is_still_stopped_when_read_again() {
    let fixture = EngineFixture::new().await;
    let (opened, mut client, thread) = at_work(&fixture).await;
    let id = thread.as_str();
    fixture.model.say([Step::text("half a sent"), Step::Hang]);
    client.send(&thread, "talk").await;
    client.mirror.until("it talks", |seen| seen.has_row(id, "half a sent")).await;
    client.perform(MessageIntent::Interrupt { thread: thread.clone() }).await;
    client.wait_for_turns(id, 2, "interrupted").await;
    fixture.model.say(Step::limit_reached("pro", 600));
    client.perform(ThreadIntent::Compact { thread: thread.clone() }).await;
    client.wait_for_turns(id, 3, "failed").await;
    assert_eq!(client.last_row(id, "compacted")["state"], "stopped", "nothing was compacted");
    opened.engine.close().await;

    let again = fixture.open();
    let mut client = again.window("main");
    client.mirror.until("it is listed", |seen| seen.line(id).is_object()).await;
    client.open(&thread).await;
    client.mirror.until("it is read", |seen| turns(seen, &thread) == 3).await;
    let told = client.mirror.seen.thread(id)["turns"].as_array().cloned().unwrap();
    assert_eq!((&told[1]["state"], told[1]["endedMs"].is_number()), (&json!("interrupted"), true), "{told:#?}");
    assert_eq!((&told[2]["state"], &told[2]["trouble"]["help"]), (&json!("failed"), &json!("wait")), "{told:#?}");
    client.mirror.until("the head says so", |seen| head(seen, &thread)["kind"] == "failed").await;
    again.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_head_counts_retries_of_a_broken_connection() {
    let fixture = EngineFixture::new().await;
    let mut options = fixture.options();
    options.extra_config.push(("model_providers.loopback.stream_max_retries".into(), "2".into()));
    let (opened, mut client, thread) = begin(OpenEngine::open(options), &fixture).await;
    let id = thread.as_str();
    fixture.model.say(Step::Drop);
    fixture.model.say(Step::Drop);
    fixture
        .model
        .say(Turn::text("there you are").with_usage(ScriptedUsage { input: 100_000, ..ScriptedUsage::default() }));
    client.send(&thread, "are you there").await;
    for count in ["1/2", "2/2"] {
        let so = |seen: &Snapshot| {
            let state = head(seen, &thread);
            state["kind"] == "retrying" && state["text"].as_str().is_some_and(|text| text.contains(count))
        };
        client.mirror.until(&format!("it tries again, {count}"), so).await;
    }
    client.wait_for_turns(id, 2, "done").await;
    client.mirror.until("all is quiet", |seen| head(seen, &thread)["kind"] == "idle").await;
    let rows = client.mirror.seen.rows(id);
    assert!(!rows.iter().any(|row| row.contains("Reconnecting")), "it leaves no row: {rows:#?}");
    // The tokens it used, and how full the context window is.
    let usage = client.mirror.seen.thread(id)["head"]["usage"].clone();
    assert!(usage["contextPercent"].as_f64().is_some_and(|percent| percent > 20.0), "{usage:#}");
    assert!(usage["lastTokens"].as_f64().is_some_and(|tokens| tokens >= 100_000.0), "{usage:#}");
    opened.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_message_that_is_streamed_again_is_shown_once() {
    let fixture = EngineFixture::new().await;
    let mut options = fixture.options();
    options.extra_config.push(("model_providers.loopback.stream_max_retries".into(), "2".into()));
    let (opened, mut client, thread) = begin(OpenEngine::open(options), &fixture).await;
    let id = thread.as_str();
    let begun = json!({ "type": "response.output_item.added", "output_index": 0,
        "item": { "type": "message", "role": "assistant", "id": "msg-open", "content": [] } });
    let more = json!({ "type": "response.output_text.delta", "item_id": "msg-open", "output_index": 0,
        "content_index": 0, "delta": "the first half" });
    fixture.model.say([Step::Raw(begun), Step::Raw(more), Step::wait("half"), Step::Drop]);
    fixture.model.say(Turn::text("the first half and the second"));
    client.send(&thread, "say it").await;
    client.mirror.until("half of it is there", |seen| seen.has_row(id, "the first half")).await;
    fixture.model.gate("half").open();
    client.wait_for_turns(id, 2, "done").await;
    let rows = client.mirror.seen.rows(id);
    let said: Vec<&String> = rows.iter().filter(|row| row.contains("the first half")).collect();
    assert_eq!(said.len(), 1, "{rows:#?}");
    assert!(said[0].contains("and the second"), "{rows:#?}");
    // A new window and a second reading show the same.
    let mut beside = opened.window("beside");
    beside.open(&thread).await;
    beside.mirror.until("it is the same beside", |seen| seen.rows(id) == rows).await;
    opened.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn steering_marks_the_text_being_streamed() {
    let fixture = EngineFixture::new().await;
    let (opened, mut client, thread) = at_work(&fixture).await;
    let id = thread.as_str();
    let begun = json!({ "type": "response.output_item.added", "output_index": 0,
        "item": { "type": "message", "role": "assistant", "id": "msg-open", "content": [] } });
    let more = json!({ "type": "response.output_text.delta", "item_id": "msg-open", "output_index": 0,
        "content_index": 0, "delta": "an open sentence" });
    fixture.model.say([Step::Raw(begun), Step::Raw(more), Step::Hang]);
    fixture.model.say([Step::wait("go"), Step::text("left it is")]);
    client.send(&thread, "talk").await;
    client.mirror.until("it talks", |seen| seen.has_row(id, "an open sentence")).await;
    let go = fixture.model.gate("go");
    client.send(&thread, "turn left").await;
    client.mirror.until("it is heard", |seen| seen.has_row(id, "prompt: turn left")).await;
    let rows = client.mirror.seen.thread(id)["rows"].as_array().cloned().unwrap();
    let cut = rows.iter().find(|row| row.to_string().contains("an open sentence")).unwrap();
    assert_eq!((&cut["state"], &cut["body"]["unsaved"]), (&json!("stopped"), &json!(true)), "while it still runs");
    go.open();
    client.wait_for_turns(id, 2, "done").await;
    assert_eq!(client.last_row(id, "said")["state"], "done");
    assert!(client.mirror.seen.has_row(id, "left it is") && client.mirror.seen.has_row(id, "an open sentence"));
    opened.engine.close().await;
}
