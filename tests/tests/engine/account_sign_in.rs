//! Signing in, staying signed in and signing out, on the real codex with a real keychain.

use engine::catalog::gateway::GatewayIntent;
use engine::intent::{AccountIntent, CatalogIntent};
use loopback::accounts::browse;
use loopback::mcp::TestMcpServer;
use protocol::Secret;
use threadloft_tests::engine_fixture::Client;
use threadloft_tests::keyring::{Keychain, with_keychain};
use threadloft_tests::sign_in_fixture::{SignInFixture, login, until_account, until_login};

const KEY: &str = "sk-proj-guest-0123456789abcdef";

async fn turn(client: &mut Client, person: &SignInFixture, text: &str) -> (String, String) {
    let thread = client.start_thread(&person.session.folder("project").display().to_string(), text).await;
    let id = thread.as_str();
    client.mirror.until("the turn ends", |seen| !["", "running"].contains(&seen.turn(id))).await;
    let turns = client.mirror.seen.thread(id)["turns"].as_array().unwrap().clone();
    let trouble = turns.last().unwrap()["trouble"]["message"].as_str().unwrap_or_default().to_owned();
    (client.mirror.seen.turn(id).to_owned(), trouble)
}

fn key(text: &str, label: Option<&str>) -> AccountIntent {
    AccountIntent::SignInWithKey { key: Secret::new(text), label: label.map(str::to_owned) }
}

fn revoked(person: &SignInFixture) -> usize {
    person.model.requests().iter().filter(|request| request.path.ends_with("/oauth/revoke")).count()
}

#[test]
fn a_browser_sign_in_lasts_until_signing_out() {
    with_keychain(Keychain::Unlocked, |session| async move {
        let mut person = SignInFixture::new(session).await;
        let (open_engine, mut client) = person.open().await;
        assert_eq!(client.mirror.seen.0["account"]["kind"], "signedOut");
        client.perform(AccountIntent::SignInWithBrowser).await;
        until_login(&mut client, "browser").await;
        let url = login(&client)["url"].as_str().unwrap().to_owned();
        let opened = |line: &&String| line.starts_with("url ");
        let asked = open_engine.platform.asked.lock().unwrap().clone();
        assert_eq!(asked.iter().filter(opened).collect::<Vec<_>>(), [&format!("url {url}")]);
        let (at, _) = browse(&url).await.unwrap();
        assert!(at.contains("/success"), "{at}");
        until_account(&mut client, "chatGpt").await;
        until_login(&mut client, "none").await;
        client.mirror.until("the limits are known", |seen| seen.0["limits"]["report"] == "known").await;
        assert_eq!(client.mirror.seen.0["account"]["email"], "ada@example.invalid");
        assert_eq!(client.mirror.seen.0["settings"]["welcomed"], true);
        assert!(person.stored_sign_in().await.is_some() && !person.auth_json().exists());
        assert_eq!(turn(&mut client, &person, "one").await.0, "done");

        // A refused token is refreshed without the person noticing.
        person.model.reject_issued();
        assert_eq!(turn(&mut client, &person, "two").await, ("done".into(), String::new()));
        person.stored_sign_in().await;
        open_engine.engine.close().await;

        // The next start reads the sign-in from the keychain.
        let (open_engine, mut client) = person.open().await;
        until_account(&mut client, "chatGpt").await;
        assert_eq!(turn(&mut client, &person, "three").await.0, "done");

        // A refresh that is refused for good is shown.
        person.model.reject_issued();
        person.model.account(|account| account.refuse_refresh = Some("refresh_token_expired".into()));
        let (state, why) = turn(&mut client, &person, "four").await;
        assert_eq!(state, "failed");
        assert!(why.to_lowercase().contains("sign in"), "{why}");

        client.perform(AccountIntent::SignOut).await;
        until_account(&mut client, "signedOut").await;
        assert!(revoked(&person) > 0);
        assert!(person.stored_sign_in().await.is_none());
        open_engine.engine.close().await;
        person.assert_nothing_leaked();
    });
}

#[test]
fn a_code_signs_in_once_it_was_typed_in() {
    with_keychain(Keychain::Unlocked, |session| async move {
        let mut person = SignInFixture::new(session).await;
        person.model.account(|account| account.device_ready = false);
        let (open_engine, mut client) = person.open().await;
        client.perform(AccountIntent::SignInWithCode).await;
        until_login(&mut client, "device").await;
        assert_eq!(login(&client)["code"], "LOOP-2468");
        assert!(login(&client)["url"].as_str().unwrap().ends_with("/codex/device"));
        person.model.asked(|request| request.path.ends_with("/deviceauth/token")).await;
        person.model.account(|account| account.device_ready = true);
        until_account(&mut client, "chatGpt").await;
        until_login(&mut client, "none").await;
        assert!(person.stored_sign_in().await.is_some());
        open_engine.engine.close().await;
        person.assert_nothing_leaked();
    });
}

#[test]
fn an_api_key_is_kept_under_its_label() {
    with_keychain(Keychain::Unlocked, |session| async move {
        let mut person = SignInFixture::new(session).await;
        person.remember_secret(KEY);
        let (open_engine, mut client) = person.open().await;
        for wrong in ["", "sk-short", "sk-ant-api03-0123456789abcdef0123", "hello there, this is no key"] {
            assert!(client.act(key(wrong, None)).await.is_err());
        }
        client.perform(key(&format!(" \u{feff}{KEY}\r\n"), Some("work"))).await;
        until_account(&mut client, "apiKey").await;
        client.mirror.until("the label is kept", |seen| seen.0["settings"]["accounts"]["keys"][0] == "work").await;
        assert_eq!(person.stored_sign_in().await.unwrap()["OPENAI_API_KEY"], KEY);
        assert_eq!(client.mirror.seen.0["limits"]["report"], "notReported");
        assert_eq!(turn(&mut client, &person, "hello").await.0, "done");
        let bearer = loopback::fingerprint(KEY);
        person.model.asked(|request| request.bearer.as_deref() == Some(bearer.as_str())).await;

        client.perform(AccountIntent::SignOut).await;
        until_account(&mut client, "signedOut").await;
        client.perform(AccountIntent::SignInWithSavedKey { label: "work".into() }).await;
        until_account(&mut client, "apiKey").await;
        client.perform(AccountIntent::ForgetKey { label: "work".into() }).await;
        assert!(client.act(AccountIntent::SignInWithSavedKey { label: "work".into() }).await.is_err());
        open_engine.engine.close().await;
        person.assert_nothing_leaked();
    });
}

#[test]
fn an_attempt_is_given_up_replaced_or_refused_in_words() {
    with_keychain(Keychain::Unlocked, |session| async move {
        let person = SignInFixture::new(session).await;
        let (open_engine, mut client) = person.open().await;
        client.perform(AccountIntent::SignInWithBrowser).await;
        until_login(&mut client, "browser").await;
        let first = login(&client)["url"].clone();
        client.perform(AccountIntent::CancelSignIn).await;
        until_login(&mut client, "none").await;

        client.perform(AccountIntent::SignInWithBrowser).await;
        until_login(&mut client, "browser").await;
        client.perform(AccountIntent::SignInWithCode).await;
        until_login(&mut client, "device").await;
        client.perform(AccountIntent::CancelSignIn).await;

        person.model.account(|account| account.refuse_login = Some("access_denied".into()));
        client.perform(AccountIntent::SignInWithBrowser).await;
        until_login(&mut client, "browser").await;
        assert_ne!(login(&client)["url"], first);
        browse(login(&client)["url"].as_str().unwrap()).await.ok();
        until_login(&mut client, "failed").await;
        assert_eq!(login(&client)["next"][0], "tryAgain");
        assert!(login(&client)["message"].as_str().unwrap().ends_with('.'));
        assert_eq!(client.mirror.seen.0["account"]["kind"], "signedOut");
        open_engine.engine.close().await;
    });
}

#[test]
fn busy_ports_are_reported_with_who_holds_them() {
    with_keychain(Keychain::Unlocked, |session| async move {
        let person = SignInFixture::new(session).await;
        let (open_engine, mut client) = person.open().await;
        let held: Vec<_> = [1455, 1457].map(|port| std::net::TcpListener::bind(("127.0.0.1", port)).unwrap()).into();
        let why = client.act(AccountIntent::SignInWithBrowser).await.unwrap_err();
        assert!(why.message.contains(&format!("process {}", std::process::id())), "{why}");
        until_login(&mut client, "failed").await;
        assert_eq!(login(&client)["next"][0], "useDevice");
        client.perform(AccountIntent::SignInWithCode).await;
        until_account(&mut client, "chatGpt").await;
        drop(held);
        open_engine.engine.close().await;
    });
}

#[test]
fn what_the_config_forbids_is_not_tried() {
    with_keychain(Keychain::Unlocked, |session| async move {
        let person = SignInFixture::new(session).await;
        let mut options = person.options();
        options.extra_config.push(("forced_login_method".into(), "\"api\"".into()));
        let (open_engine, mut client) = person.open_with(options).await;
        client.mirror.until("the rule is known", |seen| seen.0["access"]["chatGptAllowed"] == false).await;
        assert!(client.act(AccountIntent::SignInWithBrowser).await.is_err());
        until_login(&mut client, "failed").await;
        assert_eq!(login(&client)["next"][0], "useKey");
        client.perform(key(KEY, None)).await;
        until_account(&mut client, "apiKey").await;
        open_engine.engine.close().await;
    });
}

#[test]
fn an_account_of_another_workspace_is_refused_in_words() {
    with_keychain(Keychain::Unlocked, |session| async move {
        let person = SignInFixture::new(session).await;
        let mut options = person.options();
        options.extra_config.push(("forced_chatgpt_workspace_id".into(), "\"acct-of-the-firm\"".into()));
        let (open_engine, mut client) = person.open_with(options).await;
        client.mirror.until("the rule is known", |seen| seen.0["access"]["workspaceOnly"] == true).await;
        client.perform(AccountIntent::SignInWithBrowser).await;
        until_login(&mut client, "browser").await;
        let url = login(&client)["url"].as_str().unwrap().to_owned();
        assert!(url.contains("allowed_workspace_id=acct-of-the-firm"), "the page is told: {url}");
        browse(&url).await.ok();
        until_login(&mut client, "failed").await;
        let message = login(&client)["message"].as_str().unwrap();
        assert!(message.contains("accounts from a certain workspace"), "{message}");
        assert_eq!(login(&client)["next"], serde_json::json!(["tryAgain", "askAdmin"]));
        assert_eq!(client.mirror.seen.0["account"]["kind"], "signedOut");

        person.model.account(|account| account.id = "acct-of-the-firm".into());
        client.perform(AccountIntent::SignInWithCode).await;
        until_account(&mut client, "chatGpt").await;
        open_engine.engine.close().await;
    });
}

/// A codex whose `/etc/codex` is a folder of the test's. `None` on systems that do not allow mounts.
fn managed(person: &SignInFixture, requirements: &str) -> Option<std::path::PathBuf> {
    use std::os::unix::fs::PermissionsExt;
    let etc = person.session.folder("etc");
    std::fs::write(etc.join("requirements.toml"), requirements).unwrap();
    let mounts = format!("--dev-bind / / --tmpfs /etc --ro-bind '{}' /etc/codex", etc.display());
    let script = |run: &str| format!("exec bwrap {mounts} {run}");
    let works = std::process::Command::new("sh").args(["-c", &script("true")]).status();
    if !works.is_ok_and(|done| done.success()) {
        return None;
    }
    let program = person.session.folder("bin").join("codex");
    let codex = threadloft_tests::codex();
    std::fs::write(&program, format!("#!/bin/sh\n{}\n", script(&format!("'{}' \"$@\"", codex.display())))).unwrap();
    std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755)).unwrap();
    Some(program)
}

#[test]
fn what_an_admin_forbids_is_not_tried() {
    with_keychain(Keychain::Unlocked, |session| async move {
        let person = SignInFixture::new(session).await;
        let Some(codex) = managed(&person, "allowed_login_methods = [\"chatgpt\"]\n") else {
            eprintln!("bwrap cannot mount here: an admin's rules were not looked at");
            return;
        };
        let options = engine::Options { codex: Some(codex), ..person.options() };
        let (open_engine, mut client) = person.open_with(options).await;
        client.mirror.until("the rule is known", |seen| seen.0["access"]["keyAllowed"] == false).await;
        assert_eq!(client.mirror.seen.0["access"]["chatGptAllowed"], true);
        let why = client.act(key(KEY, None)).await.unwrap_err();
        assert!(why.message.contains("Sign in with ChatGPT here"), "{why}");
        until_login(&mut client, "failed").await;
        assert_eq!(login(&client)["next"], serde_json::json!(["useBrowser", "askAdmin"]));
        client.perform(AccountIntent::SignInWithCode).await;
        until_account(&mut client, "chatGpt").await;
        open_engine.engine.close().await;
    });
}

#[test]
fn codex_keeps_the_sign_in_to_a_gateway() {
    with_keychain(Keychain::Unlocked, |session| async move {
        let person = SignInFixture::new(session).await;
        let gate = TestMcpServer::start(true).await.unwrap();
        let site = gate.url().trim_end_matches("/mcp").to_owned();
        let mut options = person.options();
        let provider = options.extra_config.iter().find(|(name, _)| name == "model_provider").unwrap().1.clone();
        let mut set = |name: &str, value: String| {
            options.extra_config.push((format!("model_providers.{}.{name}", provider.trim_matches('"')), value));
        };
        // Without this the account would be asked for before the gateway.
        set("requires_openai_auth", "false".into());
        set("gateway_oauth.authorization_url", format!("\"{site}/authorize\""));
        set("gateway_oauth.token_url", format!("\"{site}/token\""));
        set("gateway_oauth.client_id", "\"lab\"".into());
        set("gateway_oauth.delivery", "{ kind = \"header\", name = \"X-Gateway\" }".into());
        let (open_engine, mut client) = person.open_with(options.clone()).await;
        let gateway = |seen: &threadloft_tests::mirror::Snapshot| seen.0["environment"]["gateway"]["state"].clone();
        client.mirror.until("it wants a sign-in", |seen| gateway(seen)["kind"] == "out").await;
        client.perform(CatalogIntent::Gateway { intent: GatewayIntent::SignIn }).await;
        client.mirror.until("the browser has it", |seen| gateway(seen)["url"].is_string()).await;
        browse(gateway(&client.mirror.seen)["url"].as_str().unwrap()).await.unwrap();
        client.mirror.until("it is signed in to", |seen| gateway(seen)["kind"] == "in").await;
        assert!(!client.mirror.seen.0.to_string().contains("harbour-access-token"), "no window hears of the token");
        open_engine.engine.close().await;

        let (open_engine, mut client) = person.open_with(options).await;
        client.mirror.until("the next start is signed in", |seen| gateway(seen)["kind"] == "in").await;
        open_engine.engine.close().await;
    });
}
