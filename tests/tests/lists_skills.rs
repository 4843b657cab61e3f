//! Skills on the real server: seen, switched, found elsewhere, noticed when they change, used.
#![allow(clippy::unwrap_used, clippy::expect_used)]

use engine::catalog::skills::{Skill, SkillIntent, SkillScope, Skills};
use engine::intent::Intent;
use engine::query::{Query, QueryResult};
use std::path::Path;
use threadloft_tests::inside::{Inside, Seat};
use threadloft_tests::market::{skill, write};

async fn skills(seat: &Seat, inside: &Inside) -> Skills {
    match seat.engine.query(Query::Skills { cwd: Some(inside.project()), reload: false }).await {
        Ok(QueryResult::Skills { skills }) => skills,
        other => panic!("no skills: {other:?}"),
    }
}

async fn one(seat: &Seat, inside: &Inside, name: &str) -> Option<Skill> {
    skills(seat, inside).await.skills.into_iter().find(|skill| skill.name == name)
}

fn revision(seat: &Seat) -> u64 {
    seat.mirror.seen.0["revisions"]["skills"].as_u64().unwrap_or_default()
}

async fn does(seat: &Seat, intent: SkillIntent) {
    seat.does(Intent::Skill { intent }).await;
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_default()
}

#[tokio::test]
async fn skills_are_listed_with_their_place_and_the_unreadable_one_costs_only_itself() {
    let inside = Inside::new().await;
    write(&inside.at("project/.agents/skills/good/SKILL.md"), &skill("good", "Does good"));
    write(&inside.at("project/.agents/skills/bad/SKILL.md"), "no front matter at all\u{1b}[31m");
    write(
        &inside.at("project/.agents/skills/good/agents/openai.yaml"),
        "interface:\n  display_name: Good Deeds\n  short_description: Short and good\n  icon_small: ./assets/a.svg\n  default_prompt: Use $good here\n",
    );
    write(&inside.at("project/.agents/skills/good/assets/a.svg"), "<svg xmlns=\"http://www.w3.org/2000/svg\"/>");
    write(&inside.at("home/skills/mine/SKILL.md"), &skill("mine", "Of my own"));
    let indoors = inside.open();
    let mut seat = indoors.window("main");
    seat.ready().await;

    let seen = skills(&seat, &inside).await;
    let good = seen.skills.iter().find(|skill| skill.name == "good").expect("the good one is listed");
    assert_eq!((good.scope, good.enabled, good.title.as_deref()), (SkillScope::Repo, true, Some("Good Deeds")));
    assert_eq!((good.description.as_str(), good.prompt.as_deref()), ("Short and good", Some("Use $good here")));
    assert!(good.icon.as_deref().is_some_and(|icon| icon.starts_with("data:image/svg+xml;base64,")));
    let mine = seen.skills.iter().find(|skill| skill.name == "mine").expect("one's own is listed");
    assert_eq!(mine.scope, SkillScope::User);
    assert!(seen.skills.iter().any(|skill| skill.scope == SkillScope::System), "{seen:#?}");
    assert_eq!(seen.problems.len(), 1);
    assert!(seen.problems[0].path.ends_with("bad/SKILL.md") && seen.problems[0].message.contains("frontmatter"));

    // Opened where the person reads such files; nothing that no list told of.
    does(&seat, SkillIntent::Open { path: good.path.clone() }).await;
    does(&seat, SkillIntent::Open { path: seen.problems[0].path.clone() }).await;
    does(&seat, SkillIntent::Reveal { path: mine.path.clone() }).await;
    let asked = indoors.platform.asked.lock().unwrap().clone();
    assert!(asked.contains(&format!("path {}", good.path)) && asked.contains(&format!("reveal {}", mine.path)));
    for other in ["/etc/passwd", "/etc/hosts.md"] {
        let refused = seat.act(Intent::Skill { intent: SkillIntent::Open { path: other.into() } }).await;
        assert!(refused.is_err(), "{other}");
    }
    indoors.engine.close().await;
}

#[tokio::test]
async fn a_skill_is_switched_off_and_on_in_the_config() {
    let inside = Inside::new().await;
    write(&inside.at("project/.agents/skills/good/SKILL.md"), &skill("good", "Does good"));
    let indoors = inside.open();
    let mut seat = indoors.window("main");
    seat.ready().await;
    let path = one(&seat, &inside, "good").await.unwrap().path;
    seat.mirror.catch_up();
    let before = revision(&seat);
    does(&seat, SkillIntent::Switch { path: path.clone(), on: false }).await;
    seat.mirror.until("the list is stale", |seen| seen.0["revisions"]["skills"].as_u64() > Some(before)).await;
    assert!(!one(&seat, &inside, "good").await.unwrap().enabled);
    let config = read(&inside.at("home/config.toml"));
    assert!(
        config.contains("[[skills.config]]") && config.contains("enabled = false") && config.contains(&path),
        "{config}"
    );
    does(&seat, SkillIntent::Switch { path, on: true }).await;
    assert!(one(&seat, &inside, "good").await.unwrap().enabled);
    assert!(!read(&inside.at("home/config.toml")).contains("enabled = false"));
    indoors.engine.close().await;
}

#[tokio::test]
async fn further_folders_are_told_to_every_server_and_bad_ones_to_none() {
    let inside = Inside::new().await;
    write(&inside.at("more/elsewhere/SKILL.md"), &skill("elsewhere", "Lies elsewhere"));
    let indoors = inside.open();
    let mut seat = indoors.window("main");
    seat.ready().await;
    assert_eq!(one(&seat, &inside, "elsewhere").await, None);
    for bad in ["relative", "/no/such/folder"] {
        let refused = seat.act(Intent::Skill { intent: SkillIntent::SetRoots { roots: vec![bad.into()] } }).await;
        assert!(refused.is_err(), "{bad}");
    }
    let root = inside.at("more").display().to_string();
    does(&seat, SkillIntent::SetRoots { roots: vec![root.clone(), root.clone()] }).await;
    assert!(one(&seat, &inside, "elsewhere").await.is_some());
    seat.mirror.until("it is kept", |seen| seen.0["settings"]["skillRoots"] == serde_json::json!([root])).await;
    indoors.engine.close().await;

    let indoors = inside.open();
    let mut seat = indoors.window("main");
    seat.ready().await;
    // The first revision after the start says that the server was told.
    seat.mirror.until("the folders are told", |seen| seen.0["revisions"]["skills"].as_u64() > Some(0)).await;
    assert!(one(&seat, &inside, "elsewhere").await.is_some());
    does(&seat, SkillIntent::SetRoots { roots: Vec::new() }).await;
    assert_eq!(one(&seat, &inside, "elsewhere").await, None);
    indoors.engine.close().await;
}

#[tokio::test]
async fn a_skill_that_appears_in_a_project_is_noticed_without_a_thread() {
    let inside = Inside::new().await;
    let indoors = inside.open();
    let mut seat = indoors.window("main");
    seat.ready().await;
    seat.mirror.until("the start is told", |seen| seen.0["revisions"]["skills"].as_u64() > Some(0)).await;
    assert_eq!(one(&seat, &inside, "late").await, None);
    // Each step makes a folder that the next step's watch needs: look, as a window would, whenever it is told to.
    write(&inside.at("project/.agents/skills/late/SKILL.md"), &skill("late", "Came late"));
    loop {
        seat.mirror.catch_up();
        let known = revision(&seat);
        if one(&seat, &inside, "late").await.is_some() {
            break;
        }
        seat.mirror.until("it is noticed", |seen| seen.0["revisions"]["skills"].as_u64() > Some(known)).await;
    }
    seat.mirror.catch_up();
    let known = revision(&seat);
    write(&inside.at("project/.agents/skills/late/SKILL.md"), &skill("late", "Changed since"));
    seat.mirror.until("the change is noticed", |seen| seen.0["revisions"]["skills"].as_u64() > Some(known)).await;
    assert_eq!(one(&seat, &inside, "late").await.unwrap().description, "Changed since");
    indoors.engine.close().await;
}

#[tokio::test]
async fn a_skill_named_in_a_prompt_is_given_to_the_model() {
    let inside = Inside::new().await;
    write(&inside.at("project/.agents/skills/good/SKILL.md"), &skill("good", "Does good"));
    let indoors = inside.open();
    let mut seat = indoors.window("main");
    seat.ready().await;
    let thread = seat.begin(&inside.project(), "$good please").await;
    seat.mirror.until("the turn ends", |seen| seen.turn(thread.as_str()) == "done").await;
    let asked = inside.model.asked(|request| request.path.ends_with("/responses")).await;
    assert!(asked.body.to_string().contains("The whole of good."), "{}", asked.body);
    // With a thread loaded the server itself tells of a change in the home.
    seat.mirror.catch_up();
    let known = revision(&seat);
    write(&inside.at("home/skills/mine/SKILL.md"), &skill("mine", "Of my own"));
    seat.mirror.until("it is told", |seen| seen.0["revisions"]["skills"].as_u64() > Some(known)).await;
    indoors.engine.close().await;
}
