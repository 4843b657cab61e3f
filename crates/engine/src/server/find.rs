//! Decides which codex to start.
//!
//! The order is: the environment, the setting, the bundled copy, `PATH` (ours, then a login shell's), the usual
//! folders. The first two were chosen by a person, so if they do not work that is an error and nothing else is tried.

use super::login;
use crate::change::{CodexOrigin, StopReason};
use crate::program::is_executable;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

#[derive(Debug, Clone, Default)]
pub struct Places {
    pub environment: Option<PathBuf>,
    pub setting: Option<PathBuf>,
    pub bundled: Option<PathBuf>,
    /// Our own `PATH`.
    pub path: Option<OsString>,
    /// The login shell to ask for its `PATH`. `None` to ask nobody.
    pub shell: Option<PathBuf>,
    /// The shell's last answer, in case it is slow.
    pub remembered: Option<OsString>,
    pub user_home: Option<PathBuf>,
    /// The folder that `FetchCodex` installs to.
    pub fetched: PathBuf,
    /// Folders of the system. Tests have none.
    pub system: Vec<PathBuf>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    pub path: PathBuf,
    pub origin: CodexOrigin,
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Missing {
    #[error("Codex was not found on this computer. Install it, or choose where it is.")]
    Nowhere,
    #[error("There is no file at {}.", .0.display())]
    NoFile(PathBuf),
    #[error("{} is a folder, not a program.", .0.display())]
    Folder(PathBuf),
    #[error("{} is not allowed to run. Make it executable, or choose another copy.", .0.display())]
    NotExecutable(PathBuf),
}

impl Missing {
    pub fn reason(&self) -> StopReason {
        match self {
            Self::Nowhere | Self::NoFile(_) => StopReason::NotFound,
            Self::Folder(_) | Self::NotExecutable(_) => StopReason::NotExecutable,
        }
    }
}

const EXE: &str = if cfg!(windows) { "codex.exe" } else { "codex" };

impl Places {
    /// The places of this computer.
    pub fn here() -> Self {
        let system = ["/opt/homebrew", "/home/linuxbrew/.linuxbrew", "/usr/local", "/usr"];
        Self {
            path: std::env::var_os("PATH"),
            shell: login::shell(),
            user_home: crate::paths::user_home(),
            system: system.iter().map(PathBuf::from).filter(|_| cfg!(unix)).collect(),
            ..Self::default()
        }
    }
}

pub async fn find(places: &Places) -> Result<Found, Missing> {
    let chosen = [(&places.environment, CodexOrigin::Environment), (&places.setting, CodexOrigin::Setting)];
    if let Some((path, origin)) = chosen.into_iter().find_map(|(path, origin)| Some((path.as_ref()?, origin))) {
        return check(path).map(|path| Found { path, origin });
    }
    if let Some(path) = places.bundled.as_deref().and_then(|path| inside(path).or_else(|| check(path).ok())) {
        return Ok(Found { path, origin: CodexOrigin::Bundled });
    }
    if let Some(path) = places.path.as_ref().and_then(on_path) {
        return Ok(Found { path, origin: CodexOrigin::Path });
    }
    if let Some(shell) = &places.shell {
        let said = login::path(shell).await.or_else(|| places.remembered.clone());
        if let Some(path) = said.as_ref().and_then(on_path) {
            return Ok(Found { path, origin: CodexOrigin::Path });
        }
    }
    let usual = usual(places).into_iter().find_map(|place| inside(&place).or_else(|| check(&place).ok()));
    usual.map(|path| Found { path, origin: CodexOrigin::UsualPlace }).ok_or(Missing::Nowhere)
}

/// The program at this path. If the path is npm's wrapper, the native program behind it.
fn check(path: &Path) -> Result<PathBuf, Missing> {
    if path.is_dir() {
        return Err(Missing::Folder(path.to_owned()));
    }
    if !path.is_file() {
        return Err(Missing::NoFile(path.to_owned()));
    }
    if let Some(native) = behind_shim(path) {
        return Ok(native);
    }
    if is_executable(path) { Ok(path.to_owned()) } else { Err(Missing::NotExecutable(path.to_owned())) }
}

fn on_path(path: &OsString) -> Option<PathBuf> {
    let names: &[&str] = if cfg!(windows) { &["codex.exe", "codex.cmd"] } else { &["codex"] };
    let candidates = std::env::split_paths(path).filter(|folder| folder.is_absolute());
    candidates.flat_map(|folder| names.iter().map(move |name| folder.join(name))).find_map(|file| check(&file).ok())
}

/// The usual packages and programs, in the order in which they are tried.
fn usual(places: &Places) -> Vec<PathBuf> {
    let package = |root: PathBuf| root.join("@openai/codex");
    let mut all = vec![package(places.fetched.join("node_modules")), package(places.fetched.join("lib/node_modules"))];
    if let Some(home) = &places.user_home {
        for bin in [".local/bin", ".cargo/bin", ".bun/bin", "bin"] {
            all.push(home.join(bin).join(EXE));
        }
        for root in
            [".npm-global/lib", ".local/lib", "AppData/Roaming/npm", ".volta/tools/image/packages/@openai/codex/lib"]
        {
            all.push(package(home.join(root).join("node_modules")));
        }
        for versions in [".nvm/versions/node", ".local/share/fnm/node-versions"] {
            let mut held = folders(&home.join(versions));
            held.sort();
            for version in held.into_iter().rev() {
                all.push(package(version.join("lib/node_modules")));
                all.push(package(version.join("installation/lib/node_modules")));
            }
        }
    }
    for root in &places.system {
        all.push(package(root.join("lib/node_modules")));
        all.push(root.join("bin").join(EXE));
    }
    all
}

/// The package that a wrapper belongs to: `…/@openai/codex/bin/codex.js` itself, or a `.cmd` beside `node_modules`.
fn behind_shim(path: &Path) -> Option<PathBuf> {
    let real = path.canonicalize().ok()?;
    let package = real.ancestors().find(|folder| folder.ends_with("@openai/codex"));
    if let Some(package) = package
        && !real.ends_with(EXE)
    {
        return inside(package);
    }
    let beside = real.parent()?.join("node_modules/@openai/codex");
    let is_script = real.extension().is_some_and(|ext| ext == "cmd" || ext == "ps1");
    if is_script { inside(&beside) } else { None }
}

/// The native program inside an npm package, or inside Codex's own folder layout.
fn inside(package: &Path) -> Option<PathBuf> {
    if !package.is_dir() {
        return None;
    }
    let name = format!("codex-{}", platform());
    let mut roots = vec![package.join("node_modules/@openai").join(&name), package.to_owned()];
    if let Some(scope) = package.parent() {
        roots.insert(0, scope.join(&name));
    }
    let vendors = roots.iter().flat_map(|root| folders(&root.join("vendor")));
    let natives = vendors
        .filter(|vendor| is_ours(vendor))
        .flat_map(|vendor| ["bin", "codex"].map(|bin| vendor.join(bin).join(EXE)));
    natives.chain([package.join("bin").join(EXE)]).find(|file| file.is_file() && is_executable(file))
}

/// The platform in npm's naming.
fn platform() -> String {
    let os = match std::env::consts::OS {
        "macos" => "darwin",
        "windows" => "win32",
        other => other,
    };
    let arch = match std::env::consts::ARCH {
        "x86_64" => "x64",
        "aarch64" => "arm64",
        other => other,
    };
    format!("{os}-{arch}")
}

/// Whether a vendor folder is for this platform. It is named by its target triple, and older packages contain all
/// platforms.
fn is_ours(vendor: &Path) -> bool {
    let name = vendor.file_name().unwrap_or_default().to_string_lossy();
    let os = if cfg!(target_os = "macos") { "darwin" } else { std::env::consts::OS };
    name.starts_with(std::env::consts::ARCH) && name.contains(os)
}

fn folders(root: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(root).into_iter().flatten().flatten();
    entries.map(|entry| entry.path()).filter(|path| path.is_dir()).collect()
}

#[cfg(all(test, unix))]
#[path = "find/tests.rs"]
mod tests;
