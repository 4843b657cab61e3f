//! Finds files of a folder by a few letters: with a search session of the server, or by walking the folder.
//!
//! Invariant: only one search runs at a time. Each ends with the server's answer or a timeout, and an answer always
//! belongs to the letters it was asked for.

mod rank;
mod walk;

use super::Engine;
use crate::failure::Failure;
use crate::git;
use crate::peer::{CallError, Peer};
use crate::query::FileHit;
use protocol::enums::MatchType;
use protocol::method::{
    FuzzyFileSearch, FuzzyParams, FuzzySessionRef, FuzzySessionStart, FuzzySessionStartParams, FuzzySessionStop,
    FuzzySessionUpdate, FuzzySessionUpdateParams,
};
use protocol::notification::{FilesFound, FuzzyFile};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;
use tokio::sync::{Mutex, watch};

/// As many results as a person would read through.
const MOST: usize = 50;
/// After this time the results so far are shown: a huge folder takes long, and a server may hang.
const PATIENCE: Duration = Duration::from_millis(1500);

pub(crate) struct Files {
    session: Mutex<Option<SearchSession>>,
    told: watch::Sender<SearchState>,
    made: AtomicU64,
}

struct SearchSession {
    id: String,
    root: String,
}

#[derive(Debug, Clone, Default)]
struct SearchState {
    session: String,
    root: String,
    query: String,
    files: Option<Vec<FuzzyFile>>,
    done: bool,
}

impl Default for Files {
    fn default() -> Self {
        Self { session: Mutex::default(), told: watch::channel(SearchState::default()).0, made: AtomicU64::new(0) }
    }
}

impl Files {
    pub fn found(&self, found: FilesFound) {
        self.told.send_if_modified(|told| {
            let asked = told.session == found.session_id && told.query == found.query;
            if asked {
                told.files = Some(found.files);
            }
            asked
        });
    }

    pub fn searched(&self, session: &str) {
        self.told.send_if_modified(|told| {
            let asked = told.session == session && !told.done;
            told.done |= asked;
            asked
        });
    }

    /// A new server does not know the session of the old one.
    pub async fn forget(&self) {
        self.session.lock().await.take();
    }
}

pub(crate) async fn find(engine: &Engine, cwd: String, query: &str) -> Result<Vec<FileHit>, Failure> {
    if !Path::new(&cwd).is_absolute() || !Path::new(&cwd).is_dir() {
        return Err(Failure::bad_input(format!("The folder {cwd} does not exist.")));
    }
    let line = engine.connection();
    if let Some(peer) = line.peer.filter(|_| !query.is_empty()) {
        let found = if line.methods.knows::<FuzzySessionStart>() {
            // After a timeout, the results so far are better than nothing.
            tokio::time::timeout(PATIENCE, by_session(engine, &peer, &cwd, query)).await.unwrap_or_else(|_| {
                let told = engine.shared().files.told.borrow();
                told.files.clone().filter(|_| told.root == cwd && told.query == query)
            })
        } else if line.methods.knows::<FuzzyFileSearch>() {
            let params = FuzzyParams { query: query.into(), roots: vec![cwd.clone()], cancellation_token: None };
            peer.call::<FuzzyFileSearch>(params).await.ok().map(|answer| answer.files)
        } else {
            None
        };
        let found: Vec<FileHit> = found.unwrap_or_default().into_iter().map(hit).collect();
        let all = found.len();
        let offered = offered(Path::new(&cwd), found).await;
        // Hidden results may have displaced better ones, or the server has found nothing yet, so the folder is walked
        // too.
        if !offered.is_empty() && offered.len() == all {
            return Ok(best(offered, query));
        }
        let mut more = walked(cwd, query).await;
        more.retain(|hit| !offered.contains(hit));
        return Ok(best([offered, more].concat(), query));
    }
    Ok(best(walked(cwd, query).await, query))
}

fn best(found: Vec<FileHit>, query: &str) -> Vec<FileHit> {
    let mut found = if query.is_empty() { found } else { rank::rank(found, query) };
    found.truncate(MOST);
    found
}

async fn walked(cwd: String, query: &str) -> Vec<FileHit> {
    let (root, query) = (cwd.clone(), query.to_owned());
    let found = tokio::task::spawn_blocking(move || walk::find(Path::new(&root), &query, MOST)).await;
    offered(Path::new(&cwd), found.unwrap_or_default()).await
}

/// Removes git's own files and those that git ignores.
async fn offered(cwd: &Path, mut found: Vec<FileHit>) -> Vec<FileHit> {
    found.retain(|hit| rank::is_offered(&hit.path));
    let ignored = git::ignored(cwd, found.iter().map(|hit| hit.path.as_str())).await;
    found.retain(|hit| !ignored.contains(&hit.path));
    found
}

/// `None` if the session failed.
async fn by_session(engine: &Engine, peer: &Peer, cwd: &str, query: &str) -> Option<Vec<FuzzyFile>> {
    let files = &engine.shared().files;
    let mut held = files.session.lock().await;
    if held.as_ref().is_none_or(|session| session.root != cwd) {
        if let Some(old) = held.take() {
            peer.call::<FuzzySessionStop>(FuzzySessionRef { session_id: old.id }).await.ok();
        }
        let id = format!("threadloft-{}", files.made.fetch_add(1, Relaxed));
        let params = FuzzySessionStartParams { session_id: id.clone(), roots: vec![cwd.to_owned()] };
        // The session is recorded before the call, because the caller may be cancelled while the server starts it
        // anyway.
        *held = Some(SearchSession { id, root: cwd.to_owned() });
        if peer.call::<FuzzySessionStart>(params).await.is_err() {
            held.take();
            return None;
        }
    }
    let id = held.as_ref()?.id.clone();
    let mut ear = files.told.subscribe();
    let (root, query) = (cwd.to_owned(), query.to_owned());
    files.told.send_replace(SearchState { session: id.clone(), root, query: query.clone(), files: None, done: false });
    let asked = peer.call::<FuzzySessionUpdate>(FuzzySessionUpdateParams { session_id: id, query }).await;
    if let Err(error) = asked {
        if matches!(error, CallError::Refused { .. }) {
            held.take();
        }
        return None;
    }
    let told = ear.wait_for(|told| told.done).await.ok()?;
    Some(told.files.clone().unwrap_or_default())
}

fn hit(file: FuzzyFile) -> FileHit {
    FileHit { is_folder: file.match_type == MatchType::Directory, path: render::visible(&file.path) }
}
