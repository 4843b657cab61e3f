//! Pins. A server that knows sections keeps them for every client; otherwise our store keeps them.

use crate::engine::Engine;
use crate::failure::Failure;
use crate::id::ThreadId;
use crate::peer::{CallError, Peer};
use model::state::{LocalEvent, PINNED};
use protocol::method::{
    PageParams, SectionCreate, SectionCreateParams, SectionList, SectionMoveParams, ThreadSectionMove,
};

/// The most pages of sections to read. One page is the usual case.
const PAGES: usize = 20;

pub(super) async fn pin(engine: &Engine, threads: Vec<ThreadId>, pinned: bool) -> Result<(), Failure> {
    let peer = engine.peer().await?;
    let served = engine.connection().methods.knows::<ThreadSectionMove>();
    let section = if served && pinned { Some(section(&peer).await?) } else { None };
    for thread in threads {
        if served {
            let params = SectionMoveParams {
                thread_id: thread.0.clone(),
                section_id: section.clone(),
                ..SectionMoveParams::default()
            };
            peer.call::<ThreadSectionMove>(params).await?;
        }
        engine
            .with(move |core| {
                // A pin from before the server had sections is removed together with the server's.
                if !served || !pinned {
                    core.set_own_pin(thread.clone(), pinned);
                }
                core.apply_local(LocalEvent::Pinned { thread, pinned });
            })
            .await?;
    }
    Ok(())
}

async fn section(peer: &Peer) -> Result<String, CallError> {
    let mut cursor = None;
    for _ in 0..PAGES {
        let answer = peer.call::<SectionList>(PageParams { cursor, limit: None }).await?;
        if let Some(found) = answer.data.into_iter().find(|section| section.name == PINNED) {
            return Ok(found.id);
        }
        cursor = answer.next_cursor;
        if cursor.is_none() {
            break;
        }
    }
    let params = SectionCreateParams { name: PINNED.to_owned(), appearance: None };
    Ok(peer.call::<SectionCreate>(params).await?.section.id)
}
