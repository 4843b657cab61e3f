//! Methods for plugins and their marketplaces.

use super::{call, params};
use crate::account::SkillInterface;
use crate::open::{open, readable};

call!(PluginList = "plugin/list": PluginListParams => PluginListAnswer);
call!(PluginInstalled = "plugin/installed": PluginInstalledParams => PluginInstalledAnswer);
call!(experimental PluginSearch = "plugin/search": PluginSearchParams => PluginSearchAnswer);
call!(PluginRead = "plugin/read": PluginRefParams => PluginReadAnswer);
call!(PluginSkillRead = "plugin/skill/read": PluginSkillParams => PluginSkillAnswer);
call!(PluginInstall = "plugin/install": PluginRefParams => PluginInstallAnswer);
call!(PluginUninstall = "plugin/uninstall": PluginUninstallParams => super::Done);
call!(
    /// Installs the plugins that the account has on other computers.
    PluginReconcile = "plugin/reconcile": PluginReconcileParams => PluginReconcileAnswer
);
call!(MarketplaceAdd = "marketplace/add": MarketplaceAddParams => MarketplaceAddAnswer);
call!(MarketplaceRemove = "marketplace/remove": MarketplaceRemoveParams => MarketplaceRemoveAnswer);
call!(MarketplaceUpgrade = "marketplace/upgrade": MarketplaceUpgradeParams => MarketplaceUpgradeAnswer);

params! {
    PluginListParams { ? { cwds: Vec<String>, force_refetch: bool } }
    PluginInstalledParams { ? { cwds: Vec<String> } }
    PluginSearchParams { search_term: String, ? { cursor: String, limit: u32, cwds: Vec<String> } }
    /// A marketplace on disk is named by its path, one of OpenAI's by its name.
    PluginRefParams { plugin_name: String, ? { marketplace_path: String, remote_marketplace_name: String } }
    PluginSkillParams { remote_marketplace_name: String, remote_plugin_id: String, skill_name: String, }
    PluginUninstallParams { plugin_id: String, }
    PluginReconcileParams { ? { reason: String } }
    MarketplaceAddParams { source: String, ? { ref_name: String, sparse_paths: Vec<String> } }
    MarketplaceRemoveParams { marketplace_name: String, }
    MarketplaceUpgradeParams { ? { marketplace_name: String } }
}

open! {
    PluginListAnswer {
        #[serde(deserialize_with = "readable")]
        marketplaces: Vec<Marketplace>,
        marketplace_load_errors: Vec<MarketplaceLoadError>, featured_plugin_ids: Vec<String>,
    }
    PluginInstalledAnswer {
        #[serde(deserialize_with = "readable")]
        marketplaces: Vec<Marketplace>,
        marketplace_load_errors: Vec<MarketplaceLoadError>,
    }
    Marketplace {
        name: String,
        /// The marketplace's file; `None` for OpenAI's.
        path: Option<String>,
        interface: Option<MarketplaceInterface>,
        #[serde(deserialize_with = "readable")]
        plugins: Vec<PluginSummary>,
    }
    MarketplaceInterface { display_name: Option<String> }
    MarketplaceLoadError { marketplace_path: String, message: String }
    PluginSummary {
        id: String, name: String, remote_plugin_id: Option<String>, version: Option<String>,
        local_version: Option<String>, source: PluginSource, installed: bool, installed_at: Option<i64>, enabled: bool,
        /// `NOT_AVAILABLE`, `AVAILABLE`, `INSTALLED_BY_DEFAULT`.
        install_policy: String,
        /// `ON_INSTALL`, `ON_USE`.
        auth_policy: String,
        /// `AVAILABLE`, `DISABLED_BY_ADMIN`.
        availability: String,
        /// `disabled_by_admin`, `plan_not_eligible`, `required_app_unavailable`, `unknown`.
        disabled_reason: Option<String>,
        interface: Option<PluginInterface>, keywords: Vec<String>,
    }
    /// `local`, `git`, `npm` or `remote`, with the fields of that kind.
    PluginSource {
        r#type: String, path: Option<String>, url: Option<String>, ref_name: Option<String>, package: Option<String>,
        version: Option<String>,
    }
    PluginInterface {
        display_name: Option<String>, short_description: Option<String>, long_description: Option<String>,
        developer_name: Option<String>, category: Option<String>, capabilities: Vec<String>,
        website_url: Option<String>, privacy_policy_url: Option<String>, terms_of_service_url: Option<String>,
        default_prompt: Option<Vec<String>>, logo: Option<String>, logo_dark: Option<String>,
        composer_icon: Option<String>,
    }
    PluginSearchAnswer { #[serde(deserialize_with = "readable")] data: Vec<PluginFound>, next_cursor: Option<String> }
    PluginFound { marketplace_name: String, marketplace_path: Option<String>, plugin: PluginSummary }
    PluginReadAnswer { plugin: PluginDetail }
    PluginDetail {
        marketplace_name: String, marketplace_path: Option<String>, summary: PluginSummary,
        description: Option<String>, share_url: Option<String>,
        #[serde(deserialize_with = "readable")]
        skills: Vec<PluginSkill>,
        hooks: Vec<PluginHook>, apps: Vec<PluginApp>, mcp_servers: Vec<String>,
    }
    PluginSkill {
        name: String, description: String, short_description: Option<String>, path: Option<String>, enabled: bool,
        interface: Option<SkillInterface>,
    }
    PluginHook { event_name: String, key: String }
    PluginApp {
        id: String, name: String, description: Option<String>, install_url: Option<String>, category: Option<String>,
    }
    PluginSkillAnswer { contents: Option<String> }
    PluginInstallAnswer { auth_policy: String, apps_needing_auth: Vec<PluginApp> }
    PluginReconcileAnswer {
        changed_plugins: Vec<ChangedPlugin>, failed_remote_plugin_ids: Vec<String>,
        failed_materialization_remote_plugin_ids: Vec<String>,
    }
    ChangedPlugin { id: String, has_apps: bool, has_hooks: bool, has_mcps: bool, has_skills: bool }
    MarketplaceAddAnswer { marketplace_name: String, installed_root: String, already_added: bool }
    MarketplaceRemoveAnswer { marketplace_name: String, installed_root: Option<String> }
    MarketplaceUpgradeAnswer {
        selected_marketplaces: Vec<String>, upgraded_roots: Vec<String>, errors: Vec<UpgradeError>,
    }
    UpgradeError { marketplace_name: String, message: String }
}
