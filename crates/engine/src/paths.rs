//! Where things are on this machine, and what the surroundings ask for.

use std::path::PathBuf;
use std::time::Duration;

/// How a house is opened.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// Ours: the database, a fetched codex, the demo.
    pub data_dir: PathBuf,
    /// Codex's; `None`: its own default, shared with the CLI.
    pub codex_home: Option<PathBuf>,
    /// `THREADLOFT_CODEX`: this binary and no other.
    pub codex: Option<PathBuf>,
    /// The copy that came with the app.
    pub bundled: Option<PathBuf>,
    /// Open in the demo.
    pub demo: bool,
    /// Codex starts when the first window listens, or after this long; until then it takes no processor from it.
    pub window_first: Option<Duration>,
    /// Further `-c key=value` for the server.
    pub extra_config: Vec<(String, String)>,
    pub env: Vec<(String, String)>,
}

impl Options {
    pub fn from_env() -> Self {
        let var = |name| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
        Self {
            data_dir: var("THREADLOFT_DATA_DIR").unwrap_or_else(default_data_dir),
            codex_home: var("CODEX_HOME"),
            codex: var("THREADLOFT_CODEX"),
            ..Self::default()
        }
    }

    /// CODEX_HOME as the server will see it.
    pub fn home(&self) -> PathBuf {
        self.codex_home.clone().unwrap_or_else(|| user_home().unwrap_or_default().join(".codex"))
    }

    /// Pictures that were pasted.
    pub fn pictures(&self) -> PathBuf {
        self.data_dir.join("pictures")
    }

    /// The login shell's `PATH`, as it last said it.
    pub fn kept_path(&self) -> PathBuf {
        self.data_dir.join("path")
    }

    /// Where `FetchCodex` puts its copy.
    pub fn fetched(&self) -> PathBuf {
        self.data_dir.join("codex")
    }
}

pub fn user_home() -> Option<PathBuf> {
    std::env::home_dir().filter(|home| !home.as_os_str().is_empty())
}

/// Where a person looks for what was saved.
pub fn downloads() -> PathBuf {
    let home = user_home().unwrap_or_else(std::env::temp_dir);
    let named = std::env::var_os("XDG_DOWNLOAD_DIR").map(PathBuf::from).filter(|path| path.is_absolute());
    let usual = named.unwrap_or_else(|| home.join("Downloads"));
    if usual.is_dir() { usual } else { home }
}

/// The OS's folder for an app's own data.
fn default_data_dir() -> PathBuf {
    let home = user_home().unwrap_or_else(std::env::temp_dir);
    let var = |name| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    if cfg!(windows) {
        var("APPDATA").unwrap_or_else(|| home.join("AppData/Roaming")).join("Threadloft")
    } else if cfg!(target_os = "macos") {
        home.join("Library/Application Support/Threadloft")
    } else {
        var("XDG_DATA_HOME").unwrap_or_else(|| home.join(".local/share")).join("threadloft")
    }
}
