//! The choices a thread runs with, on the real codex app-server: after a restart, in a fork, with a goal, in a review
//! and from a queue.

use engine::Options;
use engine::change::Permissions;
use engine::id::ThreadId;
use engine::intent::{Choices, Ground, Manner, MessageIntent, QueueIntent, Target, ThreadIntent};
use loopback::{Request, Step};
use serde_json::Value;
use threadloft_tests::asks::{at_work, begin};
use threadloft_tests::engine_fixture::{Client, EngineFixture, OpenEngine, prompt};
use threadloft_tests::mirror::Snapshot;
use threadloft_tests::wire_tap::WireTap;

fn planning() -> Choices {
    let manner = Manner { plan: true, summary: Some("detailed".into()), ..Manner::default() };
    Choices { effort: Some("high".into()), manner, ..Choices::with(Permissions::ReadOnly) }
}

fn head<'a>(seen: &'a Snapshot, thread: &ThreadId) -> &'a Value {
    &seen.thread(thread.as_str())["head"]
}

fn is_planning(seen: &Snapshot, thread: &ThreadId) -> bool {
    let head = head(seen, thread);
    head["permissions"]["kind"] == "readOnly"
        && head["effort"] == "high"
        && head["manner"]["plan"] == true
        && head["manner"]["summary"] == "detailed"
}

async fn comes_back(options: &Options) -> (OpenEngine, Client) {
    let opened = OpenEngine::open(options.clone());
    let mut client = opened.window("main");
    client.ready().await;
    (opened, client)
}

fn is_fenced(asked: &Request) -> bool {
    asked.path.ends_with("/responses") && asked.body["input"].to_string().contains("`sandbox_mode` is `read-only`")
}

#[tokio::test(flavor = "multi_thread")]
async fn choices_for_a_thread_survive_restart_or_fork() {
    let fixture = EngineFixture::new().await;
    let wire_tap = WireTap::in_folder(&fixture.at("heard"));
    let options = Options { codex: Some(wire_tap.program()), ..fixture.options() };
    let (opened, mut client, thread) = begin(OpenEngine::open(options.clone()), &fixture).await;
    client
        .perform(MessageIntent::Send { thread: thread.clone(), prompt: prompt("plan it"), choices: planning() })
        .await;
    client.wait_for_turns(thread.as_str(), 2, "done").await;
    opened.engine.close().await;

    let (opened, mut client) = comes_back(&options).await;
    client.open(&thread).await;
    client.mirror.until("it is as it was left", |seen| is_planning(seen, &thread)).await;
    let fork = client.perform(ThreadIntent::Fork { thread: thread.clone(), turn: None }).await.thread.unwrap();
    assert_eq!(wire_tap.calls(thread.as_str()).last().unwrap().1["sandbox"], "read-only");
    client.open(&fork).await;
    client.mirror.until("so is its fork", |seen| is_planning(seen, &fork)).await;
    // A call that needs the thread loaded and carries no choices resumes it with these.
    client.perform(ThreadIntent::Compact { thread: thread.clone() }).await;
    let resumed = wire_tap.calls(thread.as_str()).into_iter().rfind(|(method, _)| method == "thread/resume").unwrap().1;
    assert_eq!((&resumed["sandbox"], &resumed["approvalPolicy"]), (&"read-only".into(), &"on-request".into()));
    opened.engine.close().await;

    let (opened, mut client) = comes_back(&options).await;
    client.open(&fork).await;
    client.mirror.until("the fork keeps it too", |seen| is_planning(seen, &fork)).await;
    opened.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_choice_that_was_not_sent_yet_is_kept() {
    let fixture = EngineFixture::new().await;
    let (opened, mut client, thread) = at_work(&fixture).await;
    client.perform(MessageIntent::Choose { thread: thread.clone(), choices: planning() }).await;
    client.mirror.until("the head says so", |seen| is_planning(seen, &thread)).await;
    opened.engine.close().await;

    let (opened, mut client) = comes_back(&fixture.options()).await;
    client.open(&thread).await;
    client.mirror.until("it is still picked", |seen| is_planning(seen, &thread)).await;
    client.send(&thread, "as usual, then").await;
    client.wait_for_turns(thread.as_str(), 2, "done").await;
    let usual = |seen: &Snapshot| {
        head(seen, &thread)["permissions"]["kind"] == "ask" && head(seen, &thread)["manner"]["plan"] == false
    };
    client.mirror.until("what was sent counts", usual).await;
    opened.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_active_goal_runs_with_what_the_composer_shows() {
    let fixture = EngineFixture::new().await;
    let (opened, mut client, thread) = at_work(&fixture).await;
    assert!(!fixture.model.requests().iter().any(is_fenced));
    fixture.model.say([Step::text("on my way"), Step::Hang]);
    let choices = Choices::with(Permissions::ReadOnly);
    client
        .perform(ThreadIntent::SetGoal {
            thread: thread.clone(),
            objective: Some("ship it".into()),
            active: true,
            choices,
        })
        .await;
    let id = thread.as_str();
    client.mirror.until("it goes on by itself", |seen| seen.has_row(id, "on my way")).await;
    assert!(is_fenced(fixture.model.requests().last().unwrap()), "{:#?}", fixture.model.requests().last());
    client.mirror.until("the head says so", |seen| head(seen, &thread)["permissions"]["kind"] == "readOnly").await;
    client.perform(MessageIntent::Interrupt { thread: thread.clone() }).await;
    opened.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_review_in_a_live_thread_runs_with_what_the_composer_shows() {
    let fixture = EngineFixture::new().await;
    let (opened, mut client, thread) = at_work(&fixture).await;
    let choices = Choices { effort: Some("high".into()), ..Choices::with(Permissions::ReadOnly) };
    let target = Target::Custom { instructions: "Look at the hull.".into() };
    let at = Ground::Thread { thread: thread.clone() };
    client.perform(MessageIntent::Review { at, target, choices }).await;
    client.wait_for_turns(thread.as_str(), 2, "done").await;
    let asked = fixture.model.asked(|asked| asked.body.to_string().contains("Look at the hull.")).await;
    assert_eq!(asked.body["reasoning"]["effort"], "high", "{:#}", asked.body["reasoning"]);
    assert!(is_fenced(&asked), "{:#}", asked.body["input"]);
    opened.engine.close().await;
}

/// A queued message with full access, which the person then takes back.
async fn a_pick_counts_for_what_waits(fixture: &EngineFixture, opened: OpenEngine) {
    let full = Choices::with(Permissions::Full);
    fixture.model.say([Step::text("thinking of it"), Step::Wait("go".into())]);
    let mut client = opened.window("main");
    client.ready().await;
    let start = MessageIntent::StartThread { cwd: fixture.project(), prompt: prompt("begin"), choices: full.clone() };
    let thread = client.perform(start).await.thread.unwrap();
    let id = thread.as_str();
    client.mirror.until("it runs", |seen| seen.has_row(id, "thinking of it")).await;
    for text in ["one", "two"] {
        client
            .perform(QueueIntent::Queue { thread: thread.clone(), prompt: prompt(text), choices: full.clone() })
            .await;
    }
    for permissions in [Permissions::ReadOnly, Permissions::Full, Permissions::ReadOnly] {
        client.perform(MessageIntent::Choose { thread: thread.clone(), choices: Choices::with(permissions) }).await;
    }
    fixture.model.gate("go").open();
    client.wait_for_turns(id, 3, "done").await;
    let asked: Vec<Request> =
        fixture.model.requests().into_iter().filter(|one| one.path.ends_with("/responses")).collect();
    assert_eq!(asked.iter().map(is_fenced).collect::<Vec<_>>(), [false, true, true]);
    opened.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_waits_in_the_servers_queue_runs_with_what_was_picked_since() {
    let fixture = EngineFixture::new().await;
    a_pick_counts_for_what_waits(&fixture, fixture.open()).await;
}

#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
#[tokio::test(flavor = "multi_thread")]
async fn what_waits_with_us_runs_with_what_was_picked_since() {
    let fixture = EngineFixture::new().await;
    let options = Options { codex: Some(threadloft_tests::older_codex()), ..fixture.options() };
    a_pick_counts_for_what_waits(&fixture, OpenEngine::open(options)).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_active_goal_goes_on_with_what_was_picked_since() {
    let fixture = EngineFixture::new().await;
    let (opened, mut client, thread) = at_work(&fixture).await;
    fixture.model.say([Step::text("on my way"), Step::Wait("go".into())]);
    fixture.model.say([Step::text("nearly there"), Step::Hang]);
    let choices = Choices::with(Permissions::Full);
    client
        .perform(ThreadIntent::SetGoal {
            thread: thread.clone(),
            objective: Some("ship it".into()),
            active: true,
            choices,
        })
        .await;
    let id = thread.as_str();
    client.mirror.until("it goes on by itself", |seen| seen.has_row(id, "on my way")).await;
    client
        .perform(MessageIntent::Choose { thread: thread.clone(), choices: Choices::with(Permissions::ReadOnly) })
        .await;
    fixture.model.gate("go").open();
    client.mirror.until("it goes on", |seen| seen.has_row(id, "nearly there")).await;
    assert!(is_fenced(fixture.model.requests().last().unwrap()), "{:#?}", fixture.model.requests().last());
    client.perform(MessageIntent::Interrupt { thread: thread.clone() }).await;
    opened.engine.close().await;
}
