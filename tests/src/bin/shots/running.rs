//! Turns and what surrounds them: find in thread, sub-agents, a goal, messages on their way, an interrupted turn,
//! errors and what helps, a thread that another Codex has locked.

use crate::Gallery;
use loopback::{Step, Turn};
use threadloft_tests::app::App;
use threadloft_tests::codex_home::CodexHome;
use threadloft_tests::display::Display;
use threadloft_tests::engine_fixture::OpenEngine;
use threadloft_tests::process;

const CTRL_F: &str = "\u{E009}f";
const CTRL_ENTER: &str = "\u{E009}\u{E007}";
const CTRL_SLASH: &str = "\u{E009}/";
const LONG: &str = "Three boats lie at the north pier: *Ida*, *Heron* and *Tern*. The fourth berth is free, because the \
    *Ida* was moved when the pier was mended.\n\n1. `Ida`, berth 2\n2. `Heron`, berth 3\n3. `Tern`, berth 5\n\nNo boat \
    lies across.";

impl Gallery {
    pub(crate) async fn running(&self) {
        let display = Display::new().await;
        let codex_home = self.codex_home(&display).await;
        codex_home.converse("Paint the south pier").await;
        codex_home.model.say(Turn::text(LONG));
        codex_home.converse("Which boats lie at the north pier?").await;
        let app = codex_home.start().ready().await;
        app.browse().await;
        app.open_thread("Which boats").await;
        app.write("composer-input", CTRL_F).await;
        app.write("find-input", "berth").await;
        app.read("find-count", "of").await;
        self.take(&app, "find-bar").await;
        app.write("find-input", crate::ESCAPE).await;
        app.miss("find-bar").await;

        codex_home.model.say(Step::spawn_agent("Count the gulls on the north pier."));
        codex_home.model.say(Turn::text("I sent somebody to count the gulls."));
        app.send("Count the gulls as well").await;
        app.see_on(".side-row.child").await;
        app.turn("done").await;
        self.take(&app, "sub-agents").await;
        self.goal(&app).await;

        codex_home.model.say([Step::text("I look for the longest boat. "), Step::Hang]);
        codex_home.model.say([Step::text("Then I leave the *Heron* out: the longest is the *Tern*. "), Step::Hang]);
        app.send("Which one is the longest?").await;
        app.read("row", "I look for").await;
        app.write("composer-input", "Not the Heron, she is away").await;
        app.write("composer-input", CTRL_ENTER).await;
        app.read("row", "Then I leave").await;
        self.take(&app, "steered").await;
        app.press_close().await;
        app.see("dialog").await;
        self.take(&app, "closing").await;
        app.click("dialog-no").await;
        app.miss("dialog").await;
        app.click("stop").await;
        app.turn("interrupted").await;
        self.take(&app, "interrupted-after-a-word").await;
        app.write("composer-input", CTRL_SLASH).await;
        app.see("dialog").await;
        self.take(&app, "keys").await;
        app.click("dialog-no").await;
        app.miss("dialog").await;
        self.archived(&app).await;
    }

    async fn goal(&self, app: &App<'_>) {
        app.click("head-menu").await;
        app.click_that("[role=menuitem]", "Goal").await;
        app.write("goal-input", "Every boat has a berth of its own").await;
        self.take(app, "goal").await;
        app.click("dialog-yes").await;
        app.read("goal", "Every boat").await;
        self.take_wide(app, "goal-set").await;
        app.click("goal").await;
        app.click_that("[data-part=dialog] button", "Clear").await;
        app.miss("goal").await;
    }

    /// Renaming a thread; an archived thread that is open.
    async fn archived(&self, app: &App<'_>) {
        self.row_menu(app, "Paint the south pier", "Rename").await;
        app.see("rename-here").await;
        self.take_wide(app, "renaming").await;
        app.write("rename-here", crate::ESCAPE).await;
        app.miss("rename-here").await;
        self.row_menu(app, "Paint the south pier", "Archive").await;
        app.click_on("[data-part=sidebar] .side-head .pick").await;
        app.click_that("[role=menuitemradio]", "Archived").await;
        app.open_thread("Paint the south pier").await;
        app.read("row", "Paint the south pier").await;
        self.take(app, "archived").await;
    }

    pub(crate) async fn troubles(&self) {
        let display = Display::new().await;
        let codex_home = self.codex_home(&display).await;
        let config = codex_home.home().join("config.toml");
        let patient = std::fs::read_to_string(&config).unwrap_or_default();
        let patient = patient.replace("stream_max_retries = 0", "stream_max_retries = 5");
        std::fs::write(&config, patient).unwrap_or_else(|why| panic!("{}: {why}", config.display()));
        let other = held(&codex_home).await;
        codex_home.converse("Write the log of the harbour").await;
        let app = codex_home.start().ready().await;
        app.browse().await;
        app.open_thread("Watch the harbour").await;
        app.read("row", "I keep watch.").await;
        app.send("Is anybody there?").await;
        app.see("fork-instead").await;
        self.take(&app, "held-elsewhere").await;
        other.engine.close().await;

        app.open_thread("Write the log").await;
        for _ in 0..6 {
            codex_home.model.say(Turn::new([Step::server_error()]));
        }
        app.send("Begin with yesterday").await;
        app.read("head-state", "etrying").await;
        self.take_wide(&app, "server-errors").await;
        app.turn("failed").await;
        self.take(&app, "turn-failed").await;
        codex_home.model.say(Turn::new([Step::context_length_exceeded()]));
        app.send("Read all of last year first").await;
        app.see("compact-now").await;
        self.take(&app, "too-long").await;
        let pids: Vec<u32> = display.codexes().into_iter().map(|one| one.pid).collect();
        process::signal("KILL", &pids);
        app.see_on("[data-part=banner][data-kind=restarting]").await;
        self.take_wide(&app, "restarting").await;
    }
}

/// A thread that another Codex on this computer is writing to.
async fn held(codex_home: &CodexHome<'_>) -> OpenEngine {
    let other = codex_home.other_client();
    let mut client = other.window("main");
    client.ready().await;
    codex_home.model.say([Step::text("I keep watch."), Step::Hang]);
    let thread = client.start_thread(&codex_home.project().display().to_string(), "Watch the harbour").await;
    client.mirror.until("it writes", |seen| seen.has_row(thread.as_str(), "I keep watch.")).await;
    other
}
