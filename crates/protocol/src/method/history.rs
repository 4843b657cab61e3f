//! Methods that read a thread's history page by page, and that revert it.

use super::{call, params};
use crate::enums::{ItemsView, SortDirection};
use crate::event::{Event, ItemEntry, ItemsListed, Reverted, ThreadLoaded, TurnsListed};
use crate::open::open;
use crate::thread::{Thread, TurnsPage};
use serde::{Deserialize, Serialize};

call!(
    /// Newest first by default, at most 100 per page. 0.120 and older do not know this method.
    ThreadTurnsList = "thread/turns/list": TurnsListParams => TurnsPage, |params, answer| {
        Event::TurnsListed(TurnsListed {
            thread_id: params.thread_id.clone(),
            turns: answer.data.clone(),
            order: params.sort_direction.clone().unwrap_or(SortDirection::Desc),
            items_view: params.items_view.clone(),
            cursor: params.cursor.clone(),
            next_cursor: answer.next_cursor.clone(),
            backwards_cursor: answer.backwards_cursor.clone(),
        })
    }
);
call!(
    /// Oldest first by default. Threads with legacy history answer with error -32601.
    ThreadItemsList = "thread/items/list": ItemsListParams => ItemsListAnswer, |params, answer| {
        Event::ItemsListed(ItemsListed {
            thread_id: params.thread_id.clone(),
            turn_id: params.turn_id.clone(),
            entries: answer.data.clone(),
            order: params.sort_direction.clone().unwrap_or(SortDirection::Asc),
            next_cursor: answer.next_cursor.clone(),
            backwards_cursor: answer.backwards_cursor.clone(),
        })
    }
);
call!(ThreadRevert = "thread/revert": RevertParams => RevertAnswer, |_params, answer| {
    Event::ThreadReverting(Box::new(Reverted {
        thread: answer.thread.clone(),
        turns_cursor: answer.turns_backwards_cursor.clone(),
        items_cursor: answer.items_backwards_cursor.clone(),
    }))
});
call!(
    /// Known to servers before 0.141 only; newer ones have `ThreadRevert`.
    ThreadRollback = "thread/rollback": RollbackParams => super::OneThread, |_params, answer| {
        Event::ThreadLoaded(Box::new(ThreadLoaded {
            thread: answer.thread.clone(),
            read_state: None,
            with_turns: true,
        }))
    }
);

params! {
    TurnsListParams {
        thread_id: String,
        ? { cursor: String, limit: u32, sort_direction: SortDirection, items_view: ItemsView }
    }
    ItemsListParams {
        thread_id: String,
        ? { turn_id: String, cursor: ItemsCursor, limit: u32, sort_direction: SortDirection }
    }
    RevertParams { thread_id: String, before_turn_id: String, }
    RollbackParams { thread_id: String, num_turns: u32, }
}

/// Where a page of items begins: at the previous page's end, or at an item.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum ItemsCursor {
    Next(String),
    At(Anchor),
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum Anchor {
    #[serde(rename_all = "camelCase")]
    Item { item_id: String },
}

open! {
    ItemsListAnswer { data: Vec<ItemEntry>, next_cursor: Option<String>, backwards_cursor: Option<String> }
    RevertAnswer {
        thread: Thread, turns_backwards_cursor: Option<String>, items_backwards_cursor: Option<String>,
    }
}
