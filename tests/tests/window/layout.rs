//! The layout of the real window: the panel and its Inbox, the composer's box, menus over scroll bars, and the order of
//! the Tab key.

use loopback::Step;
use serde_json::json;
use threadloft_tests::app::App;
use threadloft_tests::codex_home::CodexHome;
use threadloft_tests::display::Display;
use threadloft_tests::rollout::{Kind, Rollout};

/// Special keys, as WebDriver encodes them.
const ESCAPE: &str = "\u{E00C}";
const CTRL_I: &str = "\u{E009}i\u{E000}";
const CTRL_J: &str = "\u{E009}j\u{E000}";
const CTRL_N: &str = "\u{E009}n\u{E000}";
const TAB: &str = "\u{E004}";
/// Ends with releasing Shift.
const SHIFT_TAB: &str = "\u{E008}\u{E004}\u{E000}";
const F6: &str = "\u{E036}";

const EDIT: &str = "*** Begin Patch\n*** Add File: boats.rs\n+let boat = 31;\n+let mast = 32;\n*** End Patch\n";

/// Waits for the end of the turn, and approves its patch if that is asked for.
async fn finished(app: &App<'_>) {
    let script = "document.querySelector('[data-part=ask-accept]')?.click();
        return document.querySelector('[data-part=transcript]')?.dataset.turn === 'done'";
    app.until("the turn is done", script).await;
}

/// A file is written in the open thread, so that the panel has something to show.
async fn edited(codex_home: &CodexHome<'_>, app: &App<'_>) {
    codex_home.model.say(loopback::Turn::new([Step::patch(EDIT)]));
    codex_home.model.say(loopback::Turn::text("The boat is built."));
    app.send("build a boat").await;
    finished(app).await;
    app.see_on("[data-part=changes][data-state=shown]").await;
}

async fn chosen_tab(app: &App<'_>, tab: &str) {
    app.see_on(&format!("#tab-{tab}[aria-selected=true]")).await;
}

/// The width of the panel; 0 without one.
async fn panel_width(app: &App<'_>) -> i64 {
    let script = "return Math.round(document.querySelector('.panel')?.getBoundingClientRect().width ?? 0)";
    app.script(script, vec![]).await.as_i64().unwrap_or_default()
}

/// Forty threads that another program wrote.
fn furnish(codex_home: &CodexHome<'_>, many: usize) {
    for n in 1..=many {
        let mut rollout = Rollout::new(&codex_home.project().display().to_string());
        rollout.turn([(Kind::User, format!("thread number {n}")), (Kind::Agent, "It is done.".to_owned())]);
        rollout.write(codex_home.home());
    }
}

#[tokio::test]
async fn the_key_of_the_inbox_leads_back_from_it() {
    let display = Display::new().await;
    let codex_home = CodexHome::on(&display).await;
    let app = codex_home.at_work().await;
    app.resize(1440, 900).await;
    edited(&codex_home, &app).await;
    app.click_on("#tab-plan").await;
    app.write("composer-input", CTRL_I).await;
    app.see("inbox").await;
    app.see_on("#tab-plan").await;
    chosen_tab(&app, "inbox").await;
    app.press(CTRL_I).await;
    app.miss("inbox").await;
    chosen_tab(&app, "plan").await;
    app.click("inbox-button").await;
    chosen_tab(&app, "inbox").await;
    app.click("inbox-button").await;
    chosen_tab(&app, "plan").await;
    // The Inbox is closed again after a reload, and takes no width from a new thread.
    app.press(CTRL_I).await;
    app.see("inbox").await;
    app.reload().await;
    app.see("transcript").await;
    chosen_tab(&app, "plan").await;
    app.press(CTRL_I).await;
    app.see("inbox").await;
    app.press(CTRL_N).await;
    app.see_on(".new-thread").await;
    app.miss("inbox").await;
    assert_eq!(panel_width(&app).await, 0);
    // Opened there, it lies over the page, and Esc closes it.
    app.press(CTRL_I).await;
    app.see("inbox").await;
    app.press(ESCAPE).await;
    app.miss("inbox").await;
}

#[tokio::test]
async fn two_columns_widen_the_panel_only_while_they_are_looked_at() {
    let display = Display::new().await;
    let codex_home = CodexHome::on(&display).await;
    codex_home.converse("said elsewhere").await;
    let app = codex_home.at_work().await;
    app.resize(1440, 900).await;
    edited(&codex_home, &app).await;
    let before = panel_width(&app).await;
    app.click("split").await;
    app.see_on("[data-part=split][aria-pressed=true]").await;
    let wide = panel_width(&app).await;
    assert!(wide > before + 100, "{before} to {wide}");
    app.click_on("#tab-activity").await;
    app.miss("changes").await;
    assert_eq!(panel_width(&app).await, before);
    app.click_on("#tab-changes").await;
    app.see_on("[data-part=split][aria-pressed=true]").await;
    assert_eq!(panel_width(&app).await, wide);
    // Another thread, which changed nothing, has neither the width nor the panel.
    app.open_thread("said elsewhere").await;
    app.until("no empty panel stands", "return document.querySelector('.panel') === null").await;
    app.open_thread("first words").await;
    app.see_on("[data-part=split][aria-pressed=true]").await;
    app.click_on("[data-part=changes] .segmented button:first-child").await;
    app.see_on("[data-part=split][aria-pressed=false]").await;
    assert_eq!(panel_width(&app).await, before);
}

#[tokio::test]
async fn an_empty_panel_gives_its_room_back_until_it_is_asked_for() {
    let display = Display::new().await;
    let codex_home = CodexHome::on(&display).await;
    let app = codex_home.at_work().await;
    app.resize(1440, 900).await;
    app.see_on(".main [data-part=row]").await;
    assert_eq!(panel_width(&app).await, 0, "there is nothing to show");
    app.write("composer-input", CTRL_J).await;
    app.see_on("#tab-changes").await;
    app.press(CTRL_J).await;
    app.until("the panel is gone", "return document.querySelector('.panel') === null").await;
    edited(&codex_home, &app).await;
    app.see_on("#tab-changes").await;
}

/// The controls of the composer that stick out of its box or overlap.
const OUTSIDE: &str = r#"
const composer = document.querySelector("[data-part=composer]");
const box = composer.getBoundingClientRect();
const pieces = [...composer.querySelectorAll("button, textarea, [role=img], .composer-foot [role=status]")].filter((one) => one.offsetParent !== null || one.getBoundingClientRect().width);
const name = (one) => `${one.dataset.part ?? one.className} ${JSON.stringify(one.getBoundingClientRect())}`;
const out = pieces.filter((one) => {
  const at = one.getBoundingClientRect();
  return at.left < box.left - 0.5 || at.right > box.right + 0.5 || at.top < box.top - 0.5 || at.bottom > box.bottom + 0.5;
});
const cover = pieces.flatMap((one, i) => pieces.slice(i + 1).filter((other) => {
  const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
  return Math.min(a.right, b.right) - Math.max(a.left, b.left) > 0.5 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 0.5;
}).map((other) => [one, other]));
const send = document.querySelector("[data-part=send]").getBoundingClientRect();
return [
  ...(box.right > innerWidth + 0.5 || box.left < -0.5 ? [`the box itself: ${JSON.stringify(box)} of ${innerWidth}`] : []),
  ...(send.width < 20 || send.height < 20 ? [`send is ${JSON.stringify(send)}`] : []),
  ...out.map((one) => `out: ${name(one)}`),
  ...cover.map(([one, other]) => `over each other: ${name(one)} and ${name(other)}`),
];
"#;

#[tokio::test]
async fn a_narrow_window_has_room_for_title_and_placeholder() {
    let display = Display::new().await;
    let codex_home = CodexHome::on(&display).await;
    let app = codex_home.at_work().await;
    edited(&codex_home, &app).await;
    app.click("fork").await;
    app.see("forked-from").await;
    app.asked(&codex_home, Step::exec_escalated("touch moored", "It leaves the workspace.")).await;
    app.resize(480, 800).await;
    app.settled().await;
    let title = "const title = document.querySelector('[data-part=head] h1');
        return title.scrollWidth <= title.clientWidth || title.getBoundingClientRect().width";
    assert_eq!(app.script(title, vec![]).await, json!(true), "the title is cut");
    let folder = "const folder = document.querySelector('[data-part=head] .crumbs span.clip span');
        return folder.scrollWidth <= folder.clientWidth || folder.textContent";
    assert_eq!(app.script(folder, vec![]).await, json!(true), "the folder is cut for its origin's name");
    let field = "const field = document.querySelector('[data-part=composer-input]');
        return field.scrollHeight <= field.clientHeight || [field.scrollHeight, field.clientHeight]";
    assert_eq!(app.script(field, vec![]).await, json!(true), "the placeholder is cut");
    app.click("ask-decline").await;
    app.miss("ask").await;
}

async fn holds_all(app: &App<'_>, when: &str) -> Vec<String> {
    app.settled().await;
    let said = app.script(OUTSIDE, vec![]).await;
    let found = said.as_array().cloned().unwrap_or_default();
    found.iter().map(|one| format!("{when}: {}", one.as_str().unwrap_or_default())).collect()
}

/// Doubles the zoom.
async fn zoom_to_200(app: &App<'_>, width: u32) {
    threadloft_tests::wait::until("everything is twice as large", async || {
        let room = app.script("return innerWidth", vec![]).await.as_u64().unwrap_or_default();
        if room > u64::from(width) / 2 {
            app.act(json!({ "type": "zoom", "way": "in" })).await;
        }
        room == u64::from(width) / 2
    })
    .await;
}

#[tokio::test]
async fn the_composer_holds_its_controls_at_every_width() {
    let display = Display::new().await;
    let codex_home = CodexHome::on(&display).await;
    let app = codex_home.at_work().await;
    app.resize(1440, 900).await;
    edited(&codex_home, &app).await;
    app.click("split").await;
    let mut found = Vec::new();
    let widths = [1440, 1280, 1110, 900, 760, 600, 480];
    for width in widths {
        app.resize(width, 900).await;
        found.extend(holds_all(&app, &format!("at rest, {width}")).await);
    }
    // A mode with a long name, a message on its way, and one that can be stopped.
    codex_home.model.say([Step::text("I am at it. "), Step::Hang]);
    app.send("begin").await;
    app.see("stop").await;
    app.write("composer-input", "and one more that waits").await;
    let name = "const label = document.createTreeWalker(document.querySelector('[data-part=permissions-pick]'), NodeFilter.SHOW_TEXT);
        let last; while (label.nextNode()) if (label.currentNode.data.trim()) last = label.currentNode;
        last.data = 'Asks for everything but what the team has agreed on'";
    app.script(name, vec![]).await;
    for width in widths {
        app.resize(width, 900).await;
        found.extend(holds_all(&app, &format!("while a turn runs, {width}")).await);
    }
    app.resize(1440, 900).await;
    zoom_to_200(&app, 1440).await;
    for width in [1440, 1000, 760, 480] {
        app.resize_drawn_at(width, 900, 200).await;
        found.extend(holds_all(&app, &format!("at 200 %, {width}")).await);
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[tokio::test]
async fn no_scroll_bar_is_drawn_over_a_menu() {
    let display = Display::new().await;
    let codex_home = CodexHome::on(&display).await;
    furnish(&codex_home, 40);
    let app = codex_home.at_work().await;
    app.resize(1000, 500).await;
    codex_home.model.say(loopback::Turn::text(&"One more line of the answer.\n\n".repeat(60)));
    app.send("tell me much").await;
    app.read("row", "One more line").await;
    app.turn("done").await;
    app.click_on(".more-row").await;
    // A scroll bar that overlays the page covers everything in it, including menus. One with its own width is part of
    // the scrolling element, and the menu is in the layer above.
    let lies = "const scroller = document.querySelector(arguments[0]);
        return [scroller.scrollHeight > scroller.clientHeight, scroller.offsetWidth > scroller.clientWidth,
            document.querySelector('.menu').closest(':popover-open') !== null]";
    for (scroller, menu) in
        [("[data-part=transcript]", "head-menu"), (".side-list", "row-menu"), (".side-list", "filter-menu")]
    {
        let open = format!("document.querySelector('[data-part={menu}]').click()");
        app.script(&open, vec![]).await;
        app.see_on(".menu").await;
        assert_eq!(app.script(lies, vec![json!(scroller)]).await, json!([true, true, true]), "{menu} over {scroller}");
        app.press(ESCAPE).await;
        app.until("the menu is closed", "return document.querySelector('.menu') === null").await;
    }
}

#[tokio::test]
async fn a_ring_is_drawn_for_the_keyboard_alone() {
    let display = Display::new().await;
    let codex_home = CodexHome::on(&display).await;
    let app = codex_home.at_work().await;
    let ring = "return getComputedStyle(document.querySelector('[data-part=transcript]')).outlineStyle";
    app.press(TAB).await;
    app.click_on("[data-part=transcript]").await;
    app.until("the talk has the focus", "return document.activeElement.closest('[data-part=transcript]') !== null")
        .await;
    assert_eq!(app.script(ring, vec![]).await, json!("none"));
    app.write("composer-input", SHIFT_TAB).await;
    for _ in 0..30 {
        let there = "return document.activeElement === document.querySelector('[data-part=transcript]')";
        if app.script(there, vec![]).await == json!(true) {
            break;
        }
        app.press(SHIFT_TAB).await;
    }
    assert_eq!(app.script(ring, vec![]).await, json!("solid"));
}

#[tokio::test]
async fn the_tab_key_takes_the_list_as_one_stop() {
    let display = Display::new().await;
    let codex_home = CodexHome::on(&display).await;
    furnish(&codex_home, 40);
    let app = codex_home.start().browsing().await;
    app.resize(1440, 900).await;
    app.click_on(".more-row").await;
    app.open_thread("thread number 3").await;
    app.script("document.querySelector('[data-part=new-thread]').focus()", vec![]).await;
    let mut stops = Vec::new();
    // Once around the window, from the button for a new thread back to it.
    for _ in 0..60 {
        app.press(TAB).await;
        let at = "const one = document.activeElement;
            if (one.dataset.part === 'new-thread') return null;
            const region = one.closest('[data-region]');
            return [region?.dataset.part ?? region?.className ?? '', one.closest('.side-list') !== null, one.getAttribute('aria-label') ?? one.textContent.slice(0, 40)]";
        let at = app.script(at, vec![]).await;
        if at.is_null() {
            break;
        }
        stops.push((at[0].as_str().unwrap_or_default().to_owned(), at[1] == json!(true), at[2].clone()));
    }
    let in_list = stops.iter().filter(|(_, list, _)| *list).count();
    assert_eq!(in_list, 1, "one stop in the list: {stops:#?}");
    assert!(stops.iter().any(|(region, _, _)| region == "dock"), "the composer is reached: {stops:#?}");
    let order: Vec<&str> = stops.iter().map(|(region, _, _)| region.as_str()).collect();
    let first = |part: &str| order.iter().position(|one| *one == part).unwrap_or(usize::MAX);
    assert!(first("sidebar") < first("head") && first("head") < first("dock"), "{order:?}");
    // Inside the list, the arrow keys move.
    app.script("document.querySelector('[data-part=thread-row][aria-current]').focus()", vec![]).await;
    app.press("\u{E015}").await;
    let below = "return document.activeElement.dataset.part === 'thread-row' && document.activeElement.getAttribute('aria-current') === null";
    app.until("the row below has the focus", below).await;
}

#[tokio::test]
async fn f6_lands_on_content_in_every_region() {
    let display = Display::new().await;
    let codex_home = CodexHome::on(&display).await;
    let app = codex_home.at_work().await;
    app.resize(1440, 900).await;
    edited(&codex_home, &app).await;
    app.write("composer-input", CTRL_I).await;
    app.see("inbox").await;
    let regions = app.script("return document.querySelectorAll('[data-region]').length", vec![]).await;
    let regions = regions.as_u64().unwrap();
    let mut seen = std::collections::BTreeSet::new();
    for _ in 0..regions {
        app.press(F6).await;
        let at = "const one = document.activeElement;
            const all = [...document.querySelectorAll('[data-region]')];
            return [all.findIndex((region) => region.contains(one)), one.getAttribute('role') ?? one.tagName]";
        let at = app.script(at, vec![]).await;
        assert_ne!(at[1], json!("separator"), "a handle to drag is no content");
        seen.insert(at[0].as_i64().unwrap());
    }
    assert!(!seen.contains(&-1) && seen.len() as u64 == regions, "{seen:?} of {regions} regions");
}

#[tokio::test]
async fn the_window_is_named_after_its_thread() {
    let display = Display::new().await;
    let codex_home = CodexHome::on(&display).await;
    let app = codex_home.at_work().await;
    threadloft_tests::wait::until("the window has the thread's name", async || {
        app.in_front() == "first words — Threadloft"
    })
    .await;
    app.press(CTRL_N).await;
    threadloft_tests::wait::until("it goes with the thread", async || app.in_front() == "New thread — Threadloft")
        .await;
}

#[tokio::test]
async fn a_terminal_takes_keys_as_soon_as_it_is_opened() {
    let display = Display::new().await;
    let codex_home = CodexHome::on(&display).await;
    let app = codex_home.at_work().await;
    app.resize(1440, 900).await;
    app.tab("terminal").await;
    app.click("open-terminal-bare").await;
    app.until("it has the focus", "return document.activeElement?.dataset.part === 'terminal-input'").await;
    app.press("echo na''me\u{E007}").await;
    app.read("terminal-screen", "name").await;
}
