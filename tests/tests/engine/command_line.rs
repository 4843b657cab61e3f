//! `threadloft run`, `review` and `threads` as a script uses them: the built program, without a display.

use crate::programs::{app, prepared};
use loopback::Step;
use serde_json::Value;
use std::process::{Output, Stdio};
use threadloft_tests::asks::{patch, script};
use threadloft_tests::engine_fixture::EngineFixture;
use threadloft_tests::wait;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};

async fn said(fixture: &EngineFixture, args: &[&str]) -> Output {
    wait::for_end("the command", prepared(fixture, app()).args(args).output()).await.unwrap()
}

fn out(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn err(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn lines(output: &Output) -> Vec<Value> {
    out(output).lines().map(|line| serde_json::from_str(line).unwrap_or_else(|why| panic!("{line}: {why}"))).collect()
}

fn id_in(output: &Output) -> String {
    let text = err(output);
    text.split("--thread ").nth(1).and_then(|rest| rest.split_whitespace().next()).unwrap_or_default().to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_run_prints_its_message_and_can_be_continued() {
    let fixture = EngineFixture::new().await;
    fixture.model.say([Step::text("All is well.")]);
    let first = said(&fixture, &["run", "How", "is it?"]).await;
    assert_eq!((first.status.code(), out(&first).as_str()), (Some(0), "All is well.\n"), "{}", err(&first));
    let thread = id_in(&first);
    let next = said(&fixture, &["run", "--thread", &thread, "--json", "And now?"]).await;
    let lines = lines(&next);
    let end = lines.last().unwrap();
    assert_eq!(end["type"], "end");
    assert_eq!(
        (&end["status"], &end["thread"], &end["message"]),
        (&"completed".into(), &thread.into(), &"echo: And now?".into())
    );
    assert!(lines.iter().any(|line| line["type"] == "item" && line["item"]["type"] == "agentMessage"), "{lines:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_prompt_comes_from_standard_input() {
    let fixture = EngineFixture::new().await;
    let mut running = prepared(&fixture, app()).args(["run", "-"]).stdin(Stdio::piped()).spawn().unwrap();
    let mut stdin = running.stdin.take().unwrap();
    stdin.write_all("say this back\n".as_bytes()).await.unwrap();
    drop(stdin);
    let output = wait::for_end("the command", running.wait_with_output()).await.unwrap();
    assert_eq!(out(&output).trim(), "echo: say this back", "{}", err(&output));
    let empty = said(&fixture, &["run"]).await;
    assert_eq!(empty.status.code(), Some(2));
    assert!(err(&empty).contains("standard input is empty"), "{}", err(&empty));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_failed_turn_has_its_own_exit_code() {
    let fixture = EngineFixture::new().await;
    fixture.model.say([Step::server_error()]);
    let output = said(&fixture, &["run", "break"]).await;
    assert_eq!((output.status.code(), out(&output).as_str()), (Some(1), ""), "{}", err(&output));
}

#[tokio::test(flavor = "multi_thread")]
async fn bad_input_is_one_line_and_begins_nothing() {
    let fixture = EngineFixture::new().await;
    std::fs::write(fixture.at("project/broken.json"), "{").unwrap();
    for (args, code, part) in [
        (vec!["run", "--cwd", "/no/such/folder", "x"], 2, "/no/such/folder"),
        (vec!["run", "--output-schema", "broken.json", "x"], 2, "is not JSON"),
        (vec!["run", "--output-schema", "missing.json", "x"], 2, "missing.json"),
        (vec!["run", "--nonsense"], 2, "Unknown option"),
        (vec!["run", "--thread", "0199aaaa-0000-7000-8000-000000000000", "x"], 3, "no longer exists"),
        (vec!["threads", "show", "0199aaaa-0000-7000-8000-000000000000"], 3, "no longer exists"),
    ] {
        let output = said(&fixture, &args).await;
        assert_eq!((output.status.code(), out(&output).as_str()), (Some(code), ""), "{args:?}: {}", err(&output));
        assert!(err(&output).contains(part), "{args:?}: {}", err(&output));
    }
    assert!(fixture.model.requests().iter().all(|request| !request.path.ends_with("/responses")));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_run_trusts_a_repository_only_when_told_to() {
    let fixture = EngineFixture::new().await;
    let git = std::process::Command::new("git").arg("init").current_dir(fixture.project()).output().unwrap();
    assert!(git.status.success());
    let output = said(&fixture, &["run", "hello"]).await;
    assert_eq!(output.status.code(), Some(3), "{}", err(&output));
    assert!(err(&output).contains("--no-trust"), "{}", err(&output));
    let output = said(&fixture, &["run", "--no-trust", "hello"]).await;
    assert_eq!((output.status.code(), out(&output).trim()), (Some(0), "echo: hello"), "{}", err(&output));
    let config = std::fs::read_to_string(fixture.at("home/config.toml")).unwrap();
    assert!(config.contains("untrusted"), "{config}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_run_approves_only_what_it_was_told_to() {
    let fixture = EngineFixture::new().await;
    script(&fixture, patch("note.txt"));
    let output = said(&fixture, &["run", "--permissions", "read-only", "--approve", "edits", "write it"]).await;
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    assert!(!fixture.at("project/note.txt").exists());
    script(&fixture, patch("note.txt"));
    let config = fixture.at("home/config.toml");
    let held = std::fs::read_to_string(&config).unwrap();
    std::fs::write(&config, format!("sandbox_mode = \"workspace-write\"\n{held}")).unwrap();
    let output = said(&fixture, &["run", "--permissions", "untrusted", "--approve", "edits", "write it"]).await;
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    assert!(fixture.at("project/note.txt").exists(), "{}", err(&output));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_timeout_stops_the_turn() {
    let fixture = EngineFixture::new().await;
    fixture.model.say([Step::text("half of it"), Step::Hang]);
    let output = said(&fixture, &["run", "--timeout", "2s", "take your time"]).await;
    assert_eq!(output.status.code(), Some(4), "{}", err(&output));
}

#[cfg(unix)]
#[tokio::test(flavor = "multi_thread")]
async fn ctrl_c_stops_the_turn_and_reports_it() {
    let fixture = EngineFixture::new().await;
    fixture.model.say([Step::text("half of it"), Step::Hang]);
    let mut running = prepared(&fixture, app()).args(["run", "--json", "take your time"]).spawn().unwrap();
    let mut output = BufReader::new(running.stdout.take().unwrap()).lines();
    let first = wait::for_end("the first line", output.next_line()).await.unwrap().unwrap();
    assert!(first.contains("begun"), "{first}");
    let id = running.id().unwrap().to_string();
    assert!(std::process::Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    let mut last = first;
    while let Some(line) = wait::for_end("the next line", output.next_line()).await.unwrap() {
        last = line;
    }
    assert!(last.contains("interrupted"), "{last}");
    assert_eq!(wait::for_end("the end", running.wait()).await.unwrap().code(), Some(130));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_review_prints_its_findings() {
    let fixture = EngineFixture::new().await;
    let output = said(&fixture, &["review", "look", "at everything"]).await;
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    assert!(!out(&output).trim().is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn threads_are_listed_shown_archived_and_exported() {
    let fixture = EngineFixture::new().await;
    fixture.model.say([Step::text("All is well.")]);
    let thread = id_in(&said(&fixture, &["run", "How is the harbour?"]).await);
    let list = said(&fixture, &["threads", "list"]).await;
    assert!(out(&list).starts_with(&thread) && out(&list).contains("How is the harbour?"), "{}", out(&list));
    let listed = lines(&said(&fixture, &["threads", "list", "--json", "--cwd", "."]).await);
    assert_eq!(listed[0]["id"].as_str(), Some(thread.as_str()));
    let shown = said(&fixture, &["threads", "show", &thread]).await;
    assert!(out(&shown).contains("All is well."), "{}", out(&shown));
    let found = said(&fixture, &["threads", "search", "harbour"]).await;
    assert!(out(&found).contains(&thread), "{}{}", out(&found), err(&found));
    assert_eq!(said(&fixture, &["threads", "archive", &thread]).await.status.code(), Some(0));
    assert_eq!(out(&said(&fixture, &["threads", "list"]).await), "");
    assert!(out(&said(&fixture, &["threads", "list", "--archived"]).await).contains(&thread));
    assert_eq!(said(&fixture, &["threads", "unarchive", &thread]).await.status.code(), Some(0));
    let exported = said(&fixture, &["threads", "export", &thread, "--format", "json"]).await;
    let file = out(&exported).trim().to_owned();
    assert!(file.ends_with(".json") && std::path::Path::new(&file).is_file(), "{file} {}", err(&exported));
}
