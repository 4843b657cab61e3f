//! What is sent, and what it is sent with.

use crate::permissions::{PermissionExtras, Permissions};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub struct Prompt {
    pub text: String,
    #[serde(default)]
    pub attached: Vec<Attached>,
}

impl From<String> for Prompt {
    fn from(text: String) -> Self {
        Self { text, attached: Vec::new() }
    }
}

impl Prompt {
    pub fn is_empty(&self) -> bool {
        self.text.is_empty() && self.attached.is_empty()
    }

    /// Nothing of the other is missing in it.
    pub fn grew_from(&self, other: &Self) -> bool {
        self.text.starts_with(&other.text) && other.attached.iter().all(|one| self.attached.contains(one))
    }

    /// What stays a draft when this is sent: a button may send something while another thing is being written.
    pub fn rest_of(&self, draft: Self) -> Self {
        if self.grew_from(&draft) { Self::default() } else { draft }
    }

    /// The two as one, this one first.
    pub fn before(mut self, other: Self) -> Self {
        if !self.text.is_empty() && !other.text.is_empty() {
            self.text.push('\n');
        }
        self.text.push_str(&other.text);
        self.attached.extend(other.attached);
        self
    }
}

/// What goes with the words of a prompt.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "kind", rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub enum Attached {
    /// A picture on this computer, by its absolute path.
    Image { path: String },
    /// A picture on the web. Codex hands the address on; nobody here fetches it.
    Link { url: String },
    /// Named in the text as `$name`; `path` is its file.
    Skill { name: String, path: String },
    /// An app or another thing that the server knows by an address such as `app://id`.
    Mention { name: String, path: String },
}

/// What a turn is run with. What is not chosen is not sent, and the person's config decides.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub struct Choices {
    pub model: Option<String>,
    pub effort: Option<String>,
    pub permissions: Permissions,
    #[serde(default)]
    pub extras: PermissionExtras,
    #[serde(default)]
    pub manner: Manner,
}

impl Choices {
    /// Nothing chosen but what may be done.
    pub fn with(permissions: Permissions) -> Self {
        Self { model: None, effort: None, permissions, extras: PermissionExtras::default(), manner: Manner::default() }
    }
}

/// How a turn is done. What is `None` stays as the thread has it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", default)]
#[ts(export_to = "model.ts")]
pub struct Manner {
    /// Plans first and changes nothing: the server's plan mode.
    pub plan: bool,
    /// How much of its thoughts is told: `auto`, `concise`, `detailed`, `none`.
    pub summary: Option<String>,
    /// `friendly`, `pragmatic`, `none`; only some models of older servers know it.
    pub personality: Option<String>,
    /// A tier of the model's own list; `default` is the plain one.
    pub tier: Option<String>,
}

/// What a review looks at.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, TS)]
#[serde(tag = "kind", rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub enum Target {
    Uncommitted,
    /// What this branch changes against another.
    Branch {
        branch: String,
    },
    Commit {
        sha: String,
        title: Option<String>,
    },
    Custom {
        instructions: String,
    },
}

/// Where a turn begins: in a thread that is there, or in a new one in this folder. The receipt names the new one.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, TS)]
#[serde(tag = "kind", rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub enum Ground {
    Thread { thread: crate::id::ThreadId },
    Folder { cwd: String },
}
