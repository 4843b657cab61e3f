//! The threads this server has loaded for us: it holds their writer's lock.

use crate::engine::{Engine, first_page};
use crate::failure::{Code, Failure};
use crate::id::{ThreadId, WindowId};
use crate::peer::Peer;
use crate::state::LocalEvent;
use protocol::method::{ThreadRef, ThreadResume, ThreadResumeParams, ThreadTerminalsList, ThreadUnsubscribe};
use std::collections::HashSet;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

#[derive(Default)]
pub(crate) struct Held(Mutex<HashSet<ThreadId>>);

impl Held {
    pub fn has(&self, thread: &ThreadId) -> bool {
        self.lock().contains(thread)
    }

    pub fn forget(&self, thread: &str) {
        self.lock().remove(&ThreadId::from(thread));
    }

    /// Another server holds nothing of the old one's.
    pub fn clear(&self) {
        self.lock().clear();
    }

    pub(super) fn put(&self, thread: ThreadId) {
        self.lock().insert(thread);
    }

    fn lock(&self) -> MutexGuard<'_, HashSet<ThreadId>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The server takes the next prompt out of its queue before it begins with it.
const NEXT: Duration = Duration::from_secs(1);

impl Engine {
    /// A turn ended that nobody looks at; the next one may begin in a moment.
    pub(crate) fn release_soon(&self, thread: ThreadId) {
        let engine = self.clone();
        tokio::spawn(async move {
            tokio::time::sleep(NEXT).await;
            engine.release(thread);
        });
    }

    /// No window shows it any more: unless it runs, others may write in it.
    pub(crate) fn release(&self, thread: ThreadId) {
        if !self.shared().held.has(&thread) {
            return;
        }
        let engine = self.clone();
        tokio::spawn(async move {
            let line = engine.connection();
            if let Some(peer) = line.peer.filter(|_| line.methods.knows::<ThreadTerminalsList>()) {
                super::terminals::list(&peer, &thread).await;
            }
            let (asked, inner) = (thread.clone(), engine.clone());
            // Judged and let go in one step, and never while somebody follows a turn from here: the next one may be about to
            // begin, and would not be heard.
            let free = engine.with(move |core| {
                let shown = core.state.shown().contains(&asked);
                let free = !shown && !core.state.is_needed(&asked) && !core.is_followed();
                let held = inner.shared().held.has(&asked);
                if free {
                    inner.shared().held.forget(asked.as_str());
                }
                free && held
            });
            if let (Ok(true), Some(peer)) = (free.await, engine.connection().peer) {
                peer.call::<ThreadUnsubscribe>(ThreadRef::from(thread.as_str())).await.ok();
                engine.hear_again(&peer, thread).await;
            }
        });
    }

    /// Nothing was begun in this new thread, and nobody would find anything in it: it does not stay in the list.
    pub(super) async fn abandon(&self, window: &WindowId, thread: ThreadId, why: &Failure) {
        // It may have begun all the same.
        let Some(peer) = self.connection().peer.filter(|_| !matches!(why.code, Code::ServerGone | Code::TimedOut))
        else {
            return;
        };
        peer.call::<ThreadUnsubscribe>(ThreadRef::from(thread.as_str())).await.ok();
        self.shared().held.forget(thread.as_str());
        let window = window.clone();
        self.post(move |core| {
            core.close_thread(&window, &thread);
            core.forget_chosen(&thread);
            core.note(LocalEvent::Gone(thread));
        });
    }

    /// A turn of the server's queue may have begun while our word was on its way: the rest of it would be heard by nobody,
    /// and the thread would seem to run for ever.
    async fn hear_again(&self, peer: &Peer, thread: ThreadId) {
        let asked = thread.clone();
        if self.with(move |core| core.state.running(&asked).is_none()).await.unwrap_or(true) {
            return;
        }
        let params = ThreadResumeParams {
            thread_id: thread.0.clone(),
            exclude_turns: Some(true),
            initial_turns_page: Some(first_page()),
            ..ThreadResumeParams::default()
        };
        if peer.call::<ThreadResume>(params).await.is_ok() {
            self.shared().held.put(thread);
        }
    }
}
