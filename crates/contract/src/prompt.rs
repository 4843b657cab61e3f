//! A prompt, and the choices it is sent with.

use crate::permissions::{PermissionExtras, Permissions};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// The most characters that the server accepts in one message. The page has this number from here.
pub const MOST_CHARACTERS: usize = 1_048_576;

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

    /// Whether this prompt still contains everything in the other one.
    pub fn grew_from(&self, other: &Self) -> bool {
        self.text.starts_with(&other.text) && other.attached.iter().all(|one| self.attached.contains(one))
    }

    /// What remains of the draft when this prompt is sent. A button may send a prompt while the person is writing
    /// another.
    pub fn rest_of(&self, draft: Self) -> Self {
        if self.grew_from(&draft) { Self::default() } else { draft }
    }

    /// Both prompts as one, this one first.
    pub fn before(mut self, other: Self) -> Self {
        if !self.text.is_empty() && !other.text.is_empty() {
            self.text.push('\n');
        }
        self.text.push_str(&other.text);
        self.attached.extend(other.attached);
        self
    }
}

/// What is attached to the text of a prompt.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "kind", rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub enum Attached {
    /// A picture on this computer, by its absolute path.
    Image { path: String },
    /// A picture on the web. Codex passes the address on; this app does not load it.
    Link { url: String },
    /// A skill, named in the text as `$name`; `path` is its file.
    Skill { name: String, path: String },
    /// An app or anything else that the server identifies by an address such as `app://id`.
    Mention { name: String, path: String },
}

/// The choices a turn runs with. A choice that was not made is not sent, so that the person's config decides.
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
    /// No choices except the permissions.
    pub fn with(permissions: Permissions) -> Self {
        Self { model: None, effort: None, permissions, extras: PermissionExtras::default(), manner: Manner::default() }
    }
}

/// Choices about how a turn runs. For `None` the thread keeps its current value.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", default)]
#[ts(export_to = "model.ts")]
pub struct Manner {
    /// The server's plan mode: the agent plans and changes nothing.
    pub plan: bool,
    /// How much of the reasoning is shown: `auto`, `concise`, `detailed`, `none`.
    pub summary: Option<String>,
    /// `friendly`, `pragmatic` or `none`. Only some models of older servers support it.
    pub personality: Option<String>,
    /// A service tier of the model; `default` is the standard one.
    pub tier: Option<String>,
}

/// What a review examines.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, TS)]
#[serde(tag = "kind", rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub enum Target {
    Uncommitted,
    /// The changes of this branch against another.
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

/// Where a turn starts: in an existing thread, or in a new one in this folder. The receipt names a new one.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, TS)]
#[serde(tag = "kind", rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub enum Ground {
    Thread { thread: crate::id::ThreadId },
    Folder { cwd: String },
}
