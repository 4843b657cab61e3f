//! The ChatGPT backend's endpoints that codex uses: workspace, usage, earned resets, messages.
//!
//! Codex calls them under `/backend-api/wham/` or `/api/codex/`, depending on its settings, so only the end of the
//! path is compared.

use axum::Json;
use axum::http::StatusCode;
use axum::http::request::Parts;
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};

use super::{Accounts, ScriptedAccount, error};
use crate::limits::{LimitHeaders, LimitPeriod, now};
use crate::{ServerState, locked};

pub(super) fn route(accounts: &Accounts, server: &ServerState, parts: &Parts, body: &Value) -> Option<Response> {
    let path = parts.uri.path();
    if path.ends_with("/accounts/switch-workspace-token") {
        return Some(switch(accounts, body));
    }
    let path = path.split_once("/wham/").or_else(|| path.split_once("/api/codex/")).map(|(_, path)| path)?;
    let facts = accounts.facts();
    let answer = match path {
        "accounts/check" => check(accounts, &facts),
        "accounts/send_add_credits_nudge_email" => json!({}),
        "usage" => usage(&facts, locked(&server.limits).as_ref()),
        "usage/thread_usage/query" => threads(body),
        "profiles/me" => profile(&facts),
        "rate-limit-reset-credits" => resets(&facts),
        "rate-limit-reset-credits/consume" => consume(accounts, server, body),
        "workspace-messages" => match facts.messages {
            Some(messages) => json!({ "messages": messages.iter().enumerate().map(message).collect::<Vec<_>>() }),
            None => return Some(error(StatusCode::NOT_FOUND, "not_found", "This workspace has no messages.")),
        },
        _ => return None,
    };
    Some(Json(answer).into_response())
}

fn check(accounts: &Accounts, facts: &ScriptedAccount) -> Value {
    let origin = facts.origin.clone().unwrap_or_else(|| format!("https://{}", accounts.secure));
    let workspace = |(id, name): (&String, &String)| {
        json!({
            "id": id,
            "name": name,
            "structure": "personal",
            "plan_type": facts.plan,
            "is_deactivated": false,
            "can_access_with_session": true,
            "workspace_backend_origin": origin,
            "account_routing_override": "NO_CONSTRAINT",
        })
    };
    let all = || [(&facts.id, &facts.workspace)].into_iter().chain(facts.others.iter().map(|(id, name)| (id, name)));
    let ids: Vec<&String> = all().map(|(id, _)| id).collect();
    let workspaces: Vec<Value> = all().map(workspace).collect();
    json!({ "accounts": workspaces, "account_ordering": ids, "default_account_id": facts.id })
}

/// Issues a token for another workspace of the same person.
fn switch(accounts: &Accounts, body: &Value) -> Response {
    let wanted = body.get("workspace_id").and_then(Value::as_str).unwrap_or_default();
    let facts = accounts.facts();
    let known = facts.id == wanted || facts.others.iter().any(|(id, _)| id == wanted);
    if !known {
        return error(StatusCode::NOT_FOUND, "not_found", "This person has no such workspace.");
    }
    Json(json!({ "access_token": accounts.access_token_for(wanted) })).into_response()
}

fn usage(facts: &ScriptedAccount, limits: Option<&LimitHeaders>) -> Value {
    let full = |window: Option<LimitPeriod>| window.is_some_and(|window| window.used_percent >= 100.0);
    let reached = limits.is_some_and(|limits| full(limits.primary) || full(limits.secondary));
    let mut report = json!({
        "plan_type": facts.plan,
        "user_id": facts.user,
        "account_id": facts.id,
        "email": facts.email,
        "rate_limit": {
            "allowed": !reached,
            "limit_reached": reached,
            "primary_window": limits.and_then(|limits| limits.primary).map(window),
            "secondary_window": limits.and_then(|limits| limits.secondary).map(window),
        },
        "credits": { "has_credits": facts.credits.is_some(), "unlimited": false, "balance": facts.credits },
        "rate_limit_reset_credits": { "available_count": facts.resets },
    });
    if let (Value::Object(report), Value::Object(more)) = (&mut report, &facts.more_usage) {
        report.extend(more.clone());
    }
    report
}

fn window(window: LimitPeriod) -> Value {
    json!({
        // Codex can only parse a whole number here, unlike in the headers.
        "used_percent": window.used_percent.round() as i64,
        "limit_window_seconds": window.minutes * 60,
        "reset_after_seconds": window.resets_in_seconds,
        "reset_at": now() + window.resets_in_seconds,
    })
}

/// Usage per thread; every thread has the same.
fn threads(body: &Value) -> Value {
    let one = |thread: &Value| {
        json!({
            "thread_id": thread,
            "estimated_usage_credits_micros": 1_250_000,
            "estimated_usage_usd_micros": 50_000,
            "native_usage_usd_micros": null,
            "groups": [{
                "model": "gpt-5.5", "reasoning_effort": "medium", "speed": "standard", "input_tokens": 900,
                "cached_input_tokens": 300, "net_new_input_tokens": 600, "output_tokens": 100, "total_tokens": 1_000,
                "estimated_usage_credits_micros": 1_250_000,
            }],
        })
    };
    let asked = body.get("thread_ids").and_then(Value::as_array);
    json!({ "threads": asked.into_iter().flatten().map(one).collect::<Vec<_>>() })
}

fn profile(facts: &ScriptedAccount) -> Value {
    let days: Vec<Value> =
        facts.days.iter().map(|(day, tokens)| json!({ "start_date": day, "tokens": tokens })).collect();
    json!({ "stats": {
        "lifetime_tokens": facts.days.iter().map(|(_, tokens)| tokens).sum::<u64>(),
        "peak_daily_tokens": facts.days.iter().map(|(_, tokens)| *tokens).max(),
        "longest_running_turn_sec": 321,
        "current_streak_days": facts.days.len(),
        "longest_streak_days": facts.days.len(),
        "daily_usage_buckets": days,
    } })
}

fn resets(facts: &ScriptedAccount) -> Value {
    let credits: Vec<Value> = (0..facts.resets).map(reset).collect();
    json!({ "available_count": facts.resets, "credits": credits })
}

fn reset(number: u32) -> Value {
    json!({
        "id": format!("reset-{number}"),
        "reset_type": "codex_rate_limits",
        "status": "available",
        "granted_at": "2026-11-01T00:00:00Z",
        "expires_at": "2036-11-01T00:00:00Z",
        "title": "Full reset",
        "description": "Resets the five-hour and the weekly limit.",
    })
}

/// Consumes a reset. A repeated request reports that the work is done already.
fn consume(accounts: &Accounts, server: &ServerState, body: &Value) -> Value {
    let request = body.get("redeem_request_id").and_then(Value::as_str).unwrap_or_default().to_owned();
    if locked(&accounts.ledger).redeemed.contains(&request) {
        return json!({ "code": "already_redeemed", "windows_reset": 0 });
    }
    if accounts.facts().resets == 0 {
        return json!({ "code": "no_credit", "windows_reset": 0 });
    }
    accounts.change(|facts| facts.resets -= 1);
    locked(&accounts.ledger).redeemed.insert(request);
    if let Some(limits) = &mut *locked(&server.limits) {
        for window in [&mut limits.primary, &mut limits.secondary].into_iter().flatten() {
            window.used_percent = 0.0;
        }
    }
    json!({ "code": "reset", "windows_reset": 2 })
}

fn message((at, (kind, words)): (usize, &(String, String))) -> Value {
    json!({
        "message_id": format!("message-{at}"),
        "message_type": kind,
        "message_body": words,
        "created_at": "2026-11-10T09:00:00Z",
        "archived_at": null,
    })
}
