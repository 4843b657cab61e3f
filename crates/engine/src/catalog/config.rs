//! Codex's own settings as a form: the values in force, the layer each comes from, and what an administrator forbids.
//! Writing is all or nothing, and only over the version that was shown.

mod fields;
mod raw;
mod write;

pub use contract::catalog::config::{ConfigOther, ConfigSheet};
pub use fields::{ConfigField, FieldGroup, Lock, ValueKind};
pub(crate) use raw::covered;
pub use write::{ConfigEdit, ConfigIntent};
pub(crate) use write::{act, trust, write};

use super::layer::{HeldConfig, Layer, LayerKind, at};
use super::words;
use crate::engine::Engine;
use crate::failure::Failure;
use protocol::method::{ConfigRequirements, Requirements};
use serde_json::Value;

/// Longer lists are cut. The raw view shows everything.
const MOST: usize = 400;

pub(crate) async fn sheet(engine: &Engine, cwd: Option<String>) -> Result<ConfigSheet, Failure> {
    let held = HeldConfig::read(engine, cwd).await?;
    let limits = limits(engine).await;
    let file = match held.file() {
        Some(file) => file,
        None => format!("{}/config.toml", engine.with(|core| core.state.server().home.clone()).await?),
    };
    let path = file.clone();
    let text = tokio::task::spawn_blocking(move || std::fs::read_to_string(path)).await;
    let text = text.ok().and_then(Result::ok).unwrap_or_default();
    let problem = text.parse::<toml::Table>().err().map(|error| words(&error.to_string()));
    Ok(ConfigSheet {
        version: held.version(),
        fields: fields::of(&held, limits.as_ref()),
        others: others(&held),
        layers: held.layers(),
        raw: render::visible(&raw::covered(&text)),
        problem,
        limited: limits.is_some(),
        file,
    })
}

/// What an administrator requires. `None` if the server does not know the call.
pub(super) async fn limits(engine: &Engine) -> Option<Requirements> {
    let peer = engine.peer().await.ok()?;
    if !engine.connection().methods.knows::<ConfigRequirements>() {
        return None;
    }
    peer.call::<ConfigRequirements>(()).await.ok()?.requirements
}

fn others(held: &HeldConfig) -> Vec<ConfigOther> {
    held.set_keys()
        .filter(|(key, _)| !fields::is_field(key))
        .take(MOST)
        .map(|(key, layer)| {
            let value = at(&held.config, key);
            // The key of a list entry ends in its number, which `at` follows. A name that contains dots cannot be
            // followed, and its value stays empty.
            let value = if raw::is_secret_key(key) { raw::COVER.to_owned() } else { plain(value) };
            ConfigOther { key: render::visible(key), value, layer }
        })
        .collect()
}

fn plain(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => words(text),
        other => words(&other.to_string()),
    }
}

/// Whether this layer outranks the person's own file.
fn overrules(layer: &Layer) -> bool {
    matches!(layer.kind, LayerKind::Managed | LayerKind::Project | LayerKind::Flags)
}
