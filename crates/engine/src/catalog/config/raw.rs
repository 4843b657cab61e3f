//! The text of config.toml with every value covered that could be a secret.

pub(super) const COVER: &str = "••••••";

/// Tables whose every value may be a secret.
const TABLES: &[&str] = &["env", "http_headers", "headers", "query_params"];
const KEYS: &[&str] = &["token", "secret", "password", "api_key", "apikey", "authorization", "credential"];
/// Keys with these words hold the name of a variable, a file or a number instead of a secret.
const INNOCENT: &[&str] = &["env_var", "env_key", "_store", "_limit", "_tokens", "_url"];

/// Whether the value at this dotted path may be a secret.
pub(super) fn is_secret_key(path: &str) -> bool {
    let mut steps: Vec<&str> = path.split('.').map(|step| step.trim().trim_matches(['"', '\''])).collect();
    let last = steps.pop().unwrap_or_default().to_lowercase();
    let in_table = steps.iter().any(|step| TABLES.contains(step));
    let named = KEYS.iter().any(|key| last.contains(key)) && !INNOCENT.iter().any(|word| last.contains(word));
    in_table || named
}

pub(crate) fn covered(text: &str) -> String {
    let mut table = String::new();
    let mut out = String::with_capacity(text.len());
    for line in text.lines() {
        let trimmed = line.trim_start();
        if let Some(name) = trimmed.strip_prefix('[') {
            table = name.trim_start_matches('[').split(']').next().unwrap_or_default().trim().to_owned();
            out.push_str(line);
        } else if let Some((key, value)) = trimmed.split_once('=').filter(|_| !trimmed.starts_with('#')) {
            let path = if table.is_empty() { key.trim().to_owned() } else { format!("{table}.{}", key.trim()) };
            let indent = &line[..line.len() - trimmed.len()];
            out.push_str(indent);
            out.push_str(key);
            out.push('=');
            let whole = TABLES.contains(&key.trim()) && value.trim_start().starts_with('{');
            match () {
                () if whole => out.push_str(&cover_texts(value)),
                () if is_secret_key(&path) => out.push_str(&format!(" \"{COVER}\"")),
                () => out.push_str(value),
            }
        } else {
            out.push_str(line);
        }
        out.push('\n');
    }
    out
}

/// Covers every quoted text of an inline table.
fn cover_texts(table: &str) -> String {
    let mut out = String::new();
    let mut chars = table.chars();
    while let Some(c) = chars.next() {
        if c != '"' && c != '\'' {
            out.push(c);
            continue;
        }
        while let Some(next) = chars.next() {
            match next {
                '\\' if c == '"' => drop(chars.next()),
                end if end == c => break,
                _ => {}
            }
        }
        out.push('"');
        out.push_str(COVER);
        out.push('"');
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_possible_secrets_are_covered_in_the_raw_config() {
        let text = "model = \"m\"\n# a = 1\n[mcp_servers.a]\ncommand = \"x\"\nbearer_token_env_var = \"B\"\nenv = { A = \"hush\", \
                    B = 'hu\\\"sh' }\n[mcp_servers.a.env]\nKEY = \"hush\"\n[model_providers.p]\n  experimental_bearer_token = \
                    \"hush\"\nenv_key = \"K\"\ntool_output_token_limit = 5\n";
        let seen = covered(text);
        assert!(!seen.contains("hush") && !seen.contains("hu\\"), "{seen}");
        for kept in ["model = \"m\"", "# a = 1", "bearer_token_env_var = \"B\"", "env_key = \"K\"", "limit = 5"] {
            assert!(seen.contains(kept), "{kept} in\n{seen}");
        }
        assert!(seen.contains("  experimental_bearer_token = \"••••••\""));
    }
}
