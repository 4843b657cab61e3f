//! What comes from elsewhere or goes there: other agents' settings, feedback, the sandbox of Windows.

use super::{call, params};
use crate::enums::{WindowsSandbox, WindowsSetup};
use crate::open::{open, readable};
use serde_json::Value;

call!(ImportDetect = "externalAgentConfig/detect": ImportDetectParams => ImportDetectAnswer);
call!(ImportStart = "externalAgentConfig/import": ImportStartParams => ImportStartAnswer);
call!(ImportHistories = "externalAgentConfig/import/readHistories": () => ImportHistoriesAnswer);
call!(FeedbackSave = "feedback/save": FeedbackSaveParams => FeedbackSaveAnswer);
call!(FeedbackUpload = "feedback/upload": FeedbackParams => FeedbackAnswer);
call!(WindowsReadiness = "windowsSandbox/readiness": () => WindowsReadinessAnswer);
call!(WindowsSetupStart = "windowsSandbox/setupStart": WindowsSetupParams => WindowsSetupAnswer);

params! {
    ImportDetectParams { ? { cwds: Vec<String>, include_home: bool } }
    /// The items go back as they came.
    ImportStartParams { migration_items: Vec<Value>, }
    FeedbackParams { classification: String, include_logs: bool, ? { reason: String, thread_id: String } }
    FeedbackSaveParams {
        classification: String, include_logs: bool, save_path: String,
        ? { reason: String, thread_id: String }
    }
    WindowsSetupParams { mode: WindowsSetup, ? { cwd: String } }
}

open! {
    ImportDetectAnswer { items: Vec<Value> }
    ImportStartAnswer { import_id: String }
    ImportHistoriesAnswer { #[serde(deserialize_with = "readable")] data: Vec<ImportHistory> }
    ImportHistory { import_id: String, completed_at_ms: i64, successes: Vec<Value>, failures: Vec<Value> }
    FeedbackAnswer { thread_id: String }
    FeedbackSaveAnswer { saved_path: String, thread_id: String }
    WindowsReadinessAnswer { status: WindowsSandbox }
    WindowsSetupAnswer { started: bool }
}
