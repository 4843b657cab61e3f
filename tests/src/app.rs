//! The built app in a real window, found by its parts.
//!
//! Parts are elements with a `data-part` (tests/README.md). A wait that fails leaves a picture and the
//! page's text in `target/failed`.

use crate::display::Display;
use crate::driver::{Driver, DriverError, Element};
use crate::{process, wait};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

pub struct App<'display> {
    pub display: &'display Display,
    driver: Driver,
    log: PathBuf,
    name: std::ffi::OsString,
}

/// How the app is to be started.
pub struct Start<'display> {
    display: &'display Display,
    program: PathBuf,
    args: Vec<String>,
    env: Vec<(String, String)>,
    credulous: bool,
}

impl<'display> Start<'display> {
    /// On the real codex, with homes of its own.
    pub fn on(display: &'display Display) -> Self {
        let program = xtask::paths::app();
        let start = Self { display, program, args: Vec::new(), env: Vec::new(), credulous: false };
        start
            .env("THREADLOFT_CODEX", crate::codex().to_string_lossy())
            .env("CODEX_HOME", display.folder("codex").to_string_lossy())
            .env("THREADLOFT_DATA_DIR", display.folder("data").to_string_lossy())
            .env("TAURI_AUTOMATION", "true")
            .env("TAURI_WEBVIEW_AUTOMATION", "true")
    }

    pub fn env(mut self, name: &str, value: impl Into<String>) -> Self {
        self.env.push((name.to_owned(), value.into()));
        self
    }

    /// With the default data folder, so that a second start is handed over to the first.
    pub fn as_the_only_one(mut self) -> Self {
        self.env.retain(|(name, _)| name != "THREADLOFT_DATA_DIR");
        self
    }

    /// Another program than the app that was built here.
    pub fn program(mut self, program: PathBuf) -> Self {
        self.program = program;
        self
    }

    /// Its pages accept any certificate.
    pub fn credulous(mut self) -> Self {
        self.credulous = true;
        self
    }

    pub fn demo(self) -> Self {
        self.arg("--demo")
    }

    /// One more argument on the command line.
    pub fn arg(mut self, arg: impl Into<String>) -> Self {
        self.args.push(arg.into());
        self
    }

    /// Opens the window; its page may still be loading.
    pub async fn open(self) -> App<'display> {
        let program = &self.program;
        assert!(program.is_file(), "{} is not built: run `cargo build -p threadloft`", program.display());
        let log = self.display.folder("log").join("app.log");
        let spawn = |port: u16| {
            let file = std::fs::File::create(&log).unwrap_or_else(|why| panic!("{}: {why}", log.display()));
            self.display
                .command("WebKitWebDriver")
                .args([format!("--port={port}"), "--host=127.0.0.1".to_owned()])
                .envs(self.env.iter().map(|(name, value)| (name, value)))
                .stdout(file.try_clone().map_or(Stdio::null(), Stdio::from))
                .stderr(Stdio::from(file))
                .spawn()
                .unwrap_or_else(|why| panic!("WebKitWebDriver ({why}): run `cargo xtask setup`"))
        };
        let driver = Driver::start(spawn, &program.to_string_lossy(), &self.args, self.credulous).await;
        let name = program.file_name().unwrap_or_default().to_owned();
        App { display: self.display, driver, log, name }
    }

    /// Opens the window and waits until the first state is drawn.
    pub async fn ready(self) -> App<'display> {
        let app = self.open().await;
        app.drawn().await;
        app
    }

    /// Opens the window, waits for the first state and leaves the first-run screen.
    pub async fn browsing(self) -> App<'display> {
        let app = self.ready().await;
        app.browse().await;
        app
    }
}

impl App<'_> {
    /// The app's own process, while it lives.
    pub fn process(&self) -> Option<process::Process> {
        self.display.processes().into_iter().find(|one| one.exe.file_name() == Some(&self.name))
    }

    pub fn runs(&self) -> bool {
        self.process().is_some()
    }

    pub fn signal(&self, name: &str) {
        let app = self.process().unwrap_or_else(|| panic!("the app does not run"));
        process::signal(name, &[app.pid]);
    }

    /// Closes the window through the window manager, as a person does. Returns when the app is gone or asks a question.
    /// A key that the window manager missed is pressed again.
    pub async fn press_close(&self) {
        for _ in 0..5 {
            // A window that is not up yet or already gone cannot be closed; the loop below notices.
            self.pressed_close();
            let heard = async {
                while self.runs() && !self.asks_back().await {
                    tokio::task::yield_now().await;
                }
            };
            if tokio::time::timeout(Duration::from_secs(8), heard).await.is_ok() {
                return;
            }
        }
        self.fail("the window does not hear that it should close").await;
    }

    /// Minimises the window, so that it has no focus.
    pub fn minimise(&self) {
        let args = ["search", "--onlyvisible", "--name", "Threadloft$", "windowminimize", "--sync"];
        let done = self.display.command("xdotool").args(args).status();
        assert!(done.is_ok_and(|status| status.success()), "xdotool could not minimise the window");
    }

    /// Types a path into the system's file chooser and presses Enter. The chooser is slow to take an Enter, and a second one
    /// would start it again. If it lost a letter while opening, the path is typed again.
    pub async fn pick(&self, path: &str) {
        let xdotool = |args: &[&str]| {
            let done = self.display.command("xdotool").args(args).status();
            assert!(done.is_ok_and(|status| status.success()), "xdotool {args:?}");
        };
        wait::until("the chooser is in front", async || {
            let title = self.in_front();
            !title.is_empty() && !title.ends_with("Threadloft")
        })
        .await;
        for _ in 0..5 {
            xdotool(&["type", "--delay", "15", path]);
            xdotool(&["key", "Return"]);
            let gone = wait::until("the chooser is gone", async || self.in_front().ends_with("Threadloft"));
            if tokio::time::timeout(Duration::from_secs(8), gone).await.is_ok() {
                return;
            }
            xdotool(&["key", "ctrl+a"]);
        }
        self.fail("the chooser does not take its path").await;
    }

    /// Waits for Threadloft's native dialog of this title, which no page can answer.
    pub async fn question(&self, title: &str) {
        wait::until("the question is in front", async || self.in_front() == title).await;
    }

    /// Agrees with the button's shortcut. The dialog ignores keys at first, so that a key meant for the page is no yes.
    pub async fn agree(&self, title: &str, yes: &str) {
        self.question(title).await;
        let letter = yes.chars().next().unwrap_or_default().to_ascii_lowercase();
        self.press_until_gone(title, &format!("alt+{letter}")).await;
    }

    pub async fn decline(&self, title: &str) {
        self.question(title).await;
        self.press_until_gone(title, "Escape").await;
    }

    async fn press_until_gone(&self, title: &str, key: &str) {
        wait::until("the question is answered", async || {
            let mut xdotool = self.display.command("xdotool");
            let _ = xdotool.args(["key", key]).status();
            self.in_front() != title
        })
        .await;
    }

    /// The title of the focused window of any program.
    pub fn in_front(&self) -> String {
        let mut xdotool = self.display.command("xdotool");
        let said = xdotool.args(["getactivewindow", "getwindowname"]).stdout(Stdio::piped()).output();
        said.map(|said| String::from_utf8_lossy(&said.stdout).trim().to_owned()).unwrap_or_default()
    }

    /// Presses the close key without waiting for its effect.
    pub fn press_close_once(&self) {
        assert!(self.pressed_close() || !self.runs(), "xdotool could not close the window");
    }

    fn pressed_close(&self) -> bool {
        let find = ["search", "--onlyvisible", "--name", "Threadloft$", "windowactivate", "--sync"];
        // Two calls, because after a search xdotool sends the key to the window and not to the window manager.
        [&find[..], &["key", "alt+F4"]]
            .iter()
            .all(|args| self.display.command("xdotool").args(*args).status().is_ok_and(|status| status.success()))
    }

    async fn asks_back(&self) -> bool {
        let script = format!("return document.querySelector({}) !== null", json!(selector("dialog")));
        matches!(self.driver.script(&script, vec![]).await, Ok(Value::Bool(true)))
    }

    /// Waits until the first state is drawn.
    pub async fn drawn(&self) {
        self.until("the page is ready", "return document.documentElement.dataset.ready === 'true'").await;
    }

    /// Leaves the first-run screen, if it is there. It may also close by itself, because it waits a moment for the news
    /// that nobody needs to sign in.
    pub async fn browse(&self) {
        let past = "document.querySelector('[data-part=just-browse]')?.click();
            return document.querySelector('[data-part=welcome], [data-part=opening]') === null
                && document.querySelector('[data-part=sidebar], [data-part=head], [data-part=settings], [data-part=stopped]') !== null";
        self.until("the first screen is passed", past).await;
    }

    /// Writes to the composer and sends it.
    pub async fn send(&self, text: &str) {
        self.write("composer-input", text).await;
        // The button is disabled while the last message is being sent.
        self.click_on("[data-part=\"send\"]:enabled").await;
    }

    /// Waits until the last turn of the open thread is in this state.
    pub async fn turn(&self, state: &str) {
        self.see_on(&format!("[data-part=\"transcript\"][data-turn=\"{state}\"]")).await;
    }

    /// Opens the thread whose row in the list contains this text.
    pub async fn open_thread(&self, text: &str) {
        self.read("thread-row", text).await;
        let script = "[...document.querySelectorAll(arguments[0])].find((one) => one.textContent.includes(arguments[1])).click()";
        self.script(script, vec![json!(selector("thread-row")), json!(text)]).await;
        self.see("transcript").await;
    }

    /// Opens the open thread in a second window, by sending the intent.
    pub async fn open_window(&self) {
        let script = "const done = arguments[0];
            const thread = document.querySelector('[data-part=thread-row][aria-current]')?.dataset.thread;
            window.__TAURI_INTERNALS__.invoke('act', { intent: { type: 'openWindow', thread } })
                .then(() => done(true), (why) => done(JSON.stringify(why)))";
        assert_eq!(self.script_later(script, vec![]).await, json!(true));
    }

    /// Waits for the fonts and two frames, so that a picture shows a finished page.
    pub async fn settled(&self) {
        let script = "const done = arguments[0]; document.fonts.ready.then(() =>
            requestAnimationFrame(() => requestAnimationFrame(() => done(true))))";
        self.script_later(script, vec![]).await;
    }

    pub async fn reload(&self) {
        self.script("document.documentElement.dataset.ready = 'no'", vec![]).await;
        let done = self.driver.reload().await;
        assert!(done.is_ok(), "the page does not reload: {done:?}");
        self.drawn().await;
    }

    /// Clicks a part as soon as it is enabled: some are disabled until codex is ready.
    pub async fn click(&self, part: &str) {
        self.click_on(&format!("{}:not(:disabled)", selector(part))).await;
    }

    /// Clicks something that closes the window: it may be gone before the driver can confirm the click.
    pub async fn click_away(&self, part: &str) {
        self.see(part).await;
        let Some(element) = self.driver.find(&selector(part)).await else {
            self.fail(&format!("{part} is gone before it was clicked")).await;
        };
        match self.driver.click(&element).await {
            Ok(()) => {}
            Err(why) if why.error == "no such window" || why.error == "lost" => {}
            Err(why) => self.fail(&format!("{part} cannot be clicked: {why:?}")).await,
        }
    }

    /// The driver aims before it clicks, so it would miss an element that moves. A card marks itself when it takes clicks,
    /// at most a tenth of a second after it moved.
    async fn stands_still(&self, css: &str) -> bool {
        let script = "const [css, done] = arguments;
            const place = () => JSON.stringify(document.querySelector(css)?.getBoundingClientRect());
            const isFree = () => (document.querySelector(css)?.closest('[data-part=ask]')?.dataset.still ?? 'true') === 'true';
            const before = place();
            const compare = () => done(before === place() && isFree());
            const isCard = !!document.querySelector(css)?.closest('[data-part=ask]');
            if (!isCard) requestAnimationFrame(() => requestAnimationFrame(compare));
            setTimeout(compare, isCard ? 150 : 300);";
        // If the script fails, click anyway: the driver's error is the more useful one.
        self.driver.script_later(script, vec![css.into()]).await.map_or(true, |still| still == Value::Bool(true))
    }

    pub async fn click_on(&self, css: &str) {
        let mut last = None;
        let clicked = wait::for_some(async || {
            let element = self.driver.find(css).await?;
            self.stands_still(css).await.then_some(())?;
            match self.driver.click(&element).await {
                Ok(()) => Some(()),
                Err(why) => {
                    last = Some(why);
                    None
                }
            }
        })
        .await;
        if clicked.is_none() {
            self.fail(&format!("{css} cannot be clicked: {last:?}")).await;
        }
    }

    /// Types into a part, as a keyboard does.
    pub async fn write(&self, part: &str, text: &str) {
        let css = selector(part);
        let mut last = None;
        let typed = wait::for_some(async || {
            let element = self.driver.find(&css).await?;
            match self.driver.keys(&element, text).await {
                Ok(()) => Some(()),
                Err(why) => {
                    last = Some(why);
                    None
                }
            }
        })
        .await;
        if typed.is_none() {
            self.fail(&format!("{part} takes no text: {last:?}")).await;
        }
    }

    /// Opens a tab of the panel, which is closed while it has nothing to show.
    pub async fn tab(&self, name: &str) {
        let script = "const panel = document.querySelector('.panel');
            // Click only once: a second click would close a panel that is still loading.
            const button = document.querySelector('[data-part=show-panel]');
            if (!panel && button && !window.__panelAsked) { window.__panelAsked = true; button.click(); }
            if (panel) window.__panelAsked = false;
            return panel !== null";
        self.until("the panel stands", script).await;
        self.click_on(&format!("#tab-{name}")).await;
    }

    /// Presses keys on whatever has the focus.
    pub async fn press(&self, keys: &str) {
        let Some(element) = self.focused().await else { self.fail("nothing takes keys").await };
        if let Err(why) = self.driver.keys(&element, keys).await {
            self.fail(&format!("{keys:?} cannot be pressed: {why:?}")).await;
        }
    }

    async fn focused(&self) -> Option<Element> {
        match self.driver.find(":focus").await {
            Some(element) => Some(element),
            None => self.driver.find("body").await,
        }
    }

    /// Sends an intent to Rust, as the page does.
    pub async fn act(&self, intent: Value) {
        let script = "const [intent, done] = arguments;
            window.__TAURI_INTERNALS__.invoke('act', { intent }).then(() => done(true), (why) => done(JSON.stringify(why)))";
        assert_eq!(self.script_later(script, vec![intent]).await, json!(true));
    }

    /// Waits until the part is on the page.
    pub async fn see(&self, part: &str) {
        self.see_on(&selector(part)).await;
    }

    pub async fn see_on(&self, css: &str) {
        let script = format!("return document.querySelector({}) !== null", json!(css));
        self.until(&format!("{css} is there"), &script).await;
    }

    pub async fn miss(&self, part: &str) {
        let script = format!("return document.querySelector({}) === null", json!(selector(part)));
        self.until(&format!("{part} is gone"), &script).await;
    }

    /// Waits until some element of this part contains the text.
    pub async fn read(&self, part: &str, text: &str) {
        let script = format!(
            "return [...document.querySelectorAll({})].some((one) => one.textContent.includes({}))",
            json!(selector(part)),
            json!(text)
        );
        self.until(&format!("{part} says {text:?}"), &script).await;
    }

    /// Waits until no element of this part contains the text.
    pub async fn miss_text(&self, part: &str, text: &str) {
        let script = format!(
            "return ![...document.querySelectorAll({})].some((one) => one.textContent.includes({}))",
            json!(selector(part)),
            json!(text)
        );
        self.until(&format!("{part} no longer says {text:?}"), &script).await;
    }

    /// The current texts of all elements of this part.
    pub async fn texts(&self, part: &str) -> Vec<String> {
        let script = "return [...document.querySelectorAll(arguments[0])].map((one) => one.textContent)";
        let texts = self.script(script, vec![json!(selector(part))]).await;
        texts.as_array().into_iter().flatten().filter_map(|one| one.as_str().map(str::to_owned)).collect()
    }

    /// Waits until the script returns `true`; errors of a page that is loading are ignored.
    pub async fn until(&self, what: &str, script: &str) {
        let mut last = String::new();
        let seen = wait::for_some(async || {
            let said = self.driver.script(script, vec![]).await;
            last = format!("{said:?}");
            matches!(said, Ok(Value::Bool(true))).then_some(())
        })
        .await;
        if seen.is_none() {
            self.fail(&format!("waited in vain until {what}; last answer: {last}")).await;
        }
    }

    pub async fn script(&self, body: &str, args: Vec<Value>) -> Value {
        self.driver.script(body, args).await.unwrap_or_else(|why| panic!("{body}: {why:?}"))
    }

    /// Runs a script that returns its result later, through its last argument.
    pub async fn script_later(&self, body: &str, args: Vec<Value>) -> Value {
        self.driver.script_later(body, args).await.unwrap_or_else(|why| panic!("{body}: {why:?}"))
    }

    pub async fn windows(&self) -> Vec<String> {
        self.driver.windows().await
    }

    pub async fn switch(&self, window: &str) -> Result<(), DriverError> {
        self.driver.switch(window).await
    }

    /// Resizes the window until the page has this size.
    pub async fn resize(&self, width: u32, height: u32) {
        self.resize_drawn_at(width, height, 100).await;
    }

    /// Resizes a zoomed page, which is fewer CSS pixels wide by its zoom.
    pub async fn resize_drawn_at(&self, width: u32, height: u32, percent: u32) {
        let done = self.driver.resize(width, height).await;
        assert!(done.is_ok(), "the window cannot be resized: {done:?}");
        let script = format!("return Math.abs(innerWidth * {percent} / 100 - {width}) <= 2");
        self.until("the page has its new size", &script).await;
    }

    /// WebKit takes a picture at the next paint, so a nearly invisible dot forces one on an idle page.
    pub async fn picture(&self, file: &Path) {
        let paint = "const point = document.body.appendChild(document.createElement('i'));
            point.style.cssText = 'position:fixed;inset:auto 0 0 auto;width:1px;height:1px';
            let times = 0;
            const again = setInterval(() => {
                point.style.background = times++ % 2 ? 'transparent' : 'rgb(0 0 0 / 1%)';
                if (times > 40) { clearInterval(again); point.remove(); }
            }, 100);";
        self.script(paint, vec![]).await;
        let png = self.driver.screenshot().await.unwrap_or_else(|why| panic!("no picture: {why:?}"));
        std::fs::write(file, png).unwrap_or_else(|why| panic!("{}: {why}", file.display()));
    }

    /// Leaves a picture, the page's text and the app's log, then panics.
    pub async fn fail(&self, why: &str) -> ! {
        let folder = xtask::paths::target().join("failed");
        let _ = std::fs::create_dir_all(&folder);
        let name = std::thread::current().name().unwrap_or("window").replace("::", "-");
        if let Ok(png) = self.driver.screenshot().await {
            let _ = std::fs::write(folder.join(format!("{name}.png")), png);
        }
        let page = self.driver.script("return document.body.innerText", vec![]).await;
        let page = page.ok().and_then(|text| text.as_str().map(str::to_owned)).unwrap_or_default();
        let log = std::fs::read_to_string(&self.log).unwrap_or_default();
        let _ = std::fs::write(folder.join(format!("{name}.txt")), format!("{why}\n\n{page}\n\n{log}"));
        panic!("{why}\n(picture, page and log: {}/{name}.*)", folder.display());
    }
}

fn selector(part: &str) -> String {
    format!("[data-part=\"{part}\"]")
}
