//! A folder becomes trusted only if the person agrees, on the real server: checked in its config.toml and by what a
//! project would run.

use engine::catalog::config::ConfigIntent;
use engine::catalog::layer::LayerKind;
use engine::change::Permissions;
use engine::failure::Code;
use engine::id::ThreadId;
use engine::intent::{CatalogIntent, Choices, Ground, MessageIntent, QueueIntent, Target, ThreadIntent};
use engine::query::{CatalogQuery, ConfigQuery, QueryResult};
use engine::run::{Place, RunError, TurnOptions};
use engine::trust::{FindKind, FolderTrust, Standing};
use std::path::Path;
use std::sync::atomic::Ordering::Relaxed;
use threadloft_tests::engine_fixture::{Client, EngineFixture, OpenEngine, choices, prompt};
use threadloft_tests::untrusted_repository::UntrustedRepository;
use threadloft_tests::wait;

fn project(fixture: &EngineFixture) -> UntrustedRepository {
    UntrustedRepository::make(fixture.at("repo"), &fixture.at(""))
}

fn config(fixture: &EngineFixture) -> String {
    std::fs::read_to_string(fixture.at("home/config.toml")).unwrap_or_default()
}

fn trusts_something(fixture: &EngineFixture) -> bool {
    config(fixture).contains("\"trusted\"")
}

async fn open(fixture: &EngineFixture) -> (OpenEngine, Client) {
    let opened = fixture.open();
    let mut client = opened.window("main");
    client.ready().await;
    (opened, client)
}

async fn stands(client: &Client, cwd: &Path) -> FolderTrust {
    match client.engine.query(ConfigQuery::FolderTrust { cwd: cwd.display().to_string() }).await {
        Ok(QueryResult::FolderTrust { trust }) => trust,
        other => panic!("no trust: {other:?}"),
    }
}

async fn answers(client: &Client, cwd: &Path, trusted: bool) {
    client.perform(CatalogIntent::TrustFolder { cwd: cwd.display().to_string(), trusted }).await;
}

async fn done(client: &mut Client, thread: &ThreadId, turns: usize) {
    client.wait_for_turns(thread.as_str(), turns, "done").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn no_thread_begins_in_a_repository_that_nobody_answered_for() {
    let fixture = EngineFixture::new().await;
    let project = project(&fixture);
    let (opened, mut client) = open(&fixture).await;
    let at = || Ground::Folder { cwd: project.cwd() };
    for intent in [
        MessageIntent::StartThread { cwd: project.cwd(), prompt: prompt("hello"), choices: choices() },
        MessageIntent::Shell { at: at(), command: "true".into(), choices: choices() },
        MessageIntent::Review { at: at(), target: Target::Uncommitted, choices: choices() },
    ] {
        let failure = client.act(intent).await.unwrap_err();
        assert_eq!(failure.code, Code::AskTrust, "{failure}");
    }
    match opened
        .engine
        .run_turn(Place::Folder(project.cwd()), prompt("hello"), choices(), TurnOptions::default(), |_| {})
        .await
    {
        Err(RunError::Refused(failure)) => assert_eq!(failure.code, Code::AskTrust),
        other => panic!("{other:?}"),
    }
    client.mirror.catch_up();
    assert_eq!(client.mirror.seen.0["threads"], serde_json::json!([]));
    assert!(!project.ran() && !trusts_something(&fixture), "{}", config(&fixture));
    opened.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_yes_turns_on_is_told_before_it() {
    let fixture = EngineFixture::new().await;
    let project = project(&fixture);
    let (opened, client) = open(&fixture).await;
    let trust = stands(&client, &project.path).await;
    assert_eq!((trust.folder.as_str(), trust.standing), (project.cwd().as_str(), Standing::Unanswered));
    let kinds: Vec<FindKind> = trust.finds.iter().map(|find| find.kind).collect();
    assert_eq!(kinds, [FindKind::McpServer, FindKind::Settings, FindKind::Rules]);
    assert!(trust.finds[0].runs.as_deref().is_some_and(|runs| runs.starts_with("sh -c 'touch ")), "{trust:?}");
    assert_eq!(stands(&client, &fixture.at("project")).await.standing, Standing::Nothing, "a plain folder");
    opened.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_of_a_project_is_read_before_the_answer() {
    let fixture = EngineFixture::new().await;
    let project = project(&fixture);
    std::fs::write(project.path.join(".mcp.json"), r#"{"mcpServers": {"far": {"command": "true"}}}"#).unwrap();
    let (opened, client) = open(&fixture).await;
    let imports = async || {
        let folder = Some(project.cwd());
        let Ok(QueryResult::Import { sheet }) = client.engine.query(ConfigQuery::Import { folder }).await else {
            panic!()
        };
        sheet.items.iter().any(|item| item.names.contains(&"far".to_owned()))
    };
    let seen = async || {
        let cwd = Some(project.cwd());
        let Ok(QueryResult::Config { sheet }) = client.engine.query(ConfigQuery::Config { cwd: cwd.clone() }).await
        else {
            panic!()
        };
        let Ok(QueryResult::Skills { skills }) = client.engine.query(CatalogQuery::Skills { cwd, reload: true }).await
        else {
            panic!()
        };
        let layer = sheet.layers.iter().any(|layer| layer.kind == LayerKind::Project);
        (layer, skills.skills.iter().any(|skill| skill.name == "of-the-project"))
    };
    assert_eq!((seen().await, imports().await), ((false, false), false));
    answers(&client, &project.path, true).await;
    assert_eq!((seen().await, imports().await), ((true, true), true));
    opened.engine.close().await;
}

/// A page may be compromised, and the trust that it writes would outlast it.
#[tokio::test(flavor = "multi_thread")]
async fn a_yes_that_turns_something_on_is_asked_for_outside_the_page() {
    let fixture = EngineFixture::new().await;
    let project = project(&fixture);
    let (opened, client) = open(&fixture).await;
    opened.platform.declines.store(true, Relaxed);
    let by_settings = ConfigIntent::Trust { folder: project.cwd(), trusted: true };
    for intent in [
        CatalogIntent::TrustFolder { cwd: project.cwd(), trusted: true },
        CatalogIntent::Config { intent: by_settings },
    ] {
        assert_eq!(client.act(intent).await.unwrap_err().code, Code::Refused);
    }
    assert!(!trusts_something(&fixture), "{}", config(&fixture));
    let asked = opened.platform.asked.lock().unwrap().join("\n");
    assert!(
        asked.contains("confirm Trust this folder?") && asked.contains("MCP server evil: sh -c 'touch "),
        "{asked}"
    );
    // Declining needs no confirmation, and neither does a repository that brings nothing.
    answers(&client, &project.path, false).await;
    let plain = fixture.at("plain");
    std::fs::create_dir_all(plain.join(".git")).unwrap();
    std::fs::write(plain.join(".git/HEAD"), "ref: refs/heads/main\n").unwrap();
    answers(&client, &plain, true).await;
    assert_eq!(stands(&client, &plain).await.standing, Standing::Trusted);
    opened.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn trust_in_a_folder_can_be_taken_back() {
    let fixture = EngineFixture::new().await;
    let project = project(&fixture);
    let (opened, mut client) = open(&fixture).await;
    answers(&client, &project.path, true).await;
    let thread = client.start_thread(&project.cwd(), "hello").await;
    done(&mut client, &thread, 1).await;
    wait::until("the project's server was started", async || project.ran()).await;
    assert!(trusts_something(&fixture));
    assert_eq!(stands(&client, &project.path).await.standing, Standing::Trusted);
    let of_trust = |banner: &&serde_json::Value| banner["undoTrust"].is_string();
    let notices = client.mirror.seen.0["banners"].as_array().cloned().unwrap_or_default();
    assert_eq!(notices.iter().find(of_trust), None, "nobody is told what they said themselves");

    answers(&client, &project.path, false).await;
    assert_eq!(stands(&client, &project.path).await.standing, Standing::Untrusted);
    assert!(!trusts_something(&fixture));
    project.forget();
    client.send(&thread, "go on").await;
    done(&mut client, &thread, 2).await;
    let again = client.start_thread(&project.cwd(), "anew").await;
    done(&mut client, &again, 1).await;
    assert!(!project.ran());
    opened.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_no_holds_over_every_way_that_a_thread_goes_on() {
    let fixture = EngineFixture::new().await;
    let project = project(&fixture);
    let (opened, mut client) = open(&fixture).await;
    answers(&client, &project.path, false).await;
    let thread = client.start_thread(&project.cwd(), "hello").await;
    done(&mut client, &thread, 1).await;
    let last = fixture.model.requests().pop().unwrap();
    assert!(!last.body.to_string().contains("words of the project"), "AGENTS.md is left out too");
    for (turn, permissions) in [Permissions::Auto, Permissions::Full, Permissions::ReadOnly].into_iter().enumerate() {
        let choices = Choices::with(permissions);
        client.perform(MessageIntent::Send { thread: thread.clone(), prompt: prompt("go on"), choices }).await;
        done(&mut client, &thread, turn + 2).await;
    }
    let queue = QueueIntent::Queue { thread: thread.clone(), prompt: prompt("later"), choices: choices() };
    client.perform(queue).await;
    done(&mut client, &thread, 5).await;
    let at = Ground::Thread { thread: thread.clone() };
    client.perform(MessageIntent::Review { at, target: Target::Uncommitted, choices: choices() }).await;
    done(&mut client, &thread, 6).await;
    let fork = client.perform(ThreadIntent::Fork { thread: thread.clone(), turn: None }).await.thread.unwrap();
    client.open(&fork).await;
    client.send(&fork, "beside").await;
    client.mirror.until("the fork went on", |seen| seen.has_row(fork.as_str(), "echo: beside")).await;
    opened.engine.close().await;

    let (opened, mut client) = open(&fixture).await;
    client.open(&thread).await;
    client
        .perform(MessageIntent::Send {
            thread: thread.clone(),
            prompt: prompt("again"),
            choices: Choices::with(Permissions::Full),
        })
        .await;
    client.mirror.until("it went on", |seen| seen.has_row(thread.as_str(), "echo: again")).await;
    let place = Place::Folder(project.cwd());
    let full = Choices::with(Permissions::Full);
    opened.engine.run_turn(place, prompt("by a library"), full, TurnOptions::default(), |_| {}).await.unwrap();
    assert!(!project.ran() && !trusts_something(&fixture), "{}", config(&fixture));
    assert_eq!(stands(&client, &project.path).await.standing, Standing::Untrusted);
    opened.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_thread_from_before_goes_on_without_trusting_its_folder() {
    let fixture = EngineFixture::new().await;
    std::fs::create_dir_all(fixture.at("repo")).unwrap();
    let (opened, mut client) = open(&fixture).await;
    let thread = client.start_thread(&fixture.at("repo").display().to_string(), "hello").await;
    done(&mut client, &thread, 1).await;
    opened.engine.close().await;
    let project = project(&fixture);
    let (opened, mut client) = open(&fixture).await;
    client.open(&thread).await;
    client.send(&thread, "go on").await;
    client.mirror.until("it went on", |seen| seen.has_row(thread.as_str(), "echo: go on")).await;
    let fork = client.perform(ThreadIntent::Fork { thread, turn: None }).await.thread.unwrap();
    client.open(&fork).await;
    client.send(&fork, "beside").await;
    client.mirror.until("the fork went on", |seen| seen.has_row(fork.as_str(), "echo: beside")).await;
    assert!(!project.ran() && !trusts_something(&fixture), "{}", config(&fixture));
    assert_eq!(stands(&client, &project.path).await.standing, Standing::Unanswered);
    opened.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_worktree_shares_the_answer_for_its_repository() {
    let fixture = EngineFixture::new().await;
    let project = project(&fixture);
    let tree = fixture.at("tree");
    project.git(&["worktree", "add", "-q", &tree.display().to_string()]);
    std::fs::create_dir_all(project.path.join("deep/down")).unwrap();
    let (opened, mut client) = open(&fixture).await;
    answers(&client, &tree, false).await;
    for folder in [tree, project.path.join("deep/down")] {
        assert_eq!(stands(&client, &folder).await.standing, Standing::Untrusted);
        let thread = client.start_thread(&folder.display().to_string(), "hello").await;
        done(&mut client, &thread, 1).await;
    }
    assert!(!project.ran() && !trusts_something(&fixture), "{}", config(&fixture));
    opened.engine.close().await;
}

#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
#[tokio::test(flavor = "multi_thread")]
async fn an_older_codex_keeps_a_no_too() {
    let older = [
        threadloft_tests::older_codex(),
        threadloft_tests::much_older_codex("0.120"),
        threadloft_tests::much_older_codex("0.104"),
    ];
    for codex in older {
        let fixture = EngineFixture::new().await;
        let project = project(&fixture);
        let opened = OpenEngine::open(engine::Options { codex: Some(codex.clone()), ..fixture.options() });
        let mut client = opened.window("main");
        client.ready().await;
        answers(&client, &project.path, false).await;
        let thread = client.start_thread(&project.cwd(), "hello").await;
        done(&mut client, &thread, 1).await;
        assert!(!project.ran() && !trusts_something(&fixture), "{codex:?}: {}", config(&fixture));
        assert_eq!(stands(&client, &project.path).await.standing, Standing::Untrusted);
        opened.engine.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_another_codex_trusts_is_told_in_the_threads_there() {
    let fixture = EngineFixture::new().await;
    let project = project(&fixture);
    let (opened, mut client) = open(&fixture).await;
    answers(&client, &project.path, false).await;
    let elsewhere = client.start_thread(&fixture.project(), "elsewhere").await;
    done(&mut client, &elsewhere, 1).await;
    let thread = client.start_thread(&project.cwd(), "hello").await;
    done(&mut client, &thread, 1).await;
    let turned = config(&fixture).replace("\"untrusted\"", "\"trusted\"");
    std::fs::write(fixture.at("home/config.toml"), turned).unwrap();
    let of_trust = |seen: &threadloft_tests::mirror::Snapshot| -> Vec<(serde_json::Value, serde_json::Value)> {
        let all = seen.0["banners"].as_array().cloned().unwrap_or_default();
        let told = all.into_iter().filter(|banner| banner["undoTrust"].is_string());
        told.map(|banner| (banner["thread"].clone(), banner["undoTrust"].clone())).collect()
    };
    client.mirror.until("it is told", |seen| !of_trust(seen).is_empty()).await;
    assert_eq!(of_trust(&client.mirror.seen), [(thread.as_str().into(), project.cwd().into())]);
    let undo = ConfigIntent::Trust { folder: project.cwd(), trusted: false };
    client.perform(CatalogIntent::Config { intent: undo }).await;
    assert_eq!(stands(&client, &project.path).await.standing, Standing::Untrusted);
    opened.engine.close().await;
}
