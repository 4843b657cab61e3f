//! Threads that others lock or delete, connections that break, and what an interruption leaves.

use crate::Gallery;
use engine::intent::ThreadIntent;
use loopback::{Step, Turn};
use serde_json::json;
use threadloft_tests::display::Display;

impl Gallery {
    pub(crate) async fn shared(&self) {
        let display = Display::new().await;
        let codex_home = self.codex_home(&display).await;
        codex_home.reconfigure("model_providers.loopback.stream_max_retries", "4");
        let other = codex_home.other_client();
        let mut client = other.window("main");
        client.ready().await;
        codex_home.model.say(Turn::text("The pilot boat is out; it comes back **at four**."));
        let thread = client
            .start_thread(&codex_home.project().display().to_string(), "When does the pilot boat come back?")
            .await;
        client.mirror.until("it is done there", |seen| seen.turn(thread.as_str()) == "done").await;
        let app = codex_home.start().browsing().await;
        app.open_thread("When does the pilot boat").await;
        app.read("row", "at four").await;
        app.send("And when does the next one leave?").await;
        app.read("head-state", "Locked by another Codex").await;
        self.take(&app, "locked-elsewhere").await;
        client.perform(ThreadIntent::Delete { threads: vec![thread.clone()] }).await;
        app.see("take-along").await;
        self.take(&app, "deleted-elsewhere").await;
        app.click("take-along").await;
        self.take(&app, "taken-along").await;
        other.engine.close().await;

        let begun = json!({ "type": "response.output_item.added", "output_index": 0,
            "item": { "type": "message", "role": "assistant", "id": "msg-open", "content": [] } });
        let more = json!({ "type": "response.output_text.delta", "item_id": "msg-open", "output_index": 0,
            "content_index": 0, "delta": "The next one leaves when the tide turns, which is" });
        codex_home.model.say([Step::Raw(begun), Step::Raw(more), Step::Hang]);
        app.click("send").await;
        app.read("row", "when the tide turns").await;
        app.click("stop").await;
        app.turn("interrupted").await;
        app.read("row", "not saved").await;
        self.take(&app, "interrupted").await;
        for _ in 0..3 {
            codex_home.model.say(Step::Drop);
        }
        app.send("Which is when?").await;
        app.read("head-state", "Retrying 2/4").await;
        self.take_wide(&app, "retrying").await;
    }
}
