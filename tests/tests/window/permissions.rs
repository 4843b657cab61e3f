//! Permissions in the real window on the real server: displayed as configured, chosen, and reset.

use loopback::{Step, Turn};
use serde_json::Value;
use std::path::PathBuf;
use threadloft_tests::app::App;
use threadloft_tests::codex_home::CodexHome;
use threadloft_tests::display::Display;
use threadloft_tests::wait;

const SECRET: &str = "TOPSECRET";

/// A home whose profile denies one folder, with a file in it.
fn careful(codex_home: &CodexHome<'_>, display: &Display) -> PathBuf {
    let folder = display.folder("denied");
    std::fs::write(folder.join("file"), SECRET).unwrap();
    codex_home.configure("default_permissions = \"careful\"");
    codex_home.configure("permissions.careful.extends = \":workspace\"");
    codex_home
        .configure(&format!("permissions.careful.filesystem.{} = \"deny\"", Value::from(folder.to_str().unwrap())));
    folder.join("file")
}

fn outputs(codex_home: &CodexHome<'_>) -> Vec<String> {
    let asked = codex_home.model.requests().into_iter().filter(|one| one.path.ends_with("/responses"));
    asked
        .filter_map(|one| {
            let last = one.body["input"].as_array()?.last()?.clone();
            last["type"].as_str()?.ends_with("call_output").then(|| last["output"].to_string())
        })
        .collect()
}

async fn reads(app: &App<'_>, codex_home: &CodexHome<'_>, file: &std::path::Path, words: &str) -> bool {
    let before = outputs(codex_home).len();
    codex_home.model.say(Turn::new([Step::exec(&format!("cat '{}'", file.display()))]));
    codex_home.model.say(Turn::text("That is that."));
    app.send(words).await;
    wait::until("the command ran", async || outputs(codex_home).len() > before).await;
    app.turn("done").await;
    outputs(codex_home)[before].contains(SECRET)
}

async fn chooses(app: &App<'_>, name: &str) {
    app.click("permissions-pick").await;
    app.click_that("[role=menuitemradio]", name).await;
}

#[tokio::test]
async fn the_composer_names_what_a_new_thread_runs_with() {
    let display = Display::new().await;
    let codex_home = CodexHome::on(&display).await.in_theme("dark");
    careful(&codex_home, &display);
    codex_home.configure("model_reasoning_effort = \"high\"");
    let app = codex_home.at_work().await;
    app.read("head-permissions", "careful, from your config").await;
    app.click("new-thread").await;
    app.read("permissions-pick", "careful").await;
    app.read("permissions-pick", "from your config").await;
    app.read("model-pick", "GPT-5.5").await;
    app.read("model-pick", "high").await;
    app.send("what runs here").await;
    app.turn("done").await;
    let asked = codex_home.model.asked(|one| one.body["input"].to_string().contains("what runs here")).await;
    assert_eq!((&asked.body["model"], &asked.body["reasoning"]["effort"]), (&"gpt-5.5".into(), &"high".into()));
    // The text from before is unchanged.
    app.read("model-pick", "GPT-5.5").await;
    app.read("model-pick", "high").await;
    app.read("permissions-pick", "from your config").await;
}

#[tokio::test]
async fn full_access_asks_before_it_is_given() {
    let display = Display::new().await;
    let codex_home = CodexHome::on(&display).await.in_theme("light");
    let file = careful(&codex_home, &display);
    let app = codex_home.at_work().await;
    assert!(!reads(&app, &codex_home, &file, "as it is").await);
    app.click("permissions-pick").await;
    app.click_that("[role=menuitemradio]", "Full access").await;
    app.see("dialog").await;
    app.click("dialog-no").await;
    app.read("permissions-pick", "careful").await;
    chooses(&app, "Full access").await;
    app.click("dialog-yes").await;
    app.read("permissions-pick", "Full access").await;
    assert!(reads(&app, &codex_home, &file, "with everything").await);
    chooses(&app, "As configured").await;
    assert!(!reads(&app, &codex_home, &file, "as before").await);
    app.read("permissions-pick", "careful").await;
    app.click("permissions-pick").await;
    app.click_that("[role=menuitem]", "Network, folders").await;
    app.see("extras").await;
}

#[tokio::test]
async fn another_profile_is_shown_and_runs_in_new_and_forked_threads() {
    let display = Display::new().await;
    let codex_home = CodexHome::on(&display).await;
    let file = careful(&codex_home, &display);
    let app = codex_home.at_work().await;
    // A thread of another client, taken up again and forked.
    app.read("permissions-pick", "careful").await;
    assert!(!reads(&app, &codex_home, &file, "taken up again").await);
    app.click("fork").await;
    app.see("forked-from").await;
    app.read("permissions-pick", "careful").await;
    assert!(!reads(&app, &codex_home, &file, "in a fork").await);

    app.click("new-thread").await;
    app.read("permissions-pick", "careful").await;
    codex_home.reconfigure("default_permissions", "\":workspace\"");
    app.miss_text("permissions-pick", "careful").await;
    app.read("permissions-pick", "Workspace").await;
    assert!(reads(&app, &codex_home, &file, "under another profile").await);
    app.read("permissions-pick", "Workspace").await;
}
