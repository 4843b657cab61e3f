//! Methods for Codex's configuration: config writes, permission profiles, features, hooks, memory and remote control.

use super::list::PageParams;
use super::{Done, ThreadRef, call, params};
use crate::enums::{MemoryMode, MergeStrategy, RemoteControl};
use crate::open::{open, readable};
use serde_json::Value;
use std::collections::BTreeMap;

call!(ConfigBatchWrite = "config/batchWrite": ConfigBatchParams => super::ConfigWriteAnswer);
call!(PermissionProfileList = "permissionProfile/list": ProfileListParams => ProfileListAnswer);
call!(ProviderCapabilities = "modelProvider/capabilities/read": NoParams => CapabilitiesAnswer);
call!(FeatureList = "experimentalFeature/list": PageParams => FeatureListAnswer);
call!(
    /// Lasts until the server exits, and works for some features only.
    FeatureEnable = "experimentalFeature/enablement/set": FeatureEnableParams => FeatureEnableParams
);
call!(HooksList = "hooks/list": HooksParams => HooksAnswer);
call!(experimental MemoryStatus = "memory/status": NoParams => MemoryAnswer);
call!(experimental MemoryReset = "memory/reset": () => Done);

call!(experimental ThreadMemoryMode = "thread/memoryMode/set": MemoryModeParams => Done);
call!(experimental ThreadMemoryRead = "thread/memory/read": ThreadRef => ThreadMemoryAnswer);
call!(experimental RolloutCompress = "rollout/compress": () => Done);
call!(
    /// The state of OpenAI's relay to this server.
    experimental RemoteStatus = "remoteControl/status/read": () => RemoteAnswer
);
call!(experimental RemoteDisable = "remoteControl/disable": RemoteDisableParams => RemoteAnswer);

params! {
    NoParams {}
    ConfigBatchParams {
        edits: Vec<ConfigEdit>,
        ? { expected_version: String, file_path: String, reload_user_config: bool }
    }
    /// `null` removes the key.
    ConfigEdit { key_path: String, merge_strategy: MergeStrategy, value: Value, }
    ProfileListParams { ? { cursor: String, limit: u32, cwd: String } }
    FeatureEnableParams { enablement: BTreeMap<String, bool>, }
    MemoryModeParams { thread_id: String, mode: MemoryMode, }
    RemoteDisableParams { ? { ephemeral: bool } }
    HooksParams { ? { cwds: Vec<String> } }
}

open! {
    ProfileListAnswer { #[serde(deserialize_with = "readable")] data: Vec<Profile>, next_cursor: Option<String> }
    Profile { id: String, description: Option<String>, allowed: bool }
    CapabilitiesAnswer { image_generation: bool, web_search: bool }
    FeatureListAnswer { #[serde(deserialize_with = "readable")] data: Vec<Feature>, next_cursor: Option<String> }
    Feature {
        name: String, display_name: Option<String>, description: Option<String>, announcement: Option<String>,
        enabled: bool, default_enabled: bool,
        /// `beta`, `stable`, `underDevelopment`, `deprecated`, `removed`.
        stage: String,
    }
    HooksAnswer { #[serde(deserialize_with = "readable")] data: Vec<Hooks> }
    Hooks { cwd: String, hooks: Vec<Value>, warnings: Vec<String>, errors: Vec<HookTrouble> }
    HookTrouble { path: String, message: String }
    ThreadMemoryAnswer { summary: Option<String> }
    RemoteAnswer { status: RemoteControl, server_name: String }
    MemoryAnswer { v2_consolidated_threads: i64, v2_ready: bool }
}
