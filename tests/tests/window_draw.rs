#![allow(clippy::unwrap_used, clippy::expect_used)]
//! What is drawn beside the talk, in the real window: changes, outputs, pictures, terminals.

use base64::Engine as _;
use loopback::{Step, Turn};
use serde_json::json;
use threadloft_tests::app::App;
use threadloft_tests::lab::Lab;
use threadloft_tests::stage::Stage;

const ENTER: &str = "\u{E007}";
/// One red pixel.
const PNG: &str = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC";
const WATCH: &str = r#"
window.__trace = [];
for (const name of ["alert", "confirm", "prompt", "open", "print"]) window[name] = () => window.__trace.push(name);
document.addEventListener("securitypolicyviolation", (event) => window.__trace.push(`${event.effectiveDirective} ${event.blockedURI}`));
"#;

async fn opened<'a>(lab: &Lab<'a>) -> App<'a> {
    lab.converse("first words").await;
    let app = lab.start().ready().await;
    app.resize(1440, 900).await;
    app.script(WATCH, vec![]).await;
    app.browse().await;
    app.open_thread("first words").await;
    app
}

/// The patch may want a person's word.
async fn finished(app: &App<'_>) {
    let script = "document.querySelector('[data-part=ask-accept]')?.click();
        return document.querySelector('[data-part=transcript]')?.dataset.turn === 'done'";
    app.until("the turn is done", script).await;
}

async fn tab(app: &App<'_>, name: &str) {
    app.click_on(&format!("#tab-{name}")).await;
}

/// Nothing ran that should not have, and the page's policy refused nothing.
async fn clean(app: &App<'_>) {
    assert_eq!(app.script("return window.__trace", vec![]).await, json!([]));
}

#[tokio::test]
async fn a_change_is_seen_in_two_columns_and_a_comment_on_it_goes_into_the_message() {
    let stage = Stage::new().await;
    let lab = Lab::on(&stage).await;
    let old: String = (1..=40).map(|n| format!("let line_{n} = {n};\n")).collect();
    std::fs::write(lab.project().join("boats.rs"), old).unwrap();
    let app = opened(&lab).await;
    let patch = "*** Begin Patch\n*** Update File: boats.rs\n@@\n let line_29 = 29;\n-let line_30 = 30;\n+let boat = 31;\n+let mast = 32;\n let line_31 = 31;\n*** End Patch\n";
    lab.model.say(Turn::new([Step::patch(patch)]));
    lab.model.say(Turn::text("Both are changed."));
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
    let stage = Stage::new().await;
    let lab = Lab::on(&stage).await;
    let git = |args: &[&str]| {
        let mut git = std::process::Command::new("git");
        git.args(["-c", "user.name=A", "-c", "user.email=a@example.org"]).args(args).current_dir(lab.project());
        assert!(git.output().unwrap().status.success(), "git {args:?}");
    };
    git(&["init", "-q", "-b", "<img/src=x/onerror=alert(1)>"]);
    git(&["add", "-A"]);
    git(&["commit", "-q", "-m", "first"]);
    std::fs::write(lab.project().join("README.md"), "# Harbour\n\nQuiet.\n").unwrap();
    std::fs::write(lab.project().join("<img src=x onerror=alert(1)>.html"), "<script>alert(1)</script>\n").unwrap();
    let app = opened(&lab).await;
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

#[tokio::test]
async fn all_of_a_long_output_is_shown_with_few_elements() {
    let stage = Stage::new().await;
    let lab = Lab::on(&stage).await;
    let app = opened(&lab).await;
    lab.model.say(Turn::new([Step::exec("seq 1 20000")]));
    lab.model.say(Turn::text("Counted."));
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
async fn a_terminal_is_a_terminal_echoes_and_takes_the_size_of_its_panel() {
    let stage = Stage::new().await;
    let lab = Lab::on(&stage).await;
    let app = opened(&lab).await;
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
    app.see("open-terminal-bare").await;
}

#[tokio::test]
async fn a_picture_is_small_in_the_talk_and_whole_when_clicked_and_one_from_elsewhere_is_only_named() {
    let stage = Stage::new().await;
    let lab = Lab::on(&stage).await;
    let file = lab.project().join("<b>dot.png");
    std::fs::write(&file, base64::engine::general_purpose::STANDARD.decode(PNG).unwrap()).unwrap();
    let app = opened(&lab).await;
    lab.model.say(Turn::new([Step::view_image(&file.display().to_string())]));
    lab.model.say(Turn::text("Seen. ![far away](https://pictures.example/i.png)"));
    app.send("look").await;
    app.turn("running").await;
    finished(&app).await;
    let drawn = "const image = document.querySelector('[data-part=picture] img'); return image?.complete === true && image.naturalWidth === 1";
    app.until("the picture is drawn", drawn).await;
    app.click("picture").await;
    app.see("picture-whole").await;
    app.read("picture-whole", "<b>dot.png").await;
    app.click_on("[data-part=picture-whole] button").await;
    app.miss("picture-whole").await;
    app.read("row", "pictures.example").await;
    let loaded =
        "return performance.getEntriesByType('resource').filter((one) => one.name.includes('pictures.example')).length";
    assert_eq!(app.script(loaded, vec![]).await, json!(0));
    assert_eq!(app.script("return document.querySelector('.prose img')", vec![]).await, json!(null));
    clean(&app).await;

    // No other file is given out under any name.
    let other = "const done = arguments[0]; const image = new Image();
        image.onload = () => done('loaded'); image.onerror = () => done('refused');
        image.src = `picture://localhost/${encodeURIComponent('/etc/passwd')}`";
    assert_eq!(app.script_later(other, vec![]).await, json!("refused"));
}
