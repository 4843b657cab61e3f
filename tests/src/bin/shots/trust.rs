//! Folder trust: the question where something would run and where nothing would, and the label in the thread's head.

use crate::Gallery;
use threadloft_tests::codex_home::CodexHome;
use threadloft_tests::display::Display;
use threadloft_tests::untrusted_repository::UntrustedRepository;

impl Gallery {
    pub(crate) async fn trust(&self) {
        let display = Display::new().await;
        let codex_home = CodexHome::on(&display).await;
        let project = UntrustedRepository::make(display.folder("projects/stranger"), &display.folder("marks"));
        let app = codex_home.start().arg(project.cwd()).env("THREADLOFT_THEME", self.theme).ready().await;
        app.browse().await;
        app.send("Look around and tell me what this is").await;
        app.see("trust-question").await;
        self.take(&app, "trust-question").await;
        app.click("trust-no").await;
        app.turn("done").await;
        app.read("trust-chip", "Not trusted").await;
        self.take(&app, "trust-not").await;
        app.click("trust-chip").await;
        app.see_on("[role=menuitem]").await;
        self.take_wide(&app, "trust-menu").await;
        app.click_that("[role=menuitem]", "Trust this folder").await;
        app.click("trust-yes").await;
        app.agree("Trust this folder?", "Trust").await;
        app.miss_text("trust-chip", "Not trusted").await;
        self.take_wide(&app, "trust-given").await;
    }

    pub(crate) async fn trust_nothing(&self) {
        let display = Display::new().await;
        let codex_home = CodexHome::on(&display).await;
        let plain = display.folder("projects/plain");
        let made = display.command("git").args(["init", "-q"]).current_dir(&plain).status();
        assert!(made.is_ok_and(|made| made.success()), "no repository");
        let folder = plain.to_string_lossy().into_owned();
        let app = codex_home.start().arg(folder).env("THREADLOFT_THEME", self.theme).ready().await;
        app.browse().await;
        app.send("Look around").await;
        app.see("trust-question").await;
        self.take(&app, "trust-nothing").await;
    }
}
