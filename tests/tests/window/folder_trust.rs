//! Folder trust in the real window: asked before the first thread in a folder, and changed later.

use serde_json::json;
use std::path::PathBuf;
use threadloft_tests::app::App;
use threadloft_tests::codex_home::CodexHome;
use threadloft_tests::display::Display;
use threadloft_tests::untrusted_repository::UntrustedRepository;
use threadloft_tests::wait;

fn config(codex_home: &CodexHome<'_>) -> String {
    std::fs::read_to_string(codex_home.home().join("config.toml")).unwrap_or_default()
}

/// The trust level of this project in the file, in whatever notation.
fn level(codex_home: &CodexHome<'_>, project: &UntrustedRepository) -> String {
    let config = config(codex_home);
    let at = config.find(&project.cwd()).map_or("", |at| &config[at..]);
    let word = at.split_once("trust_level").map_or("", |(_, rest)| rest);
    word.split('"').nth(1).unwrap_or_default().to_owned()
}

async fn asked<'display>(
    display: &'display Display,
    codex_home: &CodexHome<'display>,
) -> (UntrustedRepository, App<'display>) {
    let folder: PathBuf = display.folder("projects/stranger");
    let project = UntrustedRepository::make(folder, &display.folder("marks"));
    let app = codex_home.start().arg(project.cwd()).ready().await;
    app.browse().await;
    app.send("look around").await;
    app.see("trust-question").await;
    (project, app)
}

async fn written(app: &App<'_>) -> String {
    let script = "return document.querySelector('[data-part=composer-input]').value";
    app.script(script, vec![]).await.as_str().unwrap_or_default().to_owned()
}

#[tokio::test]
async fn the_trust_question_names_what_would_run() {
    let display = Display::new().await;
    let codex_home = CodexHome::on(&display).await;
    let (project, app) = asked(&display, &codex_home).await;
    app.read("trust-folder", &project.cwd()).await;
    app.read("trust-find", "MCP server “evil”").await;
    app.read("trust-find", "sh -c 'touch").await;
    app.read("trust-find", ".codex/config.toml").await;
    let focus = "return document.activeElement?.dataset.part";
    assert_eq!(app.script(focus, vec![]).await, json!("dialog-no"), "a bare Enter trusts nothing");
    app.click("dialog-no").await;
    app.miss("trust-question").await;
    assert_eq!(written(&app).await, "look around");
    assert!(!project.ran() && !config(&codex_home).contains(&project.cwd()), "{}", config(&codex_home));
    assert_eq!(app.texts("thread-row").await, Vec::<String>::new());
}

#[tokio::test]
async fn trust_is_given_or_withdrawn_in_the_head() {
    let display = Display::new().await;
    let codex_home = CodexHome::on(&display).await;
    let (project, app) = asked(&display, &codex_home).await;
    app.click("trust-no").await;
    app.turn("done").await;
    app.read("trust-chip", "Not trusted").await;
    assert!(!project.ran() && level(&codex_home, &project) == "untrusted", "{}", config(&codex_home));

    app.click("trust-chip").await;
    app.click_that("[role=menuitem]", "Trust this folder").await;
    app.click("trust-yes").await;
    app.agree("Trust this folder?", "Trust").await;
    app.read("trust-chip", "Trusted").await;
    app.miss_text("trust-chip", "Not trusted").await;
    app.send("and now").await;
    wait::until("the project's server was started", async || project.ran()).await;
    app.turn("done").await;
    assert_eq!(level(&codex_home, &project), "trusted", "{}", config(&codex_home));

    app.click("trust-chip").await;
    app.click_that("[role=menuitem]", "Stop trusting").await;
    app.read("trust-chip", "Not trusted").await;
    app.miss("undo-trust").await;
    assert_eq!(level(&codex_home, &project), "untrusted", "{}", config(&codex_home));
}

#[tokio::test]
async fn a_yes_is_asked_for_once() {
    let display = Display::new().await;
    let codex_home = CodexHome::on(&display).await;
    let (project, app) = asked(&display, &codex_home).await;
    app.click("trust-yes").await;
    app.agree("Trust this folder?", "Trust").await;
    app.turn("done").await;
    app.read("trust-chip", "Trusted").await;
    wait::until("the project's server was started", async || project.ran()).await;
    app.click("new-thread").await;
    app.send("a second one").await;
    app.read("row", "echo: a second one").await;
    app.miss("trust-question").await;
    app.miss("undo-trust").await;
}
