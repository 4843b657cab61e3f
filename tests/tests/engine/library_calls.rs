//! The engine as a library, on the real codex app-server: one call runs a turn or a review to its end.

use engine::ask::Decision;
use engine::failure::Code;
use engine::intent::MessageIntent;
use engine::run::{Place, Ran, RunError, TurnOptions};
use loopback::Step;
use protocol::method::ReviewTarget;
use protocol::{Event, ItemKind};
use std::sync::{Arc, Mutex};
use threadloft_tests::asks::{at_work, patch, script};
use threadloft_tests::engine_fixture::{EngineFixture, OpenEngine, choices, prompt};
use threadloft_tests::{process, wait};
use tokio::sync::oneshot;

#[tokio::test(flavor = "multi_thread")]
async fn one_call_returns_a_whole_turn() {
    let fixture = EngineFixture::new().await;
    fixture.model.say([Step::text("all is well")]);
    let opened = fixture.open();
    let mut heard = String::new();
    let told = |event: &Event| {
        if let Event::MessageGrew(grew) = event {
            heard.push_str(&grew.delta);
        }
    };
    let place = Place::Folder(fixture.project());
    let ran =
        opened.engine.run_turn(place, prompt("how is it?"), choices(), TurnOptions::default(), told).await.unwrap();
    assert_eq!(ran.message.as_deref(), Some("all is well"));
    assert_eq!(heard, "all is well");
    assert!(matches!(ran.items[0].kind, ItemKind::UserMessage(_)), "{:?}", ran.items);
    let place = Place::Thread(ran.thread.clone());
    let next =
        opened.engine.run_turn(place, prompt("and now?"), choices(), TurnOptions::default(), |_| {}).await.unwrap();
    assert_eq!(next.thread, ran.thread);
    assert_ne!(next.turn, ran.turn);
    opened.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_failed_turn_is_an_error_with_its_kind() {
    let fixture = EngineFixture::new().await;
    fixture.model.say([Step::server_error()]);
    let opened = fixture.open();
    let place = Place::Folder(fixture.project());
    match opened.engine.run_turn(place, prompt("break"), choices(), TurnOptions::default(), |_| {}).await {
        Err(RunError::Failed { kind, ran, .. }) => {
            assert_eq!(kind, "internalServerError");
            assert!(!ran.turn.as_str().is_empty());
        }
        other => panic!("{other:?}"),
    }
    let nowhere = Place::Folder(fixture.at("nowhere").display().to_string());
    match opened.engine.run_turn(nowhere, prompt("x"), choices(), TurnOptions::default(), |_| {}).await {
        Err(RunError::Refused(failure)) => assert_eq!(failure.code, Code::BadInput),
        other => panic!("{other:?}"),
    }
    opened.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_review_runs_to_its_end_in_its_thread() {
    let fixture = EngineFixture::new().await;
    let opened = fixture.open();
    let place = Place::Folder(fixture.project());
    let ran = opened.engine.run_turn(place, prompt("begin"), choices(), TurnOptions::default(), |_| {}).await.unwrap();
    let target = ReviewTarget::Custom { instructions: "look at everything".into() };
    let review = opened
        .engine
        .run_review(Place::Thread(ran.thread.clone()), target, choices(), TurnOptions::default(), |_| {})
        .await
        .unwrap();
    let entered = |kind: &ItemKind| matches!(kind, ItemKind::EnteredReviewMode(_));
    let left = |kind: &ItemKind| matches!(kind, ItemKind::ExitedReviewMode(_));
    assert!(review.items.iter().any(|item| entered(&item.kind)), "{:?}", review.items);
    assert!(review.items.iter().any(|item| left(&item.kind)), "{:?}", review.items);
    let nothing = ReviewTarget::BaseBranch { branch: " ".into() };
    assert!(
        opened
            .engine
            .run_review(Place::Thread(ran.thread), nothing, choices(), TurnOptions::default(), |_| {})
            .await
            .is_err()
    );
    opened.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_turn_changed_comes_back_as_a_diff() {
    let fixture = EngineFixture::new().await;
    script(&fixture, patch("hull.txt"));
    let opened = fixture.open();
    let ran = opened
        .engine
        .run_turn(Place::Folder(fixture.project()), prompt("paint"), choices(), TurnOptions::default(), |_| {})
        .await
        .unwrap();
    assert!(ran.diff.contains("hull.txt") && ran.diff.contains("\n+some words"), "{}", ran.diff);
    opened.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_prompt_into_a_running_turn_comes_back_with_that_turns_end() {
    let fixture = EngineFixture::new().await;
    let (opened, mut client, thread) = at_work(&fixture).await;
    let id = thread.as_str();
    fixture.model.say([Step::text("thinking of it"), Step::Wait("go".into())]);
    client.send(&thread, "think").await;
    client.mirror.until("it runs", |seen| seen.has_row(id, "thinking of it")).await;
    let running = client.mirror.seen.thread(id)["head"]["running"].as_str().unwrap().to_owned();
    let gate = fixture.model.gate("go");
    let told = |event: &Event| {
        if matches!(event, Event::Steered(_)) {
            gate.open();
        }
    };
    let place = Place::Thread(thread.clone());
    let steered = opened.engine.run_turn(place, prompt("and of this"), choices(), TurnOptions::default(), told);
    let ran = wait::for_end("the turn that was steered", steered).await.unwrap();
    assert_eq!(ran.turn.as_str(), running);
    let said = |item: &protocol::Item| matches!(&item.kind, ItemKind::UserMessage(said) if said.client_id.is_some());
    assert!(ran.items.iter().any(said), "{:#?}", ran.items);
    assert!(ran.message.is_some_and(|message| message.contains("and of this")));
    opened.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_caller_without_a_window_hears_of_asks() {
    let fixture = EngineFixture::new().await;
    script(&fixture, Step::exec_escalated("touch /nowhere/here", "to see whether it can be"));
    let opened = fixture.open();
    let (tell, asked) = oneshot::channel();
    let (heard, mut tell) = (Arc::new(Mutex::new(Vec::new())), Some(tell));
    let (noted, engine, place) = (heard.clone(), opened.engine.clone(), Place::Folder(fixture.project()));
    let told = move |event: &Event| match event {
        Event::Asked(request) => {
            noted.lock().unwrap().push(format!("asked {}", request.method));
            if let Some(tell) = tell.take() {
                tell.send(()).ok();
            }
        }
        Event::AskResolved(_) => noted.lock().unwrap().push("resolved".into()),
        _ => {}
    };
    let running =
        tokio::spawn(
            async move { engine.run_turn(place, prompt("try it"), choices(), TurnOptions::default(), told).await },
        );
    wait::for_end("the question", asked).await.unwrap();
    let mut client = opened.window("main");
    client.mirror.until("it waits", |seen| seen.0["asks"].as_array().is_some_and(|asks| asks.len() == 1)).await;
    let ask = client.mirror.seen.0["asks"][0].clone();
    client.decide(&ask, Decision::Decline).await;
    wait::for_end("the turn", running).await.unwrap().unwrap();
    assert_eq!(*heard.lock().unwrap(), ["asked item/commandExecution/requestApproval", "resolved"]);
    opened.engine.close().await;
}

/// Starts a turn that streams half of its text and then stalls. Returns once it has stalled.
async fn halved(fixture: &EngineFixture, opened: &OpenEngine) -> tokio::task::JoinHandle<Result<Ran, RunError>> {
    fixture.model.say([Step::text("half of it"), Step::Hang]);
    let (tell, halfway) = oneshot::channel();
    let (engine, place, mut tell) = (opened.engine.clone(), Place::Folder(fixture.project()), Some(tell));
    let told = move |event: &Event| {
        if let Some(tell) = tell.take_if(|_| matches!(event, Event::MessageGrew(_))) {
            tell.send(()).ok();
        }
    };
    let running =
        tokio::spawn(
            async move { engine.run_turn(place, prompt("say it"), choices(), TurnOptions::default(), told).await },
        );
    halfway.await.unwrap();
    running
}

fn is_said(ran: &Ran) -> bool {
    !ran.turn.as_str().is_empty() && ran.items.iter().any(|item| matches!(item.kind, ItemKind::UserMessage(_)))
}

#[tokio::test(flavor = "multi_thread")]
async fn an_unfinished_turn_returns_what_there_was() {
    let fixture = EngineFixture::new().await;
    let opened = fixture.open();
    let mut client = opened.window("main");
    client.ready().await;
    let running = halved(&fixture, &opened).await;
    client.mirror.until("the list has it", |seen| seen.0["threads"][0]["mark"] == "running").await;
    let thread = client.mirror.seen.0["threads"][0]["id"].as_str().unwrap().into();
    client.perform(MessageIntent::Interrupt { thread }).await;
    match running.await.unwrap() {
        Err(RunError::Interrupted { ran }) => assert!(is_said(&ran), "{ran:?}"),
        other => panic!("{other:?}"),
    }
    let running = halved(&fixture, &opened).await;
    process::signal("KILL", &[opened.diagnostics().await.server_pid.unwrap()]);
    match running.await.unwrap() {
        Err(RunError::ServerGone { ran }) => assert!(is_said(&ran), "{ran:?}"),
        other => panic!("{other:?}"),
    }
    opened.engine.close().await;
}
