//! The first conversation, in the real window on the real server.

use loopback::{Step, Turn};
use threadloft_tests::codex_home::CodexHome;
use threadloft_tests::display::Display;
use threadloft_tests::wait;

#[tokio::test]
async fn the_list_shows_threads_made_by_another_client() {
    let display = Display::new().await;
    let codex_home = CodexHome::on(&display).await;
    codex_home.converse("count the boats in the harbour").await;
    codex_home.converse("paint the lighthouse red").await;
    let app = codex_home.start().browsing().await;
    app.read("thread-row", "count the boats").await;
    app.read("thread-row", "paint the lighthouse").await;
    app.open_thread("count the boats").await;
    app.read("row", "echo: count the boats in the harbour").await;
}

#[tokio::test]
async fn a_thread_made_while_we_look_appears_by_itself() {
    let display = Display::new().await;
    let codex_home = CodexHome::on(&display).await;
    let app = codex_home.start().browsing().await;
    codex_home.converse("a ship comes in").await;
    app.read("thread-row", "a ship comes in").await;
}

#[tokio::test]
async fn a_turn_streams_to_its_end() {
    let display = Display::new().await;
    let codex_home = CodexHome::on(&display).await;
    let app = codex_home.at_work().await;
    let gate = codex_home.model.gate("half way");
    codex_home.model.say([Step::text("The tide is "), Step::wait("half way"), Step::text("going out.")]);
    app.send("what does the tide do?").await;
    app.turn("running").await;
    app.read("row", "The tide is").await;
    app.see("stop").await;
    gate.open();
    app.turn("done").await;
    app.read("row", "going out.").await;
    app.read("row", "what does the tide do?").await;
}

#[tokio::test]
async fn a_turn_can_be_interrupted() {
    let display = Display::new().await;
    let codex_home = CodexHome::on(&display).await;
    let app = codex_home.at_work().await;
    codex_home.model.say([Step::text("I shall go on and on"), Step::Hang]);
    app.send("talk").await;
    app.read("row", "I shall go on and on").await;
    app.click("stop").await;
    app.turn("interrupted").await;
    app.read("row", "I shall go on and on").await;
}

#[tokio::test]
async fn a_reload_in_mid_turn_loses_nothing() {
    let display = Display::new().await;
    let codex_home = CodexHome::on(&display).await;
    let app = codex_home.at_work().await;
    let gate = codex_home.model.gate("reloaded");
    codex_home.model.say([Step::text("Before the reload. "), Step::wait("reloaded"), Step::text("After it.")]);
    app.send("go on").await;
    app.read("row", "Before the reload.").await;
    app.reload().await;
    app.open_thread("first words").await;
    app.turn("running").await;
    app.read("row", "Before the reload.").await;
    app.read("row", "echo: first words").await;
    gate.open();
    app.turn("done").await;
    app.read("row", "After it.").await;
}

#[tokio::test]
async fn a_reload_keeps_a_question_that_waits() {
    let display = Display::new().await;
    let codex_home = CodexHome::on(&display).await;
    let app = codex_home.at_work().await;
    codex_home.model.say(Step::exec_escalated("touch moored", "It leaves the workspace."));
    codex_home.model.say(Turn::text("The boat is moored."));
    app.send("moor the boat").await;
    app.see("ask").await;
    app.reload().await;
    app.open_thread("first words").await;
    app.see("ask").await;
    app.click("ask-accept").await;
    app.miss("ask").await;
    app.turn("done").await;
    app.read("row", "The boat is moored.").await;
    assert!(codex_home.project().join("moored").is_file(), "what was accepted was done");
}

#[tokio::test]
async fn a_thread_open_in_two_windows_is_live_in_both() {
    let display = Display::new().await;
    let codex_home = CodexHome::on(&display).await;
    let app = codex_home.at_work().await;
    let first = app.windows().await;
    app.open_window().await;
    wait::until("a second window", async || app.windows().await.len() == 2).await;
    let both = app.windows().await;
    let second = both.iter().find(|one| !first.contains(one)).cloned().unwrap_or_default();
    codex_home.model.say(Turn::text("Seen from both sides."));
    app.send("hello both").await;
    app.turn("done").await;
    app.read("row", "Seen from both sides.").await;
    assert!(app.switch(&second).await.is_ok());
    app.drawn().await;
    app.read("row", "Seen from both sides.").await;
}
