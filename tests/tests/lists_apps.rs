//! Apps on the real server, with the loopback as their directory and their endpoint.
#![allow(clippy::unwrap_used, clippy::expect_used)]

use engine::catalog::apps::{AppIntent, Apps, AppsNeed};
use engine::intent::{Attached, Intent, Prompt};
use engine::query::{Query, QueryResult};
use loopback::accounts::Listed;
use threadloft_tests::inside::{Indoors, Inside, Seat};
use threadloft_tests::wait;

async fn apps(seat: &Seat, reload: bool) -> Apps {
    match seat.engine.query(Query::Apps { thread: None, reload }).await {
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
async fn furnished() -> Inside {
    let inside = Inside::with_accounts().await;
    inside.model.account(|account| {
        account.apps = vec![
            Listed::new("connector_desk", "Incident Platform", "Opens and closes incidents")
                .connected("find", "Finds one"),
            Listed::new("connector_drive", "Cloud drive", "Documents and sheets"),
            Listed::new("connector_chat", "Team chat", "Messages"),
            Listed::new("connector_cal", "Calendar", "Days"),
            Listed::new("connector_x", "X & Y", "Letters"),
        ];
    });
    inside
}

async fn arrive(inside: &Inside, apps: bool) -> (Indoors, Seat) {
    let mut options = inside.options();
    options.extra_config.push(("features.apps".into(), apps.to_string()));
    let indoors = Indoors::open(options);
    let mut seat = indoors.window("main");
    seat.ready().await;
    seat.mirror.until("the account is known", |seen| seen.0["account"]["kind"] != "unknown").await;
    (indoors, seat)
}

async fn until_account(seat: &mut Seat, kind: &str) {
    seat.mirror.until(&format!("the account is {kind}"), |seen| seen.0["account"]["kind"] == kind).await;
}

async fn sign_in(seat: &mut Seat) {
    seat.does(Intent::SignInWithCode).await;
    until_account(seat, "chatGpt").await;
}

#[tokio::test]
async fn without_a_chatgpt_login_there_are_none_and_it_is_said_why() {
    let inside = furnished().await;
    let (indoors, mut seat) = arrive(&inside, true).await;
    assert_eq!(apps(&seat, false).await.needs, Some(AppsNeed::ChatGptLogin));
    sign_in(&mut seat).await;
    assert_eq!(apps(&seat, false).await.needs, None);
    seat.does(Intent::SignOut).await;
    until_account(&mut seat, "signedOut").await;
    let seen = apps(&seat, false).await;
    assert_eq!((seen.needs, seen.apps.len()), (Some(AppsNeed::ChatGptLogin), 0));
    indoors.engine.close().await;
}

#[tokio::test]
async fn every_page_is_listed_connected_or_not_and_switched_in_the_config() {
    let inside = furnished().await;
    let (indoors, mut seat) = arrive(&inside, true).await;
    sign_in(&mut seat).await;
    let seen = apps(&seat, true).await;
    let wanted = [
        ("calendar", false, true),
        ("cloud-drive", false, true),
        ("incident-platform", true, true),
        ("team-chat", false, true),
        ("x---y", false, true),
    ];
    assert_eq!((names(&seen), seen.problem.as_deref()), (wanted.to_vec(), None));
    seat.mirror.until("its parts are told as they come", |seen| seen.0["revisions"]["apps"].as_u64() > Some(0)).await;

    // What is known is not asked for again.
    let asked = || inside.model.requests().iter().filter(|request| request.path.contains("/directory/list")).count();
    let before = asked();
    assert_eq!(names(&apps(&seat, false).await), wanted);
    assert_eq!(asked(), before);

    let switch = |on| Intent::App { intent: AppIntent::Switch { id: "connector_desk".into(), on } };
    seat.does(switch(false)).await;
    assert!(names(&apps(&seat, false).await).contains(&("incident-platform", true, false)));
    let config = std::fs::read_to_string(inside.at("home/config.toml")).unwrap();
    assert!(config.contains("[apps.connector_desk]\nenabled = false"), "{config}");
    seat.does(switch(true)).await;
    assert!(names(&apps(&seat, false).await).contains(&("incident-platform", true, true)));

    // Connecting happens outside, at the address the list told of; afterwards a reload knows.
    seat.does(Intent::App { intent: AppIntent::Connect { id: "connector_drive".into() } }).await;
    assert!(seat.act(Intent::App { intent: AppIntent::Connect { id: "connector_none".into() } }).await.is_err());
    let opened = indoors
        .platform
        .asked
        .lock()
        .unwrap()
        .iter()
        .any(|line| line.starts_with("url https://") && line.contains("connector_drive"));
    assert!(opened, "{:?}", indoors.platform.asked.lock().unwrap());
    inside.model.account(|account| {
        account.apps[1].connected = true;
        account.apps[1].tools.push(("read_document".into(), "Reads one".into()));
    });
    assert!(names(&apps(&seat, true).await).contains(&("cloud-drive", true, true)));

    // One app with its tools.
    let Ok(QueryResult::App { app }) = seat.engine.query(Query::App { id: "connector_desk".into() }).await else {
        panic!("the app is not read")
    };
    let tools: Vec<_> = app.tools.unwrap().into_iter().map(|tool| (tool.name, tool.read_only, tool.enabled)).collect();
    assert_eq!((app.callable, tools), (true, vec![("find".to_owned(), true, true)]));
    indoors.engine.close().await;
}

#[tokio::test]
async fn a_list_that_fails_half_way_shows_what_came_and_why_it_is_not_whole() {
    let inside = furnished().await;
    inside.model.account(|account| account.directory_breaks_at = Some(1));
    let (indoors, mut seat) = arrive(&inside, true).await;
    sign_in(&mut seat).await;
    let seen = apps(&seat, false).await;
    assert!(seen.problem.is_some(), "{seen:?}");
    // The connected one comes another way, which the server opens in its own time.
    wait::until("the connected one is there", async || {
        let seen = apps(&seat, true).await;
        assert!(seen.problem.is_some(), "{seen:?}");
        names(&seen).contains(&("incident-platform", true, true))
    })
    .await;
    inside.model.account(|account| account.directory_breaks_at = None);
    let seen = apps(&seat, true).await;
    assert_eq!((seen.apps.len(), seen.problem), (5, None));
    indoors.engine.close().await;
}

#[tokio::test]
async fn apps_that_the_config_switches_off_are_said_to_be_off() {
    let inside = furnished().await;
    let (indoors, mut seat) = arrive(&inside, false).await;
    sign_in(&mut seat).await;
    assert_eq!(apps(&seat, false).await.needs, Some(AppsNeed::Feature));
    indoors.engine.close().await;
}

#[tokio::test]
async fn a_logo_is_named_only_at_openais_own_hosts_and_only_where_the_person_allowed_pictures_from_the_web() {
    let inside = furnished().await;
    let (indoors, mut seat) = arrive(&inside, true).await;
    sign_in(&mut seat).await;
    let logos = |apps: &Apps| -> Vec<String> { apps.apps.iter().filter_map(|app| app.logo.clone()).collect() };
    assert_eq!(logos(&apps(&seat, true).await), Vec::<String>::new());
    let patch = engine::settings::SettingsPatch { remote_images: Some(true), ..Default::default() };
    seat.does(Intent::ChangeSettings { patch }).await;
    let seen = apps(&seat, false).await;
    let mut named = logos(&seen);
    named.sort_unstable();
    assert_eq!(named, ["https://cdn.oaistatic.com/connector_chat.png", "https://cdn.oaistatic.com/connector_desk.png"]);
    assert_eq!(seen.apps.len(), 5, "the others are drawn by their initials");
    indoors.engine.close().await;
}

#[tokio::test]
async fn an_app_named_in_a_prompt_is_told_to_the_model() {
    let inside = furnished().await;
    let (indoors, mut seat) = arrive(&inside, true).await;
    sign_in(&mut seat).await;
    apps(&seat, true).await;
    let attached = vec![Attached::Mention { name: "incident-platform".into(), path: "app://connector_desk".into() }];
    let prompt = Prompt { text: "$incident-platform what is open?".into(), attached };
    let choices = threadloft_tests::inside::choices();
    let thread = seat.does(Intent::StartThread { cwd: inside.project(), prompt, choices }).await.thread.unwrap();
    seat.mirror.until("it is answered", |seen| seen.turn(thread.as_str()) == "done").await;
    let asked = inside.model.requests().into_iter().rev().find(|request| request.path.ends_with("/responses")).unwrap();
    let asked = asked.body.to_string();
    assert!(asked.contains("$incident-platform what is open?"));
    assert!(asked.contains("- Incident Platform"), "its tools can be found");
    let rows = seat.mirror.seen.thread(thread.as_str())["rows"].clone();
    assert!(rows.to_string().contains("app://connector_desk"), "{rows:#}");
    indoors.engine.close().await;
}
