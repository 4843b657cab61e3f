//! Skills, and the folders they come from.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// The skills that a thread in this folder would have.
#[derive(Debug, Clone, Default, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub struct Skills {
    pub cwd: String,
    pub skills: Vec<Skill>,
    /// Skills that exist but cannot be read.
    pub problems: Vec<SkillProblem>,
}

#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub struct Skill {
    /// The name that is typed after `$`.
    pub name: String,
    /// The path of its SKILL.md. An input item of a prompt refers to the skill by it.
    pub path: String,
    pub description: String,
    pub scope: SkillScope,
    pub enabled: bool,
    /// A name for display, if it has one.
    pub title: Option<String>,
    /// The plugin that it came with.
    pub plugin: Option<String>,
    /// A prompt that it suggests.
    pub prompt: Option<String>,
    /// Its own icon, as a `data:` URL.
    pub icon: Option<String>,
    /// Servers and programs that it needs.
    pub needs: Vec<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub enum SkillScope {
    /// From this folder's repository.
    Repo,
    User,
    /// Comes with Codex.
    System,
    /// Set by the administrator of this computer.
    Admin,
    Plugin,
    /// A scope this build does not know.
    Other,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub struct SkillProblem {
    pub path: String,
    pub message: String,
}

/// What a person does with skills.
#[derive(Debug, Clone, Deserialize, TS)]
#[serde(tag = "does", rename_all = "camelCase", rename_all_fields = "camelCase")]
#[ts(export_to = "model.ts")]
pub enum SkillIntent {
    /// Switches a skill on or off in every folder, by the path of its SKILL.md.
    Switch { path: String, on: bool },
    /// Opens its SKILL.md in the system's program for such files.
    Open { path: String },
    /// Shows the folder it lies in.
    Reveal { path: String },
    /// Sets further folders that hold skills. They are kept in our settings, because the server forgets them when it
    /// ends.
    SetRoots { roots: Vec<String> },
}
