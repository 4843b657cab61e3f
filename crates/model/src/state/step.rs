//! One step of the state: an input goes in, changes for windows and effects come out.

use super::{Effect, LocalEvent, State};
use contract::ask::Answer;
use contract::change::Change;
use contract::failure::Failure;
use contract::id::AskId;
use contract::record::By;
use protocol::Event;

#[derive(Debug)]
#[allow(clippy::large_enum_variant)] // nearly every input is an event, and each is moved once
pub enum Input {
    Event(Event),
    Local(LocalEvent),
    /// A person's answer. The request ends when its reply was handed to the server.
    Answer {
        ask: AskId,
        answer: Answer,
    },
    /// Whether the reply to this request could be handed to the server.
    Handed {
        ask: AskId,
        handed: bool,
    },
    /// The time of `State::next_due` has come.
    Due,
}

#[derive(Debug, Default)]
pub struct Step {
    pub changes: Vec<Change>,
    pub effects: Vec<Effect>,
    /// Why the input had no effect. Only an answer can be refused.
    pub refused: Option<Failure>,
}

impl State {
    /// The only way in. The time is an argument, because nothing here reads a clock.
    pub fn step(&mut self, input: Input, now_ms: f64) -> Step {
        let (changes, refused) = self.apply_input(input, now_ms);
        Step { changes, effects: std::mem::take(&mut self.effects), refused }
    }

    fn apply_input(&mut self, input: Input, now_ms: f64) -> (Vec<Change>, Option<Failure>) {
        self.now_ms = now_ms;
        let mut out = Vec::new();
        let mut refused = None;
        match input {
            Input::Event(event) => self.apply_event(event, now_ms, &mut out),
            Input::Local(event) => self.apply_local(event, now_ms, &mut out),
            Input::Answer { ask, answer } => refused = self.answer(&ask, answer, By::You).err(),
            Input::Handed { ask, handed } => refused = self.handed(&ask, handed, &mut out).err(),
            Input::Due => self.decline_due(now_ms, &mut out),
        }
        (self.finish_step(out), refused)
    }

    /// When `Input::Due` should come.
    pub fn next_due(&self) -> Option<f64> {
        self.next_decline()
    }
}

#[cfg(test)]
impl State {
    /// Applies an event and returns only its changes; `effects` returns the effects.
    pub fn apply(&mut self, event: Event, at_ms: f64) -> Vec<Change> {
        self.apply_input(Input::Event(event), at_ms).0
    }

    pub fn local(&mut self, event: LocalEvent, at_ms: f64) -> Vec<Change> {
        self.apply_input(Input::Local(event), at_ms).0
    }

    /// The effects of the steps since the last call.
    pub fn effects(&mut self) -> Vec<Effect> {
        std::mem::take(&mut self.effects)
    }
}
