//! A CODEX_HOME whose model is the loopback, and other real clients that use it.

use crate::app::{App, Start};
use crate::display::Display;
use crate::engine_fixture::OpenEngine;
use engine::Options;
use loopback::{Loopback, Script};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Stdio;

pub struct CodexHome<'display> {
    pub display: &'display Display,
    pub model: Loopback,
    home: PathBuf,
    project: PathBuf,
    theme: Option<&'static str>,
}

impl<'display> CodexHome<'display> {
    /// The model echoes each prompt, unless a test scripts it.
    pub async fn on(display: &'display Display) -> Self {
        let model = Loopback::start(Script::echo()).await.unwrap_or_else(|why| panic!("no loopback: {why}"));
        Self::with(display, model)
    }

    /// The loopback also issues sign-ins and requires one.
    pub async fn with_accounts(display: &'display Display) -> Self {
        let model = Loopback::with_accounts(Script::echo(), &display.folder("ca")).await;
        Self::with(display, model.unwrap_or_else(|why| panic!("no loopback: {why}")))
    }

    fn with(display: &'display Display, model: Loopback) -> Self {
        let home = display.folder("codex");
        let mut config = String::new();
        for (key, value) in model.config() {
            let _ = writeln!(config, "{key} = {value}");
        }
        let project = display.folder("projects/harbour");
        // Trusted, because the question about a folder has tests of its own.
        let key = serde_json::Value::from(project.display().to_string());
        let _ = writeln!(config, "projects.{key}.trust_level = \"trusted\"");
        write(&home.join("config.toml"), &config);
        write(&project.join("README.md"), "# Harbour\n");
        Self { display, model, home, project, theme: None }
    }

    /// CODEX_HOME.
    pub fn home(&self) -> &Path {
        &self.home
    }

    /// A folder that threads run in.
    pub fn project(&self) -> &Path {
        &self.project
    }

    /// Trusts this folder, so that the app does not ask about it.
    pub fn trust(&self, folder: &Path) {
        crate::trust::trust(&self.home, folder);
    }

    /// Starts the app in this theme.
    pub fn in_theme(self, theme: &'static str) -> Self {
        Self { theme: Some(theme), ..self }
    }

    /// Adds a line with a dotted key to config.toml.
    pub fn configure(&self, line: &str) {
        let config = self.home.join("config.toml");
        let held = std::fs::read_to_string(&config).unwrap_or_default();
        write(&config, &format!("{held}{line}\n"));
    }

    /// Changes the value of a line in config.toml.
    pub fn reconfigure(&self, key: &str, value: &str) {
        let config = self.home.join("config.toml");
        let held = std::fs::read_to_string(&config).unwrap_or_default();
        let line = format!("{key} = {value}");
        let lines = held.lines().map(|held| if held.starts_with(&format!("{key} = ")) { &line } else { held });
        write(&config, &(lines.collect::<Vec<_>>().join("\n") + "\n"));
    }

    /// Prepares a start of the app on this home.
    pub fn start(&self) -> Start<'display> {
        let themed = self.theme.map(|theme| ("THREADLOFT_THEME".to_owned(), theme.to_owned()));
        let env = self.model.env().into_iter().chain(themed);
        env.fold(Start::on(self.display), |start, (name, value)| start.env(&name, value))
    }

    /// The app on a thread, `first words`, with one finished turn.
    pub async fn at_work(&self) -> App<'display> {
        self.at_work_with(self.start()).await
    }

    pub async fn at_work_with(&self, start: Start<'display>) -> App<'display> {
        self.converse("first words").await;
        let app = start.browsing().await;
        app.open_thread("first words").await;
        app
    }

    /// Another client on the same home, with its own app-server.
    pub fn other_client(&self) -> OpenEngine {
        let mut env = self.model.env();
        // Codex refuses a home below the folder for temporary files.
        env.push(("TMPDIR".into(), self.display.folder("tmp-of-another").display().to_string()));
        OpenEngine::open(Options {
            data_dir: self.display.folder("data-of-another"),
            codex_home: Some(self.home.clone()),
            codex: Some(crate::codex()),
            extra_config: vec![("cli_auth_credentials_store".into(), "\"ephemeral\"".into())],
            env,
            ..Options::default()
        })
    }

    /// Makes another client start a thread and finish one turn in it.
    pub async fn converse(&self, prompt: &str) {
        let other = self.other_client();
        let mut client = other.window("main");
        client.ready().await;
        let thread = client.start_thread(&self.project.display().to_string(), prompt).await;
        client.mirror.until("the other client's turn is done", |seen| seen.turn(thread.as_str()) == "done").await;
        other.engine.close().await;
    }

    /// The same with `codex exec`, whose threads are listed only on request.
    pub async fn exec(&self, prompt: &str) {
        let mut codex = self.display.command(crate::codex());
        codex
            .args(["exec", "--skip-git-repo-check", "--sandbox", "read-only", prompt])
            .env("CODEX_HOME", &self.home)
            .envs(self.model.env())
            .current_dir(&self.project)
            .stderr(Stdio::piped());
        let said = tokio::process::Command::from(codex).output().await;
        let said = said.unwrap_or_else(|why| panic!("codex exec does not start: {why}"));
        assert!(said.status.success(), "codex exec: {}", String::from_utf8_lossy(&said.stderr));
    }
}

fn write(file: &Path, text: &str) {
    std::fs::write(file, text).unwrap_or_else(|why| panic!("{}: {why}", file.display()));
}
