#![allow(clippy::unwrap_used, clippy::expect_used)]
//! Projects, links kept with threads, a repository that is watched, and a gateway with a sign-in of its own: on the real
//! server.

use engine::catalog::gateway::GatewayIntent;
use engine::catalog::links::{Link, LinkIntent};
use engine::catalog::projects::{Project, ProjectIntent};
use engine::changes::Compared;
use engine::id::ThreadId;
use engine::intent::Intent;
use engine::query::{Query, QueryResult};
use loopback::mcp::McpServer;
use std::path::Path;
use std::process::Command;
use threadloft_tests::asked::at_work;
use threadloft_tests::inside::{Indoors, Inside, Seat};

async fn act(seat: &Seat, intent: ProjectIntent) {
    seat.does(Intent::Project { intent }).await;
}

async fn projects(seat: &Seat) -> Vec<Project> {
    match seat.engine.query(Query::Projects).await {
        Ok(QueryResult::Projects { projects }) => projects,
        other => panic!("no projects: {other:?}"),
    }
}

async fn links(seat: &Seat, thread: &ThreadId) -> Vec<Link> {
    match seat.engine.query(Query::Links { thread: thread.clone() }).await {
        Ok(QueryResult::Links { links }) => links,
        other => panic!("no links: {other:?}"),
    }
}

fn names(projects: &[Project]) -> Vec<&str> {
    projects.iter().map(|project| project.name.as_str()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn threads_are_put_into_projects_which_every_client_knows() {
    let inside = Inside::new().await;
    let (indoors, mut seat, thread) = at_work(&inside).await;
    let other = seat.begin(&inside.project(), "another one").await;
    seat.mirror.until("it is done", |seen| seen.turn(other.as_str()) == "done").await;
    let of = |seen: &threadloft_tests::mirror::Seen, thread: &ThreadId| {
        seen.line(thread.as_str())["project"]["name"].as_str().map(str::to_owned)
    };
    let make = |name: &str, threads: Vec<ThreadId>| ProjectIntent::Make { name: name.into(), folders: vec![], threads };
    assert!(seat.act(Intent::Project { intent: make("  ", vec![]) }).await.is_err());
    act(&seat, make(" The  boat ", vec![thread.clone()])).await;
    seat.mirror.until("its line says so", |seen| of(seen, &thread).as_deref() == Some("The boat")).await;
    act(&seat, make("Harbour", vec![])).await;
    let all = projects(&seat).await;
    assert_eq!((names(&all), all[0].threads, all[1].threads), (vec!["The boat", "Harbour"], 1, 0));
    let (boat, harbour) = (all[0].id.clone(), all[1].id.clone());

    act(&seat, ProjectIntent::Put { threads: vec![other.clone()], project: Some(harbour.clone()) }).await;
    seat.mirror.until("so does the other", |seen| of(seen, &other).as_deref() == Some("Harbour")).await;
    let renamed = ProjectIntent::Rename { project: boat.clone(), name: "The ship".into() };
    act(&seat, renamed).await;
    seat.mirror.until("the new name is everywhere", |seen| of(seen, &thread).as_deref() == Some("The ship")).await;
    act(&seat, ProjectIntent::Folders { project: boat.clone(), folders: vec![inside.project()] }).await;
    let odd = ProjectIntent::Folders { project: boat.clone(), folders: vec!["no/whole/path".into()] };
    assert!(seat.act(Intent::Project { intent: odd }).await.is_err());
    act(&seat, ProjectIntent::Place { project: harbour.clone(), before: Some(boat.clone()) }).await;
    let all = projects(&seat).await;
    assert_eq!((names(&all), &all[1].folders[..]), (vec!["Harbour", "The ship"], &[inside.project()][..]));

    act(&seat, ProjectIntent::Put { threads: vec![other.clone()], project: None }).await;
    seat.mirror.until("it is in none", |seen| of(seen, &other).is_none()).await;
    indoors.engine.close().await;

    // Another start knows it from the server alone.
    let indoors = inside.open();
    let mut seat = indoors.window("main");
    seat.ready().await;
    seat.mirror.until("the line comes back", |seen| of(seen, &thread).as_deref() == Some("The ship")).await;
    act(&seat, ProjectIntent::Remove { project: boat }).await;
    seat.mirror
        .until("its threads stay, in none", |seen| !seen.line(thread.as_str()).is_null() && of(seen, &thread).is_none())
        .await;
    assert_eq!(names(&projects(&seat).await), ["Harbour"]);
    indoors.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn links_are_kept_with_a_thread_and_lead_to_the_others_that_keep_them() {
    let inside = Inside::new().await;
    let (indoors, mut seat, thread) = at_work(&inside).await;
    let other = seat.begin(&inside.project(), "another one").await;
    seat.mirror.until("it is done", |seen| seen.turn(other.as_str()) == "done").await;
    let url = "https://example.com/issues/7";
    let keep = |thread: &ThreadId, url: &str, title: &str| Intent::Link {
        intent: LinkIntent::Keep { thread: thread.clone(), url: url.into(), title: title.into() },
    };
    assert!(seat.act(keep(&thread, "javascript:alert(1)", "")).await.is_err());
    seat.does(keep(&thread, url, "The leak")).await;
    seat.mirror.until("windows look again", |seen| seen.0["revisions"]["links"].as_u64() >= Some(1)).await;
    seat.does(keep(&other, url, "")).await;
    let held = links(&seat, &thread).await;
    assert_eq!(held, [Link { url: url.into(), title: Some("The leak".into()), also: vec![other.clone()] }]);
    seat.does(Intent::Link { intent: LinkIntent::Drop { thread: thread.clone(), url: url.into() } }).await;
    assert_eq!(links(&seat, &thread).await, []);
    assert_eq!(links(&seat, &other).await.len(), 1);
    indoors.engine.close().await;
}

fn git(folder: &Path, args: &[&str]) {
    let mut git = Command::new("git");
    git.arg("-C").arg(folder).args(["-c", "user.name=A", "-c", "user.email=a@example.com"]).args(args);
    assert!(git.output().unwrap().status.success(), "git {args:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_commit_made_elsewhere_makes_the_changes_stale() {
    let inside = Inside::new().await;
    let (one, two) = (inside.at("project"), inside.at("tmp/two"));
    std::fs::create_dir_all(&two).unwrap();
    for folder in [&one, &two] {
        inside.trusts(folder);
        git(folder, &["init", "-q", "-b", "main"]);
        std::fs::write(folder.join("hull"), "wood\n").unwrap();
        git(folder, &["add", "."]);
        git(folder, &["commit", "-q", "-m", "Lay the keel"]);
        std::fs::write(folder.join("hull"), "red wood\n").unwrap();
    }
    let (indoors, mut seat, thread) = at_work(&inside).await;
    let beside = seat.begin(&two.display().to_string(), "beside").await;
    seat.mirror.until("it is done", |seen| seen.turn(beside.as_str()) == "done").await;
    let looked = async |thread: &ThreadId| {
        let look = Query::Changes { thread: thread.clone(), compared: Compared::Uncommitted, spaces: true };
        match indoors.engine.query(look).await {
            Ok(QueryResult::Changes { changes }) => changes.files.len(),
            other => panic!("no changes: {other:?}"),
        }
    };
    for (thread, folder) in [(&thread, &one), (&beside, &two)] {
        assert_eq!(looked(thread).await, 1);
        let before = seat.mirror.seen.0["revisions"]["repository"].as_u64().unwrap();
        // The watch begins beside the answer, so what is written is written until it is seen.
        let stale = |seen: &threadloft_tests::mirror::Seen| seen.0["revisions"]["repository"].as_u64() > Some(before);
        git(folder, &["commit", "-q", "-a", "-m", "Paint it"]);
        let mut written = 0;
        threadloft_tests::wait::until("it is stale", async || {
            written += 1;
            git(folder, &["commit", "-q", "--allow-empty", "-m", &format!("Polish {written}")]);
            seat.mirror.catch_up();
            stale(&seat.mirror.seen)
        })
        .await;
        assert_eq!(looked(thread).await, 0);
    }
    indoors.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_gateway_asks_for_a_sign_in_which_can_be_called_off_and_says_what_is_missing() {
    let inside = Inside::new().await;
    let platform = McpServer::start(true).await.unwrap();
    let site = platform.url().trim_end_matches("/mcp").to_owned();
    let mut options = inside.options();
    let provider = options.extra_config.iter().find(|(name, _)| name == "model_provider").unwrap().1.clone();
    let provider = provider.trim_matches('"');
    for (name, value) in [
        ("authorization_url", format!("\"{site}/authorize\"")),
        ("token_url", format!("\"{site}/token\"")),
        ("client_id", "\"lab\"".to_owned()),
        ("delivery", "{ kind = \"header\", name = \"X-Gateway\" }".to_owned()),
    ] {
        options.extra_config.push((format!("model_providers.{provider}.gateway_oauth.{name}"), value));
    }
    let indoors = Indoors::open(options);
    let mut seat = indoors.window("main");
    seat.ready().await;
    let state = |seen: &threadloft_tests::mirror::Seen| seen.0["environment"]["gateway"]["state"]["kind"].clone();
    seat.mirror.until("it wants a sign-in", |seen| state(seen) == "out").await;
    seat.does(Intent::Gateway { intent: GatewayIntent::SignIn }).await;
    let url = |seen: &threadloft_tests::mirror::Seen| {
        seen.0["environment"]["gateway"]["state"]["url"].as_str().unwrap_or_default().to_owned()
    };
    seat.mirror.until("the browser has it", |seen| url(seen).starts_with(&site)).await;
    seat.does(Intent::Gateway { intent: GatewayIntent::Cancel }).await;
    seat.mirror.until("it is called off", |seen| state(seen) == "failed" || state(seen) == "out").await;

    seat.does(Intent::Gateway { intent: GatewayIntent::SignIn }).await;
    seat.mirror.until("the browser has it again", |seen| url(seen).starts_with(&site)).await;
    let opened = indoors.platform.asked.lock().unwrap().iter().filter(|line| line.starts_with("url ")).count();
    assert_eq!(opened, 2, "each time the browser opened by itself");
    let page = url(&seat.mirror.seen);
    loopback::accounts::browse(&page).await.expect("the person agrees");
    // Codex keeps what it is given in the keychain, and a test has none: that is said, and the rest goes on.
    seat.mirror.until("it is said why", |seen| state(seen) == "failed").await;
    let why = seat.mirror.seen.0["environment"]["gateway"]["state"]["why"].as_str().unwrap().to_owned();
    assert!(why.contains("credential store"), "{why}");
    indoors.engine.close().await;
}
