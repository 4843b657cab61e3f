//! The login issuer: a sign-in page that answers at once, the device code, and rotating tokens.

use std::collections::HashMap;

use axum::Json;
use axum::extract::Query;
use axum::http::request::Parts;
use axum::http::{Method, StatusCode, header};
use axum::response::{Html, IntoResponse, Response};
use serde_json::{Value, json};

use super::browser::place;
use super::{Accounts, error, token};
use crate::sse::serial;
use crate::{limits, locked};

pub(super) fn route(accounts: &Accounts, parts: &Parts, body: &Value) -> Option<Response> {
    Some(match (&parts.method, parts.uri.path()) {
        (&Method::GET, "/oauth/authorize") => authorize(accounts, parts),
        (&Method::POST, "/oauth/token") => grant(accounts, body),
        (&Method::POST, "/oauth/revoke") => revoke(accounts, body),
        (&Method::POST, "/api/accounts/deviceauth/usercode") => {
            // The real issuer sends the interval as a string.
            Json(json!({ "device_auth_id": serial("device"), "user_code": "LOOP-2468", "interval": "1" }))
                .into_response()
        }
        (&Method::POST, "/api/accounts/deviceauth/token") => device(accounts),
        (&Method::GET, "/codex/device") => Html("<h1>Enter the code</h1>").into_response(),
        _ => return None,
    })
}

/// Redirects straight back without a password, and only to this machine.
fn authorize(accounts: &Accounts, parts: &Parts) -> Response {
    let Ok(Query(query)) = Query::<HashMap<String, String>>::try_from_uri(&parts.uri) else {
        return error(StatusCode::BAD_REQUEST, "invalid_request", "The query cannot be read.");
    };
    let (Some(back), Some(state)) = (query.get("redirect_uri"), query.get("state")) else {
        return error(StatusCode::BAD_REQUEST, "invalid_request", "redirect_uri and state are needed.");
    };
    if place(back).is_err() {
        return error(StatusCode::BAD_REQUEST, "invalid_request", "The browser is sent back only to this machine.");
    }
    let answer = match accounts.facts().refuse_login {
        Some(refusal) => format!("error={}&error_description=The+sign-in+was+refused.", plain(&refusal)),
        None => format!("code={}", code(accounts)),
    };
    let location = format!("{back}?{answer}&state={}", plain(state));
    (StatusCode::FOUND, [(header::LOCATION, location)]).into_response()
}

fn device(accounts: &Accounts) -> Response {
    if !accounts.facts().device_ready {
        return error(StatusCode::FORBIDDEN, "authorization_pending", "The code has not been entered yet.");
    }
    let verifier = serial("verifier");
    let code = code(accounts);
    Json(json!({ "authorization_code": code, "code_challenge": verifier, "code_verifier": verifier })).into_response()
}

fn grant(accounts: &Accounts, body: &Value) -> Response {
    let field = |name: &str| body.get(name).and_then(Value::as_str).unwrap_or_default();
    match field("grant_type") {
        "authorization_code" if locked(&accounts.ledger).codes.remove(field("code")) => tokens(accounts),
        "authorization_code" => error(StatusCode::BAD_REQUEST, "invalid_grant", "This code is unknown or was used."),
        "refresh_token" => {
            if let Some(refusal) = accounts.facts().refuse_refresh {
                return error(StatusCode::UNAUTHORIZED, &refusal, "The refresh token is refused.");
            }
            if !locked(&accounts.ledger).refreshes.remove(field("refresh_token")) {
                return error(StatusCode::UNAUTHORIZED, "refresh_token_reused", "This refresh token was already used.");
            }
            tokens(accounts)
        }
        kind if kind.ends_with("token-exchange") => Json(json!({ "access_token": made("sk") })).into_response(),
        _ => error(StatusCode::BAD_REQUEST, "unsupported_grant_type", "This grant is not known."),
    }
}

fn tokens(accounts: &Accounts) -> Response {
    let facts = accounts.facts();
    let (access, refresh) = (accounts.access_token(), made("rt"));
    locked(&accounts.ledger).refreshes.insert(refresh.clone());
    let tokens = json!({ "id_token": token::access(&facts), "access_token": access, "refresh_token": refresh,
                         "token_type": "Bearer", "expires_in": facts.lifetime });
    Json(tokens).into_response()
}

fn revoke(accounts: &Accounts, body: &Value) -> Response {
    let token = body.get("token").and_then(Value::as_str).unwrap_or_default();
    let mut ledger = locked(&accounts.ledger);
    ledger.refreshes.remove(token);
    if ledger.accesses.remove(token) {
        ledger.rejected.insert(token.to_owned());
    }
    Json(json!({})).into_response()
}

fn code(accounts: &Accounts) -> String {
    let code = made("code");
    locked(&accounts.ledger).codes.insert(code.clone());
    code
}

/// Makes a token long enough that a search for leaks finds no false positives.
fn made(kind: &str) -> String {
    format!("{}-{}-loopback-{}", kind, serial("secret"), limits::now())
}

/// Keeps the characters that need no escape in a query. `state` is base64url, so nothing valid is lost.
fn plain(text: &str) -> String {
    text.chars().filter(|letter| letter.is_ascii_alphanumeric() || "-_.~".contains(*letter)).collect()
}
