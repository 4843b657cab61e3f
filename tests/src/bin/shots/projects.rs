//! Threads in a project, the dialog that chooses one, links of a thread, an import.

use crate::Gallery;
use threadloft_tests::app::App;
use threadloft_tests::codex_home::CodexHome;
use threadloft_tests::display::Display;

/// Chooses an entry in the open thread's menu by its label.
async fn choose(app: &App<'_>, label: &str) {
    app.click("head-menu").await;
    app.click_that("[role=menuitem]", label).await;
}

impl Gallery {
    pub(crate) async fn projects(&self) {
        let display = Display::new().await;
        let codex_home = CodexHome::on(&display).await;
        codex_home.converse("plan the release").await;
        codex_home.converse("draw a map of the harbour").await;
        let user = display.folder("somebody");
        let agent = r#"{"mcpServers":{"docs":{"command":"true","args":[]}}}"#;
        std::fs::write(user.join(".claude.json"), agent).unwrap_or_else(|why| panic!("{why}"));
        let home = user.to_string_lossy();
        let app = codex_home.start().env("THREADLOFT_THEME", self.theme).env("HOME", home).ready().await;
        app.browse().await;
        app.click("thread-row").await;
        choose(&app, "Project").await;
        app.write("project-name", "Autumn release").await;
        self.take(&app, "project-of").await;
        app.click("dialog-yes").await;
        app.miss("project-of").await;
        app.read("sidebar", "Autumn release").await;
        choose(&app, "Details").await;
        app.write("link-input", "https://example.com/issues/7").await;
        app.click("keep-link").await;
        app.see("thread-link").await;
        self.take(&app, "thread-links").await;
        app.click("dialog-no").await;
        app.click("account").await;
        app.see("settings").await;
        app.click_on("[data-section=projects]").await;
        app.see("project-row").await;
        self.take(&app, "projects").await;
        app.click_on("[data-section=import]").await;
        app.click("import-begin").await;
        app.agree("Import this into Codex?", "Import").await;
        app.see_on("[data-part=import-progress][data-state=done]").await;
        self.take(&app, "imported").await;
    }
}
