//! `cargo xtask shots`: pictures of the main screens and states of the real window, light and dark, wide and narrow.
//!
//! Everything on them is real: the app, the server, the turns. They go to `target/shots`, with an index page.

use std::fmt::Write as _;
use std::path::PathBuf;
use threadloft_tests::app::{App, Start};
use threadloft_tests::stage::Stage;

const SIZES: [(&str, u32, u32); 2] = [("wide", 1440, 900), ("narrow", 760, 900)];
/// As WebDriver writes keys.
const ESCAPE: &str = "\u{E00C}";
const SETTINGS: &str = "\u{E009},";
const THEMES: [&str; 2] = ["light", "dark"];

#[tokio::main(flavor = "multi_thread", worker_threads = 2)]
async fn main() {
    let mut gallery = Gallery::open();
    for theme in THEMES {
        gallery.theme = theme;
        gallery.first_run().await;
        gallery.no_codex().await;
        gallery.conversation().await;
    }
    gallery.write_index();
}

struct Gallery {
    folder: PathBuf,
    theme: &'static str,
    names: Vec<String>,
}

impl Gallery {
    fn open() -> Self {
        let folder = xtask::place::target().join("shots");
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).unwrap_or_else(|why| panic!("{}: {why}", folder.display()));
        Self { folder, theme: THEMES[0], names: Vec::new() }
    }

    fn start<'stage>(&self, stage: &'stage Stage) -> Start<'stage> {
        Start::on(stage).env("THREADLOFT_THEME", self.theme)
    }

    async fn first_run(&mut self) {
        let stage = Stage::new().await;
        let app = self.start(&stage).ready().await;
        app.see("welcome").await;
        self.take(&app, "welcome").await;
        app.click("just-browse").await;
        app.miss("welcome").await;
        self.take(&app, "no-threads-yet").await;
    }

    async fn no_codex(&mut self) {
        let stage = Stage::new().await;
        let nowhere = stage.folder("empty").join("codex");
        let app = self.start(&stage).env("THREADLOFT_CODEX", nowhere.to_string_lossy()).ready().await;
        app.see("stopped").await;
        self.take(&app, "stopped").await;
    }

    async fn conversation(&mut self) {
        let stage = Stage::new().await;
        let app = self.start(&stage).demo().ready().await;
        app.see("composer-input").await;
        self.take(&app, "new-thread").await;
        app.send(loopback::demo::SHOT_PROMPT).await;
        app.turn("running").await;
        self.take(&app, "turn-running").await;
        app.turn("done").await;
        self.take(&app, "turn-done").await;
        app.click("new-thread").await;
        app.see("composer-input").await;
        app.send(loopback::demo::PROMPTS[1]).await;
        app.see("ask").await;
        self.take(&app, "approval").await;
        app.click("inbox-button").await;
        app.see("inbox").await;
        self.take(&app, "inbox").await;
        app.click("search").await;
        app.see("palette").await;
        self.take(&app, "search").await;
        app.write("app", ESCAPE).await;
        app.miss("palette").await;
        self.settings(&app).await;
    }

    /// Every section of the settings, as the page itself lists them.
    async fn settings(&mut self, app: &App<'_>) {
        app.write("app", SETTINGS).await;
        app.see("settings").await;
        let listed = "return [...document.querySelectorAll('[data-part=settings] [data-section]')].map((one) => one.dataset.section)";
        let sections = app.script(listed, vec![]).await;
        for section in sections.as_array().into_iter().flatten().filter_map(|one| one.as_str()) {
            app.click_on(&format!("[data-section=\"{section}\"]")).await;
            self.take(app, &format!("settings-{section}")).await;
        }
    }

    async fn take(&mut self, app: &App<'_>, name: &str) {
        for (size, width, height) in SIZES {
            app.resize(width, height).await;
            app.settled().await;
            app.picture(&self.folder.join(format!("{name}-{}-{size}.png", self.theme))).await;
        }
        let (_, width, height) = SIZES[0];
        app.resize(width, height).await;
        if !self.names.iter().any(|known| known == name) {
            self.names.push(name.to_owned());
        }
        eprintln!("    {name} ({})", self.theme);
    }

    fn write_index(&self) {
        let mut page = String::from(
            "<!doctype html><meta charset=\"utf-8\"><title>Threadloft: screens</title>\
             <style>body{font:14px system-ui;margin:24px}img{height:320px;border:1px solid #8888;margin:4px}</style>",
        );
        for name in &self.names {
            let _ = write!(page, "<h2>{name}</h2>");
            for theme in THEMES {
                for (size, ..) in SIZES {
                    let file = format!("{name}-{theme}-{size}.png");
                    let _ = write!(page, "<a href=\"{file}\"><img src=\"{file}\" alt=\"{name}, {theme}, {size}\"></a>");
                }
            }
        }
        let file = self.folder.join("index.html");
        std::fs::write(&file, page).unwrap_or_else(|why| panic!("{}: {why}", file.display()));
        println!("{}", file.display());
    }
}
