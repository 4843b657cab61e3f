//! The list tells what it hides and distinguishes equal titles; the palette runs every action; the start page is
//! useful.

use loopback::Step;
use serde_json::json;
use std::fs;
use std::path::Path;
use threadloft_tests::app::{App, Start};
use threadloft_tests::codex_home::CodexHome;
use threadloft_tests::display::Display;
use threadloft_tests::wait;

/// Special keys, as WebDriver encodes them.
const ENTER: &str = "\u{E007}";
const ESCAPE: &str = "\u{E00C}";

/// Clicks an entry in the menu of the row with this text.
async fn from_row(app: &App<'_>, row: &str, line: &str) {
    app.read("thread-row", row).await;
    let script =
        "[...document.querySelectorAll('[data-part=thread-row]')].find((one) => one.textContent.includes(arguments[0]))
        .parentElement.querySelector('[data-part=row-menu]').click()";
    app.script(script, vec![json!(row)]).await;
    app.click_that("[role=menuitem]", line).await;
}

async fn close(app: App<'_>) {
    app.press_close().await;
    wait::until("the app is gone", async || !app.runs()).await;
}

/// The start page is shown, without an error about the thread that is gone.
async fn starts_afresh(app: &App<'_>) {
    app.see("composer-input").await;
    app.see("start").await;
    app.miss("transcript").await;
    assert_eq!(app.texts("toast").await, Vec::<String>::new());
    let empty = "return [...document.querySelectorAll('h1, h2')].some((one) => one.textContent.trim() === '')";
    assert_eq!(app.script(empty, vec![]).await, json!(false), "a heading says nothing");
}

/// The palette's first hit for these letters.
async fn first_hit(app: &App<'_>, letters: &str, label: &str) {
    app.write("palette-input", letters).await;
    let first = format!(
        "const hit = document.querySelector('[data-part=hit]');
        return (hit?.dataset.group === 'actions' && hit.textContent.includes({0})) || hit?.textContent",
        json!(label)
    );
    app.until(&format!("{label:?} is first for {letters:?}"), &first).await;
}

#[tokio::test]
async fn the_demo_leaves_the_start_page_behind() {
    let display = Display::new().await;
    let app = Start::on(&display).ready().await;
    app.click("try-demo").await;
    app.miss("welcome").await;
    app.send(loopback::demo::SHOT_PROMPT).await;
    app.turn("done").await;
    app.click("inbox-button").await;
    app.click_that("[data-part=banner] button", "demo").await;
    app.miss("banner").await;
    app.browse().await;
    starts_afresh(&app).await;
    close(app).await;

    let app = Start::on(&display).browsing().await;
    starts_afresh(&app).await;
    app.miss("inbox").await;
}

#[tokio::test]
async fn a_remembered_thread_that_is_gone_opens_the_start_page() {
    let display = Display::new().await;
    let codex_home = CodexHome::on(&display).await;
    let app = codex_home.at_work().await;
    let gone =
        "localStorage.setItem('threadloft.view', JSON.stringify({ thread: '019a0000-0000-7000-8000-000000000000' }))";
    app.until("what is open is kept", "return (localStorage.getItem('threadloft.view') ?? '').includes('thread')")
        .await;
    app.script(gone, vec![]).await;
    app.reload().await;
    starts_afresh(&app).await;
}

#[tokio::test]
async fn the_palette_reaches_every_action_and_page() {
    let display = Display::new().await;
    let codex_home = CodexHome::on(&display).await;
    codex_home.converse("said before").await;
    let app = codex_home.at_work().await;
    app.click("search").await;
    for group in ["threads", "actions"] {
        app.see_on(&format!("[data-part=hit][data-group={group}]")).await;
    }
    // The open thread itself is not offered.
    app.read("hit", "said before").await;
    app.miss_text("hit", "first words").await;
    let tall =
        "const share = document.querySelector('[data-part=palette]').getBoundingClientRect().height / innerHeight;
        return (share > 0.6 && share < 0.71) || share";
    app.until("it has up to 70 % of the height", tall).await;
    app.write("palette-input", ESCAPE).await;

    for (letters, label) in [
        ("terminal", "Terminal"),
        ("export", "Export"),
        ("keys", "Keyboard shortcuts"),
        ("archive", "Archive"),
        ("mcp", "MCP servers"),
    ] {
        app.click("search").await;
        first_hit(&app, letters, label).await;
        // What is listed is counted, actions too.
        app.miss_text("palette", "0 results").await;
        if letters != "mcp" {
            app.write("palette-input", ESCAPE).await;
            app.miss("palette").await;
        }
    }
    app.write("palette-input", ENTER).await;
    app.see_on("[data-section=servers][aria-current=page]").await;
    // A section is found by its name, and an action shows its key.
    app.script("document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true, bubbles: true, cancelable: true }))", vec![]).await;
    first_hit(&app, "high contrast", "High contrast").await;
    app.write("palette-input", ENTER).await;
    app.see_on("[data-section=general][aria-current=page]").await;
    app.click_on("[data-part=settings] .esc").await;
    app.click("search").await;
    app.write("palette-input", "new thread").await;
    app.see_on("[data-part=hit][data-group=actions] kbd").await;
}

#[tokio::test]
async fn threads_that_a_filter_hides_are_counted_at_the_lists_end() {
    let display = Display::new().await;
    let codex_home = CodexHome::on(&display).await;
    codex_home.converse("said by a person").await;
    codex_home.exec("said by a script").await;
    let app = codex_home.start().browsing().await;
    app.read("thread-row", "said by a person").await;
    app.miss_text("thread-row", "said by a script").await;
    app.read("hidden-threads", "1 from scripts hidden").await;
    app.see_on("[data-part=filter-menu].has-dot").await;
    app.click("show-hidden").await;
    app.read("thread-row", "said by a script").await;
    app.miss("hidden-threads").await;
    app.see_on("[data-part=filter-menu]:not(.has-dot)").await;
    app.click("filter-menu").await;
    app.click_that("[role=menuitemradio]", "Started by you").await;
    app.miss_text("thread-row", "said by a script").await;
}

fn write(file: &Path) {
    fs::create_dir_all(file.parent().unwrap()).unwrap();
    fs::write(file, "x\n").unwrap();
}

#[tokio::test]
async fn an_at_sign_offers_no_file_that_git_ignores() {
    let display = Display::new().await;
    let codex_home = CodexHome::on(&display).await;
    let project = codex_home.project();
    let git = |args: &[&str]| {
        let done = display
            .command("git")
            .args(["-c", "user.name=a", "-c", "user.email=a@b.c"])
            .args(args)
            .current_dir(project)
            .status();
        assert!(done.unwrap().success(), "git {args:?}");
    };
    for file in ["src/main.py", "src/domain.py", "out/main.js", "docs/maintaining/notes.md"] {
        write(&project.join(file));
    }
    fs::write(project.join(".gitignore"), "out/\n").unwrap();
    git(&["init", "-q", "-b", "main"]);
    git(&["add", "."]);
    git(&["commit", "-q", "-m", "first"]);
    let app = codex_home.start().arg(project.to_string_lossy()).browsing().await;
    app.write("composer-input", "@mai").await;
    app.read("suggestion", "src/main.py").await;
    app.until("src/main.py is first", "return document.querySelector('[data-part=suggestion]')?.textContent.includes('src/main.py') || document.querySelector('[data-part=suggestion]')?.textContent").await;
    let offered = app.texts("suggestion").await;
    assert!(!offered.iter().any(|path| path.contains(".git/") || path.contains("out/")), "{offered:?}");
}

#[tokio::test]
async fn a_fork_is_told_from_its_origin() {
    let display = Display::new().await;
    let codex_home = CodexHome::on(&display).await;
    let app = codex_home.at_work().await;
    app.click("fork").await;
    app.see_on("[data-part=thread-row][aria-current] [data-part=fork-mark]").await;
    app.until("the origin has none", "return document.querySelectorAll('[data-part=fork-mark]').length === 1").await;
    app.read("forked-from", "Forked from first words").await;
    // A restart shows the same.
    close(app).await;
    let app = codex_home.start().browsing().await;
    app.see_on("[data-part=thread-row] [data-part=fork-mark]").await;
    app.click("forked-from").await;
    app.miss("forked-from").await;
    app.until(
        "the origin is open",
        "return document.querySelector('[data-part=thread-row][aria-current] [data-part=fork-mark]') === null",
    )
    .await;
}

#[tokio::test]
async fn equal_titles_are_told_apart_in_the_list() {
    let display = Display::new().await;
    let codex_home = CodexHome::on(&display).await;
    codex_home.converse("the same words").await;
    codex_home.converse("the same words").await;
    codex_home.converse("other words").await;
    let app = codex_home.start().browsing().await;
    let apart = "return document.querySelectorAll('[data-part=apart]').length === 2";
    app.until("two of the three rows say when they began", apart).await;
}

#[tokio::test]
async fn undo_brings_an_archived_thread_back() {
    let display = Display::new().await;
    let codex_home = CodexHome::on(&display).await;
    codex_home.converse("stays here").await;
    let app = codex_home.at_work().await;
    from_row(&app, "first words", "Archive").await;
    app.read("toast", "archived").await;
    app.miss("dialog").await;
    app.miss_text("thread-row", "first words").await;
    app.until(
        "the next thread is open",
        "return document.querySelector('[data-part=thread-row][aria-current]')?.textContent.includes('stays here')",
    )
    .await;
    app.click_that("[data-part=toast] button", "Undo").await;
    app.until(
        "it is back, and open",
        "return document.querySelector('[data-part=thread-row][aria-current]')?.textContent.includes('first words')",
    )
    .await;
}

#[tokio::test]
async fn a_thread_is_renamed_where_its_title_stands() {
    let display = Display::new().await;
    let codex_home = CodexHome::on(&display).await;
    let app = codex_home.at_work().await;
    let selected = "const field = document.querySelector('[data-part=head] [data-part=rename-here]');
        return field === document.activeElement && field.selectionStart === 0 && field.selectionEnd === field.value.length";
    for (name, end, title) in [("Never mind", ESCAPE, "first words"), ("Last words", ENTER, "Last words")] {
        app.click("head-menu").await;
        app.click_that("[role=menuitem]", "Rename").await;
        app.until("the whole title is selected", selected).await;
        app.miss("dialog").await;
        app.write("rename-here", name).await;
        app.write("rename-here", end).await;
        app.miss("rename-here").await;
        app.read("head", title).await;
        app.read("thread-row", title).await;
    }
}

#[tokio::test]
async fn the_start_page_has_what_was_last_used() {
    let display = Display::new().await;
    let codex_home = CodexHome::on(&display).await;
    let quay = display.folder("projects/quay");
    codex_home.trust(&quay);
    let other = codex_home.other_client();
    let mut client = other.window("main");
    client.ready().await;
    let thread = client.start_thread(&quay.display().to_string(), "at the quay").await;
    client.mirror.until("its turn is done", |seen| seen.turn(thread.as_str()) == "done").await;
    other.engine.close().await;
    let app = codex_home.at_work().await;
    app.click("new-thread").await;
    app.see("composer-input").await;
    app.click_that("[data-part=recent-folder]", "quay").await;
    app.until("its folder is chosen", "return document.querySelector('.folder-pick')?.textContent.includes('quay')")
        .await;
    app.read("recent-folder", "harbour").await;
    app.read("recent-thread", "at the quay").await;
    app.read("recent-thread", "first words").await;
    app.click_that("[data-part=recent-thread]", "first words").await;
    app.read("row", "echo: first words").await;
    // A waiting ask is listed above it, and a click leads to its card.
    app.asked(&codex_home, Step::exec_escalated("touch moored", "It leaves the workspace.")).await;
    app.click("new-thread").await;
    app.read("waiting-item", "touch moored").await;
    let above = "const [waits, recent] = ['waiting-item', 'recent-thread'].map((part) => document.querySelector(`[data-part=${part}]`));
        return waits.compareDocumentPosition(recent) === Node.DOCUMENT_POSITION_FOLLOWING";
    assert_eq!(app.script(above, vec![]).await, json!(true));
    app.click("waiting-item").await;
    app.read("ask", "touch moored").await;
    app.click("ask-decline").await;
    app.miss("ask").await;
}
