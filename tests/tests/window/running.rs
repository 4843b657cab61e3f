//! While a turn is running, in the real window: queued messages are edited, ordered and removed, a message is sent at
//! once, and a draft survives even a kill.

use loopback::{Step, Turn};
use serde_json::json;
use threadloft_tests::app::App;
use threadloft_tests::codex_home::CodexHome;
use threadloft_tests::display::Display;
use threadloft_tests::prompt_hook::PromptHook;
use threadloft_tests::wait;

/// Special keys, as WebDriver encodes them.
const CTRL_ENTER: &str = "\u{E009}\u{E007}\u{E000}";

async fn queued(app: &App<'_>) -> Vec<String> {
    let script =
        "return [...document.querySelectorAll('[data-part=queue] li > .clip')].map((one) => one.textContent.trim())";
    let said = app.script(script, vec![]).await;
    said.as_array().into_iter().flatten().filter_map(|one| one.as_str().map(str::to_owned)).collect()
}

/// Clicks a button of the waiting message with this text.
async fn at_queued(app: &App<'_>, text: &str, part: &str) {
    let script =
        "[...document.querySelectorAll('[data-part=queue] li')].find((one) => one.textContent.includes(arguments[0]))
        .querySelector(`[data-part=${arguments[1]}]`).click()";
    app.script(script, vec![json!(text), json!(part)]).await;
}

async fn prompts(app: &App<'_>) -> Vec<String> {
    let script =
        "return [...document.querySelectorAll('[data-part=row][data-kind=prompt]')].map((one) => one.textContent)";
    let said = app.script(script, vec![]).await;
    said.as_array().into_iter().flatten().filter_map(|one| one.as_str().map(str::to_owned)).collect()
}

#[tokio::test]
async fn waiting_messages_are_edited_in_place() {
    let display = Display::new().await;
    let codex_home = CodexHome::on(&display).await;
    let app = codex_home.at_work().await;
    let gate = codex_home.model.gate("go");
    codex_home.model.say([Step::text("I am at it. "), Step::wait("go"), Step::text("Now it is done.")]);
    app.send("begin").await;
    app.read("row", "I am at it.").await;
    for text in ["number one", "number two", "number three"] {
        app.send(text).await;
        app.read("queue", text).await;
    }
    wait::until("three wait", async || queued(&app).await == ["number one", "number two", "number three"]).await;
    at_queued(&app, "number two", "queue-edit").await;
    app.see("queue-field").await;
    app.write("queue-field", ", but better").await;
    app.click("queue-save").await;
    wait::until("it is edited", async || {
        queued(&app).await == ["number one", "number two, but better", "number three"]
    })
    .await;
    at_queued(&app, "number one", "queue-remove").await;
    wait::until("it is removed", async || queued(&app).await == ["number two, but better", "number three"]).await;
    let up = "[...document.querySelectorAll('[data-part=queue] li')][1].dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowUp', altKey: true, bubbles: true, cancelable: true }))";
    app.script(up, vec![]).await;
    wait::until("it is moved", async || queued(&app).await == ["number three", "number two, but better"]).await;
    gate.open();
    app.read("row", "echo: number two, but better").await;
    app.turn("done").await;
    app.miss("queue").await;
    let said = prompts(&app).await;
    let order: Vec<usize> = ["begin", "number three", "number two, but better"]
        .iter()
        .map(|text| said.iter().position(|one| one.contains(text)).unwrap_or_else(|| panic!("{text}: {said:?}")))
        .collect();
    assert!(order.is_sorted(), "{said:?}");
    assert!(!said.iter().any(|one| one.contains("number one")));
}

#[tokio::test]
async fn a_message_is_steered_into_the_running_turn() {
    let display = Display::new().await;
    let codex_home = CodexHome::on(&display).await;
    let app = codex_home.at_work().await;
    // Steering ends the response that is being streamed; the next one has read the message.
    codex_home.model.say([Step::text("I am at it. "), Step::Hang]);
    codex_home.model.say([Step::text("Left it is. "), Step::Hang]);
    codex_home.model.say(Turn::text("Both are heard."));
    app.send("begin").await;
    app.read("row", "I am at it.").await;
    app.write("composer-input", "turn left").await;
    app.write("composer-input", CTRL_ENTER).await;
    app.read("row", "Left it is.").await;
    app.send("and slowly").await;
    app.read("queue", "and slowly").await;
    at_queued(&app, "and slowly", "queue-now").await;
    app.miss("queue").await;
    app.read("row", "Both are heard.").await;
    app.turn("done").await;
    app.read("row", "Both are heard.").await;
    let turns = "return document.querySelectorAll('[data-part=row][data-kind=prompt]').length";
    assert_eq!(app.script(turns, vec![]).await, json!(4), "the first words, and three of one turn");
    let heard =
        codex_home.model.requests().into_iter().rev().find(|request| request.path.ends_with("/responses")).unwrap();
    let heard = heard.body.to_string();
    assert!(heard.contains("turn left") && heard.contains("and slowly"), "{heard}");
}

#[tokio::test]
async fn what_waits_stays_after_an_interruption() {
    let display = Display::new().await;
    let codex_home = CodexHome::on(&display).await;
    let app = codex_home.at_work().await;
    codex_home.model.say([Step::text("I shall go on and on"), Step::Hang]);
    app.send("begin").await;
    app.read("row", "I shall go on and on").await;
    app.send("afterwards").await;
    app.read("queue", "afterwards").await;
    // Esc, and Esc again.
    for _ in 0..2 {
        app.write("composer-input", "\u{E00C}").await;
    }
    app.turn("interrupted").await;
    app.read("row", "I shall go on and on").await;
    app.read("head-state", "Stopped").await;
    app.read("queue", "afterwards").await;
    app.click("queue-go-on").await;
    app.read("row", "echo: afterwards").await;
    app.turn("done").await;
}

#[tokio::test]
async fn a_message_refused_by_a_hook_comes_back() {
    let display = Display::new().await;
    let codex_home = CodexHome::on(&display).await;
    codex_home.converse("first words").await;
    let mut hook = PromptHook::on(codex_home.home(), display.folder("hook"));
    let other = codex_home.other_client();
    let mut client = other.window("main");
    client.ready().await;
    hook.trust(&client, &codex_home.project().display().to_string()).await;
    other.engine.close().await;
    let app = codex_home.start().browsing().await;
    app.open_thread("first words").await;

    app.send("look at this").await;
    hook.wait_for_run().await;
    app.read("sent", "look at this").await;
    app.read("sent", "Sending").await;
    assert_eq!(app.script("return document.querySelector('[data-part=composer-input]').value", vec![]).await, "");
    assert_eq!(prompts(&app).await.len(), 1);
    // A reload shows the same.
    app.reload().await;
    app.read("sent", "look at this").await;
    hook.release();
    app.read("row", "echo: look at this").await;
    app.turn("done").await;
    app.miss("sent").await;
    assert_eq!(prompts(&app).await.len(), 2, "once, and no more");

    app.send("not this").await;
    hook.wait_for_run().await;
    app.read("sent", "not this").await;
    app.write("composer-input", "but that").await;
    hook.refuse();
    app.miss("sent").await;
    let back = "return document.querySelector('[data-part=composer-input]').value === 'not this\\nbut that'";
    app.until("it is back in the composer, before what was written since", back).await;
    app.read("toast", "We put it back in the composer.").await;
    assert_eq!(prompts(&app).await.len(), 2);
}

#[tokio::test]
async fn a_draft_outlives_a_kill() {
    let display = Display::new().await;
    let codex_home = CodexHome::on(&display).await;
    let app = codex_home.at_work().await;
    app.write("composer-input", "half a thought").await;
    app.read("composer", "").await;
    wait::until("it is kept", async || {
        let found =
            std::process::Command::new("grep").args(["-rlq", "half a thought"]).arg(display.folder("data")).status();
        found.is_ok_and(|status| status.success())
    })
    .await;
    // The draft of a thread that does not exist yet.
    app.click("new-thread").await;
    app.miss("transcript").await;
    app.write("composer-input", "a thought of its own").await;
    app.read("draft-state", "Draft saved").await;
    app.signal("KILL");
    wait::until("the app is gone", async || !app.runs()).await;
    drop(app);
    let app = codex_home.start().browsing().await;
    app.click("new-thread").await;
    let own = "return document.querySelector('[data-part=composer-input]')?.value === 'a thought of its own'";
    app.until("the new one is there", own).await;
    app.open_thread("first words").await;
    app.until("it is there", "return document.querySelector('[data-part=composer-input]')?.value === 'half a thought'")
        .await;
}
