//! The configuration that makes codex talk to this server only.

use std::net::SocketAddr;

/// Each switch was found by watching the real binary's sockets. Without any one of them it calls home or hangs.
pub(crate) fn config(address: SocketAddr, signs_in: bool) -> Vec<(String, String)> {
    let provider = |key: &str| format!("model_providers.loopback.{key}");
    let pairs = [
        // A slug from codex's bundled model list. Any other gets fallback metadata and no apply_patch tool.
        ("model".to_owned(), text("gpt-5.5")),
        ("model_provider".to_owned(), text("loopback")),
        ("chatgpt_base_url".to_owned(), text(&format!("http://{address}/backend-api"))),
        ("check_for_update_on_startup".to_owned(), "false".to_owned()),
        (provider("name"), text("Loopback")),
        (provider("base_url"), text(&format!("http://{address}/v1"))),
        (provider("wire_api"), text("responses")),
        (provider("requires_openai_auth"), signs_in.to_string()),
        (provider("supports_websockets"), "false".to_owned()),
        (provider("request_max_retries"), "0".to_owned()),
        (provider("stream_max_retries"), "0".to_owned()),
        // If enabled, these two contact github.com and chatgpt.com at start.
        ("features.plugins".to_owned(), "false".to_owned()),
        ("features.apps".to_owned(), "false".to_owned()),
        ("analytics.enabled".to_owned(), "false".to_owned()),
        // Scripts use all three, which are off by default.
        ("tools.update_plan.enabled".to_owned(), "true".to_owned()),
        ("features.request_permissions_tool".to_owned(), "true".to_owned()),
        ("features.default_mode_request_user_input".to_owned(), "true".to_owned()),
    ];
    pairs.into()
}

pub(crate) fn env() -> Vec<(String, String)> {
    // A proxy from the environment must not receive loopback traffic.
    vec![("NO_PROXY".to_owned(), "127.0.0.1".to_owned()), ("no_proxy".to_owned(), "127.0.0.1".to_owned())]
}

/// A TOML basic string. The addresses and slugs here need no escapes beyond JSON's.
fn text(value: &str) -> String {
    serde_json::Value::from(value).to_string()
}
