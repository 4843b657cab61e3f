//! `cargo xtask shots`: pictures of the main screens and states of the real window, light and dark, wide and narrow.
//!
//! Everything in them is real: the app, the server, the turns. They go to `target/shots`, with an index page.

#[path = "shots/account.rs"]
mod account;
#[path = "shots/asks.rs"]
mod asks;
#[path = "shots/drawing.rs"]
mod drawing;
#[path = "shots/keep.rs"]
mod keep;
#[path = "shots/library.rs"]
mod library;
#[path = "shots/permissions.rs"]
mod permissions;
#[path = "shots/projects.rs"]
mod projects;
#[path = "shots/readme.rs"]
mod readme;
#[path = "shots/running.rs"]
mod running;
#[path = "shots/shared.rs"]
mod shared;
#[path = "shots/trust.rs"]
mod trust;

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use threadloft_tests::app::{App, Start};
use threadloft_tests::codex_home::CodexHome;
use threadloft_tests::display::Display;

const SIZES: [(&str, u32, u32); 2] = [("wide", 1440, 900), ("narrow", 760, 900)];
/// As WebDriver encodes keys.
const ESCAPE: &str = "\u{E00C}";
const SETTINGS: &str = "\u{E009},";
const THEMES: [&str; 2] = ["light", "dark"];

/// A paste event with a small square as its picture.
const PASTE: &str = r#"
const canvas = Object.assign(document.createElement("canvas"), { width: 64, height: 64 });
const pen = canvas.getContext("2d");
for (const [i, colour] of ["teal", "orange", "firebrick", "seashell"].entries()) {
  pen.fillStyle = colour;
  pen.fillRect((i % 2) * 32, Math.floor(i / 2) * 32, 32, 32);
}
const bytes = Uint8Array.from(atob(canvas.toDataURL("image/png").split(",")[1]), (c) => c.charCodeAt(0));
const data = new DataTransfer();
data.items.add(new File([bytes], "chart.png", { type: "image/png" }));
const paste = new ClipboardEvent("paste", { bubbles: true, cancelable: true, clipboardData: data });
document.querySelector("[data-part=composer-input]").dispatchEvent(paste);
"#;

/// The path of another program of this package, in the same build.
fn beside(name: &str) -> String {
    let here = std::env::current_exe().unwrap_or_default();
    here.with_file_name(name).display().to_string()
}

const SCENES: &[&str] = &[
    "first",
    "no-codex",
    "conversation",
    "contrast",
    "composing",
    "asks",
    "reviewer",
    "permissions",
    "keeping",
    "running",
    "shared",
    "troubles",
    "settings",
    "library",
    "apps",
    "hooks",
    "trust",
    "gateway",
    "projects",
    "account",
    "locked",
    "drawing",
    "readme",
    "readme-account",
];

#[tokio::main(flavor = "multi_thread", worker_threads = 2)]
async fn main() {
    // The named scenes, or all of them.
    let only: Vec<String> = std::env::args().skip(1).collect();
    let unknown: Vec<&String> = only.iter().filter(|one| !SCENES.contains(&one.as_str())).collect();
    assert!(unknown.is_empty(), "no such scene: {unknown:?}; there are {SCENES:?}");
    let folder = Gallery::open(only.is_empty());
    let mut failed = Vec::new();
    for scene in SCENES.iter().copied().filter(|scene| only.is_empty() || only.iter().any(|one| one == scene)) {
        for theme in THEMES {
            eprintln!("{scene} ({theme})");
            let gallery = Gallery { folder: folder.clone(), theme };
            let local = tokio::task::LocalSet::new();
            // A scene that fails does not stop the others.
            let played = local.run_until(async { tokio::task::spawn_local(gallery.play(scene)).await }).await;
            if played.is_err() {
                failed.push(format!("{scene} ({theme})"));
            }
        }
    }
    write_index(&folder);
    if !failed.is_empty() {
        eprintln!("not to their end: {}", failed.join(", "));
        std::process::exit(1);
    }
}

struct Gallery {
    folder: PathBuf,
    theme: &'static str,
}

impl Gallery {
    /// The output folder: emptied for a run of all scenes, otherwise with the pictures of the other scenes.
    fn open(anew: bool) -> PathBuf {
        let folder = xtask::paths::target().join("shots");
        if anew {
            let _ = std::fs::remove_dir_all(&folder);
        }
        std::fs::create_dir_all(&folder).unwrap_or_else(|why| panic!("{}: {why}", folder.display()));
        folder
    }

    async fn play(self, scene: &'static str) {
        match scene {
            "first" => self.first_run().await,
            "no-codex" => self.no_codex().await,
            "conversation" => self.conversation().await,
            "contrast" => self.contrast().await,
            "composing" => self.composing().await,
            "asks" => self.asks().await,
            "reviewer" => self.reviewer().await,
            "permissions" => self.permissions().await,
            "keeping" => self.keeping().await,
            "running" => self.running().await,
            "shared" => self.shared().await,
            "troubles" => self.troubles().await,
            "settings" => self.surroundings().await,
            "library" => self.library().await,
            "apps" => self.apps().await,
            "hooks" => self.hooks().await,
            "trust" => {
                self.trust().await;
                self.trust_nothing().await;
            }
            "gateway" => self.gateway().await,
            "projects" => self.projects().await,
            "account" => self.signing_in().await,
            "locked" => self.locked().await,
            "drawing" => self.drawing().await,
            "readme" => self.readme().await,
            "readme-account" => self.readme_account().await,
            other => panic!("{other}: no such scene"),
        }
    }

    fn start<'display>(&self, display: &'display Display) -> Start<'display> {
        Start::on(display).env("THREADLOFT_THEME", self.theme)
    }

    async fn first_run(&self) {
        let display = Display::new().await;
        let app = self.start(&display).ready().await;
        app.see("welcome").await;
        self.take(&app, "welcome").await;
        app.click("just-browse").await;
        app.miss("welcome").await;
        self.take(&app, "no-threads-yet").await;
    }

    async fn no_codex(&self) {
        let display = Display::new().await;
        let nowhere = display.folder("empty").join("codex");
        let app = self.start(&display).env("THREADLOFT_CODEX", nowhere.to_string_lossy()).ready().await;
        app.see("stopped").await;
        self.take(&app, "stopped").await;
    }

    async fn conversation(&self) {
        let display = Display::new().await;
        let app = self.start(&display).demo().ready().await;
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
        self.take_over(&app, "inbox", "[data-part=head] .has-badge").await;
        app.click("search").await;
        app.see("palette").await;
        self.take(&app, "search").await;
        app.write("palette-input", ESCAPE).await;
        app.miss("palette").await;
        self.settings(&app).await;
    }

    /// The main screens with high contrast.
    async fn contrast(&self) {
        let display = Display::new().await;
        let app = self.start(&display).demo().ready().await;
        let strong = "const done = arguments[0];
            window.__TAURI_INTERNALS__.invoke('act', { intent: { type: 'changeSettings', patch: { highContrast: true } } })
                .then(() => done(true), (why) => done(JSON.stringify(why)))";
        app.script_later(strong, vec![]).await;
        app.see_on("html[data-theme^=contrast]").await;
        app.send(loopback::demo::PROMPTS[1]).await;
        app.see("ask").await;
        self.take(&app, "contrast-approval").await;
        app.click("account").await;
        app.click_on("[data-section=permissions]").await;
        app.until("it was read", "return !document.querySelector('[data-part=settings] .spin')").await;
        self.take(&app, "contrast-settings").await;
    }

    /// Everything that a message can contain, and what is shown beside the composer.
    async fn composing(&self) {
        let display = Display::new().await;
        let codex_home = CodexHome::on(&display).await;
        codex_home.converse("Count the boats in the harbour").await;
        let app = codex_home.start().env("THREADLOFT_THEME", self.theme).ready().await;
        app.browse().await;
        app.open_thread("Count the boats").await;
        app.script(PASTE, vec![]).await;
        app.see_on("[data-part=attachment] img").await;
        app.write("composer-input", "What is in @REA").await;
        app.see("suggestion").await;
        self.take(&app, "composer-files").await;
        app.write("composer-input", "\u{E007}").await;
        app.click("send").await;
        app.read("row", "echo: What is in").await;
        app.turn("done").await;
        app.write("composer-input", "/").await;
        app.see("suggestion").await;
        self.take(&app, "composer-commands").await;
        app.write("composer-input", "rev\u{E007}").await;
        app.see("review").await;
        self.take(&app, "review").await;
        app.click("dialog-no").await;
        app.click("plan-switch").await;
        codex_home
            .model
            .say(loopback::Turn::text("<proposed_plan>\n1. Tar the seams\n2. Paint the hull\n</proposed_plan>"));
        app.send("Plan the repair").await;
        app.see("carry-out").await;
        self.take(&app, "plan-proposed").await;
        app.click("plan-switch").await;
        codex_home.model.say(loopback::Step::exec("sleep 300"));
        app.send("Keep watch").await;
        app.read("row", "sleep 300").await;
        app.click("stop").await;
        app.see("terminals").await;
        self.take(&app, "left-running").await;
        app.click("manner-pick").await;
        self.take_wide(&app, "composer-choices").await;
    }

    /// The settings with content: servers that work and that fail, rules, a conflict.
    async fn surroundings(&self) {
        let display = Display::new().await;
        let codex_home = CodexHome::on(&display).await;
        let write = |file: &str, text: &str| {
            let file = codex_home.home().join(file);
            let _ = file.parent().map(std::fs::create_dir_all);
            std::fs::write(&file, text).unwrap_or_else(|why| panic!("{}: {why}", file.display()));
        };
        let harbour = beside("harbour");
        let config = std::fs::read_to_string(codex_home.home().join("config.toml")).unwrap_or_default();
        let servers = format!(
            "{config}\n[mcp_servers.harbour]\ncommand = {harbour:?}\n[mcp_servers.figures]\ncommand = \"sh\"\n\
             args = [\"-c\", \"exit 1\"]\n[mcp_servers.attic]\ncommand = \"true\"\nenabled = false\n"
        );
        write("config.toml", &servers);
        write(
            "rules/default.rules",
            "prefix_rule(pattern=[\"git\", \"push\"], decision=\"prompt\", justification=\"Ask before it leaves.\")\n\
             prefix_rule(pattern=[\"git\", \"push\", [\"--force\", \"-f\"]], decision=\"forbidden\")\n\
             prefix_rule(pattern=[\"cargo\", [\"test\", \"nextest\"]], decision=\"allow\")\n\
             network_rule(host=\"crates.example\", protocol=\"https\", decision=\"allow\")\n",
        );
        let app = codex_home.start().env("THREADLOFT_THEME", self.theme).ready().await;
        app.browse().await;
        app.click("account").await;
        app.see("settings").await;
        app.click_on("[data-section=servers]").await;
        app.see_on("[data-name=harbour][data-state=ready]").await;
        app.see_on("[data-name=figures][data-state=failed]").await;
        app.click("server-details").await;
        app.see("server-offer").await;
        self.take(&app, "servers").await;
        app.click_on("[data-name=boats] [data-part=try-tool]").await;
        app.see("try-dialog").await;
        self.take(&app, "servers-try").await;
        app.click("dialog-no").await;
        app.click("add-server").await;
        app.see("server-form").await;
        self.take(&app, "servers-add").await;
        app.click("dialog-no").await;
        app.click_on("[data-section=rules]").await;
        app.write("try-rule", "git push --force origin main").await;
        app.see("verdict").await;
        self.take(&app, "rules").await;
        app.click_on("[data-section=config]").await;
        let pick = "const list = document.querySelector('[data-name=model_verbosity] select'); list.value = 'high'; \
                    list.dispatchEvent(new Event('change', { bubbles: true }));";
        app.see_on("[data-name=model_verbosity] select").await;
        app.script(pick, vec![]).await;
        app.see("config-save").await;
        write("config.toml", &format!("model_verbosity = \"medium\"\n{servers}"));
        app.see("config-moved").await;
        app.click("config-save").await;
        app.see("conflict").await;
        self.take(&app, "config-conflict").await;
    }

    /// Takes every section of the settings that the page lists.
    async fn settings(&self, app: &App<'_>) {
        app.write("composer-input", SETTINGS).await;
        app.see("settings").await;
        let listed = "return [...document.querySelectorAll('[data-part=settings] [data-section]')].map((one) => one.dataset.section)";
        let sections = app.script(listed, vec![]).await;
        for section in sections.as_array().into_iter().flatten().filter_map(|one| one.as_str()) {
            app.click_on(&format!("[data-section=\"{section}\"]")).await;
            app.until("it was read", "return !document.querySelector('[data-part=settings] .spin')").await;
            self.take(app, &format!("settings-{section}")).await;
        }
    }

    /// Takes one picture in the wide window, of something that a resize would close.
    async fn take_wide(&self, app: &App<'_>, name: &str) {
        self.shoot(app, name, SIZES[0].0).await;
    }

    async fn take(&self, app: &App<'_>, name: &str) {
        for (size, width, height) in SIZES {
            app.resize(width, height).await;
            self.shoot(app, name, size).await;
        }
        let (_, width, height) = SIZES[0];
        app.resize(width, height).await;
    }

    /// Takes what is beside the page, or over it in a narrow window, after opening it with this button.
    async fn take_over(&self, app: &App<'_>, name: &str, button: &str) {
        self.take_wide(app, name).await;
        let [(_, wide, tall), (size, width, height)] = SIZES;
        app.resize(width, height).await;
        app.click_on(button).await;
        app.see_on(".veil").await;
        self.shoot(app, name, size).await;
        app.script("document.querySelector('.veil').click()", vec![]).await;
        app.resize(wide, tall).await;
    }

    async fn shoot(&self, app: &App<'_>, name: &str, size: &str) {
        app.settled().await;
        app.picture(&self.folder.join(format!("{name}-{}-{size}.png", self.theme))).await;
        eprintln!("    {name} ({}, {size})", self.theme);
    }
}

/// Writes the index page. The up to four pictures of one name are side by side.
fn write_index(folder: &Path) {
    let mut page = String::from(
        "<!doctype html><meta charset=\"utf-8\"><title>Threadloft: screens</title>\
         <style>body{font:14px system-ui;margin:24px}img{height:320px;border:1px solid #8888;margin:4px}</style>",
    );
    let all = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let files: BTreeSet<String> = all.map(|file| file.file_name().to_string_lossy().into_owned()).collect();
    let kinds: Vec<String> =
        THEMES.iter().flat_map(|theme| SIZES.map(|(size, ..)| format!("-{theme}-{size}.png"))).collect();
    let names: BTreeSet<&str> =
        files.iter().filter_map(|file| kinds.iter().find_map(|kind| file.strip_suffix(kind.as_str()))).collect();
    for name in names {
        let _ = write!(page, "<h2>{name}</h2>");
        for file in kinds.iter().map(|kind| format!("{name}{kind}")).filter(|file| files.contains(file)) {
            let _ = write!(page, "<a href=\"{file}\"><img src=\"{file}\" alt=\"{file}\"></a>");
        }
    }
    let file = folder.join("index.html");
    std::fs::write(&file, page).unwrap_or_else(|why| panic!("{}: {why}", file.display()));
    println!("{}", file.display());
}
