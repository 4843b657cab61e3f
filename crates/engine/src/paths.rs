//! The folders and options of this app, from the environment and the platform's defaults.

use crate::tools::ClientTools;
use std::path::{Component, Path, PathBuf};
use std::time::Duration;

/// The options an engine is opened with.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// Our own folder: the database, a fetched codex, the demo.
    pub data_dir: PathBuf,
    /// CODEX_HOME. `None` means Codex's own default, which the CLI shares.
    pub codex_home: Option<PathBuf>,
    /// `THREADLOFT_CODEX`: use this program and no other.
    pub codex: Option<PathBuf>,
    /// The copy of codex that is bundled with the app.
    pub bundled: Option<PathBuf>,
    /// Start in the demo.
    pub demo: bool,
    /// If set, Codex starts when the first window listens or after this time, so that it does not compete for the
    /// processor.
    pub window_first: Option<Duration>,
    /// No window will ever listen, and an app with windows may run beside this engine. Lists are neither read nor
    /// watched, and drafts and waiting messages are left to the app.
    pub headless: bool,
    /// Functions that the model may call in threads that this engine starts.
    pub tools: ClientTools,
    /// Further `-c key=value` arguments for the server.
    pub extra_config: Vec<(String, String)>,
    pub env: Vec<(String, String)>,
}

const NO_HOME: &str = "Threadloft found no home folder to keep its data in. Set HOME, or set both THREADLOFT_DATA_DIR \
                       and CODEX_HOME to folders of your own.";

impl Options {
    pub fn from_env() -> Self {
        let var = |name| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
        Self {
            data_dir: var("THREADLOFT_DATA_DIR").or_else(default_data_dir).unwrap_or_default(),
            codex_home: var("CODEX_HOME"),
            codex: var("THREADLOFT_CODEX"),
            ..Self::default()
        }
    }

    /// Refuses to start without a home folder, because our data would be where anybody can read it, or in whatever
    /// folder the app was started.
    pub fn check(&self) -> Result<(), String> {
        let no_data = self.data_dir.as_os_str().is_empty();
        let no_home = self.codex_home.is_none() && user_home().is_none();
        if no_data || no_home { Err(NO_HOME.to_owned()) } else { Ok(()) }
    }

    /// CODEX_HOME as the server will see it.
    pub fn home(&self) -> PathBuf {
        self.codex_home.clone().unwrap_or_else(|| user_home().unwrap_or_default().join(".codex"))
    }

    /// The folder for pasted pictures.
    pub fn pictures(&self) -> PathBuf {
        self.data_dir.join("pictures")
    }

    /// The file that remembers the login shell's `PATH`.
    pub fn kept_path(&self) -> PathBuf {
        self.data_dir.join("path")
    }

    /// The folder that `FetchCodex` installs to.
    pub fn fetched(&self) -> PathBuf {
        self.data_dir.join("codex")
    }
}

/// Whether a path from a server, a model or a repository is no plain file of this computer: a network share, a
/// device, or a stream of another file. Merely asking the disk about such a path can have effects.
pub fn is_elsewhere(path: &str) -> bool {
    is_remote(path) || (cfg!(windows) && is_odd(path))
}

fn is_remote(path: &str) -> bool {
    let mut begin = path.trim_start().bytes();
    let is_separator = |byte: Option<u8>| matches!(byte, Some(b'/' | b'\\'));
    is_separator(begin.next()) && matches!(begin.next(), Some(b'/' | b'\\' | b'?'))
}

/// The Windows rules: a device name with any extension, or a second colon.
fn is_odd(path: &str) -> bool {
    let rest = match path.as_bytes() {
        [drive, b':', ..] if drive.is_ascii_alphabetic() => &path[2..],
        _ => path,
    };
    let device = |part: &str| {
        let stem = part.split(['.', ':']).next().unwrap_or_default().trim_end().to_ascii_uppercase();
        let numbered = |name: &str| {
            let number = stem.strip_prefix(name).map(|rest| (rest.chars().count(), rest.chars().next()));
            matches!(number, Some((1, Some('0'..='9' | '\u{b9}' | '\u{b2}' | '\u{b3}'))))
        };
        matches!(stem.as_str(), "CON" | "PRN" | "AUX" | "NUL" | "CONIN$" | "CONOUT$" | "CLOCK$")
            || numbered("COM")
            || numbered("LPT")
    };
    // A position in a file (`:12:3`) is no stream.
    let name = rest.trim_end_matches(|c: char| c.is_ascii_digit() || c == ':' || c == '-');
    name.contains(':') || rest.split(['/', '\\']).any(device)
}

/// The path without `.` and `..`, computed from its text without asking the disk.
pub fn without_dots(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => {
                plain.pop();
            }
            part => plain.push(part),
        }
    }
    plain
}

pub fn user_home() -> Option<PathBuf> {
    std::env::home_dir().filter(|home| !home.as_os_str().is_empty())
}

/// The folder for saved files. `None` without a home folder, because no other folder belongs to the person alone.
pub fn downloads() -> Option<PathBuf> {
    let home = user_home();
    let named = std::env::var_os("XDG_DOWNLOAD_DIR").map(PathBuf::from).filter(|path| path.is_absolute());
    let usual = named.or_else(|| home.as_ref().map(|home| home.join("Downloads")));
    usual.filter(|usual| usual.is_dir()).or(home)
}

/// The OS's folder for the data of an app.
fn default_data_dir() -> Option<PathBuf> {
    data_dir(user_home(), |name| std::env::var_os(name).map(PathBuf::from))
}

/// `None` without a home folder, because a shared folder must never be used.
fn data_dir(home: Option<PathBuf>, var: impl Fn(&str) -> Option<PathBuf>) -> Option<PathBuf> {
    let home = home.filter(|home| home.is_absolute());
    let var = |name| var(name).filter(|path| path.is_absolute());
    let below = |place: &str| home.as_ref().map(|home| home.join(place));
    Some(if cfg!(windows) {
        var("APPDATA").or_else(|| below("AppData/Roaming"))?.join("Threadloft")
    } else if cfg!(target_os = "macos") {
        below("Library/Application Support/Threadloft")?
    } else {
        var("XDG_DATA_HOME").or_else(|| below(".local/share"))?.join("threadloft")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_is_known_by_its_letters() {
        for far in [
            "\\\\host\\share",
            "//host/share",
            "\\/host",
            "/\\host",
            "\\\\?\\UNC\\host",
            "\\\\.\\pipe\\x",
            "\\??\\C:\\x",
            " //h/s",
        ] {
            assert!(is_remote(far), "{far}");
        }
        for near in ["/home/a", "a//b", "src\\main.rs", "C:\\a", "", "/", "\\a"] {
            assert!(!is_remote(near), "{near}");
        }
    }

    #[test]
    fn a_device_of_windows_is_known_whatever_follows() {
        for odd in [
            "con",
            "src/NUL.txt",
            "aux .md",
            "C:\\com1",
            "lpt\u{b9}.log",
            "CONIN$",
            "a.txt:stream",
            "a.txt::$DATA",
            "con:12",
        ] {
            assert!(is_odd(odd), "{odd}");
        }
        for plain in ["console.log", "C:\\src\\a.rs:12:3", "a.rs:12", "com.rs", "com10.txt", "nullable.rs"] {
            assert!(!is_odd(plain), "{plain}");
        }
    }

    #[test]
    fn without_a_home_nothing_is_kept_in_a_shared_folder() {
        assert_eq!(data_dir(None, |_| None), None);
        assert_eq!(data_dir(Some(PathBuf::new()), |_| None), None);
        assert_eq!(data_dir(Some("relative".into()), |_| Some("relative".into())), None);
        assert!(Options::default().check().is_err_and(|why| why.contains("home folder")));
    }

    #[test]
    fn dots_are_taken_out_without_a_disk() {
        assert_eq!(without_dots(Path::new("/a/./b/../c")), Path::new("/a/c"));
        assert_eq!(without_dots(Path::new("/../../x")), Path::new("/x"));
    }
}
