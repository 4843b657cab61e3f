//! Signing in and out in the real window: real codex, the loopback as issuer, a real keychain or none.

use loopback::accounts::browse;
use loopback::{LimitHeaders, LimitPeriod};
use serde_json::json;
use std::fs;
use std::net::TcpListener;
use std::path::PathBuf;
use std::process::Stdio;
use threadloft_tests::app::App;
use threadloft_tests::browser::Browser;
use threadloft_tests::codex_home::CodexHome;
use threadloft_tests::display::Display;
use threadloft_tests::keyring::{PrivateSession, alone, lock, unlock};
use threadloft_tests::wait;

const KEY: &str = "sk-proj-window-0123456789abcdef";
const WHO: &str = "ada@example.invalid";

/// A display with an unlocked keychain.
async fn display() -> Display {
    let display = Display::new().await;
    unlock(display.command("gnome-keyring-daemon"));
    display
}

async fn account_page(app: &App<'_>) {
    app.click("account").await;
    app.see("account-here").await;
}

async fn sign_in_with_key(app: &App<'_>, key: &str) {
    // An earlier attempt may still be running. A refused key is overwritten.
    let free = "const field = document.querySelector('[data-part=key-input]');
        field?.select();
        return field?.disabled === false";
    app.until("a key can be written", free).await;
    app.write("key-input", key).await;
    app.click("sign-in").await;
}

#[tokio::test]
async fn a_browser_signs_in() {
    let _alone = alone();
    let display = display().await;
    let codex_home = CodexHome::with_accounts(&display).await;
    let browser = Browser::on(&display);
    let app = browser.before(codex_home.start()).ready().await;
    app.see_on("[data-part=keeping][data-kind=works]").await;
    app.click("sign-in-browser").await;
    let page = browser.page().await;
    app.read("login-link", &page).await;
    browse(&page).await.unwrap();
    app.miss("welcome").await;
    app.read("account", WHO).await;

    account_page(&app).await;
    app.read("account-here", "stored in the system keychain").await;
    app.read("binding", "% used").await;
    assert!(!codex_home.home().join("auth.json").exists());
    app.click("sign-out").await;
    app.click("dialog-yes").await;
    app.read("account-here", "Not signed in").await;
}

#[tokio::test]
async fn a_code_signs_in_where_the_browser_cannot_come_back() {
    let _alone = alone();
    let display = display().await;
    let codex_home = CodexHome::with_accounts(&display).await;
    codex_home.model.account(|account| account.device_ready = false);
    let _held = [1455, 1457].map(|port| TcpListener::bind(("127.0.0.1", port)).unwrap());
    let app = codex_home.start().ready().await;
    app.click("sign-in-browser").await;
    app.read("login-problem", &format!("process {}", std::process::id())).await;
    app.click("next-useDevice").await;
    app.read("device-code", "LOOP-2468").await;
    app.see_on("[data-part=login-device] svg.qr path").await;
    app.click("sign-in-back").await;
    app.see_on("[data-part=sign-in-pane][data-kind=none]").await;

    app.click("sign-in-code").await;
    app.read("device-code", "LOOP-2468").await;
    codex_home.model.account(|account| account.device_ready = true);
    app.miss("welcome").await;
    app.read("account", WHO).await;
}

#[tokio::test]
async fn accounts_are_switched() {
    let _alone = alone();
    let display = display().await;
    let codex_home = CodexHome::with_accounts(&display).await;
    let app = codex_home.start().ready().await;
    app.click("api-key").await;
    sign_in_with_key(&app, "sk-ab cd ef gh ij kl mn op").await;
    app.read("key-input-problem", "no spaces").await;
    app.click("key-keep").await;
    app.write("key-name", "batch jobs").await;
    sign_in_with_key(&app, &format!("  {KEY} ")).await;
    app.miss("welcome").await;
    account_page(&app).await;
    app.read("account-here", "API key").await;
    app.read("binding", "not reported").await;
    app.read("saved-key", "batch jobs").await;

    app.click("add-account").await;
    app.click("dialog-yes").await;
    app.see("welcome").await;
    app.click("sign-in-code").await;
    app.read("account-here", WHO).await;
    app.read("parked", "API key").await;
    app.click("switch-account").await;
    app.read("account-here", "API key").await;
    app.read("parked", WHO).await;
    let session = PrivateSession { root: display.folder("") };
    assert_eq!(session.holding(KEY), Vec::<PathBuf>::new());
}

#[tokio::test]
async fn a_refused_key_stays_in_its_field_with_the_reason_under_it() {
    const REFUSED: &str = "sk-proj-refused 0123456789abcdef";
    let _alone = alone();
    let display = display().await;
    let codex_home = CodexHome::with_accounts(&display).await;
    let app = codex_home.start().ready().await;
    app.click("api-key").await;
    sign_in_with_key(&app, REFUSED).await;
    app.read("key-input-problem", "no spaces").await;
    let held = "const all = (part) => document.querySelectorAll(`[data-part=${part}]`);
        return [all('key-input')[0].value, document.activeElement === all('key-input')[0],
            all('sign-in-back').length, all('login-problem').length]";
    assert_eq!(app.script(held, vec![]).await, json!([REFUSED, true, 1, 0]));
    // Only the page has the key: no file and no log does.
    let session = PrivateSession { root: display.folder("") };
    assert_eq!(session.holding("sk-proj-refused"), Vec::<PathBuf>::new());
    sign_in_with_key(&app, KEY).await;
    app.miss("welcome").await;
    app.read("account", "API key").await;
    app.miss("key-input").await;
}

#[tokio::test]
async fn a_sign_in_of_the_cli_is_moved_when_one_agrees() {
    let _alone = alone();
    let display = display().await;
    let codex_home = CodexHome::with_accounts(&display).await;
    let file = codex_home.home().join("auth.json");
    fs::write(&file, format!(r#"{{"auth_mode":"apikey","OPENAI_API_KEY":"{KEY}"}}"#)).unwrap();
    let app = codex_home.start().ready().await;
    app.read("import", &file.to_string_lossy()).await;
    assert!(file.exists());
    app.click("import-yes").await;
    app.miss("welcome").await;
    app.read("account", "API key").await;
    wait::until("the file is gone", async || !file.exists()).await;
}

#[tokio::test]
async fn without_a_keychain_one_signs_in_for_the_session() {
    let _alone = alone();
    let display = Display::new().await;
    let codex_home = CodexHome::with_accounts(&display).await;
    let app = codex_home.start().env("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nonexistent").ready().await;
    app.see_on("[data-part=keeping][data-kind=noService]").await;
    app.click("api-key").await;
    sign_in_with_key(&app, KEY).await;
    app.read("key-input-problem", "keychain").await;
    app.click("next-sessionOnly").await;
    app.see_on("[data-part=keeping][data-kind=session]").await;
    app.miss("key-input-problem").await;
    sign_in_with_key(&app, KEY).await;
    app.miss("welcome").await;
    account_page(&app).await;
    app.read("account-here", "this session only").await;
    assert!(!codex_home.home().join("auth.json").exists());
}

/// The keychain's own password window, while it is open.
fn prompt(display: &Display) -> bool {
    let args = ["search", "--onlyvisible", "--class", "gcr-prompter"];
    let found = display.command("xdotool").args(args).stdout(Stdio::piped()).output();
    found.is_ok_and(|said| !said.stdout.is_empty())
}

/// Waits for that window and answers it; `None` cancels it.
async fn answer(display: &Display, password: Option<&str>) {
    wait::until("the keychain asks for its password", async || prompt(display)).await;
    let press = |args: &[&str]| display.command("xdotool").args(args).status();
    if let Some(password) = password {
        press(&["type", "--delay", "60", password]).unwrap();
        press(&["key", "Return"]).unwrap();
    }
    // A window that has just opened may miss the first key.
    let mut looks = 0;
    wait::until("the keychain has heard", async || {
        looks += 1;
        if prompt(display) && password.is_none() && looks % 20 == 1 {
            press(&["key", "Escape"]).unwrap();
        }
        !prompt(display)
    })
    .await;
}

#[tokio::test]
async fn a_locked_keychain_is_opened_on_request() {
    let _alone = alone();
    let display = display().await;
    lock(display.command("dbus-send"));
    let codex_home = CodexHome::with_accounts(&display).await;
    let app = codex_home.start().ready().await;
    app.see_on("[data-part=keeping][data-kind=locked]").await;
    assert!(!prompt(&display), "a screen that only shows up asks for no password");

    // Codex opens the prompt when it stores something; the person cancels it.
    app.click("api-key").await;
    sign_in_with_key(&app, KEY).await;
    answer(&display, None).await;
    app.read("key-input-problem", "keychain").await;
    app.see("next-sessionOnly").await;
    app.click("next-checkKeychain").await;
    answer(&display, None).await;
    app.see_on("[data-part=keeping][data-kind=denied]").await;
    app.read("keeping", "denied or no password was entered").await;

    app.click("next-checkKeychain").await;
    answer(&display, Some("pw")).await;
    app.see_on("[data-part=keeping][data-kind=works]").await;
    app.read("key-input-problem", "The keychain works now").await;
    sign_in_with_key(&app, KEY).await;
    app.miss("welcome").await;
    app.read("account", "API key").await;
    assert!(!codex_home.home().join("auth.json").exists());
}

#[tokio::test]
async fn history_does_not_wait_for_a_locked_keychain() {
    let _alone = alone();
    let display = display().await;
    let codex_home = CodexHome::with_accounts(&display).await;
    let app = codex_home.start().arg(codex_home.project().to_string_lossy()).ready().await;
    app.click("api-key").await;
    sign_in_with_key(&app, KEY).await;
    app.miss("welcome").await;
    app.send("before it was locked").await;
    app.turn("done").await;
    app.press_close().await;
    wait::until("the app is gone", async || !app.runs()).await;
    drop(app);

    lock(display.command("dbus-send"));
    let app = codex_home.start().ready().await;
    app.read("thread-row", "before it was locked").await;
    app.see_on("[data-part=banner][data-kind=shut]").await;
    assert!(!prompt(&display), "nobody is asked for a password unasked");
    app.read("account", "Not signed in").await;
    app.click("unlock-keychain").await;
    answer(&display, None).await;
    app.read("toast", "You are not signed in yet").await;
    app.click("unlock-keychain").await;
    answer(&display, Some("pw")).await;
    app.read("account", "API key").await;
    app.until("the banner is gone", "return !document.querySelector('[data-part=banner][data-kind=shut]')").await;
}

/// Signed in with a code, on the account page.
async fn at_the_account<'display>(codex_home: &CodexHome<'display>) -> App<'display> {
    let app = codex_home.start().ready().await;
    app.click("sign-in-code").await;
    app.miss("welcome").await;
    account_page(&app).await;
    app.read("account-here", WHO).await;
    app
}

#[tokio::test]
async fn an_earned_reset_is_used_once_after_a_question() {
    let _alone = alone();
    let display = display().await;
    let codex_home = CodexHome::with_accounts(&display).await;
    let full = LimitPeriod { used_percent: 100.0, minutes: 300, resets_in_seconds: 5_400 };
    codex_home.model.set_limits(Some(LimitHeaders { primary: Some(full), ..LimitHeaders::default() }));
    codex_home.model.account(|account| account.credits = None);
    let app = at_the_account(&codex_home).await;
    app.read("binding", "5-hour limit reached, resets").await;
    app.click("use-reset").await;
    app.read("dialog", "Full reset").await;
    app.click("dialog-no").await;
    app.miss("dialog").await;
    let used = |codex_home: &CodexHome<'_>| {
        let asked = codex_home.model.requests().into_iter();
        let keys = asked.filter(|request| request.path.ends_with("/rate-limit-reset-credits/consume"));
        keys.map(|request| request.body["redeem_request_id"].clone()).collect::<Vec<_>>()
    };
    assert!(used(&codex_home).is_empty(), "nothing is used before a yes");
    app.click("use-reset").await;
    app.click("dialog-yes").await;
    app.read("toast", "Limits reset").await;
    app.miss("use-reset").await;
    let keys = used(&codex_home);
    assert!(keys.len() == 1 && keys[0].as_str().is_some_and(|key| key.len() == 36), "{keys:?}");
}

#[tokio::test]
async fn another_workspace_is_chosen() {
    let _alone = alone();
    let display = display().await;
    let codex_home = CodexHome::with_accounts(&display).await;
    codex_home.model.account(|account| {
        account.credits = None;
        account.more_usage =
            serde_json::json!({ "rate_limit_reached_type": { "type": "workspace_member_credits_depleted" } });
        account.others = vec![("acct-guild".into(), "Weavers Guild".into())];
    });
    let app = at_the_account(&codex_home).await;
    app.read("binding", "No credits left").await;
    app.click("ask-owner").await;
    app.read("toast", "Request emailed to the owner").await;
    let mails = |path: &str| path.ends_with("/send_add_credits_nudge_email");
    assert_eq!(codex_home.model.requests().iter().filter(|request| mails(&request.path)).count(), 1);

    app.read("workspace", "Weavers Guild").await;
    app.click("switch-workspace").await;
    let script = "return [...document.querySelectorAll('[data-part=workspace]')]
        .some((one) => one.textContent.includes('Weavers Guild') && one.textContent.includes('in use'))";
    app.until("the other workspace is in use", script).await;
}

#[tokio::test]
async fn a_token_command_is_switched() {
    let _alone = alone();
    let display = display().await;
    let codex_home = CodexHome::with_accounts(&display).await;
    let file = display.folder("outside").join("token");
    fs::write(&file, codex_home.model.access_token().unwrap()).unwrap();
    let app = codex_home.start().browsing().await;
    account_page(&app).await;
    app.click_on("[data-part=tokens] summary").await;
    app.write("token-command", "sh -c 'exit 3'").await;
    app.click("use-tokens").await;
    app.agree("Run this command to sign in?", "Run").await;
    app.read("login-problem", "The token command failed").await;
    app.script("document.querySelector('[data-part=token-command]').value = ''", vec![]).await;
    app.write("token-command", &format!("cat \"{}\"", file.display())).await;
    app.click("use-tokens").await;
    app.agree("Run this command to sign in?", "Run").await;
    app.read("account-here", WHO).await;
    app.click("stop-tokens").await;
    app.read("account-here", "Not signed in").await;
}

#[tokio::test]
async fn a_refused_refresh_leads_to_the_sign_in() {
    let _alone = alone();
    let display = display().await;
    let codex_home = CodexHome::with_accounts(&display).await;
    let app = codex_home.start().arg(codex_home.project().to_string_lossy()).ready().await;
    app.click("sign-in-code").await;
    app.miss("welcome").await;
    app.send("one").await;
    app.turn("done").await;
    codex_home.model.reject_issued();
    app.send("two").await;
    app.read("row", "echo: two").await;
    app.turn("done").await;
    assert_eq!(app.texts("trouble").await, Vec::<String>::new());

    codex_home.model.reject_issued();
    codex_home.model.account(|account| account.refuse_refresh = Some("refresh_token_expired".into()));
    app.send("three").await;
    app.turn("failed").await;
    app.read("trouble", "the sign-in has expired").await;
    app.click("trouble-sign-in").await;
    app.see("welcome").await;
    codex_home.model.account(|account| account.refuse_refresh = None);
    app.click("sign-in-code").await;
    app.miss("welcome").await;
    app.send("four").await;
    app.read("row", "echo: four").await;
}

#[tokio::test]
async fn without_a_browser_the_sign_in_shows_its_link() {
    let _alone = alone();
    let display = display().await;
    let codex_home = CodexHome::with_accounts(&display).await;
    // A PATH with only the driver on it, so that no browser is found.
    let nothing = display.folder("nothing");
    let path = std::env::var_os("PATH").unwrap_or_default();
    let driver = std::env::split_paths(&path).map(|folder| folder.join("WebKitWebDriver")).find(|file| file.is_file());
    std::os::unix::fs::symlink(driver.unwrap(), nothing.join("WebKitWebDriver")).unwrap();
    let app = codex_home.start().env("PATH", nothing.to_string_lossy()).env("SHELL", "/bin/false").ready().await;
    app.click("sign-in-browser").await;
    app.read("login-unopened", "No browser could be opened. Copy the link or use a code.").await;
    app.read("login-link", "/oauth/authorize").await;
    app.see("copy-link").await;
    let said = "const pane = document.querySelector('[data-part=sign-in-pane]');
        const folded = pane.querySelector('[data-part=login-details]');
        return [folded.open, folded.textContent.length > 20, folded.textContent.includes('/oauth/authorize'),
            pane.innerText.split('/oauth/authorize').length]";
    assert_eq!(
        app.script(said, vec![]).await,
        json!([false, true, false, 2]),
        "the link stands once, the rest is folded"
    );
    app.click("use-code").await;
    app.miss("welcome").await;
}
