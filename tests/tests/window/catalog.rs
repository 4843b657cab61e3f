//! Skills, apps and plugins in the real window on the real server.

use loopback::accounts::ListedApp;
use std::fs;
use threadloft_tests::app::App;
use threadloft_tests::browser::Browser;
use threadloft_tests::codex_home::CodexHome;
use threadloft_tests::display::Display;
use threadloft_tests::keyring::unlock;
use threadloft_tests::marketplace::{ADDRESS, Marketplace, skill, write};

async fn section(app: &App<'_>, name: &str) {
    app.click("account").await;
    app.click_on(&format!("[data-section={name}]")).await;
}

async fn until_switched(app: &App<'_>, row: &str, on: bool) {
    let script = format!(
        "return document.querySelector('[data-name=\"{row}\"] [role=switch]')?.getAttribute('aria-checked') === '{on}'"
    );
    app.until(&format!("{row} is {on}"), &script).await;
}

fn feature(codex_home: &CodexHome<'_>, name: &str) {
    let file = codex_home.home().join("config.toml");
    let config = fs::read_to_string(&file).unwrap();
    fs::write(&file, config.replace(&format!("features.{name} = false"), &format!("features.{name} = true"))).unwrap();
}

#[tokio::test]
async fn a_skill_is_used_in_a_prompt() {
    let display = Display::new().await;
    let codex_home = CodexHome::on(&display).await;
    write(&codex_home.project().join(".agents/skills/moor/SKILL.md"), &skill("moor", "Moors a boat"));
    write(&codex_home.project().join(".agents/skills/half/SKILL.md"), "nothing in front");
    let app = codex_home.at_work().await;

    section(&app, "skills").await;
    app.read("skill", "Moors a boat").await;
    app.read("skill-problems", "half").await;
    let config = || fs::read_to_string(codex_home.home().join("config.toml")).unwrap();
    app.click_on("[data-name=moor] [role=switch]").await;
    until_switched(&app, "moor", false).await;
    assert!(config().contains("[[skills.config]]"), "{}", config());
    app.click_on("[data-name=moor] [role=switch]").await;
    until_switched(&app, "moor", true).await;

    // A change on disk appears without a reload.
    write(&codex_home.project().join(".agents/skills/moor/SKILL.md"), &skill("moor", "Moors two boats"));
    app.read("skill", "Moors two boats").await;

    app.click_on("[data-name=moor] [data-part=use-skill]").await;
    app.until(
        "its name is in the composer",
        "return document.querySelector('[data-part=composer-input]')?.value === '$moor '",
    )
    .await;
    app.send("at the pier").await;
    app.turn("done").await;
    let asked = codex_home.model.asked(|request| request.body.to_string().contains("at the pier")).await;
    assert!(asked.body.to_string().contains("The whole of moor."), "{}", asked.body);
}

#[tokio::test]
async fn apps_are_connected_outside() {
    let display = Display::new().await;
    unlock(display.command("gnome-keyring-daemon"));
    let codex_home = CodexHome::with_accounts(&display).await;
    feature(&codex_home, "apps");
    codex_home.model.account(|account| {
        account.apps = vec![
            ListedApp::new("connector_desk", "Incident Desk", "Opens incidents").connected("find", "Finds one"),
            ListedApp::new("connector_drive", "Cloud drive", "Documents and sheets"),
        ];
    });
    let browser = Browser::on(&display);
    let app = browser.before(codex_home.start()).arg(codex_home.project().to_string_lossy()).browsing().await;

    section(&app, "apps").await;
    app.see("apps-need-login").await;
    app.click_on("[data-part=apps-need-login] button").await;
    app.click("sign-in-code").await;
    app.miss("welcome").await;
    app.read("apps-on", "Incident Desk").await;
    app.read("apps-off", "Cloud drive").await;

    app.click("connect-app").await;
    let page = browser.page().await;
    assert!(page.contains("connector_drive"), "{page}");
    codex_home.model.account(|account| {
        account.apps[1].connected = true;
        account.apps[1].tools.push(("read_document".into(), "Reads one".into()));
    });
    app.click("list-reload").await;
    app.read("apps-on", "Cloud drive").await;

    // A skill that is named in a message is attached to it.
    app.click_on("[data-part=settings] .esc").await;
    app.write("composer-input", "ask the $inci").await;
    app.read("suggestion", "Opens incidents").await;
    app.write("composer-input", "\u{E007}").await;
    app.see_on("[data-part=attachment][data-kind=mention]").await;
    app.click("send").await;
    app.turn("done").await;
    app.read("row", "ask the $incident-desk").await;
    app.see_on("[data-kind=prompt] .said-files").await;
    section(&app, "apps").await;

    app.click_on("[data-name=incident-desk] [role=switch]").await;
    until_switched(&app, "incident-desk", false).await;
    let config = fs::read_to_string(codex_home.home().join("config.toml")).unwrap();
    assert!(config.contains("connector_desk"), "{config}");
}

#[tokio::test]
async fn a_plugin_of_an_added_marketplace_is_installed() {
    let display = Display::new().await;
    let codex_home = CodexHome::on(&display).await;
    feature(&codex_home, "plugins");
    let market = Marketplace::in_folder(&display.folder("git"));
    codex_home.converse("first words").await;
    let start = market.env().into_iter().fold(codex_home.start(), |start, (name, value)| start.env(&name, value));
    let app = start.browsing().await;

    section(&app, "plugins").await;
    app.click("add-market").await;
    app.write("market-source", "/no/such/folder").await;
    app.click("dialog-yes").await;
    app.read("dialog", "does not exist").await;
    app.script("document.querySelector('[data-part=market-source]').select()", vec![]).await;
    app.write("market-source", ADDRESS).await;
    app.click("dialog-yes").await;
    app.miss("dialog").await;
    app.read("market", "Tidy").await;

    app.click_on("[data-part=market] [data-name=\"tidy@lab-market\"] [data-part=plugin-details]").await;
    app.read("plugin-brings", "tidy-mcp").await;
    app.click_on("[data-part=market] [data-name=\"tidy@lab-market\"] [data-part=install-plugin]").await;
    app.read("plugins-installed", "Tidy").await;
    assert!(codex_home.home().join("plugins/cache/lab-market/tidy/1.2.0").is_dir());

    app.click("plugin-more").await;
    app.click_on("[role=menuitem]").await;
    app.click("dialog-yes").await;
    app.until(
        "nothing is installed",
        "return document.querySelector('[data-part=plugins-installed] [data-part=plugin]') === null",
    )
    .await;
    assert!(!fs::read_to_string(codex_home.home().join("config.toml")).unwrap().contains("tidy@lab-market"));
}
