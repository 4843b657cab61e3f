//! Drafts, and messages that were sent from them.
//!
//! Invariant: the store keeps a sent message until its row arrives from the server, so that a crash of the app loses
//! none.

use super::{Core, now_ms};
use crate::change::Change;
use crate::id::{ThreadId, WindowId};
use crate::prompt::{Attached, Prompt};
use model::state::{LocalEvent, Outgoing, inlined_data};
use tokio::sync::oneshot;

/// The drafts of a thread while one of its messages is being put into the queue, and afterwards.
pub struct Queueing {
    meanwhile: Prompt,
    rest: Prompt,
}

impl Core {
    /// Shows a message as being sent, and no longer as a draft.
    pub fn show_sent(&mut self, sent: Outgoing) {
        let home = sent.home();
        let draft = self.state.draft(home.as_ref());
        let rest = sent.prompt.rest_of(draft);
        let by = sent.window.clone();
        self.apply_local(LocalEvent::Sent(Box::new(sent)));
        self.put_draft(home.clone(), rest);
        if let Some(by) = by {
            self.publish_draft(home, &by);
        }
    }

    /// Marks a message as on its way into a queue. It stays in the draft until it has arrived. Returns the drafts of
    /// both times.
    pub fn begin_queueing(&mut self, thread: ThreadId, prompt: Prompt) -> Queueing {
        let rest = prompt.rest_of(self.state.draft(Some(&thread)));
        let meanwhile = prompt.before(rest.clone());
        self.put_draft(Some(thread), meanwhile.clone());
        Queueing { meanwhile, rest }
    }

    /// Removes a message from the draft, because the queue has it.
    pub fn finish_queueing(&mut self, thread: ThreadId, drafts: Queueing, by: &WindowId) {
        // Text that was written in the meantime stays.
        if self.state.draft(Some(&thread)) == drafts.meanwhile {
            self.put_draft(Some(thread.clone()), drafts.rest);
            self.publish_draft(Some(thread), by);
        }
    }

    /// Sets the draft that a person wrote in this window. The receiver gets whether it is on disk.
    pub fn write_draft(&mut self, by: &WindowId, thread: Option<ThreadId>, draft: Prompt) -> oneshot::Receiver<bool> {
        let is_new = self.state.draft(thread.as_ref()) != draft;
        let kept = self.save_draft(thread.clone(), draft);
        if is_new {
            self.publish_draft(thread, by);
        }
        kept
    }

    /// Sends the draft to the other windows that show it. They would otherwise overwrite it with an older one.
    fn publish_draft(&mut self, thread: Option<ThreadId>, by: &WindowId) {
        let Prompt { text, attached } = self.state.draft(thread.as_ref());
        let put = Change::DraftPut { thread: thread.clone(), text, attached };
        for (name, window) in &mut self.windows {
            if name != by && window.shows(thread.as_ref()) {
                window.outbox.push(std::slice::from_ref(&put), &window.open);
            }
        }
    }

    pub fn put_draft(&mut self, thread: Option<ThreadId>, draft: Prompt) {
        drop(self.save_draft(thread, draft));
    }

    /// Saves the draft. The receiver gets whether it is on disk.
    fn save_draft(&mut self, thread: Option<ThreadId>, mut draft: Prompt) -> oneshot::Receiver<bool> {
        self.save_inline_pictures(&mut draft);
        self.apply_local(LocalEvent::Draft { thread: thread.clone(), draft });
        self.store_draft(thread)
    }

    pub(super) fn return_unsent(&mut self, sent: Outgoing, to: Option<ThreadId>, tell: bool) {
        let Outgoing { mut prompt, window, .. } = sent;
        self.save_inline_pictures(&mut prompt);
        self.prepend_to_draft(to.clone(), prompt.clone());
        if tell {
            self.publish_returned(to, prompt, window, true);
        }
    }

    /// Turns a sent message into the draft again, because a person went back to before it. Text that was written since
    /// stays.
    pub fn return_to_draft(&mut self, thread: ThreadId, mut prompt: Prompt) {
        self.save_inline_pictures(&mut prompt);
        self.prepend_to_draft(Some(thread.clone()), prompt.clone());
        self.publish_returned(Some(thread), prompt, None, false);
    }

    /// Writes pictures that are inside the message to files, like pasted pictures.
    fn save_inline_pictures(&self, prompt: &mut Prompt) {
        let folder = self.engine.shared().options.pictures();
        prompt.attached.retain_mut(|one| {
            let Attached::Image { path } = one else { return true };
            let Some(data) = inlined_data(path) else { return true };
            let kept = crate::picture::keep(&folder, data);
            kept.map(|file| *path = file.display().to_string()).is_ok()
        });
    }

    fn prepend_to_draft(&mut self, home: Option<ThreadId>, prompt: Prompt) {
        let draft = prompt.before(self.state.draft(home.as_ref()));
        self.put_draft(home, draft);
    }

    fn publish_returned(&mut self, to: Option<ThreadId>, prompt: Prompt, sender: Option<WindowId>, unsent: bool) {
        let back = Change::DraftBack { thread: to.clone(), text: prompt.text, attached: prompt.attached, unsent };
        // The window that the message was sent from, if it still exists.
        let mut shown = self.windows.iter().filter(|(_, window)| window.shows(to.as_ref())).map(|(name, _)| name);
        let from = shown.find(|name| Some(*name) == sender.as_ref()).cloned();
        for (name, window) in &mut self.windows {
            if window.shows(to.as_ref()) && from.as_ref().is_none_or(|from| from == name) {
                window.outbox.push(std::slice::from_ref(&back), &window.open);
            }
        }
    }

    /// Saves the messages that were sent and have not arrived, with the text that was written since. The receiver gets
    /// whether that is on disk.
    pub(super) fn store_draft(&mut self, home: Option<ThreadId>) -> oneshot::Receiver<bool> {
        let mut all = self.state.unsent(home.as_ref());
        self.save_inline_pictures(&mut all);
        self.stores.current().put_draft(home, all, now_ms())
    }
}
