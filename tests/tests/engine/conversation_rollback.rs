//! Forking, going back and compacting on the real server, while something runs, waits, has failed or is missing.

use engine::Options;
use engine::failure::Code;
use engine::id::{ThreadId, TurnId};
use engine::intent::{Ground, Intent, MessageIntent, QueueIntent, Target, ThreadIntent};
use engine::run::{Place, TurnOptions};
use loopback::Step;
use protocol::method::ReviewTarget;
use serde_json::Value;
use threadloft_tests::asks::at_work;
use threadloft_tests::engine_fixture::{Client, EngineFixture, OpenEngine, choices, prompt};
use threadloft_tests::mirror::Snapshot;

fn turns(seen: &Snapshot, thread: &ThreadId) -> usize {
    seen.thread(thread.as_str())["turns"].as_array().map_or(0, Vec::len)
}

fn turn(seen: &Snapshot, thread: &ThreadId, n: usize) -> TurnId {
    TurnId::from(seen.thread(thread.as_str())["turns"][n]["id"].as_str().unwrap())
}

fn state<'a>(seen: &'a Snapshot, id: &str) -> &'a Value {
    &seen.thread(id)["head"]["state"]["kind"]
}

fn queued(seen: &Snapshot, id: &str) -> Vec<String> {
    let all = seen.thread(id)["queue"].as_array().cloned().unwrap_or_default();
    all.iter().map(|one| one["text"].as_str().unwrap_or_default().to_owned()).collect()
}

/// A turn that has streamed some text and continues when the gate `go` opens.
async fn runs(client: &mut Client, fixture: &EngineFixture, thread: &ThreadId) {
    fixture.model.say([Step::text("thinking of it"), Step::wait("go"), Step::text("and done with it")]);
    client.send(thread, "think").await;
    client.mirror.until("it runs", |seen| seen.has_row(thread.as_str(), "thinking of it")).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_that_would_end_a_running_turn_is_done_to_it_unasked() {
    let fixture = EngineFixture::new().await;
    let (opened, mut client, thread) = at_work(&fixture).await;
    let id = thread.as_str();
    runs(&mut client, &fixture, &thread).await;
    let first = turn(&client.mirror.seen, &thread, 0);
    let at = Ground::Thread { thread: thread.clone() };
    for wanted in [
        Intent::from(ThreadIntent::Compact { thread: thread.clone() }),
        ThreadIntent::GoBack { thread: thread.clone(), turn: first }.into(),
        MessageIntent::Review { at, target: Target::Uncommitted, choices: choices() }.into(),
    ] {
        let named = format!("{wanted:?}");
        let failure = client.act(wanted).await.expect_err(&named);
        assert_eq!((failure.code, failure.message.contains("Stop it first")), (Code::BadInput, true), "{failure}");
    }
    let target = ReviewTarget::UncommittedChanges;
    let review = opened
        .engine
        .run_review(Place::Thread(thread.clone()), target, choices(), TurnOptions::default(), |_| {})
        .await;
    assert!(review.unwrap_err().to_string().contains("Stop it first"));
    fixture.model.gate("go").open();
    client.mirror.until("it came to its own end", |seen| seen.turn(id) == "done" && turns(seen, &thread) == 2).await;
    assert!(client.mirror.seen.has_row(id, "and done with it"));
    opened.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_fork_from_the_turn_that_runs_has_all_there_is() {
    let fixture = EngineFixture::new().await;
    let (opened, mut client, thread) = at_work(&fixture).await;
    runs(&mut client, &fixture, &thread).await;
    let running = turn(&client.mirror.seen, &thread, 1);
    let fork = client.perform(ThreadIntent::Fork { thread: thread.clone(), turn: Some(running) }).await.thread.unwrap();
    client.open(&fork).await;
    client.mirror.until("its turns are there", |seen| seen.has_row(fork.as_str(), "prompt: think")).await;
    fixture.model.gate("go").open();
    client.mirror.until("the other one goes on", |seen| seen.turn(thread.as_str()) == "done").await;
    opened.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_thread_that_went_back_from_a_failure_is_no_failed_one() {
    let fixture = EngineFixture::new().await;
    let (opened, mut client, thread) = at_work(&fixture).await;
    let id = thread.as_str();
    fixture.model.say([Step::server_error()]);
    client.send(&thread, "break").await;
    client.mirror.until("it failed", |seen| seen.turn(id) == "failed" && seen.line(id)["mark"] == "failed").await;
    let failed = turn(&client.mirror.seen, &thread, 1);
    client.perform(ThreadIntent::GoBack { thread: thread.clone(), turn: failed }).await;
    let back = |seen: &Snapshot| turns(seen, &thread) == 1 && seen.line(id)["mark"] == "none";
    client
        .mirror
        .until("its head and its line say nothing of it", |seen| back(seen) && state(seen, id) == "idle")
        .await;
    opened.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn going_back_is_refused_while_a_message_waits() {
    let fixture = EngineFixture::new().await;
    let (opened, mut client, thread) = at_work(&fixture).await;
    let id = thread.as_str();
    runs(&mut client, &fixture, &thread).await;
    client.perform(QueueIntent::Queue { thread: thread.clone(), prompt: prompt("and then"), choices: choices() }).await;
    client.mirror.until("it waits", |seen| queued(seen, id) == ["and then"]).await;
    client.perform(MessageIntent::Interrupt { thread: thread.clone() }).await;
    client.mirror.until("it is stopped", |seen| seen.turn(id) == "interrupted").await;
    let (first, second) = (turn(&client.mirror.seen, &thread, 0), turn(&client.mirror.seen, &thread, 1));
    let failure = client.act(ThreadIntent::GoBack { thread: thread.clone(), turn: second }).await.unwrap_err();
    assert_eq!(
        (failure.code, failure.message.contains("Queued messages are waiting")),
        (Code::BadInput, true),
        "{failure}"
    );
    let waiting = client.mirror.seen.thread(id)["queue"][0]["id"].as_str().unwrap().into();
    client.perform(QueueIntent::RemoveQueued { thread: thread.clone(), queued: waiting }).await;
    client.mirror.until("nothing waits", |seen| queued(seen, id).is_empty()).await;
    client.perform(ThreadIntent::GoBack { thread: thread.clone(), turn: first }).await;
    client.mirror.until("it is empty", |seen| turns(seen, &thread) == 0 && state(seen, id) == "idle").await;
    opened.engine.close().await;
}

#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
#[tokio::test(flavor = "multi_thread")]
async fn where_going_back_fails_a_fork_has_the_prompt() {
    let fixture = EngineFixture::new().await;
    let older = OpenEngine::open(Options { codex: Some(threadloft_tests::older_codex()), ..fixture.options() });
    let mut client = older.window("main");
    client.ready().await;
    let thread = client.start_thread(&fixture.project(), "question 0.").await;
    let id = thread.as_str();
    for n in 1..3 {
        client.wait_for_turns(id, n, "done").await;
        client.send(&thread, &format!("question {n}.")).await;
    }
    client.wait_for_turns(id, 3, "done").await;
    older.engine.close().await;

    let opened = fixture.open();
    let mut client = opened.window("main");
    client.mirror.until("it is listed", |seen| seen.line(id).is_object()).await;
    client.open(&thread).await;
    client.mirror.until("it is read", |seen| turns(seen, &thread) == 3).await;
    for (n, before) in [(1, 1), (0, 0)] {
        let back = turn(&client.mirror.seen, &thread, n);
        let failure =
            client.act(ThreadIntent::GoBack { thread: thread.clone(), turn: back.clone() }).await.unwrap_err();
        assert_eq!(failure.code, Code::OnlyForks, "{failure}");
        let fork =
            client.perform(ThreadIntent::ForkBefore { thread: thread.clone(), turn: back }).await.thread.unwrap();
        client.open(&fork).await;
        let question = format!("question {n}.");
        let is_there =
            |seen: &Snapshot| turns(seen, &fork) == before && seen.thread(fork.as_str())["draft"] == *question;
        client.mirror.until("the fork ends before it, with what was said there", is_there).await;
    }
    assert_eq!(turns(&client.mirror.seen, &thread), 3, "and the thread itself is as it was");
    opened.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_archived_is_restored_before_anything_is_done_with_it() {
    let fixture = EngineFixture::new().await;
    let (opened, mut client, thread) = at_work(&fixture).await;
    let id = thread.as_str();
    let first = turn(&client.mirror.seen, &thread, 0);
    client.perform(ThreadIntent::Archive { threads: vec![thread.clone()] }).await;
    client.mirror.until("it is archived", |seen| seen.line(id)["archived"] == true).await;
    let intents = || {
        let thread = thread.clone();
        let objective = Some("ship it".to_owned());
        [
            ThreadIntent::Rename { thread: thread.clone(), name: "Another".into() },
            ThreadIntent::SetGoal {
                thread: thread.clone(),
                objective: objective.clone(),
                active: false,
                choices: choices(),
            },
            ThreadIntent::SetGoal { thread: thread.clone(), objective, active: true, choices: choices() },
            ThreadIntent::Fork { thread: thread.clone(), turn: None },
            ThreadIntent::Fork { thread: thread.clone(), turn: Some(first.clone()) },
            ThreadIntent::Compact { thread: thread.clone() },
            ThreadIntent::GoBack { thread, turn: first.clone() },
        ]
    };
    for wanted in intents() {
        let named = format!("{wanted:?}");
        let failure = client.act(wanted).await.expect_err(&named);
        assert_eq!(failure.message, "This thread is archived. Restore it first.", "{named}");
    }
    client.perform(ThreadIntent::Unarchive { threads: vec![thread.clone()] }).await;
    client.mirror.until("it is back", |seen| seen.line(id)["archived"] == false).await;
    client.perform(intents().into_iter().next().unwrap()).await;
    client.mirror.until("it has its name", |seen| seen.line(id)["title"] == "Another").await;
    opened.engine.close().await;
}
