//! The app on a desktop: its tray, window size, position and zoom, command line, a second start, a broken installation.

use loopback::Step;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use threadloft_tests::app::App;
use threadloft_tests::codex_home::CodexHome;
use threadloft_tests::display::Display;
use threadloft_tests::tray::Tray;
use threadloft_tests::wait;

async fn all_gone(app: &App<'_>) {
    wait::until("the app is gone", async || !app.runs()).await;
    wait::until("codex is gone", async || app.display.codexes().is_empty()).await;
}

/// The output of `xdotool`; empty if it finds nothing.
fn xdotool(display: &Display, args: &[&str]) -> String {
    let said = display.command("xdotool").args(args).stdout(Stdio::piped()).output();
    let said = said.unwrap_or_else(|why| panic!("xdotool: {why}"));
    String::from_utf8_lossy(&said.stdout).trim().to_owned()
}

/// The main window, while it is visible.
fn window(display: &Display) -> Option<String> {
    let found = xdotool(display, &["search", "--onlyvisible", "--name", "Threadloft$"]);
    found.lines().last().map(str::to_owned)
}

async fn in_front(display: &Display) {
    wait::until("the window is in front", async || {
        xdotool(display, &["getactivewindow", "getwindowname"]).ends_with("Threadloft")
    })
    .await;
}

async fn change_settings(app: &App<'_>, patch: &str) {
    let script = format!(
        "const done = arguments[0];
         window.__TAURI_INTERNALS__.invoke('act', {{ intent: {{ type: 'changeSettings', patch: {patch} }} }})
             .then(() => done(true), (why) => done(JSON.stringify(why)))"
    );
    assert_eq!(app.script_later(&script, vec![]).await, serde_json::json!(true));
}

/// A second start, which hands its arguments to the first.
async fn again(display: &Display, args: &[&str]) {
    let mut second = display.command(xtask::paths::app());
    second.args(args).env("THREADLOFT_CODEX", threadloft_tests::codex()).env("CODEX_HOME", display.folder("codex"));
    let ended = tokio::process::Command::from(second).status().await;
    assert!(ended.as_ref().is_ok_and(std::process::ExitStatus::success), "a second start ended with {ended:?}");
}

async fn names_folder(app: &App<'_>, name: &str) {
    app.see("composer-input").await;
    let asked = format!("return document.querySelector('main').innerText.includes({name:?})");
    app.until("the new thread's folder is the one that was named", &asked).await;
}

async fn thread_id(app: &App<'_>) -> String {
    app.see("thread-row").await;
    let row = "return document.querySelector('[data-part=thread-row]').dataset.thread";
    app.script(row, vec![]).await.as_str().unwrap_or_default().to_owned()
}

#[tokio::test]
async fn the_tray_quits_after_a_question() {
    let display = Display::new().await;
    let tray = Tray::raise(&display).await;
    let codex_home = CodexHome::on(&display).await;
    codex_home.converse("first words").await;
    let app = codex_home.start().browsing().await;
    tray.says("Nothing is running").await;
    tray.says("Show Threadloft").await;

    app.open_thread("first words").await;
    codex_home.model.say(Step::exec_escalated("touch moored", "It leaves the workspace."));
    app.send("moor the boat").await;
    app.see("ask").await;
    tray.says("1 running, 1 request is waiting for you").await;
    app.click("ask-decline").await;
    tray.says("Nothing is running").await;

    codex_home.model.say([Step::text("I am at it"), Step::Hang]);
    app.send("go on").await;
    app.read("row", "I am at it").await;
    tray.says("1 running").await;
    tray.click("Quit Threadloft").await;
    app.see("dialog").await;
    app.click("dialog-no").await;
    app.miss("dialog").await;
    assert!(app.runs());
    tray.click("Quit Threadloft").await;
    app.see("dialog").await;
    app.click_away("dialog-yes").await;
    all_gone(&app).await;
}

#[tokio::test]
async fn an_app_closed_to_the_tray_comes_back() {
    let display = Display::new().await;
    let tray = Tray::raise(&display).await;
    let codex_home = CodexHome::on(&display).await;
    codex_home.converse("first words").await;
    let app = codex_home.start().browsing().await;
    tray.says("Nothing is running").await;
    change_settings(&app, "{ closeToTray: true }").await;
    app.press_close_once();
    wait::until("the window is put away", async || window(&display).is_none()).await;
    assert!(app.runs() && !display.codexes().is_empty(), "only the window went");
    tray.click("Show Threadloft").await;
    wait::until("the window is back", async || window(&display).is_some()).await;
    app.read("thread-row", "first words").await;
    tray.click("Quit Threadloft").await;
    all_gone(&app).await;
}

#[tokio::test]
async fn without_a_tray_a_closed_window_is_closed() {
    let display = Display::new().await;
    let codex_home = CodexHome::on(&display).await;
    let app = codex_home.start().browsing().await;
    change_settings(&app, "{ closeToTray: true, tray: false }").await;
    app.press_close().await;
    all_gone(&app).await;
}

#[tokio::test]
async fn where_no_desktop_shows_a_tray_a_closed_window_is_closed() {
    let display = Display::new().await;
    let codex_home = CodexHome::on(&display).await;
    let app = codex_home.start().browsing().await;
    change_settings(&app, "{ closeToTray: true }").await;
    app.press_close().await;
    all_gone(&app).await;
}

/// Place and size of the window's own content.
fn geometry(display: &Display) -> Option<[i32; 4]> {
    let said = xdotool(display, &["getwindowgeometry", "--shell", &window(display)?]);
    let field = |name: &str| said.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix('=')?.parse().ok());
    Some([field("X")?, field("Y")?, field("WIDTH")?, field("HEIGHT")?])
}

#[tokio::test]
async fn a_window_reopens_where_it_was() {
    let display = Display::new().await;
    let codex_home = CodexHome::on(&display).await;
    let app = codex_home.start().ready().await;
    let id = window(&display).unwrap_or_else(|| panic!("no window"));
    xdotool(&display, &["windowsize", "--sync", &id, "1010", "707"]);
    xdotool(&display, &["windowmove", "--sync", &id, "321", "111"]);
    wait::until("the window is as wished", async || {
        geometry(&display).is_some_and(|[.., width, height]| (width, height) == (1010, 707))
    })
    .await;
    let before = geometry(&display).unwrap_or_else(|| panic!("no window"));
    app.press_close().await;
    all_gone(&app).await;
    drop(app);
    let app = codex_home.start().ready().await;
    let mut seen = None;
    let same = wait::for_some(async || {
        seen = geometry(&display);
        let [x, y, width, height] = seen?;
        // The window manager's frame may or may not be counted.
        let near = (x - before[0]).abs() <= 40 && (y - before[1]).abs() <= 40;
        ((width, height) == (before[2], before[3]) && near).then_some(())
    })
    .await;
    assert!(same.is_some(), "it was {before:?} and is {seen:?}");
    app.see("app").await;
}

/// Waits until the page is as many CSS pixels wide as fit at this zoom.
async fn is_drawn_at(app: &App<'_>, display: &Display, percent: i32) {
    let [.., wide, _] = geometry(display).unwrap_or_else(|| panic!("no window"));
    let script = format!("return Math.abs(innerWidth * {percent} / 100 - {wide}) <= 2");
    app.until(&format!("it is drawn at {percent} %"), &script).await;
}

#[tokio::test]
async fn zoom_reaches_every_window() {
    // Ctrl and plus, Ctrl and zero, as WebDriver writes keys.
    let (larger, as_it_is) = ("\u{E009}+\u{E000}", "\u{E009}0\u{E000}");
    let display = Display::new().await;
    let codex_home = CodexHome::on(&display).await;
    let app = codex_home.at_work().await;
    is_drawn_at(&app, &display, 100).await;
    app.tab("terminal").await;
    app.click("open-terminal-bare").await;
    app.see("terminal-screen").await;
    let rows = "return Number(document.querySelector('[data-part=terminal-screen]').dataset.rows)";
    app.until("the terminal has its size", &format!("{rows} > 24")).await;
    let before = app.script(rows, vec![]).await;
    app.write("composer-input", larger).await;
    is_drawn_at(&app, &display, 110).await;
    app.until("the terminal is measured anew", &format!("{rows} < {before}")).await;
    for percent in [125, 150] {
        app.write("composer-input", larger).await;
        is_drawn_at(&app, &display, percent).await;
    }
    let first = app.windows().await;
    app.open_window().await;
    wait::until("a second window", async || app.windows().await.len() == 2).await;
    let second = app.windows().await.into_iter().find(|one| !first.contains(one)).unwrap_or_default();
    assert!(app.switch(&second).await.is_ok());
    app.drawn().await;
    app.until("a later window is drawn so too", "return innerWidth <= 960 / 1.5").await;
    app.write("composer-input", as_it_is).await;
    app.until("and follows", "return innerWidth >= 900").await;
    assert!(app.switch(&first[0]).await.is_ok());
    app.until("so does the first", "return innerWidth >= 1200").await;
    app.write("composer-input", larger).await;
    app.until("it is larger again", "return innerWidth < 1200").await;
    app.signal("TERM");
    all_gone(&app).await;
    drop(app);
    let app = codex_home.start().browsing().await;
    is_drawn_at(&app, &display, 110).await;
}

#[tokio::test]
async fn a_folder_on_the_command_line_begins_a_thread_there() {
    let display = Display::new().await;
    let codex_home = CodexHome::on(&display).await;
    codex_home.converse("first words").await;
    let boats = display.folder("projects/boote & mehr");
    let app = codex_home.start().arg(boats.to_string_lossy()).browsing().await;
    names_folder(&app, "boote & mehr").await;
    let id = thread_id(&app).await;
    app.press_close().await;
    all_gone(&app).await;
    drop(app);

    let app = codex_home.start().arg("--thread").arg(id).ready().await;
    app.read("row", "first words").await;
}

#[tokio::test]
async fn a_second_start_hands_over_what_it_was_asked_for() {
    let display = Display::new().await;
    let codex_home = CodexHome::on(&display).await;
    codex_home.converse("first words").await;
    let app = codex_home.start().as_the_only_one().browsing().await;
    let id = thread_id(&app).await;
    let window = window(&display).unwrap_or_else(|| panic!("no window"));
    xdotool(&display, &["windowminimize", "--sync", &window]);
    again(&display, &["--thread", &id]).await;
    in_front(&display).await;
    app.read("row", "first words").await;

    let boats = display.folder("projects/boote & mehr");
    again(&display, &[&boats.to_string_lossy()]).await;
    names_folder(&app, "boote & mehr").await;
    assert_eq!(display.codexes().len(), 1, "one app, one server");
}

#[tokio::test]
async fn about_names_both_versions() {
    let display = Display::new().await;
    let codex_home = CodexHome::on(&display).await;
    let app = codex_home.start().browsing().await;
    app.click("account").await;
    app.click_on("[data-section=\"about\"]").await;
    app.read("settings", env!("CARGO_PKG_VERSION")).await;
    app.read("settings", "0.166.0").await;
}

/// Runs the program without a terminal, and returns how it ended.
async fn refused(display: &Display, program: &Path, path: Option<&Path>) -> (i32, String) {
    let mut app = display.command(program);
    if let Some(path) = path {
        app.env("PATH", format!("{}:{}", path.display(), std::env::var("PATH").unwrap_or_default()));
    }
    ended(app).await
}

async fn ended(mut app: std::process::Command) -> (i32, String) {
    let program = app.get_program().to_owned();
    app.stderr(Stdio::piped());
    let child = tokio::process::Command::from(app).kill_on_drop(true).spawn();
    let child = child.unwrap_or_else(|why| panic!("{}: {why}", Path::new(&program).display()));
    let ended = tokio::time::timeout(std::time::Duration::from_secs(60), child.wait_with_output()).await;
    let said = ended.unwrap_or_else(|_| panic!("it does not end")).unwrap_or_else(|why| panic!("{why}"));
    (said.status.code().unwrap_or(-1), String::from_utf8_lossy(&said.stderr).into_owned())
}

fn program(file: &Path, text: &str) {
    std::fs::write(file, text)
        .and_then(|()| std::fs::set_permissions(file, std::fs::Permissions::from_mode(0o755)))
        .unwrap_or_else(|why| panic!("{}: {why}", file.display()));
}

/// The packaged launcher in front of a program that needs a library which no system has.
fn broken(display: &Display) -> PathBuf {
    let root = display.folder("broken");
    let (bin, lib) = (display.folder("broken/bin"), display.folder("broken/lib/threadloft"));
    let launcher = xtask::paths::root().join("src-tauri/packaging/linux/threadloft");
    std::fs::copy(launcher, bin.join("threadloft")).unwrap_or_else(|why| panic!("no launcher: {why}"));
    let tool = std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default())
        .map(|folder| folder.join("xdotool"))
        .find(|file| file.is_file())
        .unwrap_or_else(|| panic!("no xdotool"));
    let mut bytes = std::fs::read(tool).unwrap_or_default();
    let (name, other) = (b"libxdo.so.3\0", b"libxdo.so.9\0");
    let at = bytes.windows(name.len()).position(|window| window == name);
    let at = at.unwrap_or_else(|| panic!("xdotool does not name libxdo"));
    bytes[at..at + other.len()].copy_from_slice(other);
    let app = lib.join("threadloft");
    std::fs::write(&app, bytes)
        .and_then(|()| std::fs::set_permissions(&app, std::fs::Permissions::from_mode(0o755)))
        .unwrap_or_else(|why| panic!("{}: {why}", app.display()));
    root.join("bin/threadloft")
}

#[tokio::test]
async fn a_missing_library_is_reported_in_a_dialog() {
    let display = Display::new().await;
    let (tools, shown) = (display.folder("tools"), display.folder("shown").join("dialog"));
    program(&tools.join("zenity"), &format!("#!/bin/sh\nprintf '%s\\n' \"$@\" > '{}'\n", shown.display()));
    let (code, said) = refused(&display, &broken(&display), Some(&tools)).await;
    assert_eq!(code, 1);
    assert!(said.contains("the system has no libxdo.so.9") && said.contains("Install"), "{said}");
    let shown = std::fs::read_to_string(shown).unwrap_or_default();
    assert!(shown.contains("--error") && shown.contains("the system has no libxdo.so.9"), "{shown}");
}

#[tokio::test]
async fn an_install_without_its_parts_is_said_in_a_dialog() {
    let display = Display::new().await;
    let folder = display.folder("half");
    let app = folder.join("threadloft");
    std::fs::hard_link(xtask::paths::app(), &app).unwrap_or_else(|why| panic!("{}: {why}", app.display()));
    std::fs::write(folder.join("contents.json"), r#"{"codex":"0.0.0"}"#).unwrap_or_else(|why| panic!("{why}"));
    let ((code, said), ()) = tokio::join!(refused(&display, &app, None), dismiss(&display));
    assert_eq!(code, 1);
    assert!(said.contains("incomplete") && said.contains("Reinstall Threadloft"), "{said}");

    // As the message says, one's own codex is a way out: then only the display is missing.
    let mut rescued = display.command(&app);
    rescued.env("THREADLOFT_CODEX", threadloft_tests::codex()).env_remove("DISPLAY").env_remove("GDK_BACKEND");
    let (_, said) = ended(rescued).await;
    assert!(said.contains("there is no display here") && !said.contains("incomplete"), "{said}");
}

/// Waits for the dialog and closes it with Escape.
async fn dismiss(display: &Display) {
    let open = || xdotool(display, &["search", "--onlyvisible", "--class", "threadloft"]);
    wait::until("the dialog is there", async || !open().is_empty()).await;
    // Pressed until it works: the dialog may not have the keyboard focus yet.
    wait::until("the dialog is closed", async || {
        xdotool(display, &["key", "Escape"]);
        open().is_empty()
    })
    .await;
}

#[tokio::test]
async fn a_folder_that_is_gone_is_said_in_a_dialog_to_whoever_has_no_terminal() {
    let display = Display::new().await;
    let mut app = display.command(xtask::paths::app());
    app.arg(display.folder("projects").join("gone"));
    let ((code, said), ()) = tokio::join!(ended(app), dismiss(&display));
    assert_eq!(code, 2);
    assert!(said.contains("gone"), "{said}");
}

#[tokio::test]
async fn without_a_display_the_app_fails_with_a_message() {
    let display = Display::new().await;
    let mut app = display.command(xtask::paths::app());
    app.env_remove("DISPLAY").env_remove("GDK_BACKEND").stderr(Stdio::piped());
    let said = tokio::process::Command::from(app).output().await.unwrap_or_else(|why| panic!("{why}"));
    let words = String::from_utf8_lossy(&said.stderr);
    assert!(!said.status.success() && words.contains("there is no display here"), "{words}");
}
