//! What Codex may do: named as configured, chosen, asked about and taken back.

use crate::{Gallery, SIZES};
use serde_json::json;
use threadloft_tests::display::Display;

impl Gallery {
    pub(crate) async fn permissions(&self) {
        let display = Display::new().await;
        let codex_home = self.codex_home(&display).await;
        let folder = display.folder("ledgers");
        codex_home.configure("default_permissions = \"careful\"");
        codex_home.configure("permissions.careful.extends = \":workspace\"");
        codex_home.configure(&format!("permissions.careful.filesystem.{} = \"deny\"", json!(folder)));
        let app = codex_home.at_work().await;
        app.read("head-permissions", "careful, from your config").await;
        // A menu goes when the window's size changes.
        for (size, width, height) in SIZES {
            app.resize(width, height).await;
            app.click("permissions-pick").await;
            app.see_on("[role=menuitemradio]").await;
            self.shoot(&app, "permissions-menu", size).await;
            app.click_that("[role=menuitemradio]", "As configured").await;
        }
        let (_, width, height) = SIZES[0];
        app.resize(width, height).await;
        app.click("permissions-pick").await;
        app.click_that("[role=menuitemradio]", "Full access").await;
        app.see("dialog").await;
        self.take(&app, "permissions-full").await;
        app.click("dialog-yes").await;
        app.read("permissions-pick", "Full access").await;
        self.take(&app, "permissions-given").await;
        app.click("permissions-pick").await;
        app.click_that("[role=menuitem]", "Network, folders").await;
        app.see("extras").await;
        app.click("back-to-config").await;
        app.read("permissions-pick", "careful").await;
        app.click("permissions-pick").await;
        app.click_that("[role=menuitem]", "Network, folders").await;
        app.see("extras").await;
        self.take(&app, "permissions-extras").await;
    }
}
