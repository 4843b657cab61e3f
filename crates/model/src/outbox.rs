//! Collects the changes of one window for a frame.
//!
//! Invariant: a merged batch has the same effect as its changes one by one.

use contract::change::{Change, ThreadLine};
use contract::id::{RowId, ThreadId, TurnId};
use contract::row::{Block, Body, Row, grow_code, put_blocks};
use std::collections::{BTreeSet, HashMap};

#[derive(Debug, Default)]
pub struct Outbox {
    /// The changes in order. `None` is a change that a later one replaced.
    changes: Vec<Option<Change>>,
    /// The index of the change that the next one of its kind can be merged into.
    last: HashMap<Key, usize>,
    /// The index of each thread's line in the last list change, which the next lines can be merged into.
    places: HashMap<ThreadId, usize>,
}

/// What two changes must share to be merged.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum Key {
    Server,
    List,
    Lines,
    Account,
    Limits,
    Login,
    Access,
    Settings,
    Revisions,
    Environment,
    Head(ThreadId),
    Diff(ThreadId),
    Queue(ThreadId),
    Sent(ThreadId),
    Terminals(ThreadId),
    Turn(ThreadId, TurnId),
    /// A row itself, its blocks, or its output.
    Row(ThreadId, RowId),
}

/// What a change does to those that are waiting.
enum Role {
    /// It replaces all of them.
    Everything,
    /// The thread is sent whole, or is gone, so changes that wait for it are dropped.
    Whole(ThreadId),
    /// Rows of the thread change their positions, so no later change may be merged into one before this.
    Moves(ThreadId),
    /// It is merged into the last one with this key.
    Joins(Key),
    /// It is appended.
    Alone,
}

impl Outbox {
    /// Adds the changes that concern a window with these threads open.
    pub fn push(&mut self, changes: &[Change], open: &BTreeSet<ThreadId>) {
        for change in changes {
            if thread_of(change).is_none_or(|thread| open.contains(thread)) {
                self.put(change.clone());
            }
        }
    }

    /// Adds a change for this window alone: a snapshot, or a thread that it just opened.
    pub fn put(&mut self, change: Change) {
        let change = match change {
            Change::ThreadsPut { threads } => return self.put_lines(threads),
            change => change,
        };
        let role = Role::of(&change);
        match &role {
            Role::Everything => {
                self.changes.clear();
                self.last.clear();
            }
            Role::Whole(thread) => self.forget(thread),
            Role::Moves(thread) => self.last.retain(|key, _| key.thread() != Some(thread)),
            Role::Joins(_) | Role::Alone => {}
        }
        let Role::Joins(key) = role else {
            self.changes.push(Some(change));
            return;
        };
        let before = self.last.get(&key).and_then(|&at| self.changes.get_mut(at)).and_then(Option::as_mut);
        let left = match before {
            Some(before) => merge(before, change),
            None => Some(change),
        };
        if let Some(change) = left {
            self.last.insert(key, self.changes.len());
            self.changes.push(Some(change));
        }
    }

    /// Lines arrive one by one in thousands, so the index of each waiting line is kept instead of searched.
    fn put_lines(&mut self, lines: Vec<ThreadLine>) {
        let before = self.last.get(&Key::Lines).and_then(|&at| self.changes.get_mut(at)).and_then(Option::as_mut);
        if !matches!(before, Some(Change::ThreadsPut { .. })) {
            self.places.clear();
            self.last.insert(Key::Lines, self.changes.len());
            self.changes.push(Some(Change::ThreadsPut { threads: Vec::new() }));
        }
        let at = self.last[&Key::Lines];
        let Some(Some(Change::ThreadsPut { threads: held })) = self.changes.get_mut(at) else { return };
        for line in lines {
            match self.places.get(&line.id) {
                Some(&at) => held[at] = line,
                None => {
                    self.places.insert(line.id.clone(), held.len());
                    held.push(line);
                }
            }
        }
    }

    pub fn is_empty(&self) -> bool {
        self.changes.is_empty()
    }

    /// The number of waiting changes.
    pub fn len(&self) -> usize {
        self.changes.iter().flatten().count()
    }

    /// The batch as a JSON array; `None` if nothing changed.
    pub fn take(&mut self) -> Option<String> {
        let changes = self.drain();
        if changes.is_empty() {
            return None;
        }
        serde_json::to_string(&changes).ok()
    }

    pub fn drain(&mut self) -> Vec<Change> {
        self.last.clear();
        std::mem::take(&mut self.changes).into_iter().flatten().collect()
    }

    /// Drops the waiting changes of a thread that is about to be sent whole, or is gone.
    fn forget(&mut self, thread: &ThreadId) {
        for slot in &mut self.changes {
            // A returned message is merged with the draft of the page, which may be newer than the engine's, so it
            // must still be sent.
            let comes_back = matches!(slot, Some(Change::DraftBack { .. }));
            if !comes_back && slot.as_ref().and_then(thread_of) == Some(thread) {
                *slot = None;
            }
        }
        self.last.retain(|key, _| key.thread() != Some(thread));
    }
}

impl Role {
    fn of(change: &Change) -> Self {
        let key = match change {
            Change::Reset { .. } => return Self::Everything,
            Change::ThreadPut { thread } => return Self::Whole(thread.id.clone()),
            Change::ThreadLost { thread, .. } => return Self::Whole(thread.clone()),
            Change::OlderPut { thread, .. } | Change::NewerPut { thread, .. } => return Self::Moves(thread.clone()),
            // These stay in their order: a terminal's screen comes once a frame, and only after its tab.
            Change::TerminalPut { .. } | Change::ScreenPut { .. } | Change::TerminalGone { .. } => return Self::Alone,
            Change::ThreadLeft { .. }
            | Change::DraftBack { .. }
            | Change::DraftPut { .. }
            | Change::AskPut { .. }
            | Change::AskGone { .. }
            | Change::BannerPut { .. }
            | Change::BannerGone { .. } => return Self::Alone,
            Change::ServerPut { .. } => Key::Server,
            Change::ListPut { .. } => Key::List,
            Change::ThreadsPut { .. } | Change::ThreadsGone { .. } => Key::Lines,
            Change::AccountPut { .. } => Key::Account,
            Change::LimitsPut { .. } => Key::Limits,
            Change::LoginPut { .. } => Key::Login,
            Change::AccessPut { .. } => Key::Access,
            Change::SettingsPut { .. } => Key::Settings,
            Change::RevisionsPut { .. } => Key::Revisions,
            Change::EnvironmentPut { .. } => Key::Environment,
            Change::HeadPut { thread, .. } => Key::Head(thread.clone()),
            Change::DiffPut { thread, .. } => Key::Diff(thread.clone()),
            Change::QueuePut { thread, .. } => Key::Queue(thread.clone()),
            Change::SentPut { thread, .. } => Key::Sent(thread.clone()),
            Change::TerminalsPut { thread, .. } => Key::Terminals(thread.clone()),
            Change::TurnPut { thread, turn } => Key::Turn(thread.clone(), turn.id.clone()),
            Change::RowPut { thread, row } => Key::Row(thread.clone(), row.id.clone()),
            Change::BlocksPut { thread, row, .. }
            | Change::CodeGrew { thread, row, .. }
            | Change::OutputPut { thread, row, .. }
            | Change::RowEnded { thread, row, .. }
            | Change::RowGone { thread, row } => Key::Row(thread.clone(), row.clone()),
        };
        Self::Joins(key)
    }
}

impl Key {
    fn thread(&self) -> Option<&ThreadId> {
        match self {
            Self::Head(thread)
            | Self::Diff(thread)
            | Self::Queue(thread)
            | Self::Sent(thread)
            | Self::Terminals(thread)
            | Self::Turn(thread, _)
            | Self::Row(thread, _) => Some(thread),
            Self::Server
            | Self::List
            | Self::Lines
            | Self::Account
            | Self::Limits
            | Self::Login
            | Self::Access
            | Self::Settings
            | Self::Revisions
            | Self::Environment => None,
        }
    }
}

/// The thread of a change that is sent only to windows that show the thread.
pub fn thread_of(change: &Change) -> Option<&ThreadId> {
    match change {
        Change::ThreadPut { thread } => Some(&thread.id),
        Change::ThreadLost { thread, .. }
        | Change::HeadPut { thread, .. }
        | Change::OlderPut { thread, .. }
        | Change::NewerPut { thread, .. }
        | Change::TurnPut { thread, .. }
        | Change::RowPut { thread, .. }
        | Change::BlocksPut { thread, .. }
        | Change::CodeGrew { thread, .. }
        | Change::OutputPut { thread, .. }
        | Change::RowEnded { thread, .. }
        | Change::RowGone { thread, .. }
        | Change::QueuePut { thread, .. }
        | Change::SentPut { thread, .. }
        | Change::TerminalsPut { thread, .. }
        | Change::TerminalPut { thread, .. }
        | Change::ScreenPut { thread, .. }
        | Change::TerminalGone { thread, .. }
        | Change::DiffPut { thread, .. } => Some(thread),
        Change::DraftBack { thread, .. } | Change::DraftPut { thread, .. } => thread.as_ref(),
        Change::Reset { .. }
        | Change::ServerPut { .. }
        | Change::ThreadsPut { .. }
        | Change::ThreadsGone { .. }
        | Change::ThreadLeft { .. }
        | Change::ListPut { .. }
        | Change::AskPut { .. }
        | Change::AskGone { .. }
        | Change::AccountPut { .. }
        | Change::LimitsPut { .. }
        | Change::LoginPut { .. }
        | Change::AccessPut { .. }
        | Change::BannerPut { .. }
        | Change::BannerGone { .. }
        | Change::SettingsPut { .. }
        | Change::RevisionsPut { .. }
        | Change::EnvironmentPut { .. } => None,
    }
}

/// Merges `next` into `before`, or returns it if the two cannot be merged.
fn merge(before: &mut Change, next: Change) -> Option<Change> {
    use Change::{BlocksPut, CodeGrew, OutputPut, RowEnded, RowGone, RowPut, ThreadsGone, ThreadsPut};
    match (before, next) {
        (RowPut { row: held, .. }, BlocksPut { from, blocks, .. }) => {
            if let Some(held) = held.body.blocks_mut() {
                put_blocks(held, from, blocks);
            }
            None
        }
        (RowPut { row: held, .. }, CodeGrew { html, .. }) => {
            if let Some(held) = held.body.blocks_mut() {
                grow_code(held, &html);
            }
            None
        }
        (RowPut { row: held, .. }, OutputPut { output, .. }) => {
            if let Row { body: Body::Ran(ran), .. } = held.as_mut() {
                ran.output = output;
            }
            None
        }
        (RowPut { row: held, .. }, RowEnded { state, ended_ms, .. }) => {
            (held.state, held.ended_ms) = (state, ended_ms);
            None
        }
        (BlocksPut { from: at, blocks: held, .. }, BlocksPut { thread, row, from, blocks }) => {
            if from < *at {
                (*at, *held) = (from, blocks);
            } else if (from - *at) as usize <= held.len() {
                put_blocks(held, from - *at, blocks);
            } else {
                return Some(BlocksPut { thread, row, from, blocks });
            }
            None
        }
        (BlocksPut { blocks: held, .. }, CodeGrew { thread, row, html }) => match held.last() {
            // The waiting change has no block, so this one extends a block that the window already has.
            None => Some(CodeGrew { thread, row, html }),
            Some(Block::Code { .. } | Block::Html { .. }) => {
                grow_code(held, &html);
                None
            }
        },
        (CodeGrew { html: held, .. }, CodeGrew { html, .. }) => {
            held.push_str(&html);
            None
        }
        (OutputPut { output: held, .. }, OutputPut { output, .. }) => {
            *held = output;
            None
        }
        // The complete row replaces its own growth. The window has the row already, or appends it now.
        (BlocksPut { .. } | CodeGrew { .. } | OutputPut { .. }, next) => Some(next),
        // A row that was removed and added again is at the end.
        (RowEnded { .. } | RowGone { .. }, next) => Some(next),
        (ThreadsGone { threads: held }, ThreadsGone { threads }) => {
            held.extend(threads);
            None
        }
        (ThreadsPut { .. }, next @ ThreadsGone { .. }) => Some(next),
        // These changes carry whole values, so the last one replaces the first, in its position.
        (before, next) => {
            *before = next;
            None
        }
    }
}

#[cfg(test)]
mod tests;
