//! Signing in and out, and what the account may still use.

use super::{call, params};
use crate::account::{AccountFacts, RateLimitsRead, Usage};
use crate::event::{Event, LoginStarted};
use crate::open::open;
use crate::secret::Secret;
use crate::word::{CancelLoginStatus, LoginAppBrand};
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
call!(AccountUsage = "account/usage/read": UsageParams => Usage, |_params, answer| Event::UsageRead(answer.clone()));

params! {
    AccountReadParams { ? { refresh_token: bool } }
    LoginCancelParams { login_id: String, }
    RateLimitsParams { ? { exclude_reset_credit_details: bool } }
    UsageParams { ? { thread_id: String } }
}

open! {
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
    /// Experimental, and marked by the server as internal.
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
    /// The browser flow, with the server's own choices.
    pub fn browser() -> Self {
        Self::ChatGpt { app_brand: None, use_hosted_login_success_page: None, codex_streamlined_login: None }
    }
}
