//! Managing threads, on the real server: pins, unread marks, forks, going back, goals, deletions, exports.

use engine::Options;
use engine::id::{ThreadId, TurnId};
use engine::intent::{ExportFormat, ExportIntent, MessageIntent, ReadIntent, ThreadIntent};
use engine::query::{QueryResult, ThreadQuery};
use serde_json::Value;
use threadloft_tests::engine_fixture::{Client, EngineFixture, OpenEngine, choices};
use threadloft_tests::mirror::Snapshot;
use threadloft_tests::rollout::{Kind, Rollout};
use threadloft_tests::wire_tap::WireTap;
use threadloft_tests::{process, wait};

async fn said(client: &mut Client, fixture: &EngineFixture, prompts: &[&str]) -> ThreadId {
    client.ready().await;
    let thread = client.start_thread(&fixture.project(), prompts[0]).await;
    client.mirror.until("the first turn is done", |seen| turns(seen, &thread) == 1 && done(seen, &thread)).await;
    for (n, prompt) in prompts.iter().enumerate().skip(1) {
        client.send(&thread, prompt).await;
        client.mirror.until("the turn is done", |seen| turns(seen, &thread) == n + 1 && done(seen, &thread)).await;
    }
    thread
}

fn turns(seen: &Snapshot, thread: &ThreadId) -> usize {
    seen.thread(thread.as_str())["turns"].as_array().map_or(0, Vec::len)
}

fn done(seen: &Snapshot, thread: &ThreadId) -> bool {
    seen.turn(thread.as_str()) == "done" && seen.thread(thread.as_str())["head"]["running"].is_null()
}

fn turn(seen: &Snapshot, thread: &ThreadId, n: usize) -> TurnId {
    TurnId::from(seen.thread(thread.as_str())["turns"][n]["id"].as_str().unwrap())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_pin_is_shared_with_every_client() {
    let fixture = EngineFixture::new().await;
    let opened = fixture.open();
    let mut client = opened.window("main");
    let thread = said(&mut client, &fixture, &["to be kept in sight"]).await;
    let id = thread.as_str();
    client.perform(ThreadIntent::Pin { threads: vec![thread.clone()], pinned: true }).await;
    client.mirror.until("it is pinned", |seen| seen.line(id)["pinned"] == true).await;
    opened.engine.close().await;

    let mut options = fixture.options();
    options.data_dir = fixture.at("other-data");
    let second = OpenEngine::open(options);
    let mut other = second.window("main");
    other.mirror.until("it is pinned there too", |seen| seen.line(id)["pinned"] == true).await;
    other.perform(ThreadIntent::Pin { threads: vec![thread.clone()], pinned: false }).await;
    other.mirror.until("it is not", |seen| seen.line(id)["pinned"] == false).await;
    second.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_shown_thread_can_be_marked_unread() {
    let fixture = EngineFixture::new().await;
    let opened = fixture.open();
    let mut client = opened.window("main");
    let thread = said(&mut client, &fixture, &["read me"]).await;
    let id = thread.as_str();
    client.perform(ReadIntent::CloseThread { thread: thread.clone() }).await;
    client.perform(ThreadIntent::MarkUnread { threads: vec![thread.clone()], unread: true }).await;
    client.mirror.until("it is unread", |seen| seen.line(id)["mark"] == "unread").await;
    opened.engine.close().await;

    let wire_tap = WireTap::in_folder(&fixture.at("heard"));
    let opened = OpenEngine::open(Options { codex: Some(wire_tap.program()), ..fixture.options() });
    let mut client = opened.window("main");
    client.mirror.until("it still is", |seen| seen.line(id)["mark"] == "unread").await;
    client.open(&thread).await;
    client.mirror.until("opening it reads it", |seen| seen.line(id)["mark"] == "none").await;
    let is_told = || wire_tap.params("thread/readState/update").iter().any(|said| said["operation"]["type"] == "read");
    wait::until("the server is told", async || is_told()).await;
    // The server answers in order, so this answer shows that it has handled the calls before.
    client.perform(ThreadIntent::Rename { thread: thread.clone(), name: "Read".into() }).await;
    opened.engine.close().await;

    let opened = fixture.open();
    let mut client = opened.window("main");
    client.mirror.until("the list is whole", |seen| seen.0["list"] == "complete").await;
    assert_eq!(client.mirror.seen.line(id)["mark"], "none");
    opened.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_fork_has_the_turns_up_to_its_own() {
    let fixture = EngineFixture::new().await;
    let opened = fixture.open();
    let mut client = opened.window("main");
    let thread = said(&mut client, &fixture, &["one", "two", "three"]).await;
    let second = turn(&client.mirror.seen, &thread, 1);
    let fork = client.perform(ThreadIntent::Fork { thread: thread.clone(), turn: Some(second) }).await.thread.unwrap();
    let whole = client.perform(ThreadIntent::Fork { thread: thread.clone(), turn: None }).await.thread.unwrap();
    for (fork, count) in [(&fork, 2), (&whole, 3)] {
        client.open(fork).await;
        client.mirror.until("its turns are there", |seen| turns(seen, fork) == count).await;
    }
    let line = client.mirror.seen.line(fork.as_str()).clone();
    assert_eq!((&line["title"], &line["parent"]), (&Value::from("one"), &Value::from(thread.as_str())));
    opened.engine.close().await;

    let opened = fixture.open();
    let mut client = opened.window("main");
    client.mirror.until("the fork is in the list", |seen| seen.line(fork.as_str())["title"] == "one").await;
    client.open(&fork).await;
    client.mirror.until("and can be read", |seen| turns(seen, &fork) == 2).await;
    client.send(&fork, "another way").await;
    client.mirror.until("and goes on", |seen| turns(seen, &fork) == 3 && done(seen, &fork)).await;
    opened.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn going_back_puts_the_prompt_before_the_draft() {
    let fixture = EngineFixture::new().await;
    let opened = fixture.open();
    let mut client = opened.window("main");
    let thread = said(&mut client, &fixture, &["one", "two", "three"]).await;
    let second = turn(&client.mirror.seen, &thread, 1);
    let half = "half a thought".to_owned();
    client.perform(MessageIntent::SaveDraft { thread: Some(thread.clone()), text: half, attached: Vec::new() }).await;
    client.perform(ThreadIntent::GoBack { thread: thread.clone(), turn: second }).await;
    let back =
        |seen: &Snapshot| turns(seen, &thread) == 1 && seen.thread(thread.as_str())["head"]["state"]["kind"] == "idle";
    client.mirror.until("one turn is left", back).await;
    assert_eq!(client.mirror.seen.thread(thread.as_str())["draft"], "two\nhalf a thought");
    opened.engine.close().await;

    let opened = fixture.open();
    let mut client = opened.window("main");
    client.open(&thread).await;
    client.mirror.until("it is there again", back).await;
    assert_eq!(client.mirror.seen.thread(thread.as_str())["draft"], "two\nhalf a thought");
    client.send(&thread, "two, otherwise").await;
    client.mirror.until("it goes on from there", |seen| turns(seen, &thread) == 2 && done(seen, &thread)).await;
    assert!(!client.mirror.seen.has_row(thread.as_str(), "prompt: three"));
    opened.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_thread_is_compacted() {
    let fixture = EngineFixture::new().await;
    let opened = fixture.open();
    let mut client = opened.window("main");
    let thread = said(&mut client, &fixture, &["much was said"]).await;
    let id = thread.as_str();
    client.perform(ThreadIntent::Compact { thread: thread.clone() }).await;
    client.mirror.until("it is compacted", |seen| seen.has_row(id, "compacted:") && done(seen, &thread)).await;
    opened.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_goal_survives_a_restart() {
    let fixture = EngineFixture::new().await;
    let opened = fixture.open();
    let mut client = opened.window("main");
    let thread = said(&mut client, &fixture, &["much was said"]).await;
    let id = thread.as_str();
    let goal = |objective: Option<&str>| ThreadIntent::SetGoal {
        thread: thread.clone(),
        objective: objective.map(str::to_owned),
        active: false,
        choices: choices(),
    };
    client.perform(goal(Some(" ship it "))).await;
    client.mirror.until("the goal stands", |seen| seen.thread(id)["head"]["goal"]["objective"] == "ship it").await;
    assert_eq!(client.mirror.seen.thread(id)["head"]["goal"]["status"], "paused");
    opened.engine.close().await;

    let opened = fixture.open();
    let mut client = opened.window("main");
    client.ready().await;
    client.open(&thread).await;
    client.mirror.until("it still stands", |seen| seen.thread(id)["head"]["goal"]["objective"] == "ship it").await;
    client.perform(goal(None)).await;
    client.mirror.until("it is cleared", |seen| seen.thread(id)["head"]["goal"].is_null()).await;
    opened.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deleted_thread_can_be_had_back_for_a_while_in_every_window() {
    let fixture = EngineFixture::new().await;
    let opened = fixture.open();
    let mut client = opened.window("main");
    let kept = said(&mut client, &fixture, &["keep me"]).await;
    let lost = said(&mut client, &fixture, &["lose me"]).await;
    let mut other = opened.window("other");
    client.perform(ThreadIntent::Delete { threads: vec![kept.clone(), lost.clone()] }).await;
    for client in [&mut client, &mut other] {
        let both = |seen: &Snapshot| [&kept, &lost].iter().all(|id| seen.line(id.as_str())["goingMs"].is_number());
        client.mirror.until("both are going", both).await;
    }
    other.perform(ThreadIntent::KeepThreads { threads: vec![kept.clone()] }).await;
    client.mirror.until("one is kept", |seen| seen.line(kept.as_str())["goingMs"].is_null()).await;
    client.mirror.until("the other one is gone", |seen| seen.line(lost.as_str()).is_null()).await;
    assert!(client.mirror.seen.line(kept.as_str()).is_object());
    let failure = other.act(ReadIntent::OpenThread { thread: lost }).await.unwrap_err();
    assert!(failure.message.contains("no longer exists"), "{failure}");
    opened.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn archiving_many_reports_those_that_could_not_be() {
    let fixture = EngineFixture::new().await;
    let opened = fixture.open();
    let mut client = opened.window("main");
    let first = said(&mut client, &fixture, &["put me away"]).await;
    let last = said(&mut client, &fixture, &["and me"]).await;
    let gone = ThreadId::from("01a1e22f-b9cf-72b2-9123-a22939ba8353");
    let threads = vec![first.clone(), gone, last.clone()];
    let failure = client.act(ThreadIntent::Archive { threads }).await.unwrap_err();
    assert!(failure.message.starts_with("1 of 3 failed. "), "{failure}");
    let away = |seen: &Snapshot| [&first, &last].iter().all(|id| seen.line(id.as_str())["archived"] == true);
    client.mirror.until("the others are archived", away).await;
    opened.engine.close().await;
}

/// The real codex, whose server does not start while a file named `shut` exists.
#[cfg(unix)]
fn behind_a_door(fixture: &EngineFixture) -> std::path::PathBuf {
    use std::os::unix::fs::PermissionsExt;
    let (program, codex) = (fixture.at("codex"), threadloft_tests::codex());
    let shut = fixture.at("shut");
    let waits = format!("while [ -e '{}' ]; do sleep 0.05; done", shut.display());
    let script = format!("#!/bin/sh\ncase \"$*\" in *app-server*) {waits};; esac\nexec '{}' \"$@\"\n", codex.display());
    std::fs::write(&program, script).unwrap();
    std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755)).unwrap();
    program
}

fn is_past(moment_ms: f64) -> bool {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap();
    now.as_millis() as f64 > moment_ms
}

#[cfg(unix)]
#[tokio::test(flavor = "multi_thread")]
async fn undo_holds_also_when_a_deletion_is_due_while_codex_starts_anew() {
    let fixture = EngineFixture::new().await;
    let opened = OpenEngine::open(Options { codex: Some(behind_a_door(&fixture)), ..fixture.options() });
    let mut client = opened.window("main");
    let thread = said(&mut client, &fixture, &["not so fast"]).await;
    let id = thread.as_str();
    client.perform(ThreadIntent::Delete { threads: vec![thread.clone()] }).await;
    client.mirror.until("it is going", |seen| seen.line(id)["goingMs"].is_number()).await;
    let due = client.mirror.seen.line(id)["goingMs"].as_f64().unwrap();
    std::fs::write(fixture.at("shut"), "").unwrap();
    // Not earlier, because the engine gives up a start that takes too long.
    wait::until("it is nearly due", async || is_past(due - 2_000.0)).await;
    process::signal("KILL", &[opened.diagnostics().await.server_pid.unwrap()]);
    client.mirror.until("codex starts anew", |seen| seen.phase() != "ready").await;
    wait::until("it is due", async || is_past(due + 500.0)).await;
    client.perform(ThreadIntent::KeepThreads { threads: vec![thread.clone()] }).await;
    std::fs::remove_file(fixture.at("shut")).unwrap();
    client.ready().await;
    client.mirror.until("it is kept", |seen| seen.line(id)["goingMs"].is_null()).await;
    client.send(&thread, "still here").await;
    client.mirror.until("and goes on", |seen| turns(seen, &thread) == 2 && done(seen, &thread)).await;
    opened.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn quitting_cancels_a_deletion() {
    let fixture = EngineFixture::new().await;
    let opened = fixture.open();
    let mut client = opened.window("main");
    let thread = said(&mut client, &fixture, &["not so fast"]).await;
    client.perform(ThreadIntent::Delete { threads: vec![thread.clone()] }).await;
    opened.engine.close().await;
    let opened = fixture.open();
    let mut client = opened.window("main");
    client.mirror.until("it is there", |seen| seen.line(thread.as_str())["goingMs"].is_null()).await;
    client.mirror.until("the list is whole", |seen| seen.0["list"] == "complete").await;
    assert_eq!(client.mirror.seen.line(thread.as_str())["title"], "not so fast");
    opened.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn threads_are_written_to_files_whole_or_not_at_all() {
    let fixture = EngineFixture::new().await;
    let opened = fixture.open();
    let mut client = opened.window("main");
    let first = said(&mut client, &fixture, &["the <b>first</b> one", "and its end"]).await;
    let second = said(&mut client, &fixture, &["the second one"]).await;
    std::fs::create_dir_all(fixture.at("out")).unwrap();
    let folder = fixture.at("out").display().to_string();
    let export = |threads: Vec<&ThreadId>, format| ExportIntent::Export {
        threads: threads.into_iter().cloned().collect(),
        format,
        folder: Some(folder.clone()),
    };
    let read = |path: Option<String>| std::fs::read_to_string(path.unwrap()).unwrap();

    let text = read(client.perform(export(vec![&first], ExportFormat::Markdown)).await.path);
    assert!(text.starts_with("# the <b>first</b> one\n"), "{text}");
    assert!(text.find("## You\n\nthe <b>first</b> one").unwrap() < text.find("## You\n\nand its end").unwrap());
    let page = read(client.perform(export(vec![&first], ExportFormat::Html)).await.path);
    assert!(page.contains("&lt;b&gt;first&lt;/b&gt;") && page.ends_with("</html>\n"), "{page}");
    assert!(!page.contains("<script") && !page.contains("src="), "{page}");
    let json: Value =
        serde_json::from_str(&read(client.perform(export(vec![&first], ExportFormat::Json)).await.path)).unwrap();
    assert_eq!((json["turns"].as_array().unwrap().len(), &json["thread"]["id"]), (2, &Value::from(first.as_str())));

    let place = client.perform(export(vec![&first, &second], ExportFormat::Markdown)).await.path.unwrap();
    assert_eq!(place, folder);
    let mut names: Vec<String> =
        std::fs::read_dir(&folder).unwrap().map(|file| file.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    let all = ["the b first b one (2).md", "the b first b one.html", "the b first b one.json", "the b first b one.md"];
    assert_eq!(names[..4], all);
    assert_eq!(names[4..], ["the second one.md"]);

    client.perform(ExportIntent::RevealExport { path: place }).await;
    assert!(client.act(ExportIntent::RevealExport { path: "/etc/passwd".into() }).await.is_err());
    let nowhere =
        ExportIntent::Export { threads: vec![first], format: ExportFormat::Json, folder: Some("/proc".into()) };
    let failure = client.act(nowhere).await.unwrap_err();
    assert!(failure.message.contains("Choose another folder"), "{failure}");
    opened.engine.close().await;
}

/// Longer than any page of the server.
fn long(fixture: &EngineFixture, turns: usize) -> ThreadId {
    let mut rollout = Rollout::new(&fixture.project());
    for n in 0..turns {
        rollout.turn([(Kind::User, format!("question {n}.")), (Kind::Agent, format!("answer {n}."))]);
    }
    rollout.write(&fixture.at("home"))
}

#[tokio::test(flavor = "multi_thread")]
async fn a_failed_export_stops_no_other() {
    const TURNS: usize = 230;
    let fixture = EngineFixture::new().await;
    let thread = long(&fixture, TURNS);
    let wire_tap = WireTap::in_folder(&fixture.at("heard"));
    let opened = OpenEngine::open(Options { codex: Some(wire_tap.program()), ..fixture.options() });
    let mut client = opened.window("main");
    client.mirror.until("it is listed", |seen| seen.line(thread.as_str()).is_object()).await;
    std::fs::create_dir_all(fixture.at("out")).unwrap();
    let export = |threads: Vec<ThreadId>, format| ExportIntent::Export {
        threads,
        format,
        folder: Some(fixture.at("out").display().to_string()),
    };
    for format in [ExportFormat::Markdown, ExportFormat::Html, ExportFormat::Json] {
        let path = client.perform(export(vec![thread.clone()], format)).await.path.unwrap();
        let text = std::fs::read_to_string(path).unwrap();
        let places: Vec<Option<usize>> = (0..TURNS).map(|n| text.find(&format!("answer {n}."))).collect();
        assert!(places.iter().all(Option::is_some) && places.is_sorted(), "{format:?}: every turn, in order");
    }
    let pages = wire_tap.calls(thread.as_str()).into_iter().filter(|(method, params)| {
        method == "thread/turns/list" && params["limit"].as_u64().is_some_and(|limit| limit == 100)
    });
    assert_eq!(pages.count(), 9, "three pages for each of the three");
    let gone = ThreadId::from("01a1e22f-b9cf-72b2-9123-a22939ba8353");
    let receipt = client.perform(export(vec![gone.clone(), thread.clone()], ExportFormat::Json)).await;
    assert!(fixture.at("out/question 0 (2).json").is_file(), "the other one is written");
    assert_eq!(receipt.path, Some(fixture.at("out").display().to_string()));
    assert!(receipt.problems[0].contains("no longer exists"), "{:?}", receipt.problems);
    client.perform(ExportIntent::RevealExport { path: receipt.path.unwrap() }).await;
    let failure = client.act(export(vec![gone.clone(), gone], ExportFormat::Json)).await.unwrap_err();
    assert!(failure.message.starts_with("All 2 failed."), "{failure}");
    opened.engine.close().await;
}

#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread")]
async fn an_export_to_a_full_disk_leaves_no_file() {
    let fixture = EngineFixture::new().await;
    let thread = long(&fixture, 400);
    let full = fixture.at("full");
    std::fs::create_dir_all(&full).unwrap();
    let disk = |args: &[&str]| {
        let done = std::process::Command::new(args[0]).args(&args[1..]).arg(&full).output();
        done.is_ok_and(|done| done.status.success())
    };
    if !disk(&["mount", "-t", "tmpfs", "-o", "size=16k", "tmpfs"]) {
        eprintln!("a full disk was not tried: only root may mount one");
        return;
    }
    let opened = fixture.open();
    let mut client = opened.window("main");
    client.mirror.until("it is listed", |seen| seen.line(thread.as_str()).is_object()).await;
    let folder = Some(full.display().to_string());
    let write = ExportIntent::Export { threads: vec![thread.clone()], format: ExportFormat::Html, folder };
    let said = client.act(write).await;
    let left = std::fs::read_dir(&full).map(Iterator::count);
    disk(&["umount"]);
    assert!(said.unwrap_err().message.contains("The disk is full"));
    assert_eq!(left.unwrap(), 0);
    client.open(&thread).await;
    client.mirror.until("the thread is as it was", |seen| seen.has_row(thread.as_str(), "answer 399.")).await;
    opened.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_details_of_a_thread_name_its_file() {
    let fixture = EngineFixture::new().await;
    fixture.trust(&fixture.at("project"));
    let opened = fixture.open();
    let mut client = opened.window("main");
    let commit = ["-c", "user.name=A", "-c", "user.email=a@example.com", "commit", "-q", "--allow-empty", "-m", "Moor"];
    for args in [&["init", "-q", "-b", "moorings"][..], &commit] {
        let done = std::process::Command::new("git").arg("-C").arg(fixture.project()).args(args).status();
        assert!(done.unwrap().success(), "git {args:?}");
    }
    let thread = said(&mut client, &fixture, &["who are you"]).await;
    let QueryResult::Details { details } =
        opened.engine.query(ThreadQuery::Details { thread: thread.clone() }).await.unwrap()
    else {
        panic!("details")
    };
    assert_eq!((details.id, details.cwd), (thread.clone(), fixture.project()));
    assert_eq!(details.originator.as_deref(), Some("threadloft"));
    assert!(details.version.is_some_and(|version| version.starts_with("0.")));
    assert_eq!((details.source.as_str(), details.model.as_deref()), ("vscode", Some("gpt-5.5")));
    assert_eq!(details.branch.as_deref(), Some("moorings"));
    // List and head have the same value without a further call.
    let line = client.mirror.seen.line(thread.as_str());
    assert_eq!((&line["source"], &line["model"]), (&Value::from("vscode"), &Value::from("gpt-5.5")));
    assert_eq!(client.mirror.seen.thread(thread.as_str())["head"]["model"], "gpt-5.5");
    let file = details.file.unwrap();
    client.perform(ExportIntent::RevealFile { thread }).await;
    assert_eq!(opened.platform.asked.lock().unwrap().last().unwrap(), &format!("reveal {file}"));
    opened.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_list_of_the_last_time_stands_before_any_server_does() {
    let fixture = EngineFixture::new().await;
    let first = fixture.open();
    let mut client = first.window("main");
    let stays = said(&mut client, &fixture, &["to be seen at once"]).await;
    let goes = said(&mut client, &fixture, &["deleted meanwhile"]).await;
    client.mirror.until("the list is whole", |seen| seen.0["list"] == "complete").await;
    first.engine.close().await;

    let mut options = fixture.options();
    options.codex = Some(fixture.at("no-such-codex"));
    let without = OpenEngine::open(options);
    let mut client = without.window("main");
    client
        .mirror
        .until("both are there", |seen| [&stays, &goes].iter().all(|id| seen.line(id.as_str()).is_object()))
        .await;
    assert_ne!(client.mirror.seen.phase(), "ready");
    without.engine.close().await;

    let mut options = fixture.options();
    options.data_dir = fixture.at("other-data");
    let other = OpenEngine::open(options);
    let mut elsewhere = other.window("main");
    elsewhere.mirror.until("it is listed there", |seen| seen.line(goes.as_str()).is_object()).await;
    elsewhere.perform(ThreadIntent::Delete { threads: vec![goes.clone()] }).await;
    elsewhere.mirror.until("it is gone there", |seen| seen.line(goes.as_str()).is_null()).await;
    other.engine.close().await;

    let again = fixture.open();
    let mut client = again.window("main");
    let (stays, goes) = (stays.as_str(), goes.as_str());
    client
        .mirror
        .until("it was remembered, and is gone", |seen| seen.0["list"] == "complete" && seen.line(goes).is_null())
        .await;
    assert_eq!(client.mirror.seen.line(stays)["title"], "to be seen at once");
    assert!(client.mirror.kinds.contains(&"threadsGone".to_owned()));
    again.engine.close().await;
}
