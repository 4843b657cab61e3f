//! Drawn content on the real codex app-server: changes of a turn, a thread and a repository; outputs; pictures.

use base64::Engine as _;
use engine::changes::{ChangeSet, Compared};
use engine::id::{RowId, ThreadId};
use engine::intent::WindowIntent;
use engine::query::{ChangesQuery, QueryResult, ThreadQuery};
use engine::settings::{Editor, SettingsPatch};
use loopback::{Step, Turn};
use std::path::Path;
use threadloft_tests::engine_fixture::{Client, EngineFixture, OpenEngine};

const ONE: &str = "*** Begin Patch\n*** Add File: notes.txt\n+one\n+two\n+three\n*** End Patch\n";
const TWO: &str = "*** Begin Patch\n*** Update File: notes.txt\n@@\n one\n-two\n+TWO\n three\n*** End Patch\n";

async fn changes(open_engine: &OpenEngine, thread: &ThreadId, compared: Compared, spaces: bool) -> ChangeSet {
    let look = ChangesQuery::Changes { thread: thread.clone(), compared, spaces };
    match open_engine.engine.query(look).await {
        Ok(QueryResult::Changes { changes }) => changes,
        other => panic!("no changes: {other:?}"),
    }
}

async fn lines(open_engine: &OpenEngine, set: &ChangeSet, file: u32) -> Vec<String> {
    let look = ChangesQuery::ChangeLines { stamp: set.stamp.clone(), file, from: 0, count: 1_000 };
    match open_engine.engine.query(look).await {
        Ok(QueryResult::ChangeLines { lines }) => lines.into_iter().map(|line| line.html).collect(),
        other => panic!("no lines: {other:?}"),
    }
}

fn summed(set: &ChangeSet) -> Vec<(&str, u32, u32)> {
    set.files.iter().map(|file| (file.path.as_str(), file.added, file.removed)).collect()
}

/// Waits until this many turns are done.
async fn done(client: &mut Client, thread: &ThreadId, turns: usize) {
    let id = thread.as_str();
    let over = |seen: &threadloft_tests::mirror::Snapshot| {
        seen.thread(id)["turns"].as_array().is_some_and(|all| all.len() == turns) && seen.turn(id) == "done"
    };
    client.mirror.until("the turn is done", over).await;
}

fn git(folder: &Path, args: &[&str]) {
    let mut git = std::process::Command::new("git");
    let done =
        git.args(["-c", "user.name=A", "-c", "user.email=a@example.org"]).args(args).current_dir(folder).output();
    let done = done.unwrap();
    assert!(done.status.success(), "git {args:?}: {}", String::from_utf8_lossy(&done.stderr));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_changes_of_a_turn_arrive_live() {
    let fixture = EngineFixture::new().await;
    fixture.model.say(Turn::new([Step::patch(ONE)]));
    fixture.model.say([Step::text("written"), Step::wait("seen")]);
    let open_engine = fixture.open();
    let mut client = open_engine.window("main");
    client.ready().await;
    let thread = client.start_thread(&fixture.project(), "write notes").await;
    let id = thread.as_str();
    let live = |seen: &threadloft_tests::mirror::Snapshot| seen.thread(id)["diff"][0]["path"] == "notes.txt";
    client.mirror.until("the diff of the running turn", live).await;
    assert_eq!(client.mirror.seen.turn(id), "running");
    let set = changes(&open_engine, &thread, Compared::Turn, true).await;
    assert_eq!(summed(&set), [("notes.txt", 3, 0)]);
    fixture.model.gate("seen").open();
    done(&mut client, &thread, 1).await;

    fixture.model.say(Turn::new([Step::patch(TWO)]));
    fixture.model.say(Turn::text("changed"));
    client.send(&thread, "shout").await;
    done(&mut client, &thread, 2).await;
    let turn = changes(&open_engine, &thread, Compared::Turn, true).await;
    assert_eq!(summed(&turn), [("notes.txt", 1, 1)]);
    assert!(lines(&open_engine, &turn, 0).await.iter().any(|line| line.contains("TWO")));
    let all = changes(&open_engine, &thread, Compared::Thread, true).await;
    assert_eq!(summed(&all), [("notes.txt", 3, 0)]);
    assert_eq!(lines(&open_engine, &all, 0).await, ["one", "TWO", "three"]);
    assert_ne!(all.stamp, turn.stamp);
    let Ok(QueryResult::Patch { text }) =
        open_engine.engine.query(ChangesQuery::Patch { stamp: turn.stamp, file: Some(0) }).await
    else {
        panic!("no patch")
    };
    assert!(text.contains("-two\n+TWO\n"), "{text}");

    // The file was edited in between, so the two changes cannot be combined, and the page says so.
    std::fs::write(fixture.at("project").join("notes.txt"), "one\nTwo\nthree\n").unwrap();
    fixture.model.say(Turn::new([Step::patch(&TWO.replace("-two", "-Two").replace("+TWO", "+two"))]));
    fixture.model.say(Turn::text("injected"));
    client.send(&thread, "inject").await;
    done(&mut client, &thread, 3).await;
    let all = changes(&open_engine, &thread, Compared::Thread, true).await;
    assert_eq!(summed(&all), [("notes.txt", 5, 2)]);
    assert!(all.files[0].note.as_deref().is_some_and(|note| note.contains("one after the other")), "{all:?}");
    open_engine.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_repository_is_compared_with_a_commit_or_branch() {
    let fixture = EngineFixture::new().await;
    let project = fixture.at("project");
    fixture.trust(&project);
    git(&project, &["init", "-q", "-b", "main"]);
    let numbers: String = (1..=30).map(|n| format!("line {n}\n")).collect();
    std::fs::write(project.join("long.txt"), &numbers).unwrap();
    git(&project, &["add", "-A"]);
    git(&project, &["commit", "-q", "-m", "first"]);
    git(&project, &["checkout", "-q", "-b", "work"]);
    std::fs::write(project.join("committed.txt"), "on the branch\n").unwrap();
    git(&project, &["add", "-A"]);
    git(&project, &["commit", "-q", "-m", "second"]);
    std::fs::write(
        project.join("long.txt"),
        numbers.replace("line 20\n", "  line 20\n").replace("line 25\n", "LINE 25\n"),
    )
    .unwrap();
    std::fs::write(project.join("<img src=x onerror=alert(1)>.txt"), "new\n").unwrap();

    let open_engine = fixture.open();
    let mut client = open_engine.window("main");
    client.ready().await;
    let thread = client.start_thread(&fixture.project(), "look around").await;
    done(&mut client, &thread, 1).await;
    let set = changes(&open_engine, &thread, Compared::Uncommitted, true).await;
    assert_eq!(summed(&set), [("<img src=x onerror=alert(1)>.txt", 1, 0), ("long.txt", 2, 2)]);
    assert_eq!(set.files[1].gaps, [16]);
    let look = ChangesQuery::Unchanged { stamp: set.stamp.clone(), file: 1, gap: 0 };
    let Ok(QueryResult::Unchanged { lines: between }) = open_engine.engine.query(look).await else {
        panic!("nothing between")
    };
    assert_eq!((between.len(), between[15].html.as_str()), (16, "line 16"));
    let quiet = changes(&open_engine, &thread, Compared::Uncommitted, false).await;
    assert_eq!(summed(&quiet)[1], ("long.txt", 1, 1));

    let Ok(QueryResult::Branches { branches }) =
        open_engine.engine.query(ChangesQuery::Branches { thread: thread.clone() }).await
    else {
        panic!("no branches")
    };
    assert_eq!((branches.current.as_deref(), branches.names.len()), (Some("work"), 2));
    let since = changes(&open_engine, &thread, Compared::Branch { name: "main".into() }, true).await;
    assert_eq!(
        summed(&since).iter().map(|file| file.0).collect::<Vec<_>>(),
        ["<img src=x onerror=alert(1)>.txt", "committed.txt", "long.txt"]
    );
    let bad = ChangesQuery::Changes { thread, compared: Compared::Branch { name: "--output=x".into() }, spaces: true };
    assert!(open_engine.engine.query(bad).await.is_err());
    open_engine.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_folder_without_a_repository_says_so() {
    let fixture = EngineFixture::new().await;
    let open_engine = fixture.open();
    let mut client = open_engine.window("main");
    client.ready().await;
    let thread = client.start_thread(&fixture.project(), "hello").await;
    done(&mut client, &thread, 1).await;
    let look = ChangesQuery::Changes { thread, compared: Compared::Uncommitted, spaces: true };
    let failure = open_engine.engine.query(look).await.unwrap_err();
    assert!(failure.message.contains("not in a Git repository"), "{failure}");
    open_engine.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn all_of_an_output_comes_by_the_page_with_its_colours() {
    let fixture = EngineFixture::new().await;
    fixture.model.say(Turn::new([Step::exec("printf '\\033[31mred\\033[0m\\n'; seq 1 3000")]));
    fixture.model.say(Turn::text("counted"));
    let open_engine = fixture.open();
    let mut client = open_engine.window("main");
    client.ready().await;
    let thread = client.start_thread(&fixture.project(), "count").await;
    done(&mut client, &thread, 1).await;
    let rows = client.mirror.seen.thread(thread.as_str())["rows"].as_array().cloned().unwrap();
    let row = rows.iter().find(|row| row["body"]["kind"] == "ran").expect("a command");
    assert!(row["body"]["output"]["earlier"].as_u64().unwrap() > 0);
    let row = RowId::from(row["id"].as_str().unwrap());
    let Ok(QueryResult::Sheet { stamp, lines }) = open_engine.engine.query(ThreadQuery::Sheet { thread, row }).await
    else {
        panic!("no sheet")
    };
    assert!(lines >= 3_001, "{lines}");
    let page = |from| ThreadQuery::SheetLines { stamp: stamp.clone(), from, count: 9 };
    let Ok(QueryResult::SheetLines { lines: first }) = open_engine.engine.query(page(0)).await else {
        panic!("no lines")
    };
    assert!(first.contains(&"<span class=\"ansi-1\">red</span>".to_owned()), "{first:?}");
    let Ok(QueryResult::SheetLines { lines: last }) = open_engine.engine.query(page(lines - 2)).await else {
        panic!("no lines")
    };
    assert!(last.contains(&"3000".to_owned()), "{last:?}");
    open_engine.engine.close().await;
}

/// One red pixel.
const PNG: &str = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC";

#[tokio::test(flavor = "multi_thread")]
async fn only_a_picture_that_codex_viewed_is_shown() {
    let fixture = EngineFixture::new().await;
    let bytes = base64::engine::general_purpose::STANDARD.decode(PNG).unwrap();
    let file = fixture.at("project").join("dot.png");
    std::fs::write(&file, &bytes).unwrap();
    fixture.model.say(Turn::new([Step::view_image(&file.display().to_string())]));
    fixture.model.say(Turn::text("a dot"));
    let open_engine = fixture.open();
    let mut client = open_engine.window("main");
    client.ready().await;
    let thread = client.start_thread(&fixture.project(), "look at it").await;
    done(&mut client, &thread, 1).await;
    let rows = client.mirror.seen.thread(thread.as_str())["rows"].as_array().cloned().unwrap();
    let row = rows.iter().find(|row| row["body"]["kind"] == "image").expect("an image");
    assert_eq!(row["body"]["path"], "dot.png");
    let image = |row: &str| ThreadQuery::RowPicture { thread: thread.clone(), row: RowId::from(row) };
    let Ok(QueryResult::RowPicture { name }) = open_engine.engine.query(image(row["id"].as_str().unwrap())).await
    else {
        panic!("no name")
    };
    let shown = open_engine.engine.picture(&name).await.expect("a picture");
    assert_eq!((shown.mime, shown.bytes), ("image/png", bytes));
    assert!(open_engine.engine.picture(&file.display().to_string()).await.is_none());
    let said = rows.iter().find(|row| row["body"]["kind"] == "said").unwrap();
    assert!(open_engine.engine.query(image(said["id"].as_str().unwrap())).await.is_err());
    open_engine.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_setting_holds_at_once_an_editor_that_was_chosen_opens_the_line() {
    let fixture = EngineFixture::new().await;
    std::fs::write(fixture.at("project").join("a.rs"), "fn main() {}\n").unwrap();
    let open_engine = fixture.open();
    let mut client = open_engine.window("main");
    client.ready().await;
    let thread = client.start_thread(&fixture.project(), "hello").await;
    done(&mut client, &thread, 1).await;
    let open = || WindowIntent::OpenLink { thread: Some(thread.clone()), url: "a.rs:12".into() };
    client.perform(open()).await;
    let patch = SettingsPatch { editor: Some(Editor::VsCode), ..SettingsPatch::default() };
    client.perform(WindowIntent::ChangeSettings { patch }).await;
    client.perform(open()).await;
    for remote_images in [true, false] {
        let patch = SettingsPatch { remote_images: Some(remote_images), ..SettingsPatch::default() };
        client.perform(WindowIntent::ChangeSettings { patch }).await;
        assert_eq!(open_engine.engine.remote_images(), remote_images, "a page that loads now is given the new policy");
    }
    let asked = open_engine.platform.asked.lock().unwrap().clone();
    let file = fixture.at("project").join("a.rs").display().to_string();
    assert!(asked.contains(&format!("path {file}")), "{asked:?}");
    assert!(asked.contains(&format!("edit code --goto {file}:12:1")), "{asked:?}");
    open_engine.engine.close().await;
}

#[cfg(unix)]
#[tokio::test(flavor = "multi_thread")]
async fn a_click_on_a_program_shows_it_in_its_folder() {
    use std::os::unix::fs::PermissionsExt;
    let fixture = EngineFixture::new().await;
    let project = fixture.at("project");
    for name in ["run.js", "tool", "notes.md", "page.html"] {
        std::fs::write(project.join(name), "text\n").unwrap();
    }
    std::fs::set_permissions(project.join("tool"), std::fs::Permissions::from_mode(0o755)).unwrap();
    let open_engine = fixture.open();
    let mut client = open_engine.window("main");
    client.ready().await;
    let thread = client.start_thread(&fixture.project(), "hello").await;
    done(&mut client, &thread, 1).await;
    let open = |name: &str| WindowIntent::OpenLink { thread: Some(thread.clone()), url: name.into() };
    let opened = |way: &str, name: &str| {
        let line = format!("{way} {}", project.join(name).display());
        open_engine.platform.asked.lock().unwrap().contains(&line)
    };
    for name in ["run.js", "tool", "page.html"] {
        let note = client.act(open(name)).await.unwrap().note.unwrap_or_default();
        assert!(note.contains(name) && note.contains("could run it"), "{note}");
        assert!(opened("reveal", name) && !opened("path", name), "{name}");
    }
    assert_eq!(client.act(open("notes.md")).await.unwrap().note, None);
    assert!(opened("path", "notes.md"));
    for far in ["//host/share/a.txt", "\\\\host\\share", "../secret.txt"] {
        assert!(client.act(open(far)).await.is_err(), "{far}");
    }
    open_engine.engine.close().await;
}
