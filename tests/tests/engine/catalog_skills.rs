//! Skills on the real server: listed, switched, found in other folders, updated when they change, used.

use engine::catalog::skills::{Skill, SkillIntent, SkillScope, Skills};
use engine::intent::CatalogIntent;
use engine::query::{CatalogQuery, QueryResult};
use std::path::Path;
use threadloft_tests::engine_fixture::{Client, EngineFixture};
use threadloft_tests::marketplace::{skill, write};

async fn skills(client: &Client, fixture: &EngineFixture) -> Skills {
    match client.engine.query(CatalogQuery::Skills { cwd: Some(fixture.project()), reload: false }).await {
        Ok(QueryResult::Skills { skills }) => skills,
        other => panic!("no skills: {other:?}"),
    }
}

async fn one(client: &Client, fixture: &EngineFixture, name: &str) -> Option<Skill> {
    skills(client, fixture).await.skills.into_iter().find(|skill| skill.name == name)
}

fn revision(client: &Client) -> u64 {
    client.mirror.seen.0["revisions"]["skills"].as_u64().unwrap_or_default()
}

async fn does(client: &Client, intent: SkillIntent) {
    client.perform(CatalogIntent::Skill { intent }).await;
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_default()
}

#[tokio::test]
async fn an_unreadable_skill_hides_no_other() {
    let fixture = EngineFixture::new().await;
    write(&fixture.at("project/.agents/skills/good/SKILL.md"), &skill("good", "Does good"));
    write(&fixture.at("project/.agents/skills/bad/SKILL.md"), "no front matter at all\u{1b}[31m");
    write(
        &fixture.at("project/.agents/skills/good/agents/openai.yaml"),
        "interface:\n  display_name: Good Deeds\n  short_description: Short and good\n  icon_small: ./assets/a.svg\n  default_prompt: Use $good here\n",
    );
    write(&fixture.at("project/.agents/skills/good/assets/a.svg"), "<svg xmlns=\"http://www.w3.org/2000/svg\"/>");
    write(&fixture.at("home/skills/mine/SKILL.md"), &skill("mine", "Of my own"));
    let opened = fixture.open();
    let mut client = opened.window("main");
    client.ready().await;

    let seen = skills(&client, &fixture).await;
    let good = seen.skills.iter().find(|skill| skill.name == "good").expect("the good one is listed");
    assert_eq!((good.scope, good.enabled, good.title.as_deref()), (SkillScope::Repo, true, Some("Good Deeds")));
    assert_eq!((good.description.as_str(), good.prompt.as_deref()), ("Short and good", Some("Use $good here")));
    assert!(good.icon.as_deref().is_some_and(|icon| icon.starts_with("data:image/svg+xml;base64,")));
    let mine = seen.skills.iter().find(|skill| skill.name == "mine").expect("one's own is listed");
    assert_eq!(mine.scope, SkillScope::User);
    assert!(seen.skills.iter().any(|skill| skill.scope == SkillScope::System), "{seen:#?}");
    assert_eq!(seen.problems.len(), 1);
    assert!(seen.problems[0].path.ends_with("bad/SKILL.md") && seen.problems[0].message.contains("frontmatter"));

    // A skill's file opens in the person's editor; a file that is in no list does not.
    does(&client, SkillIntent::Open { path: good.path.clone() }).await;
    does(&client, SkillIntent::Open { path: seen.problems[0].path.clone() }).await;
    does(&client, SkillIntent::Reveal { path: mine.path.clone() }).await;
    let asked = opened.platform.asked.lock().unwrap().clone();
    assert!(asked.contains(&format!("path {}", good.path)) && asked.contains(&format!("reveal {}", mine.path)));
    for other in ["/etc/passwd", "/etc/hosts.md"] {
        let refused = client.act(CatalogIntent::Skill { intent: SkillIntent::Open { path: other.into() } }).await;
        assert!(refused.is_err(), "{other}");
    }
    opened.engine.close().await;
}

#[tokio::test]
async fn a_skill_is_switched_in_the_config() {
    let fixture = EngineFixture::new().await;
    write(&fixture.at("project/.agents/skills/good/SKILL.md"), &skill("good", "Does good"));
    let opened = fixture.open();
    let mut client = opened.window("main");
    client.ready().await;
    let path = one(&client, &fixture, "good").await.unwrap().path;
    client.mirror.catch_up();
    let before = revision(&client);
    does(&client, SkillIntent::Switch { path: path.clone(), on: false }).await;
    client.mirror.until("the list is stale", |seen| seen.0["revisions"]["skills"].as_u64() > Some(before)).await;
    assert!(!one(&client, &fixture, "good").await.unwrap().enabled);
    let config = read(&fixture.at("home/config.toml"));
    assert!(
        config.contains("[[skills.config]]") && config.contains("enabled = false") && config.contains(&path),
        "{config}"
    );
    does(&client, SkillIntent::Switch { path, on: true }).await;
    assert!(one(&client, &fixture, "good").await.unwrap().enabled);
    assert!(!read(&fixture.at("home/config.toml")).contains("enabled = false"));
    opened.engine.close().await;
}

#[tokio::test]
async fn extra_skill_folders_reach_every_server() {
    let fixture = EngineFixture::new().await;
    write(&fixture.at("more/elsewhere/SKILL.md"), &skill("elsewhere", "Lies elsewhere"));
    let opened = fixture.open();
    let mut client = opened.window("main");
    client.ready().await;
    assert_eq!(one(&client, &fixture, "elsewhere").await, None);
    for bad in ["relative", "/no/such/folder"] {
        let refused =
            client.act(CatalogIntent::Skill { intent: SkillIntent::SetRoots { roots: vec![bad.into()] } }).await;
        assert!(refused.is_err(), "{bad}");
    }
    let root = fixture.at("more").display().to_string();
    does(&client, SkillIntent::SetRoots { roots: vec![root.clone(), root.clone()] }).await;
    assert!(one(&client, &fixture, "elsewhere").await.is_some());
    client.mirror.until("it is kept", |seen| seen.0["settings"]["skillRoots"] == serde_json::json!([root])).await;
    opened.engine.close().await;

    let opened = fixture.open();
    let mut client = opened.window("main");
    client.ready().await;
    // The first revision after the start means that the server knows the folders.
    client.mirror.until("the folders are told", |seen| seen.0["revisions"]["skills"].as_u64() > Some(0)).await;
    assert!(one(&client, &fixture, "elsewhere").await.is_some());
    does(&client, SkillIntent::SetRoots { roots: Vec::new() }).await;
    assert_eq!(one(&client, &fixture, "elsewhere").await, None);
    opened.engine.close().await;
}

#[tokio::test]
async fn a_skill_that_appears_in_a_project_is_noticed_without_a_thread() {
    let fixture = EngineFixture::new().await;
    let opened = fixture.open();
    let mut client = opened.window("main");
    client.ready().await;
    client.mirror.until("the start is told", |seen| seen.0["revisions"]["skills"].as_u64() > Some(0)).await;
    assert_eq!(one(&client, &fixture, "late").await, None);
    // Each step makes a folder that the next step's watch needs, so reload at each change, as a window would.
    write(&fixture.at("project/.agents/skills/late/SKILL.md"), &skill("late", "Came late"));
    loop {
        client.mirror.catch_up();
        let known = revision(&client);
        if one(&client, &fixture, "late").await.is_some() {
            break;
        }
        client.mirror.until("it is noticed", |seen| seen.0["revisions"]["skills"].as_u64() > Some(known)).await;
    }
    client.mirror.catch_up();
    let known = revision(&client);
    write(&fixture.at("project/.agents/skills/late/SKILL.md"), &skill("late", "Changed since"));
    client.mirror.until("the change is noticed", |seen| seen.0["revisions"]["skills"].as_u64() > Some(known)).await;
    assert_eq!(one(&client, &fixture, "late").await.unwrap().description, "Changed since");
    opened.engine.close().await;
}

#[tokio::test]
async fn a_skill_named_in_a_prompt_is_given_to_the_model() {
    let fixture = EngineFixture::new().await;
    write(&fixture.at("project/.agents/skills/good/SKILL.md"), &skill("good", "Does good"));
    let opened = fixture.open();
    let mut client = opened.window("main");
    client.ready().await;
    let thread = client.start_thread(&fixture.project(), "$good please").await;
    client.mirror.until("the turn ends", |seen| seen.turn(thread.as_str()) == "done").await;
    let asked = fixture.model.asked(|request| request.path.ends_with("/responses")).await;
    assert!(asked.body.to_string().contains("The whole of good."), "{}", asked.body);
    // With a thread loaded, the server itself announces a change in CODEX_HOME.
    client.mirror.catch_up();
    let known = revision(&client);
    write(&fixture.at("home/skills/mine/SKILL.md"), &skill("mine", "Of my own"));
    client.mirror.until("it is told", |seen| seen.0["revisions"]["skills"].as_u64() > Some(known)).await;
    opened.engine.close().await;
}
