//! The handshake, and methods about the server and the machine it runs on.

use super::{call, params};
use crate::account::{AppInfo, Model, SkillsListEntry};
use crate::enums::{LoginMethod, MergeStrategy};
use crate::event::Event;
use crate::notification::FuzzyFile;
use crate::open::{open, readable};
use crate::thread::SandboxPolicy;
use serde_json::Value;
use std::collections::BTreeMap;

call!(Initialize = "initialize": InitializeParams => Initialized);
call!(ModelList = "model/list": ModelListParams => ModelListAnswer, |_params, answer| Event::ModelsListed {
    models: answer.data.clone(),
    next_cursor: answer.next_cursor.clone(),
});
call!(SkillsList = "skills/list": SkillsListParams => SkillsListAnswer, |_params, answer| {
    Event::SkillsListed(answer.data.clone())
});
call!(AppList = "app/list": AppListParams => AppListAnswer, |_params, answer| Event::AppsListed {
    apps: answer.data.clone(),
    next_cursor: answer.next_cursor.clone(),
});
call!(ConfigRead = "config/read": ConfigReadParams => ConfigReadAnswer);
call!(ConfigValueWrite = "config/value/write": ConfigValueWriteParams => ConfigWriteAnswer);
call!(ConfigRequirements = "configRequirements/read": () => ConfigRequirementsAnswer);
call!(CommandExec = "command/exec": CommandExecParams => CommandExecAnswer);
call!(CommandWrite = "command/exec/write": CommandWriteParams => super::Done);
call!(CommandResize = "command/exec/resize": CommandResizeParams => super::Done);
call!(CommandTerminate = "command/exec/terminate": CommandTerminateParams => super::Done);
call!(FuzzyFileSearch = "fuzzyFileSearch": FuzzyParams => FuzzyAnswer);
call!(experimental ServerDiagnostics = "server/diagnostics": DiagnosticsParams => Value);

/// The notification that ends the handshake. It has no parameters.
pub const INITIALIZED: &str = "initialized";

params! {
    InitializeParams { client_info: ClientInfo, ? { capabilities: Capabilities } }
    ClientInfo { name: String, version: String, ? { title: String } }
    Capabilities {
        experimental_api: bool,
        ? {
            /// Names of notifications that the server should not send.
            opt_out_notification_methods: Vec<String>,
        }
    }
    ModelListParams { ? { cursor: String, limit: u32, include_hidden: bool } }
    SkillsListParams { ? { cwds: Vec<String>, force_reload: bool } }
    AppListParams { ? { cursor: String, limit: u32, thread_id: String, force_refetch: bool } }
    ConfigReadParams { ? { cwd: String, include_layers: bool } }
    ConfigValueWriteParams {
        key_path: String, merge_strategy: MergeStrategy, value: Value,
        ? { expected_version: String, file_path: String }
    }
    CommandExecParams {
        command: Vec<String>,
        ? {
            cwd: String, env: BTreeMap<String, Option<String>>, timeout_ms: i64, disable_timeout: bool,
            output_bytes_cap: u64, disable_output_cap: bool, permission_profile: String, sandbox_policy: SandboxPolicy,
            /// An id of our choice; needed to stream, write, resize or terminate.
            process_id: String,
            tty: bool, size: TerminalSize, stream_stdin: bool, stream_stdout_stderr: bool,
        }
    }
    TerminalSize { cols: u16, rows: u16, }
    CommandWriteParams { process_id: String, ? { delta_base64: String, close_stdin: bool } }
    CommandResizeParams { process_id: String, size: TerminalSize, }
    CommandTerminateParams { process_id: String, }
    FuzzyParams { query: String, roots: Vec<String>, ? { cancellation_token: String } }
    DiagnosticsParams {}
}

open! {
    /// 0.104 sends `user_agent` only.
    Initialized {
        user_agent: String, codex_home: Option<String>, platform_family: Option<String>, platform_os: Option<String>,
    }
    ModelListAnswer { #[serde(deserialize_with = "readable")] data: Vec<Model>, next_cursor: Option<String> }
    SkillsListAnswer { #[serde(deserialize_with = "readable")] data: Vec<SkillsListEntry> }
    AppListAnswer { #[serde(deserialize_with = "readable")] data: Vec<AppInfo>, next_cursor: Option<String> }
    ConfigReadAnswer { config: Value, layers: Option<Vec<Value>>, origins: BTreeMap<String, Value> }
    ConfigWriteAnswer {
        version: String, file_path: String,
        /// Set if the value was written but another config layer overrides it.
        overridden_metadata: Option<Overridden>,
    }
    Overridden { message: String, effective_value: Value }
    /// `None` if no administrator requires anything.
    ConfigRequirementsAnswer { requirements: Option<Requirements> }
    Requirements {
        /// `None` from an older server, or if every method is allowed. If empty, nobody may sign in.
        allowed_login_methods: Option<Vec<LoginMethod>>,
        allowed_approval_policies: Option<Vec<Value>>,
        allowed_sandbox_modes: Option<Vec<String>>,
        allowed_web_search_modes: Option<Vec<String>>,
        allowed_approvals_reviewers: Option<Vec<String>>,
        feature_requirements: Option<BTreeMap<String, bool>>,
        model_provider: Option<String>,
        cli_auth_credentials_store: Option<String>,
        check_for_update_on_startup: Option<bool>,
        chatgpt_base_url: Option<String>,
    }
    CommandExecAnswer { exit_code: i64, stdout: String, stderr: String }
    FuzzyAnswer { files: Vec<FuzzyFile> }
}
