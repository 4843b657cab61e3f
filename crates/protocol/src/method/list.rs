//! Methods that list, read and search threads.

use super::{ThreadRef, call, params};
use crate::enums::{SortDirection, ThreadSortKey, ThreadSourceKind};
use crate::event::{Event, ThreadLoaded, ThreadsListed};
use crate::open::{open, readable};
use crate::thread::{ReadState, Thread};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

call!(ThreadList = "thread/list": ThreadListParams => ThreadListAnswer, |params, answer| {
    Event::ThreadsListed(ThreadsListed {
        threads: answer.data.clone(),
        next_cursor: answer.next_cursor.clone(),
        read_states: answer.read_states.clone().unwrap_or_default(),
        archived: params.archived.unwrap_or_default(),
        cursor: params.cursor.clone(),
        sort_key: params.sort_key.clone(),
        state_db_only: params.use_state_db_only.unwrap_or_default(),
        filtered: params.is_filtered(),
    })
});
call!(
    /// Reads the thread without taking its writer lock.
    ThreadRead = "thread/read": ThreadReadParams => ThreadReadAnswer, |params, answer| {
        Event::ThreadLoaded(Box::new(ThreadLoaded {
            thread: answer.thread.clone(),
            read_state: answer.read_state.clone(),
            with_turns: params.include_turns.unwrap_or_default(),
        }))
    }
);
call!(experimental ThreadSearch = "thread/search": ThreadSearchParams => ThreadSearchAnswer);
call!(experimental ThreadSearchOccurrences = "thread/searchOccurrences": OccurrencesParams => OccurrencesAnswer);
call!(ThreadLoadedList = "thread/loaded/list": PageParams => LoadedListAnswer);
call!(ThreadArchive = "thread/archive": ThreadRef => super::Done);
call!(ThreadUnarchive = "thread/unarchive": ThreadRef => OneThread, |_params, answer| loaded(&answer.thread));
call!(ThreadDelete = "thread/delete": ThreadRef => super::Done);
call!(ThreadNameSet = "thread/name/set": NameSetParams => super::Done);
call!(ThreadMetadataUpdate = "thread/metadata/update": MetadataParams => OneThread, |_params, answer| {
    loaded(&answer.thread)
});
call!(experimental ThreadReadStateUpdate = "thread/readState/update": ReadStateParams => ReadStateAnswer,
    |params, answer| Event::ReadStateChanged(crate::notification::ReadStateChanged {
        thread_id: params.thread_id.clone(),
        read_state: answer.read_state.clone(),
    })
);

/// The largest page size. The server silently clamps a larger one.
pub const PAGE: u32 = 100;

params! {
    ThreadListParams {
        ? {
            cursor: String, limit: u32, sort_key: ThreadSortKey, sort_direction: SortDirection,
            /// `true` lists archived threads only.
            archived: bool,
            /// If omitted, the server lists `cli` and `vscode` only. Our threads count as `vscode`.
            source_kinds: Vec<ThreadSourceKind>,
            /// Reads the server's state database without scanning files, which is much faster.
            use_state_db_only: bool,
            cwd: Folders, search_term: String, section_id: String, project_id: String,
            model_providers: Vec<String>, originators: Vec<String>, parent_thread_id: String,
            ancestor_thread_id: String, excluded_thread_ids: Vec<String>,
        }
    }
    ThreadReadParams { thread_id: String, ? { include_turns: bool } }
    ThreadSearchParams {
        search_term: String,
        ? {
            cursor: String, limit: u32, archived: bool, sort_key: ThreadSortKey, sort_direction: SortDirection,
            source_kinds: Vec<ThreadSourceKind>,
        }
    }
    OccurrencesParams { thread_id: String, search_term: String, ? { cursor: String, limit: u32 } }
    PageParams { ? { cursor: String, limit: u32 } }
    NameSetParams { thread_id: String, name: String, }
    MetadataParams { thread_id: String, ? { project_id: String, git_info: crate::thread::GitInfo } }
    ReadStateParams { thread_id: String, expected_revision: String, operation: ReadOperation, }
}

open! {
    ThreadListAnswer {
        #[serde(deserialize_with = "readable")]
        data: Vec<Thread>,
        next_cursor: Option<String>, backwards_cursor: Option<String>,
        read_states: Option<BTreeMap<String, ReadState>>,
    }
    ThreadReadAnswer { thread: Thread, read_state: Option<ReadState> }
    ThreadSearchAnswer {
        #[serde(deserialize_with = "readable")]
        data: Vec<Found>,
        next_cursor: Option<String>, backwards_cursor: Option<String>,
    }
    Found { thread: Thread, snippet: String }
    OccurrencesAnswer { data: Vec<Occurrence>, next_cursor: Option<String> }
    Occurrence {
        turn_id: String, item_id: String, snippet: String, snippet_match_range: MatchRange,
        /// A cursor for `thread/turns/list` that leads to this turn.
        turn_cursor: String,
    }
    MatchRange { start: u32, end: u32 }
    LoadedListAnswer { data: Vec<String>, next_cursor: Option<String> }
    OneThread { thread: Thread }
    ReadStateAnswer { read_state: ReadState }
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Folders {
    One(String),
    Several(Vec<String>),
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum ReadOperation {
    #[default]
    Read,
    Unread,
}

impl ThreadListParams {
    fn is_filtered(&self) -> bool {
        self.cwd.is_some()
            || self.search_term.is_some()
            || self.section_id.is_some()
            || self.project_id.is_some()
            || self.model_providers.as_ref().is_some_and(|providers| !providers.is_empty())
            || self.originators.is_some()
            || self.parent_thread_id.is_some()
            || self.ancestor_thread_id.is_some()
            || self.excluded_thread_ids.is_some()
    }
}

fn loaded(thread: &Thread) -> Event {
    Event::ThreadLoaded(Box::new(ThreadLoaded { thread: thread.clone(), read_state: None, with_turns: false }))
}
