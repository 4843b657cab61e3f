//! The first minutes: no account, no codex, or one that does not work.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use threadloft_tests::app::{App, Start};
use threadloft_tests::codex_home::CodexHome;
use threadloft_tests::display::Display;
use threadloft_tests::wait;

#[tokio::test]
async fn the_first_screen_leads_to_a_demo_that_works() {
    let display = Display::new().await;
    let app = Start::on(&display).ready().await;
    app.see("welcome").await;
    app.click("try-demo").await;
    app.miss("welcome").await;
    app.see("banner").await;
    app.send(loopback::demo::SHOT_PROMPT).await;
    app.turn("done").await;
}

#[tokio::test]
async fn history_can_be_read_before_anything_is_set_up() {
    let display = Display::new().await;
    let app = Start::on(&display).ready().await;
    app.click("just-browse").await;
    app.miss("welcome").await;
    app.see("sidebar").await;
    app.reload().await;
    app.see("sidebar").await;
}

#[tokio::test]
async fn the_page_takes_the_theme_it_is_told() {
    let display = Display::new().await;
    let app = Start::on(&display).env("THREADLOFT_THEME", "dark").ready().await;
    app.see_on("html[data-theme=\"dark\"]").await;
}

#[tokio::test]
async fn a_missing_codex_is_said_with_a_way_out() {
    let display = Display::new().await;
    let nowhere = display.folder("empty").join("codex");
    let app = Start::on(&display).env("THREADLOFT_CODEX", nowhere.to_string_lossy()).ready().await;
    app.see("stopped").await;
    app.read("stopped", &nowhere.to_string_lossy()).await;
}

#[tokio::test]
async fn a_codex_that_may_not_run_is_said() {
    let display = Display::new().await;
    let app = Start::on(&display).env("THREADLOFT_CODEX", fake(&display, "#!/bin/sh\n", 0o644)).ready().await;
    app.see("stopped").await;
}

#[tokio::test]
async fn a_codex_that_crashes_is_said_with_its_last_words() {
    let display = Display::new().await;
    let crash = "#!/bin/sh\necho 'the anchor broke' >&2\nexit 101\n";
    let app = Start::on(&display).env("THREADLOFT_CODEX", fake(&display, crash, 0o755)).ready().await;
    app.see("stopped").await;
    app.read("stopped", "the anchor broke").await;
}

#[tokio::test]
async fn a_second_start_has_its_list_before_anybody_said_who_is_signed_in() {
    let display = Display::new().await;
    let codex_home = CodexHome::on(&display).await;
    codex_home.converse("first words").await;
    // It reads everything and answers nothing until the app closes its stdin.
    let mute = fake(&display, "#!/bin/sh\necho >>\"$0.starts\"\nwhile read -r _; do :; done\n", 0o755);
    let opened = codex_home.start().env("THREADLOFT_CODEX", &mute).ready().await;
    // On a first start there is nothing to show until the account is known.
    opened.see_on("[data-part=opening], [data-part=welcome]").await;
    opened.miss("sidebar").await;
    leave(opened).await;

    let app = codex_home.start().ready().await;
    app.read("thread-row", "first words").await;
    app.until("the page remembers its frame", "return localStorage.getItem('threadloft.side') !== null").await;
    leave(app).await;

    let app = codex_home.start().env("THREADLOFT_CODEX", &mute).ready().await;
    // A sidebar that is only laid out ahead, in case nobody must sign in, does not count.
    app.see_on(".window:not(.not-yet) [data-part=sidebar]").await;
    app.read("thread-row", "first words").await;
    app.miss("welcome").await;

    // A hanging Codex must not leave the person without a way out.
    let starts = || fs::read_to_string(format!("{mute}.starts")).unwrap_or_default().lines().count();
    let before = starts();
    app.click("start-anew").await;
    wait::until("codex is started anew", async || starts() > before).await;
    app.read("thread-row", "first words").await;
}

#[tokio::test]
async fn codex_is_fetched_with_the_npm_that_only_the_login_shell_knows() {
    let display = Display::new().await;
    // The PATH of a dock has an outdated codex; the login shell adds a folder, and npm is in it.
    let old = "#!/bin/sh\necho \"error: unrecognized subcommand 'app-server'\" >&2\nexit 2\n";
    program(&display, "dock/codex", old);
    let path = format!("{}:{}", display.folder("dock").display(), std::env::var("PATH").unwrap_or_default());
    let shell = format!("#!/bin/sh\nprintf '\\n%s' '{}':\"$PATH\"\n", display.folder("tools").display());
    let shell = program(&display, "shell/sh", &shell);
    let broken = "#!/bin/sh\necho 'npm error code ENOTFOUND' >&2\necho 'npm error the harbour is closed' >&2\nexit 1\n";
    program(&display, "tools/npm", broken);
    let app = Start::on(&display).env("THREADLOFT_CODEX", "").env("PATH", path).env("SHELL", shell).ready().await;
    app.see_on("[data-part=stopped][data-kind=tooOld]").await;
    app.click("fetch-codex").await;
    app.read("toast", "npm error the harbour is closed").await;

    let package = if cfg!(target_arch = "aarch64") { "codex-linux-arm64" } else { "codex-linux-x64" };
    let bin = format!("{package}/vendor/{}-unknown-linux-musl/bin", std::env::consts::ARCH);
    let codex = threadloft_tests::codex();
    let brings = format!(
        "#!/bin/sh\nscope=\"$3/node_modules/@openai\"\n\
         [ \"$2\" = --prefix ] && mkdir -p \"$scope/codex\" \"$scope/{bin}\" && ln -s '{}' \"$scope/{bin}/codex\"\n",
        codex.display()
    );
    program(&display, "tools/npm", &brings);
    app.click("fetch-codex").await;
    app.miss("stopped").await;
    app.see("welcome").await;
    let asked = "window.__TAURI_INTERNALS__.invoke('query', { query: { type: 'diagnostics' } })
        .then((result) => arguments[0](result.diagnostics.toolPath), (why) => arguments[0](JSON.stringify(why)))";
    assert_eq!(app.script_later(asked, vec![]).await, "shell");
}

async fn leave(app: App<'_>) {
    app.press_close().await;
    wait::until("the app is gone", async || !app.runs()).await;
}

fn program(display: &Display, place: &str, text: &str) -> String {
    let (folder, name) = place.split_once('/').unwrap_or(("", place));
    write(display.folder(folder).join(name), text, 0o755)
}

fn fake(display: &Display, text: &str, mode: u32) -> String {
    write(display.folder("fake").join("codex"), text, mode)
}

fn write(file: PathBuf, text: &str, mode: u32) -> String {
    fs::write(&file, text).unwrap_or_else(|why| panic!("{}: {why}", file.display()));
    fs::set_permissions(&file, Permissions::from_mode(mode)).unwrap_or_else(|why| panic!("{}: {why}", file.display()));
    file.to_string_lossy().into_owned()
}
