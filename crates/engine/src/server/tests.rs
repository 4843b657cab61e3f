#![allow(clippy::unwrap_used, clippy::expect_used)]
//! Starts and ends programs that behave badly.

use super::*;
use tokio::io::{AsyncBufReadExt, BufReader};

/// Runs `sh app-server -c …` in the folder, because a file that was just written cannot always be executed at once.
fn script(folder: &tempfile::TempDir, text: &str) -> Spec {
    std::fs::write(folder.path().join("app-server"), text).unwrap();
    Spec {
        program: "/bin/sh".into(),
        home: folder.path().to_owned(),
        set_home: true,
        config: Vec::new(),
        env: Vec::new(),
    }
}

fn alive(pid: u32) -> bool {
    let status = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    !status.is_empty() && !status.contains(") Z ")
}

#[tokio::test]
async fn an_end_is_seen_with_its_last_words() {
    let folder = tempfile::tempdir().unwrap();
    let (server, _pipes) = Server::start(&script(&folder, "echo 'no room left' >&2; exit 7")).await.unwrap();
    assert_eq!(server.ended().await.to_string(), "exit 7");
    assert_eq!(server.tail.lines(), ["no room left"]);
}

#[tokio::test]
async fn a_server_whose_stdin_ended_goes_politely() {
    let folder = tempfile::tempdir().unwrap();
    let (server, pipes) = Server::start(&script(&folder, "cat >/dev/null; exit 0")).await.unwrap();
    drop(pipes);
    assert_eq!(server.stop().await.to_string(), "exit 0");
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn a_dropped_server_takes_its_children_along() {
    let folder = tempfile::tempdir().unwrap();
    let (server, pipes) =
        Server::start(&script(&folder, "trap '' TERM; sleep 1000 & echo $!; wait; wait")).await.unwrap();
    let mut line = String::new();
    BufReader::new(pipes.stdout).read_line(&mut line).await.unwrap();
    let grandchild: u32 = line.trim().parse().unwrap();
    assert!(alive(grandchild));
    let ended = server.ended.clone();
    drop(server);
    ended.clone().wait_for(Option::is_some).await.ok();
    // Init reaps a killed process a moment later.
    while alive(grandchild) {
        tokio::task::yield_now().await;
    }
}
