//! What other clients of Codex do, seen on disk: a thread made by the CLI appears without a refresh.
//!
//! Invariant: it only ever says "look again". What is there is the server's to say.

use notify::{RecursiveMode, Watcher};
use std::path::Path;
use std::time::Duration;
use tokio::sync::mpsc;

/// Quiet for this long before anyone looks: a turn of the CLI writes many lines.
const QUIET: Duration = Duration::from_millis(700);
/// But not longer than this in all.
const LONGEST: Duration = Duration::from_secs(5);

/// Stops when dropped.
pub struct Watch {
    _watcher: notify::RecommendedWatcher,
}

/// Calls `changed` after a conversation appeared or went under `home`. `None`: this OS cannot watch there.
pub fn sessions(home: &Path, changed: impl Fn() + Send + 'static) -> Option<Watch> {
    let folder = home.join("sessions");
    std::fs::create_dir_all(&folder).ok()?;
    let (tell, mut told) = mpsc::channel::<()>(1);
    let mut watcher = notify::recommended_watcher(move |event: notify::Result<notify::Event>| {
        let matters = event.is_ok_and(|event| event.kind.is_create() || event.kind.is_remove());
        if matters {
            tell.try_send(()).ok();
        }
    })
    .ok()?;
    watcher.watch(&folder, RecursiveMode::Recursive).ok()?;
    tokio::spawn(async move {
        while told.recv().await.is_some() {
            let calm = async { while let Ok(Some(())) = tokio::time::timeout(QUIET, told.recv()).await {} };
            tokio::time::timeout(LONGEST, calm).await.ok();
            changed();
        }
    });
    Some(Watch { _watcher: watcher })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[tokio::test]
    async fn a_conversation_made_by_someone_else_is_noticed_once() {
        let home = tempfile::tempdir().unwrap();
        let (tell, mut told) = mpsc::unbounded_channel();
        let _watch = sessions(home.path(), move || {
            tell.send(()).ok();
        })
        .unwrap();
        let day = home.path().join("sessions/2026/11/16");
        std::fs::create_dir_all(&day).unwrap();
        std::fs::write(day.join("rollout-a.jsonl"), "{}").unwrap();
        told.recv().await.unwrap();
        assert!(told.try_recv().is_err());
    }
}
