//! How much may still be used.

use serde::Serialize;
use ts_rs::TS;

#[derive(Debug, Clone, PartialEq, Default, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub struct Limits {
    pub report: Report,
    /// The binding one first. Empty: unknown.
    pub windows: Vec<LimitWindow>,
    /// Why no turn is taken now; `None` as far as is known.
    pub block: Option<Blocked>,
    pub credits: Option<Credits>,
    pub spend: Option<Spend>,
    pub resets: Option<Resets>,
}

impl Limits {
    /// When the limit that stops a turn is over, where that is known.
    pub fn over_ms(&self) -> Option<f64> {
        match &self.block {
            Some(Blocked::Limit { until_ms, .. } | Blocked::Spend { until_ms, .. }) => *until_ms,
            Some(Blocked::Credits { .. }) => None,
            // Another one than the main limit stops its own model only.
            None => self.windows.first().filter(|window| window.used_percent >= 100.0)?.resets_ms,
        }
    }
}

/// Whether there is anything to know.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub enum Report {
    #[default]
    Unknown,
    Known,
    /// Signed in with an API key: OpenAI bills it, and reports no limits.
    NotReported,
}

#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub struct LimitWindow {
    /// The limit it belongs to, such as `codex`; a limit has one or two windows.
    pub limit: String,
    pub name: Option<String>,
    pub used_percent: f64,
    pub minutes: Option<f64>,
    pub resets_ms: Option<f64>,
}

#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
#[ts(export_to = "model.ts")]
pub enum Blocked {
    /// A window is used up.
    Limit { name: Option<String>, minutes: Option<f64>, until_ms: Option<f64> },
    /// No credits are left; `can_ask`: the owner of the workspace can be asked.
    Credits { can_ask: bool },
    /// The workspace's own ceiling was reached.
    Spend { can_ask: bool, until_ms: Option<f64> },
}

#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub struct Credits {
    pub has_credits: bool,
    pub unlimited: bool,
    /// As the backend writes it.
    pub balance: Option<String>,
}

/// What the workspace lets this person spend.
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

/// Earned resets of the limits.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub struct Resets {
    pub count: f64,
    /// Those that the backend describes; may be fewer.
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
