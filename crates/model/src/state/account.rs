//! The signed-in account and its usage limits.

use super::State;
use super::thread::Thread;
use crate::account::Buckets;
use contract::account::{Limits, Report};
use contract::change::{Account, Change, HeadState};
use protocol::account::{AccountFacts, RateLimits, RateLimitsRead};
use protocol::notification::AccountUpdated;

impl State {
    pub(super) fn account_read(&mut self, facts: AccountFacts, out: &mut Vec<Change>) {
        self.needs_account = facts.requires_openai_auth;
        let account = match facts.account {
            None => self.signed_out(),
            Some(protocol::account::Account::ApiKey) => Account::ApiKey,
            Some(protocol::account::Account::ChatGpt { email, plan_type, .. }) => {
                Account::ChatGpt { email, plan: word(plan_type.as_str()) }
            }
            Some(other) => Account::Other { name: name_of(&other) },
        };
        self.put_account(account, out);
    }

    /// Carries only the kind of account; an `account/read` follows for the rest.
    pub(super) fn account_updated(&mut self, update: AccountUpdated, out: &mut Vec<Change>) {
        let plan = update.plan_type.and_then(|plan| word(plan.as_str()));
        let account = match update.auth_mode.as_ref().map(|mode| mode.as_str()) {
            None => self.signed_out(),
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
        self.buckets.read(read);
        self.put_limits(out);
    }

    pub(super) fn limits_updated(&mut self, limits: RateLimits, out: &mut Vec<Change>) {
        self.buckets.update(limits);
        self.put_limits(out);
    }

    /// The demo's server is ours and needs no account.
    fn signed_out(&self) -> Account {
        Account::SignedOut { needed: self.needs_account && self.server.demo.is_none() }
    }

    fn put_limits(&mut self, out: &mut Vec<Change>) {
        let limits = match self.account {
            Account::ApiKey => Limits { report: Report::NotReported, ..Limits::default() },
            _ => self.buckets.limits(),
        };
        if self.limits != limits {
            self.limits = limits.clone();
            let limited = |thread: &Thread| matches!(thread.ended, Some(HeadState::Limited { .. }));
            let limited = self.threads.iter().filter(|(_, thread)| limited(thread)).map(|(id, _)| id.clone());
            self.touched.extend(limited);
            out.push(Change::LimitsPut { limits });
        }
    }

    fn put_account(&mut self, account: Account, out: &mut Vec<Change>) {
        if self.account == account {
            return;
        }
        if is_another(&self.account, &account) {
            self.buckets = Buckets::default();
            self.forget_apps(out);
        }
        self.account = account.clone();
        out.push(Change::AccountPut { account });
        self.put_limits(out);
    }
}

/// Whether these are different accounts, so that the limits of one say nothing about the other.
fn is_another(before: &Account, after: &Account) -> bool {
    match (before, after) {
        (Account::Unknown, _) => false,
        (Account::ChatGpt { email: Some(before), .. }, Account::ChatGpt { email: Some(after), .. }) => before != after,
        (Account::ChatGpt { .. }, Account::ChatGpt { .. }) => false,
        (before, after) => std::mem::discriminant(before) != std::mem::discriminant(after),
    }
}

fn word(text: &str) -> Option<String> {
    Some(text.to_owned()).filter(|text| !text.is_empty())
}

/// The server's name for a kind of account that has no screen of its own.
fn name_of(account: &protocol::account::Account) -> String {
    let json = serde_json::to_value(account).unwrap_or_default();
    json.get("type").and_then(|name| name.as_str()).unwrap_or("unknown").to_owned()
}
