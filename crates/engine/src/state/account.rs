//! Who is signed in, and how much of the limits is used.

use super::State;
use crate::change::{Account, Change, LimitWindow, Limits};
use wire::account::{AccountFacts, RateLimits, RateLimitsRead};
use wire::notice::AccountUpdated;

impl State {
    pub(super) fn account_read(&mut self, facts: AccountFacts, out: &mut Vec<Change>) {
        self.needs_account = facts.requires_openai_auth;
        let account = match facts.account {
            None => Account::SignedOut { needed: self.needs_account },
            Some(wire::account::Account::ApiKey) => Account::ApiKey,
            Some(wire::account::Account::ChatGpt { email, plan_type, .. }) => {
                Account::ChatGpt { email, plan: word(plan_type.as_str()) }
            }
            Some(other) => Account::Other { name: name_of(&other) },
        };
        self.put_account(account, out);
    }

    /// The mode alone; `account/read` follows and knows more.
    pub(super) fn account_updated(&mut self, update: AccountUpdated, out: &mut Vec<Change>) {
        let plan = update.plan_type.and_then(|plan| word(plan.as_str()));
        let account = match update.auth_mode.as_ref().map(|mode| mode.as_str()) {
            None => Account::SignedOut { needed: self.needs_account },
            Some("apikey") => Account::ApiKey,
            Some("chatgpt" | "chatgptAuthTokens") => match &self.account {
                Account::ChatGpt { email, plan: before } => {
                    Account::ChatGpt { email: email.clone(), plan: plan.or_else(|| before.clone()) }
                }
                _ => Account::ChatGpt { email: None, plan },
            },
            Some(name) => Account::Other { name: name.to_owned() },
        };
        self.put_account(account, out);
    }

    pub(super) fn limits_read(&mut self, read: RateLimitsRead, out: &mut Vec<Change>) {
        self.buckets = read.rate_limits_by_limit_id.unwrap_or_default();
        self.limits_updated(read.rate_limits, out);
    }

    pub(super) fn limits_updated(&mut self, limits: RateLimits, out: &mut Vec<Change>) {
        let bucket = limits.limit_id.clone().unwrap_or_default();
        self.buckets.insert(bucket, limits);
        let mut windows: Vec<LimitWindow> = self.buckets.values().flat_map(windows).collect();
        windows.sort_by(|a, b| b.used_percent.total_cmp(&a.used_percent));
        let limits = Limits { windows };
        if self.limits != limits {
            self.limits = limits.clone();
            out.push(Change::LimitsPut { limits });
        }
    }

    fn put_account(&mut self, account: Account, out: &mut Vec<Change>) {
        if self.account != account {
            self.account = account.clone();
            out.push(Change::AccountPut { account });
        }
    }
}

fn windows(limits: &RateLimits) -> impl Iterator<Item = LimitWindow> + '_ {
    limits.primary.iter().chain(&limits.secondary).map(|window| LimitWindow {
        name: limits.limit_name.clone(),
        used_percent: window.used_percent,
        minutes: window.window_duration_mins.map(|minutes| minutes as f64),
        resets_ms: window.resets_at.map(|seconds| seconds as f64 * 1_000.0),
    })
}

fn word(text: &str) -> Option<String> {
    Some(text.to_owned()).filter(|text| !text.is_empty())
}

/// The server's word for a kind of account that has no screen of its own.
fn name_of(account: &wire::account::Account) -> String {
    let json = serde_json::to_value(account).unwrap_or_default();
    json.get("type").and_then(|name| name.as_str()).unwrap_or("unknown").to_owned()
}
