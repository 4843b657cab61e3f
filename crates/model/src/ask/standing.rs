//! The standing rule that an answer would write, in Codex's own format: a person agrees to exactly this line.
//!
//! `tests/tests/engine/asks_rules.rs` compares the lines with those that the real server writes.

use contract::ask::{Decision, Standing};
use protocol::ask::CommandAsk;
use protocol::enums::NetworkProtocol;
use serde_json::Value;

/// One rule for each decision that lasts.
pub fn rules(ask: &CommandAsk, decisions: &[&[Decision]]) -> Vec<Standing> {
    let protocol = ask.network_approval_context.as_ref().map(|context| &context.protocol);
    decisions.iter().flat_map(|list| list.iter()).filter_map(|decision| rule(decision, protocol)).collect()
}

fn rule(decision: &Decision, protocol: Option<&NetworkProtocol>) -> Option<Standing> {
    let (line, about) = match decision {
        Decision::AcceptWithRule { prefix } => {
            let words: Vec<String> = prefix.iter().map(|word| quoted(word)).collect();
            (format!("prefix_rule(pattern=[{}], decision=\"allow\")", words.join(", ")), prefix.join(" "))
        }
        Decision::NetworkRule { host, allow } => {
            let (decision, verb) = if *allow { ("allow", "Allow") } else { ("deny", "Deny") };
            let (name, label) = names(protocol);
            let why = quoted(&format!("{verb} {label} access to {host}"));
            let host_word = quoted(host);
            let line = format!(
                "network_rule(host={host_word}, protocol=\"{name}\", decision=\"{decision}\", justification={why})"
            );
            (line, crate::risk::host::shown(host))
        }
        Decision::Accept | Decision::AcceptForSession | Decision::Decline | Decision::Cancel => return None,
    };
    Some(Standing { decision: decision.clone(), line: render::exact(&line), about: render::exact(&about) })
}

/// The protocol as the rule spells it, and as Codex spells it in the reason.
fn names(protocol: Option<&NetworkProtocol>) -> (&str, &str) {
    match protocol {
        Some(NetworkProtocol::Http) => ("http", "http"),
        Some(NetworkProtocol::Socks5Tcp) => ("socks5_tcp", "socks5_tcp"),
        Some(NetworkProtocol::Socks5Udp) => ("socks5_udp", "socks5_udp"),
        _ => ("https", "https_connect"),
    }
}

fn quoted(word: &str) -> String {
    Value::from(word).to_string()
}
