//! Links kept with a thread, such as its issue or pull request. The server stores them for every client.

use super::{some_words, words};
use crate::engine::Engine;
use crate::failure::Failure;
use crate::id::ThreadId;
use crate::intent::Receipt;
pub use contract::catalog::links::{Link, LinkIntent};
use model::link::safe_url;
use protocol::method::{
    AttachmentAdd, AttachmentAddParams, AttachmentList, AttachmentListParams, AttachmentOwners, AttachmentOwnersParams,
    AttachmentRemove, AttachmentRemoveParams,
};
use serde_json::json;

/// The server's attachment type for a link.
const LINK: &str = "link";
const MOST: u32 = 100;

pub(crate) async fn list(engine: &Engine, thread: &ThreadId) -> Result<Vec<Link>, Failure> {
    let peer = engine.peer().await?;
    let params = AttachmentListParams { thread_id: thread.0.clone(), cursor: None, limit: Some(MOST) };
    let kept = peer.call::<AttachmentList>(params).await?.data;
    let mut links = Vec::new();
    for one in kept.into_iter().filter(|one| one.attachment_type == LINK) {
        // Another client may have stored anything there.
        let Some(url) = safe_url(&one.identity_key) else { continue };
        let params = AttachmentOwnersParams {
            attachment_type: LINK.into(),
            identity_key: one.identity_key,
            cursor: None,
            limit: Some(MOST),
        };
        let owners = peer.call::<AttachmentOwners>(params).await?.data;
        let also = owners.into_iter().map(|owner| ThreadId(owner.thread_id)).filter(|owner| owner != thread).collect();
        links.push(Link { title: some_words(one.payload["title"].as_str()), url: words(&url), also });
    }
    Ok(links)
}

pub(crate) async fn act(engine: &Engine, intent: LinkIntent) -> Result<Receipt, Failure> {
    let peer = engine.peer().await?;
    match intent {
        LinkIntent::Keep { thread, url, title } => {
            let url = safe_url(&url).ok_or_else(|| Failure::bad_input("A link must begin with https://."))?;
            let params = AttachmentAddParams {
                thread_id: thread.0,
                attachment_type: LINK.into(),
                identity_key: url,
                payload: json!({ "title": title.trim() }),
            };
            peer.call::<AttachmentAdd>(params).await?;
        }
        LinkIntent::Drop { thread, url } => {
            let params =
                AttachmentRemoveParams { thread_id: thread.0, attachment_type: LINK.into(), identity_key: url };
            peer.call::<AttachmentRemove>(params).await?;
        }
    }
    Ok(Receipt::default())
}
