//! Commands that are still running after their turn ended: lists and stops them.

use crate::engine::Engine;
use crate::failure::Failure;
use crate::id::ThreadId;
use crate::peer::Peer;
use protocol::method::{
    TerminalsParams, TerminateParams, ThreadRef, ThreadTerminalsClean, ThreadTerminalsList, ThreadTerminalsTerminate,
};

/// The most pages to read. A thread leaves a handful of commands running.
const PAGES: usize = 10;

pub(super) async fn stop(engine: &Engine, thread: ThreadId, process: Option<String>) -> Result<(), Failure> {
    let peer = engine.peer().await?;
    match process {
        Some(process_id) => {
            let params = TerminateParams { thread_id: thread.0.clone(), process_id };
            peer.call::<ThreadTerminalsTerminate>(params).await.map(drop)?;
        }
        None => peer.call::<ThreadTerminalsClean>(ThreadRef::from(thread.as_str())).await.map(drop)?,
    }
    engine.read_terminals(thread);
    Ok(())
}

impl Engine {
    /// Asks the server which commands of a thread are still running. The answer arrives as changes. Only a loaded
    /// thread can have any.
    pub(crate) fn read_terminals(&self, thread: ThreadId) {
        let line = self.connection();
        let Some(peer) = line.peer.filter(|_| line.methods.knows::<ThreadTerminalsList>()) else { return };
        if self.shared().loaded.has(&thread) {
            tokio::spawn(async move { list(&peer, &thread).await });
        }
    }
}

pub(super) async fn list(peer: &Peer, thread: &ThreadId) {
    let mut cursor = None;
    for _ in 0..PAGES {
        let params = TerminalsParams { thread_id: thread.0.clone(), cursor, limit: None };
        match peer.call::<ThreadTerminalsList>(params).await {
            Ok(answer) if answer.next_cursor.is_some() => cursor = answer.next_cursor,
            _ => return,
        }
    }
}
