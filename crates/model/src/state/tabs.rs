//! The terminals of a thread: their screens, and how they ended.

use super::{Effect, State};
use crate::terminal::Modes;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use contract::change::Change;
use contract::id::{TerminalId, ThreadId};
use contract::terminal::{Fenced, TerminalState, TerminalTab};
use render::Emulator;
use std::collections::BTreeMap;

#[derive(Debug, Default)]
pub struct Tabs {
    held: BTreeMap<TerminalId, HeldTab>,
}

#[derive(Debug)]
struct HeldTab {
    thread: ThreadId,
    shell: String,
    cwd: String,
    fenced: Fenced,
    state: TerminalState,
    terminal: Emulator,
    dirty: bool,
}

/// A terminal that has just been opened.
#[derive(Debug, Clone, PartialEq)]
pub struct NewTerminal {
    pub id: TerminalId,
    pub thread: ThreadId,
    pub shell: String,
    pub cwd: String,
    pub fenced: Fenced,
    pub columns: u16,
    pub rows: u16,
}

impl Tabs {
    pub fn of(&self, thread: &ThreadId) -> Vec<TerminalTab> {
        self.held.iter().filter(|(_, held)| held.thread == *thread).map(|(id, held)| held.tab(id)).collect()
    }

    pub fn running(&self, thread: &ThreadId) -> Vec<TerminalId> {
        let runs = |held: &HeldTab| held.thread == *thread && held.state == TerminalState::Running;
        self.held.iter().filter(|(_, held)| runs(held)).map(|(id, _)| id.clone()).collect()
    }

    pub fn draw(&mut self, shown: impl Fn(&ThreadId) -> bool, out: &mut Vec<Change>) {
        for (id, held) in self.held.iter_mut().filter(|(_, held)| held.dirty && shown(&held.thread)) {
            held.dirty = false;
            if let Some(screen) = held.terminal.change() {
                out.push(Change::ScreenPut { thread: held.thread.clone(), terminal: id.clone(), screen });
            }
        }
    }

    /// Removes the terminals of a thread, which do not outlive it.
    pub fn forget(&mut self, thread: &ThreadId) {
        self.held.retain(|_, held| held.thread != *thread);
    }
}

impl HeldTab {
    fn tab(&self, id: &TerminalId) -> TerminalTab {
        TerminalTab {
            id: id.clone(),
            shell: self.shell.clone(),
            cwd: self.cwd.clone(),
            fenced: self.fenced,
            state: self.state.clone(),
            screen: self.terminal.screen().clone(),
        }
    }
}

impl State {
    pub(super) fn terminal_begins(&mut self, begun: NewTerminal, out: &mut Vec<Change>) {
        let NewTerminal { id, thread, shell, cwd, fenced, columns, rows } = begun;
        let terminal = Emulator::new(columns, rows);
        let held = HeldTab { thread, shell, cwd, fenced, state: TerminalState::Running, terminal, dirty: false };
        out.push(Change::TerminalPut { thread: held.thread.clone(), terminal: Box::new(held.tab(&id)) });
        self.tabs.held.insert(id, held);
    }

    pub(super) fn terminal_writes(&mut self, terminal: &str, delta_base64: &str) {
        let id = TerminalId::from(terminal);
        let Some(held) = self.tabs.held.get_mut(&id) else { return };
        let Ok(bytes) = STANDARD.decode(delta_base64) else { return };
        let reply = held.terminal.push(&bytes);
        held.dirty = true;
        if !reply.is_empty() {
            self.effects.push(Effect::TypeTerminal { terminal: id, bytes: reply });
        }
    }

    pub(super) fn terminal_ends(&mut self, id: &TerminalId, state: TerminalState, out: &mut Vec<Change>) {
        let Some(held) = self.tabs.held.get_mut(id).filter(|held| held.state == TerminalState::Running) else {
            return;
        };
        held.state = state;
        // Its last output is published first.
        held.dirty = false;
        held.terminal.change();
        out.push(Change::TerminalPut { thread: held.thread.clone(), terminal: Box::new(held.tab(id)) });
    }

    pub(super) fn terminal_goes(&mut self, id: TerminalId, out: &mut Vec<Change>) {
        if let Some(held) = self.tabs.held.remove(&id) {
            out.push(Change::TerminalGone { thread: held.thread, terminal: id });
        }
    }

    pub(super) fn terminals_end(&mut self, why: &str, out: &mut Vec<Change>) {
        let all: Vec<TerminalId> = self.tabs.held.keys().cloned().collect();
        for id in all {
            self.terminal_ends(&id, TerminalState::Ended { exit: None, why: Some(why.to_owned()) }, out);
        }
    }

    pub fn resize_terminal(&mut self, id: &TerminalId, columns: u16, rows: u16) {
        if let Some(held) = self.tabs.held.get_mut(id) {
            held.terminal.resize(columns, rows);
            held.dirty = true;
        }
    }

    /// The modes in which a program wants its input; `None` if it does not run.
    pub fn terminal_modes(&self, id: &TerminalId) -> Option<Modes> {
        let held = self.tabs.held.get(id).filter(|held| held.state == TerminalState::Running)?;
        Some(Modes {
            application_cursor: held.terminal.application_cursor(),
            bracketed_paste: held.terminal.bracketed_paste(),
        })
    }

    pub fn terminal_history(&mut self, id: &TerminalId, from: u32, count: u32) -> Option<Vec<String>> {
        Some(self.tabs.held.get_mut(id)?.terminal.history(from, count.min(1_000)))
    }

    pub fn running_terminals(&self, thread: &ThreadId) -> Vec<TerminalId> {
        self.tabs.running(thread)
    }

    pub fn count_terminals(&self) -> usize {
        self.tabs.held.values().filter(|held| held.state == TerminalState::Running).count()
    }
}
