//! Methods for the queue of messages that wait for a running turn to end.

use super::{call, params};
use crate::event::{Event, QueueListed, TurnAccepted};
use crate::item::UserInput;
use crate::open::open;
use crate::thread::Queued;

call!(experimental QueueAdd = "thread/queue/add": QueueAddParams => QueuedAnswer);
call!(experimental QueueList = "thread/queue/list": QueueListParams => QueueListAnswer, |params, answer| {
    Event::QueueListed(QueueListed {
        thread_id: params.thread_id.clone(),
        queued: answer.data.clone(),
        cursor: params.cursor.clone(),
        next_cursor: answer.next_cursor.clone(),
    })
});
call!(experimental QueueUpdate = "thread/queue/update": QueueUpdateParams => QueuedAnswer);
call!(experimental QueueDelete = "thread/queue/delete": QueueDeleteParams => QueueDeleteAnswer);
call!(experimental QueueReorder = "thread/queue/reorder": QueueReorderParams => super::Done);
call!(experimental QueueStart = "thread/queue/start": QueueStartParams => super::TurnAnswer, |params, answer| {
    let message = None;
    Event::TurnAccepted(TurnAccepted { thread_id: params.thread_id.clone(), turn: answer.turn.clone(), message })
});

params! {
    QueueAddParams { thread_id: String, client_user_message_id: String, input: Vec<UserInput>, }
    QueueListParams { thread_id: String, ? { cursor: String, limit: u32 } }
    QueueUpdateParams { thread_id: String, queued_submission_id: String, input: Vec<UserInput>, }
    QueueDeleteParams { thread_id: String, queued_submission_id: String, }
    QueueReorderParams { thread_id: String, queued_submission_ids: Vec<String>, }
    QueueStartParams { thread_id: String, ? { queued_submission_id: String } }
}

open! {
    QueuedAnswer { queued_submission: Queued }
    QueueListAnswer { data: Vec<Queued>, next_cursor: Option<String> }
    QueueDeleteAnswer { deleted: bool }
}
