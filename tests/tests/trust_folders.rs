#![allow(clippy::unwrap_used, clippy::expect_used)]
//! A folder is trusted only by a yes, on the real server: seen in its config.toml, and by what a project would run.

use engine::catalog::config::ConfigIntent;
use engine::catalog::layer::LayerKind;
use engine::change::Permissions;
use engine::failure::Code;
use engine::id::ThreadId;
use engine::intent::{Choices, Ground, Intent, Target};
use engine::query::{Query, QueryResult};
use engine::run::{Place, RunError};
use engine::trust::{FindKind, FolderTrust, Standing};
use std::path::Path;
use threadloft_tests::inside::{Indoors, Inside, Seat, choices, prompt};
use threadloft_tests::project::Project;
use threadloft_tests::wait;

fn project(inside: &Inside) -> Project {
    Project::make(inside.at("repo"), &inside.at(""))
}

fn config(inside: &Inside) -> String {
    std::fs::read_to_string(inside.at("home/config.toml")).unwrap_or_default()
}

fn trusts_something(inside: &Inside) -> bool {
    config(inside).contains("\"trusted\"")
}

async fn open(inside: &Inside) -> (Indoors, Seat) {
    let indoors = inside.open();
    let mut seat = indoors.window("main");
    seat.ready().await;
    (indoors, seat)
}

async fn stands(seat: &Seat, cwd: &Path) -> FolderTrust {
    match seat.engine.query(Query::FolderTrust { cwd: cwd.display().to_string() }).await {
        Ok(QueryResult::FolderTrust { trust }) => trust,
        other => panic!("no trust: {other:?}"),
    }
}

async fn answers(seat: &Seat, cwd: &Path, trusted: bool) {
    seat.does(Intent::TrustFolder { cwd: cwd.display().to_string(), trusted }).await;
}

async fn done(seat: &mut Seat, thread: &ThreadId, turns: usize) {
    seat.ended(thread.as_str(), turns, "done").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn no_thread_begins_in_a_repository_that_nobody_answered_for() {
    let inside = Inside::new().await;
    let project = project(&inside);
    let (indoors, mut seat) = open(&inside).await;
    let at = || Ground::Folder { cwd: project.cwd() };
    for intent in [
        Intent::StartThread { cwd: project.cwd(), prompt: prompt("hello"), choices: choices() },
        Intent::Shell { at: at(), command: "true".into(), choices: choices() },
        Intent::Review { at: at(), target: Target::Uncommitted, choices: choices() },
    ] {
        let failure = seat.act(intent).await.unwrap_err();
        assert_eq!(failure.code, Code::AskTrust, "{failure}");
    }
    match indoors.engine.run_turn(Place::Folder(project.cwd()), prompt("hello"), choices(), |_| {}).await {
        Err(RunError::Refused(failure)) => assert_eq!(failure.code, Code::AskTrust),
        other => panic!("{other:?}"),
    }
    seat.mirror.catch_up();
    assert_eq!(seat.mirror.seen.0["threads"], serde_json::json!([]));
    assert!(!project.ran() && !trusts_something(&inside), "{}", config(&inside));
    indoors.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_yes_turns_on_is_told_before_it() {
    let inside = Inside::new().await;
    let project = project(&inside);
    let (indoors, seat) = open(&inside).await;
    let trust = stands(&seat, &project.path).await;
    assert_eq!((trust.folder.as_str(), trust.standing), (project.cwd().as_str(), Standing::Unanswered));
    let kinds: Vec<FindKind> = trust.finds.iter().map(|find| find.kind).collect();
    assert_eq!(kinds, [FindKind::McpServer, FindKind::Settings, FindKind::Rules]);
    assert!(trust.finds[0].runs.as_deref().is_some_and(|runs| runs.starts_with("sh -c 'touch ")), "{trust:?}");
    assert_eq!(stands(&seat, &inside.at("project")).await.standing, Standing::Nothing, "a plain folder");
    indoors.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_of_a_project_is_read_before_the_answer() {
    let inside = Inside::new().await;
    let project = project(&inside);
    let (indoors, seat) = open(&inside).await;
    let seen = async || {
        let cwd = Some(project.cwd());
        let Ok(QueryResult::Config { sheet }) = seat.engine.query(Query::Config { cwd: cwd.clone() }).await else {
            panic!()
        };
        let Ok(QueryResult::Skills { skills }) = seat.engine.query(Query::Skills { cwd, reload: true }).await else {
            panic!()
        };
        let layer = sheet.layers.iter().any(|layer| layer.kind == LayerKind::Project);
        (layer, skills.skills.iter().any(|skill| skill.name == "of-the-project"))
    };
    assert_eq!(seen().await, (false, false));
    answers(&seat, &project.path, true).await;
    assert_eq!(seen().await, (true, true));
    indoors.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_yes_turns_the_project_on_and_can_be_taken_back() {
    let inside = Inside::new().await;
    let project = project(&inside);
    let (indoors, mut seat) = open(&inside).await;
    answers(&seat, &project.path, true).await;
    let thread = seat.begin(&project.cwd(), "hello").await;
    done(&mut seat, &thread, 1).await;
    wait::until("the project's server was started", async || project.ran()).await;
    assert!(trusts_something(&inside));
    assert_eq!(stands(&seat, &project.path).await.standing, Standing::Trusted);
    let of_trust = |banner: &&serde_json::Value| banner["undoTrust"].is_string();
    let notices = seat.mirror.seen.0["banners"].as_array().cloned().unwrap_or_default();
    assert_eq!(notices.iter().find(of_trust), None, "nobody is told what they said themselves");

    answers(&seat, &project.path, false).await;
    assert_eq!(stands(&seat, &project.path).await.standing, Standing::Untrusted);
    assert!(!trusts_something(&inside));
    project.forget();
    seat.says(&thread, "go on").await;
    done(&mut seat, &thread, 2).await;
    let again = seat.begin(&project.cwd(), "anew").await;
    done(&mut seat, &again, 1).await;
    assert!(!project.ran());
    indoors.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_no_holds_over_every_way_that_a_thread_goes_on() {
    let inside = Inside::new().await;
    let project = project(&inside);
    let (indoors, mut seat) = open(&inside).await;
    answers(&seat, &project.path, false).await;
    let thread = seat.begin(&project.cwd(), "hello").await;
    done(&mut seat, &thread, 1).await;
    let last = inside.model.requests().pop().unwrap();
    assert!(!last.body.to_string().contains("words of the project"), "AGENTS.md is left out too");
    for (turn, permissions) in [Permissions::Auto, Permissions::Full, Permissions::ReadOnly].into_iter().enumerate() {
        let choices = Choices::with(permissions);
        seat.does(Intent::Send { thread: thread.clone(), prompt: prompt("go on"), choices }).await;
        done(&mut seat, &thread, turn + 2).await;
    }
    let queue = Intent::Queue { thread: thread.clone(), prompt: prompt("later"), choices: choices() };
    seat.does(queue).await;
    done(&mut seat, &thread, 5).await;
    let at = Ground::Thread { thread: thread.clone() };
    seat.does(Intent::Review { at, target: Target::Uncommitted, choices: choices() }).await;
    done(&mut seat, &thread, 6).await;
    let fork = seat.does(Intent::Fork { thread: thread.clone(), turn: None }).await.thread.unwrap();
    seat.opens(&fork).await;
    seat.says(&fork, "beside").await;
    seat.mirror.until("the fork went on", |seen| seen.has_row(fork.as_str(), "echo: beside")).await;
    indoors.engine.close().await;

    let (indoors, mut seat) = open(&inside).await;
    seat.opens(&thread).await;
    seat.does(Intent::Send {
        thread: thread.clone(),
        prompt: prompt("again"),
        choices: Choices::with(Permissions::Full),
    })
    .await;
    seat.mirror.until("it went on", |seen| seen.has_row(thread.as_str(), "echo: again")).await;
    let place = Place::Folder(project.cwd());
    let full = Choices::with(Permissions::Full);
    indoors.engine.run_turn(place, prompt("by a library"), full, |_| {}).await.unwrap();
    assert!(!project.ran() && !trusts_something(&inside), "{}", config(&inside));
    assert_eq!(stands(&seat, &project.path).await.standing, Standing::Untrusted);
    indoors.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_thread_from_before_goes_on_without_trusting_its_folder() {
    let inside = Inside::new().await;
    std::fs::create_dir_all(inside.at("repo")).unwrap();
    let (indoors, mut seat) = open(&inside).await;
    let thread = seat.begin(&inside.at("repo").display().to_string(), "hello").await;
    done(&mut seat, &thread, 1).await;
    indoors.engine.close().await;
    let project = project(&inside);
    let (indoors, mut seat) = open(&inside).await;
    seat.opens(&thread).await;
    seat.says(&thread, "go on").await;
    seat.mirror.until("it went on", |seen| seen.has_row(thread.as_str(), "echo: go on")).await;
    let fork = seat.does(Intent::Fork { thread, turn: None }).await.thread.unwrap();
    seat.opens(&fork).await;
    seat.says(&fork, "beside").await;
    seat.mirror.until("the fork went on", |seen| seen.has_row(fork.as_str(), "echo: beside")).await;
    assert!(!project.ran() && !trusts_something(&inside), "{}", config(&inside));
    assert_eq!(stands(&seat, &project.path).await.standing, Standing::Unanswered);
    indoors.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_worktree_and_a_folder_inside_share_the_answer() {
    let inside = Inside::new().await;
    let project = project(&inside);
    let tree = inside.at("tree");
    project.git(&["worktree", "add", "-q", &tree.display().to_string()]);
    std::fs::create_dir_all(project.path.join("deep/down")).unwrap();
    let (indoors, mut seat) = open(&inside).await;
    answers(&seat, &tree, false).await;
    for folder in [tree, project.path.join("deep/down")] {
        assert_eq!(stands(&seat, &folder).await.standing, Standing::Untrusted);
        let thread = seat.begin(&folder.display().to_string(), "hello").await;
        done(&mut seat, &thread, 1).await;
    }
    assert!(!project.ran() && !trusts_something(&inside), "{}", config(&inside));
    indoors.engine.close().await;
}

#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
#[tokio::test(flavor = "multi_thread")]
async fn an_older_codex_keeps_a_no_too() {
    let older = [
        threadloft_tests::older_codex(),
        threadloft_tests::much_older_codex("0.120"),
        threadloft_tests::much_older_codex("0.104"),
    ];
    for codex in older {
        let inside = Inside::new().await;
        let project = project(&inside);
        let indoors = Indoors::open(engine::Options { codex: Some(codex.clone()), ..inside.options() });
        let mut seat = indoors.window("main");
        seat.ready().await;
        answers(&seat, &project.path, false).await;
        let thread = seat.begin(&project.cwd(), "hello").await;
        done(&mut seat, &thread, 1).await;
        assert!(!project.ran() && !trusts_something(&inside), "{codex:?}: {}", config(&inside));
        assert_eq!(stands(&seat, &project.path).await.standing, Standing::Untrusted);
        indoors.engine.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_another_codex_trusts_is_told_in_the_threads_there() {
    let inside = Inside::new().await;
    let project = project(&inside);
    let (indoors, mut seat) = open(&inside).await;
    answers(&seat, &project.path, false).await;
    let elsewhere = seat.begin(&inside.project(), "elsewhere").await;
    done(&mut seat, &elsewhere, 1).await;
    let thread = seat.begin(&project.cwd(), "hello").await;
    done(&mut seat, &thread, 1).await;
    let turned = config(&inside).replace("\"untrusted\"", "\"trusted\"");
    std::fs::write(inside.at("home/config.toml"), turned).unwrap();
    let of_trust = |seen: &threadloft_tests::mirror::Seen| -> Vec<(serde_json::Value, serde_json::Value)> {
        let all = seen.0["banners"].as_array().cloned().unwrap_or_default();
        let told = all.into_iter().filter(|banner| banner["undoTrust"].is_string());
        told.map(|banner| (banner["thread"].clone(), banner["undoTrust"].clone())).collect()
    };
    seat.mirror.until("it is told", |seen| !of_trust(seen).is_empty()).await;
    assert_eq!(of_trust(&seat.mirror.seen), [(thread.as_str().into(), project.cwd().into())]);
    let undo = ConfigIntent::Trust { folder: project.cwd(), trusted: false };
    seat.does(Intent::Config { intent: undo }).await;
    assert_eq!(stands(&seat, &project.path).await.standing, Standing::Untrusted);
    indoors.engine.close().await;
}
