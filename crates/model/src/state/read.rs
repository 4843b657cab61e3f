//! What intents and queries read from the state.

use super::body::{Full, patches, place};
use super::{Busy, PictureSource, State};
use crate::words::relative;
use contract::change::{Server, ThreadLine};
use contract::id::{RowId, ThreadId, TurnId};
use contract::row::{Body, FileDiff, RowState};
use contract::settings::Settings;
use protocol::item::FileUpdate;
use render::diff::Patch;
use std::collections::BTreeSet;

impl State {
    pub fn busy(&self) -> Busy {
        let running = self.threads.values().filter(|thread| thread.running.is_some()).count();
        Busy { running: u32::try_from(running).unwrap_or(u32::MAX), asks: self.asks.count() }
    }

    pub fn server(&self) -> &Server {
        &self.server
    }

    pub fn account(&self) -> &contract::change::Account {
        &self.account
    }

    pub fn login(&self) -> &contract::account::Login {
        &self.login
    }

    /// The server's id of the sign-in in progress.
    pub fn login_id(&self) -> Option<&str> {
        self.login_id.as_deref()
    }

    pub fn access(&self) -> &contract::account::Access {
        &self.access
    }

    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    pub fn line(&self, thread: &ThreadId) -> Option<&ThreadLine> {
        self.lines.get(thread)
    }

    pub fn lines(&self) -> Vec<ThreadLine> {
        self.lines.all().cloned().collect()
    }

    /// Threads whose file does not contain all of their messages.
    pub fn stepped_back(&self) -> Vec<ThreadLine> {
        self.lines.stepped_back().cloned().collect()
    }

    /// The folders of threads, newest first.
    pub fn folders(&self) -> Vec<String> {
        let mut lines: Vec<&ThreadLine> = self.lines.all().filter(|line| !line.cwd.is_empty()).collect();
        lines.sort_by(|a, b| b.updated_ms.total_cmp(&a.updated_ms));
        let mut folders: Vec<String> = Vec::new();
        for line in lines {
            if !folders.contains(&line.cwd) {
                folders.push(line.cwd.clone());
            }
        }
        folders
    }

    /// Threads that a window shows.
    pub fn shown(&self) -> Vec<ThreadId> {
        self.threads.iter().filter(|(_, thread)| thread.shown).map(|(id, _)| id.clone()).collect()
    }

    /// Every thread in the list.
    pub fn listed_ids(&self) -> BTreeSet<ThreadId> {
        self.lines.all().map(|line| line.id.clone()).collect()
    }

    /// Whether no window shows it and nothing is running in it.
    pub fn is_idle_and_unseen(&self, id: &ThreadId) -> bool {
        let busy = self.threads.get(id).is_some_and(|thread| thread.shown || thread.running.is_some());
        !busy && !self.lines.is_active(id)
    }

    /// The title in the list.
    pub fn title_of(&self, thread: &ThreadId) -> Option<String> {
        self.lines.get(thread).map(|line| line.title.clone()).filter(|title| !title.is_empty())
    }

    /// The turn that can be interrupted or steered.
    pub fn running(&self, thread: &ThreadId) -> Option<TurnId> {
        self.threads.get(thread)?.running.as_ref().map(|(turn, _)| turn.clone())
    }

    /// Whether it has an unread mark of our own, because the server stores none.
    pub fn is_own_unread(&self, thread: &ThreadId) -> bool {
        self.lines.is_own_unread(thread)
    }

    /// Whether a turn is running or was requested.
    pub fn is_at_work(&self, thread: &ThreadId) -> bool {
        self.threads.get(thread).is_some_and(|held| held.running.is_some() || held.sending.is_some())
    }

    /// The id to interrupt the running turn with.
    pub fn interrupt_id(&self, thread: &ThreadId) -> Option<TurnId> {
        let held = self.threads.get(thread)?;
        held.started_as.clone().or_else(|| self.running(thread))
    }

    /// The policy that the server reports for the thread.
    pub fn policy_of(&self, thread: &ThreadId) -> Option<&crate::permissions::RunsUnder> {
        self.threads.get(thread)?.under.as_ref()
    }

    /// The folder of a thread.
    pub fn cwd(&self, thread: &ThreadId) -> Option<String> {
        self.lines.get(thread).map(|line| line.cwd.clone())
    }

    /// The server's cursor of the older turns; `None` if there are none, or nothing was read yet.
    pub fn older(&self, thread: &ThreadId) -> Option<String> {
        self.threads.get(thread)?.older.clone()
    }

    /// Whether its newest turns are loaded.
    pub fn is_loaded(&self, thread: &ThreadId) -> bool {
        self.threads.get(thread).is_some_and(|thread| thread.loaded)
    }

    /// Whether text has grown that was not rendered yet.
    pub fn is_dirty(&self) -> bool {
        self.threads.values().any(|thread| thread.shown && thread.timeline.is_dirty())
    }

    /// A command's complete output as plain text.
    pub fn output(&self, thread: &ThreadId, row: &RowId) -> Option<String> {
        self.threads.get(thread)?.timeline.entry(row)?.output()
    }

    /// A command's output with its colours, if they are still known.
    pub fn raw_output(&self, thread: &ThreadId, row: &RowId) -> Option<String> {
        let entry = self.threads.get(thread)?.timeline.entry(row)?;
        match &entry.full {
            Full::Output(text) => Some(text.clone()),
            _ => entry.output(),
        }
    }

    /// The place of a row's picture.
    pub fn row_picture(&self, thread: &ThreadId, row: &RowId) -> Option<PictureSource> {
        match &self.threads.get(thread)?.timeline.entry(row)?.full {
            Full::Picture(source) => Some(source.clone()),
            _ => None,
        }
    }

    /// All lines of one file that a row changed.
    pub fn diff(&self, thread: &ThreadId, row: &RowId, path: &str) -> Option<FileDiff> {
        let entry = self.threads.get(thread)?.timeline.entry(row)?;
        let cwd = self.cwd_of(thread);
        match (entry.edits(), &entry.row.body) {
            (Some(edits), _) => {
                patches(edits, &cwd).into_iter().find(|patch| patch.path == path).map(|patch| patch.file(usize::MAX))
            }
            (_, Body::Edited { files }) => files.iter().find(|file| file.path == path).cloned(),
            _ => None,
        }
    }

    /// The changes of the running or last turn; `None` if that turn is not loaded.
    pub fn turn_changes(&self, thread: &ThreadId) -> Option<TurnChanges> {
        let held = self.threads.get(thread).filter(|held| held.newer.is_none())?;
        let last = held.timeline.last_turn().map(|turn| &turn.id);
        let rows = held.timeline.rows().filter(|row| Some(&row.turn) == last);
        let edits = rows.filter_map(|row| match &held.timeline.entry(&row.id)?.full {
            Full::Changes(edits) if matches!(row.state, RowState::Done | RowState::Open) => Some(edits.clone()),
            _ => None,
        });
        Some(TurnChanges { text: held.diff_text.clone(), edits: edits.flatten().collect() })
    }
}

/// The server's own diff of a turn, and the changes in the turn's items. A finished turn that is read again has only
/// the items.
#[derive(Debug, Clone, Default)]
pub struct TurnChanges {
    pub text: String,
    pub edits: Vec<FileUpdate>,
}

impl TurnChanges {
    /// The diff names files relative to their repository, the items with absolute paths, so the items are preferred.
    pub fn patches(&self, cwd: &str) -> Vec<Patch> {
        let mut patches = render::diff::parse(&self.text, cwd);
        for patch in &mut patches {
            let ending = format!("/{}", patch.path);
            let whole =
                self.edits.iter().map(|edit| place(edit).0).find(|path| render::visible(path).ends_with(&ending));
            if let Some(path) = whole {
                patch.path = relative(path, cwd);
            }
        }
        patches
    }
}
