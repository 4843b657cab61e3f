//! What may still be used, and tokens from outside, on the real codex.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, clippy::expect_used)]

use engine::intent::Intent;
use engine::look::{Look, Sight};
use loopback::{Limits, Window};
use threadloft_tests::guest::{Guest, login, until_account, until_login};
use threadloft_tests::keyring::{Keys, within};

#[test]
fn limits_usage_messages_and_earned_resets_are_what_the_account_says() {
    within(Keys::Unlocked, |room| async move {
        let guest = Guest::new(room).await;
        let five_hours = Window { used_percent: 100.0, minutes: 300, resets_in_seconds: 600 };
        guest.model.set_limits(Some(Limits { primary: Some(five_hours), ..Limits::default() }));
        guest.model.account(|account| {
            account.messages = Some(vec![("headline".into(), "Hello all".into())]);
            account.credits = None;
        });
        let (indoors, mut seat) = guest.arrive().await;
        seat.does(Intent::SignInWithCode).await;
        seat.mirror.until("the limits are known", |seen| seen.0["limits"]["report"] == "known").await;
        let limits = seat.mirror.seen.0["limits"].clone();
        assert_eq!(limits["windows"][0]["usedPercent"], 100.0);
        assert_eq!(limits["windows"][0]["minutes"], 300.0);
        assert_eq!(limits["block"]["kind"], "limit");
        assert_eq!(limits["resets"]["count"], 1.0);
        assert_eq!(limits["resets"]["resets"][0]["title"], "Full reset");

        let Ok(Sight::Usage { usage }) = indoors.house.look(Look::Usage).await else { panic!() };
        assert_eq!((usage.days[1].day.as_str(), usage.days[1].tokens), ("2026-11-15", 31_000.0));
        let Ok(Sight::WorkspaceMessages { messages }) = indoors.house.look(Look::WorkspaceMessages).await else {
            panic!()
        };
        assert_eq!((messages[0].is_headline, messages[0].text.as_str()), (true, "Hello all"));

        seat.does(Intent::UseReset { id: None }).await;
        seat.mirror.until("the limits are reset", |seen| seen.0["limits"]["block"].is_null()).await;
        assert_eq!(seat.mirror.seen.0["limits"]["resets"]["count"], 0.0);
        let why = seat.act(Intent::UseReset { id: None }).await.unwrap_err();
        assert!(why.message.contains("No earned reset"), "{why}");

        seat.does(Intent::AskOwner { for_credits: true }).await;

        // What a turn's answer says of one window leaves the rest as it was.
        let week = seat.mirror.seen.0["limits"]["windows"].as_array().unwrap().len();
        let now = Window { used_percent: 37.0, minutes: 300, resets_in_seconds: 600 };
        guest.model.set_limits(Some(Limits { primary: Some(now), secondary: None, more: Vec::new() }));
        let thread = seat.begin(&guest.room.folder("project").display().to_string(), "hello").await;
        seat.mirror.until("the turn ends", |seen| seen.turn(thread.as_str()) == "done").await;
        seat.mirror.until("the window moved", |seen| seen.0["limits"]["windows"][0]["usedPercent"] == 37.0).await;
        assert_eq!(seat.mirror.seen.0["limits"]["windows"].as_array().unwrap().len(), week);
        indoors.house.close().await;
    });
}

/// A program that prints the token in a file, and counts how often it was asked.
fn program(guest: &Guest, token: &str) -> Vec<String> {
    let folder = guest.room.folder("outside");
    std::fs::write(folder.join("token"), token).unwrap();
    let script = "cd \"$1\" && echo x >> asked && tr -d '\\n' < token";
    vec!["sh".into(), "-c".into(), script.into(), "sh".into(), folder.display().to_string()]
}

#[test]
fn a_token_command_signs_in_and_is_asked_again_when_its_token_ends() {
    within(Keys::Unlocked, |room| async move {
        let guest = Guest::new(room).await;
        let (indoors, mut seat) = guest.arrive().await;
        let token = guest.model.access_token().unwrap();
        let command = program(&guest, &token);
        seat.does(Intent::UseTokenCommand { command: command.clone() }).await;
        until_account(&mut seat, "chatGpt").await;
        until_login(&mut seat, "none").await;

        guest.model.reject_issued();
        program(&guest, &guest.model.access_token().unwrap());
        let project = guest.room.folder("project").display().to_string();
        let first = seat.begin(&project, "one").await;
        let second = seat.begin(&project, "two").await;
        for thread in [&first, &second] {
            seat.mirror.until("the turn ends", |seen| seen.turn(thread.as_str()) == "done").await;
        }

        // Another account's token is not taken in the middle of a turn.
        guest.model.reject_issued();
        guest.model.account(|account| account.id = "acct-other".into());
        program(&guest, &guest.model.access_token().unwrap());
        let third = seat.begin(&project, "three").await;
        seat.mirror.until("the turn fails", |seen| seen.turn(third.as_str()) == "failed").await;
        let notices = seat.mirror.seen.0["notices"].to_string();
        assert!(notices.contains("another account"), "{notices}");

        seat.does(Intent::UseTokenCommand { command: Vec::new() }).await;
        until_account(&mut seat, "signedOut").await;
        indoors.house.close().await;
    });
}

#[test]
fn an_account_that_cannot_be_read_after_the_sign_in_has_words_of_its_own() {
    within(Keys::Unlocked, |room| async move {
        let guest = Guest::new(room).await;
        guest.model.account(|account| account.origin = Some("http://127.0.0.1:9".into()));
        let (indoors, mut seat) = guest.arrive().await;
        let command = program(&guest, &guest.model.access_token().unwrap());
        seat.act(Intent::UseTokenCommand { command }).await.unwrap_err();
        until_login(&mut seat, "failed").await;
        let message = login(&seat)["message"].as_str().unwrap();
        assert!(message.contains("cannot reach the workspace"), "{message}");
        indoors.house.close().await;
    });
}
