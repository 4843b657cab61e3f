//! What notifications say about catalog lists: that they are stale, and the last known apps.

use super::State;
use contract::catalog::{List, Revisions};
use contract::change::Change;
use protocol::account::AppInfo;

#[derive(Debug, Default)]
pub(super) struct Catalog {
    pub revisions: Revisions,
    apps: Option<Vec<AppInfo>>,
    /// A list was requested. Updates that arrive before its answer are part of it.
    asking: bool,
    /// Whether this Codex can be controlled remotely.
    pub controlled: bool,
}

impl State {
    /// The last known apps; `None` until somebody asked for them.
    pub fn known_apps(&self) -> Option<Vec<AppInfo>> {
        self.catalog.apps.clone()
    }

    pub(super) fn stale(&mut self, list: List, out: &mut Vec<Change>) {
        self.catalog.revisions.grow(list);
        out.push(Change::RevisionsPut { revisions: self.catalog.revisions });
    }

    pub(super) fn apps_asked(&mut self) {
        self.catalog.asking = true;
    }

    /// An update is ignored if nobody has requested the list yet.
    pub(super) fn apps_updated(&mut self, apps: Vec<AppInfo>, out: &mut Vec<Change>) {
        if !self.catalog.asking && self.catalog.apps.is_none() {
            return;
        }
        let kept = if self.catalog.asking { self.catalog.apps.clone().unwrap_or_default() } else { Vec::new() };
        self.hold_apps(merged(kept, apps), out);
    }

    /// A complete answer replaces the list. One that broke off is merged with the updates.
    pub(super) fn apps_read(&mut self, apps: Vec<AppInfo>, whole: bool, out: &mut Vec<Change>) {
        self.catalog.asking = false;
        let kept = if whole { Vec::new() } else { self.catalog.apps.clone().unwrap_or_default() };
        let unknown = !whole && kept.is_empty() && apps.is_empty();
        if unknown {
            self.catalog.apps = None;
        } else {
            self.hold_apps(merged(kept, apps), out);
        }
    }

    /// Forgets the list after a change of account or server.
    pub(super) fn forget_apps(&mut self, out: &mut Vec<Change>) {
        self.catalog.asking = false;
        if self.catalog.apps.take().is_some() {
            self.stale(List::Apps, out);
        }
    }

    fn hold_apps(&mut self, apps: Vec<AppInfo>, out: &mut Vec<Change>) {
        if self.catalog.apps.as_ref() != Some(&apps) {
            self.catalog.apps = Some(apps);
            self.stale(List::Apps, out);
        }
    }
}

/// Merges by id. A newer entry replaces the older one in its position.
fn merged(mut held: Vec<AppInfo>, newer: Vec<AppInfo>) -> Vec<AppInfo> {
    for app in newer {
        match held.iter_mut().find(|old| old.id == app.id) {
            Some(old) => *old = app,
            None => held.push(app),
        }
    }
    held
}

#[cfg(test)]
mod tests {
    use super::*;
    use contract::settings::Settings;

    fn app(id: &str, accessible: bool) -> AppInfo {
        AppInfo { id: id.into(), name: id.into(), is_accessible: accessible, ..AppInfo::default() }
    }

    fn ids(state: &State) -> Vec<(String, bool)> {
        state.known_apps().unwrap_or_default().into_iter().map(|app| (app.id, app.is_accessible)).collect()
    }

    #[test]
    fn parts_of_a_list_are_put_together_and_the_answer_counts_as_a_whole() {
        let mut state = State::new(Settings::default(), String::new());
        let out = &mut Vec::new();
        state.apps_updated(vec![app("early", true)], out);
        assert_eq!((state.known_apps(), out.len()), (None, 0));
        state.apps_asked();
        state.apps_updated(vec![app("a", true)], out);
        state.apps_updated(vec![app("a", false), app("b", false)], out);
        assert_eq!(ids(&state), [("a".into(), false), ("b".into(), false)]);
        state.apps_read(vec![app("b", true)], true, out);
        assert_eq!(ids(&state), [("b".into(), true)]);
        let told = out.len();
        state.apps_updated(vec![app("b", true)], out);
        assert_eq!(out.len(), told, "the same again is no event");
    }

    #[test]
    fn a_list_that_breaks_off_keeps_what_was_told() {
        let mut state = State::new(Settings::default(), String::new());
        let out = &mut Vec::new();
        state.apps_asked();
        state.apps_updated(vec![app("a", true)], out);
        state.apps_read(vec![app("b", true)], false, out);
        assert_eq!(ids(&state), [("a".into(), true), ("b".into(), true)]);
        state.forget_apps(out);
        state.apps_asked();
        state.apps_read(Vec::new(), false, out);
        assert_eq!(state.known_apps(), None);
    }
}
