//! Usage limits: how much the account may still use.

use serde::Serialize;
use ts_rs::TS;

#[derive(Debug, Clone, PartialEq, Default, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub struct Limits {
    pub report: Report,
    /// The most restrictive window first. Empty if the limits are unknown.
    pub windows: Vec<LimitWindow>,
    /// Why the server would refuse a turn now; `None` if no reason is known.
    pub block: Option<Blocked>,
    pub credits: Option<Credits>,
    pub spend: Option<Spend>,
    pub resets: Option<Resets>,
}

impl Limits {
    /// When the limit that stops turns is reset, if that is known.
    pub fn over_ms(&self) -> Option<f64> {
        match &self.block {
            Some(Blocked::Limit { until_ms, .. } | Blocked::Spend { until_ms, .. }) => *until_ms,
            Some(Blocked::Credits { .. }) => None,
            // Any limit other than the main one stops turns of its own model only.
            None => self.windows.first().filter(|window| window.used_percent >= 100.0)?.resets_ms,
        }
    }
}

/// Whether this account has limits to show.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub enum Report {
    #[default]
    Unknown,
    Known,
    /// Signed in with an API key: OpenAI bills each use and reports no limits.
    NotReported,
}

/// The length of a limit's window, as people say it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, TS)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
#[ts(export_to = "model.ts")]
pub enum Period {
    Unknown,
    Hours { hours: u32 },
    Day,
    Days { days: u32 },
    Week,
    Month { days: u32 },
}

#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub struct LimitWindow {
    /// The limit that the window belongs to, such as `codex`. A limit has one or two windows.
    pub limit: String,
    pub name: Option<String>,
    pub used_percent: f64,
    pub period: Period,
    pub resets_ms: Option<f64>,
}

#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
#[ts(export_to = "model.ts")]
pub enum Blocked {
    /// The limit of a window is reached.
    Limit { name: Option<String>, period: Period, until_ms: Option<f64> },
    /// No credits are left. `can_ask`: the owner of the workspace can be asked for more.
    Credits { can_ask: bool },
    /// The workspace's own spending limit is reached.
    Spend { can_ask: bool, until_ms: Option<f64> },
}

#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub struct Credits {
    pub has_credits: bool,
    pub unlimited: bool,
    /// Formatted by the backend.
    pub balance: Option<String>,
}

/// What the workspace allows this person to spend.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub struct Spend {
    pub limit: String,
    pub used: String,
    pub remaining_percent: f64,
    pub resets_ms: f64,
    pub reached: bool,
}

/// Resets of the limits that the account has earned.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub struct Resets {
    pub count: f64,
    /// The resets with details; the backend may describe fewer than it counts.
    pub resets: Vec<Reset>,
}

#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub struct Reset {
    pub id: String,
    pub title: Option<String>,
    pub description: Option<String>,
    pub expires_ms: Option<f64>,
}
