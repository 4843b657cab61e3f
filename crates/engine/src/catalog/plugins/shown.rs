//! Converts plugins of the protocol for display.

use super::super::{icon, some_words, words};
use super::{AppToConnect, Market, MarketProblem, Plugin, PluginAt, PluginBar, PluginDetail, PluginPart, Plugins};
use model::link::safe_url;
use protocol::method as told;
use std::path::Path;

/// Merges one more list into the plugins: by marketplace, then by plugin.
pub(super) fn add(plugins: &mut Plugins, markets: Vec<told::Marketplace>, problems: Vec<told::MarketplaceLoadError>) {
    for market in markets {
        let at = plugins.markets.iter().position(|held| held.name == market.name).unwrap_or_else(|| {
            let title = market.interface.as_ref().and_then(|face| some_words(face.display_name.as_deref()));
            let title = title.unwrap_or_else(|| words(&market.name));
            plugins.markets.push(Market { name: market.name.clone(), title, ..Market::default() });
            plugins.markets.len() - 1
        });
        for one in &market.plugins {
            let shown = plugin(one, &market.name, market.path.as_deref());
            let held = &mut plugins.markets[at].plugins;
            match held.iter_mut().find(|held| held.id == shown.id) {
                Some(held) => held.installed |= shown.installed,
                None => held.push(shown),
            }
        }
    }
    for problem in problems {
        let problem = MarketProblem { path: words(&problem.marketplace_path), message: words(&problem.message) };
        if !plugins.problems.contains(&problem) {
            plugins.problems.push(problem);
        }
    }
}

pub(super) fn plugin(plugin: &told::PluginSummary, market: &str, path: Option<&str>) -> Plugin {
    let face = plugin.interface.clone().unwrap_or_default();
    let folder = plugin.source.path.as_deref().map(Path::new);
    let picture = face.composer_icon.as_deref().or(face.logo.as_deref());
    Plugin {
        id: plugin.id.clone(),
        at: PluginAt {
            name: plugin.name.clone(),
            market: market.to_owned(),
            path: path.map(str::to_owned),
            remote: plugin.remote_plugin_id.clone(),
        },
        title: some_words(face.display_name.as_deref()).unwrap_or_else(|| words(&plugin.name)),
        description: some_words(face.short_description.as_deref()),
        version: some_words(plugin.local_version.as_deref()).or_else(|| some_words(plugin.version.as_deref())),
        developer: some_words(face.developer_name.as_deref()),
        category: some_words(face.category.as_deref()),
        installed: plugin.installed,
        enabled: plugin.enabled,
        barred: barred(plugin),
        asks_at_once: plugin.auth_policy == "ON_INSTALL",
        source: source(&plugin.source),
        website: face.website_url.as_deref().and_then(safe_url),
        icon: folder.zip(picture).and_then(|(folder, picture)| icon::read(folder, Path::new(picture))),
    }
}

pub(super) fn detail(detail: &told::PluginDetail) -> PluginDetail {
    let face = detail.summary.interface.clone().unwrap_or_default();
    let long = some_words(face.long_description.as_deref());
    PluginDetail {
        plugin: plugin(&detail.summary, &detail.marketplace_name, detail.marketplace_path.as_deref()),
        description: long.or_else(|| some_words(detail.description.as_deref())),
        skills: detail.skills.iter().map(part).collect(),
        apps: detail.apps.iter().map(app).collect(),
        servers: detail.mcp_servers.iter().map(|name| words(name)).collect(),
        hooks: detail.hooks.iter().map(|hook| words(&hook.event_name)).collect(),
        capabilities: face.capabilities.iter().map(|one| words(one)).collect(),
        prompts: face.default_prompt.unwrap_or_default().iter().map(|one| words(one)).collect(),
        privacy: face.privacy_policy_url.as_deref().and_then(safe_url),
        terms: face.terms_of_service_url.as_deref().and_then(safe_url),
    }
}

pub(super) fn app(app: &told::PluginApp) -> AppToConnect {
    AppToConnect {
        id: app.id.clone(),
        name: words(&app.name),
        install_url: app.install_url.as_deref().and_then(safe_url),
    }
}

fn part(skill: &told::PluginSkill) -> PluginPart {
    let short = some_words(skill.short_description.as_deref());
    PluginPart { name: words(&skill.name), description: short.unwrap_or_else(|| words(&skill.description)) }
}

fn barred(plugin: &told::PluginSummary) -> Option<PluginBar> {
    match (plugin.disabled_reason.as_deref(), plugin.availability.as_str(), plugin.install_policy.as_str()) {
        (Some("disabled_by_admin"), ..) | (_, "DISABLED_BY_ADMIN", _) => Some(PluginBar::ByAdmin),
        (Some("plan_not_eligible"), ..) => Some(PluginBar::ByPlan),
        (Some("required_app_unavailable"), ..) => Some(PluginBar::AppMissing),
        (Some(_), ..) | (_, _, "NOT_AVAILABLE") => Some(PluginBar::NotOffered),
        _ => None,
    }
}

fn source(source: &told::PluginSource) -> String {
    let named = match source.r#type.as_str() {
        "git" => source.url.as_deref(),
        "npm" => source.package.as_deref(),
        _ => source.path.as_deref(),
    };
    words(named.unwrap_or(&source.r#type))
}
