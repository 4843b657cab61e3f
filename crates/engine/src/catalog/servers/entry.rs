//! One MCP server as config.toml has it and as the form edits it.
//!
//! Values of variables and headers may be secrets: they are written and never read back. Keys that the form does not
//! know are kept.

use crate::failure::Failure;
pub use contract::catalog::servers::{McpDraft, McpDraftTransport, McpTransport, VariableDraft};
use serde_json::{Map, Value, json};

/// The entry as a page sees it: names of variables and headers, without their values.
pub fn transport(entry: &Value) -> McpTransport {
    let shown = |value: &Value| value.as_str().map(render::visible);
    if let Some(url) = shown(&entry["url"]) {
        let headers = names(&entry["http_headers"]).chain(names(&entry["env_http_headers"])).collect();
        return McpTransport::Http { url, bearer: shown(&entry["bearer_token_env_var"]), headers };
    }
    let Some(command) = shown(&entry["command"]) else { return McpTransport::Unknown };
    let texts = |value: &Value| value.as_array().into_iter().flatten().filter_map(shown).collect();
    // A passed variable is a name, or a table that holds one.
    let passed = entry["env_vars"].as_array().into_iter().flatten();
    let passed = passed.filter_map(|one| shown(one).or_else(|| shown(&one["name"]))).collect();
    McpTransport::Stdio {
        command,
        args: texts(&entry["args"]),
        cwd: shown(&entry["cwd"]),
        variables: names(&entry["env"]).collect(),
        passed,
    }
}

fn names(table: &Value) -> impl Iterator<Item = String> + '_ {
    table.as_object().into_iter().flatten().map(|(name, _)| render::visible(name))
}

pub fn check(draft: &McpDraft) -> Result<(), Failure> {
    let plain = |name: &str| !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || "-_".contains(c));
    let bad = |at: &str, words: &str| Err(Failure::bad_input(words).at(at));
    if !plain(&draft.name) {
        return bad("name", "Use only letters, digits, - and _.");
    }
    match &draft.transport {
        McpDraftTransport::Stdio { command, .. } if command.trim().is_empty() => {
            bad("command", "Enter the command that starts the server.")
        }
        McpDraftTransport::Stdio { variables, .. } if variables.iter().any(|one| !is_variable(&one.name)) => {
            bad("variables", "Use only letters, digits and _ in variable names.")
        }
        McpDraftTransport::Stdio { passed, .. } if passed.iter().any(|name| !is_variable(name)) => {
            bad("passed", "Use only letters, digits and _ in variable names.")
        }
        McpDraftTransport::Http { url, .. } if !is_web(url) => bad("url", "Enter a full https:// or http:// URL."),
        McpDraftTransport::Http { bearer: Some(bearer), .. } if !is_variable(bearer) => {
            bad("bearer", "Enter the name of the variable with the token, not the token itself.")
        }
        _ if [draft.startup_timeout_s, draft.tool_timeout_s].iter().flatten().any(|s| !(*s > 0.0 && *s < 86_400.0)) => {
            bad("timeout", "Enter a number of seconds above zero.")
        }
        _ => Ok(()),
    }
}

/// The config entry for this draft, with the unknown keys of the old entry kept.
pub fn entry(draft: McpDraft, was: &Value) -> Value {
    let mut entry: Map<String, Value> = was.as_object().cloned().unwrap_or_default();
    let mut put = |name: &str, value: Value| match &value {
        Value::Null => drop(entry.remove(name)),
        Value::Array(list) if list.is_empty() => drop(entry.remove(name)),
        Value::Object(map) if map.is_empty() => drop(entry.remove(name)),
        _ => drop(entry.insert(name.to_owned(), value)),
    };
    put("startup_timeout_sec", json!(draft.startup_timeout_s));
    put("tool_timeout_sec", json!(draft.tool_timeout_s));
    match draft.transport {
        McpDraftTransport::Stdio { command, args, cwd, variables, passed } => {
            for gone in ["url", "bearer_token_env_var", "http_headers", "env_http_headers"] {
                put(gone, Value::Null);
            }
            put("command", json!(command.trim()));
            put("args", json!(args));
            put("cwd", json!(cwd.filter(|cwd| !cwd.trim().is_empty())));
            put("env_vars", json!(passed));
            let kept = |name: &str| was["env"].get(name).cloned();
            let value = |one: VariableDraft| {
                let value = one.value.map(|value| Value::from(value.expose_str())).or_else(|| kept(&one.name))?;
                Some((one.name, value))
            };
            put("env", Value::Object(variables.into_iter().filter_map(value).collect()));
        }
        McpDraftTransport::Http { url, bearer } => {
            for gone in ["command", "args", "cwd", "env", "env_vars"] {
                put(gone, Value::Null);
            }
            put("url", json!(url.trim()));
            put("bearer_token_env_var", json!(bearer.filter(|name| !name.is_empty())));
        }
    }
    Value::Object(entry)
}

fn is_variable(name: &str) -> bool {
    !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

fn is_web(url: &str) -> bool {
    let url = url.trim();
    let rest = url.strip_prefix("https://").or_else(|| url.strip_prefix("http://"));
    rest.is_some_and(|rest| rest.starts_with(|c: char| c.is_alphanumeric() || c == '['))
        && !url.chars().any(|c| c.is_control() || c.is_whitespace())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use protocol::Secret;

    fn stdio(variables: Vec<VariableDraft>) -> McpDraft {
        let args = vec!["-y".to_owned(), "pg".to_owned()];
        let transport =
            McpDraftTransport::Stdio { command: " npx ".into(), args, cwd: None, variables, passed: Vec::new() };
        McpDraft { name: "pg".into(), was: None, transport, startup_timeout_s: Some(5.0), tool_timeout_s: None }
    }

    #[test]
    fn a_form_keeps_what_was_not_typed_again() {
        let was = json!({
            "url": "https://a.test", "enabled": false, "enabled_tools": ["look"], "env": {"KEY": "old", "GONE": "x"},
        });
        let draft = stdio(vec![
            VariableDraft { name: "KEY".into(), value: None },
            VariableDraft { name: "NEW".into(), value: Some(Secret::new("typed")) },
        ]);
        let entry = entry(draft, &was);
        let expected = json!({
            "command": "npx", "args": ["-y", "pg"], "enabled": false, "enabled_tools": ["look"],
            "env": {"KEY": "old", "NEW": "typed"}, "startup_timeout_sec": 5.0,
        });
        assert_eq!(entry, expected);
    }

    #[test]
    fn a_wrong_field_is_named() {
        let at = |draft: McpDraft| check(&draft).unwrap_err().at.unwrap();
        assert_eq!(at(McpDraft { name: "two words".into(), ..stdio(Vec::new()) }), "name");
        let web = |url: &str, bearer: Option<&str>| McpDraft {
            transport: McpDraftTransport::Http { url: url.into(), bearer: bearer.map(str::to_owned) },
            ..stdio(Vec::new())
        };
        assert_eq!(at(web("ftp://a", None)), "url");
        assert_eq!(at(web("https://", None)), "url");
        assert_eq!(at(web("https://a.test", Some("sk-123"))), "bearer");
        assert_eq!(at(McpDraft { startup_timeout_s: Some(0.0), ..stdio(Vec::new()) }), "timeout");
        assert!(check(&stdio(Vec::new())).is_ok());
    }

    #[test]
    fn values_do_not_come_back() {
        let read = transport(&json!({"command": "x", "env": {"KEY": "hush"}, "env_vars": ["PATH", {"name": "B"}]}));
        assert!(!format!("{read:?}").contains("hush"));
        let McpTransport::Stdio { variables, passed, .. } = read else { panic!("stdio") };
        assert_eq!((variables, passed), (vec!["KEY".to_owned()], vec!["PATH".to_owned(), "B".to_owned()]));
    }
}
