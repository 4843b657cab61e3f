//! The server's projects: threads that belong together, wherever they run.

use super::{some_words, words};
use crate::engine::{Engine, now_ms};
use crate::failure::{Code, Failure};
use crate::intent::Receipt;
use crate::peer::Peer;
pub use contract::catalog::projects::{Project, ProjectIntent};
use protocol::method::{
    MetadataParams, PageParams, ProjectCreate, ProjectCreateParams, ProjectDelete, ProjectImport, ProjectImportParams,
    ProjectList, ProjectMove, ProjectMoveParams, ProjectRead, ProjectRef, ProjectUpdate, ProjectUpdateParams,
    ThreadMetadataUpdate,
};
use protocol::project::ProjectRoot;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::{AtomicU32, Ordering};

const PAGES: usize = 20;
const PAGE: u32 = 100;
const LONGEST_NAME: usize = 200;

/// Reads the project names at the start, so that thread lines can show them.
pub(crate) fn on_ready(engine: &Engine) {
    let engine = engine.clone();
    tokio::spawn(async move {
        if engine.connection().methods.knows::<ProjectList>()
            && let Ok(peer) = engine.peer().await
        {
            all(&peer).await.ok();
        }
    });
}

/// The notification says only that a project changed, so the project is read.
pub(crate) fn read(engine: &Engine, project_id: String) {
    let engine = engine.clone();
    tokio::spawn(async move {
        if let Ok(peer) = engine.peer().await {
            peer.call::<ProjectRead>(ProjectRef { project_id }).await.ok();
        }
    });
}

pub(crate) async fn list(engine: &Engine) -> Result<Vec<Project>, Failure> {
    let projects = all(&engine.peer().await?).await?;
    let counts = engine
        .with(|core| {
            let mut counts = BTreeMap::<String, u32>::new();
            for project in core.state.lines().into_iter().filter_map(|line| line.project) {
                *counts.entry(project.id).or_default() += 1;
            }
            counts
        })
        .await?;
    let shown = |project: protocol::project::Project| Project {
        name: words(&project.name),
        folders: project.roots.iter().filter_map(|root| some_words(Some(&root.path))).collect(),
        threads: counts.get(&project.id).copied().unwrap_or_default(),
        id: project.id,
    };
    Ok(projects.into_iter().map(shown).collect())
}

async fn all(peer: &Peer) -> Result<Vec<protocol::project::Project>, Failure> {
    let mut out = Vec::new();
    let mut cursor = None;
    for _ in 0..PAGES {
        let answer = peer.call::<ProjectList>(PageParams { cursor, limit: Some(PAGE) }).await?;
        out.extend(answer.data);
        cursor = answer.next_cursor;
        if cursor.is_none() {
            break;
        }
    }
    Ok(out)
}

pub(crate) async fn act(engine: &Engine, intent: ProjectIntent) -> Result<Receipt, Failure> {
    let peer = engine.peer().await?;
    match intent {
        ProjectIntent::Make { name, folders, threads } => {
            let (name, roots, idempotency_key) = (named(&name)?, roots(&folders)?, once());
            if threads.is_empty() {
                peer.call::<ProjectCreate>(ProjectCreateParams { name, roots, idempotency_key }).await?;
            } else {
                let threads = threads.into_iter().map(|thread| thread.0).collect();
                peer.call::<ProjectImport>(ProjectImportParams { name, roots, idempotency_key, threads }).await?;
            }
        }
        ProjectIntent::Rename { project, name } => {
            let params = ProjectUpdateParams { project_id: project, name: Some(named(&name)?), roots: None };
            peer.call::<ProjectUpdate>(params).await?;
        }
        ProjectIntent::Folders { project, folders } => {
            let params = ProjectUpdateParams { project_id: project, name: None, roots: Some(roots(&folders)?) };
            peer.call::<ProjectUpdate>(params).await?;
        }
        ProjectIntent::Place { project, before } => {
            peer.call::<ProjectMove>(ProjectMoveParams { project_id: project, before_project_id: before }).await?;
        }
        ProjectIntent::Remove { project } => {
            peer.call::<ProjectDelete>(ProjectRef { project_id: project }).await?;
        }
        ProjectIntent::Put { threads, project } => {
            // An empty id takes a thread out of its project.
            let project_id = Some(project.unwrap_or_default());
            for thread in threads {
                let params = MetadataParams { thread_id: thread.0, project_id: project_id.clone(), git_info: None };
                peer.call::<ThreadMetadataUpdate>(params).await?;
            }
        }
    }
    Ok(Receipt::default())
}

fn named(name: &str) -> Result<String, Failure> {
    let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
    if name.is_empty() || name.chars().count() > LONGEST_NAME {
        return Err(Failure::bad_input("Enter a short name for the project."));
    }
    Ok(name)
}

fn roots(folders: &[String]) -> Result<Vec<ProjectRoot>, Failure> {
    if let Some(odd) = folders.iter().find(|folder| !Path::new(folder).is_absolute()) {
        return Err(Failure::new(Code::BadInput, format!("{} is not a full path.", render::visible(odd))));
    }
    Ok(folders.iter().map(|folder| ProjectRoot { path: folder.clone() }).collect())
}

/// An idempotency key, so that a repeated call creates no second project.
fn once() -> String {
    static MADE: AtomicU32 = AtomicU32::new(0);
    format!("threadloft-{}-{}-{}", std::process::id(), now_ms(), MADE.fetch_add(1, Ordering::Relaxed))
}
