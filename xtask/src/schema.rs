//! `schema`: reduces the server's JSON schema to a size that can be committed, for the drift test.
//!
//! Kept: names, fields, enum values and references, including experimental ones. Dropped: descriptions, titles, number
//! formats, and the copies of definitions that the server writes beside its bundle.

use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;

/// The file with all definitions; the others repeat them.
const BUNDLE: &str = "codex_app_server_protocol.schemas.json";
const FILE: &str = "protocol.json";

/// Gets the schema from `codex` and writes the reduced form to `out/protocol.json`.
pub fn regenerate(codex: &Path, out: &Path) -> Result<(), String> {
    let scratch = std::env::temp_dir().join(format!("threadloft-schema-{}", std::process::id()));
    let made = all_and_stable(codex, &scratch);
    std::fs::remove_dir_all(&scratch).ok();
    let (all, stable) = made?;
    std::fs::create_dir_all(out).map_err(|error| format!("{}: {error}", out.display()))?;
    let file = out.join(FILE);
    std::fs::write(&file, reduce(&all, &stable)).map_err(|error| format!("{}: {error}", file.display()))
}

fn all_and_stable(codex: &Path, scratch: &Path) -> Result<(Value, Value), String> {
    let bundle = |name: &str, extra: &[&str]| {
        let folder = scratch.join(name);
        let told = Command::new(codex)
            .args(["app-server", "generate-json-schema", "--out"])
            .arg(&folder)
            .args(extra)
            .output()
            .map_err(|error| format!("{}: {error}", codex.display()))?;
        if !told.status.success() {
            return Err(format!("codex did not write its schema: {}", String::from_utf8_lossy(&told.stderr).trim()));
        }
        let text = std::fs::read(folder.join(BUNDLE)).map_err(|error| format!("{BUNDLE}: {error}"))?;
        serde_json::from_slice::<Value>(&text).map_err(|error| format!("{BUNDLE}: {error}"))
    };
    Ok((bundle("all", &["--experimental"])?, bundle("stable", &[])?))
}

/// Writes one definition per line, sorted, so that a new version gives a readable diff.
fn reduce(all: &Value, stable: &Value) -> String {
    let stable = methods(stable);
    let experimental: Vec<String> = methods(all).into_iter().filter(|name| !stable.contains(name)).collect();
    let mut text = format!("{{\"experimental\":{},\n\"definitions\":{{\n", json!(experimental));
    let definitions = definitions(all);
    for (at, (name, schema)) in definitions.iter().enumerate() {
        let comma = if at + 1 < definitions.len() { "," } else { "" };
        text.push_str(&format!("{}:{}{comma}\n", json!(name), slim(schema)));
    }
    text.push_str("}}\n");
    text
}

/// Flattens the definitions. The few names on both levels mean the same.
fn definitions(bundle: &Value) -> BTreeMap<String, Value> {
    let mut flat = bundle["definitions"].as_object().cloned().unwrap_or_default();
    if let Some(Value::Object(v2)) = flat.remove("v2") {
        flat.extend(v2);
    }
    flat.into_iter().collect()
}

fn methods(bundle: &Value) -> BTreeSet<String> {
    let requests = bundle["definitions"]["ClientRequest"]["oneOf"].as_array().cloned().unwrap_or_default();
    let name = |request: &Value| Some(request["properties"]["method"]["enum"][0].as_str()?.to_owned());
    requests.iter().filter_map(name).collect()
}

fn slim(schema: &Value) -> Value {
    match schema {
        Value::Object(map) => sorted(map.iter().filter_map(slim_key)),
        Value::Array(list) => Value::Array(list.iter().map(slim).collect()),
        other => other.clone(),
    }
}

/// Sorts explicitly, because another crate may enable serde_json's `preserve_order`.
fn sorted(fields: impl Iterator<Item = (String, Value)>) -> Value {
    let fields: BTreeMap<String, Value> = fields.collect();
    Value::Object(fields.into_iter().collect())
}

fn slim_key((key, value): (&String, &Value)) -> Option<(String, Value)> {
    let value = match (key.as_str(), value) {
        // Names here are fields, even `title` and `description`.
        ("properties", Value::Object(fields)) => {
            sorted(fields.iter().map(|(name, schema)| (name.clone(), slim(schema))))
        }
        ("$ref", Value::String(path)) => Value::String(path.rsplit('/').next().unwrap_or(path).to_owned()),
        ("enum" | "const" | "required", value) => value.clone(),
        ("type" | "items" | "additionalProperties" | "oneOf" | "anyOf" | "allOf", value) => slim(value),
        _ => return None,
    };
    Some((key.clone(), value))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_schema_keeps_its_names_without_prose() {
        let request = |method: &str| json!({"properties": {"method": {"enum": [method], "title": "T"}}, "title": "T"});
        let all = json!({"definitions": {
            "ClientRequest": {"oneOf": [request("a"), request("b")]},
            "v2": {"Note": {"description": "long", "properties": {"title": {"$ref": "#/definitions/v2/Word"}}}}
        }});
        let stable = json!({"definitions": {"ClientRequest": {"oneOf": [request("a")]}}});
        let reduced: Value = serde_json::from_str(&reduce(&all, &stable)).unwrap_or_default();
        let method = |name: &str| json!({"properties": {"method": {"enum": [name]}}});
        assert_eq!(
            reduced,
            json!({"experimental": ["b"], "definitions": {
                "ClientRequest": {"oneOf": [method("a"), method("b")]},
                "Note": {"properties": {"title": {"$ref": "Word"}}}
            }})
        );
    }
}
