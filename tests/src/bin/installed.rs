//! `cargo xtask bundle --check`: starts the app from an unpacked package.
//!
//! `installed WITH WITHOUT [PICTURE]`: two root folders, with and without a bundled codex. The app sees a home with
//! spaces and non-ASCII letters, a PATH without codex and Node, and nothing of the build tree.

use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use threadloft_tests::app::{App, Start};
use threadloft_tests::codex_home::CodexHome;
use threadloft_tests::display::Display;
use threadloft_tests::{process, wait};

/// Everything that the launcher and the driver need from a system.
const TOOLS: &[&str] = &["sh", "ls", "readlink", "cat", "mkdir", "env", "WebKitWebDriver"];

#[tokio::main(flavor = "multi_thread", worker_threads = 2)]
async fn main() {
    let args: Vec<PathBuf> = std::env::args_os().skip(1).map(PathBuf::from).collect();
    let [with, without] = [0, 1].map(|at| args.get(at).cloned().unwrap_or_else(|| panic!("two roots are needed")));
    if let Some(file) = args.get(2) {
        first_screen(&with, file).await;
        println!("    the first screen after an install: {}", file.display());
    }
    whole(&with).await;
    println!("    with codex: the list is there, from the bundled server alone; a second start is handed over");
    bare(&without).await;
    println!("    without codex: it says so, and takes one that it is pointed to");
}

/// The package with codex needs nothing else.
async fn whole(root: &Path) {
    let display = Display::new().await;
    let codex_home = CodexHome::on(&display).await;
    codex_home.converse("first words").await;
    let app = start(codex_home.start(), &display, root).browsing().await;
    app.read("thread-row", "first words").await;
    from_there_alone(&display, &app, root);
    second_start(&display, &app, root).await;
}

/// Takes a picture of the first screen after an installation.
async fn first_screen(root: &Path, file: &Path) {
    let display = Display::new().await;
    // The same fonts as in every other picture.
    let config = display.folder("home/.config");
    let app = start(Start::on(&display), &display, root).env("XDG_CONFIG_HOME", config.to_string_lossy()).ready().await;
    app.resize(1120, 760).await;
    app.see("welcome").await;
    app.settled().await;
    app.picture(file).await;
}

/// The package without codex, on a machine that has none; then with the path of one.
async fn bare(root: &Path) {
    let display = Display::new().await;
    let codex_home = CodexHome::on(&display).await;
    codex_home.converse("first words").await;
    {
        let app = start(codex_home.start(), &display, root).ready().await;
        if display.codexes().is_empty() {
            app.see("stopped").await;
        } else {
            println!("    this machine has a codex in one of the usual places, and it was found");
        }
        app.signal("TERM");
        wait::until("the app has ended", async || !app.runs()).await;
    }
    let codex = threadloft_tests::codex();
    let app =
        start(codex_home.start(), &display, root).env("THREADLOFT_CODEX", codex.to_string_lossy()).browsing().await;
    app.read("thread-row", "first words").await;
}

/// Starts the app as a dock does: with default folders, a minimal PATH, and a login shell that adds one folder.
fn start<'display>(start: Start<'display>, display: &Display, root: &Path) -> Start<'display> {
    let home = display.folder("häuser/ein haus");
    let tools = tools(display);
    let shell = display.folder("shell").join("login");
    let script =
        format!("#!/bin/sh\necho 'welcome back'\nprintf '\\n%s' '{}:/opt/of-the-login-shell'\n", tools.display());
    std::fs::write(&shell, script)
        .and_then(|()| std::fs::set_permissions(&shell, std::fs::Permissions::from_mode(0o755)))
        .unwrap_or_else(|why| panic!("{}: {why}", shell.display()));
    start
        .program(root.join("usr/bin/threadloft"))
        .env("HOME", home.to_string_lossy())
        .env("XDG_DATA_HOME", "")
        .env("XDG_CACHE_HOME", "")
        .env("XDG_CONFIG_HOME", "")
        .env("THREADLOFT_CODEX", "")
        .env("THREADLOFT_DATA_DIR", "")
        .env("PATH", tools.to_string_lossy())
        .env("SHELL", shell.to_string_lossy())
}

fn tools(display: &Display) -> PathBuf {
    let folder = display.folder("tools");
    let path = std::env::var_os("PATH").unwrap_or_default();
    for tool in TOOLS {
        let found = std::env::split_paths(&path).map(|folder| folder.join(tool)).find(|file| file.is_file());
        let found = found.unwrap_or_else(|| panic!("{tool} is not on PATH"));
        // The link may exist from the start before this one.
        let _ = symlink(found, folder.join(tool));
    }
    folder
}

/// Checks that the program and its server are from the package, and that the server got the login shell's PATH.
fn from_there_alone(display: &Display, app: &App<'_>, root: &Path) {
    let ours = app.process().unwrap_or_else(|| panic!("the app does not run"));
    assert_eq!(ours.exe, root.join("usr/lib/threadloft/threadloft"));
    let codexes = display.codexes();
    assert!(!codexes.is_empty(), "no codex runs");
    for codex in codexes {
        assert_eq!(codex.exe, root.join("usr/lib/threadloft/codex/bin/codex"));
        let environ = std::fs::read(format!("/proc/{}/environ", codex.pid)).unwrap_or_default();
        let environ = String::from_utf8_lossy(&environ);
        let path = environ.split('\0').find_map(|entry| entry.strip_prefix("PATH=")).unwrap_or_default();
        assert!(path.contains("/opt/of-the-login-shell"), "codex was not given the login shell's PATH: {path}");
    }
}

/// A second start ends with code 0, brings the first to the front at the requested place, and leaves one app running.
async fn second_start(display: &Display, app: &App<'_>, root: &Path) {
    let row = "return document.querySelector('[data-part=thread-row]').dataset.thread";
    let thread = app.script(row, vec![]).await.as_str().unwrap_or_default().to_owned();
    minimise(display);
    again(display, root, &["--thread", &thread]).await;
    in_front(display).await;
    app.see("transcript").await;
    app.read("row", "first words").await;

    let project = display.folder("häuser/ein projekt");
    again(display, root, &[&project.to_string_lossy()]).await;
    app.read("composer", "").await;
    let asked = format!("return document.body.innerText.includes({:?})", "ein projekt");
    app.until("the new thread's folder is the one that was named", &asked).await;
    let running = display.processes().into_iter().filter(is_program).count();
    assert_eq!(running, 1, "a second app stays beside the first");
}

fn is_program(one: &process::Process) -> bool {
    one.exe.ends_with("usr/lib/threadloft/threadloft")
}

async fn again(display: &Display, root: &Path, args: &[&str]) {
    let mut second = display.command(root.join("usr/bin/threadloft"));
    second.args(args);
    let ended = tokio::process::Command::from(second).status().await;
    assert!(ended.as_ref().is_ok_and(std::process::ExitStatus::success), "a second start ended with {ended:?}");
}

fn minimise(display: &Display) {
    let args = ["search", "--onlyvisible", "--name", "Threadloft$", "windowminimize", "--sync"];
    let done = display.command("xdotool").args(args).status();
    assert!(done.is_ok_and(|status| status.success()), "xdotool could not put the window away");
}

async fn in_front(display: &Display) {
    wait::until("the first start's window is in front", async || {
        let mut ask = display.command("xdotool");
        ask.args(["getactivewindow", "getwindowname"]).stdout(std::process::Stdio::piped());
        ask.output().is_ok_and(|said| String::from_utf8_lossy(&said.stdout).ends_with("Threadloft"))
    })
    .await;
}
