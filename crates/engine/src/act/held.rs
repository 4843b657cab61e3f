//! The threads this server has loaded for us: it holds their writer's lock.

use crate::house::House;
use crate::id::ThreadId;
use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use wire::method::{ThreadRef, ThreadTerminalsList, ThreadUnsubscribe};
use wire::thread::SandboxPolicy;
use wire::word::SandboxMode;

#[derive(Default)]
pub(crate) struct Held(Mutex<HashMap<ThreadId, Fenced>>);

/// What the server made of the mode we asked for: it adds what the user's config says.
#[derive(Debug, Clone)]
pub(super) struct Fenced {
    pub mode: SandboxMode,
    pub policy: Option<SandboxPolicy>,
}

impl Held {
    pub fn has(&self, thread: &ThreadId) -> bool {
        self.lock().contains_key(thread)
    }

    pub fn forget(&self, thread: &str) {
        self.lock().remove(&ThreadId::from(thread));
    }

    /// Another server holds nothing of the old one's.
    pub fn clear(&self) {
        self.lock().clear();
    }

    pub(super) fn put(&self, thread: ThreadId, fenced: Fenced) {
        self.lock().insert(thread, fenced);
    }

    pub(super) fn get(&self, thread: &ThreadId) -> Option<Fenced> {
        self.lock().get(thread).cloned()
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<ThreadId, Fenced>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl House {
    /// No window shows it any more: unless it runs, others may write in it.
    pub(crate) fn release(&self, thread: ThreadId) {
        if !self.inner().held.has(&thread) {
            return;
        }
        let house = self.clone();
        tokio::spawn(async move {
            let line = house.line();
            if let Some(peer) = line.peer.filter(|_| line.methods.knows::<ThreadTerminalsList>()) {
                super::terminals::list(&peer, &thread).await;
            }
            let (asked, inner) = (thread.clone(), house.clone());
            // Judged and let go in one step, and never while somebody follows a turn from here: the next one may be about to
            // begin, and would not be heard.
            let free = house.ask(move |room| {
                let free = !room.state.is_needed(&asked) && !room.is_heard();
                if free {
                    inner.inner().held.forget(asked.as_str());
                }
                free
            });
            if free.await.is_ok_and(|free| free)
                && let Some(peer) = house.line().peer
            {
                peer.call::<ThreadUnsubscribe>(ThreadRef::from(thread.as_str())).await.ok();
            }
        });
    }
}
