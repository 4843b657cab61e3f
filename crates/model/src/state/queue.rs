//! Prompts that wait for the running turn to end, whoever keeps them.

use super::{Outgoing, State};
use crate::permissions::Overrides;
use contract::change::{Change, HeadState, Queued};
use contract::id::{QueuedId, ThreadId};
use contract::intent::Choices;
use protocol::enums::GoalStatus;
use protocol::event::QueueListed;
use protocol::item::UserInput;
use protocol::thread::Queued as Kept;

impl State {
    /// In their order, as they will be sent.
    pub fn queue(&self, thread: &ThreadId) -> &[Kept] {
        self.threads.get(thread).map_or(&[], |thread| &thread.queue)
    }

    /// A turn runs or follows, or a command still does: we keep listening.
    pub fn is_needed(&self, thread: &ThreadId) -> bool {
        self.will_go_on(thread) || self.has_terminals(thread)
    }

    /// The next prompt of the queue is sent when this turn is over: not after a person stopped it.
    pub fn will_go_on(&self, thread: &ThreadId) -> bool {
        let Some(thread) = self.threads.get(thread) else { return false };
        let stopped = matches!(thread.ended, Some(HeadState::Interrupted { .. }));
        thread.running.is_some() || thread.sending.is_some() || (!thread.queue.is_empty() && !stopped)
    }

    /// Turns may begin in it that nobody begins: of its queue, or of its goal.
    pub fn goes_on_by_itself(&self, thread: &ThreadId) -> bool {
        let Some(held) = self.threads.get(thread) else { return false };
        let aims = held.goal.as_ref().is_some_and(|goal| goal.status == GoalStatus::Active.as_str());
        aims || !held.queue.is_empty() || self.will_go_on(thread)
    }

    /// Nothing runs, nothing is on its way, and nobody stopped it.
    pub fn is_free(&self, thread: &ThreadId) -> bool {
        let Some(thread) = self.threads.get(thread) else { return true };
        let stopped = matches!(thread.ended, Some(HeadState::Interrupted { .. }));
        thread.running.is_none() && thread.sending.is_none() && !stopped
    }

    /// The next turn would run with these, without being told.
    pub fn runs_with(&self, thread: &ThreadId, choices: &Choices, overrides: &Overrides) -> bool {
        self.threads.get(thread).is_some_and(|thread| {
            let same = |mine: &Option<String>, wanted: &Option<String>| wanted.is_none() || mine == wanted;
            (overrides.is_empty() || thread.under.as_ref().is_some_and(|under| under.has(overrides)))
                && same(&thread.model, &choices.model)
                && same(&thread.effort, &choices.effort)
                && thread.manner.plan == choices.manner.plan
                && same(&thread.manner.summary, &choices.manner.summary)
                && same(&thread.manner.personality, &choices.manner.personality)
                && same(&thread.manner.tier, &choices.manner.tier)
        })
    }

    pub(super) fn queue_listed(&mut self, listed: QueueListed, out: &mut Vec<Change>) {
        let id = ThreadId::from(listed.thread_id);
        let mut queue = if listed.cursor.is_some() { self.queue(&id).to_vec() } else { Vec::new() };
        queue.extend(listed.queued);
        self.see_first_leave(&id, &queue);
        self.put_queue(&id, queue, out);
        self.follow_leaving(&id, out);
    }

    /// The first of the queue is gone from it, and nobody took it out: the server begins a turn with it.
    fn see_first_leave(&mut self, id: &ThreadId, now: &[Kept]) {
        let Some(first) = self.queue(id).first().cloned() else { return };
        let Some(thread) = self.threads.get_mut(id) else { return };
        let begun = |sent: &Outgoing| sent.is_in(id, thread.running.as_ref().map(|(turn, _)| turn));
        if self.messages.iter().any(begun) {
            return;
        }
        let stays = now.iter().any(|one| one.id == first.id);
        let taken_out = thread.unqueued.as_ref().is_some_and(|queued| queued.0 == first.id);
        if !stays && !taken_out && !thread.is_prompted() {
            thread.leaving = Some(first);
        }
    }

    /// What left the queue for this turn is on its way until its row is here: a hook may take its time over it.
    pub(super) fn follow_leaving(&mut self, id: &ThreadId, out: &mut Vec<Change>) {
        let thread = self.thread(id);
        let Some((turn, _)) = thread.running.clone().filter(|_| !thread.is_prompted()) else { return };
        let Some(left) = thread.leaving.take() else { return };
        if !self.is_on_its_way(&left.client_user_message_id) {
            self.post_into(id.clone(), left, turn, out);
        }
    }

    /// What waits, without what is on its way.
    pub(super) fn queue_shown(&self, id: &ThreadId) -> Vec<Queued> {
        let waits = self.queue(id).iter().filter(|one| !self.is_on_its_way(&one.client_user_message_id));
        waits.map(seen).collect()
    }

    pub(super) fn put_queue(&mut self, id: &ThreadId, queue: Vec<Kept>, out: &mut Vec<Change>) {
        let thread = self.thread(id);
        if thread.queue != queue {
            thread.queue = queue;
            out.push(Change::QueuePut { thread: id.clone(), queue: self.queue_shown(id) });
        }
    }
}

/// What a person sees of it.
fn seen(kept: &Kept) -> Queued {
    let texts = kept.input.iter().filter_map(text).count();
    let attached = kept.input.len() - texts;
    Queued {
        id: QueuedId::from(kept.id.as_str()),
        text: words_of(kept),
        attached: u32::try_from(attached).unwrap_or(u32::MAX),
    }
}

/// Its words, without what goes with it.
pub(crate) fn words_of(kept: &Kept) -> String {
    kept.input.iter().filter_map(text).collect::<Vec<_>>().join("\n")
}

fn text(input: &UserInput) -> Option<&str> {
    match input {
        UserInput::Text { text, .. } => Some(text),
        _ => None,
    }
}
