//! Plugins and the marketplaces they come from: list, search, read, install, switch and remove.

mod shown;

use super::{List, key, words};
use crate::engine::Engine;
use crate::failure::{Code, Failure};
use crate::intent::Receipt;
use crate::peer::Peer;
pub use contract::catalog::plugins::{
    AppToConnect, Market, MarketProblem, Plugin, PluginAt, PluginBar, PluginDetail, PluginIntent, PluginPart, Plugins,
};
use model::state::LocalEvent;
use protocol::enums::MergeStrategy;
use protocol::method::{
    ConfigRead, ConfigReadParams, ConfigValueWrite, ConfigValueWriteParams, MarketplaceAdd, MarketplaceAddParams,
    MarketplaceRemove, MarketplaceRemoveParams, MarketplaceUpgrade, MarketplaceUpgradeParams, PluginInstall,
    PluginInstalled, PluginInstalledParams, PluginList, PluginListParams, PluginRead, PluginReconcile,
    PluginReconcileParams, PluginRefParams, PluginSearch, PluginSearchParams, PluginSkillParams, PluginSkillRead,
    PluginUninstall, PluginUninstallParams,
};
use serde_json::Value;
use std::path::Path;

/// The most results of a search.
const FOUND: u32 = 50;

/// Everything on offer and everything installed. If the first list fails, the second is still asked for, because
/// installed plugins are known without the network.
pub(crate) async fn list(engine: &Engine, cwd: Option<String>, reload: bool) -> Result<Plugins, Failure> {
    let peer = engine.peer().await?;
    let config = peer.call::<ConfigRead>(ConfigReadParams::default()).await.map(|answer| answer.config);
    let config = config.unwrap_or_default();
    if config["features"]["plugins"] == false {
        return Ok(Plugins { off: true, ..Plugins::default() });
    }
    let cwds = cwd.map(|cwd| vec![cwd]);
    let asked = PluginListParams { cwds: cwds.clone(), force_refetch: reload.then_some(true) };
    let offered = peer.call::<PluginList>(asked).await;
    let installed = peer.call::<PluginInstalled>(PluginInstalledParams { cwds }).await;
    let mut plugins = Plugins::default();
    match offered {
        Ok(answer) => {
            plugins.featured = answer.featured_plugin_ids;
            shown::add(&mut plugins, answer.marketplaces, answer.marketplace_load_errors);
        }
        Err(error) if installed.is_err() => return Err(error.into()),
        Err(error) => {
            let message = Failure::from(error).message;
            plugins.problems.push(MarketProblem { path: String::new(), message });
        }
    }
    if let Ok(answer) = installed {
        shown::add(&mut plugins, answer.marketplaces, answer.marketplace_load_errors);
    }
    for market in &mut plugins.markets {
        market.source = source_of(&config, &market.name);
    }
    // The server lists no marketplace that has no plugins, but it must still be removable.
    for (name, entry) in config["marketplaces"].as_object().into_iter().flatten() {
        if !plugins.markets.iter().any(|market| market.name == *name) {
            let source = entry["source"].as_str().map(words);
            plugins.markets.push(Market { title: words(name), name: name.clone(), source, plugins: Vec::new() });
        }
    }
    Ok(plugins)
}

/// Searches OpenAI's catalogue. The page searches the plugins on this computer by itself.
pub(crate) async fn search(engine: &Engine, text: &str) -> Result<Vec<Plugin>, Failure> {
    let peer = engine.peer().await?;
    let params = PluginSearchParams { search_term: text.trim().to_owned(), limit: Some(FOUND), ..Default::default() };
    let answer = peer.call::<PluginSearch>(params).await?;
    Ok(answer
        .data
        .iter()
        .map(|found| shown::plugin(&found.plugin, &found.marketplace_name, found.marketplace_path.as_deref()))
        .collect())
}

pub(crate) async fn read(engine: &Engine, at: &PluginAt) -> Result<PluginDetail, Failure> {
    let peer = engine.peer().await?;
    let answer = peer.call::<PluginRead>(named(at)).await?;
    Ok(shown::detail(&answer.plugin))
}

/// The text of a skill in a plugin that OpenAI hosts.
pub(crate) async fn skill(engine: &Engine, at: &PluginAt, name: &str) -> Result<String, Failure> {
    let peer = engine.peer().await?;
    let Some(remote_plugin_id) = at.remote.clone() else {
        return Err(Failure::bad_input("This plugin is on this computer. Open its files instead."));
    };
    let params =
        PluginSkillParams { remote_marketplace_name: at.market.clone(), remote_plugin_id, skill_name: name.to_owned() };
    let answer = peer.call::<PluginSkillRead>(params).await?;
    Ok(render::visible(&answer.contents.unwrap_or_default()))
}

pub(crate) async fn act(engine: &Engine, intent: PluginIntent) -> Result<Receipt, Failure> {
    let peer = engine.peer().await?;
    let receipt = done(&peer, intent).await;
    // The lists are marked stale after a failure too, because half of the work may be done.
    for list in [List::Plugins, List::Apps] {
        engine.post(move |core| core.apply_local(LocalEvent::Stale(list)));
    }
    super::skills::stale(engine);
    receipt
}

async fn done(peer: &Peer, intent: PluginIntent) -> Result<Receipt, Failure> {
    let mut receipt = Receipt::default();
    match intent {
        PluginIntent::Install { plugin } => {
            let answer = peer.call::<PluginInstall>(named(&plugin)).await?;
            receipt.connect = answer.apps_needing_auth.iter().map(shown::app).collect();
        }
        PluginIntent::Uninstall { id } => {
            peer.call::<PluginUninstall>(PluginUninstallParams { plugin_id: id }).await?;
        }
        PluginIntent::Switch { id, on } => {
            let params = ConfigValueWriteParams {
                key_path: format!("plugins.{}.enabled", key(&id)),
                merge_strategy: MergeStrategy::Upsert,
                value: on.into(),
                ..ConfigValueWriteParams::default()
            };
            peer.call::<ConfigValueWrite>(params).await?;
        }
        PluginIntent::AddMarket { source, branch } => {
            let source = checked(&source)?;
            let ref_name = branch.map(|branch| branch.trim().to_owned()).filter(|branch| !branch.is_empty());
            let params = MarketplaceAddParams { source, ref_name, sparse_paths: None };
            let answer = peer.call::<MarketplaceAdd>(params).await?;
            if answer.already_added {
                let message = format!("{} already exists.", words(&answer.marketplace_name));
                return Err(Failure::bad_input(message));
            }
            receipt.path = Some(answer.marketplace_name);
        }
        PluginIntent::RemoveMarket { name } => {
            peer.call::<MarketplaceRemove>(MarketplaceRemoveParams { marketplace_name: name }).await?;
        }
        PluginIntent::UpgradeMarkets { name } => {
            let answer = peer.call::<MarketplaceUpgrade>(MarketplaceUpgradeParams { marketplace_name: name }).await?;
            if let Some(first) = answer.errors.first() {
                let message = format!("{}: {}", words(&first.marketplace_name), words(&first.message));
                return Err(Failure::new(Code::Refused, message));
            }
        }
        PluginIntent::Fetch => {
            let params = PluginReconcileParams { reason: Some("threadloft".into()) };
            let answer = peer.call::<PluginReconcile>(params).await?;
            let failed = answer.failed_remote_plugin_ids.len() + answer.failed_materialization_remote_plugin_ids.len();
            if failed > 0 {
                let message = format!("{failed} of your account’s plugins could not be installed. Try again later.");
                return Err(Failure::new(Code::Refused, message));
            }
        }
    }
    Ok(receipt)
}

/// A source as a person typed it. One that begins with `-` would be taken by git as an option.
fn checked(source: &str) -> Result<String, Failure> {
    let source = source.trim();
    let bad = source.is_empty() || source.starts_with('-') || source.chars().any(char::is_control);
    if bad {
        return Err(Failure::bad_input("Enter a Git URL, owner/name on GitHub, or a folder."));
    }
    if source.starts_with('~') {
        let home = crate::paths::user_home().unwrap_or_default();
        return Ok(home.join(source.trim_start_matches(['~', '/'])).display().to_string());
    }
    if Path::new(source).is_absolute() && !Path::new(source).is_dir() {
        return Err(Failure::bad_input(format!("The folder {source} does not exist.")));
    }
    Ok(source.to_owned())
}

fn named(at: &PluginAt) -> PluginRefParams {
    let remote = at.path.is_none();
    PluginRefParams {
        // Plugins that OpenAI hosts are identified by their id.
        plugin_name: if remote { at.remote.clone().unwrap_or_else(|| at.name.clone()) } else { at.name.clone() },
        marketplace_path: at.path.clone(),
        remote_marketplace_name: remote.then(|| at.market.clone()),
    }
}

fn source_of(config: &Value, market: &str) -> Option<String> {
    config["marketplaces"][market]["source"].as_str().map(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_marketplace_source_is_never_read_as_an_option() {
        for bad in ["", "  ", "--upload-pack=touch x", "a\nb", "/no/such/folder"] {
            assert!(checked(bad).is_err(), "{bad}");
        }
        assert_eq!(checked(" owner/name ").ok().as_deref(), Some("owner/name"));
        assert_eq!(checked("https://example.org/a.git").ok().as_deref(), Some("https://example.org/a.git"));
    }
}
