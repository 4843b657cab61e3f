//! Skills of a folder, as `skills/list` has them: seen, switched, opened, and seen again when their files change.

mod roots;

pub(crate) use roots::SkillCache;

use super::{List, icon, some_words, words};
use crate::engine::Engine;
use crate::failure::{Code, Failure};
use crate::state::LocalEvent;
use protocol::account as told;
use protocol::method::{
    ExtraRootsParams, SkillsConfigParams, SkillsConfigWrite, SkillsExtraRoots, SkillsList, SkillsListParams,
};
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use ts_rs::TS;

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
    /// A picture of its own, as a `data:` URL.
    pub icon: Option<String>,
    /// What it works with outside: servers, programs.
    pub needs: Vec<String>,
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

/// What a person does with skills.
#[derive(Debug, Clone, Deserialize, TS)]
#[serde(tag = "does", rename_all = "camelCase", rename_all_fields = "camelCase")]
#[ts(export_to = "model.ts")]
pub enum SkillIntent {
    /// By the path of its SKILL.md, for every folder.
    Switch { path: String, on: bool },
    /// Its SKILL.md, in the program that opens such files.
    Open { path: String },
    /// The folder it lies in.
    Reveal { path: String },
    /// Further folders that hold skills; kept with our settings, because the server forgets them when it ends.
    SetRoots { roots: Vec<String> },
}

/// `cwd: None`: those that belong to no folder.
pub(crate) async fn list(engine: &Engine, cwd: Option<String>, reload: bool) -> Result<Skills, Failure> {
    let peer = engine.peer().await?;
    let shelf = &engine.shared().skills;
    let place = cwd.clone().unwrap_or_default();
    let (stale, changes) = shelf.is_stale(&place);
    let force_reload = Some(reload || stale);
    // Watched first: what changes while the files are read is told afterwards.
    roots::watch(engine, &place).await;
    let params = SkillsListParams { cwds: cwd.map(|cwd| vec![cwd]), force_reload };
    let answer = peer.call::<SkillsList>(params).await?;
    let mut listed = Skills { cwd: place, ..Skills::default() };
    for folder in &answer.data {
        listed.problems.extend(folder.errors.iter().map(problem));
    }
    let folders: Vec<told::Skills> = answer.data;
    let pictured = move || folders.iter().flat_map(|folder| &folder.skills).map(skill).collect::<Vec<_>>();
    listed.skills = tokio::task::spawn_blocking(pictured).await.unwrap_or_default();
    let paths = listed.skills.iter().map(|skill| &skill.path);
    shelf.know(&listed.cwd, changes, paths.chain(listed.problems.iter().map(|problem| &problem.path)));
    Ok(listed)
}

pub(crate) async fn act(engine: &Engine, intent: SkillIntent) -> Result<(), Failure> {
    match intent {
        SkillIntent::Switch { path, on } => switch(engine, path, on).await,
        SkillIntent::Open { path } => {
            let path = known(engine, &path)?;
            engine.shared().platform.open_path(&path).map_err(|why| Failure::new(Code::Refused, why))
        }
        SkillIntent::Reveal { path } => {
            let path = known(engine, &path)?;
            engine.shared().platform.reveal(&path).map_err(|why| Failure::new(Code::Refused, why))
        }
        SkillIntent::SetRoots { roots } => set_roots(engine, roots).await,
    }
}

/// The folders that were chosen, told to a server that just started.
pub(crate) fn welcome(engine: &Engine) {
    let engine = engine.clone();
    tokio::spawn(async move {
        let roots = engine.with(|core| core.state.settings().skill_roots.clone()).await.unwrap_or_default();
        if !roots.is_empty() {
            tell_roots(&engine, roots).await.ok();
        }
        stale(&engine);
    });
}

/// Told by the server, or seen on disk.
pub(crate) fn stale(engine: &Engine) {
    engine.shared().skills.forget();
    engine.post(|core| core.note(LocalEvent::Stale(List::Skills)));
}

async fn switch(engine: &Engine, path: String, on: bool) -> Result<(), Failure> {
    let peer = engine.peer().await?;
    let params = SkillsConfigParams { enabled: on, path: Some(path), name: None };
    let answer = peer.call::<SkillsConfigWrite>(params).await?;
    stale(engine);
    if answer.effective_enabled != on {
        let word = if on { "off" } else { "on" };
        return Err(Failure::new(Code::Refused, format!("Still {word}: another config layer sets it.")));
    }
    Ok(())
}

async fn set_roots(engine: &Engine, roots: Vec<String>) -> Result<(), Failure> {
    let mut kept: Vec<String> = Vec::new();
    for root in roots {
        if !Path::new(&root).is_absolute() || !Path::new(&root).is_dir() {
            return Err(Failure::bad_input(format!("The folder {root} does not exist.")));
        }
        if !kept.contains(&root) {
            kept.push(root);
        }
    }
    tell_roots(engine, kept.clone()).await?;
    engine
        .with(move |core| {
            let settings = crate::settings::Settings { skill_roots: kept, ..core.state.settings().clone() };
            core.put_settings(settings);
        })
        .await?;
    stale(engine);
    Ok(())
}

async fn tell_roots(engine: &Engine, extra_roots: Vec<String>) -> Result<(), Failure> {
    let peer = engine.peer().await?;
    peer.call::<SkillsExtraRoots>(ExtraRootsParams { extra_roots }).await?;
    Ok(())
}

/// Only what a list told of, and only text: opening something else could run it.
fn known(engine: &Engine, path: &str) -> Result<PathBuf, Failure> {
    let text = Path::new(path).extension().is_some_and(|extension| extension == "md");
    if !text || !engine.shared().skills.knows(path) {
        return Err(Failure::bad_input(format!("{path} is not a skill that Codex knows.")));
    }
    Ok(PathBuf::from(path))
}

fn skill(skill: &told::Skill) -> Skill {
    let face = skill.interface.as_ref();
    let short = face.and_then(|face| some_words(face.short_description.as_deref()));
    let folder = Path::new(&skill.path).parent();
    let picture = face.and_then(|face| face.icon_small.as_deref().or(face.icon_large.as_deref()));
    let needs = skill.dependencies.iter().flat_map(|needs| &needs.tools).map(|tool| words(&tool.value));
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
        icon: folder.zip(picture).and_then(|(folder, picture)| icon::read(folder, Path::new(picture))),
        needs: needs.collect(),
    }
}

fn scope(skill: &told::Skill) -> SkillScope {
    use protocol::word::SkillScope as Word;
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
