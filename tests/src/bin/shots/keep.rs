//! Managing and finding threads: the search, several selected rows, undo, export, the queue.

use crate::Gallery;
use loopback::{Step, Turn};
use serde_json::json;
use threadloft_tests::display::Display;

/// Sent to the focused element, because a menu takes no keys from the driver.
const ESCAPE: &str = "document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }))";
const ENTER: &str = "\u{E007}";

impl Gallery {
    pub(crate) async fn keeping(&self) {
        let display = Display::new().await;
        let codex_home = self.codex_home(&display).await;
        for (asked, said) in [
            ("How does the tide table work?", "It is made of *harmonics*: each body in the sky pulls at its own pace."),
            ("Count the boats in the north harbour", "There are **seven** boats, and a herring gull on each of them."),
            ("Write the harbour's opening hours", "Open from dawn to dusk, closed on the day of the herring feast."),
            ("Rename the piers", "North, South, and the Long One."),
        ] {
            codex_home.model.say(Turn::text(said));
            codex_home.converse(asked).await;
        }
        let app = codex_home.start().ready().await;
        app.browse().await;
        app.open_thread("Count the boats").await;
        self.row_menu(&app, "Rename the piers", "Archive").await;
        app.click("search").await;
        app.write("palette-input", "herring").await;
        app.see_on("[data-part=hit][data-group=messages] mark").await;
        self.take(&app, "search-found").await;
        app.write("palette-input", ENTER).await;
        app.see_on("[data-found=true]").await;
        self.take(&app, "opened-at-hit").await;
        for row in ["How does the tide", "Write the harbour"] {
            self.row_menu(&app, row, "Select").await;
        }
        app.see("selection").await;
        self.take(&app, "selected").await;
        app.click("selected-more").await;
        app.click_that("[role=menuitem]", "Export").await;
        app.see("export-folder").await;
        self.take(&app, "export").await;
        app.click("dialog-no").await;
        app.click("delete-selected").await;
        app.see("dialog").await;
        self.take(&app, "deleting").await;
        app.click("dialog-yes").await;
        app.see("undo-toast").await;
        self.take(&app, "undo").await;
        app.click("undo").await;
        app.miss("undo-toast").await;
        app.click("filter-menu").await;
        app.see_on("[role=menu]").await;
        self.take_wide(&app, "filters").await;
        app.script(ESCAPE, vec![]).await;
        app.click("head-menu").await;
        app.see_on("[role=menu]").await;
        self.take_wide(&app, "thread-menu").await;
        app.script(ESCAPE, vec![]).await;
        codex_home.model.say([Step::text("I am at it. "), Step::Hang]);
        app.send("Count them again").await;
        app.read("row", "I am at it.").await;
        for text in ["Then paint them white", "And write down who owns which"] {
            app.send(text).await;
            app.read("queue", text).await;
        }
        self.take(&app, "queue").await;
    }

    pub(crate) async fn row_menu(&self, app: &threadloft_tests::app::App<'_>, row: &str, line: &str) {
        app.read("thread-row", row).await;
        let script = "[...document.querySelectorAll('[data-part=thread-row]')].find((one) => one.textContent.includes(arguments[0]))
            .parentElement.querySelector('[data-part=row-menu]').click()";
        app.script(script, vec![json!(row)]).await;
        app.click_that("[role=menuitem]", line).await;
    }
}
