//! Methods for thread attachments: named values that the server stores and announces to every client.

use super::{ThreadRef, call, params};
use crate::open::{open, readable};
use serde_json::Value;

call!(AttachmentAdd = "thread/attachment/add": AttachmentAddParams => AttachmentAnswer);
call!(AttachmentList = "thread/attachment/list": AttachmentListParams => AttachmentListAnswer);
call!(AttachmentRemove = "thread/attachment/remove": AttachmentRemoveParams => super::Done);
call!(AttachmentOwners = "thread/attachmentOwner/list": AttachmentOwnersParams => AttachmentOwnersAnswer);

params! {
    AttachmentAddParams { thread_id: String, attachment_type: String, identity_key: String, payload: Value, }
    AttachmentListParams { thread_id: String, ? { cursor: String, limit: u32 } }
    AttachmentRemoveParams { thread_id: String, attachment_type: String, identity_key: String, }
    AttachmentOwnersParams { attachment_type: String, identity_key: String, ? { cursor: String, limit: u32 } }
}

open! {
    Attachment { id: String, attachment_type: String, identity_key: String, payload: Value, created_at: i64 }
    AttachmentAnswer { attachment: Attachment }
    AttachmentListAnswer { #[serde(deserialize_with = "readable")] data: Vec<Attachment>, next_cursor: Option<String> }
    AttachmentOwner { thread_id: String, archived: bool }
    AttachmentOwnersAnswer {
        #[serde(deserialize_with = "readable")] data: Vec<AttachmentOwner>, next_cursor: Option<String>,
    }
}

impl From<ThreadRef> for AttachmentListParams {
    fn from(of: ThreadRef) -> Self {
        Self { thread_id: of.thread_id, ..Self::default() }
    }
}
