//! What Codex can use besides the model: skills, apps, plugins, MCP servers, and their configuration.
//!
//! These lists are large and rarely on screen. A window asks for one with a `Query` and is told only that it is stale,
//! by a higher revision number. What notifications say about them is kept in `state::catalog`.

pub mod apps;
pub mod config;
pub mod features;
pub mod gateway;
mod icon;
pub mod import;
pub mod layer;
pub mod links;
pub mod models;
pub mod permissions;
pub mod plugins;
pub mod projects;
pub mod rules;
pub mod servers;
pub mod skills;
mod surroundings;

pub use contract::catalog::environment;
pub use contract::catalog::{List, Revisions};
pub(crate) use surroundings::watch;

use crate::peer::Peer;
use protocol::method::{ConfigRead, ConfigReadParams};

/// Whether a feature is switched off in the config. If the server does not say, it is on.
async fn is_off(peer: &Peer, feature: &str) -> bool {
    match peer.call::<ConfigRead>(ConfigReadParams::default()).await {
        Ok(answer) => answer.config["features"][feature] == false,
        Err(_) => false,
    }
}

/// A name as one step of a config path.
fn key(name: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    if !name.is_empty() && name.chars().all(plain) {
        name.to_owned()
    } else {
        serde_json::Value::from(name).to_string()
    }
}

/// Text from the server, with control characters made visible and a bounded length.
fn words(text: &str) -> String {
    const LONGEST: usize = 2_000;
    let mut out: String = render::visible(text).trim().chars().take(LONGEST).collect();
    if text.chars().nth(LONGEST).is_some() {
        out.push('…');
    }
    out
}

/// The text, or `None` if it is empty.
fn some_words(text: Option<&str>) -> Option<String> {
    text.map(words).filter(|text| !text.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_with_dots_is_one_step_of_a_path() {
        assert_eq!(key("connector_a-1"), "connector_a-1");
        assert_eq!(key("tidy@lab.market"), "\"tidy@lab.market\"");
        assert_eq!(key("a\"b"), "\"a\\\"b\"");
    }
}
