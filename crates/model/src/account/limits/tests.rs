//! Readings and updates as the real server sends them.
#![allow(clippy::unwrap_used)]

use super::*;
use serde_json::{Value, json};

fn read(json: Value) -> Buckets {
    let mut buckets = Buckets::default();
    buckets.read(serde_json::from_value(json).unwrap());
    buckets
}

fn update(buckets: &mut Buckets, json: Value) -> Limits {
    buckets.update(serde_json::from_value(json).unwrap());
    buckets.limits()
}

fn reading() -> Value {
    let codex = json!({
        "limitId": "codex", "limitName": null, "planType": "pro",
        "primary": {"usedPercent": 12, "windowDurationMins": 300, "resetsAt": 1_000},
        "secondary": {"usedPercent": 40, "windowDurationMins": 10_080, "resetsAt": 9_000},
        "credits": {"hasCredits": true, "unlimited": false, "balance": "12.50"},
    });
    let other = json!({
        "limitId": "codex_other", "limitName": "Other model",
        "primary": {"usedPercent": 88, "windowDurationMins": 1_440, "resetsAt": 2_000},
    });
    json!({
        "rateLimits": codex, "rateLimitsByLimitId": {"codex": codex, "codex_other": other},
        "rateLimitResetCredits": {"availableCount": 2, "credits": [
            {"id": "r1", "resetType": "codexRateLimits", "status": "available", "grantedAt": 1, "expiresAt": 7, "title": "Full reset"},
            {"id": "r2", "resetType": "codexRateLimits", "status": "redeemed", "grantedAt": 1},
        ]},
    })
}

fn used(limits: &Limits) -> Vec<(&str, f64)> {
    limits.windows.iter().map(|window| (window.limit.as_str(), window.used_percent)).collect()
}

#[test]
fn the_binding_limit_comes_first() {
    let limits = read(reading()).limits();
    assert_eq!(used(&limits), [("codex_other", 88.0), ("codex", 40.0), ("codex", 12.0)]);
    assert_eq!(limits.windows[0].name.as_deref(), Some("Other model"));
    assert_eq!((limits.windows[1].period, limits.windows[1].resets_ms), (Period::Week, Some(9_000_000.0)));
    assert_eq!((limits.report, limits.block), (Report::Known, None));
    let reset =
        Reset { id: "r1".into(), title: Some("Full reset".into()), description: None, expires_ms: Some(7_000.0) };
    assert_eq!(limits.resets, Some(Resets { count: 2.0, resets: vec![reset] }));
}

#[test]
fn a_null_never_clears() {
    let mut buckets = read(reading());
    let before = buckets.limits();
    let nothing = json!({"limitId": null, "primary": null, "secondary": null, "credits": null, "planType": null,
                         "individualLimit": null, "rateLimitReachedType": null, "spendControlReached": null});
    assert_eq!(update(&mut buckets, nothing), before);
    let some = json!({"limitId": "codex", "primary": {"usedPercent": 13, "windowDurationMins": null, "resetsAt": null},
                      "credits": {"hasCredits": true, "unlimited": false, "balance": null}});
    let after = update(&mut buckets, some);
    assert_eq!(used(&after), [("codex_other", 88.0), ("codex", 40.0), ("codex", 13.0)]);
    assert_eq!((after.windows[2].period, after.windows[2].resets_ms), (Period::Hours { hours: 5 }, Some(1_000_000.0)));
    assert_eq!(after.credits, before.credits);
    assert_eq!(after.resets, before.resets);
}

#[test]
fn an_update_without_a_name_means_the_main_limit() {
    let mut buckets = read(reading());
    let after = update(&mut buckets, json!({"primary": {"usedPercent": 50, "windowDurationMins": 300}}));
    assert_eq!(used(&after), [("codex_other", 88.0), ("codex", 50.0), ("codex", 40.0)]);
}

#[test]
fn an_update_before_any_reading_is_what_is_known() {
    let mut buckets = Buckets::default();
    assert_eq!(buckets.limits(), Limits::default());
    let limits = update(&mut buckets, json!({"primary": {"usedPercent": 5}}));
    assert_eq!((used(&limits), limits.report), (vec![("", 5.0)], Report::Known));
}

#[test]
fn of_two_that_are_used_up_the_one_that_frees_up_last_binds() {
    let mut buckets = read(reading());
    let full = json!({"primary": {"usedPercent": 104, "resetsAt": 1_000}, "secondary": {"usedPercent": 100},
                      "credits": {"hasCredits": false, "unlimited": false}});
    let limits = update(&mut buckets, full);
    assert_eq!(limits.windows[0].period, Period::Week);
    let block = Blocked::Limit { name: None, period: Period::Week, until_ms: Some(9_000_000.0) };
    assert_eq!(limits.block, Some(block));
}

#[test]
fn credits_carry_on_after_the_limit_unless_the_server_says_otherwise() {
    let mut buckets = read(reading());
    let full = update(&mut buckets, json!({"primary": {"usedPercent": 100}}));
    assert_eq!(full.block, None);
    let said = update(&mut buckets, json!({"rateLimitReachedType": "rate_limit_reached"}));
    assert!(matches!(said.block, Some(Blocked::Limit { .. })));
    let freed = update(&mut buckets, json!({"primary": {"usedPercent": 0}}));
    assert_eq!(freed.block, None);
}

#[test]
fn another_models_limit_does_not_block_everything() {
    let mut buckets = read(reading());
    let full = json!({"limitId": "codex_other", "primary": {"usedPercent": 100}});
    let limits = update(&mut buckets, full);
    assert_eq!((limits.windows[0].used_percent, limits.block), (100.0, None));
}

#[test]
fn what_the_workspace_forbids_says_whether_the_owner_can_be_asked() {
    let mut buckets = read(reading());
    let spend = json!({"spendControlReached": true, "rateLimitReachedType": "workspace_member_usage_limit_reached",
                       "individualLimit": {"limit": "20.00", "used": "20.00", "remainingPercent": 0, "resetsAt": 5}});
    let limits = update(&mut buckets, spend);
    assert_eq!(limits.block, Some(Blocked::Spend { can_ask: true, until_ms: Some(5_000.0) }));
    assert!(limits.spend.unwrap().reached);
    let mut buckets = read(reading());
    let credits = update(&mut buckets, json!({"rateLimitReachedType": "workspace_owner_credits_depleted"}));
    assert_eq!(credits.block, Some(Blocked::Credits { can_ask: false }));
}

#[test]
fn a_window_has_the_length_that_people_name() {
    let cases = [
        (None, Period::Unknown),
        (Some(-1), Period::Unknown),
        (Some(0), Period::Unknown),
        (Some(15), Period::Hours { hours: 1 }),
        (Some(300), Period::Hours { hours: 5 }),
        (Some(1_440), Period::Day),
        (Some(4_320), Period::Days { days: 3 }),
        (Some(10_080), Period::Week),
        (Some(43_200), Period::Month { days: 30 }),
        (Some(129_600), Period::Days { days: 90 }),
    ];
    for (minutes, said) in cases {
        assert_eq!(period(minutes), said, "{minutes:?}");
    }
}
