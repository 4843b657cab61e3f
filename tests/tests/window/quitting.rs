//! Quitting: no codex is left behind, and nothing that runs is lost without a question.

use loopback::Step;
use threadloft_tests::app::App;
use threadloft_tests::codex_home::CodexHome;
use threadloft_tests::display::Display;
use threadloft_tests::wait;

async fn all_gone(app: &App<'_>) {
    wait::until("the app is gone", async || !app.runs()).await;
    wait::until("codex is gone", async || app.display.codexes().is_empty()).await;
}

async fn with_a_running_turn<'display>(codex_home: &CodexHome<'display>) -> App<'display> {
    let app = codex_home.at_work().await;
    codex_home.model.say([Step::text("I am at it"), Step::Hang]);
    app.send("begin").await;
    app.read("row", "I am at it").await;
    app
}

#[tokio::test]
async fn a_closed_window_leaves_no_codex() {
    let display = Display::new().await;
    let codex_home = CodexHome::on(&display).await;
    let app = codex_home.start().ready().await;
    wait::until("codex runs", async || !display.codexes().is_empty()).await;
    app.press_close().await;
    all_gone(&app).await;
}

#[tokio::test]
async fn a_killed_app_leaves_no_codex() {
    let display = Display::new().await;
    let codex_home = CodexHome::on(&display).await;
    let app = with_a_running_turn(&codex_home).await;
    assert!(!display.codexes().is_empty());
    app.signal("KILL");
    all_gone(&app).await;
}

#[tokio::test]
async fn a_terminated_app_leaves_no_codex() {
    let display = Display::new().await;
    let codex_home = CodexHome::on(&display).await;
    let app = with_a_running_turn(&codex_home).await;
    app.signal("TERM");
    all_gone(&app).await;
}

#[tokio::test]
async fn closing_while_a_turn_runs_asks_first() {
    let display = Display::new().await;
    let codex_home = CodexHome::on(&display).await;
    let app = with_a_running_turn(&codex_home).await;
    app.press_close().await;
    app.see("dialog").await;
    assert!(app.runs() && !display.codexes().is_empty(), "nothing ends before the answer");
    app.click("dialog-no").await;
    app.miss("dialog").await;
    app.turn("running").await;
    app.press_close().await;
    app.see("dialog").await;
    app.click_away("dialog-yes").await;
    all_gone(&app).await;
}

#[tokio::test]
async fn closing_while_a_question_waits_asks_first() {
    let display = Display::new().await;
    let codex_home = CodexHome::on(&display).await;
    let app = codex_home.at_work().await;
    codex_home.model.say(Step::exec_escalated("touch moored", "It leaves the workspace."));
    app.send("moor the boat").await;
    app.see("ask").await;
    app.press_close().await;
    app.see("dialog").await;
    app.click_away("dialog-yes").await;
    all_gone(&app).await;
    assert!(!codex_home.project().join("moored").exists(), "what was not accepted was not done");
}

#[tokio::test]
async fn a_second_start_ends_at_once() {
    let display = Display::new().await;
    let codex_home = CodexHome::on(&display).await;
    let app = codex_home.start().as_the_only_one().ready().await;
    let mut second = display.command(xtask::paths::app());
    second.env("THREADLOFT_CODEX", threadloft_tests::codex()).env("CODEX_HOME", display.folder("codex"));
    let ended = tokio::process::Command::from(second).status().await;
    assert!(ended.is_ok_and(|status| status.success()));
    assert!(app.runs());
    assert_eq!(display.codexes().len(), 1, "a second start starts no second server");
    app.see("app").await;
}
