//! The built-in demo: the real app on the real server, with a scripted model on this machine, a private home and a
//! workspace that is thrown away.
//!
//! Invariant: it needs no account and no network, touches nothing of the person's, and leaves nothing behind.

use crate::engine::Setup;
use loopback::{Loopback, Script};
use std::path::{Path, PathBuf};

/// Everything goes when this is dropped; its server must have gone before.
pub(crate) struct Demo {
    model: Loopback,
    folder: PathBuf,
    workspace: PathBuf,
}

impl Demo {
    pub async fn start(data_dir: &Path) -> Result<Self, String> {
        let root = data_dir.join("demo");
        sweep(&root);
        let folder = root.join(std::process::id().to_string());
        let workspace = folder.join("duration");
        let made = furnish(&folder, &workspace);
        made.map_err(|error| format!("{} cannot be written: {error}.", folder.display()))?;
        make_repository(&workspace).await;
        let model = Loopback::start(Script::demo(&workspace)).await;
        let model = model.map_err(|error| format!("The demo's model could not be started: {error}."))?;
        Ok(Self { model, folder, workspace })
    }

    pub fn setup(&self) -> Setup {
        let mut config = self.model.config();
        // Nothing of the demo belongs in the keychain.
        config.push(("cli_auth_credentials_store".into(), "\"ephemeral\"".into()));
        let mut env = self.model.env();
        env.push(("TMPDIR".into(), self.folder.join("tmp").display().to_string()));
        Setup {
            home: self.home(),
            set_home: true,
            config,
            env,
            demo: Some(crate::change::Demo {
                workspace: self.workspace.display().to_string(),
                prompts: loopback::demo::PROMPTS.iter().map(|prompt| (*prompt).to_owned()).collect(),
            }),
        }
    }

    /// Without a sandbox nothing would ask, and asking is part of the show.
    pub fn without_sandbox(&self) {
        let rules = self.home().join("rules");
        let done = std::fs::create_dir_all(&rules)
            .and_then(|()| std::fs::write(rules.join("default.rules"), loopback::demo::RULES));
        if let Err(error) = done {
            tracing::warn!(%error, "the demo's rules cannot be written");
        }
    }

    fn home(&self) -> PathBuf {
        self.folder.join("home")
    }
}

impl Drop for Demo {
    fn drop(&mut self) {
        // The server may still close its files.
        for _ in 0..20 {
            if std::fs::remove_dir_all(&self.folder).is_ok() || !self.folder.exists() {
                break;
            }
        }
        if let Some(root) = self.folder.parent() {
            std::fs::remove_dir(root).ok();
        }
    }
}

fn furnish(folder: &Path, workspace: &Path) -> std::io::Result<()> {
    if folder.exists() {
        std::fs::remove_dir_all(folder)?;
    }
    for path in ["home", "tmp"] {
        std::fs::create_dir_all(folder.join(path))?;
    }
    std::fs::create_dir_all(workspace)?;
    // Its workspace is ours, so nobody need be asked whether to trust it.
    let key = serde_json::Value::from(workspace.display().to_string());
    std::fs::write(folder.join("home/config.toml"), format!("[projects.{key}]\ntrust_level = \"trusted\"\n"))?;
    loopback::demo::furnish(workspace)
}

/// With git, if there is one; the demo works without.
async fn make_repository(workspace: &Path) {
    let steps: [&[&str]; 5] = [
        &["init", "-q", "-b", "main"],
        &["config", "user.name", "Threadloft demo"],
        &["config", "user.email", "demo@localhost"],
        &["add", "."],
        &["commit", "-q", "-m", "The project as it was"],
    ];
    if !crate::git::make(workspace, &steps).await {
        tracing::info!("the demo's workspace is no git repository");
    }
}

/// What a demo left behind that was killed.
fn sweep(root: &Path) {
    for entry in std::fs::read_dir(root).into_iter().flatten().flatten() {
        let pid = entry.file_name().to_string_lossy().parse::<u32>().ok();
        if pid.is_some_and(|pid| !is_alive(pid)) {
            std::fs::remove_dir_all(entry.path()).ok();
        }
    }
}

#[cfg(unix)]
fn is_alive(pid: u32) -> bool {
    let pid = rustix::process::Pid::from_raw(pid.cast_signed());
    // "Not permitted" is alive too.
    pid.is_some_and(|pid| rustix::process::test_kill_process(pid) != Err(rustix::io::Errno::SRCH))
}

/// Windows refuses to remove what a living process holds open; that is answer enough.
#[cfg(not(unix))]
fn is_alive(_pid: u32) -> bool {
    false
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[tokio::test]
    async fn a_demo_leaves_nothing_behind_and_sweeps_up_after_a_killed_one() {
        let data = tempfile::tempdir().unwrap();
        let killed = data.path().join("demo/4194304");
        std::fs::create_dir_all(&killed).unwrap();
        let demo = Demo::start(data.path()).await.unwrap();
        assert!(!killed.exists());
        assert!(demo.workspace.join("README.md").is_file());
        assert!(demo.setup().demo.unwrap().prompts.len() > 1);
        drop(demo);
        assert_eq!(std::fs::read_dir(data.path()).unwrap().count(), 0);
    }
}
