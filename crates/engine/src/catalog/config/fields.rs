//! The settings that have a field of their own: which values each takes, and what is known about it now.

use super::overrules;
use crate::catalog::layer::{HeldConfig, LayerKind, at};
use crate::failure::Failure;
pub use contract::catalog::config::{ConfigField, FieldGroup, Lock, ValueKind};
use protocol::method::Requirements;
use serde_json::Value;

enum Takes {
    Text,
    Long,
    Number,
    Flag,
    One(&'static [&'static str]),
    List,
}

use FieldGroup::{Context, Model, Other, Permissions, Tools};

/// In the order they are shown.
const FIELDS: &[(&str, FieldGroup, Takes)] = &[
    ("model", Model, Takes::Text),
    ("model_reasoning_effort", Model, Takes::Text),
    ("model_reasoning_summary", Model, Takes::One(&["auto", "concise", "detailed", "none"])),
    ("model_verbosity", Model, Takes::One(&["low", "medium", "high"])),
    ("review_model", Model, Takes::Text),
    ("model_provider", Model, Takes::Text),
    ("personality", Model, Takes::One(&["none", "friendly", "pragmatic"])),
    ("approval_policy", Permissions, Takes::One(&["untrusted", "on-request", "never"])),
    ("sandbox_mode", Permissions, Takes::One(&["read-only", "workspace-write", "danger-full-access"])),
    ("sandbox_workspace_write.writable_roots", Permissions, Takes::List),
    ("sandbox_workspace_write.network_access", Permissions, Takes::Flag),
    ("sandbox_workspace_write.exclude_slash_tmp", Permissions, Takes::Flag),
    ("sandbox_workspace_write.exclude_tmpdir_env_var", Permissions, Takes::Flag),
    ("approvals_reviewer", Permissions, Takes::One(&["user", "auto_review"])),
    ("web_search", Tools, Takes::One(&["disabled", "cached", "indexed", "live"])),
    ("tool_output_token_limit", Tools, Takes::Number),
    ("background_terminal_max_timeout", Tools, Takes::Number),
    ("developer_instructions", Context, Takes::Long),
    ("project_doc_max_bytes", Context, Takes::Number),
    ("model_context_window", Context, Takes::Number),
    ("model_auto_compact_token_limit", Context, Takes::Number),
    ("hide_agent_reasoning", Other, Takes::Flag),
    ("show_raw_agent_reasoning", Other, Takes::Flag),
    ("history.persistence", Other, Takes::One(&["save-all", "none"])),
    ("analytics.enabled", Other, Takes::Flag),
    ("file_opener", Other, Takes::One(&["vscode", "vscode-insiders", "windsurf", "cursor", "none"])),
];

pub(super) fn is_field(key: &str) -> bool {
    FIELDS.iter().any(|(name, ..)| key == *name || key.strip_prefix(name).is_some_and(|rest| rest.starts_with('.')))
}

/// Whether a key can be written without asking the person: it neither names a program nor trusts anything. A key in
/// another spelling is unknown, and so not plain.
pub(super) fn is_plain(key: &str) -> bool {
    is_field(key) || key == "default_permissions" || key.starts_with("permissions.")
}

pub(super) fn of(held: &HeldConfig, limits: Option<&Requirements>) -> Vec<ConfigField> {
    FIELDS.iter().map(|(key, group, takes)| field(key, *group, takes, held, limits)).collect()
}

fn field(key: &str, group: FieldGroup, takes: &Takes, held: &HeldConfig, limits: Option<&Requirements>) -> ConfigField {
    let layer = held.origin(key);
    let managed = layer.as_ref().is_some_and(|layer| layer.kind == LayerKind::Managed);
    let kind = match takes {
        Takes::Text => ValueKind::Text,
        Takes::Long => ValueKind::Long,
        Takes::Number => ValueKind::Number,
        Takes::Flag => ValueKind::Flag,
        Takes::One(options) => ValueKind::One { options: options.iter().map(|&word| word.to_owned()).collect() },
        Takes::List => ValueKind::List,
    };
    ConfigField {
        key: key.to_owned(),
        group,
        kind,
        value: at(&held.config, key).clone(),
        own: at(held.own(), key).clone(),
        overruled: layer.as_ref().is_some_and(overrules),
        lock: limits.and_then(|limits| limit(key, limits)).or(managed.then_some(Lock::Fixed)),
        layer,
    }
}

/// Fails if an administrator does not allow the value.
pub(super) fn allows(key: &str, value: &Value, limits: &Requirements) -> Result<(), Failure> {
    let Some(Lock::Only { options }) = limit(key, limits) else { return Ok(()) };
    if value.is_null() || options.contains(&word(value)) {
        return Ok(());
    }
    let message = format!("Your administrator only allows {}.", options.join(", "));
    Err(Failure::bad_input(message).at(key))
}

fn word(value: &Value) -> String {
    match value {
        Value::String(word) => word.clone(),
        Value::Object(map) => map.keys().next().cloned().unwrap_or_default(),
        other => other.to_string(),
    }
}

fn limit(key: &str, limits: &Requirements) -> Option<Lock> {
    let options = match key {
        "approval_policy" => limits.allowed_approval_policies.as_ref().map(|all| all.iter().map(word).collect()),
        "sandbox_mode" => limits.allowed_sandbox_modes.clone(),
        "web_search" => limits.allowed_web_search_modes.clone(),
        "approvals_reviewer" => limits.allowed_approvals_reviewers.clone(),
        "model_provider" => limits.model_provider.clone().map(|only| vec![only]),
        _ => None,
    };
    options.map(|options| Lock::Only { options })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_an_administrator_leaves_is_told() {
        let limits = Requirements {
            allowed_approval_policies: Some(vec![json!("untrusted"), json!({"granular": {}})]),
            allowed_sandbox_modes: Some(vec!["read-only".into()]),
            ..Requirements::default()
        };
        let only = |key: &str| match limit(key, &limits) {
            Some(Lock::Only { options }) => options,
            _ => Vec::new(),
        };
        assert_eq!(only("approval_policy"), ["untrusted", "granular"]);
        assert_eq!(only("sandbox_mode"), ["read-only"]);
        assert!(limit("model", &limits).is_none());
        assert!(allows("sandbox_mode", &json!("read-only"), &limits).is_ok());
        assert!(allows("sandbox_mode", &Value::Null, &limits).is_ok());
        assert_eq!(
            allows("approval_policy", &json!("never"), &limits).map_err(|why| why.at),
            Err(Some("approval_policy".into()))
        );
    }

    #[test]
    fn an_entry_of_a_list_belongs_to_its_field() {
        assert!(is_field("sandbox_workspace_write.writable_roots.0"));
        assert!(is_field("model") && !is_field("model_providers.x.name"));
    }
}
