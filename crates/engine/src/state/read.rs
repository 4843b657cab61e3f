//! What the acts and looks read from the state.

use super::body::{Full, place};
use super::{Busy, State};
use crate::change::{Server, ThreadLine};
use crate::id::{RowId, ThreadId, TurnId};
use crate::row::{Body, FileDiff};
use crate::settings::Settings;

impl State {
    pub fn busy(&self) -> Busy {
        let running = self.threads.values().filter(|thread| thread.running.is_some()).count();
        Busy { running: u32::try_from(running).unwrap_or(u32::MAX), asks: self.asks.count() }
    }

    pub fn server(&self) -> &Server {
        &self.server
    }

    pub fn account(&self) -> &crate::change::Account {
        &self.account
    }

    pub fn login(&self) -> &crate::account::Login {
        &self.login
    }

    /// The server's name for the sign-in that is on its way.
    pub fn login_id(&self) -> Option<&str> {
        self.login_id.as_deref()
    }

    pub fn access(&self) -> &crate::account::Access {
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

    /// Folders that threads ran in, newest first.
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

    /// The turn that can be interrupted or steered.
    /// What the list calls it.
    pub fn title_of(&self, thread: &ThreadId) -> Option<String> {
        self.lines.get(thread).map(|line| line.title.clone()).filter(|title| !title.is_empty())
    }

    pub fn running(&self, thread: &ThreadId) -> Option<TurnId> {
        self.threads.get(thread)?.running.as_ref().map(|(turn, _)| turn.clone())
    }

    /// The folder a thread runs in.
    pub fn cwd(&self, thread: &ThreadId) -> Option<String> {
        self.lines.get(thread).map(|line| line.cwd.clone())
    }

    /// The server's word for where the older turns begin; `None`: there are none, or a page is on its way.
    pub fn older(&self, thread: &ThreadId) -> Option<String> {
        self.threads.get(thread).filter(|thread| thread.page.is_none())?.older.clone()
    }

    /// Text grew that was not drawn yet.
    pub fn is_dirty(&self) -> bool {
        self.threads.values().any(|thread| thread.shown && thread.timeline.is_dirty())
    }

    /// All of a command's output, plain.
    pub fn output(&self, thread: &ThreadId, row: &RowId) -> Option<String> {
        self.threads.get(thread)?.timeline.entry(row)?.output()
    }

    /// All lines of one changed file: of a row, or of the turn's diff.
    pub fn diff(&self, thread: &ThreadId, row: Option<&RowId>, path: &str) -> Option<FileDiff> {
        let held = self.threads.get(thread)?;
        let cwd = self.cwd_of(thread);
        let Some(row) = row else {
            let told = render::diff::parse(&held.diff_text, &cwd).into_iter().find(|patch| patch.path == path);
            // What the server did not tell as a diff was put together from the last turn's rows.
            let last = held.timeline.last_turn().map(|turn| &turn.id);
            let rows = held.timeline.rows().filter(|row| Some(&row.turn) == last).map(|row| &row.id);
            let of_rows = || rows.filter_map(|row| self.diff(thread, Some(row), path)).last();
            return told.map(|patch| patch.file(usize::MAX)).or_else(of_rows);
        };
        let entry = held.timeline.entry(row)?;
        if let Full::Changes(changes) = &entry.full {
            let all = changes.iter().map(|change| {
                let (path, kind, from) = place(change);
                render::diff::parse_change(path, kind, from, &change.diff, &cwd)
            });
            return all.into_iter().find(|patch| patch.path == path).map(|patch| patch.file(usize::MAX));
        }
        match &entry.row.body {
            Body::Edited { files } => files.iter().find(|file| file.path == path).cloned(),
            _ => None,
        }
    }
}
