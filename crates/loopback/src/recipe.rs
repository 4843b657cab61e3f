//! How a codex is told to talk to this server and to nobody else.

use std::net::SocketAddr;

/// Every switch here was found by watching the real binary's sockets: leave one out and it calls home or hangs.
pub(crate) fn config(address: SocketAddr, signs_in: bool) -> Vec<(String, String)> {
    let provider = |key: &str| format!("model_providers.loopback.{key}");
    let pairs = [
        // A slug of the bundled catalogue; any other gets fallback metadata and no apply_patch tool.
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
        // On, these two reach for github.com and chatgpt.com at start.
        ("features.plugins".to_owned(), "false".to_owned()),
        ("features.apps".to_owned(), "false".to_owned()),
        ("analytics.enabled".to_owned(), "false".to_owned()),
        // Off by default, and scripts use all three.
        ("tools.update_plan.enabled".to_owned(), "true".to_owned()),
        ("features.request_permissions_tool".to_owned(), "true".to_owned()),
        ("features.default_mode_request_user_input".to_owned(), "true".to_owned()),
    ];
    pairs.into()
}

pub(crate) fn env() -> Vec<(String, String)> {
    // A proxy of the surroundings must not see loopback traffic.
    vec![("NO_PROXY".to_owned(), "127.0.0.1".to_owned()), ("no_proxy".to_owned(), "127.0.0.1".to_owned())]
}

/// A TOML basic string. Only addresses and slugs pass through here, and those need no escapes beyond JSON's.
fn text(value: &str) -> String {
    serde_json::Value::from(value).to_string()
}
