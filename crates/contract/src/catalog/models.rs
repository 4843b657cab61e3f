//! The models, with everything the server says about them.

use crate::catalog::config::Layer;
use serde::Serialize;
use ts_rs::TS;

#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub struct ModelSheet {
    pub models: Vec<ModelFacts>,
    /// The model that a layer of the config sets. Without one the server's default applies.
    pub chosen: Option<String>,
    pub effort: Option<String>,
    pub layer: Option<Layer>,
    pub provider: Option<String>,
    /// What the provider can do. Missing if an older server does not say.
    pub can: Option<ProviderCan>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub struct ProviderCan {
    pub make_images: bool,
    pub search_web: bool,
}

#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub struct ModelFacts {
    pub id: String,
    pub name: String,
    pub description: Option<String>,
    pub is_default: bool,
    pub hidden: bool,
    pub efforts: Vec<EffortFacts>,
    pub default_effort: Option<String>,
    /// `text`, `image`, `audio`.
    pub takes: Vec<String>,
    /// The names of faster service tiers.
    pub tiers: Vec<String>,
    pub upgrade: Option<ModelUpgrade>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub struct EffortFacts {
    pub id: String,
    pub description: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub struct ModelUpgrade {
    pub model: String,
    pub words: Option<String>,
    pub retires_ms: Option<f64>,
}
