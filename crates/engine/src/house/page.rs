//! Reading a thread, page by page, newest first.
//!
//! Invariant: reading takes no writer's lock. The one exception is a thread whose history the server has not built yet:
//! it is resumed once and let go again.

use super::House;
use crate::failure::Failure;
use crate::id::ThreadId;
use crate::peer::{CallError, Peer};
use crate::state::{News, Page};
use wire::method::{
    ThreadRead, ThreadReadParams, ThreadRef, ThreadResume, ThreadResumeParams, ThreadTurnsList, ThreadUnsubscribe,
    TurnsListParams,
};
use wire::thread::TurnsPage;
use wire::word::{ItemsView, SortDirection};

/// Turns in a page.
const TURNS: u32 = 20;

impl House {
    /// The head and the newest page. What it holds arrives as changes.
    pub(crate) async fn read_thread(&self, thread: &ThreadId) -> Result<(), Failure> {
        let peer = self.peer().await?;
        let asked = thread.clone();
        self.ask(move |room| room.note(News::PageAsked { thread: asked, page: Page::Newest })).await?;
        let done = self.newest(&peer, thread).await;
        self.failed(thread, done)
    }

    pub(crate) async fn read_older(&self, thread: &ThreadId) -> Result<(), Failure> {
        let peer = self.peer().await?;
        let asked = thread.clone();
        let cursor = self
            .ask(move |room| {
                let cursor = room.state.older(&asked);
                if cursor.is_some() {
                    room.note(News::PageAsked { thread: asked, page: Page::Older });
                }
                cursor
            })
            .await?;
        let Some(cursor) = cursor else { return Ok(()) };
        let done = turns(&peer, thread, Some(cursor)).await.map(drop);
        self.failed(thread, done)
    }

    /// The threads that windows show, after a restart.
    pub(crate) async fn reread(&self) {
        for thread in self.ask(|room| room.state.shown()).await.unwrap_or_default() {
            self.read_thread(&thread).await.ok();
        }
    }

    async fn newest(&self, peer: &Peer, thread: &ThreadId) -> Result<(), CallError> {
        let knows_pages = self.line().methods.knows::<ThreadTurnsList>();
        let head = ThreadReadParams { thread_id: thread.0.clone(), include_turns: (!knows_pages).then_some(true) };
        let read = peer.call::<ThreadRead>(head).await?;
        if !knows_pages {
            return Ok(());
        }
        let page = turns(peer, thread, None).await?;
        let is_unbuilt = page.data.is_empty() && !read.thread.preview.is_empty();
        if is_unbuilt && !self.inner().held.has(thread) {
            let params =
                ThreadResumeParams { thread_id: thread.0.clone(), exclude_turns: Some(true), ..Default::default() };
            peer.call::<ThreadResume>(params).await?;
            let again = turns(peer, thread, None).await;
            peer.call::<ThreadUnsubscribe>(ThreadRef::from(thread.as_str())).await.ok();
            again?;
        }
        Ok(())
    }

    fn failed(&self, thread: &ThreadId, done: Result<(), CallError>) -> Result<(), Failure> {
        done.map_err(|error| {
            let failure = Failure::from(error);
            let (thread, message) = (thread.clone(), failure.message.clone());
            self.tell(move |room| room.note(News::PageFailed { thread, message }));
            failure
        })
    }
}

async fn turns(peer: &Peer, thread: &ThreadId, cursor: Option<String>) -> Result<TurnsPage, CallError> {
    let params = TurnsListParams {
        thread_id: thread.0.clone(),
        cursor,
        limit: Some(TURNS),
        sort_direction: Some(SortDirection::Desc),
        items_view: Some(ItemsView::Full),
    };
    peer.call::<ThreadTurnsList>(params).await
}
