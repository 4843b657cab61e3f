//! Messages on their way: from when a person sent them until the server's own row of them arrives.
//!
//! Invariant: a message is in exactly one place: on its way, in the thread, or back in the draft.

use super::inlined;
use super::queue::words_of;
use super::stage::{Delivery, From, Held, Stage};
use super::{Effect, State, Write};
use contract::change::{Change, Permissions};
use contract::id::{RowId, ThreadId, TurnId, WindowId};
use contract::prompt::{Choices, Prompt};
use contract::row::{Body, Row, RowState};
use protocol::item::UserInput;
use protocol::thread::Queued;
use protocol::{Item, ItemKind};
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, PartialEq)]
pub struct Outgoing {
    /// The id under which the server returns it, if the server keeps ids.
    pub id: String,
    pub thread: ThreadId,
    pub input: Vec<UserInput>,
    /// What becomes the draft again if the message does not arrive.
    pub prompt: Prompt,
    /// The choices that a message of our own queue is sent with.
    pub choices: Choices,
    /// The window that waits to hear whether it was accepted; `None` if no window does any more.
    pub window: Option<WindowId>,
    pub from: From,
    at_ms: f64,
    steered: bool,
    stage: Stage,
}

/// A queued prompt as stored, with its choices.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Waiting {
    pub queued: Queued,
    pub choices: Choices,
}

impl Outgoing {
    pub fn new(id: String, thread: ThreadId, input: Vec<UserInput>, prompt: Prompt, from: From) -> Self {
        let choices = Choices::with(Permissions::AsConfigured);
        let (at_ms, steered, window, stage) = (0.0, false, None, Stage::Drafted);
        Self { id, thread, input, prompt, choices, window, from, at_ms, steered, stage }
    }

    /// A message of a queue.
    fn of(thread: ThreadId, waiting: Waiting, from: From, stage: Stage) -> Self {
        let queued = waiting.queued;
        let attached = match super::body::prompt(&queued.input, "") {
            Body::Prompt { attachments, .. } => inlined::along(&attachments, &inlined::all(&queued.input)),
            _ => Vec::new(),
        };
        let prompt = Prompt { text: words_of(&queued), attached };
        let new = Self::new(queued.client_user_message_id, thread, queued.input, prompt, from);
        Self { choices: waiting.choices, stage, ..new }
    }

    /// Sent by a window that waits for the answer.
    pub fn by(self, window: WindowId) -> Self {
        Self { window: Some(window), ..self }
    }

    /// The composer that the store keeps it for; `None`: the new-thread composer.
    pub fn home(&self) -> Option<ThreadId> {
        (self.from != From::New).then(|| self.thread.clone())
    }

    pub(super) fn is_in(&self, thread: &ThreadId, turn: Option<&TurnId>) -> bool {
        self.thread == *thread && matches!(&self.stage, Stage::Taken(of) if Some(of) == turn)
    }

    /// Whether it is shown as being sent. A message of our own queue is shown there until the server has accepted it.
    fn is_sent(&self) -> bool {
        match self.stage {
            Stage::Taken(_) => true,
            Stage::Sent | Stage::Orphaned => self.from != From::Here,
            _ => false,
        }
    }

    /// Whether it is in our own queue.
    fn waits(&self, thread: &ThreadId) -> bool {
        let stays = matches!(self.stage, Stage::WaitsHere | Stage::Sent | Stage::Orphaned | Stage::Unsure);
        self.thread == *thread && self.from == From::Here && stays
    }

    /// Whether it is being sent, so that it can no longer be changed or removed.
    fn is_going(&self) -> bool {
        matches!(self.stage, Stage::Sent | Stage::Orphaned)
    }

    pub(super) fn held(&self) -> Option<Held> {
        self.stage.held(self.from)
    }

    /// The message as the store has it, after another home was active.
    pub(super) fn restored(self) -> Option<Self> {
        let held = self.held().filter(|held| *held != Held::Draft)?;
        Some(Self { stage: Stage::restored(held), window: None, ..self })
    }

    pub fn waiting(&self) -> Waiting {
        let id = self.id.clone();
        let queued = Queued { id: id.clone(), client_user_message_id: id, input: self.input.clone() };
        Waiting { queued, choices: self.choices.clone() }
    }

    fn row(&self) -> Row {
        let mut body = super::body::prompt(&self.input, "");
        if let Body::Prompt { steered, .. } = &mut body {
            *steered = self.steered;
        }
        Row {
            id: RowId(format!("sent:{}", self.id)),
            turn: TurnId::from(""),
            state: RowState::Open,
            started_ms: Some(self.at_ms),
            ended_ms: None,
            body,
        }
    }
}

impl State {
    pub fn draft(&self, home: Option<&ThreadId>) -> Prompt {
        match home {
            None => self.new_draft.clone(),
            Some(thread) => self.threads.get(thread).map(|thread| thread.draft.clone()).unwrap_or_default(),
        }
    }

    /// The messages from this composer that have not arrived, followed by the current draft.
    pub fn unsent(&self, home: Option<&ThreadId>) -> Prompt {
        let sent = self.messages.iter().filter(|sent| sent.held() == Some(Held::Draft) && sent.home().as_ref() == home);
        sent.rev().fold(self.draft(home), |after, sent| sent.prompt.clone().before(after))
    }

    pub(super) fn is_on_its_way(&self, id: &str) -> bool {
        self.messages.iter().any(|sent| sent.id == id && sent.is_sent())
    }

    pub(super) fn sent_of(&self, thread: &ThreadId) -> Vec<Row> {
        self.messages.iter().filter(|sent| sent.thread == *thread && sent.is_sent()).map(Outgoing::row).collect()
    }

    /// The page that waited was reloaded or is gone.
    pub(super) fn forget_sender(&mut self, window: &WindowId) {
        for sent in self.messages.iter_mut().filter(|sent| sent.window.as_ref() == Some(window)) {
            sent.window = None;
        }
    }

    /// Sends a message into the running turn, or to start one.
    pub(super) fn add_sent(&mut self, sent: Outgoing, at_ms: f64, out: &mut Vec<Change>) {
        let id = sent.id.clone();
        self.messages.push(sent);
        self.advance_message(&id, &Delivery::Said, at_ms, out);
    }

    /// The server starts a turn with the first message of its queue.
    pub(super) fn add_queued_into_turn(
        &mut self,
        thread: ThreadId,
        queued: Queued,
        turn: TurnId,
        out: &mut Vec<Change>,
    ) {
        let id = queued.client_user_message_id.clone();
        // A message that left once without a sure arrival is in the queue after all.
        self.advance_message(&id, &Delivery::FoundInQueue, self.now_ms, out);
        let waiting = Waiting { queued, choices: Choices::with(Permissions::AsConfigured) };
        self.messages
            .push(Outgoing { at_ms: self.now_ms, ..Outgoing::of(thread, waiting, From::There, Stage::WaitsThere) });
        self.advance_message(&id, &Delivery::Accepted(turn), self.now_ms, out);
    }

    /// The server accepted the message.
    pub(super) fn message_accepted(&mut self, id: &str, turn: &str, out: &mut Vec<Change>) {
        let turn = TurnId::from(turn);
        self.advance_message(id, &Delivery::Accepted(turn.clone()), self.now_ms, out);
        let over = |sent: &Outgoing| {
            sent.id == id && self.threads.get(&sent.thread).is_some_and(|thread| thread.over.as_ref() == Some(&turn))
        };
        if self.messages.iter().any(over) {
            self.advance_message(id, &Delivery::TurnOver, self.now_ms, out);
        }
    }

    /// The server's own row of a message. One without an id is recognised by its turn and text; rows come in the order
    /// in which the messages were sent.
    pub(super) fn match_arrived(&mut self, thread: &ThreadId, turn: &str, item: &Item, out: &mut Vec<Change>) {
        let ItemKind::UserMessage(said) = &item.kind else { return };
        let named = said.client_id.as_deref();
        let is_it = |sent: &Outgoing| match named {
            Some(id) => sent.id == id,
            None => {
                let words = |input: &[UserInput]| super::body::prompt(input, "");
                let may_be = match &sent.stage {
                    Stage::Taken(held) => held.as_str() == turn,
                    Stage::Sent | Stage::Orphaned => true,
                    _ => false,
                };
                may_be && sent.thread == *thread && words(&sent.input) == words(&said.content)
            }
        };
        if let Some(id) = self.messages.iter().find(|sent| is_it(sent)).map(|sent| sent.id.clone()) {
            self.advance_message(&id, &Delivery::RowCame, self.now_ms, out);
        }
        let held = self.threads.get_mut(thread);
        if let Some(held) =
            held.filter(|held| held.leaving.as_ref().map(|one| &one.client_user_message_id) == said.client_id.as_ref())
        {
            held.leaving = None;
        }
    }

    /// A turn has ended, so messages that it had not taken up will not be.
    pub(super) fn end_turn_for_messages(&mut self, thread: &ThreadId, turns: &[&TurnId], out: &mut Vec<Change>) {
        self.advance_messages(&Delivery::TurnOver, out, |sent| turns.iter().any(|turn| sent.is_in(thread, Some(turn))));
    }

    /// The server ended. The senders of unanswered messages get an error.
    pub(super) fn orphan_messages(&mut self, out: &mut Vec<Change>) {
        self.advance_messages(&Delivery::ServerGone, out, |_| true);
    }

    pub(super) fn forget_sent(&mut self, thread: &ThreadId) {
        self.messages.retain(|sent| sent.thread != *thread);
    }

    /// The messages come back newest first, because each goes in front of the draft and the oldest must end up first.
    fn advance_messages(&mut self, delivery: &Delivery, out: &mut Vec<Change>, of: impl Fn(&Outgoing) -> bool) {
        let ids: Vec<String> = self.messages.iter().filter(|sent| of(sent)).map(|sent| sent.id.clone()).collect();
        for id in ids.iter().rev() {
            self.advance_message(id, delivery, self.now_ms, out);
        }
    }

    /// The only place where a message changes its stage.
    pub(super) fn advance_message(&mut self, id: &str, delivery: &Delivery, at_ms: f64, out: &mut Vec<Change>) {
        let Some(at) = self.messages.iter().position(|sent| sent.id == id) else { return };
        let held = &self.messages[at];
        let Some(next) = held.stage.next(held.from, delivery) else { return };
        let before = held.clone();
        let steered = self.threads.get(&before.thread).is_some_and(|thread| thread.running.is_some());
        let held = &mut self.messages[at];
        held.stage = next;
        if *delivery == Delivery::Said {
            (held.at_ms, held.steered) = (at_ms, steered);
        }
        if held.stage == Stage::WaitsHere {
            held.from = From::Here;
        }
        let after = held.clone();
        let is_over = matches!(after.stage, Stage::Arrived | Stage::Back | Stage::Removed | Stage::WaitsThere);
        if is_over {
            self.messages.remove(at);
        }
        self.store_message(&before, &after);
        if after.stage == Stage::Back {
            self.return_to_draft(&after, delivery);
        }
        self.publish_message(&before, &after, out);
    }

    /// Stores the new form before the old one is removed.
    fn store_message(&mut self, before: &Outgoing, after: &Outgoing) {
        let (old, new) = (before.held(), after.held());
        if old != new || before.home() != after.home() {
            for held in new.into_iter().chain(old) {
                let thread = after.thread.clone();
                self.effects.push(match held {
                    Held::Draft if after.stage == Stage::Back => continue,
                    Held::Draft => Effect::StoreDraft(before.home()),
                    Held::Waiting => Effect::Store(Write::Waiting(thread.clone(), self.waiting(&thread))),
                    // It was written to the store, and that was awaited, before it left the queue.
                    Held::Leaving if new == Some(Held::Leaving) => continue,
                    Held::Leaving => Effect::Store(Write::ForgetTaken(after.id.clone())),
                });
            }
        }
    }

    fn return_to_draft(&mut self, sent: &Outgoing, delivery: &Delivery) {
        let sender_hears = matches!(delivery, Delivery::Refused | Delivery::Unheard);
        let home = sent.home();
        // A page that gets the error restores the text by itself.
        let (to, tell) = if sender_hears { (home, sent.window.is_none()) } else { (Some(sent.thread.clone()), true) };
        if to != sent.home() {
            self.effects.push(Effect::StoreDraft(sent.home()));
        }
        self.effects.push(Effect::GiveBack { sent: Box::new(sent.clone()), to, tell });
    }

    fn publish_message(&mut self, before: &Outgoing, after: &Outgoing, out: &mut Vec<Change>) {
        let thread = &after.thread;
        if before.waits(thread) || after.waits(thread) {
            self.publish_queue(thread, out);
        }
        if before.is_sent() || after.is_sent() {
            out.push(Change::SentPut { thread: thread.clone(), sent: self.sent_of(thread) });
            // A message on its way is not shown in the queue too.
            if !self.queue(thread).is_empty() {
                out.push(Change::QueuePut { thread: thread.clone(), queue: self.queue_shown(thread) });
            }
        }
    }
}

/// Our own queue, for servers that have none.
impl State {
    /// The queue as stored, in its order.
    fn waiting(&self, thread: &ThreadId) -> Vec<Waiting> {
        let waits = self.messages.iter().filter(|one| one.thread == *thread && one.held() == Some(Held::Waiting));
        waits.map(Outgoing::waiting).collect()
    }

    pub(super) fn publish_queue(&mut self, thread: &ThreadId, out: &mut Vec<Change>) {
        let queue = self.messages.iter().filter(|one| one.waits(thread)).map(|one| one.waiting().queued).collect();
        self.put_queue(thread, queue, out);
    }

    /// Adds a message behind the others. It may have been sent before and not been accepted.
    pub(super) fn add_to_own_queue(&mut self, thread: ThreadId, waiting: Waiting, out: &mut Vec<Change>) {
        let id = waiting.queued.client_user_message_id.clone();
        match self.messages.iter_mut().find(|one| one.id == id) {
            Some(held) => held.choices = waiting.choices,
            None => self.messages.push(Outgoing::of(thread, waiting, From::Here, Stage::Drafted)),
        }
        self.advance_message(&id, &Delivery::QueuedHere, self.now_ms, out);
    }

    /// Restores the messages that were stored when the app ended. Any of them may have been on its way.
    pub(super) fn put_stored(&mut self, stored: Vec<(ThreadId, Waiting, From)>, out: &mut Vec<Change>) {
        for (thread, waiting, from) in stored {
            self.messages.push(Outgoing::of(thread.clone(), waiting, from, Stage::Unsure));
            self.publish_queue_if_any(&thread, out);
        }
    }

    pub(super) fn publish_queue_if_any(&mut self, thread: &ThreadId, out: &mut Vec<Change>) {
        if self.messages.iter().any(|one| one.waits(thread)) {
            self.publish_queue(thread, out);
        }
    }

    /// A message leaves the server's queue for the running turn. It is in the store by then.
    pub(super) fn leave_queue(&mut self, thread: ThreadId, waiting: Waiting, out: &mut Vec<Change>) {
        let id = waiting.queued.client_user_message_id.clone();
        self.messages.retain(|one| one.id != id);
        self.messages.push(Outgoing::of(thread, waiting, From::There, Stage::WaitsThere));
        self.advance_message(&id, &Delivery::Leaves, self.now_ms, out);
    }

    pub(super) fn edit_queue(&mut self, thread: &ThreadId, edit: QueueEdit, out: &mut Vec<Change>) {
        match edit {
            QueueEdit::Input { id, input } => {
                for one in self.messages.iter_mut().filter(|one| one.id == id) {
                    *one = Outgoing::of(
                        thread.clone(),
                        Waiting { queued: Queued { input: input.clone(), ..one.waiting().queued }, ..one.waiting() },
                        From::Here,
                        one.stage.clone(),
                    );
                }
            }
            QueueEdit::Order(ids) => {
                let is_ours = |one: &Outgoing| one.waits(thread);
                let mut ours: Vec<Outgoing> = self.messages.extract_if(.., |one| is_ours(one)).collect();
                ours.sort_by_key(|one| ids.iter().position(|id| *id == one.id));
                self.messages.extend(ours);
            }
            QueueEdit::Choices(choices) => {
                for one in self.messages.iter_mut().filter(|one| one.waits(thread)) {
                    one.choices = choices.clone();
                }
            }
        }
        self.effects.push(Effect::Store(Write::Waiting(thread.clone(), self.waiting(thread))));
        self.publish_queue(thread, out);
    }

    /// Whether a message of our own queue can still be changed.
    pub fn is_waiting(&self, thread: &ThreadId, id: &str) -> bool {
        self.messages.iter().any(|one| one.id == id && one.waits(thread) && !one.is_going())
    }

    pub fn waits_with_other(&self, thread: &ThreadId, choices: &Choices) -> bool {
        self.messages.iter().any(|one| one.waits(thread) && one.choices != *choices)
    }

    /// The first message of our own queue, unless a turn is running or a message is on its way.
    pub fn next_in_own_queue(&self, thread: &ThreadId) -> Option<NextWaiting> {
        let first = self.messages.iter().find(|one| one.waits(thread))?;
        if !self.is_free(thread) { None } else { self.next(first) }
    }

    /// This message of our own queue, out of turn.
    pub fn find_in_own_queue(&self, thread: &ThreadId, id: &str) -> Option<NextWaiting> {
        self.next(self.messages.iter().find(|one| one.id == id && one.waits(thread))?)
    }

    fn next(&self, one: &Outgoing) -> Option<NextWaiting> {
        let another_goes = self.messages.iter().any(|other| other.waits(&one.thread) && other.is_going());
        (!another_goes).then(|| NextWaiting { waiting: one.waiting(), unsure: one.stage == Stage::Unsure })
    }

    /// The messages of our own queue, to be moved to a server that has queues.
    pub fn own_queue(&self, thread: &ThreadId) -> Vec<NextWaiting> {
        let ours = self.messages.iter().filter(|one| one.waits(thread) && !one.is_going());
        ours.map(|one| NextWaiting { waiting: one.waiting(), unsure: one.stage == Stage::Unsure }).collect()
    }

    /// The messages of a thread that left the server's queue and may not have arrived.
    pub fn stranded(&self, thread: &ThreadId) -> Vec<Waiting> {
        let is_stranded =
            |one: &&Outgoing| one.thread == *thread && one.from == From::There && one.stage == Stage::Unsure;
        self.messages.iter().filter(is_stranded).map(Outgoing::waiting).collect()
    }
}

/// A message of our own queue that can be sent.
#[derive(Debug)]
pub struct NextWaiting {
    pub waiting: Waiting,
    /// It may have arrived already, so the thread is searched for it first.
    pub unsure: bool,
}

/// A change to our own queue.
#[derive(Debug, Clone, PartialEq)]
pub enum QueueEdit {
    Input { id: String, input: Vec<UserInput> },
    Order(Vec<String>),
    Choices(Choices),
}
