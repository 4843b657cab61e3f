//! Drafts and what was sent from them, as the core holds them.
//!
//! Invariant: the store has what was sent until the server's own row of it is here, so that an end of the app loses none.

use super::{Core, now_ms};
use crate::change::Change;
use crate::id::{ThreadId, WindowId};
use crate::prompt::{Attached, Prompt};
use crate::state::{LocalEvent, Outgoing, inlined_data};
use tokio::sync::oneshot;

/// The draft of a thread while a message goes into its queue, and afterwards.
pub struct Handed {
    meanwhile: Prompt,
    rest: Prompt,
}

impl Core {
    /// From now on it is seen as being sent, and no longer as a draft.
    pub fn post(&mut self, sent: Outgoing) {
        let home = sent.home();
        let draft = self.state.draft(home.as_ref());
        let rest = sent.prompt.rest_of(draft);
        let by = sent.window.clone();
        self.note(LocalEvent::Sent(Box::new(sent)));
        self.put_draft(home.clone(), rest);
        if let Some(by) = by {
            self.tell_draft(home, &by);
        }
    }

    /// It is on its way into a queue, and a draft until it is there. Says what is one then.
    pub fn hand_in(&mut self, thread: ThreadId, prompt: Prompt) -> Handed {
        let rest = prompt.rest_of(self.state.draft(Some(&thread)));
        let meanwhile = prompt.before(rest.clone());
        self.put_draft(Some(thread), meanwhile.clone());
        Handed { meanwhile, rest }
    }

    /// The queue has it.
    pub fn handed_in(&mut self, thread: ThreadId, handed: Handed, by: &WindowId) {
        // What was written since stays.
        if self.state.draft(Some(&thread)) == handed.meanwhile {
            self.put_draft(Some(thread.clone()), handed.rest);
            self.tell_draft(Some(thread), by);
        }
    }

    /// A person wrote it in this window. It says whether the draft is on disk.
    pub fn write_draft(&mut self, by: &WindowId, thread: Option<ThreadId>, draft: Prompt) -> oneshot::Receiver<bool> {
        let is_new = self.state.draft(thread.as_ref()) != draft;
        let kept = self.keep_draft(thread.clone(), draft);
        if is_new {
            self.tell_draft(thread, by);
        }
        kept
    }

    /// The other windows that show it have the same draft, or would write an old one over it.
    fn tell_draft(&mut self, thread: Option<ThreadId>, by: &WindowId) {
        let Prompt { text, attached } = self.state.draft(thread.as_ref());
        let put = Change::DraftPut { thread: thread.clone(), text, attached };
        for (name, held) in &mut self.windows {
            if name != by && held.shows(thread.as_ref()) {
                held.outbox.push(std::slice::from_ref(&put), &held.open);
            }
        }
    }

    pub fn put_draft(&mut self, thread: Option<ThreadId>, draft: Prompt) {
        drop(self.keep_draft(thread, draft));
    }

    /// It says whether the draft is on disk.
    fn keep_draft(&mut self, thread: Option<ThreadId>, mut draft: Prompt) -> oneshot::Receiver<bool> {
        self.keep_pictures(&mut draft);
        self.note(LocalEvent::Draft { thread: thread.clone(), draft });
        self.shelve(thread)
    }

    pub(super) fn give_back(&mut self, sent: Outgoing, to: Option<ThreadId>, tell: bool) {
        let Outgoing { mut prompt, window, .. } = sent;
        self.keep_pictures(&mut prompt);
        self.put_before(to.clone(), prompt.clone());
        if tell {
            self.tell_back(to, prompt, window, true);
        }
    }

    /// A person went back to before it: it is written again, and what was being written meanwhile stays.
    pub fn unsay(&mut self, thread: ThreadId, mut prompt: Prompt) {
        self.keep_pictures(&mut prompt);
        self.put_before(Some(thread.clone()), prompt.clone());
        self.tell_back(Some(thread), prompt, None, false);
    }

    /// A picture that lies in the message itself is a file again, as one that was pasted.
    fn keep_pictures(&self, prompt: &mut Prompt) {
        let folder = self.engine.shared().options.pictures();
        prompt.attached.retain_mut(|one| {
            let Attached::Image { path } = one else { return true };
            let Some(data) = inlined_data(path) else { return true };
            let kept = crate::picture::keep(&folder, data);
            kept.map(|file| *path = file.display().to_string()).is_ok()
        });
    }

    fn put_before(&mut self, home: Option<ThreadId>, prompt: Prompt) {
        let draft = prompt.before(self.state.draft(home.as_ref()));
        self.put_draft(home, draft);
    }

    fn tell_back(&mut self, to: Option<ThreadId>, prompt: Prompt, window: Option<WindowId>, unsent: bool) {
        let back = Change::DraftBack { thread: to.clone(), text: prompt.text, attached: prompt.attached, unsent };
        // The window it was sent from, if that is still there.
        let mut shown = self.windows.iter().filter(|(_, held)| held.shows(to.as_ref())).map(|(name, _)| name);
        let from = shown.find(|name| Some(*name) == window.as_ref()).cloned();
        for (name, held) in &mut self.windows {
            if held.shows(to.as_ref()) && from.as_ref().is_none_or(|from| from == name) {
                held.outbox.push(std::slice::from_ref(&back), &held.open);
            }
        }
    }

    /// Writes what was sent and did not arrive yet, with what was written since. It says whether that is on disk.
    pub(super) fn shelve(&mut self, home: Option<ThreadId>) -> oneshot::Receiver<bool> {
        let mut all = self.state.unsent(home.as_ref());
        self.keep_pictures(&mut all);
        self.stores.current().put_draft(home, all, now_ms())
    }
}
