//! Signing in and out in the real window: real codex, the loopback as issuer, a real keychain or none.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used)]

use loopback::accounts::browse;
use std::fs::{self, Permissions};
use std::net::TcpListener;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use threadloft_tests::app::{App, Start};
use threadloft_tests::keyring::{Room, alone, unlock};
use threadloft_tests::lab::Lab;
use threadloft_tests::stage::Stage;
use threadloft_tests::wait;

const KEY: &str = "sk-proj-window-0123456789abcdef";
const WHO: &str = "ada@example.invalid";

/// A stage with an open keychain.
async fn stage() -> Stage {
    let stage = Stage::new().await;
    unlock(stage.command("gnome-keyring-daemon"));
    stage
}

/// A browser that only notes which page it was asked to open.
struct Browser {
    bin: PathBuf,
    asked: PathBuf,
}

impl Browser {
    fn on(stage: &Stage) -> Self {
        let (bin, asked) = (stage.folder("bin"), stage.folder("browser").join("asked"));
        let script = format!("#!/bin/sh\nprintf '%s\\n' \"$1\" >> '{}'\n", asked.display());
        let program = bin.join("xdg-open");
        fs::write(&program, script).unwrap();
        fs::set_permissions(&program, Permissions::from_mode(0o755)).unwrap();
        Self { bin, asked }
    }

    fn before<'stage>(&self, start: Start<'stage>) -> Start<'stage> {
        let path = std::env::var("PATH").unwrap_or_default();
        start.env("PATH", format!("{}:{path}", self.bin.display()))
    }

    async fn page(&self) -> String {
        let last = async || fs::read_to_string(&self.asked).ok()?.lines().last().map(str::to_owned);
        wait::for_some(last).await.unwrap_or_else(|| panic!("no browser was opened"))
    }
}

async fn account_page(app: &App<'_>) {
    app.click("account").await;
    app.see("account-here").await;
}

async fn sign_in_with_key(app: &App<'_>, key: &str) {
    app.write("key-input", key).await;
    app.click("sign-in").await;
}

#[tokio::test]
async fn a_browser_signs_in_and_one_signs_out_again() {
    let _alone = alone();
    let stage = stage().await;
    let lab = Lab::with_accounts(&stage).await;
    let browser = Browser::on(&stage);
    let app = browser.before(lab.start()).ready().await;
    app.see_on("[data-part=keeping][data-kind=works]").await;
    app.click("sign-in-browser").await;
    let page = browser.page().await;
    app.read("login-link", &page).await;
    browse(&page).await.unwrap();
    app.miss("welcome").await;
    app.read("account", WHO).await;

    account_page(&app).await;
    app.read("account-here", "kept in the system keychain").await;
    app.read("binding", "% used").await;
    assert!(!lab.home().join("auth.json").exists());
    app.click("sign-out").await;
    app.click("dialog-yes").await;
    app.read("account-here", "Not signed in").await;
}

#[tokio::test]
async fn a_code_signs_in_where_the_browser_cannot_come_back() {
    let _alone = alone();
    let stage = stage().await;
    let lab = Lab::with_accounts(&stage).await;
    lab.model.account(|account| account.device_ready = false);
    let _held = [1455, 1457].map(|port| TcpListener::bind(("127.0.0.1", port)).unwrap());
    let app = lab.start().ready().await;
    app.click("sign-in-browser").await;
    app.read("login-problem", &format!("process {}", std::process::id())).await;
    app.click("next-useDevice").await;
    app.read("device-code", "LOOP-2468").await;
    app.see_on("[data-part=login-device] svg.qr path").await;
    app.click("sign-in-back").await;
    app.see_on("[data-part=sign-in-pane][data-kind=none]").await;

    app.click("sign-in-code").await;
    app.read("device-code", "LOOP-2468").await;
    lab.model.account(|account| account.device_ready = true);
    app.miss("welcome").await;
    app.read("account", WHO).await;
}

#[tokio::test]
async fn a_wrong_key_is_named_and_accounts_are_switched() {
    let _alone = alone();
    let stage = stage().await;
    let lab = Lab::with_accounts(&stage).await;
    let app = lab.start().ready().await;
    app.click("api-key").await;
    sign_in_with_key(&app, "sk-ab cd ef gh ij kl mn op").await;
    app.read("login-problem", "no spaces").await;
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
    let room = Room { root: stage.folder("") };
    assert_eq!(room.holding(KEY), Vec::<PathBuf>::new());
}

#[tokio::test]
async fn a_sign_in_of_the_cli_is_moved_when_one_agrees() {
    let _alone = alone();
    let stage = stage().await;
    let lab = Lab::with_accounts(&stage).await;
    let file = lab.home().join("auth.json");
    fs::write(&file, format!(r#"{{"auth_mode":"apikey","OPENAI_API_KEY":"{KEY}"}}"#)).unwrap();
    let app = lab.start().ready().await;
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
    let stage = Stage::new().await;
    let lab = Lab::with_accounts(&stage).await;
    let app = lab.start().env("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nonexistent").ready().await;
    app.see_on("[data-part=keeping][data-kind=noService]").await;
    app.click("api-key").await;
    sign_in_with_key(&app, KEY).await;
    app.read("login-problem", "keychain").await;
    app.click("next-sessionOnly").await;
    app.see_on("[data-part=keeping][data-kind=session]").await;
    sign_in_with_key(&app, KEY).await;
    app.miss("welcome").await;
    account_page(&app).await;
    app.read("account-here", "this session only").await;
    assert!(!lab.home().join("auth.json").exists());
}
