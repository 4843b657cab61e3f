//! Methods for signing in and out, and for limits and usage.

use super::{call, params};
use crate::account::{AccountFacts, AccountSession, RateLimitsRead, UsageReport, WorkspaceMessage};
use crate::enums::{CancelLoginStatus, LoginAppBrand, NudgeKind, NudgeStatus, ResetOutcome};
use crate::event::{Event, LoginStarted};
use crate::open::{open, readable};
use crate::secret::Secret;
use serde::{Deserialize, Serialize};

call!(AccountRead = "account/read": AccountReadParams => AccountFacts, |_params, answer| {
    Event::AccountRead(answer.clone())
});
call!(LoginStart = "account/login/start": LoginParams => LoginStarted, |_params, answer| {
    Event::LoginStarted(answer.clone())
});
call!(LoginCancel = "account/login/cancel": LoginCancelParams => LoginCancelAnswer);
call!(Logout = "account/logout": () => super::Done);
call!(AccountRateLimits = "account/rateLimits/read": RateLimitsParams => RateLimitsRead, |_params, answer| {
    Event::RateLimitsRead(Box::new(answer.clone()))
});
call!(AccountUsage = "account/usage/read": UsageParams => UsageReport, |_params, answer| Event::UsageRead(answer.clone()));

call!(ResetConsume = "account/rateLimitResetCredit/consume": ResetConsumeParams => ResetConsumeAnswer);
call!(WorkspaceMessages = "account/workspaceMessages/read": () => WorkspaceMessagesAnswer);
call!(NudgeOwner = "account/sendAddCreditsNudgeEmail": NudgeParams => NudgeAnswer);
call!(experimental AccountSessionList = "accountSession/list": SessionListParams => SessionListAnswer);
call!(experimental AccountSessionSwitch = "accountSession/switch": SessionSwitchParams => SessionSwitchAnswer);

params! {
    /// Repeating a key repeats the same attempt.
    ResetConsumeParams { idempotency_key: String, ? { credit_id: String } }
    NudgeParams { credit_type: NudgeKind, }
    SessionListParams { ? { refresh_workspace_metadata: bool } }
    SessionSwitchParams { session_id: String, account_id: String, ? { allow_browser_login: bool } }
    AccountReadParams { ? { refresh_token: bool } }
    LoginCancelParams { login_id: String, }
    RateLimitsParams { ? { exclude_reset_credit_details: bool } }
    UsageParams { ? { thread_id: String } }
}

open! {
    ResetConsumeAnswer { outcome: ResetOutcome }
    WorkspaceMessagesAnswer { feature_enabled: bool, #[serde(deserialize_with = "readable")] messages: Vec<WorkspaceMessage> }
    NudgeAnswer { status: NudgeStatus }
    SessionListAnswer { active_session_id: Option<String>, #[serde(deserialize_with = "readable")] sessions: Vec<AccountSession> }
    /// Either the current sessions, or a link that must be opened first. The link's two fields are in snake case.
    SessionSwitchAnswer {
        active_session_id: Option<String>, sessions: Option<Vec<AccountSession>>,
        #[serde(rename = "auth_url", skip_serializing_if = "Option::is_none")] auth_url: Option<String>,
        #[serde(rename = "login_id", skip_serializing_if = "Option::is_none")] login_id: Option<String>,
    }
    LoginCancelAnswer { status: CancelLoginStatus }
}

#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum LoginParams {
    ApiKey {
        #[serde(serialize_with = "Secret::expose")]
        api_key: Secret,
    },
    #[serde(rename = "chatgpt")]
    ChatGpt {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        app_brand: Option<LoginAppBrand>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        use_hosted_login_success_page: Option<bool>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        codex_streamlined_login: Option<bool>,
    },
    #[serde(rename = "chatgptDeviceCode")]
    DeviceCode,
    /// Experimental; the server's documentation calls it internal.
    #[serde(rename = "chatgptAuthTokens")]
    AuthTokens {
        #[serde(serialize_with = "Secret::expose")]
        access_token: Secret,
        chatgpt_account_id: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        chatgpt_plan_type: Option<String>,
    },
    AmazonBedrock {
        #[serde(serialize_with = "Secret::expose")]
        api_key: Secret,
        region: String,
    },
    AmazonBedrockAccessKeys {
        access_key_id: String,
        #[serde(serialize_with = "Secret::expose")]
        secret_access_key: Secret,
        #[serde(default, skip_serializing_if = "Option::is_none", serialize_with = "Secret::expose_some")]
        session_token: Option<Secret>,
        region: String,
    },
}

impl LoginParams {
    /// Sign-in by browser, with the server's defaults.
    pub fn browser() -> Self {
        Self::ChatGpt { app_brand: None, use_hosted_login_success_page: None, codex_streamlined_login: None }
    }
}
