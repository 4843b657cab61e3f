//! Runs every scene of the demo on the real server.

use std::process::Command;

use loopback::{Loopback, Pauses, Script, demo};
use serde_json::{Value, json};

use crate::codex::Codex;

async fn open() -> (Loopback, Codex) {
    let model = Loopback::start(Script::demo("demo".as_ref()).pauses(Pauses::NONE)).await.unwrap();
    let codex = Codex::start(&model, demo::workspace_files()).await;
    let script = "git init -q && git config user.name Demo && git config user.email demo@example.invalid \
                  && git add . && git commit -qm start";
    let made = Command::new("sh").args(["-c", script]).current_dir(codex.workspace()).status().unwrap();
    assert!(made.success());
    (model, codex)
}

fn kinds(items: &[&Value]) -> Vec<String> {
    items.iter().map(|item| item["type"].as_str().unwrap().to_owned()).collect()
}

#[tokio::test]
async fn the_readme_scene_ends() {
    let (_model, mut codex) = open().await;
    let told = codex.turn(demo::SHOT_PROMPT).await;
    assert_eq!(told.status(), "completed");
    let (thought, remark, command, edit) = ("reasoning", "agentMessage", "commandExecution", "fileChange");
    assert_eq!(kinds(&told.items("")), [thought, remark, command, thought, edit, command, "agentMessage"]);
    let plans = told.params("turn/plan/updated");
    let steps = plans.last().unwrap()["plan"].as_array().unwrap();
    assert!(steps.len() == 4 && steps.iter().all(|step| step["status"] == "completed"), "{steps:?}");
    assert!(plans.len() > 2);
    assert_eq!(told.items(edit)[0]["changes"].as_array().unwrap().len(), 3);
    let tests = told.items(command)[1];
    assert!(tests["aggregatedOutput"].as_str().unwrap().ends_with("\u{1b}[32m9 passed\u{1b}[0m\n"), "{tests}");
    assert!(told.text().starts_with("Days are in, and all nine checks pass."));
}

#[tokio::test]
async fn a_repeated_scene_ends_well() {
    let (_model, mut codex) = open().await;
    codex.turn(demo::SHOT_PROMPT).await;
    let told = codex.turn(demo::SHOT_PROMPT).await;
    assert_eq!(told.status(), "completed");
    assert!(told.text().starts_with("Days are already supported"));
}

#[tokio::test]
async fn an_accepted_commit_is_made() {
    let (_model, mut codex) = open().await;
    codex.answer = |method, _| {
        assert_eq!(method, "item/commandExecution/requestApproval");
        json!({"decision": "accept"})
    };
    let told = codex.turn(demo::PROMPTS[1]).await;
    assert_eq!(told.status(), "completed");
    assert!(told.text().starts_with("**Release 1.1.0** is committed"), "{}", told.text());
    let log = Command::new("git").args(["log", "-1", "--format=%s"]).current_dir(codex.workspace()).output().unwrap();
    assert_eq!(String::from_utf8_lossy(&log.stdout), "Release 1.1.0\n");
}

#[tokio::test]
async fn a_declined_commit_is_not_made() {
    let (_model, mut codex) = open().await;
    codex.answer = |_, _| json!({"decision": "decline"});
    let told = codex.turn(demo::PROMPTS[1]).await;
    assert_eq!(told.status(), "completed");
    assert!(told.text().starts_with("Not committed, as you wish."), "{}", told.text());
    assert_eq!(told.items("commandExecution").last().unwrap()["status"], "declined");
}

#[tokio::test]
async fn the_tour_changes_nothing() {
    let (_model, mut codex) = open().await;
    let told = codex.turn(demo::PROMPTS[2]).await;
    assert_eq!((told.status(), told.items("commandExecution").len()), ("completed", 2));
    assert!(told.items("fileChange").is_empty() && told.text().starts_with("This is **duration**"));
}

#[tokio::test]
async fn the_question_takes_either_answer() {
    let (_model, mut codex) = open().await;
    codex.answer = |_, params| {
        let label = &params["questions"][0]["options"][1]["label"];
        json!({"answers": {"weeks": {"answers": [label]}}})
    };
    assert!(codex.turn(demo::PROMPTS[3]).await.text().starts_with("**Days are enough**"));
}

#[tokio::test]
async fn other_prompts_get_suggestions() {
    let (_model, mut codex) = open().await;
    let told = codex.turn("sing me a song").await;
    assert!(demo::PROMPTS.iter().all(|offer| told.text().contains(offer)), "{}", told.text());
}
