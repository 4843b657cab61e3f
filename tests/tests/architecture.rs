//! Rules about the sources that the compiler does not enforce: who may use what, and which names must exist.

#![allow(clippy::unwrap_used, clippy::expect_used)]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Every file that lets a secret out of its wrapper.
const SECRET_EXITS: &[&str] = &[
    // A value that the person gives to an MCP server, in the server's config.
    "crates/engine/src/catalog/servers/entry.rs",
    // Read to check that it is a key or a sign-in.
    "crates/engine/src/login/import.rs",
    "crates/engine/src/login/key.rs",
    "crates/engine/src/login/moving.rs",
    "crates/engine/src/login/moving/tests.rs",
    // Written to the keychain.
    "crates/engine/src/vault/parts.rs",
    "crates/engine/src/vault/store.rs",
    // Sent to the server.
    "crates/protocol/src/ask/reply.rs",
    "crates/protocol/src/method/account.rs",
];

/// A file of the repository: its path from the root, and its text.
struct Source {
    path: String,
    text: String,
}

#[test]
fn no_crate_knows_tauri() {
    let crates = sources(|path| path.starts_with("crates/") && ends(path, &[".rs", "Cargo.toml"]));
    assert!(!crates.is_empty());
    let found = lines(&crates, |line| line.contains("tauri::") || line.trim_start().starts_with("tauri"));
    assert_eq!(found, Vec::<String>::new());
}

#[test]
fn the_window_side_does_not_know_the_wire() {
    let shell = sources(|path| path.starts_with("src-tauri/") && ends(path, &[".rs", "Cargo.toml"]));
    assert!(!shell.is_empty());
    let found = lines(&shell, |line| line.contains("protocol::") || line.starts_with("wire"));
    assert_eq!(found, Vec::<String>::new());
}

#[test]
fn one_file_of_the_ui_knows_tauri() {
    let ui = sources(|path| path.starts_with("ui/src/") && ends(path, &[".ts", ".tsx"]) && path != "ui/src/host.ts");
    assert!(!ui.is_empty());
    assert_eq!(lines(&ui, |line| line.contains("@tauri-apps")), Vec::<String>::new());
}

#[test]
fn places_on_screen_do_not_import_each_other_in_a_circle() {
    const PLACES: [&str; 11] = [
        "sidebar",
        "thread",
        "composer",
        "asks",
        "inbox",
        "changes",
        "terminal",
        "palette",
        "settings",
        "diagnostics",
        "welcome",
    ];
    let uses_of = |place: &str| {
        let files = sources(|path| path.starts_with(&format!("ui/src/{place}/")));
        assert!(!files.is_empty(), "{place} is empty");
        let others = PLACES.into_iter().filter(|other| *other != place);
        let used = |other: &&str| !lines(&files, |line| line.contains(&format!("\"../{other}/"))).is_empty();
        others.filter(used).collect::<Vec<_>>()
    };
    let mut left: Vec<(&str, Vec<&str>)> = PLACES.iter().map(|place| (*place, uses_of(place))).collect();
    // Removes every module that uses none of the remaining ones. What cannot be removed is part of a cycle.
    while let Some(at) = left.iter().position(|(_, uses)| !left.iter().any(|(place, _)| uses.contains(place))) {
        left.remove(at);
    }
    assert_eq!(left, Vec::new());
}

#[test]
fn modules_of_a_crate_do_not_depend_on_each_other_in_a_circle() {
    for name in ["render", "protocol", "contract", "model", "loopback", "engine"] {
        let left = circle(&uses(&format!("crates/{name}/src/")));
        assert!(left.is_empty(), "{name}: {left:#?}");
    }
}

#[test]
fn a_crate_depends_only_on_those_below_it() {
    const BELOW: &[(&str, &[&str])] = &[
        ("render", &[]),
        ("protocol", &[]),
        ("loopback", &[]),
        ("contract", &["protocol", "render"]),
        ("model", &["contract", "protocol", "render"]),
        ("engine", &["contract", "loopback", "model", "protocol", "render"]),
    ];
    for (name, below) in BELOW {
        let text = std::fs::read_to_string(root().join(format!("crates/{name}/Cargo.toml"))).expect("a manifest");
        let own: Vec<&str> = text.split("[dependencies]").nth(1).unwrap_or_default().lines().collect();
        let own = own.iter().skip(1).take_while(|line| !line.starts_with('['));
        let mut used: Vec<&str> = own.filter_map(|line| line.split(['.', ' ']).next()).collect();
        used.retain(|used| BELOW.iter().any(|(known, _)| known == used));
        used.sort_unstable();
        assert_eq!(used, *below, "{name}");
    }
}

#[test]
fn what_is_pure_names_no_file_clock_or_lock() {
    const PURE: &[&str] = &["crates/contract/src/", "crates/model/src/", "crates/protocol/src/"];
    const OUTSIDE: &[&str] = &["std::fs", "std::net", "std::process", "tokio::", "SystemTime", "Instant::now", "Mutex"];
    // The bindings are written by a test.
    let is_code = |path: &str| path.ends_with(".rs") && !is_test_file(path) && !path.ends_with("/bindings.rs");
    let mut pure = sources(|path| is_code(path) && PURE.iter().any(|of| path.starts_with(of)));
    pure.iter_mut().for_each(|source| source.text = without_tests(&source.text));
    assert!(pure.len() > 50);
    let names_one = |line: &str| OUTSIDE.iter().any(|outside| line.contains(outside));
    assert_eq!(lines(&pure, names_one), Vec::<String>::new());
}

/// The top modules of a crate, and for each the modules that it uses, with the file that does.
fn uses(folder: &str) -> BTreeMap<String, BTreeMap<String, String>> {
    let files = sources(|path| path.starts_with(folder) && path.ends_with(".rs") && !is_test_file(path));
    let top = |path: &str| path[folder.len()..].split(['/', '.']).next().unwrap_or_default().to_owned();
    let texts: Vec<(String, &str, String)> =
        files.iter().map(|file| (top(&file.path), file.path.as_str(), without_tests(&file.text))).collect();
    let is_module = |name: &str| texts.iter().any(|(module, ..)| module == name) && name != "lib" && name != "main";
    // A re-export of the contract counts as the contract's.
    let passed_on = |module: &str, name: &str| {
        let own = texts.iter().filter(|(of, path, _)| of == module && **path == format!("{folder}{module}.rs"));
        let mut names = own.flat_map(|(.., text)| paths(text, "pub use contract::"));
        names.any(|path| path.rsplit("::").next() == Some(name))
    };
    // `crate::Engine` is a re-export of a module by the crate root.
    let root: Vec<String> =
        texts.iter().filter(|(module, ..)| module == "lib").flat_map(|(.., text)| paths(text, "pub use ")).collect();
    let mut graph: BTreeMap<String, BTreeMap<String, String>> = BTreeMap::new();
    for (module, file, text) in texts.iter().filter(|(module, ..)| is_module(module)) {
        let used = graph.entry(module.clone()).or_default();
        for path in paths(text, "crate::") {
            let whole = root.iter().find(|of| of.rsplit("::").next() == Some(path.as_str())).unwrap_or(&path);
            let mut parts = whole.split("::");
            let (other, name) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
            if other != module && is_module(other) && !passed_on(other, name) {
                used.insert(other.to_owned(), format!("{file}: {path}"));
            }
        }
    }
    graph
}

/// The modules that are part of a cycle, or between two cycles.
fn circle(graph: &BTreeMap<String, BTreeMap<String, String>>) -> BTreeMap<String, BTreeMap<String, String>> {
    let mut left = graph.clone();
    loop {
        let is_used = |name: &str| left.values().any(|used| used.contains_key(name));
        let uses_none = |used: &BTreeMap<String, String>| !used.keys().any(|name| left.contains_key(name));
        let free = left.iter().find(|(name, used)| !is_used(name) || uses_none(used));
        let Some(free) = free.map(|(name, _)| name.clone()) else { break };
        left.remove(&free);
    }
    let held: Vec<String> = left.keys().cloned().collect();
    left.values_mut().for_each(|used| used.retain(|name, _| held.contains(name)));
    left
}

/// Every path after a prefix, with `{}` expanded: `crate::a::{b, c::d}` is `a::b` and `a::c::d`.
fn paths(text: &str, prefix: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (at, _) in text.match_indices(prefix) {
        if !text[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_' || c == ':') {
            branches(&text[at + prefix.len()..], String::new(), &mut found);
        }
    }
    found
}

/// Parses one branch of a path and returns the text after it.
fn branches<'a>(text: &'a str, before: String, found: &mut Vec<String>) -> &'a str {
    let text = text.trim_start();
    if let Some(mut inside) = text.strip_prefix('{') {
        loop {
            inside = branches(inside, before.clone(), found).trim_start();
            match inside.strip_prefix(',') {
                Some(more) if !more.trim_start().starts_with('}') => inside = more,
                Some(more) => break more.trim_start().strip_prefix('}').unwrap_or(more),
                None => break inside.strip_prefix('}').unwrap_or(inside),
            }
        }
    } else {
        let end = text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len());
        let (name, rest) = text.split_at(end);
        let path = if name == "self" { before.trim_end_matches("::").to_owned() } else { format!("{before}{name}") };
        match rest.strip_prefix("::") {
            Some(rest) if rest.starts_with(|c: char| c.is_alphabetic() || c == '{') => {
                branches(rest, format!("{path}::"), found)
            }
            _ => {
                found.push(path);
                rest
            }
        }
    }
}

fn is_test_file(path: &str) -> bool {
    path.ends_with("/tests.rs")
        || path.ends_with("_tests.rs")
        || path.ends_with("/hostile.rs")
        || path.contains("/tests/")
}

/// Code without comments and without test code. rustfmt guarantees that an item ends at its own indentation.
fn without_tests(text: &str) -> String {
    let mut out = String::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        let code = line.trim_start();
        if code.starts_with("//") {
            continue;
        }
        if code == "#[cfg(test)]" {
            let indent = line.len() - code.len();
            // Skips to the end of the item: a closing line, or the only line.
            for skipped in lines.by_ref() {
                let depth = skipped.len() - skipped.trim_start().len();
                let is_attribute = skipped.trim_start().starts_with("#[");
                if depth == indent && !is_attribute && skipped.ends_with(['}', ';', ',']) {
                    break;
                }
            }
            continue;
        }
        out.push_str(line.split(" // ").next().unwrap_or(line));
        out.push('\n');
    }
    out
}

#[test]
fn only_the_vault_touches_the_keychain() {
    let outside = |path: &str| path.ends_with(".rs") && !path.starts_with("crates/engine/src/vault") && !is_this(path);
    // The path must begin with the crate name, because a module of ours may have the same name.
    let begins = |line: &str, name: &str| line.match_indices(name).any(|(at, _)| !line[..at].ends_with(':'));
    let found = lines(&sources(outside), |line| begins(line, "keyring::") || begins(line, "keyring_core::"));
    assert_eq!(found, Vec::<String>::new());
    let manifests = sources(|path| path.ends_with("/Cargo.toml") && !path.starts_with("crates/engine/"));
    assert_eq!(lines(&manifests, |line| line.starts_with("keyring")), Vec::<String>::new());
}

#[test]
fn a_secret_leaves_only_where_it_is_listed() {
    let wrapper = "crates/protocol/src/secret.rs";
    let code = sources(|path| path.ends_with(".rs") && path != wrapper && !path.starts_with("tests/"));
    let ways = ["Secret::expose", ".expose(", ".expose_str("];
    let opens = |source: &&Source| ways.iter().any(|way| source.text.contains(way));
    let exits: Vec<&str> = code.iter().filter(opens).map(|source| source.path.as_str()).collect();
    assert_eq!(exits, SECRET_EXITS);
    let secret = std::fs::read_to_string(root().join(wrapper)).expect("the wrapper is there");
    assert!(!secret.contains("Serialize for Secret"), "a secret has no Serialize");
}

#[test]
fn one_file_makes_commands_so_that_none_flashes_a_console() {
    let is_test = |path: &str| path.ends_with("/tests.rs") || path.ends_with("/hostile.rs") || path.contains("/tests/");
    let makers = sources(|path| {
        let ours = path.starts_with("crates/engine/src/") || path.starts_with("src-tauri/src/");
        ours && path.ends_with(".rs") && path != "crates/engine/src/program.rs" && !is_test(path)
    });
    assert!(!makers.is_empty());
    assert_eq!(lines(&makers, |line| line.contains("Command::new(")), Vec::<String>::new(), "use `program::quiet`");
}

#[test]
fn one_file_starts_git() {
    let is_test = |path: &str| path.ends_with("/tests.rs") || path.ends_with("/hostile.rs") || path.contains("/tests/");
    let ours = sources(|path| {
        let ours = path.starts_with("crates/engine/src/") || path.starts_with("src-tauri/src/");
        ours && path.ends_with(".rs") && !is_test(path)
    });
    // The name of a program is an argument by itself.
    let starts = |line: &str| ["(\"git\")", "(\"git\",", "(\"git.exe\""].iter().any(|call| line.contains(call));
    let files: Vec<&str> =
        ours.iter().filter(|one| one.text.lines().any(starts)).map(|one| one.path.as_str()).collect();
    assert_eq!(files, ["crates/engine/src/git/run.rs"]);
}

#[test]
fn one_file_begins_threads_so_that_no_folder_is_trusted_unasked() {
    // A tool is tried in codex's own home, read-only.
    let known = ["crates/engine/src/trust.rs", "crates/engine/src/catalog/servers/tried.rs"];
    let others = sources(|path| {
        path.starts_with("crates/engine/src/")
            && path.ends_with(".rs")
            && !path.contains("/tests/")
            && !known.contains(&path)
    });
    assert_eq!(lines(&others, |line| line.contains("ThreadStart>")), Vec::<String>::new(), "use `trust::begin`");
}

#[test]
fn a_text_is_the_same_bytes_on_every_system() {
    let rule = sources(|path| path == ".gitattributes");
    assert!(
        rule.iter().any(|rule| rule.text.lines().any(|line| line == "* text=auto eol=lf")),
        "no rule for line ends"
    );
    let texts = sources(|path| !path.starts_with("crates/render/corpus/"));
    let foreign: Vec<&str> = texts.iter().filter(|one| one.text.contains('\r')).map(|one| one.path.as_str()).collect();
    assert_eq!(foreign, Vec::<&str>::new());
}

#[test]
fn every_source_belongs_to_a_listed_module() {
    let modules = modules();
    assert!(modules.len() > 10, "ARCHITECTURE.md has the table of modules");
    let in_ui = |path: &str| path.starts_with("ui/src/") && ends(path, &[".ts", ".tsx", ".css"]);
    let in_rust = |path: &str| path.ends_with(".rs") && path.contains("src/");
    let outside: Vec<String> = sources(|path| in_ui(path) || in_rust(path))
        .into_iter()
        .map(|source| source.path)
        .filter(|path| !modules.iter().any(|module| contains(module, path)))
        .collect();
    assert_eq!(outside, Vec::<String>::new(), "extend the table of modules in ARCHITECTURE.md");
}

#[test]
fn every_listed_module_exists() {
    let all: Vec<String> = sources(|_| true).into_iter().map(|source| source.path).collect();
    let missing: Vec<String> =
        modules().into_iter().filter(|module| !all.iter().any(|path| contains(module, path))).collect();
    assert_eq!(missing, Vec::<String>::new());
}

#[test]
fn a_file_can_be_read_in_one_sitting() {
    let code = sources(|path| ends(path, &[".rs", ".ts", ".tsx", ".css"]) && !path.contains("/generated/"));
    let long: Vec<String> = code
        .iter()
        .map(|source| (source.text.lines().count(), &source.path))
        .filter(|(count, _)| *count > 600)
        .map(|(count, path)| format!("{path}: {count} lines"))
        .collect();
    assert_eq!(long, Vec::<String>::new());
}

#[test]
fn no_place_of_one_machine_is_written_down() {
    let machine = ["work", "farm", "root"].map(|folder| format!("/{folder}/"));
    let names_a_place = |line: &str| {
        machine.iter().any(|place| {
            let before = |at: usize| line[..at].chars().next_back();
            line.match_indices(place).any(|(at, _)| !before(at).is_some_and(|c| c.is_ascii_alphanumeric() || c == '_'))
        })
    };
    assert_eq!(lines(&sources(|path| !is_this(path)), names_a_place), Vec::<String>::new());
    let locks = sources(|path| path.ends_with("package-lock.json"));
    assert_eq!(lines(&locks, |line| line.contains("\"resolved\"")), Vec::<String>::new());
}

#[test]
fn no_stub_or_silenced_test_stays() {
    let code = sources(|path| ends(path, &[".rs", ".ts", ".tsx"]) && !is_this(path));
    let stubs = ["todo!(", "unimplemented!(", "#[ignore]", "it.skip(", "test.skip(", "describe.skip(", "it.todo("];
    assert_eq!(lines(&code, |line| stubs.iter().any(|stub| line.contains(stub))), Vec::<String>::new());
}

/// The number of type names that stand for more than one type. It may only decrease. A name that two crates share on
/// purpose (`protocol::Thread` and the engine's own) is one concept in two layers.
const SHARED_TYPE_NAMES: usize = 16;

#[test]
fn few_type_names_are_defined_twice() {
    let code = sources(|path| {
        let crates = path.starts_with("crates/") && path.contains("/src/");
        path.ends_with(".rs") && (crates || path.starts_with("src-tauri/src/") || path.starts_with("xtask/src/"))
    });
    let mut defined: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for source in &code {
        for name in source.text.lines().filter_map(defined_type) {
            defined.entry(name).or_default().push(&source.path);
        }
    }
    assert!(defined.len() > 500, "the sources define types");
    defined.retain(|_, files| files.len() > 1);
    let listed = || defined.iter().map(|(name, files)| format!("{name}: {}", files.join(" "))).collect::<Vec<_>>();
    assert!(defined.len() <= SHARED_TYPE_NAMES, "{} names:\n{}", defined.len(), listed().join("\n"));
}

#[test]
fn a_test_is_named_in_fewer_than_70_characters() {
    let code = sources(|path| path.ends_with(".rs"));
    let is_test =
        |line: &&str| matches!(line.trim(), "#[test]" | "#[tokio::test]") || line.trim().starts_with("#[tokio::test(");
    let mut count = 0;
    let mut long = Vec::new();
    for source in &code {
        let mut lines = source.text.lines();
        while lines.by_ref().any(|line| is_test(&line)) {
            let name =
                lines.by_ref().find_map(|line| line.split_once("fn ")).and_then(|(_, rest)| rest.split('(').next());
            count += 1;
            long.extend(name.filter(|name| name.len() >= 70).map(|name| format!("{}: {name}", source.path)));
        }
    }
    assert!(count > 500, "the sources have tests");
    assert_eq!(long, Vec::<String>::new());
}

#[test]
fn a_test_of_the_page_has_a_title_of_fewer_than_70_characters() {
    let tests = sources(|path| path.starts_with("ui/tests/") && ends(path, &[".ts", ".tsx"]));
    let mut count = 0;
    let mut long = Vec::new();
    for source in &tests {
        for title in titles(&source.text) {
            count += 1;
            if title.chars().count() >= 70 {
                long.push(format!("{}: {title}", source.path));
            }
        }
    }
    assert!(count > 300, "the page has tests");
    assert_eq!(long, Vec::<String>::new());
}

#[test]
fn titles_of_page_tests_are_read_from_every_form_of_a_test() {
    let code = "  it(\"one \\\"claim\\\"\", () => {\n  it.each([1])(`n is ${n}`, f);\n  it(\n    'long', f);\n  await(\"not one\");";
    assert_eq!(titles(code), ["one \\\"claim\\\"", "n is ${n}", "long"]);
}

/// The first argument of every `it("…")`, `test("…")` and `it.each(…)("…")`, as it is written.
fn titles(code: &str) -> Vec<&str> {
    let starts = |line: &str| ["it(", "it.", "test(", "test."].iter().any(|start| line.starts_with(start));
    let mut found = Vec::new();
    let mut at = 0;
    for line in code.split_inclusive('\n') {
        if starts(line.trim_start()) {
            found.extend(first_text(&code[at..]));
        }
        at += line.len();
    }
    found
}

/// The first text in quotes that follows a bracket.
fn first_text(code: &str) -> Option<&str> {
    let mut from = 0;
    while let Some(open) = code[from..].find('(') {
        from += open + 1;
        let inside = code[from..].trim_start();
        if let Some(quote) = inside.chars().next().filter(|first| matches!(first, '"' | '\'' | '`')) {
            let mut escaped = false;
            let end = inside[1..].find(|letter: char| {
                let closes = letter == quote && !escaped;
                escaped = letter == '\\' && !escaped;
                closes
            });
            return end.map(|end| &inside[1..=end]);
        }
    }
    None
}

#[test]
fn every_test_that_the_threat_model_names_exists() {
    let model = std::fs::read_to_string(root().join("SECURITY.md")).expect("SECURITY.md is there");
    let rows =
        model.lines().filter(|line| line.starts_with("| ") && line.ends_with('|') && !line.starts_with("| threat"));
    let cells: Vec<&str> = rows.filter_map(|row| row.trim_end_matches(" |").rsplit(" | ").next()).collect();
    let named: Vec<&str> = cells.iter().flat_map(|cell| cell.split('`').skip(1).step_by(2)).collect();
    assert!(named.len() > 30, "the last column names tests");
    assert!(cells.iter().all(|cell| cell.contains('`')), "every threat has a test");
    let code = sources(|path| ends(path, &[".rs", ".ts", ".tsx"]));
    let exists = |name: &str| {
        let (rust, page) = (format!("fn {name}("), format!("it(\"{name}\""));
        code.iter().any(|source| source.text.contains(&rust) || source.text.contains(&page))
    };
    let missing: Vec<&str> = named.into_iter().filter(|name| !exists(name)).collect();
    assert_eq!(missing, Vec::<&str>::new());
}

/// The name in `pub(crate) struct Name<T> {`. An indented `type` is an associated type and defines no new name.
fn defined_type(line: &str) -> Option<&str> {
    let code = line.trim_start();
    let is_indented = code.len() < line.len();
    let code = match code.strip_prefix("pub") {
        Some(rest) if rest.starts_with(' ') => rest.trim_start(),
        Some(rest) if rest.starts_with('(') => rest.split_once(") ")?.1,
        _ => code,
    };
    let (keyword, rest) = code.split_once(' ')?;
    let names_a_type = matches!(keyword, "struct" | "enum" | "trait" | "union") || keyword == "type" && !is_indented;
    let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(rest.len());
    (names_a_type && rest.starts_with(|c: char| c.is_ascii_uppercase())).then_some(&rest[..end])
}

#[test]
fn every_part_that_a_window_test_names_is_on_the_page() {
    let ui = sources(|path| path.starts_with("ui/src/") && ends(path, &[".ts", ".tsx"]));
    let page: String = ui.into_iter().map(|source| source.text).collect();
    let is_there = |part: &str| {
        // Some names are built from two parts: `next-${way}`, `${field}-problem`.
        let made = |at: usize| {
            let (head, tail) = (&part[..=at], &part[at..]);
            page.contains(&format!("`{head}${{")) || page.contains(&format!("}}{tail}`"))
        };
        page.contains(&format!("\"{part}\"")) || part.match_indices('-').any(|(at, _)| made(at))
    };
    let tests = sources(|path| {
        path.ends_with(".rs") && (path.starts_with("tests/tests/window/") || path == "tests/src/app.rs")
    });
    let waits = ["see", "miss", "read", "miss_text", "texts", "click", "click_away", "write"];
    let calls = waits.iter().map(|wait| format!("app.{wait}(\""));
    let begins: Vec<String> = calls.chain(["[data-part=\"".to_owned(), "[data-part=".to_owned()]).collect();
    let mut named: Vec<&str> =
        tests.iter().flat_map(|source| begins.iter().flat_map(|begin| after(&source.text, begin))).collect();
    named.sort_unstable();
    named.dedup();
    assert!(named.len() > 100, "window tests name parts");
    assert_eq!(named.into_iter().filter(|part| !is_there(part)).collect::<Vec<_>>(), Vec::<&str>::new());
}

fn root() -> PathBuf {
    xtask::paths::root()
}

/// The names that follow this text, wherever it occurs.
fn after<'a>(text: &'a str, begin: &str) -> impl Iterator<Item = &'a str> {
    let rests: Vec<&str> = text.match_indices(begin).map(|(at, _)| &text[at + begin.len()..]).collect();
    let name = |rest: &'a str| rest.split(|c: char| !c.is_ascii_alphanumeric() && c != '-').next().unwrap_or_default();
    rests.into_iter().map(name).filter(|name| !name.is_empty())
}

/// Some searches skip this file, because it contains what it forbids.
fn is_this(path: &str) -> bool {
    path == "tests/tests/architecture.rs"
}

fn ends(path: &str, endings: &[&str]) -> bool {
    endings.iter().any(|ending| path.ends_with(ending))
}

/// The files that git tracks and those that it would add, so that a new file is checked before it is committed.
fn sources(wanted: impl Fn(&str) -> bool) -> Vec<Source> {
    let listed = Command::new("git")
        .args(["ls-files", "-z", "--cached", "--others", "--exclude-standard"])
        .current_dir(root())
        .output()
        .expect("git lists the files");
    let listed = String::from_utf8(listed.stdout).expect("names are UTF-8");
    let mut paths: Vec<&str> = listed.split('\0').filter(|path| !path.is_empty() && wanted(path)).collect();
    paths.sort_unstable();
    paths.dedup();
    let read = |path: &str| {
        // Pictures are not text, and a listed file may already be deleted.
        let text = std::fs::read_to_string(root().join(path)).ok()?;
        Some(Source { path: path.to_owned(), text })
    };
    paths.into_iter().filter_map(read).collect()
}

/// `path:line` of every line that breaks a rule.
fn lines(sources: &[Source], breaks: impl Fn(&str) -> bool) -> Vec<String> {
    let in_one = |source: &Source| -> Vec<String> {
        let numbered = source.text.lines().enumerate().filter(|(_, line)| breaks(line));
        numbered.map(|(at, line)| format!("{}:{}: {}", source.path, at + 1, line.trim())).collect()
    };
    sources.iter().flat_map(in_one).collect()
}

/// The paths in the first column of the modules table.
fn modules() -> Vec<String> {
    let plan = std::fs::read_to_string(root().join("ARCHITECTURE.md")).expect("ARCHITECTURE.md is there");
    let cells = plan.lines().filter(|line| line.starts_with("| `")).filter_map(|row| row.split(" | ").next());
    cells.flat_map(|cell| cell.split('`').filter(|part| part.contains('/'))).map(str::to_owned).collect()
}

/// A module is a file, a folder (it ends with `/`), or a prefix (it ends with `*`).
fn contains(module: &str, path: &str) -> bool {
    match module.strip_suffix('*') {
        Some(prefix) => path.starts_with(prefix),
        None if module.ends_with('/') => path.starts_with(module),
        None => Path::new(module) == Path::new(path),
    }
}
