//! What belongs to the person in one home and comes back with it after a demo.

use super::stage::Held;
use super::{Outgoing, State};
use contract::change::{Change, Demo, Server};
use contract::id::ThreadId;
use contract::prompt::Prompt;
use std::collections::BTreeSet;

#[derive(Debug, Default)]
pub struct Own {
    /// Threads that no list contains yet, newest first.
    pub(super) unlisted: Vec<ThreadId>,
    /// Filled only while it is parked: the drafts, including messages that have not arrived.
    drafts: Vec<(Option<ThreadId>, Prompt)>,
    messages: Vec<Outgoing>,
}

impl State {
    pub fn unlisted(&self) -> &[ThreadId] {
        &self.own.unlisted
    }

    /// Forgets everything from the old server. Windows get a `Reset`.
    pub(super) fn enter(&mut self, home: String, demo: Option<Demo>, out: &mut Vec<Change>) {
        let own = self.parked.take().unwrap_or_else(|| Own {
            drafts: self.drafts(),
            messages: std::mem::take(&mut self.messages).into_iter().filter_map(Outgoing::restored).collect(),
            ..std::mem::take(&mut self.own)
        });
        let fresh = Self::new(self.settings.clone(), home);
        let old = std::mem::replace(self, fresh);
        self.server = Server { home: self.server.home.clone(), demo, ..old.server };
        self.banners = old.banners;
        self.dismissed = old.dismissed;
        self.asks.continue_ids(&old.asks);
        self.unattended = old.unattended;
        self.chosen = old.chosen;
        self.effects = old.effects;
        self.catalog.revisions = old.catalog.revisions;
        self.lines.copy_own(old.lines);
        if self.server.demo.is_some() {
            self.parked = Some(own);
        } else {
            self.take_back(own, out);
        }
    }

    fn take_back(&mut self, mut own: Own, out: &mut Vec<Change>) {
        for (home, draft) in std::mem::take(&mut own.drafts) {
            match home {
                None => self.new_draft = draft,
                Some(thread) => self.thread(&thread).draft = draft,
            }
        }
        self.messages = std::mem::take(&mut own.messages);
        for thread in self.messages.iter().map(|one| one.thread.clone()).collect::<BTreeSet<_>>() {
            self.publish_queue_if_any(&thread, out);
        }
        self.own = own;
    }

    /// The drafts of all composers, as stored.
    fn drafts(&self) -> Vec<(Option<ThreadId>, Prompt)> {
        let written = self.threads.iter().filter(|(_, thread)| !thread.draft.is_empty());
        let written = written.map(|(id, _)| Some(id.clone()));
        let sent = self.messages.iter().filter(|sent| sent.held() == Some(Held::Draft)).map(Outgoing::home);
        let homes: BTreeSet<Option<ThreadId>> = written.chain(sent).chain([None]).collect();
        homes.into_iter().map(|home| (home.clone(), self.unsent(home.as_ref()))).collect()
    }
}
