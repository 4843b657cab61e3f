//! The command line and environment of a server.

use crate::program;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use tokio::process::Command;

#[derive(Debug, Clone)]
pub struct Spec {
    pub program: PathBuf,
    /// CODEX_HOME.
    pub home: PathBuf,
    /// Also pass CODEX_HOME to the server. Otherwise it uses its own default.
    pub set_home: bool,
    /// `-c key=value` arguments. They come after ours, because the last one wins.
    pub config: Vec<(String, String)>,
    pub env: Vec<(String, String)>,
}

/// Secrets go to the OS keychain or nowhere. The default `auto` would silently use a plain file.
const ALWAYS: &[(&str, &str)] = &[
    ("cli_auth_credentials_store", "\"keyring\""),
    ("mcp_oauth_credentials_store", "\"keyring\""),
    ("check_for_update_on_startup", "false"),
];

/// Useful features that the server has off by default. They are left alone if the user's config sets them.
const UNLESS_SET: &[(&str, &str)] = &[
    ("tools.update_plan.enabled", "true"),
    ("features.apply_patch_streaming_events", "true"),
    ("features.request_permissions_tool", "true"),
    ("features.default_mode_request_user_input", "true"),
    // Otherwise every thread begins with a warning about the features above.
    ("suppress_unstable_features_warning", "true"),
];

impl Spec {
    pub fn command(&self) -> Command {
        let mut command = Command::from(program::quiet(&self.program));
        command.arg("app-server");
        for pair in self.flags() {
            command.arg("-c").arg(pair);
        }
        command.env("RUST_LOG", "warn");
        if self.set_home {
            command.env("CODEX_HOME", &self.home);
        }
        command.envs(self.env.iter().map(|(key, value)| (key, value)));
        if self.home.is_dir() {
            // The home instead of the folder we were started in, which could be unmounted, and whose config would
            // apply.
            command.current_dir(&self.home);
        }
        command
    }

    fn flags(&self) -> Vec<OsString> {
        let held = held(&self.home.join("config.toml"));
        let unset = UNLESS_SET.iter().filter(|(key, _)| !is_set(held.as_ref(), key));
        let ours = ALWAYS.iter().chain(unset).map(|(key, value)| format!("{key}={value}").into());
        let further = self.config.iter().map(|(key, value)| format!("{key}={value}").into());
        ours.chain(further).collect()
    }
}

/// `None` if there is no file or it cannot be read, which the server reports itself.
fn held(path: &Path) -> Option<toml::Table> {
    std::fs::read_to_string(path).ok()?.parse().ok()
}

fn is_set(table: Option<&toml::Table>, key: &str) -> bool {
    let mut words = key.split('.');
    let first = words.next().and_then(|word| table?.get(word));
    words.fold(first, |value, word| value?.get(word)).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_user_set_is_not_overruled() {
        let table: Option<toml::Table> = "[features]\nrequest_permissions_tool = false".parse().ok();
        assert!(is_set(table.as_ref(), "features.request_permissions_tool"));
        assert!(!is_set(table.as_ref(), "features.apply_patch_streaming_events"));
        assert!(!is_set(table.as_ref(), "tools.update_plan.enabled"));
        assert!(!is_set(None, "tools.update_plan.enabled"));
    }

    #[test]
    fn codex_is_told_to_keep_secrets_in_the_keychain() {
        let spec = Spec {
            program: "codex".into(),
            home: "/nowhere".into(),
            set_home: false,
            config: vec![("model".into(), "\"m\"".into())],
            env: Vec::new(),
        };
        let flags = spec.flags();
        assert_eq!(flags[0], "cli_auth_credentials_store=\"keyring\"");
        assert_eq!(flags[1], "mcp_oauth_credentials_store=\"keyring\"");
        assert_eq!(flags.last().map(|flag| flag.as_os_str()), Some("model=\"m\"".as_ref()));
    }
}
