//! Where a sign-in is kept: without a keychain, with a locked one, in a file of the CLI, and several accounts.

use engine::intent::AccountIntent;
use engine::vault::{Place, Vault};
use protocol::Secret;
use std::process::Stdio;
use threadloft_tests::keyring::{Keychain, lock, with_keychain};
use threadloft_tests::sign_in_fixture::{SignInFixture, login, until_account, until_login};

const KEY: &str = "sk-proj-keeper-0123456789abcdef";

fn key() -> AccountIntent {
    AccountIntent::SignInWithKey { key: Secret::new(KEY), label: None }
}

async fn without_a_keychain(person: SignInFixture, verdict: &str) {
    let mut person = person;
    person.remember_secret(KEY);
    let (opened, mut client) = person.open().await;
    client.act(key()).await.unwrap_err();
    until_login(&mut client, "failed").await;
    assert_eq!(login(&client)["next"], serde_json::json!(["checkKeychain", "sessionOnly"]));
    client.mirror.until("the verdict is there", |seen| seen.0["access"]["keychain"]["verdict"] == verdict).await;
    assert_eq!(login(&client)["message"], client.mirror.seen.0["access"]["keychain"]["message"]);

    client.perform(AccountIntent::KeepForSession { on: true }).await;
    client.mirror.until("it is kept for the session", |seen| seen.0["access"]["keeping"] == "session").await;
    until_login(&mut client, "none").await;
    client.perform(key()).await;
    until_account(&mut client, "apiKey").await;
    client.perform(AccountIntent::SignOut).await;
    until_account(&mut client, "signedOut").await;
    client.perform(AccountIntent::SignInWithCode).await;
    until_account(&mut client, "chatGpt").await;
    assert!(!person.auth_json().exists());
    opened.engine.close().await;

    // Nothing was stored.
    let (opened, client) = person.open().await;
    assert_eq!(client.mirror.seen.0["account"]["kind"], "signedOut");
    opened.engine.close().await;
    person.assert_nothing_leaked();
}

#[test]
fn without_a_keychain_a_sign_in_writes_no_file() {
    with_keychain(Keychain::Absent, |session| async move {
        without_a_keychain(SignInFixture::new(session).await, "noService").await
    });
}

#[test]
fn a_locked_keychain_leaves_a_sign_in_for_the_session() {
    with_keychain(Keychain::Locked, |session| async move {
        without_a_keychain(SignInFixture::new(session).await, "locked").await
    });
}

#[test]
fn the_cli_works_after_its_login_moved_to_the_keychain() {
    with_keychain(Keychain::Unlocked, |session| async move {
        let mut person = SignInFixture::new(session).await;
        person.remember_secret(KEY);
        let home = person.home();
        std::fs::write(home.join("config.toml"), "# mine\nmodel = \"gpt-5.5\"\n").unwrap();
        let auth = format!(r#"{{"auth_mode":"apikey","OPENAI_API_KEY":"{KEY}"}}"#);
        std::fs::write(person.auth_json(), auth).unwrap();
        let (opened, mut client) = person.open().await;
        let path = person.auth_json().display().to_string();
        client.mirror.until("the file is offered", |seen| seen.0["access"]["importable"] == path.as_str()).await;
        assert_eq!(client.mirror.seen.0["account"]["kind"], "signedOut");
        assert!(person.auth_json().exists(), "nothing happens unasked");

        client.perform(AccountIntent::ImportLogin).await;
        until_account(&mut client, "apiKey").await;
        until_login(&mut client, "none").await;
        client.mirror.until("nothing is offered", |seen| seen.0["access"]["importable"].is_null()).await;
        assert!(!person.auth_json().exists());
        assert_eq!(person.stored_sign_in().await.unwrap()["OPENAI_API_KEY"], KEY);
        let config = std::fs::read_to_string(home.join("config.toml")).unwrap();
        assert!(config.contains("# mine") && config.contains("cli_auth_credentials_store = \"keyring\""), "{config}");
        opened.engine.close().await;

        let mut cli = tokio::process::Command::new(threadloft_tests::codex());
        cli.args(["login", "status"]).env("CODEX_HOME", &home).stdin(Stdio::null());
        let said = cli.output().await.unwrap();
        let said = format!("{}{}", String::from_utf8_lossy(&said.stdout), String::from_utf8_lossy(&said.stderr));
        assert!(said.contains("API key") && !said.contains("Not logged in"), "{said}");
        person.assert_nothing_leaked();
    });
}

/// Signs in with ChatGPT, and writes the sign-in to a file as the CLI would.
async fn left_by_the_cli(person: &mut SignInFixture) -> String {
    let (opened, mut client) = person.open().await;
    client.perform(AccountIntent::SignInWithCode).await;
    until_account(&mut client, "chatGpt").await;
    until_login(&mut client, "none").await;
    opened.engine.close().await;
    let auth = person.stored_sign_in().await.unwrap().to_string();
    Vault::default().delete(Place::Codex(person.home())).await.unwrap();
    std::fs::write(person.auth_json(), &auth).unwrap();
    auth
}

#[test]
fn a_chatgpt_login_of_the_cli_is_moved_with_its_refresh_token() {
    with_keychain(Keychain::Unlocked, |session| async move {
        let mut person = SignInFixture::new(session).await;
        left_by_the_cli(&mut person).await;
        let (opened, mut client) = person.open().await;
        client.perform(AccountIntent::ImportLogin).await;
        until_account(&mut client, "chatGpt").await;
        assert!(!person.auth_json().exists());
        person.model.reject_issued();
        let thread = client.start_thread(&person.session.folder("project").display().to_string(), "hello").await;
        client.mirror.until("the turn ends", |seen| seen.turn(thread.as_str()) == "done").await;
        person.stored_sign_in().await.unwrap();
        opened.engine.close().await;
        person.assert_nothing_leaked();
    });
}

#[test]
fn a_login_that_the_server_cannot_use_stays_where_it_was() {
    with_keychain(Keychain::Unlocked, |session| async move {
        let mut person = SignInFixture::new(session).await;
        let auth = left_by_the_cli(&mut person).await;
        person.model.account(|account| account.origin = Some("http://127.0.0.1:9".into()));
        let (opened, mut client) = person.open().await;
        client.act(AccountIntent::ImportLogin).await.unwrap_err();
        until_login(&mut client, "failed").await;
        assert_eq!(std::fs::read_to_string(person.auth_json()).unwrap(), auth);
        assert!(person.stored_sign_in().await.is_none());
        opened.engine.close().await;
    });
}

#[test]
fn a_file_that_holds_no_login_is_left_alone() {
    with_keychain(Keychain::Unlocked, |session| async move {
        let person = SignInFixture::new(session).await;
        std::fs::write(person.auth_json(), "{}").unwrap();
        let (opened, client) = person.open().await;
        assert!(client.act(AccountIntent::ImportLogin).await.is_err());
        assert_eq!(std::fs::read_to_string(person.auth_json()).unwrap(), "{}");
        opened.engine.close().await;
    });
}

#[test]
fn accounts_take_turns() {
    with_keychain(Keychain::Unlocked, |session| async move {
        let mut person = SignInFixture::new(session).await;
        person.remember_secret(KEY);
        person.model.account(|account| account.others = vec![("acct-guild".into(), "Weavers Guild".into())]);
        let (opened, mut client) = person.open().await;
        client.perform(AccountIntent::SignInWithCode).await;
        until_account(&mut client, "chatGpt").await;
        until_login(&mut client, "none").await;
        person.stored_sign_in().await.unwrap();

        // The server lists the workspaces of a sign-in and switches between them.
        let known = |seen: &threadloft_tests::mirror::Snapshot| {
            let all = seen.0["access"]["workspaces"].as_array().cloned().unwrap_or_default();
            all.iter().map(|one| (one["name"].clone(), one["active"] == true)).collect::<Vec<_>>()
        };
        let wanted = |here: bool| vec![("Loopback".into(), here), ("Weavers Guild".into(), !here)];
        client.mirror.until("both are known", |seen| known(seen) == wanted(true)).await;
        let other = client.mirror.seen.0["access"]["workspaces"][1].clone();
        let (session, workspace) = (other["session"].as_str().unwrap().into(), other["id"].as_str().unwrap().into());
        client.perform(AccountIntent::SwitchWorkspace { session, workspace }).await;
        client.mirror.until("the other is in use", |seen| known(seen) == wanted(false)).await;
        let nowhere = AccountIntent::SwitchWorkspace { session: "nobody".into(), workspace: "nowhere".into() };
        assert!(client.act(nowhere).await.is_err());
        until_login(&mut client, "failed").await;
        client.perform(AccountIntent::CancelSignIn).await;
        until_login(&mut client, "none").await;

        client.perform(AccountIntent::ParkAccount).await;
        until_account(&mut client, "signedOut").await;
        assert!(person.stored_sign_in().await.is_none());
        let parked =
            |seen: &threadloft_tests::mirror::Snapshot| seen.0["settings"]["accounts"]["parked"][0]["name"].clone();
        assert_eq!(parked(&client.mirror.seen), "ada@example.invalid");

        client.perform(key()).await;
        until_account(&mut client, "apiKey").await;
        for (kind, aside) in [("chatGpt", "API key"), ("apiKey", "ada@example.invalid")] {
            let id = client.mirror.seen.0["settings"]["accounts"]["parked"][0]["id"].as_str().unwrap().to_owned();
            client.perform(AccountIntent::SwitchAccount { id }).await;
            until_account(&mut client, kind).await;
            client.mirror.until("the other one waits", |seen| parked(seen) == aside).await;
            person.stored_sign_in().await.unwrap();
        }
        let id = client.mirror.seen.0["settings"]["accounts"]["parked"][0]["id"].as_str().unwrap().to_owned();
        client.perform(AccountIntent::ForgetAccount { id: id.clone() }).await;
        assert!(client.act(AccountIntent::SwitchAccount { id }).await.is_err());
        until_account(&mut client, "apiKey").await;
        opened.engine.close().await;
        person.assert_nothing_leaked();
    });
}

/// Signs in with a key and closes the app.
async fn signed_in(person: &mut SignInFixture) {
    person.remember_secret(KEY);
    let (opened, mut client) = person.open().await;
    client.perform(key()).await;
    until_account(&mut client, "apiKey").await;
    until_login(&mut client, "none").await;
    opened.engine.close().await;
}

#[test]
fn a_sign_in_in_a_locked_keychain_does_not_hold_up_the_history() {
    with_keychain(Keychain::Unlocked, |session| async move {
        let mut person = SignInFixture::new(session).await;
        signed_in(&mut person).await;
        lock(std::process::Command::new("dbus-send"));
        // Codex would not answer even the handshake until somebody types the password.
        let (opened, mut client) = person.open().await;
        assert_eq!(client.mirror.seen.0["account"]["kind"], "signedOut");
        client.mirror.until("it is said", |seen| seen.0["access"]["shut"] == true).await;
        let access = &client.mirror.seen.0["access"];
        assert_eq!((&access["keychain"]["verdict"], &access["keeping"]), (&"locked".into(), &"session".into()));
        // What cannot be stored must not be shown as stored.
        let kept = AccountIntent::SignInWithKey { key: Secret::new(KEY), label: Some("work".into()) };
        assert!(client.act(kept).await.unwrap_err().message.contains("not saved"));
        client.perform(AccountIntent::KeepForSession { on: true }).await;
        client.mirror.until("the person chose it", |seen| seen.0["access"]["shut"] == false).await;
        opened.engine.close().await;
    });
}

#[test]
fn a_move_that_a_crash_cut_off_is_settled_by_the_next_start() {
    with_keychain(Keychain::Unlocked, |session| async move {
        let mut person = SignInFixture::new(session).await;
        signed_in(&mut person).await;
        let (vault, active, spare) =
            (Vault::default(), Place::Codex(person.home()), Place::Ours("parked:cut".to_owned()));
        let held = vault.get(active.clone()).await.unwrap().unwrap();
        let journal = person.session.folder("data").join("moving.json");
        let begun = r#"{"spare":"cut","name":"API key","wanted":null}"#;

        // Interrupted after the copy: the copy is removed.
        vault.put(spare.clone(), held.clone()).await.unwrap();
        std::fs::write(&journal, begun).unwrap();
        let (opened, mut client) = person.open().await;
        until_account(&mut client, "apiKey").await;
        assert!(vault.get(spare.clone()).await.unwrap().is_none(), "no copy is left");
        assert!(!journal.exists());
        assert_eq!(client.mirror.seen.0["settings"]["accounts"]["parked"], serde_json::json!([]));
        opened.engine.close().await;

        // Interrupted before the list was written: the next start adds it.
        vault.put(spare, held).await.unwrap();
        vault.delete(active).await.unwrap();
        std::fs::write(&journal, begun).unwrap();
        let (opened, mut client) = person.open().await;
        assert_eq!(client.mirror.seen.0["account"]["kind"], "signedOut");
        let parked = |seen: &threadloft_tests::mirror::Snapshot| seen.0["settings"]["accounts"]["parked"][0].clone();
        client.mirror.until("it is in the list", |seen| parked(seen)["name"] == "API key").await;
        client.perform(AccountIntent::SwitchAccount { id: "cut".into() }).await;
        until_account(&mut client, "apiKey").await;
        assert!(!journal.exists());
        opened.engine.close().await;
        person.assert_nothing_leaked();
    });
}
