//! A window's copy of the state. It adds, replaces and removes what a change says, and decides nothing.
//!
//! Invariant: `ui/src/mirror.ts` does the same. The tests below write snapshots, changes and their results to
//! `ui/src/generated/vectors.json`, and a test of the page replays them.

#[cfg(test)]
mod tests;

use crate::change::{Change, OpenThread, Snapshot};
use crate::id::{RowId, ThreadId};
use crate::prompt::Prompt;
use crate::row::{Body, Row, grow_code, put_blocks};

#[derive(Debug, Clone, PartialEq)]
pub struct Mirror(pub Snapshot);

impl Mirror {
    /// The snapshot with every list sorted whose order has no meaning for a window.
    pub fn sorted(mut self) -> Snapshot {
        self.0.threads.sort_by(|a, b| a.id.cmp(&b.id));
        self.0.open.sort_by(|a, b| a.id.cmp(&b.id));
        self.0.banners.sort_by(|a, b| a.id.cmp(&b.id));
        self.0
    }

    pub fn apply_all(&mut self, changes: impl IntoIterator<Item = Change>) {
        for change in changes {
            self.apply(change);
        }
    }

    pub fn apply(&mut self, change: Change) {
        let all = &mut self.0;
        match change {
            Change::Reset { snapshot } => *all = *snapshot,
            Change::ServerPut { server } => all.server = server,
            Change::ThreadsPut { threads } => {
                for line in threads {
                    upsert(&mut all.threads, line, |a, b| a.id == b.id);
                }
            }
            Change::ThreadsGone { threads } => all.threads.retain(|line| !threads.contains(&line.id)),
            Change::ListPut { list } => all.list = list,
            Change::ThreadPut { thread } => upsert(&mut all.open, *thread, |a, b| a.id == b.id),
            Change::ThreadLost { thread, .. } | Change::ThreadLeft { thread } => {
                all.open.retain(|open| open.id != thread);
            }
            Change::HeadPut { thread, head } => self.edit(&thread, |open| open.head = *head),
            Change::OlderPut { thread, turns, rows, more } => self.edit(&thread, |open| {
                open.turns.splice(0..0, turns);
                open.rows.splice(0..0, rows);
                open.more = more;
            }),
            Change::NewerPut { thread, turns, rows, newer } => self.edit(&thread, |open| {
                open.turns.extend(turns);
                open.rows.extend(rows);
                open.newer = newer;
            }),
            Change::TurnPut { thread, turn } => {
                self.edit(&thread, |open| upsert(&mut open.turns, turn, |a, b| a.id == b.id));
            }
            Change::RowPut { thread, row } => {
                self.edit(&thread, |open| upsert(&mut open.rows, *row, |a, b| a.id == b.id));
            }
            Change::BlocksPut { thread, row, from, blocks } => self.edit_row(&thread, &row, |row| {
                if let Some(held) = row.body.blocks_mut() {
                    put_blocks(held, from, blocks);
                }
            }),
            Change::CodeGrew { thread, row, html } => self.edit_row(&thread, &row, |row| {
                if let Some(held) = row.body.blocks_mut() {
                    grow_code(held, &html);
                }
            }),
            Change::OutputPut { thread, row, output } => self.edit_row(&thread, &row, |row| {
                if let Body::Ran(ran) = &mut row.body {
                    ran.output = output;
                }
            }),
            Change::RowEnded { thread, row, state, ended_ms } => {
                self.edit_row(&thread, &row, |row| (row.state, row.ended_ms) = (state, ended_ms));
            }
            Change::RowGone { thread, row } => self.edit(&thread, |open| open.rows.retain(|held| held.id != row)),
            Change::DiffPut { thread, files } => self.edit(&thread, |open| open.diff = files),
            Change::TerminalPut { thread, terminal } => {
                self.edit(&thread, |open| upsert(&mut open.tabs, *terminal, |a, b| a.id == b.id));
            }
            Change::ScreenPut { thread, terminal, screen } => self.edit(&thread, |open| {
                if let Some(held) = open.tabs.iter_mut().find(|held| held.id == terminal) {
                    held.screen.apply(screen);
                }
            }),
            Change::TerminalGone { thread, terminal } => {
                self.edit(&thread, |open| open.tabs.retain(|held| held.id != terminal));
            }
            Change::QueuePut { thread, queue } => self.edit(&thread, |open| open.queue = queue),
            Change::SentPut { thread, sent } => self.edit(&thread, |open| open.sent = sent),
            Change::DraftPut { thread: None, text, attached } => (all.new_draft, all.new_attached) = (text, attached),
            Change::DraftPut { thread: Some(thread), text, attached } => {
                self.edit(&thread, |open| (open.draft, open.attached) = (text, attached));
            }
            Change::DraftBack { thread: None, text, attached, .. } => {
                let held = Prompt { text: all.new_draft.clone(), attached: all.new_attached.clone() };
                Prompt { text: all.new_draft, attached: all.new_attached } = Prompt { text, attached }.before(held);
            }
            Change::DraftBack { thread: Some(thread), text, attached, .. } => self.edit(&thread, |open| {
                let held = Prompt { text: open.draft.clone(), attached: open.attached.clone() };
                Prompt { text: open.draft, attached: open.attached } = Prompt { text, attached }.before(held);
            }),
            Change::TerminalsPut { thread, terminals } => self.edit(&thread, |open| open.terminals = terminals),
            Change::AskPut { ask } => upsert(&mut all.asks, *ask, |a, b| a.id == b.id),
            Change::AskGone { ask, .. } => all.asks.retain(|held| held.id != ask),
            Change::AccountPut { account } => all.account = account,
            Change::LimitsPut { limits } => all.limits = limits,
            Change::LoginPut { login } => all.login = login,
            Change::AccessPut { access } => all.access = access,
            Change::BannerPut { banner } => upsert(&mut all.banners, banner, |a, b| a.id == b.id),
            Change::BannerGone { banner } => all.banners.retain(|held| held.id != banner),
            Change::SettingsPut { settings } => all.settings = settings,
            Change::EnvironmentPut { environment } => all.environment = *environment,
            Change::RevisionsPut { revisions } => all.revisions = revisions,
        }
    }

    fn edit(&mut self, thread: &ThreadId, edit: impl FnOnce(&mut OpenThread)) {
        if let Some(open) = self.0.open.iter_mut().find(|open| open.id == *thread) {
            edit(open);
        }
    }

    fn edit_row(&mut self, thread: &ThreadId, row: &RowId, edit: impl FnOnce(&mut Row)) {
        self.edit(thread, |open| {
            if let Some(held) = open.rows.iter_mut().find(|held| held.id == *row) {
                edit(held);
            }
        });
    }
}

fn upsert<T>(held: &mut Vec<T>, new: T, same: impl Fn(&T, &T) -> bool) {
    match held.iter_mut().find(|old| same(old, &new)) {
        Some(old) => *old = new,
        None => held.push(new),
    }
}
