//! Lets the server watch the repository that changes were last compared with. A commit, checkout or stash made
//! elsewhere makes them stale.
//!
//! Invariant: there is at most one watch, and all it does is mark the changes stale.

use crate::change_sets::RepositoryWatch;
use crate::engine::Engine;
use protocol::method::{FsUnwatch, FsUnwatchParams, FsWatch, FsWatchParams};
use std::path::Path;
use std::sync::PoisonError;

pub(super) fn follow(engine: &Engine, top: &Path) {
    let folder = top.join(".git");
    let line = engine.connection();
    // In a linked work tree `.git` is a file, and the watched data lies elsewhere.
    if !folder.is_dir() || !line.methods.knows::<FsWatch>() {
        return;
    }
    let new = RepositoryWatch { folder, run: line.starts };
    let old = {
        let mut held = engine.shared().watched.0.lock().unwrap_or_else(PoisonError::into_inner);
        if held.as_ref() == Some(&new) {
            return;
        }
        held.replace(new.clone())
    };
    let engine = engine.clone();
    tokio::spawn(async move {
        let Ok(peer) = engine.peer().await else { return };
        if let Some(old) = old.filter(|old| old.run == new.run) {
            peer.call::<FsUnwatch>(FsUnwatchParams { watch_id: old.id() }).await.ok();
        }
        let params = FsWatchParams { watch_id: new.id(), path: new.folder.display().to_string() };
        if peer.call::<FsWatch>(params).await.is_err() {
            engine.shared().watched.0.lock().unwrap_or_else(PoisonError::into_inner).take();
        }
    });
}
