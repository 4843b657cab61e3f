//! Usage limits: the last complete reading, with every partial update merged into it.
//!
//! Invariant: an update changes only what it names. A null in an update means "not included" and clears nothing.

use contract::account::{Blocked, Credits, LimitWindow, Limits, Period, Report, Reset, Resets, Spend};
use protocol::account::{self, RateLimits, RateLimitsRead, ResetCredits};
use protocol::enums::{LimitReached, ResetStatus};
use std::collections::BTreeMap;

/// The last known state of every limit, by its id.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Buckets {
    /// The id of the limit that an update without an id refers to.
    main: String,
    by_id: BTreeMap<String, RateLimits>,
    resets: Option<ResetCredits>,
}

impl Buckets {
    /// A complete reading replaces everything except what it does not contain.
    pub fn read(&mut self, read: RateLimitsRead) {
        self.main = read.rate_limits.limit_id.clone().unwrap_or_default();
        self.by_id = read.rate_limits_by_limit_id.unwrap_or_default();
        // The main limit is usually also in the list, with the same values.
        self.by_id.entry(self.main.clone()).or_insert(read.rate_limits);
        if let Some(resets) = read.rate_limit_reset_credits {
            self.resets = Some(resets);
        }
    }

    pub fn update(&mut self, update: RateLimits) {
        let id = update.limit_id.clone().unwrap_or_else(|| self.main.clone());
        if self.by_id.is_empty() {
            self.main = id.clone();
        }
        match self.by_id.get_mut(&id) {
            Some(held) => merge(held, update),
            None => {
                self.by_id.insert(id, update);
            }
        }
    }

    pub fn limits(&self) -> Limits {
        let mut windows: Vec<LimitWindow> = self.by_id.iter().flat_map(|(id, limits)| windows(id, limits)).collect();
        windows.sort_by(|a, b| binds(b).total_cmp(&binds(a)).then(later(a, b)));
        let main = || self.by_id.get(&self.main).into_iter().chain(self.by_id.values());
        let spend = main().find_map(|limits| limits.individual_limit.as_ref().map(|spend| (limits, spend)));
        Limits {
            report: if self.by_id.is_empty() { Report::Unknown } else { Report::Known },
            block: self.block(&windows),
            credits: main().find_map(|limits| limits.credits.clone()).map(|credits| Credits {
                has_credits: credits.has_credits,
                unlimited: credits.unlimited,
                balance: credits.balance,
            }),
            spend: spend.map(|(limits, spend)| Spend {
                limit: spend.limit.clone(),
                used: spend.used.clone(),
                remaining_percent: spend.remaining_percent,
                resets_ms: ms(spend.resets_at),
                reached: limits.spend_control_reached == Some(true),
            }),
            resets: self.resets.as_ref().map(resets),
            windows,
        }
    }

    /// Only the main limit stops every turn; any other limit stops its own model only.
    fn block(&self, windows: &[LimitWindow]) -> Option<Blocked> {
        let main = self.by_id.get(&self.main)?;
        if main.spend_control_reached == Some(true) {
            let until_ms = main.individual_limit.as_ref().map(|spend| ms(spend.resets_at));
            let can_ask = main.rate_limit_reached_type == Some(LimitReached::MemberUsage);
            return Some(Blocked::Spend { can_ask, until_ms });
        }
        match &main.rate_limit_reached_type {
            Some(LimitReached::OwnerCredits) => return Some(Blocked::Credits { can_ask: false }),
            Some(LimitReached::MemberCredits) => return Some(Blocked::Credits { can_ask: true }),
            Some(LimitReached::OwnerUsage) => return Some(Blocked::Spend { can_ask: false, until_ms: None }),
            Some(LimitReached::MemberUsage) => return Some(Blocked::Spend { can_ask: true, until_ms: None }),
            _ => {}
        }
        let pays = main.credits.as_ref().is_some_and(|credits| credits.unlimited || credits.has_credits);
        let said = main.rate_limit_reached_type == Some(LimitReached::RateLimit);
        let full = windows.iter().find(|window| window.limit == self.main && window.used_percent >= 100.0)?;
        (said || !pays).then(|| Blocked::Limit {
            name: full.name.clone(),
            period: full.period,
            until_ms: full.resets_ms,
        })
    }
}

/// All used-up windows restrict equally; of these, the one that is reset last decides.
fn binds(window: &LimitWindow) -> f64 {
    window.used_percent.min(100.0)
}

fn later(a: &LimitWindow, b: &LimitWindow) -> std::cmp::Ordering {
    let at = |window: &LimitWindow| window.resets_ms.unwrap_or(0.0);
    at(b).total_cmp(&at(a))
}

fn merge(held: &mut RateLimits, update: RateLimits) {
    let newer = |held: &mut Option<account::RateLimitWindow>, update: Option<account::RateLimitWindow>| {
        if let Some(mut update) = update {
            let before = held.take().unwrap_or_default();
            update.window_duration_mins = update.window_duration_mins.or(before.window_duration_mins);
            update.resets_at = update.resets_at.or(before.resets_at);
            *held = Some(update);
        }
    };
    newer(&mut held.primary, update.primary);
    newer(&mut held.secondary, update.secondary);
    if let Some(mut credits) = update.credits {
        let before = held.credits.take().and_then(|credits| credits.balance);
        credits.balance = credits.balance.or(before.filter(|_| credits.has_credits));
        held.credits = Some(credits);
    }
    held.limit_name = update.limit_name.or(held.limit_name.take());
    held.plan_type = update.plan_type.or(held.plan_type.take());
    held.individual_limit = update.individual_limit.or(held.individual_limit.take());
    held.rate_limit_reached_type = update.rate_limit_reached_type.or(held.rate_limit_reached_type.take());
    held.spend_control_reached = update.spend_control_reached.or(held.spend_control_reached);
}

fn windows<'a>(id: &'a str, limits: &'a RateLimits) -> impl Iterator<Item = LimitWindow> + 'a {
    limits.primary.iter().chain(&limits.secondary).map(|window| LimitWindow {
        limit: id.to_owned(),
        name: limits.limit_name.clone(),
        used_percent: window.used_percent,
        period: period(window.window_duration_mins),
        resets_ms: window.resets_at.map(ms),
    })
}

fn period(minutes: Option<i64>) -> Period {
    const HOUR: u32 = 60;
    const DAY: u32 = 24 * HOUR;
    let rounded = |minutes: u32, unit: u32| (minutes / unit) + u32::from(minutes % unit >= unit / 2);
    match u32::try_from(minutes.unwrap_or_default()).unwrap_or_default() {
        0 => Period::Unknown,
        DAY => Period::Day,
        minutes if minutes == 7 * DAY => Period::Week,
        minutes if (28 * DAY..=31 * DAY).contains(&minutes) => Period::Month { days: rounded(minutes, DAY) },
        minutes if minutes > DAY => Period::Days { days: rounded(minutes, DAY) },
        minutes => Period::Hours { hours: rounded(minutes, HOUR).max(1) },
    }
}

fn resets(credits: &ResetCredits) -> Resets {
    let usable = credits.credits.iter().flatten().filter(|credit| credit.status == ResetStatus::Available);
    let seen = usable.map(|credit| Reset {
        id: credit.id.clone(),
        title: credit.title.as_deref().map(render::visible),
        description: credit.description.as_deref().map(render::visible),
        expires_ms: credit.expires_at.map(ms),
    });
    Resets { count: credits.available_count.max(0) as f64, resets: seen.collect() }
}

fn ms(seconds: i64) -> f64 {
    seconds as f64 * 1_000.0
}

#[cfg(test)]
#[path = "limits/tests.rs"]
mod tests;
