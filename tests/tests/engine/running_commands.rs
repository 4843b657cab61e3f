//! Turns without a prompt and work beside a turn, on the real codex app-server: a person's own command, reviews,
//! commands that outlive their turn, sub-agents.

use engine::id::ThreadId;
use engine::intent::{Ground, MessageIntent, ReadIntent, Target, TerminalIntent};
use engine::query::{ChangesQuery, QueryResult, Repository};
use loopback::{Step, Turn};
use std::fs::File;
use std::path::Path;
use std::process::Command;
use threadloft_tests::asks::{at_work, begin};
use threadloft_tests::engine_fixture::{EngineFixture, OpenEngine, choices};
use threadloft_tests::mirror::Snapshot;
use threadloft_tests::wait;

fn here(thread: &ThreadId) -> Ground {
    Ground::Thread { thread: thread.clone() }
}

fn git(folder: &Path, args: &[&str]) {
    let mut git = Command::new("git");
    git.arg("-C").arg(folder).args(["-c", "user.name=A", "-c", "user.email=a@example.com"]).args(args);
    assert!(git.output().unwrap().status.success(), "git {args:?}");
}

fn terminals(seen: &Snapshot, id: &str) -> Vec<String> {
    let all = seen.thread(id)["terminals"].as_array().cloned().unwrap_or_default();
    all.iter().map(|one| one["command"].as_str().unwrap_or_default().to_owned()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_persons_own_command_runs_in_any_thread() {
    let fixture = EngineFixture::new().await;
    let (opened, mut client, thread) = at_work(&fixture).await;
    let id = thread.as_str();
    let run = |at: Ground, command: &str| MessageIntent::Shell { at, command: command.into(), choices: choices() };
    client.perform(run(here(&thread), " echo over the side ")).await;
    client.wait_for_turns(id, 2, "done").await;
    let rows = client.mirror.seen.thread(id)["rows"].as_array().cloned().unwrap();
    let ran = rows.iter().map(|row| &row["body"]).find(|body| body["kind"] == "ran").expect("it ran");
    assert_eq!(
        (ran["byYou"].as_bool(), ran["command"].as_str(), ran["exit"].as_i64()),
        (Some(true), Some("echo over the side"), Some(0))
    );
    assert!(client.act(run(here(&thread), "  ")).await.is_err());
    let folder = Ground::Folder { cwd: fixture.project() };
    let fresh = client.perform(run(folder, "echo anew")).await.thread.expect("a new thread");
    let fresh = fresh.as_str();
    client.mirror.until("it ran there", |seen| seen.has_row(fresh, "anew") && seen.turn(fresh) == "done").await;
    // The command runs beside a running turn.
    fixture.model.say([Step::text("thinking of it"), Step::Wait("go".into())]);
    client.send(&thread, "think").await;
    client.mirror.until("it runs", |seen| seen.has_row(id, "thinking of it")).await;
    client.perform(run(here(&thread), "echo meanwhile")).await;
    client.mirror.until("it ran meanwhile", |seen| seen.has_row(id, "echo meanwhile")).await;
    // It belongs to the same turn and does not end it.
    let last = client.mirror.seen.thread(id)["turns"].as_array().unwrap().last().unwrap().clone();
    assert_eq!(
        (&last["state"], &client.last_row(id, "ran")["turn"], &client.last_row(id, "said")["turn"]),
        (&"running".into(), &last["id"], &last["id"])
    );
    fixture.model.gate("go").open();
    client.mirror.until("the turn is done", |seen| seen.turn(id) == "done").await;
    opened.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_review_takes_each_of_its_four_targets() {
    let fixture = EngineFixture::new().await;
    let project = fixture.at("project");
    fixture.trust(&project);
    git(&project, &["init", "-q", "-b", "main"]);
    std::fs::write(project.join("hull"), "wood\n").unwrap();
    git(&project, &["add", "."]);
    git(&project, &["commit", "-q", "-m", "Lay the keel"]);
    git(&project, &["checkout", "-q", "-b", "paint"]);
    std::fs::write(project.join("hull"), "red wood\n").unwrap();
    let (opened, mut client, thread) = at_work(&fixture).await;
    let look = ChangesQuery::Repository { cwd: fixture.project() };
    let Ok(QueryResult::Repository { repository: Repository { is_repository, branch, branches, commits } }) =
        opened.engine.query(look).await
    else {
        panic!("no revisions");
    };
    assert!(is_repository);
    assert_eq!(
        (branch.as_deref(), branches, commits[0].title.as_str()),
        (Some("paint"), vec!["main".to_owned()], "Lay the keel")
    );
    let targets = [
        Target::Uncommitted,
        Target::Branch { branch: "main".into() },
        Target::Commit { sha: commits[0].sha.clone(), title: Some(commits[0].title.clone()) },
        Target::Custom { instructions: "Look at the hull.".into() },
    ];
    let id = thread.as_str();
    for (n, target) in targets.into_iter().enumerate() {
        fixture.model.say(Turn::text(r#"{"findings":[],"overall_correctness":"patch is correct","overall_explanation":"All dry.","overall_confidence_score":0.9}"#));
        client.perform(MessageIntent::Review { at: here(&thread), target, choices: choices() }).await;
        client
            .mirror
            .until("it is reviewed", |seen| {
                let ended = seen.rows(id).iter().filter(|row| row.starts_with("review: ")).count();
                ended >= 2 * (n + 1) && seen.turn(id) == "done"
            })
            .await;
    }
    let empty = MessageIntent::Review {
        at: here(&thread),
        target: Target::Custom { instructions: " ".into() },
        choices: choices(),
    };
    assert!(client.act(empty).await.is_err());
    fixture.model.say(Turn::text("Nothing to say."));
    let folder = Ground::Folder { cwd: fixture.project() };
    let fresh = client
        .perform(MessageIntent::Review { at: folder, target: Target::Uncommitted, choices: choices() })
        .await
        .thread
        .unwrap();
    client.mirror.until("a new thread reviews", |seen| seen.turn(fresh.as_str()) == "done").await;
    opened.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_command_that_outlives_its_turn_can_be_stopped() {
    let fixture = EngineFixture::new().await;
    let (opened, mut client, thread) = at_work(&fixture).await;
    let id = thread.as_str();
    fixture.model.say(Step::exec("sleep 300"));
    client.send(&thread, "wait").await;
    client.mirror.until("it runs", |seen| seen.has_row(id, "sleep 300")).await;
    client.perform(MessageIntent::Interrupt { thread: thread.clone() }).await;
    client.mirror.until("it is interrupted", |seen| seen.turn(id) == "interrupted").await;
    client.mirror.until("its process is shown", |seen| terminals(seen, id) == ["sleep 300"]).await;
    // The thread is shown by no window for a moment and must stay loaded.
    client.perform(ReadIntent::CloseThread { thread: thread.clone() }).await;
    client.open(&thread).await;
    client.mirror.until("it is shown again", |seen| terminals(seen, id) == ["sleep 300"]).await;
    let process = client.mirror.seen.thread(id)["terminals"][0]["process"].as_str().unwrap().to_owned();
    client.perform(TerminalIntent::StopTerminal { thread: thread.clone(), process: Some(process) }).await;
    client.mirror.until("it is gone", |seen| terminals(seen, id).is_empty()).await;
    fixture.model.say(Step::exec("sleep 301"));
    client.send(&thread, "again").await;
    client.mirror.until("it runs", |seen| seen.has_row(id, "sleep 301")).await;
    client.perform(MessageIntent::Interrupt { thread: thread.clone() }).await;
    client.mirror.until("its process is shown", |seen| terminals(seen, id) == ["sleep 301"]).await;
    // A second turn does not keep the thread loaded after the command ended.
    fixture.model.say([Step::text("on we go"), Step::Wait("on".into())]);
    client.send(&thread, "go on").await;
    client.mirror.until("another turn runs", |seen| seen.has_row(id, "on we go")).await;
    client.perform(TerminalIntent::StopTerminal { thread: thread.clone(), process: None }).await;
    client.mirror.until("all are gone", |seen| terminals(seen, id).is_empty()).await;
    assert_eq!(client.mirror.seen.turn(id), "running");
    fixture.model.gate("on").open();
    client.mirror.until("the turn is done", |seen| seen.turn(id) == "done").await;
    opened.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_unshown_thread_is_kept_while_a_command_outlives_its_turn() {
    let fixture = EngineFixture::new().await;
    let mut options = fixture.options();
    options.extra_config.push(("thread_unload_delay_secs".into(), "0".into()));
    let (opened, mut client, thread) = begin(OpenEngine::open(options), &fixture).await;
    let id = thread.as_str();
    fixture.model.say(Step::exec("until [ -e harbour ]; do sleep 0.1; done"));
    client.send(&thread, "wait").await;
    client.mirror.until("it runs", |seen| seen.has_row(id, "harbour")).await;
    client.perform(MessageIntent::Interrupt { thread: thread.clone() }).await;
    client.mirror.until("its process is shown", |seen| terminals(seen, id).len() == 1).await;
    client.perform(ReadIntent::CloseThread { thread: thread.clone() }).await;
    let lock = File::open(fixture.at(&format!("home/thread-writer-locks/{thread}.lock"))).unwrap();
    assert!(lock.try_lock().is_err(), "as long as it runs it is ours");
    std::fs::write(fixture.at("project/harbour"), "").unwrap();
    wait::until("another Codex may write in it", async || lock.try_lock().is_ok()).await;
    opened.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn threads_run_side_by_side() {
    let fixture = EngineFixture::new().await;
    let opened = fixture.open();
    let mut client = opened.window("main");
    client.ready().await;
    let mut threads = Vec::new();
    for name in ["port", "starboard"] {
        fixture.model.say([Step::text(&format!("{name} is looking")), Step::Wait(name.into())]);
        let thread = client.start_thread(&fixture.project(), name).await;
        let id = thread.as_str();
        client.mirror.until("it runs", |seen| seen.has_row(id, "is looking")).await;
        threads.push(thread);
    }
    let [port, starboard] = &threads[..] else { panic!("two threads") };
    let mark = |seen: &Snapshot, of: &ThreadId| seen.line(of.as_str())["mark"].clone();
    client.mirror.until("both run", |seen| mark(seen, port) == "running" && mark(seen, starboard) == "running").await;
    fixture.model.gate("starboard").open();
    client.mirror.until("the second is done first", |seen| seen.turn(starboard.as_str()) == "done").await;
    assert_eq!(mark(&client.mirror.seen, port), "running");
    fixture.model.gate("port").open();
    client.mirror.until("and then the first", |seen| seen.turn(port.as_str()) == "done").await;

    opened.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_sub_agents_thread_opens_under_its_parent() {
    let fixture = EngineFixture::new().await;
    let (opened, mut client, thread) = at_work(&fixture).await;
    let id = thread.as_str();
    fixture.model.say(Step::spawn_agent("Count the gulls."));
    client.send(&thread, "send somebody").await;
    let child = |seen: &Snapshot| {
        let lines = seen.0["threads"].as_array().cloned().unwrap_or_default();
        lines.into_iter().find(|line| line["parent"] == id).and_then(|line| Some(line["id"].as_str()?.to_owned()))
    };
    client.mirror.until("it has a child", |seen| child(seen).is_some()).await;
    let child = ThreadId::from(child(&client.mirror.seen).unwrap());
    let line = client.mirror.seen.line(child.as_str()).clone();
    assert!(line["source"].as_str().unwrap().starts_with("subAgent"), "{line}");
    client.open(&child).await;
    client.mirror.until("what it was told is read", |seen| seen.has_row(child.as_str(), "Count the gulls.")).await;
    client.mirror.until("the parent is done", |seen| seen.turn(id) == "done").await;
    opened.engine.close().await;
}
