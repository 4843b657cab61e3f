//! MCP servers on the real server: added, changed, tried, signed in to, and those that fail.

use engine::catalog::servers::{
    McpAuth, McpDraft, McpDraftTransport, McpIntent, McpOffer, McpServer as Configured, McpState, McpTransport, Part,
    VariableDraft,
};
use engine::intent::CatalogIntent;
use engine::query::{CatalogQuery, QueryResult};
use loopback::mcp::TestMcpServer;
use protocol::Secret;
use serde_json::{Map, json};
use threadloft_tests::engine_fixture::{Client, EngineFixture, OpenEngine};

const HARBOUR: &str = env!("CARGO_BIN_EXE_loopback_mcp");

async fn open(fixture: &EngineFixture) -> (OpenEngine, Client) {
    let mut options = fixture.options();
    // Tests have no keychain.
    options.extra_config.push(("mcp_oauth_credentials_store".into(), "\"file\"".into()));
    let open_engine = OpenEngine::open(options);
    let mut client = open_engine.window("main");
    client.ready().await;
    (open_engine, client)
}

fn stdio(name: &str, command: &str, args: &[&str]) -> McpDraft {
    let transport = McpDraftTransport::Stdio {
        command: command.into(),
        args: args.iter().map(|&arg| arg.to_owned()).collect(),
        cwd: None,
        variables: Vec::new(),
        passed: Vec::new(),
    };
    McpDraft { name: name.into(), was: None, transport, startup_timeout_s: Some(3.0), tool_timeout_s: None }
}

async fn act(client: &Client, intent: McpIntent) -> engine::intent::Receipt {
    client.perform(CatalogIntent::Mcp { intent }).await
}

async fn listed(client: &Client) -> Vec<Configured> {
    match client.engine.query(CatalogQuery::McpServers).await {
        Ok(QueryResult::McpServers { servers }) => servers,
        other => panic!("no list: {other:?}"),
    }
}

async fn offer(client: &Client, name: &str, find: &str) -> McpOffer {
    match client.engine.query(CatalogQuery::McpServer { name: name.into(), find: find.into() }).await {
        Ok(QueryResult::McpServer { offer }) => *offer,
        other => panic!("no offer: {other:?}"),
    }
}

fn config(fixture: &EngineFixture) -> String {
    std::fs::read_to_string(fixture.at("home/config.toml")).unwrap_or_default()
}

#[tokio::test(flavor = "multi_thread")]
async fn an_mcp_server_lives_from_adding_to_removal() {
    let fixture = EngineFixture::new().await;
    let (open_engine, client) = open(&fixture).await;
    let mut draft = stdio("harbour", HARBOUR, &["0"]);
    if let McpDraftTransport::Stdio { variables, .. } = &mut draft.transport {
        variables.push(VariableDraft { name: "PIER_KEY".into(), value: Some(Secret::new("hush-hush")) });
    }
    act(&client, McpIntent::Save { draft }).await;
    assert!(config(&fixture).contains("[mcp_servers.harbour"), "{}", config(&fixture));
    assert!(config(&fixture).contains("hush-hush"));

    let list = listed(&client).await;
    assert_eq!(
        list.iter().map(|one| (one.name.as_str(), one.enabled, one.editable)).collect::<Vec<_>>(),
        [("harbour", true, true)]
    );
    assert!(!format!("{list:?}").contains("hush"), "a value does not come back");

    let seen = offer(&client, "harbour", "").await;
    assert_eq!((seen.state, seen.auth, seen.title.as_deref()), (McpState::Ready, McpAuth::None, Some("Harbour")));
    assert_eq!(
        seen.tools.iter().map(|tool| (tool.name.as_str(), tool.reads, tool.destroys)).collect::<Vec<_>>(),
        [("boats", true, false), ("sink", false, true)]
    );
    assert_eq!(seen.tools[0].fields.len(), 2);
    assert_eq!(
        seen.resources.iter().map(|one| one.uri.as_str()).collect::<Vec<_>>(),
        ["harbour://log", "harbour://boat/{name}"]
    );

    let resource = CatalogQuery::McpResource { server: "harbour".into(), uri: "harbour://log".into() };
    let Ok(QueryResult::McpResource { parts }) = client.engine.query(resource).await else { panic!("no resource") };
    assert_eq!(parts, [Part::Text { text: "06:10 Petrel out\n07:45 Auk in".into() }]);

    let arguments: Map<_, _> = [("pier".to_owned(), json!("north"))].into_iter().collect();
    let receipt = act(&client, McpIntent::Try { server: "harbour".into(), tool: "boats".into(), arguments }).await;
    let tried = receipt.tried.unwrap();
    assert_eq!(
        (tried.failed, tried.parts),
        (false, vec![Part::Text { text: "At the north pier: Petrel, Auk".into() }])
    );
    let failed =
        act(&client, McpIntent::Try { server: "harbour".into(), tool: "sink".into(), arguments: Map::new() }).await;
    assert!(failed.tried.unwrap().failed);
    assert!(client.mirror.seen.0["threads"].as_array().is_none_or(Vec::is_empty), "trying leaves no conversation");

    let mut renamed = stdio("quay", HARBOUR, &["0"]);
    renamed.was = Some("harbour".into());
    if let McpDraftTransport::Stdio { variables, .. } = &mut renamed.transport {
        variables.push(VariableDraft { name: "PIER_KEY".into(), value: None });
    }
    act(&client, McpIntent::Save { draft: renamed }).await;
    assert!(config(&fixture).contains("hush-hush"), "what was not typed again is kept");
    act(&client, McpIntent::Enable { name: "quay".into(), on: false }).await;
    assert_eq!(
        listed(&client).await.iter().map(|one| (one.name.as_str(), one.enabled)).collect::<Vec<_>>(),
        [("quay", false)]
    );
    assert_eq!(offer(&client, "quay", "").await.state, McpState::Off);
    act(&client, McpIntent::Remove { name: "quay".into() }).await;
    assert!(listed(&client).await.is_empty());
    assert!(!config(&fixture).contains("quay") && !config(&fixture).contains("hush-hush"), "{}", config(&fixture));
    open_engine.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_needs_a_log_in_gets_one_in_the_browser() {
    let fixture = EngineFixture::new().await;
    let (open_engine, mut client) = open(&fixture).await;
    let server = TestMcpServer::start(true).await.unwrap();
    let transport = McpDraftTransport::Http { url: server.url(), bearer: None };
    let draft =
        McpDraft { name: "tracker".into(), was: None, transport, startup_timeout_s: Some(10.0), tool_timeout_s: None };
    act(&client, McpIntent::Save { draft }).await;
    let seen = offer(&client, "tracker", "").await;
    assert_eq!((seen.state, seen.auth), (McpState::NeedsLogin, McpAuth::LoggedOut), "{seen:?}");

    act(&client, McpIntent::LogIn { name: "tracker".into() }).await;
    let opened =
        open_engine.platform.asked.lock().unwrap().iter().find_map(|line| line.strip_prefix("url ").map(str::to_owned));
    let url = opened.expect("the browser was opened");
    let login =
        |seen: &threadloft_tests::mirror::Snapshot| seen.0["environment"]["servers"][0]["login"]["kind"].clone();
    client.mirror.until("the log-in waits", |seen| login(seen) == "waiting").await;
    loopback::accounts::browse(&url).await.unwrap();
    client.mirror.until("the log-in is done", |seen| login(seen) == "done").await;

    let seen = offer(&client, "tracker", "").await;
    assert_eq!((seen.state, seen.auth, seen.tool_count), (McpState::Ready, McpAuth::LoggedIn, 2), "{seen:?}");
    assert!(server.called().iter().any(|method| method == "tools/list"));
    let transports: Vec<McpTransport> = listed(&client).await.into_iter().map(|one| one.transport).collect();
    assert_eq!(transports, [McpTransport::Http { url: server.url(), bearer: None, headers: Vec::new() }]);
    open_engine.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bad_mcp_server_costs_only_its_own_row() {
    let fixture = EngineFixture::new().await;
    let (open_engine, mut client) = open(&fixture).await;
    for draft in [
        stdio("hangs", "sleep", &["600"]),
        stdio("crashes", "sh", &["-c", "echo out of fuel >&2; exit 3"]),
        // Codex takes at most 2,048 tools, and so many take a while on a busy machine.
        McpDraft { startup_timeout_s: Some(60.0), ..stdio("many", HARBOUR, &["2000"]) },
        McpDraft { startup_timeout_s: Some(60.0), ..stdio("too-many", HARBOUR, &["10000"]) },
        stdio("missing", "no-such-program-at-all", &[]),
    ] {
        act(&client, McpIntent::Save { draft }).await;
    }
    assert_eq!(listed(&client).await.len(), 5, "the list itself comes at once");
    let many = offer(&client, "many", "").await;
    assert_eq!((many.state, many.tool_count), (McpState::Ready, 2_002), "{:?}", many.problem);
    assert!(many.tools.len() <= 200);
    let found = offer(&client, "many", "berth_01999").await;
    assert_eq!(found.tools.iter().map(|tool| tool.name.as_str()).collect::<Vec<_>>(), ["berth_01999"]);
    for name in ["hangs", "crashes", "missing", "too-many"] {
        let seen = offer(&client, name, "").await;
        assert_eq!(seen.state, McpState::Failed, "{name}");
        let why = seen.problem.unwrap_or_default();
        assert!(!why.is_empty() && !why.contains("codex_rmcp_client"), "{name}: {why}");
    }
    let Ok(QueryResult::McpEverywhere { offers }) = client.engine.query(CatalogQuery::McpEverywhere).await else {
        panic!("no overview")
    };
    assert_eq!(
        offers.iter().map(|one| (one.name.as_str(), one.state)).collect::<Vec<_>>(),
        [
            ("crashes", McpState::Failed),
            ("hangs", McpState::Failed),
            ("many", McpState::Ready),
            ("missing", McpState::Failed),
            ("too-many", McpState::Failed),
        ]
    );
    // A thread works with the good servers, and shows which ones failed.
    let thread = client.start_thread(&fixture.project(), "hello").await;
    client.wait_for_turns(thread.as_str(), 1, "done").await;
    let start = |seen: &threadloft_tests::mirror::Snapshot, name: &str| {
        let servers = seen.0["environment"]["servers"].as_array().cloned().unwrap_or_default();
        servers.into_iter().find(|one| one["name"] == name).map(|one| one["start"].clone()).unwrap_or_default()
    };
    client
        .mirror
        .until("each server has said how it started", |seen| {
            start(seen, "many") == "ready"
                && ["hangs", "crashes", "missing"].iter().all(|name| start(seen, name) == "failed")
        })
        .await;
    act(&client, McpIntent::Reload).await;
    open_engine.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_mcp_server_of_somebody_else_is_not_changed() {
    let fixture = EngineFixture::new().await;
    let mut options = fixture.options();
    options.extra_config.push(("mcp_servers.flagged.command".into(), format!("{HARBOUR:?}")));
    let open_engine = OpenEngine::open(options);
    let mut client = open_engine.window("main");
    client.ready().await;
    let list = listed(&client).await;
    assert_eq!(list.iter().map(|one| (one.name.as_str(), one.editable)).collect::<Vec<_>>(), [("flagged", false)]);
    let refused = client.act(CatalogIntent::Mcp { intent: McpIntent::Remove { name: "flagged".into() } }).await;
    assert!(refused.is_err());
    act(&client, McpIntent::Save { draft: stdio("mine", HARBOUR, &[]) }).await;
    let twice = client
        .act(CatalogIntent::Mcp { intent: McpIntent::Save { draft: stdio("mine", "other", &[]) } })
        .await
        .unwrap_err();
    assert_eq!(twice.at.as_deref(), Some("name"));
    let bad =
        client.act(CatalogIntent::Mcp { intent: McpIntent::Save { draft: stdio("new", " ", &[]) } }).await.unwrap_err();
    assert_eq!(bad.at.as_deref(), Some("command"));
    open_engine.engine.close().await;
}
