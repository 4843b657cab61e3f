//! Answers requests in the real window, by key or click.

use crate::app::App;
use crate::codex_home::CodexHome;
use loopback::{Step, Turn};
use serde_json::json;

const BUTTONS: &str = "[data-part=ask] button, [role=menuitem]";

impl App<'_> {
    /// Makes the model request this, and end the turn when it has its answer.
    pub async fn asked(&self, codex_home: &CodexHome<'_>, step: Step) {
        codex_home.model.say(step);
        codex_home.model.say(Turn::text("That is that."));
        self.send("go on").await;
        self.see("ask").await;
    }

    /// Presses a key on the card, long enough after it took the focus: the card ignores earlier ones.
    pub async fn press_on_card(&self, key: &str) {
        let script = "const [key, done] = [arguments[0], arguments[1]];
            const card = document.querySelector('[data-part=ask]');
            card.focus();
            setTimeout(() => {
                card.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
                requestAnimationFrame(() => requestAnimationFrame(() => done(document.activeElement === card)));
            }, 600)";
        self.script_later(script, vec![json!(key)]).await;
    }

    /// Clicks the button of the card, or the entry of an open menu, with this text.
    pub async fn choose(&self, words: &str) {
        self.click_that(BUTTONS, words).await;
    }

    /// Clicks the first of these elements with this text, as soon as it is enabled.
    pub async fn click_that(&self, css: &str, words: &str) {
        let (css, said) = (json!(css), json!(words));
        let find = format!(
            "return [...document.querySelectorAll({css})].some((one) => one.textContent.includes({said}) && !one.disabled)"
        );
        self.until(&format!("{words:?} can be chosen"), &find).await;
        let click = "[...document.querySelectorAll(arguments[0])].find((one) => one.textContent.includes(arguments[1]) && !one.disabled).click()";
        self.script(click, vec![css, said]).await;
    }
}
