//! The built-in demo: the real app with the real server, a scripted model on this computer, a private CODEX_HOME and
//! a temporary workspace.
//!
//! Invariant: the demo needs no account and no network, touches none of the person's files, and leaves nothing
//! behind.

use crate::server::Setup;
use loopback::{Loopback, Script};
use std::path::{Path, PathBuf};

/// Dropping it deletes its files, so its server must have ended before.
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
        let made = write_files(&folder, &workspace);
        made.map_err(|error| format!("{} cannot be written: {error}.", folder.display()))?;
        make_repository(&workspace).await;
        let model = Loopback::start(Script::demo(&workspace)).await;
        let model = model.map_err(|error| format!("The demo's model could not be started: {error}."))?;
        Ok(Self { model, folder, workspace })
    }

    pub fn setup(&self) -> Setup {
        let mut config = self.model.config();
        // The demo must store nothing in the keychain.
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

    /// Without a sandbox no command would need an approval, and approvals are part of the demo. Rules make Codex ask.
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
        // The server may still be closing its files.
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

fn write_files(folder: &Path, workspace: &Path) -> std::io::Result<()> {
    if folder.exists() {
        std::fs::remove_dir_all(folder)?;
    }
    for path in ["home", "tmp"] {
        std::fs::create_dir_all(folder.join(path))?;
    }
    std::fs::create_dir_all(workspace)?;
    // The workspace is our own, so it is trusted without a question.
    let key = serde_json::Value::from(workspace.display().to_string());
    std::fs::write(folder.join("home/config.toml"), format!("[projects.{key}]\ntrust_level = \"trusted\"\n"))?;
    loopback::demo::write_project(workspace)
}

/// The demo works without git too.
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

/// Removes what demos left behind when they were killed.
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
    // "Not permitted" means that the process is alive.
    pid.is_some_and(|pid| rustix::process::test_kill_process(pid) != Err(rustix::io::Errno::SRCH))
}

/// Windows refuses to remove files that a living process holds open, so no check is needed.
#[cfg(not(unix))]
fn is_alive(_pid: u32) -> bool {
    false
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[tokio::test]
    async fn a_demo_leaves_no_folder_behind() {
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
