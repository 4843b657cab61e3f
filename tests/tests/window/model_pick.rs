//! The model and effort that the composer shows are those that reach the model: for a new, a resumed and a forked thread,
//! and after a change of folder, config and account.

use serde_json::{Value, json};
use threadloft_tests::app::{App, Start};
use threadloft_tests::codex_home::CodexHome;
use threadloft_tests::display::Display;
use threadloft_tests::keyring::{alone, unlock};
use threadloft_tests::wait;

/// The model's name and the effort on the button. Until both are known it says "Default model".
const SHOWN: &str =
    "return [...document.querySelectorAll('[data-part=model-pick] .clip')].map((one) => one.textContent)";

/// A model's id and an effort.
type Chosen = (String, String);

/// The models that the window knows: their ids by their names.
async fn models(app: &App<'_>) -> Vec<(String, String)> {
    let script = "const done = arguments[0];
        window.__TAURI_INTERNALS__.invoke('query', { query: { type: 'models' } })
            .then((result) => done(result.models.map((one) => [one.name, one.id])), (why) => done(JSON.stringify(why)))";
    let found = app.script_later(script, vec![]).await;
    serde_json::from_value(found.clone()).unwrap_or_else(|why| panic!("{why}: {found}"))
}

async fn shown(app: &App<'_>) -> Chosen {
    let said = wait::for_some(async || {
        let said: Vec<String> = serde_json::from_value(app.script(SHOWN, vec![]).await).unwrap_or_default();
        <[String; 2]>::try_from(said).ok()
    });
    let [name, effort] = said.await.expect("the composer names a model and an effort");
    let all = models(app).await;
    let id = all.iter().find(|(one, _)| *one == name).map(|(_, id)| id.clone());
    (id.unwrap_or_else(|| panic!("{name} is none of {all:?}")), effort)
}

/// Waits until the composer shows this model and effort.
async fn shows(app: &App<'_>, name: &str, effort: &str) {
    let script = format!(
        "const said = [...document.querySelectorAll('[data-part=model-pick] .clip')].map((one) => one.textContent);
        return JSON.stringify(said) === {} || said",
        json!(json!([name, effort]).to_string())
    );
    app.until(&format!("the composer shows {name} {effort}"), &script).await;
}

/// Sends this text. The model and effort that were shown before must be those in the request, and those shown
/// afterwards.
async fn sends(app: &App<'_>, codex_home: &CodexHome<'_>, words: &str) -> Chosen {
    let before = shown(app).await;
    app.send(words).await;
    app.read("row", &format!("echo: {words}")).await;
    app.turn("done").await;
    let holds = |body: &Value| body["input"].to_string().contains(words);
    let asked = codex_home.model.asked(|one| one.path.ends_with("/responses") && holds(&one.body)).await;
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    assert_eq!(before, (text(&asked.body["model"]), text(&asked.body["reasoning"]["effort"])), "{words}");
    assert_eq!(before, shown(app).await, "after {words}");
    before
}

#[tokio::test]
async fn what_the_composer_shows_reaches_the_model_wherever_a_thread_goes_on() {
    let display = Display::new().await;
    let codex_home = CodexHome::on(&display).await;
    codex_home.configure("model_reasoning_effort = \"high\"");
    let quay = display.folder("projects/quay");
    codex_home.trust(&quay);
    let other = codex_home.other_client();
    let mut client = other.window("main");
    client.ready().await;
    let thread = client.start_thread(&quay.display().to_string(), "at the quay").await;
    client.mirror.until("its turn is done", |seen| seen.turn(thread.as_str()) == "done").await;
    other.engine.close().await;
    // Made by another client and continued here.
    let app = codex_home.at_work().await;
    let resumed = sends(&app, &codex_home, "a resumed one").await;
    assert_eq!(resumed, ("gpt-5.5".to_owned(), "high".to_owned()));
    app.click("fork").await;
    app.see("forked-from").await;
    sends(&app, &codex_home, "a forked one").await;

    // A new thread in a folder with its own model and effort.
    std::fs::create_dir_all(quay.join(".codex")).unwrap();
    let own = "model = \"gpt-5.6-luna\"\nmodel_reasoning_effort = \"low\"\n";
    std::fs::write(quay.join(".codex/config.toml"), own).unwrap();
    app.click("new-thread").await;
    shows(&app, "GPT-5.5", "high").await;
    app.click_that("[data-part=recent-folder]", "quay").await;
    shows(&app, "GPT-5.6-Luna", "low").await;
    sends(&app, &codex_home, "a new one at the quay").await;

    // The config gets another effort while the window is open.
    app.click("new-thread").await;
    app.click_that("[data-part=recent-folder]", "harbour").await;
    shows(&app, "GPT-5.5", "high").await;
    codex_home.reconfigure("model_reasoning_effort", "\"medium\"");
    shows(&app, "GPT-5.5", "medium").await;
    sends(&app, &codex_home, "a new one in the harbour").await;
}

#[tokio::test]
async fn the_menu_of_models_keeps_the_keys_while_they_are_read_again() {
    let display = Display::new().await;
    let codex_home = CodexHome::on(&display).await;
    let app = codex_home.at_work().await;
    shown(&app).await;
    app.click("model-pick").await;
    app.see_on(".menu [aria-checked=true]").await;
    // Opening it asks for the models; this is answered after that.
    models(&app).await;
    app.settled().await;
    app.until("an entry has the focus", "return document.activeElement.closest('.menu') !== null").await;
    app.press("\u{E00C}").await;
    app.until("Esc leads back to its button", "return document.activeElement.dataset.part === 'model-pick'").await;
}

/// The server's own models, with this one as the first.
fn catalogue(codex_home: &CodexHome<'_>, first: &str) -> Value {
    let mut codex = codex_home.display.command(threadloft_tests::codex());
    codex.args(["debug", "models"]).env("CODEX_HOME", codex_home.home());
    let said = codex.stdout(std::process::Stdio::piped()).output().unwrap();
    let mut all: Value = serde_json::from_slice(&said.stdout).unwrap();
    for model in all["models"].as_array_mut().unwrap() {
        model["priority"] = json!(if model["slug"] == first { 0 } else { 50 });
    }
    all
}

#[tokio::test]
async fn another_account_has_its_own_default_model_shown_and_sent() {
    let _alone = alone();
    let display = Display::new().await;
    unlock(display.command("gnome-keyring-daemon"));
    let codex_home = CodexHome::with_accounts(&display).await;
    // Nothing is configured, so the models of each account decide.
    let config = codex_home.home().join("config.toml");
    let held = std::fs::read_to_string(&config).unwrap();
    std::fs::write(
        &config,
        held.lines().filter(|line| !line.starts_with("model = ")).collect::<Vec<_>>().join("\n") + "\n",
    )
    .unwrap();
    let folder = codex_home.project().display().to_string();
    let app = codex_home.start().arg(folder).ready().await;
    app.click("api-key").await;
    app.write("key-input", "sk-proj-window-0123456789abcdef").await;
    app.click("sign-in").await;
    app.miss("welcome").await;
    let with_key = sends(&app, &codex_home, "billed by the token").await;

    codex_home.model.set_models(catalogue(&codex_home, "gpt-5.5"));
    app.click("account").await;
    app.click("add-account").await;
    app.click("dialog-yes").await;
    app.see("welcome").await;
    app.click("sign-in-code").await;
    app.read("account-here", "ada@example.invalid").await;
    app.click_on("[data-part=settings] .esc").await;
    app.click("new-thread").await;
    shows(&app, "GPT-5.5", "medium").await;
    let with_plan = sends(&app, &codex_home, "within the plan").await;
    assert_ne!(with_key, with_plan);
}

#[tokio::test]
async fn the_demo_names_the_model_that_it_runs() {
    let display = Display::new().await;
    let app = Start::on(&display).ready().await;
    app.click("try-demo").await;
    app.miss("welcome").await;
    let before = shown(&app).await;
    app.send(loopback::demo::SHOT_PROMPT).await;
    app.turn("done").await;
    assert_eq!(before, shown(&app).await);
    // The values that the server reports for the thread.
    let script = "const done = arguments[0];
        const thread = document.querySelector('[data-part=thread-row][aria-current]').dataset.thread;
        window.__TAURI_INTERNALS__.invoke('query', { query: { type: 'details', thread } })
            .then((result) => done(result.details.model), (why) => done(JSON.stringify(why)))";
    assert_eq!(app.script_later(script, vec![]).await, json!(before.0));
}
