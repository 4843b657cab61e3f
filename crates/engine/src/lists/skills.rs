//! Skills of a folder, as `skills/list` has them.

use super::{some_words, words};
use crate::failure::Failure;
use crate::house::House;
use serde::Serialize;
use ts_rs::TS;
use wire::account as told;
use wire::method::{SkillsList, SkillsListParams};

/// The skills that a thread in this folder would have.
#[derive(Debug, Clone, Default, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub struct Skills {
    pub cwd: String,
    pub skills: Vec<Skill>,
    /// Those that are there and cannot be read.
    pub problems: Vec<SkillProblem>,
}

#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub struct Skill {
    /// What is written after `$`.
    pub name: String,
    /// Of its SKILL.md; the input item of a prompt names it.
    pub path: String,
    pub description: String,
    pub scope: SkillScope,
    pub enabled: bool,
    /// A name for people, where it has one.
    pub title: Option<String>,
    /// The plugin it came with.
    pub plugin: Option<String>,
    /// What it suggests to ask.
    pub prompt: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub enum SkillScope {
    /// Of this folder's repository.
    Repo,
    User,
    /// Comes with Codex.
    System,
    /// Set by whoever manages this computer.
    Admin,
    Plugin,
    /// A word this build does not know.
    Other,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub struct SkillProblem {
    pub path: String,
    pub message: String,
}

/// `cwd: None`: those that belong to no folder.
pub(crate) async fn list(house: &House, cwd: Option<String>, reload: bool) -> Result<Skills, Failure> {
    let peer = house.peer().await?;
    let params = SkillsListParams { cwds: cwd.clone().map(|cwd| vec![cwd]), force_reload: Some(reload) };
    let answer = peer.call::<SkillsList>(params).await?;
    let mut listed = Skills { cwd: cwd.unwrap_or_default(), ..Skills::default() };
    for folder in answer.data {
        listed.skills.extend(folder.skills.iter().map(skill));
        listed.problems.extend(folder.errors.iter().map(problem));
    }
    Ok(listed)
}

fn skill(skill: &told::Skill) -> Skill {
    let face = skill.interface.as_ref();
    let short = face.and_then(|face| some_words(face.short_description.as_deref()));
    Skill {
        name: words(&skill.name),
        path: skill.path.clone(),
        description: short
            .or_else(|| some_words(skill.short_description.as_deref()))
            .unwrap_or_else(|| words(&skill.description)),
        scope: scope(skill),
        enabled: skill.enabled,
        title: face.and_then(|face| some_words(face.display_name.as_deref())),
        plugin: some_words(skill.plugin_id.as_deref()),
        prompt: face.and_then(|face| some_words(face.default_prompt.as_deref())),
    }
}

fn scope(skill: &told::Skill) -> SkillScope {
    use wire::word::SkillScope as Word;
    match &skill.scope {
        _ if skill.plugin_id.is_some() => SkillScope::Plugin,
        Word::Repo => SkillScope::Repo,
        Word::User => SkillScope::User,
        Word::System => SkillScope::System,
        Word::Admin => SkillScope::Admin,
        Word::Other(_) => SkillScope::Other,
    }
}

fn problem(error: &told::SkillError) -> SkillProblem {
    SkillProblem { path: words(&error.path), message: words(&error.message) }
}
