//! Lists what a project would turn on if it were trusted. The files are only read as text.
//!
//! Invariant: reading is bounded in bytes, files and finds, whatever a project contains.

use super::place::Place;
pub use contract::trust::{FindKind, ProjectFind};
use serde_json::Value;
use std::fs::File;
use std::io::Read;
use std::path::Path;

/// A longer file is listed without being parsed.
const LONGEST_FILE: u64 = 256 * 1024;
/// The most files of one folder, and the most finds in all.
const MOST_FILES: usize = 50;
const MOST_FINDS: usize = 60;
/// Of longer words the beginning and the end are shown.
const LONGEST_WORDS: usize = 300;
const END_OF_WORDS: usize = 100;
/// The settings of a project that decide what commands may do: their values are shown too.
const DECISIVE: &[&str] = &["approval_policy", "approvals_reviewer", "default_permissions", "sandbox_mode"];

/// A find in one line, for a dialog of the system.
pub(super) fn line(find: &ProjectFind) -> String {
    let what = match find.kind {
        FindKind::McpServer => format!("MCP server {}", find.name),
        FindKind::Hook => format!("Hook at {}", find.name),
        FindKind::Rules => "Rules for commands".to_owned(),
        FindKind::Agent => "Agent".to_owned(),
        FindKind::Settings => format!("Settings: {}", find.name),
        FindKind::Unreadable => "Cannot be read".to_owned(),
    };
    let runs = find.runs.as_ref().map(|runs| format!(": {runs}")).unwrap_or_default();
    format!("{what}{runs} ({})", find.file)
}

#[derive(Debug, Default)]
pub struct Finds {
    pub all: Vec<ProjectFind>,
    /// There is more in the project than is listed.
    pub cut: bool,
}

pub fn of(place: &Place) -> Finds {
    let mut finds = Finds::default();
    for folder in &place.layers {
        let codex = folder.join(".codex");
        let from = place.layers.first().unwrap_or(folder);
        let name = |file: &Path| words(&file.strip_prefix(from).unwrap_or(file).display().to_string());
        finds.config(&codex.join("config.toml"), &name);
        finds.hooks_file(&codex.join("hooks.json"), &name);
        finds.each(&codex.join("rules"), "rules", FindKind::Rules, &name);
        finds.each(&codex.join("agents"), "toml", FindKind::Agent, &name);
    }
    finds
}

/// What a project's files with this content would turn on. For the fuzz tests.
pub(crate) fn of_text(text: &str) -> Vec<ProjectFind> {
    let mut finds = Finds::default();
    finds.config_text("config.toml", text);
    finds.hooks_text("hooks.json", text);
    finds.all
}

/// Whether trust could turn anything on, without reading any file.
pub fn any(place: &Place) -> bool {
    place.layers.iter().any(|folder| std::fs::symlink_metadata(folder.join(".codex")).is_ok())
}

enum FileText {
    Missing,
    Unreadable,
    Read(String),
}

/// Reads plain files only, because reading a pipe would never end.
fn read(file: &Path) -> FileText {
    match std::fs::metadata(file) {
        Ok(facts) if facts.is_file() && facts.len() <= LONGEST_FILE => {}
        Ok(_) => return FileText::Unreadable,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return FileText::Missing,
        Err(_) => return FileText::Unreadable,
    }
    let mut text = String::new();
    let done = File::open(file).and_then(|open| open.take(LONGEST_FILE + 1).read_to_string(&mut text));
    match done {
        Ok(length) if length as u64 <= LONGEST_FILE => FileText::Read(text),
        _ => FileText::Unreadable,
    }
}

impl Finds {
    fn put(&mut self, file: &str, kind: FindKind, name: &str, runs: Option<&str>) {
        if self.all.len() < MOST_FINDS {
            let runs = runs.map(words).filter(|runs| !runs.is_empty());
            self.all.push(ProjectFind { file: file.to_owned(), kind, name: words(name), runs });
        } else {
            self.cut = true;
        }
    }

    fn config(&mut self, path: &Path, name: &dyn Fn(&Path) -> String) {
        let file = name(path);
        match read(path) {
            FileText::Missing => {}
            FileText::Unreadable => self.put(&file, FindKind::Unreadable, "", None),
            FileText::Read(text) => self.config_text(&file, &text),
        }
    }

    fn config_text(&mut self, file: &str, text: &str) {
        let table = match text.parse::<toml::Table>().ok().and_then(|table| serde_json::to_value(table).ok()) {
            Some(Value::Object(table)) => table,
            _ => return self.put(file, FindKind::Unreadable, "", None),
        };
        for (name, server) in table.get("mcp_servers").and_then(Value::as_object).into_iter().flatten() {
            let runs = server["url"].as_str().map(str::to_owned).unwrap_or_else(|| command_line(server));
            self.put(file, FindKind::McpServer, name, Some(&runs));
        }
        if let Some(hooks) = table.get("hooks") {
            self.hooks(file, hooks);
        }
        if let Some(command) = table.get("notify") {
            self.put(file, FindKind::Settings, "notify", Some(&arguments(command)));
        }
        let others: Vec<String> = table
            .iter()
            .filter(|(key, _)| !matches!(key.as_str(), "mcp_servers" | "hooks" | "notify"))
            .map(|(key, value)| match value.as_str().filter(|_| DECISIVE.contains(&key.as_str())) {
                Some(value) => format!("{key} = {value}"),
                None => key.clone(),
            })
            .collect();
        if !others.is_empty() {
            self.put(file, FindKind::Settings, &others.join(", "), None);
        }
    }

    fn hooks_file(&mut self, path: &Path, name: &dyn Fn(&Path) -> String) {
        let file = name(path);
        match read(path) {
            FileText::Missing => {}
            FileText::Unreadable => self.put(&file, FindKind::Unreadable, "", None),
            FileText::Read(text) => self.hooks_text(&file, &text),
        }
    }

    fn hooks_text(&mut self, file: &str, text: &str) {
        match serde_json::from_str::<Value>(text) {
            Ok(value) if value["hooks"].is_object() => self.hooks(file, &value["hooks"]),
            _ => self.put(file, FindKind::Unreadable, "", None),
        }
    }

    /// `{event: [{hooks: [{command}]}]}`. What looks otherwise is named all the same.
    fn hooks(&mut self, file: &str, hooks: &Value) {
        for (event, groups) in hooks.as_object().into_iter().flatten() {
            let mut hooks = list(groups).flat_map(|group| list(&group["hooks"])).peekable();
            if hooks.peek().is_none() && list(groups).next().is_some() || !groups.is_array() {
                self.put(file, FindKind::Hook, event, None);
            }
            for hook in hooks {
                self.put(file, FindKind::Hook, event, hook["command"].as_str());
            }
        }
    }

    fn each(&mut self, folder: &Path, ending: &str, kind: FindKind, name: &dyn Fn(&Path) -> String) {
        let mut files: Vec<_> = std::fs::read_dir(folder)
            .into_iter()
            .flatten()
            .flatten()
            .map(|entry| entry.path())
            .filter(|path| path.extension().is_some_and(|found| found == ending))
            .take(MOST_FILES + 1)
            .collect();
        self.cut |= files.len() > MOST_FILES;
        files.truncate(MOST_FILES);
        files.sort();
        for file in files {
            self.put(&name(&file), kind, "", None);
        }
    }
}

fn list(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

fn command_line(server: &Value) -> String {
    let program = server["command"].as_str().map(quoted).unwrap_or_default();
    [program, arguments(&server["args"])].iter().filter(|part| !part.is_empty()).cloned().collect::<Vec<_>>().join(" ")
}

fn arguments(args: &Value) -> String {
    list(args).map(|arg| arg.as_str().map_or_else(|| arg.to_string(), quoted)).collect::<Vec<_>>().join(" ")
}

/// Quotes an argument, so that one sees where it ends.
fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "-_./:=@%+,".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', "'\\''"))
    }
}

/// The text on one line, of bounded length, with hidden characters made visible.
fn words(text: &str) -> String {
    let line = render::visible(&text.split_whitespace().collect::<Vec<_>>().join(" "));
    let count = line.chars().count();
    if count <= LONGEST_WORDS {
        return line;
    }
    let head: String = line.chars().take(LONGEST_WORDS - END_OF_WORDS).collect();
    let tail: String = line.chars().skip(count - END_OF_WORDS).collect();
    format!("{head} … {} characters … {tail}", count - LONGEST_WORDS)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn project(files: &[(&str, &str)]) -> (tempfile::TempDir, Place) {
        let folder = tempfile::tempdir().unwrap();
        for (path, text) in files.iter().chain(&[(".git/HEAD", "ref: refs/heads/main\n")]) {
            let file = folder.path().join(path);
            std::fs::create_dir_all(file.parent().unwrap()).unwrap();
            std::fs::write(file, text).unwrap();
        }
        let place = Place::of(folder.path());
        (folder, place)
    }

    fn told(files: &[(&str, &str)]) -> Vec<(String, FindKind, String, Option<String>)> {
        let (_folder, place) = project(files);
        of(&place).all.into_iter().map(|find| (find.file, find.kind, find.name, find.runs)).collect()
    }

    fn row(file: &str, kind: FindKind, name: &str, runs: Option<&str>) -> (String, FindKind, String, Option<String>) {
        (file.into(), kind, name.into(), runs.map(Into::into))
    }

    #[test]
    fn what_would_run_is_named_with_its_command() {
        let config = r#"
            model = "gpt-5.5"
            sandbox_mode = "danger-full-access"
            notify = ["sh", "-c", "touch there"]
            [mcp_servers.x]
            command = "node"
            args = ["y.js", "a b"]
            [mcp_servers.far]
            url = "https://far.test/mcp"
            [[hooks.SessionStart]]
            [[hooks.SessionStart.hooks]]
            type = "command"
            command = "touch here"
        "#;
        let hooks = r#"{"hooks": {"UserPromptSubmit": [{"hooks": [{"type": "command", "command": "sh  x\n y"}]}]}}"#;
        let files = [
            (".codex/config.toml", config),
            (".codex/hooks.json", hooks),
            (".codex/rules/default.rules", "prefix_rule(pattern=[\"rm\"], decision=\"allow\")"),
            (".codex/agents/a.toml", "name = \"a\""),
        ];
        let expected = [
            row(".codex/config.toml", FindKind::McpServer, "far", Some("https://far.test/mcp")),
            row(".codex/config.toml", FindKind::McpServer, "x", Some("node y.js 'a b'")),
            row(".codex/config.toml", FindKind::Hook, "SessionStart", Some("touch here")),
            row(".codex/config.toml", FindKind::Settings, "notify", Some("sh -c 'touch there'")),
            row(".codex/config.toml", FindKind::Settings, "model, sandbox_mode = danger-full-access", None),
            row(".codex/hooks.json", FindKind::Hook, "UserPromptSubmit", Some("sh x y")),
            row(".codex/rules/default.rules", FindKind::Rules, "", None),
            row(".codex/agents/a.toml", FindKind::Agent, "", None),
        ];
        assert_eq!(told(&files), expected);
    }

    #[test]
    fn what_cannot_be_read_is_named_too() {
        let long = "#".repeat(LONGEST_FILE as usize + 1);
        let files = [(".codex/config.toml", "half a [line"), (".codex/hooks.json", long.as_str())];
        let expected = [
            row(".codex/config.toml", FindKind::Unreadable, "", None),
            row(".codex/hooks.json", FindKind::Unreadable, "", None),
        ];
        assert_eq!(told(&files), expected);
    }

    #[test]
    fn a_project_cannot_make_the_list_endless_or_hide_in_it() {
        let servers: String = (0..200).map(|n| format!("[mcp_servers.s{n}]\ncommand = \"x\"\n")).collect();
        let (_folder, place) = project(&[(".codex/config.toml", servers.as_str())]);
        let finds = of(&place);
        assert_eq!((finds.all.len(), finds.cut), (MOST_FINDS, true));

        let hidden = format!("[mcp_servers.s]\ncommand = \"a\\u202Eb\"\nargs = [\"{}; rm x\"]", "x".repeat(5_000));
        let (_folder, place) = project(&[(".codex/config.toml", hidden.as_str())]);
        let runs = of(&place).all[0].runs.clone().unwrap();
        assert!(runs.contains("U+202E") && runs.ends_with("x; rm x'"), "{runs}");
        assert!(runs.contains(" … 4721 characters … ") && runs.chars().count() < 400, "{runs}");
    }

    #[test]
    fn hooks_of_another_shape_are_named_all_the_same() {
        let config = "[hooks]\nStop = \"sh x\"\nPreToolUse = [{command = \"sh y\"}]\nSessionStart = []\n";
        let named = |event| row(".codex/config.toml", FindKind::Hook, event, None);
        assert_eq!(told(&[(".codex/config.toml", config)]), [named("PreToolUse"), named("Stop")]);
    }

    #[test]
    fn every_folder_down_from_the_root_is_looked_at() {
        let (folder, _) = project(&[
            (".codex/config.toml", "model = \"a\""),
            ("a/.codex/config.toml", "model = \"b\""),
            ("a/b/x", ""),
        ]);
        let finds = of(&Place::of(&folder.path().join("a/b")));
        let files: Vec<&str> = finds.all.iter().map(|find| find.file.as_str()).collect();
        assert_eq!(files, [".codex/config.toml", "a/.codex/config.toml"]);
    }

    #[cfg(unix)]
    #[test]
    fn a_pipe_is_not_read() {
        let (folder, place) = project(&[(".codex/x", "")]);
        let made = crate::program::quiet("mkfifo").arg(folder.path().join(".codex/config.toml")).status().unwrap();
        assert!(made.success());
        assert_eq!(of(&place).all[0].kind, FindKind::Unreadable);
    }
}
