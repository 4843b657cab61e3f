//! Codex's configuration in the real window: servers, the default model, a conflicting write, rules.

use loopback::accounts::browse;
use loopback::mcp::TestMcpServer;
use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use threadloft_tests::app::App;
use threadloft_tests::codex_home::CodexHome;
use threadloft_tests::display::Display;
use threadloft_tests::keyring::unlock;
use threadloft_tests::wait;

const HARBOUR: &str = env!("CARGO_BIN_EXE_loopback_mcp");

async fn settings(app: &App<'_>, section: &str) {
    app.browse().await;
    app.click("account").await;
    app.see("settings").await;
    app.click_on(&format!("[data-section=\"{section}\"]")).await;
}

/// Chooses in a native list, which WebDriver cannot click.
async fn choose(app: &App<'_>, css: &str, value: &str) {
    app.see_on(css).await;
    let script = "const list = document.querySelector(arguments[0]); list.value = arguments[1]; \
                  list.dispatchEvent(new Event('change', { bubbles: true }));";
    app.script(script, vec![css.into(), value.into()]).await;
}

async fn holds(file: &Path, text: &str) {
    let so = async || fs::read_to_string(file).ok().filter(|held| held.contains(text));
    assert!(wait::for_some(so).await.is_some(), "{} never held {text}", file.display());
}

#[tokio::test]
async fn an_added_mcp_server_is_logged_in_to() {
    let display = Display::new().await;
    unlock(display.command("gnome-keyring-daemon"));
    let codex_home = CodexHome::on(&display).await;
    let tracker = TestMcpServer::start(true).await.unwrap();
    // A browser that only records which pages it was asked to open.
    let (bin, asked) = (display.folder("bin"), display.folder("browser").join("asked"));
    let program = bin.join("xdg-open");
    fs::write(&program, format!("#!/bin/sh\nprintf '%s\\n' \"$1\" >> '{}'\n", asked.display())).unwrap();
    fs::set_permissions(&program, Permissions::from_mode(0o755)).unwrap();
    let path = std::env::var("PATH").unwrap_or_default();
    let app = codex_home.start().env("PATH", format!("{}:{path}", bin.display())).ready().await;
    settings(&app, "servers").await;

    app.click("add-server").await;
    app.write("server-name", "harbour").await;
    app.click("dialog-yes").await;
    app.read("server-form", "Enter the command that starts the server").await;
    app.write("server-command", HARBOUR).await;
    app.click("dialog-yes").await;
    app.agree("Let Codex run the MCP server harbour?", "Save").await;
    app.miss("server-form").await;
    app.see_on("[data-part=server][data-name=harbour][data-state=ready]").await;
    holds(&codex_home.home().join("config.toml"), "[mcp_servers.harbour]").await;
    app.click("server-details").await;
    app.click_on("[data-part=tool][data-name=boats] [data-part=try-tool]").await;
    choose(&app, "[data-part=try-dialog] select", "south").await;
    app.click("run-tool").await;
    app.read("tried", "At the south pier: Petrel, Auk").await;
    app.click("dialog-no").await;
    app.click("read-resource").await;
    app.read("resource-dialog", "Petrel out").await;
    app.click("dialog-no").await;
    app.miss("resource-dialog").await;

    app.click("add-server").await;
    app.click_on("[data-part=server-form] .segmented button:nth-child(2)").await;
    app.write("server-name", "tracker").await;
    app.write("server-url", &tracker.url()).await;
    app.click("dialog-yes").await;
    app.miss("server-form").await;
    app.see_on("[data-part=server][data-name=tracker][data-state=needsLogin]").await;
    app.click("server-login").await;
    let page = wait::for_some(async || fs::read_to_string(&asked).ok()?.lines().last().map(str::to_owned)).await;
    browse(&page.unwrap()).await.unwrap();
    app.see_on("[data-part=server][data-name=tracker][data-state=ready]").await;
}

#[tokio::test]
async fn the_default_model_is_changed_for_every_client() {
    let display = Display::new().await;
    let codex_home = CodexHome::on(&display).await;
    let app = codex_home.start().ready().await;
    settings(&app, "models").await;
    app.see("model").await;
    let other = "return [...document.querySelectorAll('[data-part=model]')].find((one) => !one.hasAttribute('aria-current')).dataset.name";
    let name = app.script(other, vec![]).await;
    let name = name.as_str().unwrap();
    app.click_on(&format!("[data-part=model][data-name=\"{name}\"] [data-part=use-model]")).await;
    app.see_on(&format!("[data-part=model][data-name=\"{name}\"][aria-current=true]")).await;
    holds(&codex_home.home().join("config.toml"), &format!("model = \"{name}\"")).await;
}

#[tokio::test]
async fn what_another_wrote_meanwhile_is_shown_before_it_is_written_over() {
    let display = Display::new().await;
    let codex_home = CodexHome::on(&display).await;
    let config = codex_home.home().join("config.toml");
    let app = codex_home.start().ready().await;
    settings(&app, "config").await;
    choose(&app, "[data-name=model_verbosity] select", "high").await;
    app.see("config-save").await;
    let text = fs::read_to_string(&config).unwrap();
    fs::write(&config, format!("model_verbosity = \"medium\"\nreview_model = \"by-hand\"\n{text}")).unwrap();
    app.see("config-moved").await;
    app.click("config-save").await;
    app.see("conflict").await;
    app.read("difference", "model_verbosity").await;
    app.read("conflict", "by-hand").await;
    assert!(!fs::read_to_string(&config).unwrap().contains("high"), "nothing is written before the choice");
    app.click("write-mine").await;
    app.miss("conflict").await;
    holds(&config, "model_verbosity = \"high\"").await;
    holds(&config, "by-hand").await;
    app.click_on(".segmented button:nth-child(2)").await;
    app.read("config-raw", "by-hand").await;
}

#[tokio::test]
async fn a_rule_is_tried_before_it_is_removed() {
    let display = Display::new().await;
    let codex_home = CodexHome::on(&display).await;
    let rules = codex_home.home().join("rules/default.rules");
    fs::create_dir_all(rules.parent().unwrap()).unwrap();
    let kept = "prefix_rule(pattern=[\"cargo\", \"test\"], decision=\"allow\")\n";
    fs::write(&rules, format!("prefix_rule(pattern=[\"git\", \"push\"], decision=\"forbidden\")\n{kept}")).unwrap();
    let app = codex_home.start().ready().await;
    settings(&app, "rules").await;
    app.write("try-rule", "git push origin main").await;
    app.see_on("[data-part=verdict][data-state=forbid]").await;
    app.see_on("[data-part=rule][data-state=matched]").await;
    app.click_on("[data-state=matched] [data-part=remove-rule]").await;
    app.click("dialog-yes").await;
    app.see_on("[data-part=verdict][data-state=none]").await;
    assert_eq!(fs::read_to_string(&rules).unwrap(), kept);
}

#[tokio::test]
async fn chosen_parts_of_another_agent_are_imported() {
    let display = Display::new().await;
    let codex_home = CodexHome::on(&display).await;
    let user = display.folder("somebody");
    fs::create_dir_all(user.join(".claude")).unwrap();
    fs::write(user.join(".claude/CLAUDE.md"), "# Be brief\n").unwrap();
    fs::write(user.join(".claude.json"), r#"{"mcpServers":{"docs":{"command":"true","args":[]}}}"#).unwrap();
    let app = codex_home.start().env("HOME", user.to_string_lossy()).ready().await;
    settings(&app, "import").await;
    app.see("import-items").await;
    app.read("import-items", "docs").await;
    app.read("import-items", "CLAUDE.md").await;
    assert!(!fs::read_to_string(codex_home.home().join("config.toml")).unwrap().contains("docs"), "it is only shown");
    app.click("import-begin").await;
    app.agree("Import this into Codex?", "Import").await;
    app.see_on("[data-part=import-progress][data-state=done]").await;
    app.read("import-progress", "docs").await;
    holds(&codex_home.home().join("config.toml"), "[mcp_servers.docs]").await;
    holds(&codex_home.home().join("AGENTS.md"), "# Be brief").await;
    app.miss("import-items").await;
}

#[tokio::test]
async fn a_thread_is_put_into_a_new_project() {
    let display = Display::new().await;
    let codex_home = CodexHome::on(&display).await;
    codex_home.converse("plan the release").await;
    let app = codex_home.start().ready().await;
    app.browse().await;
    app.click("thread-row").await;
    let choose = async |label: &str| {
        app.click("head-menu").await;
        let found = "const item = [...document.querySelectorAll('[role=menuitem]')].find((one) => one.textContent.includes(arguments[0])); item?.click(); return !!item";
        let clicked =
            wait::for_some(async || app.script(found, vec![label.into()]).await.as_bool().filter(|clicked| *clicked));
        assert!(clicked.await.is_some(), "no {label} in the menu");
    };
    choose("Project").await;
    app.write("project-name", "Autumn").await;
    app.click("dialog-yes").await;
    app.miss("project-of").await;
    app.read("sidebar", "Autumn").await;

    choose("Details").await;
    app.write("link-input", "https://example.com/issues/7").await;
    app.click("keep-link").await;
    app.read("thread-link", "https://example.com/issues/7").await;
    app.click("drop-link").await;
    app.miss("thread-link").await;
    app.click("dialog-no").await;

    app.click("account").await;
    app.see("settings").await;
    app.click_on("[data-section=projects]").await;
    app.read("project-row", "1 thread").await;
}
