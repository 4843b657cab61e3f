//! Usage limits, and tokens from an external command, on the real codex.

use engine::intent::AccountIntent;
use engine::query::{AccountQuery, QueryResult};
use loopback::{LimitHeaders, LimitPeriod};
use serde_json::json;
use threadloft_tests::engine_fixture::Client;
use threadloft_tests::keyring::{Keychain, with_keychain};
use threadloft_tests::sign_in_fixture::{SignInFixture, login, until_account, until_login};

#[test]
fn limits_and_usage_are_what_the_account_says() {
    with_keychain(Keychain::Unlocked, |session| async move {
        let person = SignInFixture::new(session).await;
        let five_hours = LimitPeriod { used_percent: 100.0, minutes: 300, resets_in_seconds: 600 };
        person.model.set_limits(Some(LimitHeaders { primary: Some(five_hours), ..LimitHeaders::default() }));
        person.model.account(|account| {
            account.messages = Some(vec![("headline".into(), "Hello all".into())]);
            account.credits = None;
        });
        let (opened, mut client) = person.open().await;
        client.perform(AccountIntent::SignInWithCode).await;
        client.mirror.until("the limits are known", |seen| seen.0["limits"]["report"] == "known").await;
        let limits = client.mirror.seen.0["limits"].clone();
        assert_eq!(limits["windows"][0]["usedPercent"], 100.0);
        assert_eq!(limits["windows"][0]["period"], json!({"kind": "hours", "hours": 5}));
        assert_eq!(limits["block"]["kind"], "limit");
        assert_eq!(limits["resets"]["count"], 1.0);
        assert_eq!(limits["resets"]["resets"][0]["title"], "Full reset");

        let Ok(QueryResult::Usage { usage }) = opened.engine.query(AccountQuery::Usage).await else { panic!() };
        assert_eq!((usage.days[1].day.as_str(), usage.days[1].tokens), ("2026-11-15", 31_000.0));
        let Ok(QueryResult::WorkspaceMessages { messages }) =
            opened.engine.query(AccountQuery::WorkspaceMessages).await
        else {
            panic!()
        };
        assert_eq!((messages[0].is_headline, messages[0].text.as_str()), (true, "Hello all"));

        client.perform(AccountIntent::UseReset { id: None }).await;
        client.mirror.until("the limits are reset", |seen| seen.0["limits"]["block"].is_null()).await;
        assert_eq!(client.mirror.seen.0["limits"]["resets"]["count"], 0.0);
        let why = client.act(AccountIntent::UseReset { id: None }).await.unwrap_err();
        assert!(why.message.contains("no earned resets left"), "{why}");

        client.perform(AccountIntent::AskOwner { for_credits: true }).await;

        // A turn's answer updates one window of the limits and must leave the others alone.
        let week = client.mirror.seen.0["limits"]["windows"].as_array().unwrap().len();
        let now = LimitPeriod { used_percent: 37.0, minutes: 300, resets_in_seconds: 600 };
        person.model.set_limits(Some(LimitHeaders { primary: Some(now), secondary: None, more: Vec::new() }));
        let thread = client.start_thread(&person.session.folder("project").display().to_string(), "hello").await;
        client.mirror.until("the turn ends", |seen| seen.turn(thread.as_str()) == "done").await;
        client.mirror.until("the window moved", |seen| seen.0["limits"]["windows"][0]["usedPercent"] == 37.0).await;
        assert_eq!(client.mirror.seen.0["limits"]["windows"].as_array().unwrap().len(), week);
        opened.engine.close().await;
    });
}

/// A program that prints the token from a file, and counts how often it was run.
fn program(person: &SignInFixture, token: &str) -> Vec<String> {
    let folder = person.session.folder("outside");
    std::fs::write(folder.join("token"), token).unwrap();
    // It waits for as long as a file named `hold` exists.
    let script = "cd \"$1\" && echo x >> asked && while [ -e hold ]; do sleep 0.05; done; tr -d '\\n' < token";
    vec!["sh".into(), "-c".into(), script.into(), "sh".into(), folder.display().to_string()]
}

#[test]
fn a_token_command_runs_again_when_its_token_ends() {
    with_keychain(Keychain::Unlocked, |session| async move {
        let person = SignInFixture::new(session).await;
        let (opened, mut client) = person.open().await;
        let token = person.model.access_token().unwrap();
        let command = program(&person, &token);
        client.perform(AccountIntent::UseTokenCommand { command: command.clone() }).await;
        until_account(&mut client, "chatGpt").await;
        until_login(&mut client, "none").await;

        person.model.reject_issued();
        program(&person, &person.model.access_token().unwrap());
        let project = person.session.folder("project").display().to_string();
        let first = client.start_thread(&project, "one").await;
        let second = client.start_thread(&project, "two").await;
        for thread in [&first, &second] {
            client.mirror.until("the turn ends", |seen| seen.turn(thread.as_str()) == "done").await;
            let trouble = client.mirror.seen.thread(thread.as_str())["turns"][0]["trouble"].clone();
            assert!(trouble.is_null(), "nobody sees a refresh: {trouble}");
        }

        // A token of another account is refused while a turn runs.
        person.model.reject_issued();
        person.model.account(|account| account.id = "acct-other".into());
        program(&person, &person.model.access_token().unwrap());
        // The last token is cached for a moment.
        let refused = |client: &Client| client.mirror.seen.0["banners"].to_string().contains("another account");
        while !refused(&client) {
            let third = client.start_thread(&project, "three").await;
            client.mirror.until("the turn fails", |seen| seen.turn(third.as_str()) == "failed").await;
        }

        client.perform(AccountIntent::UseTokenCommand { command: Vec::new() }).await;
        until_account(&mut client, "signedOut").await;
        opened.engine.close().await;
    });
}

fn asked(person: &SignInFixture) -> usize {
    std::fs::read_to_string(person.session.folder("outside").join("asked")).unwrap_or_default().lines().count()
}

#[test]
fn two_turns_that_need_a_token_together_ask_the_command_once() {
    with_keychain(Keychain::Unlocked, |session| async move {
        let person = SignInFixture::new(session).await;
        let (opened, mut client) = person.open().await;
        let command = program(&person, &person.model.access_token().unwrap());
        client.perform(AccountIntent::UseTokenCommand { command }).await;
        until_account(&mut client, "chatGpt").await;
        let project = person.session.folder("project").display().to_string();
        let mut threads = Vec::new();
        for text in ["one", "two"] {
            let thread = client.start_thread(&project, text).await;
            client.mirror.until("the turn ends", |seen| seen.turn(thread.as_str()) == "done").await;
            threads.push(thread);
        }
        let before = asked(&person);
        person.model.reject_issued();
        // The command waits until both have asked, so that one run has to answer both.
        let folder = person.session.folder("outside");
        std::fs::write(folder.join("token"), person.model.access_token().unwrap()).unwrap();
        std::fs::write(folder.join("hold"), "").unwrap();
        for thread in &threads {
            client.send(thread, "again").await;
        }
        let log = person.session.root.join("engine.log");
        let questions = || std::fs::read_to_string(&log).unwrap_or_default().matches("asks for a token").count();
        threadloft_tests::wait::until("both have asked", async || questions() == 2).await;
        std::fs::remove_file(folder.join("hold")).unwrap();
        for thread in &threads {
            client
                .mirror
                .until("the second turn ends", |seen| {
                    seen.turn(thread.as_str()) == "done" && seen.thread(thread.as_str())["turns"][1].is_object()
                })
                .await;
        }
        assert_eq!(asked(&person) - before, 1, "refresh tokens rotate: one run for both");
        opened.engine.close().await;
    });
}

#[test]
fn a_command_that_hangs_is_answered_for_before_the_server_gives_up() {
    with_keychain(Keychain::Unlocked, |session| async move {
        let person = SignInFixture::new(session).await;
        let (opened, mut client) = person.open().await;
        let command = program(&person, &person.model.access_token().unwrap());
        client.perform(AccountIntent::UseTokenCommand { command }).await;
        until_account(&mut client, "chatGpt").await;
        person.model.reject_issued();
        std::fs::write(person.session.folder("outside").join("hold"), "").unwrap();
        let thread = client.start_thread(&person.session.folder("project").display().to_string(), "one").await;
        client.mirror.until("the turn fails", |seen| seen.turn(thread.as_str()) == "failed").await;
        let turns = client.mirror.seen.thread(thread.as_str())["turns"].to_string();
        assert!(turns.contains("could not be renewed") && !turns.contains("timed out after"), "{turns}");
        assert!(turns.contains("signIn"), "{turns}");
        let notices = client.mirror.seen.0["banners"].to_string();
        assert!(notices.contains("The token command took too long"), "{notices}");
        opened.engine.close().await;
    });
}

#[test]
fn turns_and_threads_say_what_they_used() {
    with_keychain(Keychain::Unlocked, |session| async move {
        let person = SignInFixture::new(session).await;
        let (opened, mut client) = person.open().await;
        client.perform(AccountIntent::SignInWithCode).await;
        until_account(&mut client, "chatGpt").await;
        let usage = |total: u64| loopback::ScriptedUsage {
            input: total - 10,
            cached: 5,
            output: 10,
            ..loopback::ScriptedUsage::default()
        };
        let project = person.session.folder("project").display().to_string();
        let mut threads = Vec::new();
        for (text, total) in [("cheap", 100), ("dear", 5_000)] {
            person.model.say(loopback::Turn::text("Done.").with_usage(usage(total)));
            let thread = client.start_thread(&project, text).await;
            client.mirror.until("the turn ends", |seen| seen.turn(thread.as_str()) == "done").await;
            threads.push(thread);
        }
        let spent = async |since_ms: f64| match opened.engine.query(AccountQuery::Spent { since_ms }).await {
            Ok(QueryResult::Spent { spent }) => spent,
            other => panic!("{other:?}"),
        };
        let today = spent(0.0).await;
        assert_eq!((today.turn_count, today.tokens), (2, 5_100.0));
        assert_eq!((&today.turns[0].thread, today.turns[0].tokens), (&threads[1], 5_000.0));
        assert_eq!(today.turns[0].title.as_deref(), Some("dear"));
        assert_eq!(spent(f64::from(u32::MAX) * 1_000.0).await.turns, []);

        let look = AccountQuery::ThreadUsage { thread: threads[0].clone() };
        let Ok(QueryResult::ThreadUsage { usage }) = opened.engine.query(look).await else { panic!() };
        assert_eq!((usage.tokens, usage.turns, usage.credits, usage.dollars), (Some(100.0), 1, Some(1.25), Some(0.05)));
        assert_eq!(usage.groups[0].model.as_deref(), Some("gpt-5.5"));
        opened.engine.close().await;
    });
}

#[test]
fn an_account_that_cannot_be_read_after_the_sign_in_has_words_of_its_own() {
    with_keychain(Keychain::Unlocked, |session| async move {
        let person = SignInFixture::new(session).await;
        person.model.account(|account| account.origin = Some("http://127.0.0.1:9".into()));
        let (opened, mut client) = person.open().await;
        let command = program(&person, &person.model.access_token().unwrap());
        client.act(AccountIntent::UseTokenCommand { command }).await.unwrap_err();
        until_login(&mut client, "failed").await;
        let message = login(&client)["message"].as_str().unwrap();
        assert!(message.contains("cannot reach this account’s workspace"), "{message}");
        opened.engine.close().await;
    });
}
