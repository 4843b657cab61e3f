//! What may stand after the program's name.

const HELP: &str = "Threadloft: a desktop home for OpenAI Codex conversations

  threadloft [--demo]

  --demo       the real app on the real server, with a scripted model on this machine
  --version    says which version this is
  --help       says this

Overrides, in the environment: THREADLOFT_CODEX (the codex to run), CODEX_HOME (its home),
THREADLOFT_DATA_DIR (ours), THREADLOFT_THEME (light or dark), THREADLOFT_LOG (a tracing filter).
";

pub enum Args {
    Open(Opening),
    Say(String),
    Refuse(String),
}

#[derive(Default)]
pub struct Opening {
    pub demo: bool,
}

impl Args {
    pub fn read(args: impl Iterator<Item = String>) -> Self {
        let mut opening = Opening::default();
        for arg in args {
            match arg.as_str() {
                "--demo" => opening.demo = true,
                "--version" | "-V" => return Self::Say(format!("threadloft {}\n", env!("CARGO_PKG_VERSION"))),
                "--help" | "-h" => return Self::Say(HELP.to_owned()),
                // macOS hands every app it opens a process serial number.
                other if other.starts_with("-psn_") => {}
                other => return Self::Refuse(format!("threadloft does not know {other}\n\n{HELP}")),
            }
        }
        Self::Open(opening)
    }
}
