//! A hook of codex that holds every prompt until the test decides.

use crate::engine_fixture::Client;
use crate::wait;
use engine::catalog::features::FeatureIntent;
use engine::intent::CatalogIntent;
use engine::query::{ConfigQuery, QueryResult};
use serde_json::Value;
use std::path::{Path, PathBuf};

/// Each of its runs is known by its process id.
pub struct PromptHook {
    folder: PathBuf,
    /// The runs so far; the last one is the current one.
    began: Vec<String>,
}

impl PromptHook {
    /// Adds the hook to the config of a home. It and the test exchange files in `folder`.
    pub fn on(home: &Path, folder: PathBuf) -> Self {
        make(std::fs::create_dir_all(&folder));
        let at = folder.display();
        let script = format!(
            "touch {at}/began.$$; while [ -e {at}/began.$$ -a ! -e {at}/go.$$ -a ! -e {at}/no.$$ ]; do sleep 0.05; done; \
             if [ -e {at}/no.$$ ]; then echo not these words >&2; exit 2; fi"
        );
        let config = format!(
            "[[hooks.UserPromptSubmit]]\n[[hooks.UserPromptSubmit.hooks]]\ntype = \"command\"\ncommand = {}\n",
            Value::from(script)
        );
        let file = home.join("config.toml");
        let held = std::fs::read_to_string(&file).unwrap_or_default();
        make(std::fs::write(file, held + &config));
        Self { folder, began: Vec::new() }
    }

    /// Codex runs only trusted hooks. A thread knows the hooks that were there when it was loaded.
    pub async fn trust(&self, client: &Client, cwd: &str) {
        let Ok(QueryResult::Features { sheet }) =
            client.engine.query(ConfigQuery::Features { cwd: Some(cwd.to_owned()) }).await
        else {
            panic!("no features")
        };
        let [hook] = &sheet.hooks[..] else { panic!("{:?}", sheet.hooks) };
        let intent = FeatureIntent::TrustHook { key: hook.key.clone(), hash: hook.hash.clone() };
        client.perform(CatalogIntent::Feature { intent }).await;
    }

    /// Waits until the hook holds one more prompt.
    pub async fn wait_for_run(&mut self) {
        let fresh = wait::for_some(async || {
            let names = std::fs::read_dir(&self.folder).into_iter().flatten().flatten().map(|file| file.file_name());
            let runs = names.filter_map(|name| Some(name.to_str()?.strip_prefix("began.")?.to_owned()));
            runs.into_iter().find(|run| !self.began.contains(run))
        });
        let fresh = fresh.await.unwrap_or_else(|| panic!("the hook looks at nothing"));
        self.began.push(fresh);
    }

    pub fn release(&self) {
        self.says("go");
    }

    pub fn refuse(&self) {
        self.says("no");
    }

    fn says(&self, word: &str) {
        let run = self.began.last().unwrap_or_else(|| panic!("it looks at nothing"));
        make(std::fs::write(self.folder.join(format!("{word}.{run}")), ""));
    }
}

impl Drop for PromptHook {
    /// Releases every run, so that none is left behind.
    fn drop(&mut self) {
        for run in &self.began {
            std::fs::write(self.folder.join(format!("go.{run}")), "").ok();
        }
    }
}

fn make(done: std::io::Result<()>) {
    done.unwrap_or_else(|why| panic!("the hook's folder: {why}"));
}
