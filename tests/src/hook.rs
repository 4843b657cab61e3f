//! A hook of codex that looks at every prompt until it is let go.

use crate::engine_fixture::Client;
use crate::wait;
use engine::catalog::features::FeatureIntent;
use engine::intent::Intent;
use engine::query::{Query, QueryResult};
use serde_json::Value;
use std::path::{Path, PathBuf};

/// Each run of it has a name of its own.
pub struct Hook {
    folder: PathBuf,
    /// Those that began, the one that looks now at the end.
    began: Vec<String>,
}

impl Hook {
    /// In the config of a home; `folder` is where it and the test leave each other word.
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

    /// Nobody runs one that nobody trusts. A thread knows those there were when it was taken up.
    pub async fn trust(&self, client: &Client, cwd: &str) {
        let Ok(QueryResult::Features { sheet }) =
            client.engine.query(Query::Features { cwd: Some(cwd.to_owned()) }).await
        else {
            panic!("no features")
        };
        let [hook] = &sheet.hooks[..] else { panic!("{:?}", sheet.hooks) };
        let intent = FeatureIntent::TrustHook { key: hook.key.clone(), hash: hook.hash.clone() };
        client.does(Intent::Feature { intent }).await;
    }

    /// Until it looks at one more prompt.
    pub async fn looks(&mut self) {
        let fresh = wait::for_some(async || {
            let names = std::fs::read_dir(&self.folder).into_iter().flatten().flatten().map(|file| file.file_name());
            let runs = names.filter_map(|name| Some(name.to_str()?.strip_prefix("began.")?.to_owned()));
            runs.into_iter().find(|run| !self.began.contains(run))
        });
        let fresh = fresh.await.unwrap_or_else(|| panic!("the hook looks at nothing"));
        self.began.push(fresh);
    }

    pub fn lets_go(&self) {
        self.says("go");
    }

    pub fn refuses(&self) {
        self.says("no");
    }

    fn says(&self, word: &str) {
        let run = self.began.last().unwrap_or_else(|| panic!("it looks at nothing"));
        make(std::fs::write(self.folder.join(format!("{word}.{run}")), ""));
    }
}

impl Drop for Hook {
    /// None waits on after the test, nor after its folder is gone.
    fn drop(&mut self) {
        for run in &self.began {
            std::fs::write(self.folder.join(format!("go.{run}")), "").ok();
        }
    }
}

fn make(done: std::io::Result<()>) {
    done.unwrap_or_else(|why| panic!("the hook's folder: {why}"));
}
