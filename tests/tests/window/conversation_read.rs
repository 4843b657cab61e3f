//! Reading threads in the real window: long, shared and lost ones, messages found beyond the loaded pages, a lock of
//! another Codex, sub-agents, broken answers; and filters of the list.

use engine::intent::ThreadIntent;
use loopback::{Step, Turn};
use serde_json::json;
use threadloft_tests::app::App;
use threadloft_tests::codex_home::CodexHome;
use threadloft_tests::display::Display;
use threadloft_tests::rollout::{Kind, Rollout};
use threadloft_tests::wait;

async fn says(app: &App<'_>, what: &str, text: &str) {
    let script = format!("return document.querySelector('[data-part=composer-input]')?.value === {}", json!(text));
    app.until(what, &script).await;
}

/// Waits until the list shows exactly these.
async fn listed(app: &App<'_>, titles: &[&str]) {
    let script = format!(
        "const said = [...document.querySelectorAll('[data-part=thread-row] .label')].map((one) => one.textContent).toSorted();
        return JSON.stringify(said) === JSON.stringify({}) || said.join(', ')",
        json!(titles)
    );
    app.until(&format!("the list is {titles:?}"), &script).await;
}

async fn narrow(app: &App<'_>, to: &str) {
    app.click("filter-menu").await;
    app.click_that("[role=menuitemradio]", to).await;
}

#[tokio::test]
async fn what_is_looked_for_in_a_thread_is_found_also_where_it_is_not_loaded() {
    let display = Display::new().await;
    let codex_home = CodexHome::on(&display).await;
    let mut long = Rollout::new(&codex_home.project().display().to_string());
    for n in 0..80 {
        let answer = if n == 3 { "here lies the needle of the tale".to_owned() } else { format!("answer {n}") };
        long.turn([(Kind::User, format!("question {n}")), (Kind::Agent, answer)]);
    }
    long.write(codex_home.home());
    let app = codex_home.start().browsing().await;
    app.open_thread("question 0").await;
    app.read("row", "answer 79").await;
    let loaded = "return document.querySelector('[data-part=transcript]').textContent.includes('the needle')";
    assert_eq!(app.script(loaded, vec![]).await, json!(false), "it is far away");
    let key = "document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'f', ctrlKey: true, bubbles: true, cancelable: true }))";
    app.script(key, vec![]).await;
    app.write("find-input", "the needle").await;
    app.read("find-count", "1 of 1").await;
    let marked = "const mark = document.querySelector('[data-found=true]');
        const box = mark?.getBoundingClientRect();
        const words = [...(CSS.highlights?.get('found') ?? [])].map((range) => range.toString());
        return !!mark && box.top >= 0 && box.bottom <= innerHeight && words.includes('the needle')";
    app.until("the words are marked, and in sight", marked).await;
    app.read("row", "question 4").await;
}

#[tokio::test]
async fn a_hit_in_a_folded_command_unfolds_it() {
    let display = Display::new().await;
    let codex_home = CodexHome::on(&display).await;
    let mut talk = Rollout::new(&codex_home.project().display().to_string());
    let lines =
        (0..600).map(|n| if n == 7 || n == 580 { format!("line {n} has the needle\n") } else { format!("line {n}\n") });
    talk.turn([
        (Kind::User, "look for it".to_owned()),
        (Kind::Command, lines.collect()),
        (Kind::Agent, "done".to_owned()),
    ]);
    talk.write(codex_home.home());
    let app = codex_home.start().browsing().await;
    app.open_thread("look for it").await;
    app.see_on("[data-part=row][data-kind=ran] [aria-expanded=false]").await;
    let key = "document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'f', ctrlKey: true, bubbles: true, cancelable: true }))";
    app.script(key, vec![]).await;
    app.write("find-input", "the needle").await;
    app.read("find-count", "2 of 2").await;
    let in_sight = |line: u32| {
        format!(
            "const range = [...(CSS.highlights?.get('found-here') ?? [])][0];
            if (!range) return 'no range';
            const [at, pane] = [range.getBoundingClientRect(), range.startContainer.parentElement.closest('.output').getBoundingClientRect()];
            const view = document.querySelector('[data-part=transcript]').getBoundingClientRect();
            const sentence = range.startContainer.textContent.split('\\n').find((one) => one.includes('line {line} has'));
            const isSeen = at.height > 0 && at.top >= Math.max(pane.top, view.top) && at.bottom <= Math.min(pane.bottom, view.bottom);
            return range.toString() === 'the needle' && !!sentence && isSeen || JSON.stringify([range.toString(), sentence, at, pane, view])"
        )
    };
    app.until("the last hit is in sight", &in_sight(580)).await;
    app.write("find-input", "\u{e007}").await;
    app.read("find-count", "1 of 2").await;
    app.see("whole-output").await;
    app.until("the first one is in sight", &in_sight(7)).await;
}

/// Where a row with this text is in the transcript, or `null`.
const PLACE: &str = "const view = document.querySelector('[data-part=transcript]');
    const row = [...view.querySelectorAll('[data-part=row]')].find((one) => one.textContent.includes(arguments[0]));
    return row ? Math.round(row.getBoundingClientRect().top - view.getBoundingClientRect().top) : null";

#[tokio::test]
async fn a_long_thread_reopens_where_reading_stopped() {
    let display = Display::new().await;
    let codex_home = CodexHome::on(&display).await;
    let mut long = Rollout::new(&codex_home.project().display().to_string());
    for n in 100..200 {
        long.turn([(Kind::User, format!("question {n}")), (Kind::Agent, format!("answer {n}"))]);
    }
    let thread = long.write(codex_home.home());
    let app = codex_home.start().browsing().await;
    app.open_thread("question 100").await;
    app.read("row", "answer 199").await;
    let up = "const view = document.querySelector('[data-part=transcript]');
        const row = [...view.querySelectorAll('[data-part=row]')].find((one) => one.textContent.includes('answer 142'));
        if (!row) {
            const drawn = [...view.querySelectorAll('[data-part=row]')].map((one) => Number(/\\d+/.exec(one.textContent)?.[0]));
            view.scrollTop += Math.min(...drawn) > 142 ? -500 : 500;
            return false;
        }
        view.scrollTop += row.getBoundingClientRect().top - view.getBoundingClientRect().top - 6;
        return true";
    app.until("an older page is in sight", up).await;
    let kept = format!(
        "const spot = JSON.parse(localStorage['threadloft.view'] ?? '{{}}').spots?.[{}];
        const view = document.querySelector('[data-part=transcript]');
        const row = [...view.querySelectorAll('[data-part=row]')].find((one) => one.textContent.includes('answer 142'));
        const now = JSON.stringify([spot, row ? Math.round(row.getBoundingClientRect().top) : null]);
        window.seen = window.seen?.now === now ? {{ now, times: window.seen.times + 1 }} : {{ now, times: 0 }};
        return spot?.atEnd === false && row !== undefined && window.seen.times > 20 || now",
        json!(thread.as_str())
    );
    app.until("the place is kept", &kept).await;
    let before = app.script(PLACE, vec![json!("answer 142")]).await;
    app.press_close().await;
    wait::until("the app has ended", async || !app.runs()).await;
    drop(app);

    let app = codex_home.start().browsing().await;
    let there = "return document.querySelector('[data-part=thread-row][aria-current]') !== null";
    app.until("the thread is open again", there).await;
    app.read("row", "answer 142").await;
    wait::until("it stands where it stood", async || {
        let now = app.script(PLACE, vec![json!("answer 142")]).await;
        before.as_i64().zip(now.as_i64()).is_some_and(|(before, now)| (before - now).abs() <= 2)
    })
    .await;
    let end = "return document.querySelector('[data-part=transcript]').textContent.includes('answer 199')";
    assert_eq!(app.script(end, vec![]).await, json!(false), "the end is far away");
}

#[tokio::test]
async fn a_message_to_a_locked_thread_goes_on_in_a_fork() {
    let display = Display::new().await;
    let codex_home = CodexHome::on(&display).await;
    let other = codex_home.other_client();
    let mut client = other.window("main");
    client.ready().await;
    let thread = client.start_thread(&codex_home.project().display().to_string(), "held elsewhere").await;
    client.mirror.until("it is done there", |seen| seen.turn(thread.as_str()) == "done").await;
    let app = codex_home.start().browsing().await;
    app.open_thread("held elsewhere").await;
    app.read("row", "echo: held elsewhere").await;
    app.send("let me in").await;
    app.read("head-state", "Locked by another Codex").await;
    says(&app, "the words are still there", "let me in").await;
    app.click("fork-instead").await;
    let there = format!(
        "return document.querySelector('[data-part=thread-row][aria-current]')?.dataset.thread !== {}",
        json!(thread.as_str())
    );
    app.until("the fork is open", &there).await;
    says(&app, "and the words came along", "let me in").await;
    app.click("send").await;
    app.read("row", "echo: let me in").await;
    app.turn("done").await;
    other.engine.close().await;
}

#[tokio::test]
async fn a_locked_thread_is_free_once_the_other_codex_ends() {
    let display = Display::new().await;
    let codex_home = CodexHome::on(&display).await;
    let other = codex_home.other_client();
    let mut client = other.window("main");
    client.ready().await;
    let thread = client.start_thread(&codex_home.project().display().to_string(), "held elsewhere").await;
    client.mirror.until("it is done there", |seen| seen.turn(thread.as_str()) == "done").await;
    let app = codex_home.start().browsing().await;
    app.open_thread("held elsewhere").await;
    app.read("row", "echo: held elsewhere").await;
    app.send("let me in").await;
    app.read("head-state", "Locked by another Codex").await;
    app.click("ask-lock").await;
    app.read("toast", "still writing").await;
    app.read("head-state", "Locked by another Codex").await;
    client.send(&thread, "one more thing").await;
    client.mirror.until("it is said there", |seen| seen.has_row(thread.as_str(), "echo: one more thing")).await;
    other.engine.close().await;
    app.click("ask-lock").await;
    app.miss("ask-lock").await;
    app.read("row", "echo: one more thing").await;
    says(&app, "the words are still there", "let me in").await;
    app.click("send").await;
    app.read("row", "echo: let me in").await;
    app.turn("done").await;
}

#[tokio::test]
async fn a_thread_deleted_elsewhere_gives_its_draft_back() {
    let display = Display::new().await;
    let codex_home = CodexHome::on(&display).await;
    let app = codex_home.at_work().await;
    app.write("composer-input", "half a thought").await;
    app.read("draft-state", "Draft saved").await;
    let thread =
        app.script("return document.querySelector('[data-part=thread-row][aria-current]').dataset.thread", vec![]);
    let thread = engine::id::ThreadId::from(thread.await.as_str().unwrap());
    let other = codex_home.other_client();
    let mut client = other.window("main");
    client.mirror.until("it is listed there", |seen| seen.line(thread.as_str()).is_object()).await;
    client.perform(ThreadIntent::Delete { threads: vec![thread.clone()] }).await;
    client.mirror.until("it is gone there", |seen| seen.line(thread.as_str()).is_null()).await;
    other.engine.close().await;
    app.until("it is said", "return document.querySelector('main').innerText.includes('This thread was deleted.')")
        .await;
    app.miss("thread-row").await;
    app.click("take-along").await;
    says(&app, "the words are in a new thread", "half a thought").await;
    app.miss("transcript").await;
    // In the same folder, so that the text can be sent unchanged.
    app.click("send").await;
    app.read("row", "echo: half a thought").await;
}

#[tokio::test]
async fn a_sub_agents_thread_leads_back_to_its_parent() {
    let display = Display::new().await;
    let codex_home = CodexHome::on(&display).await;
    let app = codex_home.at_work().await;
    codex_home.model.say(Step::spawn_agent("Count the gulls."));
    app.send("send somebody").await;
    let child = "[data-part=thread-row].child";
    app.see_on(child).await;
    app.turn("done").await;
    let before = "const rows = [...document.querySelectorAll('[data-part=thread-row]')];
        const at = rows.findIndex((row) => row.classList.contains('child'));
        return rows[at - 1]?.textContent.includes('first words') ?? false";
    assert_eq!(app.script(before, vec![]).await, json!(true), "it stands under its parent");
    app.click_on(child).await;
    app.read("row", "Count the gulls.").await;
    app.read("to-parent", "first words").await;
    app.click("to-parent").await;
    app.read("row", "send somebody").await;
}

#[tokio::test]
async fn text_that_codex_did_not_keep_is_marked() {
    let display = Display::new().await;
    let codex_home = CodexHome::on(&display).await;
    codex_home.reconfigure("model_providers.loopback.stream_max_retries", "3");
    let app = codex_home.at_work().await;
    let begun = json!({ "type": "response.output_item.added", "output_index": 0,
        "item": { "type": "message", "role": "assistant", "id": "msg-open", "content": [] } });
    let more = json!({ "type": "response.output_text.delta", "item_id": "msg-open", "output_index": 0,
        "content_index": 0, "delta": "an open sentence" });
    codex_home.model.say([Step::Raw(begun), Step::Raw(more), Step::Hang]);
    app.send("talk").await;
    app.read("row", "an open sentence").await;
    app.click("stop").await;
    app.turn("interrupted").await;
    app.read("row", "not saved").await;

    codex_home.model.say(Step::Drop);
    codex_home.model.say(Step::Drop);
    codex_home.model.say(Step::Drop);
    codex_home.model.say(Turn::text("There you are."));
    app.send("are you there").await;
    app.read("head-state", "Retrying 2/3").await;
    app.read("row", "There you are.").await;
    app.turn("done").await;
}

#[tokio::test]
async fn the_list_is_filtered_by_project_or_model() {
    let display = Display::new().await;
    let codex_home = CodexHome::on(&display).await;
    let orchard = display.folder("projects/orchard");
    let made = |cwd: &std::path::Path, model: &str, text: &str| {
        let mut rollout = Rollout::new(&cwd.display().to_string());
        rollout.model = Some(model.to_owned());
        rollout.turn([(Kind::User, text.to_owned()), (Kind::Agent, "yes".to_owned())]);
        rollout.write(codex_home.home());
    };
    made(codex_home.project(), "gpt-a", "apple");
    made(codex_home.project(), "gpt-b", "banana");
    made(&orchard, "gpt-b", "cherry");
    let app = codex_home.start().browsing().await;
    listed(&app, &["apple", "banana", "cherry"]).await;
    narrow(&app, "orchard").await;
    listed(&app, &["cherry"]).await;
    narrow(&app, "All folders").await;
    narrow(&app, "gpt-b").await;
    listed(&app, &["banana", "cherry"]).await;
    narrow(&app, "harbour").await;
    listed(&app, &["banana"]).await;
    app.reload().await;
    listed(&app, &["banana"]).await;
    narrow(&app, "Any model").await;
    wait::until("both of the project", async || {
        let rows = "return document.querySelectorAll('[data-part=thread-row]').length";
        app.script(rows, vec![]).await == json!(2)
    })
    .await;
}
