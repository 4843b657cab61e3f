//! Messages on their way: from when a person sent them until the server's own row of them is here.
//!
//! Invariant: a message is on its way, in the thread or back with the person; never in two of them, and never in none.

use super::inlined;
use super::queue::words_of;
use super::{Effect, State};
use crate::change::Change;
use crate::id::{RowId, ThreadId, TurnId, WindowId};
use crate::prompt::Prompt;
use crate::row::{Body, Row, RowState};
use protocol::item::UserInput;
use protocol::thread::Queued;
use protocol::{Item, ItemKind};

#[derive(Debug, Clone, PartialEq)]
pub struct Sent {
    /// The name it comes back under, where the server keeps names.
    pub id: String,
    pub thread: ThreadId,
    pub input: Vec<UserInput>,
    /// What a person has again when it did not arrive.
    pub prompt: Prompt,
    /// Whose page waits to hear whether it was taken; `None`: nobody's any more.
    pub window: Option<WindowId>,
    pub from: From,
    at_ms: f64,
    steered: bool,
    /// The server took it, into this turn.
    turn: Option<TurnId>,
    /// The server ended before it said whether it took it.
    orphaned: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum From {
    /// The composer of its thread.
    Composer,
    /// The composer of a new thread, which nobody would find again without a message in it.
    New,
    /// A queue, where it still waits if it does not go out.
    Queue,
}

/// How its way ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum End {
    /// The server's own row of it is here, or it waits in a queue.
    Arrived,
    /// The server did not take it; whoever sent it is told.
    Refused,
    /// The server took it, and it came to nothing.
    Back,
}

impl Sent {
    pub fn new(id: String, thread: ThreadId, input: Vec<UserInput>, prompt: Prompt, from: From) -> Self {
        Self { id, thread, input, prompt, window: None, from, at_ms: 0.0, steered: false, turn: None, orphaned: false }
    }

    /// One that leaves a queue.
    pub fn from_queue(thread: ThreadId, queued: &Queued) -> Self {
        let attached = match super::body::prompt(&queued.input, "") {
            Body::Prompt { attachments, .. } => inlined::along(&attachments, &inlined::all(&queued.input)),
            _ => Vec::new(),
        };
        let prompt = Prompt { text: words_of(queued), attached };
        Self::new(queued.client_user_message_id.clone(), thread, queued.input.clone(), prompt, From::Queue)
    }

    /// By a page that waits for the answer.
    pub fn by(self, window: WindowId) -> Self {
        Self { window: Some(window), ..self }
    }

    /// The composer that the store holds it for; `None`: that of a new thread.
    pub fn home(&self) -> Option<ThreadId> {
        (self.from != From::New).then(|| self.thread.clone())
    }

    pub(super) fn is_in(&self, thread: &ThreadId, turn: Option<&TurnId>) -> bool {
        self.thread == *thread && self.turn.is_some() && self.turn.as_ref() == turn
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

    /// What did not arrive yet of what was sent from this composer, and what was written since.
    pub fn unsent(&self, home: Option<&ThreadId>) -> Prompt {
        // What the server did not take from a queue is kept with the queue.
        let is_ours = |sent: &&Sent| sent.from != From::Queue || sent.turn.is_some();
        let sent = self.sent.iter().filter(is_ours).filter(|sent| sent.home().as_ref() == home);
        sent.rev().fold(self.draft(home), |after, sent| sent.prompt.clone().before(after))
    }

    pub(super) fn is_on_its_way(&self, id: &str) -> bool {
        self.sent.iter().any(|sent| sent.id == id)
    }

    pub(super) fn sent_of(&self, thread: &ThreadId) -> Vec<Row> {
        self.sent.iter().filter(|sent| sent.thread == *thread).map(Sent::row).collect()
    }

    /// The page that waited is loaded anew or gone.
    pub(super) fn forget_sender(&mut self, window: &WindowId) {
        for sent in self.sent.iter_mut().filter(|sent| sent.window.as_ref() == Some(window)) {
            sent.window = None;
        }
    }

    /// Into the running turn, or to begin one.
    pub(super) fn post(&mut self, sent: Sent, at_ms: f64, out: &mut Vec<Change>) {
        let thread = sent.thread.clone();
        let steered = self.thread(&thread).running.is_some();
        self.sent.push(Sent { at_ms, steered, ..sent });
        self.tell_sent(&thread, out);
    }

    /// The turn begins with it.
    pub(super) fn post_into(&mut self, sent: Sent, turn: TurnId, out: &mut Vec<Change>) {
        let thread = sent.thread.clone();
        self.sent.push(Sent { at_ms: self.now_ms, turn: Some(turn), ..sent });
        self.effects.push(Effect::StoreDraft(Some(thread.clone())));
        self.tell_sent(&thread, out);
    }

    /// The server took it.
    pub(super) fn message_taken(&mut self, id: &str, turn: &str, out: &mut Vec<Change>) {
        let Some(sent) = self.sent.iter_mut().find(|sent| sent.id == id) else { return };
        let turn = TurnId::from(turn);
        sent.turn = Some(turn.clone());
        let thread = sent.thread.clone();
        self.effects.push(Effect::StoreDraft(Some(thread.clone())));
        if self.threads.get(&thread).is_some_and(|thread| thread.over.as_ref() == Some(&turn)) {
            self.end_sent(out, End::Back, |sent| sent.id == id);
        }
    }

    /// Whoever sent it was told that it was taken.
    pub(super) fn delivered(&mut self, id: &str, out: &mut Vec<Change>) {
        self.end_sent(out, End::Back, |sent| sent.id == id && sent.orphaned);
    }

    pub(super) fn refused(&mut self, id: &str, out: &mut Vec<Change>) {
        self.end_sent(out, End::Refused, |sent| sent.id == id);
    }

    /// The queue has it.
    pub(super) fn waits(&mut self, id: &str, out: &mut Vec<Change>) {
        self.end_sent(out, End::Arrived, |sent| sent.id == id);
    }

    /// The server's own word of a message. One that does not name it is known by its turn and its text; they come in
    /// the order they were sent in.
    pub(super) fn arrives(&mut self, thread: &ThreadId, turn: &str, item: &Item, out: &mut Vec<Change>) {
        let ItemKind::UserMessage(said) = &item.kind else { return };
        let named = said.client_id.as_deref();
        let is_it = |sent: &Sent| match named {
            Some(id) => sent.id == id,
            None => {
                let same_turn = sent.turn.as_ref().is_none_or(|held| held.as_str() == turn);
                let words = |input: &[UserInput]| super::body::prompt(input, "");
                sent.thread == *thread && same_turn && words(&sent.input) == words(&said.content)
            }
        };
        if let Some(id) = self.sent.iter().find(|sent| is_it(sent)).map(|sent| sent.id.clone()) {
            self.end_sent(out, End::Arrived, |sent| sent.id == id);
        }
        let held = self.threads.get_mut(thread);
        if let Some(held) =
            held.filter(|held| held.leaving.as_ref().map(|one| &one.client_user_message_id) == said.client_id.as_ref())
        {
            held.leaving = None;
        }
    }

    /// A turn is over: what it was to take and did not is not taken any more.
    pub(super) fn sent_into(&mut self, thread: &ThreadId, turns: &[&TurnId], out: &mut Vec<Change>) {
        self.end_sent(out, End::Back, |sent| turns.iter().any(|turn| sent.is_in(thread, Some(turn))));
    }

    /// The server ended. Of what it did not answer to, whoever sent it will hear.
    pub(super) fn sent_to_nobody(&mut self, out: &mut Vec<Change>) {
        self.end_sent(out, End::Back, |sent| sent.turn.is_some());
        for sent in &mut self.sent {
            sent.orphaned = true;
        }
    }

    pub(super) fn forget_sent(&mut self, thread: &ThreadId) {
        self.sent.retain(|sent| sent.thread != *thread);
    }

    fn end_sent(&mut self, out: &mut Vec<Change>, end: End, ends: impl Fn(&Sent) -> bool) {
        let gone: Vec<Sent> = self.sent.extract_if(.., |sent| ends(sent)).collect();
        for thread in gone.iter().map(|sent| sent.thread.clone()).collect::<std::collections::BTreeSet<_>>() {
            self.tell_sent(&thread, out);
        }
        // Each stands before what is there: the first that was sent comes last.
        for sent in gone.into_iter().rev() {
            self.after_sent(sent, end);
        }
    }

    /// Messages that arrived are the server's; those that did not are the person's again.
    fn after_sent(&mut self, sent: Sent, end: End) {
        let home = sent.home();
        match end {
            // A refused one of a queue is in the queue again.
            End::Arrived => self.effects.push(Effect::StoreDraft(home)),
            End::Refused if sent.from == From::Queue => self.effects.push(Effect::StoreDraft(home)),
            End::Refused => {
                // A page that hears of it puts it back by itself.
                let tell = sent.window.is_none();
                self.effects.push(Effect::GiveBack { sent: Box::new(sent), to: home, tell });
            }
            End::Back => {
                if home.is_none() {
                    self.effects.push(Effect::StoreDraft(None));
                }
                let to = Some(sent.thread.clone());
                self.effects.push(Effect::GiveBack { sent: Box::new(sent), to, tell: true });
            }
        }
    }

    fn tell_sent(&mut self, thread: &ThreadId, out: &mut Vec<Change>) {
        out.push(Change::SentPut { thread: thread.clone(), sent: self.sent_of(thread) });
        // What is on its way does not wait as well.
        if !self.queue(thread).is_empty() {
            out.push(Change::QueuePut { thread: thread.clone(), queue: self.queue_shown(thread) });
        }
    }
}
