//! Codex's config as read from the server: the values in force, and which layer each comes from.

use crate::engine::Engine;
use crate::failure::Failure;
pub use contract::catalog::config::{Layer, LayerKind};
use protocol::method::{ConfigRead, ConfigReadParams};
use serde_json::Value;
use std::collections::BTreeMap;

/// The layer with the server's name for it.
fn layer(name: &Value) -> Layer {
    let kind = match name["type"].as_str().unwrap_or_default() {
        "packagedDefaults" => LayerKind::Packaged,
        "mdm" | "enterpriseManaged" | "legacyManagedConfigTomlFromFile" | "legacyManagedConfigTomlFromMdm" => {
            LayerKind::Managed
        }
        "system" => LayerKind::System,
        "user" => LayerKind::User,
        "project" => LayerKind::Project,
        "sessionFlags" => LayerKind::Flags,
        _ => LayerKind::Other,
    };
    let folder = name["dotCodexFolder"].as_str().map(|folder| format!("{folder}/config.toml"));
    let file = name["file"].as_str().map(str::to_owned).or(folder).map(|file| render::visible(&file));
    Layer { kind, file }
}

/// An answer to `config/read` with its layers.
pub(super) struct HeldConfig {
    pub config: Value,
    origins: BTreeMap<String, Value>,
    layers: Vec<Value>,
}

impl HeldConfig {
    pub async fn read(engine: &Engine, cwd: Option<String>) -> Result<Self, Failure> {
        let params = ConfigReadParams { cwd, include_layers: Some(true) };
        let answer = engine.peer().await?.call::<ConfigRead>(params).await?;
        Ok(Self { config: answer.config, origins: answer.origins, layers: answer.layers.unwrap_or_default() })
    }

    /// The person's own layer, without a profile.
    fn own_layer(&self) -> Option<&Value> {
        self.layers.iter().find(|layer| layer["name"]["type"] == "user" && layer["name"]["profile"].is_null())
    }

    pub fn own(&self) -> &Value {
        self.own_layer().map_or(&Value::Null, |layer| &layer["config"])
    }

    pub fn version(&self) -> Option<String> {
        self.own_layer().and_then(|layer| layer["version"].as_str()).map(str::to_owned)
    }

    pub fn file(&self) -> Option<String> {
        self.own_layer().and_then(|layer| layer["name"]["file"].as_str()).map(str::to_owned)
    }

    /// Strongest first.
    pub fn layers(&self) -> Vec<Layer> {
        self.layers.iter().filter(|layer| !is_empty(&layer["config"])).map(|one| layer(&one["name"])).collect()
    }

    /// The layer that decides a key, or the first key below it.
    pub fn origin(&self, key: &str) -> Option<Layer> {
        let below = format!("{key}.");
        let found = self.origins.get(key).or_else(|| {
            self.origins.range(below.clone()..).next().filter(|(name, _)| name.starts_with(&below)).map(|(_, at)| at)
        });
        found.map(|origin| layer(&origin["name"]))
    }

    /// Every key that some layer sets, as the server spells it.
    pub fn set_keys(&self) -> impl Iterator<Item = (&String, Layer)> {
        self.origins.iter().map(|(key, origin)| (key, layer(&origin["name"])))
    }
}

fn is_empty(config: &Value) -> bool {
    config.as_object().is_none_or(serde_json::Map::is_empty)
}

/// The value at a dotted path of plain names.
pub(super) fn at<'a>(config: &'a Value, path: &str) -> &'a Value {
    path.split('.').fold(config, |value, step| match value {
        Value::Array(list) => step.parse::<usize>().ok().and_then(|at| list.get(at)).unwrap_or(&Value::Null),
        _ => &value[step],
    })
}
