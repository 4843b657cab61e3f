//! A marketplace of plugins: a git repository on this machine, which git uses for an address on the web.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The address that a person types; git's `insteadOf` replaces it by the repository.
pub const ADDRESS: &str = "https://git.example.invalid/lab/market.git";

pub struct Marketplace {
    folder: PathBuf,
}

impl Marketplace {
    /// Creates the repository and git's settings in this folder.
    pub fn in_folder(folder: &Path) -> Self {
        let market = Self { folder: folder.to_owned() };
        let plugin = |name: &str| {
            format!(
                r#"{{ "name": "{name}", "source": {{ "source": "local", "path": "./plugins/{name}" }}, "policy": {{ "installation": "AVAILABLE", "authentication": "ON_INSTALL" }}, "category": "Coding" }}"#
            )
        };
        market.put(
            ".agents/plugins/marketplace.json",
            &format!(
                r#"{{ "name": "lab-market", "interface": {{ "displayName": "Lab Market" }}, "plugins": [{}, {}] }}"#,
                plugin("tidy"),
                plugin("hollow")
            ),
        );
        market.put("plugins/tidy/.codex-plugin/plugin.json", &manifest("1.2.0"));
        market.put("plugins/tidy/skills/sweep/SKILL.md", &skill("sweep", "Sweeps the floor"));
        market.put("plugins/tidy/.mcp.json", r#"{ "mcpServers": { "tidy-mcp": { "command": "true" } } }"#);
        market.put("plugins/tidy/.app.json", r#"{ "apps": { "desk": { "id": "connector_desk" } } }"#);
        market.git(&["init", "--quiet", "--initial-branch", "main"]);
        market.commit();
        let mut settings = String::new();
        for (here, there) in [
            (format!("file://{}", market.repository().display()), ADDRESS),
            // What codex fetches by itself must stay on this machine too.
            (format!("file://{}", folder.join("nowhere").display()), "https://github.com/"),
        ] {
            let _ = writeln!(settings, "[url \"{here}\"]\n\tinsteadOf = {there}");
        }
        write(&market.folder.join("gitconfig"), &settings);
        market
    }

    /// The environment of a codex that can reach this address and no other.
    pub fn env(&self) -> Vec<(String, String)> {
        let pair = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        vec![
            pair("GIT_CONFIG_GLOBAL", &self.folder.join("gitconfig").display().to_string()),
            pair("GIT_TERMINAL_PROMPT", "0"),
            pair("HTTPS_PROXY", "http://127.0.0.1:9"),
            pair("HTTP_PROXY", "http://127.0.0.1:9"),
        ]
    }

    pub fn repository(&self) -> PathBuf {
        self.folder.join("market")
    }

    /// Releases a new version of the plugin `tidy`.
    pub fn release(&self, version: &str) {
        self.put("plugins/tidy/.codex-plugin/plugin.json", &manifest(version));
        self.commit();
    }

    pub fn put(&self, path: &str, text: &str) {
        write(&self.repository().join(path), text);
    }

    pub fn commit(&self) {
        self.git(&["add", "."]);
        self.git(&["-c", "user.name=lab", "-c", "user.email=lab@example.invalid", "commit", "--quiet", "-m", "more"]);
    }

    fn git(&self, args: &[&str]) {
        let mut git = Command::new("git");
        git.args(args).current_dir(self.repository()).env("GIT_CONFIG_GLOBAL", "/dev/null");
        let done = git.output().unwrap_or_else(|why| panic!("no git: {why}"));
        assert!(done.status.success(), "git {args:?}: {}", String::from_utf8_lossy(&done.stderr));
    }
}

/// The text of a SKILL.md.
pub fn skill(name: &str, description: &str) -> String {
    format!("---\nname: {name}\ndescription: {description}\n---\nThe whole of {name}.\n")
}

/// Writes a file and creates the folders above it.
pub fn write(file: &Path, text: &str) {
    let done = file.parent().map_or(Ok(()), std::fs::create_dir_all).and_then(|()| std::fs::write(file, text));
    done.unwrap_or_else(|why| panic!("{}: {why}", file.display()));
}

fn manifest(version: &str) -> String {
    format!(
        r#"{{ "name": "tidy", "version": "{version}", "description": "Keeps a house in order", "skills": "./skills/",
            "mcpServers": "./.mcp.json", "apps": "./.app.json",
            "interface": {{ "displayName": "Tidy", "shortDescription": "Keeps order", "developerName": "Lab",
                "category": "Coding", "capabilities": ["Read"], "defaultPrompt": ["Tidy up"] }} }}"#
    )
}
