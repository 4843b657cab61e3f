//! Reads a thread page by page, newest first.
//!
//! Invariant: reading takes no writer lock, with two exceptions: a thread whose history the server has not built yet,
//! and a thread whose lock a person asks about. Both are resumed once and released again.

use super::Engine;
use super::around::is_expired;
use crate::failure::{Code, Failure};
use crate::id::ThreadId;
use crate::peer::{CallError, Peer, Quiet};
use crate::record::Verdict;
use model::state::LocalEvent;
use protocol::enums::{ItemsView, SortDirection};
use protocol::method::{
    FirstPage, ThreadRead, ThreadReadParams, ThreadRef, ThreadResume, ThreadResumeParams, ThreadTurnsList,
    ThreadUnsubscribe, TurnsListParams,
};
use protocol::thread::TurnsPage;
use serde_json::{Map, json};

/// The number of turns in a page.
const TURNS: u32 = 20;
pub(super) const UNREAD_ARCHIVE: &str =
    "This version of Codex cannot read archived threads. Restore the thread from the list to read it.";

impl Engine {
    /// Reads the head and the newest page. They arrive as changes.
    pub(crate) async fn read_thread(&self, thread: &ThreadId) -> Result<(), Failure> {
        let peer = self.peer().await?;
        let asked = thread.clone();
        self.with(move |core| core.apply_local(LocalEvent::PageAsked(asked))).await?;
        self.load_stored(thread).await?;
        let done = self.read_newest(&peer, thread).await;
        self.publish_failure(thread, done)
    }

    /// Loads what only our own store has of the thread, before the page that it is merged into.
    pub(super) async fn load_stored(&self, thread: &ThreadId) -> Result<(), Failure> {
        let asked = thread.clone();
        let (records, plan) = self.with(move |core| (core.records(asked.clone()), core.plan(asked))).await?;
        let mut declined = records.await.unwrap_or_default();
        // A turn that was stopped over a question leaves nothing of it with the server either.
        declined.retain(|record| record.is_no() || record.verdict == Verdict::Gone);
        declined.reverse();
        let plan = plan.await.ok().flatten();
        let thread = thread.clone();
        self.with(move |core| core.apply_local(LocalEvent::Kept { thread, declined, plan })).await
    }

    pub(crate) async fn read_older(&self, thread: &ThreadId) -> Result<(), Failure> {
        let asked = thread.clone();
        match self.with(move |core| core.state.older(&asked)).await? {
            Some(cursor) => self.read_from(thread, cursor).await,
            None => Ok(()),
        }
    }

    /// Reads the turns before the cursor. If two reads overlap, the second one's duplicates are left out.
    pub(super) async fn read_from(&self, thread: &ThreadId, cursor: String) -> Result<(), Failure> {
        let peer = self.peer().await?;
        match read_turns(&peer, thread, Some(cursor)).await {
            Err(error) if is_expired(&error) => self.read_from_end(thread).await,
            done => self.publish_failure(thread, done.map(drop)),
        }
    }

    /// Reads the threads that windows show, after a restart of the server.
    pub(crate) async fn read_open_threads(&self) {
        for thread in self.with(|core| core.state.shown()).await.unwrap_or_default() {
            self.shared().handlers.read_queue(self, thread.clone());
            self.read_thread(&thread).await.ok();
        }
    }

    async fn read_newest(&self, peer: &Peer, thread: &ThreadId) -> Result<(), CallError> {
        let knows_pages = self.connection().methods.knows::<ThreadTurnsList>();
        let head = ThreadReadParams { thread_id: thread.0.clone(), include_turns: (!knows_pages).then_some(true) };
        let read = peer.call::<ThreadRead>(head).await?;
        if !knows_pages {
            return Ok(());
        }
        let page = read_turns(peer, thread, None).await?;
        if page.data.is_empty() && self.build_history(peer, &read.thread).await? {
            read_turns(peer, thread, None).await?;
        }
        Ok(())
    }

    /// Makes the server build the pages of a history by resuming the thread. Returns `true` if it was resumed, and
    /// released again.
    pub(super) async fn build_history(&self, peer: &Peer, read: &protocol::Thread) -> Result<bool, CallError> {
        let thread = ThreadId::from(read.id.as_str());
        if read.preview.is_empty() || self.shared().loaded.has(&thread) {
            return Ok(false);
        }
        let one = TurnsListParams {
            thread_id: read.id.clone(),
            limit: Some(1),
            items_view: Some(ItemsView::NotLoaded),
            ..TurnsListParams::default()
        };
        if !peer.call::<Quiet<ThreadTurnsList>>(one).await?.data.is_empty() {
            return Ok(false);
        }
        self.resume_and_release(peer, &thread).await?;
        Ok(true)
    }

    /// Tries to take the writer lock, which is the only way to learn whether another process has it, and reads what was
    /// missed.
    pub(crate) async fn ask_lock(&self, thread: &ThreadId) -> Result<(), Failure> {
        if !self.shared().loaded.has(thread) {
            self.resume_and_release(&self.peer().await?, thread).await?;
        }
        let asked = thread.clone();
        self.with(move |core| core.apply_local(LocalEvent::Locked { thread: asked, locked: false })).await?;
        self.read_thread(thread).await
    }

    pub(crate) async fn is_archived(&self, thread: &ThreadId) -> Result<bool, Failure> {
        let asked = thread.clone();
        self.with(move |core| core.state.line(&asked).is_some_and(|line| line.archived)).await
    }

    /// Resumes the thread and releases it.
    async fn resume_and_release(&self, peer: &Peer, thread: &ThreadId) -> Result<(), CallError> {
        // By default the server keeps the writer's lock for a minute after the last listener left.
        let at_once = Map::from_iter([("thread_unload_delay_secs".to_owned(), json!(0))]);
        let params = ThreadResumeParams {
            thread_id: thread.0.clone(),
            exclude_turns: Some(true),
            config: Some(at_once),
            ..Default::default()
        };
        peer.call::<Quiet<ThreadResume>>(params).await?;
        peer.call::<ThreadUnsubscribe>(ThreadRef::from(thread.as_str())).await.ok();
        Ok(())
    }

    fn publish_failure(&self, thread: &ThreadId, done: Result<(), CallError>) -> Result<(), Failure> {
        done.map_err(|error| {
            let gone = error.is_missing_thread();
            let failure = Failure::from(error);
            let failure_is_lock = failure.code == Code::Locked;
            let (thread, message) = (thread.clone(), failure.message.clone());
            self.post(move |core| {
                if failure_is_lock {
                    core.apply_local(LocalEvent::Locked { thread: thread.clone(), locked: true });
                }
                // An old server does not find threads that it has archived itself.
                let archived = gone && core.state.line(&thread).is_some_and(|line| line.archived);
                let message = if archived { UNREAD_ARCHIVE.to_owned() } else { message };
                core.apply_local(LocalEvent::PageFailed { thread: thread.clone(), message });
                if gone && !archived {
                    core.apply_local(LocalEvent::Gone(thread));
                }
            });
            failure
        })
    }
}

/// Asks for the newest page as part of resuming a thread.
pub(crate) fn first_page() -> FirstPage {
    FirstPage { limit: Some(TURNS), items_view: Some(ItemsView::Full), sort_direction: Some(SortDirection::Desc) }
}

async fn read_turns(peer: &Peer, thread: &ThreadId, cursor: Option<String>) -> Result<TurnsPage, CallError> {
    let params = TurnsListParams {
        thread_id: thread.0.clone(),
        cursor,
        limit: Some(TURNS),
        sort_direction: Some(SortDirection::Desc),
        items_view: Some(ItemsView::Full),
    };
    peer.call::<ThreadTurnsList>(params).await
}
