//! Writing a message in the real window on the real server: drafts, pictures, mentions, commands, reviews, plans.

use loopback::{Step, Turn};
use serde_json::json;
use threadloft_tests::app::App;
use threadloft_tests::codex_home::CodexHome;
use threadloft_tests::display::Display;
use threadloft_tests::wait;

/// Special keys, as WebDriver encodes them.
const ENTER: &str = "\u{E007}";
const ESCAPE: &str = "\u{E00C}";
const UP: &str = "\u{E013}";
const DOWN: &str = "\u{E015}";

/// One red pixel.
const DOT: &str = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==";
/// The picture as a clipboard event carries it.
const PASTE: &str = r#"
const bytes = atob(arguments[0]);
const data = new DataTransfer();
data.items.add(new File([Uint8Array.from(bytes, (c) => c.charCodeAt(0))], "dot.png", { type: "image/png" }));
const paste = new ClipboardEvent("paste", { bubbles: true, cancelable: true, clipboardData: data });
document.querySelector("[data-part=composer-input]").dispatchEvent(paste);
"#;

async fn says(app: &App<'_>, what: &str, text: &str) {
    let script = format!("return document.querySelector('[data-part=composer-input]')?.value === {}", json!(text));
    app.until(what, &script).await;
}

async fn drawn_picture(app: &App<'_>, within: &str) {
    let script = format!(
        "const img = document.querySelector({}); return !!img && img.complete && img.naturalWidth === 1",
        json!(format!("{within} img"))
    );
    app.until("the picture is drawn", &script).await;
}

#[tokio::test]
async fn a_draft_with_its_picture_outlives_a_kill() {
    let display = Display::new().await;
    let codex_home = CodexHome::on(&display).await;
    let app = codex_home.at_work().await;
    app.write("composer-input", "half a thought").await;
    app.script(PASTE, vec![json!(DOT)]).await;
    drawn_picture(&app, "[data-part=attachment]").await;
    app.read("draft-state", "Draft saved").await;
    app.signal("KILL");
    wait::until("the app is gone", async || !app.runs()).await;
    drop(app);

    let app = codex_home.start().browsing().await;
    app.open_thread("first words").await;
    says(&app, "the draft is there", "half a thought").await;
    drawn_picture(&app, "[data-part=attachment]").await;
    app.click("send").await;
    app.read("row", "echo: half a thought").await;
    app.turn("done").await;
    drawn_picture(&app, "[data-kind=prompt]").await;
    let asked = codex_home.model.requests().into_iter().rfind(|asked| asked.path.ends_with("/responses"));
    let body = asked.map(|asked| asked.body.to_string()).unwrap_or_default();
    assert!(body.contains("data:image/"), "the model saw the picture");
    says(&app, "nothing is left", "").await;
    app.miss("attachment").await;
}

/// Drags files with the mouse out of another program's window and drops them on ours.
async fn drop_files(app: &App<'_>, files: &[&std::path::Path]) {
    let xdotool = |args: &[&str]| {
        let said = app.display.command("xdotool").args(args).stdout(std::process::Stdio::piped()).output();
        said.map(|said| String::from_utf8_lossy(&said.stdout).trim().to_owned()).unwrap_or_default()
    };
    let mut parcel =
        app.display.command(env!("CARGO_BIN_EXE_drag_source")).args(files).spawn().expect("another window");
    let held = wait::for_some(async || {
        let found = xdotool(&["search", "--onlyvisible", "--name", "^Parcel$"]);
        found.lines().next().map(str::to_owned)
    });
    let held = held.await.expect("another window is seen");
    xdotool(&["windowmove", "--sync", &held, "1400", "900"]);
    xdotool(&["mousemove", "--window", &held, "40", "40", "mousedown", "1"]);
    let mut x = 1400;
    wait::until("it hangs over our window", async || {
        // In small steps, as a hand moves, and never past the middle.
        x = (x - 40).max(600);
        xdotool(&["mousemove", &x.to_string(), "500"]);
        app.script("return document.querySelector('.drop-veil') !== null", vec![]).await == json!(true)
    })
    .await;
    xdotool(&["mouseup", "1"]);
    app.until("the veil is lifted", "return document.querySelector('.drop-veil') === null").await;
    parcel.kill().and_then(|()| parcel.wait()).expect("the other window ends");
}

#[tokio::test]
async fn pictures_are_picked_or_dropped() {
    use base64::Engine as _;
    let display = Display::new().await;
    let codex_home = CodexHome::on(&display).await;
    let dot = base64::engine::general_purpose::STANDARD.decode(DOT).expect("a picture");
    let (picked, dropped) =
        (display.folder("pictures").join("picked.png"), display.folder("pictures").join("dropped.png"));
    let note = codex_home.project().join("log book.txt");
    for (file, bytes) in [(&picked, dot.as_slice()), (&dropped, dot.as_slice()), (&note, b"all is well".as_slice())] {
        std::fs::write(file, bytes).expect("a file is written");
    }
    let app = codex_home.at_work().await;
    app.click("attach").await;
    app.click_that("[role=menuitem]", "Images").await;
    app.pick(&picked.display().to_string()).await;
    app.read("attachment", "picked.png").await;
    drawn_picture(&app, "[data-part=attachment]").await;

    drop_files(&app, &[&dropped, &note]).await;
    app.read("attachment", "dropped.png").await;
    says(&app, "the other file is named", "@\"log book.txt\" ").await;
    app.write("composer-input", "what is this?").await;
    app.click("send").await;
    let asked = codex_home.model.asked(|request| request.body.to_string().contains("what is this?")).await;
    assert_eq!(asked.body.to_string().matches("data:image/").count(), 2, "the model saw both");
    app.read("row", "what is this?").await;
    app.turn("done").await;

    // A dropped folder starts a thread in it.
    let elsewhere = display.folder("projects/boatyard");
    drop_files(&app, &[&elsewhere]).await;
    app.until("a new thread in it", "return document.querySelector('main').innerText.includes('boatyard')").await;
}

#[tokio::test]
async fn a_file_is_named_by_a_few_letters() {
    let display = Display::new().await;
    let codex_home = CodexHome::on(&display).await;
    std::fs::create_dir_all(codex_home.project().join("boats")).unwrap_or_default();
    std::fs::write(codex_home.project().join("boats/mast.txt"), "tall").unwrap_or_default();
    let skill = codex_home.project().join(".agents/skills/knots/SKILL.md");
    std::fs::create_dir_all(skill.parent().unwrap_or(&skill)).unwrap_or_default();
    std::fs::write(skill, "---\nname: knots\ndescription: Ties them.\n---\nUse a bowline.\n").unwrap_or_default();
    let app = codex_home.at_work().await;
    app.write("composer-input", "tie it with $kno").await;
    app.read("suggestion", "Ties them.").await;
    app.write("composer-input", ENTER).await;
    app.see_on("[data-part=attachment][data-kind=skill]").await;
    app.write("composer-input", ENTER).await;
    app.turn("done").await;
    app.read("row", "echo: tie it with $knots").await;
    app.write("composer-input", "what is in @mas").await;
    app.read("suggestion", "boats/mast.txt").await;
    app.write("composer-input", ENTER).await;
    says(&app, "the name is whole", "what is in @boats/mast.txt ").await;
    app.write("composer-input", ENTER).await;
    app.turn("done").await;
    app.read("row", "echo: what is in @boats/mast.txt").await;
    app.write("composer-input", UP).await;
    says(&app, "the last comes back", "what is in @boats/mast.txt ").await;
    app.write("composer-input", UP).await;
    says(&app, "and the one before", "tie it with $knots ").await;
    app.write("composer-input", UP).await;
    says(&app, "and the first", "first words").await;
    app.write("composer-input", &format!("{DOWN}{DOWN}{DOWN}")).await;
    says(&app, "and nothing again", "").await;
    // Escape closes the menu and keeps the text.
    app.write("composer-input", "mail@").await;
    app.miss("suggest").await;
    app.write("composer-input", " @mas").await;
    app.see("suggest").await;
    app.write("composer-input", ESCAPE).await;
    app.miss("suggest").await;
    says(&app, "the words stay", "mail@ @mas").await;
}

#[tokio::test]
async fn a_persons_own_command_runs_from_the_composer() {
    let display = Display::new().await;
    let codex_home = CodexHome::on(&display).await;
    let app = codex_home.at_work().await;
    app.write("composer-input", "!echo ahoy > hail && cat hail").await;
    app.write("composer-input", ENTER).await;
    app.see_on("[data-part=row][data-kind=ran]").await;
    app.turn("done").await;
    app.read("row", "ahoy").await;
    assert!(codex_home.project().join("hail").is_file());
    codex_home.model.say(Step::exec("sleep 300"));
    app.send("wait a while").await;
    app.read("row", "sleep 300").await;
    app.click("stop").await;
    app.turn("interrupted").await;
    app.read("terminals", "sleep 300").await;
    app.click("stop-terminal").await;
    app.miss("terminals").await;
}

#[tokio::test]
async fn a_slash_opens_the_review() {
    let display = Display::new().await;
    let codex_home = CodexHome::on(&display).await;
    let app = codex_home.at_work().await;
    app.write("composer-input", "/rev").await;
    app.read("suggestion", "/review").await;
    app.write("composer-input", ENTER).await;
    app.see("review").await;
    app.click("review-custom").await;
    app.write("review-words", "Is the hull tight?").await;
    let verdict = r#"{"findings":[],"overall_correctness":"patch is correct","overall_explanation":"Dry as a bone.","overall_confidence_score":0.9}"#;
    codex_home.model.say(Turn::text(verdict));
    app.click("dialog-yes").await;
    app.miss("review").await;
    app.read("row", "Dry as a bone.").await;
    app.turn("done").await;

    codex_home.model.say(Turn::text("<proposed_plan>\n- Tar the seams\n</proposed_plan>"));
    app.click("plan-switch").await;
    app.send("plan the caulking").await;
    app.read("row", "Tar the seams").await;
    app.turn("done").await;
    codex_home.model.say(Turn::text("Seams are tarred."));
    app.click("carry-out").await;
    app.read("row", "Seams are tarred.").await;
    app.turn("done").await;
    app.until(
        "plan mode is over",
        "return document.querySelector('[data-part=plan-switch]').getAttribute('aria-pressed') === 'false'",
    )
    .await;
}
