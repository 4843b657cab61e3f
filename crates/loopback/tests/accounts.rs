//! The real codex signs in, refreshes, reads usage and signs out against the loopback account server.

#![allow(clippy::unwrap_used, clippy::expect_used)]

#[path = "real/codex.rs"]
#[allow(dead_code)]
mod codex;

use codex::Codex;
use loopback::{LimitHeaders, LimitPeriod, Loopback, Script, accounts};
use serde_json::{Value, json};

async fn open() -> (Loopback, Codex) {
    let model = Loopback::with_accounts(Script::echo(), env!("CARGO_TARGET_TMPDIR").as_ref()).await.unwrap();
    let codex = Codex::bare(&model, &[]).await;
    (model, codex)
}

async fn signed_in() -> (Loopback, Codex) {
    let (model, mut codex) = open().await;
    codex.call("account/login/start", json!({"type": "chatgptDeviceCode"})).await;
    let done = ended(&mut codex).await;
    assert_eq!(done["success"], true, "{done}");
    (model, codex)
}

async fn ended(codex: &mut Codex) -> Value {
    codex.until(|frame| frame["method"] == "account/login/completed").await.0["params"].clone()
}

fn path(model: &Loopback, end: &str) -> usize {
    model.requests().iter().filter(|request| request.path.ends_with(end)).count()
}

/// The only test here that signs in by browser, because the callback's port is fixed.
#[tokio::test]
async fn a_browser_signs_in_or_is_refused() {
    let (model, mut codex) = open().await;
    model.account(|account| account.refuse_login = Some("access_denied".to_owned()));
    let login = codex.call("account/login/start", json!({"type": "chatgpt"})).await;
    let _ = accounts::browse(login["authUrl"].as_str().unwrap()).await;
    assert_eq!(ended(&mut codex).await["success"], false);

    model.account(|account| account.refuse_login = None);
    let login = codex.call("account/login/start", json!({"type": "chatgpt"})).await;
    let (at, _) = accounts::browse(login["authUrl"].as_str().unwrap()).await.unwrap();
    assert!(at.contains("/success"), "{at}");
    assert_eq!(ended(&mut codex).await["success"], true);
    let account = codex.call("account/read", json!({})).await["account"].clone();
    let expected =
        json!({"type": "chatgpt", "email": "ada@example.invalid", "planType": "pro", "workspaceName": "Loopback"});
    assert_eq!(account, expected);
}

#[tokio::test]
async fn a_device_waits_for_its_code() {
    let (model, mut codex) = open().await;
    model.account(|account| account.device_ready = false);
    let login = codex.call("account/login/start", json!({"type": "chatgptDeviceCode"})).await;
    assert_eq!(login["userCode"], "LOOP-2468");
    model.asked(|request| request.path.ends_with("/deviceauth/token")).await;
    model.account(|account| account.device_ready = true);
    assert_eq!(ended(&mut codex).await["success"], true);
}

#[tokio::test]
async fn limits_and_usage_follow_the_account() {
    let (model, mut codex) = signed_in().await;
    let window = LimitPeriod { used_percent: 64.0, minutes: 300, resets_in_seconds: 600 };
    model.set_limits(Some(LimitHeaders { primary: Some(window), ..LimitHeaders::default() }));
    model.account(|account| account.messages = Some(vec![("headline".to_owned(), "Hello all".to_owned())]));
    let limits = codex.call("account/rateLimits/read", json!(null)).await;
    assert_eq!(limits["rateLimits"]["primary"]["usedPercent"], 64);
    assert_eq!(limits["rateLimits"]["credits"]["balance"], "12.50");
    assert_eq!(limits["rateLimitResetCredits"]["availableCount"], 1);
    assert_eq!(limits["rateLimitResetCredits"]["credits"][0]["id"], "reset-0", "{limits}");
    let usage = codex.call("account/usage/read", json!(null)).await;
    assert_eq!(usage["dailyUsageBuckets"][1], json!({"startDate": "2026-11-15", "tokens": 31_000}));
    let messages = codex.call("account/workspaceMessages/read", json!(null)).await;
    assert_eq!(messages["messages"][0]["messageBody"], "Hello all", "{messages}");
}

#[tokio::test]
async fn an_earned_reset_is_used_once() {
    let (_model, mut codex) = signed_in().await;
    let mut outcomes = Vec::new();
    for key in ["first", "first", "second"] {
        let used = codex.call("account/rateLimitResetCredit/consume", json!({"idempotencyKey": key})).await;
        outcomes.push(used["outcome"].as_str().unwrap().to_owned());
    }
    assert_eq!(outcomes, ["reset", "alreadyRedeemed", "noCredit"]);
    let limits = codex.call("account/rateLimits/read", json!(null)).await;
    assert_eq!(limits["rateLimits"]["primary"]["usedPercent"], 0);
}

#[tokio::test]
async fn a_turn_goes_on_after_a_token_is_refreshed() {
    let (model, mut codex) = signed_in().await;
    codex.open("danger-full-access").await;
    assert_eq!(codex.turn("one").await.status(), "completed");
    model.reject_issued();
    let told = codex.turn("two").await;
    assert_eq!((told.status(), told.text().as_str()), ("completed", "echo: two"));

    model.reject_issued();
    model.account(|account| account.refuse_refresh = Some("refresh_token_expired".to_owned()));
    let told = codex.turn("three").await;
    assert_eq!((told.status(), told.failure()), ("failed", json!("unauthorized")));
}

#[tokio::test]
async fn signing_out_revokes_the_token() {
    let (model, mut codex) = signed_in().await;
    codex.call("account/logout", json!(null)).await;
    assert_eq!(path(&model, "/oauth/revoke"), 1);
    assert!(codex.call("account/read", json!({})).await["account"].is_null());
}

#[tokio::test]
async fn a_workspace_without_tls_is_refused_by_codex() {
    let (model, mut codex) = open().await;
    model.account(|account| account.origin = Some("http://127.0.0.1:9".to_owned()));
    codex.call("account/login/start", json!({"type": "chatgptDeviceCode"})).await;
    let done = ended(&mut codex).await;
    assert_eq!(done["success"], false, "{done}");
}

#[tokio::test]
async fn an_external_token_signs_in() {
    let (model, mut codex) = open().await;
    let token = model.access_token().unwrap();
    let login = json!({"type": "chatgptAuthTokens", "accessToken": token, "chatgptAccountId": "acct-loopback"});
    codex.call("account/login/start", login).await;
    assert_eq!(codex.call("account/read", json!({})).await["account"]["email"], "ada@example.invalid");
}

#[tokio::test]
async fn no_link_leads_away_from_this_machine() {
    let links = [
        "https://127.0.0.1:1/",
        "http://example.com/",
        "http://127.0.0.1.example.com/",
        "http://127.0.0.1:1@example.com/",
        "nonsense",
    ];
    for link in links {
        assert!(accounts::browse(link).await.is_err(), "{link}");
    }
}
