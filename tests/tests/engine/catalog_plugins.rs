//! Plugins and marketplaces on the real server, with a git repository on this machine as the marketplace.
//!
//! Two things are not tested because they need the network: a plugin from npm, and a download from OpenAI's catalogue
//! (which is listed, searched and read here, from the loopback).

use engine::catalog::plugins::{Plugin, PluginBar, PluginIntent, Plugins};
use engine::catalog::skills::SkillScope;
use engine::intent::{AccountIntent, CatalogIntent, Receipt};
use engine::query::{CatalogQuery, QueryResult};
use loopback::accounts::{ListedApp, OfferedPlugin};
use threadloft_tests::engine_fixture::{Client, EngineFixture, OpenEngine};
use threadloft_tests::marketplace::{ADDRESS, Marketplace, write};
use threadloft_tests::sign_in_fixture::until_account;

async fn arrive(fixture: &EngineFixture, market: &Marketplace, on: bool) -> (OpenEngine, Client) {
    let mut options = fixture.options();
    options.extra_config.push(("features.plugins".into(), on.to_string()));
    options.env.extend(market.env());
    let opened = OpenEngine::open(options);
    let mut client = opened.window("main");
    client.ready().await;
    client.mirror.until("the account is known", |seen| seen.0["account"]["kind"] != "unknown").await;
    (opened, client)
}

async fn plugins(client: &Client) -> Plugins {
    match client.engine.query(CatalogQuery::Plugins { cwd: None, reload: false }).await {
        Ok(QueryResult::Plugins { plugins }) => plugins,
        other => panic!("no plugins: {other:?}"),
    }
}

async fn plugin(client: &Client, id: &str) -> Plugin {
    let all = plugins(client).await;
    let found = all.markets.iter().flat_map(|market| &market.plugins).find(|plugin| plugin.id == id);
    found.unwrap_or_else(|| panic!("no {id} in {all:#?}")).clone()
}

async fn does(client: &Client, intent: PluginIntent) -> Receipt {
    client.perform(CatalogIntent::Plugin { intent }).await
}

async fn refused(client: &Client, intent: PluginIntent) -> String {
    client.act(CatalogIntent::Plugin { intent }).await.expect_err("it is refused").message
}

async fn sweeps(client: &Client, fixture: &EngineFixture) -> bool {
    let looked = client.engine.query(CatalogQuery::Skills { cwd: Some(fixture.project()), reload: false }).await;
    let Ok(QueryResult::Skills { skills }) = looked else { panic!("no skills: {looked:?}") };
    skills.skills.iter().any(|skill| skill.name == "tidy:sweep" && skill.scope == SkillScope::Plugin)
}

fn add(source: &str) -> PluginIntent {
    PluginIntent::AddMarket { source: source.into(), branch: None }
}

#[tokio::test]
async fn a_plugin_is_installed_upgraded_then_removed() {
    let fixture = EngineFixture::with_accounts().await;
    let market = Marketplace::in_folder(&fixture.at("git"));
    let (opened, mut client) = arrive(&fixture, &market, true).await;
    let config = || std::fs::read_to_string(fixture.at("home/config.toml")).unwrap_or_default();
    assert_eq!(plugins(&client).await, Plugins::default());

    assert_eq!(does(&client, add(ADDRESS)).await.path.as_deref(), Some("lab-market"));
    client.mirror.until("the list is stale", |seen| seen.0["revisions"]["plugins"].as_u64() > Some(0)).await;
    assert!(config().contains("[marketplaces.lab-market]") && config().contains(ADDRESS), "{}", config());
    assert!(refused(&client, add(ADDRESS)).await.contains("already"));
    for bad in ["", "--upload-pack=x", "/no/such/folder"] {
        refused(&client, add(bad)).await;
    }
    refused(&client, add("https://git.example.invalid/none.git")).await;

    let seen = plugins(&client).await;
    assert_eq!((seen.markets[0].title.as_str(), seen.markets[0].source.as_deref()), ("Lab Market", Some(ADDRESS)));
    let tidy = plugin(&client, "tidy@lab-market").await;
    assert_eq!((tidy.title.as_str(), tidy.version.as_deref(), tidy.installed), ("Tidy", Some("1.2.0"), false));
    assert!(tidy.asks_at_once && tidy.barred.is_none());

    // The details of a plugin are readable before it is installed.
    let Ok(QueryResult::Plugin { plugin: detail }) =
        client.engine.query(CatalogQuery::Plugin { plugin: tidy.at.clone() }).await
    else {
        panic!("the plugin is not read")
    };
    assert_eq!(detail.skills[0].name, "tidy:sweep");
    assert_eq!(detail.servers, ["tidy-mcp"]);

    does(&client, PluginIntent::Install { plugin: tidy.at.clone() }).await;
    let tidy = plugin(&client, "tidy@lab-market").await;
    assert!(tidy.installed && tidy.enabled);
    assert!(config().contains("[plugins.\"tidy@lab-market\"]\nenabled = true"), "{}", config());
    assert!(fixture.at("home/plugins/cache/lab-market/tidy/1.2.0/skills/sweep/SKILL.md").is_file());
    assert!(sweeps(&client, &fixture).await);

    does(&client, PluginIntent::Switch { id: tidy.id.clone(), on: false }).await;
    assert!(!plugin(&client, "tidy@lab-market").await.enabled);
    assert!(config().contains("[plugins.\"tidy@lab-market\"]\nenabled = false"), "{}", config());
    assert!(!sweeps(&client, &fixture).await);
    does(&client, PluginIntent::Switch { id: tidy.id.clone(), on: true }).await;

    market.release("1.3.0");
    does(&client, PluginIntent::UpgradeMarkets { name: Some("lab-market".into()) }).await;
    assert_eq!(plugin(&client, "tidy@lab-market").await.version.as_deref(), Some("1.3.0"));

    // A plugin without files is refused with a message, and the other one stays.
    let hollow = plugin(&client, "hollow@lab-market").await;
    assert!(!refused(&client, PluginIntent::Install { plugin: hollow.at }).await.is_empty());
    assert!(plugin(&client, "tidy@lab-market").await.installed);

    does(&client, PluginIntent::Uninstall { id: tidy.id }).await;
    assert!(!plugin(&client, "tidy@lab-market").await.installed);
    assert!(!config().contains("tidy@lab-market"), "{}", config());
    assert!(!sweeps(&client, &fixture).await);
    does(&client, PluginIntent::RemoveMarket { name: "lab-market".into() }).await;
    assert_eq!(plugins(&client).await.markets, []);
    assert!(!config().contains("marketplaces.lab-market"), "{}", config());
    opened.engine.close().await;
}

#[tokio::test]
async fn an_unreadable_marketplace_can_be_removed() {
    let fixture = EngineFixture::with_accounts().await;
    let market = Marketplace::in_folder(&fixture.at("git"));
    let (opened, client) = arrive(&fixture, &market, true).await;
    does(&client, add(&market.repository().display().to_string())).await;
    assert!(!plugins(&client).await.markets[0].plugins.is_empty());
    write(&market.repository().join(".agents/plugins/marketplace.json"), "{ not json");
    let seen = plugins(&client).await;
    assert_eq!(seen.problems.len(), 1, "{seen:#?}");
    assert!(seen.problems[0].path.ends_with("marketplace.json") && !seen.problems[0].message.is_empty());
    assert_eq!(seen.markets[0].name, "lab-market");
    does(&client, PluginIntent::RemoveMarket { name: "lab-market".into() }).await;
    assert_eq!(plugins(&client).await.problems, []);
    opened.engine.close().await;
}

#[tokio::test]
async fn the_accounts_plugin_catalogue_is_searched() {
    let fixture = EngineFixture::with_accounts().await;
    let market = Marketplace::in_folder(&fixture.at("git"));
    fixture.model.account(|account| {
        let skills = vec![("draw".into(), "Draws a chart".into(), "# How to draw".into())];
        account.catalogue = vec![
            OfferedPlugin {
                id: "plugin_charts".into(),
                name: "charts".into(),
                title: "Charts".into(),
                description: "Draws".into(),
                skills,
                ..OfferedPlugin::default()
            },
            OfferedPlugin {
                id: "plugin_gone".into(),
                name: "gone".into(),
                title: "Gone".into(),
                description: "Not here".into(),
                policy: "NOT_AVAILABLE".into(),
                ..OfferedPlugin::default()
            },
        ];
    });
    let (opened, mut client) = arrive(&fixture, &market, true).await;
    client.perform(AccountIntent::SignInWithCode).await;
    until_account(&mut client, "chatGpt").await;
    let Ok(QueryResult::PluginSearch { found }) =
        client.engine.query(CatalogQuery::PluginSearch { text: " chart ".into() }).await
    else {
        panic!("nothing is searched")
    };
    assert_eq!(found.iter().map(|plugin| plugin.title.as_str()).collect::<Vec<_>>(), ["Charts"]);
    let all = plugins(&client).await;
    let gone = all.markets.iter().flat_map(|market| &market.plugins).find(|plugin| plugin.title == "Gone");
    assert_eq!(gone.and_then(|plugin| plugin.barred), Some(PluginBar::NotOffered), "{all:#?}");
    let Ok(QueryResult::Plugin { plugin: detail }) =
        client.engine.query(CatalogQuery::Plugin { plugin: found[0].at.clone() }).await
    else {
        panic!("the plugin is not read")
    };
    let name = detail.skills[0].name.clone();
    let text = client.engine.query(CatalogQuery::PluginSkill { plugin: found[0].at.clone(), name }).await;
    assert!(matches!(&text, Ok(QueryResult::PluginSkill { text }) if text == "# How to draw"), "{text:?}");
    does(&client, PluginIntent::Fetch).await;
    opened.engine.close().await;
}

#[tokio::test]
async fn a_plugin_says_which_of_its_apps_are_still_to_be_connected() {
    let fixture = EngineFixture::with_accounts().await;
    let market = Marketplace::in_folder(&fixture.at("git"));
    fixture
        .model
        .account(|account| account.apps = vec![ListedApp::new("connector_desk", "Incident Platform", "Incidents")]);
    let mut options = fixture.options();
    options.extra_config.push(("features.plugins".into(), "true".into()));
    options.extra_config.push(("features.apps".into(), "true".into()));
    options.env.extend(market.env());
    let opened = OpenEngine::open(options);
    let mut client = opened.window("main");
    client.ready().await;
    client.perform(AccountIntent::SignInWithCode).await;
    until_account(&mut client, "chatGpt").await;
    does(&client, add(ADDRESS)).await;
    let tidy = plugin(&client, "tidy@lab-market").await;
    let Ok(QueryResult::Plugin { plugin: detail }) =
        client.engine.query(CatalogQuery::Plugin { plugin: tidy.at.clone() }).await
    else {
        panic!("the plugin is not read")
    };
    assert_eq!(detail.apps.iter().map(|app| app.id.as_str()).collect::<Vec<_>>(), ["connector_desk"]);
    let receipt = does(&client, PluginIntent::Install { plugin: tidy.at }).await;
    let named: Vec<_> = receipt.connect.iter().map(|app| (app.id.as_str(), app.install_url.is_some())).collect();
    assert_eq!(named, [("connector_desk", true)]);
    opened.engine.close().await;
}

#[tokio::test]
async fn plugins_that_the_config_switches_off_are_said_to_be_off() {
    let fixture = EngineFixture::with_accounts().await;
    let market = Marketplace::in_folder(&fixture.at("git"));
    let (opened, client) = arrive(&fixture, &market, false).await;
    assert!(plugins(&client).await.off);
    opened.engine.close().await;
}
