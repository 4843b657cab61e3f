#![allow(clippy::unwrap_used, clippy::expect_used)]
//! Turns that are no prompt, and what goes on beside them, on the real codex app-server: a person's own command,
//! reviews, commands that outlive their turn, sub-agents.

use engine::id::ThreadId;
use engine::intent::{Ground, Intent, Target};
use engine::query::{Query, QueryResult, Repository};
use loopback::{Step, Turn};
use std::fs::File;
use std::path::Path;
use std::process::Command;
use threadloft_tests::asked::{at_work, begin};
use threadloft_tests::inside::{Indoors, Inside, choices};
use threadloft_tests::mirror::Seen;
use threadloft_tests::wait;

fn here(thread: &ThreadId) -> Ground {
    Ground::Thread { thread: thread.clone() }
}

fn git(folder: &Path, args: &[&str]) {
    let mut git = Command::new("git");
    git.arg("-C").arg(folder).args(["-c", "user.name=A", "-c", "user.email=a@example.com"]).args(args);
    assert!(git.output().unwrap().status.success(), "git {args:?}");
}

fn terminals(seen: &Seen, id: &str) -> Vec<String> {
    let all = seen.thread(id)["terminals"].as_array().cloned().unwrap_or_default();
    all.iter().map(|one| one["command"].as_str().unwrap_or_default().to_owned()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_persons_own_command_runs_in_a_thread_and_in_a_new_one() {
    let inside = Inside::new().await;
    let (indoors, mut seat, thread) = at_work(&inside).await;
    let id = thread.as_str();
    let run = |at: Ground, command: &str| Intent::Shell { at, command: command.into(), choices: choices() };
    seat.does(run(here(&thread), " echo over the side ")).await;
    seat.ended(id, 2, "done").await;
    let rows = seat.mirror.seen.thread(id)["rows"].as_array().cloned().unwrap();
    let ran = rows.iter().map(|row| &row["body"]).find(|body| body["kind"] == "ran").expect("it ran");
    assert_eq!(
        (ran["byYou"].as_bool(), ran["command"].as_str(), ran["exit"].as_i64()),
        (Some(true), Some("echo over the side"), Some(0))
    );
    assert!(seat.act(run(here(&thread), "  ")).await.is_err());
    let folder = Ground::Folder { cwd: inside.project() };
    let fresh = seat.does(run(folder, "echo anew")).await.thread.expect("a new thread");
    let fresh = fresh.as_str();
    seat.mirror.until("it ran there", |seen| seen.has_row(fresh, "anew") && seen.turn(fresh) == "done").await;
    // While a turn runs it runs beside it.
    inside.model.say([Step::text("thinking of it"), Step::Wait("go".into())]);
    seat.says(&thread, "think").await;
    seat.mirror.until("it runs", |seen| seen.has_row(id, "thinking of it")).await;
    seat.does(run(here(&thread), "echo meanwhile")).await;
    seat.mirror.until("it ran meanwhile", |seen| seen.has_row(id, "echo meanwhile")).await;
    // In the same turn, and without ending it.
    let last = seat.mirror.seen.thread(id)["turns"].as_array().unwrap().last().unwrap().clone();
    assert_eq!(
        (&last["state"], &seat.last_row(id, "ran")["turn"], &seat.last_row(id, "said")["turn"]),
        (&"running".into(), &last["id"], &last["id"])
    );
    inside.model.gate("go").open();
    seat.mirror.until("the turn is done", |seen| seen.turn(id) == "done").await;
    indoors.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_review_takes_each_of_its_four_targets() {
    let inside = Inside::new().await;
    let project = inside.at("project");
    inside.trusts(&project);
    git(&project, &["init", "-q", "-b", "main"]);
    std::fs::write(project.join("hull"), "wood\n").unwrap();
    git(&project, &["add", "."]);
    git(&project, &["commit", "-q", "-m", "Lay the keel"]);
    git(&project, &["checkout", "-q", "-b", "paint"]);
    std::fs::write(project.join("hull"), "red wood\n").unwrap();
    let (indoors, mut seat, thread) = at_work(&inside).await;
    let look = Query::Repository { cwd: inside.project() };
    let Ok(QueryResult::Repository { repository: Repository { is_repository, branch, branches, commits } }) =
        indoors.engine.query(look).await
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
        Target::Custom { instructions: "Query at the hull.".into() },
    ];
    let id = thread.as_str();
    for (n, target) in targets.into_iter().enumerate() {
        inside.model.say(Turn::text(r#"{"findings":[],"overall_correctness":"patch is correct","overall_explanation":"All dry.","overall_confidence_score":0.9}"#));
        seat.does(Intent::Review { at: here(&thread), target, choices: choices() }).await;
        seat.mirror
            .until("it is reviewed", |seen| {
                let ended = seen.rows(id).iter().filter(|row| row.starts_with("review: ")).count();
                ended >= 2 * (n + 1) && seen.turn(id) == "done"
            })
            .await;
    }
    let empty =
        Intent::Review { at: here(&thread), target: Target::Custom { instructions: " ".into() }, choices: choices() };
    assert!(seat.act(empty).await.is_err());
    inside.model.say(Turn::text("Nothing to say."));
    let folder = Ground::Folder { cwd: inside.project() };
    let fresh =
        seat.does(Intent::Review { at: folder, target: Target::Uncommitted, choices: choices() }).await.thread.unwrap();
    seat.mirror.until("a new thread reviews", |seen| seen.turn(fresh.as_str()) == "done").await;
    indoors.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_outlives_its_turn_is_shown_and_stopped() {
    let inside = Inside::new().await;
    let (indoors, mut seat, thread) = at_work(&inside).await;
    let id = thread.as_str();
    inside.model.say(Step::exec("sleep 300"));
    seat.says(&thread, "wait").await;
    seat.mirror.until("it runs", |seen| seen.has_row(id, "sleep 300")).await;
    seat.does(Intent::Interrupt { thread: thread.clone() }).await;
    seat.mirror.until("it is interrupted", |seen| seen.turn(id) == "interrupted").await;
    seat.mirror.until("its process is shown", |seen| terminals(seen, id) == ["sleep 300"]).await;
    // Nobody looks for a moment: it is still ours, and still there.
    seat.does(Intent::CloseThread { thread: thread.clone() }).await;
    seat.opens(&thread).await;
    seat.mirror.until("it is shown again", |seen| terminals(seen, id) == ["sleep 300"]).await;
    let process = seat.mirror.seen.thread(id)["terminals"][0]["process"].as_str().unwrap().to_owned();
    seat.does(Intent::StopTerminal { thread: thread.clone(), process: Some(process) }).await;
    seat.mirror.until("it is gone", |seen| terminals(seen, id).is_empty()).await;
    inside.model.say(Step::exec("sleep 301"));
    seat.says(&thread, "again").await;
    seat.mirror.until("it runs", |seen| seen.has_row(id, "sleep 301")).await;
    seat.does(Intent::Interrupt { thread: thread.clone() }).await;
    seat.mirror.until("its process is shown", |seen| terminals(seen, id) == ["sleep 301"]).await;
    // Another turn is no reason to keep it.
    inside.model.say([Step::text("on we go"), Step::Wait("on".into())]);
    seat.says(&thread, "go on").await;
    seat.mirror.until("another turn runs", |seen| seen.has_row(id, "on we go")).await;
    seat.does(Intent::StopTerminal { thread: thread.clone(), process: None }).await;
    seat.mirror.until("all are gone", |seen| terminals(seen, id).is_empty()).await;
    assert_eq!(seat.mirror.seen.turn(id), "running");
    inside.model.gate("on").open();
    seat.mirror.until("the turn is done", |seen| seen.turn(id) == "done").await;
    indoors.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_thread_that_nobody_shows_is_let_go_when_the_last_of_what_outlived_its_turn_has_ended() {
    let inside = Inside::new().await;
    let mut options = inside.options();
    options.extra_config.push(("thread_unload_delay_secs".into(), "0".into()));
    let (indoors, mut seat, thread) = begin(Indoors::open(options), &inside).await;
    let id = thread.as_str();
    inside.model.say(Step::exec("until [ -e harbour ]; do sleep 0.1; done"));
    seat.says(&thread, "wait").await;
    seat.mirror.until("it runs", |seen| seen.has_row(id, "harbour")).await;
    seat.does(Intent::Interrupt { thread: thread.clone() }).await;
    seat.mirror.until("its process is shown", |seen| terminals(seen, id).len() == 1).await;
    seat.does(Intent::CloseThread { thread: thread.clone() }).await;
    let lock = File::open(inside.at(&format!("home/thread-writer-locks/{thread}.lock"))).unwrap();
    assert!(lock.try_lock().is_err(), "as long as it runs it is ours");
    std::fs::write(inside.at("project/harbour"), "").unwrap();
    wait::until("another Codex may write in it", async || lock.try_lock().is_ok()).await;
    indoors.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn threads_run_side_by_side() {
    let inside = Inside::new().await;
    let indoors = inside.open();
    let mut seat = indoors.window("main");
    seat.ready().await;
    let mut threads = Vec::new();
    for name in ["port", "starboard"] {
        inside.model.say([Step::text(&format!("{name} is looking")), Step::Wait(name.into())]);
        let thread = seat.begin(&inside.project(), name).await;
        let id = thread.as_str();
        seat.mirror.until("it runs", |seen| seen.has_row(id, "is looking")).await;
        threads.push(thread);
    }
    let [port, starboard] = &threads[..] else { panic!("two threads") };
    let mark = |seen: &Seen, of: &ThreadId| seen.line(of.as_str())["mark"].clone();
    seat.mirror.until("both run", |seen| mark(seen, port) == "running" && mark(seen, starboard) == "running").await;
    inside.model.gate("starboard").open();
    seat.mirror.until("the second is done first", |seen| seen.turn(starboard.as_str()) == "done").await;
    assert_eq!(mark(&seat.mirror.seen, port), "running");
    inside.model.gate("port").open();
    seat.mirror.until("and then the first", |seen| seen.turn(port.as_str()) == "done").await;

    indoors.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_sub_agents_thread_stands_under_its_parent_and_opens() {
    let inside = Inside::new().await;
    let (indoors, mut seat, thread) = at_work(&inside).await;
    let id = thread.as_str();
    inside.model.say(Step::spawn_agent("Count the gulls."));
    seat.says(&thread, "send somebody").await;
    let child = |seen: &Seen| {
        let lines = seen.0["threads"].as_array().cloned().unwrap_or_default();
        lines.into_iter().find(|line| line["parent"] == id).and_then(|line| Some(line["id"].as_str()?.to_owned()))
    };
    seat.mirror.until("it has a child", |seen| child(seen).is_some()).await;
    let child = ThreadId::from(child(&seat.mirror.seen).unwrap());
    let line = seat.mirror.seen.line(child.as_str()).clone();
    assert!(line["source"].as_str().unwrap().starts_with("subAgent"), "{line}");
    seat.opens(&child).await;
    seat.mirror.until("what it was told is read", |seen| seen.has_row(child.as_str(), "Count the gulls.")).await;
    seat.mirror.until("the parent is done", |seen| seen.turn(id) == "done").await;
    indoors.engine.close().await;
}
