//! Permissions that the model asks for: as grants that a person can choose from, and as the reply.
//!
//! Invariant: a reply grants a part of what was asked for, never more.

use crate::risk;
use contract::ask::{Grant, GrantKind, Risk};
use protocol::ask::{AdditionalPermissions, FileEntry, FilePath, FilePermissions, NetworkPermissions};
use protocol::enums::FileAccess;
use serde_json::Value;

/// Each permission that would be granted, once.
pub fn grants(asked: &AdditionalPermissions) -> Vec<Grant> {
    let mut grants: Vec<Grant> = Vec::new();
    let mut add = |grant: Grant| {
        if !grants.iter().any(|known| known.id == grant.id) {
            grants.push(grant);
        }
    };
    if asked.network.as_ref().is_some_and(|network| network.enabled == Some(true)) {
        add(grant(GrantKind::Network, ""));
    }
    if let Some(files) = &asked.file_system {
        files.read.iter().flatten().for_each(|path| add(grant(GrantKind::Read, path)));
        files.write.iter().flatten().for_each(|path| add(grant(GrantKind::Write, path)));
        files.entries.iter().flatten().filter_map(of_entry).for_each(&mut add);
    }
    grants
}

/// The risks of those permissions that reach beyond the folder.
pub fn risks(asked: &AdditionalPermissions, cwd: Option<&str>) -> Vec<Risk> {
    let network = asked.network.as_ref().is_some_and(|network| network.enabled == Some(true));
    let mut risks = if network { vec![Risk::Network] } else { Vec::new() };
    let Some(files) = &asked.file_system else { return risks };
    for path in files.read.iter().chain(&files.write).flatten() {
        risks.extend(of_path(path, cwd));
    }
    for entry in files.entries.iter().flatten().filter(|entry| entry.access != FileAccess::Deny) {
        match &entry.path {
            FilePath::Path { path } | FilePath::GlobPattern { pattern: path } => risks.extend(of_path(path, cwd)),
            FilePath::Special { value } => risks.extend(of_place(value)),
            FilePath::Other(_) => risks.push(Risk::OutsideWorkspace),
        }
    }
    risks
}

fn of_path(path: &str, cwd: Option<&str>) -> Vec<Risk> {
    let mut risks = risk::of_paths([path], cwd, false);
    let top = path.trim_end_matches(['*', '/', '\\']);
    if !path.is_empty() && (top.is_empty() || (top.len() == 2 && top.ends_with(':'))) {
        risks.push(Risk::WholeDisk);
    }
    risks
}

/// The risk of a folder that is named by its role. An unknown role may be any folder.
fn of_place(value: &Value) -> Option<Risk> {
    let leaves = |path: &str| path.starts_with(['/', '\\', '~']) || path.split(['/', '\\']).any(|part| part == "..");
    let known = matches!(value["kind"].as_str(), Some("project_roots" | "tmpdir" | "slash_tmp" | "minimal"));
    match value["kind"].as_str() {
        Some("root") => Some(Risk::WholeDisk),
        _ if known && !value["subpath"].as_str().is_some_and(leaves) => None,
        _ => Some(Risk::OutsideWorkspace),
    }
}

/// The requested permissions without those that were not granted.
pub fn granted(asked: &AdditionalPermissions, ids: &[String]) -> AdditionalPermissions {
    let has = |grant: Grant| ids.contains(&grant.id);
    let kept = |paths: &Option<Vec<String>>, kind| {
        let paths = paths.as_ref()?;
        let kept: Vec<String> = paths.iter().filter(|path| has(grant(kind, path))).cloned().collect();
        (!kept.is_empty()).then_some(kept)
    };
    let network = asked.network.clone().filter(|_| has(grant(GrantKind::Network, "")));
    let files = asked.file_system.as_ref().and_then(|files| {
        let (read, write) = (kept(&files.read, GrantKind::Read), kept(&files.write, GrantKind::Write));
        let given = |entry: &&FileEntry| of_entry(entry).is_some_and(has);
        let some = files.entries.iter().flatten().any(|entry| given(&entry));
        if read.is_none() && write.is_none() && !some {
            return None;
        }
        // A denied entry inside a granted folder stays denied.
        let entries = files.entries.as_ref().map(|entries| {
            entries.iter().filter(|entry| entry.access == FileAccess::Deny || given(entry)).cloned().collect()
        });
        Some(FilePermissions { read, write, entries, glob_scan_max_depth: files.glob_scan_max_depth })
    });
    AdditionalPermissions {
        file_system: files,
        network: network.filter(|NetworkPermissions { enabled }| *enabled == Some(true)),
    }
}

/// The permissions as lines, for a request that grants all of them or none.
pub fn lines(asked: &AdditionalPermissions) -> Vec<String> {
    let line = |grant: Grant| match grant.kind {
        GrantKind::Network => "network access".to_owned(),
        GrantKind::Read => format!("read {}", grant.what),
        GrantKind::Write => format!("write {}", grant.what),
        GrantKind::Other => grant.what,
    };
    grants(asked).into_iter().map(line).collect()
}

fn grant(kind: GrantKind, what: &str) -> Grant {
    let name = match kind {
        GrantKind::Network => "network",
        GrantKind::Read => "read",
        GrantKind::Write => "write",
        GrantKind::Other => "other",
    };
    Grant { id: format!("{name}:{what}"), kind, what: render::exact(what) }
}

fn of_entry(entry: &FileEntry) -> Option<Grant> {
    let kind = match entry.access {
        FileAccess::Read => GrantKind::Read,
        FileAccess::Write => GrantKind::Write,
        FileAccess::Deny => return None,
        FileAccess::Other(_) => GrantKind::Other,
    };
    let special = |value: &Value| {
        let word = |name| value.get(name).and_then(Value::as_str).unwrap_or_default();
        let words = [&word("kind").replace('_', " "), word("path"), word("subpath")];
        words.into_iter().filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
    };
    Some(match &entry.path {
        FilePath::Path { path } => grant(kind, path),
        FilePath::GlobPattern { pattern } => grant(kind, pattern),
        FilePath::Special { value } => grant(kind, &special(value)),
        FilePath::Other(value) => grant(GrantKind::Other, &value.to_string()),
    })
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use serde_json::{from_value, json};

    fn asked() -> AdditionalPermissions {
        from_value(
            json!({"network": {"enabled": true}, "fileSystem": {"read": ["/r"], "write": ["/w", "/x"], "entries": [
                {"path": {"type": "path", "path": "/w"}, "access": "write"},
                {"path": {"type": "path", "path": "/w/secret"}, "access": "deny"},
                {"path": {"type": "special", "value": {"kind": "project_roots"}}, "access": "write"},
            ]}}),
        )
        .unwrap()
    }

    #[test]
    fn each_permission_is_one_grant() {
        let ids: Vec<String> = grants(&asked()).into_iter().map(|grant| grant.id).collect();
        assert_eq!(ids, ["network:", "read:/r", "write:/w", "write:/x", "write:project roots"]);
    }

    #[test]
    fn all_ids_give_back_all_that_was_asked() {
        let ids: Vec<String> = grants(&asked()).into_iter().map(|grant| grant.id).collect();
        assert_eq!(granted(&asked(), &ids), asked());
    }

    #[test]
    fn granting_a_part_keeps_what_is_denied() {
        let part = granted(&asked(), &["write:/w".to_owned(), "write:/never-asked".to_owned()]);
        let expected = json!({"fileSystem": {"write": ["/w"], "entries": [
            {"path": {"type": "path", "path": "/w"}, "access": "write"},
            {"path": {"type": "path", "path": "/w/secret"}, "access": "deny"},
        ]}});
        assert_eq!(json!(part), expected);
    }

    /// Each permission in a request of its own, with its risks.
    #[test]
    fn what_reaches_beyond_the_folder_is_named() {
        let of = |path: Value| {
            let asked = json!({"fileSystem": {"entries": [{"path": path, "access": "write"}]}});
            risks(&from_value(asked).unwrap(), Some("/w"))
        };
        let place = |value: Value| of(json!({"type": "special", "value": value}));
        let path = |path: &str| of(json!({"type": "path", "path": path}));
        assert_eq!(place(json!({"kind": "root"})), [Risk::WholeDisk]);
        assert_eq!(path("/"), [Risk::OutsideWorkspace, Risk::WholeDisk]);
        assert_eq!(of(json!({"type": "glob_pattern", "pattern": "/**"})), [Risk::OutsideWorkspace, Risk::WholeDisk]);
        assert_eq!(path("/etc"), [Risk::OutsideWorkspace]);
        assert_eq!(place(json!({"kind": "unknown", "path": "/etc"})), [Risk::OutsideWorkspace]);
        assert_eq!(place(json!({"kind": "project_roots", "subpath": "../x"})), [Risk::OutsideWorkspace]);
        assert_eq!(of(json!({"type": "newer"})), [Risk::OutsideWorkspace]);
        assert_eq!((path("/w/a"), place(json!({"kind": "project_roots", "subpath": "a"}))), (vec![], vec![]));
        assert!(risk::is_grave(&[Risk::WholeDisk]));
    }

    #[test]
    fn a_place_of_no_known_role_is_shown_with_its_path() {
        let entry = |path: &str| json!({"path": {"type": "special", "value": {"kind": "unknown", "path": path}}, "access": "write"});
        let asked = from_value(json!({"fileSystem": {"entries": [entry("/etc"), entry("/srv")]}})).unwrap();
        let ids: Vec<String> = grants(&asked).into_iter().map(|grant| grant.id).collect();
        assert_eq!(ids, ["write:unknown /etc", "write:unknown /srv"]);
    }

    #[test]
    fn no_ids_deny() {
        assert_eq!(json!(granted(&asked(), &[])), json!({}));
    }
}
