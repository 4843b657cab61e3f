//! How a server ends, and how the engine reacts.

use engine::id::ThreadId;
use engine::intent::{MessageIntent, ReadIntent, ServerIntent};
use engine::query::ServerQuery;
use loopback::Step;
use serde_json::json;
use std::path::PathBuf;
use threadloft_tests::asks::at_work;
use threadloft_tests::engine_fixture::{EngineFixture, OpenEngine};
use threadloft_tests::mirror::Snapshot;
use threadloft_tests::rollout::{Kind, Rollout};
use threadloft_tests::{process, wait};

fn kill(pid: u32) {
    let killed = std::process::Command::new("kill").args(["-KILL", &pid.to_string()]).status().unwrap();
    assert!(killed.success());
}

fn alive(pid: u32) -> bool {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    !stat.is_empty() && !stat.contains(") Z ")
}

/// A script that stands in for codex.
fn script(fixture: &EngineFixture, text: &str) -> PathBuf {
    use std::os::unix::fs::PermissionsExt;
    let path = fixture.at("codex-script");
    std::fs::write(&path, format!("#!/bin/sh\n{text}\n")).unwrap();
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
    path
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_killed_in_a_turn_is_started_again() {
    let fixture = EngineFixture::new().await;
    let opened = fixture.open();
    let mut client = opened.window("main");
    client.ready().await;
    let thread = client.start_thread(&fixture.project(), "first").await;
    let id = thread.as_str();
    client.mirror.until("the first turn is done", |seen| seen.turn(id) == "done").await;
    fixture.model.say([Step::text("in the middle of"), Step::Hang]);
    client.send(&thread, "second").await;
    client.mirror.until("it talks", |seen| seen.has_row(id, "in the middle of")).await;
    client
        .perform(MessageIntent::SaveDraft {
            thread: Some(thread.clone()),
            text: "not sent yet".into(),
            attached: Vec::new(),
        })
        .await;
    kill(opened.diagnostics().await.server_pid.unwrap());
    client.mirror.until("it is seen", |seen| seen.phase() == "restarting" || seen.turn(id) == "interrupted").await;
    client.mirror.until("the turn is interrupted", |seen| seen.turn(id) == "interrupted").await;
    let trouble = &client.mirror.seen.thread(id)["turns"][1]["trouble"]["message"];
    assert!(trouble.as_str().is_some_and(|why| why.contains("signal 9")), "{trouble}");
    client.ready().await;
    client.send(&thread, "third").await;
    client.mirror.until("it goes on", |seen| seen.has_row(id, "prompt: third") && seen.turn(id) == "done").await;
    assert_eq!(opened.diagnostics().await.starts, 2);
    let mut again = opened.window("main");
    again
        .mirror
        .until("a reload has it all", |seen| seen.has_row(id, "prompt: first") && seen.has_row(id, "prompt: third"))
        .await;
    opened.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn text_of_a_background_turn_outlives_its_server() {
    let fixture = EngineFixture::new().await;
    let others: Vec<ThreadId> = (0..9)
        .map(|n| {
            let mut other = Rollout::new(&fixture.project());
            other.turn([(Kind::User, format!("other {n}"))]);
            other.write(&fixture.at("home"))
        })
        .collect();
    let (opened, mut client, thread) = at_work(&fixture).await;
    let id = thread.as_str();
    let begun = json!({ "type": "response.output_item.added", "output_index": 0,
        "item": { "type": "message", "role": "assistant", "id": "msg-open", "content": [] } });
    let more = json!({ "type": "response.output_text.delta", "item_id": "msg-open", "output_index": 0,
        "content_index": 0, "delta": "an open sentence" });
    fixture.model.say([Step::Raw(begun), Step::Raw(more), Step::Hang]);
    client.send(&thread, "talk").await;
    client.mirror.until("it talks", |seen| seen.has_row(id, "an open sentence")).await;
    client.perform(ReadIntent::CloseThread { thread: thread.clone() }).await;
    kill(opened.diagnostics().await.server_pid.unwrap());
    client.mirror.until("it stopped", |seen| seen.line(id)["mark"] != "running").await;
    client.ready().await;
    let unsaved = |seen: &Snapshot| {
        let rows = seen.thread(id)["rows"].as_array().cloned().unwrap_or_default();
        rows.iter().filter(|row| row["body"]["unsaved"] == true && row.to_string().contains("an open sentence")).count()
    };
    client.open(&thread).await;
    client.mirror.until("it is there", |seen| unsaved(seen) == 1 && seen.has_row(id, "prompt: talk")).await;
    client.perform(ReadIntent::CloseThread { thread: thread.clone() }).await;
    for other in &others {
        client.open(other).await;
        client.perform(ReadIntent::CloseThread { thread: other.clone() }).await;
    }
    client.mirror.until("it is no longer at hand", |seen| seen.thread(id).is_null()).await;
    client.open(&thread).await;
    client.mirror.until("it is still there", |seen| unsaved(seen) == 1 && seen.has_row(id, "prompt: talk")).await;
    opened.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_draft_is_kept_over_a_restart_of_the_app() {
    let fixture = EngineFixture::new().await;
    let opened = fixture.open();
    let client = opened.window("main");
    client.perform(MessageIntent::SaveDraft { thread: None, text: "a thought".into(), attached: Vec::new() }).await;
    opened.engine.close().await;
    let opened = fixture.open();
    let mut client = opened.window("main");
    client.mirror.until("the draft is there", |seen| seen.0["newDraft"] == "a thought").await;
    opened.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn three_deaths_in_a_minute_stop_the_server() {
    let fixture = EngineFixture::new().await;
    let mut options = fixture.options();
    options.codex = Some(script(&fixture, "echo 'thread main panicked: no luck today' >&2; exit 101"));
    let opened = OpenEngine::open(options);
    let mut client = opened.window("main");
    client.mirror.until("it is given up", |seen| seen.phase() == "stopped").await;
    let phase = client.mirror.seen.0["server"]["phase"].clone();
    assert_eq!(phase["why"], "crashing");
    assert!(phase["message"].as_str().unwrap().contains("exit 101"), "{phase}");
    assert_eq!(phase["tail"][0], "thread main panicked: no luck today");
    assert_eq!(opened.diagnostics().await.starts, 3);
    script(&fixture, &format!("exec {} \"$@\"", threadloft_tests::codex().display()));
    client.perform(ServerIntent::RestartServer).await;
    client.ready().await;
    opened.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn closing_leaves_no_codex_behind() {
    let fixture = EngineFixture::new().await;
    fixture.model.say([Step::text("busy"), Step::Hang]);
    let opened = fixture.open();
    let mut client = opened.window("main");
    client.ready().await;
    let thread = client.start_thread(&fixture.project(), "work").await;
    client.mirror.until("it works", |seen| seen.has_row(thread.as_str(), "busy")).await;
    let pid = opened.diagnostics().await.server_pid.unwrap();
    assert!(alive(pid));
    opened.engine.close().await;
    assert!(!alive(pid));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_demo_leaves_nothing_behind() {
    let fixture = EngineFixture::new().await;
    let opened = fixture.open();
    let mut client = opened.window("main");
    client.ready().await;
    let mine = client.start_thread(&fixture.project(), "my own work").await;
    client.mirror.until("it is done", |seen| seen.turn(mine.as_str()) == "done").await;
    client.perform(MessageIntent::SaveDraft { thread: None, text: "for later".into(), attached: Vec::new() }).await;
    client.perform(ServerIntent::StartDemo).await;
    client
        .mirror
        .until("the demo is there", |seen| seen.0["server"]["demo"].is_object() && seen.phase() == "ready")
        .await;
    assert_eq!(client.mirror.seen.line(mine.as_str()), &serde_json::Value::Null, "the demo has a home of its own");
    let demo = client.mirror.seen.0["server"]["demo"].clone();
    let workspace = demo["workspace"].as_str().unwrap().to_owned();
    let thread = client.start_thread(&workspace, demo["prompts"][0].as_str().unwrap()).await;
    client.mirror.until("the show is over", |seen| seen.turn(thread.as_str()) == "done").await;
    assert!(client.mirror.seen.rows(thread.as_str()).iter().any(|row| row.starts_with("edited")), "it edits files");
    assert_eq!(client.mirror.seen.0["newDraft"], "", "the person's own words have no place in it");
    client.perform(ServerIntent::LeaveDemo).await;
    client.mirror.until("home again", |seen| seen.0["server"]["demo"].is_null() && seen.0["list"] == "complete").await;
    assert_ne!(client.mirror.seen.line(mine.as_str()), &serde_json::Value::Null);
    assert_eq!(client.mirror.seen.0["newDraft"], "for later");
    assert!(!PathBuf::from(workspace).exists());
    opened.engine.close().await;
    assert!(!fixture.at("data/demo").exists());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_codex_that_hangs_is_told_of_without_its_own_word() {
    let fixture = EngineFixture::new().await;
    let opened = fixture.open();
    let mut client = opened.window("main");
    client.ready().await;
    let well = opened.diagnostics().await;
    assert!(well.load.is_some(), "it says how it is");
    let pid = well.server_pid.unwrap();
    process::halt(pid).await;
    let hangs = tokio::select! {
        biased;
        other = opened.engine.query(ServerQuery::Models) => panic!("a plain question was given up sooner: {other:?}"),
        hangs = opened.diagnostics() => hangs,
    };
    process::signal("CONT", &[pid]);
    assert_eq!(hangs.load, None, "it said nothing, and nobody waited for it");
    assert_eq!((hangs.server_pid, hangs.starts), (Some(pid), 1), "what we know ourselves is there");
    assert_eq!(hangs.server.codex, well.server.codex);
    wait::until("it says again how it is", async || opened.diagnostics().await.load.is_some()).await;
    opened.engine.close().await;
}

/// Not a test by itself: the next one starts this in a process of its own and kills it.
#[tokio::test(flavor = "multi_thread")]
async fn an_app_that_will_be_killed() {
    let Some(pids) = std::env::var_os("THREADLOFT_TEST_PIDS") else { return };
    let fixture = EngineFixture::new().await;
    // A codex that hangs: it does not read stdin, and ignores every signal that can be ignored.
    let text = format!(
        "trap '' TERM HUP INT; exec <&-; echo $$ > {0}.new; mv {0}.new {0}; while :; do sleep 1; done",
        pids.display()
    );
    let opened = OpenEngine::open(engine::Options { codex: Some(script(&fixture, &text)), ..fixture.options() });
    let _client = opened.window("main");
    std::future::pending::<()>().await;
}

#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread")]
async fn a_killed_app_takes_even_a_hanging_codex_along() {
    let fixture = EngineFixture::new().await;
    let pids = fixture.at("pid");
    let mut app = tokio::process::Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "server_exit::an_app_that_will_be_killed"])
        .env("THREADLOFT_TEST_PIDS", &pids)
        .env("TMPDIR", fixture.at("tmp"))
        .stdout(std::process::Stdio::null())
        .kill_on_drop(true)
        .spawn()
        .unwrap();
    let read = async || std::fs::read_to_string(&pids).ok()?.trim().parse::<u32>().ok();
    let pid = threadloft_tests::wait::for_some(read).await.expect("codex starts");
    assert!(alive(pid));
    app.start_kill().unwrap();
    app.wait().await.unwrap();
    threadloft_tests::wait::until("codex is gone too", async || !alive(pid)).await;
}
