//! Projects, links of threads, a watched repository, and a gateway with its own sign-in, on the real server.

use engine::catalog::gateway::GatewayIntent;
use engine::catalog::links::{Link, LinkIntent};
use engine::catalog::projects::{Project, ProjectIntent};
use engine::changes::Compared;
use engine::id::ThreadId;
use engine::intent::CatalogIntent;
use engine::query::{CatalogQuery, ChangesQuery, QueryResult};
use loopback::mcp::TestMcpServer;
use std::path::Path;
use std::process::Command;
use threadloft_tests::asks::at_work;
use threadloft_tests::engine_fixture::{Client, EngineFixture, OpenEngine};

async fn act(client: &Client, intent: ProjectIntent) {
    client.perform(CatalogIntent::Project { intent }).await;
}

async fn projects(client: &Client) -> Vec<Project> {
    match client.engine.query(CatalogQuery::Projects).await {
        Ok(QueryResult::Projects { projects }) => projects,
        other => panic!("no projects: {other:?}"),
    }
}

async fn links(client: &Client, thread: &ThreadId) -> Vec<Link> {
    match client.engine.query(CatalogQuery::Links { thread: thread.clone() }).await {
        Ok(QueryResult::Links { links }) => links,
        other => panic!("no links: {other:?}"),
    }
}

fn names(projects: &[Project]) -> Vec<&str> {
    projects.iter().map(|project| project.name.as_str()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn threads_are_put_into_projects_which_every_client_knows() {
    let fixture = EngineFixture::new().await;
    let (open_engine, mut client, thread) = at_work(&fixture).await;
    let other = client.start_thread(&fixture.project(), "another one").await;
    client.mirror.until("it is done", |seen| seen.turn(other.as_str()) == "done").await;
    let of = |seen: &threadloft_tests::mirror::Snapshot, thread: &ThreadId| {
        seen.line(thread.as_str())["project"]["name"].as_str().map(str::to_owned)
    };
    let make = |name: &str, threads: Vec<ThreadId>| ProjectIntent::Make { name: name.into(), folders: vec![], threads };
    assert!(client.act(CatalogIntent::Project { intent: make("  ", vec![]) }).await.is_err());
    act(&client, make(" The  boat ", vec![thread.clone()])).await;
    client.mirror.until("its line says so", |seen| of(seen, &thread).as_deref() == Some("The boat")).await;
    act(&client, make("Harbour", vec![])).await;
    let all = projects(&client).await;
    assert_eq!((names(&all), all[0].threads, all[1].threads), (vec!["The boat", "Harbour"], 1, 0));
    let (boat, harbour) = (all[0].id.clone(), all[1].id.clone());

    act(&client, ProjectIntent::Put { threads: vec![other.clone()], project: Some(harbour.clone()) }).await;
    client.mirror.until("so does the other", |seen| of(seen, &other).as_deref() == Some("Harbour")).await;
    let renamed = ProjectIntent::Rename { project: boat.clone(), name: "The ship".into() };
    act(&client, renamed).await;
    client.mirror.until("the new name is everywhere", |seen| of(seen, &thread).as_deref() == Some("The ship")).await;
    act(&client, ProjectIntent::Folders { project: boat.clone(), folders: vec![fixture.project()] }).await;
    let odd = ProjectIntent::Folders { project: boat.clone(), folders: vec!["no/whole/path".into()] };
    assert!(client.act(CatalogIntent::Project { intent: odd }).await.is_err());
    act(&client, ProjectIntent::Place { project: harbour.clone(), before: Some(boat.clone()) }).await;
    let all = projects(&client).await;
    assert_eq!((names(&all), &all[1].folders[..]), (vec!["Harbour", "The ship"], &[fixture.project()][..]));

    act(&client, ProjectIntent::Put { threads: vec![other.clone()], project: None }).await;
    client.mirror.until("it is in none", |seen| of(seen, &other).is_none()).await;
    open_engine.engine.close().await;

    // After a restart it can come from the server only.
    let open_engine = fixture.open();
    let mut client = open_engine.window("main");
    client.ready().await;
    client.mirror.until("the line comes back", |seen| of(seen, &thread).as_deref() == Some("The ship")).await;
    act(&client, ProjectIntent::Remove { project: boat }).await;
    client
        .mirror
        .until("its threads stay, in none", |seen| !seen.line(thread.as_str()).is_null() && of(seen, &thread).is_none())
        .await;
    assert_eq!(names(&projects(&client).await), ["Harbour"]);
    open_engine.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn links_kept_with_a_thread_lead_to_others() {
    let fixture = EngineFixture::new().await;
    let (open_engine, mut client, thread) = at_work(&fixture).await;
    let other = client.start_thread(&fixture.project(), "another one").await;
    client.mirror.until("it is done", |seen| seen.turn(other.as_str()) == "done").await;
    let url = "https://example.com/issues/7";
    let keep = |thread: &ThreadId, url: &str, title: &str| CatalogIntent::Link {
        intent: LinkIntent::Keep { thread: thread.clone(), url: url.into(), title: title.into() },
    };
    assert!(client.act(keep(&thread, "javascript:alert(1)", "")).await.is_err());
    client.perform(keep(&thread, url, "The leak")).await;
    client.mirror.until("windows look again", |seen| seen.0["revisions"]["links"].as_u64() >= Some(1)).await;
    client.perform(keep(&other, url, "")).await;
    let held = links(&client, &thread).await;
    assert_eq!(held, [Link { url: url.into(), title: Some("The leak".into()), also: vec![other.clone()] }]);
    client.perform(CatalogIntent::Link { intent: LinkIntent::Drop { thread: thread.clone(), url: url.into() } }).await;
    assert_eq!(links(&client, &thread).await, []);
    assert_eq!(links(&client, &other).await.len(), 1);
    open_engine.engine.close().await;
}

fn git(folder: &Path, args: &[&str]) {
    let mut git = Command::new("git");
    git.arg("-C").arg(folder).args(["-c", "user.name=A", "-c", "user.email=a@example.com"]).args(args);
    assert!(git.output().unwrap().status.success(), "git {args:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_commit_made_elsewhere_makes_the_changes_stale() {
    let fixture = EngineFixture::new().await;
    let (one, two) = (fixture.at("project"), fixture.at("tmp/two"));
    std::fs::create_dir_all(&two).unwrap();
    for folder in [&one, &two] {
        fixture.trust(folder);
        git(folder, &["init", "-q", "-b", "main"]);
        std::fs::write(folder.join("hull"), "wood\n").unwrap();
        git(folder, &["add", "."]);
        git(folder, &["commit", "-q", "-m", "Lay the keel"]);
        std::fs::write(folder.join("hull"), "red wood\n").unwrap();
    }
    let (open_engine, mut client, thread) = at_work(&fixture).await;
    let beside = client.start_thread(&two.display().to_string(), "beside").await;
    client.mirror.until("it is done", |seen| seen.turn(beside.as_str()) == "done").await;
    let looked = async |thread: &ThreadId| {
        let look = ChangesQuery::Changes { thread: thread.clone(), compared: Compared::Uncommitted, spaces: true };
        match open_engine.engine.query(look).await {
            Ok(QueryResult::Changes { changes }) => changes.files.len(),
            other => panic!("no changes: {other:?}"),
        }
    };
    for (thread, folder) in [(&thread, &one), (&beside, &two)] {
        assert_eq!(looked(thread).await, 1);
        let before = client.mirror.seen.0["revisions"]["repository"].as_u64().unwrap();
        // The watch may start after the answer, so the file is written again until a change is seen.
        let stale =
            |seen: &threadloft_tests::mirror::Snapshot| seen.0["revisions"]["repository"].as_u64() > Some(before);
        git(folder, &["commit", "-q", "-a", "-m", "Paint it"]);
        let mut written = 0;
        threadloft_tests::wait::until("it is stale", async || {
            written += 1;
            git(folder, &["commit", "-q", "--allow-empty", "-m", &format!("Polish {written}")]);
            client.mirror.catch_up();
            stale(&client.mirror.seen)
        })
        .await;
        assert_eq!(looked(thread).await, 0);
    }
    open_engine.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_gateways_sign_in_can_be_called_off() {
    let fixture = EngineFixture::new().await;
    let platform = TestMcpServer::start(true).await.unwrap();
    let site = platform.url().trim_end_matches("/mcp").to_owned();
    let mut options = fixture.options();
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
    let open_engine = OpenEngine::open(options);
    let mut client = open_engine.window("main");
    client.ready().await;
    let state = |seen: &threadloft_tests::mirror::Snapshot| seen.0["environment"]["gateway"]["state"]["kind"].clone();
    client.mirror.until("it wants a sign-in", |seen| state(seen) == "out").await;
    client.perform(CatalogIntent::Gateway { intent: GatewayIntent::SignIn }).await;
    let url = |seen: &threadloft_tests::mirror::Snapshot| {
        seen.0["environment"]["gateway"]["state"]["url"].as_str().unwrap_or_default().to_owned()
    };
    client.mirror.until("the browser has it", |seen| url(seen).starts_with(&site)).await;
    client.perform(CatalogIntent::Gateway { intent: GatewayIntent::Cancel }).await;
    client.mirror.until("it is called off", |seen| state(seen) == "failed" || state(seen) == "out").await;

    client.perform(CatalogIntent::Gateway { intent: GatewayIntent::SignIn }).await;
    client.mirror.until("the browser has it again", |seen| url(seen).starts_with(&site)).await;
    let opened = open_engine.platform.asked.lock().unwrap().iter().filter(|line| line.starts_with("url ")).count();
    assert_eq!(opened, 2, "each time the browser opened by itself");
    let page = url(&client.mirror.seen);
    loopback::accounts::browse(&page).await.expect("the person agrees");
    // Codex stores the sign-in in the keychain, which a test does not have: an error is shown, the rest works.
    client.mirror.until("it is said why", |seen| state(seen) == "failed").await;
    let why = client.mirror.seen.0["environment"]["gateway"]["state"]["why"].as_str().unwrap().to_owned();
    assert!(why.contains("credential store"), "{why}");
    open_engine.engine.close().await;
}
