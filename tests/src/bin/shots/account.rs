//! Signing in, limits and the account page; a locked keychain.

use super::Gallery;
use loopback::{LimitHeaders, LimitPeriod};
use threadloft_tests::codex_home::CodexHome;
use threadloft_tests::display::Display;
use threadloft_tests::keyring::{lock, unlock};

impl Gallery {
    /// The ways to sign in, a limit that is reached, and the account page.
    pub async fn signing_in(&self) {
        let display = Display::new().await;
        unlock(display.command("gnome-keyring-daemon"));
        let codex_home = CodexHome::with_accounts(&display).await;
        let full = LimitPeriod { used_percent: 100.0, minutes: 10_080, resets_in_seconds: 150_000 };
        codex_home.model.set_limits(Some(LimitHeaders { secondary: Some(full), ..LimitHeaders::default() }));
        codex_home.model.account(|account| {
            account.device_ready = false;
            account.credits = None;
            account.others = vec![("acct-guild".into(), "Weavers Guild".into())];
            account.messages = Some(vec![("headline".into(), "The loom is closed on Friday.".into())]);
        });
        let app = codex_home
            .start()
            .arg(codex_home.project().to_string_lossy())
            .env("THREADLOFT_THEME", self.theme)
            .ready()
            .await;
        app.click("api-key").await;
        app.write("key-input", "sk-ab cd ef gh ij kl mn op").await;
        app.click("sign-in").await;
        app.see("key-input-problem").await;
        self.take(&app, "sign-in-key").await;
        app.click("sign-in-code").await;
        app.see("device-code").await;
        self.take(&app, "sign-in-code").await;
        codex_home.model.account(|account| account.device_ready = true);
        app.miss("welcome").await;
        app.send("Mend the warp beam").await;
        app.turn("done").await;
        self.take(&app, "limit-reached").await;
        app.click("account").await;
        app.see("dear-turn").await;
        app.read("workspace", "Weavers Guild").await;
        self.take(&app, "account").await;
        app.script("document.querySelector('[data-part=keychain]').scrollIntoView()", vec![]).await;
        self.take(&app, "account-below").await;
    }

    /// The start after a sign-in, with a locked keychain.
    pub async fn locked(&self) {
        let display = Display::new().await;
        unlock(display.command("gnome-keyring-daemon"));
        let codex_home = CodexHome::with_accounts(&display).await;
        let app = codex_home.start().ready().await;
        app.click("sign-in-code").await;
        app.miss("welcome").await;
        app.press_close().await;
        drop(app);
        lock(display.command("dbus-send"));
        let app = codex_home.start().env("THREADLOFT_THEME", self.theme).ready().await;
        app.see("unlock-keychain").await;
        self.take(&app, "keychain-locked").await;
        app.click("account").await;
        app.click("account-sign-in").await;
        app.see("welcome").await;
        self.take(&app, "keychain-locked-welcome").await;
    }
}
