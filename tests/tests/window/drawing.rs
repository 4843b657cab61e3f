//! Content beside the conversation, in the real window: changes, outputs, pictures, terminals.

use base64::Engine as _;
use loopback::gallery::Gallery;
use loopback::{Step, Turn};
use serde_json::json;
use threadloft_tests::app::App;
use threadloft_tests::codex_home::CodexHome;
use threadloft_tests::display::Display;

const ENTER: &str = "\u{E007}";
/// One red pixel.
const PNG: &str = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC";
const WATCH: &str = r#"
window.__trace = [];
for (const name of ["alert", "confirm", "prompt", "open", "print"]) window[name] = () => window.__trace.push(name);
document.addEventListener("securitypolicyviolation", (event) => window.__trace.push(`${event.effectiveDirective} ${event.blockedURI}`));
"#;

async fn opened<'a>(codex_home: &CodexHome<'a>) -> App<'a> {
    codex_home.converse("first words").await;
    let app = codex_home.start().ready().await;
    app.resize(1440, 900).await;
    app.script(WATCH, vec![]).await;
    app.browse().await;
    app.open_thread("first words").await;
    app
}

/// Waits for the end of the turn, and approves its patch if that is asked for.
async fn finished(app: &App<'_>) {
    let script = "document.querySelector('[data-part=ask-accept]')?.click();
        return document.querySelector('[data-part=transcript]')?.dataset.turn === 'done'";
    app.until("the turn is done", script).await;
}

async fn tab(app: &App<'_>, name: &str) {
    app.tab(name).await;
}

/// No attack ran, and the page's policy had nothing to refuse.
async fn clean(app: &App<'_>) {
    assert_eq!(app.script("return window.__trace", vec![]).await, json!([]));
}

fn git(codex_home: &CodexHome<'_>, args: &[&str]) {
    let mut git = std::process::Command::new("git");
    git.args(["-c", "user.name=A", "-c", "user.email=a@example.org"]).args(args).current_dir(codex_home.project());
    assert!(git.output().unwrap().status.success(), "git {args:?}");
}

/// Chooses what is compared, in the menu over the changes.
async fn compare(app: &App<'_>, with: &str) {
    tab(app, "changes").await;
    app.click("compared").await;
    let choose = format!(
        "const found = [...document.querySelectorAll('[role=menuitemradio]')].find((one) => one.textContent.startsWith({}));
         found?.click(); return found !== undefined",
        json!(with)
    );
    app.until(&format!("{with} is offered"), &choose).await;
}

#[tokio::test]
async fn a_comment_on_a_change_goes_into_the_message() {
    let display = Display::new().await;
    let codex_home = CodexHome::on(&display).await;
    let old: String = (1..=40).map(|n| format!("let line_{n} = {n};\n")).collect();
    std::fs::write(codex_home.project().join("boats.rs"), old).unwrap();
    let app = opened(&codex_home).await;
    let patch = "*** Begin Patch\n*** Update File: boats.rs\n@@\n let line_29 = 29;\n-let line_30 = 30;\n+let boat = 31;\n+let mast = 32;\n let line_31 = 31;\n*** End Patch\n";
    codex_home.model.say(Turn::new([Step::patch(patch)]));
    codex_home.model.say(Turn::text("Both are changed."));
    app.send("change the boats").await;
    app.turn("running").await;
    finished(&app).await;
    app.see_on("[data-part=changes][data-state=shown]").await;
    app.read("diff", "let boat = 31;").await;
    app.read("change-file", "boats.rs").await;
    app.click("split").await;
    app.until("two columns", "return document.querySelectorAll('[data-part=diff] .pair').length > 2").await;
    let sides = "return [...document.querySelectorAll('[data-part=diff] .pair')].some((one) =>
        one.children[0].textContent.includes('line_30') && one.children[1].textContent.includes('boat'))";
    app.until("old and new side by side", sides).await;

    app.click("unfold").await;
    app.read("diff", "let line_7 = 7;").await;

    app.click("next-change").await;
    app.write("diff", "c").await;
    app.see("comment-input").await;
    app.write("comment-input", "Which mast?").await;
    app.click("comment-add").await;
    app.miss("comment").await;
    let draft = "return document.querySelector('[data-part=composer-input]').value";
    let draft = app.script(draft, vec![]).await;
    assert_eq!(draft, json!("> boats.rs:30\n> let boat = 31;\nWhich mast?\n"));
    clean(&app).await;
}

#[tokio::test]
async fn what_is_uncommitted_is_seen_also_where_a_file_is_named_like_an_attack() {
    let display = Display::new().await;
    let codex_home = CodexHome::on(&display).await;
    git(&codex_home, &["init", "-q", "-b", "<img/src=x/onerror=alert(1)>"]);
    git(&codex_home, &["add", "-A"]);
    git(&codex_home, &["commit", "-q", "-m", "first"]);
    std::fs::write(codex_home.project().join("README.md"), "# Harbour\n\nQuiet.\n").unwrap();
    std::fs::write(codex_home.project().join("<img src=x onerror=alert(1)>.html"), "<script>alert(1)</script>\n")
        .unwrap();
    let app = opened(&codex_home).await;
    // Without a turn the panel closes and the thread gets its width.
    app.tab("changes").await;
    app.click("compared").await;
    app.until(
        "the branches are listed",
        "return [...document.querySelectorAll('[role=menuitemradio]')].some((one) => one.textContent.includes('onerror'))",
    )
    .await;
    let choose = "[...document.querySelectorAll('[role=menuitemradio]')].find((one) => one.textContent.startsWith('Uncommitted')).click()";
    app.script(choose, vec![]).await;
    app.read("diff", "Quiet.").await;
    app.read("diff", "<script>alert(1)</script>").await;
    assert_eq!(
        app.script("return document.querySelector('[data-part=changes] img, [data-part=changes] script')", vec![])
            .await,
        json!(null)
    );
    clean(&app).await;
}

/// Scrolls to the end of the diff repeatedly until its last line is drawn, because lines are loaded in pages.
fn ends_with(line: &str) -> String {
    format!(
        "const box = document.querySelector('[data-part=diff]'); box.scrollTop = box.scrollHeight;
         return [...box.querySelectorAll('code')].at(-1)?.textContent === {}",
        json!(line)
    )
}

#[tokio::test]
async fn a_hundred_thousand_changed_lines_are_scrolled_with_few_elements() {
    let display = Display::new().await;
    let codex_home = CodexHome::on(&display).await;
    let lines = |name: &str| (1..=50_000).map(|n| format!("let {name}_{n} = {n};\n")).collect::<String>();
    std::fs::write(codex_home.project().join("long.rs"), lines("boat")).unwrap();
    std::fs::write(codex_home.project().join("short.txt"), "quiet\n").unwrap();
    git(&codex_home, &["init", "-q"]);
    git(&codex_home, &["add", "-A"]);
    git(&codex_home, &["commit", "-q", "-m", "first"]);
    std::fs::write(codex_home.project().join("long.rs"), lines("ship")).unwrap();
    std::fs::write(codex_home.project().join("short.txt"), "loud\n").unwrap();
    let app = opened(&codex_home).await;
    compare(&app, "Uncommitted").await;
    app.read("change-file", "50,000").await;
    app.read("diff", "let boat_1 = 1;").await;
    let few = async |what: &str| {
        let drawn = app.script("return document.querySelectorAll('[data-part=diff] *').length", vec![]).await;
        assert!(drawn.as_u64().unwrap() < 3_000, "{drawn} elements are drawn {what}");
    };
    few("at the top").await;
    app.until("its last line", &ends_with("loud")).await;
    few("at the end").await;
    let middle = "const box = document.querySelector('[data-part=diff]'); box.scrollTop = box.scrollHeight / 2;
        const seen = [...box.querySelectorAll('.dl')].map((one) => one.textContent);
        return seen.some((one) => one.includes('boat_49999')) && seen.some((one) => one.includes('ship_2 '))";
    app.until("where the old lines end and the new ones begin", middle).await;
    few("in the middle").await;

    app.click("split").await;
    app.until("its last line, in two columns", &ends_with("loud")).await;
    let last = "return [...document.querySelectorAll('[data-part=diff] .pair')].some((one) =>
        one.children[0].textContent.includes('boat_50000') && one.children[1].textContent.includes('ship_50000'))";
    app.until("old and new side by side", last).await;
    few("in two columns").await;

    // Folded, the large file shows only its head, and the small one is below it.
    app.script("document.querySelector('[data-part=diff]').scrollTop = 0", vec![]).await;
    app.click_on("[data-part=diff] [data-part=change-file] [aria-expanded=true]").await;
    app.until(
        "one file is folded",
        "const box = document.querySelector('[data-part=diff]');
         return box.scrollHeight < 2000 && box.querySelectorAll('[data-part=change-file]').length === 2
             && box.textContent.includes('loud') && !box.textContent.includes('boat_1 ')",
    )
    .await;
    app.click_on("[data-part=diff] [data-part=change-file] [aria-expanded=false]").await;
    app.read("diff", "let boat_1 = 1;").await;
    clean(&app).await;
}

#[tokio::test]
async fn all_of_a_long_output_is_shown_with_few_elements() {
    let display = Display::new().await;
    let codex_home = CodexHome::on(&display).await;
    let app = opened(&codex_home).await;
    codex_home.model.say(Turn::new([Step::exec("seq 1 20000")]));
    codex_home.model.say(Turn::text("Counted."));
    app.send("count").await;
    app.turn("running").await;
    finished(&app).await;
    app.until(
        "the command is open",
        "const row = document.querySelector('[data-part=row][data-kind=ran]');
         row?.querySelector('[aria-expanded=false]')?.click();
         return document.querySelector('[data-part=show-all]') !== null",
    )
    .await;
    app.click("show-all").await;
    app.see("whole-output").await;
    app.until("its first line", "return document.querySelector('[data-part=whole-output] code')?.textContent === '1'")
        .await;
    let end = "const box = document.querySelector('[data-part=whole-output]'); box.scrollTop = box.scrollHeight;
        return [...box.querySelectorAll('code')].some((one) => one.textContent === '20000')";
    app.until("its last line", end).await;
    let drawn = app.script("return document.querySelectorAll('[data-part=whole-output] code').length", vec![]).await;
    assert!(drawn.as_u64().unwrap() < 200, "{drawn} lines are drawn");
    clean(&app).await;
}

#[tokio::test]
async fn a_terminal_takes_the_size_of_its_panel() {
    let display = Display::new().await;
    let codex_home = CodexHome::on(&display).await;
    let app = opened(&codex_home).await;
    tab(&app, "terminal").await;
    app.click("open-terminal-bare").await;
    app.see("terminal-screen").await;
    app.read("terminal-fence", "Not sandboxed").await;
    app.until("a prompt", "return /[$#%>]/.test(document.querySelector('[data-part=terminal-screen]').textContent)")
        .await;
    app.write("terminal-input", "tty; printf '\\033]2;<img src=x onerror=alert(1)>\\007'").await;
    app.write("terminal-input", ENTER).await;
    app.read("terminal-screen", "/dev/pts/").await;
    app.read("terminal-tab", "<img src=x onerror=alert(1)>").await;
    app.write("terminal-input", &format!("echo '<script>alert(1)</script>' && stty size{ENTER}")).await;
    app.read("terminal-screen", "<script>alert(1)</script>").await;
    let size = "const screen = document.querySelector('[data-part=terminal-screen]');
        return screen.textContent.includes(`${screen.dataset.rows} ${screen.dataset.columns}`)";
    app.until("the size of the panel", size).await;
    let before =
        app.script("return Number(document.querySelector('[data-part=terminal-screen]').dataset.rows)", vec![]).await;
    app.resize(1440, 640).await;
    let smaller =
        format!("return Number(document.querySelector('[data-part=terminal-screen]').dataset.rows) < {before}");
    app.until("it became smaller", &smaller).await;
    app.write("terminal-input", &format!("clear; stty size{ENTER}")).await;
    app.until("the program knows", size).await;
    assert_eq!(app.script("return document.querySelector('[data-part=terminal] img')", vec![]).await, json!(null));

    app.reload().await;
    app.open_thread("first words").await;
    app.see("terminal-screen").await;
    app.click("close-terminal").await;
    // The panel is empty, so it closes and the thread gets its width.
    app.miss("terminal-screen").await;
}

#[tokio::test]
async fn a_small_picture_is_shown_whole_when_clicked() {
    let display = Display::new().await;
    let codex_home = CodexHome::on(&display).await;
    let (seen, made) = (codex_home.project().join("<b>dot.png"), codex_home.project().join("made.png"));
    for file in [&seen, &made] {
        std::fs::write(file, base64::engine::general_purpose::STANDARD.decode(PNG).unwrap()).unwrap();
    }
    codex_home.converse("first words").await;
    // Codex 0.166 makes pictures only with an account, so the injector adds what it would send.
    let aside = codex_home.start().env("THREADLOFT_CODEX", env!("CARGO_BIN_EXE_injector"));
    let app = aside.env("INJECTOR_CODEX", threadloft_tests::codex().to_string_lossy()).ready().await;
    app.resize(1440, 900).await;
    app.script(WATCH, vec![]).await;
    app.browse().await;
    app.open_thread("first words").await;
    let drew = |id: &str, saved: Option<&std::path::Path>, inline: &str| {
        let item = json!({ "type": "imageGeneration", "id": id, "status": "completed", "result": inline,
            "savedPath": saved, "revisedPrompt": format!("{id} <img src=x onerror=alert(1)>") });
        json!({ "notification": true, "method": "item/completed",
            "params": { "threadId": "$THREAD", "turnId": "$TURN", "item": item, "completedAtMs": 0 } })
    };
    codex_home.model.say(Turn::new([Step::view_image(&seen.display().to_string())]));
    codex_home.model.say(Turn::text("Seen and drawn."));
    app.send(&format!("INJECT:{}", json!([drew("a boat", Some(&made), ""), drew("a dot", None, PNG)]))).await;
    app.turn("running").await;
    finished(&app).await;
    let drawn = "const images = [...document.querySelectorAll('[data-part=picture] img')];
        return images.length === 3 && images.every((one) => one.complete && one.naturalWidth === 1)";
    app.until("all pictures are drawn", drawn).await;
    for name in ["made.png", "a dot <img src=x onerror=alert(1)>", "<b>dot.png"] {
        let row = format!(
            "[...document.querySelectorAll('[data-part=picture]')].find((one) => one.title === {}).click()",
            json!(name)
        );
        app.script(&row, vec![]).await;
        app.see("picture-whole").await;
        app.read("picture-whole", name).await;
        let whole = "const image = document.querySelector('[data-part=picture-whole] img'); return image.complete && image.naturalWidth === 1";
        app.until("it is whole", whole).await;
        app.click_on("[data-part=picture-whole] button").await;
        app.miss("picture-whole").await;
    }
    clean(&app).await;

    // No other file can be loaded under any name.
    let other = "const done = arguments[0]; const image = new Image();
        image.onload = () => done('loaded'); image.onerror = () => done('refused');
        image.src = `picture://localhost/${encodeURIComponent('/etc/passwd')}`";
    assert_eq!(app.script_later(other, vec![]).await, json!("refused"));
}

#[tokio::test]
async fn a_picture_from_elsewhere_is_named_until_it_is_allowed() {
    let display = Display::new().await;
    let codex_home = CodexHome::on(&display).await;
    let gallery = Gallery::open(base64::engine::general_purpose::STANDARD.decode(PNG).unwrap()).await.unwrap();
    codex_home.converse("first words").await;
    let app = codex_home.start().credulous().ready().await;
    app.resize(1440, 900).await;
    app.script(WATCH, vec![]).await;
    app.browse().await;
    app.open_thread("first words").await;
    codex_home.model.say(Turn::text(&format!("Look: ![a boat]({}) there.", gallery.url("boat.png"))));
    app.send("query").await;
    app.turn("running").await;
    finished(&app).await;
    app.until(
        "the place of it names what and where",
        "const place = document.querySelector('.prose .image'); return place !== null && place.offsetHeight > 0
             && place.textContent.includes('a boat') && place.textContent.includes('127.0.0.1')",
    )
    .await;
    assert_eq!(app.script("return document.querySelector('.prose img')", vec![]).await, json!(null));
    clean(&app).await;
    assert_eq!(gallery.asked(), Vec::<String>::new());

    let switch = async |on: bool| {
        app.script("document.documentElement.dataset.ready = 'no'", vec![]).await;
        app.click("account").await;
        app.click_on("[data-section=general]").await;
        app.click_on(&format!("[aria-label='Load images from the web'][aria-checked={}]", !on)).await;
        app.drawn().await;
        app.open_thread("first words").await;
    };
    switch(true).await;
    let shown = "const image = document.querySelector('.prose .image.shown img');
        return image !== null && image.complete && image.naturalWidth === 1 && image.offsetWidth > 0";
    app.until("the picture is shown", shown).await;
    assert_eq!(gallery.asked(), ["/boat.png"]);
    switch(false).await;
    app.read("row", "127.0.0.1").await;
    assert_eq!(app.script("return document.querySelector('.prose img')", vec![]).await, json!(null));
    assert_eq!(gallery.asked().len(), 1);
}
