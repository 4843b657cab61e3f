//! Methods for apps: their details, and which of them a thread can call.

use super::{call, params};
use crate::open::{open, readable};

call!(AppRead = "app/read": AppReadParams => AppReadAnswer);
call!(AppInstalled = "app/installed": AppInstalledParams => AppInstalledAnswer);

params! {
    AppReadParams { app_ids: Vec<String>, include_tools: bool, ? { thread_id: String } }
    AppInstalledParams { ? { thread_id: String, force_refresh: bool } }
}

open! {
    AppReadAnswer { #[serde(deserialize_with = "readable")] apps: Vec<AppMetadata>, missing_app_ids: Vec<String> }
    AppMetadata {
        id: String, name: String, description: Option<String>, install_url: Option<String>,
        plugin_display_names: Vec<String>, tool_summaries: Option<Vec<AppTool>>,
    }
    AppTool {
        name: String, title: Option<String>, description: String, is_enabled: bool, is_read_only: bool,
        disabled_reason: Option<String>,
    }
    AppInstalledAnswer { #[serde(deserialize_with = "readable")] apps: Vec<InstalledApp> }
    InstalledApp { id: String, runtime_name: Option<String>, enabled: bool, callable: bool }
}
