//! Codex's own settings, and the layers they are made of.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use ts_rs::TS;

#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub struct ConfigSheet {
    /// The person's own config.toml.
    pub file: String,
    /// The version a write must be based on. `None` while there is no file.
    pub version: Option<String>,
    pub fields: Vec<ConfigField>,
    /// Other keys that are set, read-only.
    pub others: Vec<ConfigOther>,
    /// The layers that set something, strongest first.
    pub layers: Vec<Layer>,
    /// The file's text with secret values covered.
    pub raw: String,
    /// Why the file could not be understood.
    pub problem: Option<String>,
    /// An administrator limits what may be set.
    pub limited: bool,
}

#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub struct ConfigOther {
    pub key: String,
    pub value: String,
    pub layer: Layer,
}

#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub struct ConfigField {
    /// The dotted key as config.toml spells it.
    pub key: String,
    pub group: FieldGroup,
    pub kind: ValueKind,
    /// The value in force. `null` means Codex's own default.
    #[ts(type = "unknown")]
    pub value: Value,
    /// The value in the person's own file.
    #[ts(type = "unknown")]
    pub own: Value,
    /// The layer that decides. `None` for a default.
    pub layer: Option<Layer>,
    /// Another layer decides, so what is written to the person's file has no effect.
    pub overruled: bool,
    pub lock: Option<Lock>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts", rename = "ConfigGroup")]
pub enum FieldGroup {
    Model,
    Permissions,
    Tools,
    Context,
    Other,
}

#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
#[ts(export_to = "model.ts", rename = "ConfigKind")]
pub enum ValueKind {
    Text,
    Long,
    Number,
    Flag,
    One {
        options: Vec<String>,
    },
    /// A list of texts.
    List,
}

/// How an administrator limits a setting.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
#[ts(export_to = "model.ts", rename = "ConfigLock")]
pub enum Lock {
    /// Only these values are allowed.
    Only { options: Vec<String> },
    /// Fixed by the layer that decides it.
    Fixed,
}

/// What a person does with Codex's settings.
#[derive(Debug, Deserialize, TS)]
#[serde(tag = "does", rename_all = "camelCase", rename_all_fields = "camelCase")]
#[ts(export_to = "model.ts")]
pub enum ConfigIntent {
    /// `version` is the one that was shown. If somebody else wrote meanwhile, the write fails with a conflict.
    Write { edits: Vec<ConfigEdit>, version: Option<String> },
    /// Trusts a folder, so that its own settings, hooks and rules apply, or takes that back.
    Trust { folder: String, trusted: bool },
    /// Shows config.toml in the file manager.
    Reveal,
}

#[derive(Debug, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub struct ConfigEdit {
    /// Dotted; a name with dots in it is quoted.
    pub key: String,
    /// `null` removes the key.
    #[ts(type = "unknown")]
    pub value: Value,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub struct Layer {
    pub kind: LayerKind,
    pub file: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub enum LayerKind {
    /// Came with Codex.
    Packaged,
    /// Set by an administrator.
    Managed,
    /// For everybody on this computer.
    System,
    /// The person's own config.toml.
    User,
    Project,
    /// The command line that we started Codex with.
    Flags,
    Other,
}
