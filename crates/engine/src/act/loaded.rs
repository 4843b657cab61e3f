//! Releases threads that nobody needs any more, so that other clients can write to them.

use crate::engine::{Engine, first_page};
use crate::failure::{Code, Failure};
use crate::id::{ThreadId, WindowId};
use crate::peer::Peer;
use model::state::LocalEvent;
use protocol::method::{ThreadRef, ThreadResume, ThreadResumeParams, ThreadTerminalsList, ThreadUnsubscribe};
use std::time::Duration;

/// The server removes the next prompt from its queue before it starts a turn with it.
const NEXT_TURN_WAIT: Duration = Duration::from_secs(1);

impl Engine {
    /// Releases a thread whose turn has ended and that no window shows, after a pause, because the next turn may
    /// follow.
    pub(crate) fn release_soon(&self, thread: ThreadId) {
        let engine = self.clone();
        tokio::spawn(async move {
            tokio::time::sleep(NEXT_TURN_WAIT).await;
            engine.release(thread);
        });
    }

    /// Releases a thread that no window shows any more, so that others can write to it. A running thread is kept.
    pub(crate) fn release(&self, thread: ThreadId) {
        if !self.shared().loaded.has(&thread) {
            return;
        }
        let engine = self.clone();
        tokio::spawn(async move {
            let line = engine.connection();
            if let Some(peer) = line.peer.filter(|_| line.methods.knows::<ThreadTerminalsList>()) {
                super::terminals::list(&peer, &thread).await;
            }
            let (asked, inner) = (thread.clone(), engine.clone());
            // One step of the core checks and releases. A thread whose turn is followed from here is never released:
            // the events of its next turn would be lost.
            let free = engine.with(move |core| {
                let shown = core.state.shown().contains(&asked);
                let free = !shown && !core.state.is_needed(&asked) && !core.is_followed();
                let held = inner.shared().loaded.has(&asked);
                if free {
                    inner.shared().loaded.forget(asked.as_str());
                }
                free && held
            });
            if let (Ok(true), Some(peer)) = (free.await, engine.connection().peer) {
                peer.call::<ThreadUnsubscribe>(ThreadRef::from(thread.as_str())).await.ok();
                engine.resume_if_running(&peer, thread).await;
            }
        });
    }

    /// Removes a new thread in which no turn started, so that no empty thread stays in the list.
    pub(super) async fn abandon(&self, window: &WindowId, thread: ThreadId, why: &Failure) {
        // After a timeout the turn may have started all the same.
        let Some(peer) = self.connection().peer.filter(|_| !matches!(why.code, Code::ServerGone | Code::TimedOut))
        else {
            return;
        };
        peer.call::<ThreadUnsubscribe>(ThreadRef::from(thread.as_str())).await.ok();
        self.shared().loaded.forget(thread.as_str());
        let window = window.clone();
        self.post(move |core| {
            core.close_thread(&window, &thread);
            core.forget_choices(&thread);
            core.apply_local(LocalEvent::Gone(thread));
        });
    }

    /// Resumes the thread if its next queued turn started while the release was on its way. Its events would otherwise
    /// be lost and the thread would seem to run forever.
    async fn resume_if_running(&self, peer: &Peer, thread: ThreadId) {
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
            self.shared().loaded.put(thread);
        }
    }
}
