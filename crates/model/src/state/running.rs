//! What a thread runs with, and which commands are still running.

use super::{Effect, State};
use contract::change::{Change, Terminal};
use contract::id::ThreadId;
use contract::prompt::{Attached, Manner};
use contract::row::{Attachment, Body};
use protocol::enums::ModeKind;
use protocol::event::TerminalsListed;
use protocol::thread::{CollaborationMode, ThreadSettings};

impl State {
    /// The model of the thread's last turn, or of a new thread.
    pub fn model_of(&self, thread: &ThreadId) -> Option<String> {
        self.threads.get(thread)?.model.clone()
    }

    pub fn effort_of(&self, thread: &ThreadId) -> Option<String> {
        self.threads.get(thread)?.effort.clone()
    }

    pub fn is_planning(&self, thread: &ThreadId) -> bool {
        self.threads.get(thread).is_some_and(|thread| thread.manner.plan)
    }

    pub fn has_terminals(&self, thread: &ThreadId) -> bool {
        self.threads.get(thread).is_some_and(|thread| !thread.terminals.is_empty())
    }

    pub(super) fn terminals_listed(&mut self, listed: TerminalsListed, out: &mut Vec<Change>) {
        let id = ThreadId::from(listed.thread_id);
        let outlived = self.has_terminals(&id);
        let thread = self.thread(&id);
        let mut terminals = if listed.cursor.is_some() { thread.terminals.clone() } else { Vec::new() };
        terminals.extend(listed.terminals.iter().map(|terminal| Terminal {
            process: terminal.process_id.clone(),
            command: render::visible(&terminal.command),
            cwd: render::visible(&terminal.cwd),
        }));
        self.put_terminals(&id, terminals, out);
        if outlived && !self.has_terminals(&id) && !self.is_shown(&id) {
            self.effects.push(Effect::Release(id));
        }
    }

    pub(super) fn put_terminals(&mut self, id: &ThreadId, terminals: Vec<Terminal>, out: &mut Vec<Change>) {
        let thread = self.thread(id);
        if thread.terminals != terminals {
            thread.terminals.clone_from(&terminals);
            out.push(Change::TerminalsPut { thread: id.clone(), terminals });
        }
    }

    /// Whether a draft or an open thread refers to this picture.
    pub fn names_picture(&self, path: &str) -> bool {
        let attached =
            |all: &[Attached]| all.iter().any(|one| matches!(one, Attached::Image { path: held } if held == path));
        let sent = |all: &[Attachment]| {
            all.iter().any(|one| matches!(one, Attachment::Image { path: Some(held), .. } if held == path))
        };
        attached(&self.new_draft.attached)
            || self.messages.iter().any(|sent| attached(&sent.prompt.attached))
            || self.threads.values().any(|thread| {
                attached(&thread.draft.attached)
                    || thread.timeline.rows().any(|row| match &row.body {
                        Body::Prompt { attachments, .. } => sent(attachments),
                        Body::Image { path: Some(held), .. } => held == path,
                        _ => false,
                    })
            })
    }

    /// The pictures in drafts.
    pub fn drafted_pictures(&self) -> impl Iterator<Item = &str> {
        let drafts = self.threads.values().map(|thread| &thread.draft).chain([&self.new_draft]);
        drafts.flat_map(|draft| &draft.attached).filter_map(|one| match one {
            Attached::Image { path } => Some(path.as_str()),
            _ => None,
        })
    }
}

/// An attachment of a sent message, to be sent again.
pub fn again(sent: &Attachment) -> Option<Attached> {
    match sent {
        Attachment::Image { path: Some(url), .. } if url.starts_with("https://") => {
            Some(Attached::Link { url: url.clone() })
        }
        Attachment::Image { path, .. } => path.clone().map(|path| Attached::Image { path }),
        Attachment::Skill { name, path } => Some(Attached::Skill { name: name.clone(), path: path.clone() }),
        Attachment::Mention { name, path } => Some(Attached::Mention { name: name.clone(), path: path.clone() }),
        Attachment::File { .. } => None,
    }
}

/// The values that the server reports after a change.
pub fn manner(settings: &ThreadSettings) -> Manner {
    Manner {
        plan: is_plan(settings.collaboration_mode.as_ref()),
        summary: settings.summary.as_ref().map(|word| word.as_str().to_owned()),
        personality: settings.personality.as_ref().map(|word| word.as_str().to_owned()),
        tier: settings.service_tier.clone(),
    }
}

pub fn is_plan(mode: Option<&CollaborationMode>) -> bool {
    mode.is_some_and(|mode| mode.mode == ModeKind::Plan)
}
