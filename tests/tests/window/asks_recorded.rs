//! What happens with a request, in the real window: a page is opened and confirmed, the record is read and exported,
//! the reviewer is overruled, and an unattended request is declined after its time.

use loopback::{Step, Turn};
use serde_json::{Value, json};
use threadloft_tests::app::App;
use threadloft_tests::browser::Browser;
use threadloft_tests::codex_home::CodexHome;
use threadloft_tests::display::Display;
use threadloft_tests::wait;

async fn open_sheet(app: &App<'_>) {
    app.click("head-menu").await;
    app.click_that("[role=menuitem]", "Approvals").await;
    app.see("approvals").await;
}

async fn close_sheet(app: &App<'_>) {
    app.click_on("[data-part=approvals] [data-part=dialog-no]").await;
    app.miss("approvals").await;
}

#[tokio::test]
async fn a_page_is_agreed_to_only_after_it_was_opened() {
    let display = Display::new().await;
    let browser = Browser::on(&display);
    let codex_home = CodexHome::on(&display).await;
    codex_home.configure(&format!("mcp_servers.harbour.command = {}", json!(env!("CARGO_BIN_EXE_mcp"))));
    let app = codex_home.at_work_with(browser.before(codex_home.start())).await;
    app.asked(&codex_home, Step::mcp("harbour", "link", json!({}))).await;
    app.read("ask", "Sign in at the harbour office.").await;
    app.miss("ask-accept").await;
    assert!(browser.pages().is_empty(), "nothing opens by itself");
    app.choose("Open page").await;
    assert_eq!(browser.page().await, "https://harbour.example/sign-in");
    app.click("ask-accept").await;
    app.miss("ask").await;
    app.turn("done").await;
    let heard =
        codex_home.model.requests().into_iter().rev().find(|request| request.path.ends_with("/responses")).unwrap();
    assert!(heard.body.to_string().contains("accept"), "the other side knows");
    assert_eq!(browser.pages().len(), 1);
}

#[tokio::test]
async fn the_record_of_a_thread_is_exported() {
    let display = Display::new().await;
    let codex_home = CodexHome::on(&display).await;
    let app = codex_home.at_work().await;
    open_sheet(&app).await;
    app.read("approvals", "No requests in this thread").await;
    close_sheet(&app).await;
    for (command, answer) in [("touch one", "ask-accept"), ("touch two", "ask-decline")] {
        app.asked(&codex_home, Step::exec_escalated(command, "It leaves the workspace.")).await;
        app.click(answer).await;
        app.miss("ask").await;
        app.turn("done").await;
    }
    let after = "const done = arguments[1];
        const thread = document.querySelector('[data-part=thread-row][aria-current]').dataset.thread;
        window.__TAURI_INTERNALS__.invoke('act', { intent: { type: 'declineAfter', thread, seconds: arguments[0] } })
            .then(() => done(true), (why) => done(JSON.stringify(why)))";
    app.asked(&codex_home, Step::exec_escalated("touch three", "It leaves the workspace.")).await;
    assert_eq!(app.script_later(after, vec![json!(3600)]).await, json!(true));
    app.read("ask", "Auto-declines at").await;
    assert_eq!(app.script_later(after, vec![json!(1)]).await, json!(true));
    app.miss("ask").await;
    app.turn("done").await;
    assert!(!codex_home.project().join("three").exists(), "a clock accepts nothing");

    open_sheet(&app).await;
    app.read("record", "touch three").await;
    let said = app.texts("record").await;
    for (line, words) in said.iter().zip(["declined because nobody answered", "declined by you", "allowed by you"]) {
        assert!(line.contains(words), "{said:?}");
    }
    app.click_that("[data-part=approvals] button", "5 minutes").await;
    let chosen =
        "return document.querySelector('[data-part=approvals] [aria-pressed=true]').textContent === '5 minutes'";
    app.until("five minutes are chosen", chosen).await;

    let out = display.folder("out");
    app.click_that("[data-part=approvals] button", "Export as JSON").await;
    app.pick(&out.display().to_string()).await;
    let file = wait::for_some(async || std::fs::read_dir(&out).ok()?.flatten().next()).await.expect("a file");
    let records: Value =
        wait::for_some(async || serde_json::from_slice(&std::fs::read(file.path()).ok()?).ok()).await.unwrap();
    let told: Vec<_> =
        records.as_array().unwrap().iter().map(|one| (&one["what"], &one["verdict"], &one["by"])).collect();
    let three = [json!("touch three"), json!("declined"), json!("unattended")];
    assert_eq!(told[0], (&three[0], &three[1], &three[2]), "{records:#}");
    assert_eq!(told.len(), 3);
    app.read("toast", "Saved").await;
}

#[tokio::test]
async fn the_reviewers_no_is_overruled_once() {
    let display = Display::new().await;
    let codex_home = CodexHome::on(&display).await;
    codex_home.configure("approvals_reviewer = \"auto_review\"");
    let app = codex_home.at_work().await;
    let verdict = json!({ "risk_level": "high", "user_authorization": "low", "outcome": "deny",
        "rationale": "Nobody asked for it." });
    codex_home.model.say(Step::exec_escalated("touch reviewed", "It leaves the workspace."));
    codex_home.model.say(Turn::text(&verdict.to_string()));
    codex_home.model.say(Turn::text("It was denied."));
    app.send("go on").await;
    app.turn("done").await;
    app.read("reviewed", "The automatic reviewer denied this").await;
    app.read("reviewed", "Risk: high").await;
    app.read("reviewed", "touch reviewed").await;
    app.read("reviewed", "Nobody asked for it.").await;
    app.click("overrule").await;
    app.read("reviewed", "allowed by you").await;
    app.miss("overrule").await;
    open_sheet(&app).await;
    app.read("record", "declined by auto-review").await;
    close_sheet(&app).await;
    codex_home.model.say(Turn::text("I try again."));
    app.send("try again").await;
    app.read("row", "I try again.").await;
    let last =
        codex_home.model.requests().into_iter().rev().find(|request| request.path.ends_with("/responses")).unwrap();
    assert!(last.body.to_string().contains("manually approved a specific action"), "the model knows");
}
