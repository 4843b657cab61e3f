//! Terminals on the real codex app-server: typing, resizing, the sandbox, ending.

use engine::Engine;
use engine::id::{TerminalId, ThreadId};
use engine::intent::{ServerIntent, TerminalIntent, ThreadIntent};
use engine::query::{QueryResult, ThreadQuery};
use engine::terminal::Typed;
use serde_json::Value;
use threadloft_tests::engine_fixture::{Client, EngineFixture};
use threadloft_tests::mirror::Snapshot;

struct Platform {
    client: Client,
    thread: ThreadId,
}

impl Platform {
    async fn with(fixture: &EngineFixture) -> (Engine, Self) {
        let opened = fixture.open();
        let mut client = opened.window("main");
        client.ready().await;
        let thread = client.start_thread(&fixture.project(), "beside a terminal").await;
        client.mirror.until("the turn is done", |seen| seen.turn(thread.as_str()) == "done").await;
        (opened.engine.clone(), Self { client, thread })
    }

    async fn open(&mut self, fenced: bool) -> TerminalId {
        let before = tabs(&self.client.mirror.seen, &self.thread).len();
        let thread = self.thread.clone();
        self.client
            .perform(TerminalIntent::OpenTerminal { thread: thread.clone(), fenced, columns: 80, rows: 24 })
            .await;
        self.client.mirror.until("a tab", |seen| tabs(seen, &thread).len() > before).await;
        let id = tabs(&self.client.mirror.seen, &thread).last().unwrap()["id"].as_str().unwrap().to_owned();
        // The shell has printed its prompt, so it reads input.
        self.shows(&id, "its prompt", |screen| screen.contains(['$', '#', '%', '>'])).await;
        TerminalId(id)
    }

    async fn types(&self, terminal: &TerminalId, text: &str) {
        let enter = Typed::Key { key: "Enter".into(), shift: false, alt: false, ctrl: false };
        let typed = vec![Typed::Text { text: text.into() }, enter];
        self.client.perform(TerminalIntent::TypeTerminal { terminal: terminal.clone(), typed }).await;
    }

    /// Ctrl+C stops a program and leaves the shell running.
    async fn interrupts(&mut self, terminal: &TerminalId) {
        // Printed by the program itself, which is then in the foreground.
        self.types(terminal, "sh -c \"echo begi''ns; exec sleep 600\"").await;
        self.shows(terminal.as_str(), "it runs", |screen| screen.contains("begins")).await;
        let stop = Typed::Key { key: "c".into(), shift: false, alt: false, ctrl: true };
        self.client.perform(TerminalIntent::TypeTerminal { terminal: terminal.clone(), typed: vec![stop] }).await;
        self.types(terminal, "echo still he''re").await;
        self.shows(terminal.as_str(), "it was stopped", |screen| screen.contains("still here")).await;
    }

    async fn shows(&mut self, id: &str, what: &str, so: impl Fn(&str) -> bool) {
        let thread = self.thread.clone();
        self.client.mirror.until(what, |seen| so(&screen(seen, &thread, id))).await;
    }
}

fn tabs<'a>(seen: &'a Snapshot, thread: &ThreadId) -> Vec<&'a Value> {
    seen.thread(thread.as_str())["tabs"].as_array().into_iter().flatten().collect()
}

fn tab<'a>(seen: &'a Snapshot, thread: &ThreadId, id: &str) -> &'a Value {
    tabs(seen, thread).into_iter().find(|tab| tab["id"] == id).unwrap_or(&Value::Null)
}

fn screen(seen: &Snapshot, thread: &ThreadId, id: &str) -> String {
    let rows = tab(seen, thread, id)["screen"]["rows"].as_array().cloned().unwrap_or_default();
    rows.iter().filter_map(Value::as_str).collect::<Vec<_>>().join("\n")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_terminal_is_a_real_one() {
    let fixture = EngineFixture::new().await;
    let (engine, mut platform) = Platform::with(&fixture).await;
    let terminal = platform.open(false).await;
    let id = terminal.as_str();
    assert_eq!(tab(&platform.client.mirror.seen, &platform.thread, id)["fenced"], "not");
    platform.types(&terminal, "test -t 0 && echo it is a t''ty; pwd").await;
    platform.shows(id, "it is a terminal", |screen| screen.contains("it is a tty")).await;
    platform.shows(id, "it is in the folder", |screen| screen.contains(&fixture.project())).await;
    platform
        .client
        .perform(TerminalIntent::ResizeTerminal { terminal: terminal.clone(), columns: 101, rows: 31 })
        .await;
    platform.types(&terminal, "stty size").await;
    platform.shows(id, "its new size", |screen| screen.contains("31 101")).await;
    assert_eq!(tab(&platform.client.mirror.seen, &platform.thread, id)["screen"]["columns"], 101);

    platform.interrupts(&terminal).await;

    // The quotes keep the searched text out of the shell's echo.
    platform.types(&terminal, "seq 1000 12''00").await;
    platform.shows(id, "the last number", |screen| screen.contains("1200")).await;
    let Ok(QueryResult::TerminalHistory { rows }) =
        engine.query(ThreadQuery::TerminalHistory { terminal: terminal.clone(), from: 0, count: 999 }).await
    else {
        panic!("no history")
    };
    assert!(rows.iter().any(|row| row == "1005"), "{rows:?}");

    platform.types(&terminal, "exit 3").await;
    let thread = platform.thread.clone();
    let over = |seen: &Snapshot| tab(seen, &thread, id)["state"]["kind"] == "ended";
    platform.client.mirror.until("it ended", over).await;
    assert_eq!(tab(&platform.client.mirror.seen, &thread, id)["state"]["exit"], 3);
    let late = vec![Typed::Text { text: "x".into() }];
    assert!(
        platform.client.act(TerminalIntent::TypeTerminal { terminal: terminal.clone(), typed: late }).await.is_err()
    );
    platform.client.perform(TerminalIntent::CloseTerminal { terminal }).await;
    platform.client.mirror.until("the tab is gone", |seen| tabs(seen, &thread).is_empty()).await;
    engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_fenced_terminal_writes_in_its_folder_only() {
    let fixture = EngineFixture::new().await;
    let (engine, mut platform) = Platform::with(&fixture).await;
    if platform.client.mirror.seen.0["server"]["sandboxWorks"] == false {
        assert!(
            platform
                .client
                .act(TerminalIntent::OpenTerminal { thread: platform.thread, fenced: true, columns: 80, rows: 24 })
                .await
                .is_err()
        );
        return engine.close().await;
    }
    let terminal = platform.open(true).await;
    let id = terminal.as_str();
    assert_eq!(tab(&platform.client.mirror.seen, &platform.thread, id)["fenced"], "folder");
    // Temporary folders are open to every sandbox; the test's own folder is one, and the clone may lie in one.
    let outside = std::env::home_dir().unwrap().join(format!(".threadloft-escaped-{}", std::process::id()));
    platform.types(&terminal, &format!("echo in > inside; echo out > {}; echo both trie''d", outside.display())).await;
    platform.shows(id, "both were tried", |screen| screen.contains("both tried")).await;
    assert!(fixture.at("project").join("inside").is_file());
    assert!(!outside.exists(), "the fence did not hold");

    platform.interrupts(&terminal).await;
    platform
        .client
        .perform(TerminalIntent::ResizeTerminal { terminal: terminal.clone(), columns: 101, rows: 31 })
        .await;
    platform.types(&terminal, "until [ \"$(stty size)\" = '31 101' ]; do sleep 0.1; done; echo resi''zed").await;
    platform.shows(id, "its new size", |screen| screen.contains("resized")).await;
    let thread = platform.thread.clone();
    let other = platform.open(true).await;
    platform.types(&other, "exit 3").await;
    let over = |seen: &Snapshot| tab(seen, &thread, other.as_str())["state"]["exit"] == 3;
    platform.client.mirror.until("it ended", over).await;
    for terminal in [terminal.clone(), other.clone()] {
        platform.client.perform(TerminalIntent::CloseTerminal { terminal }).await;
    }
    platform.client.mirror.until("the tabs are gone", |seen| tabs(seen, &thread).is_empty()).await;
    engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn several_terminals_of_a_thread_stay_apart() {
    let fixture = EngineFixture::new().await;
    let (engine, mut platform) = Platform::with(&fixture).await;
    let (one, two) = (platform.open(false).await, platform.open(false).await);
    platform.types(&one, "echo for o''ne").await;
    platform.types(&two, "echo for t''wo").await;
    platform.shows(one.as_str(), "its own words", |screen| screen.contains("for one")).await;
    platform.shows(two.as_str(), "its own words", |screen| screen.contains("for two")).await;
    let thread = platform.thread.clone();
    assert!(!screen(&platform.client.mirror.seen, &thread, one.as_str()).contains("for two"));

    // A window opened later shows the same screen.
    let mut second = Client { engine: engine.clone(), window: "second".into(), mirror: Default::default() };
    engine.subscribe(second.window.clone(), second.mirror.listener());
    second.open(&thread).await;
    second.mirror.until("both tabs", |seen| tabs(seen, &thread).len() == 2).await;
    second.mirror.until("what one said", |seen| screen(seen, &thread, one.as_str()).contains("for one")).await;

    platform.client.perform(ThreadIntent::Archive { threads: vec![thread.clone()] }).await;
    let over = |seen: &Snapshot| tabs(seen, &thread).iter().all(|tab| tab["state"]["kind"] == "ended");
    platform.client.mirror.until("both ended with the thread", over).await;
    engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_terminal_says_that_codex_went() {
    let fixture = EngineFixture::new().await;
    let (engine, mut platform) = Platform::with(&fixture).await;
    let terminal = platform.open(false).await;
    platform.client.perform(ServerIntent::RestartServer).await;
    let thread = platform.thread.clone();
    let over = |seen: &Snapshot| tab(seen, &thread, terminal.as_str())["state"]["kind"] == "ended";
    platform.client.mirror.until("it ended with codex", over).await;
    platform.client.ready().await;
    engine.close().await;
}
