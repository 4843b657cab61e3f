//! Codex's own settings.

use crate::domain::domain;
use crate::id::ThreadId;

domain! {
    /// Codex's own settings.
    #[derive(Clone)]
    pub enum ConfigQuery {
        /// The models with everything the server says about them; `hidden` includes those that are not offered.
        ModelSheet {
            hidden: bool,
        },
        Config {
            #[serde(default)]
            #[ts(optional = nullable)]
            cwd: Option<String>,
        },
        /// What a new thread in this folder runs with, and what can be chosen instead.
        ThreadDefaults {
            #[serde(default)]
            #[ts(optional = nullable)]
            cwd: Option<String>,
        },
        Permissions {
            #[serde(default)]
            #[ts(optional = nullable)]
            cwd: Option<String>,
        },
        Rules {
            #[serde(default)]
            #[ts(optional = nullable)]
            cwd: Option<String>,
        },
        /// What the rules decide about a command line or an address.
        TryRules {
            line: String,
            #[serde(default)]
            #[ts(optional = nullable)]
            cwd: Option<String>,
        },
        /// Whether this folder is trusted, and what trust turns on.
        FolderTrust {
            cwd: String,
        },
        Features {
            #[serde(default)]
            #[ts(optional = nullable)]
            cwd: Option<String>,
        },
        /// What can be imported from other agents.
        Import {
            #[serde(default)]
            #[ts(optional = nullable)]
            folder: Option<String>,
        },
        /// What Codex remembers of one thread.
        Memory {
            thread: ThreadId,
        },
    }
}

impl ConfigQuery {
    /// The folder whose project files the server would read for this query.
    pub fn project(&mut self) -> Option<&mut Option<String>> {
        match self {
            Self::Config { cwd }
            | Self::ThreadDefaults { cwd }
            | Self::Permissions { cwd }
            | Self::Rules { cwd }
            | Self::TryRules { cwd, .. }
            | Self::Features { cwd } => Some(cwd),
            Self::ModelSheet { .. } | Self::FolderTrust { .. } | Self::Import { .. } | Self::Memory { .. } => None,
        }
    }
}
