#![allow(clippy::unwrap_used, clippy::expect_used)]
//! What the real server cannot do here: the sandbox of Windows, and sending feedback to OpenAI. Answered beside it.

use engine::catalog::features::{FeatureIntent, Feedback, FeedbackKind};
use engine::catalog::import::{ImportIntent, SandboxReadiness};
use engine::intent::Intent;
use engine::query::{Query, QueryResult};
use serde_json::{Value, json};
use threadloft_tests::inside::{Indoors, Inside, Seat};

async fn open(inside: &Inside, answers: Value, platform: Option<&str>) -> (Indoors, Seat) {
    let mut options = inside.options();
    options.codex = Some(env!("CARGO_BIN_EXE_aside").into());
    options.env.push(("ASIDE_CODEX".into(), threadloft_tests::codex().display().to_string()));
    options.env.push(("ASIDE_ANSWERS".into(), answers.to_string()));
    options.env.push(("CODEX_HOME".into(), inside.at("home").display().to_string()));
    options.env.extend(platform.map(|name| ("ASIDE_PLATFORM".into(), name.to_owned())));
    let indoors = Indoors::open(options);
    let mut seat = indoors.window("main");
    seat.ready().await;
    (indoors, seat)
}

#[tokio::test(flavor = "multi_thread")]
async fn the_sandbox_of_windows_is_set_up_and_its_result_told() {
    let inside = Inside::new().await;
    let warning = json!({"method": "windows/worldWritableWarning", "params": {"samplePaths": ["C:\\Temp"], "extraCount": 3, "failedScan": false}});
    let ended = |success: bool, error: Value| json!({"method": "windowsSandbox/setupCompleted", "params": {"mode": "elevated", "success": success, "error": error}});
    let answers = json!({
        "windowsSandbox/readiness": {"result": {"status": "updateRequired"}},
        "windowsSandbox/setupStart": {"result": {"started": true}, "then": [warning, ended(false, json!("UAC was refused"))]},
    });
    let (indoors, mut seat) = open(&inside, answers, Some("windows")).await;
    seat.mirror.until("the section is there", |seen| seen.0["environment"]["windows"].is_object()).await;
    let Ok(QueryResult::WindowsSandbox { readiness }) = seat.engine.query(Query::WindowsSandbox).await else {
        panic!("unknown")
    };
    assert_eq!(readiness, SandboxReadiness::UpdateRequired);
    seat.does(Intent::Import { intent: ImportIntent::SetUpSandbox { elevated: true } }).await;
    seat.mirror.until("the warning is told", |seen| seen.0["environment"]["windows"]["moreOpen"] == 3).await;
    seat.mirror
        .until("the end is told", |seen| seen.0["environment"]["windows"]["ended"]["problem"] == "UAC was refused")
        .await;
    indoors.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn elsewhere_there_is_no_such_section_and_feedback_goes_only_as_it_was_chosen() {
    let inside = Inside::new().await;
    let answers = json!({"feedback/upload": {"result": {"threadId": "none", "promptHash": null}}});
    let (indoors, seat) = open(&inside, answers, None).await;
    assert!(seat.mirror.seen.0["environment"]["windows"].is_null());
    let feedback = Feedback { about: FeedbackKind::BadResult, words: "It sank.".into(), thread: None, logs: false };
    seat.does(Intent::Feature { intent: FeatureIntent::SendFeedback { feedback } }).await;
    let sent = std::fs::read_to_string(inside.at("home/replies.jsonl")).unwrap();
    let sent: Value = serde_json::from_str(sent.lines().last().unwrap()).unwrap();
    assert_eq!(sent["params"], json!({"classification": "bad_result", "includeLogs": false, "reason": "It sank."}));
    indoors.engine.close().await;
}
