//! Payloads about the account: sign-in, limits, usage, and the models, skills and apps it offers.

use crate::enums::{LimitReached, MessageKind, PlanType, ResetStatus, SkillScope};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Account {
    ApiKey,
    #[serde(rename = "chatgpt")]
    ChatGpt {
        email: Option<String>,
        #[serde(default)]
        plan_type: PlanType,
        workspace_name: Option<String>,
    },
    AmazonBedrock {
        #[serde(default)]
        uses_codex_managed_credentials: bool,
    },
    Gcp,
    #[serde(untagged)]
    Other(Value),
}

#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct AccountFacts {
    pub account: Option<Account>,
    /// The configured model provider needs a signed-in account.
    pub requires_openai_auth: bool,
    pub workspace_routing: Option<WorkspaceRouting>,
}

#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct WorkspaceRouting {
    pub backend_origin: String,
    pub chatgpt_account_id: String,
    pub account_routing_override: String,
}

#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct RateLimits {
    pub limit_id: Option<String>,
    pub limit_name: Option<String>,
    pub plan_type: Option<PlanType>,
    pub primary: Option<RateLimitWindow>,
    pub secondary: Option<RateLimitWindow>,
    pub credits: Option<CreditsSnapshot>,
    pub individual_limit: Option<SpendLimit>,
    pub rate_limit_reached_type: Option<LimitReached>,
    pub spend_control_reached: Option<bool>,
}

#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct RateLimitWindow {
    pub used_percent: f64,
    pub window_duration_mins: Option<i64>,
    /// Seconds since 1970.
    pub resets_at: Option<i64>,
}

#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct CreditsSnapshot {
    pub has_credits: bool,
    pub unlimited: bool,
    pub balance: Option<String>,
}

#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct SpendLimit {
    pub limit: String,
    pub used: String,
    pub remaining_percent: f64,
    pub resets_at: i64,
}

#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct RateLimitsRead {
    pub rate_limits: RateLimits,
    pub rate_limits_by_limit_id: Option<BTreeMap<String, RateLimits>>,
    pub rate_limit_reset_credits: Option<ResetCredits>,
    pub ordinary_usage_allowed: Option<bool>,
    pub account_id: Option<String>,
}

/// Earned rate-limit resets that have not been used yet.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct ResetCredits {
    pub available_count: i64,
    /// The server may list fewer than `available_count`.
    pub credits: Option<Vec<ResetCredit>>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct ResetCredit {
    pub id: String,
    pub status: ResetStatus,
    pub title: Option<String>,
    pub description: Option<String>,
    /// Seconds since 1970.
    pub expires_at: Option<i64>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct WorkspaceMessage {
    pub message_id: String,
    pub message_type: MessageKind,
    pub message_body: String,
    pub created_at: Option<i64>,
}

/// A login that the server keeps, with the workspaces it can switch to.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct AccountSession {
    pub session_id: String,
    pub email: Option<String>,
    pub display_name: Option<String>,
    pub is_active: bool,
    pub selected_workspace_account_id: Option<String>,
    pub workspaces: Vec<SessionWorkspace>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct SessionWorkspace {
    pub account_id: String,
    pub name: Option<String>,
}

#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct UsageReport {
    pub summary: UsageSummary,
    pub daily_usage_buckets: Option<Vec<DailyUsageBucket>>,
    /// Present only when the request named a thread.
    pub thread_usage: Option<ThreadUsageEstimate>,
}

/// Estimates, in millionths of a credit and of a dollar.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct ThreadUsageEstimate {
    pub thread_id: String,
    pub estimated_usage_credits_micros: i64,
    pub estimated_usage_usd_micros: Option<i64>,
    pub native_usage_usd_micros: Option<i64>,
    pub groups: Vec<UsageBreakdownGroup>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct UsageBreakdownGroup {
    pub model: Option<String>,
    pub reasoning_effort: Option<String>,
    pub estimated_usage_credits_micros: i64,
    pub total_tokens: Option<i64>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct UsageSummary {
    pub lifetime_tokens: Option<i64>,
    pub peak_daily_tokens: Option<i64>,
    pub current_streak_days: Option<i64>,
    pub longest_streak_days: Option<i64>,
    pub longest_running_turn_sec: Option<i64>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct DailyUsageBucket {
    pub start_date: String,
    pub tokens: i64,
}

#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Model {
    pub id: String,
    pub model: String,
    pub display_name: String,
    pub description: String,
    pub hidden: bool,
    pub is_default: bool,
    pub supported_reasoning_efforts: Vec<Effort>,
    pub default_reasoning_effort: Option<String>,
    /// Older servers omit this field; `text` and `image` are then meant.
    pub input_modalities: Option<Vec<String>>,
    pub supports_personality: bool,
    pub service_tiers: Vec<ServiceTier>,
    pub default_service_tier: Option<String>,
    pub upgrade: Option<String>,
    pub upgrade_info: Option<Upgrade>,
}

/// The newer model that replaces this one, and when this one is retired.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Upgrade {
    pub model: String,
    pub upgrade_copy: Option<String>,
    /// Seconds since 1970.
    pub retirement_at: Option<i64>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Effort {
    pub reasoning_effort: String,
    pub description: String,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct ServiceTier {
    pub id: String,
    pub name: String,
    pub description: String,
}

/// The skills of one folder.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct SkillsListEntry {
    pub cwd: String,
    pub skills: Vec<SkillMetadata>,
    pub errors: Vec<SkillError>,
}

#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct SkillMetadata {
    pub name: String,
    pub description: String,
    pub short_description: Option<String>,
    pub path: String,
    pub scope: SkillScope,
    pub enabled: bool,
    pub plugin_id: Option<String>,
    pub interface: Option<SkillInterface>,
    pub dependencies: Option<SkillNeeds>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct SkillNeeds {
    pub tools: Vec<SkillTool>,
}

/// An external tool that a skill needs: an MCP server or a program.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct SkillTool {
    pub r#type: String,
    pub value: String,
    pub description: Option<String>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct SkillInterface {
    pub display_name: Option<String>,
    pub short_description: Option<String>,
    pub default_prompt: Option<String>,
    pub brand_color: Option<String>,
    pub icon_small: Option<String>,
    pub icon_large: Option<String>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct SkillError {
    pub path: String,
    pub message: String,
}

#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct AppInfo {
    pub id: String,
    pub name: String,
    pub description: Option<String>,
    pub is_accessible: bool,
    pub is_enabled: bool,
    pub install_url: Option<String>,
    pub logo_url: Option<String>,
    pub logo_url_dark: Option<String>,
    pub plugin_display_names: Vec<String>,
}
