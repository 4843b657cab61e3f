//! Command-line arguments, from a person or from a second start of the app.

use crate::open_target::OpenTarget;
use engine::id::ThreadId;
use std::path::{Path, PathBuf};

const HELP: &str = "Threadloft: a desktop home for OpenAI Codex conversations

  threadloft [FOLDER] [--thread ID] [--demo]
  threadloft run | review | threads    work without a window; each has its own --help

  FOLDER       Start a new thread in this folder
  --thread ID  Open this thread
  --demo       Try the app with a scripted model; needs no account and no network
  --version    Show the version
  --help       Show this help

If Threadloft is already running, its window opens what you ask for.

Environment variables: THREADLOFT_CODEX (the Codex to run), CODEX_HOME (its home folder),
THREADLOFT_DATA_DIR (Threadloft’s data folder), THREADLOFT_THEME (light or dark), THREADLOFT_LOG (log filter).
";

#[derive(Debug, PartialEq)]
pub enum Args {
    Open(Opening),
    Say(String),
    Refuse(String),
}

#[derive(Debug, Default, PartialEq)]
pub struct Opening {
    pub demo: bool,
    pub at: Option<OpenTarget>,
}

impl Args {
    /// Parses the arguments. Relative folders are resolved against `here`.
    pub fn read(args: impl IntoIterator<Item = String>, here: &Path) -> Self {
        let mut opening = Opening::default();
        let mut args = args.into_iter();
        while let Some(arg) = args.next() {
            let at = match arg.as_str() {
                "--demo" => {
                    opening.demo = true;
                    continue;
                }
                "--version" | "-V" => return Self::Say(format!("threadloft {}\n", env!("CARGO_PKG_VERSION"))),
                "--help" | "-h" => return Self::Say(HELP.to_owned()),
                // macOS passes a process serial number to every app it opens.
                other if other.starts_with("-psn_") => continue,
                "--thread" => thread(args.next()),
                other if other.starts_with('-') => Err(format!("Unknown option: {other}\n\n{HELP}")),
                folder => find(folder, here),
            };
            match at {
                Ok(_) if opening.at.is_some() => {
                    return Self::Refuse("Give only one folder or thread to open.\n".into());
                }
                Ok(at) => opening.at = Some(at),
                Err(why) => return Self::Refuse(why),
            }
        }
        Self::Open(opening)
    }
}

fn thread(id: Option<String>) -> Result<OpenTarget, String> {
    let id = id.ok_or("--thread needs a thread ID.\n")?;
    let plain = !id.is_empty() && id.chars().all(|c| c.is_ascii_alphanumeric() || c == '-');
    if plain { Ok(OpenTarget::Thread(ThreadId::from(id.as_str()))) } else { Err(format!("Not a thread ID: {id}\n")) }
}

fn find(folder: &str, here: &Path) -> Result<OpenTarget, String> {
    let path = here.join(folder);
    match path.canonicalize() {
        Ok(path) if path.is_dir() => Ok(OpenTarget::Folder(plain(path))),
        Ok(path) => Err(format!("{} is not a folder.\n", path.display())),
        Err(why) => Err(format!("{}: {why}\n", path.display())),
    }
}

/// Strips the `\\?\` prefix of Windows, which neither codex nor people expect.
fn plain(path: PathBuf) -> PathBuf {
    match path.to_str().and_then(|text| text.strip_prefix(r"\\?\")) {
        Some(rest) if !rest.starts_with("UNC") => PathBuf::from(rest),
        _ => path,
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn read(args: &[&str], here: &Path) -> Args {
        Args::read(args.iter().map(|arg| (*arg).to_owned()), here)
    }

    #[test]
    fn a_relative_folder_is_resolved() {
        let here = std::env::temp_dir().canonicalize().unwrap().join(format!("tl-args-{}", std::process::id()));
        std::fs::create_dir_all(here.join("mein projekt ü")).unwrap();
        let at = Some(OpenTarget::Folder(plain(here.join("mein projekt ü"))));
        assert_eq!(read(&["mein projekt ü"], &here), Args::Open(Opening { demo: false, at }));
        assert!(matches!(read(&["nothing"], &here), Args::Refuse(why) if why.contains("nothing")));
        std::fs::write(here.join("file"), "").unwrap();
        assert!(matches!(read(&["file"], &here), Args::Refuse(why) if why.contains("is not a folder")));
        std::fs::remove_dir_all(here).unwrap();
    }

    #[test]
    fn a_thread_is_named_only_by_its_id() {
        let at = Some(OpenTarget::Thread(ThreadId::from("0199-ab")));
        assert_eq!(read(&["--thread", "0199-ab", "--demo"], Path::new("/")), Args::Open(Opening { demo: true, at }));
        assert!(matches!(read(&["--thread", "../x"], Path::new("/")), Args::Refuse(_)));
        assert!(matches!(read(&["--thread"], Path::new("/")), Args::Refuse(_)));
        assert!(matches!(read(&["--thread", "a", "--thread", "b"], Path::new("/")), Args::Refuse(_)));
    }

    #[test]
    fn an_unknown_argument_is_refused_with_help() {
        assert!(matches!(read(&["--nonsense"], Path::new("/")), Args::Refuse(why) if why.contains("--thread ID")));
        assert!(matches!(read(&["--version"], Path::new("/")), Args::Say(said) if said.starts_with("threadloft ")));
        assert_eq!(read(&["-psn_0_1"], Path::new("/")), Args::Open(Opening::default()));
    }
}
