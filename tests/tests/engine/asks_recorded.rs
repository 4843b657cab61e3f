//! What happens with a request: it is recorded, announced by a desktop notification, declined while nobody is there, or
//! reviewed automatically.

use engine::ask::Decision;
use engine::failure::Code;
use engine::id::{RowId, ThreadId};
use engine::intent::{ApprovalIntent, MessageIntent, WindowIntent};
use engine::query::{QueryResult, ThreadQuery};
use engine::record::{AskKind, By, Verdict};
use loopback::{Step, Turn};
use serde_json::{from_value, json};
use threadloft_tests::asks::{at_work, begin, script};
use threadloft_tests::engine_fixture::{Client, EngineFixture, OpenEngine};

async fn records(client: &Client, thread: &ThreadId) -> Vec<engine::record::Record> {
    match client.engine.query(ThreadQuery::Approvals { thread: thread.clone() }).await {
        Ok(QueryResult::Approvals { records }) => records,
        other => panic!("no record: {other:?}"),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_record_of_asks_can_be_exported() {
    let fixture = EngineFixture::new().await;
    let (opened, mut client, thread) = at_work(&fixture).await;
    let id = thread.as_str();
    for (n, (command, decision)) in
        [("touch one", Decision::Accept), ("touch two", Decision::Decline)].into_iter().enumerate()
    {
        script(&fixture, Step::exec_escalated(command, "It wants out."));
        client.send(&thread, "do it").await;
        let ask = client.wait_for_ask("command").await;
        client.decide(&ask, decision).await;
        client.wait_for_turns(id, n + 2, "done").await;
    }
    script(&fixture, Step::exec_escalated("touch three", "It wants out."));
    client.send(&thread, "do it").await;
    client.wait_for_ask("command").await;
    client.perform(MessageIntent::Interrupt { thread: thread.clone() }).await;
    client.wait_for_turns(id, 4, "interrupted").await;
    let told = |record: &engine::record::Record| (record.what.clone(), record.verdict, record.by);
    let expected = [
        ("touch three".to_owned(), Verdict::Gone, By::Codex),
        ("touch two".to_owned(), Verdict::Declined, By::You),
        ("touch one".to_owned(), Verdict::Accepted, By::You),
    ];
    let held = records(&client, &thread).await;
    assert_eq!(held.iter().map(told).collect::<Vec<_>>(), expected);
    assert!(held.iter().all(|one| one.folder == Some(fixture.project()) && one.ended_ms >= one.asked_ms));
    let picked = fixture.at("out");
    std::fs::create_dir_all(&picked).unwrap();
    *opened.platform.picks.lock().unwrap() = Some(picked.clone());
    let file = client.perform(ApprovalIntent::ExportApprovals { thread: thread.clone() }).await.path.unwrap();
    let again = client.perform(ApprovalIntent::ExportApprovals { thread: thread.clone() }).await.path.unwrap();
    assert_ne!(file, again, "nothing is overwritten");
    let exported: Vec<engine::record::Record> = serde_json::from_str(&std::fs::read_to_string(file).unwrap()).unwrap();
    assert_eq!(exported, held);
    opened.engine.close().await;

    let opened = fixture.open();
    let client = opened.window("main");
    assert_eq!(records(&client, &thread).await, held, "it outlives the app");
    opened.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_desktop_notification_never_holds_the_command() {
    let fixture = EngineFixture::new().await;
    let (opened, mut client, thread) = at_work(&fixture).await;
    let said = || -> Vec<String> {
        let asked = opened.platform.asked.lock().unwrap();
        asked.iter().filter(|line| line.starts_with("notify ")).cloned().collect()
    };
    let mut turn = 1;
    for wanted in [true, false] {
        turn += 1;
        client
            .perform(WindowIntent::ChangeSettings {
                patch: from_value(json!({ "notify": wanted, "tray": wanted })).unwrap(),
            })
            .await;
        script(&fixture, Step::exec_escalated("touch hidden-treasure", "It wants out."));
        client.send(&thread, "do it").await;
        let ask = client.wait_for_ask("command").await;
        assert_eq!(said(), ["notify A command is waiting for you · In project"]);
        client.decide(&ask, Decision::Decline).await;
        client.wait_for_turns(thread.as_str(), turn, "done").await;
    }
    let asked = opened.platform.asked.lock().unwrap().join("\n");
    assert!(asked.contains("appearance: badge true tray false") && !asked.contains("treasure"), "{asked}");
    let counts: Vec<u32> = opened.platform.busy.lock().unwrap().iter().map(|busy| busy.asks).collect();
    assert!(counts.contains(&1) && counts.last() == Some(&0), "{counts:?}");
    opened.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_unattended_ask_is_declined_by_its_deadline() {
    let fixture = EngineFixture::new().await;
    let (opened, mut client, thread) = at_work(&fixture).await;
    let id = thread.as_str();
    let after = |seconds| ApprovalIntent::DeclineAfter { thread: thread.clone(), seconds };
    assert_eq!(client.act(after(Some(0))).await.unwrap_err().code, Code::BadInput);
    client.perform(after(Some(3600))).await;
    client.mirror.until("the head says so", |seen| seen.thread(id)["head"]["declinesAfterS"] == 3600).await;
    script(&fixture, Step::exec_escalated("touch alone", "It wants out."));
    client.send(&thread, "do it").await;
    let ask = client.wait_for_ask("command").await;
    assert!(ask["declinesMs"].as_f64().unwrap() > ask["askedMs"].as_f64().unwrap(), "{ask:#}");
    client.perform(after(None)).await;
    client.mirror.until("it waits for ever", |seen| seen.0["asks"][0].get("declinesMs").is_none()).await;
    client.perform(after(Some(1))).await;
    client.wait_for_turns(id, 2, "done").await;
    assert!(!fixture.at("project/alone").exists(), "a clock accepts nothing");
    let held = records(&client, &thread).await;
    assert_eq!((held[0].verdict, held[0].by), (Verdict::Declined, By::Unattended));
    opened.engine.close().await;

    let opened = fixture.open();
    let mut client = opened.window("main");
    client.mirror.until("the list is whole", |seen| seen.0["list"] == "complete").await;
    client.open(&thread).await;
    client.mirror.until("the rule is kept", |seen| seen.thread(id)["head"]["declinesAfterS"] == 1).await;
    opened.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_automatic_reviewer_can_be_overruled() {
    let fixture = EngineFixture::new().await;
    let mut options = fixture.options();
    options.extra_config.push(("approvals_reviewer".into(), "\"auto_review\"".into()));
    let (opened, mut client, thread) = begin(OpenEngine::open(options), &fixture).await;
    let id = thread.as_str();
    let verdict = |outcome: &str, why: &str| {
        let said = json!({ "risk_level": "high", "user_authorization": "low", "outcome": outcome, "rationale": why });
        Turn::text(&said.to_string())
    };
    fixture.model.say(Step::exec_escalated("touch reviewed", "It wants out."));
    fixture.model.say(verdict("deny", "Nobody asked for it."));
    fixture.model.say(Turn::text("It was denied."));
    client.send(&thread, "do it").await;
    client.wait_for_turns(id, 2, "done").await;
    let row = client.last_row(id, "reviewed");
    let body = &row["body"];
    assert_eq!(
        (&body["verdict"], &body["risk"], &body["what"]),
        (&json!("denied"), &json!("high"), &json!("touch reviewed"))
    );
    assert_eq!((&body["rationale"], &body["canOverrule"]), (&json!("Nobody asked for it."), &json!(true)));
    assert!(!client.mirror.seen.has_row(id, "Automatic approval review"), "it is said once");
    assert!(!fixture.at("project/reviewed").exists());
    let held = records(&client, &thread).await;
    assert_eq!((held[0].verdict, held[0].by, held[0].kind), (Verdict::Declined, By::AutoReview, AskKind::Command));

    let overrule =
        || ApprovalIntent::Overrule { thread: thread.clone(), row: RowId(row["id"].as_str().unwrap().to_owned()) };
    client.perform(overrule()).await;
    let so = |seen: &threadloft_tests::mirror::Snapshot| seen.has_row(id, "overruled");
    client.mirror.until("it is overruled", so).await;
    assert_eq!(client.act(overrule()).await.unwrap_err().code, Code::Refused, "once is enough");
    client.send(&thread, "try again").await;
    client.wait_for_turns(id, 3, "done").await;
    let last = fixture.model.requests().into_iter().rev().find(|request| request.path.ends_with("/responses")).unwrap();
    assert!(last.body.to_string().contains("manually approved a specific action"), "the model knows");
    opened.engine.close().await;
}
