//! The pictures of the README: a home with some threads. They show no path, because it would be one of this machine.

use crate::Gallery;
use loopback::{LimitHeaders, LimitPeriod, Step, Turn};
use serde_json::json;
use threadloft_tests::app::App;
use threadloft_tests::codex_home::CodexHome;
use threadloft_tests::display::Display;
use threadloft_tests::keyring::unlock;

/// The folder, the prompt and the answer of each thread.
const WORK: [(&str, &str, &str); 9] = [
    (
        "tide-tables",
        "Which harbours have no gauge?",
        "Eleven of 318. Their tables are taken from the next gauge along the coast.",
    ),
    (
        "tide-tables",
        "Explain the harmonics in tide.rs",
        "Each body in the sky pulls at its own pace; `tide.rs` adds up 37 such waves.",
    ),
    ("tide-tables", "Upgrade the parser to nom 8", "Done. Two combinators changed their names; the tests pass."),
    ("field-notes", "Offline sync: resolve conflicts per paragraph", "Both paragraphs are kept, the newer one first."),
    (
        "field-notes",
        "Cut the cold start below one second",
        "It was the search index. It loads after the first note is on screen now.",
    ),
    (
        "field-notes",
        "Accessibility pass over the editor",
        "Every control has a name, and the focus is visible everywhere.",
    ),
    ("harbour", "Why does the nightly count differ?", "The gate counts a boat twice when it turns around in the lock."),
    ("harbour", "Write the release notes for 2.4", "Written, with the three breaking changes on top."),
    (
        "harbour",
        "Berths: a boat takes the first one it fits into",
        "Every boat now takes the first berth it fits into, and none is shared.",
    ),
];

impl Gallery {
    pub(crate) async fn readme(&self) {
        let display = Display::new().await;
        let codex_home = self.codex_home(&display).await;
        worked(&codex_home).await;
        let app = codex_home.start().ready().await;
        app.browse().await;
        app.resize(1440, 900).await;
        self.row_menu(&app, "Why does the nightly", "Pin").await;
        self.row_menu(&app, "Upgrade the parser", "Archive").await;
        app.click_on("[data-part=toast] .icon-button").await;
        app.miss("toast").await;
        app.open_thread("Berths: a boat").await;
        app.click("search").await;
        app.write("palette-input", "boat").await;
        app.see_on("[data-part=hit][data-group=messages] mark").await;
        app.see_on("[data-part=preview] mark").await;
        self.take_wide(&app, "readme-search").await;
        app.write("palette-input", crate::ESCAPE).await;
        app.miss("palette").await;
        self.request(&codex_home, &app).await;
    }

    /// A request in the open thread while another thread is running.
    async fn request(&self, codex_home: &CodexHome<'_>, app: &App<'_>) {
        app.open_thread("Cut the cold start").await;
        codex_home.model.say([Step::text("I measure it once more. "), Step::Hang]);
        app.send("Measure it on the slow phone too").await;
        app.read("row", "I measure it").await;
        app.open_thread("Berths: a boat").await;
        let wish = json!({ "file_system": { "write": ["/srv/harbour/berths"] }, "network": { "enabled": true } });
        let steps = [
            ("Read the berths and their lengths", "completed"),
            ("Take the first one that fits", "completed"),
            ("Write the plan where the harbour reads it", "in_progress"),
            ("Tell the office", "pending"),
        ];
        codex_home.model.say(Turn::new([
            Step::text("The new plan fits all 42 boats. To put it where the harbour's screens read it I need a little more than this folder."),
            Step::plan("Berths by length", &steps),
            Step::permissions("The screens read the plan from /srv, and the office is told over the network.", wish),
        ]));
        app.send("Put the plan on the screens and tell the office").await;
        app.see_on("[data-part=ask][data-still=true]").await;
        app.tab("plan").await;
        self.take_wide(app, "readme-ask").await;
    }

    pub(crate) async fn readme_account(&self) {
        let display = Display::new().await;
        unlock(display.command("gnome-keyring-daemon"));
        let codex_home = CodexHome::with_accounts(&display).await.in_theme(self.theme);
        let week = LimitPeriod { used_percent: 62.0, minutes: 10_080, resets_in_seconds: 250_000 };
        codex_home.model.set_limits(Some(LimitHeaders { secondary: Some(week), ..LimitHeaders::default() }));
        let days = [31, 48, 12, 55, 71, 64, 9, 4, 58, 82, 77, 40, 61, 35].into_iter().zip(3..);
        codex_home.model.account(|account| {
            account.others = vec![("acct-guild".into(), "Weavers Guild".into())];
            account.days = days.map(|(tokens, day)| (format!("2026-11-{day:02}"), tokens * 10_000)).collect();
        });
        let app = codex_home.start().ready().await;
        app.resize(1440, 900).await;
        app.click("sign-in-code").await;
        app.miss("welcome").await;
        app.click("account").await;
        app.read("workspace", "Weavers Guild").await;
        app.see_on("[data-part=usage] .chart").await;
        self.take_wide(&app, "readme-account").await;
    }
}

/// Another client makes all threads, in projects of their own.
async fn worked(codex_home: &CodexHome<'_>) {
    let other = codex_home.other_client();
    let mut client = other.window("main");
    client.ready().await;
    for (folder, asked, said) in WORK {
        let project = codex_home.display.folder(&format!("projects/{folder}"));
        if !project.join(".git").exists() {
            if project != codex_home.project() {
                codex_home.trust(&project);
            }
            let mut git = codex_home.display.command("git");
            let made = git.args(["init", "-q", "-b", "main"]).current_dir(&project).status();
            assert!(made.is_ok_and(|made| made.success()), "{folder} is no repository");
        }
        codex_home.model.say(Turn::text(said));
        let thread = client.start_thread(&project.display().to_string(), asked).await;
        client.mirror.until("it is said", |seen| seen.turn(thread.as_str()) == "done").await;
    }
    other.engine.close().await;
}
