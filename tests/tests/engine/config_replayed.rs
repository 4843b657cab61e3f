//! What the real server cannot do here, answered by the injector: the Windows sandbox, and feedback to OpenAI.

use engine::catalog::features::{FeatureIntent, Feedback, FeedbackKind};
use engine::catalog::import::{ImportIntent, SandboxReadiness};
use engine::intent::CatalogIntent;
use engine::query::{QueryResult, ServerQuery};
use serde_json::{Value, json};
use threadloft_tests::engine_fixture::{Client, EngineFixture, OpenEngine};

async fn open(fixture: &EngineFixture, answers: Value, platform: Option<&str>) -> (OpenEngine, Client) {
    let mut options = fixture.options();
    options.codex = Some(env!("CARGO_BIN_EXE_injector").into());
    options.env.push(("INJECTOR_CODEX".into(), threadloft_tests::codex().display().to_string()));
    options.env.push(("INJECTOR_ANSWERS".into(), answers.to_string()));
    options.env.push(("CODEX_HOME".into(), fixture.at("home").display().to_string()));
    options.env.extend(platform.map(|name| ("INJECTOR_PLATFORM".into(), name.to_owned())));
    let opened = OpenEngine::open(options);
    let mut client = opened.window("main");
    client.ready().await;
    (opened, client)
}

#[tokio::test(flavor = "multi_thread")]
async fn the_result_of_the_windows_sandbox_set_up_is_shown() {
    let fixture = EngineFixture::new().await;
    let warning = json!({"method": "windows/worldWritableWarning", "params": {"samplePaths": ["C:\\Temp"], "extraCount": 3, "failedScan": false}});
    let ended = |success: bool, error: Value| json!({"method": "windowsSandbox/setupCompleted", "params": {"mode": "elevated", "success": success, "error": error}});
    let answers = json!({
        "windowsSandbox/readiness": {"result": {"status": "updateRequired"}},
        "windowsSandbox/setupStart": {"result": {"started": true}, "then": [warning, ended(false, json!("UAC was refused"))]},
    });
    let (opened, mut client) = open(&fixture, answers, Some("windows")).await;
    client.mirror.until("the section is there", |seen| seen.0["environment"]["windows"].is_object()).await;
    let Ok(QueryResult::WindowsSandbox { readiness }) = client.engine.query(ServerQuery::WindowsSandbox).await else {
        panic!("unknown")
    };
    assert_eq!(readiness, SandboxReadiness::UpdateRequired);
    client.perform(CatalogIntent::Import { intent: ImportIntent::SetUpSandbox { elevated: true } }).await;
    client.mirror.until("the warning is told", |seen| seen.0["environment"]["windows"]["moreOpen"] == 3).await;
    client
        .mirror
        .until("the end is told", |seen| seen.0["environment"]["windows"]["ended"]["problem"] == "UAC was refused")
        .await;
    opened.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn feedback_is_sent_only_as_it_was_chosen() {
    let fixture = EngineFixture::new().await;
    let answers = json!({"feedback/upload": {"result": {"threadId": "none", "promptHash": null}}});
    let (opened, client) = open(&fixture, answers, None).await;
    assert!(client.mirror.seen.0["environment"]["windows"].is_null());
    let feedback = Feedback { about: FeedbackKind::BadResult, words: "It sank.".into(), thread: None, logs: false };
    client.perform(CatalogIntent::Feature { intent: FeatureIntent::SendFeedback { feedback } }).await;
    let sent = std::fs::read_to_string(fixture.at("home/replies.jsonl")).unwrap();
    let sent: Value = serde_json::from_str(sent.lines().last().unwrap()).unwrap();
    assert_eq!(sent["params"], json!({"classification": "bad_result", "includeLogs": false, "reason": "It sank."}));
    opened.engine.close().await;
}
