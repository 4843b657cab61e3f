#![allow(clippy::unwrap_used, clippy::expect_used)]
//! How a server ends, and what the engine makes of it.

use engine::id::ThreadId;
use engine::intent::Intent;
use engine::query::Query;
use loopback::Step;
use serde_json::json;
use std::path::PathBuf;
use threadloft_tests::asked::at_work;
use threadloft_tests::inside::{Indoors, Inside};
use threadloft_tests::mirror::Seen;
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

/// A program that is not codex: a script that does what a test wants.
fn script(inside: &Inside, text: &str) -> PathBuf {
    use std::os::unix::fs::PermissionsExt;
    let path = inside.at("codex-script");
    std::fs::write(&path, format!("#!/bin/sh\n{text}\n")).unwrap();
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
    path
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_killed_in_a_turn_comes_back_and_says_what_was_lost() {
    let inside = Inside::new().await;
    let indoors = inside.open();
    let mut seat = indoors.window("main");
    seat.ready().await;
    let thread = seat.begin(&inside.project(), "first").await;
    let id = thread.as_str();
    seat.mirror.until("the first turn is done", |seen| seen.turn(id) == "done").await;
    inside.model.say([Step::text("in the middle of"), Step::Hang]);
    seat.says(&thread, "second").await;
    seat.mirror.until("it talks", |seen| seen.has_row(id, "in the middle of")).await;
    seat.does(Intent::SaveDraft { thread: Some(thread.clone()), text: "not sent yet".into(), attached: Vec::new() })
        .await;
    kill(indoors.diagnostics().await.server_pid.unwrap());
    seat.mirror.until("it is seen", |seen| seen.phase() == "restarting" || seen.turn(id) == "interrupted").await;
    seat.mirror.until("the turn is interrupted", |seen| seen.turn(id) == "interrupted").await;
    let trouble = &seat.mirror.seen.thread(id)["turns"][1]["trouble"]["message"];
    assert!(trouble.as_str().is_some_and(|why| why.contains("signal 9")), "{trouble}");
    seat.ready().await;
    seat.says(&thread, "third").await;
    seat.mirror.until("it goes on", |seen| seen.has_row(id, "prompt: third") && seen.turn(id) == "done").await;
    assert_eq!(indoors.diagnostics().await.starts, 2);
    let mut again = indoors.window("main");
    again
        .mirror
        .until("a reload has it all", |seen| seen.has_row(id, "prompt: first") && seen.has_row(id, "prompt: third"))
        .await;
    indoors.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_thread_in_the_background_was_saying_when_the_server_died_is_there_as_long_as_the_app_is() {
    let inside = Inside::new().await;
    let others: Vec<ThreadId> = (0..9)
        .map(|n| {
            let mut other = Rollout::new(&inside.project());
            other.turn([(Kind::User, format!("other {n}"))]);
            other.write(&inside.at("home"))
        })
        .collect();
    let (indoors, mut seat, thread) = at_work(&inside).await;
    let id = thread.as_str();
    let begun = json!({ "type": "response.output_item.added", "output_index": 0,
        "item": { "type": "message", "role": "assistant", "id": "msg-open", "content": [] } });
    let more = json!({ "type": "response.output_text.delta", "item_id": "msg-open", "output_index": 0,
        "content_index": 0, "delta": "an open sentence" });
    inside.model.say([Step::Raw(begun), Step::Raw(more), Step::Hang]);
    seat.says(&thread, "talk").await;
    seat.mirror.until("it talks", |seen| seen.has_row(id, "an open sentence")).await;
    seat.does(Intent::CloseThread { thread: thread.clone() }).await;
    kill(indoors.diagnostics().await.server_pid.unwrap());
    seat.mirror.until("it stopped", |seen| seen.line(id)["mark"] != "running").await;
    seat.ready().await;
    let unsaved = |seen: &Seen| {
        let rows = seen.thread(id)["rows"].as_array().cloned().unwrap_or_default();
        rows.iter().filter(|row| row["body"]["unsaved"] == true && row.to_string().contains("an open sentence")).count()
    };
    seat.opens(&thread).await;
    seat.mirror.until("it is there", |seen| unsaved(seen) == 1 && seen.has_row(id, "prompt: talk")).await;
    seat.does(Intent::CloseThread { thread: thread.clone() }).await;
    for other in &others {
        seat.opens(other).await;
        seat.does(Intent::CloseThread { thread: other.clone() }).await;
    }
    seat.mirror.until("it is no longer at hand", |seen| seen.thread(id).is_null()).await;
    seat.opens(&thread).await;
    seat.mirror.until("it is still there", |seen| unsaved(seen) == 1 && seen.has_row(id, "prompt: talk")).await;
    indoors.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_draft_is_kept_over_a_restart_of_the_app() {
    let inside = Inside::new().await;
    let indoors = inside.open();
    let seat = indoors.window("main");
    seat.does(Intent::SaveDraft { thread: None, text: "a thought".into(), attached: Vec::new() }).await;
    indoors.engine.close().await;
    let indoors = inside.open();
    let mut seat = indoors.window("main");
    seat.mirror.until("the draft is there", |seen| seen.0["newDraft"] == "a thought").await;
    indoors.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn three_deaths_in_a_minute_stop_it_with_its_last_words_and_a_person_can_start_it_again() {
    let inside = Inside::new().await;
    let mut options = inside.options();
    options.codex = Some(script(&inside, "echo 'thread main panicked: no luck today' >&2; exit 101"));
    let indoors = Indoors::open(options);
    let mut seat = indoors.window("main");
    seat.mirror.until("it is given up", |seen| seen.phase() == "stopped").await;
    let phase = seat.mirror.seen.0["server"]["phase"].clone();
    assert_eq!(phase["why"], "crashing");
    assert!(phase["message"].as_str().unwrap().contains("exit 101"), "{phase}");
    assert_eq!(phase["tail"][0], "thread main panicked: no luck today");
    assert_eq!(indoors.diagnostics().await.starts, 3);
    script(&inside, &format!("exec {} \"$@\"", threadloft_tests::codex().display()));
    seat.does(Intent::RestartServer).await;
    seat.ready().await;
    indoors.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn closing_leaves_no_codex_behind() {
    let inside = Inside::new().await;
    inside.model.say([Step::text("busy"), Step::Hang]);
    let indoors = inside.open();
    let mut seat = indoors.window("main");
    seat.ready().await;
    let thread = seat.begin(&inside.project(), "work").await;
    seat.mirror.until("it works", |seen| seen.has_row(thread.as_str(), "busy")).await;
    let pid = indoors.diagnostics().await.server_pid.unwrap();
    assert!(alive(pid));
    indoors.engine.close().await;
    assert!(!alive(pid));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_demo_begins_and_ends_and_leaves_nothing() {
    let inside = Inside::new().await;
    let indoors = inside.open();
    let mut seat = indoors.window("main");
    seat.ready().await;
    let mine = seat.begin(&inside.project(), "my own work").await;
    seat.mirror.until("it is done", |seen| seen.turn(mine.as_str()) == "done").await;
    seat.does(Intent::SaveDraft { thread: None, text: "for later".into(), attached: Vec::new() }).await;
    seat.does(Intent::StartDemo).await;
    seat.mirror
        .until("the demo is there", |seen| seen.0["server"]["demo"].is_object() && seen.phase() == "ready")
        .await;
    assert_eq!(seat.mirror.seen.line(mine.as_str()), &serde_json::Value::Null, "the demo has a home of its own");
    let demo = seat.mirror.seen.0["server"]["demo"].clone();
    let workspace = demo["workspace"].as_str().unwrap().to_owned();
    let thread = seat.begin(&workspace, demo["prompts"][0].as_str().unwrap()).await;
    seat.mirror.until("the show is over", |seen| seen.turn(thread.as_str()) == "done").await;
    assert!(seat.mirror.seen.rows(thread.as_str()).iter().any(|row| row.starts_with("edited")), "it edits files");
    assert_eq!(seat.mirror.seen.0["newDraft"], "", "the person's own words have no place in it");
    seat.does(Intent::LeaveDemo).await;
    seat.mirror.until("home again", |seen| seen.0["server"]["demo"].is_null() && seen.0["list"] == "complete").await;
    assert_ne!(seat.mirror.seen.line(mine.as_str()), &serde_json::Value::Null);
    assert_eq!(seat.mirror.seen.0["newDraft"], "for later");
    assert!(!PathBuf::from(workspace).exists());
    indoors.engine.close().await;
    assert!(!inside.at("data/demo").exists());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_codex_that_hangs_is_told_of_without_its_own_word() {
    let inside = Inside::new().await;
    let indoors = inside.open();
    let mut seat = indoors.window("main");
    seat.ready().await;
    let well = indoors.diagnostics().await;
    assert!(well.load.is_some(), "it says how it is");
    let pid = well.server_pid.unwrap();
    process::halt(pid).await;
    let hangs = tokio::select! {
        biased;
        other = indoors.engine.query(Query::Models) => panic!("a plain question was given up sooner: {other:?}"),
        hangs = indoors.diagnostics() => hangs,
    };
    process::signal("CONT", &[pid]);
    assert_eq!(hangs.load, None, "it said nothing, and nobody waited for it");
    assert_eq!((hangs.server_pid, hangs.starts), (Some(pid), 1), "what we know ourselves is there");
    assert_eq!(hangs.server.codex, well.server.codex);
    wait::until("it says again how it is", async || indoors.diagnostics().await.load.is_some()).await;
    indoors.engine.close().await;
}

/// Not a test of its own: what the next one runs in a process of its own, and kills.
#[tokio::test(flavor = "multi_thread")]
async fn an_app_that_will_be_killed() {
    let Some(pids) = std::env::var_os("THREADLOFT_TEST_PIDS") else { return };
    let inside = Inside::new().await;
    // A codex that hangs: it hears no end of stdin, and heeds no signal that can be refused.
    let text = format!(
        "trap '' TERM HUP INT; exec <&-; echo $$ > {0}.new; mv {0}.new {0}; while :; do sleep 1; done",
        pids.display()
    );
    let indoors = Indoors::open(engine::Options { codex: Some(script(&inside, &text)), ..inside.options() });
    let _seat = indoors.window("main");
    std::future::pending::<()>().await;
}

#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread")]
async fn a_killed_app_takes_even_a_hanging_codex_along() {
    let inside = Inside::new().await;
    let pids = inside.at("pid");
    let mut app = tokio::process::Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "an_app_that_will_be_killed"])
        .env("THREADLOFT_TEST_PIDS", &pids)
        .env("TMPDIR", inside.at("tmp"))
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
