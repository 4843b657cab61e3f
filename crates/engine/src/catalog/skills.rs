//! Skills of a folder: listed with `skills/list`, switched, opened, and listed again when their files change.

mod roots;

pub use contract::catalog::skills::{Skill, SkillIntent, SkillProblem, SkillScope, Skills};

use super::{List, icon, some_words, words};
use crate::engine::Engine;
use crate::failure::{Code, Failure};
use model::state::LocalEvent;
use protocol::account as told;
use protocol::method::{
    ExtraRootsParams, SkillsConfigParams, SkillsConfigWrite, SkillsExtraRoots, SkillsList, SkillsListParams,
};
use std::path::{Path, PathBuf};

/// The skills of a folder. `cwd: None` lists those that belong to no folder.
pub(crate) async fn list(engine: &Engine, cwd: Option<String>, reload: bool) -> Result<Skills, Failure> {
    let peer = engine.peer().await?;
    let shelf = &engine.shared().skills;
    let place = cwd.clone().unwrap_or_default();
    let (stale, changes) = shelf.is_stale(&place);
    let force_reload = Some(reload || stale);
    // Watching begins before the files are read, so that a change in between is not missed.
    roots::watch(engine, &place).await;
    let params = SkillsListParams { cwds: cwd.map(|cwd| vec![cwd]), force_reload };
    let answer = peer.call::<SkillsList>(params).await?;
    let mut listed = Skills { cwd: place, ..Skills::default() };
    for folder in &answer.data {
        listed.problems.extend(folder.errors.iter().map(problem));
    }
    let folders: Vec<told::SkillsListEntry> = answer.data;
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

/// Sends the chosen skill folders to a server that just started.
pub(crate) fn on_ready(engine: &Engine) {
    let engine = engine.clone();
    tokio::spawn(async move {
        let roots = engine.with(|core| core.state.settings().skill_roots.clone()).await.unwrap_or_default();
        if !roots.is_empty() {
            tell_roots(&engine, roots).await.ok();
        }
        stale(&engine);
    });
}

/// Marks the list stale, after a notification or a change on disk.
pub(crate) fn stale(engine: &Engine) {
    engine.shared().skills.forget();
    engine.post(|core| core.apply_local(LocalEvent::Stale(List::Skills)));
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

/// The path of a listed skill. Only listed Markdown files may be opened, because opening another file could run it.
fn known(engine: &Engine, path: &str) -> Result<PathBuf, Failure> {
    let text = Path::new(path).extension().is_some_and(|extension| extension == "md");
    if !text || !engine.shared().skills.knows(path) {
        return Err(Failure::bad_input(format!("{path} is not a skill that Codex knows.")));
    }
    Ok(PathBuf::from(path))
}

fn skill(skill: &told::SkillMetadata) -> Skill {
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

fn scope(skill: &told::SkillMetadata) -> SkillScope {
    use protocol::enums::SkillScope as Word;
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
