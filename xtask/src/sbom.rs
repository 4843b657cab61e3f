//! `sbom`: lists a release's components as CycloneDX: crates, the pages' npm packages and the bundled codex.
//!
//! The lists come from the lock files alone, so the same commit always gives the same bytes.

use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;
use xtask::paths;
use xtask::step::StepResult;

pub fn sbom(args: &[String]) -> StepResult {
    let [folder] = args else { return Err("sbom needs the folder to write to".to_owned()) };
    let list = list()?;
    let name = format!("threadloft_{}.cdx.json", env!("CARGO_PKG_VERSION"));
    let file = paths::root().join(folder).join(name);
    let text = serde_json::to_string_pretty(&list).map_err(|why| why.to_string())?;
    let parent = file.parent().unwrap_or(&file);
    std::fs::create_dir_all(parent)
        .and_then(|()| std::fs::write(&file, text + "\n"))
        .map_err(|why| format!("{}: {why}", file.display()))?;
    println!("{}: {} components", file.display(), list["components"].as_array().map_or(0, Vec::len));
    Ok(())
}

fn list() -> Result<Value, String> {
    let lock = read(&paths::root().join("Cargo.lock"))?;
    let mut components = crates(&metadata()?, &checksums(&lock))?;
    for folder in ["ui", "xtask/codex"] {
        components.extend(packages(&read(&paths::root().join(folder).join("package-lock.json"))?)?);
    }
    components.sort_by(|a, b| a["purl"].as_str().cmp(&b["purl"].as_str()));
    components.dedup_by(|a, b| a["purl"] == b["purl"]);
    let version = env!("CARGO_PKG_VERSION");
    Ok(json!({
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": { "component": { "type": "application", "name": "threadloft", "version": version } },
        "components": components,
    }))
}

fn read(file: &Path) -> Result<String, String> {
    std::fs::read_to_string(file).map_err(|why| format!("{}: {why}", file.display()))
}

fn metadata() -> Result<Value, String> {
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.args(["metadata", "--format-version", "1", "--locked"]).current_dir(paths::root());
    let said = cargo.output().map_err(|why| format!("cargo metadata: {why}"))?;
    if !said.status.success() {
        return Err(format!("cargo metadata: {}", String::from_utf8_lossy(&said.stderr)));
    }
    serde_json::from_slice(&said.stdout).map_err(|why| format!("cargo metadata: {why}"))
}

/// The crates that the program is built from on any system, without tests and tools.
fn crates(metadata: &Value, checksums: &BTreeMap<(String, String), String>) -> Result<Vec<Value>, String> {
    let listed = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let packages = listed(&metadata["packages"]);
    let root = packages.iter().find(|package| package["name"] == "threadloft").ok_or("no package threadloft")?;
    let edges: BTreeMap<String, Vec<Value>> = listed(&metadata["resolve"]["nodes"])
        .into_iter()
        .map(|node| (word(&node["id"]), listed(&node["deps"])))
        .collect();
    let (mut seen, mut left) = (BTreeSet::new(), vec![word(&root["id"])]);
    while let Some(id) = left.pop() {
        for edge in edges.get(&id).into_iter().flatten() {
            let used = listed(&edge["dep_kinds"]).iter().any(|kind| kind["kind"] != "dev");
            if used && seen.insert(word(&edge["pkg"])) {
                left.push(word(&edge["pkg"]));
            }
        }
    }
    let foreign =
        packages.iter().filter(|package| seen.contains(&word(&package["id"])) && !package["source"].is_null());
    let component = |package: &Value| {
        let (name, version) = (word(&package["name"]), word(&package["version"]));
        let hash = checksums.get(&(name.clone(), version.clone())).cloned();
        component(&name, &version, "cargo", package["license"].as_str(), hash.map(|hash| ("SHA-256", hash)))
    };
    Ok(foreign.map(component).collect())
}

/// The packages of an npm lock file, without development dependencies.
fn packages(lock: &str) -> Result<Vec<Value>, String> {
    let lock: Value = serde_json::from_str(lock).map_err(|why| why.to_string())?;
    let all = lock["packages"].as_object().cloned().unwrap_or_default();
    let shipped = all.iter().filter(|(path, package)| !path.is_empty() && package["dev"] != true);
    let component = |(path, package): (&String, &Value)| {
        let own = path.rsplit("node_modules/").next().unwrap_or(path);
        let name = package["name"].as_str().unwrap_or(own);
        let hash = package["integrity"].as_str().and_then(|hash| hash.strip_prefix("sha512-")).and_then(hex);
        component(
            name,
            &word(&package["version"]),
            "npm",
            package["license"].as_str(),
            hash.map(|hash| ("SHA-512", hash)),
        )
    };
    Ok(shipped.map(component).collect())
}

fn component(name: &str, version: &str, kind: &str, license: Option<&str>, hash: Option<(&str, String)>) -> Value {
    let mut component = json!({
        "type": "library",
        "name": name,
        "version": version,
        "purl": format!("pkg:{kind}/{}@{version}", name.replacen('@', "%40", 1)),
    });
    if let Some(license) = license {
        component["licenses"] = json!([{ "expression": license.replace('/', " OR ") }]);
    }
    if let Some((algorithm, content)) = hash {
        component["hashes"] = json!([{ "alg": algorithm, "content": content }]);
    }
    component
}

/// Checksums by name and version, from Cargo's lock file.
fn checksums(lock: &str) -> BTreeMap<(String, String), String> {
    let value = |block: &str, key: &str| {
        let line = block.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix(" = \""))?;
        line.strip_suffix('"').map(str::to_owned)
    };
    let blocks = lock.split("[[package]]");
    blocks
        .filter_map(|block| Some(((value(block, "name")?, value(block, "version")?), value(block, "checksum")?)))
        .collect()
}

/// Converts npm's base64 hashes to the hexadecimal ones of CycloneDX.
fn hex(base64: &str) -> Option<String> {
    const DIGITS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let (mut bits, mut count, mut out) = (0_u32, 0, String::new());
    for byte in base64.trim_end_matches('=').bytes() {
        bits = bits << 6 | u32::try_from(DIGITS.iter().position(|digit| *digit == byte)?).ok()?;
        count += 6;
        if count >= 8 {
            count -= 8;
            out.push_str(&format!("{:02x}", bits >> count & 0xff));
        }
    }
    Some(out)
}

fn word(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_component_has_a_version_and_a_hash() -> Result<(), String> {
        let list = list()?;
        let all = list["components"].as_array().cloned().unwrap_or_default();
        let bare: Vec<&Value> =
            all.iter().filter(|one| one["version"] == "" || one["hashes"][0]["content"].is_null()).collect();
        assert_eq!(bare, Vec::<&Value>::new());
        let has = |name: &str| all.iter().any(|one| one["name"] == name);
        for shipped in ["tauri", "solid-js", "@openai/codex"] {
            assert!(has(shipped), "{shipped} is in every release");
        }
        for tool in ["proptest", "vitest"] {
            assert!(!has(tool), "{tool} is in none");
        }
        Ok(())
    }

    #[test]
    fn npm_hashes_become_hexadecimal() {
        assert_eq!(hex("+/8A").as_deref(), Some("fbff00"));
        assert_eq!(hex("TQ==").as_deref(), Some("4d"));
        assert_eq!(hex("?"), None);
    }
}
