//! Parts of a thread that the server does not keep are there after a restart, from our own record.

use loopback::{Step, Turn};
use serde_json::json;
use threadloft_tests::app::App;
use threadloft_tests::codex_home::CodexHome;
use threadloft_tests::display::Display;
use threadloft_tests::wait;

/// Rows of the transcript that contain this text.
async fn speaking_of(app: &App<'_>, words: &str) -> u64 {
    let script =
        "return [...document.querySelectorAll('[data-part=row]:not([data-kind=prompt]):not([data-kind=said])')]
        .filter((row) => row.textContent.includes(arguments[0])).length";
    app.script(script, vec![json!(words)]).await.as_u64().unwrap()
}

#[tokio::test]
async fn declined_asks_are_shown_after_a_restart() {
    let display = Display::new().await;
    let codex_home = CodexHome::on(&display).await;
    let app = codex_home.at_work().await;
    app.asked(&codex_home, Step::exec_escalated("touch refused", "It leaves the workspace.")).await;
    app.click("ask-decline").await;
    app.miss("ask").await;
    app.turn("done").await;
    codex_home.model.say(Step::exec_escalated("touch unanswered", "It leaves the workspace."));
    app.send("stop over a question").await;
    app.see("ask").await;
    app.click("stop").await;
    app.turn("interrupted").await;
    codex_home.model.say(Step::plan("", &[("Weave the sail", "completed"), ("Mend the net", "in_progress")]));
    codex_home.model.say(Turn::text("So far."));
    app.send("make a plan").await;
    app.read("row", "So far.").await;
    app.turn("done").await;
    assert_eq!([speaking_of(&app, "touch refused").await, speaking_of(&app, "Mend the net").await], [1, 1]);
    app.press_close().await;
    wait::until("the app has ended", async || !app.runs()).await;
    drop(app);

    let app = codex_home.start().browsing().await;
    app.read("row", "So far.").await;
    app.read("declined", "You declined: touch refused").await;
    app.read("declined", "Not answered: touch unanswered").await;
    app.tab("plan").await;
    app.read("plan", "Mend the net").await;
    app.read("plan-as-of", "Plan as of").await;
    assert_eq!([speaking_of(&app, "touch refused").await, speaking_of(&app, "Mend the net").await], [1, 1]);
}
