//! Answering requests in the real window on the real server: by key, by click, only once.

use loopback::{Step, Turn};
use serde_json::{Value, json};
use threadloft_tests::codex_home::CodexHome;
use threadloft_tests::display::Display;
use threadloft_tests::wait;

const CARD: &str = "document.querySelector('[data-part=ask][data-still=true]')";

fn moor(file: &str) -> Step {
    Step::exec_escalated(&format!("touch {file}"), "It leaves the workspace.")
}

#[tokio::test]
async fn a_bare_enter_never_answers_an_ask() {
    let display = Display::new().await;
    let codex_home = CodexHome::on(&display).await;
    let app = codex_home.at_work().await;
    let is = |file: &str| codex_home.project().join(file).is_file();

    app.asked(&codex_home, moor("by-key")).await;
    app.read("ask", "touch by-key").await;
    app.read("ask", "It leaves the workspace.").await;
    app.press_on_card("Enter").await;
    app.see("ask").await;
    assert!(!is("by-key"), "a bare Enter accepts nothing");
    app.press_on_card("y").await;
    app.miss("ask").await;
    app.turn("done").await;
    assert!(is("by-key"));

    app.asked(&codex_home, moor("declined")).await;
    app.press_on_card("n").await;
    app.miss("ask").await;
    app.turn("done").await;
    assert!(!is("declined"));

    app.asked(&codex_home, moor("session")).await;
    app.click("ask-more").await;
    app.choose("For this session").await;
    app.miss("ask").await;
    app.turn("done").await;
    assert!(is("session"));

    app.asked(&codex_home, moor("ruled")).await;
    app.click("ask-more").await;
    app.choose("Always allow").await;
    app.read("ask", r#"prefix_rule(pattern=["touch", "ruled"], decision="allow")"#).await;
    app.read("ask", "outside the sandbox").await;
    app.choose("Save rule and run").await;
    app.miss("ask").await;
    app.turn("done").await;
    let rules = std::fs::read_to_string(display.folder("codex").join("rules/default.rules")).unwrap_or_default();
    assert!(is("ruled") && rules.contains(r#"prefix_rule(pattern=["touch", "ruled"]"#), "{rules}");

    codex_home.model.say(moor("stopped"));
    app.send("stop at it").await;
    app.see("ask").await;
    app.click("ask-cancel").await;
    app.turn("interrupted").await;
    assert!(!is("stopped"));
}

#[tokio::test]
async fn the_inbox_tells_a_declined_request_from_an_answered_one() {
    let display = Display::new().await;
    let codex_home = CodexHome::on(&display).await;
    let app = codex_home.at_work().await;
    app.resize(1440, 900).await;
    for (file, part) in [("allowed", "ask-accept"), ("refused", "ask-decline")] {
        app.asked(&codex_home, moor(file)).await;
        app.click(part).await;
        app.miss("ask").await;
        app.turn("done").await;
    }
    app.click("inbox-button").await;
    app.see("inbox").await;
    assert_eq!(app.texts("inbox-ended").await, ["Declined touch refused", "Answered touch allowed"]);
    // Both are in sight although nothing waits any more.
    let below = "const last = [...document.querySelectorAll('[data-part=inbox-ended]')].at(-1);
        return last.getBoundingClientRect().bottom <= innerHeight";
    assert_eq!(app.script(below, vec![]).await, json!(true));
}

#[tokio::test]
async fn a_card_stays_in_sight_while_rows_above_it_grow() {
    let display = Display::new().await;
    let codex_home = CodexHome::on(&display).await;
    let app = codex_home.at_work().await;
    codex_home.model.say(Turn::text(&"Every boat has a name.\n\n".repeat(40)));
    app.send("name the boats").await;
    app.turn("done").await;
    app.asked(&codex_home, moor("still")).await;
    app.until("the card stands", &format!("return {CARD} !== null")).await;
    let top = format!("return Math.round({CARD}?.getBoundingClientRect().top ?? -1)");
    let before = app.script(&top, vec![]).await;
    let grow = "const [px, done] = arguments;
        const row = [...document.querySelectorAll('[data-part=row]')].at(-1);
        row.style.paddingBottom = px;
        requestAnimationFrame(() => requestAnimationFrame(() => done(true)));";
    for height in ["240px", "40px", "0px"] {
        app.script_later(grow, vec![json!(height)]).await;
        assert_eq!(app.script(&top, vec![]).await, before, "a row above it is {height} taller");
    }
    app.resize(900, 560).await;
    let whole = format!(
        "const card = {CARD}?.getBoundingClientRect(), view = document.querySelector('[data-part=transcript]').getBoundingClientRect();
         return !!card && card.top >= view.top && card.bottom <= view.bottom"
    );
    app.until("the card is whole", &whole).await;
    app.click("ask-decline").await;
    app.miss("ask").await;
    app.turn("done").await;
    assert!(!codex_home.project().join("still").exists());
}

#[tokio::test]
async fn a_part_of_the_permissions_is_granted() {
    let display = Display::new().await;
    let codex_home = CodexHome::on(&display).await;
    let app = codex_home.at_work().await;
    let shared = display.folder("shared").display().to_string();
    let wish = json!({ "file_system": { "write": [shared] }, "network": { "enabled": true } });
    app.asked(&codex_home, Step::permissions("The boats lie elsewhere.", wish)).await;
    app.reload().await;
    app.open_thread("first words").await;
    app.read("ask", &shared).await;
    let untick = "[...document.querySelectorAll('[data-part=ask] label')].find((one) => one.textContent.includes(arguments[0])).querySelector('input').click()";
    app.script(untick, vec![json!(shared)]).await;
    app.click("ask-accept").await;
    app.miss("ask").await;
    app.turn("done").await;
    let last =
        codex_home.model.requests().into_iter().rev().find(|request| request.path.ends_with("/responses")).unwrap();
    let output = last.body["input"].as_array().unwrap().iter().rev().find_map(|item| item.get("output")).cloned();
    let output = output.unwrap_or_default().to_string();
    assert!(output.contains("enabled") && !output.contains(&shared), "{output}");
}

#[tokio::test]
async fn a_form_says_what_is_wrong_at_its_field() {
    let display = Display::new().await;
    let codex_home = CodexHome::on(&display).await;
    codex_home.configure(&format!("mcp_servers.harbour.command = {}", json!(env!("CARGO_BIN_EXE_mcp"))));
    let app = codex_home.at_work().await;
    app.asked(&codex_home, Step::mcp("harbour", "form", json!({}))).await;
    app.read("ask", "Who berths here?").await;
    app.click("ask-accept").await;
    app.read("ask", "This field is required.").await;
    let fill = "const set = (label, value) => {
            const field = [...document.querySelectorAll('[data-part=ask] label')].find((one) => one.textContent.includes(label));
            const input = document.getElementById(field.htmlFor) ?? field.querySelector('input');
            input.value = value;
            input.dispatchEvent(new InputEvent('input', { bubbles: true }));
        };
        set('Name', 'Ada'); set('Boats', '2');";
    app.script(fill, vec![]).await;
    app.click("ask-accept").await;
    app.miss("ask").await;
    app.turn("done").await;
}

#[tokio::test]
async fn a_link_that_was_not_opened_cannot_be_agreed_to() {
    let display = Display::new().await;
    let codex_home = CodexHome::on(&display).await;
    codex_home.configure(&format!("mcp_servers.harbour.command = {}", json!(env!("CARGO_BIN_EXE_mcp"))));
    let app = codex_home.at_work().await;
    app.asked(&codex_home, Step::mcp("harbour", "link", json!({}))).await;
    app.read("ask", "harbour.example").await;
    let accept = "return document.querySelector('[data-part=ask-accept]') === null";
    assert_eq!(app.script(accept, vec![]).await, Value::Bool(true), "nothing to agree to before it was opened");
    app.click("ask-decline").await;
    app.miss("ask").await;
    app.turn("done").await;
}

#[tokio::test]
async fn a_question_in_two_windows_is_answered_once() {
    let display = Display::new().await;
    let codex_home = CodexHome::on(&display).await;
    let app = codex_home.at_work().await;
    let first = app.windows().await;
    app.open_window().await;
    wait::until("a second window", async || app.windows().await.len() == 2).await;
    let second = app.windows().await.into_iter().find(|one| !first.contains(one)).unwrap();
    app.asked(&codex_home, moor("once")).await;
    assert!(app.switch(&second).await.is_ok());
    app.drawn().await;
    app.see("ask").await;
    app.click("ask-decline").await;
    app.miss("ask").await;
    assert!(app.switch(&first[0]).await.is_ok());
    app.miss("ask").await;
    app.turn("done").await;
    assert!(!codex_home.project().join("once").exists());
}
