//! Apps on the real server, with the loopback as their directory and their endpoint.

use engine::catalog::apps::{AppIntent, Apps, AppsNeed};
use engine::intent::{AccountIntent, Attached, CatalogIntent, MessageIntent, Prompt, WindowIntent};
use engine::query::{CatalogQuery, QueryResult};
use loopback::accounts::ListedApp;
use threadloft_tests::engine_fixture::{Client, EngineFixture, OpenEngine};
use threadloft_tests::wait;

async fn apps(client: &Client, reload: bool) -> Apps {
    match client.engine.query(CatalogQuery::Apps { thread: None, reload }).await {
        Ok(QueryResult::Apps { apps }) => apps,
        other => panic!("no apps: {other:?}"),
    }
}

fn names(apps: &Apps) -> Vec<(&str, bool, bool)> {
    let mut names: Vec<_> = apps.apps.iter().map(|app| (app.slug.as_str(), app.accessible, app.enabled)).collect();
    names.sort_unstable();
    names
}

/// Three pages of the directory; one app is connected.
async fn furnished() -> EngineFixture {
    let fixture = EngineFixture::with_accounts().await;
    fixture.model.account(|account| {
        account.apps = vec![
            ListedApp::new("connector_desk", "Incident Platform", "Opens and closes incidents")
                .connected("find", "Finds one"),
            ListedApp::new("connector_drive", "Cloud drive", "Documents and sheets"),
            ListedApp::new("connector_chat", "Team chat", "Messages"),
            ListedApp::new("connector_cal", "Calendar", "Days"),
            ListedApp::new("connector_x", "X & Y", "Letters"),
        ];
    });
    fixture
}

async fn arrive(fixture: &EngineFixture, apps: bool) -> (OpenEngine, Client) {
    let mut options = fixture.options();
    options.extra_config.push(("features.apps".into(), apps.to_string()));
    let open_engine = OpenEngine::open(options);
    let mut client = open_engine.window("main");
    client.ready().await;
    client.mirror.until("the account is known", |seen| seen.0["account"]["kind"] != "unknown").await;
    (open_engine, client)
}

async fn until_account(client: &mut Client, kind: &str) {
    client.mirror.until(&format!("the account is {kind}"), |seen| seen.0["account"]["kind"] == kind).await;
}

async fn sign_in(client: &mut Client) {
    client.perform(AccountIntent::SignInWithCode).await;
    until_account(client, "chatGpt").await;
}

#[tokio::test]
async fn without_a_chatgpt_sign_in_apps_are_explained_away() {
    let fixture = furnished().await;
    let (open_engine, mut client) = arrive(&fixture, true).await;
    assert_eq!(apps(&client, false).await.needs, Some(AppsNeed::ChatGptLogin));
    sign_in(&mut client).await;
    assert_eq!(apps(&client, false).await.needs, None);
    client.perform(AccountIntent::SignOut).await;
    until_account(&mut client, "signedOut").await;
    let seen = apps(&client, false).await;
    assert_eq!((seen.needs, seen.apps.len()), (Some(AppsNeed::ChatGptLogin), 0));
    open_engine.engine.close().await;
}

#[tokio::test]
async fn every_page_of_apps_is_listed() {
    let fixture = furnished().await;
    let (open_engine, mut client) = arrive(&fixture, true).await;
    sign_in(&mut client).await;
    let seen = apps(&client, true).await;
    let wanted = [
        ("calendar", false, true),
        ("cloud-drive", false, true),
        ("incident-platform", true, true),
        ("team-chat", false, true),
        ("x---y", false, true),
    ];
    assert_eq!((names(&seen), seen.problem.as_deref()), (wanted.to_vec(), None));
    client.mirror.until("its parts are told as they come", |seen| seen.0["revisions"]["apps"].as_u64() > Some(0)).await;

    // The list is cached and not fetched again.
    let asked = || fixture.model.requests().iter().filter(|request| request.path.contains("/directory/list")).count();
    let before = asked();
    assert_eq!(names(&apps(&client, false).await), wanted);
    assert_eq!(asked(), before);

    let switch = |on| CatalogIntent::App { intent: AppIntent::Switch { id: "connector_desk".into(), on } };
    client.perform(switch(false)).await;
    assert!(names(&apps(&client, false).await).contains(&("incident-platform", true, false)));
    let config = std::fs::read_to_string(fixture.at("home/config.toml")).unwrap();
    assert!(config.contains("[apps.connector_desk]\nenabled = false"), "{config}");
    client.perform(switch(true)).await;
    assert!(names(&apps(&client, false).await).contains(&("incident-platform", true, true)));

    // An app is connected in the browser, at the address from the list; a reload shows it.
    client.perform(CatalogIntent::App { intent: AppIntent::Connect { id: "connector_drive".into() } }).await;
    assert!(
        client.act(CatalogIntent::App { intent: AppIntent::Connect { id: "connector_none".into() } }).await.is_err()
    );
    let opened = open_engine
        .platform
        .asked
        .lock()
        .unwrap()
        .iter()
        .any(|line| line.starts_with("url https://") && line.contains("connector_drive"));
    assert!(opened, "{:?}", open_engine.platform.asked.lock().unwrap());
    fixture.model.account(|account| {
        account.apps[1].connected = true;
        account.apps[1].tools.push(("read_document".into(), "Reads one".into()));
    });
    assert!(names(&apps(&client, true).await).contains(&("cloud-drive", true, true)));

    // The details of one app include its tools.
    let Ok(QueryResult::App { app }) = client.engine.query(CatalogQuery::App { id: "connector_desk".into() }).await
    else {
        panic!("the app is not read")
    };
    let tools: Vec<_> = app.tools.unwrap().into_iter().map(|tool| (tool.name, tool.read_only, tool.enabled)).collect();
    assert_eq!((app.callable, tools), (true, vec![("find".to_owned(), true, true)]));
    open_engine.engine.close().await;
}

#[tokio::test]
async fn a_list_that_fails_half_way_shows_what_arrived() {
    let fixture = furnished().await;
    fixture.model.account(|account| account.directory_breaks_at = Some(1));
    let (open_engine, mut client) = arrive(&fixture, true).await;
    sign_in(&mut client).await;
    let seen = apps(&client, false).await;
    assert!(seen.problem.is_some(), "{seen:?}");
    // Connected apps arrive another way, which the server opens when it likes.
    wait::until("the connected one is there", async || {
        let seen = apps(&client, true).await;
        assert!(seen.problem.is_some(), "{seen:?}");
        names(&seen).contains(&("incident-platform", true, true))
    })
    .await;
    fixture.model.account(|account| account.directory_breaks_at = None);
    let seen = apps(&client, true).await;
    assert_eq!((seen.apps.len(), seen.problem), (5, None));
    open_engine.engine.close().await;
}

#[tokio::test]
async fn apps_that_the_config_switches_off_are_said_to_be_off() {
    let fixture = furnished().await;
    let (open_engine, mut client) = arrive(&fixture, false).await;
    sign_in(&mut client).await;
    assert_eq!(apps(&client, false).await.needs, Some(AppsNeed::Feature));
    open_engine.engine.close().await;
}

#[tokio::test]
async fn an_app_logo_is_loaded_only_from_allowed_hosts() {
    let fixture = furnished().await;
    let (open_engine, mut client) = arrive(&fixture, true).await;
    sign_in(&mut client).await;
    let logos = |apps: &Apps| -> Vec<String> { apps.apps.iter().filter_map(|app| app.logo.clone()).collect() };
    assert_eq!(logos(&apps(&client, true).await), Vec::<String>::new());
    let patch = engine::settings::SettingsPatch { remote_images: Some(true), ..Default::default() };
    client.perform(WindowIntent::ChangeSettings { patch }).await;
    let seen = apps(&client, false).await;
    let mut named = logos(&seen);
    named.sort_unstable();
    assert_eq!(named, ["https://cdn.oaistatic.com/connector_chat.png", "https://cdn.oaistatic.com/connector_desk.png"]);
    assert_eq!(seen.apps.len(), 5, "the others are drawn by their initials");
    open_engine.engine.close().await;
}

#[tokio::test]
async fn an_app_named_in_a_prompt_is_told_to_the_model() {
    let fixture = furnished().await;
    let (open_engine, mut client) = arrive(&fixture, true).await;
    sign_in(&mut client).await;
    apps(&client, true).await;
    let attached = vec![Attached::Mention { name: "incident-platform".into(), path: "app://connector_desk".into() }];
    let prompt = Prompt { text: "$incident-platform what is open?".into(), attached };
    let choices = threadloft_tests::engine_fixture::choices();
    let thread =
        client.perform(MessageIntent::StartThread { cwd: fixture.project(), prompt, choices }).await.thread.unwrap();
    client.mirror.until("it is answered", |seen| seen.turn(thread.as_str()) == "done").await;
    let asked =
        fixture.model.requests().into_iter().rev().find(|request| request.path.ends_with("/responses")).unwrap();
    let asked = asked.body.to_string();
    assert!(asked.contains("$incident-platform what is open?"));
    assert!(asked.contains("- Incident Platform"), "its tools can be found");
    let rows = client.mirror.seen.thread(thread.as_str())["rows"].clone();
    assert!(rows.to_string().contains("app://connector_desk"), "{rows:#}");
    open_engine.engine.close().await;
}
