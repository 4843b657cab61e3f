//! Managing and finding threads in the real window: archived, found at the exact message, forked, renamed, deleted and
//! restored, exported; and a thread of another program appears by itself.

use loopback::Turn;
use serde_json::json;
use std::path::Path;
use threadloft_tests::app::App;
use threadloft_tests::codex_home::CodexHome;
use threadloft_tests::display::Display;
use threadloft_tests::wait;

/// Special keys, as WebDriver encodes them.
const ENTER: &str = "\u{E007}";
const ESCAPE: &str = "\u{E00C}";

async fn opened<'display>(codex_home: &CodexHome<'display>) -> App<'display> {
    codex_home.start().browsing().await
}

/// Clicks an entry in the menu of the row with this text.
async fn from_row(app: &App<'_>, row: &str, line: &str) {
    app.read("thread-row", row).await;
    let script =
        "[...document.querySelectorAll('[data-part=thread-row]')].find((one) => one.textContent.includes(arguments[0]))
        .parentElement.querySelector('[data-part=row-menu]').click()";
    app.script(script, vec![json!(row)]).await;
    app.click_that("[role=menuitem]", line).await;
}

/// Chooses which threads the list shows.
async fn show(app: &App<'_>, which: &str) {
    app.click_on("[data-part=sidebar] .side-head .pick").await;
    app.click_that("[role=menuitemradio]", which).await;
}

async fn no_row(app: &App<'_>, text: &str) {
    let script = format!(
        "return ![...document.querySelectorAll('[data-part=thread-row]')].some((one) => one.textContent.includes({}))",
        json!(text)
    );
    app.until(&format!("{text:?} is not listed"), &script).await;
}

async fn rows(app: &App<'_>) -> Vec<String> {
    let script = "return [...document.querySelectorAll('[data-part=thread-row] .label')].map((one) => one.textContent)";
    let said = app.script(script, vec![]).await;
    said.as_array().into_iter().flatten().filter_map(|one| one.as_str().map(str::to_owned)).collect()
}

/// Waits until the list shows exactly these.
async fn listed(app: &App<'_>, titles: &[&str]) {
    let script = format!(
        "const said = [...document.querySelectorAll('[data-part=thread-row] .label')].map((one) => one.textContent);
        return JSON.stringify(said) === JSON.stringify({}) || said.join(', ')",
        json!(titles)
    );
    app.until(&format!("the list is {titles:?}"), &script).await;
}

#[tokio::test]
async fn an_archived_thread_is_brought_back() {
    let display = Display::new().await;
    let codex_home = CodexHome::on(&display).await;
    codex_home.converse("keep me").await;
    codex_home.converse("put me away").await;
    let app = opened(&codex_home).await;
    from_row(&app, "put me away", "Archive").await;
    no_row(&app, "put me away").await;
    show(&app, "Archived").await;
    no_row(&app, "keep me").await;
    app.open_thread("put me away").await;
    app.read("row", "echo: put me away").await;
    app.read("head", "Archived").await;
    app.miss("composer-input").await;
    app.click_that("[data-region] button", "Restore").await;
    no_row(&app, "put me away").await;
    show(&app, "All").await;
    app.read("thread-row", "put me away").await;
    app.read("thread-row", "keep me").await;
    show(&app, "Active").await;
    app.read("thread-row", "put me away").await;
    app.see("composer-input").await;
}

#[tokio::test]
async fn a_search_hit_opens_at_its_message() {
    let display = Display::new().await;
    let codex_home = CodexHome::on(&display).await;
    codex_home.model.say(Turn::text("The lighthouse keeper counts *seven* herring gulls."));
    codex_home.converse("what do you see").await;
    codex_home.converse("something else").await;
    let app = opened(&codex_home).await;
    from_row(&app, "what do you see", "Archive").await;
    no_row(&app, "what do you see").await;
    app.click("search").await;
    app.write("palette-input", "herring gulls").await;
    let found = "[data-part=hit][data-group=messages] mark";
    app.see_on(found).await;
    app.read("hit", "what do you see").await;
    app.read("hit", "Archived").await;
    app.read("preview", "herring gulls").await;
    app.write("palette-input", ENTER).await;
    app.miss("palette").await;
    app.see_on("[data-found=true]").await;
    let marked = "const mark = document.querySelector('[data-found=true]');
        const box = mark.getBoundingClientRect();
        const words = [...(CSS.highlights?.get('found') ?? [])].map((range) => range.toString().toLowerCase());
        return mark.textContent.includes('herring gulls') && box.top >= 0 && box.bottom <= innerHeight && words.includes('herring gulls')";
    app.until("the very words are marked, and in sight", marked).await;
    let painted = "const style = getComputedStyle(document.querySelector('[data-found=true]'), '::highlight(found)');
        return style.backgroundColor !== 'rgba(0, 0, 0, 0)' && style.backgroundColor !== ''";
    app.until("the mark has a colour", painted).await;

    let key = "document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'f', ctrlKey: true, bubbles: true, cancelable: true }))";
    app.script(key, vec![]).await;
    app.write("find-input", "lighthouse").await;
    app.read("find-count", "1").await;
    let found = "return [...(CSS.highlights?.get('found') ?? [])].some((range) => range.toString().toLowerCase() === 'lighthouse')";
    app.until("what is looked for now is marked instead", found).await;
    app.write("find-input", ESCAPE).await;
    app.miss("find-bar").await;
}

#[tokio::test]
async fn a_thread_is_managed_from_its_row() {
    let display = Display::new().await;
    let codex_home = CodexHome::on(&display).await;
    codex_home.converse("first words").await;
    let app = opened(&codex_home).await;
    app.open_thread("first words").await;
    app.click("fork").await;
    app.read("toast", "Forked").await;
    wait::until("there are two", async || rows(&app).await.len() == 2).await;
    app.read("row", "echo: first words").await;
    let current = "return document.querySelector('[data-part=thread-row][aria-current]').dataset.thread";
    let fork = app.script(current, vec![]).await;
    codex_home.model.say(Turn::text("Only here."));
    app.send("go another way").await;
    app.turn("done").await;
    app.read("row", "Only here.").await;

    let row = format!("[data-part=thread-row][data-thread={}]", fork);
    app.script("document.querySelector(arguments[0]).focus()", vec![json!(row)]).await;
    app.script(
        "document.querySelector(arguments[0]).dispatchEvent(new KeyboardEvent('keydown', { key: 'F2', bubbles: true, cancelable: true }))",
        vec![json!(row)],
    )
    .await;
    app.see("rename-here").await;
    app.script("document.querySelector('[data-part=rename-here]').value = ''", vec![]).await;
    app.write("rename-here", "The other way").await;
    app.write("rename-here", ENTER).await;
    app.read("thread-row", "The other way").await;
    app.read("head", "The other way").await;
    from_row(&app, "The other way", "Pin").await;
    app.read("project", "Pinned").await;
    assert_eq!(rows(&app).await[0], "The other way", "what is pinned stands first");

    app.open_thread("first words").await;
    app.miss_text("row", "Only here.").await;
    app.reload().await;
    app.read("thread-row", "The other way").await;
    app.read("project", "Pinned").await;
}

#[tokio::test]
async fn a_deletion_can_be_taken_back() {
    let display = Display::new().await;
    let codex_home = CodexHome::on(&display).await;
    codex_home.converse("delete me").await;
    codex_home.converse("forget this one").await;
    let app = opened(&codex_home).await;
    app.open_thread("delete me").await;
    from_row(&app, "delete me", "Delete").await;
    no_row(&app, "delete me").await;
    app.see("undo-toast").await;
    app.miss("transcript").await;
    app.click("undo").await;
    app.read("thread-row", "delete me").await;
    app.miss("undo-toast").await;
    app.read("row", "echo: delete me").await;

    for row in ["delete me", "forget this one"] {
        from_row(&app, row, "Delete").await;
        no_row(&app, row).await;
    }
    app.press_close().await;
    wait::until("the app is gone", async || !app.runs()).await;
    drop(app);
    let app = opened(&codex_home).await;
    app.read("thread-row", "delete me").await;
    app.read("thread-row", "forget this one").await;
    app.miss("undo-toast").await;

    from_row(&app, "forget this one", "Delete").await;
    app.see("undo-toast").await;
    app.miss("undo-toast").await;
    no_row(&app, "forget this one").await;
    app.reload().await;
    app.read("thread-row", "delete me").await;
    no_row(&app, "forget this one").await;
    let sessions = codex_home.home().join("sessions");
    let is_left = || {
        let found =
            std::process::Command::new("grep").args(["-rl", "forget this one"]).arg(&sessions).output().unwrap();
        !found.stdout.is_empty()
    };
    wait::until("it is gone from the disk too", async || !is_left()).await;
}

#[tokio::test]
async fn threads_are_exported_to_files() {
    let display = Display::new().await;
    let codex_home = CodexHome::on(&display).await;
    codex_home.model.say(Turn::text("The tide turns at *noon*."));
    codex_home.converse("when does the tide turn").await;
    codex_home.converse("second").await;
    let app = opened(&codex_home).await;
    let out = display.folder("out");
    let files = |folder: &Path| {
        let mut names: Vec<String> =
            std::fs::read_dir(folder).unwrap().map(|one| one.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    };
    let into = async |folder: &Path, format: &str| {
        app.see("export-folder").await;
        app.click_that("[data-part=dialog] .segmented button", format).await;
        app.script("document.querySelector('[data-part=export-folder]').select()", vec![]).await;
        app.write("export-folder", &folder.display().to_string()).await;
        app.click("dialog-yes").await;
    };
    for (format, extension, holds) in [
        ("Markdown", "md", "The tide turns at *noon*."),
        ("HTML", "html", "<em>noon</em>"),
        ("JSON", "json", "The tide turns at *noon*."),
    ] {
        from_row(&app, "when does the tide turn", "Export").await;
        into(&out, format).await;
        app.miss("dialog").await;
        let file = out.join(format!("when does the tide turn.{extension}"));
        let text = std::fs::read_to_string(&file).unwrap_or_else(|why| panic!("{}: {why}", file.display()));
        assert!(text.contains(holds), "{text}");
    }
    app.read("toast", "when does the tide turn").await;

    // Several threads at once.
    let many = display.folder("many");
    for row in ["when does the tide turn", "second"] {
        from_row(&app, row, "Select").await;
    }
    app.read("selection", "2").await;
    app.click("selected-more").await;
    app.click_that("[role=menuitem]", "Export").await;
    into(&many, "Markdown").await;
    app.miss("dialog").await;
    assert_eq!(files(&many), ["second.md", "when does the tide turn.md"]);

    let Some(full) = Full::on(&display) else {
        eprintln!("a full disk was not tried: only root may mount one");
        return;
    };
    let before = files(&full.folder);
    from_row(&app, "second", "Export").await;
    into(&full.folder, "HTML").await;
    app.read("dialog", "The disk is full").await;
    assert_eq!(files(&full.folder), before, "nothing is left behind");
    app.click("dialog-no").await;
    app.open_thread("second").await;
    app.read("row", "echo: second").await;
}

/// A small disk that is full.
struct Full {
    folder: std::path::PathBuf,
}

impl Full {
    fn on(display: &Display) -> Option<Self> {
        let folder = display.folder("full");
        let mounted =
            std::process::Command::new("mount").args(["-t", "tmpfs", "-o", "size=64k", "tmpfs"]).arg(&folder).output();
        if !mounted.is_ok_and(|said| said.status.success()) {
            return None;
        }
        let full = Self { folder };
        let mut n = 0;
        while std::fs::write(full.folder.join(format!("filler-{n}")), [0u8; 4096]).is_ok() {
            n += 1;
        }
        Some(full)
    }
}

impl Drop for Full {
    fn drop(&mut self) {
        let _ = std::process::Command::new("umount").arg(&self.folder).status();
    }
}

#[tokio::test]
async fn going_back_gives_the_prompt_back() {
    let display = Display::new().await;
    let codex_home = CodexHome::on(&display).await;
    let app = codex_home.at_work().await;
    app.send("second thoughts").await;
    app.read("row", "echo: second thoughts").await;
    app.turn("done").await;
    app.script("[...document.querySelectorAll('[data-part=turn-menu]')].at(-1).click()", vec![]).await;
    app.click_that("[role=menuitem]", "Go back to before this").await;
    app.click("dialog-yes").await;
    let back = "return document.querySelector('[data-part=composer-input]').value === 'second thoughts'
        && !document.querySelector('[data-part=transcript]').textContent.includes('echo: second thoughts')";
    app.until("its words are in the composer, and the turn is gone", back).await;
    app.read("row", "echo: first words").await;
}

#[tokio::test]
async fn a_thread_that_the_command_line_makes_appears_by_itself() {
    let display = Display::new().await;
    let codex_home = CodexHome::on(&display).await;
    codex_home.converse("first words").await;
    let app = opened(&codex_home).await;
    app.read("thread-row", "first words").await;
    // Threads of `codex exec` are hidden until asked for.
    app.click("filter-menu").await;
    app.click_that("[role=menuitemradio]", "Any source").await;
    codex_home.exec("made by the command line").await;
    app.read("thread-row", "made by the command line").await;
    app.open_thread("made by the command line").await;
    app.read("row", "echo: made by the command line").await;
    // A thread of another app-server client appears without any action.
    codex_home.converse("made by another window").await;
    app.read("thread-row", "made by another window").await;
}

#[tokio::test]
async fn many_threads_are_handled_at_once() {
    let display = Display::new().await;
    let codex_home = CodexHome::on(&display).await;
    for name in ["banana", "apple", "cherry"] {
        codex_home.converse(name).await;
    }
    codex_home.exec("durian").await;
    let app = opened(&codex_home).await;
    app.read("thread-row", "cherry").await;
    // Times are whole seconds, so the newest of them is not certain, but the order by name is.
    wait::until("all three are listed", async || rows(&app).await.len() == 3).await;
    app.click("sort-menu").await;
    app.click_that("[role=menuitemradio]", "By name").await;
    listed(&app, &["apple", "banana", "cherry"]).await;
    app.click("filter-menu").await;
    app.click_that("[role=menuitemradio]", "codex exec").await;
    listed(&app, &["durian"]).await;
    app.click("filter-menu").await;
    app.click_that("[role=menuitemradio]", "Started by you").await;
    wait::until("all again", async || rows(&app).await.len() == 3).await;

    for row in ["apple", "banana"] {
        from_row(&app, row, "Select").await;
    }
    app.read("selection", "2").await;
    app.click("archive-selected").await;
    listed(&app, &["cherry"]).await;

    app.open_thread("cherry").await;
    app.click("head-menu").await;
    app.click_that("[role=menuitem]", "Goal").await;
    app.see("dialog").await;
    app.write("goal-input", "Reach the island").await;
    app.click("dialog-yes").await;
    app.miss("goal-input").await;
    app.read("goal", "Reach the island").await;
    app.click("goal").await;
    app.click_that("[data-part=dialog] button", "Clear").await;
    app.miss("goal").await;
}
