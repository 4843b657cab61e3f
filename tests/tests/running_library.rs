#![allow(clippy::unwrap_used, clippy::expect_used)]
//! The engine as a library, on the real codex app-server: one call runs a turn or a review to its end.

use engine::failure::Code;
use engine::run::{Place, RunError};
use loopback::Step;
use threadloft_tests::inside::{Inside, choices, prompt};
use wire::method::ReviewTarget;
use wire::{Event, ItemKind};

#[tokio::test(flavor = "multi_thread")]
async fn one_call_gives_back_the_turn_its_items_and_the_last_message() {
    let inside = Inside::new().await;
    inside.model.say([Step::text("all is well")]);
    let indoors = inside.open();
    let mut heard = String::new();
    let told = |event: &Event| {
        if let Event::MessageGrew(grew) = event {
            heard.push_str(&grew.delta);
        }
    };
    let place = Place::Folder(inside.project());
    let ran = indoors.house.run_turn(place, prompt("how is it?"), choices(), told).await.unwrap();
    assert_eq!(ran.message.as_deref(), Some("all is well"));
    assert_eq!(heard, "all is well");
    assert!(matches!(ran.items[0].kind, ItemKind::UserMessage(_)), "{:?}", ran.items);
    let place = Place::Thread(ran.thread.clone());
    let next = indoors.house.run_turn(place, prompt("and now?"), choices(), |_| {}).await.unwrap();
    assert_eq!(next.thread, ran.thread);
    assert_ne!(next.turn, ran.turn);
    indoors.house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_failed_turn_is_an_error_with_its_kind_and_a_bad_folder_never_begins() {
    let inside = Inside::new().await;
    inside.model.say([Step::server_error()]);
    let indoors = inside.open();
    let place = Place::Folder(inside.project());
    match indoors.house.run_turn(place, prompt("break"), choices(), |_| {}).await {
        Err(RunError::Failed { kind, ran, .. }) => {
            assert_eq!(kind, "internalServerError");
            assert!(!ran.turn.as_str().is_empty());
        }
        other => panic!("{other:?}"),
    }
    let nowhere = Place::Folder(inside.at("nowhere").display().to_string());
    match indoors.house.run_turn(nowhere, prompt("x"), choices(), |_| {}).await {
        Err(RunError::Refused(failure)) => assert_eq!(failure.code, Code::BadInput),
        other => panic!("{other:?}"),
    }
    indoors.house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_review_runs_to_its_end_in_its_thread() {
    let inside = Inside::new().await;
    let indoors = inside.open();
    let place = Place::Folder(inside.project());
    let ran = indoors.house.run_turn(place, prompt("begin"), choices(), |_| {}).await.unwrap();
    let target = ReviewTarget::Custom { instructions: "look at everything".into() };
    let review = indoors.house.run_review(ran.thread.clone(), target, choices(), |_| {}).await.unwrap();
    let entered = |kind: &ItemKind| matches!(kind, ItemKind::EnteredReviewMode(_));
    let left = |kind: &ItemKind| matches!(kind, ItemKind::ExitedReviewMode(_));
    assert!(review.items.iter().any(|item| entered(&item.kind)), "{:?}", review.items);
    assert!(review.items.iter().any(|item| left(&item.kind)), "{:?}", review.items);
    let nothing = ReviewTarget::BaseBranch { branch: " ".into() };
    assert!(indoors.house.run_review(ran.thread, nothing, choices(), |_| {}).await.is_err());
    indoors.house.close().await;
}
