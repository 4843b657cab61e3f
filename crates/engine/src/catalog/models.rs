//! Models: what each can do, which is the default, and what the provider supports.

use super::layer::HeldConfig;
use super::{some_words, words};
use crate::engine::Engine;
use crate::failure::Failure;
use crate::peer::Quiet;
pub use contract::catalog::models::{EffortFacts, ModelFacts, ModelSheet, ModelUpgrade, ProviderCan};
use protocol::account as told;
use protocol::method::{ModelList, ModelListParams, NoParams, ProviderCapabilities};

/// The most pages of models to read. One page is the usual case.
const PAGES: usize = 20;

pub(crate) async fn sheet(engine: &Engine, hidden: bool) -> Result<ModelSheet, Failure> {
    let peer = engine.peer().await?;
    let held = HeldConfig::read(engine, None).await?;
    let mut models = Vec::new();
    let mut cursor = None;
    for _ in 0..PAGES {
        let params = ModelListParams { cursor, limit: None, include_hidden: hidden.then_some(true) };
        let answer = peer.call::<Quiet<ModelList>>(params).await?;
        models.extend(answer.data.iter().filter(|model| hidden || !model.hidden).map(facts));
        cursor = answer.next_cursor;
        if cursor.is_none() {
            break;
        }
    }
    let can = match peer.call::<ProviderCapabilities>(NoParams::default()).await {
        Ok(can) => Some(ProviderCan { make_images: can.image_generation, search_web: can.web_search }),
        Err(error) if error.is_unknown_method() => None,
        Err(error) => return Err(error.into()),
    };
    let text = |key: &str| some_words(held.config[key].as_str());
    Ok(ModelSheet {
        models,
        chosen: text("model"),
        effort: text("model_reasoning_effort"),
        layer: held.origin("model"),
        provider: text("model_provider"),
        can,
    })
}

fn facts(model: &told::Model) -> ModelFacts {
    let id = if model.model.is_empty() { &model.id } else { &model.model };
    let named = if model.display_name.is_empty() { id } else { &model.display_name };
    let effort = |effort: &told::Effort| EffortFacts {
        id: words(&effort.reasoning_effort),
        description: some_words(Some(&effort.description)),
    };
    let info = model.upgrade_info.clone().unwrap_or_default();
    let better = model.upgrade.clone().or(Some(info.model).filter(|model| !model.is_empty()));
    ModelFacts {
        id: id.clone(),
        name: words(named),
        description: some_words(Some(&model.description)),
        is_default: model.is_default,
        hidden: model.hidden,
        efforts: model.supported_reasoning_efforts.iter().map(effort).collect(),
        default_effort: some_words(model.default_reasoning_effort.as_deref()),
        takes: model.input_modalities.clone().unwrap_or_else(|| vec!["text".into(), "image".into()]),
        tiers: model.service_tiers.iter().map(|tier| words(&tier.name)).collect(),
        upgrade: better.map(|model| ModelUpgrade {
            model: words(&model),
            words: some_words(info.upgrade_copy.as_deref()),
            retires_ms: info.retirement_at.map(|at| at as f64 * 1_000.0),
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_upgrade_is_told_with_what_the_server_says_of_it() {
        let upgrade_info =
            Some(told::Upgrade { model: "new".into(), upgrade_copy: Some("Faster.".into()), retirement_at: Some(5) });
        let model = told::Model { id: "old".into(), upgrade_info, ..told::Model::default() };
        let seen = facts(&model);
        let expected = ModelUpgrade { model: "new".into(), words: Some("Faster.".into()), retires_ms: Some(5_000.0) };
        assert_eq!((seen.name.as_str(), seen.upgrade), ("old", Some(expected)));
    }
}
