//! What the desktop shows while the window has no focus: notifications, the tray, the badge; a click leads to the
//! thread that waits.

use loopback::{Step, Turn};
use serde_json::json;
use threadloft_tests::codex_home::CodexHome;
use threadloft_tests::desktop::{Desktop, Notice};
use threadloft_tests::display::Display;
use threadloft_tests::wait;

#[tokio::test]
async fn a_click_on_a_notification_opens_the_thread_that_waits() {
    let display = Display::new().await;
    let desktop = Desktop::on(&display);
    let codex_home = CodexHome::on(&display).await;
    codex_home.converse("first words").await;
    codex_home.converse("second words").await;
    let app = codex_home.start().browsing().await;
    app.open_thread("first words").await;
    let gate = codex_home.model.gate("later");
    codex_home
        .model
        .say([Step::wait("later"), Step::exec_escalated("touch hidden-treasure", "It leaves the workspace.")]);
    codex_home.model.say(Turn::text("That is that."));
    app.send("moor the boat").await;
    app.turn("running").await;
    app.open_thread("second words").await;
    app.read("head", "second words").await;

    app.minimise();
    wait::until("nobody looks", async || !app.in_front().ends_with("Threadloft")).await;
    gate.open();
    let notice = desktop.notice(1).await;
    let named = Notice {
        id: 1,
        title: "A command is waiting for you".into(),
        body: "In harbour".into(),
        actions: vec!["default".into(), String::new()],
    };
    assert_eq!(notice, named, "the kind and the project, never the command");
    wait::until("the badge counts it", async || desktop.badges() == [1]).await;
    let says = async |words: &str| desktop.tray().is_some_and(|tray| tray.contains(words));
    wait::until("the tray counts it", async || says("1 request is waiting for you").await).await;

    desktop.click(&notice);
    wait::until("the window comes forward", async || app.in_front().ends_with("Threadloft")).await;
    app.read("head", "first words").await;
    app.see("ask").await;
    app.until("the card has the focus", "return document.activeElement === document.querySelector('[data-part=ask]')")
        .await;
    app.press_on_card("n").await;
    app.miss("ask").await;
    app.turn("done").await;
    wait::until("the badge is gone", async || desktop.badges() == [1, 0]).await;
    wait::until("what is answered is not announced", async || desktop.was_closed(&notice)).await;
    wait::until("the tray is quiet", async || says("Nothing is running").await).await;
    assert!(!codex_home.project().join("hidden-treasure").exists());

    // The window is in front, so the card is enough.
    app.asked(&codex_home, Step::exec_escalated("touch seen", "It leaves the workspace.")).await;
    app.press_on_card("n").await;
    app.turn("done").await;
    assert_eq!(desktop.notices(), 1);
}

#[tokio::test]
async fn none_of_them_is_there_for_somebody_who_does_not_want_them() {
    let display = Display::new().await;
    let desktop = Desktop::on(&display);
    let codex_home = CodexHome::on(&display).await;
    codex_home.converse("first words").await;
    let app = codex_home.start().browsing().await;
    let off = "const done = arguments[1];
        window.__TAURI_INTERNALS__.invoke('act', { intent: { type: 'changeSettings', patch: arguments[0] } })
            .then(() => done(true), (why) => done(JSON.stringify(why)))";
    let patch = json!({ "notify": false, "badge": false, "tray": false });
    assert_eq!(app.script_later(off, vec![patch]).await, json!(true));
    app.open_thread("first words").await;
    let gate = codex_home.model.gate("later");
    codex_home.model.say([Step::wait("later"), Step::exec_escalated("touch quiet", "It leaves the workspace.")]);
    codex_home.model.say(Turn::text("That is that."));
    app.send("go on").await;
    app.turn("running").await;
    app.minimise();
    wait::until("nobody looks", async || !app.in_front().ends_with("Threadloft")).await;
    gate.open();
    app.see("ask").await;
    // A hidden window takes no clicks.
    app.script("document.querySelector('[data-part=ask-decline]').click()", vec![]).await;
    app.miss("ask").await;
    assert_eq!((desktop.notices(), desktop.badges()), (0, vec![]));
}
