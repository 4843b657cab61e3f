//! Decides the model's next response and how fast it is streamed.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use serde_json::Value;

use crate::demo;
use crate::input::RequestInput;
use crate::prompt::{self, BadScript};
use crate::step::{Step, Turn};

/// The source of responses. With any of them, a prompt that starts with `SCRIPT:` is played back.
#[derive(Clone)]
pub struct Script {
    behaviour: Behaviour,
    pauses: Pauses,
}

type Responder = dyn Fn(&RequestInput<'_>) -> Turn + Send + Sync;

#[derive(Clone)]
enum Behaviour {
    Echo,
    Demo(PathBuf),
    Own(Arc<Responder>),
}

/// Pauses between deltas and before each step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pauses {
    pub delta: Duration,
    pub step: Duration,
}

impl Pauses {
    /// No pauses.
    pub const NONE: Self = Self { delta: Duration::ZERO, step: Duration::ZERO };
    /// A pace that a person can follow.
    pub const READABLE: Self = Self { delta: Duration::from_millis(24), step: Duration::from_millis(350) };
}

impl Script {
    /// Echoes the prompt without pauses.
    pub fn echo() -> Self {
        Self { behaviour: Behaviour::Echo, pauses: Pauses::NONE }
    }

    /// Computes each response from the request.
    pub fn answer(answer: impl Fn(&RequestInput<'_>) -> Turn + Send + Sync + 'static) -> Self {
        Self { behaviour: Behaviour::Own(Arc::new(answer)), pauses: Pauses::NONE }
    }

    /// The built-in demo on the project that [`demo::write_project`] wrote, at a pace a person can follow.
    pub fn demo(workspace: &Path) -> Self {
        Self { behaviour: Behaviour::Demo(workspace.to_owned()), pauses: Pauses::READABLE }
    }

    pub fn pauses(mut self, pauses: Pauses) -> Self {
        self.pauses = pauses;
        self
    }

    pub(crate) fn rest(&self) -> Pauses {
        self.pauses
    }

    pub(crate) fn next(&self, body: &Value) -> Result<Turn, BadScript> {
        let input = RequestInput::of(body);
        if let Some(turns) = prompt::read(&input.prompt())? {
            return Ok(stage(&turns, input.outputs().len()).cloned().unwrap_or_else(closing));
        }
        Ok(match &self.behaviour {
            Behaviour::Echo => echo(&input),
            Behaviour::Demo(workspace) => demo::answer(&input, workspace),
            Behaviour::Own(answer) => answer(&input),
        })
    }
}

/// The response for the point at which `outputs` tool calls have been answered.
pub(crate) fn stage(turns: &[Turn], outputs: usize) -> Option<&Turn> {
    let mut answered = 0;
    turns.iter().find(|turn| {
        let due = outputs <= answered;
        answered += turn.calls();
        due
    })
}

fn closing() -> Turn {
    Turn::text("tool output received, done.")
}

fn echo(input: &RequestInput<'_>) -> Turn {
    if !input.outputs().is_empty() {
        return closing();
    }
    let prompt = input.prompt();
    let from = prompt.char_indices().rev().nth(199).map_or(0, |(at, _)| at);
    Turn::new([Step::text(&format!("echo: {}", &prompt[from..]))])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_next_response_follows_the_answered_calls() {
        let turns = [Turn::new([Step::exec("a"), Step::exec("b")]), Turn::new([Step::exec("c")]), Turn::text("end")];
        let at = |outputs| stage(&turns, outputs).map(|turn| turn.steps.len());
        assert_eq!([at(0), at(2), at(3)], [Some(2), Some(1), Some(1)]);
        assert_eq!(stage(&turns, 3), Some(&turns[2]));
        assert_eq!(stage(&turns[..2], 3), None);
    }
}
