//! Prompts that wait for the running turn to end, in the server's queue or ours.

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
    /// In the order in which they will be sent.
    pub fn queue(&self, thread: &ThreadId) -> &[Kept] {
        self.threads.get(thread).map_or(&[], |thread| &thread.queue)
    }

    /// Whether the thread must stay loaded: a turn is running or will follow, or a command is still running.
    pub fn is_needed(&self, thread: &ThreadId) -> bool {
        self.will_go_on(thread) || self.has_terminals(thread)
    }

    /// Whether the next prompt of the queue is sent when this turn ends. It is not after a person interrupted the turn.
    pub fn will_go_on(&self, thread: &ThreadId) -> bool {
        let Some(thread) = self.threads.get(thread) else { return false };
        let stopped = matches!(thread.ended, Some(HeadState::Interrupted { .. }));
        thread.running.is_some() || thread.sending.is_some() || (!thread.queue.is_empty() && !stopped)
    }

    /// Whether turns may start by themselves, from its queue or its goal.
    pub fn goes_on_by_itself(&self, thread: &ThreadId) -> bool {
        let Some(held) = self.threads.get(thread) else { return false };
        let aims = held.goal.as_ref().is_some_and(|goal| goal.status == GoalStatus::Active.as_str());
        aims || !held.queue.is_empty() || self.will_go_on(thread)
    }

    /// Whether nothing is running or on its way, and nobody interrupted it.
    pub fn is_free(&self, thread: &ThreadId) -> bool {
        let Some(thread) = self.threads.get(thread) else { return true };
        let stopped = matches!(thread.ended, Some(HeadState::Interrupted { .. }));
        thread.running.is_none() && thread.sending.is_none() && !stopped
    }

    /// Whether the next turn would use these choices and overrides without being sent them.
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

    /// If the first prompt left the queue and nobody removed it, the server is starting a turn with it.
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

    /// A prompt that left the queue for this turn is on its way until its row arrives, which a hook may delay.
    pub(super) fn follow_leaving(&mut self, id: &ThreadId, out: &mut Vec<Change>) {
        let thread = self.thread(id);
        let Some((turn, _)) = thread.running.clone().filter(|_| !thread.is_prompted()) else { return };
        let Some(left) = thread.leaving.take() else { return };
        if !self.is_on_its_way(&left.client_user_message_id) {
            self.add_queued_into_turn(id.clone(), left, turn, out);
        }
    }

    /// The waiting prompts, without those on their way.
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

/// What a person sees of a queued prompt.
fn seen(kept: &Kept) -> Queued {
    let texts = kept.input.iter().filter_map(text).count();
    let attached = kept.input.len() - texts;
    Queued {
        id: QueuedId::from(kept.id.as_str()),
        text: words_of(kept),
        attached: u32::try_from(attached).unwrap_or(u32::MAX),
    }
}

/// Its text, without attachments.
pub(crate) fn words_of(kept: &Kept) -> String {
    kept.input.iter().filter_map(text).collect::<Vec<_>>().join("\n")
}

fn text(input: &UserInput) -> Option<&str> {
    match input {
        UserInput::Text { text, .. } => Some(text),
        _ => None,
    }
}
